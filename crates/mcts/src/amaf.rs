//! All-moves-as-first (AMAF): statistics of moves that a simulation played later.

use game::Move;

use crate::node::Node;
use crate::path::Step;
use crate::pool::Pool;
use crate::select::{AMAF_PERIOD, Select};

/// Buffers of the AMAF update and of GRAVE's reference, kept between simulations.
#[derive(Default)]
pub(crate) struct AmafScratch {
    /// For each side and move: what is added to the sum and to the count of a child
    /// with this move.
    added: [Vec<[f32; 2]>; 2],
    /// For each side: the reference node of nodes with few visits, and the index
    /// of its child for each move.
    references: [ReferenceTable; 2],
}

#[derive(Default)]
struct ReferenceTable {
    node: Option<u32>,
    children: Vec<u32>,
}

/// Source of a node's AMAF statistics: itself, or the children of an ancestor.
pub(crate) struct Reference<'a>(Option<&'a [u32]>);

impl Reference<'_> {
    /// The ancestor's statistics for the move of `child`; `None` if the child's
    /// own apply.
    pub fn stat<'p, M: Move, T: Copy>(&self, pool: &'p Pool<M, T>, child: &Node<M>) -> Option<&'p T> {
        let index = self.0?[child.played.index()];
        (index != 0).then(|| pool.stat(index))
    }
}

impl AmafScratch {
    /// The reference of a node at `depth`: itself from `enough` visits on,
    /// otherwise the nearest ancestor with the same side to move and that many
    /// visits.
    ///
    /// Must be called for every node of a descent in turn, from the root down.
    pub fn reference<M: Move, T: Copy>(
        &mut self,
        pool: &Pool<M, T>,
        node: u32,
        depth: usize,
        enough: u32,
    ) -> Reference<'_> {
        let table = &mut self.references[depth % 2];
        if depth < 2 {
            table.node = None;
        }
        if pool[node].visits >= enough {
            table.node = Some(node);
            table.children.clear();
            return Reference(None);
        }
        let Some(ancestor) = table.node else {
            return Reference(None);
        };
        if table.children.is_empty() {
            table.children.resize(M::COUNT, 0);
            for index in pool[ancestor].range() {
                table.children[pool[index as u32].played.index()] = index as u32;
            }
        }
        Reference(Some(&table.children))
    }

    /// Adds a result, given for the root's chooser, to every child along the path
    /// whose move the same side played at that ply or later.
    pub fn update<M: Move, S: Select>(
        &mut self,
        pool: &mut Pool<M, S::Stat>,
        select: &S,
        steps: &[Step],
        moves: &[M],
        root_chooser_value: f32,
    ) {
        for table in &mut self.added {
            table.resize(M::COUNT, [0.0; 2]);
        }
        let values = [-root_chooser_value, root_chooser_value];
        // From the last level up, so that each level finds the moves from its ply on.
        let mut first = moves.len();
        for (depth, step) in steps.iter().enumerate().rev() {
            while first > depth {
                first -= 1;
                self.added[first % 2][moves[first].index()] = [values[first % 2], 1.0];
            }
            let added = self.added[depth % 2].as_slice();
            for (child, stat) in pool.pairs_mut(step.node) {
                let [sum, count] = added[child.played.index()];
                select.observe_amaf(stat, sum, count);
            }
            if pool[step.node].visits % AMAF_PERIOD == AMAF_PERIOD - 1 {
                pool.pairs_mut(step.node).for_each(|(_, stat)| select.limit_amaf(stat));
            }
        }
        for (ply, m) in moves.iter().enumerate() {
            self.added[ply % 2][m.index()] = [0.0; 2];
        }
    }
}
