//! The conditional operator, and the `if` directive, which is one.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::expr as codes};
use hcl2_value::{ObjectType, Refiner, Safety, Type, TypeKind, Value, unify};

use super::{Context, Evaluator};
use crate::tree::{ConditionalId, ExprId};

/// One possible result of a conditional, evaluated.
pub(super) struct Branch {
    pub(super) value: Value,
    /// Its problems, which count only if it is chosen.
    pub(super) problems: Diagnostics,
    pub(super) span: Span,
}

impl Evaluator<'_> {
    /// `Conditional`.
    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        conditional: ConditionalId,
        context: Context<'_>,
    ) -> Value {
        let conditional = self.file[conditional];
        let if_true = self.branch(
            |this| this.expression(conditional.if_true, context),
            conditional.if_true,
        );
        let if_false = self.branch(
            |this| this.expression(conditional.if_false, context),
            conditional.if_false,
        );
        self.choose(self.span(id), conditional.condition, if_true, if_false, context)
    }

    fn branch(&mut self, evaluate: impl FnOnce(&mut Self) -> Value, expr: ExprId) -> Branch {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        Branch {
            value,
            problems: self.diagnostics.split_off(start),
            span: self.span(expr),
        }
    }

    /// Evaluates the condition and gives the branch that it selects, converted to the type of both.
    pub(super) fn choose(
        &mut self,
        whole: Span,
        condition: ExprId,
        if_true: Branch,
        if_false: Branch,
        context: Context<'_>,
    ) -> Value {
        let Some(ty) = common_type(&if_true.value, &if_false.value) else {
            let mismatch = describe_mismatch(if_true.value.ty(), if_false.value.ty());
            let detail = format!("Both results must be of one type, or convert to one. {mismatch}");
            self.diagnostics.push(
                Diagnostic::error(codes::INCONSISTENT_RESULTS, "Inconsistent conditional results")
                    .with_detail(detail)
                    .with_subject(if_true.span.to(if_false.span))
                    .with_context(whole),
            );
            return Value::DYNAMIC;
        };
        let given = self.expression(condition, context);
        if let Some(truth) = given.as_bool()
            && !if_true.value.is_marked()
            && !if_false.value.is_marked()
        {
            let chosen = if truth { &if_true } else { &if_false };
            if *chosen.value.ty() == ty {
                let chosen = if truth { if_true } else { if_false };
                self.diagnostics.extend(chosen.problems);
                return chosen.value;
            }
        }
        let condition_span = self.span(condition);
        let wrong = |detail: &'static str| {
            Diagnostic::error(codes::INVALID_CONDITION, "Invalid condition")
                .with_detail(detail)
                .with_subject(condition_span)
                .with_context(whole)
        };
        if given.is_null() {
            self.diagnostics
                .push(wrong("The condition is null. It must be true or false."));
            return Value::unknown(ty);
        }
        let (given, mut marks) = given.unmark();
        for branch in [&if_true, &if_false] {
            marks = marks.union(&branch.value.marks());
        }
        if !given.is_known() {
            return undecided(&ty, &if_true.value.unmark().0, &if_false.value.unmark().0).with_marks(&marks);
        }
        let Ok(truth) = given.convert(&Type::BOOL) else {
            self.diagnostics
                .push(wrong("The condition must be true or false."));
            return Value::unknown(ty);
        };
        let chosen = if truth.as_bool() == Some(true) {
            if_true
        } else {
            if_false
        };
        self.diagnostics.extend(chosen.problems);
        let value = chosen.value.unmark().0;
        let value = if ty.is_dynamic() {
            Ok(value)
        } else {
            value.convert(&ty)
        };
        match value {
            Ok(value) => value.with_marks(&marks),
            Err(error) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::INCONSISTENT_RESULTS, "Inconsistent conditional results")
                        .with_detail(format!(
                            "The chosen result does not convert to the type of both: {error}."
                        ))
                        .with_subject(chosen.span)
                        .with_context(whole),
                );
                Value::unknown(ty).with_marks(&marks)
            }
        }
    }
}

/// The type that both results convert to; dynamic where one is not known yet.
fn common_type(if_true: &Value, if_false: &Value) -> Option<Type> {
    let is_bare_null = |value: &Value| !value.is_marked() && value.is_null() && value.ty().is_dynamic();
    if is_bare_null(if_true) {
        return Some(if_false.ty().clone());
    }
    if is_bare_null(if_false) {
        return Some(if_true.ty().clone());
    }
    if if_true.ty().is_dynamic() || if_false.ty().is_dynamic() {
        return Some(Type::DYNAMIC);
    }
    if if_true.ty() == if_false.ty() {
        return Some(if_true.ty().clone());
    }
    unify(&[if_true.ty().clone(), if_false.ty().clone()], Safety::Unsafe)
}

/// What is known of the result while the condition is unknown.
fn undecided(ty: &Type, if_true: &Value, if_false: &Value) -> Value {
    if if_true.is_null() && if_false.is_null() {
        return Value::null(ty.clone());
    }
    let unknown = Value::unknown(ty.clone());
    let not_null = if_true.is_definitely_not_null() && if_false.is_definitely_not_null();
    let refined = || {
        let mut refiner = unknown.clone().refine();
        if not_null {
            refiner = refiner.not_null()?;
        }
        if *if_true.ty() == Type::NUMBER && *if_false.ty() == Type::NUMBER {
            let ((low_a, high_a), (low_b, high_b)) = (if_true.number_bounds(), if_false.number_bounds());
            let low = if low_b.number < low_a.number {
                &low_b
            } else {
                &low_a
            };
            let inclusive = low.inclusive || (low_a.number == low_b.number && low_b.inclusive);
            refiner = refiner.number_lower_bound(low.number.clone(), inclusive)?;
            let high = if high_b.number > high_a.number {
                &high_b
            } else {
                &high_a
            };
            let inclusive = high.inclusive || (high_a.number == high_b.number && high_b.inclusive);
            refiner = refiner.number_upper_bound(high.number.clone(), inclusive)?;
        } else if if_true.ty().is_collection() && if_true.ty() == if_false.ty() {
            let bounds = |value: &Value| value.length_bounds().unwrap_or((0, None));
            let ((least_a, most_a), (least_b, most_b)) = (bounds(if_true), bounds(if_false));
            refiner = refiner.length_lower_bound(least_a.min(least_b))?;
            if let (Some(a), Some(b)) = (most_a, most_b) {
                refiner = refiner.length_upper_bound(a.max(b))?;
            }
        }
        Ok::<Refiner, hcl2_value::RefinementError>(refiner)
    };
    refined().map_or(unknown.clone(), Refiner::build)
}

/// Says how two types that do not unify differ, as deep inside as that can be told.
fn describe_mismatch(if_true: &Type, if_false: &Type) -> String {
    let mut place = String::new();
    let (mut a, mut b) = (if_true, if_false);
    loop {
        let inner = match (a.kind(), b.kind()) {
            (TypeKind::Object(x), TypeKind::Object(y)) => {
                let lacking = |from: ObjectType<'_>, of: ObjectType<'_>| {
                    from.names().iter().find(|name| of.get(name).is_none()).cloned()
                };
                if let Some(name) = lacking(x, y) {
                    return format!(
                        "The result for true has `{place}.{name}`, the result for false has not."
                    );
                }
                if let Some(name) = lacking(y, x) {
                    return format!(
                        "The result for false has `{place}.{name}`, the result for true has not."
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

/// The start of a sentence about a part of both results.
fn at(place: &str) -> String {
    if place.is_empty() {
        "The".to_owned()
    } else {
        format!("At `{place}` the")
    }
}
