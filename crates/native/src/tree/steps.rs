//! The steps of one traversal.

use super::Step;
use super::table::Nodes;

/// The steps of a traversal, in source order; cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'f>(pub(super) Nodes<'f, Step>);

impl<'f> Steps<'f> {
    /// Returns the number of steps.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no steps.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.len() == 0
    }

    /// Returns the step at `index`, counted from 0.
    #[must_use]
    #[inline]
    pub fn get(self, index: usize) -> Option<Step> {
        self.0.get(index)
    }

    /// Returns the steps from `index` on, counted from 0.
    #[must_use]
    #[inline]
    pub(crate) fn from(self, index: usize) -> Self {
        Self(self.0.from(index))
    }

    /// Returns the first `count` steps.
    #[must_use]
    #[inline]
    pub(crate) fn before(self, count: usize) -> Self {
        Self(self.0.before(count))
    }

    /// Returns the first step.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Step> {
        self.0.get(0)
    }

    /// Returns the last step.
    #[must_use]
    #[inline]
    pub fn last(self) -> Option<Step> {
        self.0.last()
    }

    /// Returns an iterator over the steps.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator + use<'f> {
        self.0.iter()
    }
}
