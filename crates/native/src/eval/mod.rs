//! Evaluation of expressions and templates.
//!
//! An [`Evaluator`] walks the tree of one file. It collects problems in evaluation order. A part that fails has an
//! unknown value, so that the rest is still checked.

mod call;
mod collection;
mod conditional;
mod expression;
mod loops;
mod operand;
mod operation;
mod paths;
mod postfix;
mod references;
mod scope;
mod shape;
mod statics;
mod template;

use std::sync::Arc;

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Span, codes::expr as codes};
use hcl2_model::{EvalContext, problems::limit_exceeded};
use hcl2_value::{Exceeded, Meter, Number, Type, Value};

pub use expression::NativeExpression;
pub(crate) use references::References;

use crate::tree::{Expr, ExprId, File, TextRange};
use shape::Shapes;

/// The context of an evaluation; `None` in literal-only mode.
pub(crate) type Context<'a> = Option<&'a EvalContext<'a>>;

/// Evaluates expressions of one file.
pub(crate) struct Evaluator<'f> {
    file: &'f Arc<File>,
    diagnostics: &'f mut Diagnostics,
    /// The number of splats around the current one. Each of them evaluates the steps after it once more.
    splats: u32,
    /// Whether only the type of the result is needed, after an error.
    probing: bool,
    /// Shapes of object constructors, kept once a `for` may evaluate them again.
    shapes: Shapes,
    /// What the evaluation takes of its budget.
    meter: Meter<'f>,
    /// Whether this is literal-only mode.
    is_constant: bool,
    /// Why the evaluation has ended early, if it has. From then on, every part has an unknown value.
    stop: Option<Stop>,
}

/// The early end of an evaluation.
struct Stop {
    exceeded: Exceeded,
    /// What was evaluated.
    span: Span,
    /// Whether the span is that of the innermost loop or call.
    settled: bool,
}

/// The bytes of a literal that take a step each time it is read.
const LITERAL_STEP_BYTES: usize = 64;

/// Returns the steps of reading literals and names of this length once more.
const fn literal_steps(bytes: u32) -> usize {
    bytes as usize / LITERAL_STEP_BYTES
}

/// The length of a string from which on reading it takes steps, in bytes.
const LONG_LITERAL: usize = 512;

/// Maximum number of nested splat operators in one expression.
const MAX_SPLATS: u32 = 64;

impl<'f> Evaluator<'f> {
    /// Creates an evaluator of an expression; `range` returns where it is.
    pub(crate) fn new(
        file: &'f Arc<File>,
        diagnostics: &'f mut Diagnostics,
        range: impl FnOnce() -> TextRange,
        context: Context<'f>,
    ) -> Self {
        Self {
            file,
            diagnostics,
            splats: 0,
            probing: false,
            shapes: Shapes::default(),
            meter: match context {
                Some(context) => context.meter(),
                None => {
                    let range = range();
                    Meter::of_constant(range.end - range.start)
                }
            },
            is_constant: context.is_none(),
            stop: None,
        }
    }

    /// Ends the evaluation with the problem that stopped it, if any.
    #[inline]
    pub(crate) fn finish(mut self) {
        if !self.meter.is_untouched() {
            self.report_stop();
        }
    }

    #[cold]
    #[inline(never)]
    fn report_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let problem = limit_exceeded(stop.exceeded, stop.span);
            self.diagnostics.push(match self.is_constant {
                true => problem.with_detail(format!(
                    "The value of a constant takes too much: {}, which depends on the length of its source. Shorten its loops.",
                    stop.exceeded
                )),
                false => problem,
            });
        }
    }

    /// Evaluates one expression.
    pub(crate) fn expression(&mut self, id: ExprId, context: Context<'_>) -> Value {
        match self.file.expr(id) {
            Expr::Error => Value::DYNAMIC,
            Expr::Bool(truth) => Value::from(truth),
            Expr::Null => Value::null(Type::DYNAMIC),
            Expr::Number => self.number_literal(id),
            Expr::String { text } => match self.file.text(text) {
                text if text.len() < LONG_LITERAL => Value::from(text),
                text => self.long_string(id, text),
            },
            Expr::Traversal { root_end, steps } => self.traversal(id, root_end, steps, context),
            Expr::Template { parts } => self.template(id, parts, context),
            Expr::TemplateWrap { inner } | Expr::Parens { inner } => self.expression(inner, context),
            Expr::Postfix { source, steps } if self.takes_step(id) => {
                self.postfix(id, source, steps, context)
            }
            Expr::Unary { operator, operand } if self.takes_step(id) => {
                self.unary_operation(id, operator, operand, context)
            }
            Expr::Binary { .. } if self.takes_step(id) => self.binary_operation(id, context),
            Expr::Conditional(conditional) if self.takes_step(id) => {
                self.conditional(id, conditional, context)
            }
            Expr::Tuple { items } => self.tuple(id, items, context),
            Expr::Object { items } => self.object(id, items, context),
            Expr::For(for_expr) if self.takes_step(id) => self.for_expression(id, for_expr, context),
            Expr::Call(call) if self.takes_step(id) => self.function_call(id, call, context),
            // The evaluation has ended early.
            _ => Value::DYNAMIC,
        }
    }

    /// Counts a step of an expression that others are part of. Returns whether the evaluation goes on.
    #[inline]
    fn takes_step(&mut self, id: ExprId) -> bool {
        match self.meter.steps(1) {
            Ok(()) => true,
            Err(exceeded) => {
                self.stop(exceeded, id);
                false
            }
        }
    }

    /// Returns the value of a literal of `file`.
    pub(crate) fn literal(file: &File, id: ExprId) -> Value {
        match file.expr(id) {
            Expr::Bool(truth) => Value::from(truth),
            Expr::Null => Value::null(Type::DYNAMIC),
            Expr::Number => Self::number(file, id),
            Expr::String { text } => Value::from(file.text(text)),
            _ => Value::DYNAMIC,
        }
    }

    /// Evaluates a number literal.
    #[inline]
    fn number_literal(&mut self, id: ExprId) -> Value {
        match self.file.whole_number(id) {
            Some(whole) => Value::from(Number::parsed(i64::from(whole))),
            None => self.counted_number(id),
        }
    }

    /// Evaluates a number literal after counting the steps that reading it takes.
    #[inline(never)]
    fn counted_number(&mut self, id: ExprId) -> Value {
        let range = self.file.expr_range(id);
        let digits = (range.end - range.start) as usize / LITERAL_STEP_BYTES;
        let number = match self.meter.steps(digits) {
            Ok(()) => Self::long_number(self.file, id),
            Err(exceeded) => return self.stop_in(exceeded, range),
        };
        match self.meter.steps(number.reading_steps()) {
            Ok(()) => number,
            Err(exceeded) => self.stop_in(exceeded, range),
        }
    }

    /// Evaluates a long string after counting the steps that copying it takes.
    #[inline(never)]
    fn long_string(&mut self, id: ExprId, text: &str) -> Value {
        match self.meter.steps(text.len() / LITERAL_STEP_BYTES) {
            Ok(()) => Value::from(text),
            Err(exceeded) => self.stop_in(exceeded, self.file.expr_range(id)),
        }
    }

    /// Returns the value of a number literal of `file`, which the parser has validated.
    #[inline]
    fn number(file: &File, id: ExprId) -> Value {
        match file.whole_number(id) {
            Some(whole) => Value::from(Number::parsed(i64::from(whole))),
            None => Self::long_number(file, id),
        }
    }

    #[inline(never)]
    fn long_number(file: &File, id: ExprId) -> Value {
        Number::parse(file.str(file.expr_range(id))).map_or(Value::DYNAMIC, Value::from)
    }

    /// Ends the evaluation early, in an expression.
    #[cold]
    #[inline(never)]
    fn stop(&mut self, exceeded: Exceeded, id: ExprId) -> Value {
        let span = self.span(id);
        self.stop.get_or_insert(Stop {
            exceeded,
            span,
            settled: false,
        });
        Value::DYNAMIC
    }

    /// Ends the evaluation early, in a loop or a call.
    #[cold]
    #[inline(never)]
    fn stop_in(&mut self, exceeded: Exceeded, whole: TextRange) -> Value {
        let span = self.file.span(whole);
        match &mut self.stop {
            Some(stop) if stop.settled => {}
            stop => {
                *stop = Some(Stop {
                    exceeded: stop.as_ref().map_or(exceeded, |stop| stop.exceeded),
                    span,
                    settled: true,
                });
            }
        }
        Value::DYNAMIC
    }

    /// Counts what a part of `whole`, a loop or a call, takes. Returns whether the evaluation goes on.
    #[inline]
    fn counts(&mut self, whole: TextRange, steps: usize, elements: usize) -> bool {
        let stopped = match &self.stop {
            Some(stop) => Err(stop.exceeded),
            None => self
                .meter
                .steps(steps)
                .and_then(|()| self.meter.elements(elements)),
        };
        match stopped {
            Ok(()) => true,
            Err(exceeded) => {
                self.stop_in(exceeded, whole);
                false
            }
        }
    }

    fn span(&self, id: ExprId) -> Span {
        self.file.expr_span(id)
    }

    /// Reports an error whose subject is a whole expression, in the context of another.
    fn fail(
        &mut self,
        code: Code,
        summary: &'static str,
        detail: impl Into<std::borrow::Cow<'static, str>>,
        subject: ExprId,
        context: ExprId,
    ) {
        let (subject, context) = (self.span(subject), self.span(context));
        self.diagnostics.push(
            Diagnostic::error(code, summary)
                .with_detail(detail)
                .with_subject(subject)
                .with_context(context),
        );
    }
}

/// Ends `text` in a full stop, unless it ends as a sentence already.
fn sentence(mut text: String) -> String {
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

/// Creates a child scope of a context, or a scope without a parent in literal-only mode.
pub(crate) fn child_scope<'a>(context: Context<'a>) -> EvalContext<'a> {
    context.map_or_else(EvalContext::new, EvalContext::child)
}

/// Creates the diagnostic of an exceeded limit.
fn too_large(detail: &'static str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::LIMIT_EXCEEDED, "Limit exceeded")
        .with_detail(detail)
        .with_subject(span)
}
