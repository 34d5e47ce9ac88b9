//! Dictionaries in which each attribute is a list, as bc-python-hcl2 has them.

use std::cell::RefCell;
use std::fmt::Write;

use hcl2::native::tree::{Block, BodyId, Expr, ExprId, File, ForExpr, Item, List, Step, TextRange};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString};

use super::{Names, operands};
use crate::values::integer;

/// The block types with lines, by the number of their labels.
const WITH_LINES: &[(&str, usize)] = &[
    ("locals", 0),
    ("terraform", 0),
    ("module", 1),
    ("provider", 1),
    ("variable", 1),
    ("data", 2),
    ("resource", 2),
];

/// Returns a file as a dictionary.
pub(super) fn file<'py>(py: Python<'py>, file: &File) -> PyResult<Bound<'py, PyDict>> {
    let walk = Walk {
        py,
        file,
        names: RefCell::new(Names::new(py)),
    };
    match file.root().body() {
        Some(body) => walk.body(body),
        None => Ok(PyDict::new(py)),
    }
}

struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f File,
    names: RefCell<Names<'f, 'py>>,
}

/// An expression as that library sees it: a Python value, or text.
enum Term<'py> {
    Value(Bound<'py, PyAny>),
    /// The text of an expression.
    Text(String),
    /// The text of a quoted string, with its quotes.
    Quoted(String),
    /// The content of a heredoc.
    Heredoc(String),
}

impl<'f, 'py> Walk<'f, 'py> {
    fn name(&self, name: &'f str) -> Bound<'py, PyString> {
        self.names.borrow_mut().get(name).clone()
    }

    fn body(&self, id: BodyId) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for item in self.file.items(self.file.body(id).items) {
            let (name, value) = match item {
                Item::Attribute(id) => {
                    let attribute = self.file.attribute(*id);
                    (self.file.str(attribute.name), self.value(attribute.value)?)
                }
                Item::Block(id) => {
                    let block = self.file.block(*id);
                    (self.file.str(block.block_type), self.block(&block)?.into_any())
                }
                Item::Duplicate(_) | Item::Error(_) => continue,
            };
            let name = self.name(name);
            match dict.get_item(&name)? {
                None => dict.set_item(name, PyList::new(self.py, [value])?)?,
                Some(values) => values.cast_into::<PyList>()?.append(value)?,
            }
        }
        Ok(dict)
    }

    fn block(&self, block: &Block) -> PyResult<Bound<'py, PyDict>> {
        let mut value = self.body(block.body)?;
        let block_type = self.file.str(block.block_type);
        let labels = self.file.labels(block.labels);
        if WITH_LINES.contains(&(block_type, labels.len())) {
            let lines = self.file.source().line_index();
            value.set_item(self.name("__start_line__"), lines.line_of(block.block_type.start))?;
            value.set_item(self.name("__end_line__"), lines.line_of(block.close_brace.start))?;
        }
        for label in labels.iter().rev() {
            let outer = PyDict::new(self.py);
            outer.set_item(self.name(self.file.text(label.text)), value)?;
            value = outer;
        }
        Ok(value)
    }

    /// Returns the value of an attribute, an element or an item.
    fn value(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.term(id)? {
            Term::Value(value) => value,
            Term::Heredoc(text) => PyString::new(self.py, &text).into_any(),
            Term::Text(text) => PyString::new(self.py, &format!("${{{text}}}")).into_any(),
            Term::Quoted(text) if is_one_string(&text) => {
                let inner = text.get(1..text.len() - 1).unwrap_or_default();
                PyString::new(self.py, inner).into_any()
            }
            Term::Quoted(text) => PyString::new(self.py, &format!("${{{text}}}")).into_any(),
        })
    }

    /// Returns an expression as a part of another one.
    fn text(&self, id: ExprId) -> PyResult<String> {
        Ok(match self.term(id)? {
            Term::Value(value) => value.str()?.to_cow()?.into_owned(),
            Term::Text(text) | Term::Quoted(text) => text,
            Term::Heredoc(text) => format!("\"{text}\""),
        })
    }

    fn term(&self, id: ExprId) -> PyResult<Term<'py>> {
        let file = self.file;
        let source = file.str(file.expr_range(id));
        Ok(match file.expr(id) {
            Expr::Null | Expr::Error => Term::Value(self.py.None().into_bound(self.py)),
            Expr::Bool(truth) => Term::Value(truth.into_pyobject(self.py)?.to_owned().into_any()),
            Expr::Number => Term::Value(self.number(source)?),
            Expr::String { .. } | Expr::Template { .. } | Expr::TemplateWrap { .. } => {
                if source.starts_with('<') {
                    Term::Heredoc(heredoc(source))
                } else {
                    Term::Quoted(source.to_owned())
                }
            }
            Expr::Parens { inner } => self.term(inner)?,
            Expr::Tuple { items } => {
                let list = PyList::empty(self.py);
                for item in file.exprs(items) {
                    list.append(self.value(*item)?)?;
                }
                Term::Value(list.into_any())
            }
            Expr::Object { items } => {
                let dict = PyDict::new(self.py);
                for item in file.object_items(items) {
                    let key = match self.term(item.key)? {
                        // Lists and dictionaries cannot be keys.
                        Term::Value(value) if value.hash().is_err() => value.str()?.into_any(),
                        Term::Value(value) => value,
                        Term::Text(text) | Term::Heredoc(text) => PyString::new(self.py, &text).into_any(),
                        Term::Quoted(_) => self.value(item.key)?,
                    };
                    dict.set_item(key, self.value(item.value)?)?;
                }
                Term::Value(dict.into_any())
            }
            Expr::Traversal { root_end, steps } => {
                let start = file.expr_range(id).start;
                let root = file.str(TextRange::new(start, root_end)).to_owned();
                Term::Text(self.steps(root, file.steps(steps).iter())?)
            }
            Expr::Postfix { source, steps } => {
                Term::Text(self.steps(self.text(source)?, file.steps(steps).iter())?)
            }
            Expr::Unary { operand, .. } => Term::Text(format!("{}{}", &source[..1], self.text(operand)?)),
            Expr::Binary { .. } => Term::Text(self.binary(id)?),
            Expr::Conditional(_) => Term::Text(self.conditional(id)?),
            Expr::For(id) => Term::Text(self.for_expr(&file.for_expr(id))?),
            Expr::Call(id) => {
                let call = file.call(id);
                let mut arguments = self.texts(call.arguments)?;
                if call.ellipsis.is_some() {
                    arguments.push("...".to_owned());
                }
                let name = file.text(call.name);
                let comma = if name.contains("::") { ", " } else { "," };
                Term::Text(format!("{name}({})", arguments.join(comma)))
            }
        })
    }

    fn texts(&self, items: List<ExprId>) -> PyResult<Vec<String>> {
        self.file
            .exprs(items)
            .iter()
            .map(|item| self.text(*item))
            .collect()
    }

    fn binary(&self, id: ExprId) -> PyResult<String> {
        let (first, others) = operands(self.file, id);
        let mut text = self.text(first)?;
        for (operator, right) in others.into_iter().rev() {
            let _ = write!(text, " {} {}", operator.as_str(), self.text(right)?);
        }
        Ok(text)
    }

    /// Writes a conditional, whose results for false may form a chain of any length.
    fn conditional(&self, id: ExprId) -> PyResult<String> {
        let mut text = String::new();
        let mut current = id;
        while let Expr::Conditional(id) = self.file.expr(current) {
            let parts = self.file.conditional(id);
            let (condition, if_true) = (self.text(parts.condition)?, self.text(parts.if_true)?);
            let _ = write!(text, "{condition} ? {if_true} : ");
            current = parts.if_false;
        }
        text.push_str(&self.text(current)?);
        Ok(text)
    }

    fn steps(&self, mut text: String, steps: impl Iterator<Item = Step>) -> PyResult<String> {
        for step in steps {
            match step {
                Step::Attribute { name, .. } => {
                    text.push('.');
                    text.push_str(self.file.str(name));
                }
                Step::LegacyIndex { key, .. } | Step::Index { key, .. } => {
                    let _ = write!(text, "[{}]", self.text(key)?);
                }
                Step::AttributeSplat { .. } => text.push_str(".*"),
                Step::FullSplat { .. } => text.push_str("[*]"),
                Step::Missing { .. } => {}
            }
        }
        Ok(text)
    }

    fn for_expr(&self, parts: &ForExpr) -> PyResult<String> {
        let file = self.file;
        let mut words = vec!["for".to_owned()];
        if let Some(key) = parts.key_variable {
            words.extend([file.str(key.name).to_owned(), ",".to_owned()]);
        }
        words.extend([file.str(parts.value_variable.name).to_owned(), "in".to_owned()]);
        words.extend([self.text(parts.collection)?, ":".to_owned()]);
        if let Some(key) = parts.key {
            words.extend([self.text(key.expr)?, "=>".to_owned()]);
        }
        words.push(self.text(parts.value)?);
        words.extend(parts.ellipsis.map(|_| "...".to_owned()));
        if let Some(condition) = parts.condition {
            words.extend(["if".to_owned(), self.text(condition)?]);
        }
        let text = words.join(" ");
        Ok(if parts.object {
            format!("{{{text}}}")
        } else {
            format!("[{text}]")
        })
    }

    fn number(&self, text: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(number) = text.parse::<i64>() {
            return Ok(number.into_pyobject(self.py)?.into_any());
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return integer(self.py, text);
        }
        let number: f64 = text.parse().map_err(|_| PyValueError::new_err(text.to_owned()))?;
        Ok(PyFloat::new(self.py, number).into_any())
    }
}

/// Returns whether that library removes the quotes of a string. It keeps them, inside `${...}`, if there are others.
fn is_one_string(text: &str) -> bool {
    let inner = text.get(1..text.len() - 1).unwrap_or_default();
    if !inner.contains('"') {
        return true;
    }
    let escaped = text.matches("\\\"").count() - usize::from(text.ends_with("\\\""));
    (text.starts_with("\"${") && text.ends_with("}\"")) || inner.matches('"').count() == escaped
}

/// Returns the lines of a heredoc, without their common indentation if it is a flush one.
fn heredoc(source: &str) -> String {
    let source = source.trim_end();
    let inner = source.split_once('\n').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once('\n').map_or("", |(inner, _)| inner);
    if !source.starts_with("<<-") {
        return inner.to_owned();
    }
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = inner.split('\n').map(indentation).min().unwrap_or(0);
    let lines = inner
        .split('\n')
        .map(|line| line.get(least..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}
