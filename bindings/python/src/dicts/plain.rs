//! Dictionaries as hcl2json has them, straight from the tree.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2::diagnostics::SourceMap;
use hcl2::json::{Escapes, Writer, is_number, write_expression};
use hcl2::native::NativeExpression;
use hcl2::native::tree::{Block, BodyId, Expr, ExprId, File, Item, List, ObjectItem, UnaryOperator};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString};

use super::{Names, interpolation};
use crate::values::integer;

/// A part of a dictionary; `None` for one with a form of its own, which is made from JSON: blocks of one type that have
/// different numbers of labels, and what cannot be written.
type Made<T> = PyResult<Option<T>>;

/// A block with more labels cannot be written as JSON.
const MAX_LABELS: usize = 500;

/// The names of the attributes of a body.
type Attributes<'f> = HashSet<&'f str, RandomState>;

/// Returns a file as a dictionary. `decode` reads JSON.
pub(super) fn file<'py>(file: &Arc<File>, decode: &Bound<'py, PyAny>) -> Made<Bound<'py, PyDict>> {
    let py = decode.py();
    let walk = Walk {
        py,
        file,
        decode,
        names: Names::new(py, file),
        scratch: RefCell::default(),
    };
    match file.root().body() {
        Some(body) => walk.body(body),
        None => Ok(Some(PyDict::new(py))),
    }
}

struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f Arc<File>,
    decode: &'f Bound<'py, PyAny>,
    names: Names<'f, 'py>,
    scratch: RefCell<String>,
}

impl<'f, 'py> Walk<'f, 'py> {
    fn body(&self, id: BodyId) -> Made<Bound<'py, PyDict>> {
        let file = self.file;
        let dict = PyDict::new(self.py);
        let mut attributes = None;
        for item in file.items(file.body(id).items) {
            match item {
                Item::Attribute(id) => {
                    let attribute = file.attribute(*id);
                    let before = dict.len();
                    let name = self.names.get(file.str(attribute.name));
                    dict.set_item(name, self.value(attribute.value)?)?;
                    if dict.len() == before {
                        return Ok(None);
                    }
                }
                Item::Block(block) => {
                    let is_attribute = |name: &str| {
                        let names = attributes.get_or_insert_with(|| self.attributes(id));
                        names.contains(name)
                    };
                    if self.block(&dict, &file.block(*block), is_attribute)?.is_none() {
                        return Ok(None);
                    }
                }
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        Ok(Some(dict))
    }

    /// Returns the names of the attributes of a body.
    fn attributes(&self, id: BodyId) -> Attributes<'f> {
        let items = self.file.items(self.file.body(id).items).iter();
        let names = items.filter_map(|item| match item {
            Item::Attribute(id) => Some(self.file.str(self.file.attribute(*id).name)),
            _ => None,
        });
        names.collect()
    }

    /// Adds a block to the list below its type and labels. `is_attribute` returns whether a name is that of an attribute.
    fn block(
        &self,
        dict: &Bound<'py, PyDict>,
        block: &Block,
        is_attribute: impl FnOnce(&str) -> bool,
    ) -> Made<()> {
        let block_type = self.file.str(block.block_type);
        let mut level = dict.clone();
        let mut name = self.names.get(block_type);
        let mut found = level.get_item(&name)?;
        if found.is_some() && is_attribute(block_type) {
            return Ok(None);
        }
        let labels = self.file.labels(block.labels);
        if labels.len() > MAX_LABELS {
            return Ok(None);
        }
        for label in labels {
            level = match found {
                None => {
                    let inner = PyDict::new(self.py);
                    level.set_item(&name, &inner)?;
                    inner
                }
                Some(inner) => match inner.cast_into() {
                    Ok(inner) => inner,
                    Err(_) => return Ok(None),
                },
            };
            name = self.names.get(self.file.text(label.text));
            found = level.get_item(&name)?;
        }
        let Some(body) = self.body(block.body)? else {
            return Ok(None);
        };
        match found.as_ref().map(|found| found.cast::<PyList>()) {
            None => level.set_item(name, PyList::new(self.py, [body])?)?,
            Some(Ok(bodies)) => bodies.append(body)?,
            Some(Err(_)) => return Ok(None),
        }
        Ok(Some(()))
    }

    fn value(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file;
        let text = file.str(file.expr_range(id));
        Ok(match file.expr(id) {
            Expr::Null => self.py.None().into_bound(self.py),
            Expr::Bool(truth) => truth.into_pyobject(self.py)?.to_owned().into_any(),
            Expr::Number => match number(self.py, text)? {
                Some(number) => number,
                None => self.decoded(id)?,
            },
            Expr::Unary {
                operator: UnaryOperator::Negate,
                operand,
            } if matches!(file.expr(operand), Expr::Number) => match number(self.py, text)? {
                Some(number) => number,
                None => self.decoded(id)?,
            },
            Expr::String { .. } | Expr::Template { .. } | Expr::TemplateWrap { .. } => {
                if let Some(inner) = plain_string(text) {
                    PyString::new(self.py, inner).into_any()
                } else if text.contains(['\\', '<']) {
                    self.decoded(id)?
                } else {
                    let expression = NativeExpression::new(Arc::clone(file), id);
                    match expression.template_text() {
                        Some(template) => PyString::new(self.py, &template).into_any(),
                        None => self.decoded(id)?,
                    }
                }
            }
            Expr::Tuple { items } => {
                let list = PyList::empty(self.py);
                for item in file.exprs(items) {
                    list.append(self.value(*item)?)?;
                }
                list.into_any()
            }
            Expr::Object { items } => match self.object(items)? {
                Some(dict) => dict.into_any(),
                None => self.decoded(id)?,
            },
            _ if text.starts_with('"') || text.contains("<<") => self.decoded(id)?,
            _ => interpolation(self.py, text, &self.scratch).into_any(),
        })
    }

    /// Returns an object, or `None` if a key is not just a name.
    fn object(&self, items: List<ObjectItem>) -> Made<Bound<'py, PyDict>> {
        let items = self.file.object_items(items);
        // All keys come before the first value, so that no value is read in vain.
        if items.iter().any(|item| self.name(item.key).is_none()) {
            return Ok(None);
        }
        let dict = PyDict::new(self.py);
        for item in items {
            if let Some(name) = self.name(item.key) {
                dict.set_item(self.names.get(name), self.value(item.value)?)?;
            }
        }
        Ok(Some(dict))
    }

    /// Returns the name that a key is. Names with other characters may have another normal form.
    fn name(&self, key: ExprId) -> Option<&'f str> {
        let text = self.file.str(self.file.expr_range(key));
        let name = match self.file.expr(key) {
            Expr::Traversal { steps, .. } if steps.is_empty() => Some(text),
            Expr::String { .. } => plain_string(text),
            _ => None,
        };
        name.filter(|name| name.is_ascii())
    }

    /// Returns an expression as its JSON has it.
    fn decoded(&self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        let expression = Arc::new(NativeExpression::new(Arc::clone(self.file), id)) as _;
        let sources = SourceMap::from(self.file.source().clone());
        let mut writer = Writer::compact(Escapes::PLAIN);
        match write_expression(&mut writer, &expression, &sources, None) {
            Ok(()) => self.decode.call1((writer.finish(),)),
            Err(problems) => Err(crate::problems::exception(self.py, &problems, &sources, None)),
        }
    }
}

/// Returns the content of a quoted string without escapes, sequences and line endings.
fn plain_string(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_special = |byte: u8| matches!(byte, b'"' | b'\\' | b'$' | b'%' | b'\r' | b'\n');
    (!inner.bytes().any(is_special)).then_some(inner)
}

/// Returns a number that is written as in JSON, unless it is greater than any float.
fn number<'py>(py: Python<'py>, text: &str) -> Made<Bound<'py, PyAny>> {
    if !is_number(text) {
        return Ok(None);
    }
    if !text.contains(['.', 'e', 'E']) {
        return match text.parse::<i64>() {
            Ok(number) => Ok(Some(number.into_pyobject(py)?.into_any())),
            Err(_) => integer(py, text).map(Some),
        };
    }
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    Ok(number.map(|number| PyFloat::new(py, number).into_any()))
}
