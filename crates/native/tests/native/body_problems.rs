//! Every problem of reading a body with a schema: its code, and the source that its range covers.

use std::sync::Arc;

use crate::support::found::found;
use crate::support::source;
use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_model::{Body, BodySchema};
use hcl2_native::NativeBody;

/// Asserts exactly one problem, with this code and a range over this source.
#[track_caller]
fn check(text: &str, schema: Option<&BodySchema>, code: &str, covered: &str) {
    let source = source(text);
    let parsed = hcl2_native::parse_file(&source);
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let body = NativeBody::new(
        Arc::clone(&parsed.value),
        parsed.value.root().body().expect("a body"),
    );
    let diagnostics = match schema {
        Some(schema) => body.content(schema).diagnostics,
        None => body.attributes().diagnostics,
    };
    assert_eq!(found(&source, &diagnostics), [(code, covered)], "{text}");
}

#[test]
fn missing_and_unsupported_attributes_are_reported() {
    let schema = BodySchema::new()
        .required("port")
        .optional("host")
        .block("check", ["name"]);
    check("", Some(&schema), "hcl2::body::missing-attribute", "");
    check(
        "port = 1\nhots = 2\n",
        Some(&schema),
        "hcl2::body::unsupported-attribute",
        "hots",
    );
    check(
        "port = 1\ncheck = 2\n",
        Some(&schema),
        "hcl2::body::unsupported-attribute",
        "check",
    );
}

#[test]
fn unexpected_blocks_and_labels_are_reported() {
    let schema = BodySchema::new()
        .block("check", ["name"])
        .block("plain", [""; 0])
        .optional("host");
    check(
        "chek \"a\" {}\n",
        Some(&schema),
        "hcl2::body::unsupported-block",
        "chek",
    );
    check(
        "host {}\n",
        Some(&schema),
        "hcl2::body::unsupported-block",
        "host",
    );
    check("check {}\n", Some(&schema), "hcl2::body::missing-label", "{");
    check(
        "check \"a\" b {}\n",
        Some(&schema),
        "hcl2::body::extraneous-label",
        "b",
    );
    check(
        "plain \"a\" {}\n",
        Some(&schema),
        "hcl2::body::extraneous-label",
        "\"a\"",
    );
    check("a = 1\nplain {}\n", None, "hcl2::body::unexpected-block", "plain");
}

#[test]
fn merged_bodies_have_each_attribute_once() {
    let mut sources = SourceMap::new();
    let bodies = ["a = 1\n", "a = 2\nb = 3\n"].map(|text| {
        let source = sources.add("test", text).expect("a short text");
        let file = hcl2_native::parse_file(&source).value;
        let id = file.root().body().expect("a body");
        let body: hcl2_model::BodyRef = Arc::new(NativeBody::new(file, id));
        body
    });
    let merged = hcl2_model::merge_bodies(bodies.to_vec());
    let Outcome {
        value: attributes,
        diagnostics,
    } = merged.attributes();
    assert_eq!(
        attributes
            .iter()
            .map(|attribute| attribute.name.as_str())
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code.id(), "hcl2::body::duplicate-attribute");
    assert_eq!(diagnostics[0].subject.expect("a range").source.index(), 1);
    let diagnostics = merged
        .content(&BodySchema::new().optional("a").optional("b").required("c"))
        .diagnostics;
    let codes: Vec<&str> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id())
        .collect();
    assert_eq!(
        codes,
        ["hcl2::body::missing-attribute", "hcl2::body::duplicate-attribute"]
    );
}

#[test]
fn a_schema_with_a_name_twice_is_reported_at_the_place_for_a_missing_item() {
    let twice = BodySchema::new().optional("port").required("port");
    let both = BodySchema::new().optional("port").block("port", [""; 0]);
    let mut many = (0..40).fold(BodySchema::new(), |schema, number| {
        schema.block(format!("b{number}"), [""; 0])
    });
    for schema in [&twice, &both] {
        check("port = 1\n", Some(schema), "hcl2::body::contradictory-schema", "");
    }
    many = many.block("b7", ["name"]);
    check("", Some(&many), "hcl2::body::contradictory-schema", "");
}

#[test]
fn what_a_schema_took_does_not_remain_for_attributes() {
    let source = source("a = 1\nb = 2\nlog {}\nrule {}\n");
    let file = hcl2_native::parse_file(&source).value;
    let body = NativeBody::new(Arc::clone(&file), file.root().body().expect("a body"));
    let first = BodySchema::new().optional("a").block("log", [""; 0]);
    let remain = body.partial_content(&first).value.remain;
    let rest = remain.attributes();
    let names: Vec<&str> = rest
        .value
        .iter()
        .map(|attribute| attribute.name.as_str())
        .collect();
    assert_eq!(names, ["b"]);
    assert_eq!(
        found(&source, &rest.diagnostics),
        [("hcl2::body::unexpected-block", "rule")]
    );
    let second = BodySchema::new().block("rule", [""; 0]);
    let remain = remain.partial_content(&second).value.remain;
    assert!(remain.attributes().diagnostics.is_empty());
}
