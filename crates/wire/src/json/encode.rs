//! Values to JSON.

use hcl2_json_text::{Escapes, Writer};
use hcl2_value::{Fields, Number, PathStep, Type, TypeKind, Value, ValueKind};

use crate::collect::{conform, decimal_text, expect_within};
use crate::{MAX_DEPTH, MAX_ENCODED_BYTES, WireError, WireErrorKind, notation};

/// Encodes a value by a type constraint, converting a value of another type.
///
/// A value has one encoding: without spaces, and with keys in order. The characters `<`, `>` and `&` and the two line
/// separators of Unicode are escaped, as Terraform does.
///
/// # Errors
///
/// [`WireErrorKind::Marked`], [`NotConvertible`](WireErrorKind::NotConvertible), [`Unknown`](WireErrorKind::Unknown),
/// [`Infinite`](WireErrorKind::Infinite) and others if the value cannot be encoded, with the path of the part.
pub fn encode(value: &Value, ty: &Type) -> Result<String, WireError> {
    encode_limited(value, ty, MAX_ENCODED_BYTES)
}

/// Encodes a value like [`encode`] as at most `max_bytes` bytes.
///
/// # Errors
///
/// Those of [`encode`], and [`WireErrorKind::TooLong`] if the text is longer.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
/// use hcl2_wire::{WireErrorKind, json};
///
/// let doubled = (0..40).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
/// let error = json::encode_limited(&doubled, doubled.ty(), 1_000).unwrap_err();
/// assert_eq!(error.kind(), &WireErrorKind::TooLong);
/// ```
pub fn encode_limited(value: &Value, ty: &Type, max_bytes: u64) -> Result<String, WireError> {
    let value = conform(value, ty)?;
    let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    // Each part takes two bytes at least.
    expect_within((value.part_count() as usize).saturating_mul(2), max_bytes)?;
    let mut writer = Writer::compact(Escapes::HTML).with_max_bytes(max_bytes);
    write(&value, ty, &mut writer, 0)?;
    let text = writer.finish();
    expect_within(text.len(), max_bytes)?;
    Ok(text)
}

fn write(value: &Value, ty: &Type, writer: &mut Writer, depth: u32) -> Result<(), WireError> {
    if depth > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    if writer.is_too_long() {
        return Err(WireError::new(WireErrorKind::TooLong));
    }
    if matches!(value.kind(), ValueKind::Unknown) {
        return Err(WireError::new(WireErrorKind::Unknown));
    }
    if ty.is_dynamic() && !value.ty().is_dynamic() {
        writer.open('{');
        writer.property("value");
        write(value, value.ty(), writer, depth + 1)?;
        writer.property("type");
        notation::write_to(value.ty(), writer)?;
        writer.close('}');
        return Ok(());
    }
    match (value.kind(), ty.kind()) {
        (ValueKind::Null, _) => writer.null(),
        (ValueKind::Bool(truth), _) => writer.bool(truth),
        (ValueKind::Number(number), _) => write_number(number, writer)?,
        (ValueKind::String(string), _) => writer.string(string),
        (
            ValueKind::List(items) | ValueKind::Set(items),
            TypeKind::List(element) | TypeKind::Set(element),
        ) => {
            write_array(items, |_| element, writer, depth)?;
        }
        (ValueKind::Tuple(items), TypeKind::Tuple(types)) => {
            write_array(items, |index| &types[index], writer, depth)?;
        }
        (ValueKind::Map(fields), TypeKind::Map(element)) => {
            let step = |key: &str| PathStep::Index(Value::from(key));
            write_object(fields, |_| element, step, writer, depth)?;
        }
        (ValueKind::Object(fields), TypeKind::Object(object)) => {
            let step = |name: &str| PathStep::Attribute(name.into());
            write_object(fields, |index| &object.types()[index], step, writer, depth)?;
        }
        _ => return Err(WireError::new(WireErrorKind::Capsule)),
    }
    Ok(())
}

fn write_array<'t>(
    items: &[Value],
    type_at: impl Fn(usize) -> &'t Type,
    writer: &mut Writer,
    depth: u32,
) -> Result<(), WireError> {
    writer.open('[');
    for (index, item) in items.iter().enumerate() {
        writer.element();
        write(item, type_at(index), writer, depth + 1)
            .map_err(|error| error.inside(PathStep::Index(Value::from(index))))?;
    }
    writer.close(']');
    Ok(())
}

fn write_object<'t>(
    fields: Fields<'_>,
    type_at: impl Fn(usize) -> &'t Type,
    step: impl Fn(&str) -> PathStep,
    writer: &mut Writer,
    depth: u32,
) -> Result<(), WireError> {
    writer.open('{');
    for (index, (key, item)) in fields.iter().enumerate() {
        writer.property(key);
        write(item, type_at(index), writer, depth + 1).map_err(|error| error.inside(step(key)))?;
    }
    writer.close('}');
    Ok(())
}

fn write_number(number: &Number, writer: &mut Writer) -> Result<(), WireError> {
    if number.is_infinite() {
        return Err(WireError::new(WireErrorKind::Infinite));
    }
    writer.raw(&decimal_text(number)?);
    Ok(())
}
