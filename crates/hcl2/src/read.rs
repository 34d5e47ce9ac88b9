//! Parsing sources of either syntax.

use std::sync::Arc;

#[cfg(any(feature = "dynamic", feature = "functions"))]
use hcl2_diagnostics::{Error, SourceMap};
use hcl2_diagnostics::{Outcome, Source};
use hcl2_model::{BodyRef, ConstantExpression, ExpressionRef, Syntax};
use hcl2_native::tree::File;
use hcl2_native::{Input, Limits, NativeBody, NativeExpression};
#[cfg(any(feature = "dynamic", feature = "functions"))]
use hcl2_value::Type;
use hcl2_value::Value;

/// Parses a source as a whole file.
///
/// The body is complete as far as the parser could recover from errors. [`ParseOptions`] has limits and options.
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
    ParseOptions::new().parse(source, syntax)
}

/// Parses a source as one expression of the native syntax.
///
/// The codes of its diagnostics start with `hcl2::syntax` and `hcl2::source`.
pub fn parse_expression(source: &Source) -> Outcome<ExpressionRef> {
    ParseOptions::new().parse_expression(source)
}

/// Parses a type expression, such as `list(string)`.
///
/// [`ext::types`](crate::ext::types) reads types with optional attributes and defaults.
///
/// # Errors
///
/// [`Error`] with every problem of the expression, and `hcl2::decode::invalid-type` if it is not a type.
///
/// # Examples
///
/// ```
/// use hcl2::value::Type;
///
/// assert_eq!(hcl2::parse_type("list(string)")?, Type::list(Type::STRING));
/// assert!(hcl2::parse_type("lst(string)").is_err());
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(any(feature = "dynamic", feature = "functions"))]
pub fn parse_type(text: &str) -> Result<Type, Error> {
    let source = Source::new("<type>", text)?;
    let with_source = |problems| Error::new(problems).with_sources(SourceMap::from(source.clone()));
    let expression = parse_expression(&source).into_result().map_err(with_source)?;
    let ty = hcl2_ext::types::plain_type_constraint(&*expression);
    ty.into_result().map_err(with_source)
}

/// How sources are parsed: limits of both syntaxes, and options of JSON.
///
/// # Examples
///
/// ```
/// use hcl2::diagnostics::Source;
/// use hcl2::{ParseOptions, Syntax, json, model::Limits};
///
/// let options = ParseOptions::new()
///     .limits(Limits::new().with_nesting_depth(10))
///     .json(json::Options { jsonc: true, ..Default::default() });
/// let source = Source::new("app.json", "{\"port\": 80, // HTTP\n}")?;
/// assert!(options.parse(&source, Syntax::Json).diagnostics.is_empty());
///
/// let source = Source::new("app.hcl", "[".repeat(11) + &"]".repeat(11))?;
/// assert_eq!(options.parse_expression(&source).diagnostics[0].code.id(), "hcl2::syntax::too-deep");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    pub(crate) limits: Limits,
    pub(crate) json: hcl2_json::Options,
}

impl ParseOptions {
    /// Creates the options that [`parse_source`] has.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits of both syntaxes.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.json.limits = limits;
        self
    }

    /// Sets the options of the JSON syntax, which include its limits.
    #[must_use]
    pub fn json(mut self, options: hcl2_json::Options) -> Self {
        self.json = options;
        self
    }

    /// Parses a source as a whole file, as [`parse_source`] does.
    pub fn parse(&self, source: &Source, syntax: Syntax) -> Outcome<BodyRef> {
        match syntax {
            Syntax::Json => self.json.parse(source),
            Syntax::Native => hcl2_native::parse_file(self.input(source)).map(NativeBody::of_file),
        }
    }

    /// Parses a source as one expression of the native syntax, as [`parse_expression`](fn@parse_expression) does.
    pub fn parse_expression(&self, source: &Source) -> Outcome<ExpressionRef> {
        expression(source, hcl2_native::parse_expression(self.input(source)))
    }

    /// Parses a source as a template without quotes.
    pub fn parse_template(&self, source: &Source) -> Outcome<ExpressionRef> {
        expression(source, hcl2_native::parse_template(self.input(source)))
    }

    fn input<'s>(&self, source: &'s Source) -> Input<'s> {
        Input::whole(source).with_limits(self.limits)
    }
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
