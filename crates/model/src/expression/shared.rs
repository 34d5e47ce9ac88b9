//! Shared expressions.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Outcome, Span};
use hcl2_value::Value;

use super::{
    Branches, Comparison, EvalContext, Expression, ExpressionRef, FunctionReference, LoopVariable,
    StaticCall, Traversal,
};
use crate::Name;

/// A shared expression is an expression, so that `&expression` is a `&dyn Expression`.
impl<E: Expression + ?Sized> Expression for Arc<E> {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        (**self).evaluate_in(context)
    }

    fn variables(&self) -> Vec<Traversal> {
        (**self).variables()
    }

    fn paths(&self) -> Vec<Traversal> {
        (**self).paths()
    }

    fn loop_variables(&self) -> Vec<LoopVariable> {
        (**self).loop_variables()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        (**self).functions()
    }

    fn conditionals(&self) -> Vec<Branches> {
        (**self).conditionals()
    }

    fn comparisons(&self) -> Vec<Comparison> {
        (**self).comparisons()
    }

    fn span(&self) -> Span {
        (**self).span()
    }

    fn start_span(&self) -> Span {
        (**self).start_span()
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        (**self).static_list()
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        (**self).static_map()
    }

    fn static_call(&self) -> Option<StaticCall> {
        (**self).static_call()
    }

    fn static_conditional(&self) -> Option<[ExpressionRef; 3]> {
        (**self).static_conditional()
    }

    fn static_for(&self, is_object: bool) -> Option<ExpressionRef> {
        (**self).static_for(is_object)
    }

    fn static_traversal(&self) -> Option<Traversal> {
        (**self).static_traversal()
    }

    fn static_partial_traversal(&self) -> Option<Traversal> {
        (**self).static_partial_traversal()
    }

    fn quoted_expression(&self) -> Option<ExpressionRef> {
        (**self).quoted_expression()
    }

    fn native_text(&self) -> Option<String> {
        (**self).native_text()
    }

    fn template_text(&self) -> Option<String> {
        (**self).template_text()
    }

    fn keyword(&self) -> Option<Name> {
        (**self).keyword()
    }

    fn variables_of(
        &self,
        diagnostic: &Diagnostic,
        context: Option<&EvalContext<'_>>,
    ) -> Vec<(Traversal, Value)> {
        (**self).variables_of(diagnostic, context)
    }
}
