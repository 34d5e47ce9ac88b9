//! Marks, which an application attaches to values, and which all results computed from them carry.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A type of marks behind a trait object.
trait Markable: Any + Debug + Send + Sync {
    /// Returns whether `other` is the same mark.
    fn equal(&self, other: &dyn Markable) -> bool;
    /// Compares marks of any types.
    fn order(&self, other: &dyn Markable) -> Ordering;
    /// Hashes the mark.
    fn feed(&self, state: &mut dyn Hasher);
    /// Returns the mark for downcasting.
    fn as_any(&self) -> &dyn Any;
    /// Returns the name of the mark's type.
    fn type_name(&self) -> &'static str;
}

impl<T: Any + Debug + Ord + Hash + Send + Sync> Markable for T {
    fn equal(&self, other: &dyn Markable) -> bool {
        other
            .as_any()
            .downcast_ref::<T>()
            .is_some_and(|other| self == other)
    }

    fn order(&self, other: &dyn Markable) -> Ordering {
        match other.as_any().downcast_ref::<T>() {
            Some(other) => self.cmp(other),
            None => self.type_name().cmp(other.type_name()),
        }
    }

    fn feed(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
}

/// A mark. Clones share it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Mark, Value};
///
/// let secret = Value::from("s3cr3t").with_mark(Mark::new("sensitive"));
/// let (plain, marks) = secret.unmark();
/// assert_eq!(plain.as_str(), Some("s3cr3t"));
/// assert!(marks.contains(&Mark::new("sensitive")));
/// ```
#[derive(Clone)]
pub struct Mark(Arc<dyn Markable>);

impl Mark {
    /// Creates a mark from any value of the application.
    #[must_use]
    pub fn new(mark: impl Any + Debug + Ord + Hash + Send + Sync) -> Self {
        Self(Arc::new(mark))
    }

    /// Returns the value of the application if it is a `T`.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        (*self.0).as_any().downcast_ref()
    }
}

impl PartialEq for Mark {
    fn eq(&self, other: &Self) -> bool {
        self.0.equal(&*other.0)
    }
}

impl Eq for Mark {}

impl PartialOrd for Mark {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Mark {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&*other.0)
    }
}

impl Hash for Mark {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

impl Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of marks in a defined order. The empty set allocates nothing.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Mark, Marks};
///
/// let mut marks = Marks::from(Mark::new("sensitive"));
/// marks.extend([Mark::new("ephemeral"), Mark::new("sensitive")]);
/// let names: Vec<_> = marks.iter().filter_map(Mark::downcast_ref::<&str>).collect();
/// assert_eq!(names, [&"ephemeral", &"sensitive"]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Marks(Option<Arc<[Mark]>>);

impl Marks {
    /// The empty set.
    pub const NONE: Self = Self(None);

    /// Returns the number of marks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |marks| marks.len())
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns whether `mark` is in the set.
    #[must_use]
    pub fn contains(&self, mark: &Mark) -> bool {
        self.iter().any(|have| have == mark)
    }

    /// Iterates over the marks in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Mark> {
        self.0.as_deref().unwrap_or_default().iter()
    }

    /// Returns the marks that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => self.clone(),
            _ => self.iter().chain(other.iter()).cloned().collect(),
        }
    }

    /// Returns the marks of all sets, in time linear in their number.
    pub(crate) fn of_all<'a>(sets: impl Iterator<Item = &'a Self>) -> Self {
        let mut distinct: Vec<&Arc<[Mark]>> = Vec::new();
        for marks in sets.filter_map(|marks| marks.0.as_ref()) {
            if distinct.last().is_none_or(|last| !Arc::ptr_eq(last, marks)) {
                distinct.push(marks);
            }
        }
        match distinct.as_slice() {
            [] => Self::NONE,
            [only] => Self(Some(Arc::clone(only))),
            several => several.iter().flat_map(|marks| marks.iter()).cloned().collect(),
        }
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        let mut all: Vec<Mark> = marks.into_iter().collect();
        all.sort();
        all.dedup();
        Self((!all.is_empty()).then(|| all.into()))
    }
}

impl From<Mark> for Marks {
    fn from(mark: Mark) -> Self {
        Self(Some(Arc::new([mark])))
    }
}

impl Extend<Mark> for Marks {
    fn extend<I: IntoIterator<Item = Mark>>(&mut self, marks: I) {
        *self = self.iter().cloned().chain(marks).collect();
    }
}

impl<'a> IntoIterator for &'a Marks {
    type Item = &'a Mark;
    type IntoIter = std::slice::Iter<'a, Mark>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
