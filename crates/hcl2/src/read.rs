//! Parsing sources of either syntax.

use std::sync::Arc;

use hcl2_diagnostics::{Error, Outcome, Source};
use hcl2_model::{BodyRef, ConstantExpression, ExpressionRef, Syntax};
use hcl2_native::tree::File;
use hcl2_native::{Input, Limits, NativeBody, NativeExpression};
#[cfg(any(feature = "dynamic", feature = "functions"))]
use hcl2_value::Type;
use hcl2_value::Value;

/// Parses an expression in native syntax, to be analysed or evaluated.
///
/// [`eval`](crate::eval) also evaluates it, [`Loader::load_expression`](crate::Loader::load_expression) evaluates it as often as
/// the program needs, and [`ParseOptions::parse_expression`] parses it incompletely, from a source of the program.
///
/// # Errors
///
/// [`Error`] with every problem of the expression; codes start with `hcl2::syntax` and `hcl2::source`.
///
/// # Examples
///
/// ```
/// use hcl2::EvalContext;
///
/// let expression = hcl2::parse_expression("var.size * 2")?;
/// assert_eq!(expression.variables()[0].to_string(), "var.size");
/// let context = EvalContext::from_object(&hcl2::value!({ "var": { "size": 4 } })).unwrap();
/// assert_eq!(expression.evaluate(Some(&context)).into_result(), Ok(8.into()));
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn parse_expression(text: &str) -> Result<ExpressionRef, Error> {
    parsed_expression("<expression>", text).map(|(expression, _)| expression)
}

/// Parses an expression, and returns it with its source.
fn parsed_expression(name: &str, text: &str) -> Result<(ExpressionRef, Source), Error> {
    let source = Source::new(name, text)?;
    match ParseOptions::new().parse_expression(&source).into_result() {
        Ok(expression) => Ok((expression, source)),
        Err(problems) => Err(Error::new(problems).with_sources(source)),
    }
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
/// assert_eq!(hcl2::parse_type("lst(string)").unwrap_err().to_string(), "<type>:1:1: error[hcl2::decode::invalid-type]: Invalid type\n  1 | lst(string)\n    | ^^^^^^^^^^^\n  Unknown type constructor `lst`. The constructors are `list`, `set`, `map`, `object` and `tuple`.");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(any(feature = "dynamic", feature = "functions"))]
pub fn parse_type(text: &str) -> Result<Type, Error> {
    let (expression, source) = parsed_expression("<type>", text)?;
    let ty = hcl2_ext::types::plain_type_constraint(&*expression);
    ty.into_result()
        .map_err(|problems| Error::new(problems).with_sources(source))
}

/// How sources are parsed: limits of both syntaxes, and options of JSON.
///
/// What it returns is complete as far as the parser could recover from errors, which are beside it; [`parse`](crate::parse()) and
/// [`parse_expression`](fn@parse_expression) return an error in its place.
///
/// # Examples
///
/// ```
/// use hcl2::diagnostics::Source;
/// use hcl2::{ParseOptions, Syntax};
///
/// let source = Source::new("app.hcl", "port = 80\nhost =\n")?;
/// let parsed = ParseOptions::new().parse(&source, Syntax::Native);
/// assert_eq!(parsed.diagnostics[0].code.id(), "hcl2::syntax::expected-expression");
/// assert!(parsed.value.implied_schema().attribute_named("port").is_some());
/// # Ok::<(), hcl2::Error>(())
/// ```
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
    /// Creates the default options.
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

    /// Parses a source as a whole file.
    pub fn parse(&self, source: &Source, syntax: Syntax) -> Outcome<BodyRef> {
        match syntax {
            Syntax::Json => self.json.parse(source),
            Syntax::Native => hcl2_native::parse_file(self.input(source)).map(NativeBody::of_file),
        }
    }

    /// Parses a source as one expression of the native syntax.
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
