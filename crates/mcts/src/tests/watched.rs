//! A watched simulation reports what happened, and changes nothing.

use game::example::Nim;
use game::{Move, Outcome};
use tictactoe::State;

use super::*;
use crate::options::Expansion;
use crate::path::Leaf;
use crate::select::{Puct, Rave, Ucb1Tuned};

/// Makes simulations in two equal searches, watched in one of them, and checks what
/// it reports. Returns how many simulations had a playout, an expansion and a proof.
fn check<G: Game, S: Select>(start: G, options: Options, select: S) -> [usize; 3] {
    let search =
        || Search::new(start, options.clone(), select.clone(), (Full::new(Uniform), Priors(Even))).unwrap();
    let (mut watched, mut plain) = (search(), search());
    let mut seen = [0; 3];
    for _ in 0..600 {
        if plain.tree().is_proven() {
            break;
        }
        let expected = watched.tree().root().visits;
        let before = watched.tree().root().sum;
        let simulation = watched.step();
        plain.simulate();
        let root = watched.tree().root();
        assert_eq!((root.visits, root.sum), (plain.tree().root().visits, plain.tree().root().sum));
        // Every move of the path is legal, and its node is the next one.
        let mut state = start;
        for (depth, level) in simulation.levels.iter().enumerate() {
            assert!(state.is_legal(level.chosen), "{state}");
            assert!(level.moves.iter().any(|m| m.played == level.chosen));
            assert!(depth > 0 || level.visits == expected);
            // The move with the best score is chosen, unless one comes before all.
            let best = level.moves.iter().filter_map(|m| m.score).fold(f32::NEG_INFINITY, f32::max);
            let chosen = level.moves.iter().find(|m| m.played == level.chosen).unwrap();
            // Siblings of a new leaf are visited without another selection.
            if let (Some(score), Expansion::One { .. }) = (chosen.score, options.expansion) {
                assert!(score >= best - 1e-3 * best.abs().max(1.0), "{score} of {best}");
            }
            state.play_unchecked(level.chosen);
        }
        if simulation.leaf == Leaf::Open {
            assert!(state.outcome().is_none());
            for &m in &simulation.playout {
                assert!(state.is_legal(m));
                state.play_unchecked(m);
            }
            let outcome = state.outcome().expect("a full playout ends the game");
            let plies = simulation.levels.len() + simulation.playout.len();
            let value = if plies.is_multiple_of(2) { outcome.value() } else { -outcome.value() };
            assert_eq!(simulation.value, value);
            // The root counts for the side that does not move there.
            assert_eq!(root.sum, before - f64::from(value));
        }
        for proven in &simulation.proven {
            assert!(proven.depth <= simulation.levels.len());
        }
        seen[0] += usize::from(!simulation.playout.is_empty());
        seen[1] += usize::from(simulation.expanded.is_some());
        seen[2] += usize::from(!simulation.proven.is_empty());
    }
    seen
}

#[test]
fn a_watched_simulation_is_the_same_and_reports_what_happened() {
    let start = State::start();
    let mut total = 0;
    let all = Options { expansion: Expansion::All { at_visit: 2 }, ..Options::default() };
    for options in [Options::default(), Options { graph: true, ..Options::default() }, all] {
        let [playouts, expansions, proofs] = check(start, options, ucb1());
        assert!(playouts > 300 && expansions > 30, "{playouts}, {expansions}");
        total += proofs;
    }
    assert!(total > 10, "{total} proofs");
    let puct = Puct { c: 1.5, fpu: Fpu::Parent(0.2) };
    let seen = check(start, Options { solver: false, ..Options::default() }, puct);
    assert!(seen[0] > 300, "{seen:?}");
    let rave = Rave { c: 0.3, bias: 0.5, reference: 0, fpu: Fpu::First, trust: 0.0, minimax: 0.0 };
    let seen = check(start, Options::default(), rave);
    assert!(seen[0] > 100, "{seen:?}");
    let seen = check(Nim::start(), Options::default(), ucb1());
    assert!(seen[2] > 5, "{seen:?}");
}

/// The formulas of UCB1-tuned and RAVE, from what is reported of each move.
#[test]
fn scores_follow_from_what_is_reported() {
    /// Compares the scores of 600 simulations; returns how many were compared.
    fn compare(select: impl Select, formula: impl Fn(f32, f32, f32, [f32; 2]) -> f32) -> u32 {
        let options = Options { solver: false, ..Options::default() };
        let mut search =
            Search::new(State::start(), options, select, (Full::new(Uniform), Priors(Even))).unwrap();
        let mut compared = 0;
        for _ in 0..600 {
            for level in search.step().levels {
                for m in level.moves {
                    let Some(score) = m.score else { continue };
                    let ln = (level.visits as f32).ln();
                    let expected = formula(ln, m.value, m.visits as f32, m.sums);
                    assert!((score - expected).abs() < 2e-3, "{score}, not {expected}: {m:?}");
                    compared += 1;
                }
            }
        }
        compared
    }
    let c = 1.4;
    let compared = compare(Ucb1Tuned { c, fpu: Fpu::First }, |ln, value, n, [squares, _]| {
        let variance = (squares / n - value * value).max(0.0);
        value + c * (ln / n * (variance + 4.0 * (2.0 * ln / n).sqrt()).min(1.0)).sqrt()
    });
    assert!(compared > 1000, "{compared} scores");
    let rave = Rave { c, bias: 0.5, reference: 0, fpu: Fpu::First, trust: 0.0, minimax: 0.0 };
    let compared = compare(rave, |ln, value, n, [sum, count]| {
        let beta = if count > 0.0 { count / (n + count + n * count) } else { 0.0 };
        let amaf = if count > 0.0 { sum / count } else { 0.0 };
        (1.0 - beta) * value + beta * amaf + c * (ln / n.max(1.0)).sqrt()
    });
    assert!(compared > 1000, "{compared} scores");
}

/// The last simulation of a proof names the root.
#[test]
fn the_proof_of_the_root_is_reported() {
    let mut search = uct("xx./oo./...".parse::<State>().unwrap(), Options::default());
    let simulation = search.step();
    let root = simulation.proven.iter().find(|proven| proven.depth == 0).expect("x wins at once");
    assert_eq!((root.proof.outcome, root.proof.plies), (Outcome::Win, 1));
    assert_eq!(simulation.value, 1.0);
}

#[test]
fn a_snapshot_is_the_top_of_the_tree() {
    for graph in [false, true] {
        let options = Options { graph, solver: false, ..Options::default() };
        let search = searched(State::start(), options, 5000);
        let tree = search.tree();
        let top = tree.snapshot(2, 10);
        assert_eq!((top.played, top.visits), (None, 5000));
        assert_eq!(top.children.len(), 9);
        assert!(top.children.is_sorted_by(|a, b| a.visits >= b.visits));
        for report in tree.moves(crate::Choice::Visits) {
            let child = top.children.iter().find(|child| child.played == Some(report.played)).unwrap();
            assert_eq!(u64::from(child.visits), report.visits);
            assert_eq!(-child.value, report.value, "for the other side");
            assert!(child.children.iter().all(|reply| reply.visits >= 10 && reply.children.is_empty()));
            assert!(child.children.len() <= 8 && child.played.unwrap().index() < 9);
        }
        assert!(tree.snapshot(0, 1).children.is_empty());
    }
}
