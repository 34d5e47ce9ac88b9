//! What editing and formatting share: lines, sorting, and replacing parts of a source.

mod lines;
mod sort;

pub(crate) use lines::{Line, Lines};
pub(crate) use sort::{Moved, all_bodies, reordered, sorted_attributes, sorted_blocks};

use crate::tree::TextRange;

/// A range with the text that takes its place.
pub(crate) type Splice = (TextRange, String);

/// Replaces some ranges of a source, which must not overlap and may come in any order.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::spliced;
/// use hcl2_native::tree::TextRange;
///
/// let splices = vec![(TextRange::new(4, 5), "22"), (TextRange::new(0, 1), "x")];
/// assert_eq!(spliced(b"a = 1", splices), b"x = 22");
/// ```
#[must_use]
pub fn spliced<T: AsRef<[u8]>>(text: &[u8], mut splices: Vec<(TextRange, T)>) -> Vec<u8> {
    splices.sort_by_key(|(range, _)| *range);
    let mut changed = Vec::with_capacity(text.len());
    let mut from = 0;
    for (range, replacement) in splices {
        changed.extend_from_slice(text.get(from..range.start as usize).unwrap_or_default());
        changed.extend_from_slice(replacement.as_ref());
        from = range.end as usize;
    }
    changed.extend_from_slice(text.get(from..).unwrap_or_default());
    changed
}
