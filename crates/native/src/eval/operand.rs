//! The values of expressions to look at, which need not be kept.

use std::ops::Deref;

use hcl2_model::Traversal;
use hcl2_value::Value;

use super::{Context, Evaluator};
use crate::tree::{Expr, ExprId, List, Step, TextRange};

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
    pub(super) fn operand<'v>(&mut self, id: ExprId, context: Context<'v>) -> Operand<'v>
    where
        'f: 'v,
    {
        match self.file.expression(id) {
            Expr::Traversal { root_end, steps } => self.traversal(id, root_end, steps, context),
            Expr::Number { .. } | Expr::String { .. } => match Self::constant(self.file, id) {
                Some(value) => Operand::There(value),
                None => Operand::Made(Value::DYNAMIC),
            },
            _ => Operand::Made(self.expression(id, context)),
        }
    }

    /// Evaluates one expression whose value is there already, as a rule.
    #[inline(never)]
    pub(super) fn kept(&mut self, id: ExprId, context: Context<'_>) -> Value {
        self.operand(id, context).into_value()
    }

    /// Evaluates a variable with steps after it.
    fn traversal<'v>(
        &mut self,
        id: ExprId,
        root_end: u32,
        steps: List<Step>,
        context: Context<'v>,
    ) -> Operand<'v>
    where
        'f: 'v,
    {
        let file = self.file;
        let root = TextRange::new(file.expr_range(id).start, root_end);
        let Some(value) = context.and_then(|context| context.variable(file.str(root))) else {
            return Operand::Made(self.undefined_variable(root, steps, context));
        };
        if steps.is_empty() {
            return Operand::There(value);
        }
        self.selected(root.start, value, &file[steps], context)
    }

    /// What `steps` select from a value that is there already; the text before them starts at the offset `start`.
    #[inline(never)]
    fn selected<'v>(
        &mut self,
        start: u32,
        value: &'v Value,
        steps: &[Step],
        context: Context<'v>,
    ) -> Operand<'v> {
        let (reached, count) = self.reach(value, steps);
        match steps.get(count..) {
            None | Some([]) => Operand::There(reached),
            Some(rest) => Operand::Made(self.follow(start, reached, false, rest, context)),
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
        let steps = &file[steps];
        // No constant step can fail after the variable itself did.
        let skipped = steps
            .iter()
            .take_while(|step| failed && file.is_constant_step(step))
            .count();
        self.select(root.start, &value, failed, &steps[skipped..], context)
    }
}
