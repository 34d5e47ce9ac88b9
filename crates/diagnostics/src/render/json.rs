//! Diagnostics as JSON.

use serde::{Serialize, Serializer};

use super::excerpt::{clip, line_range};
use super::safe;
use crate::{Diagnostic, Severity, SourceMap, Span};

#[derive(Serialize)]
struct Entry<'a> {
    severity: &'static str,
    code: &'static str,
    summary: &'a str,
    detail: &'a str,
    subject: Option<Range<'a>>,
    context: Option<Range<'a>>,
    labels: Vec<LabelEntry<'a>>,
    suggestions: Vec<SuggestionEntry<'a>>,
    facts: Vec<FactEntry<'a>>,
}

#[derive(Serialize)]
struct LabelEntry<'a> {
    text: &'a str,
    range: Option<Range<'a>>,
}

#[derive(Serialize)]
struct SuggestionEntry<'a> {
    text: &'a str,
    replacement: &'a str,
    range: Option<Range<'a>>,
}

#[derive(Serialize)]
struct FactEntry<'a> {
    traversal: &'a str,
    statement: &'a str,
}

#[derive(Serialize)]
struct HcldecDocument<'a> {
    diagnostics: Vec<HcldecEntry<'a>>,
}

#[derive(Serialize)]
struct HcldecEntry<'a> {
    severity: &'static str,
    summary: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Range<'a>>,
}

#[derive(Serialize)]
struct TerraformDocument<I: Serialize> {
    format_version: &'static str,
    valid: bool,
    error_count: usize,
    warning_count: usize,
    diagnostics: I,
}

#[derive(Serialize)]
struct TerraformEntry<'a> {
    severity: &'static str,
    summary: &'a str,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Snippet<'a>>,
}

#[derive(Serialize)]
struct Snippet<'a> {
    context: Option<String>,
    code: String,
    start_line: u32,
    highlight_start_offset: usize,
    highlight_end_offset: usize,
    values: Vec<FactEntry<'a>>,
}

#[derive(Serialize)]
struct Range<'a> {
    filename: &'a str,
    start: Point,
    end: Point,
}

#[derive(Serialize)]
struct Point {
    line: u32,
    column: u32,
    byte: u32,
}

/// Renders the diagnostics as an indented JSON array of objects and a line feed.
///
/// Every object has the keys `severity` (`"error"` or `"warning"`), `code`, `summary`, `detail`, `subject`,
/// `context`, `labels` (with `text` and `range`), `suggestions` (with `text`, `replacement` and `range`) and `facts` (with
/// `traversal` and `statement`). A range has a `filename`, a `start` and an exclusive `end`. These have `line` and `column`, from 1, and `byte`, from 0;
/// columns count grapheme clusters. An unknown range is null.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, render, Diagnostic, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "a = b\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_subject(source.span_of(4, 5));
/// let json = render::json(&[diagnostic], &sources);
/// assert!(json.contains(r#""code": "hcl2::expr::unknown-variable""#));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn json(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    to_text(&Entries {
        diagnostics,
        entry: |diagnostic| entry(diagnostic, sources),
    })
}

/// Writes what [`json`] returns, one diagnostic at a time.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_json<'a>(
    out: &mut impl std::io::Write,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    sources: &SourceMap,
) -> std::io::Result<()> {
    let entries = Entries {
        diagnostics,
        entry: |diagnostic| entry(diagnostic, sources),
    };
    safe::write(out, &entries)
}

/// The entries of diagnostics, created one by one.
struct Entries<I, F> {
    diagnostics: I,
    entry: F,
}

impl<'d, I, F, E> Serialize for Entries<I, F>
where
    I: IntoIterator<Item = &'d Diagnostic> + Clone,
    F: Fn(&'d Diagnostic) -> E,
    E: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.diagnostics.clone().into_iter().map(&self.entry))
    }
}

/// Renders the diagnostics as `hcldec --diags=json` does: as an indented object with the key `diagnostics`, and a line
/// feed. The result for an empty list is empty.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{render, SourceMap};
///
/// assert_eq!(render::hcldec_json(&[], &SourceMap::new()), "");
/// ```
#[must_use]
pub fn hcldec_json(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let document = HcldecDocument {
        diagnostics: diagnostics
            .iter()
            .map(|diagnostic| HcldecEntry {
                severity: severity(diagnostic.severity),
                summary: &diagnostic.summary,
                detail: &diagnostic.detail,
                subject: diagnostic.subject.and_then(|span| range(span, sources)),
            })
            .collect(),
    };
    // Go's encoder escapes these characters for the sake of HTML and JavaScript. They occur only in strings, so the
    // whole output can be changed.
    to_text(&document)
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Renders the diagnostics as `terraform validate -json` does: as an indented object with the keys `format_version`, `valid`,
/// `error_count`, `warning_count` and `diagnostics`, and a line feed.
///
/// A diagnostic has a `range` and a `snippet`: the lines of its subject, and where the subject is in them, in bytes from 0.
/// Of a long line, it has the part around the start of the subject. The `context` of a snippet is always empty; its `values` are the facts of the diagnostic.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{render, SourceMap};
///
/// let json = render::terraform_json(&[], &SourceMap::new());
/// assert!(json.contains(r#""valid": true"#));
/// ```
#[must_use]
pub fn terraform_json<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    sources: &SourceMap,
) -> String {
    to_text(&terraform_document(diagnostics, sources))
}

/// Writes what [`terraform_json`] returns, one diagnostic at a time.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_terraform_json<'a>(
    out: &mut impl std::io::Write,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    sources: &SourceMap,
) -> std::io::Result<()> {
    safe::write(out, &terraform_document(diagnostics, sources))
}

fn terraform_document<'d, 's>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic> + Clone,
    sources: &'s SourceMap,
) -> TerraformDocument<impl Serialize>
where
    'd: 's,
{
    let all = || diagnostics.clone().into_iter();
    let errors = all().filter(|problem| problem.is_error()).count();
    TerraformDocument {
        format_version: "1.0",
        valid: errors == 0,
        error_count: errors,
        warning_count: all().count() - errors,
        diagnostics: Entries {
            diagnostics,
            entry: move |diagnostic: &'d Diagnostic| terraform_entry(diagnostic, sources),
        },
    }
}

fn terraform_entry<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> TerraformEntry<'a> {
    TerraformEntry {
        severity: severity(diagnostic.severity),
        summary: &diagnostic.summary,
        detail: &diagnostic.detail,
        range: diagnostic.subject.and_then(|span| range(span, sources)),
        snippet: snippet(diagnostic, sources),
    }
}

/// The number of lines after the first one that a snippet has at most.
const MAX_MORE_LINES: u32 = 20;
/// The number of bytes that a snippet has of a line at most.
const MAX_LINE: usize = 1000;
/// The number of bytes before the subject that a snippet has of a longer line.
const MAX_BEFORE: usize = 200;

fn snippet<'d>(diagnostic: &'d Diagnostic, sources: &SourceMap) -> Option<Snippet<'d>> {
    let span = diagnostic.subject?;
    let source = sources.shown(span.source)?;
    let span = clip(source, span);
    let (first, last) = line_range(source, span);
    let mut code = String::new();
    let mut highlight = [0; 2];
    for line in first..=last.min(first + MAX_MORE_LINES) {
        let index = source.line_index();
        let (Some(bytes), Some(start)) = (index.line(source.bytes(), line), index.line_start(line)) else {
            break;
        };
        let place = |offset: u32| (offset.saturating_sub(start) as usize).min(bytes.len());
        let from = if bytes.len() > MAX_LINE && line == first {
            start_of_character(bytes, place(span.start).saturating_sub(MAX_BEFORE))
        } else {
            0
        };
        let to = start_of_character(bytes, bytes.len().min(from + MAX_LINE));
        if line > first {
            code.push('\n');
        }
        for (end, offset) in highlight.iter_mut().zip([span.start, span.end]) {
            if offset >= start {
                *end = code.len() + place(offset).min(to).saturating_sub(from);
            }
        }
        code += &String::from_utf8_lossy(&bytes[from..to]);
    }
    let [start, end] = highlight.map(|offset| offset.min(code.len()));
    Some(Snippet {
        context: None,
        code,
        start_line: first,
        highlight_start_offset: start,
        highlight_end_offset: end,
        values: facts(diagnostic),
    })
}

/// Returns the last offset up to `offset` that is not within a character.
fn start_of_character(bytes: &[u8], offset: usize) -> usize {
    let is_within = |offset: &usize| bytes.get(*offset).is_some_and(|byte| byte & 0xC0 == 0x80);
    // A character has at most four bytes; others are invalid.
    (offset.saturating_sub(3)..=offset)
        .rev()
        .find(|offset| !is_within(offset))
        .unwrap_or(offset)
}

fn entry<'s>(diagnostic: &'s Diagnostic, sources: &'s SourceMap) -> Entry<'s> {
    Entry {
        severity: severity(diagnostic.severity),
        code: diagnostic.code.id(),
        summary: &diagnostic.summary,
        detail: &diagnostic.detail,
        subject: diagnostic.subject.and_then(|span| range(span, sources)),
        context: diagnostic.context.and_then(|span| range(span, sources)),
        labels: diagnostic
            .labels
            .iter()
            .map(|label| LabelEntry {
                text: &label.text,
                range: range(label.span, sources),
            })
            .collect(),
        suggestions: diagnostic
            .suggestions
            .iter()
            .map(|suggestion| SuggestionEntry {
                text: &suggestion.text,
                replacement: &suggestion.replacement,
                range: range(suggestion.span, sources),
            })
            .collect(),
        facts: facts(diagnostic),
    }
}

fn facts(diagnostic: &Diagnostic) -> Vec<FactEntry<'_>> {
    let facts = diagnostic.facts.iter();
    facts
        .map(|fact| FactEntry {
            traversal: &fact.traversal,
            statement: &fact.statement,
        })
        .collect()
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn range(span: Span, sources: &SourceMap) -> Option<Range<'_>> {
    let source = sources.shown(span.source)?;
    let point = |offset| {
        let position = source.line_index().position(source.bytes(), offset);
        Point {
            line: position.line,
            column: position.column,
            byte: position.byte,
        }
    };
    Some(Range {
        filename: source.name(),
        start: point(span.start),
        end: point(span.end),
    })
}

fn to_text(document: &impl Serialize) -> String {
    let mut text = Vec::new();
    safe::write(&mut text, document)
        .expect("structs of strings and integers have a JSON form, and a string takes any text");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}
