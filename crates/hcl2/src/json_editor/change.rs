//! Changing parts of a file in JSON syntax.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hcl2_diagnostics::{Diagnostics, Error};
use hcl2_json::{Node, NodeId, NodeKind, Tree, parse_tree};
use hcl2_native::edit::{Address, AddressStep, EditError, Fragment, IntoAddress, IntoFragment, Position};
use hcl2_native::tree::Item;

use super::layout::{indented, quoted};
use super::{JsonEditor, JsonSelection, source};
use crate::{PlainOptions, plain_json};

impl JsonEditor {
    /// Sets a property or element to an expression of the native syntax.
    ///
    /// Literals, tuples and objects are written as JSON, and any other expression as a string with a template.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`] with the address that was probably meant, and [`EditError::Fragment`] for an expression without
    /// a form in JSON.
    pub fn set(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let value = &value.into_fragment()?;
        let found = self.only(address)?;
        let span = self.node(&found).span();
        let text = self.value(value, self.indentation_at(span.start))?;
        self.splice(span.start..span.end, &text)
    }

    /// Sets like [`set`](Self::set), and adds a missing property to its object.
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set); [`EditError::NotFound`] if the object is missing too.
    pub fn define(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let value = &value.into_fragment()?;
        if !self.select(address).is_empty() {
            return self.set(address, value);
        }
        let missing = || self.not_found(address);
        let Some((parent, AddressStep::Name(name))) = address.split_last() else {
            return Err(missing());
        };
        let object = self.object(&parent).ok_or_else(missing)?;
        let indentation = self.indentation_within(object);
        let value = self.value(value, &indentation)?;
        let property = self.property(name, &value);
        self.insert_item(object.id(), usize::MAX, &property)
    }

    /// Sets like [`set`](Self::set), and first adds the objects of the address that are missing.
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set).
    pub fn create(&mut self, address: impl IntoAddress, value: impl IntoFragment) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let value = &value.into_fragment()?;
        let missing = || self.not_found(address);
        let (parent, _) = address.split_last().ok_or_else(missing)?;
        let mut editor = self.clone();
        let mut reached = Address::ROOT;
        for step in parent.steps() {
            let next = reached.then(step.clone());
            if editor.select(&next).is_empty() {
                editor.define(&next, Fragment::expression("{}")?)?;
            }
            reached = next;
        }
        editor.define(address, value)?;
        *self = editor;
        Ok(())
    }

    /// Removes properties and elements with their commas.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for the whole file.
    pub fn remove(&mut self, address: impl IntoAddress) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let selected = self.select(address);
        if selected.is_empty() {
            return Err(self.not_found(address));
        }
        self.remove_all(&selected, address)
    }

    fn remove_all(&mut self, selected: &[JsonSelection], address: &Address) -> Result<(), EditError> {
        let mut holders: BTreeMap<NodeId, BTreeSet<usize>> = BTreeMap::new();
        for selection in selected {
            let (holder, position) = selection.within.ok_or_else(|| EditError::Unexpected {
                address: address.clone(),
                expected: "a property or an element",
            })?;
            holders.entry(holder).or_default().insert(position);
        }
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (holder, positions) in &holders {
            self.add_removed(self.tree.node(*holder), positions, &mut ranges);
        }
        ranges.sort_by_key(|range| (range.start, Reverse(range.end)));
        // What is in a removed part goes with it.
        let mut end = 0;
        ranges.retain(|range| {
            let is_outside = range.start >= end;
            end = end.max(range.end);
            is_outside
        });
        self.splice_all(ranges.into_iter().map(|range| (range, String::new())))
    }

    /// Adds the ranges of properties or elements with their commas.
    fn add_removed(&self, holder: Node<'_>, positions: &BTreeSet<usize>, ranges: &mut Vec<Range<u32>>) {
        let items = self.items(holder);
        let last_kept = (0..items.len())
            .rev()
            .find(|position| !positions.contains(position));
        let Some(last_kept) = last_kept else {
            return ranges.push(holder.span().start + 1..holder.span().end.saturating_sub(1));
        };
        let before = positions.range(..last_kept);
        ranges.extend(before.map(|position| items[*position].start..items[position + 1].start));
        if let Some(last) = items.last().filter(|_| last_kept + 1 < items.len()) {
            ranges.push(items[last_kept].end..last.end);
        }
    }

    /// Renames a property, or moves it to another object.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] if `from` is no property, or if something is at `to`.
    pub fn rename(&mut self, from: &Address, to: &Address) -> Result<(), EditError> {
        let selection = self.only(from)?;
        let unexpected = |address: &Address, expected| EditError::Unexpected {
            address: address.clone(),
            expected,
        };
        let name = selection.name.ok_or_else(|| unexpected(from, "a property"))?;
        let Some((target, AddressStep::Name(new))) = to.split_last() else {
            return Err(self.not_found(to));
        };
        if !self.select(to).is_empty() {
            return Err(unexpected(to, "an unused name"));
        }
        let object = self.object(&target).ok_or_else(|| self.not_found(to))?;
        let span = self.tree.node(name).span();
        if selection.within.is_some_and(|(holder, _)| holder == object.id()) {
            return self.splice(span.start..span.end, &quoted(new));
        }
        let node = self.node(&selection);
        if (node.span().start..node.span().end).contains(&object.span().start) {
            return Err(unexpected(to, "a place outside of what moves"));
        }
        let text = self.reindented(node, object);
        let property = self.property(new, &text);
        let mut editor = self.clone();
        editor.insert_item(object.id(), usize::MAX, &property)?;
        let moved = editor.only(from)?;
        editor.remove_all(&[moved], from)?;
        *self = editor;
        Ok(())
    }

    /// Inserts an element beside another one, into an array, or attributes and blocks of the native syntax beside a property
    /// or into an object.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Fragment`] for text without a form in JSON, and [`EditError::Unexpected`] if
    /// nothing can be inserted there, or if a name is there already.
    pub fn insert(&mut self, position: &Position, text: &str) -> Result<(), EditError> {
        let selection = self.only(position.address())?;
        let (holder, index) = match (position, selection.within) {
            (Position::Before(_), Some((holder, index))) => (holder, index),
            (Position::After(_), Some((holder, index))) => (holder, index + 1),
            (Position::Start(_), _) => (selection.node, 0),
            _ => (selection.node, usize::MAX),
        };
        let holder = self.tree.node(holder);
        match holder.kind() {
            NodeKind::Array if Fragment::expression(text).is_ok() => {
                let indentation = self.indentation_within(holder);
                let value = self.value(&Fragment::expression(text)?, &indentation)?;
                self.insert_item(holder.id(), index, &value)
            }
            NodeKind::Object | NodeKind::Array => {
                let object = match holder.kind() {
                    NodeKind::Object => Some(holder),
                    _ => only_element(holder),
                };
                let unexpected = || EditError::Unexpected {
                    address: position.address().clone(),
                    expected: "one object or a list",
                };
                let object = object.ok_or_else(unexpected)?.id();
                let mut editor = self.clone();
                let addition = addition(text)?;
                editor.add(object, index, addition.root(), position.address())?;
                *self = editor;
                Ok(())
            }
            _ => Err(EditError::Unexpected {
                address: position.address().clone(),
                expected: "an object or a list",
            }),
        }
    }

    /// Adds the properties of an object to another one; blocks of a type that is there join those.
    fn add(
        &mut self,
        object: NodeId,
        mut index: usize,
        addition: Node<'_>,
        address: &Address,
    ) -> Result<(), EditError> {
        for property in addition.properties() {
            let name = property.name.text().unwrap_or_default();
            let holder = self.tree.node(object);
            let present = holder
                .properties()
                .find(|present| present.name.text().as_deref() == Some(&*name));
            let address = address.then(AddressStep::Name(name.clone().into_owned()));
            match present.map(|present| present.value) {
                None => {
                    let value = self.reindented(property.value, holder);
                    let text = self.property(&name, &value);
                    self.insert_item(object, index, &text)?;
                    index = index.saturating_add(1);
                }
                Some(present)
                    if present.kind() == NodeKind::Array && property.value.kind() == NodeKind::Array =>
                {
                    let present = present.id();
                    for element in property.value.elements() {
                        let value = self.reindented(element, self.tree.node(present));
                        self.insert_item(present, usize::MAX, &value)?;
                    }
                }
                Some(present)
                    if present.kind() == NodeKind::Object && property.value.kind() == NodeKind::Object =>
                {
                    self.add(present.id(), usize::MAX, property.value, &address)?;
                }
                Some(_) => {
                    return Err(EditError::Unexpected {
                        address,
                        expected: "an unused name",
                    });
                }
            }
        }
        Ok(())
    }

    /// Sorts the properties of an object by name.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but an object.
    pub fn sort_properties(&mut self, address: &Address) -> Result<(), EditError> {
        self.only(address)?;
        let object = self.object(address).ok_or_else(|| EditError::Unexpected {
            address: address.clone(),
            expected: "an object",
        })?;
        let items = self.items(object);
        let names = object
            .properties()
            .map(|property| property.name.text().unwrap_or_default());
        let mut sorted: Vec<_> = names.zip(&items).collect();
        sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (Some(first), Some(last)) = (items.first(), items.last()) else {
            return Ok(());
        };
        let text = self.text();
        let mut changed = String::new();
        let mut end = first.start;
        for (slot, (_, item)) in items.iter().zip(&sorted) {
            changed += text.get(end as usize..slot.start as usize).unwrap_or_default();
            changed += text
                .get(item.start as usize..item.end as usize)
                .unwrap_or_default();
            end = slot.end;
        }
        self.splice(first.start..last.end, &changed)
    }

    /// Returns the object at an address, or the only one in an array there.
    fn object(&self, address: &Address) -> Option<Node<'_>> {
        let node = self.node(&self.only(address).ok()?);
        match node.kind() {
            NodeKind::Object => Some(node),
            _ => only_element(node),
        }
    }

    /// Returns the indentation of what is in an object or array.
    fn indentation_within(&self, holder: Node<'_>) -> String {
        match self.items(holder).first() {
            Some(first) => self.indentation_at(first.start).to_owned(),
            None => self.indentation_at(holder.span().start).to_owned(),
        }
    }

    /// Returns the text of a value, possibly of another file, as it is written in an object or array of this one.
    fn reindented(&self, value: Node<'_>, holder: Node<'_>) -> String {
        let mut writer = self.writer();
        copy(value, &mut writer);
        indented(writer.finish().trim_end(), &self.indentation_within(holder))
    }
}

/// Writes a value again. The recursion is as deep as the parser allows.
fn copy(value: Node<'_>, writer: &mut hcl2_json::Writer) {
    match value.kind() {
        NodeKind::Object => {
            writer.open('{');
            for property in value.properties() {
                writer.property(&property.name.text().unwrap_or_default());
                copy(property.value, writer);
            }
            writer.close('}');
        }
        NodeKind::Array => {
            writer.open('[');
            for element in value.elements() {
                writer.element();
                copy(element, writer);
            }
            writer.close(']');
        }
        _ => writer.raw(value.source_text()),
    }
}

/// Returns the element of an array that holds one object and nothing else.
fn only_element(array: Node<'_>) -> Option<Node<'_>> {
    let mut elements = array.elements();
    let only = elements
        .next()
        .filter(|element| element.kind() == NodeKind::Object);
    only.filter(|_| elements.next().is_none())
}

/// Returns attributes and blocks of the native syntax as JSON.
fn addition(text: &str) -> Result<Tree, EditError> {
    let wrong = |diagnostics: Diagnostics| EditError::Fragment {
        expected: "attributes and blocks that can be written as JSON",
        problems: Error::new(diagnostics),
    };
    let native = source("addition", format!("{}\n", text.trim()).into_bytes())?;
    let file = hcl2_native::parse_file(&native).into_result().map_err(wrong)?;
    let body = file.root().body().map(|body| file.items(file.body(body).items));
    let mut names = BTreeSet::new();
    let repeats = body.unwrap_or_default().iter().any(|item| match item {
        Item::Attribute(id) => !names.insert(file.str(file.attribute(*id).name)),
        _ => false,
    });
    let json = plain_json(&file, PlainOptions::default()).map_err(wrong)?;
    let source = source("addition", json.into_bytes())?;
    match parse_tree(&source).into_result() {
        Ok(tree) if !repeats && tree.root().properties().next().is_some() => Ok(tree),
        Ok(_) => Err(wrong(Diagnostics::default())),
        Err(diagnostics) => Err(wrong(diagnostics)),
    }
}
