//! Comparison with Rust values, and collection of values.

use crate::{Str, Value};

macro_rules! equal {
    ($($other:ty)*) => {
        $(
            impl PartialEq<$other> for Value {
                /// Returns whether the value is known, unmarked, and equal to this number.
                fn eq(&self, other: &$other) -> bool {
                    self.as_number().is_some_and(|number| *number == crate::Number::from(*other))
                }
            }

            impl PartialEq<$other> for &Value {
                fn eq(&self, other: &$other) -> bool {
                    **self == *other
                }
            }

            impl PartialEq<Value> for $other {
                fn eq(&self, other: &Value) -> bool {
                    other == self
                }
            }
        )*
    };
}

equal!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl PartialEq<bool> for Value {
    /// Returns whether the value is known, unmarked, and equal to this boolean.
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<bool> for &Value {
    fn eq(&self, other: &bool) -> bool {
        **self == *other
    }
}

impl PartialEq<Value> for bool {
    fn eq(&self, other: &Value) -> bool {
        other == self
    }
}

macro_rules! equal_text {
    ($($other:ty)*) => {
        $(
            impl PartialEq<$other> for Value {
                /// Returns whether the value is known, unmarked, and equal to this string, normalised.
                fn eq(&self, other: &$other) -> bool {
                    *self == **other
                }
            }

            impl PartialEq<Value> for $other {
                fn eq(&self, other: &Value) -> bool {
                    other == self
                }
            }
        )*
    };
}

equal_text!(&str String);

impl PartialEq<str> for Value {
    /// Returns whether the value is known, unmarked, and equal to this string, normalised.
    fn eq(&self, other: &str) -> bool {
        self.as_str()
            .is_some_and(|text| text == other || (!other.is_ascii() && text == Str::from(other).as_str()))
    }
}

macro_rules! collected {
    ($($item:ty)*) => {
        $(
            impl<'a> FromIterator<$item> for Value {
                /// Collects a tuple.
                fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                    Self::tuple(items.into_iter().map(Self::from))
                }
            }
        )*
    };
}

collected!(Value bool &'a str String i32 i64 u16 u32 u64 usize);

impl<K: Into<Str>, V: Into<Self>> FromIterator<(K, V)> for Value {
    /// Collects an object. Of entries with the same key, the last is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Value, value};
    ///
    /// let squares: Value = [("two", 4), ("three", 9)].into_iter().collect();
    /// assert_eq!(squares, value!({ two: 4, three: 9 }));
    /// ```
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::object(entries.into_iter().map(|(key, value)| (key, value.into())))
    }
}
