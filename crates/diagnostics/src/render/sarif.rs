//! Diagnostics as SARIF 2.1.0, the exchange format of code scanning services.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Serialize, Serializer};

use super::safe;
use crate::{Code, Diagnostic, Severity, SourceMap, Span};

#[derive(Serialize)]
struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<R>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<R> {
    tool: Tool,
    column_kind: &'static str,
    results: R,
}

/// The findings of diagnostics, created one by one.
struct Findings<'a, I> {
    diagnostics: I,
    /// The position of the rule of each code.
    rules: BTreeMap<&'static str, usize>,
    sources: &'a SourceMap,
}

impl<'a, I: IntoIterator<Item = &'a Diagnostic> + Clone> Serialize for Findings<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostics = self.diagnostics.clone().into_iter();
        serializer.collect_seq(diagnostics.map(|diagnostic| {
            let index = self.rules.get(diagnostic.code.id()).copied();
            finding(diagnostic, index.unwrap_or_default(), self.sources)
        }))
    }
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    full_description: Message<'static>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct Message<'a> {
    text: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
    #[serde(skip_serializing_if = "Option::is_none")]
    context_region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
    byte_offset: u32,
    byte_length: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Message<'a>,
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: [Replacement<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Message<'a>,
}

/// Renders the diagnostics as an indented SARIF 2.1.0 log of one run, and a line feed.
///
/// Lines and columns count from 1, and columns count Unicode code points, as the log states. The name of a source becomes
/// a relative URI reference, labels become related locations, and suggestions become fixes. Facts are
/// left out.
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
/// let sarif = render::sarif(&[diagnostic], &sources);
/// assert!(sarif.contains(r#""ruleId": "hcl2::expr::unknown-variable""#));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn sarif(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut text = Vec::new();
    write_sarif(&mut text, diagnostics, sources)
        .expect("structs of strings and integers have a JSON form, and a string takes any text");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}

/// Writes what [`sarif`] returns, one diagnostic at a time.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_sarif<'a>(
    out: &mut impl std::io::Write,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    sources: &SourceMap,
) -> std::io::Result<()> {
    let codes = diagnostics.clone().into_iter().map(|diagnostic| diagnostic.code);
    let codes: BTreeMap<&str, Code> = codes.map(|code| (code.id(), code)).collect();
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "hcl2",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: codes.values().copied().map(rule).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results: Findings {
                diagnostics,
                rules: codes.into_keys().zip(0..).collect(),
                sources,
            },
        }],
    };
    safe::write(out, &log)
}

fn rule(code: Code) -> Rule {
    Rule {
        id: code.id(),
        full_description: Message {
            text: code.meaning().into(),
        },
    }
}

fn finding<'a>(diagnostic: &'a Diagnostic, rule_index: usize, sources: &SourceMap) -> Finding<'a> {
    let text = if diagnostic.detail.is_empty() {
        diagnostic.summary.as_ref().into()
    } else {
        format!("{}: {}", diagnostic.summary, diagnostic.detail).into()
    };
    Finding {
        rule_id: diagnostic.code.id(),
        rule_index,
        level: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Message { text },
        locations: diagnostic
            .subject
            .and_then(|span| location(span, diagnostic.context, None, sources))
            .into_iter()
            .collect(),
        related_locations: diagnostic
            .labels
            .iter()
            .filter_map(|label| location(label.span, None, Some(&label.text), sources))
            .collect(),
        fixes: diagnostic
            .suggestions
            .iter()
            .filter_map(|suggestion| {
                Some(Fix {
                    description: message(&suggestion.text),
                    artifact_changes: [ArtifactChange {
                        artifact_location: artifact(suggestion.span, sources)?,
                        replacements: [Replacement {
                            deleted_region: region(suggestion.span, sources)?,
                            inserted_content: message(&suggestion.replacement),
                        }],
                    }],
                })
            })
            .collect(),
    }
}

fn message(text: &str) -> Message<'_> {
    Message { text: text.into() }
}

fn location<'a>(
    span: Span,
    context: Option<Span>,
    text: Option<&'a str>,
    sources: &SourceMap,
) -> Option<Location<'a>> {
    Some(Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact(span, sources)?,
            region: region(span, sources)?,
            context_region: context
                .filter(|context| context.encloses(span))
                .and_then(|context| region(context, sources)),
        },
        message: text.map(message),
    })
}

fn artifact(span: Span, sources: &SourceMap) -> Option<ArtifactLocation> {
    let name = sources.shown(span.source)?.name();
    Some(ArtifactLocation {
        uri: uri_reference(name),
    })
}

/// Returns a file name as a URI reference, with `/` as the separator and percent-encoded where necessary.
fn uri_reference(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                // Writing to a `String` never fails.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

fn region(span: Span, sources: &SourceMap) -> Option<Region> {
    let source = sources.shown(span.source)?;
    let (bytes, index) = (source.bytes(), source.line_index());
    let len = bytes.len() as u32;
    let (start, end) = (span.start.min(len), span.end.min(len));
    Some(Region {
        start_line: index.line_of(start),
        start_column: index.code_point_column(bytes, start),
        end_line: index.line_of(end),
        end_column: index.code_point_column(bytes, end),
        byte_offset: start,
        byte_length: end.saturating_sub(start),
    })
}
