//! Ids of nodes and lists of nodes.

use std::marker::PhantomData;
use std::num::NonZeroU32;

/// Defines the id of one kind of node: its index in the vector of the file that holds it.
macro_rules! node_ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// Creates the id of the node at `index`, counted from 0.
            pub(crate) fn new(index: usize) -> Self {
                Self(NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// Returns the index of the node among those of its kind, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

node_ids! {
    /// The id of an [`Expr`](super::Expr).
    ExprId
    /// The id of a [`Body`](super::Body).
    BodyId
    /// The id of a piece of a body that is not an item.
    ErrorId
    /// The id of an [`Attribute`](super::Attribute).
    AttributeId
    /// The id of a [`Block`](super::Block).
    BlockId
    /// The id of a [`Call`](super::Call).
    CallId
    /// The id of a [`Conditional`](super::Conditional).
    ConditionalId
    /// The id of a [`ForExpr`](super::ForExpr).
    ForExprId
    /// The id of an [`IfDirective`](super::IfDirective).
    IfDirectiveId
    /// The id of a [`ForDirective`](super::ForDirective).
    ForDirectiveId
}

/// A list of nodes of one kind, to be passed to the method of [`File`](super::File) for that kind.
pub struct List<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// Creates the list of `len` elements from `start` on.
    pub(crate) const fn new(start: usize, len: usize) -> Self {
        Self {
            start: start as u32,
            len: len as u32,
            kind: PhantomData,
        }
    }

    /// Creates a list without elements.
    #[must_use]
    pub const fn empty() -> Self {
        Self::new(0, 0)
    }

    /// Returns the number of elements.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no elements.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the indices of the elements in their vector.
    pub(crate) const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}
