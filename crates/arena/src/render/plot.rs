//! Plots as SVG: scores with error bars, the parameters of a tuning, the course of a game.

use std::ops::Range;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use stats::Estimate;

/// Width and height in pixels.
const SIZE: (u32, u32) = (720, 400);

const FONT: &str = "sans-serif";

/// A score in percent, or a difference in Elo, and its interval.
pub struct Point {
    /// Text below it, in one line or several.
    pub label: String,
    /// Score or Elo.
    pub score: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Point {
    /// The point of an estimate.
    pub fn new(label: String, estimate: &Estimate) -> Point {
        let [score, low, high] =
            [estimate.score, estimate.score_range[0], estimate.score_range[1]].map(|share| 100.0 * share);
        Point { label, score, low, high }
    }

    /// The Elo difference of an estimate. Infinite ends are drawn at 800.
    pub fn elo(label: String, estimate: &Estimate) -> Point {
        const FAR: f64 = 800.0;
        let [low, high] = estimate.elo_range.map(|elo| elo.clamp(-FAR, FAR));
        Point { label, score: estimate.elo.clamp(-FAR, FAR), low, high }
    }
}

/// Scores side by side, with error bars and a line at 50 %.
pub fn scores(title: &str, axis: &str, points: &[Point]) -> Result<String> {
    let span = span(points, 50.0);
    intervals(title, [axis, "score, %"], 50.0, span.start.max(-1.0)..span.end.min(101.0), points)
}

/// Elo differences side by side, with error bars and a line at 0.
pub fn elos(title: &str, axis: &str, points: &[Point]) -> Result<String> {
    intervals(title, [axis, "Elo"], 0.0, span(points, 0.0), points)
}

/// Points side by side, with error bars and a line at `base`; `axes` are the names of
/// the horizontal and of the vertical one.
fn intervals(title: &str, axes: [&str; 2], base: f64, span: Range<f64>, points: &[Point]) -> Result<String> {
    draw(|area| {
        let count = points.len().max(1) as f64;
        let places = places(points);
        let lines = points.iter().map(|point| point.label.lines().count()).max().unwrap_or(1) as u32;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, (FONT, 18))
            .margin(12)
            .x_label_area_size(LINE * (lines + 1) + 8)
            .y_label_area_size(52)
            .build_cartesian_2d(-0.5..count - 0.5, span.clone())?;
        let number = |y: &f64| if y.fract() == 0.0 { format!("{y:.0}") } else { format!("{y:.1}") };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .light_line_style(TRANSPARENT)
            .y_label_formatter(&number)
            .x_desc(axes[0])
            .y_desc(axes[1])
            .label_style((FONT, 13))
            .draw()?;
        let even = PathElement::new(vec![(-0.5, base), (count - 0.5, base)], BLACK.mix(0.5));
        chart.draw_series([even])?;
        // The same width in every picture.
        let half = 0.01 * count;
        for (&x, point) in places.iter().zip(points) {
            let bar = |at: f64| PathElement::new(vec![(x - half, at), (x + half, at)], BLUE);
            let stem = PathElement::new(vec![(x, point.low), (x, point.high)], BLUE);
            chart.draw_series([stem, bar(point.low), bar(point.high)])?;
            chart.draw_series([Circle::new((x, point.score), 4, BLUE.filled())])?;
        }
        let bottom = span.start;
        let style = TextStyle::from((FONT, 13)).pos(Pos::new(HPos::Center, VPos::Top));
        let mut free = i32::MIN;
        for (&place, point) in places.iter().zip(points) {
            let (x, y) = chart.backend_coord(&(place, bottom));
            let half = label_width(point) / 2;
            if x - half < free {
                continue;
            }
            free = x + half;
            for (line, text) in (0..).zip(point.label.lines()) {
                area.draw(&Text::new(text, (x, y + 8 + line * LINE as i32), style.clone()))?;
            }
        }
        Ok(())
    })
}

/// Height of a line of a label, in pixels.
const LINE: u32 = 16;
/// Width of a character, in pixels.
const CHARACTER: usize = 7;

/// Width of a label and a blank, in pixels. Labels that would touch are left out.
fn label_width(point: &Point) -> i32 {
    let widest = point.label.lines().map(|line| line.chars().count() + 1).max().unwrap_or(1);
    (widest * CHARACTER) as i32
}

/// Places of the points on the horizontal axis, from 0 to their number less 1: in
/// proportion if all labels are rising numbers, otherwise evenly spaced.
fn places(points: &[Point]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> =
        points.iter().map(|point| point.label.parse().ok().filter(|x: &f64| x.is_finite())).collect();
    let even = || (0..points.len()).map(|i| i as f64).collect();
    match numbers.as_deref() {
        Some(numbers @ [first, .., last]) if numbers.is_sorted_by(|a, b| a < b) => {
            let scale = (numbers.len() - 1) as f64 / (last - first);
            numbers.iter().map(|number| (number - first) * scale).collect()
        }
        _ => even(),
    }
}

/// Range of the axis: all intervals and `base`, with a margin.
fn span(points: &[Point], base: f64) -> Range<f64> {
    let low = points.iter().fold(base, |low: f64, point| low.min(point.low));
    let high = points.iter().fold(base, |high: f64, point| high.max(point.high));
    let margin = (high - low).max(1.0) * 0.08;
    low - margin..high + margin
}

/// The values of a parameter during a tuning.
pub struct ParamPath {
    /// Name.
    pub name: String,
    /// Least and greatest value.
    pub range: [f64; 2],
    /// Value before each step and after the last.
    pub values: Vec<f64>,
}

/// The values of the parameters by step, one chart below the other.
pub fn paths(title: &str, paths: &[ParamPath]) -> Result<String> {
    draw(|area| {
        let area = area.titled(title, (FONT, 18))?;
        for (path, area) in paths.iter().zip(area.split_evenly((paths.len().max(1), 1))) {
            let steps = path.values.len().saturating_sub(1).max(1) as f64;
            let mut chart = ChartBuilder::on(&area)
                .margin(8)
                .x_label_area_size(34)
                .y_label_area_size(64)
                .build_cartesian_2d(0.0..steps, path.range[0]..path.range[1])?;
            let whole = |x: &f64| format!("{x:.0}");
            chart
                .configure_mesh()
                .light_line_style(TRANSPARENT)
                .x_label_formatter(&whole)
                .x_desc("step")
                .y_desc(path.name.as_str())
                .label_style((FONT, 13))
                .draw()?;
            let points =
                path.values.iter().enumerate().map(|(i, value)| (i as f64, *value)).collect::<Vec<_>>();
            chart.draw_series([PathElement::new(points, BLUE)])?;
        }
        Ok(())
    })
}

/// The course of a game.
pub struct Course {
    /// Name of the vertical axis.
    pub axis: String,
    /// The vertical axis, at least; larger values extend it.
    pub range: [f64; 2],
    /// The value at which neither side is ahead.
    pub even: f64,
    /// Plies and values for the first player.
    pub values: Vec<(f64, f64)>,
    /// Mistakes: the ply, the value after it, the move, and the size from 0 to 2.
    pub marks: Vec<(f64, f64, String, usize)>,
}

/// The values of a game by ply, the mistakes marked: the larger, the larger and the darker.
pub fn course(title: &str, course: &Course) -> Result<String> {
    const COLOURS: [RGBColor; 3] = [RGBColor(230, 160, 0), RGBColor(213, 94, 0), RGBColor(160, 0, 40)];
    draw(|area| {
        let ply = |value: Option<&(f64, f64)>, none| value.map_or(none, |value| value.0);
        let (first, last) = (ply(course.values.first(), 0.0), ply(course.values.last(), 1.0));
        let all = || course.values.iter().map(|value| value.1).chain(course.range);
        let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
        let margin = (high - low) * 0.06;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, (FONT, 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(first..last.max(first + 1.0), low - margin..high + margin)?;
        let whole = |x: &f64| format!("{x:.0}");
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc("ply")
            .y_desc(course.axis.as_str())
            .label_style((FONT, 13))
            .draw()?;
        let even = [(first, course.even), (last.max(first + 1.0), course.even)];
        chart.draw_series([PathElement::new(even, BLACK.mix(0.5))])?;
        chart.draw_series([PathElement::new(course.values.clone(), BLUE.stroke_width(2))])?;
        for (ply, value, text, size) in &course.marks {
            let colour = COLOURS[(*size).min(2)];
            let radius = 4 + 2 * *size as i32;
            chart.draw_series([Circle::new((*ply, *value), radius, colour.filled())])?;
            // Small mistakes have no text: texts would lie on each other.
            if *size > 0 {
                let anchor = Pos::new(HPos::Center, VPos::Bottom);
                let style = (FONT, 12).into_font().color(&BLACK).pos(anchor);
                let label =
                    EmptyElement::at((*ply, *value)) + Text::new(text.clone(), (0, -radius - 2), style);
                chart.draw_series([label])?;
            }
        }
        Ok(())
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// Draws on a white background.
fn draw(paint: impl FnOnce(Area) -> Drawn) -> Result<String> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    let drawn = area.fill(&WHITE).and_then(|()| paint(area.clone())).and_then(|()| area.present());
    drawn.map_err(|error| anyhow!("cannot draw: {error}"))?;
    drop(area);
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_label_a_point_and_a_bar() {
        let point = |label: &str, score: f64| Point {
            label: label.into(),
            score,
            low: score - 5.0,
            high: score + 5.0,
        };
        let svg =
            scores("a <title>", "c", &[point("0.5", 40.0), point("0.7", 55.0), point("mast", 60.0)]).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3);
        for part in ["0.5\n", "0.7\n", "mast\n", "a &lt;title&gt;", "score, %"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert!(scores("nothing", "c", &[]).is_ok());
        // A label of several lines has several texts; too many labels are left out.
        let svg = scores("lines", "", &[point("first\nsecond", 50.0)]).unwrap();
        assert!(svg.contains("first\n") && svg.contains("second\n"), "{svg}");
        let many: Vec<Point> = (0..200).map(|i| point(&format!("value {i}"), 50.0)).collect();
        let svg = scores("many", "c", &many).unwrap();
        assert_eq!(svg.matches("<circle").count(), 200);
        assert!((3..12).contains(&svg.matches("value ").count()), "{svg}");
    }

    #[test]
    fn numbers_lie_in_proportion_and_words_side_by_side() {
        let places = |labels: &[&str]| {
            let point = |label: &&str| Point { label: label.to_string(), score: 50.0, low: 40.0, high: 60.0 };
            places(&labels.iter().map(point).collect::<Vec<_>>())
        };
        assert_eq!(places(&["0", "1", "4"]), [0.0, 0.5, 2.0]);
        assert_eq!(places(&["-1.5", "0", "1.5"]), [0.0, 1.0, 2.0]);
        for labels in [&["uniform", "2", "mast"][..], &["4", "1", "2"], &["1", "1", "2"]] {
            assert_eq!(places(labels), [0.0, 1.0, 2.0], "{labels:?}");
        }
        assert_eq!((places(&[]), places(&["7"])), (vec![], vec![0.0]));
    }

    #[test]
    fn a_course_has_a_mark_for_every_mistake_and_the_text_of_large_ones() {
        let mark = |ply: usize, size| (ply as f64, 10.0, format!("m{ply}"), size);
        let mut course = Course {
            axis: "discs for <x>".into(),
            range: [-10.0, 10.0],
            even: 0.0,
            values: vec![(0.0, 0.0), (1.0, 64.0)],
            marks: vec![mark(1, 0), mark(2, 1), mark(3, 2)],
        };
        let svg = super::course("a game", &course).unwrap();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(!svg.contains("m1\n") && svg.contains("m2\n") && svg.contains("m3\n"), "{svg}");
        assert!(
            svg.contains("discs for &lt;x&gt;") && svg.contains("\nply\n") && svg.contains("60\n"),
            "{svg}"
        );
        course.values.clear();
        assert!(super::course("nothing", &course).is_ok());
    }

    #[test]
    fn every_parameter_has_its_chart() {
        let path =
            |name: &str| ParamPath { name: name.into(), range: [0.0, 2.0], values: vec![1.0, 1.5, 1.2] };
        let svg = paths("tuning", &[path("c"), path("bias")]).unwrap();
        assert!(svg.contains("bias") && svg.matches("step").count() == 2, "{svg}");
        assert!(paths("tuning", &[ParamPath { values: vec![], ..path("c") }]).is_ok());
    }
}
