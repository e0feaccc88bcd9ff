//! The studio on a terminal, for tests and for a look at its replies.
//!
//! `ask` lists each game with the crate that it comes from. `ask GAME` answers the
//! requests on standard input, one per line.

use std::io::{BufRead, Write, stdin, stdout};

use game::Playable;
use games::Visitor;
use studio::Studio;

struct Source;

impl Visitor for Source {
    type Output = String;

    fn visit<G: Playable>(&self) -> String {
        let path = std::any::type_name::<G>();
        format!("{} {}", path.split("::").next().unwrap_or(path), G::NAME)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(game) = std::env::args().nth(1) else {
        games::visit_all(&Source).iter().for_each(|line| println!("{line}"));
        return Ok(());
    };
    let mut studio = Studio::new(&game)?;
    for line in stdin().lock().lines() {
        writeln!(stdout(), "{}", studio.ask(&line?, None, &mut |_| ()))?;
    }
    Ok(())
}
