//! Types that are computed on demand.

use std::sync::OnceLock;

use crate::Type;

/// The type of a compound value: given when the value is created, or computed when first needed.
///
/// Most types are given. For these, a [`OnceLock`] alone would cost an atomic operation each.
pub(super) enum LazyType {
    Given(Type),
    Found(OnceLock<Type>),
}

impl LazyType {
    pub(super) fn new(given: Option<Type>) -> Self {
        given.map_or_else(|| Self::Found(OnceLock::new()), Self::Given)
    }

    pub(super) fn get(&self) -> Option<&Type> {
        match self {
            Self::Given(ty) => Some(ty),
            Self::Found(found) => found.get(),
        }
    }

    pub(super) fn get_or_init(&self, find: impl FnOnce() -> Type) -> &Type {
        match self {
            Self::Given(ty) => ty,
            Self::Found(found) => found.get_or_init(find),
        }
    }
}
