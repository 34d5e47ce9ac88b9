//! The results of conditionals, records of those taken, and the operands of comparisons.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use hcl2_diagnostics::Span;

use crate::ExpressionRef;

/// A comparison: an operation with `==` or `!=`.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The whole operation.
    pub span: Span,
    /// Whether it holds if the operands are equal: the operator is `==`.
    pub is_equality: bool,
    /// The operands.
    pub operands: [ExpressionRef; 2],
}

/// The results of a conditional: an operation with `?`, or an `if` directive of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branches {
    /// The condition.
    pub condition: Span,
    /// The result if the condition holds.
    pub if_true: Span,
    /// The result otherwise. Of a directive without `else`, its end.
    pub if_false: Span,
}

/// A record of the results of conditionals that evaluations have taken. Clones share it.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{SourceId, Span};
/// use hcl2_model::{EvalContext, TakenBranches};
///
/// let taken = TakenBranches::default();
/// let mut context = EvalContext::new();
/// context.record_branches(taken.clone());
///
/// // Evaluations of conditionals in `context` do this.
/// let condition = Span::new(SourceId::default(), 4, 9);
/// context.taken_branches().unwrap().record(condition, true);
/// assert!(taken.contains(condition, true));
/// assert!(!taken.contains(condition, false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TakenBranches(Arc<Mutex<HashSet<(Span, bool)>>>);

impl TakenBranches {
    /// Records that a condition was evaluated, and whether it held.
    pub fn record(&self, condition: Span, holds: bool) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.insert((condition, holds));
    }

    /// Returns whether a condition has held, or has not.
    #[must_use]
    pub fn contains(&self, condition: Span, holds: bool) -> bool {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.contains(&(condition, holds))
    }
}
