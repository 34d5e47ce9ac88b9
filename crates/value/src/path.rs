//! Paths into values.

use std::fmt::{self, Display};

use crate::{Str, Value};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// To the attribute of an object.
    Attribute(Str),
    /// To the element with this index from 0 or this key; for sets the element itself.
    Index(Value),
}

/// The way from a value to a part of it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Path, PathStep, Value};
///
/// let path: Path = [PathStep::Attribute("ports".into()), PathStep::Index(Value::from(0))].into_iter().collect();
/// assert_eq!(path.to_string(), ".ports[0]");
/// let value = Value::object([("ports", Value::tuple([Value::from(80)]))]);
/// assert_eq!(path.apply(&value), Some(Value::from(80)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<PathStep>);

impl Path {
    /// The path to the value itself.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The steps from the outside in.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Whether it leads to the value itself.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes one step deeper.
    pub fn push(&mut self, step: PathStep) {
        self.0.push(step);
    }

    /// The path that first goes `step` and then this way.
    #[must_use]
    pub fn prefixed(mut self, step: PathStep) -> Self {
        self.0.insert(0, step);
        self
    }

    /// The part of `value` that the path leads to, without looking through marks or unknown values.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Option<Value> {
        let mut current = value;
        for step in &self.0 {
            current = match step {
                PathStep::Attribute(name) => current.get(name)?,
                PathStep::Index(key) => match key.as_str() {
                    Some(key) if current.fields().is_some() => current.get(key)?,
                    _ if current.ty().is_set() => {
                        current.elements()?.iter().find(|element| *element == key)?
                    }
                    _ => current.elements()?.get(usize::try_from(key.as_number()?).ok()?)?,
                },
            };
        }
        Some(current.clone())
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl Display for Path {
    /// Writes the path as one would type it after the name of the value; an element of a set shows as `[...]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            match step {
                PathStep::Attribute(name) => write!(f, ".{name}")?,
                PathStep::Index(key) => match (key.as_str(), key.as_number()) {
                    (Some(key), _) => write!(f, "[{key:?}]")?,
                    (_, Some(index)) => write!(f, "[{index}]")?,
                    _ => f.write_str("[...]")?,
                },
            }
        }
        Ok(())
    }
}
