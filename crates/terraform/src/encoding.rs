//! The functions of Terraform's built-in provider, which write values as configuration and read them, and `type`.

use hcl2_diagnostics::SourceMap;
use hcl2_model::{Body, EvalContext, Quoted};
use hcl2_native::lexer::is_identifier;
use hcl2_native::{NativeBody, format, parse_file};
use hcl2_value::{Function, FunctionError, Number, Parameter, Type, TypeKind, Value, ValueKind};

/// Maximum nesting depth of a value that is written, and of a type.
const MAX_DEPTH: u32 = 200;

/// Returns the functions of the provider, under the names by which Terraform calls them.
pub(crate) fn functions() -> [Function; 3] {
    [decode_tfvars(), encode_expr(), encode_tfvars()]
}

fn encode_tfvars() -> Function {
    Function::metered("provider::terraform::encode_tfvars", |arguments, _, meter| {
        let value = &arguments[0];
        meter.steps(value.reading_steps())?;
        if !value.is_wholly_known() {
            return Ok(Value::unknown_not_null(Type::STRING));
        }
        let (ValueKind::Object(fields) | ValueKind::Map(fields)) = value.kind() else {
            return Err(FunctionError::for_argument(
                0,
                "an object or a map of values for variables is required",
            ));
        };
        let mut text = String::new();
        for (name, value) in fields.iter() {
            if !is_identifier(name) {
                return Err(
                    FunctionError::for_argument(0, "the name of a variable must be an identifier")
                        .revealing(format!("{:?} cannot be the name of a variable", name.as_str())),
                );
            }
            text.push_str(name);
            text.push_str(" = ");
            write(&mut text, value, MAX_DEPTH)?;
            text.push('\n');
        }
        formatted(&text)
    })
    .describe("Writes the attributes of an object as a `.tfvars` file.")
    .example(
        "provider::terraform::encode_tfvars({ name = \"web\" })",
        "\"name = \\\"web\\\"\\n\"",
    )
    .parameter(
        Parameter::new("value", Type::DYNAMIC).describe("An object or a map with the values of variables."),
    )
    .returns(Type::STRING)
    .never_null()
}

fn encode_expr() -> Function {
    Function::metered("provider::terraform::encode_expr", |arguments, _, meter| {
        const NAME: &str = "x = ";
        meter.steps(arguments[0].reading_steps())?;
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown_not_null(Type::STRING));
        }
        meter.bytes(usize::try_from(arguments[0].text_bytes()).unwrap_or(usize::MAX))?;
        let mut text = NAME.to_owned();
        write(&mut text, &arguments[0], MAX_DEPTH)?;
        text.push('\n');
        let attribute = formatted(&text)?;
        let expression = attribute.as_str().and_then(|text| text.strip_prefix(NAME));
        Ok(Value::from(expression.unwrap_or_default().trim_end_matches('\n')))
    })
    .describe("Writes a value as an expression.")
    .example(
        "provider::terraform::encode_expr([1, \"a\"])",
        "\"[1, \\\"a\\\"]\"",
    )
    .parameter(Parameter::new("value", Type::DYNAMIC).describe("The value."))
    .returns(Type::STRING)
    .never_null()
}

fn decode_tfvars() -> Function {
    Function::metered("provider::terraform::decode_tfvars", |arguments, _, meter| {
        let text = arguments[0].as_str().unwrap_or_default();
        meter.elements(text.len() / 4)?;
        let invalid = |details: &str| {
            FunctionError::for_argument(0, "the text is not a valid `.tfvars` file")
                .revealing(format!("the text is not a valid `.tfvars` file: {details}"))
        };
        let source = SourceMap::new()
            .add("<decode_tfvars>", text)
            .map_err(|error| invalid(&error.to_string()))?;
        let parsed = parse_file(&source);
        let mut problems = parsed.diagnostics;
        let root = parsed.value.root().body();
        let body = root.map(|body| NativeBody::new(parsed.value, body));
        let mut context = EvalContext::new();
        context.set_budget(meter.share());
        let mut values = Vec::new();
        if let Some(body) = body {
            for attribute in body.attributes().report_into(&mut problems).iter() {
                let value = attribute.expression.evaluate(Some(&context));
                let value = value.report_into(&mut problems);
                values.push((attribute.name.to_string(), value));
            }
        }
        match problems.iter().find(|problem| problem.is_error()) {
            Some(problem) => Err(invalid(&problem.detail)),
            None => Ok(Value::object(values)),
        }
    })
    .describe("Reads a `.tfvars` file into an object.")
    .example("provider::terraform::decode_tfvars(\"port = 80\")", "{port = 80}")
    .parameter(Parameter::new("src", Type::STRING).describe("The content of the file."))
    .returns(Type::DYNAMIC)
}

/// Formats configuration.
fn formatted(text: &str) -> Result<Value, FunctionError> {
    let bytes = format(text.as_bytes());
    String::from_utf8(bytes)
        .map(Value::from)
        .map_err(|error| FunctionError::new(error.to_string()))
}

/// Writes a value as an expression, with a line for each attribute of an object or element of a map.
fn write(text: &mut String, value: &Value, depth: u32) -> Result<(), FunctionError> {
    let depth = depth
        .checked_sub(1)
        .ok_or_else(|| FunctionError::for_argument(0, "the value is nested too deeply"))?;
    match value.kind() {
        ValueKind::Null => text.push_str("null"),
        ValueKind::Bool(truth) => text.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => text.push_str(&digits(number)?),
        ValueKind::String(string) => text.push_str(&Quoted(string).to_string()),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write(text, item, depth)?;
            }
            text.push(']');
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            text.push('{');
            for (index, (name, value)) in fields.iter().enumerate() {
                if index == 0 {
                    text.push('\n');
                }
                if is_identifier(name) {
                    text.push_str(name);
                } else {
                    text.push_str(&Quoted(name).to_string());
                }
                text.push_str(" = ");
                write(text, value, depth)?;
                text.push('\n');
            }
            text.push('}');
        }
        _ => {
            return Err(FunctionError::for_argument(
                0,
                "the value has a part that no expression writes",
            ));
        }
    }
    Ok(())
}

fn digits(number: &Number) -> Result<String, FunctionError> {
    const MAX_DIGITS: usize = 100_000;
    if number.is_infinite() {
        return Err(FunctionError::for_argument(
            0,
            "an infinite number cannot be written",
        ));
    }
    number
        .to_string_limited(MAX_DIGITS)
        .map_err(|error| FunctionError::for_argument(0, error.to_string()))
}

/// Creates the function `type(value)` of `terraform console`.
///
/// It returns the type of a value as `terraform console` prints it.
#[must_use]
pub fn type_function() -> Function {
    Function::new("type", |arguments, _| {
        let mut text = String::new();
        write_type(&mut text, arguments[0].ty(), 0)
            .map(|()| Value::from(text))
            .ok_or_else(|| FunctionError::for_argument(0, "the type is nested too deeply"))
    })
    .describe("Returns the type of a value as `terraform console` prints it.")
    .example("type([1, \"a\"])", "\"tuple([\\n    number,\\n    string,\\n])\"")
    .parameter(
        Parameter::new("value", Type::DYNAMIC)
            .describe("Any value.")
            .allow_null()
            .allow_unknown()
            .allow_dynamic()
            .allow_marked(),
    )
    .returns(Type::STRING)
    .never_null()
}

/// Writes a type nested in `depth` structural types.
fn write_type(text: &mut String, ty: &Type, depth: u32) -> Option<()> {
    if depth == MAX_DEPTH {
        return None;
    }
    let line = |text: &mut String, name: Option<&str>, ty: &Type| {
        text.push_str(&"    ".repeat(depth as usize + 1));
        if let Some(name) = name {
            let quoted = (!is_identifier(name)).then(|| format!("{name:?}"));
            text.push_str(quoted.as_deref().unwrap_or(name));
            text.push_str(": ");
        }
        write_type(text, ty, depth + 1)?;
        text.push_str(",\n");
        Some(())
    };
    let end = "    ".repeat(depth as usize);
    match ty.kind() {
        TypeKind::Bool => text.push_str("bool"),
        TypeKind::Number => text.push_str("number"),
        TypeKind::String => text.push_str("string"),
        TypeKind::Dynamic => text.push_str("dynamic"),
        TypeKind::Capsule(_) => text.push_str(&ty.friendly_name()),
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            text.push_str(match ty.kind() {
                TypeKind::List(_) => "list(",
                TypeKind::Set(_) => "set(",
                _ => "map(",
            });
            write_type(text, element, depth)?;
            text.push(')');
        }
        TypeKind::Tuple([]) => text.push_str("tuple([])"),
        TypeKind::Tuple(types) => {
            text.push_str("tuple([\n");
            for ty in types {
                line(text, None, ty)?;
            }
            text.push_str(&end);
            text.push_str("])");
        }
        TypeKind::Object(object) if object.is_empty() => text.push_str("object({})"),
        TypeKind::Object(object) => {
            text.push_str("object({\n");
            for (name, ty) in object.iter() {
                line(text, Some(name), ty)?;
            }
            text.push_str(&end);
            text.push_str("})");
        }
    }
    Some(())
}
