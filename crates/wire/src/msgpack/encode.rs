//! Values to MessagePack.

use std::ops::ControlFlow;

use hcl2_value::{InconsistentTypes, Number, PathStep, Type, TypeKind, Value, ValueKind, Visit};

use super::number::Encoded;
use super::writer::Writer;
use super::{number, unknown};
use crate::collect::{conform, expect_within};
use crate::{MAX_DEPTH, MAX_ENCODED_BYTES, WireError, WireErrorKind, notation};

/// Encodes a value by a type constraint, converting a value of another type.
///
/// A value has one encoding: the most compact form, with keys in order.
///
/// # Errors
///
/// [`WireErrorKind::Marked`], [`NotConvertible`](WireErrorKind::NotConvertible) and others if the value cannot be
/// encoded, with the path of the part.
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>, WireError> {
    encode_limited(value, ty, MAX_ENCODED_BYTES)
}

/// Encodes a value like [`encode`] as at most `max_bytes` bytes.
///
/// # Errors
///
/// Those of [`encode`], and [`WireErrorKind::TooLong`] if the message is longer.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
/// use hcl2_wire::{WireErrorKind, msgpack};
///
/// let doubled = (0..40).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
/// let error = msgpack::encode_limited(&doubled, doubled.ty(), 1_000).unwrap_err();
/// assert_eq!(error.kind(), &WireErrorKind::TooLong);
/// ```
pub fn encode_limited(value: &Value, ty: &Type, max_bytes: u64) -> Result<Vec<u8>, WireError> {
    let value = conform(value, ty)?;
    let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    // Each part takes a byte at least.
    expect_within(value.part_count() as usize, max_bytes)?;
    let mut writer = Writer::within(max_bytes);
    write(&value, ty, &mut writer, 0)?;
    expect_within(writer.len(), max_bytes)?;
    Ok(writer.into_bytes())
}

fn write(value: &Value, ty: &Type, writer: &mut Writer, depth: u32) -> Result<(), WireError> {
    if depth > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    expect_within(writer.len(), writer.max_bytes())?;
    if ty.is_dynamic() && !value.ty().is_dynamic() {
        return write_dynamic(value, writer, depth);
    }
    match (value.kind(), ty.kind()) {
        (ValueKind::Null, _) => writer.nil(),
        (ValueKind::Unknown, _) => unknown::write(value, writer)?,
        (ValueKind::Bool(truth), _) => writer.bool(truth),
        (ValueKind::Number(number), _) => number::write(number, writer)?,
        (ValueKind::String(text), _) => writer.text(text)?,
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
            writer.map(fields.len())?;
            for (key, item) in fields.iter() {
                writer.text(key)?;
                write(item, element, writer, depth + 1)
                    .map_err(|error| error.inside(PathStep::Index(Value::from(key.clone()))))?;
            }
        }
        (ValueKind::Object(fields), TypeKind::Object(object)) => {
            writer.map(fields.len())?;
            for ((name, item), ty) in fields.iter().zip(object.types()) {
                writer.text(name)?;
                write(item, ty, writer, depth + 1)
                    .map_err(|error| error.inside(PathStep::Attribute(name.clone())))?;
            }
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
    writer.array(items.len())?;
    for (index, item) in items.iter().enumerate() {
        write(item, type_at(index), writer, depth + 1)
            .map_err(|error| error.inside(PathStep::Index(Value::from(index))))?;
    }
    Ok(())
}

/// Writes the type, and the value by it.
fn write_dynamic(value: &Value, writer: &mut Writer, depth: u32) -> Result<(), WireError> {
    writer.array(2)?;
    let left = writer.max_bytes().saturating_sub(writer.len());
    writer.binary(notation::write_within(value.ty(), left)?.as_bytes())?;
    write(value, value.ty(), writer, depth + 1)
}

/// Returns a value as Terraform decodes it from its own encoding: zero has no sign, and numbers have the precision with which
/// they are encoded, so that elements of sets may have another order.
///
/// Terraform writes a whole number beyond 64 bits by its shortest digits, which for a double may denote another number;
/// [`encode`] writes all of them. Marks stay, although they cannot be encoded.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Number, Value};
/// use hcl2_wire::msgpack;
///
/// let sent = Value::tuple([Value::from(Number::parse("-0")?), Value::from("-0")]);
/// assert_eq!(format!("{sent:?}"), r#"[-0, "-0"]"#);
/// assert_eq!(format!("{:?}", msgpack::received(&sent)), r#"[0, "-0"]"#);
/// let power = Value::from(Number::try_from(2_f64.powi(70))?);
/// assert_eq!(msgpack::received(&power), Value::from(1_180_591_620_717_411_300_000_u128));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn received(value: &Value) -> Value {
    let is_number = |part: &Value| match part.as_number() {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(Visit::Into),
    };
    if value.walk(|_, part| is_number(part)).is_continue() {
        return value.clone();
    }
    let made = value.transform(|_, part| match part.as_number() {
        Some(number) => Ok::<_, InconsistentTypes>(Value::from(received_number(number))),
        None => Ok(part),
    });
    // Every part keeps its type.
    made.unwrap_or_else(|_| value.clone())
}

fn received_number(number: &Number) -> Number {
    let decoded = match Encoded::of(number) {
        Encoded::Integer(integer) => Some(Number::from(integer)),
        Encoded::Float(float) => Number::try_from(float).ok(),
        Encoded::Digits => number
            .to_string_limited(Number::MAX_DIGITS)
            .ok()
            .and_then(|digits| Number::parse(&digits).ok()),
    };
    decoded.unwrap_or_else(|| number.clone())
}
