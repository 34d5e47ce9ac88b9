//! Writing Rust types in either syntax.

mod json;
pub(crate) mod native;

use std::io::Write;

use hcl2_decode::encode::{EncodeError, EncodeFile, EncodedBody};
use hcl2_diagnostics::{Diagnostic, codes};
use hcl2_model::Name;
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Number, ValueKind};

use crate::Error;

/// Writes a value as a file in native syntax, in the canonical layout. The items of a map are attributes.
///
/// Strings are escaped so that nothing in them is a template. Decoding the result returns the value, with its strings
/// normalised to NFC.
///
/// # Errors
///
/// [`Error`] if a part cannot be represented in HCL (`hcl2::encode::unrepresentable`): an infinite number, an unknown or
/// marked value, a name that is not an identifier, or a body with labels.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Encode)]
/// struct Config {
///     name: String,
///     #[hcl(block)]
///     check: Vec<Check>,
/// }
///
/// #[derive(hcl2::Encode)]
/// struct Check {
///     #[hcl(label)]
///     kind: String,
///     every: u32,
/// }
///
/// let config = Config {
///     name: "$${web}".to_owned(),
///     check: vec![Check { kind: "http".to_owned(), every: 5 }],
/// };
/// assert_eq!(
///     hcl2::to_string(&config)?,
///     "name = \"$$${web}\"\n\ncheck \"http\" {\n  every = 5\n}\n"
/// );
/// assert_eq!(
///     hcl2::to_json_syntax(&config)?,
///     r#"{"name":"$$${web}","check":[{"http":{"every":5}}]}"#
/// );
///
/// let settings = std::collections::BTreeMap::from([("port".to_owned(), 80)]);
/// assert_eq!(hcl2::to_string(&settings)?, "port = 80\n");
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn to_string<T: EncodeFile + ?Sized>(value: &T) -> Result<String, Error> {
    Ok(native::file(&body_of(value)?)?)
}

/// Writes a value to a writer, as [`to_string`] does.
///
/// # Errors
///
/// Those of [`to_string`], and [`Error`] if writing fails (`hcl2::source::unwritable`).
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Encode)]
/// struct Config {
///     port: u16,
/// }
///
/// let mut file = Vec::new();
/// hcl2::to_writer(&mut file, &Config { port: 80 })?;
/// assert_eq!(file, b"port = 80\n");
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn to_writer<T: EncodeFile + ?Sized>(mut writer: impl Write, value: &T) -> Result<(), Error> {
    let text = to_string(value)?;
    writer.write_all(text.as_bytes()).map_err(|error| {
        Diagnostic::error(codes::source::UNWRITABLE, "Unwritable file")
            .with_detail(format!("Writing failed: {error}."))
            .into()
    })
}

/// Writes a value as a file of HCL in JSON syntax, on one line.
///
/// Strings are escaped so that nothing in them is a template; expressions are written as `${…}`. For other programs, which
/// know nothing of templates, [`value_to_json`](crate::decode::value_to_json) writes the JSON of a value.
///
/// # Errors
///
/// Those of [`to_string`].
pub fn to_json_syntax<T: EncodeFile + ?Sized>(value: &T) -> Result<String, Error> {
    Ok(json::file(&body_of(value)?)?)
}

fn body_of<T: EncodeFile + ?Sized>(value: &T) -> Result<EncodedBody, EncodeError> {
    let mut body = EncodedBody::default();
    value.encode_file(&mut body)?;
    if body.labels.is_empty() {
        Ok(body)
    } else {
        Err(EncodeError::new("a file has no labels; only its blocks have"))
    }
}

/// Returns a name that can stand without quotes.
fn identifier(name: &Name) -> Result<&str, EncodeError> {
    if is_identifier(name) {
        Ok(name)
    } else {
        Err(EncodeError::new(format!("{name:?} is not a valid identifier")))
    }
}

/// Returns a number as both syntaxes write it.
fn digits(number: &Number) -> Result<String, EncodeError> {
    /// Whole numbers with more digits are written with an exponent if they end in zeros.
    const MAX_PLAIN_DIGITS: usize = 40;
    if number.is_infinite() {
        return Err(EncodeError::new("an infinite number cannot be written"));
    }
    let text = number
        .to_string_limited(Number::MAX_DIGITS)
        .map_err(|error| EncodeError::new(error.to_string()))?;
    // A long whole number must be exact to be read, which a number with an exponent need not be.
    let significant = text.trim_end_matches('0');
    let zeros = text.len() - significant.len();
    if text.contains('.') || text.len() <= MAX_PLAIN_DIGITS || zeros == 0 {
        return Ok(text);
    }
    Ok(format!("{significant}e{zeros}"))
}

fn no_form(kind: &ValueKind<'_>) -> EncodeError {
    EncodeError::new(match kind {
        ValueKind::Unknown => "an unknown value cannot be written",
        ValueKind::Marked(..) => {
            "a marked value cannot be written; remove its marks, or write what `Sensitive::expose` returns"
        }
        _ => "a value of an application's own type cannot be written",
    })
}
