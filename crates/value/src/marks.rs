//! Marks: what an application attaches to values and finds again on everything made from them.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What can be a mark: any type that can be compared, ordered, hashed and shown.
pub trait Markable: Any + Debug + Send + Sync {
    /// Whether `other` is the same mark.
    fn equal(&self, other: &dyn Markable) -> bool;
    /// The order among marks of any types.
    fn order(&self, other: &dyn Markable) -> Ordering;
    /// Feeds the mark to a hash function.
    fn feed(&self, state: &mut dyn Hasher);
    /// The mark as its own type, for downcasting.
    fn as_any(&self) -> &dyn Any;
    /// The name of the mark's type.
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

/// One mark; cloning shares it.
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
    /// Makes a mark of any application value.
    #[must_use]
    pub fn new(mark: impl Markable) -> Self {
        Self(Arc::new(mark))
    }

    /// The application value, if it is a `T`.
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

/// A set of marks in a defined order; an empty one allocates nothing.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Marks(Option<Arc<[Mark]>>);

impl Marks {
    /// No marks.
    pub const NONE: Self = Self(None);

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether `mark` is among them.
    #[must_use]
    pub fn contains(&self, mark: &Mark) -> bool {
        self.iter().any(|have| have == mark)
    }

    /// The marks in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter().flat_map(|marks| marks.iter())
    }

    /// The marks of both sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => self.clone(),
            _ => self.iter().chain(other.iter()).cloned().collect(),
        }
    }

    /// The marks of all sets, in time that grows as their number does.
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

impl Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
