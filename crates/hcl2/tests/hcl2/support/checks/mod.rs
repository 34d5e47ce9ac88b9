//! Properties of any bytes, checked by the fuzz targets and by a test on selected sources.

mod rewriting;
#[cfg(feature = "terraform")]
mod terraform;

use std::sync::Arc;

use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2::ext::dynamic::expand_dynamic_blocks;
use hcl2::model::{BodyRef, BodySchema, EvalContext, Expression, PartialContent};
use hcl2::native::lexer::{Start, TokenKind, lex};
use hcl2::native::tree::{Event, File, TextRange};
use hcl2::native::{
    NativeBody, NativeExpression, TraversalKind, parse_expression, parse_file, parse_template,
    parse_traversal,
};
use hcl2::spec::SpecFile;
use hcl2::value::{Mark, Number, Type, Value};

/// A check of bytes, which panics if a property does not hold.
pub(crate) type Check = fn(&[u8]);

/// Every check with the name of its fuzz target.
pub(crate) const CHECKS: &[(&str, Check)] = &[
    ("lexer", lexer),
    ("parser", parser),
    ("template", template),
    ("eval", eval),
    ("json", json),
    ("decode", decoder),
    ("format", rewriting::format_any),
    ("diff", rewriting::diff),
    ("edit", rewriting::edit),
    #[cfg(feature = "terraform")]
    ("convert", terraform::convert),
    #[cfg(feature = "terraform")]
    ("module", terraform::module),
    #[cfg(feature = "terraform")]
    ("functions", terraform::functions),
];

/// Checks that tokens tile the source.
fn lexer(bytes: &[u8]) {
    for start in [Start::Code, Start::Template] {
        let tokens = lex(bytes, TextRange::new(0, bytes.len() as u32), start);
        let mut at = 0;
        for token in tokens.iter() {
            assert_eq!(token.range.start, at, "{token:?}");
            assert_eq!(token.range.is_empty(), token.kind == TokenKind::End, "{token:?}");
            at = token.range.end;
        }
        assert_eq!(at as usize, bytes.len());
    }
}

/// Checks that every source has a tree with nested nodes, and that each problem has a range in it and a detail.
fn parser(bytes: &[u8]) {
    let source = source(bytes);
    for parsed in [
        parse_file(&source),
        parse_expression(&source),
        parse_traversal(&source, TraversalKind::Absolute),
        parse_traversal(&source, TraversalKind::Partial),
        parse_traversal(&source, TraversalKind::Relative),
    ] {
        complete(&parsed.diagnostics, bytes);
        nested(&parsed.value);
    }
}

/// Checks that the range of each node lies within that of its parent.
fn nested(file: &File) {
    let mut around = vec![file.range()];
    for event in file.walk(file.root_node()) {
        match event {
            Event::Enter(node) => {
                let range = file.node_range(node);
                assert!(
                    around.last().is_some_and(|around| around.encloses(range)),
                    "{node:?}"
                );
                around.push(range);
            }
            Event::Leave(_) => drop(around.pop()),
        }
    }
}

/// Checks templates like `parser`, and evaluates them.
fn template(bytes: &[u8]) {
    let parsed = parse_template(&source(bytes));
    complete(&parsed.diagnostics, bytes);
    nested(&parsed.value);
    evaluate_native(&parsed, bytes);
}

/// Checks that an expression evaluates, with or without problems, that no message contains the marked string, and that
/// its residual expression has the same value.
fn eval(bytes: &[u8]) {
    let parsed = parse_expression(&source(bytes));
    complete(&parsed.diagnostics, bytes);
    evaluate_native(&parsed, bytes);
}

/// Checks the JSON syntax like `parser` and `eval`.
fn json(bytes: &[u8]) {
    let source = source(bytes);
    let Outcome {
        value: body,
        diagnostics,
    } = hcl2::json::parse(&source);
    complete(&diagnostics, bytes);
    let Outcome {
        value: attributes,
        diagnostics,
    } = body.attributes();
    complete(&diagnostics, bytes);
    for attribute in attributes.iter() {
        evaluate(&*attribute.expression, bytes);
    }
    let schema = BodySchema::new()
        .required("a")
        .optional("b")
        .block("c", [] as [&str; 0])
        .block("d", ["first", "second"]);
    complete(&body.content(&schema).diagnostics, bytes);
    let Outcome {
        value: PartialContent { content, remain },
        diagnostics,
    } = body.partial_content(&schema);
    complete(&diagnostics, bytes);
    for attribute in content.attributes.iter() {
        evaluate(&*attribute.expression, bytes);
    }
    let inner = content.blocks.iter().map(|block| &block.body);
    for body in inner.chain([&remain]) {
        complete(&body.attributes().diagnostics, bytes);
        complete(&body.content(&schema).diagnostics, bytes);
    }
    let parsed = hcl2::json::parse_expression(&source);
    complete(&parsed.diagnostics, bytes);
    evaluate(&*parsed.value, bytes);
}

/// Checks that a specification, and after a NUL a body, decode to a value of the implied type.
fn decoder(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (spec, text) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let (Some(spec_body), Some(body)) = (native_body(spec), native_body(text)) else {
        return;
    };
    let Outcome {
        value: file,
        diagnostics,
    } = SpecFile::from_body(&spec_body);
    complete(&diagnostics, spec);
    let context = file.context([]);
    let body = expand_dynamic_blocks(body, context.as_ref());
    let Outcome { value, diagnostics } = file.spec.decode(&*body, context.as_ref());
    described(&diagnostics);
    // A default value may have another type.
    if !diagnostics.has_errors() && !String::from_utf8_lossy(spec).contains("default") {
        let ty = file.spec.implied_type().without_optional_attributes();
        assert!(value.is_null() || value.convert(&ty).is_ok());
    }
    let _ = value_to_json(&value, JsonOptions::default());
    let _ = file.spec.variables(&*body);
    let _ = file.spec.source_range(&*body);
}

fn source(bytes: &[u8]) -> Source {
    SourceMap::new().add("any", bytes).expect("it is small")
}

fn native_body(bytes: &[u8]) -> Option<BodyRef> {
    let parsed = parse_file(&source(bytes));
    let id = parsed.value.root().body()?;
    Some(Arc::new(NativeBody::new(Arc::clone(&parsed.value), id)))
}

/// Checks that each problem has a detail and ranges within `bytes`.
fn complete(diagnostics: &Diagnostics, bytes: &[u8]) {
    described(diagnostics);
    for diagnostic in diagnostics {
        let spans = diagnostic
            .subject
            .iter()
            .chain(diagnostic.labels.iter().map(|label| &label.span));
        for span in spans {
            assert!(
                span.start <= span.end && span.end as usize <= bytes.len(),
                "{diagnostic:?}"
            );
        }
    }
}

/// Checks that each problem has a range, and a detail that ends like a sentence, unless the module words it.
fn described(diagnostics: &Diagnostics) {
    let own_words = ["failed-condition", "refused-value"].map(|name| format!("hcl2::terraform::{name}"));
    for diagnostic in diagnostics {
        assert!(diagnostic.subject.is_some(), "{diagnostic:?}");
        if own_words.iter().any(|code| code == diagnostic.code.id()) {
            continue;
        }
        assert!(diagnostic.detail.ends_with(['.', '?', '!']), "{diagnostic:?}");
        assert!(!diagnostic.detail.ends_with(".."), "{diagnostic:?}");
    }
}

fn evaluate_native(parsed: &Outcome<Arc<File>>, bytes: &[u8]) {
    let Some(id) = parsed.value.root().expr() else {
        return;
    };
    let expression = NativeExpression::new(Arc::clone(&parsed.value), id);
    evaluate(&expression, bytes);
    if !parsed.diagnostics.has_errors() {
        reduce(&expression, bytes);
    }
}

/// Checks that a residual expression has the value of its original, and does not contain the marked string.
fn reduce(expression: &NativeExpression, bytes: &[u8]) {
    let residual = expression.residual(Some(&context(|name| name != "n" && name != "o")));
    assert!(!reveals(&residual, bytes), "{residual}");
    let late = context(|_| true);
    let mut diagnostics = Diagnostics::new();
    let value = expression.evaluate(Some(&late)).report_into(&mut diagnostics);
    if diagnostics.is_empty() {
        let parsed = parse_expression(&source(residual.as_bytes()));
        assert!(
            parsed.diagnostics.is_empty(),
            "{residual} {:?}",
            parsed.diagnostics
        );
        let id = parsed.value.root().expr().expect("an expression was parsed");
        let found = NativeExpression::new(parsed.value, id)
            .evaluate(Some(&late))
            .report_into(&mut diagnostics);
        assert!(diagnostics.is_empty(), "{residual} {diagnostics:?}");
        assert_eq!(found, value, "{residual}");
    }
}

/// The value of the marked variable.
const SECRET: &str = "hunter2-of-nobody";

/// Returns whether a string contains the marked value although `bytes` does not.
fn reveals(text: &str, bytes: &[u8]) -> bool {
    text.contains(SECRET) && !bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes())
}

/// Returns a context of the standard functions and the variables whose names `wanted` accepts.
fn context(wanted: impl Fn(&str) -> bool) -> EvalContext<'static> {
    let mut context = EvalContext::new();
    // With the precision of literals, which residual expressions have.
    let number = |text| Value::from(Number::parse(text).expect("a number"));
    let list = Value::list(Type::NUMBER, ["1", "2"].map(number)).expect("one type");
    let variables = [
        ("s", Value::from("text")),
        ("n", number("5")),
        ("l", list),
        ("o", Value::object([("a", Value::from("x"))])),
        ("u", Value::unknown(Type::STRING)),
        ("d", Value::DYNAMIC),
        ("z", Value::null(Type::DYNAMIC)),
        ("p", Value::from(SECRET).with_mark(Mark::new("sensitive"))),
    ];
    for (name, value) in variables.into_iter().filter(|(name, _)| wanted(name)) {
        context.set_variable(name, value);
    }
    context.set_functions(hcl2::standard_functions());
    context
}

fn evaluate(expression: &dyn Expression, bytes: &[u8]) {
    for context in [Some(&context(|_| true)), None] {
        let Outcome {
            value: _,
            diagnostics,
        } = expression.evaluate(context);
        described(&diagnostics);
        for diagnostic in &diagnostics {
            assert!(!reveals(&diagnostic.detail, bytes), "{diagnostic:?}");
        }
    }
    let _ = expression.variables();
}
