//! The lines that a rewritten text does not share with the original.

use std::ops::Range;

/// How many lines ahead the next common line is looked for, in both together.
const MAX_AHEAD: usize = 32;

/// Lines of an original and the lines that replace them, as indices from 0. Either range may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The lines of the original.
    pub before: Range<usize>,
    /// The lines that replace them.
    pub after: Range<usize>,
}

/// Returns the changes that turn the lines of `before` into those of `after`, in order and not adjacent.
///
/// Both are meant to be the same source in different layouts: a line is recognized by its characters other than spaces.
/// The time is linear in the number of lines, so the changes are not always the smallest possible.
///
/// # Examples
///
/// ```
/// use hcl2_ide::{LineChange, line_changes};
///
/// let changes = line_changes("a {\nb=1\n\n\n}\n", "a {\n  b = 1\n}\n");
/// assert_eq!(changes, [LineChange { before: 1..4, after: 1..2 }]);
/// ```
#[must_use]
pub fn line_changes(before: &str, after: &str) -> Vec<LineChange> {
    let (old, new) = (lines(before), lines(after));
    let mut changes: Vec<LineChange> = Vec::new();
    let mut change = |before: Range<usize>, after: Range<usize>| match changes.last_mut() {
        _ if before.is_empty() && after.is_empty() => {}
        Some(last) if last.before.end == before.start && last.after.end == after.start => {
            (last.before.end, last.after.end) = (before.end, after.end);
        }
        _ => changes.push(LineChange { before, after }),
    };
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        if old[i].text == new[j].text {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (mut skipped, mut inserted) = (0, 0);
        if old[i].key != new[j].key {
            (skipped, inserted) = next_common(&old[i..], &new[j..]).unwrap_or((1, 1));
        }
        if (skipped, inserted) == (0, 0) {
            (skipped, inserted) = (1, 1);
        }
        change(i..i + skipped, j..j + inserted);
        (i, j) = (i + skipped, j + inserted);
    }
    change(i..old.len(), j..new.len());
    changes
}

/// A line with its ending, and its characters other than spaces.
struct Line<'t> {
    text: &'t str,
    key: String,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let lines = text.split_inclusive('\n').map(|text| Line {
        text,
        key: text
            .chars()
            .filter(|character| !character.is_ascii_whitespace())
            .collect(),
    });
    lines.collect()
}

/// Returns how many lines of each text to pass until both continue with the same line, which is not blank.
fn next_common(old: &[Line<'_>], new: &[Line<'_>]) -> Option<(usize, usize)> {
    let is_common = |skipped: usize, inserted: usize| {
        let pair = old.get(skipped).zip(new.get(inserted));
        pair.is_some_and(|(old, new)| !old.key.is_empty() && old.key == new.key)
    };
    (1..=MAX_AHEAD)
        .flat_map(|ahead| (0..=ahead).map(move |skipped| (skipped, ahead - skipped)))
        .find(|(skipped, inserted)| is_common(*skipped, *inserted))
}
