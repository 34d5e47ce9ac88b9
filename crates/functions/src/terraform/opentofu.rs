//! The functions that OpenTofu has and Terraform 1.11 does not.
//!
//! The module `assume` has those that state assumptions.

use std::io::Read;

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use super::encoding::from_base64;
use super::network::contains;
use crate::support::{MAX_TEXT_BYTES, check_length, text};

/// Returns the functions of OpenTofu that Terraform 1.11 does not have, sorted by name.
///
/// # Examples
///
/// ```
/// use hcl2_functions::terraform::opentofu_functions;
/// use hcl2_value::Value;
///
/// let functions = opentofu_functions();
/// let urldecode = functions.iter().find(|function| function.name() == "urldecode").unwrap();
/// assert_eq!(urldecode.call(&[Value::from("a+b%26c")])?, Value::from("a b&c"));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn opentofu_functions() -> Vec<Function> {
    let mut functions = Vec::from(super::assume::functions());
    functions.extend([base64gunzip(), cidrcontains(), urldecode()]);
    functions
}

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

fn base64gunzip() -> Function {
    Function::metered("base64gunzip", |arguments, _, meter| {
        let compressed = from_base64(text(arguments, 0))?;
        let mut bytes = Vec::new();
        let length = flate2::read::GzDecoder::new(compressed.as_slice())
            .take(MAX_TEXT_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| FunctionError::for_argument(0, "the decoded bytes are not valid gzip"))?;
        check_length(length)?;
        meter.bytes(length)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| FunctionError::for_argument(0, "the decompressed bytes are not valid UTF-8"))?;
        Ok(Value::from(text))
    })
    .describe("Decodes a string from Base64, decompresses it with gzip, and decodes it from UTF-8.")
    .example(
        "base64gunzip(\"H4sIAAAAAAAA/ypJLS4BAAAA//8BAAD//wx+f9gEAAAA\")",
        "\"test\"",
    )
    .parameter(string("str", "The string in Base64."))
    .returns(Type::STRING)
    .never_null()
}

fn cidrcontains() -> Function {
    Function::new("cidrcontains", |arguments, _| {
        contains(text(arguments, 0), text(arguments, 1)).map(Value::from)
    })
    .describe("Returns whether an address prefix contains an address, or all addresses of another prefix.")
    .example("cidrcontains(\"10.0.0.0/8\", \"10.1.2.0/24\")", "true")
    .parameter(string(
        "containing_prefix",
        "The prefix that may contain the other.",
    ))
    .parameter(string(
        "contained_ip_or_prefix",
        "An address, or an address prefix.",
    ))
    .returns(Type::BOOL)
    .never_null()
}

fn urldecode() -> Function {
    Function::new("urldecode", |arguments, _| {
        unescaped(text(arguments, 0)).map(Value::from)
    })
    .describe("Decodes a string from the query of a URL. A `+` becomes a space.")
    .example("urldecode(\"a+b%26c\")", "\"a b&c\"")
    .parameter(string("str", "The encoded string."))
    .returns(Type::STRING)
    .never_null()
}

fn unescaped(text: &str) -> Result<String, FunctionError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        bytes.push(match (first, after) {
            (b'+', _) => b' ',
            (b'%', [high, low, after @ ..]) => {
                rest = after;
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                match (digit(high), digit(low)) {
                    (Some(high), Some(low)) => (high << 4 | low) as u8,
                    _ => return Err(invalid_escape()),
                }
            }
            (b'%', _) => return Err(invalid_escape()),
            (byte, _) => *byte,
        });
    }
    String::from_utf8(bytes)
        .map_err(|_| FunctionError::for_argument(0, "the decoded bytes are not valid UTF-8"))
}

fn invalid_escape() -> FunctionError {
    FunctionError::for_argument(0, "`%` must be followed by two hexadecimal digits")
}
