//! Quoting and escaping of strings for expressions.

use std::fmt::{self, Display, Write};

/// A string in quotes, displayed as a template without interpolations or directives.
///
/// Section "Template Expressions" of the native syntax specification.
///
/// # Examples
///
/// ```
/// use hcl2_value::Quoted;
///
/// assert_eq!(Quoted("a \"${b}\"\n").to_string(), r#""a \"$${b}\"\n""#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

/// A string displayed as the literal part of a quoted template: [`Quoted`] without its quotes.
///
/// # Examples
///
/// ```
/// use hcl2_value::Escaped;
///
/// let (name, sign) = ("${name}", "100% \"$\"");
/// assert_eq!(format!("\"{name}: {}\"", Escaped(sign)), r#""${name}: 100% \"$\"""#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Escaped(self.0))
    }
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                '$' | '%' if characters.peek() == Some(&'{') => {
                    f.write_char(character)?;
                    f.write_char(character)?;
                }
                other if other.is_control() => write!(f, "\\u{:04x}", u32::from(other))?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}
