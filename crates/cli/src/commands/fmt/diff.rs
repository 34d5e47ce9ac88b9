//! What formatting changes, as a unified diff.
//!
//! Formatting neither adds nor removes lines, so each line is compared with the one in its place.

use std::fmt::Write;
use std::ops::Range;

/// How many lines that stay are shown around those that change.
const CONTEXT: usize = 3;

/// The changes from `before` to `after`, which have the same number of lines, as `git` shows them; empty where there
/// are none.
pub(super) fn unified(name: &str, before: &str, after: &str) -> String {
    let lines: Vec<(&str, &str)> = before
        .split_inclusive('\n')
        .zip(after.split_inclusive('\n'))
        .collect();
    let mut text = String::new();
    for hunk in hunks(&lines) {
        if text.is_empty() {
            let name = name.trim_start_matches('/');
            let _ = write!(text, "--- a/{name}\n+++ b/{name}\n");
        }
        let (start, count) = (hunk.start + 1, hunk.len());
        let _ = writeln!(text, "@@ -{start},{count} +{start},{count} @@");
        for run in lines[hunk].chunk_by(|one, next| (one.0 == one.1) == (next.0 == next.1)) {
            if run[0].0 == run[0].1 {
                run.iter().for_each(|(line, _)| push(&mut text, ' ', line));
            } else {
                run.iter().for_each(|(line, _)| push(&mut text, '-', line));
                run.iter().for_each(|(_, line)| push(&mut text, '+', line));
            }
        }
    }
    text
}

/// The lines to show: those that differ, with the lines around them.
fn hunks(lines: &[(&str, &str)]) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for (index, (before, after)) in lines.iter().enumerate() {
        if before == after {
            continue;
        }
        let start = index.saturating_sub(CONTEXT);
        let end = (index + 1 + CONTEXT).min(lines.len());
        match hunks.last_mut() {
            Some(last) if start <= last.end => last.end = end,
            _ => hunks.push(start..end),
        }
    }
    hunks
}

fn push(text: &mut String, sign: char, line: &str) {
    text.push(sign);
    text.push_str(line);
    if !line.ends_with('\n') {
        text.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_shown_around_what_changes_only() {
        let before = "1\n2\n3\n4\nA\nB\n7\n8\n9\n0\n1\n2\n3\n4\nC";
        let after = "1\n2\n3\n4\na\nb\n7\n8\n9\n0\n1\n2\n3\n4\nc";
        assert_eq!(
            unified("/x/a.hcl", before, after),
            "--- a/x/a.hcl\n+++ b/x/a.hcl\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n-A\n-B\n+a\n+b\n 7\n 8\n 9\n@@ -12,4 +12,4 @@\n 2\n \
             3\n 4\n-C\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("a.hcl", before, before), "");
    }

    #[test]
    fn changes_near_each_other_are_shown_together() {
        let text = unified("a", "A\n2\n3\n4\n5\n6\n7\nB\n", "a\n2\n3\n4\n5\n6\n7\nb\n");
        assert_eq!(
            text,
            "--- a/a\n+++ b/a\n@@ -1,8 +1,8 @@\n-A\n+a\n 2\n 3\n 4\n 5\n 6\n 7\n-B\n+b\n"
        );
    }
}
