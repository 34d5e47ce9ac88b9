//! The conditional operator, and the `if` directive, which is one.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::expr as codes};
use hcl2_model::EvalContext;
use hcl2_value::{ObjectType, Type, TypeKind, Value, ValueKind};

use super::operand::Operand;
use super::{Context, Evaluator, LONG_LITERAL, sentence};
use crate::tree::{Conditional, ConditionalId, Expr, ExprId, File, TextRange};

/// One possible result of a conditional, evaluated.
pub(super) struct Branch<'v> {
    value: &'v Value,
    /// The problems, which are reported only if the branch is chosen.
    problems: Diagnostics,
    range: TextRange,
}

impl<'v> Branch<'v> {
    pub(super) fn new(value: &'v Value, problems: Diagnostics, range: TextRange) -> Self {
        Self {
            value,
            problems,
            range,
        }
    }
}

/// A primitive type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Primitive {
    Bool,
    Number,
    String,
}

impl Primitive {
    fn ty(self) -> Type {
        match self {
            Self::Bool => Type::BOOL,
            Self::Number => Type::NUMBER,
            Self::String => Type::STRING,
        }
    }
}

/// One possible result of a conditional. A literal is not evaluated unless it is chosen, as its type is known.
enum Candidate<'v> {
    Literal(Primitive),
    Evaluated(Operand<'v>),
}

impl<'v> Candidate<'v> {
    /// Returns the type of a literal, or of a known primitive value without marks.
    #[inline]
    fn primitive(&self) -> Option<Primitive> {
        match self {
            Self::Literal(primitive) => Some(*primitive),
            Self::Evaluated(value) => match value.kind() {
                ValueKind::Bool(_) => Some(Primitive::Bool),
                ValueKind::Number(_) => Some(Primitive::Number),
                ValueKind::String(_) => Some(Primitive::String),
                _ => None,
            },
        }
    }

    /// Returns the value of the candidate, which is the expression `id`.
    #[inline]
    fn into_operand(self, file: &File, id: ExprId) -> Operand<'v> {
        match self {
            Self::Literal(_) => Operand::Made(Evaluator::literal(file, id)),
            Self::Evaluated(value) => value,
        }
    }
}

/// A conditional whose result for true is evaluated, unless it is a literal.
struct Arm<'v> {
    id: ExprId,
    conditional: Conditional,
    /// The number of problems before the result for true.
    start: usize,
    /// The number of problems after it.
    middle: usize,
    if_true: Candidate<'v>,
}

impl<'f> Evaluator<'f> {
    /// Evaluates a `Conditional`.
    #[inline(never)]
    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        conditional: ConditionalId,
        context: Context<'_>,
    ) -> Value {
        if let Some(recorded) = context.filter(|context| context.taken_branches().is_some()) {
            return self.recorded_conditional(id, conditional, recorded);
        }
        let file = self.file;
        let conditional = file.conditional(conditional);
        let start = self.diagnostics.len();
        let if_true = self.candidate(conditional.if_true, context);
        let middle = self.diagnostics.len();
        let last = file.expr(conditional.if_false);
        if let Expr::Conditional(next) = last {
            let first = Arm {
                id,
                conditional,
                start,
                middle,
                if_true,
            };
            return self.chain_of_conditionals(first, next, context);
        }
        let if_false = self.candidate_of(last, conditional.if_false, context);
        let arm = Arm {
            id,
            conditional,
            start,
            middle,
            if_true,
        };
        self.arm(arm, if_false, context)
    }

    /// Evaluates conditionals of which each is the result for false of the one before it, in a loop, so that their number
    /// needs no stack.
    #[inline(never)]
    fn chain_of_conditionals<'v>(
        &mut self,
        first: Arm<'v>,
        second: ConditionalId,
        context: Context<'v>,
    ) -> Value
    where
        'f: 'v,
    {
        let mut next = Some(second);
        let mut id = first.conditional.if_false;
        let mut arms = vec![first];
        while let Some(conditional) = next {
            if !self.takes_step(id) {
                return Value::DYNAMIC;
            }
            let conditional = self.file.conditional(conditional);
            let start = self.diagnostics.len();
            let if_true = self.candidate(conditional.if_true, context);
            arms.push(Arm {
                id,
                conditional,
                start,
                middle: self.diagnostics.len(),
                if_true,
            });
            id = conditional.if_false;
            next = match self.file.expr(id) {
                Expr::Conditional(next) => Some(next),
                _ => None,
            };
        }
        let last = self.candidate(id, context);
        self.joined(arms, last, context)
    }

    /// Evaluates a chain of conditionals whose results are evaluated; `last` is the result if none of the conditions holds.
    fn joined<'v>(&mut self, arms: Vec<Arm<'v>>, last: Candidate<'v>, context: Context<'v>) -> Value
    where
        'f: 'v,
    {
        let mut if_false = last;
        for arm in arms.into_iter().rev() {
            if_false = Candidate::Evaluated(Operand::Made(self.arm(arm, if_false, context)));
        }
        match if_false {
            Candidate::Evaluated(value) => value.into_value(),
            Candidate::Literal(_) => Value::DYNAMIC,
        }
    }

    /// Evaluates a `Conditional`, or a chain of them in a loop, and records which results are taken. In results that are not
    /// taken, nothing is recorded.
    #[cold]
    #[inline(never)]
    fn recorded_conditional(
        &mut self,
        id: ExprId,
        conditional: ConditionalId,
        context: &EvalContext<'_>,
    ) -> Value {
        let unrecorded = context.child_without_branches();
        let (mut id, mut next) = (id, Some(conditional));
        let mut scope = context;
        let mut arms = Vec::new();
        while let Some(conditional) = next {
            if !arms.is_empty() && !self.takes_step(id) {
                return Value::DYNAMIC;
            }
            let conditional = self.file.conditional(conditional);
            let holds = self.record(conditional.condition, scope);
            let scope_if = |taken| match holds == Some(taken) {
                true => scope,
                false => &unrecorded,
            };
            let start = self.diagnostics.len();
            let if_true = self.candidate(conditional.if_true, Some(scope_if(true)));
            arms.push(Arm {
                id,
                conditional,
                start,
                middle: self.diagnostics.len(),
                if_true,
            });
            scope = scope_if(false);
            id = conditional.if_false;
            next = match self.file.expr(id) {
                Expr::Conditional(next) => Some(next),
                _ => None,
            };
        }
        let last = self.candidate(id, Some(scope));
        self.joined(arms, last, Some(&unrecorded))
    }

    /// Evaluates a condition, and records and returns whether it holds, if that is known.
    pub(super) fn record(&mut self, condition: ExprId, context: &EvalContext<'_>) -> Option<bool> {
        let start = self.diagnostics.len();
        let (given, _) = self.operand(condition, Some(context)).unmark();
        // The problems are reported when the conditional is evaluated.
        drop(self.diagnostics.split_off(start));
        let holds = given.convert(&Type::BOOL).ok()?.as_bool()?;
        if let Some(taken) = context.taken_branches() {
            taken.record(self.file.expr_span(condition), holds);
        }
        Some(holds)
    }

    /// Evaluates a conditional whose results are evaluated.
    // Inlined, as an arm is larger than what is done with it.
    #[inline(always)]
    fn arm<'v>(&mut self, arm: Arm<'v>, if_false: Candidate<'v>, context: Context<'v>) -> Value
    where
        'f: 'v,
    {
        let file = self.file;
        let Arm {
            id,
            conditional,
            start,
            middle,
            if_true,
        } = arm;
        let primitive = if_true.primitive();
        let simple =
            primitive.is_some() && primitive == if_false.primitive() && self.diagnostics.len() == start;
        let given = simple.then(|| self.operand(conditional.condition, context));
        if let Some(truth) = given.as_ref().and_then(|given| given.as_bool()) {
            let (chosen, id) = if truth {
                (if_true, conditional.if_true)
            } else {
                (if_false, conditional.if_false)
            };
            return chosen.into_operand(file, id).into_value();
        }
        let if_true = if_true.into_operand(file, conditional.if_true);
        let if_false = if_false.into_operand(file, conditional.if_false);
        let whole = file.expr_range(id);
        let (true_range, false_range) = (
            file.expr_range(conditional.if_true),
            file.expr_range(conditional.if_false),
        );
        if let (Some(given), Some(primitive)) = (given, primitive) {
            let mut if_true = Branch::new(&if_true, Diagnostics::new(), true_range);
            let mut if_false = Branch::new(&if_false, Diagnostics::new(), false_range);
            let condition = (conditional.condition, &*given);
            return self.chosen(
                whole,
                condition,
                &mut if_true,
                &mut if_false,
                primitive.ty(),
                context,
            );
        }
        let problems = self.diagnostics.split_off(middle);
        let mut if_false = Branch::new(&if_false, problems, false_range);
        let problems = self.diagnostics.split_off(start);
        let mut if_true = Branch::new(&if_true, problems, true_range);
        self.choose(whole, conditional.condition, &mut if_true, &mut if_false, context)
    }

    /// Evaluates one possible result of a conditional, unless it is a literal.
    #[inline]
    fn candidate<'v>(&mut self, id: ExprId, context: Context<'v>) -> Candidate<'v>
    where
        'f: 'v,
    {
        self.candidate_of(self.file.expr(id), id, context)
    }

    /// Evaluates the expression `expr`, whose id is `id`, as a possible result of a conditional.
    #[inline]
    fn candidate_of<'v>(&mut self, expr: Expr, id: ExprId, context: Context<'v>) -> Candidate<'v>
    where
        'f: 'v,
    {
        match expr {
            Expr::Bool(_) => Candidate::Literal(Primitive::Bool),
            Expr::Number if self.file.whole_number(id).is_some() => Candidate::Literal(Primitive::Number),
            Expr::String { text } if self.file.text(text).len() < LONG_LITERAL => {
                Candidate::Literal(Primitive::String)
            }
            _ => Candidate::Evaluated(self.operand(id, context)),
        }
    }

    /// Evaluates the condition and returns the branch that it selects, converted to the common type.
    pub(super) fn choose<'b>(
        &mut self,
        whole: TextRange,
        condition: ExprId,
        if_true: &mut Branch<'b>,
        if_false: &mut Branch<'b>,
        context: Context<'_>,
    ) -> Value {
        let marked = if_true.value.is_marked() || if_false.value.is_marked();
        if !marked && if_true.value.ty() == if_false.value.ty() {
            let given = self.operand(condition, context);
            let Some(truth) = given.as_bool() else {
                let ty = if_true.value.ty().clone();
                return self.chosen(whole, (condition, &given), if_true, if_false, ty, context);
            };
            let chosen = if truth { if_true } else { if_false };
            if !chosen.problems.is_empty() {
                self.diagnostics.append(std::mem::take(&mut chosen.problems));
            }
            return chosen.value.clone();
        }
        let Some(ty) = Value::conditional_type(if_true.value, if_false.value) else {
            let mismatch = describe_mismatch(if_true.value, if_false.value);
            let detail = format!("Both results must have the same type, or convert to one. {mismatch}");
            self.diagnostics.push(
                Diagnostic::error(codes::INCONSISTENT_RESULTS, "Inconsistent conditional results")
                    .with_detail(detail)
                    .with_subject(self.file.span(if_true.range.to(if_false.range)))
                    .with_context(self.file.span(whole)),
            );
            return Value::DYNAMIC;
        };
        let given = self.operand(condition, context);
        self.chosen(whole, (condition, &given), if_true, if_false, ty, context)
    }

    /// Returns the branch that a condition with its value selects, converted to the common type `ty`.
    #[inline(never)]
    fn chosen<'b>(
        &mut self,
        whole: TextRange,
        (condition, given): (ExprId, &Value),
        if_true: &mut Branch<'b>,
        if_false: &mut Branch<'b>,
        ty: Type,
        context: Context<'_>,
    ) -> Value {
        let file = self.file;
        let wrong = |detail: &'static str| {
            Diagnostic::error(codes::INVALID_CONDITION, "Invalid condition")
                .with_detail(detail)
                .with_subject(file.expr_span(condition))
                .with_context(file.span(whole))
        };
        if given.is_null() {
            self.diagnostics
                .push(wrong("The condition is null. It must be true or false."));
            return Value::unknown(ty);
        }
        // An unknown condition may be of any type.
        let truth = if given.is_known() {
            given.convert(&Type::BOOL)
        } else {
            Ok(Value::unknown(Type::BOOL).with_marks(&given.marks()))
        };
        let Ok(truth) = truth else {
            self.diagnostics
                .push(wrong("The condition must be true or false."));
            return Value::unknown(ty);
        };
        let reading = if_true.value.reading_steps() + if_false.value.reading_steps();
        if !self.counts(whole, reading, 0) {
            return Value::DYNAMIC;
        }
        let result = truth.conditional(if_true.value, if_false.value);
        let Some(chosen) = truth.unmark().0.as_bool() else {
            return result.unwrap_or(Value::DYNAMIC);
        };
        let mut marks = [&truth, if_true.value, if_false.value].map(Value::marks).to_vec();
        let mut result = result;
        if context.is_some_and(|context| context.rules().only_the_chosen_result_has_marks) {
            let own = if chosen {
                marks.swap_remove(1)
            } else {
                marks.swap_remove(2)
            };
            result = result.map(|result| result.unmark().0.with_marks(&own));
            marks = vec![own];
        }
        let chosen = if chosen { if_true } else { if_false };
        self.diagnostics.append(std::mem::take(&mut chosen.problems));
        result.unwrap_or_else(|error| {
            self.diagnostics.push(
                Diagnostic::error(codes::INCONSISTENT_RESULTS, "Inconsistent conditional results")
                    .with_detail(sentence(format!("The conditional has no result: {error}")))
                    .with_subject(file.span(chosen.range))
                    .with_context(file.span(whole)),
            );
            let unknown = Value::unknown(ty);
            marks
                .iter()
                .fold(unknown, |unknown, marks| unknown.with_marks(marks))
        })
    }
}

/// Describes the innermost difference of two values whose types do not unify, or the outermost one if a part of them is
/// marked: names of attributes may be secrets too.
fn describe_mismatch(if_true: &Value, if_false: &Value) -> String {
    let mut place = String::new();
    let (mut a, mut b) = (if_true.ty(), if_false.ty());
    while !if_true.contains_marked() && !if_false.contains_marked() {
        let inner = match (a.kind(), b.kind()) {
            (TypeKind::Object(x), TypeKind::Object(y)) => {
                let lacking = |from: ObjectType<'_>, of: ObjectType<'_>| {
                    from.names().iter().find(|name| of.get(name).is_none()).cloned()
                };
                if let Some(name) = lacking(x, y) {
                    return format!(
                        "The result for true has `{place}.{name}`, the result for false does not."
                    );
                }
                if let Some(name) = lacking(y, x) {
                    return format!(
                        "The result for false has `{place}.{name}`, the result for true does not."
                    );
                }
                let differing = x.iter().zip(y.types()).find(|((_, x), y)| x != y);
                differing.map(|((name, x), y)| (format!(".{name}"), x, y))
            }
            (TypeKind::Tuple(x), TypeKind::Tuple(y)) if x.len() != y.len() => {
                let (here, x, y) = (at(&place), x.len(), y.len());
                return format!("{here} result for true has {x} elements, the result for false {y}.");
            }
            (TypeKind::Tuple(x), TypeKind::Tuple(y)) => {
                let differing = x.iter().zip(y).enumerate().find(|(_, (x, y))| x != y);
                differing.map(|(index, (x, y))| (format!("[{index}]"), x, y))
            }
            (TypeKind::List(x), TypeKind::List(y))
            | (TypeKind::Set(x), TypeKind::Set(y))
            | (TypeKind::Map(x), TypeKind::Map(y)) => Some(("[*]".to_owned(), x, y)),
            _ => None,
        };
        let Some((step, x, y)) = inner else { break };
        place.push_str(&step);
        (a, b) = (x, y);
    }
    let (here, a, b) = (at(&place), a.friendly_name(), b.friendly_name());
    format!("{here} result for true is {a}, the result for false is {b}.")
}

/// Starts a sentence about a part of both results.
fn at(place: &str) -> String {
    if place.is_empty() {
        "The".to_owned()
    } else {
        format!("At `{place}` the")
    }
}
