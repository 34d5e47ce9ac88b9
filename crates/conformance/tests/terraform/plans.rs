//! Plans of modules, compared key by key with those that Terraform made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2::plan::State;
use hcl2_conformance::plans::{self, Differences};
use serde_json::Value;

/// The modules whose plans differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("acme-computed-set", SET_BY_PROVIDER),
    ("beta-set-computed-only", SET_BY_PROVIDER),
];
const SET_BY_PROVIDER: &str = "the provider that recorded it accepts a value for an attribute that it sets";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans")
}

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// Returns the schemas of the provider after which a module is named.
fn schemas(name: &str) -> PathBuf {
    let provider = name.split('-').next().unwrap_or_default();
    directory().join(provider).with_extension("json")
}

/// Plans a module with the schemas of its provider.
fn planned(module: &Path, name: &str) -> Result<Value, Vec<String>> {
    plans::planned(module, Some(&schemas(name)), plans::RECORDED)
}

/// Returns the names of the recorded modules.
fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the modules are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| directory().join(name).is_dir())
        .collect();
    names.sort();
    names
}

/// Returns how our plan of a module differs from that of Terraform.
fn difference(ours: Result<Value, Vec<String>>, mut theirs: Value) -> Option<String> {
    match (ours, plans::recorded_errors(&theirs)) {
        (Ok(mut ours), None) => {
            for plan in [&mut ours, &mut theirs] {
                plan.as_object_mut().expect("an object").remove("timestamp");
            }
            let mut differences = Differences::default();
            differences.compare("", &ours, &theirs);
            (!differences.is_empty()).then(|| format!("{differences:?}"))
        }
        (Err(ours), Some(theirs)) => {
            (!plans::are_same_errors(&ours, &theirs)).then(|| format!("{ours:?} but {theirs:?}"))
        }
        (ours, theirs) => Some(format!("{:?} but {theirs:?}", ours.err())),
    }
}

/// The modules whose plans differ in some versions from the recorded ones, with the first and last such version and the
/// reason.
const DIFFERENT_IN: &[(&str, u16, u16, &str)] = &[
    ("acme-computed-set", 15, 15, SET_BY_PROVIDER),
    ("bad-mod-arg", 15, 15, AFTER_INIT),
    ("beta-set-computed-only", 15, 15, SET_BY_PROVIDER),
    ("d-provider-builtin", 15, 15, AFTER_INIT),
    ("nova-d9", 15, 15, AFTER_INIT),
    ("providers-mismatch", 15, 15, AFTER_INIT),
    ("stage-undeclared-chain", 15, 15, AFTER_INIT),
    ("conversion-sens-leak", 6, 9, UNKNOWN_LOSE_MARKS),
    ("conversion-unknown", 8, 9, UNKNOWN_LOSE_MARKS),
    ("d-ephemeral-asnull", 6, 9, ENDS_EARLY),
    ("d-import-mod-each", 6, 6, NO_EACH),
    ("d-import-noconfig", 6, 6, ELSEWHERE),
    ("dynamic-marks", 6, 9, UNKNOWN_LOSE_MARKS),
    ("dynamic-marks-functions", 6, 9, UNKNOWN_LOSE_MARKS),
    ("dynamic-marks2", 6, 9, UNKNOWN_LOSE_MARKS),
    ("ephemeral-null", 6, 9, ENDS_EARLY),
    ("ephemeral-outputs-mixed", 6, 9, ENDS_EARLY),
    ("import-dup", 6, 6, ELSEWHERE),
    ("import-each", 6, 6, NO_EACH),
    ("import-each-invalid", 6, 6, NO_EACH),
    ("import-empty-ids", 6, 9, IMPORTS_LATE),
    ("import-itself-with-other-error", 6, 9, IMPORTS_LATE),
    ("import-kinds", 6, 6, NO_EACH),
    ("import-module", 6, 6, OLD_PROVIDERS),
    ("import-null", 6, 9, IMPORTS_LATE),
    ("import-twice", 6, 6, ELSEWHERE),
    ("lookup-marks", 6, 9, UNKNOWN_LOSE_MARKS),
    ("minus-zero-in-stored-sets", 6, 9, STATE_FIRST),
    ("moved-removed-import", 6, 6, NO_EACH),
    ("nulls-sensitive", 8, 8, UNKNOWN_LOSE_MARKS),
    ("optional-attributes-nested", 6, 6, OLD_TYPES),
    ("order-of-marks", 6, 9, UNKNOWN_LOSE_MARKS),
    ("provider-functions", 6, 6, ENDS_EARLY),
    ("provider-functions-unknown", 6, 6, ENDS_EARLY),
    ("state-moved-imported", 6, 6, NO_EACH),
    ("state-moved-removed-import", 6, 6, NO_EACH),
    ("typed-marks", 6, 9, UNKNOWN_LOSE_MARKS),
    ("unknown-ops4", 6, 6, OLD_TYPES),
    ("variables-all", 6, 9, ENDS_EARLY),
];

/// The reasons of the versions before 1.10, which are followed as far as single rules describe them.
const UNKNOWN_LOSE_MARKS: &str =
    "unknown values lose their marks where functions and conversions do not look at them";
const ENDS_EARLY: &str =
    "Terraform ends at what the version does not know, and other problems are reported here";
const IMPORTS_LATE: &str = "Terraform reports wrong identifiers of imports after the other problems";
const STATE_FIRST: &str = "Terraform stores values before others refer to them, so that zero has no sign";
const NO_EACH: &str = "Terraform has no `for_each` of imports, and also reports each reference to `each`";
const ELSEWHERE: &str = "Terraform reports the block, and the argument is reported here";
const OLD_TYPES: &str = "types of unknown objects are compared and converted in another way";
const OLD_PROVIDERS: &str = "providers of called modules are listed with the root module";

const AFTER_INIT: &str = "the initialization reports it, and the plan what a module without one lacks";

#[test]
fn plans_are_those_of_each_version() {
    let newest = plans::VERSIONS.last();
    let mut wrong: BTreeMap<(String, u16), String> = BTreeMap::new();
    let mut compared = 0;
    for name in names() {
        let directory = directory().join(&name);
        let is_compared = |minor: &&u16| Some(*minor) == newest || plans::differs(&directory, **minor);
        for minor in plans::VERSIONS.iter().filter(is_compared).copied() {
            let given = plans::given(&directory, Some(&schemas(&name)), plans::terraform(minor));
            let (mut ours, mut theirs) = (
                plans::planned_with(&given, &directory),
                plans::recorded(&directory, minor),
            );
            ours.iter_mut().for_each(plans::without_version);
            plans::without_version(&mut theirs);
            compared += 1;
            let is_different = DIFFERENT_IN
                .iter()
                .any(|(own, first, last, _)| *own == name && (*first..=*last).contains(&minor));
            match (difference(ours, theirs), is_different) {
                (Some(problem), false) => drop(wrong.insert((name.clone(), minor), problem)),
                (None, true) => {
                    wrong.insert(
                        (name.clone(), minor),
                        "is listed as different, but is not".to_owned(),
                    );
                }
                _ => {}
            }
        }
    }
    assert!(compared >= 980, "{compared}");
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn plans_are_those_of_terraform() {
    let names = names();
    assert!(names.len() >= 550, "{}", names.len());
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let directory = directory().join(&name);
        let theirs = plans::recorded(&directory, plans::RECORDED);
        let is_different = DIFFERENT.iter().any(|(own, _)| *own == name);
        match (difference(planned(&directory, &name), theirs), is_different) {
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

/// The modules whose plans differ if their state is as `terraform show -json` prints it, with the reason.
const DIFFERENT_IF_SHOWN: &[(&str, &str)] = &[
    ("replaced-chain", "a list becomes a tuple of the same elements"),
    ("type-change", "a tuple becomes a list of the same elements"),
];
/// What no plan with such a state has: which sensitive parts the state file leaves to the schema.
const NOT_SHOWN: &str = ".resource_drift";

#[test]
fn states_are_the_same_as_terraform_shows_them() {
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    let mut compared = 0;
    let modules = std::fs::read_dir(directory()).expect("the modules are there");
    for entry in modules.filter_map(Result::ok) {
        let (module, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let Some(shown) = read(&module.join("state.json")) else {
            continue;
        };
        let mut given = plans::given(&module, Some(&schemas(&name)), plans::terraform(plans::RECORDED));
        let from_file = plans::planned_with(&given, &module);
        let source = given
            .sources
            .add("state.json", shown)
            .expect("the state is short");
        given.inputs.state = Some(State::from_json(&source).expect("the state is valid"));
        let from_shown = plans::planned_with(&given, &module);
        let problem = match (&from_shown, &from_file) {
            (Ok(shown), Ok(stored)) => {
                let mut differences = Differences::default();
                differences.compare("", shown, stored);
                differences.imprecise.retain(|path| path != NOT_SHOWN);
                (!differences.is_empty()).then(|| format!("{differences:?}"))
            }
            (shown, stored) => (shown != stored)
                .then(|| format!("{:?} but {:?}", shown.as_ref().err(), stored.as_ref().err())),
        };
        compared += 1;
        let is_different = DIFFERENT_IF_SHOWN.iter().any(|(own, _)| *own == name);
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
    assert!(compared >= 150, "{compared}");
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
