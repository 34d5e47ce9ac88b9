//! Types that an application defines.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::StableHasher;

/// A type whose values HCL carries without looking into them.
///
/// Each call of [`CapsuleType::new`] makes a distinct type, identical only to itself and its clones.
#[derive(Clone)]
pub struct CapsuleType(Arc<Definition>);

struct Definition {
    name: String,
    equal: Option<EqualFn>,
}

type EqualFn = Box<dyn Fn(&Capsule, &Capsule) -> bool + Send + Sync>;

impl CapsuleType {
    /// Makes a new type; `name` is how messages call it. Its values are equal only to their own clones.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(Arc::new(Definition {
            name: name.into(),
            equal: None,
        }))
    }

    /// As [`new`](Self::new), with equality of values defined by `equal`.
    #[must_use]
    pub fn with_equality(
        name: impl Into<String>,
        equal: impl Fn(&Capsule, &Capsule) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Definition {
            name: name.into(),
            equal: Some(Box::new(equal)),
        }))
    }

    /// How messages call the type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A hash of the name, which equal types share.
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

/// A value of a capsule type; cloning shares what it holds.
#[derive(Clone)]
pub struct Capsule {
    ty: CapsuleType,
    content: Arc<dyn Any + Send + Sync>,
}

impl Capsule {
    /// Wraps `content` as a value of the type `ty`.
    #[must_use]
    pub fn new<T: Any + Send + Sync>(ty: CapsuleType, content: T) -> Self {
        Self {
            ty,
            content: Arc::new(content),
        }
    }

    /// The capsule's type.
    #[must_use]
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// What the capsule holds, if it is a `T`.
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
