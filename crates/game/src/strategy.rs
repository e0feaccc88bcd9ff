//! Named strategies: what a game's crate offers, built from a [`Spec`].
//!
//! A game's crate lists its [`Strategy`]s; bots, arena and tests all build
//! engines from the same text through [`Strategies::build`]. An error in the
//! text lists what exists.

use std::collections::HashMap;
use std::fmt;

use crate::error::{quote, quote_misspelled};
use crate::{Engine, Game, RandomEngine, Spec, SpecError};

/// The values that a parameter accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// An integer in this range, both ends included.
    Int(u64, u64),
    /// A number in this range, both ends included.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Mebibytes that the engine takes for a table or a tree, in this range,
    /// both ends included. [`Strategies::fit_memory`] adds these up.
    Memory(u64, u64),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Kind::Int(min, max) | Kind::Memory(min, max) => write!(f, "{min}..{max}"),
            Kind::Real(min, max) => write!(f, "{min:?}..{max:?}"),
            Kind::Choice(words) => f.write_str(&words.join("|")),
        }
    }
}

/// Accepted values of a switch.
pub const ON_OFF: Kind = Kind::Choice(&["on", "off"]);

/// One parameter of a strategy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// Name.
    pub name: &'static str,
    /// Accepted values.
    pub kind: Kind,
    /// Default value, as text.
    pub default: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl Param {
    /// Reads a value of this parameter.
    fn read(&self, text: &str) -> Result<Value, SpecError> {
        let value = match self.kind {
            Kind::Int(min, max) | Kind::Memory(min, max) => {
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                number.map(Value::Int)
            }
            Kind::Real(min, max) => {
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                number.map(Value::Real)
            }
            Kind::Choice(words) => words.iter().find(|w| **w == text).map(|w| Value::Word(w)),
        };
        value.ok_or_else(|| {
            SpecError::new(format_args!("{}={} is not accepted; use {}", self.name, quote(text), self.kind))
        })
    }

    /// Default size in MiB and its range, if the parameter is a size of memory.
    fn memory(&self) -> Option<(u64, [u64; 2])> {
        match self.kind {
            Kind::Memory(min, max) => Some((self.default.parse().unwrap_or(min), [min, max])),
            _ => None,
        }
    }
}

/// The random seed, which most strategies have; see
/// [`Strategies::build_seeded`].
pub const SEED: Param =
    Param { name: "seed", kind: Kind::Int(0, u64::MAX), default: "0", about: "random seed" };

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Int(u64),
    Real(f64),
    Word(&'static str),
}

/// Values of a strategy's parameters: those that the user set, and the defaults
/// of the others.
///
/// Asking for a parameter that the strategy does not declare, or by another
/// kind, is a bug of the strategy and panics: a game's tests build each of its
/// strategies once.
#[derive(Clone, Debug)]
pub struct Values(HashMap<&'static str, Value>);

impl Values {
    fn get(&self, name: &str) -> Value {
        *self.0.get(name).unwrap_or_else(|| panic!("no parameter is called {name}"))
    }

    /// Value of a [`Kind::Int`].
    pub fn int(&self, name: &str) -> u64 {
        match self.get(name) {
            Value::Int(number) => number,
            other => panic!("{name} is {other:?}, not an integer"),
        }
    }

    /// Bytes of a [`Kind::Memory`].
    pub fn bytes(&self, name: &str) -> usize {
        (self.int(name) as usize) << 20
    }

    /// Value of a [`Kind::Real`].
    pub fn real(&self, name: &str) -> f32 {
        match self.get(name) {
            Value::Real(number) => number as f32,
            other => panic!("{name} is {other:?}, not a real number"),
        }
    }

    /// Value of a [`Kind::Choice`].
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Value::Word(word) => word,
            other => panic!("{name} is {other:?}, not a word"),
        }
    }

    /// Is this [`ON_OFF`] switch on?
    pub fn on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}

/// What an engine counts, and so which limits besides time it obeys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Simulations and nodes.
    Simulations,
    /// Nodes; the engine makes no simulations.
    Nodes,
    /// Nothing: the engine answers at once, whatever the limits.
    Nothing,
}

/// A named way to play a game.
pub struct Strategy<G: Game> {
    /// Name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it counts.
    pub work: Work,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Builds the engine, unless the machine cannot give the memory it needs.
    pub build: fn(&Values) -> Built<G>,
}

/// An engine, or the error that prevented it.
pub type Built<G> = Result<Box<dyn Engine<G>>, SpecError>;

/// The strategies of one game.
pub struct Strategies<G: Game>(Vec<Strategy<G>>);

/// The part of a memory limit that tables and trees may take, as a divisor. The
/// rest is for the program itself, its weights and its stack, and for limits
/// that count in a way that is not documented.
const MEMORY_PART: u64 = 2;

impl<G: Game> Strategies<G> {
    /// The strategies of a game; the first is the default.
    pub fn new(list: Vec<Strategy<G>>) -> Self {
        Strategies(list)
    }

    /// All strategies, the default first.
    pub fn iter(&self) -> impl Iterator<Item = &Strategy<G>> {
        self.0.iter()
    }

    /// Name of the default strategy.
    pub fn default_name(&self) -> &'static str {
        self.0.first().map_or("", |strategy| strategy.name)
    }

    /// The strategy of this name, or an error that lists the names that exist.
    pub fn find(&self, name: &str) -> Result<&Strategy<G>, SpecError> {
        self.0.iter().find(|strategy| strategy.name == name).ok_or_else(|| {
            let names: Vec<_> = self.0.iter().map(|s| s.name).collect();
            SpecError::new(format_args!(
                "{} has no strategy {}; there are: {}",
                G::NAME,
                quote_misspelled(name, names.iter().copied()),
                names.join(", ")
            ))
        })
    }

    /// Builds the engine of `spec` (`name` or `name:key=value,…`).
    pub fn build(&self, spec: &str) -> Built<G> {
        self.build_seeded(spec, None)
    }

    /// Builds the engine of `spec`; `seed` is the default of the strategy's
    /// parameter of that name, if it has one.
    pub fn build_seeded(&self, spec: &str, seed: Option<u64>) -> Built<G> {
        let spec: Spec = spec.parse()?;
        let strategy = self.find(spec.name())?;
        (strategy.build)(&strategy.values(&spec, seed)?)
    }

    /// Fits a strategy's tables and trees into a process of `limit` MiB.
    ///
    /// They may take half of the limit. If their defaults need more, those that
    /// the spec leaves open shrink in proportion. An unknown strategy is
    /// returned as it is; building it gives the error.
    pub fn fit_memory(&self, spec: &Spec, limit: u64) -> Spec {
        let mut fitted = spec.clone();
        let Ok(strategy) = self.find(spec.name()) else { return fitted };
        let sizes = || strategy.params.iter().filter_map(|param| Some((param.name, param.memory()?)));
        let (allowed, total) = (limit / MEMORY_PART, sizes().map(|(_, (default, _))| default).sum::<u64>());
        if total <= allowed {
            return fitted;
        }
        for (name, (default, [min, max])) in sizes().filter(|(name, _)| spec.get(name).is_none()) {
            fitted.set(name, (allowed * default / total).clamp(min, max));
        }
        fitted
    }
}

impl<G: Game> Strategy<G> {
    /// The strategy `random`: legal moves chosen uniformly at random.
    pub fn random() -> Self {
        Strategy {
            name: "random",
            about: "legal moves chosen uniformly at random",
            work: Work::Nothing,
            params: vec![SEED],
            build: |values| Ok(Box::new(RandomEngine::new(values.int("seed")))),
        }
    }

    fn values(&self, spec: &Spec, seed: Option<u64>) -> Result<Values, SpecError> {
        let mut values = HashMap::new();
        for (name, text) in spec.params() {
            let param = self.params.iter().find(|p| p.name == name).ok_or_else(|| self.unknown(name))?;
            values.insert(param.name, param.read(text)?);
        }
        for param in &self.params {
            if !values.contains_key(param.name) {
                let default = match (param.name, seed) {
                    ("seed", Some(seed)) => Value::Int(seed),
                    _ => param.read(param.default)?,
                };
                values.insert(param.name, default);
            }
        }
        Ok(Values(values))
    }

    fn unknown(&self, name: &str) -> SpecError {
        let known: Vec<_> = self.params.iter().map(|p| format!("{}={}", p.name, p.kind)).collect();
        let known = match known.is_empty() {
            true => "it has none".to_string(),
            false => format!("there are: {}", known.join(", ")),
        };
        let name = quote_misspelled(name, self.params.iter().map(|param| param.name));
        SpecError::new(format_args!("strategy {} has no parameter {name}; {known}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Nim;

    fn strategies() -> Strategies<Nim> {
        let memory = |name, default| Param { name, kind: Kind::Memory(1, 1000), default, about: "" };
        let depth = Param { name: "depth", kind: Kind::Int(1, 1000), default: "3", about: "" };
        let strategy = |name, params| Strategy { name, params, ..Strategy::<Nim>::random() };
        Strategies::new(vec![
            strategy("none", vec![SEED, depth]),
            strategy("one", vec![SEED, memory("memory", "24"), depth]),
            strategy("two", vec![SEED, memory("memory", "64"), memory("table", "192")]),
        ])
    }

    fn fit(spec: &str, limit: u64) -> String {
        strategies().fit_memory(&spec.parse().unwrap(), limit).to_string()
    }

    #[test]
    fn sizes_above_half_of_the_limit_shrink_in_proportion() {
        assert_eq!(fit("one", 256), "one", "24 fit into 128");
        assert_eq!(fit("one", 48), "one");
        assert_eq!(fit("one", 40), "one:memory=20");
        assert_eq!(fit("two", 512), "two");
        assert_eq!(fit("two", 256), "two:memory=32,table=96");
        assert_eq!(fit("none:depth=1", 1), "none:depth=1");
        assert_eq!(fit("one:depth=2", 32), "one:depth=2,memory=16");
        assert_eq!(fit("one", 1), "one:memory=1", "not below the least size");
    }

    #[test]
    fn sizes_that_the_user_sets_are_kept() {
        assert_eq!(fit("one:memory=700", 40), "one:memory=700");
        assert_eq!(fit("two:table=500", 40), "two:table=500,memory=5");
        assert_eq!(fit("three:x=1", 40), "three:x=1", "building it gives the error");
    }

    #[test]
    fn errors_list_what_exists() {
        let error = |spec: &str| strategies().build(spec).err().unwrap().to_string();
        assert_eq!(error("four"), "nim has no strategy 'four'; there are: none, one, two");
        assert_eq!(error("one:depth=0"), "depth='0' is not accepted; use 1..1000");
        assert!(error("one:x=1").starts_with("strategy one has no parameter 'x'; there are: seed="));
        assert!(strategies().build("two:table=5").is_ok());
    }
}
