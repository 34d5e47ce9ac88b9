//! Names of attributes, block types, labels and keys, and references of expressions.

use super::elements::write_key;
use super::fragment::{identifier, write_label};
use super::items::unexpected;
use super::{EditError, Editor, Fragment, IntoAddress};
use crate::tree::{Node, TextRange};

impl Editor {
    /// Renames every attribute, block or object item that an address selects.
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
    /// editor.rename("service.web", "server")?;
    /// assert_eq!(editor.text(), "server \"web\" {\n  tags = { \"b c\" = 1 }\n}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn rename(&mut self, address: impl IntoAddress, name: &str) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut splices = Vec::new();
        for selection in found {
            let mut text = name.to_owned();
            let range = match selection.node {
                Node::Attribute(attribute) => self.file.attribute(attribute).name,
                Node::Block(block) => self.file.block(block).block_type,
                Node::ObjectItem(item) => {
                    text.clear();
                    write_key(&mut text, name);
                    self.file.expr_range(item.key)
                }
                _ => return Err(unexpected(address, "an attribute, block or object item")),
            };
            if !matches!(selection.node, Node::ObjectItem(_)) {
                identifier(name)?;
            }
            splices.push((range, text));
        }
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
