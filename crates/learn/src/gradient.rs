//! The loss of a network on one position, and its gradient.

use net::{Grid, Planes};

use crate::conv::{Conv, Form};
use crate::model::{ConvPlaces, Layout};

/// A position with what the network should answer.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    pub planes: Planes,
    /// Cell of each legal move (row × columns + column) and its target probability.
    pub policy: Vec<(u16, f32)>,
    /// Weight of the policy in the loss.
    pub policy_weight: f32,
    /// Target value for the side to move.
    pub value: f32,
}

/// Sums of losses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// Cross entropy of the value, in nats.
    pub value: f64,
    /// Cross entropy of the policy less the entropy of its target.
    pub policy: f64,
    /// Positions whose best move by the target has the largest prior.
    pub hits: u64,
    /// Positions with a policy.
    pub policies: u64,
    /// Positions.
    pub count: u64,
}

impl Loss {
    /// Adds other sums.
    pub fn add(&mut self, other: Loss) {
        self.value += other.value;
        self.policy += other.policy;
        self.hits += other.hits;
        self.policies += other.policies;
        self.count += other.count;
    }

    /// Mean loss of the value.
    pub fn mean_value(&self) -> f64 {
        self.value / self.count.max(1) as f64
    }

    /// Mean loss of the policy.
    pub fn mean_policy(&self) -> f64 {
        self.policy / self.policies.max(1) as f64
    }

    /// Share of positions whose best move has the largest prior.
    pub fn accuracy(&self) -> f64 {
        self.hits as f64 / self.policies.max(1) as f64
    }
}

/// The weights of one step of training, prepared for the backward pass.
pub struct Prepared<'a> {
    layout: &'a Layout,
    weights: &'a [f32],
    /// Transposed weights of both convolutions of each block.
    transposed: Vec<[Vec<f32>; 2]>,
    form: Form,
}

/// Weight of the policy's loss beside that of the value.
const POLICY_SHARE: f32 = 1.0;

/// The layers of a position, kept for the backward pass.
#[derive(Default)]
pub struct Tape {
    grid: Grid,
    input: Vec<f32>,
    /// Input of each block, and the last one's output.
    x: Vec<Vec<f32>>,
    /// Output of the first convolution of each block.
    y: Vec<Vec<f32>>,
    /// Means of `x`.
    means: Vec<Vec<f32>>,
    /// Gradients of the cells.
    dx: Vec<f32>,
    dy: Vec<f32>,
    back: Vec<f32>,
    bias: Vec<f32>,
}

impl Tape {
    fn fit(&mut self, grid: Grid, layout: &Layout) {
        let size = grid.padded() * layout.shape.channels;
        if self.grid == grid && self.dx.len() == size && self.x.len() == layout.blocks.len() + 1 {
            return;
        }
        self.grid = grid;
        let blocks = layout.blocks.len();
        self.x = vec![vec![0.0; size]; blocks + 1];
        self.y = vec![vec![0.0; size]; blocks];
        self.means = vec![vec![0.0; layout.shape.channels]; blocks + 1];
        self.dx = vec![0.0; size];
        self.dy = vec![0.0; size];
        self.back = vec![0.0; size];
        self.input = vec![0.0; grid.padded() * layout.shape.depth()];
    }
}

/// The answer of the network with floating-point weights.
pub struct Answer {
    /// tanh⁻¹ of the value.
    pub value: f32,
    pub logits: Vec<f32>,
    hidden: Vec<f32>,
}

impl<'a> Prepared<'a> {
    /// Prepares weights.
    pub fn new(layout: &'a Layout, weights: &'a [f32]) -> Self {
        let grid = Grid::default();
        let transposed = |conv: &ConvPlaces| {
            let (inputs, outputs) = (conv.inputs, layout.shape.channels);
            Conv { grid, inputs, outputs, weights: &weights[conv.weights.clone()] }.transposed()
        };
        let transposed =
            layout.blocks.iter().map(|block| [transposed(&block.first), transposed(&block.second)]).collect();
        Prepared { layout, weights, transposed, form: Form::detect() }
    }

    fn conv(&self, grid: Grid, places: &ConvPlaces) -> Conv<'a> {
        let weights = &self.weights[places.weights.clone()];
        Conv { grid, inputs: places.inputs, outputs: self.layout.shape.channels, weights }
    }

    /// Evaluates a position.
    pub fn forward(&self, planes: &Planes, tape: &mut Tape) -> Answer {
        let (layout, grid) = (self.layout, planes.grid());
        let channels = layout.shape.channels;
        tape.fit(grid, layout);
        let depth = planes.depth();
        for (row, column) in (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)))
        {
            let cell = grid.cell(row, column);
            for plane in 0..depth {
                tape.input[cell * depth + plane] = f32::from(u8::from(planes.is_set(plane, row, column)));
            }
        }
        let Tape { input, x, y, means, bias, .. } = tape;
        let at = |places: &std::ops::Range<usize>| &self.weights[places.clone()];
        self.conv(grid, &layout.stem).forward(self.form, input, at(&layout.stem.bias), &mut x[0]);
        relu(&mut x[0]);
        for (number, block) in layout.blocks.iter().enumerate() {
            let (before, after) = x.split_at_mut(number + 1);
            let (from, to) = (&before[number], &mut after[0]);
            mean(grid, channels, from, &mut means[number]);
            bias.clear();
            bias.extend(at(&block.first.bias));
            for (mean, weights) in means[number].iter().zip(at(&block.pool).chunks_exact(channels)) {
                bias.iter_mut().zip(weights).for_each(|(bias, weight)| *bias += mean * weight);
            }
            self.conv(grid, &block.first).forward(self.form, from, bias, &mut y[number]);
            relu(&mut y[number]);
            self.conv(grid, &block.second).forward(self.form, &y[number], at(&block.second.bias), to);
            to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to + from).max(0.0));
        }
        let last = layout.blocks.len();
        mean(grid, channels, &x[last], &mut means[last]);
        let (policy, bias) = at(&layout.policy).split_at(channels);
        let dot = |cell: usize| {
            x[last][cell * channels..][..channels].iter().zip(policy).map(|(a, b)| a * b).sum::<f32>()
        };
        let logits = grid.cells().map(|cell| bias[0] + dot(cell)).collect();
        let units = layout.shape.hidden;
        let (weights, bias) = at(&layout.hidden).split_at(channels * units);
        let mut hidden = bias.to_vec();
        for (mean, weights) in means[last].iter().zip(weights.chunks_exact(units)) {
            hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += mean * weight);
        }
        hidden.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        let output = at(&layout.output);
        let value = output[units] + hidden.iter().zip(output).map(|(a, b)| a * b).sum::<f32>();
        Answer { value, logits, hidden }
    }

    /// The loss of a sample, without a gradient.
    pub fn loss(&self, sample: &Sample, tape: &mut Tape) -> Loss {
        let answer = self.forward(&sample.planes, tape);
        errors(sample, &answer).0
    }

    /// Adds the gradient of a sample's loss and returns the loss.
    pub fn add_gradient(&self, sample: &Sample, tape: &mut Tape, gradient: &mut [f32]) -> Loss {
        let answer = self.forward(&sample.planes, tape);
        let (loss, d_value, d_logits) = errors(sample, &answer);
        self.backward(tape, &answer, d_value, &d_logits, gradient);
        loss
    }

    fn backward(
        &self,
        tape: &mut Tape,
        answer: &Answer,
        d_value: f32,
        d_logits: &[(u16, f32)],
        gradient: &mut [f32],
    ) {
        let layout = self.layout;
        let channels = layout.shape.channels;
        let Tape { grid, input, x, y, means, dx, dy, back, .. } = tape;
        let grid = *grid;
        let at = |places: &std::ops::Range<usize>| &self.weights[places.clone()];
        let cells: Vec<usize> = grid.cells().collect();
        let last = layout.blocks.len();
        let share = 1.0 / grid.count() as f32;

        // The value.
        let units = layout.shape.hidden;
        let output = at(&layout.output);
        let mut d_mean = vec![0.0; channels];
        gradient[layout.output.end - 1] += d_value;
        let weights = at(&layout.hidden);
        for (unit, &active) in answer.hidden.iter().enumerate() {
            gradient[layout.output.start + unit] += d_value * active;
            if active <= 0.0 {
                continue;
            }
            let error = d_value * output[unit];
            gradient[layout.hidden.start + channels * units + unit] += error;
            for channel in 0..channels {
                gradient[layout.hidden.start + channel * units + unit] += error * means[last][channel];
                d_mean[channel] += error * weights[channel * units + unit];
            }
        }

        // The cells: what the mean passes on, and the policy.
        for &cell in &cells {
            dx[cell * channels..][..channels].iter_mut().zip(&d_mean).for_each(|(to, d)| *to = d * share);
        }
        let policy = at(&layout.policy);
        for &(place, error) in d_logits {
            let cell = cells[usize::from(place)] * channels;
            gradient[layout.policy.end - 1] += error;
            for channel in 0..channels {
                gradient[layout.policy.start + channel] += error * x[last][cell + channel];
                dx[cell + channel] += error * policy[channel];
            }
        }

        for (number, block) in layout.blocks.iter().enumerate().rev() {
            // x' = relu(conv(y) + x)
            mask(dx, &x[number + 1]);
            let second = self.conv(grid, &block.second);
            second.gradient(self.form, &y[number], dx, &mut gradient[block.second.weights.clone()]);
            add_sums(grid, channels, dx, &mut gradient[block.second.bias.clone()]);
            let reverse = Conv { weights: &self.transposed[number][1], ..second };
            reverse.forward(self.form, dx, &NONE[..channels], dy);
            // y = relu(conv(x) + pool · mean(x))
            mask(dy, &y[number]);
            let first = self.conv(grid, &block.first);
            first.gradient(self.form, &x[number], dy, &mut gradient[block.first.weights.clone()]);
            let mut sums = vec![0.0; channels];
            add_sums(grid, channels, dy, &mut sums);
            gradient[block.first.bias.clone()].iter_mut().zip(&sums).for_each(|(to, sum)| *to += sum);
            let pool = at(&block.pool);
            for from in 0..channels {
                let places = from * channels..(from + 1) * channels;
                let mut error = 0.0;
                for ((to, weight), sum) in
                    gradient[block.pool.clone()][places.clone()].iter_mut().zip(&pool[places]).zip(&sums)
                {
                    *to += means[number][from] * sum;
                    error += weight * sum;
                }
                d_mean[from] = error * share;
            }
            let reverse = Conv { weights: &self.transposed[number][0], ..first };
            reverse.forward(self.form, dy, &NONE[..channels], back);
            for &cell in &cells {
                let places = cell * channels..(cell + 1) * channels;
                let terms = back[places.clone()].iter().zip(&d_mean);
                dx[places].iter_mut().zip(terms).for_each(|(to, (back, mean))| *to += back + mean);
            }
        }
        mask(dx, &x[0]);
        self.conv(grid, &layout.stem).gradient(
            self.form,
            input,
            dx,
            &mut gradient[layout.stem.weights.clone()],
        );
        add_sums(grid, channels, dx, &mut gradient[layout.stem.bias.clone()]);
    }
}

static NONE: [f32; 64] = [0.0; 64];

/// Loss, gradient of the value before tanh, and of the logits of the legal moves.
fn errors(sample: &Sample, answer: &Answer) -> (Loss, f32, Vec<(u16, f32)>) {
    // The value as a probability p = (1 + tanh z) / 2 = 1 / (1 + e^(-2z)).
    let (z, target) = (answer.value, (1.0 + sample.value) / 2.0);
    let p = 1.0 / (1.0 + (-2.0 * z).exp());
    let clamped = f64::from(p).clamp(1e-7, 1.0 - 1e-7);
    let t = f64::from(target);
    let value = -(t * clamped.ln() + (1.0 - t) * (1.0 - clamped).ln());
    let d_value = 2.0 * (p - target);
    let mut loss = Loss { value, count: 1, ..Loss::default() };
    let mut d_logits = Vec::new();
    if sample.policy_weight > 0.0 && sample.policy.len() > 1 {
        let logit = |place: u16| answer.logits[usize::from(place)];
        let most = sample.policy.iter().map(|&(place, _)| logit(place)).fold(f32::MIN, f32::max);
        let total: f32 = sample.policy.iter().map(|&(place, _)| (logit(place) - most).exp()).sum();
        let mut best = [(0, f32::MIN); 2];
        for &(place, target) in &sample.policy {
            let prior = (logit(place) - most).exp() / total;
            if target > 0.0 {
                loss.policy += f64::from(target * (target / prior.max(1e-9)).ln());
            }
            d_logits.push((place, POLICY_SHARE * sample.policy_weight * (prior - target)));
            for (best, number) in best.iter_mut().zip([prior, target]) {
                if number > best.1 {
                    *best = (place, number);
                }
            }
        }
        loss.hits = u64::from(best[0].0 == best[1].0);
        loss.policies = 1;
    }
    (loss, d_value, d_logits)
}

fn relu(cells: &mut [f32]) {
    cells.iter_mut().for_each(|value| *value = value.max(0.0));
}

/// Gradient of relu: zero where its result is zero.
fn mask(errors: &mut [f32], results: &[f32]) {
    errors
        .iter_mut()
        .zip(results)
        .for_each(|(error, &result)| *error = if result > 0.0 { *error } else { 0.0 });
}

fn mean(grid: Grid, channels: usize, cells: &[f32], means: &mut [f32]) {
    means.fill(0.0);
    add_sums(grid, channels, cells, means);
    let share = 1.0 / grid.count() as f32;
    means.iter_mut().for_each(|mean| *mean *= share);
}

/// Adds the sum over the cells of the board, per channel.
fn add_sums(grid: Grid, channels: usize, cells: &[f32], sums: &mut [f32]) {
    for cell in grid.cells() {
        sums.iter_mut().zip(&cells[cell * channels..][..channels]).for_each(|(sum, value)| *sum += value);
    }
}

#[cfg(test)]
mod tests;
