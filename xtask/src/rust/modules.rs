//! Which files are compiled for tests only.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;
use super::items::Module;

/// The folders of a package whose files are compiled for tests, benchmarks and examples.
const FOLDERS: &[&str] = &["tests", "benches", "examples"];

/// Marks the tokens of files that are compiled for tests only.
///
/// These are the files in the folders of tests, and those whose `mod` declarations are all for tests. File names do not
/// matter.
pub(super) fn mark_tests(files: &mut [Source]) {
    let tests = tests(files);
    for (file, is_test) in files.iter_mut().zip(tests) {
        if is_test {
            file.tokens.iter_mut().for_each(|token| token.test = true);
        }
    }
}

fn tests(files: &[Source]) -> Vec<bool> {
    let indices: BTreeMap<&str, usize> = files
        .iter()
        .enumerate()
        .map(|(index, file)| (file.path.as_str(), index))
        .collect();
    let mut declared = BTreeSet::new();
    let mut for_users = vec![Vec::new(); files.len()];
    for (index, file) in files.iter().enumerate() {
        for module in &file.modules {
            let places = places(&file.path, module);
            let Some(place) = places.iter().find_map(|place| indices.get(place.as_str())) else {
                continue;
            };
            declared.insert(*place);
            if !file.tokens[module.at].test {
                for_users[index].push(*place);
            }
        }
    }
    let mut tests: Vec<bool> = vec![true; files.len()];
    let roots = (0..files.len()).filter(|index| !in_folder(&files[*index].path) && !declared.contains(index));
    let mut open: Vec<usize> = roots.collect();
    while let Some(index) = open.pop() {
        if tests[index] {
            tests[index] = false;
            open.extend(&for_users[index]);
        }
    }
    tests
}

/// Returns whether the file is in a folder of tests beside `src`.
fn in_folder(path: &str) -> bool {
    let is_source = path.contains("/src/");
    let mut folders = path.split('/').skip(1);
    path.starts_with("spec-tests/") || !is_source && folders.any(|folder| FOLDERS.contains(&folder))
}

/// Returns the possible files of a module that `path` declares.
fn places(path: &str, module: &Module) -> Vec<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.trim_end_matches(".rs");
    if let Some(file) = &module.file {
        return vec![joined(folder, file)];
    }
    let is_root =
        matches!(stem, "lib" | "main" | "mod") || FOLDERS.iter().any(|tests| folder.ends_with(tests));
    let own = if is_root {
        folder.to_owned()
    } else {
        format!("{folder}/{stem}")
    };
    let inner = module.path.join("/");
    vec![format!("{own}/{inner}.rs"), format!("{own}/{inner}/mod.rs")]
}

/// Returns the path `file` from `folder`, without `..`.
fn joined(folder: &str, file: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in file.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
