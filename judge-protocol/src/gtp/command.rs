//! Parses a command line, formats an answer.

/// One command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its number, if it has one; the answer repeats it.
    pub id: Option<String>,
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Command {
    /// Reads a line; `None` if the line is empty.
    ///
    /// A comment after `#` and control characters are dropped; a tab is a blank.
    pub fn parse(line: &str) -> Option<Command> {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let mut words = line.split(' ').filter(|word| !word.is_empty()).map(String::from).peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let name = words.next().or_else(|| id.as_ref().map(|_| String::new()))?;
        Some(Command { id, name, arguments: words.collect() })
    }

    /// Formats the answer to it, with the blank line that ends every answer.
    pub fn answer(&self, result: &Result<String, String>) -> String {
        let id = self.id.as_deref().unwrap_or_default();
        let (sign, text) = match result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // A blank line inside the text would end the answer.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let first = if text.starts_with('\n') { "\n" } else { "" };
        match lines.is_empty() {
            true => format!("{sign}{id}\n\n"),
            false => format!("{sign}{id} {first}{}\n\n", lines.join("\n")),
        }
    }
}
