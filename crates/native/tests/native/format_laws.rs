//! Laws of formatting: it is idempotent, and changes nothing but spaces.

use std::sync::Arc;

use crate::support::cases::cases;
use crate::support::source;
use crate::support::texts::text;
use hcl2_diagnostics::Outcome;
use hcl2_model::{Body, EvalContext};
use hcl2_native::lexer::{Start, TokenKind, lex};
use hcl2_native::tree::TextRange;
use hcl2_native::{NativeBody, format, parse_file};
use proptest::prelude::*;

/// Returns the kinds and source of all tokens but spaces. The indices of `a.0.1`, one token or three, count as three.
fn tokens(text: &[u8]) -> Vec<(TokenKind, Vec<u8>)> {
    let mut found: Vec<(TokenKind, Vec<u8>)> = Vec::new();
    for token in lex(text, TextRange::new(0, text.len() as u32), Start::Code).iter() {
        let bytes = &text[token.range.as_range()];
        let is_index = found.last().is_some_and(|(kind, _)| *kind == TokenKind::Dot);
        match token.kind {
            TokenKind::Space | TokenKind::ByteOrderMark => {}
            TokenKind::Number if is_index => {
                for (index, part) in bytes.split(|byte| *byte == b'.').enumerate() {
                    if index > 0 {
                        found.push((TokenKind::Dot, b".".to_vec()));
                    }
                    if !part.is_empty() {
                        found.push((TokenKind::Number, part.to_vec()));
                    }
                }
            }
            kind => found.push((kind, bytes.to_vec())),
        }
    }
    found
}

/// Generates the source of an expression, with spaces where they are allowed.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "1",
        "2.50",
        "true",
        "null",
        "n",
        "list[0]",
        "list .1",
        "map . key",
        "list[*]",
        "\"a  b\"",
        "\"x${  n }y\"",
        "<<E\n  a ${ n  }\n b\nE\n",
        "<<-E\n    a\n      b\n   E\n",
        "\"%{ if  n>1 }  yes%{ endif ~}  \"",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let space = prop::sample::select(vec!["", " ", "   ", "\t"]);
        let operator = prop::sample::select(vec!["+", " -", "*", "==", "!=", "&&", "<"]);
        let line = prop::sample::select(vec!["", "\n", " # c\n"]);
        prop_oneof![
            (
                inner.clone(),
                space.clone(),
                operator,
                space.clone(),
                inner.clone()
            )
                .prop_map(|(a, s, o, t, b)| format!("({a}{s}{o}{t}{b})")),
            (space.clone(), inner.clone()).prop_map(|(s, a)| format!("(-{s}{a})")),
            (inner.clone(), space.clone(), inner.clone(), line.clone())
                .prop_map(|(a, s, b, l)| format!("[{l}{s}{a}{s},{b}{l}]")),
            (inner.clone(), space.clone(), inner.clone(), line)
                .prop_map(|(a, s, b, l)| format!("{{{l}k{s}={s}({a}){s},{l}long{s}:({b}){l}}}")),
            (space.clone(), inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(s, c, a, b)| format!("({c}{s}?{s}{a}{s}:{b})")),
            (space, inner).prop_map(|(s, a)| format!("[for{s} x in[1,2]:{s}{a}]")),
        ]
    })
}

/// Returns the value of each attribute, and the codes of its problems.
fn values(text: &[u8]) -> Option<Vec<String>> {
    let parsed = parse_file(&source(text));
    if parsed.diagnostics.has_errors() {
        return None;
    }
    let body = NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body()?);
    let list = "{ n = 2, list = [1, [2, 3]], map = { key = \"v\" } }";
    let scope = parse_file(&source(format!("scope = {list}\n")));
    let scope_body = NativeBody::new(Arc::clone(&scope.value), scope.value.root().body()?);
    let scope = scope_body.attributes().value;
    let scope_value = scope.get("scope")?.expression.evaluate(None).value;
    let mut context = EvalContext::new();
    for name in ["n", "list", "map"] {
        context.set_variable(name, scope_value.attribute(name).ok()?);
    }
    let attributes = body.attributes().value;
    let values = attributes.iter().map(|attribute| {
        let Outcome {
            value,
            diagnostics: problems,
        } = attribute.expression.evaluate(Some(&context));
        let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
        format!("{} {value:?} {codes:?}", attribute.name)
    });
    Some(values.collect())
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn formatting_is_idempotent(text in text()) {
        let once = format(&text);
        let twice = format(&once);
        prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
    }

    #[test]
    fn formatting_changes_nothing_but_spaces(text in text()) {
        prop_assert_eq!(tokens(&format(&text)), tokens(&text));
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn formatting_keeps_values(expressions in prop::collection::vec(expression(), 1..4)) {
        let lines = expressions.iter().enumerate().map(|(index, text)| format!("a{index}  ={text}\n"));
        let text: String = lines.collect();
        let before = values(text.as_bytes());
        prop_assert!(before.is_some(), "{text} has errors");
        prop_assert_eq!(values(&format(text.as_bytes())), before);
    }
}
