//! Features of the learned evaluation: an n-tuple network over small windows of
//! the 9×9 board.
//!
//! Every point is in one of six states, seen from one side: own stone, stone of the
//! opponent, shared, right of the opponent, own right, illegal for both (see
//! [`board`](crate::board)). A window is a small rectangle of points. Their states,
//! read as the digits of a number in base 6, select one weight of the window:
//!
//! ```text
//!   2×3  a b c     3×2  a b     2×2  a b      weight a + 6 b + 36 c + …
//!        d e f          c d          c d
//!                       e f
//! ```
//!
//! The board has 112 windows of six points and 64 of four. Windows that a symmetry
//! of the board maps to each other are in one *class* and share their weights:
//! 16 classes of six points and 10 of four. The value of a position is the sum of
//! one weight per window. A move changes the sum only in windows where a point
//! changes its state.

use std::sync::LazyLock;

use game::Move;

use crate::board::State;
use crate::knowledge::transformed;
use crate::points::{MAX_SIZE, Point, Points};

/// Number of states of a point.
const STATES: usize = 6;

/// Number of windows on the board.
const WINDOWS: usize = 176;

/// Maximum number of windows that contain a point.
const MAX_WINDOWS_PER_POINT: usize = 16;

/// Place of a point in a window: the window's number, and the factor of the point's
/// state in the weight's index.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    window: u8,
    power: u16,
}

/// The windows of the board and their weights.
struct Geometry {
    /// Index of the first weight of each window's class.
    first: [u32; WINDOWS],
    /// Windows that contain each point.
    around: [[Place; MAX_WINDOWS_PER_POINT]; Point::COUNT],
    around_count: [u8; Point::COUNT],
    /// Number of weights of all classes.
    weights: usize,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Geometry {
    fn new() -> Self {
        let mut geometry = Geometry {
            first: [0; WINDOWS],
            around: [[Place::default(); MAX_WINDOWS_PER_POINT]; Point::COUNT],
            around_count: [0; Point::COUNT],
            weights: 0,
        };
        // The classes so far: canonical window and index of the first weight.
        let mut classes: Vec<(Vec<Point>, usize)> = Vec::new();
        for (window, points) in all_windows().into_iter().enumerate() {
            let (canonical, order) = canonical(&points);
            let known = classes.iter().find(|(class, _)| *class == canonical).map(|(_, first)| *first);
            let first = known.unwrap_or(geometry.weights);
            if known.is_none() {
                geometry.weights += STATES.pow(points.len() as u32);
                classes.push((canonical, first));
            }
            geometry.first[window] = first as u32;
            for (i, point) in order.into_iter().enumerate() {
                let count = &mut geometry.around_count[point.index()];
                let power = STATES.pow(i as u32) as u16;
                geometry.around[point.index()][*count as usize] = Place { window: window as u8, power };
                *count += 1;
            }
        }
        geometry
    }

    fn around(&self, point: Point) -> &[Place] {
        &self.around[point.index()][..self.around_count[point.index()] as usize]
    }
}

/// The points of every window.
fn all_windows() -> Vec<Vec<Point>> {
    let mut windows = Vec::new();
    for (rows, columns) in [(2, 3), (3, 2), (2, 2)] {
        for top in 0..=MAX_SIZE - rows {
            for left in 0..=MAX_SIZE - columns {
                let places = (0..rows * columns).map(|i| (top + i / columns, left + i % columns));
                windows.push(places.filter_map(|(row, column)| Point::new(row, column)).collect());
            }
        }
    }
    windows
}

/// The canonical image of a window, which is the same for its whole class, and the
/// points of the window in the order of their images.
fn canonical(points: &[Point]) -> (Vec<Point>, Vec<Point>) {
    let image = |s: usize| {
        let mut pairs: Vec<(Point, Point)> =
            points.iter().map(|&p| (transformed(p, MAX_SIZE, MAX_SIZE, s), p)).collect();
        pairs.sort_unstable();
        pairs.into_iter().unzip()
    };
    let images = (0..8).map(image);
    images.min().expect("there are eight images")
}

/// Number of weights of the evaluation.
pub fn weight_count() -> usize {
    GEOMETRY.weights
}

/// Features of a position, seen from one side.
#[derive(Clone)]
pub struct Features {
    state: State,
    /// State of each point.
    states: [u8; Point::COUNT],
    /// Index of the selected weight of each window.
    indices: [u32; WINDOWS],
}

impl Features {
    /// Computes the features for the side to move in `state`.
    pub fn new(state: &State) -> Features {
        let geometry = &*GEOMETRY;
        let mut features = Features { state: *state, states: [0; Point::COUNT], indices: geometry.first };
        for (index, slot) in features.states.iter_mut().enumerate() {
            let Some(point) = Point::from_index(index) else { continue };
            *slot = point_state(state, point.set());
            for place in geometry.around(point) {
                features.indices[place.window as usize] += u32::from(place.power) * u32::from(*slot);
            }
        }
        features
    }

    /// Index of the selected weight of each window.
    pub fn indices(&self) -> &[u32; WINDOWS] {
        &self.indices
    }

    /// Change of the sum of the weights when the position becomes `after`. In
    /// `after` the same side must be to move.
    #[inline]
    pub fn change<W: Copy + Into<f32>>(&self, after: &State, weights: &[W]) -> f32 {
        let geometry = &*GEOMETRY;
        let mut touched = [0u8; WINDOWS];
        let mut count = 0;
        let mut shift = [0i32; WINDOWS];
        let mut seen = [0u64; 3];
        for point in differing(&self.state, after).members() {
            let by = i32::from(point_state(after, point.set())) - i32::from(self.states[point.index()]);
            for place in geometry.around(point) {
                let window = place.window as usize;
                let (word, bit) = (window / 64, window % 64);
                if seen[word] >> bit & 1 == 0 {
                    seen[word] |= 1 << bit;
                    touched[count] = place.window;
                    count += 1;
                }
                shift[window] += by * i32::from(place.power);
            }
        }
        let mut sum = 0.0;
        for &window in &touched[..count] {
            let old = self.indices[window as usize];
            let new = old.wrapping_add_signed(shift[window as usize]);
            let (Some(&new), Some(&old)) = (weights.get(new as usize), weights.get(old as usize)) else {
                continue;
            };
            sum += new.into() - old.into();
        }
        sum
    }

    /// Sum of the selected weights.
    #[inline]
    pub fn sum<W: Copy + Into<f32>>(&self, weights: &[W]) -> f32 {
        self.indices.iter().filter_map(|&index| weights.get(index as usize)).map(|&w| w.into()).sum()
    }
}

/// State of one point, given as a set: 0 own stone, 1 stone of the opponent, 2
/// shared, 3 right of the opponent, 4 own right, 5 illegal for both.
#[inline]
fn point_state(state: &State, point: Points) -> u8 {
    let has = |set: Points| u8::from(!(set & point).is_empty());
    let stone = has(state.own()) | has(state.other());
    let empty_state = 5 - 2 * has(state.other_legal()) - has(state.own_legal());
    if stone == 1 { has(state.other()) } else { empty_state }
}

/// Points whose state differs.
#[inline]
fn differing(before: &State, after: &State) -> Points {
    (before.own() ^ after.own())
        | (before.other() ^ after.other())
        | (before.own_legal() ^ after.own_legal())
        | (before.other_legal() ^ after.other_legal())
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng, Symmetric};

    use super::*;

    fn random_weights() -> Vec<f32> {
        let mut rng = Rng::with_seed(1);
        (0..weight_count()).map(|_| rng.i32(-100..=100) as f32).collect()
    }

    #[test]
    fn the_numbers_of_windows_and_weights_are_as_documented() {
        assert_eq!(all_windows().len(), WINDOWS);
        assert_eq!(weight_count(), 16 * STATES.pow(6) + 10 * STATES.pow(4));
        let counts = GEOMETRY.around_count;
        assert_eq!(counts.iter().map(|&c| usize::from(c)).sum::<usize>(), 112 * 6 + 64 * 4);
        assert_eq!(usize::from(*counts.iter().max().unwrap()), MAX_WINDOWS_PER_POINT);
    }

    #[test]
    fn the_change_by_a_move_is_the_difference_of_the_sums() {
        let weights = random_weights();
        let mut rng = Rng::with_seed(2);
        for _ in 0..20 {
            let mut state = State::start();
            while state.outcome().is_none() {
                let features = Features::new(&state);
                let mut next = state;
                next.play_unchecked(state.random_move(&mut rng));
                let after = next.passed();
                let difference = Features::new(&after).sum(&weights) - features.sum(&weights);
                assert_eq!(features.change(&after, &weights), difference, "{state} -> {next}");
                state = next;
            }
        }
    }

    /// A window that no symmetry maps to itself has eight images; the others have
    /// four or one.
    #[test]
    fn every_class_has_1_or_4_or_8_windows() {
        let mut sizes = std::collections::HashMap::new();
        for points in all_windows() {
            *sizes.entry(canonical(&points).0).or_insert(0) += 1;
        }
        assert_eq!(sizes.len(), 26);
        assert!(sizes.values().all(|size| [1, 4, 8].contains(size)), "{sizes:?}");
    }

    /// Only windows that no symmetry maps to itself: the others have two orders of
    /// their points.
    #[test]
    fn a_symmetric_position_has_the_same_indices_in_asymmetric_windows() {
        let mut rng = Rng::with_seed(3);
        let mut state = State::start();
        for _ in 0..30 {
            state.play_unchecked(state.random_move(&mut rng));
        }
        let asymmetric = |state: &State| {
            let features = Features::new(state);
            let classes = all_windows().into_iter().map(|points| canonical(&points).0);
            let indices = classes.zip(features.indices).filter(|(class, _)| {
                let images: std::collections::HashSet<Vec<Point>> = (0..8)
                    .map(|s| {
                        let mut image: Vec<Point> =
                            class.iter().map(|&p| transformed(p, MAX_SIZE, MAX_SIZE, s)).collect();
                        image.sort_unstable();
                        image
                    })
                    .collect();
                images.len() == 8
            });
            let mut indices: Vec<u32> = indices.map(|(_, index)| index).collect();
            indices.sort_unstable();
            indices
        };
        for s in 1..8 {
            assert_eq!(asymmetric(&state.transform(s)), asymmetric(&state));
        }
    }
}
