//! Writes each file of the site compressed, as most web hosts can send it, and lists the
//! sizes of a transfer.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use brotli::enc::BrotliEncoderParams;

/// Files that are worth it.
const KINDS: [&str; 7] = ["css", "html", "js", "json", "mjs", "svg", "wasm"];

/// Sizes of a part of the site: plain, and compressed with gzip and with Brotli.
type Sizes = [u64; 3];

/// Compresses all files of a folder and prints what a visit transfers.
pub fn folder(root: &Path) -> Result<()> {
    let mut files = Vec::new();
    list(root, &mut files)?;
    files.sort();
    let (mut page, mut modules) = ([0; 3], Vec::new());
    for file in &files {
        let sizes = compress(&root.join(file))?;
        match file.strip_prefix("engine/").filter(|name| *name != "games.json") {
            None => add(&mut page, sizes),
            Some(name) => modules.push((name.split(['.', '_']).next().unwrap_or(name).to_string(), sizes)),
        }
    }
    println!("{:<18}{:>11}{:>11}{:>11}", "bytes", "plain", "gzip -9", "brotli -11");
    let row = |name: &str, [plain, gzip, brotli]: Sizes| {
        println!("{name:<18}{plain:>11}{gzip:>11}{brotli:>11}");
    };
    row("page", page);
    let mut names: Vec<&String> = modules.iter().map(|(name, _)| name).collect();
    names.dedup();
    let mut total = page;
    for name in names {
        let mut sum = [0; 3];
        modules.iter().filter(|(module, _)| module == name).for_each(|(_, sizes)| add(&mut sum, *sizes));
        row(name, sum);
        // A browser loads one form of each module.
        if name.ends_with("-simd") {
            add(&mut total, sum);
        }
    }
    row("page and all games", total);
    Ok(())
}

fn add(sum: &mut Sizes, sizes: Sizes) {
    sum.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
}

fn list(folder: &Path, files: &mut Vec<String>) -> Result<()> {
    fn walk(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                walk(root, &path, files)?;
            } else if path.extension().is_some_and(|end| KINDS.iter().any(|kind| end == *kind)) {
                files.push(path.strip_prefix(root)?.to_string_lossy().into_owned());
            }
        }
        Ok(())
    }
    walk(folder, folder, files)
}

/// Writes FILE.gz and FILE.br; returns the sizes.
fn compress(path: &Path) -> Result<Sizes> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut small = Vec::new();
    let options = BrotliEncoderParams { quality: 11, lgwin: 24, size_hint: bytes.len(), ..Default::default() };
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut small, &options)?;
    fs::write(format!("{}.br", path.display()), &small)?;
    let zipped = gzip(&bytes)?;
    fs::write(format!("{}.gz", path.display()), &zipped)?;
    Ok([bytes.len() as u64, zipped.len() as u64, small.len() as u64])
}

/// The same bytes give the same file: neither name nor time is in it.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let started = Command::new("gzip").arg("-9cn").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.context("cannot start gzip")?;
    let mut input = child.stdin.take().context("gzip takes no input")?;
    let out = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes));
        child.wait_with_output()
    })?;
    ensure!(out.status.success(), "gzip has failed");
    Ok(out.stdout)
}
