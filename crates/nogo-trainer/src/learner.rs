//! Temporal-difference learning from games against itself.
//!
//! Each side plays the move whose learned value is the greatest (now and then
//! any other). After the game every position is moved towards what came after
//! it: the value of the best reply, mixed with what the game went on to show,
//! and at the end the result itself.

use game::{Game, Rng};
use nogo::learned::{evaluate_moves, squash};
use nogo::windows::{Features, weight_count};
use nogo::{Point, State};

/// How it learns.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How far a position goes towards its target, at the start.
    pub rate: f32,
    /// The same at the end.
    pub last_rate: f32,
    /// The games in all, over which the rate goes from one to the other.
    pub games: u64,
    /// How much of the target is what the game went on to show (TD(λ)).
    pub lambda: f32,
    /// The share of moves that are any move.
    pub explore: f32,
    /// At most this many random moves at the start of a game.
    pub opening: usize,
    /// Random numbers start here.
    pub seed: u64,
}

/// The weights, and how many games they come from.
pub struct Learner {
    /// A weight per number that a window can show.
    pub weights: Vec<f32>,
    /// Games played.
    pub games: u64,
}

/// A position of a game, from the side that has just moved.
struct Step {
    view: Features,
    /// The greatest value that its mover saw.
    best: f32,
    /// Was the move the best one?
    greedy: bool,
}

impl Learner {
    /// Knows nothing.
    pub fn new() -> Self {
        Learner { weights: vec![0.0; weight_count()], games: 0 }
    }

    /// One game, and what it teaches. The same plan and number of the game
    /// draw the same random numbers, wherever training was interrupted.
    pub fn play(&mut self, plan: &Plan) {
        let mut rng = Rng::with_seed(plan.seed ^ (self.games + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut state = State::start();
        for _ in 0..rng.usize(0..=plan.opening) {
            state.play_unchecked(state.random_move(&mut rng));
        }
        let mut steps: Vec<Step> = Vec::with_capacity(80);
        while state.outcome().is_none() {
            let (mut m, best) = best_move(&state, &self.weights);
            let greedy = rng.f32() >= plan.explore;
            if !greedy {
                m = state.random_move(&mut rng);
            }
            state.play_unchecked(m);
            steps.push(Step { view: Features::new(&state.passed()), best, greedy });
        }
        let done = self.games as f32 / plan.games.max(1) as f32;
        let rate = plan.rate + (plan.last_rate - plan.rate) * done.min(1.0);
        self.learn(&steps, rate, plan.lambda);
        self.games += 1;
    }

    /// From the end to the start, so that one game teaches all of its way.
    fn learn(&mut self, steps: &[Step], rate: f32, lambda: f32) {
        let mut target = 1.0;
        for (i, step) in steps.iter().enumerate().rev() {
            if let Some(next) = steps.get(i + 1) {
                // What the reply was worth to the one who made it.
                target = match next.greedy {
                    true => -((1.0 - lambda) * next.best + lambda * target),
                    false => -next.best,
                };
            }
            let error = target - squash(step.view.sum(&self.weights));
            let numbers = step.view.numbers();
            let change = rate * error / numbers.len() as f32;
            for &number in numbers {
                self.weights[number as usize] += change;
            }
        }
    }
}

/// The move with the greatest value, and that value.
pub fn best_move(state: &State, weights: &[f32]) -> (Point, f32) {
    let mut best: Option<(Point, f32)> = None;
    evaluate_moves(state, weights, |m, next, sum| {
        let value = if next.outcome().is_some() { 1.0 } else { squash(sum) };
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((m, value));
        }
    });
    best.expect("a game that goes on has moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan =
        Plan { rate: 0.5, last_rate: 0.1, games: 100, lambda: 0.5, explore: 0.05, opening: 4, seed: 1 };

    #[test]
    fn the_same_plan_learns_the_same_in_one_go_or_in_two() {
        let (mut whole, mut first) = (Learner::new(), Learner::new());
        (0..30).for_each(|_| whole.play(&PLAN));
        (0..10).for_each(|_| first.play(&PLAN));
        let mut second = Learner { weights: first.weights, games: first.games };
        (0..20).for_each(|_| second.play(&PLAN));
        assert_eq!((whole.games, &whole.weights), (second.games, &second.weights));
    }

    /// With λ = 1 and no exploration the target is the result of the game.
    #[test]
    fn the_winners_positions_gain_and_the_losers_lose() {
        let plan = Plan { lambda: 1.0, explore: 0.0, games: 1, ..PLAN };
        let mut learner = Learner::new();
        learner.play(&plan);
        let mut rng = Rng::with_seed(plan.seed ^ 0x9e37_79b9_7f4a_7c15);
        let mut state = State::start();
        (0..rng.usize(0..=plan.opening)).for_each(|_| state.play_unchecked(state.random_move(&mut rng)));
        let fresh = Learner::new();
        let mut sums = Vec::new();
        while state.outcome().is_none() {
            state.play_unchecked(best_move(&state, &fresh.weights).0);
            sums.push(Features::new(&state.passed()).sum(&learner.weights));
        }
        // Who moved last has won; neighbours in time share windows, so only
        // most of them have moved the right way.
        let right = sums.iter().rev().enumerate().filter(|(i, sum)| (i % 2 == 0) == (**sum > 0.0)).count();
        assert!(right * 10 > sums.len() * 8, "{right} of {}", sums.len());
    }

    #[test]
    fn training_beats_knowing_nothing() {
        let mut learner = Learner::new();
        let plan = Plan { games: 1500, ..PLAN };
        (0..plan.games).for_each(|_| learner.play(&plan));
        let mut rng = Rng::with_seed(5);
        let mut wins = 0;
        for game in 0..40 {
            let mut state = State::start();
            let mut mine = game % 2 == 0;
            while state.outcome().is_none() {
                let m =
                    if mine { best_move(&state, &learner.weights).0 } else { state.random_move(&mut rng) };
                state.play_unchecked(m);
                mine = !mine;
            }
            wins += u32::from(!mine);
        }
        assert!(wins >= 36, "{wins} of 40 against random moves");
    }
}
