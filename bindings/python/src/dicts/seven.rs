//! Dictionaries as version 7 of python-hcl2 has them, its mistakes included.
//!
//! That version transforms a tree from the inside out: the text of an expression contains the notation of the Python values in it,
//! or their JSON.

use std::cell::Cell;

use hcl2::native::tree::{
    Block, BodyId, Expr, ExprId, File, ForExpr, Item, List, ObjectItem, Part, Step, TextRange, UnaryOperator,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

use super::{Names, add_lines, heredoc, of_root, operands, same_name};
use crate::values::{float, integer};

/// Names that stay as they are.
const TYPES: [&str; 3] = ["bool", "number", "string"];
/// The bytes of JSON in expressions for each byte of source. JSON in JSON doubles its backslashes.
const JSON_GROWTH: usize = 64;
/// The bytes of JSON in the expressions of any file.
const JSON_BYTES: usize = 1 << 20;

/// Returns a file as a dictionary, with the lines of blocks if they are asked for.
pub(super) fn file<'py>(py: Python<'py>, file: &File, with_lines: bool) -> PyResult<Bound<'py, PyDict>> {
    let walk = Walk {
        py,
        file,
        with_lines,
        names: Names::new(py, file),
        json_left: Cell::new(JSON_BYTES + JSON_GROWTH * file.source().bytes().len()),
    };
    of_root(py, file, |body| walk.body(body))
}

struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f File,
    with_lines: bool,
    names: Names<'f, 'py>,
    json_left: Cell<usize>,
}

/// An expression as that library sees it.
enum Term<'py> {
    /// `None`, a boolean, a number, a list or a dictionary.
    Value(Bound<'py, PyAny>),
    /// Text, in quotes for a string.
    Text(String),
}

/// The notation of values in the text of an expression.
#[derive(Clone, Copy)]
enum Notation {
    /// That of Python.
    Python,
    /// That of Python, but `null`.
    Null,
    /// JSON for dictionaries, and items without quotes for lists.
    Json,
    /// The same, but `null`.
    JsonNull,
}

impl<'f, 'py> Walk<'f, 'py> {
    fn body(&self, id: BodyId) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for item in self.file.items(self.file.body(id).items) {
            match item {
                Item::Attribute(id) => {
                    let attribute = self.file.attribute(*id);
                    let name = self.names.get(self.file.str(attribute.name));
                    if dict.contains(&name)? {
                        return Err(same_name(&name));
                    }
                    dict.set_item(name, self.value(attribute.value)?)?;
                }
                Item::Block(id) => {
                    let block = self.file.block(*id);
                    let name = self.names.get(self.file.str(block.block_type));
                    let value = self.block(&block)?;
                    match dict.get_item(&name)? {
                        None => dict.set_item(name, PyList::new(self.py, [value])?)?,
                        Some(blocks) => match blocks.cast::<PyList>() {
                            Ok(blocks) => blocks.append(value)?,
                            Err(_) => return Err(same_name(&name)),
                        },
                    }
                }
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        Ok(dict)
    }

    fn block(&self, block: &Block) -> PyResult<Bound<'py, PyDict>> {
        let mut value = self.body(block.body)?;
        if self.with_lines {
            add_lines(self.file, block, &value)?;
        }
        for label in self.file.labels(block.labels).iter().rev() {
            let text = self.file.str(label.range);
            let outer = PyDict::new(self.py);
            match inside_quotes(text) {
                Some(inner) if inner.contains('\\') => outer.set_item(unescaped(inner), value)?,
                inner => outer.set_item(self.names.get(inner.unwrap_or(text)), value)?,
            }
            value = outer;
        }
        Ok(value)
    }

    /// Returns the value of an attribute, an element or an item.
    fn value(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.term(id)? {
            Term::Value(value) => value,
            Term::Text(text) => PyString::new(self.py, &wrapped(text)).into_any(),
        })
    }

    fn term(&self, id: ExprId) -> PyResult<Term<'py>> {
        let file = self.file;
        let source = || file.str(file.expr_range(id));
        Ok(match file.expr(id) {
            Expr::Null | Expr::Error => Term::Value(self.py.None().into_bound(self.py)),
            Expr::Bool(truth) => Term::Value(PyBool::new(self.py, truth).to_owned().into_any()),
            Expr::Number => self.number(source())?,
            Expr::Unary {
                operator: UnaryOperator::Negate,
                operand,
            } if matches!(file.expr(operand), Expr::Number)
                && file.expr_range(operand).start == file.expr_range(id).start + 1 =>
            {
                self.number(source())?
            }
            Expr::Tuple { items } => {
                let list = PyList::empty(self.py);
                for item in file.exprs(items) {
                    list.append(self.value(*item)?)?;
                }
                Term::Value(list.into_any())
            }
            Expr::Object { items } => Term::Value(self.object(items)?.into_any()),
            _ => {
                let mut text = String::new();
                self.push_text(id, &mut text)?;
                Term::Text(text)
            }
        })
    }

    fn number(&self, text: &str) -> PyResult<Term<'py>> {
        if text.contains('e') {
            return Ok(Term::Text(format!("${{{text}}}")));
        }
        if let Ok(number) = text.parse::<i64>() {
            return Ok(Term::Value(number.into_pyobject(self.py)?.into_any()));
        }
        if !text.contains(['.', 'E']) {
            return Ok(Term::Value(integer(self.py, text)?));
        }
        Ok(Term::Value(float(self.py, text)?))
    }

    fn object(&self, items: List<ObjectItem>) -> PyResult<Bound<'py, PyDict>> {
        let file = self.file;
        let dict = PyDict::new(self.py);
        for item in file.object_items(items) {
            let source = file.str(file.expr_range(item.key));
            let key = match file.expr(item.key) {
                Expr::Null | Expr::Bool(_) => self.names.get(source),
                Expr::Traversal { steps, .. } if steps.is_empty() => self.names.get(source),
                Expr::Traversal { steps, .. }
                    if file
                        .steps(steps)
                        .iter()
                        .all(|step| matches!(step, Step::Attribute { .. })) =>
                {
                    let mut text = String::new();
                    self.push_text(item.key, &mut text)?;
                    PyString::new(self.py, &text)
                }
                Expr::String { .. } | Expr::Template { .. } | Expr::TemplateWrap { .. } => {
                    let mut text = String::new();
                    self.push_text(item.key, &mut text)?;
                    match inside_quotes(&text) {
                        Some(inner) if !has_interpolation(inner) => PyString::new(self.py, &unescaped(inner)),
                        _ => PyString::new(self.py, &text),
                    }
                }
                _ => match self.term(item.key)? {
                    Term::Value(value) => value.str()?,
                    Term::Text(text) => PyString::new(self.py, &wrapped(text)),
                },
            };
            dict.set_item(key, self.value(item.value)?)?;
        }
        Ok(dict)
    }

    /// Adds an expression as a part of another one.
    fn push(&self, id: ExprId, notation: Notation, out: &mut String) -> PyResult<()> {
        let value = match self.file.expr(id) {
            Expr::Null
            | Expr::Error
            | Expr::Bool(_)
            | Expr::Number
            | Expr::Unary { .. }
            | Expr::Tuple { .. }
            | Expr::Object { .. } => match self.term(id)? {
                Term::Value(value) => value,
                Term::Text(text) => {
                    out.push_str(&text);
                    return Ok(());
                }
            },
            _ => return self.push_text(id, out),
        };
        match notation {
            Notation::Null | Notation::JsonNull if value.is_none() => out.push_str("null"),
            Notation::Python | Notation::Null => out.push_str(&value.str()?.to_cow()?),
            Notation::Json | Notation::JsonNull => self.push_json(&value, out)?,
        }
        Ok(())
    }

    fn push_json(&self, value: &Bound<'py, PyAny>, out: &mut String) -> PyResult<()> {
        if let Ok(list) = value.cast::<PyList>() {
            out.push('[');
            for (index, item) in list.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                self.push_json(&item, out)?;
            }
            out.push(']');
        } else if let Ok(truth) = value.cast::<PyBool>() {
            out.push_str(if truth.is_true() { "true" } else { "false" });
        } else if value.is_instance_of::<PyDict>() {
            let json = self.py.import("json")?.call_method1("dumps", (value,))?;
            let json = json.cast_into::<PyString>()?;
            let json = json.to_cow()?;
            let left = self.json_left.get().checked_sub(json.len());
            let left =
                left.ok_or_else(|| PyValueError::new_err("an expression has too many nested objects"))?;
            self.json_left.set(left);
            // Quotes in interpolations lose their backslashes: from the first interpolation to the last brace.
            match (json.find("${"), json.rfind('}')) {
                (Some(start), Some(end)) if start < end => {
                    out.push_str(&json[..start]);
                    out.push_str(&json[start..end].replace("\\\"", "\""));
                    out.push_str(&json[end..]);
                }
                _ => out.push_str(&json),
            }
        } else {
            out.push_str(&value.str()?.to_cow()?);
        }
        Ok(())
    }

    /// Adds an expression that is text for that library.
    fn push_text(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let file = self.file;
        let range = file.expr_range(id);
        match file.expr(id) {
            Expr::String { .. } | Expr::Template { .. } if file.str(range).starts_with('<') => {
                out.push('"');
                out.push_str(&heredoc_body(file.str(range)));
                out.push('"');
            }
            Expr::String { .. } => out.push_str(file.str(range)),
            Expr::Template { parts } => {
                out.push('"');
                self.parts(parts, out)?;
                out.push('"');
            }
            Expr::TemplateWrap { inner } => {
                out.push_str("\"${");
                self.push(inner, Notation::Python, out)?;
                out.push_str("}\"");
            }
            Expr::Traversal { root_end, steps } => {
                out.push_str(file.str(TextRange::new(range.start, root_end)));
                self.steps(file.steps(steps).iter(), out)?;
            }
            Expr::Postfix { source, steps } => {
                self.push(source, Notation::Python, out)?;
                self.steps(file.steps(steps).iter(), out)?;
            }
            Expr::Parens { inner } => {
                out.push('(');
                self.push(inner, Notation::Python, out)?;
                out.push(')');
            }
            Expr::Unary { operand, .. } => {
                out.push_str(file.str(TextRange::new(range.start, range.start + 1)));
                self.push(operand, Notation::JsonNull, out)?;
            }
            Expr::Binary { .. } => self.binary(id, Some(Notation::JsonNull), out)?,
            Expr::Conditional(_) => self.conditional(id, out)?,
            Expr::For(id) => self.for_expr(&file.for_expr(id), out)?,
            Expr::Call(id) => {
                // The three dots of the last argument are lost.
                let call = file.call(id);
                out.push_str(file.text(call.name));
                out.push('(');
                for (index, argument) in file.exprs(call.arguments).iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.push(*argument, Notation::JsonNull, out)?;
                }
                out.push(')');
            }
            Expr::Null
            | Expr::Error
            | Expr::Bool(_)
            | Expr::Number
            | Expr::Tuple { .. }
            | Expr::Object { .. } => self.push(id, Notation::Python, out)?,
        }
        Ok(())
    }

    /// Writes a binary operation. That library reads operands from the right: `last` is the notation of the last one, and the
    /// other ones have no `null`.
    fn binary(&self, id: ExprId, last: Option<Notation>, out: &mut String) -> PyResult<()> {
        let (first, others) = operands(self.file, id);
        self.operand(first, None, out)?;
        let count = others.len();
        for (index, (operator, right)) in others.into_iter().rev().enumerate() {
            out.push(' ');
            out.push_str(operator.as_str());
            out.push(' ');
            self.operand(right, last.filter(|_| index + 1 == count), out)?;
        }
        Ok(())
    }

    fn operand(&self, id: ExprId, last: Option<Notation>, out: &mut String) -> PyResult<()> {
        if matches!(self.file.expr(id), Expr::Binary { .. }) {
            return self.binary(id, last, out);
        }
        if let Some(notation) = last {
            return self.push(id, notation, out);
        }
        let start = out.len();
        self.push(id, Notation::Json, out)?;
        if out[start..].starts_with("${") && out.ends_with('}') {
            out.pop();
            out.replace_range(start..start + 2, "");
        }
        Ok(())
    }

    /// Writes a conditional, whose results for false may form a chain of any length.
    fn conditional(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let mut current = id;
        while let Expr::Conditional(id) = self.file.expr(current) {
            let parts = self.file.conditional(id);
            // The last operand of the condition is the condition, for that library.
            self.operand(parts.condition, Some(Notation::Null), out)?;
            out.push_str(" ? ");
            self.push(parts.if_true, Notation::Null, out)?;
            out.push_str(" : ");
            current = parts.if_false;
        }
        self.push(current, Notation::Null, out)
    }

    fn for_expr(&self, parts: &ForExpr, out: &mut String) -> PyResult<()> {
        let file = self.file;
        out.push_str(if parts.object { "{for " } else { "[for " });
        if let Some(key) = parts.key_variable {
            out.push_str(file.str(key.name));
            out.push_str(" , ");
        }
        out.push_str(file.str(parts.value_variable.name));
        out.push_str(" in ");
        self.push(parts.collection, Notation::Json, out)?;
        out.push_str(" : ");
        if let Some(key) = parts.key {
            self.push(key.expr, Notation::Json, out)?;
            out.push_str(" => ");
        }
        self.push(parts.value, Notation::Json, out)?;
        if parts.ellipsis.is_some() {
            out.push_str(" ...");
        }
        if let Some(condition) = parts.condition {
            out.push_str(" if ");
            self.push(condition, Notation::Json, out)?;
        }
        out.push(if parts.object { '}' } else { ']' });
        Ok(())
    }

    fn steps(&self, steps: impl Iterator<Item = Step>, out: &mut String) -> PyResult<()> {
        for step in steps {
            match step {
                Step::Attribute { name, .. } => {
                    out.push('.');
                    out.push_str(self.file.str(name));
                }
                Step::LegacyIndex { key, .. } | Step::Index { key, .. } => {
                    out.push('[');
                    self.push(key, Notation::Python, out)?;
                    out.push(']');
                }
                Step::AttributeSplat { .. } => out.push_str(".*"),
                Step::FullSplat { .. } => out.push_str("[*]"),
                Step::Missing { .. } => {}
            }
        }
        Ok(())
    }

    fn parts(&self, parts: List<Part>, out: &mut String) -> PyResult<()> {
        let file = self.file;
        for part in file.parts(parts) {
            match *part {
                Part::Literal { range, .. } => out.push_str(file.str(range)),
                Part::Interpolation { range, expr } => {
                    let source = file.str(range);
                    out.push_str(if source.starts_with("${~") { "${~" } else { "${" });
                    self.push(expr, Notation::Python, out)?;
                    out.push_str(if source.ends_with("~}") { "~}" } else { "}" });
                }
                Part::If(id) => {
                    let directive = file.if_directive(id);
                    out.push_str(file.str(directive.open));
                    self.parts(directive.if_true, out)?;
                    if let Some(otherwise) = directive.if_false {
                        out.push_str(file.str(otherwise.range));
                        self.parts(otherwise.parts, out)?;
                    }
                    out.push_str(file.str(directive.close));
                }
                Part::For(id) => {
                    let directive = file.for_directive(id);
                    out.push_str(file.str(directive.open));
                    self.parts(directive.parts, out)?;
                    out.push_str(file.str(directive.close));
                }
                Part::Error(_) => {}
            }
        }
        Ok(())
    }
}

fn inside_quotes(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// Returns text as the value of an attribute: without quotes, or as `${...}`.
fn wrapped(text: String) -> String {
    if text.starts_with("${") && text.ends_with('}') || TYPES.contains(&text.as_str()) {
        return text;
    }
    match inside_quotes(&text) {
        Some(inner) => unescaped(inner),
        None => format!("${{{text}}}"),
    }
}

/// Returns whether the first line has `${` before a closing brace.
fn has_interpolation(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.split_once("${").is_some_and(|(_, rest)| rest.contains('}'))
}

/// Resolves escapes one kind after another, as that library does, and leaves those of Unicode.
fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    text.replace("\\n", "\n")
        .replace("\\r", "\r")
        .replace("\\t", "\t")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
}

/// Returns the lines of a heredoc without the spaces and line endings at its end.
fn heredoc_body(source: &str) -> String {
    let source = source.trim_end();
    let inner = source.split_once('\n').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once('\n').map_or("", |(inner, _)| inner);
    let inner = inner.trim_end_matches(['\n', '\r', '\t', ' ']);
    if source.starts_with("<<-") {
        heredoc::unindented(inner)
    } else {
        inner.to_owned()
    }
}
