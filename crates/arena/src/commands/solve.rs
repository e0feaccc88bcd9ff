//! `arena solve`: a game's exact solver on a position, or on a file of positions
//! with known scores or of recorded games.
//!
//! To add a game, implement [`Examinee`] and add a line to
//! [`SOLVERS`]. Every position is solved from an empty table; times are CPU
//! times.

mod exam;
mod games;
mod questions;
mod report;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use clock::{Budget, Stop, process};
use game::Game;
use game::error::quote;
use indicatif::{ProgressBar, ProgressStyle};
use stdx::interrupt;

use self::exam::Examinee;
use self::games::{Connect4, Nogo, Othello, Tictactoe};
use self::questions::{Question, from_file};
use self::report::{Answer, Place, SolveReport};
use super::output::print_either;
use crate::cli::SolveArgs;
use crate::error::{Error, Result, Status};
use crate::render::text::time;

/// Solves what the arguments ask for with one game's solver.
type Solve = fn(&SolveArgs) -> Result<SolveReport>;

/// The games with a solver, by name.
const SOLVERS: &[(&str, Solve)] = &[
    (connect4::State::NAME, examine::<Connect4<connect4::bits::Wide>>),
    (connect4::Classic::NAME, examine::<Connect4<u64>>),
    (othello::State::NAME, examine::<Othello>),
    (nogo::State::NAME, examine::<Nogo>),
    (tictactoe::State::NAME, examine::<Tictactoe>),
];

/// Solves the position, or all positions of the file, and writes the answers.
pub fn run(args: &SolveArgs) -> Result<Status> {
    let Some((_, solve)) = SOLVERS.iter().find(|(name, _)| *name == args.game) else {
        let names: Vec<_> = SOLVERS.iter().map(|(name, _)| *name).collect();
        let (game, names) = (quote(&args.game), names.join(", "));
        return Err(Error::Usage(format!("there is no solver for {game}; there is one for: {names}")));
    };
    let report = solve(args)?;
    print_either(args.json, || report.json(), || report.text())?;
    Ok(match report.wrong() {
        _ if report.interrupted => Status::Interrupted,
        0 => Status::Success,
        _ => Status::WrongAnswers,
    })
}

fn examine<E: Examinee>(args: &SolveArgs) -> Result<SolveReport> {
    let (source, questions) = match (&args.position, &args.file) {
        (Some(position), _) => {
            let question = Question { place: Place::Line(1), position: E::position(position)?, known: None };
            (position.clone(), vec![question])
        }
        (None, Some(file)) => (file.display().to_string(), from_file::<E>(file, args.first)?),
        (None, None) => return Err(Error::usage("a position or a --file is needed")),
    };
    let interrupted = interrupt::flag().context("cannot start")?;
    let budget = Budget { stop: Some(Stop::from(interrupted)), ..Budget::default() };
    let mut solver = E::new((args.memory as usize) << 20);
    let bar = ProgressBar::new(questions.len() as u64);
    let template = "{pos}/{len} positions  {wide_bar}  {eta} left";
    let template = if args.file.is_some() {
        template
    } else {
        "solving for {elapsed} {spinner}  Ctrl-C ends it  {wide_msg}"
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut answers = Vec::with_capacity(questions.len());
    let (started, mut outlook) = (Instant::now(), None);
    for Question { place, position, known } in questions {
        outlook = E::outlook(&position);
        bar.set_message(outlook.clone().unwrap_or_default());
        let before = process::thread_cpu_time();
        let Some(solved) = solver.solve(&position, &budget) else { break };
        let time = process::thread_cpu_time() - before;
        answers.push(Answer { place, known, solved, time });
        bar.inc(1);
    }
    bar.finish_and_clear();
    if answers.is_empty() {
        let (taken, why) =
            (time(started.elapsed()), outlook.map_or(String::new(), |why| format!(" ({why})")));
        return Err(Error::Interrupted(format!("stopped after {taken}; {source} is not solved{why}")));
    }
    let interrupted = interrupted.load(Ordering::Relaxed);
    Ok(SolveReport { source, answers, each: args.each, interrupted })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::exam::{Known, Solved};
    use super::questions::Chosen;
    use super::*;
    use crate::error;

    /// A position is a number, and its score is half of it.
    struct Halves;

    impl Examinee for Halves {
        type Position = i32;

        fn new(_bytes: usize) -> Self {
            Halves
        }

        fn position(text: &str) -> Result<i32> {
            error::number(text, "a number")
        }

        fn read(line: &str) -> Result<(i32, Known)> {
            let (position, score) = line.split_once(' ').ok_or_else(|| Error::usage("two numbers"))?;
            let score = error::number(score, "a score")?;
            Ok((Self::position(position)?, Known { score, best: vec!["half".into()] }))
        }

        fn games(_: &str, _: &Chosen) -> Result<Vec<(u64, i32)>> {
            Err(Error::usage("there are no games of halves"))
        }

        fn solve(&mut self, position: &i32, _: &Budget) -> Option<Solved> {
            Some(Solved { score: position / 2, best: "half".into(), nodes: *position as u64 })
        }
    }

    fn examined(text: &str, each: bool) -> Result<SolveReport> {
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
    fn answers_are_counted_and_wrong_ones_are_listed() {
        let report = examined("10 5\n\n20 11\n60 30\n", false).unwrap();
        assert_eq!((report.wrong(), report.mean_nodes(), report.median_nodes()), (1, 30.0, 20));
        let text = report.text();
        assert!(text.starts_with("line     3   +10 by half"), "{text}");
        assert!(text.contains("WRONG: it is +11 by half\n") && !text.contains("line     1"), "{text}");
        assert!(
            text.contains("3 positions, 2 right, 1 wrong; nodes: mean 30.0, median 20; CPU time: mean "),
            "{text}"
        );
        assert_eq!(report.json()["answers"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            examined("10 5\n20 10", true).unwrap().json()["answers"].as_array().map(Vec::len),
            Some(2)
        );
    }

    #[test]
    fn an_error_names_the_line() {
        let error = format!("{:#}", examined("10 5\n20 ten\n", false).err().unwrap());
        assert!(error.contains(" line 2: 'ten' is not a score: invalid digit"), "{error}");
        let error = format!("{:#}", examined("\n", false).err().unwrap());
        assert!(error.ends_with(" has no positions"), "{error}");
    }
}
