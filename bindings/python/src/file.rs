//! Files and their bodies, blocks and attributes.

use std::sync::Arc;

use hcl2::Syntax;
use hcl2::diagnostics::Span;
use hcl2::model::{BodyRef, BodySchema};
use hcl2::native::NativeExpression;
use hcl2::native::tree::{self, File as Tree, Item, TextRange};
use pyo3::exceptions::{PyKeyError, PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString, PyTuple};

use crate::comments::{all_comments, comments_of};
use crate::dicts::{json_of, plain_options};
use crate::elsewhere::unknown_name;
use crate::expression::{Expression, Origin};
use crate::problems::{Problem, Range, exception, problems};
use crate::source::{Content, PartCall, Place, Shared, Step, json_call, part_call};

/// The content of a file or a block: attributes and blocks.
#[pyclass(frozen, subclass, module = "hcl2rs")]
pub(crate) struct Body {
    pub(crate) shared: Arc<Shared>,
    pub(crate) content: Content,
    pub(crate) span: Span,
}

impl Body {
    pub(crate) fn model(&self) -> BodyRef {
        match &self.content {
            Content::Native(tree, id) => Arc::new(hcl2::native::NativeBody::new(Arc::clone(tree), *id)),
            Content::Json(body, _) => Arc::clone(body),
        }
    }

    fn all_attributes(&self) -> Vec<Attribute> {
        match &self.content {
            Content::Native(tree, id) => {
                let items = tree.items(tree.body(*id).items).iter();
                items
                    .filter_map(|item| match item {
                        Item::Attribute(id) => Some(self.native_attribute(tree, tree.attribute(*id))),
                        _ => None,
                    })
                    .collect()
            }
            Content::Json(body, place) => {
                let attributes = body.attributes().value;
                let attributes = attributes.iter().map(|attribute| {
                    let step = Step::Attribute(attribute.name.to_string());
                    let origin = Origin::Json(Place::new(place.as_ref(), step));
                    Attribute {
                        name: attribute.name.to_string(),
                        span: attribute.span,
                        name_span: attribute.name_span,
                        expression: Expression::new(&self.shared, Arc::clone(&attribute.expression), origin),
                    }
                });
                attributes.collect()
            }
        }
    }

    pub(crate) fn native_attribute(&self, tree: &Arc<Tree>, attribute: tree::Attribute) -> Attribute {
        let expression = NativeExpression::new(Arc::clone(tree), attribute.value);
        Attribute {
            name: tree.str(attribute.name).to_owned(),
            span: tree.span(attribute.range()),
            name_span: tree.span(attribute.name),
            expression: Expression::new(&self.shared, Arc::new(expression), Origin::Node(attribute.value)),
        }
    }

    pub(crate) fn attribute_named(&self, name: &str) -> Option<Attribute> {
        if let Content::Native(tree, id) = &self.content {
            let mut items = tree.items(tree.body(*id).items).iter();
            return items.find_map(|item| match item {
                Item::Attribute(id) => {
                    let attribute = tree.attribute(*id);
                    (tree.str(attribute.name) == name).then(|| self.native_attribute(tree, attribute))
                }
                _ => None,
            });
        }
        let mut all = self.all_attributes().into_iter();
        all.find(|attribute| attribute.name == name)
    }

    pub(crate) fn native_block<'py>(
        &self,
        py: Python<'py>,
        tree: &Arc<Tree>,
        id: tree::BlockId,
    ) -> PyResult<Bound<'py, Block>> {
        let block = tree.block(id);
        let labels = tree.labels(block.labels);
        let body = Self {
            shared: Arc::clone(&self.shared),
            content: Content::Native(Arc::clone(tree), block.body),
            span: tree.span(tree.block_range(id)),
        };
        let block = Block {
            r#type: tree.str(block.block_type).to_owned(),
            labels: labels
                .iter()
                .map(|label| tree.text(label.text).to_owned())
                .collect(),
            header: tree.span(block.header_range(labels)),
        };
        Bound::new(py, PyClassInitializer::from(body).add_subclass(block))
    }

    fn found_blocks<'py>(
        &self,
        py: Python<'py>,
        path: &[String],
        label_count: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, Block>>> {
        let mut found = Vec::new();
        match &self.content {
            Content::Native(tree, id) => {
                for item in tree.items(tree.body(*id).items) {
                    let Item::Block(id) = item else { continue };
                    let block = tree.block(*id);
                    let labels = tree
                        .labels(block.labels)
                        .iter()
                        .map(|label| tree.text(label.text));
                    let names = std::iter::once(tree.str(block.block_type)).chain(labels);
                    let count = block.labels.len();
                    let begins =
                        path.len() <= count + 1 && names.zip(path).all(|(name, wanted)| name == wanted);
                    if begins && label_count.is_none_or(|wanted| wanted == count) {
                        found.push(self.native_block(py, tree, *id)?);
                    }
                }
            }
            Content::Json(..) => {
                let Some((block_type, labels)) = path.split_first() else {
                    return Err(PyTypeError::new_err(
                        "JSON does not tell blocks from attributes: name the type of the blocks",
                    ));
                };
                let count = label_count.unwrap_or(labels.len());
                for (body, block) in self.json_blocks(py, block_type, count)? {
                    if block.labels.starts_with(labels) {
                        found.push(Bound::new(
                            py,
                            PyClassInitializer::from(body).add_subclass(block),
                        )?);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns the blocks of a type with a number of labels, in JSON syntax.
    pub(crate) fn json_blocks(
        &self,
        py: Python<'_>,
        block_type: &str,
        label_count: usize,
    ) -> PyResult<Vec<(Self, Block)>> {
        let Content::Json(body, place) = &self.content else {
            return Ok(Vec::new());
        };
        let names = (0..label_count).map(|index| format!("label {index}"));
        let content = body.partial_content(&BodySchema::new().block(block_type, names));
        if content.has_errors() {
            return Err(exception(py, &content.diagnostics, &self.shared.sources(), None));
        }
        let blocks = content.value.content.blocks.into_iter().enumerate();
        let found = blocks.map(|(index, block)| {
            let step = Step::Block(block_type.to_owned(), label_count, index);
            let body = Self {
                shared: Arc::clone(&self.shared),
                content: Content::Json(block.body, Some(Place::new(place.as_ref(), step))),
                span: block.header_span,
            };
            let labels = block.labels.iter().map(|label| label.text.to_string());
            let block = Block {
                r#type: block.block_type.to_string(),
                labels: labels.collect(),
                header: block.header_span,
            };
            (body, block)
        });
        Ok(found.collect())
    }
}

#[pymethods]
impl Body {
    /// Returns the attributes by name, in source order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for attribute in self.all_attributes() {
            let name = PyString::intern(py, &attribute.name);
            dict.set_item(name, Bound::new(py, attribute)?)?;
        }
        Ok(dict)
    }

    /// Returns the blocks of a type whose labels start with the given ones; without arguments, all blocks.
    ///
    /// In JSON syntax the type is required, and `label_count` if blocks have more labels than are given.
    #[pyo3(signature = (*path, label_count = None))]
    fn blocks<'py>(
        &self,
        py: Python<'py>,
        path: Vec<String>,
        label_count: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, Block>>> {
        self.found_blocks(py, &path, label_count)
    }

    /// Returns the only block of a type whose labels start with the given ones.
    ///
    /// Raises `LookupError` if there is none, or more than one.
    #[pyo3(signature = (*path, label_count = None))]
    fn block<'py>(
        &self,
        py: Python<'py>,
        path: Vec<String>,
        label_count: Option<usize>,
    ) -> PyResult<Bound<'py, Block>> {
        let mut found = self.found_blocks(py, &path, label_count)?;
        match (found.pop(), found.len()) {
            (Some(block), 0) => Ok(block),
            (None, _) => Err(PyLookupError::new_err(format!("no block {}", path.join(" ")))),
            (Some(_), rest) => Err(PyLookupError::new_err(format!(
                "{} blocks {}",
                rest + 1,
                path.join(" ")
            ))),
        }
    }

    /// Returns the attributes and blocks, in source order.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        match &self.content {
            Content::Native(tree, id) => {
                for item in tree.items(tree.body(*id).items) {
                    match item {
                        Item::Attribute(id) => {
                            list.append(Bound::new(py, self.native_attribute(tree, tree.attribute(*id)))?)?;
                        }
                        Item::Block(id) => list.append(self.native_block(py, tree, *id)?)?,
                        Item::Duplicate(_) | Item::Error(_) => {}
                    }
                }
            }
            Content::Json(..) => {
                for attribute in self.all_attributes() {
                    list.append(Bound::new(py, attribute)?)?;
                }
            }
        }
        Ok(list)
    }

    /// Returns an attribute, or `default` if the body does not set it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.attribute_named(name) {
            Some(attribute) => Ok(Some(Bound::new(py, attribute)?.into_any())),
            None => Ok(default),
        }
    }

    fn __getitem__(&self, name: &str) -> PyResult<Attribute> {
        self.attribute_named(name)
            .ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.attribute_named(name).is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.items(py)?.try_iter()
    }

    /// Returns the range: of the whole file, or from the type of the block to its closing brace.
    #[getter]
    fn range(&self) -> Range {
        self.shared.range(self.span)
    }

    /// Returns the source text.
    #[getter]
    fn text(&self) -> String {
        String::from_utf8_lossy(self.shared.source.slice(self.span)).into_owned()
    }

    /// Returns the comments above the block, without markers; empty for a file.
    #[getter]
    fn comments(&self) -> Vec<String> {
        match &self.content {
            Content::Native(tree, _) if self.span.start > 0 => comments_of(tree, self.span).0,
            _ => Vec::new(),
        }
    }

    /// Returns the comment beside the last line of the block, if any.
    #[getter]
    fn comment(&self) -> Option<String> {
        match &self.content {
            Content::Native(tree, _) => comments_of(tree, self.span).1,
            Content::Json(..) => None,
        }
    }

    /// Returns every comment in the body and the blocks in it, with its range, without markers.
    #[getter]
    fn all_comments(&self) -> Vec<(String, Range)> {
        match &self.content {
            Content::Native(tree, _) => {
                let range = TextRange::new(self.span.start, self.span.end);
                let comments = all_comments(tree, range).into_iter();
                comments
                    .map(|(text, range)| (text, self.shared.range(tree.span(range))))
                    .collect()
            }
            Content::Json(..) => Vec::new(),
        }
    }

    /// Returns the references to variables in the body and the blocks in it, such as `var.region`, with their ranges.
    #[getter]
    fn references(&self) -> Vec<(String, Range)> {
        let found = self.model().variables();
        let spans = found.iter().filter_map(hcl2::model::Traversal::span);
        spans
            .map(|span| {
                let text = String::from_utf8_lossy(self.shared.source.slice(span)).into_owned();
                (text, self.shared.range(span))
            })
            .collect()
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        unknown_name(slf.as_any(), name)
    }

    fn __repr__(&self) -> String {
        format!("<Body {}>", self.range())
    }
}

/// A block: a type, labels and a body.
#[pyclass(frozen, extends = Body, module = "hcl2rs")]
pub(crate) struct Block {
    /// The type.
    #[pyo3(get)]
    r#type: String,
    /// The labels.
    #[pyo3(get)]
    labels: Vec<String>,
    header: Span,
}

#[pymethods]
impl Block {
    /// Returns the range of the type and the labels.
    #[getter]
    fn header_range(slf: PyRef<'_, Self>) -> Range {
        slf.as_super().shared.range(slf.header)
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let mut names = vec![slf.r#type.clone()];
        names.extend(slf.labels.iter().map(|label| format!("{label:?}")));
        format!("<Block {} at {}>", names.join(" "), slf.as_super().range())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PartCall<'py>> {
        let block = slf.borrow();
        let body = block.as_super();
        match &body.content {
            Content::Json(_, Some(place)) => json_call(slf.as_any(), "block", place),
            _ => part_call(slf.as_any(), "block", body.span),
        }
    }
}

/// An attribute: a name and an expression.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Attribute {
    /// The name.
    #[pyo3(get)]
    name: String,
    span: Span,
    name_span: Span,
    pub(crate) expression: Expression,
}

#[pymethods]
impl Attribute {
    /// Returns the expression.
    #[getter]
    fn expression(&self) -> Expression {
        self.expression.clone()
    }

    /// Returns the value of the expression, which must be constant, as `Expression.value` does.
    #[pyo3(signature = (*, numbers = "float"))]
    fn value<'py>(&self, py: Python<'py>, numbers: &str) -> PyResult<Bound<'py, PyAny>> {
        self.expression.value(py, numbers)
    }

    /// Returns the range of the whole definition.
    #[getter]
    fn range(&self) -> Range {
        self.expression.shared.range(self.span)
    }

    /// Returns the range of the name.
    #[getter]
    fn name_range(&self) -> Range {
        self.expression.shared.range(self.name_span)
    }

    /// Returns the comments above the attribute, without markers.
    #[getter]
    fn comments(&self) -> Vec<String> {
        let tree = self.expression.tree();
        tree.map_or_else(Vec::new, |tree| comments_of(tree, self.span).0)
    }

    /// Returns the comment beside the attribute, if any.
    #[getter]
    fn comment(&self) -> Option<String> {
        comments_of(self.expression.tree()?, self.span).1
    }

    fn __repr__(&self) -> String {
        format!("<Attribute {} at {}>", self.name, self.range())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PartCall<'py>> {
        match &slf.get().expression.origin {
            Origin::Json(place) => json_call(slf.as_any(), "attribute", place),
            _ => part_call(slf.as_any(), "attribute", slf.get().span),
        }
    }
}

/// A parsed file.
#[pyclass(frozen, extends = Body, weakref, module = "hcl2rs")]
pub(crate) struct File;

#[pymethods]
impl File {
    /// Returns the name, as it appears in ranges.
    #[getter]
    fn name(slf: PyRef<'_, Self>) -> String {
        slf.as_super().shared.source.name().to_owned()
    }

    /// Returns the syntax: `native` or `json`.
    #[getter]
    fn syntax(slf: PyRef<'_, Self>) -> &'static str {
        match slf.as_super().shared.syntax {
            Syntax::Json => "json",
            _ => "native",
        }
    }

    /// Returns the warnings of parsing.
    #[getter]
    fn warnings(slf: PyRef<'_, Self>) -> Vec<Problem> {
        let shared = &slf.as_super().shared;
        problems(&shared.warnings, &shared.sources())
    }

    /// Returns the file as JSON: attributes by name, blocks in lists below their types and labels. Constant expressions are
    /// values, others strings with `${...}`, as hcl2json writes them; without `simplify`, only literals are values.
    #[pyo3(signature = (*, simplify = true))]
    fn to_json(slf: PyRef<'_, Self>, simplify: bool) -> PyResult<String> {
        let (py, shared) = (slf.py(), &slf.as_super().shared);
        match &shared.root {
            Content::Native(tree, _) => json_of(py, tree, plain_options(simplify, false, false)),
            Content::Json(..) => Ok(String::from_utf8_lossy(shared.source.bytes()).into_owned()),
        }
    }

    /// Returns the file as a dictionary, which is that of its JSON.
    #[pyo3(signature = (*, simplify = true))]
    fn to_dict<'py>(slf: PyRef<'py, Self>, simplify: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("json")?
            .call_method1("loads", (Self::to_json(slf, simplify)?,))
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("<File {}>", slf.as_super().shared.source.name())
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        reparse(slf.py(), &slf.as_super().shared)
    }
}

/// Returns the call that parses a file again, for pickling.
fn reparse<'py>(py: Python<'py>, shared: &Shared) -> PyResult<Bound<'py, PyTuple>> {
    let parse = py.import("hcl2rs._hcl2rs")?.getattr("_reparse")?;
    let name = shared.source.name();
    let is_json = shared.syntax == Syntax::Json;
    let arguments = (PyBytes::new(py, shared.source.bytes()), name, is_json);
    (parse, arguments).into_pyobject(py)
}
