//! Lookups of resources and data sources.

use hcl2_policy::{Answer, Cause};

use crate::shared::{change, condition, judge, module, world};

fn found(condition_text: &str, others: &[(&str, &str, &str)]) -> (Answer, Vec<Cause>) {
    let mut changes = vec![change("acme_disk.d", r#"{"name": "a"}"#, r#"{"id": true}"#)];
    changes.extend(
        others
            .iter()
            .map(|(address, after, unknown)| change(address, after, unknown)),
    );
    let findings = judge(
        &condition(condition_text),
        &world(&format!("[{}]", changes.join(", "))),
    );
    (findings[0].answer, findings[0].enforced[0].causes.clone())
}

#[test]
fn resources_are_found_by_type_and_attributes() {
    let others = [
        ("acme_tag.x", r#"{"disk": "a", "size": 1}"#, "{}"),
        ("acme_tag.y", r#"{"disk": "b", "size": 2}"#, "{}"),
    ];
    let answer = |text: &str| found(text, &others).0;
    assert_eq!(
        answer("core::length(core::getresources(\"acme_tag\", {})) == 2"),
        Answer::Pass
    );
    assert_eq!(
        answer("core::length(core::getresources(\"acme_tag\")) == 2"),
        Answer::Pass
    );
    assert_eq!(
        answer("core::getresources(\"acme_tag\", { disk = attrs.name })[0].size == 1"),
        Answer::Pass
    );
    assert_eq!(
        answer("core::length(core::getresources(\"acme_tag\", { disk = \"c\" })) == 0"),
        Answer::Pass
    );
    assert_eq!(
        answer("core::length(core::getresources(\"acme_tag\", { none = 1 })) == 0"),
        Answer::Pass
    );
    assert_eq!(
        answer("core::length(core::getresources(\"acme_none\", {})) == 0"),
        Answer::Pass
    );
}

#[test]
fn candidates_with_unknown_attributes_leave_the_number_open() {
    let others = [("acme_tag.x", "{}", r#"{"disk": true}"#)];
    let text = |operator: &str| {
        format!("core::length(core::getresources(\"acme_tag\", {{ disk = attrs.name }})) {operator}")
    };
    let (answer, causes) = found(&text("> 0"), &others);
    assert_eq!(answer, Answer::Unknown);
    assert_eq!(causes, [Cause::Value("acme_tag.x.disk".to_owned())]);
    // There is at most one.
    assert_eq!(found(&text("< 2"), &others).0, Answer::Pass);
    assert_eq!(found(&text("> 2"), &others).0, Answer::Fail);
    let both = [others[0], ("acme_tag.y", r#"{"disk": "a"}"#, "{}")];
    assert_eq!(found(&text("> 0"), &both).0, Answer::Pass);
}

#[test]
fn unknown_values_to_look_for_are_causes() {
    let others = [("acme_tag.x", r#"{"disk": "a"}"#, "{}")];
    let (answer, causes) = found(
        "core::length(core::getresources(\"acme_tag\", { disk = attrs.id })) > 0",
        &others,
    );
    assert_eq!(answer, Answer::Unknown);
    assert_eq!(causes, [Cause::Value("acme_disk.d.id".to_owned())]);
    let none = found(
        "core::length(core::getresources(\"acme_tag\", { disk = attrs.id })) > 0",
        &[],
    );
    assert_eq!(none.0, Answer::Fail);
}

#[test]
fn data_sources_that_the_plan_lacks_are_unknown() {
    let (answer, causes) = found(
        "core::getdatasource(\"acme_image\", { name = \"i\" }).size == 1",
        &[],
    );
    assert_eq!(answer, Answer::Unknown);
    assert_eq!(causes, [Cause::DataSource("acme_image".to_owned())]);
}

#[test]
fn data_sources_of_the_plan_are_found() {
    let data = change("data.acme_image.i", r#"{"name": "i", "size": 1}"#, "{}")
        .replace("\"managed\"", "\"data\"")
        .replace("\"type\": \"data\"", "\"type\": \"acme_image\"");
    let changes = format!("[{}, {data}]", change("acme_disk.d", "{}", "{}"));
    let text = "core::getdatasource(\"acme_image\", { name = \"i\" }).size == 1";
    assert_eq!(judge(&condition(text), &world(&changes))[0].answer, Answer::Pass);
}

#[test]
fn modules_that_were_not_read_may_have_more_resources() {
    let text = "resource \"acme_disk\" \"d\" {}\nmodule \"m\" {\n  source = \"acme/m/acme\"\n}\n";
    let findings = judge(
        &condition("core::length(core::getresources(\"acme_disk\", {})) == 1"),
        &module(text),
    );
    assert_eq!(findings[0].answer, Answer::Unknown);
    assert_eq!(
        findings[0].enforced[0].causes,
        [Cause::Resources("acme_disk".to_owned())]
    );
    let findings = judge(
        &condition("core::length(core::getresources(\"acme_disk\", {})) > 0"),
        &module(text),
    );
    assert_eq!(findings[0].answer, Answer::Pass);
}

#[test]
fn versions_are_compared_with_constraints() {
    let answer = |version: &str, constraint: &str| {
        found(
            &format!("core::semverconstraint({version:?}, {constraint:?})"),
            &[],
        )
        .0
    };
    assert_eq!(answer("7.10", ">= 6.0.0"), Answer::Pass);
    assert_eq!(answer("5.9.1", "~> 5.1, != 5.9.1"), Answer::Fail);
    assert_eq!(answer("6.1.0", "~> 5.1"), Answer::Fail);
}
