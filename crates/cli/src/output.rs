//! Showing diagnostics, and how a command ends.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;
use hcl2::diagnostics::{Diagnostic, Report, Source, SourceMap, render};
use miette::{GraphicalReportHandler, GraphicalTheme};

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input has errors, which were shown.
    Input,
    /// The command line is wrong, which was shown.
    Usage,
    /// The command line is wrong, for this reason.
    Message(String),
}

/// The forms of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsFormat {
    /// With the source, drawn; in colour on a terminal.
    Pretty,
    /// With the source, as plain text that stays the same between versions.
    Plain,
    /// A JSON array.
    Json,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
}

/// Where and how a command shows diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    format: DiagnosticsFormat,
}

impl Output {
    pub(crate) fn new(format: DiagnosticsFormat) -> Self {
        Self { format }
    }

    /// Whether diagnostics are for a program to read.
    pub(crate) fn is_for_programs(self) -> bool {
        matches!(self.format, DiagnosticsFormat::Json | DiagnosticsFormat::Sarif)
    }

    /// The same output in the JSON form that `hcldec` has.
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

    /// Shows diagnostics on standard error; nothing where there are none.
    pub(crate) fn show(self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        if !diagnostics.is_empty() {
            write_error(&self.render(diagnostics, sources));
        }
    }

    /// Shows diagnostics that are what the command is for: on standard output where a program reads them.
    pub(crate) fn report(self, diagnostics: &[Diagnostic], sources: &SourceMap) -> Result<(), Failure> {
        if self.is_for_programs() {
            return write_output(&self.render(diagnostics, sources));
        }
        self.show(diagnostics, sources);
        Ok(())
    }
}

/// A range of a source, in bytes from 0, as JSON: lines and columns from 1, bytes from 0.
pub(crate) fn json_range(source: &Source, start: u32, end: u32) -> serde_json::Value {
    let position = |offset| {
        let position = source.line_index().position(source.bytes(), offset);
        serde_json::json!({ "line": position.line, "column": position.column, "byte": offset })
    };
    serde_json::json!({ "start": position(start), "end": position(end) })
}

/// Writes text to standard error; there is nobody to tell where that fails.
pub(crate) fn write_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes text to standard output. A reader that has gone away is no failure.
pub(crate) fn write_output(text: &str) -> Result<(), Failure> {
    write_bytes(text.as_bytes())
}

/// As [`write_output`], for what is no text.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Message(format!(
            "standard output cannot be written to: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Whether to write in colour: on a terminal, and anywhere where `CLICOLOR_FORCE` asks for it; never under `NO_COLOR`.
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
