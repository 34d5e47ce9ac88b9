//! Bodies as JSON.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_json_text::{Escapes, Writer};
use hcl2_model::{Attributes, Block, Body, ExpressionRef, Name};

use super::BodyShape;
use super::expression::{ExpressionWriter, not_writable};

/// Writes a body of the native syntax as JSON that reads back as an equal body.
///
/// `shape` describes the expected content, as a schema does when the JSON is read; `sources` must have the source of the
/// body. Attributes and blocks keep their order. Literals, tuples and objects are written as JSON, and any other
/// expression as a string with a template; comments are omitted. Consecutive blocks of one type share a property, and
/// those with the same labels an array. If blocks of different types alternate, the body of the file is written as an
/// array of objects, so that no object repeats a name; the body of a block cannot be an array, and repeats the name.
///
/// # Errors
///
/// The problems of a body that does not match the shape, with the codes of `hcl2::body`; `hcl2::json::not-writable` for
/// parts without a JSON form, such as a body expanded from a marked or unknown value.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{BodyShape, write_body};
/// use hcl2_model::BodySchema;
/// use hcl2_native::{NativeBody, parse_file};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "port = 80 + n\ncheck \"a\" {\n  tags = [\"x\", name]\n}\n")?;
/// let file = parse_file(&source).value;
/// let body = NativeBody::new(file.clone(), file.root().body().unwrap());
///
/// let shape = BodyShape::new(BodySchema::new().required("port").block("check", ["name"]));
/// let json = write_body(&body, &shape, &sources).unwrap();
/// let expected = r#"{
///   "port": "${80 + n}",
///   "check": {
///     "a": {
///       "tags": [
///         "x",
///         "${name}"
///       ]
///     }
///   }
/// }
/// "#;
/// assert_eq!(json, expected);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn write_body(body: &dyn Body, shape: &BodyShape, sources: &SourceMap) -> Result<String, Diagnostics> {
    let mut writer = Writer::pretty(Escapes::PLAIN);
    let mut objects = vec![Object::default()];
    let mut problems = Diagnostics::new();
    collect(body, shape, &mut objects, true, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    add_objects(&mut writer, &objects, sources)?;
    Ok(writer.finish())
}

/// The properties of an object to write.
#[derive(Default)]
struct Object {
    properties: Vec<(Name, Content)>,
    /// The last position of each name.
    positions: HashMap<Name, usize>,
}

/// The content of a property.
enum Content {
    Attribute {
        expression: ExpressionRef,
        analysed: bool,
    },
    /// The objects below a block type, or below a label that another one follows.
    Labels(Vec<Object>),
    /// The bodies of blocks with the same type and labels.
    Bodies(Vec<Object>),
}

impl Object {
    fn push(&mut self, name: Name, content: Content) {
        self.positions.insert(name.clone(), self.properties.len());
        self.properties.push((name, content));
    }
}

/// Returns the content of the property `name` that is last in `objects`; a new one if there is none of that name, or
/// another property follows it.
fn last_content<'o>(
    objects: &'o mut Vec<Object>,
    name: &Name,
    may_be_array: bool,
    new: fn() -> Content,
) -> Option<&'o mut Content> {
    let last = objects.last()?;
    let position = last.positions.get(name).copied();
    if position.is_none_or(|position| position + 1 < last.properties.len()) {
        if position.is_some() && may_be_array {
            objects.push(Object::default());
        }
        objects.last_mut()?.push(name.clone(), new());
    }
    let (_, content) = objects.last_mut()?.properties.last_mut()?;
    Some(content)
}

/// An attribute or block.
enum Item {
    Attribute(Name, ExpressionRef),
    Block(Block),
}

/// Adds the content of a body.
fn collect(
    body: &dyn Body,
    shape: &BodyShape,
    objects: &mut Vec<Object>,
    may_be_array: bool,
    problems: &mut Diagnostics,
) {
    if body.is_unknown() || !body.marks().is_empty() {
        let reason = "It was expanded from an unknown or marked value.";
        problems.append(not_writable(body.missing_item_span(), reason));
        return;
    }
    for item in items(body, shape, problems) {
        match item {
            Item::Attribute(name, expression) => {
                let analysed = shape.is_analysed(&name);
                if let Some(object) = objects.last_mut() {
                    object.push(name, Content::Attribute { expression, analysed });
                }
            }
            Item::Block(block) => add_block(&block, shape, objects, may_be_array, problems),
        }
    }
}

/// Returns what the shape finds in a body, in source order.
fn items(body: &dyn Body, shape: &BodyShape, problems: &mut Diagnostics) -> Vec<Item> {
    let (attributes, blocks): (Attributes, Vec<Block>) = match shape.schema() {
        Some(schema) => {
            let content = body.content(schema).report_into(problems);
            (content.attributes, content.blocks)
        }
        None => {
            let attributes = body.attributes().report_into(problems);
            (attributes, Vec::new())
        }
    };
    let attributes = attributes.into_iter().map(|attribute| {
        let place = (attribute.span.source, attribute.span.start);
        (place, Item::Attribute(attribute.name, attribute.expression))
    });
    let blocks = blocks.into_iter().map(|block| {
        let place = (block.type_span.source, block.type_span.start);
        (place, Item::Block(block))
    });
    let mut items: Vec<_> = attributes.chain(blocks).collect();
    items.sort_by_key(|(place, _)| *place);
    items.into_iter().map(|(_, item)| item).collect()
}

fn add_block(
    block: &Block,
    shape: &BodyShape,
    objects: &mut Vec<Object>,
    may_be_array: bool,
    problems: &mut Diagnostics,
) {
    let mut names = std::iter::once(&block.block_type).chain(block.labels.iter().map(|label| &label.text));
    let (mut level, mut may_be_array) = (objects, may_be_array);
    for index in 0..=block.labels.len() {
        let Some(name) = names.next() else { return };
        let new: fn() -> Content = if index < block.labels.len() {
            || Content::Labels(vec![Object::default()])
        } else {
            || Content::Bodies(Vec::new())
        };
        match last_content(level, name, may_be_array, new) {
            Some(Content::Labels(objects)) => (level, may_be_array) = (objects, true),
            Some(Content::Bodies(bodies)) => {
                let mut inner = vec![Object::default()];
                let any = BodyShape::any_attributes();
                let inner_shape = shape.of_block(&block.block_type).unwrap_or(&any);
                collect(&*block.body, inner_shape, &mut inner, false, problems);
                bodies.extend(inner);
                return;
            }
            Some(Content::Attribute { .. }) | None => return,
        }
    }
}

fn add_objects(writer: &mut Writer, objects: &[Object], sources: &SourceMap) -> Result<(), Diagnostics> {
    if let [object] = objects {
        return add_object(writer, object, sources);
    }
    writer.open('[');
    for object in objects {
        writer.element();
        add_object(writer, object, sources)?;
    }
    writer.close(']');
    Ok(())
}

fn add_object(writer: &mut Writer, object: &Object, sources: &SourceMap) -> Result<(), Diagnostics> {
    writer.open('{');
    for (name, content) in &object.properties {
        writer.property(name);
        match content {
            Content::Attribute { expression, analysed } => {
                ExpressionWriter::new(sources, *analysed).add(writer, expression)?;
            }
            Content::Labels(objects) | Content::Bodies(objects) => add_objects(writer, objects, sources)?,
        }
    }
    writer.close('}');
    Ok(())
}
