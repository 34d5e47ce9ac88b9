//! Encoding attributes and labels.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use hcl2_diagnostics::Outcome;
use hcl2_model::{EvalContext, ExpressionRef, Name, Quoted, Traversal, TraversalStep};
use hcl2_value::{Number, Str, Value};

use super::{EncodeError, Encoded, EncodedBody};
use crate::{Keyword, Spanned};

/// A Rust type that can be encoded as an attribute; the counterpart of
/// [`DecodeAttribute`](crate::attribute::DecodeAttribute).
///
/// # Examples
///
/// ```
/// use hcl2_decode::encode::{EncodeAttribute, EncodeError, Encoded};
/// use hcl2_value::Value;
///
/// struct Percent(u8);
///
/// impl EncodeAttribute for Percent {
///     fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
///         Ok(Some(Encoded::Value(Value::from(self.0))))
///     }
/// }
///
/// assert_eq!(hcl2_decode::encode_value(&Percent(80))?, Value::from(80));
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as an attribute",
    note = "add `#[derive(hcl2::Encode)]` to it, or `#[hcl(from_str)]` to the field if it implements `Display`"
)]
pub trait EncodeAttribute {
    /// Encodes the value; `None` to leave the attribute out.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if it cannot be encoded.
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError>;
}

/// A Rust type that can be encoded as a label; the counterpart of [`DecodeLabel`](crate::block::DecodeLabel).
///
/// # Examples
///
/// ```
/// use hcl2_decode::encode::EncodeLabel;
///
/// assert_eq!("web".encode_label().as_str(), "web");
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be encoded as a label")]
pub trait EncodeLabel {
    /// Returns the label.
    fn encode_label(&self) -> Name;
}

/// A Rust type that can be encoded as attributes of any names; the counterpart of
/// [`DecodeRemain`](crate::body::DecodeRemain).
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use hcl2_decode::encode::{EncodeRemain, EncodedBody};
///
/// let tags = BTreeMap::from([("owner".to_owned(), 1), ("stage".to_owned(), 2)]);
/// let mut body = EncodedBody::default();
/// tags.encode_remain(&mut body)?;
/// assert_eq!(body.items.len(), 2);
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as the rest of a body",
    note = "use a map by `String`"
)]
pub trait EncodeRemain {
    /// Adds the attributes to a body.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if one cannot be encoded.
    fn encode_remain(&self, body: &mut EncodedBody) -> Result<(), EncodeError>;
}

macro_rules! values {
    ($($ty:ty)*) => {
        $(
            impl EncodeAttribute for $ty {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    Ok(Some(Encoded::Value(Value::from(self.clone()))))
                }
            }
        )*
    };
}

values!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool Number String Str Value);

macro_rules! texts {
    ($($ty:ty)*) => {
        $(
            impl EncodeAttribute for $ty {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    Ok(Some(Encoded::Value(Value::from(self.to_string()))))
                }
            }
        )*
    };
}

texts!(char IpAddr Ipv4Addr Ipv6Addr SocketAddr SocketAddrV4 SocketAddrV6);

macro_rules! strings {
    ($($string:ty)*) => {
        $(
            impl EncodeAttribute for $string {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    Ok(Some(Encoded::Value(Value::from(&**self))))
                }
            }
        )*
    };
}

strings!(Box<str> Rc<str> Arc<str> Cow<'_, str>);

impl EncodeAttribute for str {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        Ok(Some(Encoded::Value(Value::from(self))))
    }
}

impl EncodeAttribute for PathBuf {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        match self.to_str() {
            Some(path) => Ok(Some(Encoded::Value(Value::from(path)))),
            None => Err(EncodeError::new("the path is not UTF-8")),
        }
    }
}

/// A string with units, such as `"1h 30m"`.
impl EncodeAttribute for Duration {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        let text = humantime::format_duration(*self).to_string();
        Ok(Some(Encoded::Value(Value::from(text))))
    }
}

macro_rules! nonzero {
    ($($integer:ty)*) => {
        $(
            impl EncodeAttribute for NonZero<$integer> {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    self.get().encode_attribute()
                }
            }
        )*
    };
}

nonzero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl EncodeAttribute for f64 {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        if !self.is_finite() {
            return Err(EncodeError::new(format!("{self} cannot be written as a number")));
        }
        // The shortest digits that read back as the same number.
        match Number::parse(&self.to_string()) {
            Ok(number) => Ok(Some(Encoded::Value(Value::from(number)))),
            Err(error) => Err(EncodeError::new(error.to_string())),
        }
    }
}

impl EncodeAttribute for f32 {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        f64::from(*self).encode_attribute()
    }
}

impl EncodeAttribute for Name {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        Ok(Some(Encoded::Value(Value::from(self.as_str()))))
    }
}

impl EncodeAttribute for Keyword {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        Ok(Some(Encoded::Static(self.to_string())))
    }
}

impl EncodeAttribute for Traversal {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                TraversalStep::Root { name, .. } => text.push_str(name),
                TraversalStep::Attribute { name, .. } => {
                    text.push('.');
                    text.push_str(name);
                }
                TraversalStep::Index { key, .. } => {
                    let key = match (key.as_number(), key.as_str()) {
                        (Some(number), _) => number.to_string(),
                        (_, Some(name)) => Quoted(name).to_string(),
                        _ => return Err(EncodeError::new("the index is neither a number nor a string")),
                    };
                    text.push('[');
                    text.push_str(&key);
                    text.push(']');
                }
                TraversalStep::Splat { .. } => text.push_str("[*]"),
            }
        }
        Ok(Some(Encoded::Static(text)))
    }
}

/// An expression in the form of its source. Numbers, lists and objects in JSON keep their form. A JSON string with several
/// parts, including interpolations, cannot be encoded.
impl EncodeAttribute for ExpressionRef {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        if let Some(text) = self.native_text() {
            return Ok(Some(Encoded::Expression(text)));
        }
        if let Some(items) = self.static_list() {
            return list(&items);
        }
        if let Some(items) = self.static_map() {
            let fields = items.iter().map(|(key, value)| {
                let key = constant(key).and_then(|key| key.as_str().map(str::to_owned));
                let key = key.ok_or_else(|| EncodeError::new("a key of the object is not a plain string"))?;
                Ok((key, element(value)?))
            });
            return Ok(Some(Encoded::Object(fields.collect::<Result<_, _>>()?)));
        }
        match constant(self) {
            Some(value) => Ok(Some(Encoded::Value(value))),
            None => Err(EncodeError::new(
                "a template in a JSON string has no form in native syntax",
            )),
        }
    }
}

/// Returns the value of an expression without variables and functions.
fn constant(expression: &ExpressionRef) -> Option<Value> {
    if !expression.variables().is_empty() || !expression.functions().is_empty() {
        return None;
    }
    let Outcome {
        value,
        diagnostics: problems,
    } = expression.evaluate(Some(&EvalContext::new()));
    (!problems.has_errors()).then_some(value)
}

impl<T: EncodeAttribute> EncodeAttribute for Option<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        match self {
            Some(value) => value.encode_attribute(),
            None => Ok(None),
        }
    }
}

impl<T: EncodeAttribute + ?Sized> EncodeAttribute for &T {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        T::encode_attribute(self)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for Box<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        T::encode_attribute(self)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for Spanned<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        T::encode_attribute(self)
    }
}

/// Encodes an element. What would be left out as an attribute is null.
fn element<T: EncodeAttribute>(value: &T) -> Result<Encoded, EncodeError> {
    let null = || Encoded::Value(Value::null(hcl2_value::Type::DYNAMIC));
    Ok(value.encode_attribute()?.unwrap_or_else(null))
}

fn list<'a, T: EncodeAttribute + 'a>(
    elements: impl IntoIterator<Item = &'a T>,
) -> Result<Option<Encoded>, EncodeError> {
    let elements = elements.into_iter().map(element);
    Ok(Some(Encoded::List(elements.collect::<Result<_, _>>()?)))
}

impl<T: EncodeAttribute> EncodeAttribute for Vec<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for VecDeque<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for [T] {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self)
    }
}

impl<T: EncodeAttribute, const N: usize> EncodeAttribute for [T; N] {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for BTreeSet<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self)
    }
}

impl<T: EncodeAttribute + Ord, S> EncodeAttribute for HashSet<T, S> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        list(self.iter().collect::<BTreeSet<&T>>())
    }
}

/// Sorts the fields of a map, so that their order is defined.
fn sorted<'m, T: 'm>(fields: impl IntoIterator<Item = (&'m String, &'m T)>) -> BTreeMap<&'m String, &'m T> {
    fields.into_iter().collect()
}

fn object<'m, K: Display + 'm, T: EncodeAttribute + 'm>(
    fields: impl IntoIterator<Item = (&'m K, &'m T)>,
) -> Result<Option<Encoded>, EncodeError> {
    let sorted: BTreeMap<String, &T> = fields
        .into_iter()
        .map(|(key, value)| (key.to_string(), value))
        .collect();
    let fields = sorted.into_iter().map(|(key, value)| {
        let value = element(value).map_err(|error| error.inside(&key))?;
        Ok((key, value))
    });
    Ok(Some(Encoded::Object(fields.collect::<Result<_, _>>()?)))
}

impl<K: Display, T: EncodeAttribute> EncodeAttribute for BTreeMap<K, T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        object(self)
    }
}

impl<K: Display, T: EncodeAttribute, S> EncodeAttribute for HashMap<K, T, S> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        object(self)
    }
}

macro_rules! tuples {
    ($(($($item:ident $index:tt),+);)*) => {
        $(
            impl<$($item: EncodeAttribute),+> EncodeAttribute for ($($item,)+) {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    Ok(Some(Encoded::List(vec![$(element(&self.$index)?),+])))
                }
            }
        )*
    };
}

tuples! {
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
}

impl EncodeLabel for String {
    fn encode_label(&self) -> Name {
        Name::from(self.as_str())
    }
}

impl EncodeLabel for str {
    fn encode_label(&self) -> Name {
        Name::from(self)
    }
}

impl EncodeLabel for Name {
    fn encode_label(&self) -> Name {
        self.clone()
    }
}

impl EncodeLabel for Str {
    fn encode_label(&self) -> Name {
        Name::from(self.as_str())
    }
}

impl<T: EncodeLabel> EncodeLabel for Spanned<T> {
    fn encode_label(&self) -> Name {
        T::encode_label(self)
    }
}

impl<T: EncodeAttribute> EncodeRemain for BTreeMap<String, T> {
    fn encode_remain(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.iter()
            .try_for_each(|(name, value)| body.attribute(name, value))
    }
}

impl<T: EncodeAttribute, S> EncodeRemain for HashMap<String, T, S> {
    fn encode_remain(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        sorted(self)
            .into_iter()
            .try_for_each(|(name, value)| body.attribute(name, value))
    }
}
