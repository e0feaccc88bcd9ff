//! Variables of the environment of foreign programs: `--env`.

use std::env;
use std::ffi::OsString;

use game::error::quote;

/// Name and value.
pub type Variable = (String, OsString);

/// Reads `NAME=VALUE`, or `NAME` with the value that it has for this program.
pub fn parse_variable(text: &str) -> Result<Variable, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(OsString::from(value))),
        None => (text, env::var_os(text)),
    };
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    if !name.starts_with(letter) || !name.chars().all(|c| letter(c) || c.is_ascii_digit()) {
        return Err(format!(
            "{} is not the name of a variable; it is NAME or NAME=VALUE, with letters, digits and _",
            quote(name)
        ));
    }
    let value = value.ok_or_else(|| format!("{name} is not set here; write {name}=VALUE"))?;
    Ok((name.to_string(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_has_a_value_or_passes_on_the_own_one() {
        assert_eq!(parse_variable("A_1=b=c"), Ok(("A_1".to_string(), "b=c".into())));
        assert_eq!(parse_variable("EMPTY="), Ok(("EMPTY".to_string(), "".into())));
        assert_eq!(parse_variable("PATH"), Ok(("PATH".to_string(), env::var_os("PATH").unwrap())));
        for (wrong, message) in [
            ("", "'' is not the name of a variable"),
            ("=x", "'' is not the name of a variable"),
            ("1A=x", "'1A' is not the name"),
            ("A B=x", "'A B' is not the name"),
            ("NO_SUCH_VARIABLE_HERE", "NO_SUCH_VARIABLE_HERE is not set here; write"),
        ] {
            assert!(parse_variable(wrong).unwrap_err().contains(message), "{wrong}");
        }
    }
}
