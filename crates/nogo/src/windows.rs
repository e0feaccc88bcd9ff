//! The board through small windows: the features of the learned evaluation.
//!
//! Every point is in one of six states for the side that looks (its stone, the
//! opponent's, both may play, only it may, only the opponent may, neither may).
//! A window shows the states of a few neighbouring points, all at once, as one
//! number:
//!
//! ```text
//!   2×3  a b c     3×2  a b     2×2  a b      number = a + 6 b + 36 c + …
//!        d e f          c d          c d
//!                       e f
//! ```
//!
//! There are 112 windows of six points on the board and 64 of four. Those that
//! a turn or a mirror of the board puts on each other are of one *class* and
//! share their weights: 16 classes of six points and 10 of four. The value of a
//! position is the sum of one weight per window, which a move changes only
//! where it changes states.

use std::sync::LazyLock;

use game::Move;

use crate::board::State;
use crate::knowledge::turned;
use crate::points::{MOST, Point, Points};

/// States of a point.
const STATES: usize = 6;

/// Windows on the board.
const WINDOWS: usize = 176;

/// The most windows that show one point.
const MOST_AROUND: usize = 16;

/// A point in a window: which, and what its state is multiplied by there.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    window: u8,
    power: u16,
}

/// Where the windows are.
struct Geometry {
    /// The number of each window when all its states are 0: where the weights
    /// of its class begin.
    first: [u32; WINDOWS],
    /// The windows that show each point.
    around: [[Place; MOST_AROUND]; Point::COUNT],
    around_count: [u8; Point::COUNT],
    /// Weights of all classes.
    weights: usize,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Geometry {
    fn new() -> Self {
        let mut geometry = Geometry {
            first: [0; WINDOWS],
            around: [[Place::default(); MOST_AROUND]; Point::COUNT],
            around_count: [0; Point::COUNT],
            weights: 0,
        };
        // The classes so far: their first window, and where their weights are.
        let mut classes: Vec<(Vec<Point>, usize)> = Vec::new();
        for (window, points) in all_windows().into_iter().enumerate() {
            let (model, order) = model(&points);
            let known = classes.iter().find(|(class, _)| *class == model).map(|(_, first)| *first);
            let first = known.unwrap_or(geometry.weights);
            if known.is_none() {
                geometry.weights += STATES.pow(points.len() as u32);
                classes.push((model, first));
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
        for top in 0..=MOST - rows {
            for left in 0..=MOST - columns {
                let places = (0..rows * columns).map(|i| (top + i / columns, left + i % columns));
                windows.push(places.filter_map(|(row, column)| Point::new(row, column)).collect());
            }
        }
    }
    windows
}

/// The image of a window that stands for its class, and the window's points
/// in the order in which their images come there.
fn model(points: &[Point]) -> (Vec<Point>, Vec<Point>) {
    let image = |s: usize| {
        let mut pairs: Vec<(Point, Point)> = points.iter().map(|&p| (turned(p, MOST, MOST, s), p)).collect();
        pairs.sort_unstable();
        pairs.into_iter().unzip()
    };
    let images = (0..8).map(image);
    images.min().expect("there are eight images")
}

/// How many weights an evaluation has.
pub fn weight_count() -> usize {
    GEOMETRY.weights
}

/// The position as the windows show it to one side.
#[derive(Clone)]
pub struct View {
    state: State,
    /// The state of each point.
    states: [u8; Point::COUNT],
    /// The number that each window shows, which is that of its weight.
    numbers: [u32; WINDOWS],
}

impl View {
    /// What the side to move in `state` sees.
    pub fn new(state: &State) -> View {
        let geometry = &*GEOMETRY;
        let mut view = View { state: *state, states: [0; Point::COUNT], numbers: geometry.first };
        for (index, slot) in view.states.iter_mut().enumerate() {
            let Some(point) = Point::from_index(index) else { continue };
            *slot = state_of(state, point.set());
            for place in geometry.around(point) {
                view.numbers[place.window as usize] += u32::from(place.power) * u32::from(*slot);
            }
        }
        view
    }

    /// The number of the weight of each window.
    pub fn numbers(&self) -> &[u32; WINDOWS] {
        &self.numbers
    }

    /// By how much the sum of the weights changes when the position changes
    /// to `after`, seen by the same side.
    #[inline]
    pub fn change<W: Copy + Into<f32>>(&self, after: &State, weights: &[W]) -> f32 {
        let geometry = &*GEOMETRY;
        let mut touched = [0u8; WINDOWS];
        let mut count = 0;
        let mut shift = [0i32; WINDOWS];
        let mut seen = [0u64; 3];
        for point in differing(&self.state, after).members() {
            let by = i32::from(state_of(after, point.set())) - i32::from(self.states[point.index()]);
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
            let number = self.numbers[window as usize];
            let new = number.wrapping_add_signed(shift[window as usize]);
            let (Some(&new), Some(&old)) = (weights.get(new as usize), weights.get(number as usize)) else {
                continue;
            };
            sum += new.into() - old.into();
        }
        sum
    }

    /// The sum of the weights.
    #[inline]
    pub fn sum<W: Copy + Into<f32>>(&self, weights: &[W]) -> f32 {
        self.numbers.iter().filter_map(|&number| weights.get(number as usize)).map(|&w| w.into()).sum()
    }
}

/// The state of one point, given as a set.
#[inline]
fn state_of(state: &State, point: Points) -> u8 {
    let has = |set: Points| u8::from(!(set & point).is_empty());
    let stone = has(state.own()) | has(state.other());
    let may = 5 - 2 * has(state.other_legal()) - has(state.own_legal());
    // 2: both may, 3: only the other may, 4: only the own side may, 5: neither.
    if stone == 1 { has(state.other()) } else { may }
}

/// The points that are in another state.
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
    fn there_are_as_many_windows_and_classes_as_counted() {
        assert_eq!(all_windows().len(), WINDOWS);
        assert_eq!(weight_count(), 16 * STATES.pow(6) + 10 * STATES.pow(4));
        let counts = GEOMETRY.around_count;
        assert_eq!(counts.iter().map(|&c| usize::from(c)).sum::<usize>(), 112 * 6 + 64 * 4);
        assert_eq!(usize::from(*counts.iter().max().unwrap()), MOST_AROUND);
    }

    #[test]
    fn what_a_move_changes_is_what_it_changes_in_the_sum() {
        let weights = random_weights();
        let mut rng = Rng::with_seed(2);
        for _ in 0..20 {
            let mut state = State::start();
            while state.outcome().is_none() {
                let view = View::new(&state);
                let mut next = state;
                next.play_unchecked(state.random_move(&mut rng));
                let seen = next.passed();
                let whole = View::new(&seen).sum(&weights) - view.sum(&weights);
                assert_eq!(view.change(&seen, &weights), whole, "{state} -> {next}");
                state = next;
            }
        }
    }

    /// Turned boards show the same windows but for those that are their own
    /// image: they are two of a class, and the board has eight of each other.
    #[test]
    fn every_class_is_as_large_as_its_symmetry_says() {
        let mut sizes = std::collections::HashMap::new();
        for points in all_windows() {
            *sizes.entry(model(&points).0).or_insert(0) += 1;
        }
        assert_eq!(sizes.len(), 26);
        assert!(sizes.values().all(|size| [1, 4, 8].contains(size)), "{sizes:?}");
    }

    /// A window in the corner, where no symmetry maps it to itself.
    #[test]
    fn a_turned_position_has_the_same_numbers_where_no_window_is_its_own_image() {
        let mut rng = Rng::with_seed(3);
        let mut state = State::start();
        for _ in 0..30 {
            state.play_unchecked(state.random_move(&mut rng));
        }
        let single = |state: &State| {
            let view = View::new(state);
            let classes = all_windows().into_iter().map(|points| model(&points).0);
            let numbers = classes.zip(view.numbers).filter(|(class, _)| {
                let images: std::collections::HashSet<Vec<Point>> = (0..8)
                    .map(|s| {
                        let mut image: Vec<Point> = class.iter().map(|&p| turned(p, MOST, MOST, s)).collect();
                        image.sort_unstable();
                        image
                    })
                    .collect();
                images.len() == 8
            });
            let mut numbers: Vec<u32> = numbers.map(|(_, number)| number).collect();
            numbers.sort_unstable();
            numbers
        };
        for s in 1..8 {
            assert_eq!(single(&state.transform(s)), single(&state));
        }
    }
}
