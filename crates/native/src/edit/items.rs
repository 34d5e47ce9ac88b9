//! Setting, inserting, removing, moving and sorting attributes and blocks.

use super::fragment::{indented, outdented};
use super::{Address, AddressStep, Batch, EditError, Editor, IntoAddress, IntoFragment, NewItem, Selection};
use crate::rewrite::{Line, Lines, Moved, Splice, sorted_attributes, sorted_blocks};
use crate::tree::{AttributeId, BlockId, BodyId, File, Item, Node, TextRange};

/// Indentation of a body relative to its block.
const INDENTATION: &str = "  ";

/// Where to insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Before the part at an address.
    Before(Address),
    /// After the part at an address.
    After(Address),
    /// First in the body of a block or of the file, or in a list or call.
    Start(Address),
    /// Last in the body of a block or of the file, or in a list or call.
    End(Address),
}

impl Position {
    /// Returns the address.
    #[must_use]
    pub fn address(&self) -> &Address {
        match self {
            Self::Before(address) | Self::After(address) | Self::Start(address) | Self::End(address) => {
                address
            }
        }
    }
}

/// A place among the items of a body.
pub(super) struct Slot {
    body: BodyId,
    /// The block of the body; `None` for the body of the file.
    block: Option<BlockId>,
    /// The number of items before it.
    index: usize,
}

impl Editor {
    /// Sets the value of every attribute, object item, element, argument or interpolation that an address selects;
    /// [`create`](Self::create) adds what is missing.
    ///
    /// The address may be a string, and the value anything with a literal, such as a number or a string;
    /// [`Fragment::expression`](crate::edit::Fragment::expression) is for other expressions.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`] with the address that was probably meant, [`EditError::Unexpected`] for a block, and
    /// [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment};
    ///
    /// let mut editor: Editor = "server {\n  port = 80\n  host = \"a\"\n}\n".parse()?;
    /// editor.set("server.port", 9090)?;
    /// editor.set("server.host", Fragment::expression("var.host")?)?;
    /// assert_eq!(editor.to_string(), "server {\n  port = 9090\n  host = var.host\n}\n");
    /// let error = editor.set("servr.port", 80).unwrap_err();
    /// assert_eq!(error.to_string(), "nothing found at `servr.port`; did you mean `server.port`?");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn set(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let (address, value) = (&address.into_address()?, &value.into_fragment()?);
        let found = self.outermost(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut splices = Vec::new();
        for selection in found {
            let Some(expr) = self.value_of(selection.node) else {
                return Err(unexpected(address, "a value"));
            };
            splices.push((
                self.file.expr_range(expr),
                self.with_line_endings(value.as_str().to_owned()),
            ));
        }
        self.splice(splices)
    }

    /// Returns the parts that an address selects, save those in others.
    pub(super) fn outermost(&self, address: &Address) -> Vec<Selection> {
        let mut found = self.select(address);
        let mut end = 0;
        found.retain(|selection| {
            let range = self.file.node_range(selection.node);
            let is_outside = range.start >= end;
            end = end.max(range.end);
            is_outside
        });
        found
    }

    /// Sets like [`set`](Self::set). If the address selects nothing, adds an attribute or object item with the last name to
    /// each block or object that the rest of the address selects.
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set); [`EditError::NotFound`] if a block or an object is missing too.
    pub fn define(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let (address, value) = (&address.into_address()?, &value.into_fragment()?);
        if !self.select(address).is_empty() {
            return self.set(address, value);
        }
        let missing = || self.not_found(address);
        let Some((parent, AddressStep::Name(name))) = address.split_last() else {
            return Err(missing());
        };
        let parents = self.select(&parent);
        if parents.is_empty() {
            return Err(missing());
        }
        let mut splices = Vec::new();
        for selection in parents {
            match selection.node {
                Node::Body(_) | Node::Block(_) => {
                    let slot = self.after_last_attribute(selection.node).ok_or_else(missing)?;
                    splices.extend(self.insertion(&slot, &NewItem::attribute(name, value)?));
                }
                node => splices.extend(self.object_item(node, name, value).ok_or_else(missing)?),
            }
        }
        self.splice(splices)
    }

    /// Inserts an attribute or a block into a body. Blank lines separate blocks from their neighbours.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for a position outside of bodies, and [`EditError::Broken`], for
    /// example for a duplicate attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment, NewItem, Position};
    ///
    /// let mut editor = Editor::parse("a = 1\nb = 2\n")?;
    /// let item = NewItem::attribute("c", &Fragment::value(&3.into())?)?;
    /// editor.insert(&Position::Before("b".parse()?), &item)?;
    /// assert_eq!(editor.text(), "a = 1\nc = 3\nb = 2\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn insert(&mut self, position: &Position, item: &NewItem) -> Result<(), EditError> {
        let slot = self.slot(position)?;
        let splices = self.insertion(&slot, item);
        self.splice(splices)
    }

    /// Removes everything that an address selects: attributes and blocks with their comments, and object items, elements
    /// and arguments with their commas.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for a part of an expression that the rest needs, and
    /// [`EditError::Broken`].
    pub fn remove(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let found = self.outermost(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut batch = Batch::new(self);
        // From the last to the first, so that the addresses of the others stay valid.
        for selection in found.into_iter().rev() {
            batch.edit(&[selection.address], |editor, at| {
                editor.remove_one(&at[0], address)
            })?;
        }
        batch.finish()
    }

    /// Removes the first part that an address selects. Errors are about `original`.
    fn remove_one(&mut self, address: &Address, original: &Address) -> Result<(), EditError> {
        let range = match self.only(address)?.node {
            node @ (Node::Attribute(_) | Node::Block(_)) => self.removal(self.file.node_range(node)),
            node => self
                .element_removal(address, node)
                .ok_or_else(|| unexpected(original, "an item of a body, object, list or call"))?,
        };
        self.splice(vec![(range, String::new())])
    }

    /// Moves the attribute or block at an address, with its comments.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for anything but an attribute or a block, or for a position within it,
    /// and [`EditError::Broken`].
    pub fn move_item(&mut self, address: impl IntoAddress, position: &Position) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let node = self.only(address)?.node;
        if !matches!(node, Node::Attribute(_) | Node::Block(_)) {
            return Err(unexpected(address, "an attribute or a block"));
        }
        let range = self.file.node_range(node);
        let lines = Lines::of(&self.file);
        let indentation = self.indentation_at(&lines, range.start).len();
        let text = if self.stands_alone(&lines, range, &[]) {
            self.file.str(lines.range(&lines.belonging_to(range)))
        } else {
            self.file.str(range)
        };
        let item = NewItem {
            text: ended(outdented(text, indentation)),
            is_block: matches!(node, Node::Block(_)),
        };
        let removal = self.removal(range);
        let slot = self.slot(position)?;
        let mut splices = self.insertion(&slot, &item);
        let meets = |splice: &Splice| {
            removal.start < splice.0.end.max(splice.0.start + 1) && splice.0.start < removal.end
        };
        if splices.iter().any(meets) {
            // Beside itself it stays; within itself it cannot be.
            let within = splices
                .iter()
                .all(|(at, _)| range.start < at.start && at.end < range.end);
            return if within {
                Err(unexpected(
                    position.address(),
                    "a position outside of the moved item",
                ))
            } else {
                Ok(())
            };
        }
        splices.push((removal, String::new()));
        self.splice(splices)
    }

    /// Sorts the attributes of each body that an address selects by name. Attributes take the places of attributes.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything without a body.
    pub fn sort_attributes(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        self.sort(&address.into_address()?, sorted_attributes)
    }

    /// Sorts the blocks of each body that an address selects by type and labels. Blocks take the places of blocks.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything without a body.
    pub fn sort_blocks(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        self.sort(&address.into_address()?, sorted_blocks)
    }

    fn sort(
        &mut self,
        address: &Address,
        sorted: fn(&File, &[BodyId]) -> Vec<Moved>,
    ) -> Result<(), EditError> {
        let found = self.outermost(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let bodies: Option<Vec<BodyId>> = found
            .iter()
            .map(|found| self.body_at(found.node).map(|(body, _)| body))
            .collect();
        let splices = sorted(&self.file, &bodies.ok_or_else(|| unexpected(address, "a body"))?);
        self.splice(splices)
    }

    /// Returns the body of a node that has one, and its block.
    pub(super) fn body_at(&self, node: Node) -> Option<(BodyId, Option<BlockId>)> {
        match node {
            Node::Body(body) => Some((body, None)),
            Node::Block(block) => Some((self.file.block(block).body, Some(block))),
            _ => None,
        }
    }

    fn slot(&self, position: &Position) -> Result<Slot, EditError> {
        let address = position.address();
        let selection = self.only(address)?;
        if let Position::Start(_) | Position::End(_) = position {
            let (body, block) = self
                .body_at(selection.node)
                .ok_or_else(|| unexpected(address, "a body"))?;
            let index = match position {
                Position::Start(_) => 0,
                _ => self.file.items(self.file.body(body).items).len(),
            };
            return Ok(Slot { body, block, index });
        }
        let (body, block, index) = self
            .place_of(selection.node)
            .ok_or_else(|| unexpected(address, "an attribute or a block"))?;
        let index = index + usize::from(matches!(position, Position::After(_)));
        Ok(Slot { body, block, index })
    }

    /// Returns the body of an attribute or block, the block of that body, and the index of the item.
    fn place_of(&self, node: Node) -> Option<(BodyId, Option<BlockId>, usize)> {
        let is_it = |item: &Item| match (*item, node) {
            (Item::Attribute(item), Node::Attribute(attribute)) => item == attribute,
            (Item::Block(item), Node::Block(block)) => item == block,
            _ => false,
        };
        let mut bodies = vec![self.body_at(self.file.root_node())?];
        while let Some((body, block)) = bodies.pop() {
            let items = self.file.items(self.file.body(body).items);
            if let Some(index) = items.iter().position(is_it) {
                return Some((body, block, index));
            }
            bodies.extend(items.iter().filter_map(|item| match *item {
                Item::Block(block) => self.body_at(Node::Block(block)),
                _ => None,
            }));
        }
        None
    }

    pub(super) fn after_last_attribute(&self, node: Node) -> Option<Slot> {
        let (body, block) = self.body_at(node)?;
        let is_attribute = |item: &Item| matches!(item, Item::Attribute(_));
        let index = self
            .file
            .items(self.file.body(body).items)
            .iter()
            .rposition(is_attribute);
        Some(Slot {
            body,
            block,
            index: index.map_or(0, |index| index + 1),
        })
    }

    fn item_range(&self, item: Item) -> TextRange {
        let attribute_range = |attribute: AttributeId| self.file.attribute(attribute).range();
        match item {
            Item::Attribute(attribute) | Item::Duplicate(attribute) => attribute_range(attribute),
            Item::Block(block) => self.file.block_range(block),
            Item::Error(error) => self.file.error(error),
        }
    }

    /// Returns the replacements that insert an item into a slot.
    fn insertion(&self, slot: &Slot, item: &NewItem) -> Vec<Splice> {
        self.insertion_in(&Lines::of(&self.file), slot, item)
    }

    /// Returns the replacements that insert an item into a slot, with the lines of the file.
    pub(super) fn insertion_in(&self, lines: &Lines, slot: &Slot, item: &NewItem) -> Vec<Splice> {
        let items = self.file.items(self.file.body(slot.body).items);
        let outer = slot
            .block
            .map(|block| self.indentation_at(lines, self.file.block(block).block_type.start));
        let inner = outer
            .as_ref()
            .map_or_else(String::new, |outer| format!("{outer}{INDENTATION}"));
        if let (Some(block), Some(outer)) = (slot.block, &outer) {
            let (open, close) = (
                self.file.block(block).open_brace,
                self.file.block(block).close_brace,
            );
            if lines.index_at(open.start) == lines.index_at(close.start) {
                let between = TextRange::new(open.end, close.start);
                let present = self.file.str(between).trim();
                let mut body = String::from("\n");
                let new = indented(&item.text, &inner);
                let old = if present.is_empty() {
                    String::new()
                } else {
                    format!("{inner}{present}\n")
                };
                let apart = if item.is_block && !old.is_empty() {
                    "\n"
                } else {
                    ""
                };
                if slot.index == 0 {
                    body.extend([new.as_str(), apart, &old]);
                } else {
                    body.extend([old.as_str(), apart, &new]);
                }
                body.push_str(outer);
                return vec![(between, self.with_line_endings(body))];
            }
        }
        let before = slot
            .index
            .checked_sub(1)
            .and_then(|index| items.get(index))
            .copied();
        let after = items.get(slot.index).copied();
        let is_block = |other: Option<Item>| matches!(other, Some(Item::Block(_)));
        let line = match (before, after, slot.block) {
            (Some(before), _, _) => lines.last_of(self.item_range(before)) + 1,
            (None, Some(after), _) => lines.belonging_to(self.item_range(after)).start,
            (None, None, Some(block)) => lines.index_at(self.file.block(block).close_brace.start),
            (None, None, None) => usize::MAX,
        };
        let at = lines
            .get(line)
            .map_or(self.file.range().end, |line| line.range.start);
        let mut text = String::new();
        let unended = at > 0 && lines.get(line).is_none() && !self.file.bytes().ends_with(b"\n");
        if unended {
            text.push('\n');
        }
        let apart_before = before.is_some() && (item.is_block || is_block(before));
        if apart_before && (unended || !lines.is_blank_before(line)) {
            text.push('\n');
        }
        let neighbour = after.or(before).map(|item| self.item_range(item).start);
        let inner = neighbour.map_or(inner, |start| self.indentation_at(lines, start));
        text.push_str(&indented(&item.text, &inner));
        let apart_after = after.is_some() && (item.is_block || is_block(after));
        if apart_after && !lines.get(line).is_some_and(Line::is_blank) {
            text.push('\n');
        }
        vec![(TextRange::empty(at), self.with_line_endings(text))]
    }

    /// Returns the range to remove with an item: its lines and comments, and a blank line if two would be left, or one at an
    /// end of its body.
    fn removal(&self, range: TextRange) -> TextRange {
        let lines = Lines::of(&self.file);
        if !self.stands_alone(&lines, range, &[]) {
            // In a block on one line, the spaces go too.
            let text = self.file.bytes();
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
            let before = text[..range.start as usize]
                .iter()
                .rev()
                .take_while(|byte| is_space(byte));
            let after = text[range.end as usize..]
                .iter()
                .take_while(|byte| is_space(byte));
            return TextRange::new(
                range.start - before.count() as u32,
                range.end + after.count() as u32,
            );
        }
        let mut own = lines.belonging_to(range);
        let closes = |line: Line| self.file.str(line.range).trim_start().starts_with('}');
        let ends = lines
            .get(own.end)
            .is_none_or(|line| line.is_blank() || closes(line));
        let opens = own.start == 0;
        if lines.is_blank_before(own.start) && ends {
            own.start -= 1;
        } else if opens && lines.get(own.end).is_some_and(Line::is_blank) {
            own.end += 1;
        }
        lines.range(&own)
    }
}

/// Ends `text` in a line ending.
fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

pub(super) fn unexpected(address: &Address, expected: &'static str) -> EditError {
    EditError::Unexpected {
        address: address.clone(),
        expected,
    }
}
