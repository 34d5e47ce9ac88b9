//! What both formats do before encoding a value and after decoding its parts.

use hcl2_json_text::scientific;
use hcl2_value::{InconsistentTypes, Number, Str, Type, Value};

use crate::{MAX_DEPTH, MAX_IMPLIED, WireError, WireErrorKind};

/// Returns the value converted to the constraint, ready to be written; refuses marked values.
pub(crate) fn conform(value: &Value, constraint: &Type) -> Result<Value, WireError> {
    if constraint.depth() > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    expect_unmarked(value)?;
    if value.ty().matches(constraint) {
        return Ok(value.clone());
    }
    value
        .convert(constraint)
        .map_err(|error| WireError::on(error.path, WireErrorKind::NotConvertible(error.reason)))
}

/// A number of at most this number of characters, with 512 bits, is what its text says.
const EXACT_LENGTH: usize = 150;

/// Returns the decimal text of a finite number, which reads back as an equal number.
///
/// That is the shortest text of a number that was parsed. The shortest text of a large double denotes another number, so
/// its digits are parsed first. The shortest text of some long powers of two denotes their neighbour, so they are written
/// with all their digits.
pub(crate) fn decimal_text(number: &Number) -> Result<String, WireError> {
    let too_many = |_| WireError::new(WireErrorKind::TooManyDigits);
    let is_parsed = number.precision() >= Number::parsed(0).precision();
    let parsed = if number.is_integer() && !number.is_zero() && !is_parsed {
        let digits = number
            .to_magnitude_radix(10, Number::MAX_DIGITS)
            .map_err(too_many)?;
        let magnitude = digits.and_then(|digits| Number::parse(&digits).ok());
        magnitude.map(|magnitude| {
            if number.is_negative() {
                magnitude.neg()
            } else {
                magnitude
            }
        })
    } else {
        None
    };
    let number = parsed.as_ref().unwrap_or(number);
    let text = number.to_string_limited(Number::MAX_DIGITS).map_err(too_many)?;
    if text.len() <= EXACT_LENGTH || Number::parse(&text).is_ok_and(|read| read == *number) {
        return Ok(text);
    }
    let (digits, point) = number.to_exact_digits(Number::MAX_DIGITS).map_err(too_many)?;
    let sign = if number.is_negative() { "-" } else { "" };
    Ok(format!("{sign}{}", scientific(&digits, point)))
}

/// Refuses an encoding of this length.
pub(crate) fn expect_within(bytes: usize, max_bytes: usize) -> Result<(), WireError> {
    if bytes > max_bytes {
        return Err(WireError::new(WireErrorKind::TooLong));
    }
    Ok(())
}

/// Refuses a marked value, with the paths of all its marks.
pub(crate) fn expect_unmarked(value: &Value) -> Result<(), WireError> {
    if !value.contains_marked() {
        return Ok(());
    }
    let (_, marks) = value.unmark_deep_with_paths();
    let paths = marks.into_iter().map(|(path, _)| path).collect();
    Err(WireError::new(WireErrorKind::Marked(paths)))
}

/// Makes a collection of elements that were decoded by the type `element`, which may have dynamic parts and optional
/// attributes, unlike the elements.
pub(crate) fn collection<T>(
    element: &Type,
    mut items: Vec<T>,
    value_of: impl Fn(&mut T) -> &mut Value,
    make: impl Fn(Type, Vec<T>) -> Result<Value, InconsistentTypes>,
) -> Result<Value, InconsistentTypes> {
    let is_open = |ty: &Type| ty.has_dynamic() || ty.has_optional_attributes();
    if !is_open(element) {
        return make(element.clone(), items);
    }
    let settled = items
        .iter_mut()
        .map(|item| value_of(item).ty())
        .find(|ty| !is_open(ty))
        .cloned();
    let settled = settled.unwrap_or_else(|| {
        let first = items.first_mut().map(|item| value_of(item).ty());
        first.unwrap_or(element).without_optional_attributes()
    });
    // Nulls and unknown values take the type of the others.
    for value in items.iter_mut().map(value_of) {
        let open = is_open(value.ty()) && settled.matches(&value.ty().without_optional_attributes());
        if open && value.is_null() {
            *value = Value::null(settled.clone());
        } else if open && !value.is_known() && value.refinement().is_none() {
            *value = Value::unknown(settled.clone());
        } else if open
            && !value.is_known()
            && let Ok(refined) = value.convert(&settled)
        {
            *value = refined;
        }
    }
    make(settled, items)
}

/// Returns the position of a field whose key repeats an earlier one, if there is one.
pub(crate) fn duplicate<T>(fields: &[(Str, T)]) -> Option<usize> {
    if fields.is_sorted_by(|a, b| a.0 < b.0) {
        return None;
    }
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by(|a, b| fields[*a].0.cmp(&fields[*b].0));
    let pair = order
        .windows(2)
        .find(|pair| fields[pair[0]].0 == fields[pair[1]].0)?;
    Some(pair[1])
}

/// Counts the parts that a message implies without spelling them out.
#[derive(Default)]
pub(crate) struct Implied(usize);

impl Implied {
    /// Adds parts that are implied at a byte offset.
    pub(crate) fn add(&mut self, parts: usize, offset: usize) -> Result<(), WireError> {
        self.0 = self.0.saturating_add(parts);
        if self.0 > MAX_IMPLIED {
            return Err(WireError::at(offset, WireErrorKind::TooManyImplied));
        }
        Ok(())
    }
}
