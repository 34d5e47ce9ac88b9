//! Parsing sources of either syntax.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Source};
use hcl2_model::{BodyRef, ConstantExpression, ExpressionRef, Syntax};
use hcl2_native::tree::File;
use hcl2_native::{Input, Limits, NativeBody, NativeExpression};
use hcl2_value::Value;

/// Parses a source as a whole file.
///
/// The body is complete as far as the parser could recover from errors.
///
/// # Examples
///
/// ```
/// use hcl2::diagnostics::Source;
/// use hcl2::{Syntax, parse_source};
///
/// let source = Source::new("app.hcl", "port = 80\nhost =\n")?;
/// let parsed = parse_source(&source, Syntax::Native);
/// assert_eq!(parsed.diagnostics[0].code.id(), "hcl2::syntax::expected-expression");
/// assert!(parsed.value.implied_schema().attribute_named("port").is_some());
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn parse_source(source: &Source, syntax: Syntax) -> Outcome<BodyRef> {
    parse_source_within(source, syntax, Limits::default(), hcl2_json::Options::default())
}

/// Parses a source as a whole file, as [`parse_source`] does, within limits for the native syntax, and with options for JSON.
///
/// # Examples
///
/// ```
/// use hcl2::diagnostics::Source;
/// use hcl2::{Syntax, json, model::Limits, parse_source_within};
///
/// let options = json::Options { jsonc: true, ..Default::default() };
/// let source = Source::new("app.json", "{\"port\": 80, // HTTP\n}")?;
/// assert!(parse_source_within(&source, Syntax::Json, Limits::new(), options).diagnostics.is_empty());
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn parse_source_within(
    source: &Source,
    syntax: Syntax,
    limits: Limits,
    json: hcl2_json::Options,
) -> Outcome<BodyRef> {
    match syntax {
        Syntax::Json => json.parse(source),
        Syntax::Native => {
            let parsed = hcl2_native::parse_file(Input::whole(source).with_limits(limits));
            let body: BodyRef = match parsed.value.root().body() {
                Some(body) => Arc::new(NativeBody::new(parsed.value, body)),
                None => hcl2_model::merge_bodies(Vec::new()),
            };
            Outcome::new(body, parsed.diagnostics)
        }
    }
}

/// Parses a source as one expression of the native syntax.
///
/// The codes of its diagnostics start with `hcl2::syntax` and `hcl2::source`.
pub fn parse_expression(source: &Source) -> Outcome<ExpressionRef> {
    parse_expression_within(source, Limits::default())
}

/// Parses a source as one expression of the native syntax, as [`parse_expression`] does, within limits.
pub fn parse_expression_within(source: &Source, limits: Limits) -> Outcome<ExpressionRef> {
    expression(
        source,
        hcl2_native::parse_expression(Input::whole(source).with_limits(limits)),
    )
}

/// Parses a source as a template without quotes, within limits.
pub(crate) fn parse_template_within(source: &Source, limits: Limits) -> Outcome<ExpressionRef> {
    expression(
        source,
        hcl2_native::parse_template(Input::whole(source).with_limits(limits)),
    )
}

/// Returns the expression that a source is.
fn expression(source: &Source, parsed: Outcome<Arc<File>>) -> Outcome<ExpressionRef> {
    let expression: ExpressionRef = match parsed.value.root().expr() {
        Some(id) => Arc::new(NativeExpression::new(parsed.value, id)),
        None => Arc::new(ConstantExpression {
            value: Value::DYNAMIC,
            span: source.span(),
        }),
    };
    Outcome::new(expression, parsed.diagnostics)
}
