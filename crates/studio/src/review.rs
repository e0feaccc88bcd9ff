//! The review of a game, ply by ply.

use clock::Budget;
use game::{Engine, History, Playable, Side};
use records::review::{Class, Loss, Review, ReviewedMove, review_move};
use serde_json::{Value, json};

use crate::error::Error;
use crate::{report, view};

/// Compares each move of a game with the best one. Reports each reviewed move; the reply
/// is the whole review. A stop ends it early.
pub fn review<G: Playable>(
    engine: &mut dyn Engine<G>,
    history: &History<G>,
    budget: &Budget,
    progress: &mut dyn FnMut(Value),
) -> Result<Value, Error> {
    let mut review = Review::default();
    let mut before = History::new(*history.start());
    let mut moves = Vec::new();
    for &played in history.moves() {
        let reviewed = review_move(engine, &before, played, budget, usize::MAX, None, &mut |_| ())?;
        if budget.stop.as_ref().is_some_and(clock::Stop::is_stopped) {
            break;
        }
        let value = reviewed_move(before.state(), &reviewed);
        progress(value.clone());
        moves.push(value);
        review.moves.push(reviewed);
        before.play(played)?;
    }
    let summary = |side| {
        let summary = review.summary(side);
        json!({ "moves": summary.moves, "mistakes": summary.mistakes, "average": summary.average })
    };
    Ok(json!({
        "measure": review.measure().name(),
        "values": review.values(),
        "moves": moves,
        "summary": [summary(Side::First), summary(Side::Second)],
    }))
}

fn reviewed_move<G: Playable>(state: &G, reviewed: &ReviewedMove<G::Move>) -> Value {
    let loss = |loss: Loss| {
        json!({
            "amount": loss.amount,
            "unit": loss.measure.name(),
            "exact": loss.exact,
            "atLeast": loss.at_least,
        })
    };
    json!({
        "ply": reviewed.ply,
        "side": reviewed.side.index(),
        "played": report::move_report(state, &reviewed.played),
        "best": report::move_report(state, &reviewed.best),
        "line": view::line(state, &reviewed.line),
        "loss": reviewed.loss.map(loss),
        "class": reviewed.class.map(|class: Class| class.names()[0]),
    })
}
