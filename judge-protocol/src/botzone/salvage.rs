//! Requests and responses out of JSON that is cut off or wrong elsewhere.

use serde_json::Deserializer;
use serde_json::value::RawValue;

/// The elements of the list in this field that can be read, up to the first that
/// cannot; `None` if the text has no such field.
pub fn list<'a>(text: &'a str, field: &str) -> Option<Vec<&'a RawValue>> {
    let key = format!("\"{field}\"");
    let mut rest = text.match_indices(&key).find_map(|(at, _)| {
        let value = text[at + key.len()..].trim_start().strip_prefix(':')?;
        value.trim_start().strip_prefix('[')
    })?;
    let mut elements = Vec::new();
    loop {
        let mut values = Deserializer::from_str(rest).into_iter::<&RawValue>();
        let Some(Ok(value)) = values.next() else { break };
        elements.push(value);
        let Some(next) = rest[values.byte_offset()..].trim_start().strip_prefix(',') else { break };
        rest = next;
    }
    Some(elements)
}

/// Does JSON that begins with this text go on in the next line?
///
/// A line break inside a string is an error, so the text is cut off there.
#[derive(Default)]
pub struct Brackets {
    open: usize,
    in_string: bool,
    escaped: bool,
}

impl Brackets {
    /// Adds a line; true if the next one belongs to the same value.
    pub fn add(&mut self, line: &str) -> bool {
        for byte in line.bytes() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => (),
                b'{' | b'[' => self.open += 1,
                b'}' | b']' => self.open = self.open.saturating_sub(1),
                _ => (),
            }
        }
        self.open > 0 && !self.in_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<&str>> {
        list(text, "requests").map(|elements| elements.iter().map(|element| element.get()).collect())
    }

    #[test]
    fn a_list_is_read_up_to_the_first_broken_element() {
        assert_eq!(read(r#"{"requests":[1,{"x":2}],"time_limit":NaN}"#), Some(vec!["1", r#"{"x":2}"#]));
        assert_eq!(read(r#"{"requests" : [ 1 , [2] , {"x"#), Some(vec!["1", "[2]"]));
        assert_eq!(read(r#"{"requests":[],"#), Some(vec![]));
        assert_eq!(read(r#"{"requests":["#), Some(vec![]));
        assert_eq!(read(r#"{"data":"requests","requests":[3"#), Some(vec!["3"]));
        assert_eq!(read(r#"{"requests":3,"#), None);
        assert_eq!(read(r#"{"request":[3,"#), None);
    }

    #[test]
    fn a_value_goes_on_while_a_bracket_is_open() {
        let goes_on = |line: &str| Brackets::default().add(line);
        assert!(goes_on("{") && goes_on(r#"{"x":[1,"#) && goes_on(r#"{"data":"}""#));
        assert!(!goes_on("{}") && !goes_on("") && !goes_on(r#"{"data":"{\"["#) && !goes_on("]"));
        let mut lines = Brackets::default();
        assert_eq!(["{\"requests\":", "[]", "}"].map(|line| lines.add(line)), [true, true, false]);
    }
}
