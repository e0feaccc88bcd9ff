//! The session on Saiblo.

use std::io;
use std::time::Duration;

use anyhow::{Context, Error, Result, ensure};
use clock::Budget;
use game::{Drops, Game, GameOver, History, Place, Playable, Shape, Side};
use judge_protocol::full_board::{Cell, FullBoard, top};
use judge_protocol::limits::{self, JudgeLimits};
use judge_protocol::saiblo::answer::{HELLO, frame};
use judge_protocol::saiblo::{SaibloSession, SaibloTurn, Wire, judge_side, serve};

use crate::board::Board;
use crate::bot::{BotEngine, Protocol};
use crate::options::{Options, Switch};

/// Saiblo's protocol, for a game in which stones fall.
pub struct Saiblo;

const V2: Switch = Switch { name: "v2", about: "use version 2 of the judge's protocol" };

impl<G: Playable> Protocol<G> for Saiblo {
    fn limits(&self) -> JudgeLimits {
        limits::saiblo()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = limits::saiblo();
        format!(
            "on Saiblo (saiblo.net): it reads boards on stdin and\n\
             answers in frames on stdout, within {each} s per move, real and CPU time, on one core\n\
             and in {memory} MB. It recognises versions 3 and 1 of the judge's protocol.",
            each = time.each.as_secs_f64(),
        )
    }

    fn switches(&self) -> &'static [Switch] {
        &[V2]
    }

    fn play(&self, engine: &mut BotEngine<G>, options: &Options) -> Result<()> {
        let wire = if options.has(&V2) { Wire::V2 } else { Wire::V3 };
        // It is not documented whether the first move's time includes the start.
        let mut late = clock::process::start().elapsed();
        serve(&mut io::stdin().lock(), &mut io::stdout().lock(), Board::<G>::DROPS, wire, |turn| {
            if let Some(error) = turn.error {
                engine.log(format_args!("{error}; answering in {}", turn.history.state()));
            }
            decide(engine, turn, std::mem::take(&mut late))
        })?;
        Ok(())
    }

    /// Plays a game in each version of the protocol.
    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()> {
        for wire in [Wire::V1, Wire::V2, Wire::V3] {
            game(wire, engine).with_context(|| format!("{wire:?}"))?;
        }
        Ok(())
    }
}

/// The engine's move; the judge's clock may have started `late` before the turn.
fn decide<G: Game>(
    engine: &mut BotEngine<G>,
    turn: &SaibloTurn<G>,
    late: Duration,
) -> Result<G::Move, GameOver> {
    let since = turn.received.checked_sub(late).or(Some(turn.received));
    let budget = Budget { since, ..engine.time.budget(false) };
    Ok(engine.decide(turn.history, &budget)?.chosen)
}

/// Plays a game of the engine against itself on a board that the judge might
/// choose.
fn game<G: Playable>(wire: Wire, engine: &mut BotEngine<G>) -> Result<()> {
    let drops = Board::<G>::DROPS;
    // The bot recognises V1.
    let chosen = if wire == Wire::V1 { Wire::V3 } else { wire };
    let mut sessions = [(); 2].map(|()| SaibloSession::new(drops, chosen));
    let shape = (drops.shape)(&G::random_start(0).unwrap_or_else(G::start));
    let mut game = History::new((drops.set_up)(&shape, &[], &[]).map_err(Error::msg)?);
    let mut stones: Vec<Place> = Vec::new();
    while game.state().outcome().is_none() {
        let player = game.state().side().index();
        let mut request = judge_side::turn(wire, &board(&drops, &shape, game.state(), &stones));
        if stones.len() < 2 {
            request.insert_str(0, &judge_side::start(wire, &shape));
        }
        let mut output = Vec::new();
        let mut clean = true;
        sessions[player].turn(&mut request.as_bytes(), &mut output, &mut |turn| {
            clean &= turn.error.is_none();
            decide(engine, turn, Duration::ZERO)
        })?;
        ensure!(clean, "a correct request was read as wrong");
        let greeting = if wire == Wire::V2 && stones.len() < 2 { frame(HELLO) } else { Vec::new() };
        let answer = output.strip_prefix(greeting.as_slice()).context("the greeting is missing")?;
        let place = judge_side::read_answer(wire, answer).map_err(Error::msg)?;
        let chosen = (drops.column)(place.1).context("the board has no such column")?;
        ensure!((drops.landing)(game.state(), chosen) == Some(place), "the stone lands on another cell");
        game.play(chosen)?;
        stones.push(place);
    }
    Ok(())
}

/// The board that the judge sends to the side to move, after these stones.
fn board<G: Game>(drops: &Drops<G>, shape: &Shape, state: &G, stones: &[Place]) -> FullBoard {
    let Shape { rows, columns, .. } = *shape;
    let mut cells = vec![Cell::Empty; rows * columns];
    for (number, &(row, column)) in stones.iter().enumerate() {
        let side = [Side::First, Side::Second][number % 2];
        cells[row * columns + column] = if side == state.side() { Cell::Own } else { Cell::Other };
    }
    let tops = (0..columns).map(|column| top(drops, state, column)).collect();
    FullBoard { last: stones.last().copied(), tops, cells }
}
