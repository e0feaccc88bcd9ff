//! The engine: budgets, threads, choices, names.

use std::time::Duration;

use clock::Budget;
use game::{Decision, Engine, GameOver, History, Kind, Strategies};
use tictactoe::State;

use super::*;
use crate::engine::Mcts;
use crate::options::Choice;
use crate::preset;

fn engine(options: Options) -> impl Engine<State> {
    Mcts::new(options, ucb1(), (Full::new(Uniform), Priors(Even))).unwrap()
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let dump = |seed, graph| {
        let options = Options { seed, graph, ..Options::default() };
        searched(State::start(), options, 3000).tree().snapshot(9, 1).text(&State::start())
    };
    for graph in [false, true] {
        assert_eq!(dump(7, graph), dump(7, graph));
        assert_ne!(dump(7, graph), dump(8, graph));
    }
}

/// The decision as text, without the elapsed time.
fn content<M: std::fmt::Debug>(decision: Decision<M>) -> String {
    format!("{:?}", Decision { elapsed: Duration::ZERO, ..decision })
}

#[test]
fn progress_reports_equal_shorter_searches_and_do_not_change_the_result() {
    let history = History::new(State::start());
    let options = || Options { solver: false, ..Options::default() };
    let mut thoughts = Vec::new();
    let mut watch = |thought: &dyn Fn() -> _| thoughts.push(thought());
    let watched = engine(options()).think(&history, &Budget::simulations(2000), &mut watch).unwrap();
    let decided =
        |simulations| content(engine(options()).decide(&history, &Budget::simulations(simulations)).unwrap());
    assert_eq!(content(watched), decided(2000));
    assert!(thoughts.len() >= 5, "{}", thoughts.len());
    for thought in thoughts.into_iter().rev().take(10) {
        assert_eq!(decided(thought.simulations), content(thought));
    }
}

#[test]
fn the_number_of_simulations_is_exact_however_leaves_are_expanded() {
    use crate::options::Expansion;
    for expansion in
        [Expansion::One { at_visit: 1 }, Expansion::All { at_visit: 1 }, Expansion::All { at_visit: 3 }]
    {
        for simulations in [1, 2, 5, 10, 100, 1001] {
            let options = Options { expansion, solver: false, memory: 40 << 10, ..Options::default() };
            assert_eq!(searched(State::start(), options, simulations).tree().simulations(), simulations);
        }
    }
}

#[test]
fn a_finished_game_is_refused() {
    let history = History::new("xxx/oo./...".parse().unwrap());
    let refused = engine(Options::default()).decide(&history, &Budget::simulations(10));
    assert_eq!(refused.unwrap_err(), GameOver);
}

#[test]
fn a_budget_of_zero_still_gives_a_legal_move() {
    let history = History::new(State::start());
    for budget in [Budget::simulations(0), Budget::nodes(0), Budget::wall(Duration::ZERO)] {
        for threads in [1, 2] {
            let options = Options { threads, ..Options::default() };
            let decision = engine(options).decide(&history, &budget).unwrap();
            assert!(State::start().is_legal(decision.chosen));
        }
    }
}

#[test]
fn the_only_move_is_played_at_once() {
    let history = History::new("xox/oox/x.o".parse().unwrap());
    let decision =
        engine(Options::default()).decide(&history, &Budget::wall(Duration::from_secs(5))).unwrap();
    assert_eq!(decision.simulations, 0);
}

#[test]
fn a_choice_that_nothing_can_change_ends_the_search_early() {
    // One move wins; without the solver the search only sees that it leads.
    let history = History::new("xx./oo./...".parse().unwrap());
    let options = Options { solver: false, memory: 4 << 20, ..Options::default() };
    let wall = Duration::from_millis(1500);
    let decision = engine(options.clone()).decide(&history, &Budget::wall(wall)).unwrap();
    assert!(decision.elapsed < wall * 9 / 10, "{:?} of {wall:?}", decision.elapsed);
    let exhaustive = Budget { exhaustive: true, ..Budget::wall(Duration::from_millis(100)) };
    let decision = engine(options.clone()).decide(&history, &exhaustive).unwrap();
    assert!(
        decision.elapsed > Duration::from_millis(40),
        "all of it is used when asked: {:?}",
        decision.elapsed
    );
    let robust = Options { choice: Choice::Robust, ..options };
    let decision = engine(robust).decide(&history, &Budget::wall(wall)).unwrap();
    assert!(decision.elapsed < wall * 9 / 10, "{:?} of {wall:?}", decision.elapsed);
}

#[test]
fn final_choices_differ_as_documented() {
    for seed in 0..30 {
        let options = Options { seed, solver: false, ..Options::default() };
        let search = searched(State::start(), options, 120);
        let by_visits = search.tree().moves(Choice::Visits);
        let by_value = search.tree().moves(Choice::Value);
        assert!(by_visits.is_sorted_by(|a, b| a.visits >= b.visits));
        assert!(by_value.is_sorted_by(|a, b| a.value >= b.value));
    }
}

fn strategies() -> Strategies<State> {
    Strategies::new(vec![preset::Uct::new().tactics().evaluation().heuristic().strategy()])
}

#[test]
fn every_word_of_every_parameter_plays_a_legal_game() {
    let mut specs = Vec::new();
    for param in preset::params() {
        match param.kind {
            Kind::Choice(words) => specs.extend(words.iter().map(|w| format!("uct:{}={w}", param.name))),
            _ => specs.push(format!("uct:{}={}", param.name, param.default)),
        }
    }
    for select in ["ucb1", "tuned", "puct", "rave"] {
        for playout in ["uniform", "weighted", "decisive", "mast", "truncated"] {
            for rest in ["graph=on", "expand=all,fpu=value", "threads=2", "reference=30,bias=0.5"] {
                specs.push(format!("uct:select={select},playout={playout},{rest}"));
            }
        }
    }
    for spec in specs {
        let mut engine = strategies().build(&spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        let mut history = History::new(State::start());
        while history.state().outcome().is_none() {
            let decision = engine.decide(&history, &Budget::simulations(300)).unwrap();
            history.play(decision.chosen).unwrap_or_else(|e| panic!("{spec}: {e}"));
        }
    }
}

#[test]
fn the_error_of_a_bad_spec_lists_what_exists() {
    let error = |spec: &str| strategies().build(spec).err().unwrap().to_string();
    assert_eq!(error("alpha"), "tictactoe has no strategy 'alpha'; there are: uct");
    assert!(error("uct:d=3").contains("has no parameter 'd'; there are: c=0.0..100.0, sims="));
    assert_eq!(error("uct:c=-1"), "c='-1' is not accepted; use 0.0..100.0");
    assert_eq!(error("uct:c=NaN"), "c='NaN' is not accepted; use 0.0..100.0");
    assert_eq!(error("uct:select=best"), "select='best' is not accepted; use ucb1|tuned|puct|rave");
    assert_eq!(error("uct:threads=2,graph=on"), "graph=on goes with threads=1");
    assert_eq!(error("uct:c"), "'c' is not of the form key=value");
    assert_eq!(error("uct:c=1,c=2"), "'c' is given twice");
    assert_eq!(error("uct:memory=0"), "memory='0' is not accepted; use 1..65536");
    assert!(!error("uct:\n\n=").contains('\n'), "one line, whatever comes in");
}

#[test]
fn the_tree_is_printed_as_text_and_graph() {
    for graph in [false, true] {
        let options = Options { graph, solver: false, ..Options::default() };
        let search = searched(State::start(), options, 200);
        let text = search.tree().snapshot(2, 1).text(&State::start());
        assert!(text.starts_with(".../.../...  200 visits"), "{text}");
        assert!(text.lines().any(|line| line.starts_with("  b2  ")), "{text}");
        assert!(text.lines().any(|line| line.starts_with("    ")), "{text}");
        assert!(!text.lines().any(|line| line.starts_with("      ")), "no deeper than asked: {text}");
        let dot = search.tree().snapshot(2, 1).dot(&State::start());
        assert!(dot.starts_with("digraph tree {") && dot.ends_with("}\n"), "{dot}");
        assert_eq!(dot.matches("n0 -> ").count(), 9, "{dot}");
    }
}
