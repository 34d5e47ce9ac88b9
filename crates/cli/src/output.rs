//! Output: the only module that writes to standard output and standard error.
//!
//! Files, their names and the command line are untrusted: whatever they contain must not drive a terminal. Text for
//! people shows harmful characters as pictures, and JSON escapes them, wherever it goes. Data that programs read back,
//! such as a formatted file, stays as it is unless it goes to a terminal.

use std::collections::HashMap;
use std::io::{BufWriter, Error, ErrorKind, IsTerminal, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use hcl2::diagnostics::codes::{command::MORE_PROBLEMS, source};
use hcl2::diagnostics::{
    Diagnostic, Diagnostics, Report, Source, SourceMap, escaped_json, is_harmful, printable, render,
};
use indicatif::ProgressDrawTarget;
use miette::{GraphicalReportHandler, GraphicalTheme};
use terminal_size::terminal_size_of;

use crate::secrets::without_secrets;
use crate::wrap::{SEPARATOR, SPLITTER, columns, wrapped};

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input has errors. They were shown.
    Input,
    /// The command line is wrong. That was shown.
    Usage,
    /// The command line is wrong, for this reason.
    Message(String),
}

/// Fails if there are errors: a file that the command line names and that cannot be read is its own fault.
pub(crate) fn verdict(diagnostics: &Diagnostics) -> Result<(), Failure> {
    // A problem of what a file refers to has a place in that file.
    let is_unreadable = |problem: &Diagnostic| {
        problem.subject.is_none() && [source::UNREADABLE, source::NO_FILES].contains(&problem.code)
    };
    if diagnostics.iter().any(is_unreadable) {
        Err(Failure::Usage)
    } else if diagnostics.has_errors() {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// The formats of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsFormat {
    /// Drawings of the source, in colour on a terminal.
    Pretty,
    /// Plain text that is stable between versions.
    Plain,
    /// One line each.
    Concise,
    /// A JSON array.
    Json,
    /// The JSON object of `terraform validate -json`.
    Terraform,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// A JUnit report, in which each file is a test case.
    Junit,
}

/// How many problems of a file are shown unless the command line says otherwise.
pub(crate) const MAX_PROBLEMS: usize = 1000;

/// The way a command shows diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    format: DiagnosticsFormat,
    max_problems: usize,
}

impl Output {
    /// Creates an output that shows at most `max_problems` of each file.
    pub(crate) fn new(format: DiagnosticsFormat, max_problems: usize) -> Self {
        Self { format, max_problems }
    }

    /// Shows diagnostics as `terraform validate -json` does, if `wanted`.
    pub(crate) fn with_terraform_json(self, wanted: bool) -> Self {
        let format = if wanted {
            DiagnosticsFormat::Terraform
        } else {
            self.format
        };
        Self { format, ..self }
    }

    /// Returns whether diagnostics are meant for programs.
    pub(crate) fn is_for_programs(self) -> bool {
        use DiagnosticsFormat::{Concise, Plain, Pretty};
        !matches!(self.format, Pretty | Plain | Concise)
    }

    /// Returns the diagnostics to show, the last of which counts the others.
    pub(crate) fn limited(self, diagnostics: &Diagnostics) -> Vec<Diagnostic> {
        let (shown, more) = limited(diagnostics, self.max_problems);
        shown.into_iter().cloned().chain(more).collect()
    }

    /// Writes diagnostics to standard error, or nothing if there are none.
    pub(crate) fn show(self, diagnostics: &Diagnostics, sources: &SourceMap) {
        if !diagnostics.is_empty() {
            let mut out = BufWriter::new(std::io::stderr().lock());
            // Where standard error cannot be written to, nothing can say so.
            let _ = self
                .write(&mut out, diagnostics, sources)
                .and_then(|()| out.flush());
        }
    }

    /// Returns the diagnostics as they are written to standard error.
    pub(crate) fn rendered(self, diagnostics: &Diagnostics, sources: &SourceMap) -> Vec<u8> {
        let mut text = Vec::new();
        if !diagnostics.is_empty() {
            // Nothing is written to but memory.
            let _ = self.write(&mut text, diagnostics, sources);
        }
        text
    }

    /// Writes diagnostics that were rendered to standard error.
    pub(crate) fn show_rendered(self, text: &[u8]) {
        let _ = std::io::stderr().lock().write_all(text);
    }

    /// Writes diagnostics that are the result of the command: to standard output if they are meant for programs, else to
    /// standard error.
    pub(crate) fn report(self, diagnostics: &Diagnostics, sources: &SourceMap) -> Result<(), Failure> {
        if self.is_for_programs() {
            let mut out = BufWriter::new(std::io::stdout().lock());
            let written = self.write(&mut out, diagnostics, sources);
            return finished(written.and_then(|()| out.flush()));
        }
        self.show(diagnostics, sources);
        Ok(())
    }

    /// Writes diagnostics in the selected format, one at a time, without values of sensitive variables.
    fn write(
        self,
        out: &mut impl Write,
        diagnostics: &Diagnostics,
        sources: &SourceMap,
    ) -> std::io::Result<()> {
        let concealing = without_secrets(diagnostics, sources);
        let (diagnostics, sources) = match &concealing {
            Some((diagnostics, sources)) => (diagnostics, sources),
            None => (diagnostics, sources),
        };
        let (mut shown, more) = limited(diagnostics, self.max_problems);
        let is_for_people = !self.is_for_programs();
        shown.extend(more.as_ref().filter(|_| !is_for_people));
        let shown = shown.into_iter();
        match self.format {
            DiagnosticsFormat::Pretty => write_pretty(out, shown, sources)?,
            DiagnosticsFormat::Plain => render::Plain::default().write(out, shown, sources)?,
            DiagnosticsFormat::Concise => out.write_all(render::concise(shown, sources).as_bytes())?,
            DiagnosticsFormat::Json => {
                render::write_json(out, shown, sources)?;
                out.write_all(b"\n")?;
            }
            DiagnosticsFormat::Terraform => {
                render::write_terraform_json(out, shown, sources)?;
            }
            DiagnosticsFormat::Github => out.write_all(render::github(shown, sources).as_bytes())?,
            DiagnosticsFormat::Junit => out.write_all(render::junit(shown, sources).as_bytes())?,
            DiagnosticsFormat::Sarif => {
                render::write_sarif(out, shown, sources)?;
                out.write_all(b"\n")?;
            }
        }
        match more {
            Some(more) if is_for_people => writeln!(out, "{}", more.summary),
            _ => Ok(()),
        }
    }
}

/// Selects the first diagnostics of each file, at most `max`, errors before warnings; and counts the rest in another one.
pub(crate) fn limited(diagnostics: &Diagnostics, max: usize) -> (Vec<&Diagnostic>, Option<Diagnostic>) {
    let file = |diagnostic: &Diagnostic| diagnostic.subject.map(|subject| subject.source);
    let mut errors: HashMap<_, usize> = HashMap::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        *errors.entry(file(diagnostic)).or_default() += 1;
    }
    let mut taken: HashMap<_, usize> = HashMap::new();
    let mut shown = Vec::new();
    for diagnostic in diagnostics {
        let reserved = errors
            .get(&file(diagnostic))
            .copied()
            .unwrap_or_default()
            .min(max);
        let limit = if diagnostic.is_error() {
            reserved
        } else {
            max - reserved
        };
        let taken = taken
            .entry((file(diagnostic), diagnostic.is_error()))
            .or_default();
        if *taken < limit {
            *taken += 1;
            shown.push(diagnostic);
        }
    }
    let count = diagnostics.len() - shown.len() + diagnostics.omitted();
    let more = (count > 0).then(|| {
        let plural = if count == 1 { "" } else { "s" };
        let summary = format!("... and {count} more problem{plural}");
        let more = if diagnostics.has_errors() {
            Diagnostic::error(MORE_PROBLEMS, summary)
        } else {
            Diagnostic::warning(MORE_PROBLEMS, summary)
        };
        more.with_detail(format!(
            "At most {max} problems of a file are shown. Fix those first, or raise the limit with `--max-problems`."
        ))
    });
    (shown, more)
}

/// Converts a range of a source to JSON, with lines and columns from 1 and bytes from 0.
pub(crate) fn json_range(source: &Source, start: u32, end: u32) -> serde_json::Value {
    let position = |offset| {
        let position = source.line_index().position(source.bytes(), offset);
        serde_json::json!({ "line": position.line, "column": position.column, "byte": offset })
    };
    serde_json::json!({ "start": position(start), "end": position(end) })
}

/// Writes text for people to standard error, ignoring failures.
///
/// On a terminal, lines end between words.
pub(crate) fn write_error(text: &str) {
    let text = printable(text);
    let text = wrapped(&text, width());
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes text for people to standard output.
///
/// As with the other functions, a closed pipe is not a failure.
pub(crate) fn write_text(text: &str) -> Result<(), Failure> {
    write_bytes(printable(text).as_bytes())
}

/// Writes a message to standard output. On a terminal, lines end between words.
pub(crate) fn write_message(text: &str) -> Result<(), Failure> {
    write_text(&wrapped(&printable(text), width_of_output()))
}

/// Writes JSON to standard output, escaping harmful characters.
pub(crate) fn write_json(text: &str) -> Result<(), Failure> {
    write_bytes(escaped_json(text).as_bytes())
}

/// Writes text that programs read back to standard output. On a terminal it is text for people.
pub(crate) fn write_data(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    if is_terminal() {
        return write_text(&String::from_utf8_lossy(text.as_ref()));
    }
    write_bytes(text.as_ref())
}

/// Writes bytes to standard output that are not text, or text that contains nothing of the input.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    // Standard output is buffered by lines, so that the end of the text may fail only now.
    finished(out.write_all(bytes).and_then(|()| out.flush()))
}

fn finished(written: std::io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Message(format!(
            "standard output cannot be written to: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Text in colours for standard output, if that shows them.
pub(crate) struct Page {
    text: String,
    coloured: bool,
}

impl Page {
    /// Creates an empty page.
    pub(crate) fn new() -> Self {
        Self::with_colours(is_coloured())
    }

    /// Creates an empty page with colours or without.
    pub(crate) fn with_colours(coloured: bool) -> Self {
        Self {
            text: String::new(),
            coloured,
        }
    }

    /// Appends text for people.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(&printable(text));
    }

    /// Returns whether the page has colours.
    pub(crate) fn is_coloured(&self) -> bool {
        self.coloured
    }

    /// Appends text for people in the colour `code`.
    pub(crate) fn paint(&mut self, code: &str, text: &str) {
        if self.coloured {
            self.text
                .extend(["\u{1b}[", code, "m", &printable(text), "\u{1b}[0m"]);
        } else {
            self.push(text);
        }
    }

    /// Returns the text with its colours.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Writes the page to standard output.
    pub(crate) fn write(self) -> Result<(), Failure> {
        write_bytes(self.text.as_bytes())
    }
}

/// Where the messages of a protocol go, which are JSON.
pub(crate) struct Channel<W>(W);

impl Channel<std::io::Stdout> {
    /// Returns standard output.
    pub(crate) fn standard() -> Self {
        Self(std::io::stdout())
    }
}

impl<W: Write> Channel<W> {
    pub(crate) fn new(output: W) -> Self {
        Self(output)
    }

    /// Writes a header and a JSON text, whose length the header announces.
    ///
    /// # Errors
    ///
    /// If the output cannot be written to.
    pub(crate) fn send(&mut self, message: &str) -> Result<(), Error> {
        let text = escaped_json(message);
        self.0
            .write_all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes())?;
        self.0.flush()
    }
}

/// Shows help, or what is wrong with a command line. Returns the exit status.
pub(crate) fn show_usage(error: &clap::Error) -> Result<u8, Failure> {
    let text = error.render().to_string();
    let styled = |is_styled: bool| {
        if is_styled && !text.contains(is_harmful) {
            error.render().ansi().to_string()
        } else {
            printable(&text).into_owned()
        }
    };
    if error.use_stderr() {
        let text = styled(shows_colours(&std::io::stderr()));
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    } else {
        write_bytes(styled(is_coloured()).as_bytes())?;
    }
    Ok(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Returns the width of the terminal that standard error is, in columns.
fn width() -> Option<usize> {
    let stderr = std::io::stderr();
    stderr.is_terminal().then(|| columns(terminal_size_of(stderr)))?
}

/// Returns the width of the terminal that standard output is, in columns.
fn width_of_output() -> Option<usize> {
    let stdout = std::io::stdout();
    stdout.is_terminal().then(|| columns(terminal_size_of(stdout)))?
}

/// Returns whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Returns whether standard error is a terminal.
pub(crate) fn shows_progress() -> bool {
    std::io::stderr().is_terminal()
}

/// Returns where progress is drawn: on standard error if that is a terminal and progress is `wanted`.
pub(crate) fn progress_target(wanted: bool) -> ProgressDrawTarget {
    if wanted && shows_progress() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// Returns whether to write to standard output in colour.
pub(crate) fn is_coloured() -> bool {
    shows_colours(&std::io::stdout())
}

/// Returns whether to write in colour, by the command line (`--color`), the environment and the kind of the stream.
fn shows_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

fn write_pretty<'a>(
    out: &mut impl Write,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
) -> std::io::Result<()> {
    let theme = if shows_colours(&std::io::stderr()) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    // A report replaces harmful characters itself.
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_break_words(false)
        .with_word_separator(SEPARATOR)
        .with_word_splitter(SPLITTER);
    // Only a terminal has a width; a program that reads the messages may wrap them as it likes.
    let handler = match width() {
        Some(width) => handler.with_width(width),
        None => handler.with_wrap_lines(false),
    };
    for diagnostic in diagnostics {
        let mut one = String::new();
        if handler
            .render_report(&mut one, &Report::new(diagnostic.clone(), sources))
            .is_err()
        {
            one = render::Plain::default().render(std::slice::from_ref(diagnostic), sources);
        }
        out.write_all(one.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hcl2::diagnostics::codes::expr::UNKNOWN_VARIABLE;

    use super::*;

    #[test]
    fn errors_are_shown_before_warnings_and_the_rest_is_counted() {
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        for name in ["a.hcl", "b.hcl"] {
            let source = sources.add(name, "abcdef").unwrap();
            for start in 0..3 {
                let span = source.span_of(start, start + 1);
                diagnostics.push(Diagnostic::warning(UNKNOWN_VARIABLE, "Warning").with_subject(span));
                diagnostics.push(Diagnostic::error(UNKNOWN_VARIABLE, "Error").with_subject(span));
            }
        }
        let shown = |max: usize| -> (String, Option<Diagnostic>) {
            let (shown, more) = limited(&diagnostics, max);
            (shown.iter().map(|problem| &problem.summary[..1]).collect(), more)
        };
        assert_eq!(shown(6), ("WEWEWEWEWEWE".to_owned(), None));
        let (kept, more) = shown(4);
        assert_eq!(kept, "WEEEWEEE");
        assert_eq!(more.unwrap().summary, "... and 4 more problems");
        let (kept, more) = shown(2);
        assert_eq!(kept, "EEEE");
        let more = more.unwrap();
        assert_eq!(
            (more.code.id(), more.subject),
            ("hcl2::command::more-problems", None)
        );
        assert_eq!(more.summary, "... and 8 more problems");
    }
}
