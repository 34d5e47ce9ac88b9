//! Actions and the triggers that invoke them.

use crate::support::{found, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::Version;
use hcl2_terraform::{Module, ModuleFile};

const UNDECLARED: &str = "hcl2::terraform::undeclared";
const EXPECTED: &str = "hcl2::terraform::reference-expected";
const KEY: &str = "hcl2::terraform::instance-key";
const VALUE: &str = "hcl2::terraform::invalid-value";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";

fn problems(name: &str, text: &str, version: &str) -> Diagnostics {
    let version: Version = version.parse().expect("a version");
    let file = ModuleFile::parse(&source(name, text), version.language).value;
    Module::from_versioned_files(&[file], version).diagnostics
}

/// Returns a module with three actions and a resource that triggers some.
fn module(events: &str, actions: &str) -> String {
    format!(
        "action \"a\" \"one\" {{\n}}\naction \"a\" \"counted\" {{\n  count = 2\n}}\naction \"a\" \"each\" {{\n  for_each = \
         toset([\"k\"])\n}}\nresource \"r\" \"r\" {{\n  for_each = toset([\"k\"])\n  lifecycle {{\n    action_trigger {{\n      \
         events  = {events}\n      actions = {actions}\n    }}\n  }}\n}}\n"
    )
}

#[track_caller]
fn check(events: &str, actions: &str, expected: &[(&str, &str)]) {
    let text = module(events, actions);
    assert_eq!(
        found(&problems("main.tf", &text, "terraform@1.15"), &text),
        expected
    );
}

#[test]
fn triggers_name_events_once_and_without_quotes() {
    let actions = "[action.a.one]";
    check("[before_create, after_update]", actions, &[]);
    check("[after_craete]", actions, &[(EXPECTED, "after_craete")]);
    check("[\"after_create\"]", actions, &[(EXPECTED, "\"after_create\"")]);
    check(
        "[after_create, after_create]",
        actions,
        &[(DUPLICATE, "after_create")],
    );
    check("[]", actions, &[(VALUE, "[]")]);
}

#[test]
fn triggers_name_actions_of_the_module_with_the_keys_of_their_instances() {
    let valid = "[action.a.one, action.a.counted[0], action.a.each[\"k\"], action.a.each[each.key]]";
    check("[after_create]", valid, &[]);
    for (actions, code, subject) in [
        ("[]", VALUE, "[]"),
        ("[action.a.on]", UNDECLARED, "action.a.on"),
        ("[action.a]", EXPECTED, "action.a"),
        ("[r.r]", EXPECTED, "r.r"),
        ("[\"action.a.one\"]", EXPECTED, "\"action.a.one\""),
        ("[action.a.each[r.r.k]]", EXPECTED, "action.a.each[r.r.k]"),
        ("[action.a.one[0]]", KEY, "action.a.one[0]"),
        ("[action.a.one[each.key]]", KEY, "action.a.one[each.key]"),
        ("[action.a.counted]", KEY, "action.a.counted"),
        ("[action.a.counted[\"k\"]]", KEY, "action.a.counted[\"k\"]"),
        ("[action.a.each]", KEY, "action.a.each"),
        ("[action.a.each[0]]", KEY, "action.a.each[0]"),
    ] {
        check("[after_create]", actions, &[(code, subject)]);
    }
}

#[test]
fn an_undeclared_action_is_reported_with_a_similar_one() {
    let text = module("[after_create]", "[action.a.on]");
    let problems = problems("main.tf", &text, "terraform@1.15");
    let expected = "The module declares no action `action.a.on`. Did you mean `action.a.one`?";
    assert_eq!(problems[0].detail, expected);
}

#[test]
fn triggers_in_json_are_strings() {
    let text = |event: &str, action: &str| {
        format!(
            "{{\"action\": {{\"a\": {{\"one\": {{}}, \"each\": {{\"for_each\": \"${{toset([])}}\"}}}}}}, \"resource\": {{\"r\": \
             {{\"r\": {{\"for_each\": {{}}, \"lifecycle\": {{\"action_trigger\": {{\"events\": [\"{event}\"], \"actions\": \
             [\"{action}\"]}}}}}}}}}}}}\n"
        )
    };
    for (event, action, expected) in [
        ("after_create", "action.a.one", None),
        ("after_create", "action.a.each[each.key]", None),
        ("after_all", "action.a.one", Some((EXPECTED, "\"after_all\""))),
        (
            "after_create",
            "action.a.two",
            Some((UNDECLARED, "\"action.a.two\"")),
        ),
    ] {
        let text = text(event, action);
        let expected: Vec<(&str, &str)> = expected.into_iter().collect();
        assert_eq!(
            found(&problems("main.tf.json", &text, "terraform@1.15"), &text),
            expected
        );
    }
}

#[test]
fn events_of_destruction_and_modes_of_failure_are_newer() {
    let events = module("[before_destroy]", "[action.a.one]");
    let failure = module("[after_create]", "[action.a.one]\n      on_failure = taint");
    for (text, subject) in [(events, "before_destroy"), (failure, "on_failure")] {
        let expected = [("hcl2::terraform::unsupported-version", subject)];
        assert_eq!(
            found(&problems("main.tf", &text, "terraform@1.15"), &text),
            expected
        );
        assert_eq!(found(&problems("main.tf", &text, "terraform@1.16"), &text), []);
    }
    let text = module("[after_create]", "[action.a.one]\n      on_failure = stop");
    let found = found(&problems("main.tf", &text, "terraform@1.16"), &text);
    assert_eq!(found, [(EXPECTED, "stop")]);
}

#[test]
fn actions_and_their_triggers_are_newer() {
    let text = module("[after_create]", "[action.a.one]");
    let found = found(&problems("main.tf", &text, "terraform@1.13"), &text);
    let subjects = [
        "action \"a\" \"one\"",
        "action \"a\" \"counted\"",
        "action \"a\" \"each\"",
        "action_trigger",
    ];
    assert_eq!(
        found,
        subjects.map(|subject| ("hcl2::terraform::unsupported-version", subject))
    );
}

#[test]
fn an_action_may_refer_to_its_caller() {
    let text = "action \"a\" \"b\" {\n  config {\n    c = caller.id\n  }\n}\n";
    assert_eq!(found(&problems("main.tf", text, "terraform@1.16"), text), []);
}

#[test]
fn a_condition_may_refer_to_the_resource_once_it_exists() {
    let module = |events: &str, condition: &str| {
        let actions = format!("[action.a.one]\n      condition = {condition}");
        module(events, &actions)
    };
    let check = |events: &str, condition: &str, expected: &[(&str, &str)]| {
        let text = module(events, condition);
        assert_eq!(
            found(&problems("main.tf", &text, "terraform@1.16"), &text),
            expected,
            "{events}"
        );
    };
    check("[after_create, before_update]", "self.id != \"\"", &[]);
    let reference = ("hcl2::terraform::invalid-reference", "self.id");
    check("[after_update, before_create]", "self.id != \"\"", &[reference]);
    let conflict = ("hcl2::terraform::conflicting-arguments", "condition");
    check("[after_destroy]", "1 == 1", &[conflict]);
}
