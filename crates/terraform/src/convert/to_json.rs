//! From the native syntax to JSON.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, codes::terraform as codes};
use hcl2_json::{Escapes, Writer};
use hcl2_model::EvalContext;
use hcl2_native::tree::{Attribute, BlockId, BodyId, ExprId, File, Item};

use super::comments::Comments;
use super::value_json::{Values, looks_like_blocks};
use super::{constants, shape_of};
use crate::shape::{Blocks, Member, Shape, Written};
use crate::table::{Form, Mode};

/// Converts a file.
pub(super) fn convert(source: &Source, shape: Shape<'_>) -> Outcome<Option<String>> {
    let mut parsed = hcl2_native::parse_file(source);
    if parsed.has_errors() {
        return parsed.map(|_| None);
    }
    // A comment may be; it would become a string.
    if let Err(problem) = source.require_text() {
        parsed.diagnostics.push(*problem);
        return parsed.map(|_| None);
    }
    let file = parsed.value;
    let Some(root) = file.root().body() else {
        return Outcome::new(None, parsed.diagnostics);
    };
    let mut converter = ToJson {
        file: &file,
        comments: Comments::of(&file, root, shape),
        writer: Writer::pretty(Escapes::PLAIN),
        diagnostics: parsed.diagnostics,
        constants: constants(),
    };
    let objects = converter.objects(root, shape);
    converter.body(root, &objects);
    Outcome::new(Some(converter.writer.finish()), converter.diagnostics)
}

struct ToJson<'a> {
    file: &'a Arc<File>,
    comments: Comments,
    writer: Writer,
    diagnostics: Diagnostics,
    constants: EvalContext<'static>,
}

/// The blocks of one property, in order.
struct Group<'a, 's> {
    name: &'a str,
    blocks: Blocks<'s>,
    ids: Vec<BlockId>,
}

/// The properties of an object, in order.
#[derive(Default)]
struct Object<'a, 's> {
    properties: Vec<Property<'a, 's>>,
    /// The position of the property of each type of block.
    groups: HashMap<&'a str, usize>,
    /// The position of the last property with a block that creates blocks of this type.
    makers: HashMap<&'a str, usize>,
}

/// A property of an object.
enum Property<'a, 's> {
    Argument(&'a str, ExprId, Mode, bool),
    Blocks(Group<'a, 's>),
}

impl<'a> ToJson<'a> {
    /// Returns the properties of a body: of one object, or of several if the order of blocks requires it.
    fn objects<'s>(&mut self, body: BodyId, shape: Shape<'s>) -> Vec<Object<'a, 's>> {
        let file = self.file;
        let mut objects: Vec<Object<'a, 's>> = vec![Object::default()];
        for item in file.items(file.body(body).items) {
            match *item {
                Item::Attribute(id) => {
                    let property = self.argument(&file.attribute(id), shape);
                    if let (Some(property), Some(object)) = (property, objects.last_mut()) {
                        object.properties.push(property);
                    }
                }
                Item::Block(id) => self.block(id, shape, &mut objects),
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        objects
    }

    /// Writes a body with these properties.
    fn body(&mut self, body: BodyId, objects: &[Object<'_, '_>]) {
        let is_array = objects.len() > 1;
        if is_array {
            self.writer.open('[');
        }
        for (index, object) in objects.iter().enumerate() {
            if is_array {
                self.writer.element();
            }
            self.writer.open('{');
            if let Some(comment) = self.comments.of_body(body).filter(|_| index == 0) {
                self.writer.property("//");
                self.writer.string(comment);
            }
            for property in &object.properties {
                self.property(property);
            }
            self.writer.close('}');
        }
        if is_array {
            self.writer.close(']');
        }
    }

    fn argument<'s>(&mut self, attribute: &Attribute, shape: Shape<'s>) -> Option<Property<'a, 's>> {
        let name = self.file.str(attribute.name);
        let (mode, as_text) = match shape.member(name) {
            Member::Argument(mode) => (mode, false),
            Member::Either(mode) => (mode, looks_like_blocks(self.file, attribute.value)),
            Member::Blocks(_) | Member::Unknown => {
                let span = self.file.span(attribute.name);
                self.diagnostics.push(shape.unknown_name(name, span, false));
                return None;
            }
        };
        if as_text && mode.form() != Form::Template {
            self.diagnostics.push(
                Diagnostic::warning(codes::NOT_CONVERTIBLE, "Argument that looks like blocks")
                    .with_detail(format!(
                        "In JSON, the list of objects in `{name}` looks like blocks, and only the schema of the provider \
                         can tell them apart."
                    ))
                    .with_subject(self.file.span(attribute.name)),
            );
        }
        let as_text = as_text && mode.form() == Form::Template;
        Some(Property::Argument(name, attribute.value, mode, as_text))
    }

    /// Adds a block to the last of `objects`, or to a new one if the order of blocks would be lost.
    fn block<'s>(&mut self, id: BlockId, shape: Shape<'s>, objects: &mut Vec<Object<'a, 's>>) {
        let file = self.file;
        let block = file.block(id);
        let name = file.str(block.block_type);
        let blocks = match shape.member(name) {
            Member::Blocks(blocks) => blocks,
            Member::Either(_) => shape.any_blocks(),
            Member::Argument(_) if shape.allows_as_blocks(name) => shape.any_blocks(),
            Member::Argument(_) | Member::Unknown => {
                let span = file.span(block.block_type);
                self.diagnostics.push(shape.unknown_name(name, span, true));
                return;
            }
        };
        if let Some(labels) = blocks.labels.filter(|labels| *labels != block.labels.len()) {
            let span = file.span(block.header_range(file.labels(block.labels)));
            self.diagnostics.push(shape.wrong_labels(name, labels, span));
            return;
        }
        if blocks.labels.is_none() && !block.labels.is_empty() {
            let detail = format!(
                "In JSON, the labels of `{name}` look like keys of an object, and only the schema of the provider can tell \
                 them apart."
            );
            let problem = Diagnostic::warning(codes::NOT_CONVERTIBLE, "Block that looks like an argument")
                .with_detail(detail)
                .with_subject(file.span(block.block_type));
            self.diagnostics.push(problem);
        }
        let made = self.made(id, blocks);
        let Some(object) = objects.last_mut() else { return };
        if let Some(own) = object.groups.get(name).copied() {
            let maker = object.makers.get(made).copied();
            match object.properties.get_mut(own) {
                Some(Property::Blocks(group)) if maker.is_none_or(|maker| maker <= own) => {
                    group.ids.push(id);
                    object.makers.insert(made, own);
                    return;
                }
                // Another property creates blocks that come before this one.
                _ => {
                    objects.push(Object::default());
                    return self.block(id, shape, objects);
                }
            }
        }
        let position = object.properties.len();
        object.groups.insert(name, position);
        object.makers.insert(made, position);
        object.properties.push(Property::Blocks(Group {
            name,
            blocks,
            ids: vec![id],
        }));
    }

    /// Returns the type of the blocks that a block creates: its own, or the type a dynamic block expands to.
    fn made(&self, id: BlockId, blocks: Blocks<'_>) -> &'a str {
        let file = self.file;
        let block = file.block(id);
        match file.labels(block.labels).first() {
            Some(label) if blocks.is_expanded() => file.text(label.text),
            _ => file.str(block.block_type),
        }
    }

    fn property(&mut self, property: &Property<'_, '_>) {
        match property {
            Property::Argument(name, value, mode, as_text) => {
                self.writer.property(name);
                let mut values = Values::new(
                    self.file,
                    &mut self.writer,
                    &mut self.diagnostics,
                    &self.constants,
                );
                if *as_text {
                    values.as_text(*value);
                } else {
                    values.argument(*value, *mode);
                }
            }
            Property::Blocks(group) => {
                self.writer.property(group.name);
                self.blocks(&group.ids, group.blocks, 0);
            }
        }
    }

    /// Writes blocks whose labels are equal up to `level`.
    fn blocks(&mut self, ids: &[BlockId], blocks: Blocks<'_>, level: usize) {
        let has_label = |id: &&BlockId| self.file.labels(self.file.block(**id).labels).len() > level;
        if ids.iter().find(has_label).is_none() {
            return self.bodies(ids, blocks);
        }
        if blocks.written == Written::Ordered {
            self.writer.open('[');
            for id in ids {
                self.writer.element();
                self.labelled(std::slice::from_ref(id), blocks, level);
            }
            self.writer.close(']');
        } else {
            self.labelled(ids, blocks, level);
        }
    }

    /// Writes blocks in an object by their labels at `level`.
    fn labelled(&mut self, ids: &[BlockId], blocks: Blocks<'_>, level: usize) {
        let file = self.file;
        let mut groups: Vec<(&str, Vec<BlockId>)> = Vec::new();
        let mut positions: HashMap<&str, usize> = HashMap::new();
        for id in ids {
            let label = file
                .labels(file.block(*id).labels)
                .get(level)
                .map_or("", |label| file.text(label.text));
            let position = *positions.entry(label).or_insert_with(|| {
                groups.push((label, Vec::new()));
                groups.len() - 1
            });
            groups[position].1.push(*id);
        }
        self.writer.open('{');
        for (label, group) in groups {
            self.writer.property(label);
            self.blocks(&group, blocks, level + 1);
        }
        self.writer.close('}');
    }

    /// Writes the bodies of blocks with the same labels.
    fn bodies(&mut self, ids: &[BlockId], blocks: Blocks<'_>) {
        let file = self.file;
        let bodies: Vec<_> = ids
            .iter()
            .map(|id| {
                let block = file.block(*id);
                (
                    block.body,
                    self.objects(block.body, shape_of(file, &block, blocks)),
                )
            })
            .collect();
        // An array would be read as several bodies.
        if let ([(body, objects)], true) = (bodies.as_slice(), blocks.written != Written::Array)
            && objects.len() == 1
        {
            return self.body(*body, objects);
        }
        self.writer.open('[');
        for (body, objects) in &bodies {
            self.writer.element();
            self.body(*body, objects);
        }
        self.writer.close(']');
    }
}
