//! Functions of encodings: Base64, character encodings, gzip and URLs.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use super::charset::Charset;
use super::deflate::gzip;
use crate::support::{check_length, quoted, text};

/// Base64 with padding, ignoring extra bits after the last byte.
pub(super) const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical),
);

/// Encodes bytes in Base64.
pub(super) fn to_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Decodes bytes from Base64, ignoring line breaks.
pub(super) fn from_base64(text: &str) -> Result<Vec<u8>, FunctionError> {
    let digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\r' | b'\n'))
        .collect();
    BASE64.decode(digits).map_err(|error| {
        FunctionError::for_argument(0, "the text is not valid Base64")
            .revealing(format!("the text is not valid Base64: {error}"))
    })
}

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

fn from_text(
    name: &'static str,
    description: &'static str,
    compute: fn(&str) -> Result<String, FunctionError>,
) -> Function {
    Function::new(name, move |arguments, _| {
        compute(text(arguments, 0)).map(Value::from)
    })
    .describe(description)
    .parameter(string("str", "The string."))
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `base64encode(str)`.
///
/// It encodes a string in UTF-8 and in Base64.
#[must_use]
pub fn base64encode() -> Function {
    from_text(
        "base64encode",
        "Encodes a string in UTF-8 and in Base64.",
        |text| Ok(to_base64(text.as_bytes())),
    )
    .example("base64encode(\"hello\")", "\"aGVsbG8=\"")
}

/// Creates the function `base64decode(str)`.
///
/// It decodes a string from Base64. The result must be valid UTF-8.
#[must_use]
pub fn base64decode() -> Function {
    from_text(
        "base64decode",
        "Decodes a string from Base64. The result must be valid UTF-8.",
        |text| {
            String::from_utf8(from_base64(text)?).map_err(|_| {
                FunctionError::for_argument(
                    0,
                    "the bytes that the Base64 text stands for are not valid UTF-8",
                )
            })
        },
    )
    .example("base64decode(\"aGVsbG8=\")", "\"hello\"")
}

/// Creates the function `base64gzip(str)`.
///
/// It encodes a string in UTF-8, compresses it with gzip, and encodes it in Base64. The bytes are those of Terraform.
#[must_use]
pub fn base64gzip() -> Function {
    from_text(
        "base64gzip",
        "Encodes a string in UTF-8, compresses it with gzip, and encodes it in Base64.",
        |text| Ok(to_base64(&gzip(text.as_bytes()))),
    )
    .example(
        "base64gzip(\"test\")",
        "\"H4sIAAAAAAAA/ypJLS4BAAAA//8BAAD//wx+f9gEAAAA\"",
    )
    .costs(15_000, 20)
}

/// Creates the function `urlencode(str)`.
///
/// It encodes a string for the query of a URL. A space becomes `+`.
#[must_use]
pub fn urlencode() -> Function {
    from_text(
        "urlencode",
        "Encodes a string for the query of a URL. A space becomes `+`.",
        |text| {
            let mut encoded = String::with_capacity(text.len());
            for byte in text.bytes() {
                match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                        encoded.push(char::from(byte));
                    }
                    b' ' => encoded.push('+'),
                    // Writing to a `String` never fails.
                    _ => drop(write!(encoded, "%{byte:02X}")),
                }
            }
            check_length(encoded.len())?;
            Ok(encoded)
        },
    )
    .example("urlencode(\"a b&c\")", "\"a+b%26c\"")
    .costs(0, 10)
}

/// Returns the character encoding with the name in an argument.
fn charset(name: &str, argument: usize) -> Result<Charset, FunctionError> {
    Charset::named(name).ok_or_else(|| {
        let message = "a character encoding by its name in the registry of IANA is required, such as UTF-16LE or ISO-8859-1";
        FunctionError::for_argument(argument, message)
            .revealing(format!("{message}; {} is unknown or not supported", quoted(name)))
    })
}

/// Creates the function `textencodebase64(string, encoding)`.
///
/// It encodes a string in a character encoding and in Base64.
#[must_use]
pub fn textencodebase64() -> Function {
    Function::new("textencodebase64", |arguments, _| {
        let charset = charset(text(arguments, 1), 1)?;
        match charset.encode(text(arguments, 0)) {
            Some(bytes) => Ok(Value::from(to_base64(&bytes))),
            None => Err(FunctionError::for_argument(
                0,
                "the text has a character that the encoding does not have",
            )),
        }
    })
    .describe("Encodes a string in a character encoding and in Base64.")
    .example("textencodebase64(\"hi\", \"UTF-16LE\")", "\"aABpAA==\"")
    .parameter(string("string", "The string."))
    .parameter(string(
        "encoding",
        "The IANA name of the character encoding, such as `UTF-16LE`.",
    ))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 10)
}

/// Creates the function `textdecodebase64(source, encoding)`.
///
/// It decodes a string from Base64 and from a character encoding.
#[must_use]
pub fn textdecodebase64() -> Function {
    Function::new("textdecodebase64", |arguments, _| {
        let charset = charset(text(arguments, 1), 1)?;
        let decoded = charset.decode(&from_base64(text(arguments, 0))?);
        if decoded.contains(char::REPLACEMENT_CHARACTER) {
            return Err(FunctionError::for_argument(
                0,
                "the bytes that the Base64 text stands for have no meaning in the encoding",
            ));
        }
        Ok(Value::from(decoded))
    })
    .describe("Decodes a string from Base64 and from a character encoding.")
    .example("textdecodebase64(\"aABpAA==\", \"UTF-16LE\")", "\"hi\"")
    .parameter(string("source", "The string in Base64."))
    .parameter(string(
        "encoding",
        "The IANA name of the character encoding, such as `UTF-16LE`.",
    ))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 10)
}
