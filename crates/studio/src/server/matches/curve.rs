//! Tables of numbers as curves: `.csv` and `.tsv` files whose first line names the columns,
//! and `.jsonl` files with one object per line. A training or a script may write them.

use std::hash::{DefaultHasher, Hasher};

use game::error::quote;
use serde_json::{Map, Value, json};

use super::folder::Folder;
use super::show::thin;

/// Most columns that are drawn.
const MOST_COLUMNS: usize = 24;

/// Names of a column that the others are drawn over.
const STEPS: [&str; 12] = [
    "step",
    "steps",
    "game",
    "games",
    "iteration",
    "round",
    "generation",
    "epoch",
    "batch",
    "position",
    "seconds",
    "time",
];

/// A table: names of the columns, and rows with a number or nothing in each.
#[derive(Default, PartialEq, Debug)]
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
}

/// Is a file with a JSON value per line a table? A log has a header of its own.
pub fn is_table(folder: &Folder, name: &str) -> Result<bool, String> {
    let header = folder.header(name);
    Ok(header.is_some_and(|value| match value {
        Value::Object(fields) => {
            !fields.contains_key("tesuji_arena_log") && fields.values().any(Value::is_number)
        }
        _ => false,
    }))
}

/// The curves of a table, unless it is still as in this revision.
pub fn show(folder: &Folder, name: &str, revision: Option<&str>) -> Result<Value, String> {
    let bytes = folder.read(name)?;
    let now = format!("table.{:x}", hash(&bytes));
    if revision == Some(&now) {
        return Ok(json!({ "revision": now }));
    }
    let text = String::from_utf8_lossy(&bytes);
    let table = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("csv") => separated(&text, ','),
        Some("tsv") => separated(&text, '\t'),
        _ => objects(&text),
    };
    let curves = table.map_err(|why| format!("{name}: {why}"))?.curves();
    match curves.is_empty() && !text.trim().is_empty() {
        true => Err(format!("{name} has no column of numbers")),
        false => Ok(json!({ "revision": now, "curves": curves, "empty": curves.is_empty() })),
    }
}

/// A table is written anew with the same length when a training repeats a round.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// A table with a separator; lines that begin with # are comments. The last line counts
/// when it is complete.
fn separated(text: &str, separator: char) -> Result<Table, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let cells = |line: &str| -> Vec<String> {
        line.split(separator).map(|cell| cell.trim().trim_matches('"').to_string()).collect()
    };
    let Some((first, _)) = lines.next() else { return Ok(Table::default()) };
    let mut table = Table { columns: cells(first), rows: Vec::new() };
    for (line, number) in lines {
        let row: Vec<Option<f64>> = cells(line).iter().map(|cell| number_of(cell)).collect();
        if row.len() != table.columns.len() {
            let (has, wanted) = (row.len(), table.columns.len());
            return Err(format!("line {number} has {has} columns and not {wanted}"));
        }
        table.rows.push(row);
    }
    Ok(table)
}

fn number_of(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A table with an object per line.
fn objects(text: &str) -> Result<Table, String> {
    let mut table = Table::default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for (line, number) in whole.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        let read: Result<Map<String, Value>, _> = serde_json::from_str(line);
        let fields = read.map_err(|_| format!("line {number} is not a JSON object: {}", quote(line)))?;
        for name in fields.iter().filter(|(_, value)| value.is_number()).map(|(name, _)| name) {
            if !table.columns.contains(name) && table.columns.len() < MOST_COLUMNS {
                table.columns.push(name.clone());
            }
        }
        table.rows.push(table.columns.iter().map(|name| fields.get(name)?.as_f64()).collect());
    }
    let count = table.columns.len();
    table.rows.iter_mut().for_each(|row| row.resize(count, None));
    Ok(table)
}

impl Table {
    /// Each column of numbers over the column of steps, or over the number of the row.
    fn curves(&self) -> Vec<Value> {
        let is_steps = |name: &String| STEPS.contains(&name.to_lowercase().as_str());
        let steps = self.columns.iter().position(is_steps);
        let over = steps.map_or("", |at| self.columns[at].as_str());
        let curve = |(at, name): (usize, &String)| {
            let point = |(i, row): (usize, &Vec<Option<f64>>)| {
                let x = steps.map_or(Some(i as f64 + 1.0), |steps| row[steps])?;
                Some((x, row[at]?))
            };
            let points: Vec<(f64, f64)> = self.rows.iter().enumerate().filter_map(point).collect();
            let shown: Vec<_> = thin(&points).collect();
            (!points.is_empty()).then(|| json!({ "name": name, "over": over, "points": shown }))
        };
        let columns = self.columns.iter().enumerate().filter(|(at, _)| Some(*at) != steps);
        columns.filter_map(curve).take(MOST_COLUMNS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_are_curves_over_the_steps() {
        let table = separated("# a training\nname,games,error\na,10,0.5\nb,20,0.25\nc,30,", ',').unwrap();
        let curves = table.curves();
        assert_eq!(
            curves,
            [json!({ "name": "error", "over": "games", "points": [[10.0, 0.5], [20.0, 0.25]] })]
        );
        let table =
            objects("{\"loss\":1,\"step\":0}\n{\"loss\":0.5,\"step\":5,\"elo\":7,\"note\":\"x\"}\n{\"lo")
                .unwrap();
        let names: Vec<_> = table.curves().iter().map(|curve| curve["name"].clone()).collect();
        assert_eq!(names, ["loss", "elo"]);
        assert_eq!(table.curves()[1]["points"], json!([[5.0, 7.0]]));
    }

    #[test]
    fn a_wrong_table_has_a_reason() {
        assert_eq!(separated("a,b\n1,2\n3\n", ',').unwrap_err(), "line 3 has 1 columns and not 2");
        assert!(objects("{\"a\":1}\n[]\n").unwrap_err().starts_with("line 2 is not a JSON object"));
        assert!(separated("", ',').unwrap().curves().is_empty());
        assert!(separated("a,b\n", ',').unwrap().curves().is_empty());
        assert!(separated("a,b\nx,nan\n", ',').unwrap().curves().is_empty(), "no numbers");
    }
}
