//! The text of a strategy with its parameters: `uct:c=0.9,sims=20000`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::error::quote;

/// A strategy's name and the parameters that are set.
///
/// ```
/// use game::Spec;
/// let mut spec: Spec = "uct:c=0.9".parse().unwrap();
/// assert_eq!((spec.name(), spec.get("c"), spec.get("sims")), ("uct", Some("0.9"), None));
/// spec.set("sims", "500");
/// assert_eq!(spec.to_string(), "uct:c=0.9,sims=500");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    name: String,
    params: Vec<(String, String)>,
}

impl Spec {
    /// A strategy with its default parameters.
    pub fn new(name: impl Into<String>) -> Self {
        Spec { name: name.into(), params: Vec::new() }
    }

    /// Name of the strategy.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters that are set, in order.
    pub fn params(&self) -> impl Iterator<Item = (&str, &str)> {
        self.params.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Value of a parameter, if it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.params().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Sets a parameter, which becomes the last one.
    pub fn set(&mut self, key: &str, value: impl fmt::Display) {
        self.params.retain(|(name, _)| name != key);
        self.params.push((key.to_string(), value.to_string()));
    }

    /// The same spec with a parameter set.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.set(key, value);
        self
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, assignments) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec::new(name);
        for assignment in assignments.split(',').filter(|assignment| !assignment.is_empty()) {
            let Some((key, value)) = assignment.split_once('=') else {
                return Err(SpecError::new(format_args!(
                    "{} is not of the form key=value",
                    quote(assignment)
                )));
            };
            if spec.get(key).is_some() {
                return Err(SpecError::new(format_args!("{} is given twice", quote(key))));
            }
            spec.params.push((key.to_string(), value.to_string()));
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.params.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Error of a strategy's text, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError(String);

impl SpecError {
    /// An error with this message.
    pub fn new(message: impl fmt::Display) -> Self {
        SpecError(message.to_string())
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_printed_as_it_was_read() {
        for text in ["uct", "uct:c=0.9", "uct:c=0.9,playout=mast", "a b:x=1=2"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("uct:".parse::<Spec>().unwrap().to_string(), "uct");
    }

    #[test]
    fn a_parameter_is_added_or_replaced() {
        let with = |text: &str| text.parse::<Spec>().unwrap().with("c", 0.5).to_string();
        assert_eq!(with("uct"), "uct:c=0.5");
        assert_eq!(with("uct:playout=mast"), "uct:playout=mast,c=0.5");
        assert_eq!(with("uct:c=1,cc=2"), "uct:cc=2,c=0.5");
    }

    /// Fuzzing found it: the error printed the key as it was, line ends included.
    #[test]
    fn the_error_of_a_repeated_key_is_one_line() {
        let key = "k\n\r".repeat(1000);
        let error = format!("uct:{key}=1,{key}=2").parse::<Spec>().unwrap_err().to_string();
        assert!(crate::conformance::is_one_line(&error), "{error}");
    }

    #[test]
    fn a_malformed_spec_is_refused() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error("uct:c"), "'c' is not of the form key=value");
        assert_eq!(error("uct:c=1,c=2"), "'c' is given twice");
    }
}
