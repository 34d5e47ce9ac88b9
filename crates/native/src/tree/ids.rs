//! Names of nodes and of lists of nodes.

use std::marker::PhantomData;
use std::num::NonZeroU32;

/// Defines the id of one kind of node: its position in the vector of the file that holds it.
macro_rules! node_ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The id of the node at `index`, counted from 0.
            pub(crate) fn new(index: usize) -> Self {
                Self(NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// The position of the node among those of its kind, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

node_ids! {
    /// Names an [`Expr`](super::Expr).
    ExprId
    /// Names a [`Body`](super::Body).
    BodyId
    /// Names the range of text that is no item of a body.
    ErrorId
    /// Names an [`Attribute`](super::Attribute).
    AttributeId
    /// Names a [`Block`](super::Block).
    BlockId
    /// Names a [`Call`](super::Call).
    CallId
    /// Names a [`Conditional`](super::Conditional).
    ConditionalId
    /// Names a [`ForExpr`](super::ForExpr).
    ForExprId
    /// Names an [`IfDirective`](super::IfDirective).
    IfDirectiveId
    /// Names a [`ForDirective`](super::ForDirective).
    ForDirectiveId
}

/// Children of one kind: a range of the vector of the file that holds them.
pub struct List<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The list of `len` elements from `start`, counted from 0.
    pub(crate) const fn new(start: usize, len: usize) -> Self {
        Self {
            start: start as u32,
            len: len as u32,
            kind: PhantomData,
        }
    }

    /// The list without elements.
    #[must_use]
    pub const fn empty() -> Self {
        Self::new(0, 0)
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is no element.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The positions of the elements in their vector.
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
