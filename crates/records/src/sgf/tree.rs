//! The syntax of SGF: trees of nodes with properties. Only main lines are kept.

/// A node: its properties with their values.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    properties: Vec<(String, Vec<String>)>,
}

impl Node {
    /// The values of a property; none if the node does not have it.
    pub fn values(&self, key: &str) -> &[String] {
        let found = self.properties.iter().find(|(found, _)| found == key);
        found.map_or(&[], |(_, values)| values)
    }

    /// The first value of a property.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.values(key).first().map(String::as_str)
    }

    /// The move of the node: `B` or `W`, and its point.
    pub fn mover(&self) -> Option<(&'static str, &str)> {
        ["B", "W"].into_iter().find_map(|key| Some((key, self.value(key)?)))
    }
}

/// The main line of each game in a text, or what is wrong with the syntax.
pub fn games(text: &str) -> Vec<Result<Vec<Node>, String>> {
    let mut scanner = Scanner { rest: text };
    let mut games = Vec::new();
    while scanner.skip_to_game() {
        games.push(scanner.game());
    }
    games
}

struct Scanner<'a> {
    rest: &'a str,
}

impl Scanner<'_> {
    /// Goes behind the bracket of the next game, `(;`; false if there is none. Text
    /// before a game is no part of it.
    fn skip_to_game(&mut self) -> bool {
        while let Some((_, behind)) = self.rest.split_once('(') {
            self.rest = behind;
            if behind.trim_start().starts_with(';') {
                return true;
            }
        }
        false
    }

    fn next(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next();
        self.rest = letters.as_str();
        letter
    }

    /// Reads a game behind its opening bracket. A bracket that closes ends the main
    /// line; the variations after it are skipped.
    fn game(&mut self) -> Result<Vec<Node>, String> {
        let (mut nodes, mut depth, mut ended) = (Vec::new(), 1_usize, false);
        let mut key = String::new();
        while let Some(letter) = self.next() {
            match letter {
                '(' => depth += 1,
                ')' => {
                    ended = true;
                    depth -= 1;
                    if depth == 0 {
                        return Ok(nodes);
                    }
                }
                ';' if ended => (),
                ';' => nodes.push(Node::default()),
                '[' => {
                    let value = self.value()?;
                    let node = nodes.last_mut().ok_or("a property comes before the first node")?;
                    if !ended {
                        add(node, &key, value);
                    }
                    // More values of the same property may follow.
                    if !self.rest.trim_start().starts_with('[') {
                        key.clear();
                    }
                }
                // Old files write long names: the capitals count.
                letter if letter.is_ascii_uppercase() => key.push(letter),
                letter if is_filler(letter) => (),
                other => return Err(format!("{other:?} is not part of a game")),
            }
        }
        Err("the file ends inside of a game".to_string())
    }

    /// Reads a value behind its opening bracket. A backslash keeps the next character;
    /// before the end of a line it joins the lines.
    fn value(&mut self) -> Result<String, String> {
        let mut value = String::new();
        while let Some(letter) = self.next() {
            match letter {
                ']' => return Ok(value),
                '\\' => match self.next() {
                    None | Some('\n') => (),
                    Some('\r') => self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest),
                    Some(letter) => value.push(letter),
                },
                letter => value.push(letter),
            }
        }
        Err("the file ends inside of a value".to_string())
    }
}

/// Letters of long names, blanks and ends of lines mean nothing between properties.
fn is_filler(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_whitespace() || letter.is_ascii_digit()
}

fn add(node: &mut Node, key: &str, value: String) {
    match node.properties.iter_mut().find(|(found, _)| found == key) {
        Some((_, values)) => values.push(value),
        None => node.properties.push((key.to_string(), vec![value])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_the_first_variation_at_every_branch() {
        let text = "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))(;B[gg])";
        let lines: Vec<Vec<String>> = games(text)
            .into_iter()
            .map(|game| game.unwrap().iter().filter_map(|node| Some(node.mover()?.1.to_string())).collect())
            .collect();
        assert_eq!(lines, [vec!["aa", "bb", "cc"], vec!["gg"]]);
    }

    #[test]
    fn values_are_unescaped_and_listed() {
        let game = games("(;C[a\\]b\\\\c\\\nd;)(] AB[aa] [bb]\n[cc]GaMe[1])").remove(0).unwrap();
        assert_eq!(game[0].value("C"), Some("a]b\\cd;)("));
        assert_eq!(game[0].values("AB"), ["aa", "bb", "cc"]);
        assert_eq!(game[0].value("GM"), Some("1"));
    }

    #[test]
    fn broken_text_is_an_error_and_the_next_game_is_found() {
        for (text, why) in [
            ("(;B[aa]", "the file ends inside of a game"),
            ("(;C[abc", "the file ends inside of a value"),
            ("(;B[aa]&)", "'&' is not part of a game"),
        ] {
            assert_eq!(games(text).remove(0).unwrap_err(), why);
        }
        let read = games("From: (me)\n\n(;B[aa]&)( ;B[bb])");
        assert!(read[0].is_err() && read[1].is_ok() && read.len() == 2);
    }
}
