//! Log files: those of earlier versions, damaged ones, continued ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use contest::live::Live;
use contest::log::Lines;
use contest::{
    Contest, ContestKind, ContestReport, Entrant, FaultKind, Fixture, GameRecord, LogError, MoveLimits,
    RunOptions, Schedule, Shard, StrategyPlayers, Terms, TunedParam, Tuning, TuningPlan, Winner, log, run,
};
use game::conformance::is_one_line;
use game::{Playable, Side};
use tictactoe::State;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// A file in the system's temporary folder that is removed with the test.
struct File(PathBuf);

impl File {
    fn new() -> File {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        File(std::env::temp_dir().join(format!("contest-test-{}-{number}.jsonl", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The report of a log that an earlier version of the arena wrote. (The engines
/// of a tuning follow from its games; here they are taken from the log.)
fn report<G: Playable>(name: &str) -> ContestReport {
    let (header, games) = log::read(&data(name)).unwrap();
    let schedule = Schedule::<G>::new(header.terms.clone()).unwrap();
    let mut report = ContestReport::empty(header.terms.clone(), header.shard);
    for (&number, (_, record)) in &games {
        let mut fixture: Fixture = header.terms.fixture(number);
        if let ContestKind::Tune(_) = header.terms.kind {
            let mut specs = [record.first.clone(), record.second.clone()];
            if contest::Contender::side_of_a(fixture.game) == Side::Second {
                specs.swap(0, 1);
            }
            fixture.engines = specs.map(|spec| Entrant { spec, ..header.terms.engines[0].clone() });
        }
        let _ = report.add(&fixture, schedule.restore(&fixture, record).unwrap().result());
    }
    assert!(!report.is_incomplete());
    report
}

/// The fingerprints are those that the earlier version printed.
#[test]
fn logs_of_format_1_are_readable() {
    let tournament = report::<State>("tournament.jsonl");
    assert_eq!((tournament.games(), tournament.fingerprint()), (12, 0xd72d_4dc1_b521_cde3));
    let (_, games) = log::read(&data("tournament.jsonl")).unwrap();
    assert!(
        games.values().any(|(_, record)| record.winner == Winner::Draw),
        "it has the old word for a draw"
    );
    let forfeits = report::<State>("forfeits.jsonl");
    let late = forfeits.tallies[0].forfeits();
    assert_eq!(late.len(), 6);
    assert!(late.iter().all(|record| record.forfeit.kind == FaultKind::Late));
    // Simulations limited an engine that makes none; such a match can still be read.
    assert_eq!(report::<connect4::State>("nodes.jsonl").games(), 2);
    assert_eq!(report::<State>("tune.jsonl").games(), 4);
}

fn terms(games: u64) -> Terms {
    let limits = MoveLimits { sims: Some(20), ..MoveLimits::default() };
    let engines = ["uct:solver=off", "random"].map(|spec| Entrant::new(spec, limits.clone()));
    Terms::new::<State>(ContestKind::Match, engines.into(), games)
}

fn play(terms: Terms, jobs: usize, log: Option<&Path>) -> Result<ContestReport, contest::Error> {
    let contest = Contest::new(terms, StrategyPlayers::<State>::new())?;
    let stop = AtomicBool::new(false);
    let options = RunOptions { jobs, log, resume: true, stop: &stop };
    run::play_all(&contest, Shard::WHOLE, options, |_| ())
}

fn summary(report: &ContestReport) -> (u64, u64, [u64; 5]) {
    (report.games(), report.fingerprint(), report.tallies[0].pairs)
}

#[test]
fn a_log_that_was_cut_anywhere_is_continued() {
    let file = File::new();
    let whole = summary(&play(terms(6), 1, None).unwrap());
    assert_eq!(summary(&play(terms(6), 2, Some(&file.0)).unwrap()), whole);
    let bytes = fs::read(&file.0).unwrap();
    for cut in (0..=bytes.len()).step_by(61).chain([bytes.len()]) {
        fs::write(&file.0, &bytes[..cut]).unwrap();
        assert_eq!(summary(&play(terms(6), 2, Some(&file.0)).unwrap()), whole, "cut at {cut}");
        assert_eq!(log::read(&file.0).unwrap().1.len(), 6, "cut at {cut}");
    }
}

#[test]
fn a_finished_contest_can_be_made_longer_and_not_shorter() {
    let file = File::new();
    let whole = summary(&play(terms(10), 1, None).unwrap());
    for games in [4, 6, 10] {
        let report = play(terms(games), 2, Some(&file.0)).unwrap();
        assert_eq!((report.games(), report.is_incomplete()), (games, false));
    }
    let (header, games) = log::read(&file.0).unwrap();
    assert_eq!((header.terms.games, games.len()), (10, 10));
    assert_eq!(summary(&play(terms(10), 2, Some(&file.0)).unwrap()), whole);
    let bytes = fs::read(&file.0).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"games\":")).count(), 2, "{text}");
    let error = play(terms(6), 1, Some(&file.0)).err().unwrap();
    assert!(matches!(error, contest::Error::Log(LogError::Shorter { has: 10, wanted: 6, .. })), "{error}");
    assert_eq!(fs::read(&file.0).unwrap(), bytes, "the file is left as it is");
    let header = text.find('\n').unwrap() + 1;
    for cut in (header..=bytes.len()).step_by(97) {
        fs::write(&file.0, &bytes[..cut]).unwrap();
        assert_eq!(summary(&play(terms(10), 2, Some(&file.0)).unwrap()), whole, "cut at {cut}");
    }
    // A line that makes nothing longer, or an altered one, is refused.
    let twice = text.replacen("{\"games\":6", "{\"games\":8", 1);
    assert!(log::parse(twice.as_bytes(), &file.0).is_err());
    let line = text.lines().find(|line| line.starts_with("{\"games\":6")).unwrap();
    let again = format!("{text}{line}\n");
    let error = log::parse(again.as_bytes(), &file.0).unwrap_err().to_string();
    assert!(error.ends_with("6 games do not make the contest longer"), "{error}");
}

#[test]
fn games_with_a_proven_result_are_ended_and_restored() {
    let file = File::new();
    let limits = MoveLimits { nodes: Some(100_000), ..MoveLimits::default() };
    let engines = |specs: [&str; 2]| specs.map(|spec| Entrant::new(spec, limits.clone())).to_vec();
    let terms = |specs, adjudicate| {
        let terms = Terms::new::<State>(ContestKind::Match, engines(specs), 20);
        Terms { adjudicate, opening_plies: 1, ..terms }
    };
    // Both know at once that the game is drawn: one choice each, after the opening.
    let drawn = play(terms(["minimax", "minimax"], true), 1, Some(&file.0)).unwrap();
    assert_eq!((drawn.tallies[0].adjudicated, drawn.tallies[0].mean_plies()), (20, 3.0));
    assert_eq!(drawn.tallies[0].results(), [0, 20, 0]);
    let again = play(terms(["minimax", "minimax"], true), 1, Some(&file.0)).unwrap();
    assert_eq!(again.tallies, drawn.tallies);
    // A proof of one side alone that it does not lose ends nothing, one that it wins does.
    let specs = ["minimax", "random"];
    let [whole, short] = [false, true].map(|adjudicate| play(terms(specs, adjudicate), 1, None).unwrap());
    assert_eq!(whole.tallies[0].pairs, short.tallies[0].pairs, "the results are the same");
    let ended = short.tallies[0].adjudicated;
    assert!(ended > 2 && short.tallies[0].plies < whole.tallies[0].plies, "{ended}");
    assert_eq!(whole.tallies[0].adjudicated, 0);
    // The terms of another log do not allow it, nor does a record without a proof.
    let (header, games) = log::read(&file.0).unwrap();
    let (_, record) = &games[&0];
    let restore = |terms: Terms, record: &GameRecord| {
        Schedule::<State>::new(terms.clone()).unwrap().restore(&terms.fixture(0), record).is_ok()
    };
    assert!(restore(header.terms.clone(), record));
    assert!(!restore(Terms { adjudicate: false, ..header.terms.clone() }, record));
    assert!(!restore(header.terms.clone(), &GameRecord { proven: None, ..record.clone() }));
    assert!(!restore(header.terms.clone(), &GameRecord { adjudicated: false, ..record.clone() }));
}

#[test]
fn a_log_with_one_changed_byte_is_refused() {
    let file = File::new();
    play(terms(4), 1, Some(&file.0)).unwrap();
    let bytes = fs::read(&file.0).unwrap();
    for i in 0..bytes.len() - 1 {
        let mut changed = bytes.clone();
        changed[i] ^= 1;
        fs::write(&file.0, &changed).unwrap();
        assert!(log::read(&file.0).is_err(), "byte {i} is not missed");
        let error = play(terms(4), 1, Some(&file.0)).err().unwrap();
        assert!(matches!(error, contest::Error::Log(_)), "{error}");
        assert_eq!(fs::read(&file.0).unwrap(), changed, "the file is left as it is");
    }
}

/// The log with this text replaced, and with right checksums: FNV-1a over the header
/// and the record.
fn altered(name: &str, from: &str, to: &str) -> Vec<u8> {
    let text = fs::read_to_string(data(name)).unwrap();
    assert!(text.contains(from), "{from}");
    let text = text.replace(from, to);
    let (header, records) = text.split_once('\n').unwrap();
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sealed = records.lines().map(|line| {
        let (body, _) = line.rsplit_once(",\"check\"").unwrap();
        let check = header.bytes().chain(body.bytes()).fold(0xcbf2_9ce4_8422_2325, hash);
        format!("{body},\"check\":\"{check:016x}\"}}\n")
    });
    format!("{header}\n{}", sealed.collect::<String>()).into_bytes()
}

/// Fuzzing found it in a header: unknown words and other engines were printed as they
/// were, line ends included and without a limit.
#[test]
fn the_error_of_a_log_is_one_line_whatever_it_holds() {
    let strange = "a\\n\\r".repeat(1000);
    let read = |from: &str, to: String| log::parse(&altered("tournament.jsonl", from, &to), Path::new("log"));
    for (from, to) in [
        ("\"contest\":\"tournament\"", format!("\"contest\":\"{strange}\"")),
        ("\"winner\":\"first\"", format!("\"winner\":\"{strange}\"")),
    ] {
        let error = read(from, to).unwrap_err().to_string();
        assert!(is_one_line(&error), "{error}");
    }
    let (header, games) = read("\"first\":\"", format!("\"first\":\"{strange}")).unwrap();
    let schedule = Schedule::<State>::new(header.terms.clone()).unwrap();
    let record = &games[&0].1;
    let error = schedule.restore(&header.terms.fixture(0), record).unwrap_err().to_string();
    assert!(is_one_line(&error), "{error}");
}

#[test]
fn a_file_that_exists_is_not_replaced() {
    let file = File::new();
    fs::write(&file.0, "my notes\n").unwrap();
    let contest = Contest::new(terms(2), StrategyPlayers::<State>::new()).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions { log: Some(&file.0), ..RunOptions::new(&stop) };
    let error = run::play_all(&contest, Shard::WHOLE, options, |_| ()).unwrap_err();
    assert!(matches!(error, contest::Error::Log(LogError::Exists(_))), "{error}");
    let error = play(terms(2), 1, Some(&file.0)).unwrap_err();
    assert!(matches!(error, contest::Error::Log(LogError::NotALog(_))), "{error}");
    assert_eq!(fs::read(&file.0).unwrap(), b"my notes\n");
}

/// With one thread a stop set by the callback ends the run after that game; the
/// games that the log has behind it are still in the report.
#[test]
fn after_a_stop_the_games_of_the_log_are_reported() {
    let file = File::new();
    play(terms(10), 1, Some(&file.0)).unwrap();
    let text = fs::read_to_string(&file.0).unwrap();
    let kept: Vec<&str> =
        text.lines().enumerate().filter(|(i, _)| ![3, 4].contains(i)).map(|(_, l)| l).collect();
    fs::write(&file.0, kept.join("\n") + "\n").unwrap();
    let contest = Contest::new(terms(10), StrategyPlayers::<State>::new()).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions { jobs: 1, log: Some(&file.0), resume: true, stop: &stop };
    let report = run::play_all(&contest, Shard::WHOLE, options, |report| {
        stop.store(report.games() == 3, Ordering::Relaxed);
    })
    .unwrap();
    // Games 1 and 2 are from the log, game 3 is played, game 4 is not begun,
    // games 5 to 10 are from the log.
    assert_eq!((report.games(), report.is_interrupted()), (9, true));
}

/// The contest of a log, line by line as a reader sees it while it grows.
fn followed(bytes: &[u8], mut each: impl FnMut(&Live<State>)) -> Live<State> {
    let mut parts = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut lines = Lines::after(parts.next().unwrap(), Path::new("log")).unwrap();
    let mut live = Live::new(lines.header(), None).unwrap();
    for part in parts {
        match lines.read(part).unwrap() {
            Some((number, record)) => live.add(lines.line(), number, record).unwrap(),
            None => live.make_longer(lines.header().terms.games),
        }
        each(&live);
    }
    live
}

#[test]
fn a_log_that_is_followed_gives_the_report_of_its_contest() {
    let file = File::new();
    let tournament = ContestKind::Tournament { gauntlet: false };
    let sprt = ContestKind::Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05 };
    for (kind, games) in [(ContestKind::Match, 12), (tournament, 12), (sprt, 400)] {
        let _ = fs::remove_file(&file.0);
        let report = play(Terms { kind, ..terms(games) }, 2, Some(&file.0)).unwrap();
        let mut seen = 0;
        let live = followed(&fs::read(&file.0).unwrap(), |live| {
            assert!(live.report().games() >= seen, "the report grows");
            seen = live.report().games();
        });
        assert_eq!(live.report().tallies, report.tallies);
        assert_eq!(live.report().verdict, report.verdict);
        let course = live.course();
        assert!(course.is_sorted_by_key(|point| point.games));
        if let ContestKind::Sprt { .. } = report.terms.kind {
            assert!(report.verdict.is_some() && report.games() < 400, "the test ends early");
            let last = course.last().unwrap();
            assert_eq!(last.games, report.games());
            let test = report.terms.kind.test().unwrap();
            assert_eq!(last.llr, Some(test.llr(&report.tallies[0].pairs)));
            assert!(course.iter().rev().skip(1).all(|point| test.bounds()[1] > point.llr.unwrap()));
        }
    }
}

#[test]
fn a_tuning_that_is_followed_has_the_path_of_the_tuning() {
    let file = File::new();
    let param = TunedParam { name: "c".into(), range: [0.0, 2.0], start: 1.4, whole: false };
    let plan = TuningPlan { params: vec![param], steps: 5, spread: 0.1, gain: 1.0 };
    let limits = MoveLimits { sims: Some(15), ..MoveLimits::default() };
    let engines = vec![Entrant::new("uct", limits); 2];
    let terms = Terms::new::<State>(ContestKind::Tune(plan), engines, 4);
    let contest = Contest::new(terms, StrategyPlayers::<State>::new()).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions { jobs: 2, log: Some(&file.0), resume: true, stop: &stop };
    let tuned = Tuning::play(&contest, options, |_, _| ()).unwrap();
    let live = followed(&fs::read(&file.0).unwrap(), |_| ());
    let found = live.tuning().unwrap();
    assert_eq!((found.path.len(), &found.path), (6, &tuned.path));
    assert_eq!((live.report().fingerprint(), live.waiting()), (tuned.report.fingerprint(), 0));
    // An earlier version wrote this one.
    let old = followed(&fs::read(data("tune.jsonl")).unwrap(), |_| ());
    assert_eq!((old.report().games(), old.tuning().unwrap().steps()), (4, 2));
}

/// The games of a test count in their order, whichever ends first.
#[test]
fn a_game_waits_for_the_one_before_it() {
    let file = File::new();
    let sprt = ContestKind::Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05 };
    play(Terms { kind: sprt, ..terms(8) }, 1, Some(&file.0)).unwrap();
    let text = fs::read_to_string(&file.0).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(1, 3);
    let mut waiting = Vec::new();
    followed((lines.join("\n") + "\n").as_bytes(), |live| {
        waiting.push((live.report().games(), live.waiting()));
    });
    assert_eq!(waiting[..3], [(0, 1), (0, 2), (3, 0)]);
}
