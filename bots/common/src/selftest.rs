//! Short games against oneself, through the protocol: the bot's own reading
//! and writing at both ends, in one process.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::{Engine, Game, History};
use judge_protocol::botzone::judge::{newest, read_answer, whole};
use judge_protocol::botzone::{Coordinates, Dialogue, Form, Running, Xy};

use crate::botzone::decide;

/// Time per move when nobody says: enough to search, and a whole game of
/// Reversi in seconds.
const TIME: Duration = Duration::from_millis(10);

/// A game in each form and each way of running.
pub fn play_all<G: Game>(
    coordinates: Coordinates<G>,
    time: Option<Duration>,
    engine: &mut dyn Engine<G, Budget>,
) -> Result<()> {
    let budget = Budget::wall(time.unwrap_or(TIME));
    for form in [Form::Json, Form::Simple] {
        for running in [Running::OncePerTurn, Running::Kept] {
            play(coordinates, form, running, &budget, engine)
                .with_context(|| format!("{form:?}, {running:?}"))?;
        }
    }
    Ok(())
}

fn play<G: Game>(
    coordinates: Coordinates<G>,
    form: Form,
    running: Running,
    budget: &Budget,
    engine: &mut dyn Engine<G, Budget>,
) -> Result<()> {
    let mut seats = [(); 2].map(|()| Dialogue::new(coordinates, running));
    let mut game = History::new(G::start());
    // What has been said, "you begin" included: the second seat hears all of
    // it but that.
    let mut said = vec![Xy::NONE];
    while game.state().outcome().is_none() {
        let seat = game.moves().len() % 2;
        let request = match running {
            Running::Kept if game.moves().len() > 1 => newest(form, said[said.len() - 1]),
            _ => whole(form, &said[seat..]),
        };
        if running == Running::OncePerTurn {
            seats[seat] = Dialogue::new(coordinates, running);
        }
        let mut output = Vec::new();
        seats[seat].turn(&mut request.as_bytes(), &mut output, &mut |turn| decide(engine, turn, budget))?;
        let answer = read_answer(form, running, &String::from_utf8(output)?)?;
        let played = (coordinates.read)(game.state(), answer);
        game.play(played.with_context(|| format!("{answer} is off the board"))?)?;
        said.push(answer);
    }
    ensure!(said.len() == game.moves().len() + 1, "a move was lost on the way");
    Ok(())
}
