//! Conversions of options, sequences, maps and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{FromValueError, FromValueProblem, ImpliedType, closed, unfit};
use crate::value::build;
use crate::{PathStep, Str, Type, Value};

/// Converts `None` to the null value of the implied type.
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

/// Converts to a list. The Rust type determines its element type, even if it is empty.
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
        list(items)
    }
}

impl<T: ImpliedType + Into<Self> + Clone> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        list(items.iter().cloned())
    }
}

impl<T: ImpliedType + Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        list(items)
    }
}

fn list<T: ImpliedType + Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
    let items = items.into_iter().map(Into::into).collect();
    Value::list_of(Type::list(T::implied_type()), items)
}

impl<T: ImpliedType> closed::Closed for Vec<T> {}

impl<T: ImpliedType> ImpliedType for Vec<T> {
    fn implied_type() -> Type {
        Type::list(T::implied_type())
    }
}

impl<T: ImpliedType, const N: usize> closed::Closed for [T; N] {}

impl<T: ImpliedType, const N: usize> ImpliedType for [T; N] {
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
        items.iter().enumerate().map(read_element).collect()
    }
}

/// Reads a list, a set or a tuple of this many elements.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let range = Value::from([1, 10]);
/// assert_eq!(<[u8; 2]>::try_from(&range), Ok([1, 10]));
/// assert_eq!(<[u8; 3]>::try_from(&range).unwrap_err().to_string(), "3 elements are required, not 2");
/// ```
impl<'a, T: ImpliedType + TryFrom<&'a Value, Error = FromValueError>, const N: usize> TryFrom<&'a Value>
    for [T; N]
{
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        let items = value
            .elements()
            .ok_or_else(|| unfit(value, Self::implied_type()))?;
        let wrong_length = FromValueProblem::WrongLength {
            expected: N,
            found: items.len(),
        };
        if items.len() != N {
            return Err(FromValueError::new(wrong_length));
        }
        let read: Result<Vec<T>, FromValueError> = items.iter().enumerate().map(read_element).collect();
        Self::try_from(read?).map_err(|_| FromValueError::new(wrong_length))
    }
}

macro_rules! by_value {
    ($($target:ty, $($bound:ident)?;)*) => {
        $(
            impl<T> TryFrom<Value> for $target
            where
                T: ImpliedType + for<'a> TryFrom<&'a Value, Error = FromValueError>$( + $bound)?,
            {
                type Error = FromValueError;

                fn try_from(value: Value) -> Result<Self, Self::Error> {
                    Self::try_from(&value)
                }
            }
        )*
    };
}

by_value!(Option<T>,; Vec<T>,; BTreeSet<T>, Ord; BTreeMap<String, T>,; HashMap<String, T>,;);

fn read_element<'a, T: TryFrom<&'a Value, Error = FromValueError>>(
    (index, item): (usize, &'a Value),
) -> Result<T, FromValueError> {
    T::try_from(item).map_err(|error| error.inside(PathStep::Index(Value::from(index))))
}

/// Converts to a set.
impl<T: ImpliedType + Into<Self> + Ord> From<BTreeSet<T>> for Value {
    fn from(items: BTreeSet<T>) -> Self {
        set(items)
    }
}

/// Converts to a set.
impl<T: ImpliedType + Into<Self>, S> From<HashSet<T, S>> for Value {
    fn from(items: HashSet<T, S>) -> Self {
        set(items)
    }
}

fn set<T: ImpliedType + Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
    let items = items.into_iter().map(Into::into).collect();
    Value::set_of(Type::set(T::implied_type()), items)
}

impl<T: ImpliedType> closed::Closed for BTreeSet<T> {}

impl<T: ImpliedType> ImpliedType for BTreeSet<T> {
    fn implied_type() -> Type {
        Type::set(T::implied_type())
    }
}

impl<T: ImpliedType, S> closed::Closed for HashSet<T, S> {}

impl<T: ImpliedType, S> ImpliedType for HashSet<T, S> {
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
        read_set(value)
    }
}

/// Reads a set, a list or a tuple, and holds each element once.
impl<'a, T, S> TryFrom<&'a Value> for HashSet<T, S>
where
    T: ImpliedType + Eq + Hash + TryFrom<&'a Value, Error = FromValueError>,
    S: BuildHasher + Default,
{
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        read_set(value)
    }
}

fn read_set<'a, T, C>(value: &'a Value) -> Result<C, FromValueError>
where
    T: TryFrom<&'a Value, Error = FromValueError>,
    C: ImpliedType + FromIterator<T>,
{
    let items = value.elements().ok_or_else(|| unfit(value, C::implied_type()))?;
    items.iter().enumerate().map(read_element).collect()
}

/// Converts to a map.
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
        // Distinct keys may become equal when they are normalized. The last one is kept.
        let fields = items.into_iter().map(|(key, item)| (key, item.into()));
        let (keys, items) = build::sorted_fields(fields);
        Self::map_of(Type::map(T::implied_type()), keys, items)
    }
}

/// Converts to a map.
impl<T: ImpliedType + Into<Self>, S> From<HashMap<String, T, S>> for Value {
    fn from(items: HashMap<String, T, S>) -> Self {
        Self::from(items.into_iter().collect::<BTreeMap<_, _>>())
    }
}

impl<T: ImpliedType> closed::Closed for BTreeMap<String, T> {}

impl<T: ImpliedType> ImpliedType for BTreeMap<String, T> {
    fn implied_type() -> Type {
        Type::map(T::implied_type())
    }
}

impl<T: ImpliedType, S> closed::Closed for HashMap<String, T, S> {}

impl<T: ImpliedType, S> ImpliedType for HashMap<String, T, S> {
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
        read_map(value)
    }
}

/// Reads a map or an object.
impl<'a, T, S> TryFrom<&'a Value> for HashMap<String, T, S>
where
    T: ImpliedType + TryFrom<&'a Value, Error = FromValueError>,
    S: BuildHasher + Default,
{
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        read_map(value)
    }
}

fn read_map<'a, T, C>(value: &'a Value) -> Result<C, FromValueError>
where
    T: TryFrom<&'a Value, Error = FromValueError>,
    C: ImpliedType + FromIterator<(String, T)>,
{
    let fields = value.fields().ok_or_else(|| unfit(value, C::implied_type()))?;
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

macro_rules! tuples {
    ($($count:literal: $($part:ident $index:tt),+;)+) => {
        $(
            /// Converts to a tuple.
            impl<$($part: Into<Self>),+> From<($($part,)+)> for Value {
                fn from(parts: ($($part,)+)) -> Self {
                    Self::tuple([$(parts.$index.into()),+])
                }
            }

            impl<$($part: ImpliedType),+> closed::Closed for ($($part,)+) {}

            impl<$($part: ImpliedType),+> ImpliedType for ($($part,)+) {
                fn implied_type() -> Type {
                    Type::tuple([$($part::implied_type()),+])
                }
            }

            /// Reads a tuple or a list of this many elements.
            impl<'a, $($part),+> TryFrom<&'a Value> for ($($part,)+)
            where
                $($part: ImpliedType + TryFrom<&'a Value, Error = FromValueError>),+
            {
                type Error = FromValueError;

                fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
                    let items = value
                        .elements()
                        .filter(|_| !value.ty().is_set())
                        .ok_or_else(|| unfit(value, Self::implied_type()))?;
                    if items.len() != $count {
                        return Err(FromValueError::new(FromValueProblem::WrongLength {
                            expected: $count,
                            found: items.len(),
                        }));
                    }
                    Ok(($(read_element(($index, &items[$index]))?,)+))
                }
            }
        )+
    };
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
}
