//! Modules of the Terraform language, with what Terraform says of them.
//!
//! `cargo xtask terraform-modules --record` writes what is compared with here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::terraform::{Converter, Evaluator};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use serde_json::Value;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/terraform")
}

/// What Terraform says of each module.
fn recorded() -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(directory().join("recorded.json")).expect("the results are recorded");
    serde_json::from_str(&text).expect("JSON")
}

fn load(name: &str) -> LoadedModule {
    ModuleLoader::new().nested().load(directory().join(name))
}

/// A module and all that is wrong with it.
fn check(name: &str) -> LoadedModule {
    let mut loaded = load(name);
    loaded.diagnostics.extend(loaded.tree.validate(None));
    loaded
}

/// The files and lines, from 1, of errors.
fn places(loaded: &LoadedModule) -> Vec<(String, u64)> {
    let errors = loaded.diagnostics.iter().filter(|problem| problem.is_error());
    let mut places: Vec<(String, u64)> = errors
        .filter_map(|problem| {
            let span = problem.subject?;
            let source = loaded.sources.get(span.source)?;
            let line = source.line_index().position(source.bytes(), span.start).line;
            let name = Path::new(source.name()).file_name()?.to_str()?.to_owned();
            Some((name, u64::from(line)))
        })
        .collect();
    places.sort();
    places.dedup();
    places
}

#[test]
fn every_module_is_recorded() {
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the modules are there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    let recorded: Vec<String> = recorded().into_keys().collect();
    assert_eq!(names, recorded);
    assert!(names.len() >= 60);
}

#[test]
fn errors_are_where_terraform_has_them() {
    for (name, theirs) in recorded() {
        let loaded = check(&name);
        let wanted: Vec<(String, u64)> = serde_json::from_value(theirs["errors"].clone()).expect("places");
        // Of a circle, Terraform says no place.
        let has_place = theirs["valid"] == true || !wanted.is_empty();
        let found = places(&loaded);
        assert!(
            found == wanted || !has_place,
            "{name}: {wanted:?} {:?}",
            loaded.diagnostics
        );
        assert_eq!(
            theirs["valid"] == true,
            !loaded.diagnostics.has_errors(),
            "{name}"
        );
    }
}

#[test]
fn locals_are_what_terraform_computes() {
    let mut compared = 0;
    for (name, theirs) in recorded() {
        let Some(locals) = theirs["locals"].as_object() else {
            continue;
        };
        let loaded = load(&name);
        let host = DirectoryHost::new(directory().join(&name)).expect("the directory is there");
        let functions = hcl2::terraform_functions(&(Arc::new(host) as _));
        let mut evaluator = Evaluator::new(&loaded.tree, functions);
        for local in &loaded.tree.module.locals {
            let mut problems = Diagnostics::new();
            let value = evaluator.evaluate(&*local.value, &mut problems);
            assert!(problems.is_empty(), "{name}: {}: {problems:?}", local.name);
            let encoded = hcl2::functions::jsonencode()
                .call(&[value])
                .expect("it can be encoded");
            // Numbers are compared by what they are, not by how they are written.
            let decoded = |text: &str| hcl2::functions::jsondecode().call(&[text.into()]).expect("JSON");
            let ours = decoded(encoded.as_str().expect("a string"));
            let theirs = locals
                .get(local.name.as_str())
                .map(|theirs| decoded(&theirs.to_string()));
            assert_eq!(Some(ours), theirs, "{name}: {}", local.name);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn modules_come_back_from_the_other_syntax() {
    let converter = Converter::new();
    for (name, theirs) in recorded() {
        if theirs["valid"] != true {
            continue;
        }
        for source in load(&name).sources.iter() {
            let sound = |conversion: hcl2::terraform::Conversion| {
                assert!(
                    !conversion.diagnostics.has_errors(),
                    "{name}: {:?}",
                    conversion.diagnostics
                );
                conversion.text.expect("a text")
            };
            if source.name().ends_with(".json") {
                let native = sound(converter.to_native(source));
                assert!(
                    converter.prove_native(source, &native).is_ok(),
                    "{name}\n{native}"
                );
                continue;
            }
            let json = sound(converter.to_json(source));
            assert!(converter.prove_json(source, &json).is_ok(), "{name}\n{json}");
            let again = SourceMap::new()
                .add(format!("{}.json", source.name()), json.clone())
                .expect("a small source");
            let native = SourceMap::new()
                .add(source.name(), sound(converter.to_native(&again)))
                .expect("a small source");
            let second = sound(converter.to_json(&native));
            // The canonical layout may change line endings and spaces inside of an expression.
            let words = |text: &str| text.replace("\\n", "").split_whitespace().collect::<String>();
            assert_eq!(words(&second), words(&json), "{name}");
        }
    }
}
