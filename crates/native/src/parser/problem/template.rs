//! Problems of strings, heredocs and templates.

use hcl2_diagnostics::{Diagnostic, codes::syntax as codes, nearest_name};
use hcl2_model::problems::syntax as shared;

use super::Words;
use crate::lexer::Token;
use crate::tree::TextRange;

/// A problem of a string or template.
pub(in crate::parser) enum TemplateProblem {
    /// The string opened at `open` is unclosed. A quote at the offset `quote` would close it.
    UnclosedString {
        open: TextRange,
        context: TextRange,
        end: StringEnd,
        quote: Option<u32>,
    },
    /// The source ends in the heredoc with this `marker`, introduced at `open`. The line `near` was probably meant to
    /// close it.
    UnclosedHeredoc {
        open: TextRange,
        context: TextRange,
        marker: TextRange,
        near: Option<NearMarker>,
    },
    /// The source ends with the introduction of a heredoc.
    HeredocAtEnd { open: TextRange, marker: TextRange },
    /// A line ends in the string opened at `open`, which a later line closes.
    MultiLineString { open: TextRange },
    /// The string opened at `open` contains a template with this `sign` where only a literal is allowed.
    LiteralRequired { open: TextRange, sign: char },
    /// The interpolation opened at `open` is unclosed. A brace at the offset `brace` would close it.
    UnclosedInterpolation {
        open: TextRange,
        context: TextRange,
        end: InterpolationEnd,
        brace: Option<u32>,
    },
    /// The directive opened at `open` is invalid.
    InvalidDirective {
        open: TextRange,
        context: TextRange,
        fault: DirectiveFault,
    },
    /// A directive with this keyword, at `open`, has no end.
    NoEnd { open: TextRange, keyword: &'static str },
    /// A directive ends or divides no other directive.
    NoStart { keyword: &'static str },
    /// A directive cannot stand in the one with the keyword `outer`, at `open`.
    Misplaced {
        open: TextRange,
        outer: &'static str,
        keyword: &'static str,
    },
    /// An escape is invalid.
    InvalidEscape(EscapeFault),
}

/// Where an unclosed string ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum StringEnd {
    Line,
    Source,
    /// At a token that cannot be part of it.
    Token,
}

/// Where an unclosed interpolation ends.
#[derive(Clone, Copy)]
pub(in crate::parser) enum InterpolationEnd {
    Source,
    /// At the end of the string that contains it.
    String,
    /// At a token that cannot follow its expression.
    Token(Token),
    /// Before the next item of the body.
    NextItem,
}

/// What is wrong with a directive.
#[derive(Clone, Copy)]
pub(in crate::parser) enum DirectiveFault {
    /// The token is not the keyword of a directive.
    Keyword(Token),
    /// The token follows a complete directive, which is unclosed.
    Unclosed(Token),
    /// The token follows a complete directive before its closing brace.
    Trailing(Token),
}

/// A line that was probably meant to close a heredoc.
pub(in crate::parser) struct NearMarker {
    pub(in crate::parser) range: TextRange,
    pub(in crate::parser) fault: MarkerFault,
}

/// Why a line does not close a heredoc.
pub(in crate::parser) enum MarkerFault {
    Spelling,
    NoLineEnding,
    /// This follows the marker.
    More(String),
}

/// What is wrong with an escape.
#[derive(Clone, Copy)]
pub(in crate::parser) enum EscapeFault {
    /// There is no character with this number.
    NoCharacter(u32),
    /// The number of digits is not this one.
    Digits(usize),
    Unknown,
}

impl TemplateProblem {
    pub(super) fn word(&self, subject: TextRange, words: &Words<'_>) -> Diagnostic {
        let error = |code, summary| words.error(code, summary, subject);
        let span = |range| words.span(range);
        match self {
            Self::UnclosedString {
                open,
                context,
                end,
                quote,
            } => {
                let end = match end {
                    StringEnd::Line => "the end of the line",
                    StringEnd::Source => "the end of the source",
                    StringEnd::Token => "this",
                };
                let diagnostic = shared::unclosed_string(codes::UNCLOSED_STRING, end, span(subject))
                    .with_context(span(*context))
                    .with_label(span(*open), "starts here");
                match quote {
                    Some(quote) => {
                        let place = span(TextRange::empty(*quote));
                        diagnostic.with_suggestion(place, "\"", "add the closing quote")
                    }
                    None => diagnostic,
                }
            }
            Self::UnclosedHeredoc {
                open,
                context,
                marker,
                near,
            } => {
                let marker = words.text(*marker);
                let diagnostic = error(codes::UNCLOSED_STRING, "Unclosed string")
                    .with_context(span(*context))
                    .with_label(span(*open), "starts here")
                    .with_detail(format!(
                        "Expected the closing marker of this heredoc, `{marker}`, before the end of the source. It stands \
                         alone on a line that ends with a line ending."
                    ));
                match near {
                    Some(near) => near.add_to(diagnostic, &marker, words),
                    None => diagnostic,
                }
            }
            Self::HeredocAtEnd { open, marker } => {
                let marker = words.text(*marker);
                error(codes::UNCLOSED_STRING, "Unclosed string")
                    .with_label(span(*open), "starts here")
                    .with_detail(format!(
                        "Expected the lines of this heredoc, and then `{marker}` alone on a line that ends with a line \
                         ending."
                    ))
                    .with_suggestion(span(subject), format!("\n{marker}\n"), "add the closing marker")
            }
            Self::MultiLineString { open } => error(codes::MULTI_LINE_STRING, "Line ending in a quoted string")
                .with_context(span(open.to(subject)))
                .with_label(span(*open), "starts here")
                .with_detail(
                    "A quoted string ends on the line it starts on. Add the closing quote, write `\\n` for a line ending, \
                     or use a heredoc: `<<EOT`, the lines of text, and `EOT` on a line of its own.",
                ),
            Self::LiteralRequired { open, sign } => {
                error(codes::EXPECTED_LITERAL, "Template where a literal is required")
                    .with_context(span(open.to(subject)))
                    .with_detail(format!(
                        "Expected a string without interpolations and directives. To write `{sign}{{` literally, double \
                         the sign: `{sign}{sign}{{`."
                    ))
            }
            Self::UnclosedInterpolation {
                open,
                context,
                end,
                brace,
            } => {
                let diagnostic = error(codes::UNCLOSED_INTERPOLATION, "Unclosed interpolation")
                    .with_context(span(*context))
                    .with_detail(end.detail(words));
                let diagnostic = match end {
                    InterpolationEnd::NextItem => diagnostic,
                    _ => diagnostic.with_label(span(*open), "opened here"),
                };
                match brace {
                    Some(brace) => {
                        let place = span(TextRange::empty(*brace));
                        diagnostic.with_suggestion(place, "}", "close the interpolation")
                    }
                    None => diagnostic,
                }
            }
            Self::InvalidDirective {
                context,
                fault: DirectiveFault::Keyword(found),
                ..
            } => unknown_directive(*found, words).with_context(span(*context)),
            Self::InvalidDirective {
                open,
                context,
                fault: DirectiveFault::Unclosed(found),
            } => error(codes::INVALID_DIRECTIVE, "Unclosed directive")
                .with_context(span(*context))
                .with_label(span(*open), "opened here")
                .with_detail(format!("Expected the `}}` of the directive, found {}.", words.token(*found))),
            Self::InvalidDirective {
                context,
                fault: DirectiveFault::Trailing(found),
                ..
            } => error(codes::INVALID_DIRECTIVE, "Unexpected text in a directive")
                .with_context(span(*context))
                .with_detail(format!(
                    "Expected the `}}` of the directive, found {}. Remove what follows the directive, or put an operator \
                     before it.",
                    words.token(*found)
                )),
            Self::NoEnd { open, keyword } => error(codes::UNBALANCED_DIRECTIVE, "Directive without an end")
                .with_label(span(*open), format!("the `{keyword}` starts here"))
                .with_detail(format!(
                    "Expected the `%{{ end{keyword} }}` of a `%{{ {keyword} }}` before the end of the template."
                )),
            Self::NoStart { keyword } => {
                let opener = if *keyword == "endfor" { "for" } else { "if" };
                error(codes::UNBALANCED_DIRECTIVE, "Directive without a start").with_detail(format!(
                    "This `%{{ {keyword} }}` belongs to no `%{{ {opener} }}` in this template."
                ))
            }
            Self::Misplaced {
                open,
                outer,
                keyword,
            } => error(codes::UNBALANCED_DIRECTIVE, "Misplaced directive")
                .with_label(span(*open), format!("the `{outer}` starts here"))
                .with_detail(match (*keyword, *outer) {
                    ("else", "if") => "An `if` has at most one `else`, and this is the second one.".to_owned(),
                    ("else", _) => "A `for` has no `else`.".to_owned(),
                    _ => format!(
                        "Expected the `%{{ end{outer} }}` of a `%{{ {outer} }}` before this `%{{ {keyword} }}`."
                    ),
                }),
            Self::InvalidEscape(fault) => fault.word(subject, words),
        }
    }
}

impl NearMarker {
    /// Adds the line to the diagnostic of a heredoc with this marker.
    fn add_to(&self, diagnostic: Diagnostic, marker: &str, words: &Words<'_>) -> Diagnostic {
        let (label, advice, replacement) = match &self.fault {
            MarkerFault::Spelling => (
                "perhaps meant to close it",
                "write the marker as in the introduction",
                marker.to_owned(),
            ),
            MarkerFault::NoLineEnding => (
                "the line does not end",
                "end the line of the marker",
                format!("{marker}\n"),
            ),
            MarkerFault::More(rest) => (
                "this line holds more than the marker",
                "put what follows the marker on a line of its own",
                format!("{marker}\n{rest}"),
            ),
        };
        let there = words.span(self.range);
        let diagnostic = diagnostic.with_label(there, label);
        if words.input.is_decoded() {
            // The replacement would need the escapes of the string around it.
            return diagnostic;
        }
        diagnostic.with_suggestion(there, replacement, advice)
    }
}

impl InterpolationEnd {
    fn detail(self, words: &Words<'_>) -> String {
        match self {
            Self::Source => "Expected the `}` of this interpolation before the end of the source.".to_owned(),
            Self::String => {
                "Expected the `}` of this interpolation before the end of the string. Add it, or write `$${` for a literal \
                 `${`."
                    .to_owned()
            }
            Self::Token(found) => format!(
                "Expected the `}}` of the interpolation, found {}. To write `${{` literally, as in a shell script, double \
                 the sign: `$${{`.",
                words.token(found)
            ),
            Self::NextItem => {
                "Expected the `}` of this interpolation before the next item. Add it, or write `$${` for a literal `${`, \
                 as in a shell script."
                    .to_owned()
            }
        }
    }
}

/// The keywords of directives.
const DIRECTIVES: [&str; 5] = ["if", "else", "endif", "for", "endfor"];

/// Reports that `found` is not the keyword of a directive.
fn unknown_directive(found: Token, words: &Words<'_>) -> Diagnostic {
    let name = words.text(found.range);
    let known = "`if`, `else`, `endif`, `for` and `endfor`";
    let foreign = matches!(name.as_str(), "elseif" | "elif" | "end");
    let meant = nearest_name(&name, DIRECTIVES).filter(|_| !foreign);
    let detail = match name.as_str() {
        "elseif" | "elif" => {
            format!("HCL has no `{name}`: put an `if` directive inside the `else` of the other one.")
        }
        "end" => "A directive is closed by `endif` or `endfor`.".to_owned(),
        _ => match meant {
            Some(meant) => format!("The directives are {known}; `{meant}` was probably meant."),
            None => format!(
                "The directives are {known}; found {}. To write `%{{` literally, double the sign.",
                words.token(found)
            ),
        },
    };
    let diagnostic = words
        .error(codes::INVALID_DIRECTIVE, "Unknown directive", found.range)
        .with_detail(detail);
    match meant {
        Some(meant) => diagnostic.with_suggestion(words.span(found.range), meant, format!("write `{meant}`")),
        None => diagnostic,
    }
}

impl EscapeFault {
    fn word(self, subject: TextRange, words: &Words<'_>) -> Diagnostic {
        let error = words.error(codes::INVALID_ESCAPE, "Invalid escape", subject);
        match self {
            Self::NoCharacter(number) => error.with_detail(format!(
                "There is no character U+{number:04X}. Write characters past U+FFFF with `\\U`."
            )),
            Self::Digits(4) => error.with_detail("Expected exactly four hexadecimal digits after `\\u`."),
            Self::Digits(_) => error.with_detail("Expected exactly eight hexadecimal digits after `\\U`."),
            Self::Unknown => {
                let text = words.text(subject);
                let character = text.chars().nth(1).unwrap_or(char::REPLACEMENT_CHARACTER);
                let shown = if character.is_control() {
                    "a control character".to_owned()
                } else {
                    format!("`{character}`")
                };
                let detail = match character {
                    '$' | '%' => format!(
                        "To escape {shown}, double it, as in `{character}{character}{{`, instead of adding a backslash."
                    ),
                    '\'' => "A single quote needs no escape in a string.".to_owned(),
                    _ => format!("A backslash cannot escape {shown}. For a backslash, write two."),
                };
                error.with_detail(detail).with_suggestion(
                    words.span(TextRange::empty(subject.start)),
                    "\\",
                    "double the backslash to have it in the string",
                )
            }
        }
    }
}
