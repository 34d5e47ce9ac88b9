//! Attributes and blocks: putting them in, taking them out, moving and sorting them.

use super::fragment::{indented, outdented};
use super::lines::Lines;
use super::{Address, AddressStep, Document, EditError, Fragment, NewItem, Splice};
use crate::tree::{AttributeId, BlockId, BodyId, Item, Node, TextRange};

/// Spaces by which a body is indented more than its block.
const INDENTATION: &str = "  ";

/// Where something is put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Before what is at an address.
    Before(Address),
    /// After what is at an address.
    After(Address),
    /// First in the body of a block, of the file, or in an object, list or call.
    Start(Address),
    /// Last in it.
    End(Address),
}

impl Position {
    /// The address.
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
struct Slot {
    body: BodyId,
    /// The block whose body it is; `None` for that of the file.
    block: Option<BlockId>,
    /// The number of items before it.
    index: usize,
}

impl Document {
    /// Gives a value to every attribute, object item, element, argument or interpolation that an address selects. Where it
    /// selects nothing, an attribute or object item of that name is added to each block or object that the rest of the
    /// address selects.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotThere`] where a block is at the address, and [`EditError::Broken`].
    pub fn set(&mut self, address: &Address, value: &Fragment) -> Result<(), EditError> {
        let found = self.select(address);
        if found.is_empty() {
            return self.define(address, value);
        }
        let mut splices = Vec::new();
        for selection in found {
            let Some(expr) = self.value_of(selection.node) else {
                return Err(not_there(address, "value"));
            };
            splices.push((
                self.file.expr_range(expr),
                self.with_line_endings(value.as_str().to_owned()),
            ));
        }
        self.splice(splices)
    }

    /// Adds an attribute or object item.
    fn define(&mut self, address: &Address, value: &Fragment) -> Result<(), EditError> {
        let missing = || EditError::NotFound(address.clone());
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

    /// Puts an attribute or a block into a body. A blank line sets blocks apart from what is around them.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotThere`] where the position is in no body, and [`EditError::Broken`], as for a second
    /// attribute of one name.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Document, Fragment, NewItem, Position};
    ///
    /// let mut document = Document::parse("a = 1\nb = 2\n")?;
    /// let item = NewItem::attribute("c", &Fragment::value(&3.into())?)?;
    /// document.insert(&Position::Before("b".parse()?), &item)?;
    /// assert_eq!(document.text(), "a = 1\nc = 3\nb = 2\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn insert(&mut self, position: &Position, item: &NewItem) -> Result<(), EditError> {
        let slot = self.slot(position)?;
        let splices = self.insertion(&slot, item);
        self.splice(splices)
    }

    /// Takes out all that an address selects: attributes and blocks with their comments, object items, elements and
    /// arguments with their commas.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotThere`] where a part of an expression cannot go without others, and
    /// [`EditError::Broken`].
    pub fn remove(&mut self, address: &Address) -> Result<(), EditError> {
        let found = self.select(address);
        if found.is_empty() {
            return Err(EditError::NotFound(address.clone()));
        }
        // From the last to the first, what is still to go stays where it is.
        for selection in found.iter().rev() {
            let range = match selection.node {
                Node::Attribute(_) | Node::Block(_) => self.removal(self.file.node_range(selection.node)),
                node => self
                    .element_removal(&selection.address, node)
                    .ok_or_else(|| not_there(address, "item of a body, an object, a list or a call"))?,
            };
            self.splice(vec![(range, String::new())])?;
        }
        Ok(())
    }

    /// Moves the attribute or block at an address, with its comments.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotThere`] where there is no attribute or block, or the position is in it, and
    /// [`EditError::Broken`].
    pub fn move_item(&mut self, address: &Address, position: &Position) -> Result<(), EditError> {
        let node = self.only(address)?.node;
        if !matches!(node, Node::Attribute(_) | Node::Block(_)) {
            return Err(not_there(address, "attribute or block"));
        }
        let range = self.file.node_range(node);
        let lines = Lines::of(self);
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
            // Between its own neighbours it stays; in itself it cannot be.
            let within = splices
                .iter()
                .all(|(at, _)| range.start < at.start && at.end < range.end);
            return if within {
                Err(not_there(position.address(), "place outside of what is moved"))
            } else {
                Ok(())
            };
        }
        splices.push((removal, String::new()));
        self.splice(splices)
    }

    /// Sorts the attributes of each body that an address selects by name; each stays among blocks where an attribute was.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::NotThere`] where there is no body.
    pub fn sort_attributes(&mut self, address: &Address) -> Result<(), EditError> {
        self.sort(address, attribute_key)
    }

    /// Sorts the blocks of each body that an address selects by type and labels; each stays among attributes where a block
    /// was.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::NotThere`] where there is no body.
    pub fn sort_blocks(&mut self, address: &Address) -> Result<(), EditError> {
        self.sort(address, block_key)
    }

    /// Sorts the attributes of every body, as [`sort_attributes`](Self::sort_attributes) does.
    ///
    /// # Errors
    ///
    /// [`EditError::Broken`].
    pub fn sort_all_attributes(&mut self) -> Result<(), EditError> {
        let bodies = self
            .file
            .nodes_in(self.file.root_node())
            .filter_map(|node| match node {
                Node::Body(body) => Some(body),
                _ => None,
            });
        let splices = self.sorting(&bodies.collect::<Vec<_>>(), attribute_key);
        self.splice(splices)
    }

    fn sort(&mut self, address: &Address, key: SortKey) -> Result<(), EditError> {
        let found = self.select(address);
        if found.is_empty() {
            return Err(EditError::NotFound(address.clone()));
        }
        let bodies: Option<Vec<BodyId>> = found
            .iter()
            .map(|found| self.body_at(found.node).map(|(body, _)| body))
            .collect();
        let splices = self.sorting(&bodies.ok_or_else(|| not_there(address, "body"))?, key);
        self.splice(splices)
    }

    /// What sorts items of bodies.
    fn sorting(&self, bodies: &[BodyId], key: SortKey) -> Vec<Splice> {
        let mut splices = Vec::new();
        let lines = Lines::of(self);
        for body in bodies {
            let mut units = Vec::new();
            for item in self.file.items(self.file.body(*body).items) {
                let Some((range, key)) = key(self, *item) else {
                    continue;
                };
                let whole = lines.range(&lines.belonging_to(range));
                let text = self.file.str(whole).trim_end_matches(['\n', '\r']);
                units.push((
                    key,
                    TextRange::new(whole.start, whole.start + text.len() as u32),
                    text.to_owned(),
                ));
            }
            let places: Vec<TextRange> = units.iter().map(|(_, range, _)| *range).collect();
            units.sort_by(|a, b| a.0.cmp(&b.0));
            let moved = places
                .into_iter()
                .zip(units)
                .filter(|(place, (_, range, _))| place != range);
            splices.extend(moved.map(|(place, (_, _, text))| (place, text)));
        }
        splices
    }

    /// The body of a node that has one, and the block that it is of.
    fn body_at(&self, node: Node) -> Option<(BodyId, Option<BlockId>)> {
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
                .ok_or_else(|| not_there(address, "body"))?;
            let index = match position {
                Position::Start(_) => 0,
                _ => self.file.items(self.file.body(body).items).len(),
            };
            return Ok(Slot { body, block, index });
        }
        let (body, block, index) = self
            .place_of(selection.node)
            .ok_or_else(|| not_there(address, "attribute or block"))?;
        let index = index + usize::from(matches!(position, Position::After(_)));
        Ok(Slot { body, block, index })
    }

    /// The body that an attribute or block is in, the block that it is of, and the index of the item.
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

    fn after_last_attribute(&self, node: Node) -> Option<Slot> {
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

    /// What puts an item into a slot.
    fn insertion(&self, slot: &Slot, item: &NewItem) -> Vec<Splice> {
        let lines = Lines::of(self);
        let items = self.file.items(self.file.body(slot.body).items);
        let outer = slot
            .block
            .map(|block| self.indentation_at(&lines, self.file.block(block).block_type.start));
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
        let inner = neighbour.map_or(inner, |start| self.indentation_at(&lines, start));
        text.push_str(&indented(&item.text, &inner));
        let apart_after = after.is_some() && (item.is_block || is_block(after));
        if apart_after && !lines.get(line).is_some_and(super::lines::Line::is_blank) {
            text.push('\n');
        }
        vec![(TextRange::empty(at), self.with_line_endings(text))]
    }

    /// What goes with an item: its lines and comments, and a blank line where two would be left, or one at an end of its
    /// body.
    fn removal(&self, range: TextRange) -> TextRange {
        let lines = Lines::of(self);
        if !self.stands_alone(&lines, range, &[]) {
            // In a block on one line the spaces go too.
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
        let closes = |line: super::lines::Line| self.file.str(line.range).trim_start().starts_with('}');
        let ends = lines
            .get(own.end)
            .is_none_or(|line| line.is_blank() || closes(line));
        let opens = own.start == 0;
        if lines.is_blank_before(own.start) && ends {
            own.start -= 1;
        } else if opens && lines.get(own.end).is_some_and(super::lines::Line::is_blank) {
            own.end += 1;
        }
        lines.range(&own)
    }
}

/// The range of an item that is sorted, and the names that it is sorted by; `None` for what stays where it is.
type SortKey = fn(&Document, Item) -> Option<(TextRange, Vec<String>)>;

fn attribute_key(document: &Document, item: Item) -> Option<(TextRange, Vec<String>)> {
    let Item::Attribute(attribute) = item else {
        return None;
    };
    let name = document.file.attribute(attribute).name;
    Some((
        document.file.attribute(attribute).range(),
        vec![document.file.str(name).to_owned()],
    ))
}

fn block_key(document: &Document, item: Item) -> Option<(TextRange, Vec<String>)> {
    let Item::Block(block) = item else { return None };
    let block_type = document.file.str(document.file.block(block).block_type);
    let names = std::iter::once(block_type).chain(document.labels_of(block));
    Some((
        document.file.block_range(block),
        names.map(str::to_owned).collect(),
    ))
}

/// A text that ends in a line ending.
fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

pub(super) fn not_there(address: &Address, expected: &'static str) -> EditError {
    EditError::NotThere {
        address: address.clone(),
        expected,
    }
}
