//! The values of expressions to look at, which need not be kept.

use std::ops::Deref;

use hcl2_model::Traversal;
use hcl2_value::Value;

use super::{Context, Evaluator};
use crate::tree::{Expr, ExprId, File, List, Step, TextRange};

/// The value of an expression, which is not cloned where it is there already, be it a constant or in the context.
pub(super) enum Operand<'v> {
    There(&'v Value),
    Made(Value),
}

const _: () = assert!(size_of::<Operand<'_>>() == size_of::<Value>());

impl Operand<'_> {
    /// The value to keep.
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
    /// Evaluates one expression to look at its value.
    #[inline]
    pub(super) fn operand<'v>(&mut self, id: ExprId, context: Context<'v>) -> Operand<'v>
    where
        'f: 'v,
    {
        match Self::found(self.file, id, context) {
            (Some(value), 0) => Operand::There(value),
            (found, left) => Operand::Made(self.made(id, found, left, context)),
        }
    }

    /// Evaluates one expression whose value is there already, as a rule.
    #[inline(never)]
    pub(super) fn kept(&mut self, id: ExprId, context: Context<'_>) -> Value {
        self.operand(id, context).into_value()
    }

    /// The value of a constant, or of a variable as far as parts that are there follow in it; and how many steps are left.
    #[inline(never)]
    pub(super) fn found<'v>(file: &'v File, id: ExprId, context: Context<'v>) -> (Option<&'v Value>, usize) {
        let (root_end, steps) = match file.expression(id) {
            Expr::Traversal { root_end, steps } => (root_end, steps),
            Expr::Number { slot } => return (Self::number(file, id, slot), 0),
            Expr::String { text, slot } => return (Self::literal_text(file, &text, slot), 0),
            _ => return (None, 0),
        };
        if steps.is_empty()
            && let Some(context) = context
            && let Some(name) = file.bytes().get(file.expr_start(id) as usize..root_end as usize)
            && let Some(value) = context.variable_at_hand(name)
        {
            return (Some(value), 0);
        }
        Self::found_farther(file, id, context)
    }

    /// As [`found`](Self::found), of a variable that is not at hand, or has steps after it.
    #[inline(never)]
    fn found_farther<'v>(file: &'v File, id: ExprId, context: Context<'v>) -> (Option<&'v Value>, usize) {
        let Expr::Traversal { root_end, steps } = file.expression(id) else {
            return (None, 0);
        };
        let root = TextRange::new(file.expr_start(id), root_end);
        let Some(value) = context.and_then(|context| context.variable(file.str(root))) else {
            return (None, 0);
        };
        let (reached, count) = Self::reach(file, value, file.steps(steps));
        (Some(reached), steps.len() - count)
    }

    /// Evaluates one expression of which so much is [found](Self::found).
    #[inline(never)]
    fn made(&mut self, id: ExprId, found: Option<&Value>, left: usize, context: Context<'_>) -> Value {
        let file = self.file;
        match (file.expression(id), found) {
            (Expr::Traversal { steps, .. }, Some(value)) => {
                let steps = file.steps(steps);
                let rest = steps.from(steps.len() - left);
                self.follow(file.expr_start(id), value, false, rest, context)
            }
            (Expr::Traversal { root_end, steps }, None) => {
                let root = TextRange::new(file.expr_start(id), root_end);
                self.undefined_variable(root, steps, context)
            }
            (Expr::Number { .. } | Expr::String { .. }, _) => Value::DYNAMIC,
            _ => self.expression(id, context),
        }
    }

    /// The value of a variable that no scope defines, with steps after it.
    #[inline(never)]
    fn undefined_variable(&mut self, root: TextRange, steps: List<Step>, context: Context<'_>) -> Value {
        let file = self.file;
        // The model asks resolvers, and reports where there is none.
        let before = self.diagnostics.len();
        let value =
            Traversal::of_variable(file.str(root), file.span(root)).evaluate(context, self.diagnostics);
        let failed = self.diagnostics.len() > before;
        let steps = file.steps(steps);
        // No constant step can fail after the variable itself did.
        let skipped = steps
            .iter()
            .take_while(|step| failed && file.is_constant_step(step))
            .count();
        self.select(root.start, &value, failed, steps.from(skipped), context)
    }
}
