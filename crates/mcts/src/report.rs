//! The result of a search: the move to play, the principal variation, a report on
//! every move; and whether more simulations could change it.

use std::cmp::Ordering;

use clock::{Budget, Deadline};
use game::{Bound, Decision, Game, MoveReport, Outcome, Proof};

use crate::node::Flags;
use crate::options::Choice;
use crate::select::Select;
use crate::tree::Tree;

/// Order of the children of a node, for the choice of the move to play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    class: u8,
    /// Higher is better within the class.
    by: [f64; 2],
}

impl Rank {
    /// Rank within the class of open moves.
    pub fn open(by: [f64; 2]) -> Self {
        Rank { class: class::OPEN, by }
    }

    /// A total order, even of what is not a number.
    fn compare(&self, other: &Rank) -> Ordering {
        let pairs = self.by.iter().zip(&other.by);
        // Zero is zero, whatever its sign.
        let by = pairs.map(|(a, b)| (a + 0.0).total_cmp(&(b + 0.0)));
        self.class.cmp(&other.class).then_with(|| by.fold(Ordering::Equal, Ordering::then))
    }
}

/// Places of the ranks in a list, best first; equal ranks keep their order.
///
/// It knows neither game nor selection rule, so that a program contains one sort for
/// all its searches.
pub(crate) fn best_first(ranks: &[Rank]) -> Vec<u32> {
    let mut places: Vec<u32> = (0..ranks.len() as u32).collect();
    let rank = |place: &u32| &ranks[*place as usize];
    places.sort_unstable_by(|a, b| rank(b).compare(rank(a)).then(a.cmp(b)));
    places
}

/// Classes, from bad to good.
mod class {
    pub const LOSS: u8 = 0;
    /// Open, but a proven draw is better.
    pub const WORSE_THAN_DRAW: u8 = 1;
    pub const DRAW: u8 = 2;
    pub const OPEN: u8 = 3;
    pub const WIN: u8 = 4;
}

impl<G: Game, S: Select> Tree<G, S> {
    fn rank(&self, edge: u32, choice: Choice, draw_in_hand: bool) -> Rank {
        let child = &self.pool[edge];
        let value = self.pool[self.behind(edge)].value();
        let plies = f64::from(child.plies());
        let visits = f64::from(child.visits);
        let by = match choice {
            Choice::Visits | Choice::Robust => [visits, f64::from(value)],
            Choice::Value if child.visits == 0 => [f64::NEG_INFINITY, 0.0],
            Choice::Value => [f64::from(value), visits],
        };
        match child.bounds().outcome() {
            Some(Outcome::Win) => Rank { class: class::WIN, by: [-plies, visits] },
            Some(Outcome::Loss) => Rank { class: class::LOSS, by: [plies, visits] },
            Some(Outcome::Draw) => Rank { class: class::DRAW, by },
            None if draw_in_hand && (value <= 0.0 || child.flags.contains(Flags::PRUNED)) => {
                Rank { class: class::WORSE_THAN_DRAW, by }
            }
            None => Rank { class: class::OPEN, by },
        }
    }

    /// The children of a node, best first.
    fn ranked(&self, node: u32, choice: Choice) -> Vec<u32> {
        let in_hand = self.pool.children(node).iter().map(|c| c.bounds().lower).max();
        let draw = in_hand == Some(Outcome::Draw);
        let first = self.pool[node].children;
        let ranks: Vec<Rank> =
            self.pool[node].range().map(|edge| self.rank(edge as u32, choice, draw)).collect();
        let mut edges = best_first(&ranks);
        edges.iter_mut().for_each(|edge| *edge += first);
        edges
    }

    /// Report on each move, best first; empty before the first simulation.
    pub fn moves(&self, choice: Choice) -> Vec<MoveReport<G::Move>> {
        let report = |edge: u32| {
            let child = &self.pool[edge];
            let proof = child.proof().map(|proof| Proof { plies: proof.plies + 1, ..proof });
            let visited = child.visits > 0;
            MoveReport {
                visits: child.visits.into(),
                value: if visited { self.pool[self.behind(edge)].value() } else { 0.0 },
                bound: if visited || proof.is_some() { Bound::Exact } else { Bound::Unknown },
                proof,
                prior: self.select.wants_priors().then(|| child.prior()),
                ..MoveReport::unknown(child.played)
            }
        };
        self.ranked(0, choice).into_iter().map(report).collect()
    }

    /// Principal variation.
    pub fn line(&self, choice: Choice) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = 0;
        while self.pool[node].is_expanded() {
            let Some(&edge) = self.ranked(node, choice).first() else {
                break;
            };
            if self.pool[edge].visits == 0 && !self.pool[edge].flags.is_proven() {
                break;
            }
            line.push(self.pool[edge].played);
            // An edge without a shared node ends the line.
            node = match self.behind(edge) {
                behind if self.table.is_some() && behind == edge => break,
                behind => behind,
            };
        }
        line
    }

    /// Proven result for the side to move, if there is one.
    pub fn proof(&self) -> Option<Proof> {
        let proof = self.root().proof()?;
        Some(Proof { outcome: -proof.outcome, ..proof })
    }

    /// The decision; `None` if the root has no children.
    pub fn decision(&self, choice: Choice) -> Option<Decision<G::Move>> {
        let moves = self.moves(choice);
        let best = moves.first()?;
        let mut line = self.line(choice);
        if line.is_empty() {
            line.push(best.played);
        }
        let proof = self.proof();
        Some(Decision {
            chosen: best.played,
            value: proof.map_or(best.value, |p| p.outcome.value()),
            proof,
            line,
            simulations: self.simulations,
            nodes: self.pool.size() as u64,
            depth: self.depth as u32,
            moves,
            elapsed: Default::default(),
        })
    }

    /// Does one move have both the most visits and the best value?
    fn has_robust_child(&self) -> bool {
        let best = |choice| self.ranked(0, choice).first().copied();
        best(Choice::Visits) == best(Choice::Value)
    }

    /// Difference in visits between the two most visited moves.
    fn lead(&self) -> u64 {
        let open = self.pool.children(0).iter().filter(|c| !c.flags.contains(Flags::PRUNED));
        let mut top = [0; 2];
        for visits in open.map(|c| u64::from(c.visits)) {
            if visits > top[0] {
                top = [visits, top[0]];
            } else {
                top[1] = top[1].max(visits);
            }
        }
        top[0] - top[1]
    }
}

/// Test whether more simulations could change the choice.
pub(crate) struct Settled {
    choice: Choice,
    exhaustive: bool,
    /// Number of threads that visit the same moves.
    threads: u64,
}

impl Settled {
    pub fn new(choice: Choice, budget: &Budget, threads: usize) -> Self {
        Settled { choice, exhaustive: budget.exhaustive, threads: threads.max(1) as u64 }
    }

    /// True if the rest of the budget cannot change the most visited move, or with
    /// [`Choice::Robust`] if three quarters are used and one move has both the
    /// most visits and the best value.
    pub fn is<G: Game, S: Select>(&self, tree: &Tree<G, S>, deadline: &Deadline, done: u64) -> bool {
        if self.exhaustive || !tree.root().is_expanded() {
            return false;
        }
        let Some(left) = deadline.simulations_left(done) else {
            return false;
        };
        match self.choice {
            Choice::Visits => tree.lead() > left.saturating_mul(self.threads),
            Choice::Value => false,
            Choice::Robust => done >= left.saturating_mul(3) && tree.has_robust_child(),
        }
    }
}
