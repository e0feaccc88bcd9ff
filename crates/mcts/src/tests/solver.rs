//! The solver proves only what is true, and soon.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clock::Budget;
use game::example::{Nim, RandomTree};
use game::{Game, Outcome, Rng, Side};
use tictactoe::State;

use super::*;
use crate::options::Expansion;
use crate::playout::{Playout, Trace};
use crate::select::{ImplicitMinimax, Puct, Rave, Ucb1Tuned};

/// Checks the bounds of every node of a tree.
fn nothing_false<G: Game, S: Select>(tree: &Tree<G, S>, truth: &mut Truth<G>) {
    walk(tree, |state, _, node| {
        // The bounds are for the side that moved into the node.
        let actual = -truth.of(state).outcome;
        let bounds = node.bounds();
        assert!(
            bounds.lower <= actual && actual <= bounds.upper,
            "{state} is a {actual} for its chooser, not {bounds:?}"
        );
    });
}

fn option_sets() -> Vec<Options> {
    let plain = Options::default();
    vec![
        plain.clone(),
        Options { lookahead: false, ..plain.clone() },
        Options { graph: true, ..plain.clone() },
        Options { graph: true, lookahead: false, ..plain.clone() },
        Options { expansion: Expansion::All { at_visit: 1 }, ..plain.clone() },
        Options { expansion: Expansion::One { at_visit: 4 }, ..plain.clone() },
        Options { expansion: Expansion::All { at_visit: 2 }, graph: true, ..plain },
    ]
}

#[test]
fn nothing_false_is_ever_proven_of_any_position_of_tictactoe() {
    let mut truth = Truth::new();
    let positions = all_positions();
    assert_eq!(positions.len(), 5478);
    let open = positions.iter().filter(|state| state.outcome().is_none());
    for (i, &state) in open.enumerate() {
        let seed = i as u64;
        // Run to the end, as a tree and as a graph …
        for graph in [false, true] {
            let search = searched(state, Options { seed, graph, ..Options::default() }, 1_000_000);
            nothing_false(search.tree(), &mut truth);
            let proof = search.tree().proof().expect("a finite game is proven in the end");
            assert_eq!(proof.outcome, truth.of(&state).outcome, "{state}");
        }
        // … and stopped early at different points, with all options in turn.
        let set_ups = option_sets();
        let options = Options { seed, ..set_ups[i % set_ups.len()].clone() };
        nothing_false(searched(state, options, 10 + seed % 300).tree(), &mut truth);
    }
}

#[test]
fn every_selection_rule_proves_the_same() {
    let mut truth = Truth::new();
    fn check<S: Select>(select: S, truth: &mut Truth<RandomTree>) {
        for seed in 0..60 {
            let state = RandomTree::new(seed);
            for options in option_sets() {
                let search = Search::new(state, options, select.clone(), (Full::new(Uniform), Priors(Even)));
                let mut search = search.unwrap();
                search.run(&Budget::simulations(500_000));
                nothing_false(search.tree(), truth);
                let proof = search.tree().proof().expect("a finite game is proven in the end");
                assert_eq!(proof.outcome, truth.of(&state).outcome, "{state}");
            }
        }
    }
    let fpu = Fpu::First;
    check(ucb1(), &mut truth);
    check(ImplicitMinimax { c: 0.5, weight: 0.3 }, &mut truth);
    check(Ucb1 { c: 0.5, fpu: Fpu::Parent(0.1), bias: 1.0 }, &mut truth);
    check(Ucb1Tuned { c: 1.0, fpu }, &mut truth);
    check(Puct { c: 2.0, fpu: Fpu::Value(0.0) }, &mut truth);
    check(Rave { c: 0.5, bias: 0.3, reference: 0, fpu, trust: 0.0, minimax: 0.0 }, &mut truth);
    check(
        Rave { c: 0.5, bias: 0.3, reference: 20, fpu: Fpu::Value(0.2), trust: 0.0, minimax: 0.0 },
        &mut truth,
    );
}

#[test]
fn nim_is_proven_as_the_theory_says() {
    for heaps in [[1, 2, 3], [3, 4, 5], [2, 2, 0], [1, 1, 1], [2, 4, 6]] {
        for graph in [false, true] {
            let nim = Nim::new(heaps, Side::First).unwrap();
            let search = searched(nim, Options { graph, ..Options::default() }, 3_000_000);
            let won = search.tree().proof().map(|p| p.outcome == Outcome::Win);
            assert_eq!(won, Some(nim.is_won()), "{nim}, graph: {graph}");
        }
    }
}

/// Proves positions with few legal moves.
#[derive(Clone)]
struct Oracle {
    moves_left: usize,
    asked: Arc<AtomicU64>,
}

impl<G: Game> Prover<G> for Oracle {
    fn prove(&mut self, state: &G, _visits: u32) -> Option<game::Proof> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        (moves.len() <= self.moves_left).then(|| game::example::minimax(state))
    }
}

#[test]
fn what_a_prover_proves_needs_no_simulations() {
    let mut truth = Truth::new();
    let simulations = |moves_left, solver, graph, truth: &mut Truth<State>| {
        let asked = Arc::new(AtomicU64::new(0));
        let oracle = Oracle { moves_left, asked: Arc::clone(&asked) };
        let options = Options { solver, graph, ..Options::default() };
        let guide = Proving { guide: Priors(Even), prover: oracle };
        let mut search = Search::new(State::start(), options, ucb1(), (Full::new(Uniform), guide)).unwrap();
        search.run(&Budget::simulations(20_000));
        nothing_false(search.tree(), truth);
        assert_eq!(asked.load(Ordering::Relaxed) > 0, solver, "without the solver the prover is not asked");
        let proof = search.tree().proof();
        assert_eq!(proof.is_some(), solver);
        assert!(proof.is_none_or(|proof| proof.outcome == Outcome::Draw && proof.plies == 9), "{proof:?}");
        search.tree().simulations()
    };
    for graph in [false, true] {
        let alone = simulations(0, true, graph, &mut truth);
        let guided = simulations(6, true, graph, &mut truth);
        assert!(4 * guided < alone, "{guided} simulations instead of {alone}");
        assert_eq!(simulations(6, false, graph, &mut truth), 20_000);
    }
}

/// A playout that counts how often it is asked.
#[derive(Clone)]
struct Counted(Arc<AtomicU64>);

impl Playout<State> for Counted {
    fn learns(&self) -> bool {
        false
    }

    fn run(&mut self, state: State, rng: &mut Rng, trace: &mut impl Trace<tictactoe::Cell>) -> f32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        Full::new(Uniform).run(state, rng, trace)
    }

    fn learn(&mut self, _first: Side, _moves: &[tictactoe::Cell], _value: f32) {}
}

#[test]
fn the_empty_board_is_a_draw_within_13_000_playouts() {
    for (graph, limit) in [(false, 13_000), (true, 7_000)] {
        for seed in 0..30 {
            let count = Arc::default();
            let options = Options { seed, graph, ..Options::default() };
            let playout = Counted(Arc::clone(&count));
            let mut search = Search::new(State::start(), options, ucb1(), (playout, Priors(Even))).unwrap();
            search.run(&Budget::simulations(100_000));
            let playouts = count.load(Ordering::Relaxed);
            let proof = search.tree().proof().map(|p| p.outcome);
            assert_eq!(proof, Some(Outcome::Draw), "seed {seed}, graph {graph}");
            assert!(playouts <= limit, "{playouts} playouts with seed {seed}, graph {graph}");
        }
    }
}

#[test]
fn a_win_in_one_is_played_at_once_and_a_loss_is_delayed() {
    let win: State = "xx./oo./...".parse().unwrap();
    let decision = searched(win, Options::default(), 50).tree().decision(crate::Choice::Visits).unwrap();
    assert_eq!(win.move_text(decision.chosen), "c1");
    assert_eq!(decision.proof.map(|p| (p.outcome, p.plies)), Some((Outcome::Win, 1)));

    // X has two threats: O is lost, but not at X's next move.
    let lost: State = "x.x/.o./x.o".parse().unwrap();
    assert!(game::example::minimax(&lost).outcome == Outcome::Loss, "{lost}");
    let tree = searched(lost, Options::default(), 5000);
    let decision = tree.tree().decision(crate::Choice::Visits).unwrap();
    let longest = game::example::minimax(&lost);
    assert_eq!(decision.proof, Some(longest));
    let next = lost.play(decision.chosen).unwrap();
    assert_eq!(game::example::minimax(&next).plies + 1, longest.plies, "the longest way is taken");
}
