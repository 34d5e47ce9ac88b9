//! Selecting from values: attributes, elements and splats.

use hcl2_diagnostics::{Diagnostic, codes::expr as codes};
use hcl2_model::{attribute_of, element_of};
use hcl2_value::{Type, TypeKind, Value, ValueKind};

use super::{Context, Evaluator, MAX_SPLATS, literal_steps, too_large};
use crate::tree::{Expr, ExprId, File, List, Step, Steps, TextRange};

impl Evaluator<'_> {
    /// Evaluates an `ExprTerm` with the steps after it.
    #[inline(never)]
    pub(super) fn postfix(
        &mut self,
        id: ExprId,
        source: ExprId,
        steps: List<Step>,
        context: Context<'_>,
    ) -> Value {
        let file = self.file;
        let before = self.diagnostics.len();
        let value = self.operand(source, context);
        let failed = self.diagnostics.has_errors_since(before);
        let start = file.expr_range(id).start;
        self.select(start, &value, failed, file.steps(steps), context)
    }

    /// Returns what `steps` select from `value`. The expression starts at the offset `start`. `failed` means that evaluating
    /// `value` reported an error.
    pub(super) fn select(
        &mut self,
        start: u32,
        value: &Value,
        failed: bool,
        steps: Steps<'_>,
        context: Context<'_>,
    ) -> Value {
        let (reached, count) = Self::reach(self.file, value, steps);
        let rest = steps.from(count);
        if rest.is_empty() {
            return reached.clone();
        }
        self.follow(start, reached, failed, rest, context)
    }

    /// Follows steps like [`select`](Self::select). The first of them is not a plain lookup.
    pub(super) fn follow(
        &mut self,
        start: u32,
        value: &Value,
        mut failed: bool,
        steps: Steps<'_>,
        context: Context<'_>,
    ) -> Value {
        let file = self.file;
        let mut index = 0;
        let mut owned = None;
        // A sequence of constant steps ends at the first one that fails.
        let mut ended = false;
        while let Some(step) = steps.get(index) {
            let current = owned.as_ref().unwrap_or(value);
            index += 1;
            let constant = file.is_constant_step(&step);
            ended &= constant;
            if ended {
                continue;
            }
            let next = match step {
                Step::Attribute { name, .. } => {
                    attribute_of(current, file.str(name), file.span(step.range()))
                }
                Step::Missing { .. } => Ok(Value::DYNAMIC),
                Step::Index { key, .. } | Step::LegacyIndex { key, .. } => {
                    let key = self.expression(key, context);
                    let reading = key.reading_steps();
                    if reading > 0 && !self.counts(step.range(), reading, 0) {
                        return Value::DYNAMIC;
                    }
                    element_of(current, &key, file.span(step.range()), context)
                }
                Step::AttributeSplat { .. } | Step::FullSplat { .. } => {
                    let each = match step {
                        Step::FullSplat { .. } => steps.from(index),
                        _ => {
                            let is_each = |step: &Step| {
                                matches!(step, Step::Attribute { .. } | Step::LegacyIndex { .. })
                            };
                            let following = steps.from(index);
                            following.before(following.iter().take_while(is_each).count())
                        }
                    };
                    index += each.len();
                    let before = self.diagnostics.len();
                    let source = TextRange::new(start, step.range().start);
                    let spread = if failed {
                        Value::DYNAMIC
                    } else {
                        self.splat(source, step, current, each, context)
                    };
                    // Returned at once to avoid moves.
                    if index == steps.len() {
                        return spread;
                    }
                    failed |= self.diagnostics.has_errors_since(before);
                    Ok(spread)
                }
            };
            owned = Some(next.unwrap_or_else(|diagnostic| {
                self.diagnostics.push(*diagnostic);
                failed = true;
                ended = constant;
                Value::DYNAMIC
            }));
        }
        owned.unwrap_or(Value::DYNAMIC)
    }

    /// Follows the first steps as far as they are plain lookups of existing parts, without cloning. Returns the part and the
    /// number of these steps.
    pub(super) fn reach<'v>(file: &File, value: &'v Value, steps: Steps<'_>) -> (&'v Value, usize) {
        let mut current = value;
        for (index, step) in steps.iter().enumerate() {
            let part = match step {
                Step::Attribute { name, .. } => current.get(file.str(name)),
                Step::Index { key, .. } | Step::LegacyIndex { key, .. } => match file.expr(key) {
                    Expr::String { text } => current.get(file.text(text)),
                    Expr::Number => match current.kind() {
                        ValueKind::List(items) | ValueKind::Tuple(items) => file
                            .whole_number(key)
                            .and_then(|position| items.get(position as usize)),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            };
            match part {
                Some(part) => current = part,
                None => return (current, index),
            }
        }
        (current, steps.len())
    }

    /// Evaluates a `Splat`: applies the steps `each` to every element of `value`.
    fn splat(
        &mut self,
        source: TextRange,
        marker: Step,
        value: &Value,
        each: Steps<'_>,
        context: Context<'_>,
    ) -> Value {
        let file = self.file;
        if let Some(elements) = value.elements()
            && self.splats < MAX_SPLATS
        {
            self.splats += 1;
            let result = self.splat_elements(source, marker, value, elements, each, context);
            self.splats -= 1;
            return result;
        }
        let ty = value.ty();
        let single = !(ty.is_tuple() || ty.is_list() || ty.is_set());
        let marks = value.marks();
        if value.is_null() {
            if single {
                return Value::tuple([]).with_marks(&marks);
            }
            let whole = file.span(source.to(marker.range()));
            self.diagnostics.push(
                Diagnostic::error(codes::NULL_ACCESS, "Splat of a null value")
                    .with_detail(
                        "The value is null. A splat applies to the elements of a list, set or tuple.",
                    )
                    .with_subject(file.span(source))
                    .with_context(whole),
            );
            return Value::DYNAMIC;
        }
        if ty.is_dynamic() {
            return Value::DYNAMIC.with_marks(&marks);
        }
        if self.splats >= MAX_SPLATS {
            let span = file.span(marker.range());
            self.diagnostics
                .push(too_large("Too many splat operators follow one another.", span));
            return Value::DYNAMIC;
        }
        self.splats += 1;
        let start = marker.range().start;
        let result = if single {
            self.splat_single(start, value, each, context)
        } else {
            self.splat_sequence(source, marker, value, each, context)
        };
        self.splats -= 1;
        result.with_marks(&marks)
    }

    /// Evaluates a splat of a value that is not a sequence: a tuple of that one value, or an empty one if it is null.
    fn splat_single(&mut self, start: u32, value: &Value, each: Steps<'_>, context: Context<'_>) -> Value {
        let before = self.diagnostics.len();
        let element = self.select(start, value, false, each, context);
        if !value.is_known() && !value.is_definitely_not_null() {
            return Value::DYNAMIC;
        }
        if self.diagnostics.has_errors_since(before) {
            let tuple = Type::tuple([value.ty().clone()]);
            return self.after_error(start, &tuple, each, context);
        }
        Value::tuple([element])
    }

    fn splat_sequence(
        &mut self,
        source: TextRange,
        marker: Step,
        value: &Value,
        each: Steps<'_>,
        context: Context<'_>,
    ) -> Value {
        let before = self.diagnostics.len();
        let (value, marks) = value.unmark();
        let result = match value.elements() {
            Some(elements) => self.splat_elements(source, marker, &value, elements, each, context),
            None => self.splat_unknown(marker.range().start, &value, each, context),
        };
        if !marks.is_empty() {
            self.diagnostics.conceal_since(before);
        }
        result
    }

    /// Evaluates a splat of a known list, set or tuple without marks, which has these elements.
    fn splat_elements(
        &mut self,
        source: TextRange,
        marker: Step,
        value: &Value,
        elements: &[Value],
        each: Steps<'_>,
        context: Context<'_>,
    ) -> Value {
        let file = self.file;
        let before = self.diagnostics.len();
        let (start, whole) = (marker.range().start, source.to(marker.range()));
        let names = each
            .iter()
            .last()
            .map_or(0, |last| last.range().end - marker.range().end);
        let steps = elements
            .len()
            .saturating_mul(each.len() + 1 + literal_steps(names));
        if !self.counts(whole, steps, elements.len()) {
            return Value::DYNAMIC;
        }
        let mut results = Vec::with_capacity(elements.len());
        match each.first() {
            Some(Step::Attribute { name, .. }) if each.len() == 1 => {
                let name = file.str(name);
                results.extend(elements.iter().map(|element| match element.get(name) {
                    Some(part) => part.clone(),
                    None => self.follow(start, element, false, each, context),
                }));
            }
            _ => {
                let select = |element| self.select(start, element, false, each, context);
                results.extend(elements.iter().map(select));
            }
        }
        if !self.counts(whole, 0, 0) {
            return Value::DYNAMIC;
        }
        if self.diagnostics.has_errors_since(before) {
            return self.after_error(start, value.ty(), each, context);
        }
        if matches!(value.kind(), ValueKind::Tuple(_)) {
            return Value::tuple(results);
        }
        if results.is_empty() {
            let list = self.splat_type(start, value.ty(), each, context);
            let element = list.element_type().cloned().unwrap_or(Type::DYNAMIC);
            return Value::list(element, []).unwrap_or(Value::DYNAMIC);
        }
        Value::list(Type::DYNAMIC, results).unwrap_or_else(|_| {
            let detail = "A nested splat returns elements of different types, but the elements of a list have one type. \
                          Use a `for` expression, which returns a tuple.";
            let range = each.last().map_or(TextRange::empty(start), |last| TextRange::new(start, last.range().end));
            self.diagnostics.push(
                Diagnostic::error(codes::INCONSISTENT_RESULTS, "Inconsistent splat results")
                    .with_detail(detail)
                    .with_subject(self.file.span(range)),
            );
            Value::DYNAMIC
        })
    }

    fn splat_unknown(&mut self, start: u32, value: &Value, each: Steps<'_>, context: Context<'_>) -> Value {
        let ty = self.splat_type(start, value.ty(), each, context);
        let unknown = Value::unknown(ty.clone()).refine_not_null();
        let Some((least, most)) = value.length_bounds().filter(|_| ty.is_list()) else {
            return unknown;
        };
        unknown.refine_length(least, most)
    }

    /// Returns the result of a splat after an error: an unknown value of the type that the result would have.
    fn after_error(&mut self, start: u32, ty: &Type, each: Steps<'_>, context: Context<'_>) -> Value {
        if self.probing {
            return Value::DYNAMIC;
        }
        let before = self.diagnostics.len();
        self.probing = true;
        let ty = self.splat_type(start, ty, each, context);
        self.probing = false;
        self.diagnostics.truncate(before);
        Value::unknown(ty)
    }

    /// Returns the type of the result of a splat, evaluated with unknown elements.
    fn splat_type(&mut self, start: u32, ty: &Type, each: Steps<'_>, context: Context<'_>) -> Type {
        let mut of = |element: &Type| {
            self.select(start, &Value::unknown(element.clone()), false, each, context)
                .ty()
                .clone()
        };
        match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) => Type::list(of(element)),
            TypeKind::Tuple(elements) => Type::tuple(elements.iter().map(of).collect::<Vec<_>>()),
            _ => Type::DYNAMIC,
        }
    }
}
