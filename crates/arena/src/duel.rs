//! One game between two players, with the arena as the judge.
//!
//! The judge checks every move and its time; a fault loses the game and
//! harms nothing else.

use std::time::Duration;

use clock::Budget;
use game::{Game, History, Move, Outcome, Side};

use crate::player::{Choice, Fault, FaultKind, Player};
use crate::tally::Name;

/// A player and what it may use.
pub struct Seat<'a, G: Game> {
    /// Who chooses.
    pub player: Box<dyn Player<G>>,
    /// What a choice may cost.
    pub budget: &'a Budget,
}

/// What was seen of one choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// How long it took.
    pub time: Duration,
    /// What the player expected, in [−1, 1].
    pub value: f32,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// The result for the side to move, if it was proven.
    pub proven: Option<Outcome>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished<G: Game> {
    /// All moves, the opening's included.
    pub history: History<G>,
    /// So many moves were the opening's.
    pub opening: usize,
    /// The choices after the opening, in turn. The last one is no move of the
    /// history if it was a fault.
    pub turns: Vec<Turn>,
    /// The result for the first side.
    pub outcome: Outcome,
    /// Who lost by a fault.
    pub fault: Option<(Side, Fault)>,
}

impl<G: Game> Finished<G> {
    /// What the sums of a match need of it.
    pub fn played(&self) -> Played {
        let mut usage = [Usage::default(); 2];
        let mut side = self.side_after_opening();
        for turn in &self.turns {
            usage[side.index()].add(&Usage::of(turn));
            side = side.other();
        }
        Played {
            outcome: self.outcome,
            plies: self.history.moves().len() as u64,
            usage,
            proven: self.proven().map(|choice| (self.turns.len() - choice) as u64),
            fault: self.fault.clone(),
            fingerprint: fingerprint(&self.history),
        }
    }

    /// The number of the first choice, from 0, whose player had proven how
    /// the game would end.
    pub fn proven(&self) -> Option<usize> {
        let first = self.side_after_opening();
        (0..).zip(&self.turns).position(|(i, turn): (u32, _)| {
            let mover = if i.is_multiple_of(2) { first } else { first.other() };
            turn.proven.is_some_and(|outcome| seen_by_first(outcome, mover) == self.outcome)
        })
    }

    /// Who made the first choice: sides strictly alternate.
    fn side_after_opening(&self) -> Side {
        match self.opening.is_multiple_of(2) {
            true => self.history.start().side(),
            false => self.history.start().side().other(),
        }
    }
}

/// What a player has used.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Usage {
    /// Decisions made.
    pub moves: u64,
    /// Time for all of them.
    pub time: Duration,
    /// Time for the slowest.
    pub worst: Duration,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
}

impl Usage {
    fn of(turn: &Turn) -> Usage {
        let Turn { time, simulations, nodes, .. } = *turn;
        Usage { moves: 1, time, worst: time, simulations, nodes }
    }

    /// Both together.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.worst = self.worst.max(other.worst);
        self.simulations += other.simulations;
        self.nodes += other.nodes;
    }
}

/// What a finished game adds to the sums of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The result for the first side.
    pub outcome: Outcome,
    /// Moves made, the opening's included.
    pub plies: u64,
    /// What each side has used.
    pub usage: [Usage; 2],
    /// So many plies before the end one side had proven it.
    pub proven: Option<u64>,
    /// Who lost by a fault.
    pub fault: Option<(Side, Fault)>,
    /// A number that follows from the moves: equal games have equal ones.
    pub fingerprint: u64,
}

impl Played {
    /// The result for A in game number `game` of its pairing.
    pub fn outcome_for_a(&self, game: u64) -> Outcome {
        seen_by_first(self.outcome, Name::side_of_a(game))
    }

    /// The same in points: 0, ½ or 1.
    pub fn score_of_a(&self, game: u64) -> f64 {
        f64::from(self.outcome_for_a(game).value() + 1.0) / 2.0
    }
}

/// Plays the game that has begun with the opening `history` to its end; seats
/// are by side. A move may be late by `tolerance`.
pub fn play<G: Game>(mut history: History<G>, mut seats: [Seat<G>; 2], tolerance: Duration) -> Finished<G> {
    let opening = history.moves().len();
    let mut turns = Vec::new();
    let mut fault = None;
    let outcome = loop {
        let state = history.state();
        let side = state.side();
        if let Some(outcome) = state.outcome() {
            break seen_by_first(outcome, side);
        }
        let chosen = choose(&mut seats[side.index()], &history, tolerance, &mut turns);
        let made =
            chosen.and_then(|m| history.play(m).map_err(|error| Fault::new(FaultKind::Illegal, error)));
        if let Err(error) = made {
            fault = Some((side, error));
            break seen_by_first(Outcome::Loss, side);
        }
    };
    Finished { history, opening, turns, outcome, fault }
}

/// What is an outcome for `side`, for the first side.
pub fn seen_by_first(outcome: Outcome, side: Side) -> Outcome {
    match side {
        Side::First => outcome,
        Side::Second => -outcome,
    }
}

fn choose<G: Game>(
    seat: &mut Seat<G>,
    history: &History<G>,
    tolerance: Duration,
    turns: &mut Vec<Turn>,
) -> Result<G::Move, Fault> {
    let Choice { played, time, value, simulations, nodes, proven } =
        seat.player.choose(history, seat.budget, tolerance)?;
    turns.push(Turn { time, value, simulations, nodes, proven });
    match seat.budget.wall {
        Some(wall) if time > wall + tolerance => {
            Err(Fault::new(FaultKind::Late, format!("{time:.1?} for a move instead of {wall:?}")))
        }
        _ => Ok(played),
    }
}

/// FNV-1a over the numbers of the moves.
fn fingerprint<G: Game>(history: &History<G>) -> u64 {
    let numbers = history.moves().iter().map(|m| m.index() as u64);
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, n| (hash ^ n).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use game::{Decision, Engine, GameOver, Proof, RandomEngine, Watch};
    use tictactoe::{Cell, State};

    use super::*;
    use crate::player::Own;

    /// An engine made of a function.
    struct Act<F>(F);

    impl<F: FnMut(&State) -> Result<Cell, GameOver> + Send> Engine<State, Budget> for Act<F> {
        fn think(
            &mut self,
            history: &History<State>,
            _: &Budget,
            _: &mut Watch<'_, Decision<Cell>>,
        ) -> Result<Decision<Cell>, GameOver> {
            Ok(Decision { simulations: 3, ..Decision::bare((self.0)(history.state())?) })
        }
    }

    /// This engine moves first, against random moves, with all the time in
    /// the world.
    fn against_random(act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> Played {
        within(Duration::from_secs(60), act)
    }

    fn within(wall: Duration, act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> Played {
        let budget = Budget::wall(wall);
        let engines: [Box<dyn Engine<State, Budget>>; 2] =
            [Box::new(Act(act)), Box::new(RandomEngine::new(1))];
        let seats = engines.map(|engine| Seat { player: Box::new(Own(engine)), budget: &budget });
        play(History::new(State::start()), seats, Duration::from_millis(50)).played()
    }

    fn first_legal(state: &State) -> Cell {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves[0]
    }

    #[track_caller]
    fn lost_by(played: &Played, kind: FaultKind) -> &str {
        let Some((side, fault)) = &played.fault else { panic!("no fault in {played:?}") };
        assert_eq!((*side, fault.kind, played.outcome), (Side::First, kind, Outcome::Loss));
        &fault.text
    }

    #[test]
    fn a_game_is_played_to_its_end_and_all_that_was_used_is_counted() {
        let played = against_random(|state| Ok(first_legal(state)));
        assert_eq!(played.fault, None);
        assert!((5..=9).contains(&played.plies));
        let [first, second] = played.usage;
        assert_eq!(first.moves + second.moves, played.plies);
        assert_eq!((first.simulations, second.simulations), (3 * first.moves, 0));
        assert!(first.worst <= first.time);
    }

    /// Claims from its second move on that it wins, whatever happens.
    struct Boaster;

    impl Engine<State, Budget> for Boaster {
        fn think(
            &mut self,
            history: &History<State>,
            _: &Budget,
            _: &mut Watch<'_, Decision<Cell>>,
        ) -> Result<Decision<Cell>, GameOver> {
            let proof = (history.moves().len() > 1).then_some(Proof { outcome: Outcome::Win, plies: 1 });
            Ok(Decision { proof, ..Decision::bare(first_legal(history.state())) })
        }
    }

    #[test]
    fn a_proof_counts_from_where_it_was_found_if_it_was_right() {
        let budget = Budget::wall(Duration::from_secs(60));
        let mut seen = [false; 2];
        for seed in 0..30 {
            let engines: [Box<dyn Engine<State, Budget>>; 2] =
                [Box::new(Boaster), Box::new(RandomEngine::new(seed))];
            let seats = engines.map(|engine| Seat { player: Box::new(Own(engine)), budget: &budget });
            let played = play(History::new(State::start()), seats, Duration::from_secs(60)).played();
            let right = played.outcome == Outcome::Win;
            assert_eq!(played.proven, right.then(|| played.plies - 2), "{played:?}");
            seen[usize::from(right)] = true;
        }
        assert_eq!(seen, [true; 2], "it was right and wrong");
    }

    #[test]
    fn an_illegal_move_loses() {
        let played = against_random(|_| Ok(Cell::new(1, 1).unwrap()));
        assert!(lost_by(&played, FaultKind::Illegal).contains("b2 is not a legal move in "));
    }

    #[test]
    fn an_error_loses() {
        let played = against_random(|_| Err(GameOver));
        assert_eq!(lost_by(&played, FaultKind::Error), GameOver.to_string());
    }

    #[test]
    fn a_panic_loses_and_says_why() {
        let with_text = against_random(|_| panic!("out of ideas"));
        assert_eq!(lost_by(&with_text, FaultKind::Panic), "out of ideas");
        let formatted = against_random(|state| panic!("lost in {state}"));
        assert_eq!(lost_by(&formatted, FaultKind::Panic), "lost in .../.../...");
    }

    #[test]
    fn a_late_move_loses() {
        let played = within(Duration::from_millis(1), |state| {
            thread::sleep(Duration::from_millis(60));
            Ok(first_legal(state))
        });
        assert!(lost_by(&played, FaultKind::Late).ends_with("for a move instead of 1ms"));
        assert_eq!(played.usage[0].moves, 1);
    }

    #[test]
    fn equal_games_have_equal_fingerprints_and_others_do_not() {
        let game = |moves| fingerprint(&crate::position::read_game::<State>("start", moves).unwrap());
        assert_eq!(game("b2 a1"), game("b2 a1"));
        assert_ne!(game("b2 a1"), game("a1 b2"));
        assert_ne!(game("b2 a1"), game("b2"));
    }
}
