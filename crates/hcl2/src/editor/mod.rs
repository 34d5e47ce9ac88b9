//! Editing files of either syntax.

mod reading;
mod save;
mod tree;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::OnceLock;

use hcl2_model::{BodyRef, Syntax};
use hcl2_native::edit::{self, Comments, EditError, IntoAddress, IntoFragment, IntoItem, Position};

use hcl2_project::FileReader;

use crate::Error;
use crate::json_editor::JsonEditor;
pub use save::replace_file;
pub use tree::EditorItem;

/// A file under edit, in native or JSON syntax. An edit keeps every byte that it is not about.
///
/// An address is a string such as `server.web.port`, or an [`Address`](edit::Address); a new value is anything with a literal, or a
/// [`Fragment`](edit::Fragment) for another expression; a new item is the source of an attribute or a block.
/// [`set`](Self::set) changes what exists and suggests an address for what does not, [`define`](Self::define) also adds the
/// attribute, and [`create`](Self::create) also the blocks around it. An edit that would leave the file with errors fails
/// and changes nothing.
///
/// # Examples
///
/// ```
/// use hcl2::Editor;
///
/// let mut doc: Editor = "# The web server.\nserver \"web\" {\n  port = 80 # for now\n}\n".parse()?;
/// assert_eq!(doc["server"]["web"]["port"], "80");
/// doc.set("server.web.port", 9090)?;
/// doc.create("server.web.tls.enabled", true)?;
/// doc.append("server.web", "host = \"a\"")?;
/// doc.set_comment("server.web.host", "Public.")?;
/// assert_eq!(
///     doc.to_string(),
///     "# The web server.\nserver \"web\" {\n  port = 9090 # for now\n\n  tls {\n    enabled = true\n  }\n\n  # Public.\n  host = \"a\"\n}\n"
/// );
/// let error = doc.set("server.web.prot", 80).unwrap_err();
/// assert_eq!(error.to_string(), "nothing found at `server.web.prot`; did you mean `server.web.port`?");
///
/// let mut doc = Editor::named("app.json", "{\"server\": {\"web\": {\"port\": 80}}}")?;
/// doc.set("server.web.port", 9090)?;
/// assert_eq!(doc.text(), "{\"server\": {\"web\": {\"port\": 9090}}}");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    file: File,
    /// Where the file was read.
    path: Option<PathBuf>,
    /// The body, once somebody reads it.
    body: OnceLock<BodyRef>,
    /// The items, once somebody indexes the editor.
    items: OnceLock<EditorItem>,
}

#[derive(Clone, Debug)]
enum File {
    Native(edit::Editor),
    Json(JsonEditor),
}

/// Calls a method of the same name of either editor.
macro_rules! either {
    ($file:expr, $editor:ident => $call:expr) => {
        match $file {
            File::Native($editor) => $call,
            File::Json($editor) => $call,
        }
    };
}

impl Editor {
    /// Parses a source in native syntax.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] with the problems of the source, whose codes are those of `hcl2::syntax` and `hcl2::source`.
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        Self::named("document", text)
    }

    /// Parses a source with the name of its file, which appears in messages; one that ends in `.json` selects the JSON
    /// syntax.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse), with the codes of `hcl2::json` for JSON.
    pub fn named(name: &str, text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        Ok(match Syntax::from_path(name) {
            Syntax::Native => edit::Editor::named(name, text)?.into(),
            Syntax::Json => JsonEditor::named(name, text)?.into(),
        })
    }

    /// Reads and parses a file; a name that ends in `.json` selects the JSON syntax. [`save`](Self::save) writes it.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file is unreadable (`hcl2::source::unreadable`), or with every problem of the file.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::Editor;
    ///
    /// fn bump(path: &str) -> Result<(), hcl2::Error> {
    ///     let mut doc = Editor::open(path)?;
    ///     doc.set("version", "1.2.0")?;
    ///     doc.save()?;
    ///     Ok(())
    /// }
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let mut reader = FileReader::default();
        match reader.read_named(path) {
            Some(source) => {
                let mut editor = Self::named(source.name(), source.bytes().to_vec())?;
                editor.path = Some(path.to_owned());
                Ok(editor)
            }
            None => Err(Error::new(reader.diagnostics)),
        }
    }

    /// Returns the syntax of the file.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        match self.file {
            File::Native(_) => Syntax::Native,
            File::Json(_) => Syntax::Json,
        }
    }

    /// Returns the source in its current state.
    #[must_use]
    pub fn text(&self) -> &str {
        either!(&self.file, editor => editor.text())
    }

    /// Returns the editor of a file in native syntax, with its tree; `None` for JSON.
    #[must_use]
    pub fn as_native(&self) -> Option<&edit::Editor> {
        match &self.file {
            File::Native(editor) => Some(editor),
            File::Json(_) => None,
        }
    }

    /// Returns the editor of a file in JSON syntax, with its tree; `None` for native syntax.
    #[must_use]
    pub fn as_json(&self) -> Option<&JsonEditor> {
        match &self.file {
            File::Json(editor) => Some(editor),
            File::Native(_) => None,
        }
    }

    /// Sets the value of what an address selects.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`] with the address that was probably meant, [`EditError::Unexpected`] for a block, and
    /// [`EditError::Fragment`] for an expression without a form in JSON.
    pub fn set(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.set(address, value))
    }

    /// Sets like [`set`](Self::set), and adds the attribute or the item of an object if it is missing.
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set).
    pub fn define(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.define(address, value))
    }

    /// Sets like [`define`](Self::define), and first adds the blocks around it that are missing.
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set).
    pub fn create(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.create(address, value))
    }

    /// Removes everything that an address selects, with its comments.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for a part of an expression that the rest needs.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "tags = { a = 1 }\n# Old.\nb = 2\n".parse()?;
    /// doc.remove("tags.a")?;
    /// doc.remove("b")?;
    /// assert_eq!(doc.text(), "tags = {}\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn remove(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.remove(address))
    }

    /// Renames what an address selects: changes its last name, which is that of an attribute or of the item of an object, or the
    /// last label of a block, or its type if the address names no label.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotAnIdentifier`], and [`EditError::Unexpected`] for anything without a name, or
    /// in JSON if an attribute has the name.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "service \"web\" {\n  port = 80\n}\n".parse()?;
    /// doc.rename("service.web.port", "number")?;
    /// doc.rename("service.web", "api")?;
    /// assert_eq!(doc.text(), "service \"api\" {\n  number = 80\n}\n");
    ///
    /// let mut doc = hcl2::Editor::named("app.json", r#"{"service": {"web": {"port": 80}}}"#)?;
    /// doc.rename("service.web", "api")?;
    /// assert_eq!(doc.text(), r#"{"service": {"api": {"port": 80}}}"#);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn rename(&mut self, address: impl IntoAddress, name: &str) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.rename(address, name))
    }

    /// Adds an empty block to the end of the file.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] if the type is not an identifier.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc = hcl2::Editor::parse("")?;
    /// doc.add_block("resource", ["vm", "web"])?;
    /// assert_eq!(doc.text(), "resource \"vm\" \"web\" {}\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn add_block<'l>(
        &mut self,
        block_type: &str,
        labels: impl IntoIterator<Item = &'l str>,
    ) -> Result<(), EditError> {
        let labels: Vec<&str> = labels.into_iter().collect();
        self.append(
            edit::Address::ROOT,
            edit::NewItem::block(block_type, &labels, [])?,
        )
    }

    /// Replaces the labels of every block that an address selects. In JSON, the names of the address after its last position
    /// are the type and all labels of the blocks.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but a block.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "service \"web\" {}\n".parse()?;
    /// doc.set_labels("service.web", &["http", "web"])?;
    /// assert_eq!(doc.text(), "service \"http\" \"web\" {}\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn set_labels(&mut self, address: impl IntoAddress, labels: &[&str]) -> Result<(), EditError> {
        either!(self.changing(), editor => editor.set_labels(address, labels))
    }

    /// Inserts an attribute or a block last in a block; the address `""` is the file.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Fragment`] for a string that is not one attribute or block, and
    /// [`EditError::Broken`], for example for a duplicate attribute.
    pub fn append(&mut self, body: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(Position::End(body.into_address()?), item)
    }

    /// Inserts an attribute or a block before another one.
    ///
    /// # Errors
    ///
    /// Those of [`append`](Self::append).
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "b = 2\n".parse()?;
    /// doc.insert_before("b", "a = 1")?;
    /// doc.insert_after("b", "c = 3")?;
    /// doc.move_before("c", "a")?;
    /// assert_eq!(doc.text(), "c = 3\na = 1\nb = 2\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn insert_before(&mut self, other: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(Position::Before(other.into_address()?), item)
    }

    /// Inserts an attribute or a block after another one.
    ///
    /// # Errors
    ///
    /// Those of [`append`](Self::append).
    pub fn insert_after(&mut self, other: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(Position::After(other.into_address()?), item)
    }

    fn insert(&mut self, position: Position, item: impl IntoItem) -> Result<(), EditError> {
        let item = item.into_item()?;
        match self.changing() {
            File::Native(editor) => editor.insert(&position, &item),
            File::Json(editor) => editor.insert(&position, item.as_str()),
        }
    }

    /// Inserts an element last in a list.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but a list or, in native syntax, a call.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "allow = [\"a\"]\n".parse()?;
    /// doc.push("allow", "b")?;
    /// assert_eq!(doc.text(), "allow = [\"a\", \"b\"]\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn push(&mut self, list: impl IntoAddress, element: impl IntoFragment) -> Result<(), EditError> {
        let (position, element) = (Position::End(list.into_address()?), element.into_fragment()?);
        match self.changing() {
            File::Native(editor) => editor.insert_element(&position, &element),
            File::Json(editor) => editor.insert(&position, element.as_str()),
        }
    }

    /// Moves an attribute or a block, with its comments, before another one, in native syntax.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for anything but an attribute or a block, and
    /// [`EditError::NotInJson`].
    pub fn move_before(&mut self, item: impl IntoAddress, other: impl IntoAddress) -> Result<(), EditError> {
        self.native("moves")?.move_before(item, other)
    }

    /// Moves an attribute or a block, with its comments, after another one, in native syntax.
    ///
    /// # Errors
    ///
    /// Those of [`move_before`](Self::move_before).
    pub fn move_after(&mut self, item: impl IntoAddress, other: impl IntoAddress) -> Result<(), EditError> {
        self.native("moves")?.move_after(item, other)
    }

    /// Sorts the attributes of each body or object that an address selects by name.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything without attributes.
    pub fn sort(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        match self.changing() {
            File::Native(editor) => editor.sort_attributes(address),
            File::Json(editor) => editor.sort_properties(&address.into_address()?),
        }
    }

    /// Returns the comments of the attribute or block at an address; JSON has none.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but an attribute or a block.
    pub fn comments(&self, address: impl IntoAddress) -> Result<Comments, EditError> {
        match &self.file {
            File::Native(editor) => editor.comments(address),
            File::Json(_) => Ok(Comments::default()),
        }
    }

    /// Sets the comment above the attribute or block at an address, in native syntax. An empty string removes it.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for anything but an attribute or a block on lines of its own, and
    /// [`EditError::NotInJson`].
    pub fn set_comment(&mut self, address: impl IntoAddress, text: &str) -> Result<(), EditError> {
        self.native("comments")?.set_comment(address, text)
    }

    /// Replaces the comments above and beside the attribute or block at an address, in native syntax.
    ///
    /// # Errors
    ///
    /// Those of [`set_comment`](Self::set_comment).
    pub fn set_comments(&mut self, address: impl IntoAddress, comments: &Comments) -> Result<(), EditError> {
        self.native("comments")?.set_comments(address, comments)
    }

    /// Changes every reference to `from`, or to a part of it, into a reference to `to`, and returns their number.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] unless both are references.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut doc: hcl2::Editor = "a = \"${var.old.id}\"\n".parse()?;
    /// assert_eq!(doc.rename_traversal("var.old", "var.new")?, 1);
    /// assert_eq!(doc.text(), "a = \"${var.new.id}\"\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn rename_traversal(&mut self, from: &str, to: &str) -> Result<usize, EditError> {
        let to = edit::Fragment::traversal(to)?;
        either!(self.changing(), editor => editor.rename_traversal(from, &to))
    }

    /// Replaces every expression for which `change` returns another one, in everything that an address selects, and returns
    /// their number; the address `""` is the file, which is in native syntax.
    ///
    /// It visits each expression before the ones in it, in source order, and leaves out what is in a replaced one.
    /// [`Fragment::rewrite`](edit::Fragment::rewrite) does the same in one expression.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], those of the conversion of a replacement, [`EditError::Broken`], and [`EditError::NotInJson`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::Editor;
    /// use hcl2::model::Expression;
    ///
    /// let mut doc: Editor = "region = upper(var.region)\nzones = [\"a\", upper(\"b\")]\n".parse()?;
    /// doc.rewrite("", |expression| {
    ///     let call = expression.static_call()?;
    ///     let value = call.arguments.first()?.evaluate(None).into_result().ok()?;
    ///     value.as_str().map(str::to_uppercase)
    /// })?;
    /// assert_eq!(doc.text(), "region = upper(var.region)\nzones = [\"a\", \"B\"]\n");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn rewrite<F: IntoFragment>(
        &mut self,
        within: impl IntoAddress,
        change: impl FnMut(&hcl2_native::NativeExpression) -> Option<F>,
    ) -> Result<usize, EditError> {
        self.native("rewritten expressions")?.rewrite(within, change)
    }

    /// Returns the editor of a file in native syntax, for an edit with `what`.
    fn native(&mut self, what: &'static str) -> Result<&mut edit::Editor, EditError> {
        match self.changing() {
            File::Native(editor) => Ok(editor),
            File::Json(_) => Err(EditError::NotInJson(what)),
        }
    }

    /// Returns the file for an edit.
    fn changing(&mut self) -> &mut File {
        self.body.take();
        self.items.take();
        &mut self.file
    }

    /// Returns the items of the file.
    fn items(&self) -> &EditorItem {
        self.items
            .get_or_init(|| EditorItem::of_body(&self.body(), &self.text().into()))
    }
}

impl From<edit::Editor> for Editor {
    fn from(editor: edit::Editor) -> Self {
        File::Native(editor).into()
    }
}

impl From<JsonEditor> for Editor {
    fn from(editor: JsonEditor) -> Self {
        File::Json(editor).into()
    }
}

impl From<File> for Editor {
    fn from(file: File) -> Self {
        Self {
            file,
            path: None,
            body: OnceLock::new(),
            items: OnceLock::new(),
        }
    }
}

impl fmt::Display for Editor {
    /// Writes the source in its current state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Editor {
    type Err = EditError;

    /// Parses a source in native syntax.
    fn from_str(text: &str) -> Result<Self, EditError> {
        Self::parse(text)
    }
}
