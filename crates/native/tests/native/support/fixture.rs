//! Fixtures: sources with their problems marked under the lines.
//!
//! A file holds cases. Each starts with `=== ` and what the source is parsed as. A line of the source follows `| `, or
//! `: ` if it does not end with a line feed. Control characters and spaces at the end of a line are written as their
//! Unicode pictures, and a byte that is not UTF-8 as U+FFFD. The indented lines mark what is reported for the line above
//! them:
//!
//! - `^^^` the range of a problem, with its code and what its detail quotes;
//! - `---` the range of a label;
//! - `~~~` the range that a suggestion replaces, and by what.
//!
//! An empty range is marked by `.`. A range that continues on further lines ends with `to`, a line and a column. Where a
//! source has several problems, their order follows in parentheses from the second one on.

use std::fmt::Write as _;
use std::path::PathBuf;

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_native::{TraversalKind, parse_expression, parse_file, parse_template, parse_traversal};

use crate::support::source;

/// Compares every fixture in `tests/data/<folder>` with what the parser reports. If the environment variable
/// `UPDATE_FIXTURES` is set, rewrites the fixtures instead.
#[track_caller]
pub(crate) fn check(folder: &str) {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", folder]
        .iter()
        .collect();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder of fixtures")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    paths.sort();
    let mut different = Vec::new();
    for path in paths {
        let expected = std::fs::read_to_string(&path).expect("a fixture");
        let found = marked(&expected);
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            std::fs::write(&path, found).expect("a fixture can be written");
        } else {
            different.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Returns the cases of a fixture with the problems found.
fn marked(fixture: &str) -> String {
    let mut out = String::new();
    let mut lines = fixture.lines().peekable();
    while let Some(line) = lines.next() {
        let kind = line.strip_prefix("=== ").expect("a line with the kind of source");
        let mut bytes = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("=== ")) {
            read(line, &mut bytes);
        }
        let _ = writeln!(out, "{line}");
        write_marked(&mut out, &bytes, &problems(kind, &bytes));
    }
    out
}

/// Appends the source in a line of a case, if there is any.
fn read(line: &str, source: &mut Vec<u8>) {
    let text = match line.get(..1) {
        Some("|" | ":") => line.get(2..).unwrap_or(""),
        _ => return,
    };
    for character in text.chars() {
        match character {
            '\u{2400}'..='\u{2420}' => source.push((u32::from(character) - 0x2400) as u8),
            '\u{fffd}' => source.push(0xff),
            _ => source.extend(character.to_string().bytes()),
        }
    }
    if line.starts_with('|') {
        source.push(b'\n');
    }
}

/// Parses a source of this kind, and returns its problems.
fn problems(kind: &str, bytes: &[u8]) -> Diagnostics {
    let source = source(bytes);
    let Outcome { diagnostics, .. } = match kind {
        "file" => parse_file(&source),
        "expression" => parse_expression(&source),
        "template" => parse_template(&source),
        "traversal" => parse_traversal(&source, TraversalKind::Absolute),
        _ => panic!("no kind of source: {kind}"),
    };
    diagnostics
}

/// A range to mark, with its sign and the words after it.
struct Mark {
    span: Span,
    sign: char,
    words: String,
}

/// Returns the marks of all problems, in their order.
fn marks(problems: &Diagnostics) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let order = if index == 0 {
            String::new()
        } else {
            format!(" ({})", index + 1)
        };
        let id = problem.code.id();
        let mut words = format!(" {}", id.strip_prefix("hcl2::").unwrap_or(id));
        for quoted in problem.detail.split('`').skip(1).step_by(2) {
            let _ = write!(words, " `{quoted}`");
        }
        marks.push(Mark {
            span: problem.subject.expect("every problem of a source has a range"),
            sign: '^',
            words: words + &order,
        });
        marks.extend(problem.labels.iter().map(|label| Mark {
            span: label.span,
            sign: '-',
            words: order.clone(),
        }));
        marks.extend(problem.suggestions.iter().map(|change| Mark {
            span: change.span,
            sign: '~',
            words: format!(" {:?}{order}", change.replacement),
        }));
    }
    marks
}

/// Writes a source with the marks under its lines.
fn write_marked(out: &mut String, source: &[u8], problems: &Diagnostics) {
    let marks = marks(problems);
    let mut start = 0;
    let lines = source.split_inclusive(|byte| *byte == b'\n').chain([&b""[..]]);
    for line in lines {
        let end = start + line.len();
        let is_last = end == source.len() && !line.ends_with(b"\n");
        let here: Vec<&Mark> = marks
            .iter()
            .filter(|mark| {
                let at = mark.span.start as usize;
                (start..end).contains(&at) || is_last && at == end && (start < end || line.is_empty())
            })
            .collect();
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let is_repeated = line.is_empty() && !source.is_empty() && !source.ends_with(b"\n");
        if is_repeated || line.is_empty() && here.is_empty() && !source.is_empty() {
            break;
        }
        let gutter = if line.ends_with(b"\n") { '|' } else { ':' };
        let text = shown(text);
        let content = text.trim_end_matches(' ');
        let spaces = "\u{2420}".repeat(text.len() - content.len());
        let separator = if text.is_empty() { "" } else { " " };
        let _ = writeln!(out, "{gutter}{separator}{content}{spaces}");
        for mark in here {
            write_mark(out, mark, source, start, end);
        }
        start = end;
    }
}

/// Writes the mark of a range that starts in the line from `start` to `end`.
fn write_mark(out: &mut String, mark: &Mark, source: &[u8], start: usize, end: usize) {
    let (from, to) = (mark.span.start as usize, mark.span.end as usize);
    let before = shown(&source[start..from]).chars().count();
    let width = shown(&source[from..to.min(end)]).chars().count();
    let sign = if width == 0 {
        ".".to_owned()
    } else {
        mark.sign.to_string().repeat(width)
    };
    let kind = if width == 0 && mark.sign != '^' {
        mark.sign.to_string()
    } else {
        String::new()
    };
    let rest = if to > end {
        let line_start = source[..to]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let lines = source[..to].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!(
            " to {lines}:{}",
            shown(&source[line_start..to]).chars().count() + 1
        )
    } else {
        String::new()
    };
    let _ = writeln!(out, "  {}{sign}{kind}{rest}{}", " ".repeat(before), mark.words);
}

/// Returns bytes as a fixture shows them.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|character| match character {
            '\0'..='\u{1f}' => char::from_u32(u32::from(character) + 0x2400).unwrap_or(character),
            _ => character,
        })
        .collect()
}
