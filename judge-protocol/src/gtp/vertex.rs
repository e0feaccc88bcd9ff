//! Cells as GTP writes them: a letter for the column and a number for the row.

use game::{Cells, Game, Place, RowOrder, Side};

/// Names of the columns: no I, which looks like 1.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of a pass.
const PASS: &str = "pass";

/// The name of a cell on a board with this many rows; `None` if it has none.
pub fn write((row, column): Place, rows: usize, order: RowOrder) -> Option<String> {
    let letter = char::from(*LETTERS.get(column)?);
    Some(format!("{letter}{}", order.number(row, rows)?))
}

/// The cell of this name, in upper or lower case, if it is on a board of this
/// size.
pub fn read(text: &str, (rows, columns): (usize, usize), order: RowOrder) -> Option<Place> {
    let (letter, number) = text.split_at_checked(1)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let column = LETTERS.iter().position(|&name| name == letter).filter(|&column| column < columns)?;
    let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let row = order.row(number.parse().ok().filter(|_| plain)?, rows).filter(|&row| row < rows)?;
    Some((row, column))
}

/// Writes a legal move.
pub fn write_move<G: Game>(cells: &Cells<G>, state: &G, m: G::Move) -> String {
    let (rows, _) = (cells.size)(state);
    let place = (cells.place)(state, m);
    place.and_then(|place| write(place, rows, cells.rows)).unwrap_or_else(|| PASS.to_string())
}

/// Reads a move, which need not be legal.
pub fn read_move<G: Game>(cells: &Cells<G>, state: &G, text: &str) -> Option<G::Move> {
    if text.eq_ignore_ascii_case(PASS) {
        return cells.pass;
    }
    (cells.move_at)(state, read(text, (cells.size)(state), cells.rows)?)
}

/// The board with the names of its columns and rows.
pub fn draw<G: Game>(cells: &Cells<G>, state: &G) -> String {
    let (rows, columns) = (cells.size)(state);
    let letters: String =
        LETTERS[..columns].iter().map(|&letter| format!(" {}", char::from(letter))).collect();
    let mut text = format!("  {letters}");
    for row in 0..rows {
        let number = cells.rows.number(row, rows).unwrap_or_default();
        text += &format!("\n{number:2}");
        for column in 0..columns {
            text += match (cells.stone)(state, (row, column)) {
                Some(Side::First) => " X",
                Some(Side::Second) => " O",
                None => " .",
            };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_as_it_is_written() {
        for order in [RowOrder::FromBottom, RowOrder::FromTop] {
            let mut names = std::collections::BTreeSet::new();
            for place in (0..19).flat_map(|row| (0..19).map(move |column| (row, column))) {
                let name = write(place, 19, order).unwrap();
                assert_eq!(read(&name, (19, 19), order), Some(place), "{name}");
                assert_eq!(read(&name.to_lowercase(), (19, 19), order), Some(place), "{name}");
                names.insert(name);
            }
            assert_eq!(names.len(), 19 * 19);
        }
    }

    #[test]
    fn row_1_is_at_the_bottom_unless_the_order_says_otherwise() {
        assert_eq!(write((8, 8), 9, RowOrder::FromBottom).as_deref(), Some("J1"));
        assert_eq!(write((8, 8), 9, RowOrder::FromTop).as_deref(), Some("J9"));
        assert_eq!(read("F4", (8, 8), RowOrder::FromBottom), Some((4, 5)));
        assert_eq!(read("F5", (8, 8), RowOrder::FromTop), Some((4, 5)));
    }

    #[test]
    fn text_that_names_no_cell_is_refused() {
        for text in [
            "",
            "A",
            "5",
            "A0",
            "A10",
            "I5",
            "K1",
            "Z9",
            "A01",
            "A+1",
            "A-1",
            "A1 ",
            "é1",
            "A99999999999999999999",
        ] {
            for order in [RowOrder::FromBottom, RowOrder::FromTop] {
                assert_eq!(read(text, (9, 9), order), None, "{text}");
            }
        }
    }
}
