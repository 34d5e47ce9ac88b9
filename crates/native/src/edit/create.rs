//! Setting what is missing together with the blocks around it.

use super::{Address, AddressStep, EditError, Editor, IntoAddress, IntoFragment, NewItem, Position};
use crate::tree::{Item, Node};

impl Editor {
    /// Sets like [`set`](Self::set), and first adds what is missing: the attribute or object item, and the blocks around it.
    ///
    /// Of the names after the last block that is there, the first is a block type, and the others are labels: as many as
    /// those of other blocks of the type in that body, or all up to the last name. A position ends the labels of a block,
    /// so that `a.b[0].c.d` is an attribute of a block `c` in a block `a` with the label `b`.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`] if a missing part is no block, and the other errors of [`set`](Self::set).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor = Editor::parse("service \"a\" {\n}\n")?;
    /// editor.create("service.b.check[0].every", 5)?;
    /// assert_eq!(
    ///     editor.text(),
    ///     "service \"a\" {\n}\n\nservice \"b\" {\n  check {\n    every = 5\n  }\n}\n"
    /// );
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn create(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let (address, value) = (&address.into_address()?, &value.into_fragment()?);
        if !self.select(address).is_empty() {
            return self.set(address, value);
        }
        let missing = || self.not_found(address);
        let (parent, _) = address.split_last().ok_or_else(missing)?;
        if !self.select(&parent).is_empty() {
            // A block with more labels than the address has is another one.
            let mut editor = self.clone();
            if editor.define(address, value).is_ok() {
                *self = editor;
                return Ok(());
            }
        }
        let steps = parent.steps();
        let prefix = |length: usize| Address::new(steps[..length].to_vec());
        let mut editor = self.clone();
        let mut length = (0..=steps.len())
            .rev()
            .find(|length| editor.holds_items(&prefix(*length)))
            .ok_or_else(missing)?;
        while length < steps.len() {
            let name = |step: &AddressStep| match step {
                AddressStep::Name(name) => Some(name.clone()),
                _ => None,
            };
            let names: Vec<String> = steps[length..].iter().map_while(name).collect();
            let (block_type, labels) = names.split_first().ok_or_else(missing)?;
            let body = prefix(length);
            let count = editor.label_count(&body, block_type).unwrap_or(labels.len());
            let labels: Vec<&str> = labels.iter().take(count).map(String::as_str).collect();
            editor.insert(&Position::End(body), &NewItem::block(block_type, &labels, [])?)?;
            length += 1 + labels.len();
            if let Some(AddressStep::Index(0)) = steps.get(length) {
                length += 1;
            }
        }
        editor.define(address, value)?;
        *self = editor;
        Ok(())
    }

    /// Adds an empty block to the end of the file, with its labels.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] if the type is not an identifier.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor = Editor::parse("")?;
    /// editor.add_block("resource", ["vm", "web"])?;
    /// editor.create("resource.vm.web.size", 2)?;
    /// assert_eq!(editor.text(), "resource \"vm\" \"web\" {\n  size = 2\n}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn add_block<'l>(
        &mut self,
        block_type: &str,
        labels: impl IntoIterator<Item = &'l str>,
    ) -> Result<(), EditError> {
        let labels: Vec<&str> = labels.into_iter().collect();
        self.insert(
            &Position::End(Address::ROOT),
            &NewItem::block(block_type, &labels, [])?,
        )
    }

    /// Returns whether an address selects the file, or a block with all of its labels.
    fn holds_items(&self, address: &Address) -> bool {
        let without_position = |address: &Address| match address.split_last() {
            Some((rest, AddressStep::Index(_))) => rest,
            _ => address.clone(),
        };
        match self.select(address).as_slice() {
            [found] => match found.node {
                Node::Body(_) => true,
                Node::Block(_) => without_position(&found.address) == without_position(address),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the number of labels of the first block of a type in a body.
    fn label_count(&self, body: &Address, block_type: &str) -> Option<usize> {
        let file = &self.file;
        let body = match self.select(body).first()?.node {
            Node::Body(body) => body,
            Node::Block(block) => file.block(block).body,
            _ => return None,
        };
        file.items(file.body(body).items)
            .iter()
            .find_map(|item| match item {
                Item::Block(id) if file.str(file.block(*id).block_type) == block_type => {
                    Some(file.block(*id).labels.len())
                }
                _ => None,
            })
    }
}
