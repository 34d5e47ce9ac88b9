//! Trees as text: every node with its range, for assertions in tests.

use hcl2_native::tree::{
    AttributeId, BlockId, BodyId, Expr, ExprId, File, Item, List, Part, Root, Step, Text, TextRange, Variable,
};

/// Returns the whole tree on one line. A node is its kind, its range, and its parts in parentheses.
pub(crate) fn dump(file: &File) -> String {
    let mut dump = Dump {
        file,
        out: String::new(),
        within: vec![file.range()],
    };
    match file.root() {
        Root::Body(body) => dump.body(body),
        Root::Expr(expr) => dump.expr(expr),
    }
    dump.out
}

struct Dump<'a> {
    file: &'a File,
    out: String,
    /// The ranges of the nodes around the current one; each encloses the next.
    within: Vec<TextRange>,
}

impl Dump<'_> {
    fn node(&mut self, name: &str, range: TextRange, children: impl FnOnce(&mut Self)) {
        let around = *self.within.last().expect("the whole text is at the bottom");
        assert!(range.start <= range.end, "{name} {range:?}");
        assert!(
            around.encloses(range),
            "{name} {range:?} is outside of {around:?}: {}",
            self.out
        );
        if !self.out.is_empty() && !self.out.ends_with('(') {
            self.out.push(' ');
        }
        self.out
            .push_str(&format!("{name} {}..{}(", range.start, range.end));
        self.within.push(range);
        children(self);
        self.within.pop();
        if self.out.ends_with('(') {
            self.out.pop();
        } else {
            self.out.push(')');
        }
    }

    fn leaf(&mut self, name: &str, range: TextRange) {
        self.node(name, range, |_| {});
    }

    fn at(&mut self, name: &str, offset: u32) {
        self.leaf(name, TextRange::new(offset, offset + name.len() as u32));
    }

    fn text(&mut self, text: Text) -> String {
        format!("{:?}", self.file.text(text))
    }

    fn body(&mut self, id: BodyId) {
        let body = self.file.body(id);
        self.node("body", body.range, |dump| {
            for item in dump.file.items(body.items) {
                match *item {
                    Item::Attribute(attribute) => dump.attribute("attribute", attribute),
                    Item::Duplicate(attribute) => dump.attribute("duplicate", attribute),
                    Item::Block(block) => dump.block(block),
                    Item::Error(error) => dump.leaf("error", dump.file.error(error)),
                }
            }
        });
    }

    fn attribute(&mut self, name: &str, id: AttributeId) {
        let attribute = self.file.attribute(id);
        self.node(name, attribute.range(), |dump| {
            dump.leaf("name", attribute.name);
            dump.leaf("=", attribute.equals_range());
            dump.expr(attribute.value);
        });
    }

    fn block(&mut self, id: BlockId) {
        let block = self.file.block(id);
        let range = self.file.block_range(id);
        self.node("block", range, |dump| {
            dump.leaf("type", block.block_type);
            for label in dump.file.labels(block.labels) {
                let name = format!("label {}", dump.text(label.text));
                dump.leaf(&name, label.range);
            }
            if block.has_body {
                dump.leaf("{", block.open_brace);
                dump.body(block.body);
                dump.leaf("}", block.close_brace);
            }
        });
    }

    fn expr(&mut self, id: ExprId) {
        let file = self.file;
        let range = file.expr_range(id);
        match file.expr(id) {
            Expr::Error => self.leaf("error", range),
            Expr::Number => self.leaf("number", range),
            Expr::Bool(value) => self.leaf(if value { "true" } else { "false" }, range),
            Expr::Null => self.leaf("null", range),
            Expr::String { text } => {
                let name = format!("string {}", self.text(text));
                self.leaf(&name, range);
            }
            Expr::Template { parts } => self.node("template", range, |dump| dump.parts(parts)),
            Expr::TemplateWrap { inner } => self.node("wrap", range, |dump| dump.expr(inner)),
            Expr::Traversal { root_end, steps } => self.node("traversal", range, |dump| {
                dump.leaf("root", TextRange::new(range.start, root_end));
                dump.steps(steps);
            }),
            Expr::Postfix { source, steps } => self.node("postfix", range, |dump| {
                dump.expr(source);
                dump.steps(steps);
            }),
            Expr::Parens { inner } => self.node("parens", range, |dump| dump.expr(inner)),
            Expr::Unary { operator, operand } => {
                self.node(&format!("{operator:?}"), range, |dump| dump.expr(operand));
            }
            Expr::Binary {
                operator,
                at,
                left,
                right,
            } => self.node("binary", range, |dump| {
                dump.expr(left);
                dump.at(operator.as_str(), at);
                dump.expr(right);
            }),
            Expr::Conditional(id) => self.node("conditional", range, |dump| {
                let node = dump.file.conditional(id);
                dump.expr(node.condition);
                dump.at("?", node.question);
                dump.expr(node.if_true);
                dump.at(":", node.colon);
                dump.expr(node.if_false);
            }),
            Expr::Tuple { items } => self.node("tuple", range, |dump| dump.exprs(items)),
            Expr::Object { items } => self.node("object", range, |dump| {
                for item in dump.file.object_items(items) {
                    dump.expr(item.key);
                    let separator = TextRange::new(item.separator, item.separator + 1);
                    if dump.file.expr_range(item.value).start > item.separator {
                        let written = dump.file.str(separator).to_owned();
                        dump.leaf(if written == ":" { ":" } else { "=" }, separator);
                    }
                    dump.expr(item.value);
                }
            }),
            Expr::For(id) => self.node("for", range, |dump| {
                let node = dump.file.for_expr(id);
                dump.variables(node.key_variable, node.value_variable);
                dump.expr(node.collection);
                if dump.file.expr_range(node.value).start > node.colon {
                    dump.at(":", node.colon);
                }
                if let Some(key) = node.key {
                    dump.expr(key.expr);
                    dump.at("=>", key.arrow);
                }
                dump.expr(node.value);
                if let Some(ellipsis) = node.ellipsis {
                    dump.at("...", ellipsis);
                }
                if let Some(condition) = node.condition {
                    dump.node("if", dump.file.expr_range(condition), |dump| dump.expr(condition));
                }
                dump.leaf("close", node.close);
            }),
            Expr::Call(id) => {
                let node = file.call(id);
                let name = format!("call {}", self.text(node.name));
                self.node(&name, range, |dump| {
                    dump.leaf("name", node.name_range);
                    dump.at("(", node.open);
                    dump.exprs(node.arguments);
                    if let Some(ellipsis) = node.ellipsis {
                        dump.at("...", ellipsis);
                    }
                    if let Some(close) = node.close {
                        dump.at(")", close);
                    }
                });
            }
        }
    }

    fn exprs(&mut self, list: List<ExprId>) {
        for expr in self.file.exprs(list) {
            self.expr(*expr);
        }
    }

    fn variables(&mut self, key: Option<Variable>, value: Variable) {
        if let Some(key) = key {
            self.leaf("key", key.name);
        }
        self.leaf("value", value.name);
    }

    fn steps(&mut self, steps: List<Step>) {
        for step in self.file.steps(steps).iter() {
            let range = step.range();
            match step {
                Step::Attribute { name, .. } => self.node("attribute", range, |dump| dump.leaf("name", name)),
                Step::LegacyIndex { key, .. } => self.node("legacy", range, |dump| dump.expr(key)),
                Step::Index { key, .. } => self.node("index", range, |dump| dump.expr(key)),
                Step::AttributeSplat { .. } => self.leaf(".*", range),
                Step::FullSplat { .. } => self.leaf("[*]", range),
                Step::Missing { .. } => self.leaf("missing", range),
            }
        }
    }

    fn parts(&mut self, parts: List<Part>) {
        for part in self.file.parts(parts) {
            match *part {
                Part::Literal { range, text, .. } => {
                    let name = format!("literal {}", self.text(text));
                    self.leaf(&name, range);
                }
                Part::Interpolation { range, expr } => {
                    self.node("interpolation", range, |dump| dump.expr(expr))
                }
                Part::If(id) => {
                    let node = self.file.if_directive(id);
                    self.node("if", node.open.to(node.close), |dump| {
                        dump.node("open", node.open, |dump| dump.expr(node.condition));
                        dump.parts(node.if_true);
                        if let Some(clause) = node.if_false {
                            dump.leaf("else", clause.range);
                            dump.parts(clause.parts);
                        }
                        dump.leaf("close", node.close);
                    });
                }
                Part::For(id) => {
                    let node = self.file.for_directive(id);
                    self.node("for", node.open.to(node.close), |dump| {
                        dump.node("open", node.open, |dump| {
                            dump.variables(node.key_variable, node.value_variable);
                            dump.expr(node.collection);
                        });
                        dump.parts(node.parts);
                        dump.leaf("close", node.close);
                    });
                }
                Part::Error(range) => self.leaf("error", range),
            }
        }
    }
}
