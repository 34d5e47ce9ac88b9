//! Writing Rust types in either syntax.

use std::borrow::Cow;

use hcl2_decode::Encode;
use hcl2_decode::encode::{EncodeError, Encoded, EncodedBody, EncodedItem};
use hcl2_model::{Name, Quoted};
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Number, Value, ValueKind};

use crate::{Error, Syntax};

/// Most digits of a number that are written.
const MAX_DIGITS: usize = 100_000;

/// Writes a value as a file in native syntax, in the canonical layout.
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
///     hcl2::to_json(&config)?,
///     r#"{"name":"${\"$\"}$${web}","check":[{"http":{"every":5}}]}"#
/// );
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn to_string<T: Encode>(value: &T) -> Result<String, Error> {
    let mut text = String::new();
    native_body(&body_of(value)?, &mut text)?;
    let formatted = hcl2_native::format(text.as_bytes());
    Ok(String::from_utf8_lossy(&formatted).into_owned())
}

/// Writes a value as a file in JSON syntax, on one line.
///
/// Strings are escaped so that nothing in them is a template; expressions are written as `${…}`.
///
/// # Errors
///
/// Those of [`to_string`].
pub fn to_json<T: Encode>(value: &T) -> Result<String, Error> {
    let mut text = String::new();
    json_body(&body_of(value)?, &mut text)?;
    Ok(text)
}

/// From how many digits on a whole number is written with an exponent, if it ends in zeros.
const LONG_DIGITS: usize = 40;

fn body_of<T: Encode>(value: &T) -> Result<EncodedBody, EncodeError> {
    let mut body = EncodedBody::default();
    value.encode(&mut body)?;
    if body.labels.is_empty() {
        Ok(body)
    } else {
        Err(EncodeError::new("a file has no labels; only its blocks have"))
    }
}

/// Writes a body. The recursion is as deep as blocks nest in the Rust type's value.
fn native_body(body: &EncodedBody, out: &mut String) -> Result<(), EncodeError> {
    for (index, item) in body.items.iter().enumerate() {
        match item {
            EncodedItem::Attribute(name, value) => {
                out.push_str(identifier(name)?);
                out.push_str(" = ");
                encoded(value, Syntax::Native, out).map_err(|error| error.inside(name))?;
                out.push('\n');
            }
            EncodedItem::Block(block_type, block) => {
                if index > 0 {
                    out.push('\n');
                }
                out.push_str(identifier(block_type)?);
                for label in &block.labels {
                    out.push(' ');
                    out.push_str(&Quoted(label).to_string());
                }
                out.push_str(" {");
                if !block.items.is_empty() {
                    out.push('\n');
                    native_body(block, out).map_err(|error| error.inside(block_type))?;
                }
                out.push_str("}\n");
            }
        }
    }
    Ok(())
}

/// A name that can stand without quotes.
fn identifier(name: &Name) -> Result<&str, EncodeError> {
    if is_identifier(name) {
        Ok(name)
    } else {
        Err(EncodeError::new(format!(
            "{name:?} is no identifier, as names of attributes and blocks are"
        )))
    }
}

fn encoded(value: &Encoded, syntax: Syntax, out: &mut String) -> Result<(), EncodeError> {
    match (value, syntax) {
        (Encoded::Value(value), _) => known(value, syntax, out),
        (Encoded::Expression(text) | Encoded::Static(text), Syntax::Native) => {
            out.push_str(text);
            Ok(())
        }
        (Encoded::Expression(text), Syntax::Json) => {
            json_text(&format!("${{{text}}}"), out);
            Ok(())
        }
        (Encoded::Static(text), Syntax::Json) => {
            json_text(text, out);
            Ok(())
        }
        (Encoded::List(items), _) => list(items, syntax, out, encoded),
        (Encoded::Object(fields), _) => {
            let fields = fields.iter().map(|(key, value)| (key.as_str(), value));
            object(fields, syntax, out, encoded)
        }
        (_, Syntax::Native) => Err(EncodeError::new("there is no native syntax for this")),
        (_, Syntax::Json) => Err(EncodeError::new("there is no JSON syntax for this")),
    }
}

/// Writes a value. The recursion is as deep as a value that was decoded or made can nest.
fn known(value: &Value, syntax: Syntax, out: &mut String) -> Result<(), EncodeError> {
    match value.kind() {
        ValueKind::Null => out.push_str("null"),
        ValueKind::Bool(truth) => out.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => out.push_str(&digits(number)?),
        ValueKind::String(text) => match syntax {
            Syntax::Native => out.push_str(&Quoted(text).to_string()),
            Syntax::Json => json_template(text, out),
        },
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            return list(items, syntax, out, known);
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.as_str(), value));
            return object(fields, syntax, out, known);
        }
        kind => return Err(no_form(&kind)),
    }
    Ok(())
}

/// Writes one part of a list or object.
type WritePart<T> = fn(&T, Syntax, &mut String) -> Result<(), EncodeError>;

fn list<T>(items: &[T], syntax: Syntax, out: &mut String, write: WritePart<T>) -> Result<(), EncodeError> {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(match syntax {
                Syntax::Native => ", ",
                Syntax::Json => ",",
            });
        }
        write(item, syntax, out)?;
    }
    out.push(']');
    Ok(())
}

fn object<'f, T: 'f>(
    fields: impl ExactSizeIterator<Item = (&'f str, &'f T)>,
    syntax: Syntax,
    out: &mut String,
    write: WritePart<T>,
) -> Result<(), EncodeError> {
    // In native syntax each item stands on a line of its own.
    let (first, next) = match syntax {
        Syntax::Native if fields.len() > 0 => ("\n", "\n"),
        Syntax::Native => ("", ""),
        Syntax::Json => ("", ","),
    };
    out.push('{');
    out.push_str(first);
    for (index, (key, value)) in fields.enumerate() {
        if index > 0 {
            out.push_str(next);
        }
        match syntax {
            Syntax::Native => {
                // Words that mean something at the start of an object or by themselves are quoted.
                let bare = is_identifier(key) && !["for", "true", "false", "null"].contains(&key);
                let key = if bare {
                    Cow::Borrowed(key)
                } else {
                    Cow::Owned(Quoted(key).to_string())
                };
                out.push_str(&key);
                out.push_str(" = ");
            }
            Syntax::Json => {
                json_template(key, out);
                out.push(':');
            }
        }
        write(value, syntax, out)?;
    }
    out.push_str(first);
    out.push('}');
    Ok(())
}

/// Writes a body as an object. Blocks of one type come in one array as far as no block of another type is between them;
/// then the name comes again, which keeps their order.
fn json_body(body: &EncodedBody, out: &mut String) -> Result<(), EncodeError> {
    out.push('{');
    let mut rest = body.items.iter().peekable();
    let mut first = true;
    while let Some(item) = rest.next() {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        match item {
            EncodedItem::Attribute(name, value) => {
                json_text(identifier(name)?, out);
                out.push(':');
                encoded(value, Syntax::Json, out).map_err(|error| error.inside(name))?;
            }
            EncodedItem::Block(block_type, block) => {
                json_text(identifier(block_type)?, out);
                out.push_str(":[");
                json_block(block, out).map_err(|error| error.inside(block_type))?;
                while let Some(EncodedItem::Block(_, next)) =
                    rest.next_if(|next| matches!(next, EncodedItem::Block(other, _) if other == block_type))
                {
                    out.push(',');
                    json_block(next, out).map_err(|error| error.inside(block_type))?;
                }
                out.push(']');
            }
        }
    }
    out.push('}');
    Ok(())
}

fn json_block(block: &EncodedBody, out: &mut String) -> Result<(), EncodeError> {
    for label in &block.labels {
        out.push('{');
        json_text(label, out);
        out.push(':');
    }
    json_body(block, out)?;
    out.extend(block.labels.iter().map(|_| '}'));
    Ok(())
}

/// Writes a text as it is.
fn json_text(text: &str, out: &mut String) {
    hcl2_decode::write_json_string(text, out);
}

/// Writes a text that is read as a template so that it stands for itself.
fn json_template(text: &str, out: &mut String) {
    let mut escaped = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let before_brace = (char == '$' || char == '%') && chars.peek() == Some(&'{');
        let run = escaped.len() - escaped.trim_end_matches(['$', '%']).len();
        if before_brace && escaped.ends_with(char) {
            // Doubling it would be read as the escape of the one before; those are written as a template instead.
            let before = escaped.split_off(escaped.len() - run);
            escaped.push_str(&format!("${{\"{before}\"}}"));
        }
        if before_brace {
            escaped.push(char);
        }
        escaped.push(char);
    }
    json_text(&escaped, out);
}

fn digits(number: &Number) -> Result<String, EncodeError> {
    if number.is_infinite() {
        return Err(EncodeError::new("an infinite number cannot be written"));
    }
    let text = number
        .to_string_limited(MAX_DIGITS)
        .map_err(|error| EncodeError::new(error.to_string()))?;
    // A long whole number is read as exact, which one with an exponent need not be.
    let significant = text.trim_end_matches('0');
    let zeros = text.len() - significant.len();
    if text.contains('.') || text.len() <= LONG_DIGITS || zeros == 0 {
        return Ok(text);
    }
    Ok(format!("{significant}e{zeros}"))
}

fn no_form(kind: &ValueKind<'_>) -> EncodeError {
    EncodeError::new(match kind {
        ValueKind::Unknown => "an unknown value cannot be written",
        ValueKind::Marked(..) => "a marked value cannot be written; remove the marks first",
        _ => "a value of an application's own type cannot be written",
    })
}
