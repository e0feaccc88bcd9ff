//! Fitting a network: Adam on random samples, with a running mean of the weights.

use std::fs;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, ensure};
use game::Rng;
use net::{Network, Shape, checksum};
use stdx::files::replace;

use crate::gradient::{Loss, Prepared, Sample, Tape};
use crate::model::Layout;
use crate::samples::Lesson;
use crate::subject::Subject;

/// Positions of a step.
pub const BATCH: usize = 128;

/// Parts of a batch whose gradients are summed on their own: the result does not depend
/// on the number of threads.
const PARTS: usize = 8;

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const DECAY: f32 = 1e-4;

/// Share of the running mean that a step replaces.
const MEAN_SHARE: f32 = 1.0 / 500.0;

/// A network in training.
#[derive(Clone)]
pub struct Model {
    pub layout: Layout,
    pub weights: Vec<f32>,
    /// Running mean of the weights: the network that plays.
    pub mean: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    /// Number of steps so far.
    pub steps: u64,
}

const MAGIC: &[u8; 8] = b"tesumod1";

impl Model {
    /// A network with random weights.
    pub fn new(shape: Shape, seed: u64) -> Model {
        let layout = Layout::new(shape);
        let weights = layout.random(seed);
        let none = vec![0.0; weights.len()];
        Model { mean: weights.clone(), weights, first: none.clone(), second: none, steps: 0, layout }
    }

    /// A network to continue from.
    pub fn from_network(network: &Network) -> Model {
        let layout = Layout::new(network.shape());
        let weights = layout.numbers(network);
        let none = vec![0.0; weights.len()];
        Model { mean: weights.clone(), weights, first: none.clone(), second: none, steps: 0, layout }
    }

    /// The network with integer weights.
    pub fn network(&self) -> Network {
        self.layout.rounded(&self.mean)
    }

    /// Makes a step with the gradient of one batch.
    fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let [first, second] = [FIRST_MOMENT, SECOND_MOMENT].map(|moment| 1.0 - moment.powi(steps));
        let share = MEAN_SHARE.max(1.0 / (1.0 + self.steps as f32));
        for (place, &slope) in gradient.iter().enumerate() {
            let (m, v) = (&mut self.first[place], &mut self.second[place]);
            *m += (1.0 - FIRST_MOMENT) * (slope - *m);
            *v += (1.0 - SECOND_MOMENT) * (slope * slope - *v);
            let weight = &mut self.weights[place];
            *weight -= rate * ((*m / first) / ((*v / second).sqrt() + 1e-8) + DECAY * *weight);
            self.mean[place] += share * (*weight - self.mean[place]);
        }
    }

    /// Makes `steps` steps on random samples.
    pub fn fit<G: Subject>(
        &mut self,
        lessons: &[Lesson<G>],
        steps: u64,
        rate: f32,
        jobs: usize,
        seed: u64,
        mut progress: impl FnMut(u64, &Loss) -> bool,
    ) -> Loss {
        let mut total = Loss::default();
        let count = self.layout.count();
        let mut workers: Vec<Worker<G>> = (0..PARTS).map(|_| Worker::new(count)).collect();
        for step in 0..steps {
            let prepared = Prepared::new(&self.layout, &self.weights);
            let rng_seed = seed ^ (self.steps + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let run = |(part, worker): (usize, &mut Worker<G>)| {
                worker.run(&prepared, lessons, Rng::with_seed(rng_seed ^ (part as u64) << 56));
            };
            let mut parts: Vec<_> = workers.iter_mut().enumerate().collect();
            thread::scope(|scope| {
                let share = parts.len().div_ceil(jobs.max(1));
                while parts.len() > share {
                    let some = parts.split_off(parts.len() - share);
                    scope.spawn(|| some.into_iter().for_each(run));
                }
                parts.into_iter().for_each(run);
            });
            let (sum, others) = workers.split_at_mut(1);
            for worker in others {
                let terms = sum[0].gradient.iter_mut().zip(&worker.gradient);
                terms.for_each(|(sum, slope)| *sum += slope);
            }
            sum[0].gradient.iter_mut().for_each(|slope| *slope /= BATCH as f32);
            let gradient = std::mem::take(&mut workers[0].gradient);
            self.step(&gradient, rate);
            workers[0].gradient = gradient;
            workers.iter().for_each(|worker| total.add(worker.loss));
            if !progress(step + 1, &total) {
                break;
            }
        }
        total
    }

    /// Mean loss of the running mean on samples, each in one symmetry.
    pub fn loss<G: Subject>(&self, lessons: &[Lesson<G>]) -> Loss {
        let prepared = Prepared::new(&self.layout, &self.mean);
        let (mut tape, mut sample, mut moves) = (Tape::default(), Sample::default(), Vec::new());
        let mut total = Loss::default();
        let mut rng = Rng::with_seed(1);
        for lesson in lessons {
            lesson.sample(&mut rng, &mut moves, &mut sample);
            total.add(prepared.loss(&sample, &mut tape));
        }
        total
    }

    /// Writes the model, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<()> {
        let Shape { planes, channels, blocks, hidden } = self.layout.shape;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([planes, channels, blocks, hidden].iter().flat_map(|&size| (size as u16).to_le_bytes()));
        bytes.extend(self.steps.to_le_bytes());
        for numbers in [&self.weights, &self.mean, &self.first, &self.second] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(replace(path, &bytes)?)
    }

    /// Reads a model that [`Model::save`] wrote.
    pub fn load(path: &Path) -> Result<Model> {
        let shown = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
        ensure!(bytes.starts_with(MAGIC), "{shown} is not a model of this program");
        let (content, sum) = bytes.split_last_chunk::<8>().context("too short")?;
        ensure!(checksum(content) == u64::from_le_bytes(*sum), "{shown} is damaged: its checksum is wrong");
        let (sizes, rest) = content[MAGIC.len()..].split_at_checked(8).context("too short")?;
        let sizes: Vec<usize> =
            sizes.as_chunks::<2>().0.iter().map(|&size| usize::from(u16::from_le_bytes(size))).collect();
        let shape = Shape { planes: sizes[0], channels: sizes[1], blocks: sizes[2], hidden: sizes[3] };
        ensure!(shape.is_valid(), "{shown} has a shape that is out of range: {shape:?}");
        let (steps, rest) = rest.split_first_chunk::<8>().context("too short")?;
        let layout = Layout::new(shape);
        let (numbers, odd) = rest.as_chunks::<4>();
        ensure!(numbers.len() == 4 * layout.count() && odd.is_empty(), "{shown} has the wrong length");
        let mut lists = numbers
            .chunks_exact(layout.count())
            .map(|list| list.iter().map(|&number| f32::from_le_bytes(number)).collect::<Vec<f32>>());
        let mut list = || lists.next().unwrap_or_default();
        Ok(Model {
            weights: list(),
            mean: list(),
            first: list(),
            second: list(),
            steps: u64::from_le_bytes(*steps),
            layout,
        })
    }
}

/// A part of a batch.
struct Worker<G: Subject> {
    gradient: Vec<f32>,
    loss: Loss,
    tape: Tape,
    sample: Sample,
    moves: Vec<G::Move>,
}

impl<G: Subject> Worker<G> {
    fn new(count: usize) -> Self {
        Worker {
            gradient: vec![0.0; count],
            loss: Loss::default(),
            tape: Tape::default(),
            sample: Sample::default(),
            moves: Vec::new(),
        }
    }

    /// Computes the gradient of random samples.
    fn run(&mut self, prepared: &Prepared, lessons: &[Lesson<G>], mut rng: Rng) {
        self.gradient.fill(0.0);
        self.loss = Loss::default();
        for _ in 0..BATCH / PARTS {
            let lesson = &lessons[rng.usize(0..lessons.len())];
            lesson.sample(&mut rng, &mut self.moves, &mut self.sample);
            self.loss.add(prepared.add_gradient(&self.sample, &mut self.tape, &mut self.gradient));
        }
    }
}

#[cfg(test)]
mod tests {
    use nogo::State;

    use super::*;
    use crate::folder::tests::{SMALL, Temporary};
    use crate::games::play;
    use crate::gumbel::Searcher;
    use crate::samples::lessons;

    #[test]
    fn fitting_lowers_the_loss_and_does_not_depend_on_threads() {
        let shape = SMALL.shape(<State as net::Input>::PLANES);
        let model = Model::new(shape, 1);
        let network = model.network();
        let mut searcher = Searcher::<State>::new(&network);
        let mut some: Vec<Lesson<State>> = Vec::new();
        (0..6).for_each(|seed| lessons(&play(&mut searcher, SMALL.play(), seed), 1.0, &mut some));
        let before = model.loss(&some);
        let [one, three] = [1, 3].map(|jobs| {
            let mut model = model.clone();
            model.fit(&some, 150, 0.003, jobs, 5, |_, _| true);
            model
        });
        assert!(one.weights == three.weights && one.mean == three.mean);
        let after = one.loss(&some);
        assert!(after.mean_value() < 0.98 * before.mean_value(), "{before:?} {after:?}");
        assert!(after.mean_policy() < 0.96 * before.mean_policy(), "{before:?} {after:?}");
    }

    #[test]
    fn training_continues_from_the_weights_of_a_network() {
        let network = Model::new(SMALL.shape(6), 4).network();
        assert!(Model::from_network(&network).network() == network);
    }

    #[test]
    fn a_model_is_read_as_written_and_other_files_are_refused() {
        let place = Temporary::new("model");
        fs::create_dir_all(&place.0).unwrap();
        let path = place.0.join("0001.model");
        let mut model = Model::new(SMALL.shape(4), 9);
        model.step(&vec![0.5; model.weights.len()], 0.01);
        model.save(&path).unwrap();
        let read = Model::load(&path).unwrap();
        assert!(read.weights == model.weights && read.mean == model.mean && read.second == model.second);
        assert_eq!((read.steps, read.layout.shape), (1, model.layout.shape));
        let mut bytes = fs::read(&path).unwrap();
        bytes[100] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let error = |path: &Path| Model::load(path).err().unwrap().to_string();
        assert!(error(&path).ends_with("is damaged: its checksum is wrong"));
        fs::write(&path, b"something else").unwrap();
        assert!(error(&path).ends_with("is not a model of this program"));
        assert!(error(&place.0.join("none")).starts_with("cannot read"));
    }
}
