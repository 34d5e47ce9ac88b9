//! Parts of values by index, key and path.

use std::ops::Index;

use super::Value;

/// The result of an index for a missing part.
static MISSING: Value = Value::NULL;

/// A key or a position, for [`Value::get`]. Other crates cannot implement the trait.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Value, ValueIndex};
///
/// fn first(value: &Value, index: impl ValueIndex) -> Option<&str> {
///     value.get(index)?.get(0)?.as_str()
/// }
///
/// let config = Value::from_iter([("names", vec!["a", "b"])]);
/// assert_eq!(first(&config, "names"), Some("a"));
/// ```
pub trait ValueIndex: closed::Closed {
    #[doc(hidden)]
    fn part<'v>(&self, value: &'v Value) -> Option<&'v Value>;
}

mod closed {
    /// Keeps other crates from implementing a trait that requires it.
    pub trait Closed {}

    impl Closed for usize {}
    impl<K: AsRef<str> + ?Sized> Closed for &K {}
    impl Closed for String {}
}

impl ValueIndex for usize {
    fn part<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.elements()?.get(*self)
    }
}

impl<K: AsRef<str> + ?Sized> ValueIndex for &K {
    fn part<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.fields()?.get((*self).as_ref())
    }
}

impl ValueIndex for String {
    fn part<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.as_str().part(value)
    }
}

impl Value {
    /// Returns the attribute or element with a key of a known, unmarked object or map, or the element at a position of a list,
    /// set or tuple.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::value;
    ///
    /// let config = value!({ "ports": [80, 443] });
    /// let ports = config.get("ports").unwrap();
    /// assert_eq!(ports.get(1), Some(&value!(443)));
    /// assert_eq!((ports.get(2), ports.get("a"), config.get(0)), (None, None, None));
    /// ```
    #[must_use]
    pub fn get(&self, index: impl ValueIndex) -> Option<&Self> {
        index.part(self)
    }

    /// Returns the part that a path such as `/server/ports/0` leads to: keys of objects and maps, and positions in lists and
    /// tuples, as in a JSON pointer. `~1` in a key stands for `/`, and `~0` for `~`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::value;
    ///
    /// let config = value!({ "server": { "ports": [80, 443] } });
    /// assert_eq!(config.pointer("/server/ports/1"), Some(&value!(443)));
    /// assert_eq!(config.pointer("/server/host"), None);
    /// assert_eq!(config.pointer(""), Some(&config));
    /// ```
    #[must_use]
    pub fn pointer(&self, path: &str) -> Option<&Self> {
        if path.is_empty() {
            return Some(self);
        }
        path.strip_prefix('/')?.split('/').try_fold(self, |value, step| {
            if value.fields().is_some() {
                return value.get(step.replace("~1", "/").replace("~0", "~"));
            }
            let is_position = step == "0" || !step.starts_with(['0', '+']);
            let position: usize = step.parse().ok().filter(|_| is_position)?;
            value.elements()?.get(position)
        })
    }
}

impl Index<&str> for Value {
    type Output = Self;

    /// Returns the attribute or element with a key, as [`get`](Value::get) does; null if there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::value;
    ///
    /// let config = value!({ "server": { "ports": [80, 443] } });
    /// assert_eq!(config["server"]["ports"][1], 443);
    /// assert!(config["client"]["ports"].is_null());
    /// ```
    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&MISSING)
    }
}

impl Index<usize> for Value {
    type Output = Self;

    /// Returns the element of a known, unmarked list, set or tuple at a position from 0; null if there is none.
    fn index(&self, position: usize) -> &Self {
        let element = self.elements().and_then(|elements| elements.get(position));
        element.unwrap_or(&MISSING)
    }
}
