//! Editing files.

use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::edit::{
    Address, AddressStep, Comments, EditError, EditorItem as Item, Fragment, NewItem, replace_file,
};
use hcl2::model::EvalContext;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyLookupError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::elsewhere::unknown_name;
use crate::expression::Expression;
use crate::problems::{exception, exception_of};
use crate::source::{content_of, os_error, syntax_of};
use crate::values::{from_python, to_python};

/// The function that makes a pickled editor again, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (String, String, &'static str, Option<PathBuf>));

/// Edits a file of either syntax. Everything that an edit does not name stays as it is, comments included.
///
/// A name that ends in `.json` selects the JSON syntax, as `syntax` does.
#[pyclass(module = "hcl2rs")]
pub(crate) struct Editor {
    name: String,
    editor: hcl2::Editor,
    /// The file that was read, which `save` writes.
    path: Option<PathBuf>,
}

#[pymethods]
impl Editor {
    #[new]
    #[pyo3(signature = (source, *, name = None, syntax = None))]
    fn new(source: &Bound<'_, PyAny>, name: Option<String>, syntax: Option<&str>) -> PyResult<Self> {
        let (bytes, found) = content_of(source)?;
        let name = name.or(found).unwrap_or_else(|| "<string>".to_owned());
        let editor = match syntax_of(syntax, &name)? {
            Syntax::Json => hcl2::edit::JsonEditor::named(&name, bytes).map(hcl2::Editor::from),
            _ => hcl2::native::edit::Editor::named(&name, bytes).map(hcl2::Editor::from),
        };
        let editor = editor.map_err(|error| edit_error(source.py(), error))?;
        let is_path = source.hasattr("__fspath__")?;
        let path = if is_path { Some(source.extract()?) } else { None };
        Ok(Self { name, editor, path })
    }

    /// Reads and parses the file at a path, which `save` writes; a name that ends in `.json` selects the JSON syntax.
    #[classmethod]
    #[pyo3(signature = (path, *, syntax = None))]
    fn open(class: &Bound<'_, PyType>, path: PathBuf, syntax: Option<&str>) -> PyResult<Self> {
        let path = class.py().import("pathlib")?.getattr("Path")?.call1((path,))?;
        Self::new(&path, None, syntax)
    }

    /// Writes the text into the file that was read, or into the one at another path, which may be new.
    ///
    /// A reader of the file sees the old content or the new one, never a part. The file keeps its permissions.
    /// Raises `ValueError` without a path if the source was not read from one, and `OSError` if the file cannot be written.
    #[pyo3(signature = (path = None))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<()> {
        let Some(path) = path.as_ref().or(self.path.as_ref()) else {
            return Err(PyValueError::new_err(
                "the source was not read from a file: pass the path to `save`, or read the file with `Editor.open(path)`",
            ));
        };
        let text = self.editor.text();
        let saved = py.detach(|| replace_file(path, text));
        saved.map_err(|error| os_error(py, &error, path))
    }

    /// Returns the name of the file, as it appears in messages.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the syntax: `native` or `json`.
    #[getter]
    fn syntax(&self) -> &'static str {
        match self.editor.syntax() {
            Syntax::Json => "json",
            _ => "native",
        }
    }

    /// Returns the current text.
    #[getter]
    fn text(&self) -> &str {
        self.editor.text()
    }

    /// Returns the source text of the first value at an address, or of the first block, or `default` if nothing is there.
    #[pyo3(signature = (address, default = None))]
    fn get(&self, py: Python<'_>, address: &str, default: Option<String>) -> PyResult<Option<String>> {
        let found = self.editor.get(parsed(py, address)?);
        Ok(found.map(ToOwned::to_owned).or(default))
    }

    /// Returns the address and source text of everything at an address, such as `resource.aws_instance.*.tags`.
    fn select(&self, py: Python<'_>, address: &str) -> PyResult<Vec<(String, String)>> {
        let found = self.editor.select(parsed(py, address)?);
        let found = found.map_err(|error| edit_error(py, error))?;
        let texts = found.iter().map(|address| {
            let text = self.editor.get(address.clone()).unwrap_or_default().to_owned();
            (address.to_string(), text)
        });
        Ok(texts.collect())
    }

    /// Sets an attribute or an element to a value. With `create`, it is created if it is missing, as are the blocks around it.
    ///
    /// Raises `LookupError` if it is missing and not to be created.
    #[pyo3(signature = (address, value, *, create = false))]
    fn set(&mut self, address: &str, value: &Bound<'_, PyAny>, create: bool) -> PyResult<()> {
        let py = value.py();
        let fragment = fragment_of(value)?;
        self.put(py, address, &fragment, create)
    }

    /// Sets an attribute or an element to an expression in source text, as `set` does to a value.
    #[pyo3(signature = (address, expression, *, create = false))]
    fn set_expression(
        &mut self,
        py: Python<'_>,
        address: &str,
        expression: &str,
        create: bool,
    ) -> PyResult<()> {
        let fragment = Fragment::expression(expression).map_err(|error| edit_error(py, error))?;
        self.put(py, address, &fragment, create)
    }

    /// Appends source text, an attribute or a block, to the block at an address; the address `""` is the file.
    fn append(&mut self, py: Python<'_>, address: &str, item: &str) -> PyResult<()> {
        let (address, item) = (parsed(py, address)?, item_of(py, item)?);
        self.editor
            .append(address, item)
            .map_err(|error| edit_error(py, error))
    }

    /// Inserts source text, an attribute or a block, before the attribute or block at an address.
    fn insert_before(&mut self, py: Python<'_>, address: &str, item: &str) -> PyResult<()> {
        let (address, item) = (parsed(py, address)?, item_of(py, item)?);
        let inserted = self.editor.insert_before(address, item);
        inserted.map_err(|error| edit_error(py, error))
    }

    /// Inserts source text, an attribute or a block, after the attribute or block at an address.
    fn insert_after(&mut self, py: Python<'_>, address: &str, item: &str) -> PyResult<()> {
        let (address, item) = (parsed(py, address)?, item_of(py, item)?);
        let inserted = self.editor.insert_after(address, item);
        inserted.map_err(|error| edit_error(py, error))
    }

    /// Appends a value to the list at an address.
    fn push(&mut self, address: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        let (address, fragment) = (parsed(py, address)?, fragment_of(value)?);
        self.editor
            .push(address, fragment)
            .map_err(|error| edit_error(py, error))
    }

    /// Adds an empty block to the end of the file.
    #[pyo3(signature = (block_type, *labels))]
    fn add_block(&mut self, py: Python<'_>, block_type: &str, labels: Vec<String>) -> PyResult<()> {
        let added = self
            .editor
            .add_block(block_type, labels.iter().map(String::as_str));
        added.map_err(|error| edit_error(py, error))
    }

    /// Removes what is at an address.
    fn remove(&mut self, py: Python<'_>, address: &str) -> PyResult<()> {
        let address = parsed(py, address)?;
        self.editor.remove(address).map_err(|error| edit_error(py, error))
    }

    /// Changes the last name of an address: that of an attribute, or the last label of a block, or its type.
    fn rename(&mut self, py: Python<'_>, address: &str, name: &str) -> PyResult<()> {
        let address = parsed(py, address)?;
        self.editor
            .rename(address, name)
            .map_err(|error| edit_error(py, error))
    }

    /// Renames a reference, such as `var.old`, wherever it occurs, and returns how often it did.
    fn rename_reference(&mut self, py: Python<'_>, old: &str, new: &str) -> PyResult<usize> {
        let renamed = self.editor.rename_traversal(old, new);
        renamed.map_err(|error| edit_error(py, error))
    }

    /// Moves an attribute or a block, with its comments, before another one.
    fn move_before(&mut self, py: Python<'_>, address: &str, other: &str) -> PyResult<()> {
        let (address, other) = (parsed(py, address)?, parsed(py, other)?);
        let moved = self.editor.move_before(address, other);
        moved.map_err(|error| edit_error(py, error))
    }

    /// Moves an attribute or a block, with its comments, after another one.
    fn move_after(&mut self, py: Python<'_>, address: &str, other: &str) -> PyResult<()> {
        let (address, other) = (parsed(py, address)?, parsed(py, other)?);
        let moved = self.editor.move_after(address, other);
        moved.map_err(|error| edit_error(py, error))
    }

    /// Returns the comments above the attribute or block at an address, and the one beside it.
    fn comments(&self, py: Python<'_>, address: &str) -> PyResult<(Vec<String>, Option<String>)> {
        let comments = self.editor.comments(parsed(py, address)?);
        let Comments { above, beside } = comments.map_err(|error| edit_error(py, error))?;
        Ok((above, beside))
    }

    /// Sets the comments above an item, and the one beside it.
    #[pyo3(signature = (address, above, beside = None))]
    fn set_comments(
        &mut self,
        py: Python<'_>,
        address: &str,
        above: Vec<String>,
        beside: Option<String>,
    ) -> PyResult<()> {
        let comments = Comments { above, beside };
        let set = self.editor.set_comments(parsed(py, address)?, &comments);
        set.map_err(|error| edit_error(py, error))
    }

    /// Returns the names of the attributes, and the types of the blocks, sorted.
    fn keys(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        EditorItem::root(slf).keys(slf.py())
    }

    fn __getitem__(slf: &Bound<'_, Self>, name: &str) -> PyResult<EditorItem> {
        EditorItem::root(slf).existing(slf.py(), Key::Name(name.to_owned()))
    }

    fn __setitem__(slf: &Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        EditorItem::root(slf).put(Key::Name(name.to_owned()), value)
    }

    fn __delitem__(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        EditorItem::root(slf).delete(slf.py(), Key::Name(name.to_owned()))
    }

    fn __contains__(slf: &Bound<'_, Self>, name: &str) -> PyResult<bool> {
        EditorItem::root(slf).contains(slf.py(), Key::Name(name.to_owned()))
    }

    /// Refuses, since Python would ask for the names 0, 1 and so on otherwise.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(
            "an editor is not iterable: `keys()` returns its names",
        ))
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        unknown_name(slf.as_any(), name)
    }

    fn __str__(&self) -> &str {
        self.editor.text()
    }

    fn __repr__(&self) -> String {
        format!("<Editor of {} bytes>", self.editor.text().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let make = py.import("hcl2rs._hcl2rs")?.getattr("_editor")?;
        Ok((
            make,
            (
                self.editor.text().to_owned(),
                self.name.clone(),
                self.syntax(),
                self.path.clone(),
            ),
        ))
    }
}

impl Editor {
    fn put(&mut self, py: Python<'_>, address: &str, fragment: &Fragment, create: bool) -> PyResult<()> {
        let address = parsed(py, address)?;
        let edited = if create {
            self.editor.create(address, fragment)
        } else {
            self.editor.set(address, fragment)
        };
        edited.map_err(|error| match error {
            EditError::NotFound { .. } => {
                PyLookupError::new_err(format!("{error} (`create=True` creates it)"))
            }
            error => edit_error(py, error),
        })
    }

    fn has(&self, address: &Address) -> bool {
        let found = self.editor.select(address.clone());
        found.is_ok_and(|found| !found.is_empty())
    }

    /// Returns the error for an address at which nothing is, with the one that was probably meant.
    fn missing(&self, address: &Address) -> EditError {
        EditError::not_found(address, &|address| {
            self.editor.select(address.clone()).unwrap_or_default()
        })
    }

    /// Returns what is at an address that consists of names and positions.
    fn item(&self, address: &Address) -> Option<&Item> {
        let (first, rest) = address.steps().split_first()?;
        let AddressStep::Name(first) = first else {
            return None;
        };
        rest.iter()
            .try_fold(&self.editor[first.as_str()], |item, step| match step {
                AddressStep::Name(name) => Some(&item[name.as_str()]),
                AddressStep::Index(position) => Some(&item[*position]),
                _ => None,
            })
    }
}

/// Makes an editor that was pickled.
#[pyfunction]
pub(crate) fn _editor(
    text: &Bound<'_, PyAny>,
    name: String,
    syntax: &str,
    path: Option<PathBuf>,
) -> PyResult<Editor> {
    let editor = Editor::new(text, Some(name), Some(syntax))?;
    Ok(Editor { path, ..editor })
}

/// A name, or a position from 0.
#[derive(FromPyObject)]
enum Key {
    Name(String),
    Position(usize),
}

impl Key {
    fn step(self) -> AddressStep {
        match self {
            Self::Name(name) => AddressStep::Name(name),
            Self::Position(position) => AddressStep::Index(position),
        }
    }
}

/// A part of a file under edit, as `editor["server"]["port"]` returns it. It is a place, and shows its current content.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct EditorItem {
    editor: Py<Editor>,
    address: Address,
}

#[pymethods]
impl EditorItem {
    /// Returns the address.
    #[getter]
    fn address(&self) -> String {
        self.address.to_string()
    }

    /// Returns the source text of the value, or of the block.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let editor = self.editor.try_borrow(py)?;
        let text = editor.editor.get(self.address.clone()).map(ToOwned::to_owned);
        text.ok_or_else(|| edit_error(py, editor.missing(&self.address)))
    }

    /// Returns the value, which must be constant, as `Expression.value` does.
    #[pyo3(signature = (*, numbers = "float"))]
    fn value<'py>(&self, py: Python<'py>, numbers: &str) -> PyResult<Bound<'py, PyAny>> {
        let numbers = numbers.parse()?;
        let text = self.text(py)?;
        let editor = self.editor.try_borrow(py)?;
        let value = match (editor.editor.as_native(), editor.editor.as_json()) {
            (Some(native), _) => {
                let found = native.select(&self.address);
                let is_value = found
                    .first()
                    .is_some_and(|found| native.value_of(found.node).is_some());
                is_value.then(|| hcl2::Loader::new().standard_functions().eval(&text))
            }
            (None, Some(json)) => {
                let mut context = EvalContext::new();
                context.set_functions(hcl2::standard_functions());
                let found = json.select(&self.address);
                let value = found
                    .first()
                    .and_then(|found| json.evaluate(found.node, &context));
                value.map(|value| value.into_result().map_err(hcl2::Error::new))
            }
            (None, None) => None,
        };
        let Some(value) = value else {
            return Err(PyTypeError::new_err(format!(
                "`{}` is a block and has no value",
                self.address
            )));
        };
        to_python(py, &value.map_err(|error| exception_of(py, &error))?, numbers)
    }

    /// Returns the names in a block or an object, or the labels of the blocks of a type, sorted.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let editor = self.editor.try_borrow(py)?;
        if self.address.steps().is_empty() {
            return Ok(editor.editor.names().map(ToOwned::to_owned).collect());
        }
        let names = editor
            .item(&self.address)
            .map(|item| item.names().map(ToOwned::to_owned));
        Ok(names.map(Iterator::collect).unwrap_or_default())
    }

    /// Returns the elements of a list, or the blocks with a type and labels.
    fn elements(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let positions = 0..self.__len__(py)?;
        Ok(positions
            .map(|position| self.at(py, Key::Position(position)))
            .collect())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let editor = self.editor.try_borrow(py)?;
        Ok(editor.item(&self.address).map_or(0, Item::len))
    }

    /// Returns whether it exists, whatever its length.
    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.editor.try_borrow(py)?.has(&self.address))
    }

    fn __getitem__(&self, py: Python<'_>, key: Key) -> PyResult<Self> {
        self.existing(py, key)
    }

    fn __setitem__(&self, key: Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.put(key, value)
    }

    fn __delitem__(&self, py: Python<'_>, key: Key) -> PyResult<()> {
        self.delete(py, key)
    }

    fn __contains__(&self, py: Python<'_>, key: Key) -> PyResult<bool> {
        self.contains(py, key)
    }

    /// Refuses, since Python would ask for the positions from 0 otherwise.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(
            "an item is not iterable: `keys()` returns its names, and `elements()` its elements or blocks",
        ))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self) -> String {
        format!("<EditorItem {}>", self.address)
    }
}

impl EditorItem {
    fn root(editor: &Bound<'_, Editor>) -> Self {
        Self {
            editor: editor.clone().unbind(),
            address: Address::ROOT,
        }
    }

    fn at(&self, py: Python<'_>, key: Key) -> Self {
        Self {
            editor: self.editor.clone_ref(py),
            address: self.address.then(key.step()),
        }
    }

    /// Returns the item with a name or at a position: a `KeyError` or an `IndexError` if nothing is there.
    fn existing(&self, py: Python<'_>, key: Key) -> PyResult<Self> {
        let is_name = matches!(key, Key::Name(_));
        let item = self.at(py, key);
        let editor = self.editor.try_borrow(py)?;
        if editor.has(&item.address) {
            return Ok(item);
        }
        let message = editor.missing(&item.address).to_string();
        Err(if is_name {
            PyKeyError::new_err(message)
        } else {
            PyIndexError::new_err(message)
        })
    }

    /// Sets the item with a name or at a position, and adds the attribute or key if it is missing.
    fn put(&self, key: Key, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        let fragment = fragment_of(value)?;
        let address = self.at(py, key).address;
        let mut editor = self.editor.try_borrow_mut(py)?;
        let set = editor.editor.define(address, fragment);
        set.map_err(|error| edit_error(py, error))
    }

    fn delete(&self, py: Python<'_>, key: Key) -> PyResult<()> {
        let address = self.existing(py, key)?.address;
        let mut editor = self.editor.try_borrow_mut(py)?;
        let removed = editor.editor.remove(address);
        removed.map_err(|error| edit_error(py, error))
    }

    fn contains(&self, py: Python<'_>, key: Key) -> PyResult<bool> {
        let address = self.at(py, key).address;
        Ok(self.editor.try_borrow(py)?.has(&address))
    }
}

/// Returns what to write for a value, or the expression of a file or of another place.
fn fragment_of(value: &Bound<'_, PyAny>) -> PyResult<Fragment> {
    let py = value.py();
    let fragment = if let Ok(item) = value.cast::<EditorItem>() {
        Fragment::expression(&item.get().text(py)?)
    } else if let Ok(expression) = value.cast::<Expression>() {
        Fragment::expression(&expression.get().text())
    } else {
        Fragment::value(&from_python(value)?)
    };
    fragment.map_err(|error| edit_error(py, error))
}

fn item_of(py: Python<'_>, source: &str) -> PyResult<NewItem> {
    NewItem::raw(source).map_err(|error| edit_error(py, error))
}

fn parsed(py: Python<'_>, address: &str) -> PyResult<Address> {
    address.parse().map_err(|error| edit_error(py, error))
}

/// Returns a `LookupError` if nothing is at an address, an `HclError` with the problems of a source, and a `ValueError` for any
/// other refusal.
fn edit_error(py: Python<'_>, error: EditError) -> PyErr {
    match &error {
        EditError::NotFound { .. } => PyLookupError::new_err(error.to_string()),
        EditError::Broken(problems) | EditError::Fragment { problems, .. }
            if !problems.diagnostics().is_empty() =>
        {
            exception(py, &problems.iter().cloned().collect(), problems.sources(), None)
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}
