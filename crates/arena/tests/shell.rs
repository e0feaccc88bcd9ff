//! Completions and manual pages.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::Command;

use common::{Folder, arena, contains_all};

/// What bash offers after these words.
fn offered(words: &str) -> String {
    let folder = Folder::new("completions");
    let script = folder.file("arena.bash");
    std::fs::write(&script, arena("completions bash").text()).unwrap();
    let count = words.split(' ').count();
    let ask = format!(
        "source {script}; COMP_WORDS=({words}); COMP_CWORD={}; \
         _arena arena \"${{COMP_WORDS[{}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
        count - 1,
        count - 1,
        count - 2
    );
    let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bash_completes_commands_games_and_options() {
    assert_eq!(offered("arena rev"), "review\n");
    assert_eq!(offered("arena review oth"), "othello\n");
    assert_eq!(offered("arena review othello --thr"), "--threshold\n");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = arena(&format!("completions {shell}")).text();
        contains_all(&script, &["review", "threshold"]);
    }
    let said = arena("completions tcsh");
    assert!(said.code == Some(2) && said.stderr.lines().count() == 1, "{}", said.stderr);
}

#[test]
fn every_command_has_a_page() {
    let folder = Folder::new("man");
    let pages = folder.file("new/man1");
    assert!(arena(&format!("man {pages}")).text().contains(" pages in "));
    let page = |name: &str| std::fs::read_to_string(format!("{pages}/{name}.1")).unwrap();
    contains_all(&page("arena"), &[".TH", "review", "Exit codes"]);
    contains_all(
        &page("arena-review"),
        &["\\fB\\-\\-threshold\\fR", "Ctrl\\-C", "arena review othello game.ggf"],
    );
    assert_eq!(arena("man /dev/null/pages").code, Some(1));
}
