//! Expressions as text with canonical spaces, as python-hcl2 writes them.

use std::fmt::Write;

use hcl2::native::tree::{Expr, ExprId, File, ForExpr, List, ObjectItem, Part, Step, TextRange};

use super::{heredoc, operands};

/// Writes expressions as text.
pub(super) struct Text<'f> {
    file: &'f File,
    /// Whether nested operations are put in parentheses.
    force_parentheses: bool,
    /// Whether heredocs stay as they are; otherwise they become strings.
    keeps_heredocs: bool,
    out: String,
}

/// What is around an expression.
#[derive(Clone, Copy)]
struct Around {
    /// Whether it is directly part of another expression.
    is_nested: bool,
    /// Whether any expression around it is in parentheses.
    in_parentheses: bool,
}

impl<'f> Text<'f> {
    pub(super) fn new(file: &'f File, force_parentheses: bool, keeps_heredocs: bool) -> Self {
        Self {
            file,
            force_parentheses,
            keeps_heredocs,
            out: String::new(),
        }
    }

    /// Returns an expression as `${...}`.
    pub(super) fn wrapped(&mut self, expr: ExprId) -> &str {
        self.out.clear();
        self.out.push_str("${");
        self.top(expr, false);
        self.out.push('}');
        &self.out
    }

    /// Returns an expression.
    pub(super) fn bare(&mut self, expr: ExprId) -> &str {
        self.out.clear();
        self.top(expr, false);
        &self.out
    }

    fn top(&mut self, expr: ExprId, in_parentheses: bool) {
        let around = Around {
            is_nested: false,
            in_parentheses,
        };
        self.expr(expr, around);
    }

    fn str(&self, range: TextRange) -> &'f str {
        self.file.str(range)
    }

    fn expr(&mut self, id: ExprId, around: Around) {
        let file = self.file;
        let part = Around {
            is_nested: true,
            ..around
        };
        match file.expr(id) {
            Expr::Error => {}
            Expr::Number | Expr::Bool(_) | Expr::Null => self.out.push_str(self.str(file.expr_range(id))),
            Expr::String { .. } => self.template(id, None),
            Expr::Template { parts } => self.template(id, Some(parts)),
            Expr::TemplateWrap { inner } => {
                self.out.push_str("\"${");
                self.top(inner, around.in_parentheses);
                self.out.push_str("}\"");
            }
            Expr::Traversal { root_end, steps } => {
                let start = file.expr_range(id).start;
                self.out.push_str(self.str(TextRange::new(start, root_end)));
                for step in file.steps(steps).iter() {
                    self.step(step, around.in_parentheses);
                }
            }
            Expr::Postfix { source, steps } => {
                self.expr(source, part);
                for step in file.steps(steps).iter() {
                    self.step(step, around.in_parentheses);
                }
            }
            Expr::Parens { inner } => {
                self.out.push('(');
                self.expr(
                    inner,
                    Around {
                        is_nested: true,
                        in_parentheses: true,
                    },
                );
                self.out.push(')');
            }
            Expr::Unary { operand, .. } => self.operation(around, |text| {
                let start = file.expr_range(id).start;
                text.out.push_str(text.str(TextRange::new(start, start + 1)));
                text.expr(operand, part);
            }),
            Expr::Binary { .. } => self.binary(id, around),
            Expr::Conditional(_) => self.conditional(id, around),
            Expr::Tuple { items } => {
                self.out.push('[');
                self.list(items, around.in_parentheses);
                self.out.push(']');
            }
            Expr::Object { items } => self.object(items, around.in_parentheses),
            Expr::For(id) => self.for_expr(&file.for_expr(id), around),
            Expr::Call(id) => {
                let call = file.call(id);
                self.out.push_str(file.text(call.name));
                self.out.push('(');
                self.list(call.arguments, around.in_parentheses);
                self.out
                    .push_str(if call.ellipsis.is_some() { " ...)" } else { ")" });
            }
        }
    }

    /// Writes an operation, in parentheses if that is asked for.
    fn operation(&mut self, around: Around, write: impl FnOnce(&mut Self)) {
        let wraps = self.force_parentheses && around.is_nested && !around.in_parentheses;
        self.out.push_str(if wraps { "(" } else { "" });
        write(self);
        self.out.push_str(if wraps { ")" } else { "" });
    }

    fn binary(&mut self, id: ExprId, around: Around) {
        let part = Around {
            is_nested: true,
            ..around
        };
        let wraps_parts = self.force_parentheses && !around.in_parentheses;
        let (first, others) = operands(self.file, id);
        let wraps_all = wraps_parts && around.is_nested;
        let opened = if wraps_parts {
            others.len() - usize::from(!wraps_all)
        } else {
            0
        };
        self.out.extend(std::iter::repeat_n('(', opened));
        self.expr(first, part);
        for (index, (operator, right)) in others.into_iter().rev().enumerate() {
            let _ = write!(self.out, " {} ", operator.as_str());
            self.expr(right, part);
            self.out.push_str(if index < opened { ")" } else { "" });
        }
    }

    /// Writes a conditional, whose results for false may form a chain of any length.
    fn conditional(&mut self, id: ExprId, around: Around) {
        let part = Around {
            is_nested: true,
            ..around
        };
        let wraps_parts = self.force_parentheses && !around.in_parentheses;
        let mut wraps = wraps_parts && around.is_nested;
        let mut opened = 0;
        let mut current = id;
        while let Expr::Conditional(conditional) = self.file.expr(current) {
            let conditional = self.file.conditional(conditional);
            self.out.push_str(if wraps { "(" } else { "" });
            opened += usize::from(wraps);
            wraps = wraps_parts;
            self.expr(conditional.condition, part);
            self.out.push_str(" ? ");
            self.expr(conditional.if_true, part);
            self.out.push_str(" : ");
            current = conditional.if_false;
        }
        self.expr(current, part);
        self.out.extend(std::iter::repeat_n(')', opened));
    }

    fn list(&mut self, items: List<ExprId>, in_parentheses: bool) {
        for (index, item) in self.file.exprs(items).iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.top(*item, in_parentheses);
        }
    }

    fn object(&mut self, items: List<ObjectItem>, in_parentheses: bool) {
        self.out.push('{');
        for (index, item) in self.file.object_items(items).iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.top(item.key, in_parentheses);
            self.out.push_str(" = ");
            self.top(item.value, in_parentheses);
        }
        self.out.push('}');
    }

    fn for_expr(&mut self, parts: &ForExpr, around: Around) {
        let part = Around {
            is_nested: true,
            ..around
        };
        self.out.push_str(if parts.object { "{for " } else { "[for " });
        if let Some(key) = parts.key_variable {
            let _ = write!(self.out, "{}, ", self.str(key.name));
        }
        let _ = write!(self.out, "{} in ", self.str(parts.value_variable.name));
        self.top(parts.collection, around.in_parentheses);
        self.out.push_str(" : ");
        if let Some(key) = parts.key {
            self.expr(key.expr, part);
            self.out.push_str(" => ");
        }
        self.expr(parts.value, part);
        self.out
            .push_str(if parts.ellipsis.is_some() { "..." } else { "" });
        if let Some(condition) = parts.condition {
            self.out.push_str(" if ");
            self.top(condition, around.in_parentheses);
        }
        self.out.push(if parts.object { '}' } else { ']' });
    }

    fn step(&mut self, step: Step, in_parentheses: bool) {
        match step {
            Step::Attribute { name, .. } => {
                self.out.push('.');
                self.out.push_str(self.str(name));
            }
            Step::LegacyIndex { key, .. } => {
                self.out.push('.');
                self.top(key, in_parentheses);
            }
            Step::Index { key, .. } => {
                self.out.push('[');
                self.top(key, in_parentheses);
                self.out.push(']');
            }
            Step::AttributeSplat { .. } => self.out.push_str(".*"),
            Step::FullSplat { .. } => self.out.push_str("[*]"),
            Step::Missing { .. } => {}
        }
    }

    /// Writes a template: a heredoc as it is, with the line ending that its marker needs.
    fn template(&mut self, id: ExprId, parts: Option<List<Part>>) {
        let text = self.str(self.file.expr_range(id));
        if text.starts_with('<') {
            if self.keeps_heredocs {
                self.out.push_str(text.trim_end());
                self.out.push('\n');
            } else {
                self.out.push_str(&heredoc::quoted(text));
            }
            return;
        }
        match parts {
            Some(parts) => {
                self.out.push('"');
                self.parts(parts);
                self.out.push('"');
            }
            None => self.out.push_str(text),
        }
    }

    fn parts(&mut self, parts: List<Part>) {
        let file = self.file;
        for part in file.parts(parts) {
            match *part {
                Part::Literal { range, .. } => self.out.push_str(self.str(range)),
                Part::Interpolation { range, expr } => {
                    let (open, close) = markers(self.str(range));
                    self.out.push_str(if open { "${~ " } else { "${" });
                    self.top(expr, false);
                    self.out.push_str(if close { " ~}" } else { "}" });
                }
                Part::If(id) => {
                    let directive = file.if_directive(id);
                    self.directive(directive.open, "if ", |text| text.top(directive.condition, false));
                    self.parts(directive.if_true);
                    if let Some(otherwise) = directive.if_false {
                        self.directive(otherwise.range, "else", |_| {});
                        self.parts(otherwise.parts);
                    }
                    self.directive(directive.close, "endif", |_| {});
                }
                Part::For(id) => {
                    let directive = file.for_directive(id);
                    self.directive(directive.open, "for ", |text| {
                        if let Some(key) = directive.key_variable {
                            let _ = write!(text.out, "{}, ", text.str(key.name));
                        }
                        let _ = write!(text.out, "{} in ", text.str(directive.value_variable.name));
                        text.top(directive.collection, false);
                    });
                    self.parts(directive.parts);
                    self.directive(directive.close, "endfor", |_| {});
                }
                Part::Error(_) => {}
            }
        }
    }

    fn directive(&mut self, range: TextRange, keyword: &str, rest: impl FnOnce(&mut Self)) {
        let (open, close) = markers(self.str(range));
        self.out.push_str(if open { "%{~ " } else { "%{ " });
        self.out.push_str(keyword);
        rest(self);
        self.out.push_str(if close { " ~}" } else { " }" });
    }
}

/// Returns whether a sequence strips the space before it and after it.
fn markers(sequence: &str) -> (bool, bool) {
    (
        sequence.as_bytes().get(2) == Some(&b'~'),
        sequence.ends_with("~}"),
    )
}
