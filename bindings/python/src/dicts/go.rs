//! Dictionaries in which blocks are nested by their labels, as pygohcl has them.

use std::borrow::Cow;

use hcl2::native::lexer::{Start, TokenKind, lex};
use hcl2::native::tree::{Block, BodyId, Expr, ExprId, File, Item, List, Part, TextRange, UnaryOperator};
use hcl2::value::Number;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

use super::{Names, of_root, same_name};
use crate::values::{Numbers, number_to_python};

/// Returns a file as a dictionary; `keep` keeps the markers of interpolations.
pub(super) fn file<'py>(py: Python<'py>, file: &File, keep: bool) -> PyResult<Bound<'py, PyDict>> {
    let walk = Walk {
        py,
        file,
        keep,
        names: Names::new(py, file),
    };
    of_root(py, file, |body| walk.body(body))
}

struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f File,
    keep: bool,
    names: Names<'f, 'py>,
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
                Item::Block(id) => self.block(&dict, &self.file.block(*id))?,
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        Ok(dict)
    }

    /// Adds a block: below its type and labels, and in a list if there are several.
    fn block(&self, dict: &Bound<'py, PyDict>, block: &Block) -> PyResult<()> {
        let body = self.body(block.body)?;
        let mut level = dict.clone();
        let mut last = self.names.get(self.file.str(block.block_type));
        for label in self.file.labels(block.labels) {
            level = match level.get_item(&last)? {
                Some(inner) => inner.cast_into::<PyDict>().map_err(|_| same_name(&last))?,
                None => {
                    let inner = PyDict::new(self.py);
                    level.set_item(&last, &inner)?;
                    inner
                }
            };
            last = self.names.get(self.file.text(label.text));
        }
        match level.get_item(&last)? {
            None => level.set_item(last, body),
            Some(found) => match found.cast::<PyList>() {
                Ok(list) => list.append(body),
                Err(_) => level.set_item(last, PyList::new(self.py, [found, body.into_any()])?),
            },
        }
    }

    fn source(&self, id: ExprId) -> Bound<'py, PyAny> {
        PyString::new(self.py, &self.on_one_line(self.file.expr_range(id))).into_any()
    }

    /// Returns source text without comments, and with one space in place of several and of line endings.
    fn on_one_line(&self, range: TextRange) -> Cow<'_, str> {
        let text = self.file.str(range);
        if is_on_one_line(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut is_apart = false;
        for token in lex(self.file.bytes(), range, Start::Code).iter() {
            match token.kind {
                TokenKind::Space | TokenKind::Newline | TokenKind::Comment => is_apart = true,
                _ => {
                    if is_apart && !out.is_empty() {
                        out.push(' ');
                    }
                    is_apart = false;
                    out.push_str(self.file.str(token.range));
                }
            }
        }
        Cow::Owned(out)
    }

    fn value(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file;
        Ok(match file.expr(id) {
            Expr::Null | Expr::Error => self.py.None().into_bound(self.py),
            Expr::Bool(truth) => truth.into_pyobject(self.py)?.to_owned().into_any(),
            Expr::Number => self.number(file.str(file.expr_range(id)), "")?,
            Expr::Unary {
                operator: UnaryOperator::Negate,
                operand,
            } if matches!(file.expr(operand), Expr::Number) => {
                self.number(file.str(file.expr_range(operand)), "-")?
            }
            Expr::Unary {
                operator: UnaryOperator::Not,
                operand,
            } if matches!(file.expr(operand), Expr::Bool(_)) => {
                let is_true = matches!(file.expr(operand), Expr::Bool(true));
                PyBool::new(self.py, !is_true).to_owned().into_any()
            }
            Expr::String { text } => PyString::new(self.py, file.text(text)).into_any(),
            Expr::Template { parts } => {
                let mut text = String::new();
                self.template(parts, &mut text);
                PyString::new(self.py, &text).into_any()
            }
            Expr::TemplateWrap { inner } => self.value(inner)?,
            Expr::Tuple { items } => {
                let list = PyList::empty(self.py);
                for item in file.exprs(items) {
                    list.append(self.value(*item)?)?;
                }
                list.into_any()
            }
            Expr::Object { items } => {
                let dict = PyDict::new(self.py);
                for item in file.object_items(items) {
                    let key = match file.expr(item.key) {
                        Expr::String { .. } | Expr::Template { .. } => self.value(item.key)?,
                        Expr::TemplateWrap { inner } => {
                            let mut text = String::new();
                            self.interpolation(inner, &mut text);
                            PyString::new(self.py, &text).into_any()
                        }
                        _ => self.source(item.key),
                    };
                    dict.set_item(key, self.value(item.value)?)?;
                }
                dict.into_any()
            }
            _ => self.source(id),
        })
    }

    fn number(&self, digits: &str, sign: &str) -> PyResult<Bound<'py, PyAny>> {
        let text = format!("{sign}{digits}");
        if let Ok(number) = text.parse::<i64>() {
            return Ok(number.into_pyobject(self.py)?.into_any());
        }
        // Whole numbers are integers, however they are written.
        let number =
            Number::parse(&text).map_err(|error| PyValueError::new_err(format!("{text}: {error}")))?;
        number_to_python(self.py, &number, Numbers::Float)
    }

    fn template(&self, parts: List<Part>, out: &mut String) {
        let file = self.file;
        for part in file.parts(parts) {
            match *part {
                Part::Literal { text, .. } => out.push_str(file.text(text)),
                Part::Interpolation { expr, .. } => self.interpolation(expr, out),
                Part::If(id) => {
                    let directive = file.if_directive(id);
                    self.directive(directive.open, out);
                    self.template(directive.if_true, out);
                    if let Some(otherwise) = directive.if_false {
                        self.directive(otherwise.range, out);
                        self.template(otherwise.parts, out);
                    }
                    self.directive(directive.close, out);
                }
                Part::For(id) => {
                    let directive = file.for_directive(id);
                    self.directive(directive.open, out);
                    self.template(directive.parts, out);
                    self.directive(directive.close, out);
                }
                Part::Error(_) => {}
            }
        }
    }

    /// Writes the expression of an interpolation. Strings and templates in it are part of the template around it.
    fn interpolation(&self, id: ExprId, out: &mut String) {
        let file = self.file;
        match file.expr(id) {
            Expr::String { text } => out.push_str(file.text(text)),
            Expr::Template { parts } => self.template(parts, out),
            Expr::TemplateWrap { inner } => self.interpolation(inner, out),
            Expr::Number | Expr::Bool(_) => out.push_str(file.str(file.expr_range(id))),
            _ if self.keep => {
                out.push_str("${");
                out.push_str(file.str(file.expr_range(id)));
                out.push('}');
            }
            _ => out.push_str(file.str(file.expr_range(id))),
        }
    }

    /// Writes the start, the middle or the end of a directive without spaces beside its braces.
    fn directive(&self, range: TextRange, out: &mut String) {
        let text = self.file.str(range);
        let inner = text.trim_start_matches("%{").trim_end_matches('}');
        out.push_str("%{");
        out.push_str(inner.trim_matches('~').trim());
        out.push('}');
    }
}

/// Returns whether source text certainly has neither comments nor line endings, nor spaces beside each other.
fn is_on_one_line(text: &str) -> bool {
    let mut before = 0;
    text.bytes().all(|byte| {
        let is_apart = matches!((before, byte), (_, b'\n' | b'#') | (b' ', b' ') | (b'/', b'*'));
        before = byte;
        !is_apart
    })
}
