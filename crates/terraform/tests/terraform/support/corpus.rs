//! The native files that tests read: those of a corpus, or of the modules in this repository.

use std::path::{Path, PathBuf};

/// Returns the native files below the directory that `HCL2_CORPUS` names, or below the modules of this repository.
///
/// Fails if a corpus has none, or this repository fewer than `least`.
#[track_caller]
pub(crate) fn native_files(least: usize, is_included: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/terraform");
    let (directory, least) = match std::env::var_os("HCL2_CORPUS") {
        Some(directory) => (PathBuf::from(directory), 1),
        None => (own(), least),
    };
    let mut found = Vec::new();
    collect(&directory, &mut found);
    found.retain(|path| is_included(path));
    found.sort();
    let (count, place) = (found.len(), directory.display());
    assert!(
        count >= least,
        "expected at least {least} files in {place}, found {count}"
    );
    found
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable directory").path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            collect(&path, found);
        } else if matches!(ending, Some("tf" | "tfvars")) {
            found.push(path);
        }
    }
}
