//! Pickling of the parts of files: a part is found again in its file.

use std::sync::{Arc, PoisonError};

use hcl2::model::Expression as _;
use hcl2::native::NativeExpression;
use hcl2::native::tree::{Expr, Node, TextRange};
use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;

use crate::expression::{Expression, Origin};
use crate::file::{Attribute, Block, Body, File};
use crate::source::{Content, Shared, Step};

/// Returns the file of a part: the same object for all parts that are pickled together.
#[pyfunction]
pub(crate) fn _file_of<'py>(part: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = part.py();
    let shared = shared_by(part)?;
    let known = {
        let known = shared.pickled.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|reference| reference.clone_ref(py))
    };
    if let Some(reference) = known {
        let file = reference.bind(py).call0()?;
        if !file.is_none() {
            return Ok(file);
        }
    }
    let body = Body {
        content: shared.root.clone(),
        span: shared.source.span(),
        shared: Arc::clone(&shared),
    };
    let file = Bound::new(py, PyClassInitializer::from(body).add_subclass(File))?.into_any();
    let reference = py.import("weakref")?.getattr("ref")?.call1((&file,))?;
    *shared.pickled.lock().unwrap_or_else(PoisonError::into_inner) = Some(reference.unbind());
    Ok(file)
}

fn shared_by(part: &Bound<'_, PyAny>) -> PyResult<Arc<Shared>> {
    if let Ok(expression) = part.cast::<Expression>() {
        return Ok(Arc::clone(&expression.get().shared));
    }
    if let Ok(attribute) = part.cast::<Attribute>() {
        return Ok(Arc::clone(&attribute.get().expression.shared));
    }
    match part.cast::<Body>() {
        Ok(body) => Ok(Arc::clone(&body.get().shared)),
        Err(_) => Err(PyTypeError::new_err(
            "expected a block, an attribute or an expression",
        )),
    }
}

/// Returns a part of a file in native syntax that was pickled.
#[pyfunction]
pub(crate) fn _part<'py>(
    file: &Bound<'py, File>,
    kind: &str,
    start: u32,
    end: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let py = file.py();
    let file = file.borrow();
    let body = file.as_super();
    if let Content::Native(tree, _) = &body.content {
        let range = TextRange::new(start, end);
        for node in tree.nodes_at(start) {
            if let ("name", Node::Expr(id)) = (kind, node)
                && let Expr::Object { .. } = tree.expr(id)
            {
                let pairs = NativeExpression::new(Arc::clone(tree), id).static_map();
                let mut keys = pairs.into_iter().flatten().map(|(key, _)| key);
                if let Some(key) = keys.find(|key| key.span() == tree.span(range)) {
                    let key = Expression::new(&body.shared, key, Origin::Name);
                    return Ok(Bound::new(py, key)?.into_any());
                }
            }
            if tree.node_range(node) != range {
                continue;
            }
            match (kind, node) {
                ("block", Node::Block(id)) => return Ok(body.native_block(py, tree, id)?.into_any()),
                ("attribute", Node::Attribute(id)) => {
                    let attribute = body.native_attribute(tree, tree.attribute(id));
                    return Ok(Bound::new(py, attribute)?.into_any());
                }
                ("expression", Node::Expr(id)) => {
                    let expression = Arc::new(NativeExpression::new(Arc::clone(tree), id));
                    let expression = Expression::new(&body.shared, expression, Origin::Node(id));
                    return Ok(Bound::new(py, expression)?.into_any());
                }
                _ => {}
            }
        }
    }
    Err(PyLookupError::new_err(format!(
        "the file has no {kind} at byte {start}"
    )))
}

/// A part of a file in JSON syntax.
enum Found {
    Body(Body, Option<Block>),
    Attribute(Attribute),
    Expression(Expression),
}

/// Returns a part of a file in JSON syntax that was pickled.
#[pyfunction]
pub(crate) fn _json_part<'py>(
    file: &Bound<'py, File>,
    kind: &str,
    steps: Vec<Step>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = file.py();
    let file = file.borrow();
    let root = file.as_super();
    let body = Body {
        shared: Arc::clone(&root.shared),
        content: root.content.clone(),
        span: root.span,
    };
    let mut found = Some(Found::Body(body, None));
    for step in steps {
        found = match found {
            Some(found) => next(py, found, step)?,
            None => None,
        };
    }
    match (kind, found) {
        ("block", Some(Found::Body(body, Some(block)))) => {
            let block = PyClassInitializer::from(body).add_subclass(block);
            Ok(Bound::new(py, block)?.into_any())
        }
        ("attribute", Some(Found::Attribute(attribute))) => Ok(Bound::new(py, attribute)?.into_any()),
        ("expression", Some(Found::Attribute(attribute))) => {
            Ok(Bound::new(py, attribute.expression)?.into_any())
        }
        ("expression", Some(Found::Expression(expression))) => Ok(Bound::new(py, expression)?.into_any()),
        _ => Err(PyLookupError::new_err(format!("the file has no such {kind}"))),
    }
}

/// Returns what a step leads to.
fn next(py: Python<'_>, found: Found, step: Step) -> PyResult<Option<Found>> {
    Ok(match (found, step) {
        (Found::Body(body, _), Step::Block(block_type, label_count, index)) => {
            let mut blocks = body.json_blocks(py, &block_type, label_count)?.into_iter();
            blocks
                .nth(index)
                .map(|(body, block)| Found::Body(body, Some(block)))
        }
        (Found::Body(body, _), Step::Attribute(name)) => body.attribute_named(&name).map(Found::Attribute),
        (Found::Attribute(Attribute { expression, .. }) | Found::Expression(expression), step) => {
            expression.part_at(&step).map(Found::Expression)
        }
        _ => None,
    })
}
