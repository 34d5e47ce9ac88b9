//! Types of serde from and to text.
//!
//! [`from_str`] and [`to_string`] are for types that implement the traits of serde. The derive of this crate, [`Decode`](crate::Decode),
//! knows which fields are blocks, and finds misspelt names.

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;

pub use hcl2_decode::serde::{
    SerdeError, SerializeValue, from_body, from_unevaluated_body, from_value, to_body, to_value, value,
};

use crate::{Error, EvalContext};

/// Deserializes a string in native syntax, without variables and functions.
///
/// [`from_body`] documents how blocks become fields. [`Document::deserialize`](crate::Document::deserialize) reads with the
/// variables and functions of a loader.
///
/// # Errors
///
/// [`Error`] with every problem of the string.
///
/// # Examples
///
/// ```
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Config {
///     name: String,
///     listen: Vec<Listen>,
/// }
///
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Listen {
///     port: u16,
/// }
///
/// let text = "name = \"web\"\n\nlisten {\n  port = 80\n}\n\nlisten {\n  port = 443\n}\n";
/// let config: Config = hcl2::serde::from_str(text)?;
/// assert_eq!(config.listen[1].port, 443);
/// assert_eq!(hcl2::serde::to_string(&config)?, text);
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    crate::parse(text)?.deserialize()
}

/// Writes a struct or map as a file in native syntax, in the canonical layout and in the order of the fields.
///
/// | type of a field | written as |
/// |---|---|
/// | struct | a block |
/// | sequence of structs | a block for each |
/// | map, tuple, sequence of anything else, number, string, `bool`, unit variant | an attribute |
/// | newtype variant or struct variant | an attribute that is an object with the name of the variant: `step = { Run = { … } }` |
/// | `None`, `()` in a struct | left out; within maps, tuples and sequences it is `null` |
/// | `Some` | what it contains |
///
/// Keys of maps may be strings, numbers, `bool` or unit variants, which are written as strings.
///
/// # Errors
///
/// [`Error`] if a part cannot be represented: a number that is not finite, bytes, a map with other keys, or a name of a
/// field that is not an identifier.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Ok(crate::write::native::file(&to_body(value)?)?)
}

/// Serializes a struct or map as the variables of an evaluation: a variable for each field.
///
/// [`encode_context`](crate::encode_context) does the same to a type that implements `Encode`.
///
/// # Errors
///
/// Those of [`to_value`], and [`Error`] for anything but a struct or map.
///
/// # Examples
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Request {
///     user: &'static str,
///     ports: Vec<u16>,
/// }
///
/// let rule: hcl2::Lazy<bool> = hcl2::Loader::new().load_expression("rule", "user == \"root\" && ports[0] == 80")?;
/// let context = hcl2::serde::to_context(&Request { user: "root", ports: vec![80] })?;
/// assert!(rule.evaluate(&context)?);
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn to_context<T: Serialize + ?Sized>(variables: &T) -> Result<EvalContext<'static>, Error> {
    crate::context_of(&to_value(variables)?)
}
