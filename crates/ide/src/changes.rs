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

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &str, after: &str) -> Vec<[usize; 4]> {
        let changes = line_changes(before, after).into_iter();
        changes
            .map(|change| {
                [
                    change.before.start,
                    change.before.end,
                    change.after.start,
                    change.after.end,
                ]
            })
            .collect()
    }

    #[test]
    fn changes_are_the_lines_that_differ() {
        assert_eq!(changed("", ""), Vec::<[usize; 4]>::new());
        assert_eq!(changed("a\nb\n", "a\nb\n"), Vec::<[usize; 4]>::new());
        assert_eq!(changed("", "a\n"), [[0, 0, 0, 1]]);
        assert_eq!(changed("a\n", ""), [[0, 1, 0, 0]]);
        assert_eq!(changed("a", "a\n"), [[0, 1, 0, 1]]);
        assert_eq!(
            changed("a=1\nb\nc=1\n", "a = 1\nb\nc = 1\n"),
            [[0, 1, 0, 1], [2, 3, 2, 3]]
        );
        assert_eq!(changed("a\n\n\n\nb\n", "a\n\nb\n"), [[2, 4, 2, 2]]);
        assert_eq!(changed("a\nx\ny\nb\n", "a\nb\n"), [[1, 3, 1, 1]]);
        assert_eq!(changed("a\nb\n", "a\nx\ny\nb\n"), [[1, 1, 1, 3]]);
        assert_eq!(changed("{\"a\":1}", "{\n  \"a\": 1\n}\n"), [[0, 1, 0, 3]]);
    }

    #[test]
    fn the_changes_turn_one_text_into_the_other() {
        let texts = [
            "",
            "a\n",
            "a\nb",
            " a\n\n\nc\nb\n",
            "a\nc\n\nb\na\n",
            "x\ny\nz\n".repeat(40).as_str(),
        ]
        .map(str::to_owned);
        for before in &texts {
            for after in &texts {
                let (old, new): (Vec<&str>, Vec<&str>) = (
                    before.split_inclusive('\n').collect(),
                    after.split_inclusive('\n').collect(),
                );
                let mut found = String::new();
                let mut at = 0;
                for change in line_changes(before, after) {
                    found.push_str(&old[at..change.before.start].concat());
                    found.push_str(&new[change.after].concat());
                    at = change.before.end;
                }
                found.push_str(&old[at..].concat());
                assert_eq!(&found, after, "from {before:?}");
            }
        }
    }

    #[test]
    fn changes_are_found_in_linear_time() {
        let texts = |count: usize| {
            let line = |number: usize| format!("{{\nx{number}=1\n     y=2\n}}\n");
            let before: String = (0..count).map(line).collect();
            let unrelated: String = (0..count).map(|number| format!("{number}\n")).collect();
            (before.replace('=', " = "), before, unrelated)
        };
        hcl2_testing::assert_linear("changed lines", 400, texts, |(after, before, unrelated)| {
            (line_changes(&before, &after), line_changes(&before, &unrelated))
        });
    }
}
