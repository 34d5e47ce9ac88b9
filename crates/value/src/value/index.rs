//! Parts of values by index, key and path.

use std::ops::Index;

use super::Value;

/// The result of an index for a missing part.
static MISSING: Value = Value::NULL;

impl Value {
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
                return value.get(&step.replace("~1", "/").replace("~0", "~"));
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
