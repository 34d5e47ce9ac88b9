//! The diagnostics of the parser.

use hcl2_diagnostics::{Diagnostic, Source, Span, codes, nearest_name};
use hcl2_json_text::EscapeError;

/// A problem with one token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Problem {
    /// The text holds no value at all.
    EmptyText,
    /// There is no value before the token.
    MissingValue,
    /// There is no property name before the token.
    MissingName,
    /// The token is a word where a name is due.
    UnquotedName,
    /// The token is anything else where a name is due.
    InvalidName,
    /// There is no colon before the token, or the token is an equals sign.
    MissingColon,
    /// The token is a colon where none may be.
    UnexpectedColon { in_array: bool, open: Span },
    /// There is no comma before the token, or the token is a semicolon.
    MissingComma { after: u32 },
    /// The token is a word where a value is due.
    InvalidKeyword,
    /// The token looks like a number.
    InvalidNumber,
    /// The token is a string in the wrong quotes.
    WrongQuotes,
    /// The token is a string whose line ends before it does.
    UnclosedString,
    /// The token is a quote right after a string.
    StrayQuote,
    /// The token means nothing in JSON.
    InvalidCharacter,
    /// The token follows the value.
    TextAfterValue { colon: bool },
    /// The token opens a level too many.
    TooDeep { most: u32 },
}

impl Problem {
    /// The diagnostic for the token at `span`, which is written as `bytes`.
    pub(crate) fn at(self, span: Span, bytes: &[u8]) -> Diagnostic {
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::EmptyText => Diagnostic::error(codes::json::MISSING_VALUE, "Nothing to read")
                .with_detail("The text holds no JSON value. An empty configuration is written as {}."),
            Self::MissingValue => Diagnostic::error(codes::json::MISSING_VALUE, "Value missing")
                .with_detail(format!("A value is due before this {}. Write one; null stands for no value.", name(&text))),
            Self::MissingName => Diagnostic::error(codes::json::INVALID_NAME, "Property missing").with_detail(format!(
                "The name of a property is due before this {}. Write the property, or take this out.",
                name(&text)
            )),
            Self::UnquotedName => unquoted_name(span, &text),
            Self::InvalidName => Diagnostic::error(codes::json::INVALID_NAME, "Property name is not a string")
                .with_detail("In an object, each property starts with its name: a string in double quotes, followed by a colon."),
            Self::MissingColon if text.starts_with('=') => {
                Diagnostic::error(codes::json::MISSING_COLON, "Equals sign instead of a colon")
                    .with_detail("JSON puts a colon between a property's name and its value; the equals sign is of the native syntax.")
                    .with_suggestion(span, ":", "write a colon")
            }
            Self::MissingColon => Diagnostic::error(codes::json::MISSING_COLON, "Colon missing")
                .with_detail("A colon must stand between a property's name and its value.")
                .with_suggestion(span.at_start(), ": ", "add the colon"),
            Self::UnexpectedColon { in_array, open } => unexpected_colon(in_array, open),
            Self::MissingComma { .. } if text == ";" => Diagnostic::error(codes::json::MISSING_COMMA, "Semicolon instead of a comma")
                .with_detail("JSON separates properties and elements by commas.")
                .with_suggestion(span, ",", "write a comma"),
            Self::MissingComma { after } => Diagnostic::error(codes::json::MISSING_COMMA, "Comma missing")
                .with_detail("A comma must stand between this and what comes before it.")
                .with_suggestion(Span::empty(span.source, after), ",", "add the comma"),
            Self::InvalidKeyword => invalid_keyword(span, &text),
            Self::InvalidNumber => invalid_number(span, &text),
            Self::WrongQuotes => wrong_quotes(span, &text),
            Self::UnclosedString => Diagnostic::error(codes::json::UNCLOSED_STRING, "String is not closed")
                .with_detail("The line ends before the closing double quote. Add it; a line break inside of a string is written as \\n."),
            Self::StrayQuote => Diagnostic::error(codes::json::STRAY_QUOTE, "Double quote too many")
                .with_detail("The string ends before this quote. Take it out, or write \\\" for a quote inside of a string.")
                .with_suggestion(span, "", "take the quote out"),
            Self::InvalidCharacter => Diagnostic::error(codes::json::INVALID_CHARACTER, "Unexpected character")
                .with_detail(format!("{} cannot start a JSON value.", quote(&text))),
            Self::TextAfterValue { colon: true } => Diagnostic::error(codes::json::TEXT_AFTER_VALUE, "Text after the end")
                .with_detail("The text is complete before this colon. Put braces around properties to make them an object."),
            Self::TextAfterValue { colon: false } => Diagnostic::error(codes::json::TEXT_AFTER_VALUE, "Text after the end").with_detail(
                "The outermost value ends before this. Take the rest out, or check whether a bracket before it closes too early.",
            ),
            Self::TooDeep { most } => Diagnostic::error(codes::json::TOO_DEEP, "Nested too deep").with_detail(format!(
                "Objects and arrays may nest {most} levels deep; this one would be a level more."
            )),
        }
        .with_subject(span)
    }
}

/// A token in words.
fn name(text: &str) -> String {
    match text {
        "," => "comma".to_owned(),
        ":" => "colon".to_owned(),
        "}" => "closing brace".to_owned(),
        "]" => "closing bracket".to_owned(),
        _ => quote(text),
    }
}

/// A token as it is, where that can be shown, else its number in Unicode.
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
    Diagnostic::error(codes::json::UNQUOTED_NAME, "Property name without quotes")
        .with_detail(format!("JSON wants property names in double quotes: \"{text}\"."))
        .with_suggestion(span, format!("\"{text}\""), "put quotes around the name")
}

/// Quotes that text processors put in place of straight ones.
const TYPOGRAPHIC: [char; 7] = [
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{ab}', '\u{bb}',
];

fn wrong_quotes(span: Span, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::json::WRONG_QUOTES, "Quotes of the wrong kind")
        .with_detail("JSON strings stand in straight double quotes, as in \"this\".");
    let mut inner = text.chars();
    let ends = (inner.next(), inner.next_back());
    let is_pair = match ends {
        (Some(first), Some(last)) => {
            first == last || TYPOGRAPHIC.contains(&first) && TYPOGRAPHIC.contains(&last)
        }
        _ => false,
    };
    if is_pair && !inner.as_str().contains(['"', '\\']) {
        diagnostic.with_suggestion(span, format!("\"{}\"", inner.as_str()), "use double quotes")
    } else {
        diagnostic
    }
}

fn invalid_keyword(span: Span, text: &str) -> Diagnostic {
    if text.starts_with(TYPOGRAPHIC) {
        return wrong_quotes(span, text);
    }
    let error =
        |detail: String| Diagnostic::error(codes::json::INVALID_KEYWORD, "Unknown word").with_detail(detail);
    match text {
        "NaN" | "nan" | "Infinity" | "inf" => {
            return error(format!(
                "JSON has no number {text}. Use null, or leave the property out."
            ));
        }
        "undefined" | "None" | "nil" => {
            return error(format!("JSON does not know {text}; what comes nearest is null.")).with_suggestion(
                span,
                "null",
                "write null",
            );
        }
        _ => {}
    }
    let lower = text.to_lowercase();
    match nearest_name(&lower, ["true", "false", "null"]) {
        Some(keyword) => error(format!(
            "\"{text}\" is not a word of JSON. Did you mean {keyword}? A string needs double quotes."
        ))
        .with_suggestion(span, keyword, format!("write {keyword}")),
        None => error(format!(
            "\"{text}\" is not a word of JSON, which knows only true, false and null. A string needs double quotes."
        ))
        .with_suggestion(span, format!("\"{text}\""), "make it a string"),
    }
}

fn invalid_number(span: Span, text: &str) -> Diagnostic {
    let error = |detail: &'static str| {
        Diagnostic::error(codes::json::INVALID_NUMBER, "Malformed number").with_detail(detail)
    };
    let digits = text.trim_start_matches(['-', '+']);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if let Some(positive) = text.strip_prefix('+') {
        let diagnostic = error("JSON numbers have no plus sign. Leave it out.");
        let is_plain = !positive.is_empty() && positive.bytes().all(|byte| byte.is_ascii_digit());
        return if is_plain && (positive == "0" || !positive.starts_with('0')) {
            diagnostic.with_suggestion(span, positive, "leave the sign out")
        } else {
            diagnostic
        };
    }
    if digits.is_empty() {
        return error("A sign must be followed by digits.");
    }
    if matches!(digits, "Infinity" | "inf" | "NaN" | "nan") {
        return error(
            "JSON has neither infinities nor a value for what is not a number. Use null, or leave it out.",
        );
    }
    if digits.starts_with(['x', 'X']) || digits.starts_with("0x") || digits.starts_with("0X") {
        return error("JSON numbers are decimal. Write the number in decimal digits, or as a string.");
    }
    if digits.contains('_') {
        return error("Digits cannot be grouped in JSON. Take the underscores out.");
    }
    if unsigned.starts_with('.') {
        return error("A fraction needs a digit before its point, as in 0.5.");
    }
    let mut after_zeros = unsigned.bytes().skip_while(|byte| *byte == b'0');
    if unsigned.starts_with('0')
        && (unsigned.starts_with("00") || after_zeros.next().is_some_and(|byte| byte.is_ascii_digit()))
    {
        return error(
            "JSON numbers do not start with a zero before other digits. Take it out, or make this a string.",
        );
    }
    let lacks_fraction = unsigned
        .split_once('.')
        .is_some_and(|(_, fraction)| !fraction.starts_with(|first: char| first.is_ascii_digit()));
    if lacks_fraction {
        return error("At least one digit must follow the decimal point.");
    }
    if unsigned.ends_with(['e', 'E', '-', '+']) {
        return error("At least one digit must follow the letter, and the sign, of an exponent.");
    }
    error(
        "A number is an optional minus sign, digits, and optionally a fraction and an exponent. Anything else must be a string.",
    )
}

fn unexpected_colon(in_array: bool, open: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::json::UNEXPECTED_COLON, "Colon not expected here");
    if in_array {
        error
            .with_detail(
                "An array holds values without names. Put braces around the properties, or check whether the array \
                 should be closed before this.",
            )
            .with_label(open, "the array starts here")
    } else {
        error.with_detail(
            "A property has one name and one value. Put braces around the value to make it an object, or check \
             whether a comma is missing.",
        )
    }
}

/// The bytes are not UTF-8.
pub(crate) fn invalid_utf8(span: Span, is_utf16: bool) -> Diagnostic {
    Diagnostic::error(codes::source::INVALID_UTF8, "Not UTF-8 text")
        .with_detail(if is_utf16 {
            "The file is encoded as UTF-16. Save it as UTF-8."
        } else {
            "The bytes here are no character in UTF-8, the encoding of JSON. Save the file in that encoding."
        })
        .with_subject(span)
}

/// There is a comment.
pub(crate) fn comment(span: Span) -> Diagnostic {
    Diagnostic::error(codes::json::COMMENT, "JSON has no comments")
        .with_detail("Take the comment out. In the object of a body, a property named \"//\" is ignored and may hold the remark.")
        .with_subject(span)
        .with_suggestion(span, "", "take the comment out")
}

/// There is a space that JSON does not count as one.
pub(crate) fn wrong_space(span: Span, space: char) -> Diagnostic {
    let error = if space == '\u{feff}' {
        Diagnostic::error(
            codes::json::INVALID_CHARACTER,
            "Byte order mark inside of the text",
        )
        .with_detail("The character U+FEFF may only be the very first of a file. Take it out.")
    } else {
        Diagnostic::error(codes::json::INVALID_CHARACTER, "Not a space of JSON").with_detail(format!(
            "The character U+{:04X} looks like a space, but only spaces, tabs and line breaks may stand between the \
             parts of JSON.",
            u32::from(space)
        ))
    };
    let replacement = if space == '\u{feff}' { "" } else { " " };
    error
        .with_subject(span)
        .with_suggestion(span, replacement, "replace the character")
}

/// There is a comma after the last member or element.
pub(crate) fn trailing_comma(comma: Span, in_object: bool) -> Diagnostic {
    Diagnostic::error(codes::json::TRAILING_COMMA, "Comma after the last one")
        .with_detail(if in_object {
            "No property follows this comma. JSON wants commas between properties only."
        } else {
            "No element follows this comma. JSON wants commas between elements only."
        })
        .with_subject(comma)
        .with_suggestion(comma, "", "take the comma out")
}

/// The text ends at `end` with `depth` brackets open, the innermost one at `open`.
pub(crate) fn unclosed_bracket(open: Span, end: Span, in_object: bool, depth: usize) -> Diagnostic {
    let (summary, closer) = if in_object {
        ("Object is not closed", "brace")
    } else {
        ("Array is not closed", "bracket")
    };
    let others = match depth {
        0 | 1 => String::new(),
        2 => " One more bracket around it is open.".to_owned(),
        _ => format!(" {} more brackets around it are open.", depth - 1),
    };
    Diagnostic::error(codes::json::UNCLOSED_BRACKET, summary)
        .with_detail(format!(
            "The text ends before the {closer} that closes what starts here.{others}"
        ))
        .with_subject(open)
        .with_label(end.at_end(), "the text ends here")
}

/// What starts at `open` is closed by a bracket of the other kind.
pub(crate) fn mismatched_bracket(open: Span, close: Span, in_object: bool) -> Diagnostic {
    let (detail, closer) = if in_object {
        (
            "An object is closed by a brace. Write one here, or check whether one is missing before this.",
            "}",
        )
    } else {
        (
            "An array is closed by a square bracket. Write one here, or check whether one is missing before this.",
            "]",
        )
    };
    Diagnostic::error(codes::json::MISMATCHED_BRACKET, "Brackets do not match")
        .with_detail(detail)
        .with_subject(close)
        .with_label(open, "this is what it would close")
        .with_suggestion(close, closer, "close with the right bracket")
}

/// There is an escape, written as `bytes`, that means nothing.
pub(crate) fn escape(span: Span, bytes: &[u8], fault: EscapeError) -> Diagnostic {
    let text = String::from_utf8_lossy(bytes);
    match fault {
        EscapeError::Unknown => {
            let error = Diagnostic::error(codes::json::INVALID_ESCAPE, "Unknown escape");
            if bytes == b"\\'" {
                error
                    .with_detail("A single quote needs no backslash in JSON.")
                    .with_suggestion(span, "'", "leave the backslash out")
            } else {
                error
                    .with_detail(format!(
                        "{text} means nothing in JSON. Write \\\\ for a backslash, \\u and four hexadecimal digits for \
                         any other character."
                    ))
                    .with_suggestion(span, format!("\\{text}"), "escape the backslash")
            }
        }
        EscapeError::MissingDigits => Diagnostic::error(codes::json::INVALID_ESCAPE, "Unfinished escape")
            .with_detail("\\u must be followed by exactly four hexadecimal digits."),
        EscapeError::LoneSurrogate => Diagnostic::error(codes::json::LONE_SURROGATE, "Half of a surrogate pair").with_detail(
            format!("{text} means a character only together with its other half, as in \\ud83d\\ude00."),
        ),
    }
    .with_subject(span)
}

/// There is a control character in a string.
pub(crate) fn control_character(span: Span, byte: u8) -> Diagnostic {
    let escape = match byte {
        b'\t' => "\\t".to_owned(),
        0x8 => "\\b".to_owned(),
        0xc => "\\f".to_owned(),
        _ => format!("\\u{byte:04x}"),
    };
    Diagnostic::error(codes::json::CONTROL_CHARACTER, "Control character in a string")
        .with_detail(format!(
            "The character U+{byte:04X} must be written as {escape} in a JSON string."
        ))
        .with_subject(span)
        .with_suggestion(span, escape, "write the escape")
}

/// The text has more bytes than `most`.
pub(crate) fn too_large(source: &Source, most: u32) -> Option<Diagnostic> {
    let detail = format!(
        "The text has {} bytes; at most {most} can be read.",
        source.bytes().len()
    );
    let error = Diagnostic::error(codes::syntax::TOO_LARGE, "Text too large").with_detail(detail);
    Some(error.with_subject(source.span_of(0, 0)))
}

/// The list of problems is full.
pub(crate) fn too_many(subject: Option<Span>, listed: usize) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::json::TOO_MANY_PROBLEMS, "Too many problems").with_detail(
        format!("Only the first {listed} problems are listed. Mend them, then look again."),
    );
    match subject {
        Some(span) => diagnostic.with_subject(span),
        None => diagnostic,
    }
}

/// The outermost value of a file is an array, which the legacy profile refuses.
pub(crate) fn root_array(array: Span) -> Diagnostic {
    Diagnostic::error(codes::json::LEGACY_ARRAY, "Array as a body")
        .with_detail("In the legacy profile, a body is one object. Merge the objects of this array into one.")
        .with_subject(array)
}

/// The outermost value of a file is no body.
pub(crate) fn root_not_body(value: Span) -> Diagnostic {
    Diagnostic::error(codes::json::ROOT_NOT_BODY, "Not a body")
        .with_detail(
            "Expected an object with attributes and blocks, or an array of such objects, as the outermost value of a \
             configuration file.",
        )
        .with_subject(value)
}
