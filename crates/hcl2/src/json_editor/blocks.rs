//! Blocks in JSON syntax: properties named by a type and labels, with an object for a body or an array of several.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_diagnostics::{Diagnostics, Error};
use hcl2_json::{Node, NodeId, NodeKind, Tree, parse_tree};
use hcl2_native::edit::{Address, AddressStep, EditError, IntoAddress};
use hcl2_native::tree::Item;

use super::layout::{copy, indented, quoted};
use super::{JsonEditor, JsonSelection, source};
use crate::{PlainOptions, to_plain_json};

/// An attribute or a block of the native syntax, in JSON.
pub(super) struct Addition {
    /// The name, or the type and the labels.
    names: Vec<String>,
    is_block: bool,
    /// An object with the item alone.
    tree: Tree,
}

impl Addition {
    /// Returns the value of the attribute or the body of the block.
    fn value(&self) -> Option<Node<'_>> {
        let reached = self
            .names
            .iter()
            .try_fold(self.tree.root(), |node, name| node.property(name))?;
        match self.is_block {
            true => bodies(reached).into_iter().next(),
            false => Some(reached),
        }
    }
}

impl JsonEditor {
    /// Renames every property that an address selects: an attribute, or the last label of a block, or its type if the address
    /// names no label. A block joins those with the new name.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything without a name, or if an attribute has the new one.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::edit::JsonEditor;
    ///
    /// let mut editor = JsonEditor::parse(r#"{"service": [{"web": {"port": 80}}, {"db": {}}]}"#)?;
    /// editor.rename("service.web", "api")?;
    /// assert_eq!(editor.text(), r#"{"service": [{"api": {"port": 80}}, {"db": {}}]}"#);
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    pub fn rename(&mut self, address: impl IntoAddress, name: &str) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let mut splices = Vec::new();
        for selection in &found {
            let (Some(old), Some((holder, _))) = (selection.name, selection.within) else {
                return Err(unexpected(address, "a property"));
            };
            let present = self.tree.node(holder).property(name);
            match present.filter(|present| present.id() != selection.node) {
                None => {
                    let span = self.tree.node(old).span();
                    splices.push((span.start..span.end, quoted(name)));
                }
                Some(present) if is_blocks(present) && is_blocks(self.node(selection)) => {
                    let mut editor = self.clone();
                    editor.join(selection, address, holder, name)?;
                    if !editor.select(address).is_empty() {
                        editor.rename(address, name)?;
                    }
                    *self = editor;
                    return Ok(());
                }
                Some(_) => {
                    let parent = address.split_last().map_or(Address::ROOT, |(parent, _)| parent);
                    let taken = parent.then(AddressStep::Name(name.to_owned()));
                    return Err(unexpected(&taken, "an unused name"));
                }
            }
        }
        self.splice_all(splices)
    }

    /// Replaces the labels of the blocks that an address selects. The names of the address after its last position are the
    /// type and all labels of the blocks.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but a block.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::edit::JsonEditor;
    ///
    /// let mut editor = JsonEditor::parse(r#"{"service": {"web": {"port": 80}}}"#)?;
    /// editor.set_labels("service.web", &["http", "web"])?;
    /// assert_eq!(editor.text(), r#"{"service":{"http":{"web":[{"port":80}]}}}"#);
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    pub fn set_labels(&mut self, address: impl IntoAddress, labels: &[&str]) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let names = names_of(address);
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let container = Address::new(address.steps()[..address.steps().len() - names.len()].to_vec());
        let (Some(block_type), Some(object)) = (names.first(), self.object(&container)) else {
            return Err(unexpected(address, "a type and labels"));
        };
        if !found.iter().all(|selection| is_blocks(self.node(selection))) {
            return Err(unexpected(address, "a block"));
        }
        if let ([old @ .., _], [new @ .., last]) = (&names[1..], labels)
            && old == new
        {
            return self.rename(address, last);
        }
        let names: Vec<String> = std::iter::once(*block_type)
            .chain(labels.iter().copied())
            .map(str::to_owned)
            .collect();
        let mut editor = self.clone();
        editor.remove_all(&found, address)?;
        for body in found.iter().flat_map(|selection| bodies(self.node(selection))) {
            editor.add_block(object.id(), usize::MAX, &names, body, &container)?;
        }
        *self = editor;
        Ok(())
    }

    /// Moves the blocks of a property to those of another one in the same object.
    fn join(
        &mut self,
        from: &JsonSelection,
        address: &Address,
        object: NodeId,
        name: &str,
    ) -> Result<(), EditError> {
        let before = self.clone();
        self.remove_all(std::slice::from_ref(from), address)?;
        for body in bodies(before.node(from)) {
            self.add_block(object, usize::MAX, &[name.to_owned()], body, address)?;
        }
        Ok(())
    }

    /// Adds a missing name of an address: an empty object in the object at `reached`, or a label in an array of labels.
    pub(super) fn add_level(&mut self, reached: &Address, step: &AddressStep) -> Option<()> {
        let AddressStep::Name(name) = step else {
            return None;
        };
        let node = self.node(&self.only(reached).ok()?);
        if node.kind() == NodeKind::Array && node.elements().nth(1).is_some() {
            let array = holds_labels(node).then_some(node.id())?;
            let label = self.in_layout(node, |writer| {
                writer.open('{');
                writer.property(name);
                writer.open('{');
                writer.close('}');
                writer.close('}');
            });
            return self.insert_item(array, usize::MAX, &label).ok();
        }
        let object = self.object(reached)?.id();
        let property = self.property(name, "{}");
        self.insert_item(object, usize::MAX, &property).ok()
    }

    /// Returns the object with the blocks of an added type, if the names of an address lead from there.
    pub(super) fn body_with(&self, address: &Address, additions: &[Addition]) -> Option<NodeId> {
        let block_type = additions
            .first()
            .filter(|addition| addition.is_block)?
            .names
            .first()?;
        let names = names_of(address);
        let position = names.iter().rposition(|name| name == block_type)?;
        let length = address.steps().len() - names.len() + position;
        let object = self.object(&Address::new(address.steps()[..length].to_vec()))?;
        Some(object.id())
    }

    /// Adds an attribute or a block to an object before the property at `index`. A block joins those of its type.
    pub(super) fn add(
        &mut self,
        object: NodeId,
        index: &mut usize,
        addition: &Addition,
        address: &Address,
    ) -> Result<(), EditError> {
        let (Some(value), [name, ..]) = (addition.value(), addition.names.as_slice()) else {
            return Ok(());
        };
        let holder = self.tree.node(object);
        let is_new = holder.property(name).is_none();
        if addition.is_block {
            self.add_block(object, *index, &addition.names, value, address)?;
        } else if is_new {
            let text = self.property(name, &self.reindented(value, holder));
            self.insert_item(object, *index, &text)?;
        } else {
            return Err(unexpected(
                &address.then(AddressStep::Name(name.clone())),
                "an unused name",
            ));
        }
        *index = index.saturating_add(usize::from(is_new));
        Ok(())
    }

    /// Adds a block to an object, before the property at `index` if it is the first of its type.
    fn add_block(
        &mut self,
        object: NodeId,
        index: usize,
        names: &[String],
        body: Node<'_>,
        address: &Address,
    ) -> Result<(), EditError> {
        let Some((name, labels)) = names.split_first() else {
            return Ok(());
        };
        let address = &address.then(AddressStep::Name(name.clone()));
        let holder = self.tree.node(object);
        let Some(present) = holder.property(name) else {
            let value = self.in_layout(holder, |writer| write_block(writer, labels, body, true));
            let text = self.property(name, &value);
            return self.insert_item(object, index, &text);
        };
        match (present.kind(), labels) {
            (NodeKind::Object, [_, ..]) => self.add_block(present.id(), usize::MAX, labels, body, address),
            (NodeKind::Object, []) => {
                let span = present.span();
                let body = self.in_layout(present, |writer| copy(body, writer));
                let separator = if self.is_compact() { "," } else { ", " };
                self.splice_all([
                    (span.start..span.start, "[".to_owned()),
                    (span.end..span.end, format!("{separator}{body}]")),
                ])
            }
            (NodeKind::Array, _) if is_blocks(present) => {
                let array = present.id();
                let element = self.in_layout(present, |writer| write_block(writer, labels, body, false));
                self.insert_item(array, usize::MAX, &element)
            }
            _ => Err(unexpected(address, "an unused name")),
        }
    }

    /// Returns JSON as it is written in an object or array of this file.
    fn in_layout(&self, holder: Node<'_>, write: impl FnOnce(&mut hcl2_json::Writer)) -> String {
        let mut writer = self.writer();
        write(&mut writer);
        indented(writer.finish().trim_end(), &self.indentation_within(holder))
    }

    /// Adds what is empty once the selected blocks are gone: their labels and type, as far as the address names them.
    pub(super) fn add_emptied(
        &self,
        selected: &[JsonSelection],
        names: usize,
        removed: &mut BTreeMap<NodeId, BTreeSet<usize>>,
    ) {
        let blocks = selected
            .iter()
            .filter(|selection| is_blocks(self.node(selection)));
        let mut rest: Vec<(NodeId, usize)> = blocks
            .filter_map(|selection| Some((selection.within?.0, 1)))
            .filter(|_| names > 1)
            .collect();
        if rest.is_empty() {
            return;
        }
        let mut parents: BTreeMap<NodeId, (NodeId, usize)> = BTreeMap::new();
        for node in self.tree.nodes() {
            let values = node
                .properties()
                .map(|property| property.value)
                .chain(node.elements());
            parents.extend(
                values
                    .enumerate()
                    .map(|(position, value)| (value.id(), (node.id(), position))),
            );
        }
        while let Some((holder, named)) = rest.pop() {
            let count = self.items(self.tree.node(holder)).len();
            let is_empty = removed
                .get(&holder)
                .is_some_and(|positions| positions.len() == count);
            if let Some((parent, position)) = parents.get(&holder).filter(|_| is_empty && named < names) {
                removed.entry(*parent).or_default().insert(*position);
                let is_name = self.tree.node(*parent).kind() == NodeKind::Object;
                rest.push((*parent, named + usize::from(is_name)));
            }
        }
    }
}

/// Returns the bodies of a value: an object, or those in an array.
pub(super) fn bodies(value: Node<'_>) -> Vec<Node<'_>> {
    match value.kind() {
        NodeKind::Object => vec![value],
        _ => value
            .elements()
            .filter(|element| element.kind() == NodeKind::Object)
            .collect(),
    }
}

/// Returns whether a value can be that of blocks: an object, or objects in an array.
pub(super) fn is_blocks(value: Node<'_>) -> bool {
    let is_object = |node: Node<'_>| node.kind() == NodeKind::Object;
    is_object(value) || value.kind() == NodeKind::Array && value.elements().all(is_object)
}

/// Returns whether each element of an array looks like labels: an object that holds blocks and no attributes.
pub(super) fn holds_labels(array: Node<'_>) -> bool {
    let is_labels = |element: Node<'_>| {
        let mut properties = element.properties();
        element.properties().next().is_some() && properties.all(|property| is_blocks(property.value))
    };
    array.elements().all(is_labels)
}

/// Returns the names at the end of an address.
pub(super) fn names_of(address: &Address) -> Vec<&str> {
    let names = address.steps().iter().rev().map_while(|step| match step {
        AddressStep::Name(name) => Some(name.as_str()),
        _ => None,
    });
    let mut names: Vec<&str> = names.collect();
    names.reverse();
    names
}

/// Writes a block below its labels; in an array if others may follow.
fn write_block(writer: &mut hcl2_json::Writer, labels: &[String], body: Node<'_>, in_array: bool) {
    for label in labels {
        writer.open('{');
        writer.property(label);
    }
    if in_array || !labels.is_empty() {
        writer.open('[');
        writer.element();
        copy(body, writer);
        writer.close(']');
    } else {
        copy(body, writer);
    }
    labels.iter().for_each(|_| writer.close('}'));
}

/// Returns attributes and blocks of the native syntax as JSON.
pub(super) fn additions(text: &str) -> Result<Vec<Addition>, EditError> {
    let wrong = |diagnostics: Diagnostics| EditError::Fragment {
        expected: "attributes and blocks that can be written as JSON",
        problems: Error::new(diagnostics),
    };
    let parsed = |text: &str| {
        let native = source("addition", format!("{}\n", text.trim()).into_bytes())?;
        hcl2_native::parse_file(&native).into_result().map_err(wrong)
    };
    let file = parsed(text)?;
    let items = file
        .root()
        .body()
        .map(|body| file.items(file.body(body).items))
        .unwrap_or_default();
    let mut additions = Vec::new();
    for &item in items {
        let range = match item {
            Item::Attribute(id) => file.attribute(id).range(),
            Item::Block(id) => file.block_range(id),
            Item::Duplicate(_) | Item::Error(_) => return Err(wrong(Diagnostics::new())),
        };
        let json = to_plain_json(&parsed(file.str(range))?, PlainOptions::default()).map_err(wrong)?;
        additions.push(Addition {
            names: file.item_names(item).into_iter().map(str::to_owned).collect(),
            is_block: matches!(item, Item::Block(_)),
            tree: parse_tree(&source("addition", json.into_bytes())?)
                .into_result()
                .map_err(wrong)?,
        });
    }
    match additions.is_empty() {
        true => Err(wrong(Diagnostics::new())),
        false => Ok(additions),
    }
}

fn unexpected(address: &Address, expected: &'static str) -> EditError {
    EditError::Unexpected {
        address: address.clone(),
        expected,
    }
}
