//! The curves of a training as SVG: losses, accuracy and strength by round.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

/// Width and height of the picture.
const SIZE: (u32, u32) = (860, 300);

/// A column of the table of rounds.
fn column(table: &str, name: &str) -> Result<Vec<(f64, f64)>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().context("the table is empty")?.split(',').collect();
    let place = names.iter().position(|&found| found == name).context("the table has other columns")?;
    let point = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields.first()?.parse().ok()?, fields.get(place)?.parse().ok()?))
    };
    Ok(lines.filter_map(point).collect())
}

/// Sum of the Elo differences that the tests of the networks showed.
fn elo(gates: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sum = 0.0;
    let add = |&(round, score): &(f64, f64)| {
        // A network that failed its test does not play.
        if score >= 0.5 {
            let score = score.min(0.95);
            sum += 400.0 * (score / (1.0 - score)).log10();
        }
        (round, sum)
    };
    gates.iter().map(add).collect()
}

/// Draws the curves of a table of rounds.
pub fn write(path: &Path, game: &str, table: &str) -> Result<()> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        let parts = area.split_evenly((1, 3));
        let plots = [
            ("loss of the value (new games)", column(table, "value")?),
            ("best move found by the prior", column(table, "hits")?),
            ("Elo, sum of the tests", elo(&column(table, "gate")?)),
        ];
        for (part, (name, points)) in parts.iter().zip(plots) {
            plot(part, &format!("{game}: {name}"), &points).map_err(|error| anyhow!("{error}"))?;
        }
        area.present().map_err(|error| anyhow!("{error}"))?;
    }
    stdx::files::replace(path, svg.as_bytes())?;
    Ok(())
}

fn plot(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    title: &str,
    points: &[(f64, f64)],
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let last = points.last().map_or(1.0, |&(round, _)| round).max(1.0);
    let least = points.iter().map(|&(_, value)| value).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = if least < most { (least, most) } else { (0.0, 1.0) };
    let margin = 0.05 * (most - least);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 14))
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(46)
        .build_cartesian_2d(0.0..last, least - margin..most + margin)?;
    chart.configure_mesh().x_desc("round").disable_x_mesh().draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), RGBColor(30, 90, 160).stroke_width(2)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_test_adds_no_elo_and_empty_fields_are_left_out() {
        let table = "round,value,gate\n1,0.6,0.75\n2,0.5,\n3,0.4,0.25\n4,0.4,0.5\n";
        let gates = column(table, "gate").unwrap();
        assert_eq!(gates, [(1.0, 0.75), (3.0, 0.25), (4.0, 0.5)]);
        let sums: Vec<i32> = elo(&gates).iter().map(|&(_, sum)| sum.round() as i32).collect();
        assert_eq!(sums, [191, 191, 191]);
        assert!(column(table, "none").is_err());
    }
}
