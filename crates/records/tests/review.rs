//! Reviews of games whose mistakes are known.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::{Bound, Decision, Game, MoveReport, Outcome, Playable, Proof, Score, Side, Unit};
use records::Record;
use records::review::{Class, Measure, Review, ReviewedMove, review_move};

const DISCS: Unit = Unit { name: "discs", is_margin: true };

fn review<G: Playable>(record: &Record<G>, from: usize, spec: &str, budget: &Budget) -> Review<G::Move> {
    review_best(record, from, spec, budget, usize::MAX)
}

fn review_best<G: Playable>(
    record: &Record<G>,
    from: usize,
    spec: &str,
    budget: &Budget,
    best: usize,
) -> Review<G::Move> {
    let mut engine = G::strategies().build(spec).unwrap();
    let moves = (from..=record.history.moves().len()).map(|ply| {
        let played = record.history.moves()[ply - 1];
        let before = record.at(ply - 1).unwrap();
        review_move(&mut *engine, &before, played, budget, best, None, &mut |_| ()).unwrap()
    });
    Review { moves: moves.collect() }
}

fn read<G: Playable>(text: &str) -> Record<G> {
    records::read::<G>(text).unwrap().remove(0)
}

fn text<G: Game>(state: &G, m: G::Move) -> String {
    state.move_text(m)
}

/// After b2 every answer at an edge loses; the corners keep the draw.
#[test]
fn the_edge_against_the_centre_is_the_blunder_that_loses() {
    let game = read::<tictactoe::State>("b2 b1 a1 c3 a3 c1 a2");
    assert_eq!(game.winner(), Some(Side::First));
    let review = review(&game, 1, "minimax", &Budget::default());
    let mistakes = review.mistakes();
    assert_eq!(mistakes.iter().map(|r| r.ply).collect::<Vec<_>>(), [2], "{mistakes:?}");
    let blunder = mistakes[0];
    assert_eq!((blunder.class, blunder.changes_result()), (Some(Class::Blunder), true));
    assert!(["a1", "c1", "a3", "c3"].contains(&&*text(game.history.start(), blunder.best.played)));
    let loss = blunder.loss.unwrap();
    assert_eq!((loss.amount, loss.measure, loss.exact), (50.0, Measure::Chance, true));
    let (first, second) = (review.summary(Side::First), review.summary(Side::Second));
    assert_eq!((first.mistakes, first.average, first.largest), ([0, 0, 0], Some(0.0), None));
    assert_eq!((second.mistakes, second.largest), ([0, 0, 1], Some((50.0, 2))));
    let values: Vec<f64> = review.values().into_iter().map(|(_, value)| value).collect();
    assert_eq!(values, [50.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0]);
}

/// What the sides give away, taken together, leads from the exact value to the final score.
#[test]
fn exact_losses_of_an_othello_endgame_add_up_to_the_result() {
    let path = format!("{}/../../fixtures/records/othello.ggf", env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for record in records::read_each::<othello::State>(&std::fs::read_to_string(path).unwrap()).unwrap() {
        let record = record.unwrap();
        let Some(end) = record.score() else { continue };
        let from = record.history.moves().len() - 10;
        let review = review(&record, from, "champion", &Budget::default());
        assert!(matches!(review.measure(), Measure::Margin(unit) if unit == DISCS));
        let start = review.values()[0].1;
        let lost = |side| {
            let own = review.moves.iter().filter(|reviewed| reviewed.side == side);
            own.map(|reviewed| {
                let loss = reviewed.loss.unwrap();
                assert!(loss.exact && !loss.at_least && loss.noise == 0.0, "{reviewed:?}");
                assert_eq!(reviewed.class.is_some(), loss.amount > 0.0);
                loss.amount
            })
            .sum::<f64>()
        };
        assert_eq!(start - lost(Side::First) + lost(Side::Second), f64::from(end));
        assert_eq!(review.values().last().unwrap().1, f64::from(end));
        checked += 1;
    }
    assert!(checked > 0, "no finished game in the file");
}

/// If the played move is not among the best, it is valued all the same: no loss is a bound.
#[test]
fn few_valued_moves_change_no_loss() {
    let path = format!("{}/../../fixtures/records/othello.ggf", env!("CARGO_MANIFEST_DIR"));
    let game = records::read_one::<othello::State>(&std::fs::read_to_string(path).unwrap(), Some(1)).unwrap();
    let game = Record::new(game.at(31).unwrap());
    let budget = Budget { depth: Some(3), ..Budget::default() };
    let from = 21;
    let spec = "champion";
    let all = review(&game, from, spec, &budget);
    let few = review_best(&game, from, spec, &budget, 1);
    let losses = |review: &Review<_>| {
        review.moves.iter().map(|r| r.loss.map(|l| (l.amount, l.at_least))).collect::<Vec<_>>()
    };
    assert_eq!(losses(&all), losses(&few));
    assert!(losses(&few).iter().flatten().any(|(amount, _)| *amount > 0.0));
}

#[test]
fn a_won_position_of_connect_4_that_is_thrown_away_is_a_blunder() {
    // The first player has three in the bottom row with both ends free, and plays elsewhere
    // twice; the second player ends the threat.
    type Classic = connect4::Classic;
    let game = read::<Classic>("34455716");
    let review = review(&game, 5, "champion", &Budget::nodes(300_000));
    let thrown: Vec<_> = review.moves.iter().filter(|reviewed| reviewed.changes_result()).collect();
    assert!(!thrown.is_empty(), "{review:?}");
    for reviewed in thrown {
        assert_eq!(reviewed.class, Some(Class::Blunder));
        assert!(reviewed.loss.unwrap().amount >= 50.0);
    }
}

/// The engine samples: what it calls a mistake is one by the exact solver, too.
#[test]
fn a_mistake_in_nogo_is_one_by_the_solver() {
    let game = read::<nogo::State>("4x4: A3 A4 B1 D2 C2 A2 B3 B4 A1 D4 C3 D3 D1");
    let sampled = review(&game, 5, "uct:solver=off,seed=3", &Budget::simulations(2000));
    let solved = review(&game, 5, "champion", &Budget::nodes(200_000));
    assert_eq!(sampled.measure(), Measure::Chance);
    let mut lost = 0;
    for (guess, truth) in sampled.moves.iter().zip(&solved.moves) {
        assert!(truth.loss.unwrap().exact, "{truth:?}");
        lost += usize::from(truth.changes_result());
        if guess.class == Some(Class::Blunder) {
            assert!(truth.changes_result(), "move {}: {guess:?}", guess.ply);
        }
    }
    assert!(lost > 0, "nothing was lost: {solved:?}");
}

/// A decision with these moves, best first.
fn decision(moves: Vec<MoveReport<u8>>, simulations: u64) -> Decision<u8> {
    Decision { moves, simulations, ..Decision::bare(0) }
}

fn reviewed(moves: Vec<MoveReport<u8>>, simulations: u64, threshold: Option<f64>) -> ReviewedMove<u8> {
    ReviewedMove::new(1, Side::First, &decision(moves, simulations), 1, threshold).unwrap()
}

#[test]
fn noise_is_no_mistake() {
    let moves = |visits| {
        vec![
            MoveReport { visits: 10_000, ..MoveReport::valued(0, 0.4) },
            MoveReport { visits, ..MoveReport::valued(1, 0.0) },
        ]
    };
    assert_eq!(reviewed(moves(50), 10_050, None).class, None, "50 samples say little");
    assert_eq!(reviewed(moves(5_000), 15_000, None).class, Some(Class::Mistake));
    assert_eq!(reviewed(moves(5_000), 15_000, Some(21.0)).class, None);
    assert_eq!(reviewed(moves(0), 0, None).class, Some(Class::Mistake), "no samples, no noise");
}

#[test]
fn a_bound_gives_the_least_loss_or_none() {
    let score = |m, points, bound| MoveReport {
        bound,
        score: Some(Score { points, unit: DISCS }),
        ..MoveReport::valued(m, 0.0)
    };
    let upper = reviewed(vec![score(0, 6, Bound::Exact), score(1, 1, Bound::Upper)], 0, None);
    let loss = upper.loss.unwrap();
    assert_eq!((loss.amount, loss.at_least, upper.class), (5.0, true, Some(Class::Mistake)));
    let lower = reviewed(vec![score(0, 6, Bound::Exact), score(1, 1, Bound::Lower)], 0, None);
    assert_eq!((lower.loss, lower.class), (None, None));
    let unknown = reviewed(vec![score(0, 6, Bound::Exact), MoveReport::unknown(1)], 0, None);
    assert_eq!((unknown.loss, unknown.class), (None, None));
}

#[test]
fn a_changed_result_is_a_blunder_however_small_the_loss() {
    let proven = |m, points: i32, outcome| MoveReport {
        score: Some(Score { points, unit: DISCS }),
        ..MoveReport::proven(m, Proof { outcome, plies: 9 }, true)
    };
    let lost = reviewed(vec![proven(0, 2, Outcome::Win), proven(1, -1, Outcome::Loss)], 0, None);
    assert_eq!((lost.class, lost.loss.unwrap().amount), (Some(Class::Blunder), 3.0));
    let kept = reviewed(vec![proven(0, 4, Outcome::Win), proven(1, 2, Outcome::Win)], 0, None);
    assert_eq!(kept.class, Some(Class::Inaccuracy));
    let later = MoveReport::proven(1, Proof { outcome: Outcome::Win, plies: 9 }, true);
    let sooner = MoveReport::proven(0, Proof { outcome: Outcome::Win, plies: 7 }, true);
    assert_eq!(reviewed(vec![sooner, later], 0, None).class, None, "a later win is a win");
}
