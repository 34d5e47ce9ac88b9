//! Diagnostics for `miette`. No other module uses its types.

use miette::{LabeledSpan, MietteError, SourceCode, SourceSpan, SpanContents};

use crate::{Diagnostic, Label, Severity, Source, SourceMap, Span, printable};

/// Maximum length in bytes of a line that is not cut.
const MAX_LINE: usize = 1024;
/// Number of bytes shown before and after the span in a cut line.
const AROUND: usize = 200;
/// Maximum number of labels shown for a diagnostic. The rest is counted.
const MAX_LABELS: usize = 16;
/// Maximum number of lines between two spans of one excerpt.
const MAX_GAP: u32 = 64;

/// A diagnostic with its source, for `miette`.
///
/// Columns count grapheme clusters. A label in another source, or far away on a long line, becomes a related
/// diagnostic. Suggestions become the help text.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, Diagnostic, Report, SourceMap};
/// use miette::Diagnostic as _;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "a = b\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_subject(source.span_of(4, 5));
/// let report = Report::new(diagnostic, &sources);
/// assert_eq!(report.code().unwrap().to_string(), "hcl2::expr::unknown-variable");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct Report {
    diagnostic: Diagnostic,
    source: Option<Excerpted>,
    /// The labels shown with the subject.
    labels: Vec<Label>,
    elsewhere: Vec<Note>,
}

impl Report {
    /// Creates a report from a diagnostic and the sources that it points into, which are shared.
    #[must_use]
    pub fn new(diagnostic: Diagnostic, sources: &SourceMap) -> Self {
        let home = diagnostic
            .subject
            .or_else(|| diagnostic.labels.first().map(|label| label.span))
            .and_then(|span| sources.shown(span.source));
        let source = home.map(Excerpted::new);
        let mut here: Vec<Span> = diagnostic.subject.into_iter().collect();
        let mut labels = Vec::new();
        let mut elsewhere = Vec::new();
        for label in diagnostic.labels.iter().take(MAX_LABELS) {
            let fits = source
                .as_ref()
                .is_some_and(|source| here.iter().all(|span| source.shows_both(*span, label.span)));
            if fits {
                here.push(label.span);
                labels.push(label.clone());
            } else {
                elsewhere.push(Note {
                    text: label.text.clone(),
                    span: label.span,
                    source: sources
                        .shown(label.span.source)
                        .map(|source| Excerpted::new(source).pointing_at(&[label.span])),
                });
            }
        }
        let left_out = diagnostic.labels.len().saturating_sub(MAX_LABELS);
        if let (Some(last), 1..) = (diagnostic.labels.get(MAX_LABELS), left_out) {
            elsewhere.push(Note {
                text: format!("{left_out} more not shown"),
                span: last.span,
                source: None,
            });
        }
        Self {
            diagnostic,
            source: source.map(|source| source.pointing_at(&here)),
            labels,
            elsewhere,
        }
    }

    /// Returns the diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }
}

/// Several diagnostics as one: the first error, to which the others are related.
#[derive(Debug)]
pub struct Reports {
    first: Report,
    others: Vec<Report>,
}

impl Reports {
    /// Creates a report from diagnostics and the sources that they point into. An empty list becomes an error that says
    /// so.
    #[must_use]
    pub fn new(diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        let lead = diagnostics.iter().position(Diagnostic::is_error).unwrap_or(0);
        let report = |diagnostic: &Diagnostic| Report::new(diagnostic.clone(), sources);
        let first = match diagnostics.get(lead) {
            Some(diagnostic) => report(diagnostic),
            None => Report::new(
                Diagnostic::error(crate::codes::source::UNREADABLE, "No diagnostics"),
                sources,
            ),
        };
        let others = diagnostics.iter().enumerate().filter(|(index, _)| *index != lead);
        Self {
            first,
            others: others.map(|(_, diagnostic)| report(diagnostic)).collect(),
        }
    }
}

impl std::fmt::Display for Reports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.first.fmt(f)
    }
}

impl std::error::Error for Reports {}

impl miette::Diagnostic for Reports {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.first.code()
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.first.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.first.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.first.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.first.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let of_first = self.first.related().into_iter().flatten();
        let others = self.others.iter().map(|report| report as &dyn miette::Diagnostic);
        Some(Box::new(of_first.chain(others)))
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&printable(&self.diagnostic.summary))?;
        if !self.diagnostic.detail.is_empty() {
            write!(f, "\n{}", printable(&self.diagnostic.detail))?;
        }
        let mut facts = self.diagnostic.facts.iter();
        facts.try_for_each(|fact| write!(f, "\n{}.", printable(&fact.to_string())))
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let texts: Vec<&str> = self
            .diagnostic
            .suggestions
            .iter()
            .map(|suggestion| suggestion.text.as_str())
            .collect();
        (!texts.is_empty())
            .then(|| Box::new(printable(&texts.join("\n")).into_owned()) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let source = self.source.as_ref()?;
        let subject = self
            .diagnostic
            .subject
            .map(|span| LabeledSpan::new_primary_with_span(None, source.clip(span)));
        let labels = self.labels.iter().map(|label| {
            LabeledSpan::new_with_span(Some(printable(&label.text).into_owned()), source.clip(label.span))
        });
        Some(Box::new(subject.into_iter().chain(labels)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.elsewhere.is_empty() {
            return None;
        }
        let notes = self.elsewhere.iter().map(|note| note as &dyn miette::Diagnostic);
        Some(Box::new(notes))
    }
}

/// A label in another source than the subject, or too far from it for one excerpt.
#[derive(Debug)]
struct Note {
    text: String,
    span: Span,
    source: Option<Excerpted>,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&printable(&self.text))
    }
}

impl std::error::Error for Note {}

impl miette::Diagnostic for Note {
    fn severity(&self) -> Option<miette::Severity> {
        Some(miette::Severity::Advice)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let source = self.source.as_ref()?;
        let label = LabeledSpan::new_primary_with_span(None, source.clip(self.span));
        Some(Box::new(std::iter::once(label)))
    }
}

/// A source with excerpts by its line index.
#[derive(Debug)]
struct Excerpted {
    source: Source,
    /// The printable name of the source.
    name: String,
    /// Whether a span at the end of the source is shown. If so, an excerpt that reaches the end has a line feed there.
    points_at_end: bool,
}

impl Excerpted {
    fn new(source: &Source) -> Self {
        Self {
            source: source.clone(),
            name: printable(source.name()).into_owned(),
            points_at_end: false,
        }
    }

    /// Notes whether one of the shown spans is at the end of the source.
    fn pointing_at(mut self, spans: &[Span]) -> Self {
        let end = self.source.bytes().len();
        self.points_at_end = spans.iter().any(|span| self.within(*span).0 == end);
        self
    }

    /// Returns the span, cut to the source and to the shown part of a long line.
    fn clip(&self, span: Span) -> SourceSpan {
        let (start, mut end) = self.within(span);
        if self.is_long(start, end) {
            end = start + MAX_LINE;
        }
        (start, end - start).into()
    }

    /// Returns the offsets of a span, cut to the source.
    fn within(&self, span: Span) -> (usize, usize) {
        let len = self.source.bytes().len();
        ((span.start as usize).min(len), (span.end as usize).min(len))
    }

    /// Returns whether both spans are in this source and fit into one uncut excerpt.
    fn shows_both(&self, one: Span, other: Span) -> bool {
        let id = self.source.id();
        if one.source != id || other.source != id {
            return false;
        }
        let (one, other) = (self.within(one), self.within(other));
        !self.is_long(one.0.min(other.0), one.1.max(other.1))
    }

    /// Returns whether the excerpt from `start` to `end` is too large because of a long line.
    fn is_long(&self, start: usize, end: usize) -> bool {
        let (first, last) = self.lines(start, end);
        end - start > MAX_LINE
            && last - first <= MAX_GAP
            && (first..=last).any(|line| {
                let (from, to) = self.bounds(line);
                to - from > MAX_LINE
            })
    }

    /// Returns the first and last line, from 1, of the bytes from `start` to `end`.
    fn lines(&self, start: usize, end: usize) -> (u32, u32) {
        let index = self.source.line_index();
        let last = if end > start { end - 1 } else { end };
        (index.line_of(start as u32), index.line_of(last as u32))
    }

    /// Returns the start offsets of `line` and of the next line.
    fn bounds(&self, line: u32) -> (usize, usize) {
        let index = self.source.line_index();
        let len = self.source.bytes().len();
        let start = index.line_start(line).map_or(len, |start| start as usize);
        let end = index.line_start(line + 1).map_or(len, |end| end as usize);
        (start, end)
    }
}

impl SourceCode for Excerpted {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (bytes, index) = (self.source.bytes(), self.source.line_index());
        let (start, end) = (span.offset(), span.offset().saturating_add(span.len()));
        if end > bytes.len() {
            return Err(MietteError::OutOfBounds);
        }
        let (first, last) = self.lines(start, end);
        let position = index.position(bytes, start as u32);
        // Without context lines, `miette` asks for the position of the span, not for its content.
        let (from, to, line, column) = if context_lines_before == 0 && context_lines_after == 0 {
            (start, end, first, position.column - 1)
        } else {
            let lines = index.line_count() as u32;
            let top = first.saturating_sub(context_lines_before as u32).max(1);
            let bottom = last.saturating_add(context_lines_after as u32).min(lines);
            let (from, _) = self.bounds(top);
            let (_, to) = self.bounds(bottom);
            let (line_start, _) = self.bounds(first);
            let (_, line_end) = self.bounds(last);
            let long_before = start - from > MAX_LINE;
            let long_after = to - end > MAX_LINE;
            let from = if long_before {
                line_start.max(start.saturating_sub(AROUND))
            } else {
                from
            };
            let to = if long_after {
                line_end.min(end + AROUND)
            } else {
                to
            };
            (from, to, if long_before { first } else { top }, 0)
        };
        let (from, to) = (past_char(bytes, from), past_char(bytes, to));
        let data = if self.points_at_end && to == bytes.len() {
            &self.source.printable_with_end()[from..]
        } else {
            &self.source.printable()[from..to]
        };
        Ok(Box::new(Contents {
            data,
            span: (from, data.len()).into(),
            line: line as usize - 1,
            column: column as usize,
            line_count: data.split(|byte| *byte == b'\n').count(),
            name: self.name.as_str(),
        }))
    }
}

/// Returns the first character boundary at or after `offset`.
fn past_char(bytes: &[u8], offset: usize) -> usize {
    let rest = bytes.get(offset..).unwrap_or_default();
    let inside = rest
        .iter()
        .take(3)
        .take_while(|byte| (0x80..0xc0).contains(*byte));
    offset + inside.count()
}

/// An excerpt with its position, counted as in HCL.
struct Contents<'a> {
    data: &'a [u8],
    span: SourceSpan,
    line: usize,
    column: usize,
    line_count: usize,
    name: &'a str,
}

impl<'a> SpanContents<'a> for Contents<'a> {
    fn data(&self) -> &'a [u8] {
        self.data
    }

    fn span(&self) -> &SourceSpan {
        &self.span
    }

    fn line(&self) -> usize {
        self.line
    }

    fn column(&self) -> usize {
        self.column
    }

    fn line_count(&self) -> usize {
        self.line_count
    }

    fn name(&self) -> Option<&str> {
        Some(self.name)
    }
}
