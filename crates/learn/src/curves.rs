//! The table of the rounds of a training, and its curves as SVG.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

/// Width and height of the picture.
const SIZE: (u32, u32) = (860, 300);

/// Adds the line of a round to the table in a file, in place of an earlier one of the same
/// round. Returns the table.
pub fn add_line(path: &Path, head: &str, line: &str) -> Result<String> {
    let table = fs::read_to_string(path).unwrap_or_else(|_| format!("{head}\n"));
    let number = |line: &str| line.split(',').next().map(String::from);
    let kept = table.lines().filter(|&old| number(old) != number(line));
    let table: String = kept.chain([line]).map(|line| format!("{line}\n")).collect();
    stdx::files::replace(path, table.as_bytes())?;
    Ok(table)
}

/// A column of the table of rounds, as points with the number of the round.
pub fn column(table: &str, name: &str) -> Result<Vec<(f64, f64)>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().context("the table is empty")?.split(',').collect();
    let place = names.iter().position(|&found| found == name).context("the table has other columns")?;
    let point = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields.first()?.parse().ok()?, fields.get(place)?.parse().ok()?))
    };
    Ok(lines.filter_map(point).collect())
}

/// Sum of the Elo differences that the tests of the rounds showed.
pub fn elo(gates: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sum = 0.0;
    let add = |&(round, score): &(f64, f64)| {
        // What failed its test does not play.
        if score >= 0.5 {
            let score = score.min(0.95);
            sum += 400.0 * (score / (1.0 - score)).log10();
        }
        (round, sum)
    };
    gates.iter().map(add).collect()
}

/// A curve: its title and its points.
pub type Curve = (String, Vec<(f64, f64)>);

/// Draws curves side by side. `axis` is what they have to the right.
pub fn write(path: &Path, axis: &str, curves: &[Curve]) -> Result<()> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        let parts = area.split_evenly((1, curves.len()));
        for (part, (title, points)) in parts.iter().zip(curves) {
            plot(part, axis, title, points).map_err(|error| anyhow!("{error}"))?;
        }
        area.present().map_err(|error| anyhow!("{error}"))?;
    }
    stdx::files::replace(path, svg.as_bytes())?;
    Ok(())
}

fn plot(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    axis: &str,
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
    chart.configure_mesh().x_desc(axis).disable_x_mesh().draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), RGBColor(30, 90, 160).stroke_width(2)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_round_has_one_line() {
        let path = std::env::temp_dir().join(format!("learn-curves-{}.csv", std::process::id()));
        for line in ["1,0.5", "11,0.4", "2,0.3", "1,0.6"] {
            add_line(&path, "round,error", line).unwrap();
        }
        let table = add_line(&path, "round,error", "2,0.2").unwrap();
        assert_eq!(table, "round,error\n11,0.4\n1,0.6\n2,0.2\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), table);
        fs::remove_file(&path).unwrap();
    }

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
