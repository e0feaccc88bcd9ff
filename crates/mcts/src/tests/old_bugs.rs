//! Bugs of the course projects that this search grew from: one test each. (Bugs of
//! their rules are tested in the rules crates; docs/experiments.md names the
//! projects.)

use clock::Budget;
use game::example::RandomTree;
use game::{Engine, History, Move, Outcome};
use tictactoe::{Cell, State};

use super::*;
use crate::engine::Mcts;
use crate::options::Choice;

/// Othello project: the child's board got the stone but no flips, and its untried
/// moves were those of the wrong colour.
#[test]
fn the_children_of_a_node_are_the_legal_moves_of_its_side_to_move() {
    let search = searched(RandomTree::new(3), Options { solver: false, ..Options::default() }, 3000);
    let tree = search.tree();
    let mut legal = Vec::new();
    walk(tree, |state, index, node| {
        if node.is_expanded() {
            state.legal_moves(&mut legal);
            let mut moves: Vec<_> = tree.pool.children(index).iter().map(|c| c.played).collect();
            moves.sort_by_key(|m| m.index());
            moves.dedup();
            assert!(moves.iter().all(|m| legal.contains(m)), "{state}");
            assert_eq!((moves.len(), legal.len()), (node.made.into(), node.count.into()), "{state}");
        }
        assert_eq!(node.is_terminal() && index != 0, state.outcome().is_some() && node.visits > 0);
    });
}

/// Othello project: the exploration term was √(log(N/n)) with an integer division, which
/// is 0 for every child but the rare ones.
#[test]
fn exploration_is_not_rounded_away() {
    let select = ucb1();
    let mut node = Node::new(Cell::from_index(0).unwrap(), 0.0);
    let mut stat = select.fresh(0.0, 0.0);
    node.visits = 30;
    let record = crate::select::Record { mean: 0.0, visits: 30.0, reciprocal: 1.0 / 30.0, prior: 0.0 };
    select.refresh(&mut stat, record);
    let score = select.score(select.explore(50), &node, &stat);
    assert!((score - 1.4 * (50f32.ln() / 30.0).sqrt()).abs() < 1e-3, "{score}");
}

/// Othello project: the root's own counts stayed 0, so that ln N was −∞.
#[test]
fn the_root_counts_its_simulations() {
    for simulations in [1, 10, 1000] {
        let options = Options { solver: false, ..Options::default() };
        assert_eq!(
            u64::from(searched(State::start(), options, simulations).tree().root().visits),
            simulations
        );
    }
}

/// Othello project: a pass had no node. Here a state with one move (a forced pass is
/// nothing else) gets its node, and the value changes sides across it.
#[test]
fn a_forced_move_has_a_node() {
    let mut moves = Vec::new();
    let single = (0..).map(RandomTree::new).filter(|state| {
        state.legal_moves(&mut moves);
        moves.len() == 1
    });
    let mut truth = Truth::new();
    for state in single.take(30) {
        let search = searched(state, Options::default(), 100_000);
        let line = search.tree().line(Choice::Visits);
        assert!(line.len() > 1, "the line goes on behind the only move");
        assert_eq!(search.tree().proof().unwrap().outcome, truth.of(&state).outcome);
    }
}

/// Othello project: of the untried children the first was always taken, so that the low
/// squares had seen more simulations whenever the time ran out.
#[test]
fn the_first_child_visited_is_random() {
    let mut counts = [0u32; Cell::COUNT];
    for seed in 0..900 {
        let search = searched(State::start(), Options { seed, ..Options::default() }, 1);
        let tried = search.tree().moves(Choice::Visits).iter().find(|m| m.visits == 1).unwrap().played;
        counts[tried.index()] += 1;
    }
    assert!(counts.iter().all(|count| (50..150).contains(count)), "{counts:?}");
}

/// Othello project: the move played was the one with the greatest UCB value, which can
/// have very few visits.
#[test]
fn the_move_played_is_the_most_visited() {
    for seed in 0..50 {
        let options = Options { seed, solver: false, ..Options::default() };
        let decision = searched(State::start(), options, 200).tree().decision(Choice::Visits).unwrap();
        let most = decision.moves.iter().map(|m| m.visits).max().unwrap();
        assert_eq!(decision.moves[0].visits, most);
        assert_eq!(decision.moves[0].played, decision.chosen);
    }
}

/// Othello project: draws counted as losses.
#[test]
fn a_drawn_position_has_value_zero_for_both_sides() {
    // One empty cell, and the game is drawn.
    for position in ["xox/oox/x.o", "xxo/oox/x.o"] {
        let state: State = position.parse().unwrap();
        assert_eq!(game::example::minimax(&state).outcome, Outcome::Draw, "{position}");
        for solver in [false, true] {
            let search = searched(state, Options { solver, ..Options::default() }, 100);
            let decision = search.tree().decision(Choice::Visits).unwrap();
            assert_eq!(decision.value, 0.0, "{position}, solver: {solver}");
        }
    }
}

/// Tic-tac-toe project: Q/N was an integer division: every value was 0 or ±1.
#[test]
fn values_lie_between_the_extremes() {
    let options = Options { solver: false, ..Options::default() };
    let search = searched(State::start(), options, 1000);
    let fractions = search.tree().moves(Choice::Visits).iter().filter(|m| m.value.fract() != 0.0).count();
    assert!(fractions >= 7, "{fractions} of 9");
}

/// Tic-tac-toe project: a child's wins are the opponent's; without the change of sign the
/// search played for the other side.
#[test]
fn a_win_counts_for_the_side_that_made_it() {
    for (position, wins) in [("xx./oo./...", "c1"), ("xx./oo./..x", "c2")] {
        let state: State = position.parse().unwrap();
        let options = Options { solver: false, ..Options::default() };
        let decision = searched(state, options, 500).tree().decision(Choice::Visits).unwrap();
        assert_eq!(state.move_text(decision.chosen), wins, "{position}");
        assert!(decision.value > 0.5, "{position}: {}", decision.value);
    }
}

/// Tic-tac-toe project: boards were shared where they should have been copied, so that a
/// search changed the game.
#[test]
fn a_search_leaves_the_game_as_it_was() {
    let mut engine = Mcts::new(Options::default(), ucb1(), (Full::new(Uniform), Priors(Even))).unwrap();
    let mut history = History::new(State::start());
    history.play(Cell::new(1, 1).unwrap()).unwrap();
    let before = history.clone();
    engine.decide(&history, &Budget::simulations(1000)).unwrap();
    assert_eq!(history, before);
}
