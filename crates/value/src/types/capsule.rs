//! Types that an application defines.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::StableHasher;

/// A type whose values HCL carries without looking into them.
///
/// Each call of [`CapsuleType::new`] makes a distinct type, identical only to itself and its clones.
/// [`CapsuleType::builder`] also defines equality and conversions.
#[derive(Clone)]
pub struct CapsuleType(Arc<Definition>);

struct Definition {
    name: String,
    equal: Option<EqualFn>,
    /// Data for conversion. Types do not know values, so only `convert` can read it.
    conversions: Option<Box<dyn Any + Send + Sync>>,
}

pub(crate) type EqualFn = Box<dyn Fn(&Capsule, &Capsule) -> bool + Send + Sync>;

/// The content of a capsule.
pub(crate) type Content = Arc<dyn Any + Send + Sync>;

impl CapsuleType {
    /// Creates a type called `name` in messages. Its values are equal only to their own clones.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self::define(name.into(), None, None)
    }

    pub(crate) fn define(
        name: String,
        equal: Option<EqualFn>,
        conversions: Option<Box<dyn Any + Send + Sync>>,
    ) -> Self {
        Self(Arc::new(Definition {
            name,
            equal,
            conversions,
        }))
    }

    /// Returns the conversions that the type was defined with, if they are a `T`.
    pub(crate) fn conversions<T: Any>(&self) -> Option<&T> {
        self.0.conversions.as_deref()?.downcast_ref()
    }

    /// Returns the name of the type in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns a hash of the name, which equal types share.
    pub(super) fn name_hash(&self) -> u64 {
        let mut hasher = StableHasher::new(9);
        self.0.name.hash(&mut hasher);
        hasher.finish()
    }
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleType {}

impl std::fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CapsuleType({:?})", self.0.name)
    }
}

/// A value of a capsule type. Clones share its content.
#[derive(Clone)]
pub struct Capsule {
    ty: CapsuleType,
    content: Content,
}

impl Capsule {
    /// Wraps `content` as a value of the type `ty`.
    #[must_use]
    pub fn new<T: Any + Send + Sync>(ty: CapsuleType, content: T) -> Self {
        Self::from_content(ty, Arc::new(content))
    }

    pub(crate) fn from_content(ty: CapsuleType, content: Content) -> Self {
        Self { ty, content }
    }

    /// Returns the capsule's type.
    #[must_use]
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// Returns the content if it is a `T`.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.content.downcast_ref()
    }
}

impl PartialEq for Capsule {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty
            && (Arc::ptr_eq(&self.content, &other.content)
                || self.ty.0.equal.as_ref().is_some_and(|equal| equal(self, other)))
    }
}

impl Eq for Capsule {}

impl std::fmt::Debug for Capsule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Capsule({:?})", self.ty.name())
    }
}
