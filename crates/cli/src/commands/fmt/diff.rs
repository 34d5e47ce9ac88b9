//! What formatting changes, as a unified diff.

use hcl2_ide::{LineChange, line_changes};

use crate::output::Page;

/// How many lines that stay are shown around those that change.
const CONTEXT: usize = 3;

/// Appends a unified diff from `before` to `after` like that of `git`, or nothing if they are equal.
pub(in crate::commands) fn unified(page: &mut Page, name: &str, before: &str, after: &str) {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        before.split_inclusive('\n').collect(),
        after.split_inclusive('\n').collect(),
    );
    let mut out = Writer { page };
    let changes = line_changes(before, after);
    if !changes.is_empty() {
        let name = name.trim_start_matches('/');
        out.line("1", &format!("--- a/{name}"));
        out.line("1", &format!("+++ b/{name}"));
    }
    // Changes with few lines between them share a hunk.
    for hunk in changes.chunk_by(|one, next| next.before.start - one.before.end <= 2 * CONTEXT) {
        out.hunk(hunk, &old, &new);
    }
}

struct Writer<'p> {
    page: &'p mut Page,
}

impl Writer<'_> {
    /// Appends a line in the colour `code`, if there is one.
    fn line(&mut self, code: &str, line: &str) {
        let line = line.strip_suffix('\n').unwrap_or(line);
        if code.is_empty() {
            self.page.push(line);
        } else {
            self.page.paint(code, line);
        }
        self.page.push("\n");
    }

    /// Appends lines with their sign.
    fn lines(&mut self, code: &str, sign: char, lines: &[&str]) {
        for line in lines {
            self.line(code, &format!("{sign}{line}"));
            if !line.ends_with('\n') {
                self.page.push("\\ No newline at end of file\n");
            }
        }
    }

    fn hunk(&mut self, changes: &[LineChange], old: &[&str], new: &[&str]) {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
            return;
        };
        let before = CONTEXT.min(first.before.start);
        let after = CONTEXT.min(old.len() - last.before.end);
        let range = |start: usize, end: usize| match end - start {
            // An empty range names the line before it.
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            count => format!("{},{count}", start + 1),
        };
        let header = format!(
            "@@ -{} +{} @@",
            range(first.before.start - before, last.before.end + after),
            range(first.after.start - before, last.after.end + after)
        );
        self.line("36", &header);
        let mut at = first.before.start - before;
        for change in changes {
            self.lines("", ' ', &old[at..change.before.start]);
            self.lines("31", '-', &old[change.before.clone()]);
            self.lines("32", '+', &new[change.after.clone()]);
            at = change.before.end;
        }
        self.lines("", ' ', &old[at..at + after]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, before: &str, after: &str, coloured: bool) -> String {
        let mut page = Page::with_colours(coloured);
        unified(&mut page, name, before, after);
        page.text().to_owned()
    }

    #[test]
    fn what_stays_is_shown_around_what_changes_only() {
        let before = "1\n2\n3\n4\nA\nB\n7\n8\n9\n0\n1\n2\n3\n4\nC";
        let after = "1\n2\n3\n4\na\n7\n8\n9\n0\n1\n2\n3\n4\nc";
        assert_eq!(
            shown("/x/a.hcl", before, after, false),
            "--- a/x/a.hcl\n+++ b/x/a.hcl\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-A\n-B\n+a\n 7\n 8\n 9\n@@ -12,4 +11,4 @@\n 2\n \
             3\n 4\n-C\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        );
        assert_eq!(shown("a.hcl", before, before, false), "");
    }

    #[test]
    fn colours_tell_what_goes_from_what_comes() {
        assert_eq!(
            shown("a", "A\n2\n", "a\n2\n", true),
            "\u{1b}[1m--- a/a\u{1b}[0m\n\u{1b}[1m+++ b/a\u{1b}[0m\n\u{1b}[36m@@ -1,2 +1,2 @@\u{1b}[0m\n\u{1b}[31m-A\u{1b}[0m\n\
             \u{1b}[32m+a\u{1b}[0m\n 2\n"
        );
    }
}
