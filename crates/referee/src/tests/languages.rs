//! The languages of each game.

use game::Playable;

use crate::language::NAMES;
use crate::languages;

fn names<G: Playable>() -> Vec<&'static str> {
    languages::<G>().iter().map(|language| language.name).collect()
}

#[test]
fn each_game_has_the_languages_of_its_judges() {
    let botzone = ["botzone", "botzone-keep", "botzone-simple", "botzone-simple-keep", "gtp", "gtp-reversed"];
    assert_eq!(names::<tictactoe::State>(), botzone);
    assert_eq!(names::<othello::State>(), [&botzone[..], &["nboard"]].concat());
    assert_eq!(names::<connect4::State>(), ["saiblo", "so"]);
    assert_eq!(names::<connect4::Classic>(), ["kaggle"]);
    let used = [names::<othello::State>(), names::<connect4::State>(), names::<connect4::Classic>()].concat();
    assert!(NAMES.iter().all(|name| used.contains(name)), "{used:?}");
}
