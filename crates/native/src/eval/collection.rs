//! Tuple and object constructors, and `for` expressions.

use hcl2_diagnostics::{Diagnostic, codes::expr as codes};
use hcl2_value::{Marks, Str, Type, Value, ValueKind};
use indexmap::IndexMap;

use super::{Context, Evaluator, scope::LoopScope, sentence};
use crate::tree::{Expr, ExprId, ForExpr, ForExprId, List, Node, ObjectItem, TextRange};

impl Evaluator<'_> {
    /// Evaluates a `tuple`.
    #[inline(never)]
    pub(super) fn tuple(&mut self, id: ExprId, items: List<ExprId>, context: Context<'_>) -> Value {
        let file = self.file;
        if let Err(exceeded) = self.meter.steps(items.len() + 1) {
            return self.stop(exceeded, id);
        }
        // Outside of a loop, the source is as long as the value.
        if self.shapes.in_loop()
            && let Err(exceeded) = self.meter.elements(items.len())
        {
            return self.stop(exceeded, id);
        }
        let elements: Vec<Value> = file
            .exprs(items)
            .iter()
            .map(|item| self.expression(*item, context))
            .collect();
        Value::tuple(elements)
    }

    /// Evaluates an `object`.
    #[inline(never)]
    pub(super) fn object(&mut self, id: ExprId, items: List<ObjectItem>, context: Context<'_>) -> Value {
        let file = self.file;
        if let Err(exceeded) = self.meter.steps(items.len() + 1) {
            return self.stop(exceeded, id);
        }
        // Outside of a loop, the source is as long as the value.
        if self.shapes.in_loop()
            && let Err(exceeded) = self.meter.elements(items.len())
        {
            return self.stop(exceeded, id);
        }
        if let Some(shape) = self.shapes.get(file, items) {
            let mut values = vec![Value::DYNAMIC; items.len()];
            for (item, position) in file.object_items(items).iter().zip(&shape.positions) {
                values[*position] = self.expression(item.value, context);
            }
            return Value::object_from_keys(&shape.keys, values).unwrap_or(Value::DYNAMIC);
        }
        let mut attributes = Vec::with_capacity(items.len());
        let mut marks = Marks::NONE;
        let mut known = true;
        for item in file.object_items(items) {
            if let Some(name) = file.literal_key(item.key) {
                attributes.push((Str::from(name), self.expression(item.value, context)));
                continue;
            }
            let before = self.diagnostics.len();
            let key = self.object_key(item.key, context);
            let mut failed = self.diagnostics.has_errors_since(before);
            if let Err(exceeded) = self.meter.steps(key.reading_steps()) {
                self.stop(exceeded, item.key);
                failed = true;
            }
            let value = self.expression(item.value, context);
            if failed {
                known = false;
                continue;
            }
            if key.is_null() {
                self.fail(
                    codes::INVALID_KEY,
                    "Null key",
                    "The key is null. A key is a string.",
                    item.value,
                    item.value,
                );
                known = false;
                continue;
            }
            let (key, key_marks) = key.unmark();
            marks = marks.union(&key_marks);
            match key.convert(&Type::STRING) {
                Err(error) => {
                    let detail = sentence(format!("This value cannot be a key: {error}"));
                    self.fail(codes::INVALID_KEY, "Invalid key", detail, item.key, item.key);
                    known = false;
                }
                Ok(key) => match key.kind() {
                    ValueKind::String(key) => attributes.push((key.clone(), value)),
                    _ => known = false,
                },
            }
        }
        if known {
            Value::object(attributes).with_marks(&marks)
        } else {
            Value::DYNAMIC
        }
    }

    /// Evaluates the key of an object item. A bare name stands for itself.
    pub(crate) fn object_key(&mut self, key: ExprId, context: Context<'_>) -> Value {
        let file = self.file;
        if let Some(name) = file.literal_key(key) {
            return Value::from(name);
        }
        if let Expr::Traversal { steps, .. } = file.expr(key)
            && file.steps(steps).iter().all(|step| file.is_constant_step(&step))
        {
            let detail = "It is unclear whether this is a reference or a name with dots. Put it in parentheses for \
                          the value it refers to, or in quotes for the name.";
            self.fail(codes::AMBIGUOUS_KEY, "Ambiguous key", detail, key, key);
            return Value::DYNAMIC;
        }
        self.expression(key, context)
    }

    /// Evaluates a `ForExpr`.
    #[inline(never)]
    pub(super) fn for_expression(&mut self, id: ExprId, for_expr: ForExprId, context: Context<'_>) -> Value {
        let for_expr = self.file.for_expr(for_expr);
        let whole = self.file.expr_range(id);
        let Some((collection, marks)) = self.iterable(for_expr.collection, whole, context) else {
            return Value::DYNAMIC;
        };
        let (before, is_marked) = (self.diagnostics.len(), !marks.is_empty());
        let result = self.for_result(&for_expr, whole, &collection, marks, context);
        if is_marked {
            self.diagnostics.conceal_since(before);
        }
        result
    }

    /// Evaluates a `ForExpr` over a collection that had `marks`.
    fn for_result(
        &mut self,
        for_expr: &ForExpr,
        whole: TextRange,
        collection: &Value,
        mut marks: Marks,
        context: Context<'_>,
    ) -> Value {
        let mut scope = LoopScope::new(
            self,
            for_expr.key_variable.as_ref(),
            &for_expr.value_variable,
            TextRange::new(self.file.expr_range(for_expr.collection).end, whole.end),
            context,
        );
        let body = || {
            let key = for_expr.key.as_ref().map(|key| key.expr);
            let parts = [for_expr.condition, key, Some(for_expr.value)];
            parts.into_iter().flatten().map(Node::Expr)
        };
        if let Some(condition) = for_expr.condition {
            scope.enter(self, body, Value::DYNAMIC, Value::DYNAMIC);
            let before = self.diagnostics.len();
            let result = self.expression(condition, Some(&scope.context));
            if result.is_null() {
                self.invalid_condition(
                    condition,
                    whole,
                    "The condition is null. It must be true or false.".to_owned(),
                );
                return Value::DYNAMIC;
            }
            if let Err(error) = result.convert(&Type::BOOL) {
                self.invalid_condition(
                    condition,
                    whole,
                    sentence(format!("The condition is not a bool: {error}")),
                );
                return Value::DYNAMIC;
            }
            if self.diagnostics.has_errors_since(before) {
                return Value::DYNAMIC;
            }
            if !collection.is_known() {
                marks = marks.union(&result.marks());
            }
        }
        if !collection.is_known() {
            return Value::DYNAMIC.with_marks(&marks);
        }
        let mut known = true;
        let mut results = match &for_expr.key {
            Some(_) if for_expr.ellipsis.is_some() => Results::Grouped(IndexMap::new()),
            Some(_) => Results::Object(IndexMap::new()),
            None => Results::Tuple(Vec::new()),
        };
        for (key, value) in collection.iter_elements().into_iter().flatten() {
            let steps = scope.enter(self, body, key, value);
            let context = Some(&scope.context);
            if !self.counts(whole, steps, 1) {
                return Value::DYNAMIC;
            }
            if let Some(condition) = for_expr.condition
                && !self.includes(
                    condition,
                    whole,
                    context,
                    for_expr.key.is_none(),
                    &mut known,
                    &mut marks,
                )
            {
                continue;
            }
            let Some(key) = &for_expr.key else {
                let value = self.expression(for_expr.value, context);
                results.push(value);
                continue;
            };
            let Some((name, public)) = self.result_key(key.expr, whole, context, &mut known, &mut marks)
            else {
                continue;
            };
            let value = self.expression(for_expr.value, context);
            if !results.insert(name.clone(), value) {
                let which = if public {
                    format!("the key {:?}", name.as_str())
                } else {
                    "the same key".to_owned()
                };
                let detail = format!(
                    "Two elements have {which}. To collect the values of equal keys in a tuple, write `...` after the \
                     value."
                );
                let subject = self.span(key.expr);
                self.diagnostics.push(
                    Diagnostic::error(codes::DUPLICATE_KEY, "Duplicate key")
                        .with_detail(detail)
                        .with_subject(subject)
                        .with_context(self.file.span(whole)),
                );
            }
        }
        scope.explain(self, body);
        if !self.counts(whole, 0, 0) {
            return Value::DYNAMIC;
        }
        let result = if known {
            results.into_value()
        } else {
            Value::DYNAMIC
        };
        result.with_marks(&marks)
    }

    /// Returns the possibly unknown collection that a `for` iterates over, without its marks, and the marks. Returns `None`
    /// if it cannot be iterated over, or if its type is unknown.
    pub(super) fn iterable(
        &mut self,
        collection: ExprId,
        whole: TextRange,
        context: Context<'_>,
    ) -> Option<(Value, Marks)> {
        let value = self.expression(collection, context);
        let file = self.file;
        let wrong = |detail: String| {
            Diagnostic::error(codes::NOT_ITERABLE, "Value cannot be iterated over")
                .with_detail(detail)
                .with_subject(file.expr_span(collection))
                .with_context(file.span(whole))
        };
        if value.is_null() {
            self.diagnostics
                .push(wrong("The value is null. It cannot be iterated over.".to_owned()));
            return None;
        }
        if value.ty().is_dynamic() {
            return None;
        }
        let (value, marks) = value.unmark();
        if !value.ty().kind().is_compound() {
            let detail = format!(
                "Expected a list, set, map, tuple or object to iterate over, found {}.",
                value.ty().friendly_name()
            );
            self.diagnostics.push(wrong(detail));
            return None;
        }
        Some((value, marks))
    }

    fn invalid_condition(&mut self, condition: ExprId, whole: TextRange, detail: String) {
        let subject = self.span(condition);
        self.diagnostics.push(
            Diagnostic::error(codes::INVALID_CONDITION, "Invalid condition")
                .with_detail(detail)
                .with_subject(subject)
                .with_context(self.file.span(whole)),
        );
    }

    /// Returns whether the condition includes the current element, and clears `known` if that is unknown. For a tuple, an
    /// unknown condition may be of any type.
    fn includes(
        &mut self,
        condition: ExprId,
        whole: TextRange,
        context: Context<'_>,
        of_tuple: bool,
        known: &mut bool,
        marks: &mut Marks,
    ) -> bool {
        let given = self.expression(condition, context);
        if let Some(truth) = given.as_bool() {
            return truth;
        }
        let (given, given_marks) = given.unmark();
        if given.is_null() {
            if *known {
                self.invalid_condition(
                    condition,
                    whole,
                    "The condition is null. It must be true or false.".to_owned(),
                );
            }
            *known = false;
            return false;
        }
        *marks = marks.union(&given_marks);
        if of_tuple && !given.is_known() {
            *known = false;
            return false;
        }
        match given.convert(&Type::BOOL) {
            Err(error) => {
                if *known {
                    self.invalid_condition(
                        condition,
                        whole,
                        sentence(format!("The condition is not a bool: {error}")),
                    );
                }
                *known = false;
                false
            }
            Ok(truth) => truth.as_bool().unwrap_or_else(|| {
                *known = false;
                false
            }),
        }
    }

    /// Returns the key of the current element's result, and whether messages may show it. Clears `known` if there is none.
    fn result_key(
        &mut self,
        key: ExprId,
        whole: TextRange,
        context: Context<'_>,
        known: &mut bool,
        marks: &mut Marks,
    ) -> Option<(Str, bool)> {
        let (given, key_marks) = self.expression(key, context).unmark();
        if !self.counts(whole, given.reading_steps(), 0) {
            *known = false;
            return None;
        }
        let problem = if given.is_null() {
            "The key is null. A key is a string.".to_owned()
        } else {
            *marks = marks.union(&key_marks);
            if !given.is_known() {
                *known = false;
                return None;
            }
            match given.convert(&Type::STRING) {
                Ok(name) => return name.as_str().map(|name| (Str::from(name), key_marks.is_empty())),
                Err(error) => sentence(format!("This value cannot be a key: {error}")),
            }
        };
        if *known {
            let subject = self.span(key);
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_KEY, "Invalid key")
                    .with_detail(problem)
                    .with_subject(subject)
                    .with_context(self.file.span(whole)),
            );
        }
        *known = false;
        None
    }
}

/// The results of a `for` expression so far.
enum Results {
    Tuple(Vec<Value>),
    Object(IndexMap<Str, Value>),
    Grouped(IndexMap<Str, Vec<Value>>),
}

impl Results {
    fn push(&mut self, value: Value) {
        if let Self::Tuple(elements) = self {
            elements.push(value);
        }
    }

    /// Adds a result with a key. Returns `false` for a duplicate key, whose first value stays.
    fn insert(&mut self, key: Str, value: Value) -> bool {
        match self {
            Self::Tuple(elements) => elements.push(value),
            Self::Grouped(groups) => groups.entry(key).or_default().push(value),
            Self::Object(attributes) => match attributes.entry(key) {
                indexmap::map::Entry::Occupied(_) => return false,
                indexmap::map::Entry::Vacant(entry) => {
                    entry.insert(value);
                }
            },
        }
        true
    }

    fn into_value(self) -> Value {
        match self {
            Self::Tuple(elements) => Value::tuple(elements),
            Self::Object(attributes) => Value::object(attributes),
            Self::Grouped(groups) => Value::object(
                groups
                    .into_iter()
                    .map(|(key, values)| (key, Value::tuple(values))),
            ),
        }
    }
}
