//! Plain text without colours, for people.

use super::excerpt::{Excerpt, Mark, clip, line_range, push_patch};
use super::text::{push_clean, push_fmt, push_wrapped};
use crate::{Diagnostic, Label, Severity, SourceMap, Span, Suggestion};

/// Maximum number of labels, of suggestions, and of facts, shown for a diagnostic. The rest is counted.
const MAX_SHOWN: usize = 16;
/// Maximum length in bytes of a changed line that a suggestion shows.
const MAX_PATCHED_LINE: usize = 4096;
/// Indentation in columns of everything but the headline.
const INDENT: usize = 2;

/// Renders diagnostics as text for people: a headline, the lines concerned, and what to do.
///
/// The headline is `file:line:column: severity[code]: summary`. Lines and columns count from 1, and columns count grapheme
/// clusters. Under each line of the excerpt, `^` marks the subject and `-` the labels; every line of a span is marked.
/// Long lines are cut around the span, and long spans in the middle.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, render::Plain, Diagnostic, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "listen {\n  port = prot\n}\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_detail("No variable is named `prot`.")
///     .with_subject(source.span_of(18, 22))
///     .with_suggestion(source.span_of(18, 22), "port", "Write \"port\".");
/// assert_eq!(
///     Plain::new().render(&[diagnostic], &sources),
///     r#"app.hcl:2:10: error[hcl2::expr::unknown-variable]: Unknown variable
///   2 |   port = prot
///     |          ^^^^
///   No variable is named `prot`.
///   help: Write "port".
///   2 |   port = port
///     |          ++++
/// "#
/// );
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    width: usize,
}

impl Plain {
    /// The default width of text and source lines in terminal columns.
    pub const DEFAULT_WIDTH: usize = 100;
    /// The minimum width in terminal columns.
    pub const MIN_WIDTH: usize = 20;

    /// Creates a renderer with the default width.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            width: Self::DEFAULT_WIDTH,
        }
    }

    /// Sets the width, in terminal columns, at which text wraps and source lines are cut, not counting indentation and
    /// line numbers.
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.width = width.clamp(Self::MIN_WIDTH, 10_000);
        self
    }

    /// Renders the diagnostics in their order, separated by blank lines.
    #[must_use]
    pub fn render(&self, diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
        let mut out = String::new();
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            self.push_diagnostic(&mut out, diagnostic, sources);
        }
        out
    }

    /// Writes what [`render`](Self::render) returns, one diagnostic at a time.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written to.
    pub fn write<'a>(
        &self,
        out: &mut impl std::io::Write,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
        sources: &SourceMap,
    ) -> std::io::Result<()> {
        let mut text = String::new();
        for diagnostic in diagnostics {
            self.push_diagnostic(&mut text, diagnostic, sources);
            out.write_all(text.as_bytes())?;
            text.clear();
            text.push('\n');
        }
        Ok(())
    }

    fn push_diagnostic(&self, out: &mut String, diagnostic: &Diagnostic, sources: &SourceMap) {
        if let Some(subject) = diagnostic.subject {
            push_position(out, subject, sources);
        }
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        push_fmt(out, format_args!("{severity}[{}]: ", diagnostic.code));
        push_clean(out, &diagnostic.summary);
        out.push('\n');

        let (near, far): (Vec<&Label>, Vec<&Label>) =
            diagnostic.labels.iter().take(MAX_SHOWN).partition(|label| {
                diagnostic
                    .subject
                    .is_some_and(|span| span.source == label.span.source)
            });
        self.push_subject(out, diagnostic, &near, sources);
        if !diagnostic.detail.is_empty() {
            self.push_prose(out, "", &diagnostic.detail);
        }
        for fact in diagnostic.facts.iter().take(MAX_SHOWN) {
            self.push_prose(out, "", &format!("{fact}."));
        }
        for label in far {
            self.push_note(out, label, sources);
        }
        for suggestion in diagnostic.suggestions.iter().take(MAX_SHOWN) {
            self.push_suggestion(out, suggestion, sources);
        }
        let left_out = diagnostic.labels.len().saturating_sub(MAX_SHOWN)
            + diagnostic.suggestions.len().saturating_sub(MAX_SHOWN)
            + diagnostic.facts.len().saturating_sub(MAX_SHOWN);
        if left_out > 0 {
            push_fmt(out, format_args!("  note: {left_out} more not shown\n"));
        }
    }

    /// Appends the excerpt around the subject, with the labels in the same source.
    fn push_subject(&self, out: &mut String, diagnostic: &Diagnostic, near: &[&Label], sources: &SourceMap) {
        let Some(subject) = diagnostic.subject else { return };
        let Some(source) = sources.shown(subject.source) else {
            return;
        };
        let mut excerpt = Excerpt::default();
        if let Some(context) = diagnostic
            .context
            .filter(|context| context.source == subject.source)
        {
            excerpt.surround(source, context);
        }
        let subject = Mark {
            span: subject,
            glyph: '^',
            text: "",
        };
        excerpt.mark(source, &subject);
        for label in near {
            excerpt.mark(source, &mark_of(label));
        }
        excerpt.push_to(out, source, self.width);
    }

    /// Appends a label in another source than the subject, with an excerpt of its own.
    fn push_note(&self, out: &mut String, label: &Label, sources: &SourceMap) {
        out.push_str("  note: ");
        push_position(out, label.span, sources);
        push_clean(out, &label.text);
        out.push('\n');
        if let Some(source) = sources.shown(label.span.source) {
            let mut excerpt = Excerpt::default();
            let mark = Mark {
                text: "",
                ..mark_of(label)
            };
            excerpt.mark(source, &mark);
            excerpt.push_to(out, source, self.width);
        }
    }

    /// Appends a suggestion and, if it changes a single line, the changed line.
    fn push_suggestion(&self, out: &mut String, suggestion: &Suggestion, sources: &SourceMap) {
        self.push_prose(out, "help: ", &suggestion.text);
        let replacement = suggestion.replacement.as_bytes();
        let Some(source) = sources.shown(suggestion.span.source) else {
            return;
        };
        let span = clip(source, suggestion.span);
        let (line, last) = line_range(source, span);
        let text = source.line_index().line(source.bytes(), line).unwrap_or_default();
        let line_start = source.line_index().line_start(line).unwrap_or(0);
        let start = (span.start - line_start) as usize;
        let end = (span.end - line_start) as usize;
        let fits = line == last && end <= text.len() && text.len() + replacement.len() <= MAX_PATCHED_LINE;
        if !fits || replacement.is_empty() || replacement.contains(&b'\n') {
            return;
        }
        let patched = [&text[..start], replacement, &text[end..]].concat();
        push_patch(
            out,
            line,
            &patched,
            start..start + replacement.len(),
            '+',
            self.width,
        );
    }

    fn push_prose(&self, out: &mut String, prefix: &str, text: &str) {
        out.extend(std::iter::repeat_n(' ', INDENT));
        out.push_str(prefix);
        push_wrapped(out, text, self.width - prefix.len(), INDENT + prefix.len());
    }
}

impl Default for Plain {
    fn default() -> Self {
        Self::new()
    }
}

fn mark_of(label: &Label) -> Mark<'_> {
    Mark {
        span: label.span,
        glyph: '-',
        text: &label.text,
    }
}

/// Appends `file:line:column: ` if the source is in the map.
pub(super) fn push_position(out: &mut String, span: Span, sources: &SourceMap) {
    if let Some(source) = sources.shown(span.source) {
        let position = source.line_index().position(source.bytes(), span.start);
        push_clean(out, source.name());
        push_fmt(out, format_args!(":{}:{}: ", position.line, position.column));
    }
}
