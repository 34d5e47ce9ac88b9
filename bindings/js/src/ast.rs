//! Expressions as the syntax trees of `@cdktf/hcl2json`.
//!
//! The range of a node there is what the Go library calls its start range, such as the bracket of a list, and `value` is its text.

use hcl2::diagnostics::SourceMap;
use hcl2::native::parse_expression;
use hcl2::native::tree::{BinaryOperator, Expr, ExprId, File, List, Part, Step, TextRange, UnaryOperator};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problems::{array, failure, object, source};

/// Returns the syntax tree of an expression; `null` for nothing.
///
/// # Errors
///
/// The problems of the expression.
#[wasm_bindgen(js_name = expressionAst)]
pub fn expression_ast(bytes: Vec<u8>, name: &str) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let parsed = parse_expression(&source);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &SourceMap::from(source), None));
    }
    let file = parsed.value;
    let root = file.root().expr();
    Ok(root.map_or(JsValue::NULL, |root| Trees { file: &file }.expression(root).node))
}

/// A node, with what the nodes around it need.
struct Tree {
    node: JsValue,
    /// The range of the whole expression.
    full: TextRange,
    /// The range that the node has.
    start: TextRange,
}

struct Trees<'f> {
    file: &'f File,
}

type Meta<'n> = Vec<(&'n str, JsValue)>;

impl Trees<'_> {
    fn expression(&self, id: ExprId) -> Tree {
        let (file, full) = (self.file, self.file.expr_range(id));
        match file.expr(id) {
            Expr::Error => self.nameless(full, full, Vec::new()),
            Expr::Number => self.literal("number", full),
            Expr::Bool(_) => self.literal("bool", full),
            Expr::Null => self.literal("dynamic", full),
            Expr::String { .. } => {
                let content = self.content(full);
                let literal = self.literal("string", content);
                self.tree("template", full, content, Vec::new(), vec![literal.node])
            }
            Expr::Template { parts } => {
                let parts = self.parts(parts);
                let start = parts.first().map_or(full, |part| part.start);
                self.tree("template", full, start, Vec::new(), nodes(parts))
            }
            Expr::TemplateWrap { inner } => {
                let inner = self.expression(inner);
                self.tree("templateWrap", full, full, Vec::new(), vec![inner.node])
            }
            Expr::Traversal { root_end, steps } => {
                let root = TextRange::new(full.start, root_end);
                let steps: Vec<Step> = file.steps(steps).iter().collect();
                self.selections(Selected::Variable(root), &steps)
            }
            Expr::Postfix { source, steps } => {
                let steps: Vec<Step> = file.steps(steps).iter().collect();
                self.selections(Selected::Tree(self.expression(source)), &steps)
            }
            Expr::Parens { inner } => {
                let inner = self.expression(inner);
                self.nameless(full, inner.start, vec![inner.node])
            }
            Expr::Unary { operator, operand } => {
                let operand = self.expression(operand);
                let (operator, result) = match operator {
                    UnaryOperator::Negate => ("negate", "number"),
                    UnaryOperator::Not => ("logicalNot", "bool"),
                };
                let symbol = TextRange::new(full.start, full.start + 1);
                let meta = vec![
                    ("operator", operator.into()),
                    ("returnType", result.into()),
                    ("symbolRange", self.range(symbol)),
                    ("valueExpression", self.text(operand.full)),
                ];
                self.tree("unaryOp", full, symbol, meta, vec![operand.node])
            }
            Expr::Binary { .. } => self.binary(id),
            Expr::Conditional(id) => {
                let parts = file.conditional(id);
                let parts = [parts.condition, parts.if_true, parts.if_false];
                self.conditional(full, parts.map(|part| self.expression(part)))
            }
            Expr::Tuple { items } => {
                let items = file.exprs(items).iter();
                let items = items.map(|item| self.expression(*item)).collect();
                self.tree("tuple", full, first_byte(full), Vec::new(), nodes(items))
            }
            Expr::Object { items } => {
                let (mut children, texts) = (Vec::new(), object([]));
                for item in file.object_items(items) {
                    let (key, value) = (self.key(item.key), self.expression(item.value));
                    set(&texts, file.str(key.full), self.text(value.full));
                    children.extend([key.node, value.node]);
                }
                let meta = vec![("items", texts)];
                self.tree("object", full, first_byte(full), meta, children)
            }
            Expr::For(id) => {
                let parts = file.for_expr(id);
                let key = parts.key.map(|key| self.expression(key.expr));
                let looped = Loop {
                    full,
                    open: first_byte(full),
                    close: parts.close,
                    key_variable: parts.key_variable.map(|variable| variable.name),
                    value_variable: parts.value_variable.name,
                    collection: self.expression(parts.collection),
                    key,
                    value: self.expression(parts.value),
                    condition: parts.condition.map(|condition| self.expression(condition)),
                    is_grouped: parts.ellipsis.is_some(),
                };
                self.looped(looped)
            }
            Expr::Call(id) => {
                let call = file.call(id);
                let arguments = file.exprs(call.arguments).iter();
                let arguments: Vec<Tree> = arguments.map(|argument| self.expression(*argument)).collect();
                let open = TextRange::new(call.open, call.open + 1);
                let close = call.close.unwrap_or(full.end);
                let ranges = arguments.iter().map(|argument| self.range(argument.full));
                let meta = vec![
                    ("argsRanges", array(ranges)),
                    ("closeParenRange", self.range(TextRange::new(close, close + 1))),
                    ("expandedFinalArgument", call.ellipsis.is_some().into()),
                    ("name", file.text(call.name).into()),
                    ("nameRange", self.range(call.name_range)),
                    ("openParenRange", self.range(open)),
                ];
                let start = call.name_range.to(open);
                self.tree("function", full, start, meta, nodes(arguments))
            }
        }
    }

    /// Makes the tree of an operation. The left operands may form a spine of any length.
    fn binary(&self, id: ExprId) -> Tree {
        let (mut first, mut others) = (id, Vec::new());
        while let Expr::Binary {
            operator,
            left,
            right,
            ..
        } = self.file.expr(first)
        {
            others.push((first, operator, right));
            first = left;
        }
        let mut left = self.expression(first);
        for (id, operator, right) in others.into_iter().rev() {
            let right = self.expression(right);
            let (operator, result) = operation(operator);
            let meta = vec![
                ("lhsExpression", self.text(left.full)),
                ("operator", operator.into()),
                ("returnType", result.into()),
                ("rhsExpression", self.text(right.full)),
            ];
            let (full, start) = (self.file.expr_range(id), left.start);
            left = self.tree("binaryOp", full, start, meta, vec![left.node, right.node]);
        }
        left
    }

    fn conditional(&self, full: TextRange, parts: [Tree; 3]) -> Tree {
        let [condition, if_true, if_false] = parts;
        let meta = vec![
            ("conditionExpression", self.text(condition.full)),
            ("falseExpression", self.text(if_false.full)),
            ("trueExpression", self.text(if_true.full)),
        ];
        let start = condition.start;
        let children = vec![condition.node, if_true.node, if_false.node];
        self.tree("conditional", full, start, meta, children)
    }

    fn looped(&self, parts: Loop) -> Tree {
        let name = |name: TextRange| self.text(name);
        let mut meta = vec![
            ("closeRange", self.range(parts.close)),
            ("closeRangeValue", self.text(parts.close)),
            ("collectionExpression", self.text(parts.collection.full)),
            ("groupedValue", parts.is_grouped.into()),
            ("keyVar", parts.key_variable.map_or_else(|| "".into(), name)),
            ("openRange", self.range(parts.open)),
            ("openRangeValue", self.text(parts.open)),
            ("valVar", name(parts.value_variable)),
            ("valueExpression", self.text(parts.value.full)),
        ];
        let mut children = vec![parts.collection.node];
        if let Some(key) = parts.key {
            meta.push(("keyExpression", self.text(key.full)));
            children.push(key.node);
        }
        children.push(parts.value.node);
        if let Some(condition) = parts.condition {
            meta.push(("conditionalExpression", self.text(condition.full)));
            children.push(condition.node);
        }
        self.tree("for", parts.full, parts.open, meta, children)
    }

    /// Makes the tree of a key: one that is a bare name has no node in it.
    fn key(&self, id: ExprId) -> Tree {
        let full = self.file.expr_range(id);
        match self.file.expr(id) {
            Expr::Traversal { steps, .. } if steps.is_empty() => self.nameless(full, full, Vec::new()),
            _ => {
                let key = self.expression(id);
                self.nameless(full, key.start, vec![key.node])
            }
        }
    }

    fn parts(&self, parts: List<Part>) -> Vec<Tree> {
        self.file
            .parts(parts)
            .iter()
            .map(|part| self.part(*part))
            .collect()
    }

    fn part(&self, part: Part) -> Tree {
        match part {
            Part::Literal { range, .. } | Part::Error(range) => self.literal("string", range),
            Part::Interpolation { expr, .. } => self.expression(expr),
            Part::If(id) => {
                let directive = self.file.if_directive(id);
                let no = directive.if_false;
                let end_of_true = no.map_or(directive.close.start, |clause| clause.range.start);
                let if_true = self.nested(directive.if_true, end_of_true);
                let if_false = match no {
                    Some(clause) => self.nested(clause.parts, directive.close.start),
                    None => self.empty(directive.close.start),
                };
                let condition = self.expression(directive.condition);
                self.conditional(directive.open.to(directive.close), [condition, if_true, if_false])
            }
            Part::For(id) => {
                let directive = self.file.for_directive(id);
                let looped = self.looped(Loop {
                    full: directive.open.to(directive.close),
                    open: directive.open,
                    close: directive.close,
                    key_variable: directive.key_variable.map(|variable| variable.name),
                    value_variable: directive.value_variable.name,
                    collection: self.expression(directive.collection),
                    key: None,
                    value: self.nested(directive.parts, directive.close.start),
                    condition: None,
                    is_grouped: false,
                });
                let (full, start) = (looped.full, looped.start);
                self.tree("templateJoin", full, start, Vec::new(), vec![looped.node])
            }
        }
    }

    /// Makes the tree of the parts in a directive, which ends at an offset. There, an interpolation has the range of its expression.
    fn nested(&self, parts: List<Part>, end: u32) -> Tree {
        let parts = self.parts(parts);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            return self.empty(end);
        };
        let (full, start) = (first.full.to(last.full), first.start);
        self.tree("template", full, start, Vec::new(), nodes(parts))
    }

    fn empty(&self, at: u32) -> Tree {
        let range = TextRange::new(at, at);
        let literal = self.literal("string", range);
        self.tree("template", range, range, Vec::new(), vec![literal.node])
    }

    /// Makes the tree of what is selected from a part.
    fn selections(&self, from: Selected, steps: &[Step]) -> Tree {
        let mut current = from;
        let mut index = 0;
        while let Some(&step) = steps.get(index) {
            let fixed = steps[index..]
                .iter()
                .take_while(|step| self.is_fixed(**step))
                .count();
            if fixed > 0 {
                current = Selected::Tree(self.traversal(current, &steps[index..index + fixed]));
                index += fixed;
                continue;
            }
            let source = self.selected(current);
            let marker = step.range();
            let tree = match step {
                Step::Index { key, end, open } => {
                    let key = self.expression(key);
                    let meta = vec![
                        ("collectionExpression", self.text(source.full)),
                        ("keyExpression", self.text(key.full)),
                    ];
                    let full = TextRange::new(source.full.start, end);
                    let start = TextRange::new(open, open + 1);
                    index += 1;
                    self.tree("index", full, start, meta, vec![source.node, key.node])
                }
                Step::AttributeSplat { .. } => {
                    let rest = &steps[index + 1..];
                    let count = rest
                        .iter()
                        .take_while(|step| matches!(step, Step::Attribute { .. } | Step::LegacyIndex { .. }))
                        .count();
                    let each = match &rest[..count] {
                        [] => self.nameless(marker, marker, Vec::new()),
                        all @ [first, ..] => {
                            let full = all.iter().fold(first.range(), |full, step| full.to(step.range()));
                            self.relative(full, marker, all, None)
                        }
                    };
                    index += 1 + count;
                    self.splat(source, marker, each)
                }
                Step::FullSplat { .. } => {
                    let each = self.selections(Selected::Each(marker), &steps[index + 1..]);
                    index = steps.len();
                    self.splat(source, marker, each)
                }
                _ => {
                    index += 1;
                    source
                }
            };
            current = Selected::Tree(tree);
        }
        self.selected(current)
    }

    fn splat(&self, source: Tree, marker: TextRange, each: Tree) -> Tree {
        let meta = vec![
            ("anonSymbolExpression", self.text(marker)),
            ("eachExpression", self.text(each.full)),
            ("markerRange", self.range(marker)),
            ("sourceExpression", self.text(source.full)),
        ];
        let full = TextRange::new(source.full.start, each.full.end);
        self.tree("splat", full, marker, meta, vec![source.node, each.node])
    }

    /// Returns whether a step is the same for every value of variables.
    fn is_fixed(&self, step: Step) -> bool {
        match step {
            Step::Attribute { .. } | Step::LegacyIndex { .. } => true,
            Step::Index { key, .. } => matches!(self.file.expr(key), Expr::Number | Expr::String { .. }),
            _ => false,
        }
    }

    fn selected(&self, selected: Selected) -> Tree {
        match selected {
            Selected::Tree(tree) => tree,
            Selected::Variable(_) => self.traversal(selected, &[]),
            Selected::Each(marker) => self.nameless(marker, marker, Vec::new()),
        }
    }

    /// Makes the tree of fixed steps from a part.
    fn traversal(&self, from: Selected, steps: &[Step]) -> Tree {
        let end = steps.last().map(|step| step.range().end);
        let source = match from {
            Selected::Variable(root) => {
                let full = TextRange::new(root.start, end.unwrap_or(root.end));
                let (mut accessor, mut parts) = (self.file.str(root).to_owned(), Vec::new());
                parts.push(self.segment("nameTraversal", self.file.str(root), root));
                self.add_steps(steps, &mut accessor, &mut parts);
                let meta = vec![("fullAccessor", accessor.into()), ("traversal", array(parts))];
                return self.tree("scopeTraversal", full, full, meta, Vec::new());
            }
            other => self.selected(other),
        };
        let full = TextRange::new(source.full.start, end.unwrap_or(source.full.end));
        let from = source.full;
        self.relative(full, from, steps, Some(source))
    }

    /// Makes the tree of fixed steps from a source, which is the element of a splat if there is no tree of it.
    fn relative(&self, full: TextRange, from: TextRange, steps: &[Step], source: Option<Tree>) -> Tree {
        let (mut accessor, mut parts) = (String::new(), Vec::new());
        self.add_steps(steps, &mut accessor, &mut parts);
        let source = source.unwrap_or_else(|| self.nameless(from, from, Vec::new()));
        let meta = vec![
            ("fullAccessor", accessor.into()),
            ("sourceExpression", self.text(from)),
            ("traversal", array(parts)),
        ];
        self.tree("relativeTraversal", full, full, meta, vec![source.node])
    }

    fn add_steps(&self, steps: &[Step], accessor: &mut String, parts: &mut Vec<JsValue>) {
        for step in steps {
            let is_first = accessor.is_empty();
            let (kind, name) = match *step {
                Step::Attribute { name, .. } => ("nameTraversal", name),
                Step::LegacyIndex { key, .. } | Step::Index { key, .. } => {
                    ("indexTraversal", self.file.expr_range(key))
                }
                _ => continue,
            };
            let text = self.file.str(name);
            parts.push(self.segment(kind, text, step.range()));
            match (kind, is_first) {
                (_, true) => accessor.push_str(text),
                ("nameTraversal", _) => accessor.extend([".", text]),
                _ => accessor.extend(["[", text, "]"]),
            }
        }
    }

    fn segment(&self, kind: &str, text: &str, range: TextRange) -> JsValue {
        object([
            ("type", kind.into()),
            ("segment", text.into()),
            ("range", self.range(range)),
        ])
    }

    fn literal(&self, kind: &str, range: TextRange) -> Tree {
        self.tree(
            "literalValue",
            range,
            range,
            vec![("type", kind.into())],
            Vec::new(),
        )
    }

    /// Returns the range of what the quotes or the markers of a string enclose. An empty string is behind its quotes.
    fn content(&self, full: TextRange) -> TextRange {
        let text = self.file.str(full);
        match text.as_bytes() {
            b"\"\"" => TextRange::new(full.end, full.end),
            [b'"', ..] => TextRange::new(full.start + 1, full.end - 1),
            [b'<', ..] => {
                let first = text.find('\n').map_or(0, |at| at + 1);
                let last = text.trim_end().rfind('\n').map_or(first, |at| at + 1).max(first);
                let body = &text[first..last];
                let indent = match text.starts_with("<<-") {
                    true => body.len() - body.trim_start_matches(' ').len(),
                    false => 0,
                };
                TextRange::new(full.start + (first + indent) as u32, full.start + last as u32)
            }
            _ => full,
        }
    }

    /// Makes a tree of a type that `@cdktf/hcl2json` has no name for.
    fn nameless(&self, full: TextRange, start: TextRange, children: Vec<JsValue>) -> Tree {
        let node = object([
            ("children", array(children)),
            ("type", "".into()),
            ("range", self.range(start)),
        ]);
        Tree { node, full, start }
    }

    fn tree(
        &self,
        kind: &str,
        full: TextRange,
        start: TextRange,
        meta: Meta<'_>,
        children: Vec<JsValue>,
    ) -> Tree {
        let all = object([("value", self.text(full))]);
        for (name, value) in meta {
            set(&all, name, value);
        }
        let tree = self.nameless(full, start, children);
        set(&tree.node, "type", kind.into());
        set(&tree.node, "meta", all);
        tree
    }

    fn text(&self, range: TextRange) -> JsValue {
        self.file.str(range).into()
    }

    fn range(&self, range: TextRange) -> JsValue {
        let position = |offset| {
            let position = self.file.source().position(offset);
            // The columns of the first line alone start at 0 there.
            let column = position.column - u32::from(position.line == 1);
            object([
                ("line", (position.line - 1).into()),
                ("column", column.into()),
                ("byte", position.byte.into()),
            ])
        };
        object([("start", position(range.start)), ("end", position(range.end))])
    }
}

/// What something is selected from.
enum Selected {
    Variable(TextRange),
    /// The element of a splat, by the range of its marker.
    Each(TextRange),
    Tree(Tree),
}

/// The parts of a `for`.
struct Loop {
    full: TextRange,
    open: TextRange,
    close: TextRange,
    key_variable: Option<TextRange>,
    value_variable: TextRange,
    collection: Tree,
    key: Option<Tree>,
    value: Tree,
    condition: Option<Tree>,
    is_grouped: bool,
}

fn set(object: &JsValue, name: &str, value: JsValue) {
    // A plain object takes any property.
    let _ = Reflect::set(object, &name.into(), &value);
}

fn nodes(trees: Vec<Tree>) -> Vec<JsValue> {
    trees.into_iter().map(|tree| tree.node).collect()
}

fn first_byte(range: TextRange) -> TextRange {
    TextRange::new(range.start, range.start + 1)
}

/// Returns the name of an operator there, and the type of its results.
fn operation(operator: BinaryOperator) -> (&'static str, &'static str) {
    match operator {
        BinaryOperator::Or => ("logicalOr", "bool"),
        BinaryOperator::And => ("logicalAnd", "bool"),
        BinaryOperator::Equal => ("equal", "bool"),
        BinaryOperator::NotEqual => ("notEqual", "bool"),
        BinaryOperator::Less => ("lessThan", "bool"),
        BinaryOperator::LessOrEqual => ("lessThanOrEqual", "bool"),
        BinaryOperator::Greater => ("greaterThan", "bool"),
        BinaryOperator::GreaterOrEqual => ("greaterThanOrEqual", "bool"),
        BinaryOperator::Add => ("add", "number"),
        BinaryOperator::Subtract => ("subtract", "number"),
        BinaryOperator::Multiply => ("multiply", "number"),
        BinaryOperator::Divide => ("divide", "number"),
        BinaryOperator::Modulo => ("modulo", "number"),
    }
}
