//! Pickling of the parts of files: a part is found again in its file.

use std::sync::{Arc, PoisonError};

use hcl2::native::NativeExpression;
use hcl2::native::tree::{File as Tree, Node, TextRange};
use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;

use crate::expression::Expression;
use crate::file::{Attribute, Body, Content, File};
use crate::source::Shared;

/// Returns the file of a part in native syntax: the same object for all parts that are pickled together.
#[pyfunction]
pub(crate) fn _file_of<'py>(part: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = part.py();
    let Some((shared, tree)) = tree_of(part) else {
        return Err(PyTypeError::new_err(
            "only blocks, attributes and expressions of native syntax can be pickled; pickle the file",
        ));
    };
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
    let Some(root) = tree.root().body() else {
        return Err(PyLookupError::new_err("the file has no body"));
    };
    let body = Body {
        shared: Arc::clone(&shared),
        content: Content::Native(tree, root),
        span: shared.source.span(),
    };
    let file = Bound::new(py, PyClassInitializer::from(body).add_subclass(File))?.into_any();
    let reference = py.import("weakref")?.getattr("ref")?.call1((&file,))?;
    *shared.pickled.lock().unwrap_or_else(PoisonError::into_inner) = Some(reference.unbind());
    Ok(file)
}

fn tree_of(part: &Bound<'_, PyAny>) -> Option<(Arc<Shared>, Arc<Tree>)> {
    let of_expression = |expression: &Expression| {
        let (tree, _) = expression.tree.as_ref()?;
        Some((Arc::clone(&expression.shared), Arc::clone(tree)))
    };
    if let Ok(expression) = part.cast::<Expression>() {
        return of_expression(expression.get());
    }
    if let Ok(attribute) = part.cast::<Attribute>() {
        return of_expression(&attribute.get().expression);
    }
    let body = part.cast::<Body>().ok()?.get();
    match &body.content {
        Content::Native(tree, _) => Some((Arc::clone(&body.shared), Arc::clone(tree))),
        Content::Json(_) => None,
    }
}

/// Returns a part of a file that was pickled.
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
        let nodes = tree.nodes_at(start).into_iter();
        for node in nodes.filter(|node| tree.node_range(*node) == TextRange::new(start, end)) {
            match (kind, node) {
                ("block", Node::Block(id)) => return Ok(body.native_block(py, tree, id)?.into_any()),
                ("attribute", Node::Attribute(id)) => {
                    let attribute = body.native_attribute(tree, tree.attribute(id));
                    return Ok(Bound::new(py, attribute)?.into_any());
                }
                ("expression", Node::Expr(id)) => {
                    let expression = Arc::new(NativeExpression::new(Arc::clone(tree), id));
                    let tree = Some((Arc::clone(tree), id));
                    let expression = Expression::new(&body.shared, expression, tree);
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
