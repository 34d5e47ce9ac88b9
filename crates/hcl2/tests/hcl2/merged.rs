//! Native and JSON files as one body.

use std::path::PathBuf;

use hcl2::diagnostics::Outcome;
use hcl2::json::{BodyShape, write_body};
use hcl2::model::{BodyContent, BodyRef, BodySchema, EvalContext, MergePolicy, PartialContent};
use hcl2::value::Value;
use hcl2::{Document, Error, Loader};

const NATIVE: &str = "a = 1\nb = 2\ncheck \"x\" {\n  n = 1\n}\n";
const JSON: &str = r#"{"check": {"y": [{"n": 2}, {"n": 3}]}, "b": "${2 + 1}", "c": 4}"#;

fn load(policy: MergePolicy, texts: &[(&str, &str)]) -> Result<Document, Error> {
    let directory = tempfile::tempdir().expect("a directory");
    let paths: Vec<PathBuf> = texts
        .iter()
        .map(|(name, text)| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).expect("a file");
            path
        })
        .collect();
    Loader::new().merge_policy(policy).load_paths(paths)
}

fn schema() -> BodySchema {
    let all = ["a", "b", "c"];
    all.into_iter()
        .fold(BodySchema::new(), BodySchema::optional)
        .block("check", ["name"])
}

fn values(content: &BodyContent) -> Vec<(&str, Value)> {
    let context = EvalContext::new();
    let value = |attribute: &hcl2::model::Attribute| attribute.expression.evaluate(Some(&context)).value;
    content
        .attributes
        .iter()
        .map(|attribute| (attribute.name.as_str(), value(attribute)))
        .collect()
}

fn blocks(content: &BodyContent) -> Vec<(String, Value)> {
    let one = |body: &BodyRef| {
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&BodySchema::new().required("n"));
        assert!(problems.is_empty(), "{problems:?}");
        values(&content)[0].1.clone()
    };
    let blocks = content.blocks.iter();
    blocks
        .map(|block| (block.labels[0].text.to_string(), one(&block.body)))
        .collect()
}

#[test]
fn an_attribute_in_two_files_is_an_error_with_both_ranges() {
    let document =
        load(MergePolicy::default(), &[("a.hcl", NATIVE), ("b.json", JSON)]).expect("both are valid");
    let error = document.content(&schema()).expect_err("two files set `b`");
    let [problem] = error.diagnostics() else {
        panic!("{error}")
    };
    assert_eq!(problem.code.id(), "hcl2::body::duplicate-attribute");
    let place = |span: hcl2::diagnostics::Span| (span.source.index(), span.range());
    assert_eq!(problem.subject.map(place), Some((1, 39..42)));
    assert_eq!(place(problem.labels[0].span), (0, 6..7));
    let shown = error.to_string();
    assert!(shown.contains("a.hcl") && shown.contains("b.json"), "{shown}");
}

#[test]
fn the_last_file_wins_by_the_policy_last_wins() {
    let document =
        load(MergePolicy::LastWins, &[("a.hcl", NATIVE), ("b.json", JSON)]).expect("both are valid");
    let content = document.content(&schema()).expect("no conflict");
    let expected = [("a", 1), ("b", 3), ("c", 4)].map(|(name, value)| (name, Value::from(value)));
    assert_eq!(values(&content), expected);
    let order = [("x", 1), ("y", 2), ("y", 3)].map(|(name, value)| (name.to_owned(), Value::from(value)));
    assert_eq!(blocks(&content), order);

    let document =
        load(MergePolicy::LastWins, &[("b.json", JSON), ("a.hcl", NATIVE)]).expect("both are valid");
    let content = document.content(&schema()).expect("no conflict");
    let expected = [("c", 4), ("a", 1), ("b", 2)].map(|(name, value)| (name, Value::from(value)));
    assert_eq!(values(&content), expected);
    let order = [("y", 2), ("y", 3), ("x", 1)].map(|(name, value)| (name.to_owned(), Value::from(value)));
    assert_eq!(blocks(&content), order);
}

#[test]
fn the_remaining_body_keeps_the_policy() {
    for (policy, codes) in [
        (MergePolicy::Unique, &["hcl2::body::duplicate-attribute"][..]),
        (MergePolicy::LastWins, &[]),
    ] {
        let document = load(policy, &[("a.hcl", NATIVE), ("b.json", JSON)]).expect("both are valid");
        let schema = BodySchema::new().optional("a").block("check", ["name"]);
        let Outcome {
            value: PartialContent { content, remain },
            diagnostics: problems,
        } = document.body().partial_content(&schema);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!((content.attributes.len(), content.blocks.len()), (1, 3));
        let problems = remain
            .content(&BodySchema::new().optional("b").optional("c"))
            .diagnostics;
        let found: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
        assert_eq!(found, codes);
    }
}

#[test]
fn a_duplicate_attribute_in_one_file_is_an_error_by_any_policy() {
    let texts = [("a.json", r#"{"a": 1, "a": 2}"#), ("b.hcl", "b = 1\n")];
    let document = load(MergePolicy::LastWins, &texts).expect("both are valid");
    let error = document.content(&schema()).expect_err("one file sets `a` twice");
    assert_eq!(
        error.diagnostics()[0].subject.map(|span| span.range()),
        Some(9..12)
    );
}

#[test]
fn a_missing_attribute_is_reported_in_the_first_file() {
    let document = load(
        MergePolicy::default(),
        &[("a.json", "{\"a\": 1}"), ("b.hcl", "b = 1\n")],
    )
    .expect("both are valid");
    let error = document
        .content(&schema().required("d"))
        .expect_err("`d` is missing");
    let problem = &error.diagnostics()[0];
    assert_eq!(problem.code.id(), "hcl2::body::missing-attribute");
    assert_eq!(
        problem.subject.map(|span| (span.source.index(), span.range())),
        Some((0, 7..8))
    );
}

#[test]
fn a_merged_body_can_be_written_as_one_file() {
    let texts = [("a.hcl", NATIVE), ("b.json", JSON)];
    let document = load(MergePolicy::LastWins, &texts).expect("both are valid");
    let shape = BodyShape::new(schema());
    let written = write_body(&**document.body(), &shape, document.sources()).expect("it has a JSON form");
    let again = Loader::new().load_str("all.json", written).expect("it is valid");
    let (first, second) = (document.content(&schema()), again.content(&schema()));
    let (first, second) = (first.expect("it fits"), second.expect("it fits"));
    assert_eq!(values(&first), values(&second));
    assert_eq!(blocks(&first), blocks(&second));
}
