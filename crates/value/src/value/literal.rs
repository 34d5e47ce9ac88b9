//! The macro `value!`.

use super::Value;

/// Creates a value from a literal in the style of JSON: `null`, objects in braces and tuples in brackets, whose parts are
/// such literals or Rust expressions of any type that converts into [`Value`].
///
/// Keys are names, strings, or expressions in parentheses, followed by a colon or an equals sign.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Value, value};
///
/// let (port, region) = (80, "region".to_owned());
/// let config = value!({
///     name: "web",
///     "ports": [port, port + 363],
///     (region): null,
///     ratio: 0.5,
///     limits = { cpu = 2 },
/// });
/// assert_eq!(config["ports"][1], 443);
/// assert_eq!(config["limits"], Value::object([("cpu", Value::from(2))]));
/// assert!(config["region"].is_null());
/// ```
#[macro_export]
macro_rules! value {
    (null) => { $crate::Value::NULL };
    ([ $($items:tt)* ]) => { $crate::Value::tuple($crate::__items!([] $($items)*)) };
    ({ $($fields:tt)* }) => { $crate::Value::object::<$crate::Str>($crate::__fields!([] $($fields)*)) };
    ($value:expr) => { $crate::__Part::part($value) };
}

/// Collects the elements of a tuple for [`value!`](crate::value).
#[doc(hidden)]
#[macro_export]
macro_rules! __items {
    ([$($done:expr),*]) => { [$($done),*] as [$crate::Value; _] };
    ([$($done:expr),*] null $(, $($rest:tt)*)?) => {
        $crate::__items!([$($done,)* $crate::value!(null)] $($($rest)*)?)
    };
    ([$($done:expr),*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::__items!([$($done,)* $crate::value!([$($inner)*])] $($($rest)*)?)
    };
    ([$($done:expr),*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::__items!([$($done,)* $crate::value!({$($inner)*})] $($($rest)*)?)
    };
    ([$($done:expr),*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::__items!([$($done,)* $crate::value!($next)] $($($rest)*)?)
    };
}

/// Collects the fields of an object for [`value!`](crate::value).
#[doc(hidden)]
#[macro_export]
macro_rules! __fields {
    ([$($done:expr),*]) => { [$($done),*] as [($crate::Str, $crate::Value); _] };
    ([$($done:expr),*] $key:tt = $($rest:tt)*) => { $crate::__fields!([$($done),*] $key : $($rest)*) };
    ([$($done:expr),*] $key:tt : null $(, $($rest:tt)*)?) => {
        $crate::__fields!([$($done,)* ($crate::__key!($key), $crate::value!(null))] $($($rest)*)?)
    };
    ([$($done:expr),*] $key:tt : [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::__fields!([$($done,)* ($crate::__key!($key), $crate::value!([$($inner)*]))] $($($rest)*)?)
    };
    ([$($done:expr),*] $key:tt : {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::__fields!([$($done,)* ($crate::__key!($key), $crate::value!({$($inner)*}))] $($($rest)*)?)
    };
    ([$($done:expr),*] $key:tt : $next:expr $(, $($rest:tt)*)?) => {
        $crate::__fields!([$($done,)* ($crate::__key!($key), $crate::value!($next))] $($($rest)*)?)
    };
}

/// Converts a key for [`value!`](crate::value).
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (($key:expr)) => {
        $crate::Str::from($key)
    };
    ($key:ident) => {
        $crate::Str::from(stringify!($key))
    };
    ($key:expr) => {
        $crate::Str::from($key)
    };
}

/// What an expression in [`value!`](crate::value) can be.
#[doc(hidden)]
pub trait Part {
    fn part(self) -> Value;
}

impl<T: Into<Value>> Part for T {
    fn part(self) -> Value {
        self.into()
    }
}

/// NaN is not a number of the language, and becomes the unknown number.
impl Part for f64 {
    fn part(self) -> Value {
        Value::try_from(self).unwrap_or_else(|_| Value::unknown(crate::Type::NUMBER))
    }
}
