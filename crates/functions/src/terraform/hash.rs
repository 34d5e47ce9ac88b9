//! Functions of hashes of strings, and name-based UUIDs.

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use super::encoding::to_base64;
use crate::support::{quoted, text};

/// Formats bytes in lower-case hexadecimal.
fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// A function from bytes to the text of their hash.
pub(super) type Hash = fn(&[u8]) -> String;

pub(super) fn md5_hex(bytes: &[u8]) -> String {
    to_hex(&Md5::digest(bytes))
}

pub(super) fn sha1_hex(bytes: &[u8]) -> String {
    to_hex(&Sha1::digest(bytes))
}

pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

pub(super) fn sha512_hex(bytes: &[u8]) -> String {
    to_hex(&Sha512::digest(bytes))
}

pub(super) fn sha256_base64(bytes: &[u8]) -> String {
    to_base64(&Sha256::digest(bytes))
}

pub(super) fn sha512_base64(bytes: &[u8]) -> String {
    to_base64(&Sha512::digest(bytes))
}

fn of_text(name: &'static str, description: &'static str, hash: Hash) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(hash(text(arguments, 0).as_bytes())))
    })
    .describe(description)
    .parameter(Parameter::new("str", Type::STRING).describe("The string, in UTF-8."))
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `md5(str)`.
///
/// It returns the MD5 hash of a string in hexadecimal. Do not use it for secrets.
#[must_use]
pub fn md5() -> Function {
    of_text(
        "md5",
        "Returns the MD5 hash of a string in hexadecimal. Do not use it for secrets.",
        md5_hex,
    )
    .example("md5(\"hello\")", "\"5d41402abc4b2a76b9719d911017c592\"")
}

/// Creates the function `sha1(str)`.
///
/// It returns the SHA-1 hash of a string in hexadecimal. Do not use it for secrets.
#[must_use]
pub fn sha1() -> Function {
    of_text(
        "sha1",
        "Returns the SHA-1 hash of a string in hexadecimal. Do not use it for secrets.",
        sha1_hex,
    )
    .example("sha1(\"hello\")", "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\"")
}

/// Creates the function `sha256(str)`.
///
/// It returns the SHA-256 hash of a string in hexadecimal.
#[must_use]
pub fn sha256() -> Function {
    of_text(
        "sha256",
        "Returns the SHA-256 hash of a string in hexadecimal.",
        sha256_hex,
    )
    .example(
        "sha256(\"hello\")",
        "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"",
    )
}

/// Creates the function `sha512(str)`.
///
/// It returns the SHA-512 hash of a string in hexadecimal.
#[must_use]
pub fn sha512() -> Function {
    of_text(
        "sha512",
        "Returns the SHA-512 hash of a string in hexadecimal.",
        sha512_hex,
    ).example("sha512(\"hello\")", "\"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043\"")
}

/// Creates the function `base64sha256(str)`.
///
/// It returns the SHA-256 hash of a string in Base64.
#[must_use]
pub fn base64sha256() -> Function {
    of_text(
        "base64sha256",
        "Returns the SHA-256 hash of a string in Base64.",
        sha256_base64,
    )
    .example(
        "base64sha256(\"hello\")",
        "\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\"",
    )
}

/// Creates the function `base64sha512(str)`.
///
/// It returns the SHA-512 hash of a string in Base64.
#[must_use]
pub fn base64sha512() -> Function {
    of_text(
        "base64sha512",
        "Returns the SHA-512 hash of a string in Base64.",
        sha512_base64,
    )
    .example(
        "base64sha512(\"hello\")",
        "\"m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==\"",
    )
}

/// Formats the bytes of a UUID.
pub(super) fn identifier_text(bytes: &[u8; 16]) -> String {
    let digits = to_hex(bytes);
    let parts = [
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..],
    ];
    parts.join("-")
}

/// Sets the version of a UUID, and the variant of RFC 4122.
pub(super) fn with_version(mut bytes: [u8; 16], version: u8) -> [u8; 16] {
    bytes[6] = bytes[6] & 0x0f | version << 4;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    bytes
}

/// The namespaces of RFC 4122, which differ only in their fourth byte.
const NAMESPACES: &[(&str, u8)] = &[("dns", 0x10), ("url", 0x11), ("oid", 0x12), ("x500", 0x14)];

/// Creates the function `uuidv5(namespace, name)`.
///
/// It returns the UUID of version 5 of a name in a namespace.
///
/// A namespace is `dns`, `url`, `oid`, `x500` or a UUID.
#[must_use]
pub fn uuidv5() -> Function {
    Function::new("uuidv5", |arguments, _| {
        let namespace = namespace(text(arguments, 0))?;
        let hash = Sha1::new()
            .chain_update(namespace)
            .chain_update(text(arguments, 1).as_bytes())
            .finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        Ok(Value::from(identifier_text(&with_version(bytes, 5))))
    })
    .describe("Returns the UUID of version 5 of a name in a namespace.")
    .example(
        "uuidv5(\"dns\", \"www.example.com\")",
        "\"2ed6657d-e927-568b-95e1-2665a8aea6a2\"",
    )
    .parameter(
        Parameter::new("namespace", Type::STRING)
            .describe("The namespace: `dns`, `url`, `oid`, `x500` or a UUID."),
    )
    .parameter(Parameter::new("name", Type::STRING).describe("The name."))
    .returns(Type::STRING)
    .never_null()
}

fn namespace(text: &str) -> Result<[u8; 16], FunctionError> {
    if let Some((_, byte)) = NAMESPACES.iter().find(|(name, _)| *name == text) {
        return Ok([
            0x6b, 0xa7, 0xb8, *byte, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
        ]);
    }
    parse_identifier(text).ok_or_else(|| {
        let message = "the namespace must be dns, url, oid, x500 or an identifier of 32 hexadecimal digits";
        FunctionError::for_argument(0, message).revealing(format!("{message}, not {}", quoted(text)))
    })
}

/// Parses a UUID with hyphens, possibly in braces or after `urn:uuid:`, or without hyphens.
fn parse_identifier(text: &str) -> Option<[u8; 16]> {
    let bare = if text.len() == 32 {
        text.to_owned()
    } else {
        let inner = match text.len() {
            36 => text,
            // Any pair of characters may enclose the UUID.
            38 => text.get(1..37)?,
            _ => text.strip_prefix("urn:uuid:")?,
        };
        let parts: Vec<&str> = inner.split('-').collect();
        if parts.iter().map(|part| part.len()).ne([8, 4, 4, 4, 12]) {
            return None;
        }
        parts.concat()
    };
    if !bare.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some(u128::from_str_radix(&bare, 16).ok()?.to_be_bytes())
}
