//! Plans of modules, compared key by key with those that Terraform 1.11 made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_conformance::plans::{self, Differences};
use serde_json::Value;

/// The modules whose plans differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "acme-computed-set",
        "the provider that recorded it accepts a value for an attribute that it sets",
    ),
    (
        "beta-set-computed-only",
        "the provider that recorded it accepts a value for an attribute that it sets",
    ),
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans")
}

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// Plans a module with the schemas of the provider after which it is named.
fn planned(module: &Path, name: &str) -> Result<Value, Vec<String>> {
    let provider = name.split('-').next().unwrap_or_default();
    plans::planned(module, Some(&directory().join(provider).with_extension("json")))
}

#[test]
fn plans_are_those_of_terraform() {
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the modules are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| directory().join(name).is_dir())
        .collect();
    names.sort();
    assert!(names.len() >= 550, "{}", names.len());
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let directory = directory().join(&name);
        let text = read(&directory.join("plan.json")).expect("the plan is recorded");
        let mut theirs: Value = serde_json::from_str(&text).expect("JSON");
        let is_different = DIFFERENT.iter().any(|(own, _)| *own == name);
        let ours = planned(&directory, &name);
        let problem = match (ours, plans::recorded_errors(&theirs)) {
            (Ok(mut ours), None) => {
                for plan in [&mut ours, &mut theirs] {
                    plan.as_object_mut().expect("an object").remove("timestamp");
                }
                let mut differences = Differences::default();
                differences.compare("", &ours, &theirs);
                (!differences.is_empty()).then(|| format!("{differences:?}"))
            }
            (Err(ours), Some(theirs)) => (ours != theirs).then(|| format!("{ours:?} but {theirs:?}")),
            (ours, theirs) => Some(format!("{:?} but {theirs:?}", ours.err())),
        };
        match (problem, is_different) {
            (Some(problem), false) => {
                wrong.insert(name, problem);
            }
            (None, true) => {
                wrong.insert(name, "is listed as different, but is not".to_owned());
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the top-level blocks of a file in the reverse order.
fn reversed(text: &str) -> String {
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines() {
        let starts = line.starts_with(|first: char| first.is_ascii_alphabetic());
        if starts || blocks.is_empty() {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks.reverse();
    blocks.concat()
}

/// Copies a directory, with the blocks of each file in the reverse order.
fn copy_reversed(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the directory can be made");
    for entry in std::fs::read_dir(from).expect("the directory is there") {
        let entry = entry.expect("the entry is readable");
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_reversed(&source, &target);
        } else if source.extension().is_some_and(|extension| extension == "tf") {
            let text = read(&source).expect("the file is text");
            let text = if text.contains("<<") {
                text
            } else {
                reversed(&text)
            };
            std::fs::write(target, text).expect("the file can be written");
        } else {
            std::fs::copy(source, target).expect("the file can be copied");
        }
    }
}

#[test]
fn order_of_blocks_does_not_matter() {
    let scratch = tempfile::tempdir().expect("a directory can be made");
    let modules = std::fs::read_dir(directory()).expect("the modules are there");
    let mut compared = 0;
    for entry in modules
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_dir())
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let copy = scratch.path().join(&name);
        copy_reversed(&entry.path(), &copy);
        if let (Ok(plan), other) = (planned(&entry.path(), &name), planned(&copy, &name)) {
            assert_eq!(other, Ok(plan), "{}", copy.display());
            compared += 1;
        }
    }
    assert!(compared >= 280, "{compared}");
}

#[test]
fn a_difference_is_found_and_classified() {
    let json = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    let mut differences = Differences::default();
    let ours = json(r#"{"after": {"a": 1, "b": 2, "c": [1]}, "after_unknown": {"d": true}}"#);
    let theirs = json(r#"{"after": {"a": 2, "c": [1], "d": 4}, "after_unknown": {"b": true}}"#);
    differences.compare("", &ours, &theirs);
    assert_eq!(differences.contradictions, [".after.a"]);
    differences.imprecise.sort();
    assert_eq!(differences.overclaims, [".after.b", ".after_unknown.b"]);
    assert_eq!(differences.imprecise, [".after.d", ".after_unknown.d"]);
}
