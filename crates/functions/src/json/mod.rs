//! Functions that write and read JSON.

mod read;
mod write;

use hcl2_value::{Function, FunctionError, Parameter, Refinement, Refiner, Type, Value};

#[cfg(feature = "terraform")]
pub(crate) use write::number_text;
pub(crate) use write::to_json;

use crate::support::{count_bytes, text};
use write::{MAX_BYTES, WriteError};

/// Creates the function `jsonencode(val)`.
///
/// It encodes a value as JSON.
///
/// Sets become arrays, maps and objects become objects with their keys in order, and `<`, `>` and `&` are escaped so
/// that the text can be embedded in HTML. If the value is unknown but not null, the first character may be known.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let value = Value::object([("ports", Value::tuple([Value::from(80)]))]);
/// assert_eq!(hcl2_functions::jsonencode().call(&[value])?, Value::from(r#"{"ports":[80]}"#));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn jsonencode() -> Function {
    Function::metered("jsonencode", |arguments, _, meter| {
        let value = &arguments[0];
        if value.is_wholly_known() {
            // Each part takes at least a byte, and parts that are stored once may occur very often.
            meter.bytes(value.part_count() as usize)?;
            let written = to_json(value);
            if let Err(WriteError::TooLong) = written {
                // What is given up has been written up to the limit.
                meter.bytes(MAX_BYTES)?;
            }
            return written
                .map(Value::from)
                .map_err(|error| FunctionError::new(error.to_string()));
        }
        let unknown = Value::unknown(Type::STRING);
        if !value.is_definitely_not_null() {
            return Ok(unknown);
        }
        let ty = value.ty();
        let prefix = if *ty == Type::STRING {
            "\""
        } else if ty.is_object() || ty.is_map() {
            "{"
        } else if ty.is_tuple() || ty.is_list() || ty.is_set() {
            "["
        } else {
            ""
        };
        let refined = unknown.clone().refine().string_prefix_full(prefix);
        Ok(refined.map_or(unknown, Refiner::build))
    })
    .describe("Encodes a value as JSON.")
    .example("jsonencode({a = [1]})", "\"{\\\"a\\\":[1]}\"")
    .parameter(
        Parameter::new("val", Type::DYNAMIC)
            .describe("The value to encode.")
            .allow_unknown()
            .allow_dynamic()
            .allow_null(),
    )
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `jsondecode(str)`.
///
/// It decodes a JSON document. Arrays become tuples.
///
/// A property may repeat if its values have the same type; the last one counts. Values can be nested at most 512 levels
/// deep.
#[must_use]
pub fn jsondecode() -> Function {
    Function::metered("jsondecode", |arguments, _, meter| {
        let text = text(arguments, 0);
        let is_part = |byte: u8| matches!(byte, b',' | b'[' | b'{');
        meter.elements(count_bytes(text, is_part))?;
        read::from_json(text)
    })
    .describe("Decodes a JSON document. Arrays become tuples.")
    .example("jsondecode(\"{\\\"a\\\": [1]}\")", "{a = [1]}")
    .parameter(Parameter::new("str", Type::STRING).describe("The JSON document."))
    .returns_with_result(|arguments, _| {
        let prefix = arguments[0].refinement().map_or("", Refinement::prefix);
        match prefix.trim_start().chars().next() {
            Some('"') => Ok(Type::STRING),
            Some('t' | 'f') => Ok(Type::BOOL),
            Some('-' | '.' | '0'..='9') => Ok(Type::NUMBER),
            None | Some('{' | '[' | 'n') => Ok(Type::DYNAMIC),
            Some(other) => Err(
                FunctionError::for_argument(0, "a JSON text cannot start like this one")
                    .revealing(format!("a JSON text cannot start with {other:?}")),
            ),
        }
    })
    .costs(0, 60)
}
