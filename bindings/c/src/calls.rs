//! Calls that a source is the input of.

use hcl2::diagnostics::{Source, SourceMap};
use hcl2::model::Limits;
use hcl2::terraform::Converter;
use hcl2::value::{Value, ValueKind};
use hcl2::wire::json::{JsonOptions, RawValue, value_to_json};
use hcl2::{EvalContext, PlainOptions, Syntax, json, native, to_plain_json};

use crate::result::{Hcl2Result, Refused};

/// Returns the syntax that the name of a file selects.
fn syntax_of(name: &str) -> Syntax {
    match name.ends_with(".json") {
        true => Syntax::Json,
        false => Syntax::Native,
    }
}

fn with_source(name: &str, bytes: &[u8], call: impl FnOnce(&Source) -> Hcl2Result) -> Hcl2Result {
    match Source::new(name, bytes) {
        Ok(source) => call(&source),
        Err(error) => Hcl2Result::of_error(&error.into()),
    }
}

/// Converts a file to JSON: attributes by name, blocks in lists below their types and labels.
pub(crate) fn to_json(name: &str, bytes: &[u8], options: PlainOptions) -> Hcl2Result {
    with_source(name, bytes, |source| {
        if syntax_of(name) == Syntax::Json {
            let text = json::validate(source).map(|()| String::from_utf8_lossy(source.bytes()).into_owned());
            return Hcl2Result::of_source(text, source);
        }
        let parsed = native::parse_file(source).into_result();
        let text = parsed.and_then(|file| to_plain_json(&file, options));
        Hcl2Result::of_source(text, source)
    })
}

/// Checks the syntax of a file.
pub(crate) fn check(name: &str, bytes: &[u8]) -> Hcl2Result {
    with_source(name, bytes, |source| {
        let parsed = hcl2::ParseOptions::new().parse(source, syntax_of(name));
        let text = (!parsed.has_errors()).then(String::new);
        Hcl2Result::new(text, &parsed.diagnostics, &source.clone().into())
    })
}

/// Formats a file.
pub(crate) fn format(name: &str, bytes: &[u8]) -> Hcl2Result {
    with_source(name, bytes, |source| {
        let formatted = match syntax_of(name) {
            Syntax::Json => json::parse_tree(source)
                .into_result()
                .map(|tree| json::format_tree(&tree)),
            Syntax::Native => native::parse_file(source)
                .into_result()
                .map(|_| native::format(source.bytes())),
        };
        let text = formatted.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Hcl2Result::of_source(text, source)
    })
}

/// Converts a Terraform file to the other syntax.
pub(crate) fn convert(name: &str, bytes: &[u8]) -> Hcl2Result {
    with_source(name, bytes, |source| {
        let converter = Converter::new();
        let converted = match syntax_of(name) {
            Syntax::Json => converter.to_native(source),
            Syntax::Native => converter.to_json(source),
        };
        let text = converted.into_result().map(Option::unwrap_or_default);
        Hcl2Result::of_source(text, source)
    })
}

/// Evaluates an expression with the standard functions. `variables` is a JSON object, or nothing.
pub(crate) fn evaluate(expression: &[u8], variables: Option<&[u8]>) -> Result<Hcl2Result, Refused> {
    let mut context = EvalContext::new();
    for (name, value) in read_variables(variables)? {
        context.set_variable(name.as_str(), value);
    }
    context.set_functions(hcl2::standard_functions());
    context.set_budget(Limits::default().budget());
    Ok(with_source(EXPRESSION, expression, |source| {
        let parsed = hcl2::ParseOptions::new().parse_expression(source);
        let sources = SourceMap::from(source.clone());
        if parsed.has_errors() {
            return Hcl2Result::new(None, &parsed.diagnostics, &sources);
        }
        let outcome = parsed.value.evaluate(Some(&context));
        match outcome.has_errors() {
            true => Hcl2Result::new(None, &outcome.diagnostics, &sources),
            false => of_value(&outcome.value),
        }
    }))
}

/// The name of the source of an expression.
pub(crate) const EXPRESSION: &str = "<expression>";

/// Returns the result that is a value as JSON.
pub(crate) fn of_value(value: &Value) -> Hcl2Result {
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    match value_to_json(value, options) {
        Ok(text) => Hcl2Result::new(Some(text), &Default::default(), &SourceMap::new()),
        Err(error) => Hcl2Result::refused(Refused(format!("the value has no JSON form: {error}"))),
    }
}

/// Reads the values of variables from a JSON object.
pub(crate) fn read_variables(json: Option<&[u8]>) -> Result<Vec<(String, Value)>, Refused> {
    let Some(json) = json else {
        return Ok(Vec::new());
    };
    let refused = |reason: String| Refused(format!("the variables must be a JSON object: {reason}"));
    let value = RawValue::new(json).decode_untyped();
    let value = value.map_err(|error| refused(error.to_string()))?;
    match value.kind() {
        ValueKind::Object(fields) => {
            let fields = fields.into_iter();
            Ok(fields
                .map(|(name, value)| (name.as_str().to_owned(), value.clone()))
                .collect())
        }
        _ => Err(refused("it is another value".to_owned())),
    }
}
