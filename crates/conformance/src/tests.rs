//! The runner can fail, and divergence rules apply only to what they describe.

mod ranges;

use std::path::Path;

use clap::Parser as _;
use serde_json::{Value as Json, json};

use crate::Arguments;
use crate::case::Case;
use crate::compare::CaseResult;
use crate::counts::Records;
use crate::divergences::Divergences;
use crate::kinds;
use crate::report::Report;
use crate::run::{read_all_cases, read_scope};
use crate::scope::Scope;

fn spec_tests() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests")
}

fn case(json: Json) -> Case {
    serde_json::from_value(json).unwrap()
}

fn failure(case: &Case) -> String {
    match kinds::run(case, &Scope::read(&json!({})).unwrap()) {
        CaseResult::Failed(why) => why.text,
        passed @ CaseResult::Passed { .. } => panic!("{} {passed:?}", case.id),
    }
}

/// Changes the first string, number or bool inside a part of a case; returns false if there is none.
fn alter(json: &mut Json) -> bool {
    match json {
        Json::Bool(value) => *value = !*value,
        Json::String(text) => text.push('1'),
        Json::Array(items) => return items.iter_mut().any(alter),
        Json::Object(fields) => {
            return [
                "value",
                "attributes",
                "blocks",
                "safe",
                "list",
                "map",
                "call",
                "traversal",
            ]
            .iter()
            .any(|key| fields.get_mut(*key).is_some_and(alter))
                || fields.values_mut().any(alter);
        }
        Json::Null | Json::Number(_) => return false,
    }
    true
}

#[test]
fn a_case_with_another_value_fails() {
    let mut sum = case(json!({
        "id": "sum", "kind": "expr", "in": { "src": "1 + 2" },
        "want": { "diags": [], "value": { "type": "number", "value": "3" }, "variables": [] },
    }));
    let scope = Scope::read(&json!({})).unwrap();
    assert_eq!(
        kinds::run(&sum, &scope),
        CaseResult::Passed { inexact: Vec::new() }
    );
    sum.want["value"]["value"] = json!("4");
    assert_eq!(
        failure(&sum),
        "value: have {\"type\":\"number\",\"value\":\"3\"}, want {\"type\":\"number\",\"value\":\"4\"}"
    );
}

#[test]
fn a_case_with_another_hundredth_digit_fails() {
    let third = |last: &str| format!("0.{}{last}", "3".repeat(154));
    let mut quotient = case(json!({
        "id": "third", "kind": "expr", "in": { "src": "1 / 3" },
        "want": { "diags": [], "value": { "type": "number", "value": third("5") }, "variables": [] },
    }));
    let scope = Scope::read(&json!({})).unwrap();
    assert_eq!(
        kinds::run(&quotient, &scope),
        CaseResult::Passed { inexact: Vec::new() }
    );
    let digits = third("5");
    quotient.want["value"]["value"] = json!(format!("{}4{}", &digits[..101], &digits[102..]));
    failure(&quotient);
}

#[test]
fn a_case_with_another_range_is_inexact() {
    let missing = case(json!({
        "id": "missing", "kind": "expr", "in": { "src": "nowhere" },
        "want": { "diags": [{ "severity": "error", "range": [1, 1, 0, 1, 7, 6] }], "variables": [[{ "root": "nowhere" }]] },
    }));
    let CaseResult::Passed { inexact } = kinds::run(&missing, &Scope::read(&json!({})).unwrap()) else {
        panic!("the case failed");
    };
    assert_eq!(inexact.len(), 1);
    assert_eq!(inexact[0].have[0]["range"], json!([1, 1, 0, 1, 8, 7]));
}

#[test]
fn an_inexact_case_is_a_problem_where_all_must_be_exact() {
    let mut missing = case(json!({
        "id": "missing", "kind": "expr", "in": { "src": "nowhere" },
        "want": { "diags": [{ "severity": "error", "range": [1, 1, 0, 1, 8, 7] }], "variables": [[{ "root": "nowhere" }]] },
    }));
    let scope = Scope::read(&json!({})).unwrap();
    let problems = |case: &Case, exact| {
        let mut report = Report::default();
        report.add(case, &kinds::run(case, &scope), &Divergences::default());
        report.problems(exact)
    };
    assert_eq!(problems(&missing, true), [""; 0]);
    missing.want["diags"][0]["range"] = json!([1, 2, 1, 1, 8, 7]);
    assert_eq!(
        problems(&missing, true),
        ["expr: 1 cases are inexact, and no rule says why"]
    );
    assert_eq!(problems(&missing, false), [""; 0]);
    missing.want["diags"] = json!([]);
    assert_eq!(problems(&missing, false), ["expr: 1 cases failed"]);
}

#[test]
fn the_specification_tests_must_be_exact() {
    assert!(
        read_scope(&spec_tests().join("context.json"))
            .unwrap()
            .must_be_exact()
    );
}

#[test]
fn a_source_of_other_bytes_than_utf_8_is_given_in_hexadecimal() {
    let invalid = |hex: &str| {
        case(json!({
            "id": "x", "kind": "expr", "in": { "src": "a", "hex": hex },
            "want": { "stage": "parse", "diags": [{ "severity": "error", "range": [1, 2, 1, 1, 3, 2] }] },
        }))
    };
    let scope = Scope::read(&json!({})).unwrap();
    assert_eq!(
        kinds::run(&invalid("6180"), &scope),
        CaseResult::Passed { inexact: Vec::new() }
    );
    failure(&invalid("61"));
    assert_eq!(failure(&invalid("618")), "malformed case: not hexadecimal: 618");
}

#[test]
fn an_unknown_kind_fails() {
    let unknown = case(json!({ "id": "x", "kind": "none-such", "in": {}, "want": {} }));
    assert_eq!(failure(&unknown), "the kind \"none-such\" is not implemented");
}

#[test]
fn a_malformed_case_fails() {
    let malformed = case(json!({ "id": "x", "kind": "expr", "in": {}, "want": {} }));
    assert_eq!(failure(&malformed), "malformed case: no text \"src\"");
}

#[test]
fn every_specification_test_passes_and_notices_when_it_is_altered() {
    let scope = read_scope(&spec_tests().join("context.json")).unwrap();
    let cases = read_all_cases(&spec_tests()).unwrap();
    assert!(cases.len() > 500, "{} cases", cases.len());
    let mut altered = 0;
    for case in &cases {
        let outcome = kinds::run(case, &scope);
        assert_eq!(outcome, CaseResult::Passed { inexact: Vec::new() }, "{}", case.id);
        let mut other = case.clone();
        if alter(&mut other.want) {
            altered += 1;
            let noticed = kinds::run(&other, &scope);
            assert_ne!(noticed, outcome, "{} wants {}", case.id, other.want);
        }
    }
    assert!(altered * 10 > cases.len() * 9, "{altered} altered");
}

#[test]
fn the_name_of_a_specification_test_is_its_place() {
    let mut names = std::collections::BTreeSet::new();
    for (path, case) in crate::run::read_located_cases(&spec_tests()).unwrap() {
        let place = path.strip_prefix(spec_tests()).unwrap().with_extension("");
        let place = place.to_string_lossy().replace('\\', "/");
        assert!(
            case.id.starts_with(&format!("{place}/")),
            "{} is in {place}",
            case.id
        );
        assert!(names.insert(case.id.clone()), "{} is there twice", case.id);
    }
}

#[test]
fn a_rule_needs_words_a_predicate_and_a_reason_to_be_unrecorded() {
    let rule = |words: &str, more: &str| {
        let text = format!(
            "[[divergence]]\nid = \"x\"\nsection = \"s\"\nwords = {words:?}\nkinds = [\"expr\"]\n{more}"
        );
        Divergences::parse(&text)
    };
    let predicate = "predicate = \"ranges-after-escape\"\n";
    rule("w", predicate).unwrap();
    let lacks = "the rule \"x\" lacks its section, words or reason";
    assert_eq!(rule("", predicate).unwrap_err(), lacks);
    assert_eq!(
        rule("w", &format!("{predicate}unrecorded = \"\"\n")).unwrap_err(),
        lacks
    );
    let without = rule("w", "").unwrap_err();
    assert!(without.contains("missing field `predicate`"), "{without}");
    let unheard = rule("w", "predicate = \"always\"\n").unwrap_err();
    assert!(unheard.contains("unknown variant `always`"), "{unheard}");
}

#[test]
fn the_listed_rules_can_be_read() {
    let path = spec_tests().join("divergences.toml");
    let text = std::fs::read_to_string(path).unwrap();
    Divergences::parse(&text).unwrap();
}

#[test]
fn every_rule_explains_a_recorded_case_or_says_why_not() {
    let divergences = Divergences::read(&spec_tests().join("divergences.toml")).unwrap();
    let records = Records::read(&spec_tests().join("counts.json")).unwrap();
    assert_eq!(records.misplaced_rules(&divergences), [""; 0]);
}

/// Runs a set of cases in its own directory with further arguments; returns whether it succeeded.
fn run_set(directory: &Path, cases: &[Json], more: &[&str]) -> bool {
    let lines: Vec<String> = cases.iter().map(Json::to_string).collect();
    std::fs::write(directory.join("cases.jsonl"), lines.join("\n")).unwrap();
    let path = |name: &str| directory.join(name).display().to_string();
    let (vectors, counts, rules) = (path(""), path("counts.json"), path("rules.toml"));
    let arguments = [
        "run",
        "--vectors",
        &vectors,
        "--counts",
        &counts,
        "--divergences",
        &rules,
    ];
    let arguments = Arguments::parse_from(arguments.iter().chain(more));
    crate::run::check(&arguments).unwrap().1.is_empty()
}

fn sum(id: &str, value: &str) -> Json {
    json!({
        "id": id, "kind": "expr", "in": { "src": "1 + 2" },
        "want": { "diags": [], "value": { "type": "number", "value": value }, "variables": [] },
    })
}

#[test]
fn a_run_of_a_recorded_set_fails_below_its_record() {
    let directory = tempfile::tempdir().unwrap();
    let (path, cases) = (directory.path(), [sum("good", "3"), sum("known to fail", "4")]);
    assert!(
        !run_set(path, &cases, &[]),
        "a case fails, and nothing is recorded"
    );
    assert!(run_set(path, &cases, &["--record", "set"]));
    assert!(run_set(path, &cases, &[]), "as well as recorded");
    let counts = path.join("counts.json");
    let recorded = std::fs::read_to_string(&counts).unwrap();
    for (count, better) in [("total", 3), ("passed", 2), ("exact", 2)] {
        let mut records: Json = serde_json::from_str(&recorded).unwrap();
        records["set"]["expr"]["counts"][count] = json!(better);
        std::fs::write(&counts, records.to_string()).unwrap();
        assert!(!run_set(path, &cases, &[]), "{count}");
    }
}

#[test]
fn a_set_whose_cases_changed_has_no_record() {
    let directory = tempfile::tempdir().unwrap();
    let (path, failing) = (directory.path(), sum("known to fail", "4"));
    assert!(run_set(
        path,
        std::slice::from_ref(&failing),
        &["--record", "set"]
    ));
    assert!(!run_set(path, &[sum("known to fail", "5")], &[]));
    let mut other = sum("another kind", "3");
    other["kind"] = json!("template");
    other["in"]["src"] = json!("${1 + 2}");
    assert!(
        !run_set(path, &[failing.clone(), other.clone()], &[]),
        "a kind without a record"
    );
    assert!(
        run_set(path, &[failing, other], &["--kind", "expr"]),
        "only that kind is compared"
    );
}

#[test]
fn a_run_of_an_exact_set_fails_where_a_case_is_inexact() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let missing = json!({
        "id": "missing", "kind": "expr", "in": { "src": "nowhere" },
        "want": { "diags": [{ "severity": "error", "range": [1, 2, 1, 1, 8, 7] }], "variables": [[{ "root": "nowhere" }]] },
    });
    assert!(run_set(path, std::slice::from_ref(&missing), &[]));
    std::fs::write(path.join("context.json"), "{\"exact\": true}").unwrap();
    assert!(!run_set(path, &[missing], &[]));
}
