//! Review of a game: the value before and after each move, and the mistakes by size.
//!
//! [`review_move`] lets an engine analyze a position and compares the move that was played
//! with the best one; both values come from the same analysis. If the engine samples, and
//! the played move is or could be a mistake by these samples, both moves are searched once
//! more, each by itself and with the same budget.
//!
//! ```
//! use clock::Budget;
//! use records::review::{Class, Review, review_move};
//!
//! let game = records::read::<tictactoe::State>("b2 a1 c3 c1 b1")?.remove(0);
//! let mut engine = tictactoe::strategies().build("minimax").unwrap();
//! let mut review = Review::default();
//! for ply in 1..=game.history.moves().len() {
//!     let (before, played) = (game.at(ply - 1)?, game.history.moves()[ply - 1]);
//!     let budget = Budget::default();
//!     let reviewed = review_move(&mut *engine, &before, played, &budget, usize::MAX, None, &mut |_| ());
//!     review.moves.push(reviewed.unwrap());
//! }
//! assert!(review.mistakes().is_empty(), "both sides have kept the draw");
//! # Ok::<(), records::Error>(())
//! ```

use std::cmp::Ordering;

use clock::Budget;
use game::{Bound, Decision, Engine, Game, GameOver, History, MoveReport, Proof, Side, Unit};
use game::{analysis, engine::Watch};

/// The unit of a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The margin at the end of the game (Othello: discs).
    Margin(Unit),
    /// The chance to win in percent; a draw is 50 %.
    Chance,
}

impl Measure {
    /// Name of the unit, as it follows a number.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Margin(unit) => unit.name,
            Measure::Chance => "%",
        }
    }

    /// The smallest loss that counts by default. An exact value has no noise; an estimate
    /// has.
    pub fn least(self, exact: bool) -> f64 {
        match (self, exact) {
            (_, true) => 1.0,
            (Measure::Margin(_), false) => 3.0,
            (Measure::Chance, false) => 8.0,
        }
    }

    /// The smallest losses that are a mistake and a blunder.
    pub fn limits(self) -> [f64; 2] {
        match self {
            Measure::Margin(_) => [4.0, 8.0],
            Measure::Chance => [15.0, 30.0],
        }
    }

    /// The value of a move in this unit, for the side that makes the move.
    pub fn value<M>(self, report: &MoveReport<M>) -> Option<f64> {
        match self {
            _ if report.bound == Bound::Unknown => None,
            Measure::Margin(unit) => {
                report.score.filter(|score| score.unit == unit).map(|score| score.points.into())
            }
            Measure::Chance => Some(50.0 * (f64::from(report.value) + 1.0)),
        }
    }

    /// How the value in this unit is to be read.
    fn bound<M>(self, report: &MoveReport<M>) -> Bound {
        match self {
            // The bound of a proven move is one of its score.
            Measure::Chance if report.proof.is_some() => Bound::Exact,
            _ => report.bound,
        }
    }

    /// Is the value proven, and not only estimated?
    pub fn is_exact<M>(self, report: &MoveReport<M>) -> bool {
        match self {
            Measure::Margin(_) => report.solved,
            Measure::Chance => report.proof.is_some(),
        }
    }

    /// The standard unit of these moves: the margin if all have one.
    fn of<'a, M: 'a>(reports: impl Iterator<Item = &'a MoveReport<M>>) -> Measure {
        let mut units = reports
            .filter(|report| report.bound != Bound::Unknown)
            .map(|report| report.score.map(|score| score.unit).filter(|unit| unit.is_margin));
        match units.next().flatten() {
            Some(unit) if units.all(|other| other == Some(unit)) => Measure::Margin(unit),
            _ => Measure::Chance,
        }
    }
}

/// Size of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// A small loss.
    Inaccuracy,
    /// At least 4 discs or 15 %.
    Mistake,
    /// At least 8 discs or 30 %, or the proven result has changed.
    Blunder,
}

impl Class {
    /// All classes, the smallest first.
    pub const ALL: [Class; 3] = [Class::Inaccuracy, Class::Mistake, Class::Blunder];

    /// Name, in the singular and in the plural.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Class::Inaccuracy => ["inaccuracy", "inaccuracies"],
            Class::Mistake => ["mistake", "mistakes"],
            Class::Blunder => ["blunder", "blunders"],
        }
    }
}

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The number; 0 if no move is better.
    pub amount: f64,
    /// Its unit.
    pub measure: Measure,
    /// Whether it is proven.
    pub exact: bool,
    /// Whether the true loss may be larger, because a value is only a bound.
    pub at_least: bool,
    /// What the amount may be without any loss, if the engine samples; otherwise 0.
    pub noise: f64,
}

/// A move that was played, beside the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove<M> {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The side that made it.
    pub side: Side,
    /// The move, with its value for that side.
    pub played: MoveReport<M>,
    /// The best move; the played one if no other is better.
    pub best: MoveReport<M>,
    /// The line that the engine expects after the best move, that move first.
    pub line: Vec<M>,
    /// Number of legal moves.
    pub choices: usize,
    /// What the move gave away; `None` if a value is not known.
    pub loss: Option<Loss>,
    /// Size of the mistake, if it is one.
    pub class: Option<Class>,
}

impl<M: Copy + PartialEq> ReviewedMove<M> {
    /// Compares a played move, one of the position before `ply`, with the best one of the
    /// analysis of that position, which lists every legal move. `threshold` is the smallest
    /// loss that counts; `None` is the default of the unit.
    pub fn new(
        ply: usize,
        side: Side,
        decision: &Decision<M>,
        played: M,
        threshold: Option<f64>,
    ) -> Option<Self> {
        let best = *decision.moves.first()?;
        let played = *decision.moves.iter().find(|report| report.played == played)?;
        let samples = decision.simulations > 0;
        let line = match decision.line.first() {
            Some(first) if *first == best.played => decision.line.clone(),
            _ => vec![best.played],
        };
        let choices = decision.moves.len();
        let new = ReviewedMove { ply, side, played, best, line, choices, loss: None, class: None };
        Some(new.compared(samples, threshold))
    }

    /// Finds loss and class. `samples`: the values are means of `visits` samples.
    fn compared(mut self, samples: bool, threshold: Option<f64>) -> Self {
        self.loss = loss(&self.best, &self.played, samples);
        // An estimate of the played move that is as good, or better, makes it the best one.
        if self.loss.is_some_and(|loss| loss.amount == 0.0 && !loss.exact) && !self.is_best() {
            self.line = vec![self.played.played];
            self.best = self.played;
        }
        self.class = self.loss.and_then(|loss| class(&loss, self.changes_result(), threshold));
        self
    }

    /// Is the played move the best one?
    pub fn is_best(&self) -> bool {
        self.played.played == self.best.played
    }

    /// Is it proven that the move has changed the result of the game?
    pub fn changes_result(&self) -> bool {
        match (self.best.proof, self.played.proof) {
            (Some(best), Some(played)) => played.outcome < best.outcome,
            _ => false,
        }
    }
}

/// What `played` gives away; `None` if that cannot be said.
fn loss<M: PartialEq>(best: &MoveReport<M>, played: &MoveReport<M>, samples: bool) -> Option<Loss> {
    let measure = Measure::of([best, played].into_iter());
    let difference = measure.value(best)? - measure.value(played)?;
    let same = best.played == played.played;
    let at_least = match (measure.bound(best), measure.bound(played)) {
        _ if same => false,
        (Bound::Exact, Bound::Exact) => false,
        (Bound::Exact | Bound::Lower, Bound::Exact | Bound::Upper) => true,
        // A difference that is too large says nothing.
        _ if difference > 0.0 => return None,
        _ => false,
    };
    let sampled = samples && !same && measure == Measure::Chance;
    let noise = if sampled { noise(best).hypot(noise(played)) } else { 0.0 };
    let exact = measure.is_exact(best) && measure.is_exact(played);
    Some(Loss { amount: difference.max(0.0), measure, exact, at_least, noise })
}

/// Error of a sampled win chance, in percent.
fn noise<M>(report: &MoveReport<M>) -> f64 {
    let value = f64::from(report.value).clamp(-1.0, 1.0);
    match report.proof {
        Some(_) => 0.0,
        // One more sample than there are: a single one has no spread.
        None => ERRORS * 50.0 * ((1.0 - value * value).max(0.05) / (report.visits as f64 + 1.0)).sqrt(),
    }
}

fn class(loss: &Loss, changes_result: bool, threshold: Option<f64>) -> Option<Class> {
    let Loss { amount, measure, exact, noise, .. } = *loss;
    let least = threshold.unwrap_or_else(|| measure.least(exact));
    let [mistake, blunder] = measure.limits();
    match amount {
        _ if amount <= 0.0 || amount < least || amount <= noise => None,
        _ if changes_result || amount >= blunder => Some(Class::Blunder),
        _ if amount >= mistake => Some(Class::Mistake),
        _ => Some(Class::Inaccuracy),
    }
}

/// Reviews the move `played` in the position of `before`; the budget is that of one
/// analysis. `best` is the number of moves that get values of their own; if the played move
/// is not among them, all moves are valued.
pub fn review_move<G: Game>(
    engine: &mut dyn Engine<G>,
    before: &History<G>,
    played: G::Move,
    budget: &Budget,
    best: usize,
    threshold: Option<f64>,
    watch: &mut Watch<'_, Decision<G::Move>>,
) -> Result<ReviewedMove<G::Move>, GameOver> {
    let (ply, side) = (before.moves().len() + 1, before.state().side());
    let mut decision = analysis::analyze(engine, before, budget, best, watch)?;
    let is_valued = |decision: &Decision<G::Move>| {
        decision.moves.iter().any(|report| report.played == played && is_known(report))
    };
    if best < decision.moves.len() && !is_valued(&decision) {
        decision = analysis::analyze(engine, before, budget, usize::MAX, watch)?;
    }
    let reviewed = ReviewedMove::new(ply, side, &decision, played, threshold).ok_or(GameOver)?;
    if decision.simulations == 0 || !is_unclear(&reviewed, threshold) {
        return Ok(reviewed);
    }
    // The played move comes first: the tree of this position, which knows the best move
    // well, is then not used for either.
    let after_played = search_after(engine, before, &reviewed.played, budget)?;
    let after_best = search_after(engine, before, &reviewed.best, budget)?;
    let line = reviewed.line.clone();
    let both = ReviewedMove { played: after_played, best: after_best, line, ..reviewed };
    Ok(both.compared(true, threshold))
}

/// Has the move a value, and not only a bound of it?
fn is_known<M>(report: &MoveReport<M>) -> bool {
    report.bound == Bound::Exact || report.proof.is_some()
}

/// Number of standard errors that are noise. The mean of a tree is not that of independent
/// samples: it also has the moves that the tree has tried in vain. The number was chosen on 24
/// drawn games of tic-tac-toe; docs/arena.md has what it does in other games. It does not
/// remove the bias of a search that is too short.
const ERRORS: f64 = 7.0;

/// Is the move a mistake by the samples of one tree, or could it be one? A tree has visited
/// the best move far more often than the others, so its means are not alike.
fn is_unclear<M: Copy + PartialEq>(reviewed: &ReviewedMove<M>, threshold: Option<f64>) -> bool {
    !reviewed.is_best()
        && reviewed.loss.is_none_or(|loss| {
            let least = threshold.unwrap_or_else(|| loss.measure.least(loss.exact));
            !loss.exact && loss.amount.max(loss.noise) >= least
        })
}

/// The value of a move by a search of the position after it.
fn search_after<G: Game>(
    engine: &mut dyn Engine<G>,
    before: &History<G>,
    report: &MoveReport<G::Move>,
    budget: &Budget,
) -> Result<MoveReport<G::Move>, GameOver> {
    if report.proof.is_some() {
        return Ok(*report);
    }
    let mut after = before.clone();
    after.play(report.played).map_err(|_| GameOver)?;
    if let Some(outcome) = after.state().outcome() {
        return Ok(MoveReport::proven(report.played, Proof { outcome: -outcome, plies: 1 }, true));
    }
    let decision = analysis::analyze(engine, &after, budget, usize::MAX, &mut |_| ())?;
    let found = decision.moves.first().ok_or(GameOver)?;
    let visits = decision.simulations;
    let proof = decision.proof.map(|proof| Proof { outcome: -proof.outcome, plies: proof.plies + 1 });
    let known = MoveReport { visits, prior: report.prior, ..MoveReport::valued(report.played, -found.value) };
    Ok(match proof {
        _ if found.bound == Bound::Unknown => *report,
        Some(proof) => MoveReport { visits, ..MoveReport::proven(report.played, proof, false) },
        None => known,
    })
}

/// The reviewed moves of a game, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Review<M> {
    /// The moves.
    pub moves: Vec<ReviewedMove<M>>,
}

impl<M> Default for Review<M> {
    fn default() -> Self {
        Review { moves: Vec::new() }
    }
}

/// The play of one side.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Number of moves whose loss is known, without those that were forced.
    pub moves: usize,
    /// Number of mistakes of each class of [`Class::ALL`].
    pub mistakes: [usize; 3],
    /// Mean loss of a move.
    pub average: Option<f64>,
    /// The largest loss that counts as a mistake, and the ply.
    pub largest: Option<(f64, usize)>,
}

impl<M: Copy + PartialEq> Review<M> {
    /// The unit of the whole review: the margin if every value has one.
    pub fn measure(&self) -> Measure {
        Measure::of(self.moves.iter().flat_map(|reviewed| [&reviewed.best, &reviewed.played]))
    }

    /// The mistakes, the largest first.
    pub fn mistakes(&self) -> Vec<&ReviewedMove<M>> {
        let mut found: Vec<_> = self.moves.iter().filter(|reviewed| reviewed.class.is_some()).collect();
        let key = |reviewed: &ReviewedMove<M>| (reviewed.class, reviewed.loss.map_or(0.0, |l| l.amount));
        found.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal));
        found
    }

    /// What one side's moves gave away.
    pub fn summary(&self, side: Side) -> Summary {
        let measure = self.measure();
        let own = || self.moves.iter().filter(move |reviewed| reviewed.side == side);
        let losses: Vec<f64> = own()
            .filter(|reviewed| reviewed.choices > 1)
            .filter_map(|reviewed| reviewed.loss.filter(|loss| loss.measure == measure))
            .map(|loss| loss.amount)
            .collect();
        let count = |class| own().filter(|reviewed| reviewed.class == Some(class)).count();
        let size = |reviewed: &ReviewedMove<M>| Some((reviewed.loss?.amount, reviewed.ply));
        let largest = own()
            .filter(|reviewed| reviewed.class.is_some())
            .filter_map(size)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        Summary {
            moves: losses.len(),
            mistakes: Class::ALL.map(count),
            average: (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64),
            largest,
        }
    }

    /// The value of each position for the first player, in the unit of the review: the
    /// number of plies before it, and the value by the best move. The last is the value of
    /// the last move that was played.
    pub fn values(&self) -> Vec<(usize, f64)> {
        let measure = self.measure();
        let for_first = |side, value: f64| match (side, measure) {
            (Side::First, _) => value,
            (Side::Second, Measure::Margin(_)) => -value,
            (Side::Second, Measure::Chance) => 100.0 - value,
        };
        let before = self.moves.iter().map(|r| (r.ply - 1, r.side, &r.best));
        let last = self.moves.last().map(|r| (r.ply, r.side, &r.played));
        let value = |(ply, side, report)| Some((ply, for_first(side, measure.value(report)?)));
        before.chain(last).filter_map(value).collect()
    }
}
