//! Helpers of the functions: reading checked arguments, and creating results within limits.

use hcl2_value::{
    Fields, FunctionError, Meter, NotExactError, Number, OperationError, Safety, Type, Value, ValueKind,
    unify,
};

/// Maximum size of a string result in bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 64 << 20;

/// Maximum number of elements that a function combines.
const MAX_ELEMENTS: usize = 4_000_000;

/// Returns a string argument, which the protocol has checked to be known.
pub(crate) fn text(arguments: &[Value], index: usize) -> &str {
    arguments.get(index).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a number argument, which the protocol has checked to be known.
pub(crate) fn number(arguments: &[Value], index: usize) -> &Number {
    const ZERO: &Number = &Number::ZERO;
    arguments.get(index).and_then(Value::as_number).unwrap_or(ZERO)
}

/// Returns a known argument without marks as a whole number. `what` names it in the message.
pub(crate) fn whole(value: &Value, what: &str) -> Result<i64, FunctionError> {
    let number = value
        .as_number()
        .ok_or_else(|| FunctionError::new(format!("{what} must be a whole number")).general())?;
    i64::try_from(number).map_err(|error| {
        let bound = match error {
            NotExactError::OutOfRange => " of at most 18 digits",
            _ => "",
        };
        FunctionError::new(format!("{what} must be a whole number{bound}")).revealing(format!(
            "{what} must be a whole number{bound}, not {}",
            shown(number)
        ))
    })
}

/// Returns a number for a message, shortened if it is long.
pub(crate) fn shown(number: &Number) -> String {
    number
        .to_string_limited(40)
        .unwrap_or_else(|_| "a number of more than 40 digits".to_owned())
}

/// Returns a string in quotes for a message, shortened if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Returns the value without its own marks.
pub(crate) fn bare(value: &Value) -> &Value {
    match value.kind() {
        ValueKind::Marked(value, _) => value,
        _ => value,
    }
}

/// Returns the elements of a list, set or tuple, even if it is marked. An unknown or null one has none.
pub(crate) fn items(value: &Value) -> &[Value] {
    bare(value).elements().unwrap_or_default()
}

/// Returns the fields of a map or object, even if it is marked, or `None` if it is unknown or null.
pub(crate) fn fields(value: &Value) -> Option<Fields<'_>> {
    bare(value).fields()
}

/// Returns an error for a sequence of more than 4,000,000 elements.
pub(crate) fn check_count(elements: usize) -> Result<(), FunctionError> {
    if elements > MAX_ELEMENTS {
        return Err(FunctionError::new(
            "the result would have more than 4,000,000 elements",
        ));
    }
    Ok(())
}

/// Converts the error of an operation on the arguments.
pub(crate) fn failed(error: OperationError) -> FunctionError {
    FunctionError::new(error.to_string())
}

/// Creates a list whose elements have the type `element`.
pub(crate) fn list(element: &Type, items: Vec<Value>) -> Result<Value, FunctionError> {
    Value::list(element.clone(), items).map_err(|error| FunctionError::new(error.to_string()))
}

/// Returns an error for a string of more than 64 MiB.
pub(crate) fn check_length(bytes: usize) -> Result<(), FunctionError> {
    if bytes > MAX_TEXT_BYTES {
        return Err(FunctionError::new("the result would be longer than 64 MiB"));
    }
    Ok(())
}

/// Returns the number of bytes for which `wanted` holds, in blocks that the compiler can vectorise.
pub(crate) fn count_bytes(text: &str, wanted: impl Fn(u8) -> bool) -> usize {
    const BLOCK: usize = 255;
    let of_block = |block: &[u8]| block.iter().map(|byte| u8::from(wanted(*byte))).sum::<u8>();
    text.as_bytes().chunks(BLOCK).map(of_block).map(usize::from).sum()
}

/// Creates a list of strings.
pub(crate) fn strings(texts: impl IntoIterator<Item = Value>) -> Result<Value, FunctionError> {
    list(&Type::STRING, texts.into_iter().collect())
}

/// Counts reading those of some values that are not of a type: they are converted to it.
pub(crate) fn count_conversions(
    values: &[Value],
    ty: &Type,
    meter: &mut Meter<'_>,
) -> Result<(), FunctionError> {
    let others = values.iter().filter(|value| value.ty() != ty);
    meter.steps(others.fold(0, |steps, value| steps + value.reading_steps()))?;
    Ok(())
}

/// Returns the type to which all arguments convert.
pub(crate) fn common_type(arguments: &[Value], meter: &mut Meter<'_>) -> Result<Type, FunctionError> {
    if let Some(first) = arguments.first() {
        count_conversions(arguments, first.ty(), meter)?;
    }
    let types: Vec<Type> = arguments.iter().map(|value| value.ty().clone()).collect();
    unify(&types, Safety::Unsafe).ok_or_else(|| {
        FunctionError::new("the arguments must have types that can all be converted to one type")
    })
}
