//! What formatting changes, as a unified diff.

use std::fmt::Write;
use std::time::Duration;

use similar::{ChangeTag, TextDiff};

/// How many lines that stay are shown around those that change.
const CONTEXT: usize = 3;
/// How long to look for the smallest difference.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns a unified diff from `before` to `after` like that of `git`, or an empty string.
pub(super) fn unified(name: &str, before: &str, after: &str, coloured: bool) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    let paint = |code: &str, line: &str| {
        if coloured {
            format!("\u{1b}[{code}m{line}\u{1b}[0m")
        } else {
            line.to_owned()
        }
    };
    let mut text = String::new();
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        if text.is_empty() {
            let name = name.trim_start_matches('/');
            let _ = writeln!(text, "{}", paint("1", &format!("--- a/{name}")));
            let _ = writeln!(text, "{}", paint("1", &format!("+++ b/{name}")));
        }
        let _ = writeln!(text, "{}", paint("36", &hunk.header().to_string()));
        for change in hunk.iter_changes() {
            let line = change.value().trim_end_matches('\n');
            let line = match change.tag() {
                ChangeTag::Equal => format!(" {line}"),
                ChangeTag::Delete => paint("31", &format!("-{line}")),
                ChangeTag::Insert => paint("32", &format!("+{line}")),
            };
            text.push_str(&line);
            text.push('\n');
            if change.missing_newline() {
                text.push_str("\\ No newline at end of file\n");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_shown_around_what_changes_only() {
        let before = "1\n2\n3\n4\nA\nB\n7\n8\n9\n0\n1\n2\n3\n4\nC";
        let after = "1\n2\n3\n4\na\n7\n8\n9\n0\n1\n2\n3\n4\nc";
        assert_eq!(
            unified("/x/a.hcl", before, after, false),
            "--- a/x/a.hcl\n+++ b/x/a.hcl\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-A\n-B\n+a\n 7\n 8\n 9\n@@ -12,4 +11,4 @@\n 2\n \
             3\n 4\n-C\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("a.hcl", before, before, false), "");
    }

    #[test]
    fn colours_tell_what_goes_from_what_comes() {
        assert_eq!(
            unified("a", "A\n2\n", "a\n2\n", true),
            "\u{1b}[1m--- a/a\u{1b}[0m\n\u{1b}[1m+++ b/a\u{1b}[0m\n\u{1b}[36m@@ -1,2 +1,2 @@\u{1b}[0m\n\u{1b}[31m-A\u{1b}[0m\n\
             \u{1b}[32m+a\u{1b}[0m\n 2\n"
        );
    }
}
