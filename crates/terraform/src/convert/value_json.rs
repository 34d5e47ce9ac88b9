//! Values of arguments as JSON.

use std::collections::HashSet;
use std::sync::Arc;

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Outcome, codes::expr::LIMIT_EXCEEDED, codes::terraform as codes,
};
use hcl2_json::Writer;
use hcl2_model::EvalContext;
use hcl2_native::tree::{Attribute, Expr, ExprId, File, List, ObjectItem, TextRange, UnaryOperator};
use hcl2_native::{NativeExpression, escape_template};
use hcl2_value::{Type, Value, ValueKind};

use crate::shape::{Member, Shape};
use crate::table::{Form, Mode};

/// The nesting limit of tuples and objects that are written as arrays and objects.
const MAX_DEPTH: u32 = 200;

/// Writes the values of one file.
pub(super) struct Values<'a> {
    file: &'a Arc<File>,
    writer: &'a mut Writer,
    diagnostics: &'a mut Diagnostics,
    /// The context of constants, with the budget of the file.
    constants: &'a EvalContext<'static>,
}

impl<'a> Values<'a> {
    pub(super) fn new(
        file: &'a Arc<File>,
        writer: &'a mut Writer,
        diagnostics: &'a mut Diagnostics,
        constants: &'a EvalContext<'static>,
    ) -> Self {
        Self {
            file,
            writer,
            diagnostics,
            constants,
        }
    }

    /// Writes the value of an argument.
    pub(super) fn argument(&mut self, id: ExprId, mode: Mode) {
        match mode {
            Mode::Type
            | Mode::Keyword(_)
            | Mode::Reference
            | Mode::KeyedReference
            | Mode::Target
            | Mode::ComputedReference => {
                self.bare(id);
            }
            _ => {
                if mode == Mode::ProviderRequirement {
                    self.expect_names(id);
                }
                self.value(id, mode.form(), MAX_DEPTH);
            }
        }
    }

    /// Reports keys of an object that are no names, such as references.
    fn expect_names(&mut self, id: ExprId) {
        let Expr::Object { items } = self.file.expr(id) else {
            return;
        };
        for item in self.file.object_items(items) {
            if constant_key(self.file, item.key).is_none() {
                let detail = "Expected a name. JSON would treat this as plain text.";
                self.diagnostics.push(
                    Diagnostic::error(codes::NOT_CONSTANT, "Not a constant")
                        .with_detail(detail)
                        .with_subject(self.file.expr_span(item.key)),
                );
            }
        }
    }

    /// Writes a value as the source text of an expression.
    pub(super) fn as_text(&mut self, id: ExprId) {
        let text = self.file.str(self.file.expr_range(id));
        // A heredoc at the end of an expression ends with its line.
        let end = if text.contains("<<") { "\n}" } else { "}" };
        self.writer.string_of(&["${", text, end]);
    }

    fn value(&mut self, id: ExprId, form: Form, depth: u32) {
        match self.file.expr(id) {
            Expr::Tuple { items } if depth > 0 => {
                self.writer.open('[');
                for item in self.file.exprs(items) {
                    self.writer.element();
                    self.value(*item, form, depth - 1);
                }
                self.writer.close(']');
            }
            Expr::Object { items } if depth > 0 && names_differ(self.file, items, form) => {
                self.writer.open('{');
                for item in self.file.object_items(items) {
                    self.key(item.key, form);
                    self.value(item.value, form, depth - 1);
                }
                self.writer.close('}');
            }
            Expr::TemplateWrap { inner } if form == Form::Template => self.value(inner, form, depth),
            _ => match form {
                Form::Template => self.template(id),
                Form::Literal => self.literal(id),
                Form::Bare => self.bare(id),
            },
        }
    }

    fn key(&mut self, key: ExprId, form: Form) {
        let text = match (constant_key(self.file, key), form) {
            (Some(name), Form::Template) => escape_template(&name).into_owned(),
            (Some(name), _) => name,
            (None, Form::Template) => self.native(key).template_text().unwrap_or_else(|| {
                // In native syntax, parentheses distinguish a reference from a name.
                let inner = match self.file.expr(key) {
                    Expr::Parens { inner } => inner,
                    _ => key,
                };
                format!("${{{}}}", self.text(inner))
            }),
            (None, _) => self.text(key).to_owned(),
        };
        self.writer.property(&text);
    }

    fn template(&mut self, id: ExprId) {
        if self.scalar(id) {
            return;
        }
        match self.file.expr(id) {
            Expr::String { text } => self.writer.string(&escape_template(self.file.text(text))),
            Expr::Template { .. } => match self.native(id).template_text() {
                Some(text) => self.writer.string(&text),
                None => self.as_text(id),
            },
            _ => self.as_text(id),
        }
    }

    fn literal(&mut self, id: ExprId) {
        if self.scalar(id) {
            return;
        }
        if let Expr::String { text } = self.file.expr(id) {
            self.writer.string(self.file.text(text));
            return;
        }
        let Outcome {
            value,
            diagnostics: problems,
        } = self.native(id).evaluate(Some(self.constants));
        if !problems.has_errors() && self.constant(&value, MAX_DEPTH) {
            return;
        }
        let is_limit = |problem: &Diagnostic| problem.code == LIMIT_EXCEEDED;
        let limit = problems.iter().find(|problem| is_limit(problem)).cloned();
        self.diagnostics.push(limit.unwrap_or_else(|| {
            let detail = "Expected a constant without references and function calls. JSON would treat this as plain text.";
            Diagnostic::error(codes::NOT_CONSTANT, "Not a constant")
                .with_detail(detail)
                .with_subject(self.file.expr_span(id))
        }));
        self.template(id);
    }

    /// Writes a computed value; returns false and writes nothing if it has no JSON form.
    fn constant(&mut self, value: &Value, depth: u32) -> bool {
        if depth == 0 || !value.is_wholly_known() {
            return false;
        }
        match value.kind() {
            ValueKind::String(text) => self.writer.string(text),
            ValueKind::Null | ValueKind::Bool(_) | ValueKind::Number(_) => {
                match hcl2_json::write_value(value) {
                    Ok(text) => self.writer.raw(text.trim_end()),
                    Err(_) => return false,
                }
            }
            ValueKind::Tuple(elements) => {
                self.writer.open('[');
                for element in elements {
                    self.writer.element();
                    self.constant(element, depth - 1);
                }
                self.writer.close(']');
            }
            ValueKind::Object(fields) => {
                self.writer.open('{');
                for (name, field) in fields.iter() {
                    self.writer.property(name);
                    self.constant(field, depth - 1);
                }
                self.writer.close('}');
            }
            _ => return false,
        }
        true
    }

    fn bare(&mut self, id: ExprId) {
        match self.file.expr(id) {
            Expr::String { text } => self.writer.string(self.file.text(text)),
            Expr::Null => self.writer.raw("null"),
            Expr::Template { .. } | Expr::TemplateWrap { .. } => self.template_for_reference(id),
            _ => self.writer.string(self.file.str(self.file.expr_range(id))),
        }
    }

    fn template_for_reference(&mut self, id: ExprId) {
        let mut diagnostic = Diagnostic::error(codes::REFERENCE_EXPECTED, "Template instead of a reference")
            .with_subject(self.file.expr_span(id));
        let detail = "Expected a reference or keyword, which is not evaluated.";
        if let Expr::TemplateWrap { inner } = self.file.expr(id) {
            let text = self.text(inner).to_owned();
            self.writer.string(&text);
            diagnostic = diagnostic
                .with_detail(format!("{detail} Write it without quotes: `{text}`."))
                .with_suggestion(
                    self.file.expr_span(id),
                    text,
                    "remove the quotes and the template",
                );
        } else {
            self.writer.raw("null");
            diagnostic = diagnostic.with_detail(format!("{detail} Write it without a template."));
        }
        self.diagnostics.push(diagnostic);
    }

    /// Writes a number or keyword that JSON shares; returns false and writes nothing for anything else.
    fn scalar(&mut self, id: ExprId) -> bool {
        let is_number = |id: ExprId| {
            matches!(self.file.expr(id), Expr::Number) && is_json_number(self.file.slice(self.range(id)))
        };
        let (sign, number) = match self.file.expr(id) {
            Expr::Bool(_) | Expr::Null => ("", id),
            Expr::Number if is_number(id) => ("", id),
            Expr::Unary {
                operator: UnaryOperator::Negate,
                operand,
            } if is_number(operand) => {
                let between = TextRange::new(self.range(id).start + 1, self.range(operand).start);
                if !self.file.str(between).trim().is_empty() {
                    return false;
                }
                ("-", operand)
            }
            _ => return false,
        };
        self.writer.raw(sign);
        self.writer.raw(self.file.str(self.range(number)));
        true
    }

    fn range(&self, id: ExprId) -> TextRange {
        self.file.expr_range(id)
    }

    fn text(&self, id: ExprId) -> &str {
        self.file.str(self.range(id))
    }

    fn native(&self, id: ExprId) -> NativeExpression {
        NativeExpression::new(Arc::clone(self.file), id)
    }
}

/// Returns whether the comment at `offset`, in the value of an argument, is in a part that keeps its source text.
pub(super) fn is_text_at(file: &Arc<File>, value: ExprId, mode: Mode, offset: u32) -> bool {
    if matches!(
        mode,
        Mode::Type
            | Mode::Keyword(_)
            | Mode::Reference
            | Mode::KeyedReference
            | Mode::Target
            | Mode::ComputedReference
    ) {
        return true;
    }
    let holds = |id: &ExprId| {
        let range = file.expr_range(*id);
        range.start <= offset && offset < range.end
    };
    let mut id = value;
    loop {
        let inner = match file.expr(id) {
            Expr::Tuple { items } => file.exprs(items).iter().copied().find(|item| holds(item)),
            Expr::Object { items } if names_differ(file, items, mode.form()) => file
                .object_items(items)
                .iter()
                .flat_map(|item| [item.key, item.value])
                .find(|part| holds(part)),
            Expr::TemplateWrap { inner } if mode == Mode::Expression => Some(inner).filter(holds),
            _ => return true,
        };
        match inner {
            Some(inner) => id = inner,
            None => return false,
        }
    }
}

/// Returns whether a value would be an array of objects in JSON, as blocks are.
pub(super) fn looks_like_blocks(file: &File, value: ExprId) -> bool {
    match file.expr(value) {
        Expr::Tuple { items } => {
            !items.is_empty()
                && file
                    .exprs(items)
                    .iter()
                    .all(|item| matches!(file.expr(*item), Expr::Object { .. }))
        }
        _ => false,
    }
}

/// Returns whether the comment at `offset`, in the value of an argument, is in a part that keeps its source text.
pub(super) fn is_in_text(file: &Arc<File>, attribute: &Attribute, shape: Shape<'_>, offset: u32) -> bool {
    match shape.member(file.str(attribute.name)) {
        Member::Argument(mode) => is_text_at(file, attribute.value, mode, offset),
        Member::Either(mode) => {
            mode.form() == Form::Template && looks_like_blocks(file, attribute.value)
                || is_text_at(file, attribute.value, mode, offset)
        }
        Member::Blocks(_) | Member::Unknown => false,
    }
}

/// Returns whether the keys of an object can be written and are certainly distinct, as JSON requires; in native syntax, the
/// last duplicate counts.
fn names_differ(file: &Arc<File>, items: List<ObjectItem>, form: Form) -> bool {
    const FEW: usize = 8;
    let items = file.object_items(items);
    if items.len() == 1 && form == Form::Template || form == Form::Bare {
        return true;
    }
    if items.len() <= FEW {
        return (0..items.len()).all(|index| {
            bare_key(file, items[index].key).is_some_and(|name| {
                items[..index]
                    .iter()
                    .all(|other| bare_key(file, other.key) != Some(name))
            })
        }) || differ(file, items);
    }
    differ(file, items)
}

fn differ(file: &Arc<File>, items: &[ObjectItem]) -> bool {
    let mut names = HashSet::with_capacity(items.len());
    items
        .iter()
        .all(|item| constant_key(file, item.key).is_some_and(|name| names.insert(name)))
}

/// Returns the name of a key that is not evaluated.
fn bare_key(file: &File, key: ExprId) -> Option<&str> {
    match file.expr(key) {
        Expr::Traversal { steps, .. } if steps.is_empty() => Some(file.str(file.expr_range(key))),
        Expr::Bool(_) | Expr::Null => Some(file.str(file.expr_range(key))),
        Expr::String { text } => Some(file.text(text)),
        _ => None,
    }
}

/// Returns the constant name of a key.
pub(super) fn constant_key(file: &Arc<File>, key: ExprId) -> Option<String> {
    if let Some(name) = bare_key(file, key) {
        return Some(name.to_owned());
    }
    if !matches!(file.expr(key), Expr::Number) {
        return None;
    }
    let mut problems = Diagnostics::new();
    let number = NativeExpression::new(Arc::clone(file), key);
    let name = number
        .evaluate(Some(&EvalContext::new()))
        .report_into(&mut problems);
    let name = name.convert(&Type::STRING).ok()?;
    name.as_str().map(str::to_owned)
}

/// Returns whether a number in native syntax is valid in JSON, which forbids leading zeros and requires digits after a
/// decimal point.
fn is_json_number(text: &[u8]) -> bool {
    let bare_point = |pair: &[u8]| pair[0] == b'.' && !pair[1].is_ascii_digit();
    !matches!(text, [b'0', b'0'..=b'9', ..]) && !text.windows(2).any(bare_point)
}
