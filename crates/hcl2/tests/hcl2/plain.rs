//! Files as JSON without a schema.

use hcl2::diagnostics::Source;
use hcl2::{PlainOptions, to_plain_json};

#[test]
fn an_attribute_and_a_block_of_one_name_have_no_form() {
    let source = Source::new("a.hcl", "b {\n  a = 1\n  a {}\n}\n").expect("a small source fits");
    let file = hcl2::native::parse_file(&source)
        .into_result()
        .expect("no errors");
    let problems = to_plain_json(&file, PlainOptions::default()).expect_err("there is no form");
    let problem = problems.iter().next().expect("a problem");
    let subject = problem.subject.expect("a place");
    assert_eq!(
        (problem.code.id(), subject.start, subject.end),
        ("hcl2::json::not-writable", 14, 15)
    );
    assert_eq!(problems.len(), 1);
}

#[test]
fn more_labels_than_json_nests_have_no_form() {
    let labels = |count: usize| format!("b{} {{}}\n", " l".repeat(count));
    let written = |text: &str| {
        let source = Source::new("a.hcl", text).expect("a small source fits");
        let file = hcl2::native::parse_file(&source)
            .into_result()
            .expect("no errors");
        to_plain_json(&file, PlainOptions::default())
    };
    assert!(written(&labels(500)).is_ok());
    let problems = written(&labels(100_000)).expect_err("there is no form");
    let problem = problems.iter().next().expect("a problem");
    let subject = problem.subject.expect("a place");
    assert_eq!(
        (problem.code.id(), subject.start, subject.end),
        ("hcl2::json::not-writable", 1002, 1003)
    );
}

/// Returns the file with the values of its constant expressions.
fn simplified(text: &str) -> Result<String, hcl2::diagnostics::Diagnostics> {
    let source = Source::new("a.hcl", text).expect("a small source fits");
    let file = hcl2::native::parse_file(&source)
        .into_result()
        .expect("no errors");
    let mut options = PlainOptions::default();
    options.simplify = true;
    to_plain_json(&file, options)
}

#[test]
fn values_whose_text_is_endless_stay_expressions() {
    let doubled = (0..40).fold("1".to_owned(), |inner, _| {
        format!("[for y in [{inner}] : [y, y]][0]")
    });
    let expected = format!("{{\n  \"a\": \"${{{doubled}}}\"\n}}\n");
    assert_eq!(simplified(&format!("a = {doubled}\n")), Ok(expected));
}

#[test]
#[cfg(feature = "functions")]
fn values_make_a_text_of_limited_length() {
    let long = "format(\"%1000000s\", \"x\")";
    let twice = (0..7).fold(long.to_owned(), |inner, _| {
        format!("[for y in [{inner}] : [y, y]][0]")
    });
    let text = format!("a = {twice}\nb = {twice}\nc = {twice}\nd = 1\n");
    let problems = simplified(&text).expect_err("it is too long");
    let problem = problems.iter().next().expect("a problem");
    let subject = problem.subject.expect("a place");
    assert_eq!(
        (problem.code.id(), subject.start, subject.end),
        ("hcl2::expr::limit-exceeded", 412, 611)
    );
}

#[test]
fn compact_text_is_the_same_json_without_spaces() {
    let text = "a = [1, \"b c\"]\nb \"x\" {\n  c = { d = null }\n}\nb \"y\" {}\n";
    let source = Source::new("a.hcl", text).expect("a small source fits");
    let file = hcl2::native::parse_file(&source)
        .into_result()
        .expect("no errors");
    let mut options = PlainOptions::default();
    options.compact = true;
    let expected = r#"{"a":[1,"b c"],"b":{"x":[{"c":{"d":null}}],"y":[{}]}}"#;
    assert_eq!(to_plain_json(&file, options), Ok(expected.to_owned()));
}
