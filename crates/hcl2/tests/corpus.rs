//! The checks of the fuzz targets, on the files of a directory.
//!
//! The directory is named by the environment variable `HCL2_CORPUS`; without it there is nothing to check.

#[path = "support/checks.rs"]
mod checks;

use std::path::{Path, PathBuf};

/// The checks for a file, by its ending.
fn checks_of(path: &Path) -> &'static [&'static str] {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("tf" | "hcl" | "tfvars" | "nomad" | "pkr") => &["lexer", "parser"],
        Some("json") => &["json"],
        _ => &[],
    }
}

/// Every file below `directory`.
fn files(directory: PathBuf) -> Vec<PathBuf> {
    let mut directories = vec![directory];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(&directory).expect("the directory can be read");
        for entry in entries {
            let entry = entry.expect("the directory can be read");
            let kind = entry.file_type().expect("the directory can be read");
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
fn every_file_of_a_corpus_keeps_the_rules() {
    let Some(directory) = std::env::var_os("HCL2_CORPUS") else {
        return;
    };
    let mut checked = 0;
    for path in files(PathBuf::from(directory)) {
        let names = checks_of(&path);
        if names.is_empty() {
            continue;
        }
        let bytes = std::fs::read(&path).expect("the file can be read");
        for (name, check) in checks::CHECKS {
            if names.contains(&name) {
                let held = std::panic::catch_unwind(|| check(&bytes)).is_ok();
                assert!(held, "{name}: {}", path.display());
            }
        }
        checked += 1;
    }
    assert!(checked > 0, "there is a file to check");
}
