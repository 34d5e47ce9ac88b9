//! Residual evaluation: evaluates the known parts of an expression, and writes the rest back as source.

mod certain;
mod template;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_model::{Callable, EvalContext, Name};
use hcl2_value::{Type, Value};
use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::eval::{Context, Evaluator, NativeExpression, child_scope};
use crate::lexer::TokenKind;
use crate::literal::{exact_literal, literal, write_key};
use crate::parser::parse_expression;
use crate::tree::{
    BinaryOperator, Conditional, Expr, ExprId, File, ForExpr, Node, ObjectItem, Step, TextRange, Variable,
};
use certain::{Certain, is_plain};

/// Maximum work: the number of visited expressions plus the number of written bytes. Beyond it, the rest stays as written.
const MAX_WORK: usize = 1 << 20;

/// Maximum depth of visited expressions. Deeper ones stay as written.
const MAX_DEPTH: u32 = 128;

impl NativeExpression {
    /// Evaluates everything that is known, and returns the expression with the rest as written.
    ///
    /// A variable that `context` does not define counts as unknown. In any context that defines all variables and agrees with
    /// this one, the returned source has the value of the expression, if that has one. So a part that might change its
    /// type or its marks stays as written. Marked values are never written: the expressions that make them stay.
    ///
    /// Numbers are written as literals, which have 512 bits. A number of another precision stays as written if it is an operand
    /// of arithmetic or an argument: if a variable holds 7 with 64 bits, `x / n` has fewer digits than `x / 7`.
    ///
    /// Expressions nested deeper than 128 levels, and the rest of a result that has become very long, stay as well.
    ///
    /// Functions of `context` are called. Leave out functions whose results vary from call to call.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_model::EvalContext;
    /// use hcl2_native::{NativeExpression, parse_expression};
    /// use hcl2_value::Value;
    ///
    /// let mut context = EvalContext::new();
    /// context.set_variable("base", Value::from(8000));
    /// let residual = |text: &str| {
    ///     let source = SourceMap::new().add("app.hcl", text).unwrap();
    ///     let file = parse_expression(&source).value;
    ///     let id = file.root().expr().unwrap();
    ///     NativeExpression::new(file, id).residual(Some(&context))
    /// };
    /// assert_eq!(residual("x + (1 + 2)"), "x + 3");
    /// assert_eq!(residual("\"${host}:${base + 80}\""), "\"${host}:8080\"");
    /// assert_eq!(residual("[for n in [1, 2] : n * base + x]"), "[8000 + x, 16000 + x]");
    /// ```
    #[must_use]
    pub fn residual(&self, context: Option<&EvalContext<'_>>) -> String {
        let file = self.file();
        if self.is_name() {
            return file.lossy(file.expr_range(self.id())).into_owned();
        }
        let mut residual = Residual {
            file,
            certain: Certain::of(file, self.id(), context),
            unrolled: Vec::new(),
            work: MAX_WORK,
            depth: 0,
            exact: false,
            folded: 0,
        };
        residual.expression(self.id(), context).text
    }
}

/// The residual of an expression.
struct Piece {
    text: String,
    /// Whether the text is a literal.
    literal: bool,
}

impl Piece {
    fn written(text: String) -> Self {
        Self { text, literal: false }
    }
}

struct Residual<'f> {
    file: &'f Arc<File>,
    certain: Certain,
    /// Variables of the `for` expressions that are being unrolled. A residual must not refer to them.
    unrolled: Vec<Name>,
    /// The remaining work.
    work: usize,
    /// The number of expressions around the current one.
    depth: u32,
    /// Whether the precision of numbers matters at the current expression: an operand of arithmetic, or an argument.
    exact: bool,
    /// The number of replacements.
    folded: usize,
}

impl Residual<'_> {
    fn expression(&mut self, id: ExprId, context: Context<'_>) -> Piece {
        if self.depth == MAX_DEPTH || !self.afford(1) {
            return self.as_written(id);
        }
        self.depth += 1;
        let piece = self.reduced(id, context);
        self.depth -= 1;
        piece
    }

    fn reduced(&mut self, id: ExprId, context: Context<'_>) -> Piece {
        if let Some(text) = self.known(id, context).and_then(|value| self.literal(&value)) {
            if self.file.slice(self.file.expr_range(id)) != text.as_bytes() {
                self.folded += 1;
            }
            return self.folded(text);
        }
        match self.file.expr(id) {
            Expr::Call(call) => {
                let name = self.file.text(self.file.call(call).name);
                // A function of expressions may distinguish expressions of the same value.
                match context.and_then(|context| context.function(name)) {
                    Some(Callable::Lazy(_)) => self.as_written(id),
                    _ => self.composed(id, context),
                }
            }
            Expr::Template { parts } => self.template(id, parts, context),
            Expr::TemplateWrap { inner } if !self.is_delimited(id) => self.expression(inner, context),
            Expr::Conditional(conditional) => {
                let conditional = self.file.conditional(conditional);
                match self.chosen(&conditional, context) {
                    Some(chosen) => {
                        self.folded += 1;
                        self.expression(chosen, context)
                    }
                    None => self.composed(id, context),
                }
            }
            Expr::For(for_expr) => {
                let for_expr = self.file.for_expr(for_expr);
                match self.unrolled(&for_expr, context) {
                    Some(text) => {
                        self.folded += 1;
                        self.evaluated(text, context)
                    }
                    None => self.for_expression(id, &for_expr, context),
                }
            }
            _ => self.composed(id, context),
        }
    }

    /// Returns the literal of a value that can replace the current expression.
    fn literal(&self, value: &Value) -> Option<String> {
        if self.exact {
            exact_literal(value)
        } else {
            literal(value)
        }
    }

    /// Returns whether a template is in quotes or a heredoc, and so an expression by itself.
    fn is_delimited(&self, id: ExprId) -> bool {
        let tokens = self.file.tokens();
        let first = tokens.get(tokens.index_at(self.file.expr_range(id).start));
        first.is_some_and(|token| matches!(token.kind, TokenKind::OpenQuote | TokenKind::OpenHeredoc))
    }

    /// Takes from the remaining work. Returns `false` if it is used up.
    fn afford(&mut self, work: usize) -> bool {
        let left = self.work.checked_sub(work);
        self.work = left.unwrap_or(0);
        left.is_some()
    }

    fn folded(&mut self, text: String) -> Piece {
        let _ = self.afford(text.len());
        Piece { text, literal: true }
    }

    fn as_written(&mut self, id: ExprId) -> Piece {
        let range = self.file.expr_range(id);
        let _ = self.afford(range.len() as usize);
        Piece::written(String::from_utf8_lossy(self.file.slice(range)).into_owned())
    }

    /// Returns the value of an expression if it is certain, known and without marks.
    fn known(&self, id: ExprId, context: Context<'_>) -> Option<Value> {
        let certain = match self.file.expr(id) {
            _ if self.certain.is_settled(id) => true,
            Expr::Traversal { steps, .. } => self.file.steps(steps).iter().all(|step| match step {
                Step::Index { key, .. } => self.certain.is_settled(key),
                _ => true,
            }),
            Expr::Binary {
                operator: operator @ (BinaryOperator::And | BinaryOperator::Or),
                left,
                right,
                ..
            } => {
                self.is_decided(operator, left, right, context)
                    || self.is_decided(operator, right, left, context)
            }
            Expr::Conditional(conditional) => {
                let conditional = self.file.conditional(conditional);
                self.certain.is_settled(conditional.condition)
                    && self.typed(conditional.if_true, context).is_some()
                    && self.typed(conditional.if_false, context).is_some()
            }
            _ => false,
        };
        if !certain {
            return None;
        }
        self.value(id, context).filter(is_plain)
    }

    /// Returns whether one operand of a logic operator decides the result, and the other cannot matter.
    fn is_decided(
        &self,
        operator: BinaryOperator,
        decisive: ExprId,
        other: ExprId,
        context: Context<'_>,
    ) -> bool {
        let deciding = operator == BinaryOperator::Or;
        self.certain.is_settled(decisive)
            && self.truth(decisive, context) == Some(deciding)
            && self
                .typed(other, context)
                .is_some_and(|value| value.convert(&Type::BOOL).is_ok())
    }

    fn truth(&self, id: ExprId, context: Context<'_>) -> Option<bool> {
        let value = self.value(id, context).filter(is_plain)?;
        value.convert(&Type::BOOL).ok()?.as_bool()
    }

    /// Returns the possibly unknown value of an expression whose type is certain, and that has no marks.
    fn typed(&self, id: ExprId, context: Context<'_>) -> Option<Value> {
        self.typed_within(id, context, MAX_DEPTH)
    }

    /// Returns what [`typed`](Self::typed) does if no more than `depth` conditionals nest.
    fn typed_within(&self, id: ExprId, context: Context<'_>, depth: u32) -> Option<Value> {
        if !self.certain.is_settled(id) {
            if !self.certain.is_firm(id) {
                return None;
            }
            if let Expr::Conditional(conditional) = self.file.expr(id) {
                let depth = depth.checked_sub(1)?;
                let conditional = self.file.conditional(conditional);
                self.typed_within(conditional.if_true, context, depth)?;
                self.typed_within(conditional.if_false, context, depth)?;
            }
        }
        self.value(id, context)
            .filter(|value| !value.ty().has_dynamic() && !value.contains_marked())
    }

    /// Returns the value of an expression without problems.
    fn value(&self, id: ExprId, context: Context<'_>) -> Option<Value> {
        let mut diagnostics = Diagnostics::new();
        let range = || self.file.expr_range(id);
        let mut evaluator = Evaluator::new(self.file, &mut diagnostics, range, context);
        let value = evaluator.expression(id, context);
        evaluator.finish();
        diagnostics.is_empty().then_some(value)
    }

    /// Returns the branch that can replace a conditional: it is certain, and the other neither converts nor marks it.
    fn chosen(&self, conditional: &Conditional, context: Context<'_>) -> Option<ExprId> {
        let condition = conditional.condition;
        let truth = self
            .certain
            .is_settled(condition)
            .then(|| self.truth(condition, context))??;
        let (chosen, other) = if truth {
            (conditional.if_true, conditional.if_false)
        } else {
            (conditional.if_false, conditional.if_true)
        };
        if matches!(self.file.expr(other), Expr::Null) {
            return Some(chosen);
        }
        let same_type = self.typed(chosen, context)?.ty() == self.typed(other, context)?.ty();
        same_type.then_some(chosen)
    }

    /// Composes the residuals of the operands of an expression and the source between them.
    fn composed(&mut self, id: ExprId, context: Context<'_>) -> Piece {
        // A loop, as a chain of operators may have any number of left operands.
        let mut lefts = Vec::new();
        let mut leftmost = id;
        while let Expr::Binary { left, .. } = self.file.expr(leftmost) {
            lefts.push(leftmost);
            leftmost = left;
            if self.certain.is_settled(left) {
                break;
            }
        }
        let (Some(outermost), Some(innermost)) = (lefts.first().copied(), lefts.last().copied()) else {
            let operands = self.operands(id).into_iter().map(|operand| (id, operand));
            return self.composed_of(id, operands.collect(), context);
        };
        let mut operands = vec![(innermost, leftmost)];
        for binary in lefts.into_iter().rev() {
            if let Expr::Binary { right, .. } = self.file.expr(binary) {
                operands.push((binary, right));
            }
        }
        self.composed_of(outermost, operands, context)
    }

    /// Composes the residuals of operands, each with the expression that it is an operand of.
    fn composed_of(&mut self, id: ExprId, operands: Vec<(ExprId, ExprId)>, context: Context<'_>) -> Piece {
        let mut pieces = Vec::with_capacity(operands.len());
        for (owner, operand) in operands {
            pieces.push((operand, self.operand(owner, operand, context)));
        }
        let literal = !pieces.is_empty() && pieces.iter().all(|(_, piece)| piece.literal);
        let text = self.joined(id, pieces);
        if literal {
            self.evaluated(text, context)
        } else {
            Piece::written(text)
        }
    }

    /// Returns the residual of an operand, in parentheses if it needs them there.
    fn operand(&mut self, id: ExprId, operand: ExprId, context: Context<'_>) -> Piece {
        let around = self.exact;
        self.exact = self.needs_precision(id, operand);
        let mut piece = self.expression(operand, context);
        self.exact = around;
        let operator = matches!(
            self.file.expr(id),
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Postfix { .. }
        );
        if operator && piece.literal && piece.text.starts_with('-') {
            piece.text = format!("({})", piece.text);
        }
        piece
    }

    /// Returns whether the precision of a number that is an operand of an expression matters.
    fn needs_precision(&self, id: ExprId, operand: ExprId) -> bool {
        match self.file.expr(id) {
            Expr::Unary { .. } | Expr::Call(_) => true,
            Expr::Binary { operator, .. } => operator.is_arithmetic(),
            Expr::Conditional(conditional) => {
                self.exact && self.file.conditional(conditional).condition != operand
            }
            _ => self.exact,
        }
    }

    /// Returns the source of an expression with replaced parts.
    fn joined(&mut self, id: ExprId, pieces: impl IntoIterator<Item = (ExprId, Piece)>) -> String {
        let range = self.file.expr_range(id);
        let mut text = String::new();
        let mut end = range.start;
        for (operand, piece) in pieces {
            let place = self.file.expr_range(operand);
            text.push_str(&String::from_utf8_lossy(
                self.file.slice(TextRange::new(end, place.start)),
            ));
            text.push_str(&piece.text);
            end = place.end;
        }
        text.push_str(&String::from_utf8_lossy(
            self.file.slice(TextRange::new(end, range.end)),
        ));
        let _ = self.afford(text.len());
        text
    }

    /// Returns the operands of an expression, without keys that are names.
    fn operands(&self, id: ExprId) -> Vec<ExprId> {
        let mut operands = Vec::new();
        for child in self.file.children(Node::Expr(id)) {
            match child {
                Node::Expr(operand) | Node::Step(Step::Index { key: operand, .. }) => operands.push(operand),
                Node::ObjectItem(item) => operands.extend(self.object_operands(item)),
                _ => {}
            }
        }
        operands
    }

    /// Returns the key of an object item if it is in parentheses, and its value. A key without parentheses is a name, or
    /// stays as written.
    fn object_operands(&self, item: ObjectItem) -> impl Iterator<Item = ExprId> + use<> {
        let key = match self.file.expr(item.key) {
            Expr::Parens { inner } => Some(inner),
            _ => None,
        };
        key.into_iter().chain([item.value])
    }

    /// Evaluates source without variables to a literal, if its value has one.
    fn evaluated(&mut self, text: String, context: Context<'_>) -> Piece {
        let Ok(source) = SourceMap::new().add("", text.as_str()) else {
            return Piece::written(text);
        };
        let parsed = parse_expression(&source);
        let (Some(id), true) = (parsed.value.root().expr(), parsed.diagnostics.is_empty()) else {
            return Piece::written(text);
        };
        if !parsed.value.variables(Node::Expr(id)).is_empty() {
            return Piece::written(text);
        }
        let mut diagnostics = Diagnostics::new();
        let range = || parsed.value.range();
        let mut evaluator = Evaluator::new(&parsed.value, &mut diagnostics, range, context);
        let value = evaluator.expression(id, context);
        evaluator.finish();
        let found = self.literal(&value).filter(|_| diagnostics.is_empty());
        match found {
            Some(literal) => {
                self.folded += usize::from(literal != text);
                self.folded(literal)
            }
            None => Piece::written(text),
        }
    }

    /// Returns the residual of a `for` that is not unrolled. Its variables are unknown.
    fn for_expression(&mut self, id: ExprId, for_expr: &ForExpr, context: Context<'_>) -> Piece {
        let mut pieces = vec![(for_expr.collection, self.collection(for_expr.collection, context))];
        let scope = self.unknown_scope(for_expr, context);
        let key = for_expr.key.map(|key| key.expr);
        for operand in [key, Some(for_expr.value), for_expr.condition]
            .into_iter()
            .flatten()
        {
            pieces.push((operand, self.expression(operand, Some(&scope))));
        }
        Piece::written(self.joined(id, pieces))
    }

    /// Returns the residual of the collection of a `for`, whose body may need the precision of each number.
    fn collection(&mut self, id: ExprId, context: Context<'_>) -> Piece {
        let around = std::mem::replace(&mut self.exact, true);
        let piece = self.expression(id, context);
        self.exact = around;
        piece
    }

    /// Creates a scope in which the variables of a `for` are unknown.
    fn unknown_scope<'a>(&self, for_expr: &ForExpr, context: Context<'a>) -> EvalContext<'a> {
        let mut scope = child_scope(context);
        for variable in variables(for_expr) {
            scope.set_variable(self.file.str(variable.name), Value::DYNAMIC);
        }
        scope
    }

    /// Unrolls a `for` to a tuple or object if its collection is known, and the key and the condition of each element.
    fn unrolled(&mut self, for_expr: &ForExpr, context: Context<'_>) -> Option<String> {
        let collection = self.known(for_expr.collection, context)?;
        let names: Vec<Name> = variables(for_expr)
            .map(|variable| Name::from(self.file.str(variable.name)))
            .collect();
        if let Some(condition) = for_expr.condition {
            // An invalid condition is a problem even without elements.
            let scope = self.unknown_scope(for_expr, context);
            let given = self.value(condition, Some(&scope))?;
            if given.is_null() || given.convert(&Type::BOOL).is_err() {
                return None;
            }
        }
        let outer = std::mem::take(&mut self.certain);
        let depth = self.unrolled.len();
        self.unrolled.extend(names.iter().cloned());
        let result = self.unrolled_elements(for_expr, &collection, &names, context);
        self.unrolled.truncate(depth);
        self.certain = outer;
        result
    }

    fn unrolled_elements(
        &mut self,
        for_expr: &ForExpr,
        collection: &Value,
        names: &[Name],
        context: Context<'_>,
    ) -> Option<String> {
        let mut elements = Vec::new();
        let mut attributes: IndexMap<String, Vec<String>> = IndexMap::new();
        for (key, value) in collection.iter_elements()? {
            let mut scope = child_scope(context);
            for (name, value) in names.iter().rev().zip([value, key]) {
                scope.set_variable(name, value);
            }
            let scope = Some(&scope);
            if let Some(condition) = for_expr.condition {
                self.certain = Certain::of(self.file, condition, scope);
                let plain = self
                    .certain
                    .is_settled(condition)
                    .then(|| self.truth(condition, scope))?;
                if !plain? {
                    continue;
                }
            }
            let key = match for_expr.key {
                Some(key) => {
                    self.certain = Certain::of(self.file, key.expr, scope);
                    let key = self.known(key.expr, scope)?.convert(&Type::STRING).ok()?;
                    Some(key.as_str()?.to_owned())
                }
                None => None,
            };
            self.certain = Certain::of(self.file, for_expr.value, scope);
            let result = self.closed(for_expr.value, scope)?;
            match key {
                None => elements.push(result),
                Some(key) => match attributes.entry(key) {
                    Entry::Vacant(entry) => {
                        entry.insert(vec![result]);
                    }
                    Entry::Occupied(mut entry) if for_expr.ellipsis.is_some() => entry.get_mut().push(result),
                    Entry::Occupied(_) => return None,
                },
            }
        }
        if for_expr.key.is_none() {
            return Some(format!("[{}]", elements.join(", ")));
        }
        let items = attributes.into_iter().map(|(key, group)| {
            let mut item = String::new();
            write_key(&mut item, &key);
            let group = if for_expr.ellipsis.is_some() {
                format!("[{}]", group.join(", "))
            } else {
                group.concat()
            };
            format!("{item} = {group}")
        });
        let items = items.collect::<Vec<_>>().join(", ");
        Some(if items.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {items} }}")
        })
    }

    /// Returns the residual of an expression unless it refers to a variable of a `for` that is being unrolled.
    fn closed(&mut self, id: ExprId, context: Context<'_>) -> Option<String> {
        let piece = self.expression(id, context);
        if piece.literal {
            return Some(piece.text);
        }
        if self.work == 0 {
            return None;
        }
        let source = SourceMap::new().add("", piece.text.as_str()).ok()?;
        let file = parse_expression(&source).value;
        (!self.names_unrolled(&file)).then_some(piece.text)
    }

    /// Returns whether a residual refers to a variable of a `for` that is being unrolled.
    fn names_unrolled(&self, file: &File) -> bool {
        file.variables(file.root_node()).iter().any(|variable| {
            variable
                .root_name()
                .is_some_and(|name| self.unrolled.contains(name))
        })
    }
}

/// Returns the variables of a `for`, that for keys first.
fn variables(for_expr: &ForExpr) -> impl Iterator<Item = Variable> + use<> {
    for_expr.key_variable.into_iter().chain([for_expr.value_variable])
}
