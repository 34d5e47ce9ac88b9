//! Values from and to Rust types.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::{Repr, Value};
use crate::{NotExactError, Number, Path, PathStep, Str, Type};

/// A Rust type whose values are values of one HCL type.
///
/// It is what `From` and `TryFrom` for options and collections go by: the type of a null or of an empty list must
/// be known without a value. The set of such types is closed.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2_value::{ImpliedType, Type};
///
/// assert_eq!(BTreeMap::<String, Vec<u16>>::implied_type(), Type::map(Type::list(Type::NUMBER)));
/// ```
pub trait ImpliedType: closed::Closed {
    /// The HCL type of all values of this Rust type.
    fn implied_type() -> Type;
}

mod closed {
    /// Keeps other crates from implementing the trait that asks for it.
    pub trait Closed {}
}

/// A value that a Rust type cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromValueError {
    /// The way to the first part that does not fit; empty for the value itself.
    pub path: Path,
    /// What is wrong with that part.
    pub problem: FromValueProblem,
}

/// Why a Rust type cannot hold a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromValueProblem {
    /// The value is marked; [`unmark`](Value::unmark) it first.
    Marked,
    /// The value is null, and the Rust type is no `Option`.
    Null,
    /// The value is unknown.
    Unknown,
    /// The value has another type; [`convert`](Value::convert) it first.
    WrongType {
        /// The type of the values that the Rust type holds.
        expected: Type,
        /// The type that the value has.
        found: Type,
    },
    /// The number is not a value of the Rust type.
    Number(NotExactError),
}

impl fmt::Display for FromValueProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marked => f.write_str("the value is marked; take its marks off first"),
            Self::Null => f.write_str("the value is null"),
            Self::Unknown => f.write_str("the value is not known yet"),
            Self::WrongType { expected, found } => write!(
                f,
                "{} is required, not {}",
                expected.friendly_name(),
                found.friendly_name()
            ),
            Self::Number(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for FromValueError {}

impl FromValueError {
    fn new(problem: FromValueProblem) -> Self {
        Self {
            path: Path::new(),
            problem,
        }
    }

    fn inside(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }
}

/// Why `value` is not a known, unmarked value that values of the type `expected` can be read from.
fn unfit(value: &Value, expected: Type) -> FromValueError {
    FromValueError::new(if value.is_marked() {
        FromValueProblem::Marked
    } else if value.is_null() {
        FromValueProblem::Null
    } else if !value.is_known() {
        FromValueProblem::Unknown
    } else {
        FromValueProblem::WrongType {
            expected,
            found: value.ty().clone(),
        }
    })
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(
            impl From<$integer> for Value {
                fn from(number: $integer) -> Self {
                    Self(Repr::Number(Number::from(number)))
                }
            }

            impl closed::Closed for $integer {}

            impl ImpliedType for $integer {
                fn implied_type() -> Type {
                    Type::NUMBER
                }
            }

            impl TryFrom<&Value> for $integer {
                type Error = FromValueError;

                fn try_from(value: &Value) -> Result<Self, Self::Error> {
                    let number = value.as_number().ok_or_else(|| unfit(value, Type::NUMBER))?;
                    Self::try_from(number).map_err(|error| FromValueError::new(FromValueProblem::Number(error)))
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Fails for "not a number", which HCL does not have.
impl TryFrom<f64> for Value {
    type Error = NotExactError;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        Number::try_from(number).map(Self::from)
    }
}

/// Reads the nearest double: a fraction such as 0.1 is never exactly one. `TryFrom<&Number>` insists on that.
impl TryFrom<&Value> for f64 {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        let number = value.as_number().ok_or_else(|| unfit(value, Type::NUMBER))?;
        match number.to_f64() {
            (nearest, false) if nearest.is_infinite() => Err(FromValueError::new(FromValueProblem::Number(
                NotExactError::OutOfRange,
            ))),
            (nearest, _) => Ok(nearest),
        }
    }
}

impl closed::Closed for f64 {}

impl ImpliedType for f64 {
    fn implied_type() -> Type {
        Type::NUMBER
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self(Repr::Number(number))
    }
}

impl closed::Closed for Number {}

impl ImpliedType for Number {
    fn implied_type() -> Type {
        Type::NUMBER
    }
}

impl TryFrom<&Value> for Number {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        value
            .as_number()
            .cloned()
            .ok_or_else(|| unfit(value, Type::NUMBER))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self(Repr::Bool(truth))
    }
}

impl closed::Closed for bool {}

impl ImpliedType for bool {
    fn implied_type() -> Type {
        Type::BOOL
    }
}

impl TryFrom<&Value> for bool {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        value.as_bool().ok_or_else(|| unfit(value, Type::BOOL))
    }
}

impl From<Str> for Value {
    fn from(text: Str) -> Self {
        Self(Repr::String(text))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(Repr::String(Str::from(text)))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self(Repr::String(Str::from(text)))
    }
}

impl closed::Closed for Str {}

impl ImpliedType for Str {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl TryFrom<&Value> for Str {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        match &value.0 {
            Repr::String(text) => Ok(text.clone()),
            _ => Err(unfit(value, Type::STRING)),
        }
    }
}

impl closed::Closed for &str {}

impl ImpliedType for &str {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl<'a> TryFrom<&'a Value> for &'a str {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        value.as_str().ok_or_else(|| unfit(value, Type::STRING))
    }
}

impl closed::Closed for String {}

impl ImpliedType for String {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl TryFrom<&Value> for String {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        <&str>::try_from(value).map(Self::from)
    }
}

/// `None` is the null value of the implied type.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
///
/// assert_eq!(Value::from(None::<u8>), Value::null(Type::NUMBER));
/// assert_eq!(Value::from(Some("a")), Value::from("a"));
/// ```
impl<T: ImpliedType + Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::null(T::implied_type()), Into::into)
    }
}

impl<T: ImpliedType> closed::Closed for Option<T> {}

impl<T: ImpliedType> ImpliedType for Option<T> {
    fn implied_type() -> Type {
        T::implied_type()
    }
}

impl<'a, T: ImpliedType + TryFrom<&'a Value, Error = FromValueError>> TryFrom<&'a Value> for Option<T> {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        if value.is_null() && !value.is_marked() {
            return Ok(None);
        }
        T::try_from(value).map(Some)
    }
}

/// A list, whose element type the Rust type says even where there are no elements.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
///
/// let ports = Value::from(vec![80_u16, 443]);
/// assert_eq!(ports.ty(), &Type::list(Type::NUMBER));
/// assert_eq!(Vec::<u16>::try_from(&ports), Ok(vec![80, 443]));
/// assert_eq!(Vec::<u8>::try_from(&ports).unwrap_err().to_string(), "[1]: the number is out of range");
/// ```
impl<T: ImpliedType + Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::list_of(Type::list(T::implied_type()), items)
    }
}

impl<T: ImpliedType> closed::Closed for Vec<T> {}

impl<T: ImpliedType> ImpliedType for Vec<T> {
    fn implied_type() -> Type {
        Type::list(T::implied_type())
    }
}

/// Reads a list, a set or a tuple.
impl<'a, T: ImpliedType + TryFrom<&'a Value, Error = FromValueError>> TryFrom<&'a Value> for Vec<T> {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        let items = value
            .elements()
            .ok_or_else(|| unfit(value, Self::implied_type()))?;
        let read = |(index, item): (usize, &'a Value)| {
            T::try_from(item).map_err(|error| error.inside(PathStep::Index(Value::from(index))))
        };
        items.iter().enumerate().map(read).collect()
    }
}

/// A set.
impl<T: ImpliedType + Into<Self> + Ord> From<BTreeSet<T>> for Value {
    fn from(items: BTreeSet<T>) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::set_of(Type::set(T::implied_type()), items)
    }
}

impl<T: ImpliedType> closed::Closed for BTreeSet<T> {}

impl<T: ImpliedType> ImpliedType for BTreeSet<T> {
    fn implied_type() -> Type {
        Type::set(T::implied_type())
    }
}

/// Reads a set, a list or a tuple, and holds each element once.
impl<'a, T: ImpliedType + Ord + TryFrom<&'a Value, Error = FromValueError>> TryFrom<&'a Value>
    for BTreeSet<T>
{
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        if value.elements().is_none() {
            return Err(unfit(value, Self::implied_type()));
        }
        Vec::try_from(value).map(|items: Vec<T>| items.into_iter().collect())
    }
}

/// A map.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2_value::Value;
///
/// let counts = BTreeMap::from([("a".to_owned(), 1_u8), ("b".to_owned(), 2)]);
/// let value = Value::from(counts.clone());
/// assert_eq!(value.get("b"), Some(&Value::from(2)));
/// assert_eq!(BTreeMap::try_from(&value), Ok(counts));
/// ```
impl<T: ImpliedType + Into<Self>> From<BTreeMap<String, T>> for Value {
    fn from(items: BTreeMap<String, T>) -> Self {
        // Distinct keys may be equal once they are normalised, and then the last one counts.
        let fields = items.into_iter().map(|(key, item)| (key, item.into()));
        let (keys, items) = super::build::sorted_fields(fields);
        Self::map_of(Type::map(T::implied_type()), keys, items)
    }
}

impl<T: ImpliedType> closed::Closed for BTreeMap<String, T> {}

impl<T: ImpliedType> ImpliedType for BTreeMap<String, T> {
    fn implied_type() -> Type {
        Type::map(T::implied_type())
    }
}

/// Reads a map or an object.
impl<'a, T: ImpliedType + TryFrom<&'a Value, Error = FromValueError>> TryFrom<&'a Value>
    for BTreeMap<String, T>
{
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        let fields = value.fields().ok_or_else(|| unfit(value, Self::implied_type()))?;
        let is_map = value.ty().is_map();
        let read = |(key, item): (&Str, &'a Value)| {
            let step = |key: &Str| {
                if is_map {
                    PathStep::Index(Value::from(key.clone()))
                } else {
                    PathStep::Attribute(key.clone())
                }
            };
            T::try_from(item)
                .map(|item| (key.to_string(), item))
                .map_err(|error| error.inside(step(key)))
        };
        fields.iter().map(read).collect()
    }
}

impl From<crate::Capsule> for Value {
    fn from(capsule: crate::Capsule) -> Self {
        let ty = Type::capsule(capsule.ty().clone());
        Self(Repr::Capsule(Arc::new((ty, capsule))))
    }
}

macro_rules! by_value {
    ($($target:ty)*) => {
        $(
            impl TryFrom<Value> for $target {
                type Error = FromValueError;

                fn try_from(value: Value) -> Result<Self, Self::Error> {
                    Self::try_from(&value)
                }
            }
        )*
    };
}

by_value!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f64 bool Number Str String);
