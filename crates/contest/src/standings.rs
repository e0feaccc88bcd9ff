//! The standings of a tournament.

use stats::{Pairing, Ratings};

use crate::report::ContestReport;
use crate::terms::Contender;

/// The standings of a tournament.
pub struct Standings {
    /// The engines, the strongest first.
    pub rows: Vec<StandingsRow>,
    /// Did an engine win or lose all its games? Then a drawn pair was added to
    /// each pairing, since no finite Elo is the most likely.
    pub bounded: bool,
    /// Points and games of one engine (first index) against another.
    pub cross: Vec<Vec<(f64, u64)>>,
}

/// The results of an engine.
pub struct StandingsRow {
    /// Index of the engine in the terms.
    pub engine: usize,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Number of games.
    pub games: u64,
    /// Number of games lost by a forfeit.
    pub forfeits: usize,
    /// Elo relative to the mean of all engines, and its 95 % error.
    pub elo: Option<(f64, f64)>,
}

impl StandingsRow {
    /// Points per game, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}

impl Standings {
    /// The standings after the games of `report`.
    pub fn new(report: &ContestReport) -> Standings {
        let count = report.terms.engines.len();
        let pairings = report.terms.pairings();
        let mut cross = vec![vec![(0.0, 0); count]; count];
        let mut forfeits = vec![0; count];
        for ([a, b], tally) in pairings.iter().zip(&report.tallies) {
            let ([_, draws, wins], games) = (tally.results(), tally.games());
            let points = wins as f64 + draws as f64 / 2.0;
            cross[*a][*b] = (points, games);
            cross[*b][*a] = (games as f64 - points, games);
            for (contender, engine) in [(Contender::A, *a), (Contender::B, *b)] {
                let lost = tally.forfeits().iter().filter(|record| record.contender == contender).count();
                forfeits[engine] += lost;
            }
        }
        let results = pairings.iter().zip(&report.tallies);
        let results: Vec<_> =
            results.map(|(&players, tally)| Pairing { players, pairs: tally.pairs }).collect();
        let ratings = Ratings::fit(count, &results);
        let mut rows: Vec<StandingsRow> = (0..count)
            .map(|engine| StandingsRow {
                engine,
                points: cross[engine].iter().map(|(points, _)| points).sum(),
                games: cross[engine].iter().map(|(_, games)| games).sum(),
                forfeits: forfeits[engine],
                elo: ratings.as_ref().map(|ratings| ratings.players[engine]),
            })
            .collect();
        let strength = |row: &StandingsRow| (row.elo.map_or(0.0, |(elo, _)| elo), row.score());
        rows.sort_by(|a, b| strength(b).partial_cmp(&strength(a)).unwrap_or(std::cmp::Ordering::Equal));
        Standings { rows, bounded: ratings.is_some_and(|ratings| ratings.bounded), cross }
    }
}
