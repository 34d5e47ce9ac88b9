//! Formatting of values by verbs.

mod number;
mod verb;
mod write;

use hcl2_value::{Function, FunctionError, Meter, Parameter, Refiner, Type, Value};

use crate::support::{items, strings, text};

fn function(
    name: &'static str,
    result: fn(&[Value], &Type, &mut Meter<'_>) -> Result<Value, FunctionError>,
) -> Function {
    Function::metered(name, result)
        .parameter(Parameter::new("format", Type::STRING).describe("The string with verbs."))
        .variadic(
            Parameter::new("args", Type::DYNAMIC)
                .describe("The values that replace the verbs.")
                .allow_null()
                .allow_unknown()
                .allow_dynamic(),
        )
        .never_null()
}

/// Creates the function `format(format, args...)`.
///
/// It replaces verbs in a string, such as %s for a string and %d for a whole number, by values.
///
/// A verb is `%`, flags, a width, a precision after a point, the number of an argument in brackets, and a letter. All
/// but the first and last are optional:
///
/// | verb | value |
/// |---|---|
/// | `%%` | a percent sign |
/// | `%v` | a string or number as it is, anything else as JSON |
/// | `%#v` | JSON |
/// | `%t` | a bool |
/// | `%b` `%o` `%d` `%x` `%X` | a whole number in base 2, 8, 10 or 16 |
/// | `%e` `%E` | a number with an exponent of ten |
/// | `%f` | a number without one |
/// | `%g` `%G` | a number with an exponent if that is large |
/// | `%s` | a string |
/// | `%q` | a string in quotes, as JSON |
///
/// The flags are `+` for a plus sign, space for a space in its place, `-` to fill on the right, `0` to fill with zeros
/// and `#` for the prefix of a base. Width and precision are in characters and at most 1,000,000.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let text = hcl2_functions::format().call(&[Value::from("%s-%03d"), Value::from("web"), Value::from(7)])?;
/// assert_eq!(text, Value::from("web-007"));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn format() -> Function {
    function("format", |arguments, _, meter| {
        let format = text(arguments, 0);
        let values = arguments.get(1..).unwrap_or_default();
        if values.iter().all(Value::is_wholly_known) {
            return write::format(format, values, meter).map(Value::from);
        }
        let unknown = Value::unknown(Type::STRING);
        let literal = format.split_once('%').map_or("", |(literal, _)| literal);
        let refined = unknown.clone().refine().string_prefix(literal);
        Ok(refined.map_or(unknown, Refiner::build))
    })
    .describe("Replaces verbs in a string, such as %s for a string and %d for a whole number, by values.")
    .example("format(\"%s has %03d\", \"box\", 7)", "\"box has 007\"")
    .returns(Type::STRING)
}

/// Creates the function `formatlist(format, args...)`.
///
/// It replaces verbs in a string by the elements of lists, and returns a list with one string for each element.
#[must_use]
pub fn formatlist() -> Function {
    function("formatlist", |arguments, ty, meter| {
        let format = text(arguments, 0);
        let values = arguments.get(1..).unwrap_or_default();
        let Some(rows) = rows(values)? else {
            return Ok(Value::unknown(ty.clone()));
        };
        let mut formatted = Vec::with_capacity(rows);
        let mut row: Vec<Value> = Vec::with_capacity(values.len());
        for index in 0..rows {
            meter.steps(values.len())?;
            row.clear();
            row.extend(values.iter().map(|value| {
                let element = is_sequence(value).then(|| items(value).get(index)).flatten();
                element.unwrap_or(value).clone()
            }));
            formatted.push(if row.iter().all(Value::is_wholly_known) {
                let text = write::format(format, &row, meter).map_err(|mut error| {
                    // The arguments of the verbs are elements here, not arguments of the function.
                    error.argument = None;
                    error
                })?;
                meter.bytes(text.len())?;
                Value::from(text)
            } else {
                Value::unknown_not_null(Type::STRING)
            });
        }
        strings(formatted)
    })
    .describe("Replaces verbs in a string by the elements of lists, and returns a list with one string for each element.")
    .example(
        "formatlist(\"%s-%s\", [\"a\", \"b\"], \"x\")",
        "[\"a-x\", \"b-x\"]",
    )
    .returns(Type::list(Type::STRING))
}

fn is_sequence(value: &Value) -> bool {
    let ty = value.ty();
    (ty.is_list() || ty.is_set() || ty.is_tuple()) && !value.is_null()
}

/// Returns the length of all sequences, 1 without sequences, or `None` if a length is unknown.
fn rows(values: &[Value]) -> Result<Option<usize>, FunctionError> {
    let mut rows: Option<(usize, usize)> = None;
    let mut is_open = false;
    for (index, value) in values.iter().enumerate() {
        if !is_sequence(value) {
            is_open |= value.is_dynamic();
            continue;
        }
        let known = value.is_known() && value.length().is_ok_and(|length| length.is_known());
        is_open |= !known;
        let length = match value.ty().tuple_types() {
            Some(types) => types.len(),
            None if known => items(value).len(),
            None => continue,
        };
        match rows {
            Some((first, wanted)) if wanted != length => {
                return Err(FunctionError::for_argument(
                    index + 1,
                    format!(
                        "argument {} must have as many elements as argument {}",
                        index + 1,
                        first + 1
                    ),
                )
                .revealing(format!(
                    "argument {} has {length} elements, but argument {} has {wanted}",
                    index + 1,
                    first + 1
                )));
            }
            Some(_) => {}
            None => rows = Some((index, length)),
        }
    }
    Ok((!is_open).then(|| rows.map_or(1, |(_, length)| length)))
}
