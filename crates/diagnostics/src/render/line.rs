//! Diagnostics of one line each.

use std::fmt::Write;

use super::plain::push_position;
use super::text::{push_clean, push_fmt};
use crate::{Diagnostic, Severity, SourceMap, printable};

/// Renders each diagnostic as one line: `file:line:column: severity[code]: summary: detail`.
///
/// Lines and columns count from 1, and columns count grapheme clusters. Labels and suggestions are left out.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, render, Diagnostic, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "a = b\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_detail("No variable is named `b`.")
///     .with_subject(source.span_of(4, 5));
/// assert_eq!(
///     render::concise(&[diagnostic], &sources),
///     "app.hcl:1:5: error[hcl2::expr::unknown-variable]: Unknown variable: No variable is named `b`.\n"
/// );
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn concise<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, sources: &SourceMap) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        if let Some(subject) = diagnostic.subject {
            push_position(&mut out, subject, sources);
        }
        let severity = severity(diagnostic);
        push_fmt(&mut out, format_args!("{severity}[{}]: ", diagnostic.code));
        push_clean(&mut out, &diagnostic.summary);
        if !diagnostic.detail.is_empty() {
            out.push_str(": ");
            push_clean(&mut out, &diagnostic.detail.replace('\n', " "));
        }
        out.push('\n');
    }
    out
}

/// Renders each diagnostic as a workflow command of GitHub Actions, which shows it beside the line in a pull request.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, render, Diagnostic, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("./app.hcl", "a = b\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_detail("No variable is named `b`.")
///     .with_subject(source.span_of(4, 5));
/// assert_eq!(
///     render::github(&[diagnostic], &sources),
///     "::error file=app.hcl,line=1,col=5,endLine=1,endColumn=6,title=Unknown variable::\
///      No variable is named `b`. (hcl2::expr::unknown-variable)\n"
/// );
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn github<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, sources: &SourceMap) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        // The commands have names of their own.
        let command = match severity(diagnostic) {
            "note" => "notice",
            other => other,
        };
        push_fmt(&mut out, format_args!("::{command} "));
        let subject = diagnostic.subject;
        if let Some((source, span)) = subject.and_then(|span| Some((sources.shown(span.source)?, span))) {
            let position = |offset| source.line_index().position(source.bytes(), offset);
            let (start, end) = (position(span.start), position(span.end));
            out.push_str("file=");
            // The names of changed files have no dot in front.
            let name = source.name();
            push_escaped(&mut out, name.strip_prefix("./").unwrap_or(name), true);
            push_fmt(
                &mut out,
                format_args!(
                    ",line={},col={},endLine={},endColumn={},",
                    start.line, start.column, end.line, end.column
                ),
            );
        }
        out.push_str("title=");
        push_escaped(&mut out, &diagnostic.summary, true);
        out.push_str("::");
        push_escaped(&mut out, &diagnostic.detail, false);
        push_fmt(&mut out, format_args!(" ({})\n", diagnostic.code));
    }
    out
}

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Appends the text of a workflow command, or of one of its properties, whose separators are escaped too.
fn push_escaped(out: &mut String, text: &str, is_property: bool) {
    for character in printable(text).chars() {
        match character {
            '%' | '\r' | '\n' => push_code(out, character),
            ':' | ',' if is_property => push_code(out, character),
            _ => out.push(character),
        }
    }
}

fn push_code(out: &mut String, character: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "%{:02X}", u32::from(character));
}
