//! What `just site` calls.
//!
//! `site-builder WASM NAME FOLDER` writes FOLDER/NAME.js and FOLDER/NAME_bg.wasm from what
//! cargo has compiled. It is the command `wasm-bindgen` as a library call, so that a build
//! downloads nothing but crates. `site-builder compress FOLDER` writes each file of the site
//! compressed, too.

mod compress;

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["compress", folder] => compress::folder(Path::new(folder)),
        [wasm, name, folder] => bindgen(wasm, name, folder),
        _ => bail!("usage: site-builder WASM NAME FOLDER, or site-builder compress FOLDER"),
    }
}

fn bindgen(wasm: &str, name: &str, folder: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {folder}"))?;
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(Path::new(folder))
        .with_context(|| format!("{wasm} is not a module of the studio"))
}
