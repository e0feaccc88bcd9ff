//! The run on Saiblo.

use std::io;
use std::time::Duration;

use anyhow::{Context, Error, Result, ensure};
use clock::{Budget, TimeRules};
use game::{Game, GameOver, History, Side};
use judge_protocol::saiblo::answer::{HELLO, frame};
use judge_protocol::saiblo::{Dialogue, Turn, Wire, judge, serve};
use judge_protocol::shown::{Cell, Drops, Grid, Place, Shown};

use crate::bot::{Limits, Player, Protocol};
use crate::options::{Options, Switch};

/// Saiblo, for a game of stones that fall.
pub struct Saiblo<G: Game> {
    /// How the game's stones fall.
    pub drops: Drops<G>,
    /// A board for the rehearsal.
    pub grid: Grid,
}

const V2: Switch = Switch { name: "v2", about: "talk as the judge wanted it in its second version" };

impl<G: Game> Protocol<G> for Saiblo<G> {
    fn limits(&self) -> Limits {
        Limits { time: TimeRules::saiblo(), memory: 1024 }
    }

    fn about(&self) -> String {
        let Limits { time, memory } = Protocol::<G>::limits(self);
        format!(
            "on Saiblo (saiblo.net): it reads boards on stdin and\n\
             answers in frames on stdout, within {each} s per move, real and CPU time, on one core\n\
             and in {memory} MB. Versions 3 and 1 of the judge's protocol are told apart by themselves.",
            each = time.each.as_secs_f64(),
        )
    }

    fn switches(&self) -> &'static [Switch] {
        &[V2]
    }

    fn play(&self, player: &mut Player<G>, options: &Options) -> Result<()> {
        let wire = if options.has(&V2) { Wire::V2 } else { Wire::V3 };
        // Nobody has told whether the first move's time includes the start.
        let mut late = clock::process::start().elapsed();
        serve(&mut io::stdin().lock(), &mut io::stdout().lock(), self.drops, wire, |turn| {
            if let Some(fault) = turn.fault {
                player.say(format_args!("{fault}; answering in {}", turn.history.state()));
            }
            decide(player, turn, std::mem::take(&mut late))
        })?;
        Ok(())
    }

    /// A game on each wire.
    fn rehearse(&self, player: &mut Player<G>) -> Result<()> {
        for wire in [Wire::V1, Wire::V2, Wire::V3] {
            self.game(wire, player).with_context(|| format!("{wire:?}"))?;
        }
        Ok(())
    }
}

/// The player's choice, when the clock began to run so much before the turn.
fn decide<G: Game>(player: &mut Player<G>, turn: &Turn<G>, late: Duration) -> Result<G::Move, GameOver> {
    let since = turn.received.checked_sub(late).or(Some(turn.received));
    let budget = Budget { since, ..player.time.budget(false) };
    Ok(player.decide(turn.history, &budget)?.chosen)
}

impl<G: Game> Saiblo<G> {
    fn game(&self, wire: Wire, player: &mut Player<G>) -> Result<()> {
        // V1 is found out and not said.
        let said = if wire == Wire::V1 { Wire::V3 } else { wire };
        let mut seats = [(); 2].map(|()| Dialogue::new(self.drops, said));
        let start = (self.drops.set_up)(&self.grid, &[], &[]).map_err(Error::msg)?;
        let mut game = History::new(start);
        let mut stones: Vec<Place> = Vec::new();
        while game.state().outcome().is_none() {
            let seat = game.state().side().index();
            let mut request = judge::turn(wire, &self.shown(game.state(), &stones));
            if stones.len() < 2 {
                request.insert_str(0, &judge::start(wire, &self.grid));
            }
            let mut output = Vec::new();
            let mut clean = true;
            seats[seat].turn(&mut request.as_bytes(), &mut output, &mut |turn| {
                clean &= turn.fault.is_none();
                decide(player, turn, Duration::ZERO)
            })?;
            ensure!(clean, "a good request was not understood");
            let greeting = if wire == Wire::V2 && stones.len() < 2 { frame(HELLO) } else { Vec::new() };
            let answer = output.strip_prefix(greeting.as_slice()).context("there is no greeting")?;
            let place = judge::read_answer(wire, answer).map_err(Error::msg)?;
            let chosen = (self.drops.column)(place.1).context("no such column")?;
            ensure!((self.drops.landing)(game.state(), chosen) == Some(place), "a stone does not fall so");
            game.play(chosen)?;
            stones.push(place);
        }
        Ok(())
    }

    /// What the judge shows to the side to move when these stones have fallen.
    fn shown(&self, state: &G, stones: &[Place]) -> Shown {
        let Grid { rows, columns, .. } = self.grid;
        let mut cells = vec![Cell::Empty; rows * columns];
        for (number, &(row, column)) in stones.iter().enumerate() {
            let side = [Side::First, Side::Second][number % 2];
            cells[row * columns + column] = if side == state.side() { Cell::Own } else { Cell::Other };
        }
        let top = |column| {
            let landing = (self.drops.column)(column).and_then(|m| (self.drops.landing)(state, m));
            landing.map_or(0, |(row, _)| row as i64 + 1)
        };
        Shown { last: stones.last().copied(), tops: (0..columns).map(top).collect(), cells }
    }
}
