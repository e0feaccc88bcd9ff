//! The games of a contest: how each begins, how it is played, and whether a
//! game that was written down can be one of them.
//!
//! The games come in pairs from the same opening, with the colours swapped.
//! Each game has fresh engines with seeds of their own, so that no game
//! depends on another one: with counted budgets and engines of one thread the
//! same terms give the same games, however many are played at a time.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use game::{History, Outcome, Side, Strategies};
use referee::Program;

use crate::cli::{Boards, ContestArgs};
use crate::duel::{self, Finished, Seat, Turn};
use crate::foreign::{self, Foreign, Language};
use crate::games::Playable;
use crate::log::Line;
use crate::opening;
use crate::player::{Own, Player};
use crate::position;
use crate::terms::{Entrant, Fixture, Kind, Terms};

/// All that a game of the contest needs.
pub struct Contest<G: Playable> {
    /// What it is.
    pub terms: Terms,
    strategies: Strategies<G>,
    /// The foreign programs' languages, by spec.
    languages: BTreeMap<String, Language<G>>,
    /// The programs themselves; none where games are only read.
    programs: BTreeMap<String, Program>,
    starts: Starts<G>,
}

/// Where the games begin, before the opening.
enum Starts<G> {
    /// All in the same position.
    Same(G),
    /// Each pair on the board that its lot draws.
    Drawn(fn(u64) -> Option<G>),
}

impl<G: Playable> Starts<G> {
    fn of_pair(&self, pair: u64, seed: u64) -> G {
        match self {
            Starts::Same(start) => *start,
            Starts::Drawn(draw) => draw(opening::lot(seed, pair)).expect("a game that draws boards has one"),
        }
    }
}

/// Nobody waits for more games than this.
const MOST_GAMES: u64 = 100_000_000;

impl<G: Playable> Contest<G> {
    /// What the user asks for.
    pub fn set_up(kind: Kind, engines: Vec<Entrant>, games: u64, args: &ContestArgs) -> Result<Self> {
        let start = match args.boards {
            Boards::Usual if args.from == position::START => Some(position::START.to_string()),
            Boards::Usual => Some(position::read::<G>(&args.from)?.to_string()),
            Boards::Random => None,
        };
        let is_foreign = |entrant: &Entrant| foreign::is_foreign(&entrant.spec);
        let memory_limit = engines.iter().any(is_foreign).then_some(args.foreign.memory_limit);
        let mut contest = Contest::of(Terms {
            kind,
            game: G::NAME.to_string(),
            engines,
            games,
            opening_plies: args.openings.unwrap_or(if start.is_some() { G::OPENING_PLIES } else { 0 }),
            start,
            seed: args.seed,
            tolerance: args.tolerance,
            memory_limit,
        })?;
        contest.programs = foreign::programs(&contest.terms.engines, args.tolerance, &args.foreign)?;
        Ok(contest)
    }

    /// Finds all mistakes in the terms before the first game.
    pub fn of(terms: Terms) -> Result<Self> {
        let (games, engines) = (terms.total(), terms.engines.len());
        ensure!(engines >= 2 && games.is_multiple_of(2), "{games} games of {engines} engines are no contest");
        ensure!(games <= MOST_GAMES, "{games} games are too many: at most {MOST_GAMES} are played");
        let starts = match &terms.start {
            Some(start) => Starts::Same(position::read(start)?),
            None if G::random_start(0).is_some() => Starts::Drawn(G::random_start),
            None => bail!("{} has one board, and none to draw", G::NAME),
        };
        let usual = match &starts {
            Starts::Same(start) => Some(start),
            Starts::Drawn(_) => None,
        };
        let (strategies, mut languages) = (G::strategies(), BTreeMap::new());
        for entrant in &terms.engines {
            match foreign::language(entrant, usual)? {
                Some(language) => drop(languages.insert(entrant.spec.clone(), language)),
                None => drop(strategies.build(&entrant.spec)?),
            }
        }
        let contest = Contest { terms, strategies, languages, programs: BTreeMap::new(), starts };
        let (plies, seed) = (contest.terms.opening_plies, contest.terms.seed);
        let start = contest.starts.of_pair(0, seed);
        ensure!(start.outcome().is_none(), "the game is over in {start}");
        let opening = opening::draw(&start, plies, seed, 0);
        ensure!(opening.moves.len() == plies, "no game from {start} goes on after {plies} random plies");
        Ok(contest)
    }

    /// How a game begins, and the engines' seeds by side.
    fn opening(&self, fixture: &Fixture) -> (History<G>, [u64; 2]) {
        let Terms { seed, opening_plies, .. } = self.terms;
        let start = self.starts.of_pair(fixture.pair(), seed);
        let opening = opening::draw(&start, opening_plies, seed, fixture.pair());
        let mut history = History::new(start);
        for m in opening.moves {
            history.play(m).expect("an opening is made of legal moves");
        }
        (history, opening.seeds[(fixture.game % 2) as usize])
    }

    /// Plays a game.
    pub fn play(&self, fixture: &Fixture) -> Finished<G> {
        let (history, seeds) = self.opening(fixture);
        let sides = [Side::First, Side::Second];
        let budgets = sides.map(|side| fixture.on(side).limits.for_match());
        let seats = sides.map(|side| Seat {
            player: self.player(fixture.on(side), seeds[side.index()]),
            budget: &budgets[side.index()],
        });
        duel::play(history, seats, self.terms.tolerance)
    }

    /// A fresh one for each game.
    fn player(&self, entrant: &Entrant, seed: u64) -> Box<dyn Player<G>> {
        let Entrant { spec, limits } = entrant;
        if let (Some(language), Some(program)) = (self.languages.get(spec), self.programs.get(spec)) {
            return Box::new(Foreign::new(language, program.clone(), limits.time.unwrap_or_default()));
        }
        let engine = self.strategies.build_seeded(spec, Some(seed));
        Box::new(Own(engine.expect("what was built once can be built again")))
    }

    /// A game as it is written down.
    pub fn write(&self, fixture: &Fixture, finished: &Finished<G>) -> Line {
        let (_, seeds) = self.opening(fixture);
        let turns = &finished.turns;
        let mut state = *finished.history.start();
        let mut moves: Vec<String> = Vec::with_capacity(finished.history.moves().len());
        for &m in finished.history.moves() {
            moves.push(state.move_text(m));
            state.play_unchecked(m);
        }
        let after = moves.split_off(finished.opening);
        Line {
            game: fixture.number + 1,
            first: fixture.on(Side::First).spec.clone(),
            second: fixture.on(Side::Second).spec.clone(),
            seeds,
            start: finished.history.start().to_string(),
            opening: moves,
            moves: after,
            nanoseconds: turns.iter().map(|turn| turn.time.as_nanos() as u64).collect(),
            values: turns.iter().map(|turn| turn.value).collect(),
            simulations: turns.iter().map(|turn| turn.simulations).collect(),
            nodes: turns.iter().map(|turn| turn.nodes).collect(),
            proven: finished.proven(),
            winner: finished.outcome.into(),
            fault: finished.fault.as_ref().map(|(_, fault)| fault.clone()),
        }
    }

    /// The game that was written down, if it can be this one: everything that
    /// the terms and the rules decide is checked.
    pub fn read(&self, fixture: &Fixture, line: &Line) -> Result<Finished<G>> {
        let (mut history, seeds) = self.opening(fixture);
        let sides = [&line.first, &line.second];
        ensure!(
            [Side::First, Side::Second].map(|side| &fixture.on(side).spec) == sides,
            "{} against {} is another game",
            line.first,
            line.second
        );
        let opening = history.moves().len();
        let drawn = crate::text::line(history.start(), history.moves());
        let same = history.start().to_string() == line.start && drawn == line.opening && seeds == line.seeds;
        ensure!(same, "its opening or its seeds are not those of the match's seed");
        for (i, text) in line.moves.iter().enumerate() {
            let m = history.state().parse_move(text).map_err(anyhow::Error::from);
            m.and_then(|m| Ok(history.play(m)?)).with_context(|| format!("move {}", opening + i + 1))?;
        }
        let side = history.state().side();
        let (outcome, fault) = match (history.state().outcome(), &line.fault) {
            (Some(outcome), None) => (outcome, None),
            (None, Some(fault)) => (Outcome::Loss, Some((side, fault.clone()))),
            (None, None) => bail!("it is not over after its last move"),
            (Some(_), Some(_)) => bail!("it is over, and has a fault"),
        };
        let outcome = duel::seen_by_first(outcome, side);
        ensure!(line.winner == outcome.into(), "its result is not that of its moves");
        let mut turns = turns(line)?;
        if let Some(choice) = line.proven {
            let turn = turns.get_mut(choice).context("it was proven after its end")?;
            // Sides alternate up to the one that would move next.
            let even = line.moves.len().abs_diff(choice).is_multiple_of(2);
            let mover = if even { side } else { side.other() };
            turn.proven = Some(duel::seen_by_first(outcome, mover));
        }
        let faulty = turns.len() == line.moves.len() + 1 && fault.is_some();
        ensure!(
            faulty || turns.len() == line.moves.len(),
            "it has {} moves and {} times",
            line.moves.len(),
            turns.len()
        );
        Ok(Finished { history, opening, turns, outcome, fault })
    }
}

fn turns(line: &Line) -> Result<Vec<Turn>> {
    let lengths = [line.values.len(), line.simulations.len(), line.nodes.len()];
    ensure!(lengths == [line.nanoseconds.len(); 3], "its lists are not of one length");
    let turn = |i: usize| Turn {
        time: Duration::from_nanos(line.nanoseconds[i]),
        value: line.values[i],
        simulations: line.simulations[i],
        nodes: line.nodes[i],
        proven: None,
    };
    Ok((0..line.nanoseconds.len()).map(turn).collect())
}
