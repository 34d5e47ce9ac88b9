//! Messages of the wire format that only one side accepts.

use serde::de::IgnoredAny;
use serde_json::{Value as Json, json};

use super::message::{Decoded, Violation};
use crate::case::Case;
use crate::compare::{Difference, values_equal};
use crate::kinds::wire;
use crate::notation::write_typed;

/// Returns whether we reject the message, it violates the wire format, and its value is the expected one if violations
/// are ignored.
pub(super) fn accepted(violation: Violation, case: &Case, difference: &Difference) -> Option<bool> {
    difference.have.get("error")?;
    if let Some(text) = case.given["json"].as_str() {
        return Some(violation == Violation::TrailingBytes && goes_on(case, text, &difference.want)?);
    }
    let decoded = Decoded::read(case)?;
    Some(decoded.violations.contains(&violation) && same(&decoded.typed, &difference.want))
}

/// Returns whether the case expects an error, the message has no violation except an extension that the wire format
/// requires readers to accept, and our value is the correct one.
pub(super) fn refused(violation: Violation, case: &Case, difference: &Difference) -> Option<bool> {
    let decoded = Decoded::read(case)?;
    let only = decoded.violations.iter().all(|found| *found == violation) && !decoded.violations.is_empty();
    Some(difference.want == json!({ "error": true }) && only && same(&decoded.typed, &difference.have))
}

/// Returns whether JSON has more than one value, and the first value alone is read as the case expects.
fn goes_on(case: &Case, text: &str, want: &Json) -> Option<bool> {
    let is_value = |end: &usize| {
        let prefix = text.get(..*end);
        prefix.is_some_and(|prefix| serde_json::from_str::<IgnoredAny>(prefix).is_ok())
    };
    let end = (1..text.len()).rev().find(is_value)?;
    let mut given = case.given.clone();
    given["json"] = text.get(..end)?.into();
    let value = wire::decode(&given).ok()?.ok()?;
    Some(!text.get(end..)?.trim().is_empty() && same(&write_typed(&value), want))
}

fn same(one: &Json, other: &Json) -> bool {
    one["type"] == other["type"] && values_equal(&one["type"], &one["value"], &other["value"])
}
