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
struct TerraformDocument<'a> {
    format_version: &'static str,
    valid: bool,
    error_count: usize,
    warning_count: usize,
    diagnostics: Vec<TerraformEntry<'a>>,
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
    to_text(&Entries { diagnostics, sources })
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
    safe::write(out, &Entries { diagnostics, sources })
}

/// The entries of diagnostics, created one by one.
struct Entries<'a, I> {
    diagnostics: I,
    sources: &'a SourceMap,
}

impl<'a, I: IntoIterator<Item = &'a Diagnostic> + Clone> Serialize for Entries<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostics = self.diagnostics.clone().into_iter();
        serializer.collect_seq(diagnostics.map(|diagnostic| entry(diagnostic, self.sources)))
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
/// The `context` of a snippet is always empty; its `values` are the facts of the diagnostic.
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
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &'a SourceMap,
) -> String {
    let diagnostics: Vec<&Diagnostic> = diagnostics.into_iter().collect();
    let errors = diagnostics.iter().filter(|problem| problem.is_error()).count();
    let terraform_entry = |diagnostic: &&'a Diagnostic| TerraformEntry {
        // Terraform has no notes.
        severity: severity(diagnostic.severity.max(Severity::Warning)),
        summary: &diagnostic.summary,
        detail: &diagnostic.detail,
        range: diagnostic.subject.and_then(|span| range(span, sources)),
        snippet: snippet(diagnostic, sources),
    };
    to_text(&TerraformDocument {
        format_version: "1.0",
        valid: errors == 0,
        error_count: errors,
        warning_count: diagnostics.len() - errors,
        diagnostics: diagnostics.iter().map(terraform_entry).collect(),
    })
}

/// The number of lines after the first one that a snippet has at most.
const MAX_MORE_LINES: u32 = 20;

fn snippet<'d>(diagnostic: &'d Diagnostic, sources: &SourceMap) -> Option<Snippet<'d>> {
    let span = diagnostic.subject?;
    let source = sources.shown(span.source)?;
    let span = clip(source, span);
    let (first, last) = line_range(source, span);
    let last = last.min(first + MAX_MORE_LINES);
    let lines = (first..=last).filter_map(|line| source.line_index().line(source.bytes(), line));
    let code = String::from_utf8_lossy(&lines.collect::<Vec<_>>().join(&b'\n')).into_owned();
    let start_of_line = source.line_index().line_start(first)?;
    let offset = |offset: u32| ((offset - start_of_line) as usize).min(code.len());
    let (start, end) = (offset(span.start), offset(span.end));
    Some(Snippet {
        context: None,
        code,
        start_line: first,
        highlight_start_offset: start,
        highlight_end_offset: end,
        values: facts(diagnostic),
    })
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
        Severity::Note => "note",
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
