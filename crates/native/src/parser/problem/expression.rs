//! Problems of expressions, selections and traversals.

use hcl2_diagnostics::{Diagnostic, codes::syntax as codes};
use hcl2_model::problems::syntax as shared;

use super::Words;
use crate::lexer::{Token, TokenKind};
use crate::tree::TextRange;

/// The detail for a colon after the key of an index.
const NO_SLICES: &str = "Expected `]` after the key of the index. HCL has no slices: a function such as `slice` returns part \
                         of a list.";

/// A problem of an expression.
pub(in crate::parser) enum ExpressionProblem {
    /// The token `found` starts no expression.
    MissingValue { found: Token },
    /// The token `found` starts something that is not a heredoc. `fix` is the range to replace, and a correct
    /// introduction.
    InvalidHeredoc { fix: Option<(TextRange, String)> },
    /// A comment is unclosed.
    UnclosedComment,
    /// An operator of other languages.
    ForeignOperator(ForeignOperator),
    /// An expression is followed by something else than what ends it.
    MissingEnd { junction: Junction, end: Ending },
    /// The conditional that `condition` starts has no second result.
    MissingColon { condition: TextRange, found: Token },
    /// The parenthesis at `open` is unclosed.
    UnclosedParenthesis { open: TextRange, found: Token },
    /// The index whose bracket is at `open` is unclosed before `wrong`.
    UnclosedIndex {
        open: TextRange,
        wrong: Option<TextRange>,
        fault: IndexFault,
    },
    /// A dot is followed by the token `found`, which is not a name.
    MissingAttributeName { found: Token },
    /// The `number` after a dot has a fraction.
    ChainedIndex { number: TextRange },
    /// An attribute splat is selected from another one.
    NestedSplat,
    /// A number cannot be read.
    InvalidNumber(NumberFault),
    /// A traversal, whose root is at `root`, cannot be read.
    InvalidTraversal { root: TextRange, fault: TraversalFault },
}

/// An operator of other languages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum ForeignOperator {
    /// `===` or `!==`.
    StrictEqual,
    /// `??`.
    Coalesce,
    /// `?.`.
    OptionalAttribute,
    /// `?:`.
    Elvis,
    /// `**`.
    Power,
}

/// What ends an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum Ending {
    Source,
    /// The bracket of a parenthesis, which follows further on.
    Parenthesis,
    /// The bracket of an index, which follows further on.
    Index,
    /// The bracket of a splat, which follows further on.
    Splat,
    /// The brace of an interpolation, which follows further on.
    Interpolation,
}

/// Why an index is unclosed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum IndexFault {
    Key,
    /// A colon follows the key, as in a slice.
    Slice,
    Splat,
}

/// Why a number cannot be read.
#[derive(Clone, Copy)]
pub(in crate::parser) enum NumberFault {
    TooPrecise,
    Dots,
    Exponents,
    Exponent,
}

/// Why a traversal cannot be read.
#[derive(Clone, Copy)]
pub(in crate::parser) enum TraversalFault {
    NoVariable,
    Splat,
    NoAttributeName,
    Key,
    /// The token starts no step.
    NoStep(Token),
}

/// Where a complete expression meets a token that cannot follow it.
#[derive(Clone, Copy)]
pub(in crate::parser) struct Junction {
    /// The last token of the expression.
    pub(in crate::parser) last: TextRange,
    /// The token after it.
    pub(in crate::parser) found: Token,
}

impl ExpressionProblem {
    pub(super) fn word(&self, subject: TextRange, words: &Words<'_>) -> Diagnostic {
        let error = |code, summary| words.error(code, summary, subject);
        match self {
            Self::MissingValue { found } => missing_value(*found, words),
            Self::InvalidHeredoc { fix } => {
                let diagnostic = error(codes::EXPECTED_EXPRESSION, "Invalid heredoc").with_detail(
                    "A heredoc starts with `<<` or `<<-`, a name, and the end of the line, with no spaces or quotes between them.",
                );
                match fix {
                    Some((place, start)) => diagnostic.with_suggestion(
                        words.span(*place),
                        start.clone(),
                        "put the bare marker right behind the sign",
                    ),
                    None => diagnostic,
                }
            }
            Self::UnclosedComment => error(codes::EXPECTED_EXPRESSION, "Unclosed comment").with_detail(
                "Expected a `*/` that closes this comment. Add it, or start the comment with `#`, which ends with its \
                 line.",
            ),
            Self::ForeignOperator(operator) => {
                let diagnostic =
                    error(codes::EXPECTED_EXPRESSION, "Unknown operator").with_detail(operator.detail());
                match operator {
                    ForeignOperator::StrictEqual => {
                        diagnostic.with_fix(words.span(subject), "", "remove the third equals sign")
                    }
                    _ => diagnostic,
                }
            }
            Self::MissingEnd { junction, end } => {
                let slice = *end == Ending::Index && junction.found.kind == TokenKind::Colon;
                let advice = if slice { Some(NO_SLICES) } else { junction.advice(words) };
                let detail = advice.map_or_else(
                    || {
                        format!(
                            "Expected {}, found {}. Remove what follows, or put an operator before it.",
                            end.name(),
                            words.token(junction.found)
                        )
                    },
                    str::to_owned,
                );
                let diagnostic = error(codes::EXPECTED_END, "Unexpected text after the expression").with_detail(detail);
                junction.with_operator(diagnostic, words)
            }
            Self::MissingColon { condition, found } => {
                error(codes::INCOMPLETE_CONDITIONAL, "Incomplete conditional")
                    .with_context(words.span(condition.to(subject)))
                    .with_detail(format!(
                        "A conditional has the form `condition ? if_true : if_false`. Expected `:` and the result for \
                         false, found {}.",
                        words.token(*found)
                    ))
            }
            Self::UnclosedParenthesis { open, found } => {
                error(codes::UNCLOSED_PARENTHESIS, "Unclosed parenthesis")
                    .with_context(words.span(open.to(subject)))
                    .with_label(words.span(*open), "opened here")
                    .with_detail(format!("Expected `)`, found {}.", words.token(*found)))
            }
            Self::UnclosedIndex { open, wrong, fault } => {
                let diagnostic = error(codes::UNCLOSED_INDEX, "Unclosed index")
                    .with_context(words.span(open.to(subject)))
                    .with_detail(match fault {
                        IndexFault::Key => "Expected `]` after the key of the index.",
                        IndexFault::Slice => NO_SLICES,
                        IndexFault::Splat => "Expected `]` right after the `*` of the splat.",
                    });
                match wrong {
                    Some(wrong) => diagnostic
                        .with_label(words.span(*open), "opened here")
                        .with_label(words.span(*wrong), "expected before this"),
                    None => diagnostic,
                }
            }
            Self::MissingAttributeName { found } => {
                error(codes::EXPECTED_ATTRIBUTE_NAME, "Missing attribute name").with_detail(match found.kind {
                    TokenKind::OpenQuote => {
                        "Expected the name of an attribute, without quotes, after the dot. For a quoted key write an \
                         index, `[\"...\"]`, without the dot."
                            .to_owned()
                    }
                    TokenKind::OpenBracket => {
                        "An index needs no dot before it. Remove the dot, or add the name of an attribute.".to_owned()
                    }
                    _ => format!(
                        "Expected the name of an attribute after the dot, found {}.",
                        words.token(*found)
                    ),
                })
            }
            Self::ChainedIndex { number } => {
                let text = words.text(*number);
                let (first, second) = text.split_once('.').unwrap_or((&text, ""));
                error(codes::CHAINED_LEGACY_INDEX, "Two indices read as one fraction").with_detail(format!(
                    "After a dot, `{text}` is a fraction, not two indices. Write `[{first}][{second}]`."
                ))
            }
            Self::NestedSplat => error(codes::NESTED_SPLAT, "Nested splat")
                .with_detail("What follows `.*` cannot contain another `.*`. Write the first one as `[*]`."),
            Self::InvalidNumber(fault) => {
                shared::invalid_number(codes::INVALID_NUMBER, fault.detail(), words.span(subject))
            }
            Self::InvalidTraversal { root, fault } => error(codes::INVALID_TRAVERSAL, "Invalid traversal")
                .with_context(words.span(root.to(subject)))
                .with_detail(match fault {
                    TraversalFault::NoVariable => "Expected the name of a variable.".to_owned(),
                    TraversalFault::Splat => {
                        "This traversal refers to a single value, so it cannot contain a splat.".to_owned()
                    }
                    TraversalFault::NoAttributeName => "Expected the name of an attribute after the dot.".to_owned(),
                    TraversalFault::Key => "Expected a number or a quoted string as the key of the index.".to_owned(),
                    TraversalFault::NoStep(found) => {
                        format!("Expected `.name` or an index in brackets, found {}.", words.token(*found))
                    }
                }),
        }
    }

    /// Returns whether nothing but a closing bracket may be missing.
    pub(super) fn lacks_closer(&self) -> bool {
        matches!(
            self,
            Self::UnclosedParenthesis { .. } | Self::UnclosedIndex { .. }
        )
    }
}

/// Reports that `found` starts no expression.
fn missing_value(found: Token, words: &Words<'_>) -> Diagnostic {
    let (summary, detail) = match found.kind {
        TokenKind::End => ("Missing value", "Expected a value before the end of the source.".to_owned()),
        TokenKind::Newline => (
            "Missing value",
            "Expected a value before the end of the line. A value starts on the line of its `=` or operator; only inside \
             brackets or parentheses may it start on a later line."
                .to_owned(),
        ),
        TokenKind::Plus => (
            "Missing value",
            "Expected a value before this `+`. If it is the sign of a number, remove it.".to_owned(),
        ),
        TokenKind::Comma | TokenKind::CloseBracket | TokenKind::CloseParen | TokenKind::CloseBrace => {
            ("Missing value", format!("Expected a value, found {}.", words.token(found)))
        }
        TokenKind::CloseSequence => (
            "Missing value",
            "Expected an expression before the `}` of this interpolation or directive.".to_owned(),
        ),
        _ => (
            "Invalid expression",
            format!("Expected a value, found {}.", words.token(found)),
        ),
    };
    words
        .error(codes::EXPECTED_EXPRESSION, summary, found.range)
        .with_detail(detail)
}

impl Ending {
    fn name(self) -> &'static str {
        match self {
            Self::Source => "the end of the expression",
            Self::Parenthesis => "the `)` of this parenthesis",
            Self::Index => "the `]` of this index",
            Self::Splat => "the `]` right after the `*` of this splat",
            Self::Interpolation => "the `}` of this interpolation",
        }
    }
}

impl ForeignOperator {
    fn detail(self) -> &'static str {
        match self {
            Self::StrictEqual => {
                "HCL compares with `==` and `!=`, which never convert; it has no third equals sign."
            }
            Self::Coalesce => "HCL has no operator `??`: write `x != null ? x : y`.",
            Self::OptionalAttribute => "HCL has no operator `?.`: write `x != null ? x : y`.",
            Self::Elvis => "HCL has no operator `?:`: write `x != null ? x : y`.",
            Self::Power => "HCL has no operator `**`: use a function such as `pow`.",
        }
    }
}

impl NumberFault {
    fn detail(self) -> &'static str {
        match self {
            Self::TooPrecise => {
                "This whole number needs more than 512 bits and would be rounded. If that is acceptable, write it with an \
                 exponent, such as `1e200`; otherwise put it in quotes."
            }
            Self::Dots => "A number has at most one dot. Put versions and addresses in quotes.",
            Self::Exponents => "A number has at most one exponent, and nothing after it.",
            Self::Exponent => "The exponent of this number is not a whole number, or is out of range.",
        }
    }
}

impl Junction {
    /// Returns what to write instead, if the expression ends here because of a word or sign of other languages.
    pub(super) fn advice(self, words: &Words<'_>) -> Option<&'static str> {
        let Token { kind, range } = self.found;
        Some(match (words.bytes(self.last), kind, words.bytes(range)) {
            (b"if", _, _) => "HCL has no `if` before a value: write `condition ? if_true : if_false`.",
            (b"not", _, _) => "HCL has no operator `not`: write `!` before the condition.",
            (_, TokenKind::Identifier, b"and") => "HCL has no operator `and`: write `&&`.",
            (_, TokenKind::Identifier, b"or") => "HCL has no operator `or`: write `||`.",
            (_, TokenKind::Identifier, b"for") => {
                "A `for` comes first in its brackets: write `[for x in list : result]`, or in braces with `key => value`."
            }
            (_, TokenKind::Identifier, b"if" | b"unless") => {
                "HCL has no `if` after a value: write `condition ? if_true : if_false`."
            }
            (_, TokenKind::Equal, _) => {
                "The value ends before this `=`. To compare, write `==`; another attribute starts on a new line."
            }
            (_, TokenKind::Semicolon, _) => {
                "HCL does not separate anything with semicolons. Start a new line for what follows."
            }
            (b"\"", TokenKind::OpenQuote, _) => {
                "Adjacent strings are not joined. Write a single string, with `${...}` for computed parts."
            }
            (_, TokenKind::OpenQuote, _) => {
                "A string starts here, after a complete value. Remove this quote, or add the quote that opens the string \
                 before it."
            }
            _ => return None,
        })
    }

    /// Suggests the operator for a word of other languages.
    pub(super) fn with_operator(self, diagnostic: Diagnostic, words: &Words<'_>) -> Diagnostic {
        let (last, here) = (self.last, self.found.range);
        let (place, operator) = match (words.bytes(last), words.bytes(here)) {
            (b"not", _) => (TextRange::new(last.start, here.start), "!"),
            (_, b"and") => (here, "&&"),
            (_, b"or") => (here, "||"),
            _ => return diagnostic,
        };
        diagnostic.with_suggestion(words.span(place), operator, format!("write `{operator}`"))
    }
}
