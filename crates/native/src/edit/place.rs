//! Inserting and moving at places that strings name.

use super::{EditError, Editor, IntoAddress, IntoFragment, IntoItem, Position};

impl Editor {
    /// Inserts an attribute or a block last in the body of a block; the address `""` is the file.
    ///
    /// # Errors
    ///
    /// Those of [`insert`](Self::insert).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "server {\n  port = 80\n}\n".parse()?;
    /// editor.append("server", "host = \"a\" # for now")?;
    /// editor.append("", "client {}")?;
    /// assert_eq!(editor.text(), "server {\n  port = 80\n  host = \"a\" # for now\n}\n\nclient {}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn append(&mut self, body: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(&Position::End(body.into_address()?), &item.into_item()?)
    }

    /// Inserts an attribute or a block before another one.
    ///
    /// # Errors
    ///
    /// Those of [`insert`](Self::insert).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "b = 2\n".parse()?;
    /// editor.insert_before("b", "a = 1")?;
    /// editor.insert_after("b", "c = 3")?;
    /// assert_eq!(editor.text(), "a = 1\nb = 2\nc = 3\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn insert_before(&mut self, other: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(&Position::Before(other.into_address()?), &item.into_item()?)
    }

    /// Inserts an attribute or a block after another one, as [`insert_before`](Self::insert_before) shows.
    ///
    /// # Errors
    ///
    /// Those of [`insert`](Self::insert).
    pub fn insert_after(&mut self, other: impl IntoAddress, item: impl IntoItem) -> Result<(), EditError> {
        self.insert(&Position::After(other.into_address()?), &item.into_item()?)
    }

    /// Moves an attribute or a block, with its comments, before another one.
    ///
    /// # Errors
    ///
    /// Those of [`move_item`](Self::move_item).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "a = 1\nb = 2 # two\nc = 3\n".parse()?;
    /// editor.move_before("b", "a")?;
    /// editor.move_after("a", "c")?;
    /// assert_eq!(editor.text(), "b = 2 # two\nc = 3\na = 1\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn move_before(&mut self, item: impl IntoAddress, other: impl IntoAddress) -> Result<(), EditError> {
        self.move_item(item, &Position::Before(other.into_address()?))
    }

    /// Moves an attribute or a block, with its comments, after another one, as [`move_before`](Self::move_before) shows.
    ///
    /// # Errors
    ///
    /// Those of [`move_item`](Self::move_item).
    pub fn move_after(&mut self, item: impl IntoAddress, other: impl IntoAddress) -> Result<(), EditError> {
        self.move_item(item, &Position::After(other.into_address()?))
    }

    /// Inserts an element last in a list, or an argument last in a call.
    ///
    /// # Errors
    ///
    /// Those of [`insert_element`](Self::insert_element).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "allow = [\"a\"]\n".parse()?;
    /// editor.push("allow", "b")?;
    /// assert_eq!(editor.text(), "allow = [\"a\", \"b\"]\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn push(&mut self, list: impl IntoAddress, element: impl IntoFragment) -> Result<(), EditError> {
        self.insert_element(&Position::End(list.into_address()?), &element.into_fragment()?)
    }
}
