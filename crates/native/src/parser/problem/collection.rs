//! Problems of tuples, objects, calls and `for` expressions.

use hcl2_diagnostics::{Code, Diagnostic, codes::syntax as codes, nearest_name};
use memchr::memchr_iter;

use super::{Junction, Words};
use crate::lexer::{Token, TokenKind};
use crate::tree::TextRange;

/// A problem of a collection or call.
pub(in crate::parser) enum CollectionProblem {
    /// The source ends in brackets.
    Unclosed(Constructor),
    /// An object in the value of an attribute is unclosed before `next`, which is indented as the attribute is.
    Overrun { next: TextRange },
    /// A separator is missing after an element of the tuple or object opened at `open`.
    MissingSeparator {
        constructor: Constructor,
        open: TextRange,
        junction: Junction,
    },
    /// A separator is missing after the argument that ends at `end`, in a call of the function `name`.
    MissingArgumentSeparator { name: TextRange, found: Token, end: u32 },
    /// The key of an item of the object opened at `open`, which ends at `end`, is not followed by a value. `compared` is
    /// the range of a `==` that was read as part of the key.
    MissingItemValue {
        open: TextRange,
        end: u32,
        compared: Option<TextRange>,
        found: Token,
    },
    /// A `::` after the name at `first` is not followed by a name.
    MissingFunctionName { first: TextRange },
    /// A name with `::`, which starts at `first`, is not called.
    MissingCall { first: TextRange },
    /// The `...` after an argument of the function `name` is not followed by `)`.
    MisplacedExpansion { name: TextRange, found: Token },
    /// A `for` within `context` is invalid.
    InvalidFor { context: TextRange, fault: ForFault },
}

/// What encloses elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum Constructor {
    Tuple,
    Object,
    Call,
}

/// What is wrong with a `for`.
#[derive(Clone, Copy)]
pub(in crate::parser) enum ForFault {
    /// The token is found in place of a part.
    Expected(&'static str, Token),
    ObjectWithoutKey,
    TupleWithKey,
    TupleWithGrouping,
}

impl CollectionProblem {
    pub(super) fn word(&self, subject: TextRange, words: &Words<'_>) -> Diagnostic {
        let error = |code, summary| words.error(code, summary, subject);
        match self {
            Self::Unclosed(constructor) => {
                let (code, summary, closer) = constructor.unclosed();
                error(code, summary).with_detail(format!(
                    "Expected the closing `{closer}` before the end of the source. Add it, or look for one that is missing \
                     further in."
                ))
            }
            Self::Overrun { next } => error(codes::UNCLOSED_OBJECT, "Unclosed object")
                .with_label(words.span(*next), "indented as the attribute is")
                .with_detail(
                    "Expected a `}` in the value of this attribute before the next line that is indented no deeper.",
                ),
            Self::MissingSeparator {
                constructor,
                open,
                junction,
            } => {
                let (summary, expected) = if *constructor == Constructor::Object {
                    ("Missing separator", "a comma, a new line, or the `}` of the object")
                } else {
                    ("Missing comma", "a comma or the `]` of the list")
                };
                let advice = junction.advice(words);
                let detail = advice.map_or_else(
                    || format!("Expected {expected}, found {}.", words.token(junction.found)),
                    str::to_owned,
                );
                let diagnostic = error(codes::EXPECTED_SEPARATOR, summary)
                    .with_context(words.span(open.to(subject)))
                    .with_detail(detail);
                let word = words.text(junction.last);
                let diagnostic = if junction.found.kind == TokenKind::Identifier
                    && nearest_name(&word, ["for"]).is_some()
                {
                    diagnostic.with_suggestion(words.span(junction.last), "for", "write `for`")
                } else if advice.is_some() {
                    diagnostic
                } else {
                    with_comma(diagnostic, junction.found.kind, junction.last.end, words)
                };
                junction.with_operator(diagnostic, words)
            }
            Self::MissingArgumentSeparator { name, found, end } => {
                let diagnostic = error(codes::EXPECTED_SEPARATOR, "Missing comma")
                    .with_context(words.span(name.to(subject)))
                    .with_detail("Expected a comma between arguments, or a `)` after the last one.");
                with_comma(diagnostic, found.kind, *end, words)
            }
            Self::MissingItemValue {
                open,
                end,
                compared,
                found,
            } => {
                let diagnostic = error(codes::EXPECTED_VALUE, "Missing value of an object item")
                    .with_context(words.span(open.to(subject)))
                    .with_detail(missing_item_value(*found, compared.is_some(), words));
                let (place, sign) = match (compared, found.kind) {
                    (Some(compared), _) => (*compared, "="),
                    (_, TokenKind::FatArrow) => (TextRange::new(*end, subject.end), " ="),
                    (
                        _,
                        TokenKind::OpenBrace
                        | TokenKind::OpenBracket
                        | TokenKind::OpenQuote
                        | TokenKind::Number,
                    ) => (TextRange::empty(*end), " ="),
                    _ => return diagnostic,
                };
                diagnostic.with_suggestion(words.span(place), sign, "put `=` after the key")
            }
            Self::MissingFunctionName { first } => {
                error(codes::EXPECTED_FUNCTION_NAME, "Missing function name")
                    .with_context(words.span(first.to(subject)))
                    .with_detail("Expected the name of a function or namespace after `::`.")
            }
            Self::MissingCall { first } => error(codes::EXPECTED_CALL, "Missing call")
                .with_context(words.span(first.to(subject)))
                .with_detail("A name with `::` is the name of a function. Expected the `(` of a call after it."),
            Self::MisplacedExpansion { name, found } => {
                error(codes::MISPLACED_EXPANSION, "Expansion before the last argument")
                    .with_context(words.span(name.to(subject)))
                    .with_detail(format!(
                        "A `...` expands the last argument of a call. Expected `)` after it, found {}.",
                        words.token(*found)
                    ))
            }
            Self::InvalidFor { context, fault } => error(codes::INVALID_FOR, "Invalid `for`")
                .with_context(words.span(context.to(subject)))
                .with_detail(match fault {
                    ForFault::Expected(expected, found) => {
                        format!("Expected {expected}, found {}.", words.token(*found))
                    }
                    ForFault::ObjectWithoutKey => {
                        "A `for` in braces makes an object, so each result needs a key: `key => value`.".to_owned()
                    }
                    ForFault::TupleWithKey => {
                        "A `for` in brackets makes a list, whose elements have no keys. Use braces to make an object."
                            .to_owned()
                    }
                    ForFault::TupleWithGrouping => {
                        "A `...` groups the values of equal keys, but a list has no keys. Use braces to make an object."
                            .to_owned()
                    }
                }),
        }
    }

    /// Returns whether this is an object without its closing brace.
    pub(super) fn is_unclosed_object(&self) -> bool {
        matches!(self, Self::Unclosed(Constructor::Object) | Self::Overrun { .. })
    }

    /// Returns whether nothing but a closing bracket may be missing.
    pub(super) fn lacks_closer(&self) -> bool {
        self.is_unclosed_object()
            || matches!(
                self,
                Self::MissingSeparator { .. } | Self::MissingArgumentSeparator { .. }
            )
    }
}

impl Constructor {
    /// Returns the code and summary for an unclosed one, and its closing bracket.
    fn unclosed(self) -> (Code, &'static str, &'static str) {
        match self {
            Self::Tuple => (codes::UNCLOSED_TUPLE, "Unclosed list", "]"),
            Self::Object => (codes::UNCLOSED_OBJECT, "Unclosed object", "}"),
            Self::Call => (codes::UNCLOSED_CALL, "Unclosed call", ")"),
        }
    }
}

/// Returns the detail for a key that is followed by `found` instead of a value.
fn missing_item_value(found: Token, compared: bool, words: &Words<'_>) -> String {
    match found.kind {
        _ if compared => "Expected a single `=` between the key and its value.".to_owned(),
        TokenKind::EqualEqual | TokenKind::FatArrow => {
            "Expected a single `=` between the key and its value.".to_owned()
        }
        TokenKind::Newline | TokenKind::Comma => "Expected `=` and a value after the key.".to_owned(),
        TokenKind::OpenBrace => {
            "Objects contain no blocks: write `=` between the key and the `{` of its value.".to_owned()
        }
        TokenKind::Identifier | TokenKind::Number => format!(
            "Expected `=` after the key, found {}. Put the key in quotes if it contains dots or spaces, or starts with a \
             digit.",
            words.token(found)
        ),
        _ => format!("Expected `=` after the key, found {}.", words.token(found)),
    }
}

/// Suggests a comma at `end`, behind a value, if a token of `kind` starts another one.
fn with_comma(diagnostic: Diagnostic, kind: TokenKind, end: u32, words: &Words<'_>) -> Diagnostic {
    let value = matches!(
        kind,
        TokenKind::Identifier | TokenKind::Number | TokenKind::OpenQuote | TokenKind::OpenBrace
    );
    // With an odd number of quotes on the line, one of them is wrong.
    if !value || memchr_iter(b'"', words.rest_of_line(end)).count() % 2 == 1 {
        return diagnostic;
    }
    let place = words.span(TextRange::empty(end));
    diagnostic.with_suggestion(place, ",", "add a comma")
}
