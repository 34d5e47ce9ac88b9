//! The runner can fail, and rules of divergence apply to what they say and to nothing else.

mod ranges;

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::compare::{Difference, Outcome};
use crate::divergences::Divergences;
use crate::kinds::{self, Case};
use crate::predicates::Predicate;
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
        Outcome::Failed(why) => why.text,
        passed @ Outcome::Passed { .. } => panic!("{} {passed:?}", case.id),
    }
}

/// Changes the first string, number or truth value below a part of a case; false where there is none.
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
    assert_eq!(kinds::run(&sum, &scope), Outcome::Passed { inexact: Vec::new() });
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
        Outcome::Passed { inexact: Vec::new() }
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
    let Outcome::Passed { inexact } = kinds::run(&missing, &Scope::read(&json!({})).unwrap()) else {
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
        Outcome::Passed { inexact: Vec::new() }
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
        assert_eq!(outcome, Outcome::Passed { inexact: Vec::new() }, "{}", case.id);
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

fn differs(have: Json, want: Json) -> Difference {
    Difference::between("diagnostics", &have, &want)
}

fn error(start: u64, end: u64) -> Json {
    json!({ "severity": "error", "range": [1, start + 1, start, 1, end + 1, end] })
}

/// A JSON expression; bytes: the first string is 0..9 with an escape at 2, the second 11..19 without one.
fn json_case() -> Case {
    case(json!({ "id": "x", "kind": "json_expr", "in": { "src": r#"{"a\t${b}":"c ${d}"}"# }, "want": {} }))
}

#[test]
fn ranges_after_an_escape_are_explained() {
    let explained = |have, want| Predicate::RangesAfterEscape.applies(&json_case(), &differs(have, want));
    assert!(explained(json!([error(6, 7)]), json!([error(5, 6)])));
    assert!(
        explained(
            json!([error(6, 7), error(16, 17)]),
            json!([error(5, 6), error(16, 17)])
        ),
        "equal ranges may be anywhere"
    );
}

#[test]
fn other_differences_of_ranges_are_not_explained() {
    let explained = |have, want| Predicate::RangesAfterEscape.applies(&json_case(), &differs(have, want));
    assert!(
        !explained(json!([error(16, 17)]), json!([error(15, 16)])),
        "no escape in that string"
    );
    assert!(
        !explained(json!([error(1, 3)]), json!([error(1, 2)])),
        "before the escape"
    );
    assert!(
        !explained(json!([error(6, 7)]), json!([error(16, 17)])),
        "another string"
    );
    assert!(!explained(json!([error(6, 7)]), json!([])), "another number");
    let mut warning = error(5, 6);
    warning["severity"] = json!("warning");
    assert!(
        !explained(json!([error(6, 7)]), json!([warning])),
        "another severity"
    );
    let mut native = json_case();
    native.kind = "expr".to_owned();
    let difference = differs(json!([error(6, 7)]), json!([error(5, 6)]));
    assert!(
        !Predicate::RangesAfterEscape.applies(&native, &difference),
        "not JSON"
    );
}

#[test]
fn a_result_that_not_all_types_convert_to_is_a_divergence() {
    let given =
        |types: Json| case(json!({ "id": "x", "kind": "unify", "want": {}, "in": { "types": types } }));
    let differs = |want: Json| Difference::between("unsafe", &Json::Null, &want);
    let applies =
        |types: Json, want: Json| Predicate::UnconvertibleResult.applies(&given(types), &differs(want));
    let tuple = json!(["tuple", ["bool"]]);
    assert!(applies(
        json!([tuple, ["list", "number"]]),
        json!(["list", "number"])
    ));
    assert!(!applies(
        json!([tuple, ["list", "string"]]),
        json!(["list", "string"])
    ));
    assert!(
        !applies(json!([tuple]), Json::Null),
        "the case has to want a type"
    );
}

#[test]
fn an_unknown_list_of_the_type_of_the_set_is_explained() {
    let convert = |from: Json, to: Json, elements: Json| {
        case(json!({
            "id": "x", "kind": "convert", "want": {},
            "in": { "to": to, "value": { "type": from, "value": elements } },
        }))
    };
    let unknown = |ty: Json| json!({ "type": ty, "value": { "$unknown": {} } });
    let lists =
        |have: &str, want: &str| differs(unknown(json!(["list", have])), unknown(json!(["list", want])));
    let set = |elements| convert(json!(["set", "bool"]), json!(["list", "string"]), elements);
    let partly = json!([true, { "$unknown": {} }]);
    let applies =
        |case: &Case, difference: &Difference| Predicate::PartlyUnknownSet.applies(case, difference);
    assert!(applies(&set(partly.clone()), &lists("string", "bool")));
    assert!(
        !applies(&set(partly.clone()), &lists("bool", "string")),
        "ours must be what was asked for"
    );
    assert!(
        !applies(&set(json!([true])), &lists("string", "bool")),
        "nothing is unknown"
    );
    let within = convert(
        json!(["tuple", [["set", "bool"], "bool"]]),
        json!(["tuple", [["list", "string"], "bool"]]),
        json!([[{ "$unknown": {} }], true]),
    );
    let tuple = |element: &str| json!({ "type": ["tuple", [["list", element], "bool"]], "value": [{ "$unknown": {} }, true] });
    assert!(
        applies(&within, &differs(tuple("string"), tuple("bool"))),
        "in a tuple"
    );
    let from_list = convert(json!(["list", "bool"]), json!(["list", "string"]), partly);
    assert!(!applies(&from_list, &lists("string", "bool")), "not a set");
}

#[test]
fn an_attribute_that_is_there_is_not_missing() {
    let decode = |source: &str| {
        let spec = "object {\n  attr {\n    name = \"a\"\n    required = true\n  }\n}\n";
        let given = json!({ "spec": spec, "src": source, "syntax": "native" });
        case(json!({ "id": "x", "kind": "decode", "want": {}, "in": given }))
    };
    let at = |start: u32, end: u32| json!({ "severity": "error", "in": "input", "range": [1, 1, start, 1, 1, end] });
    let applies = |source, have, want| {
        Predicate::RequiredAttributeIsThere.applies(&decode(source), &differs(have, want))
    };
    assert!(applies("a = 1\n", json!([]), json!([at(0, 0)])));
    assert!(applies("a = b\n", json!([at(4, 5)]), json!([at(0, 0), at(4, 5)])));
    assert!(
        !applies("b = 1\n", json!([]), json!([at(0, 0)])),
        "the attribute is missing"
    );
    assert!(
        !applies("a = b\n", json!([]), json!([at(4, 5)])),
        "another problem"
    );
    assert!(
        !applies("a = b\n", json!([at(4, 5)]), json!([at(0, 0)])),
        "a problem that the case does not want"
    );
}

#[test]
fn a_rule_needs_words_and_something_to_know_its_cases_by() {
    let rule = "[[divergence]]\nid = \"x\"\nsection = \"s\"\nwords = \"w\"\nkinds = [\"expr\"]\n";
    assert_eq!(
        Divergences::parse(rule).unwrap_err(),
        "the rule \"x\" lacks its section, words or predicate"
    );
    Divergences::parse(&format!("{rule}predicate = \"ranges-after-escape\"\n")).unwrap();
    let unheard = Divergences::parse(&format!("{rule}predicate = \"always\"\n")).unwrap_err();
    assert!(unheard.contains("unknown variant `always`"), "{unheard}");
}

#[test]
fn the_listed_rules_can_be_read() {
    let path = spec_tests().join("divergences.toml");
    let text = std::fs::read_to_string(path).unwrap();
    Divergences::parse(&text).unwrap();
}

fn wire_case(ty: &str, msgpack: &str) -> Case {
    Case {
        id: "w".to_owned(),
        kind: "wire_decode".to_owned(),
        given: json!({ "as": ty, "msgpack": msgpack }),
        want: Json::Null,
    }
}

#[test]
fn bytes_behind_a_value_are_a_divergence_only_where_the_value_is_the_wanted_one() {
    let applies = |message: &str, offset: u64, want: &str| {
        let difference = Difference {
            text: "value".to_owned(),
            have: json!({ "error": "trailing bytes", "offset": offset }),
            want: json!({ "type": "string", "value": want }),
        };
        Predicate::WireTrailingBytes.applies(&wire_case("string", message), &difference)
    };
    assert!(applies("a178c0", 2, "x"));
    assert!(!applies("a178c0", 2, "y"), "another value");
    assert!(!applies("a178c0", 1, "x"), "another place");
}

#[test]
fn an_extension_of_another_code_is_a_divergence() {
    let applies = |message: &str, have: Json| {
        let difference = Difference {
            text: "value".to_owned(),
            have: json!({ "type": "bool", "value": have }),
            want: json!({ "error": true }),
        };
        Predicate::WireExtensionCode.applies(&wire_case("bool", message), &difference)
    };
    assert!(applies("d5070000", json!({ "$unknown": {} })));
    assert!(
        !applies("d50c8000", json!({ "$unknown": {} })),
        "the code of refinements"
    );
    assert!(!applies("d5070000", json!(true)), "a known value");
}

#[test]
fn a_refinement_that_is_not_known_here_is_a_divergence() {
    let applies = |message: &str, refinements: Json| {
        let difference = Difference {
            text: "value".to_owned(),
            have: json!({ "type": "string", "value": { "$unknown": refinements } }),
            want: json!({ "error": true }),
        };
        Predicate::WireUnknownRefinement.applies(&wire_case("string", message), &difference)
    };
    assert!(applies("c7050c8201c209c2", json!({ "null": false })));
    assert!(
        !applies("c7030c8101c2", json!({ "null": false })),
        "all are known"
    );
    assert!(!applies("d40000", json!({})), "none is there");
}

#[test]
fn fewer_digits_than_are_asked_for_are_a_divergence() {
    let applies = |source: &str, have: &str, want: &str| {
        let case = case(json!({ "id": "x", "kind": "expr", "in": { "src": source }, "want": {} }));
        let number = |text: &str| json!({ "type": "number", "value": text });
        Predicate::NumberPrecision.applies(&case, &differs(number(have), number(want)))
    };
    let exact = "0.333333333333333333333333333333333333";
    assert!(applies("length(l) / 3", exact, "0.33333333333333333334"));
    assert!(!applies("x / 3", exact, "0.33333333333333333334"), "no function");
    assert!(
        !applies("length(l) / 3", "0.5", "0.33333333333333333334"),
        "few digits"
    );
    assert!(
        !applies("length(l) / 3", exact, &format!("{exact}4")),
        "many digits"
    );
}
