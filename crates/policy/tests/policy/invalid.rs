//! Wrong policies and plans.

use hcl2_diagnostics::codes::{
    body as body_codes, expr as expr_codes, policy as codes, terraform as terraform_codes,
};
use hcl2_diagnostics::{Code, SourceMap};
use hcl2_policy::{Answer, Options, World, evaluate};
use hcl2_value::Value;

use crate::shared::{condition, created, policy, valid};

/// Returns the code of the first problem of a policy, and the text at its place.
fn read(text: &str) -> (Code, String) {
    let problem = policy(text).1.iter().next().expect("a problem").clone();
    let subject = problem.subject.expect("a place");
    (
        problem.code,
        text[subject.start as usize..subject.end as usize].to_owned(),
    )
}

#[test]
fn wrong_policies_are_errors_with_places() {
    let body = |body: &str| {
        format!("resource_policy \"a\" \"p\" {{\n  {body}\n  enforce {{\n    condition = true\n  }}\n}}\n")
    };
    assert_eq!(
        read(&body("fliter = true")),
        (body_codes::UNSUPPORTED_ATTRIBUTE, "fliter".to_owned())
    );
    assert_eq!(
        read(&body("operations = []")),
        (codes::INVALID_OPERATIONS, "[]".to_owned())
    );
    assert_eq!(
        read(&body("operations = [\"remove\"]")).0,
        codes::INVALID_OPERATIONS
    );
    assert_eq!(
        read(&body("filter = local.nme == 1")),
        (terraform_codes::UNDECLARED, "local.nme".to_owned())
    );
    assert_eq!(
        read(&body("filter = input.nme == 1")).0,
        terraform_codes::UNDECLARED
    );
    assert_eq!(
        read("resource_policy \"a\" \"p\" {\n}\n"),
        (
            terraform_codes::MISSING_BLOCK,
            "resource_policy \"a\" \"p\"".to_owned()
        )
    );
    let input = "input \"n\" {\n  type    = number\n  default = \"a\"\n}\n";
    assert_eq!(read(input), (codes::INVALID_INPUT, "\"a\"".to_owned()));
}

fn evaluated(text: &str) -> (Code, Vec<Answer>) {
    let found = evaluate(
        &[valid(text)],
        &created(r#"{"size": 1}"#, "{}"),
        &Options::default(),
    );
    let problem = found.diagnostics.iter().next().expect("a problem");
    assert!(problem.subject.is_some(), "{problem:?}");
    let answers = found.value.iter().map(|finding| finding.answer).collect();
    (problem.code, answers)
}

#[test]
fn conditions_that_cannot_be_evaluated_are_errors() {
    assert_eq!(
        evaluated(&condition("attrs.none == 1")),
        (expr_codes::UNKNOWN_ATTRIBUTE, vec![Answer::Error])
    );
    assert_eq!(
        evaluated(&condition("null")),
        (codes::INVALID_CONDITION, vec![Answer::Error])
    );
    assert_eq!(
        evaluated(&condition("[]")),
        (codes::INVALID_CONDITION, vec![Answer::Error])
    );
    assert_eq!(
        evaluated(&condition("length([]) == 0")).0,
        expr_codes::UNKNOWN_FUNCTION
    );
}

#[test]
fn cycle_of_local_values_is_an_error() {
    let text = "locals {\n  a = local.b\n  b = local.a\n}\nresource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition = local.a\n  }\n}\n";
    assert_eq!(
        evaluated(text),
        (terraform_codes::REFERENCE_CYCLE, vec![Answer::Error])
    );
}

#[test]
fn wrong_levels_and_inputs_are_errors() {
    let level = condition("true").replace("  enforce {", "  enforcement_level = \"hard\"\n  enforce {");
    assert_eq!(evaluated(&level), (codes::INVALID_LEVEL, vec![Answer::Error]));
    let file = valid("input \"n\" {\n  type = number\n}\n");
    let options = Options {
        inputs: [("n".to_owned(), Value::from("a"))].into(),
        ..Options::default()
    };
    let found = evaluate(&[file], &created("{}", "{}"), &options);
    assert_eq!(found.diagnostics[0].code, codes::INVALID_INPUT);
}

#[test]
fn plan_in_another_form_is_an_error() {
    let read = |text: &str| {
        let source = SourceMap::new().add("plan.json", text).unwrap();
        World::from_json(&source).unwrap_err()[0].code
    };
    assert_eq!(read("[]"), codes::INVALID_PLAN);
    assert_eq!(read("{}"), codes::INVALID_PLAN);
    assert_eq!(read(r#"{"resource_changes": [{}]}"#), codes::INVALID_PLAN);
    assert!(read("PK").id().starts_with("hcl2::json::"));
}
