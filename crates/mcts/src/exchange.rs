//! What a thread does when it exchanges with the [top](crate::top).

use game::{Game, Move};

use crate::evaluator::Evaluator;
use crate::node::Flags;
use crate::path::Step;
use crate::search::{Search, Worker};
use crate::select::Select;
use crate::top::{Entry, Known, Link, MIN_VISITS, SHARE, Top};
use crate::tree::Tree;

impl<G: Game, S: Select, E: Evaluator<G>> Search<G, S, E> {
    /// Adds to the top what the tree has gained since the last exchange, and takes over
    /// what other threads have added. A large part of the top that has hardly changed is
    /// left for a later exchange.
    pub(crate) fn exchange(&mut self, top: &mut Top<G::Move>, link: &mut Link) {
        if !self.tree.root().is_expanded() {
            return;
        }
        let state = *self.tree.state();
        // The last path may no longer be valid.
        let tree = self.tree_mut();
        top.simulations += tree.simulations - link.simulations;
        (link.simulations, link.others) = (tree.simulations, top.simulations - tree.simulations);
        let is_whole = link.recycled != tree.recycled;
        link.recycled = tree.recycled;
        link.pass += 1;
        link.places.resize(G::Move::COUNT, 0);
        top.extend(link);
        let Search { tree, worker, .. } = self;
        worker.path.restart();
        let mut exchange = Exchange { tree, worker, top, link, is_whole };
        exchange.root(&state);
        if is_whole {
            // The tree no longer has the others.
            let pass = link.pass;
            link.known
                .iter_mut()
                .filter(|known| known.pass != pass)
                .for_each(|known| *known = Known::default());
        }
    }
}

/// An exchange in work.
struct Exchange<'a, G: Game, S: Select, E> {
    tree: &'a mut Tree<G, S>,
    worker: &'a mut Worker<G, E>,
    top: &'a mut Top<G::Move>,
    link: &'a mut Link,
    /// Must every entry be looked at? After the tree has lost nodes.
    is_whole: bool,
}

impl<G: Game, S: Select, E: Evaluator<G>> Exchange<'_, G, S, E> {
    fn root(&mut self, state: &G) {
        self.push(0, 0);
        let count = self.tree.root().count;
        if self.top.entries[0].size > 0 || self.make_block(0, count) {
            self.children(0, 0, state);
        }
        self.pull(0, 0);
        self.tree.find_best(0);
    }

    fn make_block(&mut self, entry: usize, size: u8) -> bool {
        let is_made = self.top.make_block(entry, size);
        self.top.extend(self.link);
        is_made
    }

    /// Exchanges the children of a node, and what is below them as far as it is due. Then
    /// computes the node's entry from its children.
    fn children(&mut self, node: u32, entry: usize, state: &G) {
        let start = self.link.nodes.len();
        let first = self.top.entries[entry].children as usize;
        self.push_children(node, entry, start);
        self.make_missing(node, entry, start);
        let made = usize::from(self.top.entries[entry].made);
        for slot in 0..made {
            if let Some(child) = self.node(node, start + slot)
                && self.is_due(child, first + slot)
            {
                self.descend(child, first + slot, state);
            }
        }
        for slot in 0..made {
            if let Some(child) = self.node(node, start + slot) {
                self.pull(child, first + slot);
            }
        }
        self.link.nodes.truncate(start);
        self.compute(node, entry);
        self.link.known[entry].exchanged = self.top.entries[entry].visits;
    }

    /// The child of `node` that belongs to a place of the blocks in work.
    fn node(&self, node: u32, index: usize) -> Option<u32> {
        let place = self.link.nodes[index];
        (place > 0).then(|| self.tree.pool[node].children + u32::from(place) - 1)
    }

    /// Adds the gains of all children to their entries, which are made where they are
    /// missing. From `start` on, `Link::nodes` gets the place of each entry's node plus one.
    fn push_children(&mut self, node: u32, entry: usize, start: usize) {
        let Entry { size, .. } = self.top.entries[entry];
        let block = self.top.entries[entry].range();
        let first = block.start;
        self.link.nodes.resize(start + usize::from(size), 0);
        for (slot, child) in (1..).zip(&self.top.entries[block]) {
            self.link.places[child.played.index()] = slot;
        }
        for (place, edge) in (1..).zip(self.tree.pool[node].range()) {
            let played = self.tree.pool[edge as u32].played;
            let slot = match std::mem::take(&mut self.link.places[played.index()]) {
                0 => self.make_entry(entry, edge as u32),
                slot => usize::from(slot) - 1,
            };
            self.link.nodes[start + slot] = place;
            self.push(edge as u32, first + slot);
        }
    }

    /// Makes the entry of a child. Returns its place.
    fn make_entry(&mut self, entry: usize, edge: u32) -> usize {
        let sums = self.fresh_sums(edge);
        let Entry { children, made, size, .. } = self.top.entries[entry];
        debug_assert!(made < size);
        self.top.entries[children as usize + usize::from(made)] =
            Entry::new(self.tree.pool[edge].played, sums);
        self.top.entries[entry].made += 1;
        made.into()
    }

    /// The sums of a node before its first visit, which no thread has gained.
    fn fresh_sums(&self, node: u32) -> [f32; 2] {
        let select = &self.tree.select;
        select.sums(&select.fresh(self.tree.pool[node].prior(), 0.0))
    }

    /// Adds the gains of a node to its entry.
    fn push(&mut self, node: u32, entry: usize) {
        let mut known = self.link.known[entry];
        if known.pass == 0 {
            known.sums = self.fresh_sums(node);
        }
        known.pass = self.link.pass;
        let sums = self.tree.select.sums(self.tree.pool.stat(node));
        self.top.entries[entry].add(&self.tree.pool[node], sums, &known);
        self.link.known[entry] = known;
    }

    /// Makes the children that only other threads have.
    fn make_missing(&mut self, node: u32, entry: usize, start: usize) {
        let block = self.top.entries[entry].range();
        for (slot, index) in block.enumerate() {
            if self.link.nodes[start + slot] > 0 {
                continue;
            }
            let played = self.top.entries[index].played;
            self.link.places[played.index()] = 0;
            // The tree may have lost it.
            self.link.known[index] = Known::default();
            let here = &mut self.tree.pool[node];
            if !here.has_unmade() {
                continue;
            }
            here.flags.insert(Flags::UNORDERED);
            if self.tree.make_child(node, played).is_some() {
                let made = self.tree.pool[node].made;
                self.link.nodes[start + slot] = made;
                let sums = self.fresh_sums(self.tree.pool[node].children + u32::from(made) - 1);
                self.link.known[index] = Known { sums, pass: self.link.pass, ..Known::default() };
            }
        }
    }

    /// Have the children of a node to be exchanged?
    fn is_due(&mut self, node: u32, entry: usize) -> bool {
        let Entry { size, visits, flags, .. } = self.top.entries[entry];
        let here = &self.tree.pool[node];
        if self.is_whole && size > 0 && here.is_expanded() {
            return true;
        }
        if flags.is_proven() || here.flags.intersects(Flags::PROVEN | Flags::PRUNED) {
            return false;
        }
        if size == 0 {
            let count = here.count;
            return visits >= MIN_VISITS && count > 0 && self.make_block(entry, count);
        }
        visits - self.link.known[entry].exchanged >= MIN_VISITS.max(visits / SHARE)
    }

    /// Goes on below a child.
    fn descend(&mut self, node: u32, entry: usize, state: &G) {
        let played = self.tree.pool[node].played;
        let mut next = *state;
        next.play_unchecked(played);
        self.worker.path.push(Step { edge: node, node }, played);
        if self.tree.pool[node].is_expanded() || self.expand(node, &next) {
            self.children(node, entry, &next);
            self.tree.find_best(node);
        }
        self.worker.path.pop();
    }

    /// Expands a node that another thread has expanded.
    fn expand(&mut self, node: u32, state: &G) -> bool {
        let Worker { evaluator, rng, path, .. } = &mut *self.worker;
        let is_done = self.tree.expand(node, state, evaluator, rng, path);
        if is_done && self.tree.select.backs_up_estimates() {
            self.tree.back_up_estimates(path, false);
        }
        if is_done && self.tree.lookahead {
            self.tree.find_terminal_children(node, state);
        }
        is_done
    }

    /// Copies an entry to its node.
    fn pull(&mut self, node: u32, entry: usize) {
        let Entry { sum, sums, visits, plies, flags, .. } = self.top.entries[entry];
        let here = &mut self.tree.pool[node];
        (here.sum, here.visits) = (sum, visits);
        let bounds = here.bounds().and(flags.bounds());
        if bounds != here.bounds() {
            here.flags.set_bounds(bounds);
            if here.flags.is_proven() {
                here.set_plies(plies);
            }
        }
        let known = &mut self.link.known[entry];
        (known.sum, known.sums, known.visits) = (sum, sums, visits);
        let Tree { pool, select, .. } = &mut *self.tree;
        select.set_sums(&mut pool.both_mut().1[node as usize], sums);
        if visits > 0 {
            self.tree.refresh(Step { edge: node, node });
        }
    }

    /// Computes an entry from those of its children; see the module.
    fn compute(&mut self, node: u32, entry: usize) {
        if self.tree.solver {
            self.tree.tighten(Step { edge: node, node });
        }
        let children = self.top.entries[entry].range();
        let (mut visits, mut sum) = (0, 0.0);
        for child in &self.top.entries[children] {
            visits += u64::from(child.visits);
            sum += child.sum;
        }
        let entry = &mut self.top.entries[entry];
        entry.learn(&self.tree.pool[node]);
        let own = u64::from(entry.visits).saturating_sub(visits) as f64;
        entry.sum = (entry.sum + sum).clamp(-own, own) - sum;
        entry.sum = entry.flags.bounds().clamp_sum(entry.sum, entry.visits);
    }
}
