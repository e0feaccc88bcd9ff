//! `arena solve`: a game's exact solver on a position, or against a file of
//! positions whose scores are known.
//!
//! A game joins in with an [`Examinee`] and a line in [`EXAMINEES`]; all the
//! rest is the same for every game. Every position is solved from scratch, as
//! if it were the only one, and the time that counts is the CPU's.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clock::{Budget, Deadline, process};
use game::Game;
use game::error::quote;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cli::SolveArgs;
use crate::text::{rate, time};

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

/// One position's.
struct Answer {
    line: usize,
    /// Nothing, if it was the user's own question.
    known: Option<Known>,
    solved: Solved,
    time: Duration,
}

impl Answer {
    fn is_right(&self) -> bool {
        self.known.as_ref().is_none_or(|Known { score, best }| {
            self.solved.score == *score && (best.is_empty() || best.contains(&self.solved.best))
        })
    }

    fn text(&self) -> String {
        let Solved { score, best, nodes } = &self.solved;
        let taken = time(self.time);
        let verdict = match &self.known {
            Some(known) if !self.is_right() => format!("  WRONG: it is {known}"),
            _ => String::new(),
        };
        format!("line {:>5}  {score:>+4} by {best:<4} {nodes:>12} nodes {taken:>10}{verdict}\n", self.line)
    }

    fn json(&self) -> Value {
        json!({
            "line": self.line,
            "expected": self.known.as_ref().map(|known| known.score),
            "expected_best": self.known.as_ref().map(|known| &known.best),
            "score": self.solved.score,
            "best": self.solved.best,
            "nodes": self.solved.nodes,
            "cpu_seconds": self.time.as_secs_f64(),
        })
    }
}

/// All answers, and what they are worth.
pub struct Report {
    /// The file, or the position.
    source: String,
    answers: Vec<Answer>,
    /// Is every position told, or only those that went wrong?
    each: bool,
}

impl Report {
    /// Answers that are not the known ones.
    pub fn wrong(&self) -> usize {
        self.answers.iter().filter(|answer| !answer.is_right()).count()
    }

    fn nodes(&self) -> u64 {
        self.answers.iter().map(|answer| answer.solved.nodes).sum()
    }

    fn time(&self) -> Duration {
        self.answers.iter().map(|answer| answer.time).sum()
    }

    fn mean_nodes(&self) -> f64 {
        self.nodes() as f64 / self.answers.len() as f64
    }

    fn mean_time(&self) -> Duration {
        self.time() / self.answers.len() as u32
    }

    fn median_nodes(&self) -> u64 {
        median(self.answers.iter().map(|answer| answer.solved.nodes))
    }

    fn median_time(&self) -> Duration {
        median(self.answers.iter().map(|answer| answer.time))
    }

    /// For people.
    pub fn text(&self) -> String {
        if let [answer @ Answer { known: None, solved, .. }] = self.answers.as_slice() {
            let wins = match solved.score {
                1.. => format!("the side to move wins with {}", solved.best),
                0 => format!("a draw, with {}", solved.best),
                _ => "the side to move loses".to_string(),
            };
            let (nodes, taken) = (solved.nodes, time(answer.time));
            return format!(
                "{}: {wins} (score {:+}); {nodes} nodes in {taken} of CPU time\n",
                self.source, solved.score
            );
        }
        let told = self.answers.iter().filter(|answer| self.each || !answer.is_right());
        let mut text: String = told.map(Answer::text).collect();
        text.push_str(&format!(
            "{}: {} positions, {} right, {} wrong; nodes {:.1} in the mean, {} in the middle; \
             CPU time {:.2?} in the mean, {:.2?} in the middle; {} nodes/s\n",
            self.source,
            self.answers.len(),
            self.answers.len() - self.wrong(),
            self.wrong(),
            self.mean_nodes(),
            self.median_nodes(),
            self.mean_time(),
            self.median_time(),
            rate(self.nodes(), self.time()),
        ));
        text
    }

    /// For machines.
    pub fn json(&self) -> Value {
        let own = |answer: &Answer| answer.known.is_none();
        let told = self.answers.iter().filter(|answer| self.each || own(answer) || !answer.is_right());
        json!({
            "source": self.source,
            "positions": self.answers.len(),
            "wrong": self.wrong(),
            "mean_nodes": self.mean_nodes(),
            "median_nodes": self.median_nodes(),
            "mean_cpu_seconds": self.mean_time().as_secs_f64(),
            "median_cpu_seconds": self.median_time().as_secs_f64(),
            "answers": told.map(Answer::json).collect::<Vec<_>>(),
        })
    }
}

/// The middle one; of two, the greater.
fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}

/// The position, if the game is not over in it.
fn unfinished<G: Game>(state: G) -> Result<G> {
    ensure!(state.outcome().is_none(), "the game is over in {state}");
    Ok(state)
}

/// Lines of a position and its score: `4223133755 8`, or any other position
/// that the game reads.
struct Connect4<B>(connect4::Solver<B>);

impl<B: connect4::Class> Examinee for Connect4<B> {
    type Position = connect4::Position<B>;

    fn new(bytes: usize) -> Self {
        Connect4(connect4::Solver::new(bytes))
    }

    fn position(text: &str) -> Result<Self::Position> {
        unfinished(text.parse()?)
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        self.0.clear();
        let mut deadline = Deadline::start(&Budget::default());
        let solution = self.0.solve(position, &mut deadline).expect("a game that goes on, and no limit");
        Solved { score: solution.score, best: position.move_text(solution.best), nodes: solution.nodes }
    }
}

/// Lines of an OBF file.
struct Othello(othello::search::Solver<'static>);

impl Examinee for Othello {
    type Position = othello::State;

    fn new(bytes: usize) -> Self {
        let options = othello::search::Options { table_bytes: bytes, ..Default::default() };
        Othello(othello::search::Solver::new(options, othello::eval::Weights::shipped()))
    }

    fn position(text: &str) -> Result<Self::Position> {
        unfinished(text.parse()?)
    }

    fn read(line: &str) -> Result<(Self::Position, Known)> {
        let othello::obf::Line { state, score, best } = line.parse()?;
        let state = unfinished(state)?;
        let score = score.context("a line is a position, a semicolon and its score, or moves with theirs")?;
        Ok((state, Known { score, best: best.into_iter().map(|m| state.move_text(m)).collect() }))
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        self.0.forget();
        let limits = othello::search::Limits::NONE;
        let deadline = Deadline::start(&Budget::default());
        let report = self.0.search(position, &limits, deadline).expect("a game that goes on");
        Solved { score: report.score, best: position.move_text(report.best), nodes: report.nodes }
    }
}

/// Lines of a position and 1 for a win, −1 for a loss: `4x4 -1`.
struct Nogo {
    bytes: usize,
}

impl Examinee for Nogo {
    type Position = nogo::State;

    fn new(bytes: usize) -> Self {
        Nogo { bytes }
    }

    fn position(text: &str) -> Result<Self::Position> {
        unfinished(text.parse()?)
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        let mut solver = nogo::Solver::new(self.bytes);
        let verdict = solver.solve(position);
        let best = verdict.best.expect("a game that goes on");
        let score = if verdict.wins { 1 } else { -1 };
        Solved { score, best: position.move_text(best), nodes: solver.nodes() }
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

    #[test]
    fn othello_reads_obf() {
        let start = othello::State::start();
        let (position, known) = Othello::read(&format!("{start}; F5:+0; D3:+0")).unwrap();
        assert_eq!((position, known.to_string().as_str()), (start, "+0 by f5 or d3"));
        let error = |line: &str| format!("{:#}", Othello::read(line).unwrap_err());
        assert!(error(&start.to_string()).starts_with("a line is a position, a semicolon and its score"));
        assert!(error("XO").contains("it ends before c1"), "{}", error("XO"));
        assert!(error(&format!("{} X; +64", "X".repeat(64))).starts_with("the game is over in XXX"));
    }

    #[test]
    fn connect_4_reads_what_its_notation_says() {
        let read =
            |line| Connect4::<u64>::read(line).map(|(position, known)| (position.to_string(), known.score));
        let grid = "......./......./......./......./......./.xo....".to_string();
        assert_eq!(read("23 -7").unwrap(), (grid, -7));
        for (line, why) in [
            ("4455", "a line is a position and its score"),
            ("4455 x", "'x' is no score: invalid digit found in string"),
            ("4459 1", "position '4459': move 4: move '9': a move is a column, 1 to 7"),
            ("1212121 0", "the game is over in ......./......./x....../xo...../xo...../xo....."),
        ] {
            assert_eq!(format!("{:#}", read(line).unwrap_err()), why);
        }
    }
}
