//! Writes the list of games: the dependencies of this crate that lie beside it.
//!
//! A game's crate lists the types that are games in its own Cargo.toml, as
//! `package.metadata.tesuji.games = ["State"]`. So a new game is one line in
//! this crate's Cargo.toml and nothing else.
//!
//! If the variable TESUJI_GAMES is set, only the crates that it names (separated by
//! commas) are listed. The studio builds one WebAssembly module per crate with it, so
//! that a browser loads the weights of one game.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-env-changed=TESUJI_GAMES");
    let chosen = env::var("TESUJI_GAMES").ok();
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|list| list.split(',').any(|word| word == name));
    let mut list = String::from("games! {\n");
    for (name, folder) in dependencies(&read("Cargo.toml")).into_iter().filter(|(name, _)| is_chosen(name)) {
        let manifest = format!("{folder}/Cargo.toml");
        println!("cargo::rerun-if-changed={manifest}");
        for state in states(&read(&manifest)) {
            list.push_str(&format!("    {name}::{state}\n"));
        }
    }
    list.push_str("}\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("list.rs"), list).expect("the list of games is written");
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

/// Name and folder of each dependency on a neighbouring folder.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let lines = manifest.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" = {")?;
        let (_, path) = rest.split_once("path = \"")?;
        Some((name.to_string(), path.split_once('"')?.0.to_string()))
    });
    lines.collect()
}

/// The types that a game's manifest lists.
fn states(manifest: &str) -> Vec<String> {
    let (_, section) = manifest.split_once("[package.metadata.tesuji]").unwrap_or_default();
    let list = section.lines().find_map(|line| line.strip_prefix("games = [")?.strip_suffix(']'));
    let list = list.unwrap_or_default().split(',').map(|name| name.trim().trim_matches('"'));
    list.filter(|name| !name.is_empty()).map(String::from).collect()
}
