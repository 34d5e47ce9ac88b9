//! Dictionaries in which each attribute is a list, as bc-python-hcl2 has them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write;

use foldhash::fast::RandomState;
use hcl2::native::tree::{
    Block, BodyId, Expr, ExprId, File, ForExpr, Item, List, ObjectItem, Step, TextRange,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::heredoc::unindented;
use super::{Names, add_lines, interpolation, of_root, operands};
use crate::values::{float, integer};

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
        names: Names::new(py, file),
        scratch: RefCell::default(),
    };
    of_root(py, file, |body| walk.body(body))
}

struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f File,
    names: Names<'f, 'py>,
    scratch: RefCell<String>,
}

/// An expression as that library sees it: a Python value, or text.
enum Term<'f, 'py> {
    Value(Bound<'py, PyAny>),
    /// The text of an expression.
    Text(Cow<'f, str>),
    /// The text of a quoted string, with its quotes.
    Quoted(&'f str),
    /// The content of a heredoc.
    Heredoc(String),
}

impl<'f, 'py> Walk<'f, 'py> {
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
            let name = self.names.get(name);
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
            add_lines(self.file, block, &value)?;
        }
        for label in labels.iter().rev() {
            let outer = PyDict::new(self.py);
            outer.set_item(self.names.get(self.file.text(label.text)), value)?;
            value = outer;
        }
        Ok(value)
    }

    /// Returns the value of an attribute, an element or an item.
    fn value(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.term(id)? {
            Term::Value(value) => value,
            Term::Heredoc(text) => PyString::new(self.py, &text).into_any(),
            Term::Quoted(text) => match one_string(text) {
                Some(inner) => PyString::new(self.py, inner).into_any(),
                None => self.template(text),
            },
            Term::Text(text) => self.template(&text),
        })
    }

    fn template(&self, text: &str) -> Bound<'py, PyAny> {
        interpolation(self.py, text, &self.scratch).into_any()
    }

    /// Writes the value of an expression in the notation of Python.
    fn push_value(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let file = self.file;
        match file.expr(id) {
            Expr::Parens { inner } => self.push_value(inner, out),
            Expr::Tuple { items } => {
                out.push('[');
                for (index, item) in file.exprs(items).iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.push_value(*item, out)?;
                }
                out.push(']');
                Ok(())
            }
            Expr::Object { items } if let Some(names) = self.distinct_names(items) => {
                out.push('{');
                for (index, (name, item)) in names.iter().zip(file.object_items(items)).enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.push_string(name, out)?;
                    out.push_str(": ");
                    self.push_value(item.value, out)?;
                }
                out.push('}');
                Ok(())
            }
            Expr::Object { items } => {
                out.push_str(&self.object(items)?.repr()?.to_cow()?);
                Ok(())
            }
            _ => match self.term(id)? {
                Term::Value(value) => {
                    out.push_str(&value.repr()?.to_cow()?);
                    Ok(())
                }
                Term::Heredoc(text) => self.push_string(&text, out),
                Term::Quoted(text) => match one_string(text) {
                    Some(inner) => self.push_string(inner, out),
                    None => self.push_string(&["${", text, "}"].concat(), out),
                },
                Term::Text(text) => self.push_string(&["${", &text, "}"].concat(), out),
            },
        }
    }

    /// Writes a string in the notation of Python.
    fn push_string(&self, text: &str, out: &mut String) -> PyResult<()> {
        if !text.is_ascii() {
            // Python knows which characters it prints.
            out.push_str(&PyString::new(self.py, text).repr()?.to_cow()?);
            return Ok(());
        }
        let quote = if text.contains('\'') && !text.contains('"') {
            '"'
        } else {
            '\''
        };
        let needs_escape =
            |byte: u8| byte == b'\\' || char::from(byte) == quote || !matches!(byte, b' '..=b'~');
        out.push(quote);
        let mut rest = text;
        while let Some(index) = rest.bytes().position(needs_escape) {
            out.push_str(&rest[..index]);
            match rest.as_bytes()[index] {
                b'\n' => out.push_str("\\n"),
                b'\r' => out.push_str("\\r"),
                b'\t' => out.push_str("\\t"),
                byte @ b' '..=b'~' => out.extend(['\\', char::from(byte)]),
                byte => {
                    let _ = write!(out, "\\x{byte:02x}");
                }
            }
            rest = &rest[index + 1..];
        }
        out.push_str(rest);
        out.push(quote);
        Ok(())
    }

    /// Returns the keys of an object if they are names and strings of one line, and no two are equal.
    fn distinct_names(&self, items: List<ObjectItem>) -> Option<Vec<&'f str>> {
        let file = self.file;
        let items = file.object_items(items);
        let names = items.iter().map(|item| {
            let text = file.str(file.expr_range(item.key));
            match file.expr(item.key) {
                Expr::Traversal { steps, .. } if steps.is_empty() => Some(text),
                Expr::String { .. } if text.starts_with('"') => one_string(text),
                _ => None,
            }
        });
        let names: Vec<_> = names.collect::<Option<_>>()?;
        let distinct: HashSet<_, RandomState> = names.iter().copied().collect();
        (distinct.len() == names.len()).then_some(names)
    }

    fn term(&self, id: ExprId) -> PyResult<Term<'f, 'py>> {
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
                    Term::Quoted(source)
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
            Expr::Object { items } => Term::Value(self.object(items)?.into_any()),
            Expr::Traversal { steps, .. } if is_as_written(source, file.steps(steps).iter()) => {
                Term::Text(Cow::Borrowed(source))
            }
            _ => {
                let mut text = String::with_capacity(source.len());
                self.push(id, &mut text)?;
                Term::Text(Cow::Owned(text))
            }
        })
    }

    fn object(&self, items: List<ObjectItem>) -> PyResult<Bound<'py, PyDict>> {
        let file = self.file;
        let dict = PyDict::new(self.py);
        for item in file.object_items(items) {
            let term = match file.expr(item.key) {
                Expr::Null | Expr::Bool(_) => Term::Text(Cow::Borrowed(file.str(file.expr_range(item.key)))),
                _ => self.term(item.key)?,
            };
            let key = match term {
                // Lists and dictionaries cannot be keys.
                Term::Value(value) if value.hash().is_err() => value.str()?.into_any(),
                Term::Value(value) => value,
                Term::Text(Cow::Borrowed(name)) => self.names.get(name).into_any(),
                Term::Text(text) => PyString::new(self.py, &text).into_any(),
                Term::Heredoc(text) => PyString::new(self.py, &text).into_any(),
                Term::Quoted(_) => self.value(item.key)?,
            };
            dict.set_item(key, self.value(item.value)?)?;
        }
        Ok(dict)
    }

    /// Adds an expression as a part of another one.
    fn push(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let file = self.file;
        match file.expr(id) {
            Expr::Parens { inner } => self.push(inner, out),
            Expr::Tuple { .. } | Expr::Object { .. } => self.push_value(id, out),
            Expr::Traversal { root_end, steps } => {
                let start = file.expr_range(id).start;
                out.push_str(file.str(TextRange::new(start, root_end)));
                self.steps(file.steps(steps).iter(), out)
            }
            Expr::Postfix { source, steps } => {
                self.push(source, out)?;
                self.steps(file.steps(steps).iter(), out)
            }
            Expr::Unary { operand, .. } => {
                out.push_str(&file.str(file.expr_range(id))[..1]);
                self.push(operand, out)
            }
            Expr::Binary { .. } => self.binary(id, out),
            Expr::Conditional(_) => self.conditional(id, out),
            Expr::For(id) => self.for_expr(&file.for_expr(id), out),
            Expr::Call(id) => {
                let call = file.call(id);
                let name = file.text(call.name);
                let comma = if name.contains("::") { ", " } else { "," };
                out.push_str(name);
                out.push('(');
                for (index, argument) in file.exprs(call.arguments).iter().enumerate() {
                    out.push_str(if index > 0 { comma } else { "" });
                    self.push(*argument, out)?;
                }
                if call.ellipsis.is_some() {
                    out.push_str(comma);
                    out.push_str("...");
                }
                out.push(')');
                Ok(())
            }
            _ => {
                match self.term(id)? {
                    Term::Value(value) => out.push_str(&value.str()?.to_cow()?),
                    Term::Text(text) => out.push_str(&text),
                    Term::Quoted(text) => out.push_str(text),
                    Term::Heredoc(text) => {
                        let _ = write!(out, "\"{text}\"");
                    }
                }
                Ok(())
            }
        }
    }

    fn binary(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let (first, others) = operands(self.file, id);
        self.push(first, out)?;
        for (operator, right) in others.into_iter().rev() {
            let _ = write!(out, " {} ", operator.as_str());
            self.push(right, out)?;
        }
        Ok(())
    }

    /// Writes a conditional, whose results for false may form a chain of any length.
    fn conditional(&self, id: ExprId, out: &mut String) -> PyResult<()> {
        let mut current = id;
        while let Expr::Conditional(id) = self.file.expr(current) {
            let parts = self.file.conditional(id);
            self.push(parts.condition, out)?;
            out.push_str(" ? ");
            self.push(parts.if_true, out)?;
            out.push_str(" : ");
            current = parts.if_false;
        }
        self.push(current, out)
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
                    self.push(key, out)?;
                    out.push(']');
                }
                Step::AttributeSplat { .. } => out.push_str(".*"),
                Step::FullSplat { .. } => out.push_str("[*]"),
                Step::Missing { .. } => {}
            }
        }
        Ok(())
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
        self.push(parts.collection, out)?;
        out.push_str(" : ");
        if let Some(key) = parts.key {
            self.push(key.expr, out)?;
            out.push_str(" => ");
        }
        self.push(parts.value, out)?;
        if parts.ellipsis.is_some() {
            out.push_str(" ...");
        }
        if let Some(condition) = parts.condition {
            out.push_str(" if ");
            self.push(condition, out)?;
        }
        out.push(if parts.object { '}' } else { ']' });
        Ok(())
    }

    fn number(&self, text: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(number) = text.parse::<i64>() {
            return Ok(number.into_pyobject(self.py)?.into_any());
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return integer(self.py, text);
        }
        float(self.py, text)
    }
}

/// Returns whether a traversal is written without spaces and with attributes only.
fn is_as_written(source: &str, mut steps: impl Iterator<Item = Step>) -> bool {
    let is_apart = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'#');
    steps.all(|step| matches!(step, Step::Attribute { .. })) && !source.bytes().any(is_apart)
}

/// Returns the content of a string whose quotes that library removes. It keeps them, inside `${...}`, if there are others.
fn one_string(text: &str) -> Option<&str> {
    let inner = text.get(1..text.len() - 1).unwrap_or_default();
    if !inner.contains('"') {
        return Some(inner);
    }
    let escaped = text.matches("\\\"").count() - usize::from(text.ends_with("\\\""));
    let is_one = (text.starts_with("\"${") && text.ends_with("}\"")) || inner.matches('"').count() == escaped;
    is_one.then_some(inner)
}

/// Returns the lines of a heredoc, without their common indentation if it is a flush one.
fn heredoc(source: &str) -> String {
    let source = source.trim_end();
    let inner = source.split_once('\n').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once('\n').map_or("", |(inner, _)| inner);
    if source.starts_with("<<-") {
        unindented(inner)
    } else {
        inner.to_owned()
    }
}
