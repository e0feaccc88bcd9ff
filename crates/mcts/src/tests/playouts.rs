//! Playouts are unbiased, and each policy does what it documents.

use clock::Budget;
use game::example::RandomTree;
use game::{Evaluate, Heuristic, Move, Rng, Side};
use tictactoe::{Cell, State};

use super::*;
use crate::playout::{Decisive, Mast, Playout, Policy, Truncated, Weighted};

fn mean_value<P: Playout<State>>(mut playout: P, state: State, games: u32) -> f64 {
    let mut rng = Rng::with_seed(11);
    let sum: f64 = (0..games).map(|_| f64::from(playout.run(state, &mut rng, &mut ()))).sum();
    sum / f64::from(games)
}

#[test]
fn uniform_playouts_have_the_exact_expected_value() {
    // Over all orders of play with equal chances at each ply: the first side
    // wins 737/1260 and loses 121/420 of the games.
    let exact = 737.0 / 1260.0 - 121.0 / 420.0;
    let mean = mean_value(Full::new(Uniform), State::start(), 200_000);
    assert!((mean - exact).abs() < 0.01, "{mean} for {exact}");
}

#[test]
fn values_are_for_the_side_to_move() {
    let x_wins: State = "xx./.../oo.".parse().unwrap();
    assert!(mean_value(Full::new(Decisive(Uniform)), x_wins, 10) == 1.0);
    let o_wins: State = "oo./x../xx.".parse().unwrap();
    assert_eq!(o_wins.side(), Side::Second);
    assert!(mean_value(Full::new(Decisive(Uniform)), o_wins, 10) == 1.0);
}

#[test]
fn decisive_playouts_win_else_block() {
    let mut rng = Rng::with_seed(1);
    let text = |position: &str, rng: &mut Rng| {
        let state: State = position.parse().unwrap();
        state.move_text(Decisive(Uniform).choose(&state, rng))
    };
    for _ in 0..20 {
        assert_eq!(text("xx./oo./...", &mut rng), "c1", "a win comes before a block");
        assert_eq!(text("x../oo./x..", &mut rng), "c2", "a block comes before the rest");
    }
}

#[test]
fn weighted_playouts_choose_in_proportion() {
    let mut policy = Weighted::default();
    let mut rng = Rng::with_seed(3);
    let state = State::start();
    let mut counts = [0u32; Cell::COUNT];
    for _ in 0..26_000 {
        counts[policy.choose(&state, &mut rng).index()] += 1;
    }
    for (i, &count) in counts.iter().enumerate() {
        // The weights are lines through the cell: 24 in all.
        let expected = state.weight(Cell::from_index(i).unwrap()) / 24.0 * 26_000.0;
        assert!((count as f32 - expected).abs() < 5.0 * expected.sqrt(), "{count} for {expected}");
    }
}

#[test]
fn mast_prefers_moves_that_have_won() {
    let mut policy = Mast::new(0.1);
    let mut rng = Rng::with_seed(3);
    let state = State::start();
    let cells: Vec<Cell> = (0..9).filter_map(Cell::from_index).collect();
    for _ in 0..10 {
        policy.learn(Side::First, &[cells[4], cells[0]], 1.0);
        policy.learn(Side::First, &[cells[1], cells[4]], -1.0);
    }
    let draws =
        (0..1000).filter(|_| Policy::<State>::choose(&mut policy, &state, &mut rng) == cells[4]).count();
    assert!((880..990).contains(&draws), "nine times in ten and a ninth of the rest: {draws}");
    let reply = state.play(cells[8]).unwrap();
    let draws =
        (0..1000).filter(|_| Policy::<State>::choose(&mut policy, &reply, &mut rng) == cells[4]).count();
    assert!(draws > 880, "and the other side what has won for it: {draws}");
}

#[test]
fn a_truncated_playout_ends_in_the_evaluation_or_before() {
    let mut rng = Rng::with_seed(1);
    for seed in 0..50 {
        let state = RandomTree::new(seed);
        let value = Truncated { policy: Uniform, plies: 0 }.run(state, &mut rng, &mut ());
        assert_eq!(value, state.evaluate());
        let mut trace = Vec::new();
        let value = Truncated { policy: Uniform, plies: 3 }.run(state, &mut rng, &mut trace);
        let end = trace.iter().fold(state, |state, &m| state.play(m).unwrap());
        let expected = end.outcome().map_or_else(|| end.evaluate(), |o| o.value());
        assert_eq!(value, if trace.len() % 2 == 0 { expected } else { -expected });
        assert!(trace.len() == 3 || end.outcome().is_some());
    }
}

/// Connect-4 project: shaped rewards left [−1, 1], so that c had to be tuned against
/// them.
#[test]
fn shaped_rewards_prefer_near_results_and_stay_in_range() {
    let mut rng = Rng::with_seed(1);
    for shaping in [0.0, 0.5, 1.0] {
        let mut playout = Full { policy: Uniform, shaping };
        for _ in 0..1000 {
            let mut trace = Vec::new();
            let value = playout.run(State::start(), &mut rng, &mut trace);
            assert!(value.abs() <= 1.0);
            if value != 0.0 {
                let expected = 1.0 - shaping * trace.len() as f32 / 64.0;
                assert!((value.abs() - expected).abs() < 1e-6, "{value} after {} plies", trace.len());
            }
        }
    }
}

#[test]
fn every_policy_finds_the_win() {
    let state: State = "x.o/.x./o..".parse().unwrap();
    fn best<P: Playout<State>>(playout: P, state: State) -> String {
        let options = Options { solver: false, ..Options::default() };
        let mut search = Search::new(state, options, ucb1(), (playout, Priors(Even))).unwrap();
        search.run(&Budget::simulations(2000));
        state.move_text(search.tree().decision(crate::Choice::Visits).unwrap().chosen)
    }
    assert_eq!(best(Full::new(Uniform), state), "c3");
    assert_eq!(best(Full::new(Weighted::default()), state), "c3");
    assert_eq!(best(Full::new(Decisive(Uniform)), state), "c3");
    assert_eq!(best(Full::new(Mast::new(0.3)), state), "c3");
    assert_eq!(best(Full::new(Decisive(Mast::new(0.3))), state), "c3");
    assert_eq!(best(Full { policy: Uniform, shaping: 0.7 }, state), "c3");
    assert_eq!(best(Truncated { policy: Uniform, plies: 2 }, state), "c3");
}
