//! `site-builder WASM NAME FOLDER`: writes FOLDER/NAME.js and FOLDER/NAME_bg.wasm from
//! what cargo has compiled. It is the command `wasm-bindgen` as a library call, so that a
//! build downloads nothing but crates.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [wasm, name, folder] = args.as_slice() else {
        bail!("{} arguments; usage: site-builder WASM NAME FOLDER", args.len());
    };
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
