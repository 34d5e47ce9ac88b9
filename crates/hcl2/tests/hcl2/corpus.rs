//! The checks of the fuzz targets, on the files of a corpus.
//!
//! The environment variable `HCL2_CORPUS` names its directory; without it, the corpus is this repository's own
//! configuration files.

use crate::support::checks;

use std::path::{Path, PathBuf};

/// Returns the checks for a file, by its ending.
fn checks_of(path: &Path) -> &'static [&'static str] {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("tf" | "hcl" | "tfvars" | "nomad" | "pkr") => &["lexer", "parser"],
        Some("json") => &["json"],
        _ => &[],
    }
}

/// Returns the directories of a corpus, and the minimum number of files to check in them.
fn corpus() -> (Vec<PathBuf>, usize) {
    if let Some(directory) = std::env::var_os("HCL2_CORPUS") {
        return (vec![PathBuf::from(directory)], 1);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    (vec![root.join("spec-tests"), root.join("examples")], 300)
}

/// Returns every file below the directories, in the order of their paths.
fn files(mut directories: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(directory).expect("a readable directory");
        for entry in entries {
            let entry = entry.expect("a readable directory");
            let kind = entry.file_type().expect("a readable directory");
            if kind.is_dir() {
                directories.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_file_of_a_corpus_passes_the_checks() {
    let (directories, least) = corpus();
    let mut checked = 0;
    for path in files(directories) {
        let names = checks_of(&path);
        if names.is_empty() {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a readable file");
        for (name, check) in checks::CHECKS {
            if names.contains(name) {
                let held = std::panic::catch_unwind(|| check(&bytes)).is_ok();
                assert!(held, "{name}: {}", path.display());
            }
        }
        checked += 1;
    }
    assert!(
        checked >= least,
        "expected at least {least} files to check, found {checked}"
    );
}
