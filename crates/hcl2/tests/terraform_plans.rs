//! Plans of modules, compared key by key with those that Terraform 1.11 made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::plan::{Fixtures, Inputs, Schemas, State};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use serde_json::Value;

/// The modules whose plans differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "d-unknown-coll",
        "the list that `split` returns has one element at least, so it is not an empty one",
    ),
    (
        "acme-computed-set",
        "the provider that recorded it accepts a value for an attribute that it sets",
    ),
    (
        "acme-dynamic-unknown",
        "Terraform lists an iterator among the relevant attributes",
    ),
    (
        "acme-q-dyn-single",
        "Terraform lists an iterator among the relevant attributes",
    ),
    (
        "acme-q-provider-err",
        "a resource is validated here even if the configuration of its provider has an error",
    ),
    (
        "beta-dynamic-unknown",
        "Terraform lists an iterator among the relevant attributes",
    ),
    (
        "beta-replace-trigger",
        "Terraform forgets what the schema makes sensitive where a trigger replaces an object",
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

/// Our plan of a module as JSON, or the files and lines of the errors.
fn planned(directory: &Path) -> Result<Value, Vec<String>> {
    let LoadedModule {
        tree,
        mut sources,
        diagnostics,
    } = ModuleLoader::new().nested().load(directory);
    let host = DirectoryHost::new(directory).expect("the module is there");
    let mut inputs = Inputs {
        found: diagnostics,
        functions: Arc::new(hcl2::terraform_functions(&(Arc::new(host) as _))),
        working_directory: "/work".to_owned(),
        ..Inputs::default()
    };
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    let provider = name.split('-').next().unwrap_or_default();
    if let Some(text) = read(&self::directory().join(provider).with_extension("json")) {
        let source = sources.add("schemas.json", text).expect("the schemas are short");
        inputs.schemas = Schemas::from_json(&source).expect("the schemas are valid");
        // What the provider read is in the state before the plan.
        let text = read(&directory.join("plan.json")).unwrap_or_default();
        let source = sources.add("plan.json", text).expect("the plan is short");
        inputs.data = Fixtures::from_json(&source).unwrap_or_default();
    }
    let targets = read(&directory.join("targets")).unwrap_or_default();
    inputs.targets = targets
        .lines()
        .map(|line| line.parse().expect("an address"))
        .collect();
    if let Some(text) = read(&directory.join("terraform.tfstate")) {
        let source = sources
            .add("terraform.tfstate", text)
            .expect("the state is short");
        inputs.state = Some(State::from_json(&source).expect("the state is valid"));
    }
    for (file, syntax) in [
        ("terraform.tfvars", hcl2::Syntax::Native),
        ("terraform.tfvars.json", hcl2::Syntax::Json),
    ] {
        let Some(text) = read(&directory.join(file)) else {
            continue;
        };
        let source = sources.add(file, text).expect("the file is short");
        let body = hcl2::parse(&source, syntax).report_into(&mut inputs.found_in_variables);
        for attribute in body.attributes().value {
            let value = attribute.expression.evaluate(None);
            if value.has_errors() {
                inputs.found_in_variables.append(value.diagnostics);
                continue;
            }
            let place = attribute.expression.span();
            inputs.variables.insert(attribute.name.to_string(), value.value);
            inputs.places.insert(attribute.name.to_string(), place);
        }
    }
    let made = hcl2::plan::plan(&tree, &inputs);
    if made.has_errors() {
        return Err(places(&made.diagnostics, &sources, directory));
    }
    let text = hcl2::plan::to_json(&made.value, &tree, &inputs, "");
    Ok(serde_json::from_str(&text).expect("a plan is JSON"))
}

fn places(diagnostics: &Diagnostics, sources: &SourceMap, directory: &Path) -> Vec<String> {
    let errors = diagnostics.iter().filter(|problem| problem.is_error());
    let mut places: Vec<String> = errors
        .map(|problem| {
            let subject = problem.subject.expect("every error has a place");
            let source = sources.get(subject.source).expect("the source is there");
            let line = source.line_index().position(source.bytes(), subject.start).line;
            let name = Path::new(source.name());
            let name = name.strip_prefix(directory).unwrap_or(name).display().to_string();
            format!("{}:{line}", name.trim_start_matches("./"))
        })
        .collect();
    places.sort();
    places.dedup();
    places
}

/// How many parts of plans differ.
#[derive(Debug, Default, PartialEq)]
struct Differences {
    /// Known in both, and different.
    contradictions: Vec<String>,
    /// Known to Terraform only.
    imprecise: Vec<String>,
    /// Known here only.
    overclaims: Vec<String>,
}

impl Differences {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn compare(&mut self, path: &str, ours: &Value, theirs: &Value) {
        match (ours, theirs) {
            (Value::Object(own), Value::Object(other)) => {
                for (name, value) in own {
                    let path = format!("{path}.{name}");
                    match other.get(name) {
                        Some(other) => self.compare(&path, value, other),
                        None => self.one_sided(path, true),
                    }
                }
                let missing = other.keys().filter(|name| !own.contains_key(*name));
                for name in missing {
                    self.one_sided(format!("{path}.{name}"), false);
                }
            }
            (Value::Array(own), Value::Array(other)) => {
                let (own, other) = (in_order(path, own), in_order(path, other));
                if own.len() != other.len() {
                    self.contradictions.push(path.to_owned());
                }
                for (index, (own, other)) in own.iter().zip(&other).enumerate() {
                    self.compare(&format!("{path}[{index}]"), own, other);
                }
            }
            (Value::Number(own), Value::Number(other)) if own.as_f64() == other.as_f64() => {}
            (own, other) if own == other => {}
            _ => self.contradictions.push(path.to_owned()),
        }
    }

    fn one_sided(&mut self, path: String, is_ours: bool) {
        // What is marked as unknown on one side only is known on the other.
        let is_known_here = is_ours != path.contains(".after_unknown");
        if is_known_here {
            self.overclaims.push(path);
        } else {
            self.imprecise.push(path);
        }
    }
}

/// Returns elements whose order differs between runs of Terraform in an order of their own.
fn in_order(path: &str, items: &[Value]) -> Vec<Value> {
    let mut items = items.to_vec();
    if path.ends_with(".child_modules") {
        items.sort_by_key(|item| item["address"].to_string());
    }
    if path.ends_with(".relevant_attributes") {
        items.sort_by_key(|item| [item["resource"].to_string(), item["attribute"].to_string()]);
    }
    if path.ends_with(".problems") {
        items.sort_by_key(|item| item["message"].to_string());
    }
    items
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
        let problem = match (planned(&directory), theirs.get("errors")) {
            (Ok(mut ours), None) => {
                for plan in [&mut ours, &mut theirs] {
                    plan.as_object_mut().expect("an object").remove("timestamp");
                }
                let mut differences = Differences::default();
                differences.compare("", &ours, &theirs);
                (!differences.is_empty()).then(|| format!("{differences:?}"))
            }
            (Err(ours), Some(theirs)) => {
                let theirs: Vec<&str> = theirs
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .collect();
                (ours != theirs).then(|| format!("{ours:?} but {theirs:?}"))
            }
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
        let copy = scratch.path().join(entry.file_name());
        copy_reversed(&entry.path(), &copy);
        if let (Ok(plan), other) = (planned(&entry.path()), planned(&copy)) {
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
