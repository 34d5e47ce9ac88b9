//! Output of diagnostics and results, and the reasons for which commands fail.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;
use hcl2::diagnostics::{Diagnostic, Report, Source, SourceMap, render};
use miette::{GraphicalReportHandler, GraphicalTheme};

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

/// The formats of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsFormat {
    /// Drawings of the source, in colour on a terminal.
    Pretty,
    /// Plain text that is stable between versions.
    Plain,
    /// A JSON array.
    Json,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
}

/// The way a command shows diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    format: DiagnosticsFormat,
}

impl Output {
    pub(crate) fn new(format: DiagnosticsFormat) -> Self {
        Self { format }
    }

    /// Returns whether diagnostics are meant for programs.
    pub(crate) fn is_for_programs(self) -> bool {
        matches!(self.format, DiagnosticsFormat::Json | DiagnosticsFormat::Sarif)
    }

    /// Renders diagnostics in the selected format.
    pub(crate) fn render(self, diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
        match self.format {
            DiagnosticsFormat::Pretty => pretty(diagnostics, sources),
            DiagnosticsFormat::Plain => {
                let mut text = render::Plain::default().render(diagnostics, sources);
                if !text.is_empty() && !text.ends_with('\n') {
                    text.push('\n');
                }
                text
            }
            DiagnosticsFormat::Json => render::json(diagnostics, sources) + "\n",
            DiagnosticsFormat::Sarif => render::sarif(diagnostics, sources) + "\n",
        }
    }

    /// Writes diagnostics to standard error, or nothing if there are none.
    pub(crate) fn show(self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        if !diagnostics.is_empty() {
            write_error(&self.render(diagnostics, sources));
        }
    }

    /// Writes diagnostics that are the result of the command: to standard output if they are meant for programs, else to
    /// standard error.
    pub(crate) fn report(self, diagnostics: &[Diagnostic], sources: &SourceMap) -> Result<(), Failure> {
        if self.is_for_programs() {
            return write_output(&self.render(diagnostics, sources));
        }
        self.show(diagnostics, sources);
        Ok(())
    }
}

/// Converts a range of a source to JSON, with lines and columns from 1 and bytes from 0.
pub(crate) fn json_range(source: &Source, start: u32, end: u32) -> serde_json::Value {
    let position = |offset| {
        let position = source.line_index().position(source.bytes(), offset);
        serde_json::json!({ "line": position.line, "column": position.column, "byte": offset })
    };
    serde_json::json!({ "start": position(start), "end": position(end) })
}

/// Writes text to standard error, ignoring failures.
pub(crate) fn write_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes text to standard output. A closed pipe is not a failure.
pub(crate) fn write_output(text: &str) -> Result<(), Failure> {
    write_bytes(text.as_bytes())
}

/// Writes bytes that are not text to standard output, like [`write_output`].
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Message(format!(
            "standard output cannot be written to: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Returns whether to write in colour: on a terminal or if `CLICOLOR_FORCE` is set, unless `NO_COLOR` is set.
pub(crate) fn is_coloured(stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let forced = set("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    set("NO_COLOR").is_none() && (forced || stream.is_terminal())
}

fn pretty(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let theme = if is_coloured(&std::io::stderr()) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let report = Report::new(diagnostic.clone(), sources);
        let mut one = String::new();
        match handler.render_report(&mut one, &report) {
            Ok(()) => text.push_str(&one),
            Err(_) => {
                text.push_str(&render::Plain::default().render(std::slice::from_ref(diagnostic), sources))
            }
        }
    }
    text
}
