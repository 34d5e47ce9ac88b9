//! Paths into values.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::Value;
use crate::Str;
use crate::types::is_plain_name;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// An attribute of an object.
    Attribute(Str),
    /// An element at an index, from 0, or with a key; for sets the element itself.
    Index(Value),
}

/// The steps from a value to one of its parts.
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
    /// Creates the path to the value itself.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the steps, the outermost first.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Returns whether the path leads to the value itself.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the steps before the first one that is a name: an attribute, or a key of a map.
    pub(crate) fn without_names(mut self) -> Self {
        let is_name = |step: &PathStep| match step {
            PathStep::Attribute(_) => true,
            PathStep::Index(key) => key.as_number().is_none(),
        };
        let end = self.0.iter().position(is_name);
        self.0.truncate(end.unwrap_or(self.0.len()));
        self
    }

    /// Removes the last step and returns it.
    pub fn pop(&mut self) -> Option<PathStep> {
        self.0.pop()
    }

    /// Appends a step.
    pub fn push(&mut self, step: PathStep) {
        self.0.push(step);
    }

    /// Returns the path with `step` before all others.
    #[must_use]
    pub fn prefixed(mut self, step: PathStep) -> Self {
        self.0.insert(0, step);
        self
    }

    /// Returns the part of `value` at the path. Parts of marked and unknown values are not found.
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

/// Distinct paths in insertion order.
///
/// Two sets are equal if they have the same paths, in any order.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Path, PathSet, PathStep, Value};
///
/// let first = Path::from_iter([PathStep::Index(Value::from(0))]);
/// let name = Path::from_iter([PathStep::Attribute("name".into())]);
/// let mut paths = PathSet::from_iter([name.clone(), first.clone()]);
/// assert!(!paths.insert(first.clone()));
/// assert!(paths.contains(&name));
/// assert_eq!(paths.intersection(&PathSet::from_iter([first.clone()])), PathSet::from_iter([first]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PathSet {
    order: Vec<Arc<Path>>,
    found: HashSet<Arc<Path>>,
}

impl PathSet {
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there are no elements or attributes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns whether `path` is among them.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        self.found.contains(path)
    }

    /// Adds a path. Returns whether it is new.
    pub fn insert(&mut self, path: Path) -> bool {
        self.insert_shared(Arc::new(path))
    }

    fn insert_shared(&mut self, path: Arc<Path>) -> bool {
        let new = self.found.insert(Arc::clone(&path));
        if new {
            self.order.push(path);
        }
        new
    }

    /// Iterates over the paths in insertion order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Path> + DoubleEndedIterator {
        self.order.iter().map(AsRef::as_ref)
    }

    /// Returns the paths that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all = self.clone();
        for path in &other.order {
            all.insert_shared(Arc::clone(path));
        }
        all
    }

    /// Returns the paths that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.keeping(|path| other.contains(path))
    }

    /// Returns the paths of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.keeping(|path| !other.contains(path))
    }

    /// Returns the paths that are in exactly one of the sets.
    #[must_use]
    pub fn symmetric_difference(&self, other: &Self) -> Self {
        self.difference(other).union(&other.difference(self))
    }

    fn keeping(&self, keep: impl Fn(&Path) -> bool) -> Self {
        let mut kept = Self::new();
        for path in self.order.iter().filter(|path| keep(path)) {
            kept.insert_shared(Arc::clone(path));
        }
        kept
    }
}

impl PartialEq for PathSet {
    fn eq(&self, other: &Self) -> bool {
        self.found == other.found
    }
}

impl Eq for PathSet {}

impl FromIterator<Path> for PathSet {
    fn from_iter<I: IntoIterator<Item = Path>>(paths: I) -> Self {
        let mut set = Self::new();
        set.extend(paths);
        set
    }
}

impl Extend<Path> for PathSet {
    fn extend<I: IntoIterator<Item = Path>>(&mut self, paths: I) {
        for path in paths {
            self.insert(path);
        }
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl Extend<PathStep> for Path {
    fn extend<I: IntoIterator<Item = PathStep>>(&mut self, steps: I) {
        self.0.extend(steps);
    }
}

impl From<Vec<PathStep>> for Path {
    fn from(steps: Vec<PathStep>) -> Self {
        Self(steps)
    }
}

impl AsRef<[PathStep]> for Path {
    fn as_ref(&self) -> &[PathStep] {
        &self.0
    }
}

impl IntoIterator for Path {
    type Item = PathStep;
    type IntoIter = std::vec::IntoIter<PathStep>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Path {
    type Item = &'a PathStep;
    type IntoIter = std::slice::Iter<'a, PathStep>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Display for Path {
    /// Writes `.name` for each attribute and `[index]` or `["key"]` for each element. An element of a set shows as
    /// `[...]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            match step {
                PathStep::Attribute(name) if is_plain_name(name) => write!(f, ".{name}")?,
                PathStep::Attribute(name) => write!(f, "[{name:?}]")?,
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
