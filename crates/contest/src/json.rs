//! Reports as JSON, for programs and for the studio's page. An infinite bound is null.

use serde_json::{Value, json};
use stats::{Estimate, Sprt, Verdict};

use crate::fault::FaultKind;
use crate::limits::MoveLimits;
use crate::report::ContestReport;
use crate::spsa::TunedParam;
use crate::standings::{Standings, StandingsRow};
use crate::sweep::SweepRows;
use crate::tally::{ForfeitRecord, Tally};
use crate::terms::{Contender, ContestKind, Entrant};
use crate::tuning::Tuning;

/// A report of any kind.
pub fn report(report: &ContestReport) -> Value {
    match report.terms.kind {
        ContestKind::Match | ContestKind::Sprt { .. } | ContestKind::Tune(_) => match_or_test(report),
        ContestKind::Tournament { .. } => tournament(report),
        ContestKind::Sweep { .. } => sweep(report),
        ContestKind::Doublings => doublings(report),
    }
}

/// A match or a test.
fn match_or_test(report: &ContestReport) -> Value {
    let tally = &report.tallies[0];
    let counts = |[losses, draws, wins]: [u64; 3]| json!({"wins": wins, "draws": draws, "losses": losses});
    let forfeit = |record: &&ForfeitRecord| {
        json!({
            "game": record.game + 1,
            "engine": format!("{:?}", record.contender),
            "kind": record.forfeit.kind.name(),
            "text": record.forfeit.text,
        })
    };
    let test = report.terms.kind.test().map(|test| {
        let ([low, high], Sprt { elo, alpha, beta }) = (test.bounds(), test);
        let verdict = report.verdict.map(|verdict| match verdict {
            Verdict::Stronger => "stronger",
            Verdict::NotStronger => "not stronger",
        });
        json!({
            "elo0": elo[0], "elo1": elo[1], "alpha": alpha, "beta": beta,
            "llr": test.llr(&tally.pairs), "low": low, "high": high, "verdict": verdict,
        })
    });
    let mut value = heading(report);
    for (key, part) in [
        ("a", engine(report, Contender::A)),
        ("b", engine(report, Contender::B)),
        ("results", counts(tally.results())),
        ("results_first", counts(tally.by_side[0])),
        ("results_second", counts(tally.by_side[1])),
        ("pentanomial", json!(tally.pairs)),
        ("unpaired", tally.unpaired().into()),
        ("estimate", tally.estimate().as_ref().map(estimate).into()),
        ("test", test.into()),
        ("mean_plies", tally.mean_plies().into()),
        ("games_proven", tally.proven.0.into()),
        ("mean_plies_proven", tally.mean_proven().into()),
        ("faults", tally.forfeits().iter().map(forfeit).collect()),
    ] {
        value[key] = part;
    }
    value
}

fn engine(report: &ContestReport, contender: Contender) -> Value {
    let tally = &report.tallies[0];
    let usage = &tally.usage[contender.index()];
    let Entrant { name, spec, limits } = &report.terms.engines[contender.index()];
    let seconds = usage.time.as_secs_f64();
    let per_second = |count: u64| if count == 0 { 0.0 } else { count as f64 / seconds };
    let forfeits = |kind: FaultKind| (kind.name().to_string(), tally.forfeit_count(contender, kind).into());
    json!({
        "name": name,
        "spec": spec,
        "limits": limits_json(limits),
        "moves": usage.moves,
        "mean_seconds": usage.mean_time().as_secs_f64(),
        "worst_seconds": usage.worst.as_secs_f64(),
        "least_bank_seconds": usage.least_bank.map(|time| time.as_secs_f64()),
        "simulations": usage.simulations,
        "simulations_per_second": per_second(usage.simulations),
        "nodes": usage.nodes,
        "nodes_per_second": per_second(usage.nodes),
        "faults": Value::Object(FaultKind::ALL.into_iter().map(forfeits).collect()),
    })
}

/// The limits; null where there is none. The fields of a bank are there if it is.
fn limits_json(limits: &MoveLimits) -> Value {
    let mut value = json!({"seconds": null, "simulations": null, "nodes": null});
    if let (Value::Object(all), Value::Object(set)) = (&mut value, json!(limits)) {
        all.extend(set);
    }
    value
}

/// A tournament, the strongest engine first.
fn tournament(report: &ContestReport) -> Value {
    let Standings { rows, bounded, .. } = Standings::new(report);
    let engines = &report.terms.engines;
    let row = |row: &StandingsRow| {
        json!({
            "name": engines[row.engine].name,
            "spec": engines[row.engine].spec,
            "limits": engines[row.engine].limits,
            "elo": row.elo.map(|(elo, _)| elo),
            "elo_error": row.elo.map(|(_, error)| error),
            "score": row.score(),
            "games": row.games,
            "faults": row.forfeits,
        })
    };
    let pairings = report.terms.pairings();
    let pairing = |([a, b], tally): (&[usize; 2], &Tally)| {
        let [losses, draws, wins] = tally.results();
        let estimate = Estimate::from_counts(&tally.pairs);
        json!({
            "a": engines[*a].label(), "b": engines[*b].label(),
            "wins": wins, "draws": draws, "losses": losses,
            "pentanomial": tally.pairs,
            "score": estimate.map(|e| e.score), "elo": estimate.map(|e| e.elo),
        })
    };
    let mut value = heading(report);
    value["engines"] = rows.iter().map(row).collect();
    value["pairings"] = pairings.iter().zip(&report.tallies).map(pairing).collect();
    value["bounded"] = bounded.into();
    value
}

/// A sweep.
fn sweep(report: &ContestReport) -> Value {
    let mut value = heading(report);
    if let Some(sweep) = SweepRows::new(report) {
        let row = |(i, (value, tally)): (usize, &(&str, &Tally))| {
            let mut row = result(tally);
            row["value"] = (*value).into();
            row["spec"] = report.terms.engines[i + 1].spec.clone().into();
            row
        };
        value["param"] = sweep.param.into();
        value["against"] = report.terms.engines[0].spec.clone().into();
        value["values"] = sweep.rows.iter().enumerate().map(row).collect();
    }
    value
}

/// Doublings: each limit with the games against half of it, the smallest first.
fn doublings(report: &ContestReport) -> Value {
    let row = |(entrant, tally): (&Entrant, &Tally)| {
        let mut row = result(tally);
        row["limits"] = json!(entrant.limits);
        row
    };
    let engines = &report.terms.engines;
    let mut value = heading(report);
    value["engine"] = engines.first().map(|entrant| entrant.spec.clone()).into();
    value["doublings"] = engines.iter().skip(1).zip(&report.tallies).map(row).collect();
    value
}

/// A tuning.
pub fn tuning(tuning: &Tuning) -> Value {
    let settled = tuning.settled();
    let param = |(i, param): (usize, &TunedParam)| {
        json!({
            "name": param.name, "range": param.range, "start": param.start,
            "settled": param.value(settled[i]),
            "path": tuning.values(i),
        })
    };
    let mut value = heading(&tuning.report);
    value["spec"] = tuning.spec().to_string().into();
    value["settled"] = tuning.settled_spec().to_string().into();
    value["steps"] = tuning.steps().into();
    value["steps_wanted"] = tuning.plan.steps.into();
    value["params"] = tuning.plan.params.iter().enumerate().map(param).collect();
    value
}

/// The fields that all reports have.
fn heading(report: &ContestReport) -> Value {
    json!({
        "game": report.terms.game,
        "from": report.terms.start,
        "opening_plies": report.terms.opening_plies,
        "openings": report.terms.openings,
        "openings_used_up": report.are_openings_used_up(),
        "adjudicate": report.terms.adjudicate,
        "adjudicated": report.tallies.iter().map(|tally| tally.adjudicated).sum::<u64>(),
        "seed": report.terms.seed,
        "shard": report.shard,
        "jobs": report.run.map(|run| run.jobs),
        "games": report.games(),
        "games_wanted": report.wanted(),
        "complete": !report.is_incomplete(),
        "interrupted": report.is_interrupted(),
        "seconds": report.run.map(|run| run.elapsed.as_secs_f64()),
        "thinking_seconds": report.run.map(|run| run.thinking.as_secs_f64()),
        "overhead": report.run.map(|run| run.overhead()),
        "tolerance_seconds": report.terms.tolerance.as_secs_f64(),
        "fingerprint": format!("{:016x}", report.fingerprint()),
    })
}

/// The results of one pairing.
fn result(tally: &Tally) -> Value {
    let [losses, draws, wins] = tally.results();
    json!({
        "games": tally.games(), "wins": wins, "draws": draws, "losses": losses,
        "pentanomial": tally.pairs,
        "faults": tally.forfeits().len(),
        "estimate": tally.estimate().as_ref().map(estimate),
    })
}

/// An estimate.
fn estimate(estimate: &Estimate) -> Value {
    let Estimate { score, score_range, elo, elo_range, superiority } = *estimate;
    json!({
        "score": score, "score_low": score_range[0], "score_high": score_range[1],
        "elo": elo, "elo_error": estimate.elo_error(), "elo_low": elo_range[0], "elo_high": elo_range[1],
        "los": superiority,
    })
}
