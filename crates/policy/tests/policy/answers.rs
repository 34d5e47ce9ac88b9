//! The three answers, and what decides them.

use hcl2_diagnostics::Code;
use hcl2_diagnostics::codes::policy as codes;
use hcl2_policy::{Answer, Cause, Level, Options, evaluate};
use hcl2_value::Value;

use crate::shared::{change, condition, created, judge, valid, world};

fn answer(text: &str, after: &str, unknown: &str) -> Answer {
    judge(&condition(text), &created(after, unknown))[0].answer
}

#[test]
fn known_values_pass_or_fail() {
    assert_eq!(
        answer("attrs.size <= 100", r#"{"size": 100}"#, "{}"),
        Answer::Pass
    );
    assert_eq!(
        answer("attrs.size <= 100", r#"{"size": 101}"#, "{}"),
        Answer::Fail
    );
}

#[test]
fn unknown_values_that_decide_are_named() {
    let world = created(r#"{"size": 1}"#, r#"{"name": true}"#);
    let findings = judge(&condition("attrs.size == 1 && attrs.name == \"a\""), &world);
    assert_eq!(findings[0].answer, Answer::Unknown);
    assert_eq!(
        findings[0].enforced[0].causes,
        [Cause::Value("acme_disk.d.name".to_owned())]
    );
    assert_eq!(
        findings[0].enforced[0].causes[0].address(),
        Some("acme_disk.d.name")
    );
}

#[test]
fn unknown_values_that_do_not_decide_do_not_count() {
    let unknown = r#"{"name": true}"#;
    assert_eq!(
        answer("false && attrs.name == \"a\"", "{}", unknown),
        Answer::Fail
    );
    assert_eq!(answer("true || attrs.name == \"a\"", "{}", unknown), Answer::Pass);
    assert_eq!(
        answer("core::length([attrs.name]) == 1", "{}", unknown),
        Answer::Pass
    );
}

#[test]
fn one_failing_condition_decides_against_unknown_ones() {
    let policy = "resource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition = attrs.name == \"a\"\n  }\n  enforce {\n    condition = attrs.size == 2\n  }\n}\n";
    let findings = judge(policy, &created(r#"{"size": 1}"#, r#"{"name": true}"#));
    assert_eq!(findings[0].answer, Answer::Fail);
    let answers: Vec<Answer> = findings[0]
        .enforced
        .iter()
        .map(|enforced| enforced.answer)
        .collect();
    assert_eq!(answers, [Answer::Unknown, Answer::Fail]);
}

#[test]
fn filter_selects_and_an_unknown_one_decides_only_failures() {
    let policy = |filter: &str, condition: &str| {
        format!(
            "resource_policy \"acme_*\" \"p\" {{\n  filter = {filter}\n  enforce {{\n    condition = {condition}\n  }}\n}}\n"
        )
    };
    let world = created(r#"{"size": 1}"#, r#"{"name": true}"#);
    assert!(judge(&policy("attrs.size == 2", "false"), &world).is_empty());
    assert_eq!(
        judge(&policy("attrs.size == 1", "false"), &world)[0].answer,
        Answer::Fail
    );
    assert_eq!(
        judge(&policy("attrs.name == \"a\"", "true"), &world)[0].answer,
        Answer::Pass
    );
    let undecided = &judge(&policy("attrs.name == \"a\"", "false"), &world)[0];
    assert_eq!(undecided.answer, Answer::Unknown);
    let applies = undecided.applies.as_ref().unwrap();
    assert_eq!(applies.causes, [Cause::Value("acme_disk.d.name".to_owned())]);
}

#[test]
fn local_values_are_those_of_the_file_and_of_the_policy() {
    let policy = "locals {\n  most = 10 * local.ten\n  ten = 10\n}\nresource_policy \"acme_disk\" \"p\" {\n  locals {\n    size = attrs.size\n    small = local.size <= local.most\n  }\n  enforce {\n    condition = local.small\n  }\n}\n";
    let findings = judge(policy, &created(r#"{"size": 101}"#, "{}"));
    assert_eq!(findings[0].answer, Answer::Fail);
    let read = &findings[0].enforced[0].read;
    assert_eq!(read.len(), 1);
    assert_eq!(
        (read[0].address.as_str(), &read[0].value),
        ("acme_disk.d.size", &Value::from(101))
    );
}

#[test]
fn messages_are_those_of_the_answer() {
    let policy = "resource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition     = attrs.size == 1\n    error_message = \"wrong: ${attrs.size}\"\n    info_message  = \"right: ${attrs.size}\"\n  }\n}\n";
    let message = |size: &str| {
        let findings = judge(policy, &created(&format!(r#"{{"size": {size}}}"#), "{}"));
        findings[0].enforced[0].message.clone()
    };
    assert_eq!(message("1").as_deref(), Some("right: 1"));
    assert_eq!(message("2").as_deref(), Some("wrong: 2"));
}

#[test]
fn messages_with_secrets_are_hidden() {
    let policy = "resource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition     = attrs.key == \"a\"\n    error_message = \"wrong: ${attrs.key}\"\n  }\n}\n";
    let changes = change("acme_disk.d", r#"{"key": "hunter2"}"#, "{}");
    let changes = changes.replace(
        r#""after_unknown""#,
        r#""after_sensitive": {"key": true}, "after_unknown""#,
    );
    let findings = judge(policy, &world(&format!("[{changes}]")));
    assert_eq!(findings[0].answer, Answer::Fail);
    assert_eq!(
        findings[0].enforced[0].message.as_deref(),
        Some("(sensitive value)")
    );
    assert!(findings[0].enforced[0].read[0].value.contains_marked());
}

#[test]
fn level_is_mandatory_unless_the_policy_says_another() {
    let policy = |level: &str| {
        format!(
            "input \"level\" {{\n  type    = string\n  default = \"advisory\"\n}}\nresource_policy \"acme_disk\" \"p\" {{\n  {level}\n  enforce {{\n    condition = true\n  }}\n}}\n"
        )
    };
    let level = |text: &str| judge(&policy(text), &created("{}", "{}"))[0].level;
    assert_eq!(level(""), Some(Level::Mandatory));
    assert_eq!(
        level("enforcement_level = \"mandatory_overridable\""),
        Some(Level::MandatoryOverridable)
    );
    assert_eq!(level("enforcement_level = input.level"), Some(Level::Advisory));
    let options = Options {
        inputs: [("level".to_owned(), Value::from("mandatory"))].into(),
        ..Options::default()
    };
    let files = [valid(&policy("enforcement_level = input.level"))];
    let found = evaluate(&files, &created("{}", "{}"), &options)
        .into_result()
        .unwrap();
    assert_eq!(found[0].level, Some(Level::Mandatory));
}

/// Judges a disk by a policy with an input without a value.
fn without_input(condition: &str, unknown: &str) -> (Answer, Vec<Code>) {
    let policy = format!(
        "input \"most\" {{\n  type = number\n}}\nresource_policy \"acme_disk\" \"p\" {{\n  enforce {{\n    condition = {condition}\n  }}\n}}\n"
    );
    let found = evaluate(
        &[valid(&policy)],
        &created(r#"{"size": 1}"#, unknown),
        &Options::default(),
    );
    let problems = found.diagnostics.iter().map(|problem| problem.code).collect();
    (found.value[0].answer, problems)
}

#[test]
fn input_without_a_value_is_an_error_if_it_decides() {
    let missing = (Answer::Error, vec![codes::MISSING_INPUT]);
    assert_eq!(without_input("attrs.size <= input.most", "{}"), missing);
    assert_eq!(
        without_input(
            "attrs.name == \"a\" && attrs.size <= input.most",
            r#"{"name": true}"#
        ),
        missing
    );
    assert_eq!(
        without_input("false && attrs.size <= input.most", "{}"),
        (Answer::Fail, vec![])
    );
    assert_eq!(
        without_input("true || attrs.size <= input.most", "{}"),
        (Answer::Pass, vec![])
    );
}

#[test]
fn policy_whose_level_needs_a_missing_input_is_an_error() {
    let policy = "input \"level\" {\n  type = string\n}\nresource_policy \"acme_disk\" \"p\" {\n  enforcement_level = input.level\n  enforce {\n    condition = true\n  }\n}\n";
    let found = evaluate(&[valid(policy)], &created("{}", "{}"), &Options::default());
    assert_eq!(
        (found.value[0].answer, found.value[0].level),
        (Answer::Error, None)
    );
    let problems: Vec<Code> = found.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(problems, [codes::MISSING_INPUT]);
}

#[test]
fn every_error_at_a_condition_is_reported() {
    let policy = condition("core::parseint(attrs.size, 10) == 1");
    let of = |name: &str, size: &str| {
        change(
            &format!("acme_disk.{name}"),
            &format!(r#"{{"size": "{size}"}}"#),
            "{}",
        )
    };
    let world = world(&format!("[{}, {}, {}]", of("a", "x"), of("b", "y"), of("c", "x")));
    let found = evaluate(&[valid(&policy)], &world, &Options::default());
    let details: Vec<String> = found
        .diagnostics
        .iter()
        .map(|problem| problem.detail.to_string())
        .collect();
    assert_eq!(details.len(), 2, "{details:?}");
    assert!(
        details[0].contains('x') && details[1].contains('y'),
        "{details:?}"
    );
}

#[test]
fn policy_without_a_subject_is_a_warning_if_it_is_misspelt() {
    let of = |target: &str| {
        let policy = condition("true").replace("acme_disk", target);
        let found = evaluate(&[valid(&policy)], &created("{}", "{}"), &Options::default());
        assert!(!found.diagnostics.has_errors());
        let problems: Vec<Code> = found.diagnostics.iter().map(|problem| problem.code).collect();
        (found.value.len(), problems)
    };
    assert_eq!(of("acme_disc"), (0, vec![codes::NO_SUBJECT]));
    assert_eq!(of("acme_disk"), (1, vec![]));
    assert_eq!(of("acme_machine"), (0, vec![]));
    assert_eq!(of("acme_disc*"), (0, vec![]));
}

#[test]
fn operations_select_by_what_the_plan_does() {
    let policy = |operations: &str| {
        format!(
            "resource_policy \"acme_disk\" \"p\" {{\n  {operations}\n  enforce {{\n    condition = false\n  }}\n}}\n"
        )
    };
    let judged = |actions: &str, operations: &str| {
        let changes = change("acme_disk.d", "{}", "{}").replace(r#"["create"]"#, actions);
        judge(&policy(operations), &world(&format!("[{changes}]"))).len()
    };
    for (actions, default, deletions) in [
        (r#"["create"]"#, 1, 0),
        (r#"["update"]"#, 1, 0),
        (r#"["no-op"]"#, 1, 0),
        (r#"["delete"]"#, 0, 1),
        (r#"["delete", "create"]"#, 1, 1),
        (r#"["forget"]"#, 0, 0),
    ] {
        assert_eq!(judged(actions, ""), default, "{actions}");
        assert_eq!(
            judged(actions, "operations = [\"delete\"]"),
            deletions,
            "{actions}"
        );
    }
}

#[test]
fn values_before_the_plan_are_compared() {
    let changes = change("acme_disk.d", r#"{"name": "b"}"#, "{}")
        .replace(r#"["create"]"#, r#"["update"]"#)
        .replace(r#""before": null"#, r#""before": {"name": "a"}"#);
    let findings = judge(
        &condition("attrs.name == prior_attrs.name"),
        &world(&format!("[{changes}]")),
    );
    assert_eq!(findings[0].answer, Answer::Fail);
}

#[test]
fn unavailable_functions_are_unknown() {
    let findings = judge(
        &condition("plugin::sample::echo(attrs.size) == 1"),
        &created(r#"{"size": 1}"#, "{}"),
    );
    assert_eq!(findings[0].answer, Answer::Unknown);
    let causes = &findings[0].enforced[0].causes;
    assert_eq!(causes, &[Cause::Function("plugin::sample::echo".to_owned())]);
    assert_eq!(causes[0].to_string(), "`plugin::sample::echo` is not called here");
    let findings = judge(&condition("core::gethttprequest(\"u\").ok"), &created("{}", "{}"));
    assert_eq!(findings[0].answer, Answer::Unknown);
}
