//! Unknown values: extensions whose payload describes what is known about the value.

use hcl2_value::{Bound, Number, RefinementError, Refiner, Type, Value};

use super::number;
use super::reader::{Item, Reader, text};
use super::writer::Writer;
use crate::{WireError, WireErrorKind};

/// The code of an unknown value without refinements.
const UNREFINED: i8 = 0;
/// The code of an unknown value with refinements.
const REFINED: i8 = 12;

const NULLNESS: u64 = 1;
const PREFIX: u64 = 2;
const NUMBER_MIN: u64 = 3;
const NUMBER_MAX: u64 = 4;
const LENGTH_MIN: u64 = 5;
const LENGTH_MAX: u64 = 6;

/// Maximum length of a written prefix, in bytes; readers may refuse much longer ones.
const MAX_PREFIX_BYTES: usize = 256;
/// Maximum length of refinements to read, in bytes, as in the reference.
const MAX_REFINEMENT_BYTES: usize = 1024;

/// Writes an unknown value.
pub(super) fn write(value: &Value, writer: &mut Writer) -> Result<(), WireError> {
    let mut payload = Writer::default();
    let pairs = write_refinements(value, &mut payload)?;
    if pairs == 0 {
        return writer.extension(UNREFINED, &[0]);
    }
    let mut map = Writer::default();
    map.map(pairs)?;
    map.raw(&payload.into_bytes());
    writer.extension(REFINED, &map.into_bytes())
}

/// Writes the keys and values of the refinements, and returns their number.
fn write_refinements(value: &Value, payload: &mut Writer) -> Result<usize, WireError> {
    let Some(refinement) = value.refinement() else {
        return Ok(0);
    };
    let mut pairs = 0;
    if refinement.is_not_null() {
        payload.unsigned(NULLNESS);
        payload.bool(false);
        pairs += 1;
    }
    let prefix = shortened(refinement.prefix());
    if !prefix.is_empty() {
        payload.unsigned(PREFIX);
        payload.text(&prefix)?;
        pairs += 1;
    }
    for (key, bound) in [(NUMBER_MIN, refinement.lower()), (NUMBER_MAX, refinement.upper())] {
        if let Some(Bound { number, inclusive }) = bound {
            payload.unsigned(key);
            payload.array(2)?;
            number::write(number, payload)?;
            payload.bool(*inclusive);
            pairs += 1;
        }
    }
    if refinement.length_min() > 0 {
        payload.unsigned(LENGTH_MIN);
        payload.unsigned(refinement.length_min());
        pairs += 1;
    }
    if let Some(length) = refinement.length_max() {
        payload.unsigned(LENGTH_MAX);
        payload.unsigned(length);
        pairs += 1;
    }
    Ok(pairs)
}

/// Returns the prefix; a long one is cut where no following text can change it.
fn shortened(prefix: &str) -> String {
    if prefix.len() <= MAX_PREFIX_BYTES {
        return prefix.to_owned();
    }
    let cut = &prefix[..prefix.floor_char_boundary(MAX_PREFIX_BYTES - 1)];
    let refined = Value::unknown(Type::STRING).refine().string_prefix(cut);
    let refined = refined.map(Refiner::build);
    match refined.as_ref().map(Value::refinement) {
        Ok(Some(refinement)) => refinement.prefix().to_owned(),
        _ => String::new(),
    }
}

/// Returns the unknown value of a type for an extension; the payload ends before the byte `end`.
pub(super) fn read(code: i8, payload: &[u8], ty: &Type, end: usize) -> Result<Value, WireError> {
    let start = end - payload.len();
    // Any other code is an unknown value too; ignoring its refinements is always safe.
    if code != REFINED || payload.len() <= 1 {
        return Ok(Value::unknown(ty.clone()));
    }
    if payload.len() > MAX_REFINEMENT_BYTES {
        return Err(wrong(start, "it has more than 1024 bytes"));
    }
    read_refinements(payload, ty).map_err(|error| error.moved(start))
}

fn wrong(offset: usize, problem: &'static str) -> WireError {
    WireError::at(offset, WireErrorKind::Refinement(problem))
}

/// Offsets of errors are relative to the payload. Bytes after the map are reserved for future versions.
fn read_refinements(payload: &[u8], ty: &Type) -> Result<Value, WireError> {
    let mut reader = Reader::new(payload);
    let Item::Map(pairs) = reader.item()? else {
        return Err(wrong(0, "a map is required"));
    };
    let unknown = Value::unknown(ty.clone());
    if ty.is_dynamic() {
        return Ok(unknown);
    }
    let mut refiner = unknown.refine();
    let mut seen = 0_u64;
    let mut is_null = false;
    for _ in 0..pairs {
        let start = reader.offset();
        let key = match reader.item()? {
            Item::Uint(key) => key,
            Item::Int(key) => u64::try_from(key).unwrap_or(u64::MAX),
            _ => return Err(wrong(start, "its keys must be integers")),
        };
        if !(NULLNESS..=LENGTH_MAX).contains(&key) {
            reader.skip()?;
            continue;
        }
        if seen & 1 << key != 0 {
            return Err(wrong(start, "duplicate key"));
        }
        seen |= 1 << key;
        let at = reader.offset();
        if key == NULLNESS {
            match reader.item()? {
                Item::Bool(true) => is_null = true,
                Item::Bool(false) => refiner = refiner.not_null().map_err(|error| refused(start, &error))?,
                _ => return Err(wrong(at, "key 1 must say by a bool whether the value is null")),
            }
            continue;
        }
        let refined = match key {
            PREFIX => match reader.item()? {
                Item::Str(prefix) => refiner.string_prefix_full(text(prefix, at)?),
                _ => return Err(wrong(at, "key 2 must have a string as the prefix")),
            },
            NUMBER_MIN => {
                let (number, inclusive) = read_bound(&mut reader)?;
                refiner.number_lower_bound(number, inclusive)
            }
            NUMBER_MAX => {
                let (number, inclusive) = read_bound(&mut reader)?;
                refiner.number_upper_bound(number, inclusive)
            }
            LENGTH_MIN => refiner.length_lower_bound(read_length(&mut reader)?),
            _ => refiner.length_upper_bound(read_length(&mut reader)?),
        };
        refiner = refined.map_err(|error| refused(start, &error))?;
    }
    Ok(if is_null {
        Value::null(ty.clone())
    } else {
        refiner.build()
    })
}

fn refused(offset: usize, error: &RefinementError) -> WireError {
    let problem = match error {
        RefinementError::WrongType(_) => "values of this type have no such refinement",
        _ => "no value meets all of it",
    };
    wrong(offset, problem)
}

fn read_bound(reader: &mut Reader<'_>) -> Result<(Number, bool), WireError> {
    const SHAPE: &str = "keys 3 and 4 must have an array of a number and a bool";
    let start = reader.offset();
    if reader.item()? != Item::Array(2) {
        return Err(wrong(start, SHAPE));
    }
    let at = reader.offset();
    let item = reader.item()?;
    let number = number::read(item, at)?;
    match reader.item()? {
        Item::Bool(inclusive) => Ok((number, inclusive)),
        _ => Err(wrong(start, SHAPE)),
    }
}

fn read_length(reader: &mut Reader<'_>) -> Result<u64, WireError> {
    let start = reader.offset();
    match reader.item()? {
        Item::Uint(length) => Ok(length),
        Item::Int(length) if length >= 0 => Ok(length.unsigned_abs()),
        _ => Err(wrong(
            start,
            "keys 5 and 6 must have a whole number that is not negative",
        )),
    }
}
