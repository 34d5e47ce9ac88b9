//! Modules of the Terraform language, compared with the results of Terraform.
//!
//! `cargo xtask terraform-modules --record` records these results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Outcome, SourceMap};
use hcl2::terraform::table::{FileKind, Language, Version};
use hcl2::terraform::{CheckOptions, Converter, Evaluator};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use serde_json::Value;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/terraform")
}

/// Returns the recorded results of Terraform for each module.
fn recorded() -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(directory().join("recorded.json")).expect("the results are recorded");
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    let version = record["terraform"].as_str().expect("a version");
    assert!(version.starts_with("1."), "{version}");
    serde_json::from_value(record["modules"].take()).expect("an object")
}

/// The broken modules whose errors have no range in Terraform, such as reference cycles.
const WITHOUT_PLACE: &[&str] = &[
    "broken-check-provider-typo",
    "broken-child-alias-undeclared-use",
    "broken-builtin-in-child",
    "broken-builtin-nope",
    "broken-cycle-locals",
    "broken-cycle-modules",
    "broken-cycle-resources",
    "broken-pass-required-root-alias-typo",
    "broken-postcondition-cycle",
    "broken-pass-two-levels-typo",
    "broken-prov-alias-bad",
    "broken-prov-data-typo",
    "broken-prov-map-implicit-root",
    "broken-prov-map-typo",
    "broken-prov-ref-expr",
    "broken-prov-typo",
    "broken-prvs-file-both",
    "broken-prvs-file-none",
    "broken-prvs-remote-none",
    "broken-prvs-remote-two",
    "broken-prvs-unknown",
    "broken-resource-computed",
    "broken-rs-s3-ddb-and-lock",
    "broken-three-references-cycle",
    "broken-validation-child-default",
    "broken-validation-cycle",
    "broken-validation-cycle-resource",
    "broken-validation-two-variables",
];

/// The broken modules whose error is on another line in Terraform (first) than here (second) after conversion to JSON.
///
/// For a missing argument, Terraform shows the end of the object and we show its name; for an element that is not a
/// reference, Terraform shows the list and we show the element.
///
/// For a connection without a host, an import without an ID and wrong values in the configuration of a backend, Terraform
/// shows the end of the object and we show its start.
const ELSEWHERE_IN_JSON: &[(&str, u64, u64)] = &[
    ("broken-call-missing", 5, 3),
    ("broken-conn-res-nohost", 7, 5),
    ("broken-ignore-star", 6, 7),
    ("broken-import-noid", 9, 7),
    ("broken-local-both", 9, 4),
    ("broken-ovr-module-source", 6, 3),
    ("broken-prvs-conn-nohost", 13, 11),
    ("broken-rp-aliases-other-name", 6, 7),
    ("broken-rs-cloud-both", 15, 4),
    ("broken-rs-remote-both", 13, 4),
    ("broken-rs-remote-ws-none", 9, 4),
    ("broken-rs-s3-assume-arn", 14, 4),
    ("broken-rs-s3-key-slash", 11, 4),
];

/// The broken modules whose errors `rsadecrypt` reports, a function that needs the feature `rsa`.
const WITH_RSA: &[&str] = &["broken-rsa-constant-key"];

/// The version whose results are recorded in full.
const RECORDED: u16 = 11;

/// The other versions whose results are recorded as far as they differ from those of the version before them, on the way
/// from [`RECORDED`].
const VERSIONS: [u16; 8] = [6, 8, 9, 10, 12, 13, 14, 15];

/// The broken modules whose errors are on other lines, with the version and the reason.
const ELSEWHERE: &[(&str, u16, &str)] = &[
    (
        "broken-eph-fe-data",
        10,
        "the block is reported, not its argument",
    ),
    ("broken-eph-rs", 10, "the block is reported, not its argument"),
    (
        "broken-meta-source-hcl-fn",
        15,
        "the block is reported, not its argument",
    ),
];

fn load(directory: &Path) -> LoadedModule {
    load_at(directory, RECORDED)
}

fn load_at(directory: &Path, minor: u16) -> LoadedModule {
    let version = Version {
        language: Language::Terraform,
        minor,
    };
    ModuleLoader::new()
        .version(version)
        .nested()
        .load_partial(directory)
}

/// Reads and checks a module.
fn check(directory: &Path) -> LoadedModule {
    check_at(directory, RECORDED)
}

fn check_at(directory: &Path, minor: u16) -> LoadedModule {
    let mut loaded = load_at(directory, minor);
    let host = DirectoryHost::new(directory).expect("the directory is there");
    let options = CheckOptions {
        host: Some(Arc::new(host)),
        has_no_caller: true,
        ..CheckOptions::default()
    };
    loaded.diagnostics.append(options.validate(&loaded.tree));
    loaded
}

/// Writes a module with each of its files in the other syntax, or returns `None` if one cannot be converted.
fn convert(from: &Path, to: &Path) -> Option<()> {
    for entry in std::fs::read_dir(from).expect("the directory is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name()?.to_str()?;
        if path.is_dir() {
            std::fs::create_dir(to.join(name)).expect("a directory");
            convert(&path, &to.join(name))?;
            continue;
        }
        let bytes = std::fs::read(&path).expect("a file");
        if !FileKind::of(name).is_some_and(|kind| kind.is_of_module(Language::Terraform)) {
            std::fs::write(to.join(name), bytes).expect("a file");
            continue;
        }
        let source = SourceMap::new().add(name, bytes).expect("a small source");
        let (conversion, name) = match name.strip_suffix(".json") {
            Some(native) => (Converter::new().to_native(&source), native.to_owned()),
            None => (Converter::new().to_json(&source), format!("{name}.json")),
        };
        let text = conversion
            .value
            .filter(|_| !conversion.diagnostics.has_errors())?;
        std::fs::write(to.join(name), text).expect("a file");
    }
    Some(())
}

/// Returns the files, relative to the directory of the module, and lines, from 1, of errors.
fn places(directory: &Path, loaded: &LoadedModule) -> Vec<(String, u64)> {
    let errors = loaded.diagnostics.iter().filter(|problem| problem.is_error());
    let mut places: Vec<(String, u64)> = errors
        .filter_map(|problem| {
            let span = problem.subject?;
            let source = loaded.sources.get(span.source)?;
            let line = source.line_index().position(source.bytes(), span.start).line;
            let path = Path::new(source.name());
            let name = path.strip_prefix(directory).unwrap_or(path).to_str()?.to_owned();
            Some((name, u64::from(line)))
        })
        .collect();
    places.sort();
    places.dedup();
    places
}

/// Returns the differences between the recorded errors of a module and ours, in both syntaxes.
fn problems_of_errors(name: &str, theirs: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let loaded = check(&directory().join(name));
    let is_valid = !loaded.diagnostics.has_errors();
    if theirs["valid"] != is_valid {
        problems.push(format!(
            "{name}: valid {}: {:?}",
            theirs["valid"], loaded.diagnostics
        ));
    }
    let mut compare = |what: &str, theirs: &Value, directory: &Path, loaded: &LoadedModule| {
        let ours = places(directory, loaded);
        let theirs: Option<Vec<(String, u64)>> = serde_json::from_value(theirs.clone()).expect("places");
        let has_place = is_valid || !WITHOUT_PLACE.contains(&name);
        let expected = if has_place { ours.clone() } else { Vec::new() };
        if theirs.as_ref() != Some(&expected) {
            problems.push(format!("{name}: {what} {theirs:?}, here {ours:?}"));
        }
    };
    compare("errors", &theirs["errors"], &directory().join(name), &loaded);
    let other = tempfile::tempdir().expect("a directory");
    match convert(&directory().join(name), other.path()) {
        Some(()) => {
            let theirs = &theirs["converted_errors"];
            let loaded = check(other.path());
            let line = |line: u64| serde_json::json!([["main.tf.json", line]]);
            match ELSEWHERE_IN_JSON.iter().find(|(broken, ..)| *broken == name) {
                Some((_, their_line, our_line)) if *theirs == line(*their_line) => {
                    compare("converted errors", &line(*our_line), other.path(), &loaded);
                }
                _ => compare("converted errors", theirs, other.path(), &loaded),
            }
        }
        None if theirs["converted_errors"].is_null() => {}
        None => problems.push(format!("{name}: it cannot be converted")),
    }
    problems
}

/// Returns the differences between the recorded locals of a module and ours.
fn problems_of_locals(name: &str, theirs: &Value) -> Vec<String> {
    let loaded = load(&directory().join(name));
    let ours = if theirs["valid"] == true {
        locals(name, &loaded)
    } else {
        BTreeMap::new()
    };
    let theirs: BTreeMap<String, hcl2::value::Value> = match &theirs["locals"] {
        Value::Null => BTreeMap::new(),
        // Numbers are compared by value, not by their digits.
        Value::Object(locals) => locals
            .iter()
            .map(|(name, value)| (name.clone(), decoded(&value.to_string())))
            .collect(),
        other => return vec![format!("{name}: locals {other}")],
    };
    let mut names: Vec<&String> = ours.keys().chain(theirs.keys()).collect();
    names.sort();
    names.dedup();
    let differing = names
        .into_iter()
        .filter(|local| ours.get(*local) != theirs.get(*local));
    differing
        .map(|local| {
            format!(
                "{name}: {local}: {:?}, here {:?}",
                theirs.get(local),
                ours.get(local)
            )
        })
        .collect()
}

fn decoded(json: &str) -> hcl2::value::Value {
    hcl2::functions::jsondecode().call(&[json.into()]).expect("JSON")
}

/// Returns the locals of a module, each encoded as JSON and decoded again.
fn locals(name: &str, loaded: &LoadedModule) -> BTreeMap<String, hcl2::value::Value> {
    let host = DirectoryHost::new(directory().join(name)).expect("the directory is there");
    let functions = hcl2::terraform_functions(&(Arc::new(host) as _));
    let mut evaluator = Evaluator::new(&loaded.tree, functions);
    let locals = loaded.tree.module.locals.iter().map(|local| {
        let Outcome { value, diagnostics } = evaluator.evaluate(&*local.value);
        assert!(diagnostics.is_empty(), "{name}: {}: {diagnostics:?}", local.name);
        let json = hcl2::functions::jsonencode()
            .call(&[value])
            .expect("it can be encoded");
        (local.name.to_string(), decoded(json.as_str().expect("a string")))
    });
    locals.collect()
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
    assert!(names.len() >= 500);
}

/// The first version whose errors are all those that are reported here.
const FIRST_TO_THE_LETTER: u16 = 10;

/// The modules that older versions accept, beside those with wrong imports, which only their plans report.
const ACCEPTED_BEFORE: &[&str] = &[
    "broken-for-each-unknown-set",
    "broken-for-each-var",
    "broken-moved-var",
    "broken-rs-k8s-exec-list",
];

/// The modules whose errors older versions report elsewhere: at the variable, at the block, or also at references to `each`.
const ELSEWHERE_BEFORE: &[&str] = &[
    "broken-import-each-tuple",
    "broken-import-twice",
    "broken-validation-child-default",
    "im-fe-key-concat",
    "import-each-ephemeral",
    "import-each-sensitive",
    "import-each-set-of-numbers",
    "import-each-template-key",
    "import-for-each",
];

/// Returns whether a verdict on a module is that of a version before [`FIRST_TO_THE_LETTER`], which ends at blocks and arguments
/// that it does not know, while other errors are reported here too.
fn is_as_before(
    name: &str,
    (is_valid, theirs): (bool, &[(String, u64)]),
    (is_valid_here, ours): (bool, &[(String, u64)]),
) -> bool {
    let is_accepted = name.starts_with("broken-import-") || ACCEPTED_BEFORE.contains(&name);
    let is_same = is_valid == is_valid_here || is_valid && is_accepted;
    is_same && (theirs.iter().all(|place| ours.contains(place)) || ELSEWHERE_BEFORE.contains(&name))
}

#[test]
fn errors_are_those_of_each_version() {
    let text = std::fs::read_to_string(directory().join("versions.json")).expect("the versions are recorded");
    let changes: BTreeMap<u16, BTreeMap<String, Value>> = serde_json::from_str(&text).expect("JSON");
    let (mut wrong, mut used) = (Vec::new(), 0);
    for minor in VERSIONS {
        let mut modules = recorded();
        let between = |version: &u16| (RECORDED.min(minor)..=RECORDED.max(minor)).contains(version);
        let mut versions: Vec<u16> = changes.keys().copied().filter(between).collect();
        versions.sort_by_key(|version| version.abs_diff(RECORDED));
        for changed in versions.iter().filter_map(|version| changes.get(version)) {
            modules.extend(changed.clone());
            used += changed.len();
        }
        let known = |name: &str| cfg!(feature = "rsa") || !WITH_RSA.contains(&name);
        for (name, theirs) in modules.iter().filter(|(name, _)| known(name)) {
            let directory = directory().join(name);
            let loaded = check_at(&directory, minor);
            let (ours, is_valid) = (places(&directory, &loaded), !loaded.diagnostics.has_errors());
            let errors: Vec<(String, u64)> =
                serde_json::from_value(theirs["errors"].clone()).expect("places");
            let has_place = is_valid || !WITHOUT_PLACE.contains(&name.as_str());
            let is_elsewhere = ELSEWHERE.iter().any(|(own, at, _)| own == name && *at == minor);
            let is_same = if minor < FIRST_TO_THE_LETTER {
                is_as_before(name, (theirs["valid"] == true, &errors), (is_valid, &ours))
            } else {
                theirs["valid"] == is_valid && (!has_place || ours == errors)
            };
            if is_same == is_elsewhere {
                wrong.push(format!("{name} in 1.{minor}: {errors:?}, here {ours:?}"));
            }
        }
    }
    assert!(used >= 4, "{used}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn errors_are_on_the_lines_of_terraform_in_both_syntaxes() {
    let recorded = recorded();
    let known = |name: &str| cfg!(feature = "rsa") || !WITH_RSA.contains(&name);
    let all = recorded.iter().filter(|(name, _)| known(name));
    let problems: Vec<String> = all
        .flat_map(|(name, theirs)| problems_of_errors(name, theirs))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let converted = recorded
        .values()
        .filter(|theirs| !theirs["converted_errors"].is_null());
    assert!(converted.count() >= 200);
}

/// The modules whose mistakes are found by a plan only.
const UNPLANNED: &[&str] = &[
    "childout-attr",
    "childout-attr-in-res",
    "cond-badattr-check",
    "cond-badfn-check",
    "cond-num-var",
    "eph-modout",
    "expr-foreach-self",
    "import-each-ephemeral",
    "lc-precond-errtype",
    "lc-sens-errmsg",
    "lc-trigger-expr",
    "mod-each-inside",
    "modarg-nocount",
    "out-sens-child",
    "self-count",
    "self-input",
    "variable-of-any-type",
];

#[test]
fn valid_modules_can_be_planned() {
    for (name, theirs) in recorded() {
        let is_planned = theirs["valid"] == true && !UNPLANNED.contains(&name.as_str());
        assert_eq!(theirs["planned"], is_planned, "{name}");
    }
}

#[test]
fn locals_have_the_values_of_terraform() {
    let recorded = recorded();
    let all = recorded.iter();
    let problems: Vec<String> = all
        .flat_map(|(name, theirs)| problems_of_locals(name, theirs))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let counts = recorded
        .values()
        .filter_map(|theirs| Some(theirs["locals"].as_object()?.len()));
    assert!(counts.sum::<usize>() > 100);
}

#[test]
fn a_falsified_record_is_detected() {
    let recorded = recorded();
    let altered = |name: &str, alter: &dyn Fn(&mut Value)| {
        let mut theirs = recorded[name].clone();
        alter(&mut theirs);
        assert_ne!(theirs, recorded[name], "{name}");
        let errors = problems_of_errors(name, &theirs);
        (errors.len(), problems_of_locals(name, &theirs).len())
    };
    let (with_locals, local) = recorded
        .iter()
        .find_map(|(name, theirs)| Some((name, theirs["locals"].as_object()?.keys().next()?)))
        .expect("a module has locals");
    assert_eq!(
        altered(with_locals, &|theirs| theirs["locals"][local] = "altered".into()),
        (0, 1)
    );
    assert_eq!(
        altered(with_locals, &|theirs| theirs["locals"]["added"] = 1.into()),
        (0, 1)
    );
    let remove = |theirs: &mut Value| drop(theirs["locals"].as_object_mut().expect("locals").remove(local));
    assert_eq!(altered(with_locals, &remove), (0, 1));
    assert_eq!(
        altered(with_locals, &|theirs| theirs["locals"] = "not printed".into()),
        (0, 1)
    );
    let (_, without) = altered(with_locals, &|theirs| theirs["locals"] = Value::Null);
    assert!(without > 0);
    let (invalid, _) = altered(with_locals, &|theirs| theirs["valid"] = false.into());
    assert_eq!(invalid, 1);

    let broken = "broken-bare-data";
    assert_eq!(altered(broken, &|theirs| theirs["valid"] = true.into()).0, 1);
    assert_eq!(altered(broken, &|theirs| theirs["errors"][0][1] = 3.into()).0, 1);
    assert_eq!(
        altered(broken, &|theirs| theirs["errors"] = Value::Array(Vec::new())).0,
        1
    );
    assert_eq!(
        altered(broken, &|theirs| theirs["converted_errors"] = Value::Null).0,
        1
    );
    for (elsewhere, _, our_line) in ELSEWHERE_IN_JSON {
        let place = serde_json::json!([["main.tf.json", our_line + 1]]);
        let (errors, _) = altered(elsewhere, &|theirs| theirs["converted_errors"] = place.clone());
        assert_eq!(errors, 1, "{elsewhere}");
    }
    for cycle in WITHOUT_PLACE {
        let place = serde_json::json!([["main.tf", 1]]);
        assert_eq!(
            altered(cycle, &|theirs| theirs["errors"] = place.clone()).0,
            1,
            "{cycle}"
        );
    }
}

#[test]
fn modules_survive_conversion_to_the_other_syntax_and_back() {
    let converter = Converter::new();
    for (name, theirs) in recorded() {
        if theirs["valid"] != true {
            continue;
        }
        for source in load(&directory().join(&name)).sources.iter() {
            let sound = |conversion: Outcome<Option<String>>| {
                assert!(
                    !conversion.diagnostics.has_errors(),
                    "{name}: {:?}",
                    conversion.diagnostics
                );
                conversion.value.expect("the conversion succeeds")
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
            // The canonical layout may change line endings and spaces inside an expression.
            let words = |text: &str| text.replace("\\n", "").split_whitespace().collect::<String>();
            assert_eq!(words(&second), words(&json), "{name}");
        }
    }
}

#[test]
fn a_loaded_module_converts_into_a_result() {
    let directory = tempfile::tempdir().expect("a directory");
    let load = || ModuleLoader::new().load(directory.path());
    let error = load().expect_err("the directory is empty");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::source::no-files");
    std::fs::write(directory.path().join("main.tf"), "locals {\n  a = 1\n}\n").expect("a file");
    assert_eq!(load().expect("it is valid").locals.len(), 1);
}
