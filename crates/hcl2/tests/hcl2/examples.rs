//! The files in `examples/` behave as the pages describe.

use std::path::{Path, PathBuf};

use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{Diagnostics, Outcome, codes};
use hcl2::model::{BodySchema, EvalContext};
use hcl2::spec::SpecFile;
use hcl2::{Document, Loader};

fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.join(name)
}

fn load(name: &str) -> Document {
    let loaded = Loader::new().load_path(example(name));
    loaded.unwrap_or_else(|error| panic!("{error}"))
}

/// Decodes a file by a specification to JSON, with the problems.
fn decoded(spec: &str, file: &str) -> (String, Diagnostics) {
    let spec = load(spec);
    let Outcome {
        value: read,
        diagnostics: problems,
    } = SpecFile::from_body(spec.body());
    assert!(problems.is_empty(), "{problems:?}");
    let input = load(file);
    let Outcome {
        value,
        diagnostics: problems,
    } = read.spec.decode(&**input.body(), read.context([]).as_ref());
    let options = JsonOptions {
        with_type: false,
        keep_nulls: false,
        max_bytes: None,
    };
    (value_to_json(&value, options).unwrap_or_default(), problems)
}

#[test]
fn both_syntaxes_decode_to_the_same_service() {
    let (native, problems) = decoded("service/service.hcldec", "service/service.hcl");
    assert!(problems.is_empty(), "{problems:?}");
    let (json, problems) = decoded("service/service.hcldec", "service/service.hcl.json");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(native, json);
    assert_eq!(
        native,
        concat!(
            r#"{"backend":{"blue":{"address":"10.0.0.1","weight":0.75},"green":{"address":"10.0.0.2","weight":0.25}},"#,
            r#""health_check":{"interval_in_milliseconds":5000,"path":"/healthz"},"#,
            r#""listen":[{"port":8080,"protocol":"http"},{"port":8443}],"#,
            r#""name":"checkout-eu-1","region":"EU-1","replicas":3,"tags":{"team":"payments","tier":"gold"}}"#
        )
    );
}

#[test]
fn a_specification_defines_variables_and_functions() {
    let (text, problems) = decoded("functions/limits.hcldec", "functions/limits.hcl");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        text,
        concat!(
            r#"{"cpu":8,"memory_in_bytes":4294967296,"name":"worker-staging-a","schema_version":2,"#,
            r#""zones":["staging-1","staging-2"]}"#
        )
    );
}

/// The codes of the problems, in the order of their places.
fn codes_by_place(problems: &Diagnostics) -> Vec<hcl2::diagnostics::Code> {
    let sorted = Outcome::new((), problems.clone()).diagnostics;
    sorted.iter().map(|problem| problem.code).collect()
}

#[test]
fn the_broken_service_has_one_error_of_each_kind() {
    let (_, problems) = decoded("service/service.hcldec", "broken/service.hcl");
    assert_eq!(
        codes_by_place(&problems),
        [
            codes::expr::UNKNOWN_VARIABLE,
            codes::body::UNSUPPORTED_ATTRIBUTE,
            codes::decode::WRONG_TYPE,
            codes::body::MISSING_LABEL,
            codes::body::MISSING_ATTRIBUTE,
        ]
    );
}

#[test]
fn typing_errors_have_a_suggestion() {
    let (_, problems) = decoded("service/service.hcldec", "broken/typo.hcl");
    assert_eq!(
        codes_by_place(&problems),
        [codes::expr::UNKNOWN_VARIABLE, codes::body::UNSUPPORTED_ATTRIBUTE]
    );
    let mut suggested: Vec<&str> = problems
        .iter()
        .map(|problem| &*problem.suggestions[0].replacement)
        .collect();
    suggested.sort_unstable();
    assert_eq!(suggested, ["region", "replicas"]);
}

#[test]
fn every_broken_line_is_reported() {
    let error = Loader::new().load_path(example("broken/syntax.hcl")).unwrap_err();
    let lines = error.diagnostics().iter().map(|problem| {
        let span = problem.subject.unwrap();
        let source = error.sources().get(span.source).unwrap();
        source.line_index().position(source.bytes(), span.start).line
    });
    let lines: std::collections::BTreeSet<_> = lines.collect();
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [4, 8, 13]);
}

#[test]
fn the_fleet_has_a_service_for_each_name() {
    let fleet = load("fleet/fleet.hcl");
    let schema = BodySchema::new()
        .required("banner")
        .block("locals", [] as [&str; 0])
        .block("service", ["name", "kind"]);
    let content = fleet.content(&schema).unwrap();
    let (services, others): (Vec<_>, Vec<_>) = content
        .blocks
        .iter()
        .partition(|block| block.block_type.as_str() == "service");
    assert_eq!(services.len(), 16);
    assert_eq!(services[0].labels[0].text.as_str(), "catalog");
    let Outcome {
        value: attributes,
        diagnostics: problems,
    } = others[0].body.attributes();
    assert!(problems.is_empty(), "{problems:?}");
    for attribute in attributes.iter() {
        let Outcome {
            value,
            diagnostics: problems,
        } = attribute.expression.evaluate(Some(&EvalContext::new()));
        assert!(problems.is_empty(), "{}: {problems:?}", attribute.name);
        assert!(!value.is_null(), "{}", attribute.name);
    }
}
