//! The diagnostics of the parser.

use hcl2_diagnostics::{Diagnostic, Span, codes, nearest_name};
use hcl2_json_text::EscapeError;
use hcl2_model::problems::syntax as shared;

/// A problem with one token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Problem {
    /// The text has no value.
    EmptyText,
    /// A value is missing before the token.
    MissingValue,
    /// A property name is missing before the token.
    MissingName,
    /// The token is a bare word in place of a property name.
    UnquotedName,
    /// The token is anything else in place of a property name.
    InvalidName,
    /// A colon is missing before the token, or the token is an equals sign.
    MissingColon,
    /// The token is an unexpected colon.
    UnexpectedColon { in_array: bool, open: Span },
    /// A comma is missing before the token, or the token is a semicolon.
    MissingComma { after: u32 },
    /// The token is a bare word in place of a value.
    InvalidKeyword,
    /// The token is an invalid number.
    InvalidNumber,
    /// The token is a string in the wrong quotes.
    WrongQuotes,
    /// The token is a string that the end of its line cuts off.
    UnclosedString,
    /// The token is a quote directly behind a string.
    StrayQuote,
    /// The token means nothing in JSON.
    InvalidCharacter,
    /// The token follows the value.
    TextAfterValue { colon: bool },
    /// The token opens an object or array beyond the limit.
    TooDeep { limit: u32 },
}

impl Problem {
    /// Words the problem with the token `bytes` at `span`.
    pub(crate) fn at(self, span: Span, bytes: &[u8]) -> Diagnostic {
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::EmptyText => Diagnostic::error(codes::json::MISSING_VALUE, "Missing value")
                .with_detail("Expected a JSON value, found nothing. An empty configuration is `{}`."),
            Self::MissingValue => Diagnostic::error(codes::json::MISSING_VALUE, "Missing value")
                .with_detail(format!("Expected a value before this {}. Write one, such as `null`.", name(&text))),
            Self::MissingName => Diagnostic::error(codes::json::INVALID_NAME, "Missing property").with_detail(format!(
                "Expected a property before this {}. Write one, or remove this.",
                name(&text)
            )),
            Self::UnquotedName => unquoted_name(span, &text),
            Self::InvalidName => Diagnostic::error(codes::json::INVALID_NAME, "Invalid property name")
                .with_detail("Expected the name of a property: a string in double quotes, followed by a colon."),
            Self::MissingColon if text.starts_with('=') => {
                Diagnostic::error(codes::json::MISSING_COLON, "Equals sign instead of a colon")
                    .with_detail("Expected a colon between the name and the value of a property; the equals sign belongs to the native syntax.")
                    .with_fix(span, ":", "replace it with a colon")
            }
            Self::MissingColon => Diagnostic::error(codes::json::MISSING_COLON, "Missing colon")
                .with_detail("Expected a colon between the name and the value of a property.")
                .with_suggestion(span.at_start(), ": ", "add the colon"),
            Self::UnexpectedColon { in_array, open } => unexpected_colon(in_array, open),
            Self::MissingComma { .. } if text == ";" => Diagnostic::error(codes::json::MISSING_COMMA, "Semicolon instead of a comma")
                .with_detail("Expected a comma between properties and between elements.")
                .with_fix(span, ",", "replace it with a comma"),
            Self::MissingComma { after } => Diagnostic::error(codes::json::MISSING_COMMA, "Missing comma")
                .with_detail("Expected a comma before this.")
                .with_suggestion(Span::empty(span.source, after), ",", "add the comma"),
            Self::InvalidKeyword => invalid_keyword(span, &text),
            Self::InvalidNumber => invalid_number(span, &text),
            Self::WrongQuotes => wrong_quotes(span, &text),
            Self::UnclosedString => {
                shared::unclosed_string(codes::json::UNCLOSED_STRING, "the end of the line", span)
            }
            Self::StrayQuote => Diagnostic::error(codes::json::STRAY_QUOTE, "Unexpected quote")
                .with_detail("The string ends before this quote. Remove the quote, or write `\\\"` for a quote in a string.")
                .with_suggestion(span, "", "remove the quote"),
            Self::InvalidCharacter => Diagnostic::error(codes::json::INVALID_CHARACTER, "Unexpected character")
                .with_detail(format!("{} cannot start a JSON value.", quote(&text))),
            Self::TextAfterValue { colon: true } => Diagnostic::error(codes::json::TEXT_AFTER_VALUE, "Unexpected text after the value")
                .with_detail("The value ends before this colon. Put braces around properties to make them an object."),
            Self::TextAfterValue { colon: false } => Diagnostic::error(codes::json::TEXT_AFTER_VALUE, "Unexpected text after the value").with_detail(
                "The outermost value ends before this. Remove the rest, or check whether an earlier bracket closes too soon.",
            ),
            Self::TooDeep { limit } => shared::too_deep(codes::json::TOO_DEEP, limit, span),
        }
        .with_subject(span)
    }
}

/// Names a token.
fn name(text: &str) -> String {
    match text {
        "," => "comma".to_owned(),
        ":" => "colon".to_owned(),
        "}" => "closing brace".to_owned(),
        "]" => "closing bracket".to_owned(),
        _ => quote(text),
    }
}

/// Quotes a token, or returns its code point if it cannot be shown.
fn quote(text: &str) -> String {
    match text.chars().next() {
        Some(first) if first.is_control() || first.is_whitespace() => {
            format!("The character U+{:04X}", u32::from(first))
        }
        _ => format!("\"{text}\""),
    }
}

fn unquoted_name(span: Span, text: &str) -> Diagnostic {
    if text.starts_with(TYPOGRAPHIC) {
        return wrong_quotes(span, text);
    }
    Diagnostic::error(codes::json::UNQUOTED_NAME, "Unquoted property name")
        .with_detail(format!("Expected a property name in double quotes: \"{text}\"."))
        .with_fix(span, format!("\"{text}\""), "quote the name")
}

/// Quotes that word processors substitute for straight ones.
const TYPOGRAPHIC: [char; 7] = [
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{ab}', '\u{bb}',
];

fn wrong_quotes(span: Span, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::json::WRONG_QUOTES, "Wrong quotes")
        .with_detail("Expected straight double quotes around a string, as in \"this\".");
    let mut inner = text.chars();
    let ends = (inner.next(), inner.next_back());
    let is_pair = match ends {
        (Some(first), Some(last)) => {
            first == last || TYPOGRAPHIC.contains(&first) && TYPOGRAPHIC.contains(&last)
        }
        _ => false,
    };
    if is_pair && !inner.as_str().contains(['"', '\\']) {
        diagnostic.with_fix(span, format!("\"{}\"", inner.as_str()), "use double quotes")
    } else {
        diagnostic
    }
}

fn invalid_keyword(span: Span, text: &str) -> Diagnostic {
    if text.starts_with(TYPOGRAPHIC) {
        return wrong_quotes(span, text);
    }
    let error = |detail: String| {
        Diagnostic::error(codes::json::INVALID_KEYWORD, "Unknown keyword").with_detail(detail)
    };
    match text {
        "NaN" | "nan" | "Infinity" | "inf" => {
            return error(format!(
                "JSON has no number `{text}`. Use `null`, or remove the property."
            ));
        }
        "undefined" | "None" | "nil" => {
            return error(format!("JSON has no `{text}`. The closest value is `null`."))
                .with_suggestion(span, "null", "use null");
        }
        _ => {}
    }
    let lower = text.to_lowercase();
    match nearest_name(&lower, ["true", "false", "null"]) {
        Some(keyword) => error(format!(
            "`{text}` is not a JSON keyword. Did you mean `{keyword}`? A string needs double quotes."
        ))
        .with_suggestion(span, keyword, format!("use {keyword}")),
        None => error(format!(
            "`{text}` is not a JSON keyword. Expected `true`, `false` or `null`; a string needs double quotes."
        ))
        .with_suggestion(span, format!("\"{text}\""), "quote it as a string"),
    }
}

fn invalid_number(span: Span, text: &str) -> Diagnostic {
    let error = |detail: &'static str| shared::invalid_number(codes::json::INVALID_NUMBER, detail, span);
    let digits = text.trim_start_matches(['-', '+']);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if let Some(positive) = text.strip_prefix('+') {
        let diagnostic = error("JSON numbers have no plus sign. Remove it.");
        let is_plain = !positive.is_empty() && positive.bytes().all(|byte| byte.is_ascii_digit());
        return if is_plain && (positive == "0" || !positive.starts_with('0')) {
            diagnostic.with_suggestion(span, positive, "remove the sign")
        } else {
            diagnostic
        };
    }
    if digits.is_empty() {
        return error("Expected digits after the sign.");
    }
    if matches!(digits, "Infinity" | "inf" | "NaN" | "nan") {
        return error("JSON has neither infinities nor NaN. Use `null`, or remove the value.");
    }
    if digits.starts_with(['x', 'X']) || digits.starts_with("0x") || digits.starts_with("0X") {
        return error("JSON numbers are decimal. Write the number in decimal, or as a string.");
    }
    if digits.contains('_') {
        return error("JSON has no digit separators. Remove the underscores.");
    }
    if unsigned.starts_with('.') {
        return error("Expected a digit before the decimal point, as in `0.5`.");
    }
    let mut after_zeros = unsigned.bytes().skip_while(|byte| *byte == b'0');
    if unsigned.starts_with('0')
        && (unsigned.starts_with("00") || after_zeros.next().is_some_and(|byte| byte.is_ascii_digit()))
    {
        return error("JSON numbers have no leading zeros. Remove them, or quote the number as a string.");
    }
    let lacks_fraction = unsigned
        .split_once('.')
        .is_some_and(|(_, fraction)| !fraction.starts_with(|first: char| first.is_ascii_digit()));
    if lacks_fraction {
        return error("Expected a digit after the decimal point.");
    }
    if unsigned.ends_with(['e', 'E', '-', '+']) {
        return error("Expected a digit in the exponent.");
    }
    error(
        "Expected an optional minus sign, digits, and optionally a fraction and an exponent. Anything else must be a string.",
    )
}

fn unexpected_colon(in_array: bool, open: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::json::UNEXPECTED_COLON, "Unexpected colon");
    if in_array {
        error
            .with_detail(
                "The elements of an array have no names. Put braces around the properties, or close the array before \
                 this.",
            )
            .with_label(open, "the array starts here")
    } else {
        error.with_detail(
            "A property has one name and one value. Put braces around the value to make it an object, or add a \
             missing comma.",
        )
    }
}

/// Reports a comment.
pub(crate) fn comment(span: Span) -> Diagnostic {
    Diagnostic::error(codes::json::COMMENT, "Comment in JSON")
        .with_detail(
            "JSON has no comments. Remove it, or write it as a property named `\"//\"`, which bodies ignore.",
        )
        .with_subject(span)
        .with_suggestion(span, "", "remove the comment")
}

/// Reports a comment that is not one of JSON with comments either, if it is such.
pub(crate) fn invalid_comment(span: Span, text: &[u8]) -> Option<Diagnostic> {
    let is_block = text.starts_with(b"/*");
    if text.starts_with(b"//") || is_block && text.len() >= 4 && text.ends_with(b"*/") {
        return None;
    }
    let error = Diagnostic::error(codes::json::COMMENT, "Invalid comment").with_subject(span);
    Some(if is_block {
        error.with_detail("The comment has no end. Close it with `*/`.")
    } else {
        error.with_detail("A comment starts with `//`, or is between `/*` and `*/`.")
    })
}

/// Reports a space that is not one in JSON.
pub(crate) fn wrong_space(span: Span, space: char) -> Diagnostic {
    let error = if space == '\u{feff}' {
        Diagnostic::error(codes::json::INVALID_CHARACTER, "Misplaced byte order mark")
            .with_detail("The character U+FEFF can only be the first of a file. Remove it.")
    } else {
        Diagnostic::error(codes::json::INVALID_CHARACTER, "Invalid space").with_detail(format!(
            "The character U+{:04X} looks like a space. Between values, JSON allows only spaces, tabs and line endings.",
            u32::from(space)
        ))
    };
    let replacement = if space == '\u{feff}' { "" } else { " " };
    error
        .with_subject(span)
        .with_fix(span, replacement, "replace the character")
}

/// Reports a trailing comma.
pub(crate) fn trailing_comma(comma: Span, in_object: bool) -> Diagnostic {
    let detail = if in_object {
        "Expected a property after this comma. In JSON, commas only separate properties."
    } else {
        "Expected an element after this comma. In JSON, commas only separate elements."
    };
    shared::trailing_comma(codes::json::TRAILING_COMMA, detail, comma)
}

/// Reports that the text ends at `end` with `depth` brackets open, the innermost one at `open`.
pub(crate) fn unclosed_bracket(open: Span, end: Span, in_object: bool, depth: usize) -> Diagnostic {
    let (summary, closer) = if in_object {
        ("Unclosed object", "brace")
    } else {
        ("Unclosed array", "bracket")
    };
    let others = match depth {
        0 | 1 => String::new(),
        2 => " One more bracket around it is unclosed.".to_owned(),
        _ => format!(" {} more brackets around it are unclosed.", depth - 1),
    };
    Diagnostic::error(codes::json::UNCLOSED_BRACKET, summary)
        .with_detail(format!(
            "Expected a closing {closer} for this before the end of the text.{others}"
        ))
        .with_subject(open)
        .with_label(end.at_end(), "the text ends here")
}

/// Reports that what starts at `open` is closed by a bracket of the other kind.
pub(crate) fn mismatched_bracket(open: Span, close: Span, in_object: bool) -> Diagnostic {
    let (detail, closer) = if in_object {
        (
            "Expected a brace to close the object. Write one here, or check whether one is missing before this.",
            "}",
        )
    } else {
        (
            "Expected a square bracket to close the array. Write one here, or check whether one is missing before this.",
            "]",
        )
    };
    Diagnostic::error(codes::json::MISMATCHED_BRACKET, "Mismatched brackets")
        .with_detail(detail)
        .with_subject(close)
        .with_label(open, "opened here")
        .with_suggestion(close, closer, "use the matching bracket")
}

/// Reports the invalid escape `bytes`.
pub(crate) fn escape(span: Span, bytes: &[u8], fault: EscapeError) -> Diagnostic {
    let text = String::from_utf8_lossy(bytes);
    match fault {
        EscapeError::Unknown => {
            let error = Diagnostic::error(codes::json::INVALID_ESCAPE, "Unknown escape");
            if bytes == b"\\'" {
                error
                    .with_detail("A single quote is not escaped in JSON.")
                    .with_fix(span, "'", "remove the backslash")
            } else {
                error
                    .with_detail(format!(
                        "`{text}` is not an escape in JSON. Write `\\\\` for a backslash, and `\\u` with four \
                         hexadecimal digits for any other character."
                    ))
                    .with_suggestion(span, format!("\\{text}"), "escape the backslash")
            }
        }
        EscapeError::MissingDigits => Diagnostic::error(codes::json::INVALID_ESCAPE, "Incomplete escape")
            .with_detail("Expected four hexadecimal digits after `\\u`."),
        EscapeError::LoneSurrogate => Diagnostic::error(codes::json::LONE_SURROGATE, "Half of a surrogate pair").with_detail(
            format!("Expected the other half after `{text}`, as in `\\ud83d\\ude00`."),
        ),
    }
    .with_subject(span)
}

/// Reports a control character in a string.
pub(crate) fn control_character(span: Span, byte: u8) -> Diagnostic {
    let escape = match byte {
        b'\t' => "\\t".to_owned(),
        0x8 => "\\b".to_owned(),
        0xc => "\\f".to_owned(),
        _ => format!("\\u{byte:04x}"),
    };
    Diagnostic::error(codes::json::CONTROL_CHARACTER, "Control character in a string")
        .with_detail(format!(
            "In a JSON string, the character U+{byte:04X} must be written as `{escape}`."
        ))
        .with_subject(span)
        .with_fix(span, escape, "escape the character")
}

/// Reports that the outermost value of a file is an array, which the legacy profile refuses.
pub(crate) fn root_array(array: Span) -> Diagnostic {
    Diagnostic::error(codes::json::LEGACY_ARRAY, "Array as a body")
        .with_detail("In the legacy profile, a body is one object. Merge the objects of this array into one.")
        .with_subject(array)
}

/// Reports that the outermost value of a file is not a body.
pub(crate) fn root_not_body(value: Span) -> Diagnostic {
    Diagnostic::error(codes::json::ROOT_NOT_BODY, "Not a body")
        .with_detail(
            "Expected an object with attributes and blocks, or an array of such objects, as the outermost value of a \
             configuration file.",
        )
        .with_subject(value)
}
