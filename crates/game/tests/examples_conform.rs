//! The example games obey the laws, and the laws catch games that do not.

use std::panic::catch_unwind;

use game::conformance::Conformance;
use game::example::{Nim, RandomTree, minimax};
use game::{Game, History, Outcome, Side};

#[test]
fn nim_conforms() {
    Conformance::new().check(Nim::start());
}

#[test]
fn random_trees_conform() {
    for seed in 0..20 {
        Conformance { games: 50, ..Conformance::new() }.check(RandomTree::new(seed));
    }
}

#[test]
fn minimax_agrees_with_the_theory_of_nim() {
    for a in 0..=4 {
        for b in 0..=4 {
            for c in 0..=3 {
                let nim = Nim::new([a, b, c], Side::First).unwrap();
                assert_eq!(minimax(&nim).outcome == Outcome::Win, nim.is_won(), "{nim}");
            }
        }
    }
}

#[test]
fn a_history_knows_what_came_after_another() {
    let mut long = History::new(Nim::start());
    let take = |history: &History<Nim>, text| history.state().parse_move(text).unwrap();
    long.play(take(&long, "1-2")).unwrap();
    let short = long.clone();
    long.play(take(&long, "3-5")).unwrap();
    assert_eq!(long.since(&short), Some(&[take(&long, "3-5")][..]));
    assert_eq!(short.since(&long), None);
    assert!(long.play(take(&long, "3-1")).is_err(), "the heap is empty");
    assert_eq!(long.state().to_string(), "1,4,0 1");
    assert_eq!(long.undo().map(|m| short.state().move_text(m)).as_deref(), Some("3-5"));
    assert_eq!(long, short);
}

/// A broken game must fail the suite: each variant breaks one law of Nim.
mod broken {
    use super::*;
    use game::example::Take;
    use game::{IllegalMove, ParseError, Rng};
    use std::fmt;
    use std::str::FromStr;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Broken<const LAW: usize>(pub Nim);

    impl<const LAW: usize> fmt::Display for Broken<LAW> {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl<const LAW: usize> FromStr for Broken<LAW> {
        type Err = ParseError;
        fn from_str(text: &str) -> Result<Self, ParseError> {
            let nim: Nim = text.parse()?;
            match LAW {
                1 => Ok(Broken(Nim::start())),
                _ => Ok(Broken(nim)),
            }
        }
    }

    impl<const LAW: usize> Game for Broken<LAW> {
        type Move = Take;
        const NAME: &'static str = "broken";
        const MAX_MOVES: usize = if LAW == 2 { 3 } else { Nim::MAX_MOVES };

        fn start() -> Self {
            Broken(Nim::start())
        }
        fn side(&self) -> Side {
            if LAW == 3 { Side::First } else { self.0.side() }
        }
        fn outcome(&self) -> Option<Outcome> {
            if LAW == 4 { None } else { self.0.outcome() }
        }
        fn legal_moves(&self, moves: &mut Vec<Take>) {
            self.0.legal_moves(moves);
            match LAW {
                5 => moves.extend(moves.first().copied()),
                6 => drop(moves.pop()),
                _ => (),
            }
        }
        fn is_legal(&self, m: Take) -> bool {
            self.0.is_legal(m)
        }
        fn play(&self, m: Take) -> Result<Self, IllegalMove> {
            match LAW {
                7 if !self.0.is_legal(m) => Ok(*self),
                _ => self.0.play(m).map(Broken),
            }
        }
        fn play_unchecked(&mut self, m: Take) {
            self.0.play_unchecked(m);
        }
        fn random_move(&self, rng: &mut Rng) -> Take {
            let first = self.0.random_move(rng);
            match LAW {
                8 => std::cmp::min_by_key(first, self.0.random_move(rng), |m| game::Move::index(*m)),
                _ => first,
            }
        }
        fn key(&self) -> u64 {
            if LAW == 9 { self.0.key() & 0xffff } else { self.0.key() }
        }
        fn move_text(&self, m: Take) -> String {
            self.0.move_text(m)
        }
        fn parse_move(&self, text: &str) -> Result<Take, ParseError> {
            self.0.parse_move(if LAW == 10 { "1-1" } else { text })
        }
        fn draw(&self, last: Option<Take>) -> String {
            self.0.draw(last)
        }
    }

    pub fn fails<const LAW: usize>() -> bool {
        catch_unwind(|| Conformance::new().check(Broken::<LAW>::start())).is_err()
    }
}

#[test]
fn the_suite_catches_each_broken_law() {
    assert!(!broken::fails::<0>(), "nothing is broken");
    assert!(broken::fails::<1>(), "text is read as another position");
    assert!(broken::fails::<2>(), "more moves than MAX_MOVES");
    assert!(broken::fails::<3>(), "the side stays");
    assert!(broken::fails::<4>(), "no moves, and yet not over");
    assert!(broken::fails::<5>(), "a move twice");
    assert!(broken::fails::<6>(), "a move is missing");
    assert!(broken::fails::<7>(), "play accepts an illegal move");
    assert!(broken::fails::<8>(), "random moves lean to one side");
    assert!(broken::fails::<9>(), "two states share a key");
    assert!(broken::fails::<10>(), "a move is read as another");
}
