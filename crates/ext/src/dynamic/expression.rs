//! Expressions inside generated blocks.

use hcl2_diagnostics::{Outcome, Span};
use hcl2_model::{
    Branches, Comparison, EvalContext, Expression, ExpressionRef, FunctionReference, Name, StaticCall,
    Traversal,
};
use hcl2_value::{Marks, Value};

use super::Iterators;

/// An expression that is evaluated with iterators as variables.
#[derive(Debug)]
pub(super) struct Iterated {
    pub(super) inner: ExpressionRef,
    pub(super) iterators: Iterators,
    /// The marks to add to the value.
    pub(super) marks: Marks,
}

impl Expression for Iterated {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let made = self
            .iterators
            .in_scope(context, |context| self.inner.evaluate(context));
        made.map(|value| value.with_marks(&self.marks))
    }

    fn variables(&self) -> Vec<Traversal> {
        self.outer(self.inner.variables())
    }

    fn paths(&self) -> Vec<Traversal> {
        self.outer(self.inner.paths())
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.inner.functions()
    }

    fn conditionals(&self) -> Vec<Branches> {
        self.inner.conditionals()
    }

    fn comparisons(&self) -> Vec<Comparison> {
        self.inner.comparisons()
    }

    fn span(&self) -> Span {
        self.inner.span()
    }

    fn start_span(&self) -> Span {
        self.inner.start_span()
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        self.inner.static_list()
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        self.inner.static_map()
    }

    fn static_call(&self) -> Option<StaticCall> {
        self.inner.static_call()
    }

    fn static_conditional(&self) -> Option<[ExpressionRef; 3]> {
        self.inner.static_conditional()
    }

    fn static_traversal(&self) -> Option<Traversal> {
        self.inner.static_traversal()
    }

    fn static_partial_traversal(&self) -> Option<Traversal> {
        self.inner.static_partial_traversal()
    }

    fn keyword(&self) -> Option<Name> {
        self.inner.keyword()
    }
}

impl Iterated {
    /// Returns the traversals that do not start at an iterator.
    fn outer(&self, mut traversals: Vec<Traversal>) -> Vec<Traversal> {
        traversals.retain(|traversal| traversal.root_name().is_none_or(|name| !self.iterators.has(name)));
        traversals
    }
}
