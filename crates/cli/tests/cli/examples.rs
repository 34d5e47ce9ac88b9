//! The examples of docs/command.md: each is run in a copy of the examples of the repository, and prints what is on
//! record. `HCL2_RECORD=1` writes the record instead.
#![cfg(unix)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Examples that change a repository of git, or need one with two commits or another program.
const OF_GIT: [&str; 6] = [
    "hcl2 affected",
    "git config",
    "echo '*.tf",
    "hcl2 diff HEAD~1..HEAD",
    "hcl2 completions",
    "hcl2 schema",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the blocks of shell commands in a page.
fn blocks(page: &str) -> Vec<&str> {
    let blocks = page
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Runs a line in a shell, and returns the exit status and what is printed.
fn run(directory: &Path, line: &str) -> (i32, String) {
    let command = Path::new(env!("CARGO_BIN_EXE_hcl2"))
        .parent()
        .expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", command.display()))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("no signal ends the command");
    (status, text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn examples_of_the_page_print_what_is_on_record() {
    let page = std::fs::read_to_string(root().join("docs/command.md")).expect("the page");
    let mut found = String::new();
    for block in blocks(&page) {
        let directory = tempfile::tempdir().expect("a directory");
        for example in ["broken", "fleet", "functions", "infra", "service"] {
            let place = Path::new("examples").join(example);
            copy(&root().join(&place), &directory.path().join(&place));
        }
        for line in block
            .lines()
            .filter(|line| !OF_GIT.iter().any(|start| line.starts_with(start)))
        {
            let (status, output) = run(directory.path(), line);
            assert!(status <= 1, "{line}: {output}");
            let _ = writeln!(found, "$ {line}\n{output}-> {status}\n");
        }
    }
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/command.txt");
    if std::env::var_os("HCL2_RECORD").is_some() {
        std::fs::create_dir_all(record.parent().expect("a directory")).expect("a directory");
        std::fs::write(&record, &found).expect("the record");
    }
    let wanted = std::fs::read_to_string(&record).unwrap_or_default();
    for (found, wanted) in found.split("\n$ ").zip(wanted.split("\n$ ")) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found, wanted);
}
