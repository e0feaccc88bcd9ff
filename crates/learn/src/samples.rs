//! Positions of recorded games, with the targets that a network learns from.

use game::{Move, Rng};

use crate::games::{Record, SHARE_STEPS, VALUE_STEPS, start};
use crate::gradient::Sample;
use crate::subject::{Subject, cell};

/// A position with its targets, before it is turned into a [`Sample`].
pub struct Lesson<G: Subject> {
    state: G,
    value: f32,
    policy: Vec<(u16, u16)>,
}

/// The positions of a game that were searched.
///
/// The target of a value is a mean of the search's value, with weight 1 − λ, and of the
/// target of the next position, with weight λ. The last position's value is exact.
pub fn lessons<G: Subject>(record: &Record, lambda: f32, lessons: &mut Vec<Lesson<G>>) {
    let mut state = start::<G>(record.seed);
    let first = lessons.len();
    for ply in &record.plies {
        let Some(played) = G::Move::from_index(usize::from(ply.played)).filter(|&m| state.is_legal(m)) else {
            break;
        };
        if ply.searched {
            let value = f32::from(ply.value) / VALUE_STEPS;
            lessons.push(Lesson { state, value, policy: ply.policy.clone() });
        }
        state.play_unchecked(played);
    }
    let mut target = f32::from(record.result);
    for lesson in lessons[first..].iter_mut().rev() {
        target = lambda * -target + (1.0 - lambda) * lesson.value;
        lesson.value = target;
    }
}

impl<G: Subject> Lesson<G> {
    /// The sample under a random symmetry of the board.
    pub fn sample(&self, rng: &mut Rng, moves: &mut Vec<G::Move>, sample: &mut Sample) {
        let symmetry = rng.usize(0..self.state.symmetries());
        let state = self.state.transform(symmetry);
        state.fill(&mut sample.planes);
        sample.value = self.value;
        sample.policy.clear();
        self.state.legal_moves(moves);
        let total: f32 = self.policy.iter().map(|&(_, share)| f32::from(share)).sum();
        sample.policy_weight = if total > 0.5 * SHARE_STEPS { 1.0 } else { 0.0 };
        for &m in moves.iter() {
            let share = self.policy.iter().find(|&&(number, _)| usize::from(number) == m.index());
            let share = share.map_or(0.0, |&(_, share)| f32::from(share) / total.max(1.0));
            let image = self.state.transform_move(m, symmetry);
            if let Some(place) = cell(&state, image) {
                sample.policy.push((place, share));
            }
        }
    }
}
