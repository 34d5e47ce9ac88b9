//! Values of expressions that are only read.

use std::ops::Deref;

use hcl2_value::Value;

use super::{Context, Evaluator};
use crate::tree::{Expr, ExprId, File, List, Step, TextRange};

/// The value of an expression, borrowed if it is in the context.
pub(super) enum Operand<'v> {
    There(&'v Value),
    Made(Value),
}

const _: () = assert!(size_of::<Operand<'_>>() == size_of::<Value>());

impl Operand<'_> {
    /// Returns the value, cloned if it is borrowed.
    #[inline]
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::There(value) => value.clone(),
            Self::Made(value) => value,
        }
    }
}

impl Deref for Operand<'_> {
    type Target = Value;

    #[inline]
    fn deref(&self) -> &Value {
        match self {
            Self::There(value) => value,
            Self::Made(value) => value,
        }
    }
}

impl<'f> Evaluator<'f> {
    /// Evaluates one expression to read its value.
    #[inline]
    pub(super) fn operand<'v>(&mut self, id: ExprId, context: Context<'v>) -> Operand<'v>
    where
        'f: 'v,
    {
        match self.file.expr(id) {
            Expr::Traversal { root_end, steps } => self.reference(id, root_end, steps, context),
            Expr::Number => Operand::Made(self.number_literal(id)),
            _ => Operand::Made(self.expression(id, context)),
        }
    }

    /// Evaluates a traversal to keep its value.
    #[inline(never)]
    pub(super) fn traversal(
        &mut self,
        id: ExprId,
        root_end: u32,
        steps: List<Step>,
        context: Context<'_>,
    ) -> Value {
        self.reference(id, root_end, steps, context).into_value()
    }

    /// Evaluates a traversal to read its value.
    #[inline]
    fn reference<'v>(
        &mut self,
        id: ExprId,
        root_end: u32,
        steps: List<Step>,
        context: Context<'v>,
    ) -> Operand<'v>
    where
        'f: 'v,
    {
        let root = TextRange::new(self.file.expr_start(id), root_end);
        match Self::found(self.file, root, steps, context) {
            (Some(value), 0) => Operand::There(value),
            (found, left) => Operand::Made(self.made(root, steps, found, left, context)),
        }
    }

    /// Finds the value of a traversal if the context holds it. Returns `None` for any other expression.
    #[inline(never)]
    pub(super) fn found_whole<'v>(file: &File, id: ExprId, context: Context<'v>) -> Option<&'v Value> {
        let Expr::Traversal { root_end, steps } = file.expr(id) else {
            return None;
        };
        let root = TextRange::new(file.expr_start(id), root_end);
        match Self::found(file, root, steps, context) {
            (found, 0) => found,
            _ => None,
        }
    }

    /// Finds the variable `root` and the parts selected from it, as far as the context holds them, and counts the
    /// steps that remain.
    #[inline(always)]
    fn found<'v>(
        file: &File,
        root: TextRange,
        steps: List<Step>,
        context: Context<'v>,
    ) -> (Option<&'v Value>, usize) {
        let Some(value) = context.and_then(|context| context.variable(file.str(root))) else {
            return (None, 0);
        };
        if steps.is_empty() {
            return (Some(value), 0);
        }
        let (reached, count) = Self::reach(file, value, file.steps(steps));
        (Some(reached), steps.len() - count)
    }

    /// Evaluates the rest of a traversal after the part that was [found](Self::found).
    #[inline(never)]
    fn made(
        &mut self,
        root: TextRange,
        steps: List<Step>,
        found: Option<&Value>,
        left: usize,
        context: Context<'_>,
    ) -> Value {
        let Some(value) = found else {
            return self.undefined_variable(root, steps, context);
        };
        let steps = self.file.steps(steps);
        let rest = steps.from(steps.len() - left);
        self.follow(root.start, value, false, rest, context)
    }

    /// Evaluates a traversal whose variable no scope defines.
    #[inline(never)]
    fn undefined_variable(&mut self, root: TextRange, steps: List<Step>, context: Context<'_>) -> Value {
        let file = self.file;
        let reference = file.traversal_from(root, steps);
        let constant = reference.steps().len() - 1;
        // The model asks resolvers for the whole reference and for the variable, and reports an unknown one.
        let before = self.diagnostics.len();
        let value = reference.evaluate(context).report_into(self.diagnostics);
        let failed = self.diagnostics.len() > before;
        self.select(
            root.start,
            &value,
            failed,
            file.steps(steps).from(constant),
            context,
        )
    }
}
