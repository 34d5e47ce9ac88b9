//! Templates that are written as bare templates keep their meaning.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_model::EvalContext;
use hcl2_native::tree::File;
use hcl2_native::{NativeExpression, escape_template, parse_expression, parse_template};
use hcl2_value::Value;
use proptest::prelude::*;

fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_variable("n", Value::from(2));
    context.set_variable("s", Value::from("hi"));
    context.set_variable("l", Value::tuple([Value::from("a"), Value::from("b")]));
    context
}

fn sound(parsed: &Outcome<Arc<File>>) -> NativeExpression {
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics);
    NativeExpression::new(
        parsed.value.clone(),
        parsed.value.root().expr().expect("an expression"),
    )
}

fn value(expression: &NativeExpression) -> Value {
    let Outcome { value, diagnostics } = expression.evaluate(Some(&context()));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    value
}

fn template(text: &str) -> NativeExpression {
    let source = SourceMap::new().add("template", text).expect("it is small");
    sound(&parse_template(&source))
}

fn expression(text: &str) -> NativeExpression {
    let source = SourceMap::new().add("expression", text).expect("it is small");
    sound(&parse_expression(&source))
}

#[test]
fn bare_templates_have_the_value_of_their_originals() {
    for (text, alone) in [
        (r#""plain""#, "plain"),
        (
            r#""a\n\"b\" \u00e9 $${s} %%{ if }""#,
            "a\n\"b\" \u{e9} $${s} %%{ if }",
        ),
        (r#""\u0024{s}""#, "$${s}"),
        (r#""${n + 1}""#, "${n + 1}"),
        (r#""n is ${n}""#, "n is ${n}"),
        (r#""\u0024${s}""#, "${\"$\"}${s}"),
        (r#""\u0025\u0024\u0024${s}""#, "${\"%$$\"}${s}"),
        (r#""a ${~ "x" ~} b""#, "a${\"x\"}b"),
        (
            r#""%{ if n > 1 ~} many %{~ else ~} one %{ endif }!""#,
            "%{ if n > 1 }many%{ else }one %{ endif }!",
        ),
        (
            r#""%{ for i, v in l }${i}${v}%%{%{ endfor }%{ for v in l }%{ endfor }""#,
            "%{ for i, v in l }${i}${v}%%{%{ endfor }%{ for v in l }%{ endfor }",
        ),
        ("<<-E\n    a ${s}\n      \\n\n  E\n", "a ${s}\n  \\n\n"),
        ("\"${<<E\nx\nE\n}y\"", "${<<E\nx\nE\n}y"),
    ] {
        let original = expression(text);
        let written = original.template_text().expect("it is a template");
        assert_eq!(written, alone, "of {text}");
        assert_eq!(value(&template(&written)), value(&original), "of {text}");
    }
    for text in ["n", "1", "[\"a\"]", "(\"a\")", "s == \"a\" ? \"b\" : \"c\""] {
        assert_eq!(expression(text).template_text(), None, "{text}");
    }
}

/// Generates strings of the characters that matter to templates, and any others.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "$", "%", "{", "}", "~", "\"", "\\", "n", "\n", " if ", "\u{e9}", "${", "%{", "$$", "%%", "~}", "<<E\n", "#",
            "/*", "\r", "\r\n", "\0", "\u{feff}", "e\u{301}", "endif",
        ])
        .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn escaped_strings_read_back_equal(text in text()) {
        let escaped = escape_template(&text);
        let read = template(&escaped);
        prop_assert_eq!(value(&read), Value::from(text.as_str()));
        prop_assert_eq!(read.template_text(), Some(escaped.into_owned()));
    }
}
