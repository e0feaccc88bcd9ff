//! Lists the files of the page for the server, which has them in its program.

use std::path::Path;
use std::{env, fs};

/// What a browser needs; tests and tools stay out.
const PARTS: [&str; 5] = ["index.html", "icon.svg", "js", "style", "words"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SERVER").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=page");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let mut files = Vec::new();
    for part in PARTS {
        list(&Path::new(&root).join("page"), part, &mut files);
    }
    files.sort();
    let line =
        |name: &String| format!("    ({name:?}, include_bytes!({:?})),\n", format!("{root}/page/{name}"));
    let text: String = files.iter().map(line).collect();
    let text = format!("/// Path and content of each file.\nconst FILES: &[(&str, &[u8])] = &[\n{text}];\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("page.rs"), text).expect("the list of files is written");
}

fn list(page: &Path, name: &str, files: &mut Vec<String>) {
    let path = page.join(name);
    if path.is_file() {
        files.push(name.to_string());
        return;
    }
    for entry in fs::read_dir(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
    {
        let entry = entry.expect("an entry of the folder").file_name();
        list(page, &format!("{name}/{}", entry.to_string_lossy()), files);
    }
}
