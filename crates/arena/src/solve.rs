//! `arena solve`: a game's exact solver on a position, or against a file of
//! positions whose scores are known.
//!
//! A game joins in with an [`Examinee`] and a line in [`EXAMINEES`]; all the
//! rest is the same for every game. Every position is solved from scratch, as
//! if it were the only one, and the time that counts is the CPU's.

mod games;
mod report;

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clock::process;
use game::Game;
use game::error::quote;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::SolveArgs;
use games::{Connect4, Nogo, Othello};
use report::Answer;
pub use report::Report;

/// A game's solver, as a file of positions examines it.
pub trait Examinee {
    /// A position of the game.
    type Position;

    /// A solver that may use so many bytes.
    fn new(bytes: usize) -> Self;

    /// The position of this text. The game goes on in it.
    fn position(text: &str) -> Result<Self::Position>;

    /// The position on a line, and what is known of it.
    fn read(line: &str) -> Result<(Self::Position, Known)> {
        let (position, score) =
            line.rsplit_once([' ', '\t']).context("a line is a position and its score")?;
        let score = score.parse().with_context(|| format!("{} is no score", quote(score)))?;
        Ok((Self::position(position.trim())?, Known { score, best: Vec::new() }))
    }

    /// The same from an empty table. The game goes on in the position.
    fn solve(&mut self, position: &Self::Position) -> Solved;
}

/// What a file knows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score for the side to move.
    score: i32,
    /// The moves that get it, as people write them; none if it does not tell.
    best: Vec<String>,
}

/// What a solver found.
pub struct Solved {
    /// The score for the side to move.
    pub score: i32,
    /// A move that gets it, as people write it.
    pub best: String,
    /// Positions visited.
    pub nodes: u64,
}

/// What the user wants, answered by one game's solver.
type Exam = fn(&SolveArgs) -> Result<Report>;

/// The games that can be solved, by name.
const EXAMINEES: &[(&str, Exam)] = &[
    (connect4::State::NAME, examine::<Connect4<connect4::bits::Wide>>),
    (connect4::Classic::NAME, examine::<Connect4<u64>>),
    (othello::State::NAME, examine::<Othello>),
    (nogo::State::NAME, examine::<Nogo>),
];

/// Lets the game's solver answer the question, or all questions of the file.
pub fn run(args: &SolveArgs) -> Result<Report> {
    let Some((_, examine)) = EXAMINEES.iter().find(|(name, _)| *name == args.game) else {
        let names: Vec<_> = EXAMINEES.iter().map(|(name, _)| *name).collect();
        bail!("there is no solver for {}; there is one for: {}", quote(&args.game), names.join(", "));
    };
    examine(args)
}

fn examine<E: Examinee>(args: &SolveArgs) -> Result<Report> {
    let (source, questions) = match (&args.position, &args.file) {
        (Some(position), _) => (position.clone(), vec![(1, (E::position(position)?, None))]),
        (None, Some(file)) => (file.display().to_string(), from_file::<E>(file, args.first)?),
        (None, None) => bail!("a position or a --file is needed"),
    };
    let mut solver = E::new((args.memory as usize) << 20);
    let bar = ProgressBar::new(questions.len() as u64);
    let template = "{pos}/{len} positions  {wide_bar}  {eta} left";
    let template = if args.file.is_some() { template } else { "solving for {elapsed} {spinner}" };
    bar.set_style(ProgressStyle::with_template(template).expect("a template of known parts"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut answers = Vec::with_capacity(questions.len());
    for (line, (position, known)) in questions {
        let before = process::thread_cpu_time();
        let solved = solver.solve(&position);
        let time = process::thread_cpu_time() - before;
        answers.push(Answer { line, known, solved, time });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Report { source, answers, each: args.each })
}

/// A question: where it stands, the position, and what is known of it.
type Question<P> = (usize, (P, Option<Known>));

/// The questions of a file. All mistakes are found before the first position
/// is solved.
fn from_file<E: Examinee>(file: &Path, most: Option<usize>) -> Result<Vec<Question<E::Position>>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let mut questions = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let (position, known) = E::read(line.trim()).with_context(|| format!("{name} line {number}"))?;
        questions.push((number, (position, Some(known))));
    }
    ensure!(!questions.is_empty(), "{name} has no positions");
    questions.truncate(most.unwrap_or(usize::MAX));
    Ok(questions)
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:+}", self.score)?;
        match self.best.is_empty() {
            true => Ok(()),
            false => write!(f, " by {}", self.best.join(" or ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes every number for a position whose score is its half.
    struct Halves;

    impl Examinee for Halves {
        type Position = i32;

        fn new(_bytes: usize) -> Self {
            Halves
        }

        fn position(text: &str) -> Result<i32> {
            Ok(text.parse()?)
        }

        fn read(line: &str) -> Result<(i32, Known)> {
            let (position, score) = line.split_once(' ').context("two numbers")?;
            Ok((position.parse()?, Known { score: score.parse()?, best: vec!["half".into()] }))
        }

        fn solve(&mut self, position: &i32) -> Solved {
            Solved { score: position / 2, best: "half".into(), nodes: *position as u64 }
        }
    }

    fn examined(text: &str, each: bool) -> Result<Report> {
        let number = text.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let file = std::env::temp_dir().join(format!("arena-solve-{}-{number}", std::process::id()));
        fs::write(&file, text)?;
        let args = SolveArgs {
            game: "halves".into(),
            position: None,
            file: Some(file.clone()),
            memory: 1,
            first: None,
            each,
            json: false,
        };
        let report = examine::<Halves>(&args);
        fs::remove_file(file)?;
        report
    }

    #[test]
    fn answers_are_counted_and_wrong_ones_are_told() {
        let report = examined("10 5\n\n20 11\n60 30\n", false).unwrap();
        assert_eq!((report.wrong(), report.mean_nodes(), report.median_nodes()), (1, 30.0, 20));
        let text = report.text();
        assert!(text.starts_with("line     3   +10 by half"), "{text}");
        assert!(text.contains("WRONG: it is +11 by half\n") && !text.contains("line     1"), "{text}");
        assert!(
            text.contains("3 positions, 2 right, 1 wrong; nodes 30.0 in the mean, 20 in the middle"),
            "{text}"
        );
        assert_eq!(report.json()["answers"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            examined("10 5\n20 10", true).unwrap().json()["answers"].as_array().map(Vec::len),
            Some(2)
        );
    }

    #[test]
    fn a_line_that_makes_no_sense_is_named() {
        let error = format!("{:#}", examined("10 5\n20 ten\n", false).err().unwrap());
        assert!(error.contains(" line 2: invalid digit"), "{error}");
        let error = format!("{:#}", examined("\n", false).err().unwrap());
        assert!(error.ends_with(" has no positions"), "{error}");
    }
}
