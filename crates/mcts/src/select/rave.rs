//! Rules with all-moves-as-first statistics.

use super::lanes::{Four, LANES, best_by};
use super::{FIRST, Fpu, Record, Select, WORST};
use crate::math::sqrt_ln;
use crate::node::{Flags, Node};

/// RAVE, and with `reference > 0` GRAVE: mixes the mean of the simulations that
/// *began* with the move and the mean of those in which the same side played it
/// *later*. The weight of the latter falls as visits grow:
/// `β = ñ / (n + ñ + 4·bias²·n·ñ)`.
#[derive(Clone, Debug)]
pub struct Rave {
    /// Weight of exploration (UCB1's term).
    pub c: f32,
    /// Assumed bias of later moves.
    pub bias: f32,
    /// Nodes with fewer visits use the nearest ancestor with that many (GRAVE); 0 is
    /// RAVE.
    pub reference: u32,
    /// First-play urgency of children without statistics.
    pub fpu: Fpu,
    /// Virtual visits given to the win chance of a move; 0 disables win chances.
    pub trust: f32,
    /// Weight of the implicit minimax value beside the mean of a child; 0 disables it.
    pub minimax: f32,
}

/// Sum and number of all-moves-as-first values, and beside them those of the child's
/// own simulations: all that a scan reads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Amaf {
    pub(crate) sum: f32,
    pub(crate) count: f32,
    own_sum: f32,
    own_count: f32,
}

impl Rave {
    /// How fast the weight of AMAF values falls: `4·bias²`.
    #[inline(always)]
    fn distrust(&self) -> f32 {
        4.0 * self.bias * self.bias
    }

    /// `(1 − β) · own mean + β · AMAF mean` over one denominator: divisions are the
    /// most expensive part of the scan.
    #[inline]
    fn mixed(&self, stat: &Amaf, own_sum: f32, own_count: f32) -> f32 {
        let weight = 1.0 + self.distrust() * stat.count;
        let count = weight * own_count + stat.count;
        let sum = weight * own_sum + stat.sum;
        if count == 0.0 { FIRST } else { sum / count }
    }
}

impl Select for Rave {
    type Stat = Amaf;
    const AMAF: bool = true;

    fn wants_priors(&self) -> bool {
        self.trust > 0.0
    }

    /// First-play urgency is one virtual AMAF value.
    fn fresh(&self, prior: f32, value: f32) -> Amaf {
        let (sum, count) = match self.fpu {
            _ if self.trust > 0.0 => (self.trust * (2.0 * prior - 1.0), self.trust),
            Fpu::First => (0.0, 0.0),
            fpu => (fpu.value(value), 1.0),
        };
        Amaf { sum, count, ..Amaf::default() }
    }

    #[inline]
    fn refresh(&self, stat: &mut Amaf, record: Record) {
        let estimate = 2.0 * record.prior - 1.0;
        stat.own_sum = (record.mean + self.minimax * (estimate - record.mean)) * record.visits;
        stat.own_count = record.visits;
    }

    fn prune(&self, stat: &mut Amaf) {
        // Later AMAF values do not change the order of magnitude.
        (stat.own_sum, stat.own_count) = (WORST, 1.0);
    }

    fn explore(&self, visits: u32) -> f32 {
        self.c * sqrt_ln(visits)
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, child: &Node<M>, stat: &Amaf) -> f32 {
        if child.flags.contains(Flags::PRUNED) {
            return WORST;
        }
        let pending = f32::from(child.pending);
        let visits = child.visits as f32 + pending;
        let own_sum = child.sum as f32 - pending;
        let estimate = (2.0 * child.prior() - 1.0) * visits;
        self.mixed(stat, own_sum + self.minimax * (estimate - own_sum), visits)
            + explore / visits.max(1.0).sqrt()
    }

    #[inline]
    fn best_of<M: Copy>(&self, explore: f32, _nodes: &[Node<M>], stats: &[Amaf]) -> (f32, u32) {
        let has_term = explore != 0.0;
        let score = |stat: &Amaf| {
            let mean = self.mixed(stat, stat.own_sum, stat.own_count);
            if has_term { mean + explore / stat.own_count.max(1.0).sqrt() } else { mean }
        };
        let scores = |four: &[Amaf; LANES]| {
            // SAFETY: `Amaf` has the layout of four numbers.
            let rows = unsafe { &*std::ptr::from_ref(four).cast() };
            let [sum, count, own_sum, own_count] = Four::columns(rows);
            let weight = Four::splat(1.0) + Four::splat(self.distrust()) * count;
            let total = weight * own_count + count;
            let mean = total.if_zero(FIRST, (weight * own_sum + sum) / total);
            match has_term {
                true => mean + Four::splat(explore) / own_count.larger(Four::splat(1.0)).sqrt(),
                false => mean,
            }
        };
        best_by(stats, score, scores)
    }

    /// Never read: children have statistics before their first visit, so that all
    /// are made at once.
    fn unvisited(&self, _explore: f32, _value: f32) -> f32 {
        FIRST
    }

    #[inline]
    fn observe_amaf(&self, stat: &mut Amaf, value: f32, count: f32) {
        stat.sum += value;
        stat.count += count;
    }

    fn sums(&self, stat: &Amaf) -> [f32; 2] {
        [stat.sum, stat.count]
    }

    fn set_sums(&self, stat: &mut Amaf, sums: [f32; 2]) {
        [stat.sum, stat.count] = sums;
    }

    fn limit_amaf(&self, stat: &mut Amaf) {
        // Above this, a 24-bit mantissa would soon lose single values.
        const MAX_COUNT: f32 = 1e6;
        if stat.count >= MAX_COUNT {
            stat.count *= 0.5;
            stat.sum *= 0.5;
        }
    }

    fn backs_up_estimates(&self) -> bool {
        self.minimax > 0.0
    }

    fn reference_visits(&self) -> u32 {
        self.reference
    }
}
