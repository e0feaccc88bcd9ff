//! The teaching search without bugs is the search of crates/mcts; with a bug it plays worse.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Game, Playable, Snapshot};
use games::Visitor;
use mcts::guide::{Even, Priors};
use mcts::playout::{Full, Uniform};
use mcts::select::{Fpu, Ucb1};
use mcts::{Options, Search};
use studio::Studio;
use studio::glass::teaching::Teaching;
use studio::glass::{Bugs, Watched};

/// The move texts, visits and values of a tree, in the order of the moves.
fn listed<G: Game>(state: &G, node: &Snapshot<G::Move>, depth: usize, out: &mut Vec<String>) {
    let mut children: Vec<_> =
        node.children.iter().filter_map(|child| Some((child.played?, child))).collect();
    children.sort_by_key(|(played, _)| game::Move::index(*played));
    for (played, child) in children {
        out.push(format!("{depth} {} {} {}", state.move_text(played), child.visits, child.value));
        let mut next = *state;
        next.play_unchecked(played);
        listed(&next, child, depth + 1, out);
    }
}

struct SameTree;

impl Visitor for SameTree {
    type Output = usize;

    fn visit<G: Playable>(&self) -> usize {
        let mut compared = 0;
        for seed in 1..4 {
            let state = G::random_start(seed).unwrap_or_else(G::start);
            let options = Options { solver: false, seed, memory: 16 << 20, ..Options::default() };
            let rule = Ucb1 { c: 1.4, fpu: Fpu::First, bias: 0.0 };
            let mut real = Search::new(state, options, rule, (Full::new(Uniform), Priors(Even))).unwrap();
            let mut plain = Teaching::new(state, 1.4, seed, Bugs::default());
            for _ in 0..1500 {
                let (a, b) = (real.step(), Watched::step(&mut plain));
                assert_eq!((a.playout, a.value), (b.playout, b.value), "{}", G::NAME);
            }
            let mut trees = [Vec::new(), Vec::new()];
            listed(&state, &real.tree().snapshot(50, 1), 0, &mut trees[0]);
            listed(&state, &plain.snapshot(50, 1), 0, &mut trees[1]);
            assert_eq!(trees[0], trees[1], "{} with seed {seed}", G::NAME);
            compared += trees[0].len();
        }
        compared
    }
}

#[test]
fn without_bugs_it_makes_the_tree_of_the_real_search() {
    for nodes in games::visit_all(&SameTree) {
        assert!(nodes > 1000, "{nodes} nodes were compared");
    }
}

/// The move of a search with a solver was the most visited one, which can be a proven loss.
#[test]
fn the_solver_is_no_handicap() {
    let request = r#"{"do":"duel","at":{"start":"start"},"simulations":150,"games":40,
        "searches":[{"solver":true},{"solver":false}]}"#;
    let reply = Studio::new("connect4-7x6").unwrap().ask(request, None, &mut |_| ());
    let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
    assert!(reply["ok"]["wins"].as_f64().unwrap() >= 18.0, "{reply}");
}

/// Points of the search with a bug in 40 games against the same search without it.
fn points(game: &str, bug: &str) -> f64 {
    let request = format!(
        r#"{{"do":"duel","at":{{"start":"start"}},"simulations":150,"games":40,
            "searches":[{{"solver":false,"bugs":{{"{bug}":true}}}},{{"solver":false}}]}}"#
    );
    let reply = Studio::new(game).unwrap().ask(&request, None, &mut |_| ());
    let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
    let count = |name: &str| reply["ok"][name].as_f64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 40.0, "{reply}");
    count("wins") + 0.5 * count("draws")
}

#[test]
fn a_bug_loses_against_the_search_without_it() {
    for (game, bug) in [
        ("connect4-7x6", "noSignChange"),
        ("othello", "noSignChange"),
        ("connect4-7x6", "integerMean"),
        ("othello", "noFlips"),
    ] {
        let points = points(game, bug);
        assert!(points < 14.0, "{game} with {bug}: {points} of 40");
    }
}
