//! Problems of bodies: attributes and blocks.

use hcl2_diagnostics::{Diagnostic, codes::syntax as codes};
use hcl2_model::problems::syntax as shared;

use super::{Junction, Words};
use crate::lexer::{Token, TokenKind};
use crate::tree::TextRange;

/// A problem of a body.
pub(in crate::parser) enum BodyProblem {
    /// A name is quoted; `bare` is the range to replace, and the name without quotes.
    QuotedName { bare: Option<(TextRange, String)> },
    /// The source ends at `end` in a block. `header` is that of a block on one line.
    UnclosedBlock {
        header: Option<TextRange>,
        end: TextRange,
    },
    /// By its indentation, the token at `here` is outside of a block. If it is a brace, it closes the block of the type
    /// `outer`. A brace with the block's own `indentation` belongs at `place`.
    UnclosedByLayout {
        here: TextRange,
        outer: Option<TextRange>,
        indentation: TextRange,
        place: u32,
    },
    /// A token starts no item.
    Stray { found: Token, reason: StrayToken },
    /// A name starts neither an attribute nor a block because of the tokens `found` and `next` after it.
    NotAnItem {
        found: Token,
        next: Option<TokenKind>,
        /// The end of what stands in place of a `=`, if a value follows it.
        assignment: Option<u32>,
        /// Whether it is the type of a block whose content follows.
        has_content: bool,
        brace: Option<BraceFix>,
    },
    /// The token `found` cannot follow the type and labels of a block.
    InvalidHeader {
        block_type: TextRange,
        found: Token,
        /// Whether the content of the block follows.
        has_content: bool,
        brace: Option<BraceFix>,
    },
    /// An attribute was already set at `first`.
    DuplicateAttribute { first: TextRange },
    /// An item that starts with `name` does not end with its line.
    MissingNewline {
        name: TextRange,
        is_attribute: bool,
        junction: Junction,
        /// Whether at most a comment follows on the line.
        is_last: bool,
    },
    /// A block on one line holds something other than an attribute.
    MissingAttribute { found: Token },
    /// A block on one line holds a block.
    NestedBlock,
    /// A block on one line, opened at `open`, does not end after its attribute. It may be closed further on.
    InvalidOneLineBlock {
        open: TextRange,
        found: Token,
        is_closed: bool,
    },
}

/// Why a token starts no item.
pub(in crate::parser) enum StrayToken {
    CloseBrace,
    OpenBrace,
    Number,
    /// It starts a comment of another language.
    ForeignComment(&'static str),
    /// It is the marker of a merge conflict.
    Conflict,
    UnclosedComment,
    Other,
}

/// How to fix the missing brace of a block.
pub(in crate::parser) enum BraceFix {
    /// Add it at this offset.
    Add(u32),
    /// Move it here from the next line.
    Move(TextRange),
    /// Remove what precedes it.
    Only(TextRange),
}

impl BodyProblem {
    pub(super) fn word(&self, subject: TextRange, words: &Words<'_>) -> Diagnostic {
        match self {
            Self::QuotedName { bare } => {
                let diagnostic = words
                    .error(codes::QUOTED_NAME, "Quoted name", subject)
                    .with_detail("Expected the name of an attribute or the type of a block, without quotes.");
                match bare {
                    Some((place, name)) => {
                        diagnostic.with_fix(words.span(*place), name.clone(), "remove the quotes")
                    }
                    None => diagnostic,
                }
            }
            Self::UnclosedBlock { header, end } => {
                let diagnostic = unclosed_block(subject, words)
                    .with_label(words.span(*end), "the source ends here")
                    .with_detail(
                        "Expected a `}` that closes this block before the end of the source. Add it, or look for one \
                         that is missing further in.",
                    );
                match header {
                    Some(header) => diagnostic.with_context(words.span(header.to(subject))),
                    None => diagnostic,
                }
            }
            Self::UnclosedByLayout {
                here,
                outer,
                indentation,
                place,
            } => {
                let diagnostic = unclosed_block(subject, words);
                let diagnostic = match outer {
                    Some(outer) => diagnostic
                        .with_detail(
                            "The next `}` lines up with the block around this one. Add the `}` of this block before it.",
                        )
                        .with_label(words.span(*here), "lines up with an outer block")
                        .with_label(words.span(*outer), "the outer block"),
                    None => diagnostic
                        .with_detail(
                            "Expected the `}` of this block before the next line that is indented no deeper than the \
                             block.",
                        )
                        .with_label(words.span(*here), "indented no deeper than the block"),
                };
                let place = words.span(TextRange::empty(*place));
                let brace = format!("{}}}\n", words.text(*indentation));
                diagnostic.with_suggestion(place, brace, "close the block")
            }
            Self::Stray { found, reason } => reason.word(*found, words),
            Self::NotAnItem {
                found,
                next,
                assignment,
                has_content,
                brace,
            } => {
                let detail = not_an_item(
                    &words.text(subject),
                    *found,
                    *next,
                    assignment.is_some(),
                    *has_content,
                    words,
                );
                let diagnostic = missing_item(subject, words).with_detail(detail);
                match assignment {
                    Some(_) if found.kind == TokenKind::Plus => diagnostic,
                    Some(end) => {
                        let operator = TextRange::new(subject.end, *end);
                        // What aligns it with its neighbours stays.
                        let written = words.text(operator);
                        let spaces = &written[..written.len() - written.trim_start_matches(' ').len()];
                        let sign = format!("{}=", if spaces.is_empty() { " " } else { spaces });
                        diagnostic.with_fix(words.span(operator), sign, "set the attribute")
                    }
                    None => with_brace(diagnostic, brace.as_ref(), words),
                }
            }
            Self::InvalidHeader {
                block_type,
                found,
                has_content,
                brace,
            } => {
                let name = words.text(*block_type);
                let detail = match found.kind {
                    TokenKind::Equal => format!(
                        "A `=` follows the name of an attribute, which has no labels. Remove it to make `{name}` a block."
                    ),
                    TokenKind::Newline if *has_content => {
                        format!("Expected the `{{` of block `{name}` on the line of its type and labels.")
                    }
                    TokenKind::Newline => format!(
                        "Expected the `{{` of block `{name}` on the line of its type and labels. To set an attribute, \
                         write `{name} = ...`."
                    ),
                    _ => format!(
                        "Expected a label or the `{{` of block `{name}`, found {}.",
                        words.token(*found)
                    ),
                };
                let diagnostic = words
                    .error(codes::INVALID_BLOCK_HEADER, "Invalid block header", subject)
                    .with_context(words.span(block_type.to(subject)))
                    .with_detail(detail);
                with_brace(diagnostic, brace.as_ref(), words)
            }
            Self::DuplicateAttribute { first } => shared::duplicate_attribute(
                codes::DUPLICATE_ATTRIBUTE,
                &words.text(subject),
                words.span(subject),
                words.span(*first),
            ),
            Self::MissingNewline {
                name,
                is_attribute,
                junction,
                is_last,
            } => missing_newline(*is_attribute, *junction, *is_last, subject, words)
                .with_context(words.span(name.to(subject))),
            Self::MissingAttribute { found } => words
                .error(codes::EXPECTED_ITEM, "Missing attribute", subject)
                .with_detail(format!(
                    "Expected an attribute or the end of the line after the `{{` of a block, found {}.",
                    words.token(*found)
                )),
            Self::NestedBlock => words
                .error(codes::INVALID_ONE_LINE_BLOCK, "Nested block in a block on one line", subject)
                .with_detail(
                    "A block on one line holds one attribute, `name = value`, and no blocks. Start a new line after the \
                     `{`.",
                ),
            Self::InvalidOneLineBlock {
                open,
                found,
                is_closed,
            } => {
                let error = |summary| words.error(codes::INVALID_ONE_LINE_BLOCK, summary, subject);
                match found.kind {
                    TokenKind::Comma => error("Several items in a block on one line").with_detail(
                        "A block on one line holds at most one attribute. Put each item on a line of its own.",
                    ),
                    TokenKind::Newline if *is_closed => error("Block on one line and more")
                        .with_detail(
                            "A block with an attribute on the line of its `{` ends on that line. Start a new line after \
                             the `{`.",
                        )
                        .with_suggestion(words.span(TextRange::empty(open.end)), "\n", "start a new line"),
                    TokenKind::Newline => error("Unclosed block on one line")
                        .with_label(words.span(*open), "opened here")
                        .with_detail(
                            "A block with an attribute on the line of its `{` ends on that line. Add a `}` here, or start \
                             a new line after the `{`.",
                        ),
                    _ => error("Invalid block on one line").with_detail(format!(
                        "Expected the `}}` of the block after its only attribute, found {}.",
                        words.token(*found)
                    )),
                }
            }
        }
    }
}

impl StrayToken {
    fn word(&self, found: Token, words: &Words<'_>) -> Diagnostic {
        let written = || words.token(found);
        let detail = match self {
            Self::CloseBrace => {
                "This `}` closes nothing. Remove it, or look for a superfluous one before it.".to_owned()
            }
            Self::OpenBrace => {
                "Expected the type of a block before the `{`, or the name of an attribute and `=` if this is an object."
                    .to_owned()
            }
            Self::Number => format!(
                "Names cannot start with a digit, as {} does. Write `name = value` or a block.",
                written()
            ),
            Self::ForeignComment(sign) => {
                format!("Comments start with `#` or `//`, or are enclosed in `/*` and `*/`. HCL has no comments with `{sign}`.")
            }
            Self::Conflict => {
                "This line marks a merge conflict. Keep one version of the lines between the markers, and remove the \
                 markers."
                    .to_owned()
            }
            Self::UnclosedComment => {
                "Expected a `*/` that closes this comment. Add it, or start the comment with `#`.".to_owned()
            }
            Self::Other => format!(
                "Expected `name = value` or a block, `type \"label\" {{`, found {}.",
                written()
            ),
        };
        let diagnostic = missing_item(found.range, words).with_detail(detail);
        match self {
            Self::CloseBrace => diagnostic.with_suggestion(words.span(found.range), "", "remove the brace"),
            _ => diagnostic,
        }
    }
}

fn unclosed_block(open: TextRange, words: &Words<'_>) -> Diagnostic {
    words.error(codes::UNCLOSED_BLOCK, "Unclosed block", open)
}

fn missing_item(subject: TextRange, words: &Words<'_>) -> Diagnostic {
    words.error(codes::EXPECTED_ITEM, "Missing attribute or block", subject)
}

/// Returns the detail for `name`, which starts neither an attribute nor a block.
fn not_an_item(
    name: &str,
    found: Token,
    next: Option<TokenKind>,
    has_value: bool,
    has_content: bool,
    words: &Words<'_>,
) -> String {
    let not = |operator: &str| {
        format!("Attributes are set with `=`: write `{name} = ...`, not `{name}{operator} ...`.")
    };
    match found.kind {
        TokenKind::Newline if has_content => {
            format!("Expected the `{{` of block `{name}` on the line of its type.")
        }
        TokenKind::FatArrow => not(" =>"),
        TokenKind::Colon if next == Some(TokenKind::Equal) => not(" :="),
        TokenKind::Colon => not(":"),
        TokenKind::Plus if has_value => {
            format!("Attributes are set once, with `=`: write `{name} = ...`, not `{name} += ...`.")
        }
        TokenKind::EqualEqual => format!("Attributes are set with a single `=`: `{name} = ...`."),
        TokenKind::Dot | TokenKind::OpenBracket => format!(
            "The name of an attribute is a single identifier: nothing can be selected from `{name}` here."
        ),
        TokenKind::Newline | TokenKind::End => format!(
            "`{name}` alone defines nothing. Set an attribute, `{name} = ...`, or start a block, `{name} {{`."
        ),
        _ => format!(
            "After `{name}`, expected `=` for an attribute, or labels and `{{` for a block, found {}.",
            words.token(found)
        ),
    }
}

fn missing_newline(
    is_attribute: bool,
    junction: Junction,
    is_last: bool,
    subject: TextRange,
    words: &Words<'_>,
) -> Diagnostic {
    let is_comma = junction.found.kind == TokenKind::Comma;
    let separated = "Attributes are separated by line endings, not by commas.";
    if is_comma && is_attribute && is_last {
        return shared::trailing_comma(codes::EXPECTED_NEWLINE, separated, words.span(subject));
    }
    let is_brace = junction.found.kind == TokenKind::CloseBrace;
    let detail = if is_comma && is_attribute {
        separated.to_owned()
    } else if is_attribute && is_brace {
        "Expected the end of the line after the attribute, found `}`. Unless all of a block is on one line, its `}` has a \
         line of its own."
            .to_owned()
    } else if is_attribute {
        junction.advice(words).map_or_else(
            || {
                format!(
                    "Expected the end of the line after the attribute, found {}. Start a new line, or put an operator \
                     between the two values.",
                    words.token(junction.found)
                )
            },
            str::to_owned,
        )
    } else {
        format!(
            "Expected the end of the line after the block, found {}. Start a new line for what follows.",
            words.token(junction.found)
        )
    };
    let diagnostic = words
        .error(codes::EXPECTED_NEWLINE, "Missing line ending", subject)
        .with_detail(detail);
    if is_comma && is_last {
        diagnostic.with_fix(words.span(subject), "", "remove the comma")
    } else if is_attribute && is_brace {
        let before = words.span(TextRange::empty(subject.start));
        diagnostic.with_suggestion(before, "\n", "start a new line")
    } else {
        junction.with_operator(diagnostic, words)
    }
}

/// Suggests how to fix the brace of a block.
fn with_brace(diagnostic: Diagnostic, fix: Option<&BraceFix>, words: &Words<'_>) -> Diagnostic {
    let (place, text) = match fix {
        Some(BraceFix::Add(end)) => (TextRange::empty(*end), "open the block here"),
        Some(BraceFix::Move(place)) => (*place, "open the block on the line of its type"),
        Some(BraceFix::Only(place)) => (*place, "remove what precedes the brace"),
        None => return diagnostic,
    };
    diagnostic.with_suggestion(words.span(place), " {", text)
}
