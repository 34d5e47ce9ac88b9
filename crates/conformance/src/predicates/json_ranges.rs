//! Ranges in JSON strings with escapes, as computed by the reference.

use serde_json::{Value as Json, json};
use unicode_segmentation::UnicodeSegmentation;

use crate::case::Case;
use crate::compare::Difference;

/// Returns whether only ranges of diagnostics differ, all of them in JSON strings, and the case has the range that the
/// reference computes: it counts from the opening quote as if the decoded string were the source.
pub(super) fn after_escape(case: &Case, difference: &Difference) -> Option<bool> {
    let source = json_source(case)?;
    let strings = strings(source);
    differ_only_in_ranges(difference, |range| reference_range(source, &strings, range))
}

/// Returns whether only ranges of diagnostics differ, all of them of escapes that JSON does not define, and the case has
/// the character after the escape.
pub(super) fn invalid_escape(case: &Case, difference: &Difference) -> Option<bool> {
    let source = json_source(case)?;
    differ_only_in_ranges(difference, |range| behind_invalid_escape(source, range))
}

fn json_source(case: &Case) -> Option<&str> {
    let is_json = case.kind == "json_expr" || case.given["syntax"] == "json";
    case.given["src"].as_str().filter(|_| is_json)
}

/// Returns whether two lists of diagnostics are equal except for ranges, and each range of the case that differs is
/// what the reference computes from ours.
fn differ_only_in_ranges(difference: &Difference, reference: impl Fn(&Json) -> Option<Json>) -> Option<bool> {
    let (have, want) = (difference.have.as_array()?, difference.want.as_array()?);
    if have.len() != want.len() || have.is_empty() {
        return None;
    }
    let explained = |have: &Json, want: &Json| {
        let same_kind = have["severity"].is_string() && have["severity"] == want["severity"];
        let same_file = have["in"] == want["in"] && have["in"] != "spec";
        let (have, want) = (&have["range"], &want["range"]);
        same_kind && same_file && (have == want || reference(have).is_some_and(|range| range == *want))
    };
    Some(have.iter().zip(want).all(|(have, want)| explained(have, want)))
}

/// Returns the range of the ASCII character after the invalid escape that a range covers.
fn behind_invalid_escape(source: &str, range: &Json) -> Option<Json> {
    let at = |index: usize| range[index].as_u64();
    let (line, column, byte) = (at(3)?, at(4)?, at(5)?);
    let end = usize::try_from(byte).ok()?;
    let escape = source.get(usize::try_from(at(2)?).ok()?..end)?;
    let is_invalid = escape.len() == 2 && escape.starts_with('\\') && decode(escape).is_none();
    let is_ascii = source.as_bytes().get(end)?.is_ascii_graphic();
    (is_invalid && is_ascii).then(|| json!([line, column, byte, line, column + 1, byte + 1]))
}

/// Returns the range that the reference reports for a range in one string of a source.
fn reference_range(source: &str, strings: &[JsonString], range: &Json) -> Option<Json> {
    let at = |index: usize| usize::try_from(range[index].as_u64()?).ok();
    let (start, end) = (at(2)?, at(5)?);
    let string = strings
        .iter()
        .find(|string| string.start < start && end <= string.end)?;
    let both = |position: &dyn Fn(usize) -> Option<[usize; 3]>| {
        Some(json!([position(start)?, position(end)?].concat()))
    };
    let is_ours = both(&|offset| source_position(source, offset))? == *range;
    let theirs = both(&|offset| string.reference_position(source, offset))?;
    is_ours.then_some(theirs)
}

/// The contents of a JSON string; offsets in bytes, without the quotes.
struct JsonString {
    start: usize,
    end: usize,
}

impl JsonString {
    /// Returns the line, column and byte that the reference computes for an offset in the source.
    fn reference_position(&self, source: &str, offset: usize) -> Option<[usize; 3]> {
        let decoded = decode(source.get(self.start..offset)?)?;
        let whole = decode(source.get(self.start..self.end)?)?;
        let [mut line, mut column, _] = source_position(source, self.start)?;
        for (at, cluster) in whole.grapheme_indices(true) {
            if at >= decoded.len() {
                break;
            }
            if cluster.ends_with('\n') {
                line += 1;
                column = 1;
            } else {
                column += 1;
            }
        }
        Some([line, column, self.start + decoded.len()])
    }
}

/// Returns the line, column and byte of an offset in a source.
fn source_position(source: &str, offset: usize) -> Option<[usize; 3]> {
    let before = source.get(..offset)?;
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[line_start..].graphemes(true).count() + 1;
    Some([before.matches('\n').count() + 1, column, offset])
}

/// Decodes the contents of a JSON string or a part of it that does not end within an escape.
fn decode(contents: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{contents}\"")).ok()
}

/// Returns the strings of a JSON source.
fn strings(source: &str) -> Vec<JsonString> {
    let bytes = source.as_bytes();
    let mut strings = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            let start = at + 1;
            at = start;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            strings.push(JsonString {
                start,
                end: at.min(bytes.len()),
            });
        }
        at += 1;
    }
    strings
}
