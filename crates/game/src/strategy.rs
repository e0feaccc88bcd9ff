//! Strategies are data with a name: `uct:c=0.9,sims=20000`.
//!
//! A game's crate lists its [`Strategy`]s; bots, arena and tests all build
//! engines from the same text through [`Strategies::build`], and a mistake in
//! the text is answered by what exists.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::error::quote;
use crate::{Engine, Game, RandomEngine};

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number between two others, both included.
    Int(u64, u64),
    /// A number between two others, both included.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Kind::Int(min, max) => write!(f, "{min}..{max}"),
            Kind::Real(min, max) => write!(f, "{min:?}..{max:?}"),
            Kind::Choice(words) => f.write_str(&words.join("|")),
        }
    }
}

/// One parameter of a strategy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is when nobody says, as text.
    pub default: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl Param {
    /// The value that `text` stands for, if the parameter may have it.
    fn read(&self, text: &str) -> Result<Value, SpecError> {
        let value = match self.kind {
            Kind::Int(min, max) => {
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
            SpecError(format!("{}={} is not possible: it takes {}", self.name, quote(text), self.kind))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Int(u64),
    Real(f64),
    Word(&'static str),
}

/// The parameters that a strategy is built with: what the user gave, and the
/// defaults for the rest.
///
/// Asking for a parameter that the strategy does not declare, or by another
/// kind, is a mistake of the program and panics: a game's tests build each of
/// its strategies once.
#[derive(Clone, Debug)]
pub struct Values(HashMap<&'static str, Value>);

impl Values {
    fn get(&self, name: &str) -> Value {
        *self.0.get(name).unwrap_or_else(|| panic!("no parameter is called {name}"))
    }

    /// A whole number.
    pub fn int(&self, name: &str) -> u64 {
        match self.get(name) {
            Value::Int(number) => number,
            other => panic!("{name} is {other:?}, not a whole number"),
        }
    }

    /// A number.
    pub fn real(&self, name: &str) -> f32 {
        match self.get(name) {
            Value::Real(number) => number as f32,
            other => panic!("{name} is {other:?}, not a real number"),
        }
    }

    /// One of the words of a choice.
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Value::Word(word) => word,
            other => panic!("{name} is {other:?}, not a word"),
        }
    }

    /// A choice between `on` and `off`.
    pub fn on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}

/// The words of a switch.
pub const ON_OFF: Kind = Kind::Choice(&["on", "off"]);

/// A named way to play a game.
pub struct Strategy<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Makes the engine, unless the machine cannot give what it needs.
    pub build: fn(&Values) -> Built<G>,
}

/// An engine, or why there is none.
pub type Built<G> = Result<Box<dyn Engine<G>>, SpecError>;

/// The strategies of one game.
pub struct Strategies<G: Game>(Vec<Strategy<G>>);

impl<G: Game> Strategies<G> {
    /// A game's strategies, the one to show first in front.
    pub fn new(list: Vec<Strategy<G>>) -> Self {
        Strategies(list)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Strategy<G>> {
        self.0.iter()
    }

    /// The engine that `spec` (`name` or `name:key=value,…`) asks for.
    pub fn build(&self, spec: &str) -> Built<G> {
        self.build_seeded(spec, None)
    }

    /// The same; `seed` is the default of the strategy's parameter of that
    /// name, if it has one and the spec does not set it.
    pub fn build_seeded(&self, spec: &str, seed: Option<u64>) -> Built<G> {
        let (name, assignments) = spec.split_once(':').unwrap_or((spec, ""));
        let Some(strategy) = self.0.iter().find(|s| s.name == name) else {
            let names: Vec<_> = self.0.iter().map(|s| s.name).collect();
            return Err(SpecError(format!(
                "{} has no strategy {}; there are: {}",
                G::NAME,
                quote(name),
                names.join(", ")
            )));
        };
        let values = strategy.values(assignments, seed)?;
        (strategy.build)(&values)
    }
}

/// The parameter that most strategies have; see [`Strategies::build_seeded`].
pub const SEED: Param =
    Param { name: "seed", kind: Kind::Int(0, u64::MAX), default: "0", about: "random numbers start here" };

impl<G: Game> Strategy<G> {
    /// The player that every other one has to beat.
    pub fn random() -> Self {
        Strategy {
            name: "random",
            about: "any legal move",
            params: vec![SEED],
            build: |values| Ok(Box::new(RandomEngine::new(values.int("seed")))),
        }
    }

    fn values(&self, assignments: &str, seed: Option<u64>) -> Result<Values, SpecError> {
        let mut values = HashMap::new();
        for assignment in assignments.split(',').filter(|a| !a.is_empty()) {
            let Some((name, text)) = assignment.split_once('=') else {
                return Err(SpecError(format!("{} is not of the form key=value", quote(assignment))));
            };
            let Some(param) = self.params.iter().find(|p| p.name == name) else {
                return Err(self.unknown(name));
            };
            if values.insert(param.name, param.read(text)?).is_some() {
                return Err(SpecError(format!("{name} is given twice")));
            }
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
        SpecError(format!("strategy {} has no parameter {}; {known}", self.name, quote(name)))
    }
}

/// What is wrong with a strategy's text, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError(String);

impl SpecError {
    /// What is wrong, for those who build engines.
    pub fn new(what: impl fmt::Display) -> Self {
        SpecError(what.to_string())
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SpecError {}
