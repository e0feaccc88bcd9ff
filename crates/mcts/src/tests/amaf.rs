//! RAVE's statistics equal a naive count over whole simulations.

use game::Move;
use tictactoe::{Cell, State};

use super::*;
use crate::path::Leaf;
use crate::playout::Playout;
use crate::search::Worker;
use crate::select::Rave;

#[test]
fn amaf_counts_every_later_move_of_the_same_side() {
    let options = Options { solver: false, ..Options::default() };
    let select = Rave { c: 0.7, bias: 0.5, reference: 0, fpu: Fpu::First, trust: 0.0, minimax: 0.0 };
    let mut tree = Tree::new(State::start(), &options, select).unwrap();
    let mut worker = Worker::new((Full::new(Uniform), Priors(Even)), 5, false);
    // By (moves before, move): count and sum, as seen by the mover.
    let mut naive: HashMap<(Vec<usize>, usize), (f32, f32)> = HashMap::new();
    for _ in 0..400 {
        let (state, leaf) = tree.descend(&mut worker, true);
        let Worker { path, rng, .. } = &mut worker;
        let tree_plies = path.steps.len() - 1;
        let value = match leaf {
            Leaf::Open => Full::new(Uniform).run(state, rng, &mut path.trace),
            _ => state.outcome().unwrap().value(),
        };
        let first_value = if tree_plies % 2 == 0 { value } else { -value };
        let trace: Vec<usize> = path.trace.iter().map(|m| m.index()).collect();
        // The children of the path's last node do not exist or are new; those of a
        // node at depth d count the moves from d on.
        for depth in 0..=tree_plies {
            let value = if depth % 2 == 0 { first_value } else { -first_value };
            for later in (depth..trace.len()).step_by(2) {
                let entry = naive.entry((trace[..depth].to_vec(), trace[later])).or_default();
                entry.0 += 1.0;
                entry.1 += value;
            }
        }
        tree.backup(path, leaf, value);
    }
    let mut checked = 0;
    let mut stack = vec![(Vec::new(), 0u32)];
    while let Some((before, node)) = stack.pop() {
        // Children count from their creation on: only the root and nodes that were
        // evaluated once before have the full count less one.
        for edge in tree.pool[node].range() {
            let child = &tree.pool[edge as u32];
            let (count, sum) =
                naive.get(&(before.clone(), child.played.index())).copied().unwrap_or_default();
            let seen = *tree.pool.stat(edge as u32);
            let missed = if before.is_empty() { 0.0 } else { 1.0 };
            assert!((count - seen.count).abs() <= missed, "{seen:?} for {count} after {before:?}");
            assert!((sum - seen.sum).abs() <= missed, "{seen:?} for {sum} after {before:?}");
            checked += 1;
            let mut next = before.clone();
            next.push(child.played.index());
            stack.push((next, edge as u32));
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn grave_uses_the_nearest_ancestor_with_enough_visits() {
    let options = Options { solver: false, ..Options::default() };
    let select = Rave { c: 0.3, bias: 0.5, reference: 50, fpu: Fpu::First, trust: 0.0, minimax: 0.0 };
    let mut search =
        Search::new(State::start(), options, select, (Full::new(Uniform), Priors(Even))).unwrap();
    search.run(&Budget::simulations(2000));
    let Tree { pool, amaf, .. } = search.tree_mut();
    let child = pool[0].children;
    let busy = (0..9).map(|i| child + i).max_by_key(|&c| pool[c].visits).unwrap();
    let young = pool[busy].range().map(|e| e as u32).flat_map(|reply| pool[reply].range());
    let young = young.map(|e| e as u32).find(|&e| pool[e].visits < 50 && pool[e].children != 0).unwrap();
    // Descent: root, a child with many visits, then a node with few visits at depth
    // 2. Its reference is the root, which has the same side to move.
    assert!(pool[0].visits >= 50 && pool[busy].visits >= 50);
    assert!(amaf.reference(pool, 0, 0, 50).stat(pool, &pool[child]).is_none(), "the root has its own");
    assert!(amaf.reference(pool, busy, 1, 50).stat(pool, &pool[child]).is_none(), "so has its child");
    let grandchild = pool[young].range().start as u32;
    let reference = amaf.reference(pool, young, 2, 50);
    let stat = reference.stat(pool, &pool[grandchild]).expect("the root knows every move");
    let same = pool.pairs(0).find(|(child, _)| child.played == pool[grandchild].played).unwrap();
    assert!(std::ptr::eq(stat, same.1));
}

/// A win chance counts as virtual visits, whose share falls as real ones come.
#[test]
fn win_chances_are_virtual_visits() {
    #[derive(Clone)]
    struct Centre;
    impl WinChances<State> for Centre {
        fn chances(&mut self, _state: &State, moves: &[Cell], chances: &mut Vec<f32>) {
            chances.extend(moves.iter().map(|m| if m.index() == 4 { 0.9 } else { 0.25 }));
        }
    }
    let select = Rave { c: 0.0, bias: 0.5, reference: 0, fpu: Fpu::First, trust: 8.0, minimax: 0.0 };
    let options = Options { solver: false, ..Options::default() };
    let mut tree = Tree::new(State::start(), &options, select).unwrap();
    let mut worker = Worker::new((Full::new(Uniform), Chances(Centre)), 1, false);
    let (state, leaf) = tree.descend(&mut worker, true);
    let path = worker.path;
    assert_eq!(path.trace.iter().map(|m| m.index()).collect::<Vec<_>>(), [4], "the most promising first");
    for (child, stat) in tree.pool.pairs(0) {
        let sum = if child.played.index() == 4 { 6.4 } else { -4.0 };
        assert!((stat.sum - sum).abs() < 1e-5 && stat.count == 8.0, "{stat:?}");
    }
    tree.backup(&path, leaf, 1.0);
    assert!(state.outcome().is_none());
    let (_, stat) = tree.pool.pairs(0).find(|(child, _)| child.played.index() == 4).unwrap();
    assert!((stat.sum - 5.4).abs() < 1e-5 && stat.count == 9.0, "{stat:?}");
}
