//! Changing parts of a file in JSON syntax.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hcl2_json::{Node, NodeId, NodeKind};
use hcl2_native::edit::{Address, AddressStep, EditError, Fragment, IntoAddress, IntoFragment, Position};

use super::blocks::{additions, bodies, holds_labels, names_of};
use super::layout::{copy, indented, quoted};
use super::{JsonEditor, JsonSelection};

impl JsonEditor {
    /// Sets every property or element that an address selects to an expression of the native syntax.
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
        let found = self.select(address);
        if found.is_empty() {
            return Err(self.not_found(address));
        }
        let (mut splices, mut end) = (Vec::new(), 0);
        for selection in found {
            let span = self.node(&selection).span();
            // What is in a replaced part goes with it.
            if span.start >= end {
                end = span.end;
                splices.push((
                    span.start..end,
                    self.value(value, self.indentation_at(span.start))?,
                ));
            }
        }
        self.splice_all(splices)
    }

    /// Sets like [`set`](Self::set). If the address selects nothing, adds a property to each object that the rest of the
    /// address selects, also to each one in an array.
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
        let objects: Vec<Node<'_>> = self
            .select(&parent)
            .iter()
            .flat_map(|found| bodies(self.node(found)))
            .collect();
        if objects.is_empty() {
            return Err(missing());
        }
        let mut splices = Vec::new();
        for object in objects {
            let value = self.value(value, &self.indentation_within(object))?;
            splices.push(self.insertion(object, usize::MAX, &self.property(name, &value)));
        }
        splices.sort_by_key(|(range, _)| range.start);
        self.splice_all(splices)
    }

    /// Sets like [`set`](Self::set), and first adds the objects of the address that are missing; a missing label is added
    /// to those in an array.
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
                editor.add_level(&reached, step).ok_or_else(missing)?;
            }
            reached = next;
        }
        editor.define(address, value)?;
        *self = editor;
        Ok(())
    }

    /// Removes properties and elements with their commas.
    ///
    /// With the last block below a label, the label goes, and with the last label the type. They are the names of the
    /// address after its last position: `server[0].tls` leaves the block `server`.
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

    pub(super) fn remove_all(
        &mut self,
        selected: &[JsonSelection],
        address: &Address,
    ) -> Result<(), EditError> {
        let mut holders: BTreeMap<NodeId, BTreeSet<usize>> = BTreeMap::new();
        for selection in selected {
            let (holder, position) = selection.within.ok_or_else(|| EditError::Unexpected {
                address: address.clone(),
                expected: "a property or an element",
            })?;
            holders.entry(holder).or_default().insert(position);
        }
        self.add_emptied(selected, names_of(address).len(), &mut holders);
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

    /// Moves a property to another object, possibly under another name.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] if `from` is no property, or if something is at `to`.
    pub fn move_to(&mut self, from: &Address, to: &Address) -> Result<(), EditError> {
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
        let span = self.tree.node(name).span();
        if from.split_last().is_some_and(|(parent, _)| parent == target) {
            return self.splice(span.start..span.end, &quoted(new));
        }
        let object = self.object(&target).ok_or_else(|| self.not_found(to))?;
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
        let additions = additions(text);
        let beside = match (position, &additions) {
            (Position::Before(address) | Position::After(address), Ok(additions)) => {
                self.body_with(address, additions)
            }
            _ => None,
        };
        let (holder, index) = beside.map_or((holder, index), |object| (object, usize::MAX));
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
                    _ if holds_labels(holder) => only_element(holder),
                    _ => bodies(holder).into_iter().next(),
                };
                let unexpected = || EditError::Unexpected {
                    address: position.address().clone(),
                    expected: "one object or a list",
                };
                let object = object.ok_or_else(unexpected)?.id();
                let mut editor = self.clone();
                let mut index = index;
                for addition in additions? {
                    editor.add(object, &mut index, &addition, position.address())?;
                }
                *self = editor;
                Ok(())
            }
            _ => Err(EditError::Unexpected {
                address: position.address().clone(),
                expected: "an object or a list",
            }),
        }
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
    pub(super) fn object(&self, address: &Address) -> Option<Node<'_>> {
        let node = self.node(&self.only(address).ok()?);
        match node.kind() {
            NodeKind::Object => Some(node),
            _ => only_element(node),
        }
    }

    /// Returns the indentation of what is in an object or array.
    pub(super) fn indentation_within(&self, holder: Node<'_>) -> String {
        match self.items(holder).first() {
            Some(first) => self.indentation_at(first.start).to_owned(),
            None => self.indentation_at(holder.span().start).to_owned(),
        }
    }

    /// Returns the text of a value, possibly of another file, as it is written in an object or array of this one.
    pub(super) fn reindented(&self, value: Node<'_>, holder: Node<'_>) -> String {
        let mut writer = self.writer();
        copy(value, &mut writer);
        indented(writer.finish().trim_end(), &self.indentation_within(holder))
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
