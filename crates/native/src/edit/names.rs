//! Names of attributes, block types, labels and keys, and references of expressions.

use super::elements::write_key;
use super::fragment::{identifier, write_label};
use super::items::unexpected;
use super::{EditError, Editor, Fragment, IntoAddress};
use crate::tree::{Node, TextRange};

impl Editor {
    /// Renames every attribute, block or object item that an address selects: changes the last name of the address.
    ///
    /// For a block that is its last label, or its type if the address names no label; [`set_type`](Self::set_type) always
    /// changes the type.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotAnIdentifier`] for attributes and block types, [`EditError::Unexpected`] for
    /// anything without a name, and [`EditError::Broken`], for example for a duplicate attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor = Editor::parse("service \"web\" {\n  tags = { a = 1 }\n}\n")?;
    /// editor.rename("service.web.tags.a", "b c")?;
    /// editor.rename("service.web", "api")?;
    /// editor.rename("service", "server")?;
    /// assert_eq!(editor.text(), "server \"api\" {\n  tags = { \"b c\" = 1 }\n}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn rename(&mut self, address: impl IntoAddress, name: &str) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let found = self.select_named(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut splices = Vec::new();
        for (node, labels) in found {
            let mut text = String::new();
            let range = match (node, labels) {
                (Node::Attribute(attribute), _) => self.file.attribute(attribute).name,
                (Node::Block(block), Some(last)) => {
                    write_label(&mut text, name);
                    self.file.labels(self.file.block(block).labels)[last].range
                }
                (Node::Block(block), None) => self.file.block(block).block_type,
                (Node::ObjectItem(item), _) => {
                    write_key(&mut text, name);
                    self.file.expr_range(item.key)
                }
                _ => return Err(unexpected(address, "an attribute, block or object item")),
            };
            if text.is_empty() {
                identifier(name)?;
                text.push_str(name);
            }
            splices.push((range, text));
        }
        self.splice(splices)
    }

    /// Replaces the type of every block that an address selects, and keeps the labels.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotAnIdentifier`], and [`EditError::Unexpected`] for anything but a block.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor = Editor::parse("service \"web\" {}\nservice \"db\" {}\n")?;
    /// editor.set_type("service.db", "store")?;
    /// assert_eq!(editor.text(), "service \"web\" {}\nstore \"db\" {}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn set_type(&mut self, address: impl IntoAddress, block_type: &str) -> Result<(), EditError> {
        let address = &address.into_address()?;
        identifier(block_type)?;
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let splices = found.into_iter().map(|selection| match selection.node {
            Node::Block(block) => Ok((self.file.block(block).block_type, block_type)),
            _ => Err(unexpected(address, "a block")),
        });
        let splices = splices.collect::<Result<Vec<_>, _>>()?;
        self.splice(splices)
    }

    /// Replaces the labels of every block that an address selects.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for anything but a block, and [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor = Editor::parse("service web {}\n")?;
    /// editor.set_labels("service", &["http", "web"])?;
    /// assert_eq!(editor.text(), "service \"http\" \"web\" {}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn set_labels(&mut self, address: impl IntoAddress, labels: &[&str]) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut splices = Vec::new();
        for selection in found {
            let Node::Block(block) = selection.node else {
                return Err(unexpected(address, "a block"));
            };
            let block = self.file.block(block);
            let mut text = String::from(" ");
            for label in labels {
                write_label(&mut text, label);
                text.push(' ');
            }
            splices.push((TextRange::new(block.block_type.end, block.open_brace.start), text));
        }
        self.splice(splices)
    }

    /// Changes every reference to `from`, or to a part of it, into a reference to `to`, and returns their number. Leaves
    /// variables of the same name that a `for` defines.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] as for [`Fragment::static_traversal`], and [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment};
    ///
    /// let mut editor = Editor::parse("a = \"${var.old.id}\"\nb = [for var in x : var.old]\n")?;
    /// assert_eq!(editor.rename_traversal("var.old", &Fragment::traversal("var.new")?)?, 1);
    /// assert_eq!(editor.text(), "a = \"${var.new.id}\"\nb = [for var in x : var.old]\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn rename_traversal(&mut self, from: &str, to: &Fragment) -> Result<usize, EditError> {
        let wanted = Fragment::static_traversal(from)?;
        let mut splices = Vec::new();
        for traversal in self.file.variables(self.file.root_node()) {
            if let Some(span) = traversal.prefix_span(&wanted) {
                splices.push((TextRange::new(span.start, span.end), to.as_str().to_owned()));
            }
        }
        let count = splices.len();
        self.splice(splices)?;
        Ok(count)
    }
}
