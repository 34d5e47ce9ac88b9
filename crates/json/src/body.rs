//! Bodies: objects and arrays of objects, read with a schema.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes, nearest_name};
use hcl2_model::problems::syntax as shared;
use hcl2_model::{
    Attribute, AttributeSchema, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodySchema, Label,
    Name, PartialContent,
};

use crate::expression::JsonExpression;
use crate::file::File;
use crate::options::Profile;
use crate::tree::{Node, NodeId, NodeKind, Property};

/// The name of properties that are comments.
const REMARK: &str = "//";

/// A node of a file, read as a body.
#[derive(Clone)]
pub(crate) struct JsonBody {
    file: Arc<File>,
    /// `None` in a file whose outermost value is not a body, which parsing reported.
    node: Option<NodeId>,
    /// The names of properties that were removed from the body.
    hidden: Arc<HashSet<Name>>,
}

impl fmt::Debug for JsonBody {
    /// Writes the properties.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body: &dyn Body = self;
        body.write_debug(f)
    }
}

/// What a schema expects under a name.
enum Expected<'s> {
    Attribute(&'s AttributeSchema),
    Block(&'s BlockHeaderSchema),
}

/// The content of a body, according to a schema.
struct Found {
    content: BodyContent,
    /// The names in the schema that the body has, and the hidden ones.
    used: HashSet<Name>,
    diagnostics: Diagnostics,
}

impl JsonBody {
    pub(crate) fn new(file: Arc<File>, node: Option<NodeId>) -> Self {
        Self {
            file,
            node,
            hidden: Arc::default(),
        }
    }

    fn node(&self) -> Option<Node<'_>> {
        self.node.map(|id| self.file.node(id))
    }

    /// Returns the properties of the object, or of all objects in the array, except hidden ones and comments.
    fn properties(&self, diagnostics: &mut Diagnostics) -> Vec<(Name, Property<'_>)> {
        let mut properties = Vec::new();
        if let Some(node) = self.node() {
            let purpose = "to define attributes and blocks";
            collect(node, self.file.profile(), purpose, &mut properties, diagnostics);
        }
        properties.retain(|(name, _)| *name != *REMARK && !self.hidden.contains(name));
        properties
    }

    fn attribute(&self, name: Name, property: Property<'_>) -> Attribute {
        let (name_span, value) = (property.name.span(), property.value);
        Attribute {
            name,
            expression: Arc::new(JsonExpression::new(self.file.clone(), value.id())),
            span: name_span.to(value.span()),
            name_span,
        }
    }

    fn find(&self, properties: &[(Name, Property<'_>)], schema: &BodySchema, problems: Diagnostics) -> Found {
        let attributes = schema.attributes.iter();
        let blocks = schema.blocks.iter();
        let expected: HashMap<&str, Expected<'_>> = blocks
            .map(|block| (block.block_type.as_str(), Expected::Block(block)))
            .chain(attributes.map(|attribute| (attribute.name.as_str(), Expected::Attribute(attribute))))
            .collect();
        let mut found = Found {
            content: BodyContent {
                attributes: Attributes::new(),
                blocks: Vec::new(),
                missing_item_span: self.missing_item_span(),
            },
            used: HashSet::clone(&self.hidden),
            diagnostics: problems,
        };
        // Only a schema with a name twice has more names than there are entries.
        if expected.len() < schema.attributes.len() + schema.blocks.len()
            && let Err(error) = schema.check()
        {
            let problem = shared::contradictory_schema(&error, self.missing_item_span());
            found.diagnostics.push(problem);
        }
        let mut blocks_at = Firsts::new(self.file.profile());
        for (name, property) in properties {
            match expected.get(name.as_str()) {
                Some(Expected::Attribute(attribute)) => {
                    found.used.insert(attribute.name.clone());
                    let attribute = self.attribute(attribute.name.clone(), *property);
                    insert(&mut found.content.attributes, attribute, &mut found.diagnostics);
                }
                Some(Expected::Block(block)) => {
                    found.used.insert(block.block_type.clone());
                    blocks_at.check(name, *property, "of this type", &mut found.diagnostics);
                    let mut blocks = Blocks {
                        body: self,
                        schema: block,
                        type_span: property.name.span(),
                        blocks: &mut found.content.blocks,
                        diagnostics: &mut found.diagnostics,
                    };
                    blocks.unpack(property.value);
                }
                None => {}
            }
        }
        for attribute in schema.attributes.iter().filter(|attribute| attribute.required) {
            if found.content.attributes.get(&attribute.name).is_none() {
                found.diagnostics.push(shared::missing_attribute(
                    &attribute.name,
                    self.missing_item_span(),
                ));
            }
        }
        found
    }
}

impl Body for JsonBody {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let mut problems = Diagnostics::new();
        let properties = self.properties(&mut problems);
        let Found {
            content,
            used,
            mut diagnostics,
        } = self.find(&properties, schema, problems);
        let unused_attributes = schema.attributes.iter().map(|attribute| &attribute.name);
        let candidates: Vec<&str> = unused_attributes
            .filter(|name| !used.contains(*name))
            .chain(schema.blocks.iter().map(|block| &block.block_type))
            .map(Name::as_str)
            .collect();
        for (name, property) in &properties {
            if !used.contains(name) {
                diagnostics.push(unexpected_property(name, *property, &candidates));
            }
        }
        Outcome::new(content, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let mut problems = Diagnostics::new();
        let properties = self.properties(&mut problems);
        let found = self.find(&properties, schema, problems);
        let remain = Self {
            file: self.file.clone(),
            node: self.node,
            hidden: Arc::new(found.used),
        };
        let found_and_rest = PartialContent {
            content: found.content,
            remain: Arc::new(remain),
        };
        Outcome::new(found_and_rest, found.diagnostics)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let mut attributes = Attributes::new();
        let mut diagnostics = Diagnostics::new();
        let Some(node) = self.node() else {
            return attributes.into();
        };
        match node.kind() {
            NodeKind::Object => {
                for (name, property) in self.properties(&mut diagnostics) {
                    insert(&mut attributes, self.attribute(name, property), &mut diagnostics);
                }
            }
            NodeKind::Invalid => {}
            kind => diagnostics.push(object_required(
                kind,
                "",
                "to define attributes",
                node.open_span(),
            )),
        }
        Outcome::new(attributes, diagnostics)
    }

    fn missing_item_span(&self) -> Span {
        match self.node() {
            Some(node) if node.kind() == NodeKind::Object => {
                node.close_span().unwrap_or_else(|| node.span().at_end())
            }
            Some(node) => node.open_span(),
            None => self.file.node(NodeId::ROOT).span().at_start(),
        }
    }
}

/// Extracts the blocks of one type from the value of a property.
struct Blocks<'b, 'd> {
    body: &'b JsonBody,
    schema: &'b BlockHeaderSchema,
    type_span: Span,
    blocks: &'d mut Vec<Block>,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Blocks<'b, '_> {
    /// Walks the levels of labels, without recursion: there may be any number of them.
    fn unpack(&mut self, value: Node<'b>) {
        let mut labels: Vec<Label> = Vec::new();
        let mut levels: Vec<std::vec::IntoIter<(Name, Property<'b>)>> = Vec::new();
        let mut next = Some(value);
        loop {
            if let Some(value) = next.take() {
                match self.schema.label_names.get(labels.len()) {
                    Some(label_name) => levels.push(self.labelled(value, label_name).into_iter()),
                    None => self.bodies(value, &labels),
                }
            }
            let Some(level) = levels.last_mut() else { return };
            let property = level.next();
            labels.truncate(levels.len() - 1);
            match property {
                Some((text, property)) => {
                    labels.push(Label {
                        text,
                        span: property.name.span(),
                    });
                    next = Some(property.value);
                }
                None => {
                    levels.pop();
                }
            }
        }
    }

    /// Returns the properties whose names are labels.
    fn labelled(&mut self, value: Node<'b>, label_name: &Name) -> Vec<(Name, Property<'b>)> {
        let mut properties = Vec::new();
        let purpose = format!(
            "whose property names are the {label_name} of each `{}` block",
            self.schema.block_type
        );
        let profile = self.body.file.profile();
        collect(value, profile, &purpose, &mut properties, self.diagnostics);
        let mut labels_at = Firsts::new(profile);
        for (name, property) in &properties {
            labels_at.check(name, *property, "with this label", self.diagnostics);
        }
        if properties.is_empty() && value.kind() != NodeKind::Invalid && profile != Profile::Strict {
            let detail = format!(
                "Expected the {label_name} of each `{}` block. Write an object with a property for each block, named by \
                 this label.",
                self.schema.block_type
            );
            self.diagnostics.push(
                Diagnostic::error(codes::body::MISSING_LABEL, "Missing label")
                    .with_detail(detail)
                    .with_subject(value.open_span())
                    .with_label(self.type_span, "the type of the block"),
            );
        }
        properties
    }

    /// Adds the blocks with these labels.
    fn bodies(&mut self, value: Node<'b>, labels: &[Label]) {
        let header_span = value.open_span();
        let mut add = |node: Node<'_>| {
            self.blocks.push(Block {
                block_type: self.schema.block_type.clone(),
                labels: labels.to_vec(),
                body: Arc::new(JsonBody::new(self.body.file.clone(), Some(node.id()))),
                header_span,
                type_span: self.type_span,
            });
        };
        let is_strict = self.body.file.profile() == Profile::Strict;
        let mut unexpected = |node: Node<'_>, alternative| {
            let purpose = format!("with the content of `{}` blocks", self.schema.block_type);
            let problem = object_required(node.kind(), alternative, &purpose, node.open_span());
            self.diagnostics.push(problem);
        };
        match value.kind() {
            NodeKind::Object => add(value),
            NodeKind::Array => {
                for element in value.elements() {
                    match element.kind() {
                        NodeKind::Object => add(element),
                        _ if !is_strict => add(element),
                        NodeKind::Invalid => {}
                        _ => unexpected(element, ""),
                    }
                }
            }
            NodeKind::Invalid => {}
            NodeKind::Null if !is_strict => {}
            _ => unexpected(value, " or an array of objects"),
        }
    }
}

/// The first property of each name that has blocks, for the legacy profile, which allows no second one.
struct Firsts<'t> {
    profile: Profile,
    spans: HashMap<&'t str, Span>,
}

impl<'t> Firsts<'t> {
    fn new(profile: Profile) -> Self {
        Self {
            profile,
            spans: HashMap::new(),
        }
    }

    /// Reports a property for the blocks that `which` describes if it is not the first.
    fn check(&mut self, name: &'t Name, property: Property<'_>, which: &str, diagnostics: &mut Diagnostics) {
        if self.profile != Profile::Legacy {
            return;
        }
        let span = property.name.span();
        if let Some(first) = self.spans.get(name.as_str()) {
            diagnostics.push(
                Diagnostic::error(codes::json::LEGACY_DUPLICATE, "Blocks in two properties")
                    .with_detail(format!(
                        "In the legacy profile, all blocks {which} are in one property, and bodies with the same labels in \
                         an array there. Move these blocks to the first property named `{name}`."
                    ))
                    .with_subject(span)
                    .with_label(*first, "first used here"),
            );
        } else {
            self.spans.insert(name, span);
        }
    }
}

/// Adds the properties of an object, or of all objects in an array; null has none.
fn collect<'t>(
    node: Node<'t>,
    profile: Profile,
    purpose: &str,
    properties: &mut Vec<(Name, Property<'t>)>,
    diagnostics: &mut Diagnostics,
) {
    match node.kind() {
        NodeKind::Object => named(node, properties),
        NodeKind::Array => {
            if profile == Profile::Legacy {
                diagnostics.push(
                    Diagnostic::error(codes::json::LEGACY_ARRAY, "Array in place of an object")
                        .with_detail(format!(
                            "In the legacy profile, one object is expected {purpose}. Merge the objects of this array into \
                             one."
                        ))
                        .with_subject(node.open_span()),
                );
            }
            for element in node.elements() {
                match element.kind() {
                    NodeKind::Object => named(element, properties),
                    NodeKind::Invalid => {}
                    kind => diagnostics.push(object_required(kind, "", purpose, element.open_span())),
                }
            }
        }
        NodeKind::Invalid => {}
        NodeKind::Null if profile != Profile::Strict => {}
        kind => {
            let alternative = match profile {
                Profile::Standard | Profile::Strict => " or an array of objects",
                Profile::Legacy => "",
            };
            diagnostics.push(object_required(kind, alternative, purpose, node.open_span()));
        }
    }
}

/// Adds the properties of an object whose names are valid.
fn named<'t>(object: Node<'t>, properties: &mut Vec<(Name, Property<'t>)>) {
    properties.extend(object.properties().filter_map(|property| {
        let name = property.name.text()?;
        Some((Name::from(&*name), property))
    }));
}

fn insert(attributes: &mut Attributes, attribute: Attribute, diagnostics: &mut Diagnostics) {
    let (name, span, context) = (attribute.name.clone(), attribute.name_span, attribute.span);
    if let Err(first) = attributes.insert(attribute) {
        diagnostics.push(
            shared::duplicate_attribute(codes::body::DUPLICATE_ATTRIBUTE, &name, span, first.name_span)
                .with_context(context),
        );
    }
}

fn unexpected_property(name: &Name, property: Property<'_>, candidates: &[&str]) -> Diagnostic {
    let span = property.name.span();
    let error = Diagnostic::error(codes::json::UNEXPECTED_PROPERTY, "Unexpected property")
        .with_subject(span)
        .with_context(span.to(property.value.span()));
    match nearest_name(name, candidates.iter().copied()) {
        Some(near) => error
            .with_detail(format!(
                "No attribute or block type is named `{name}` here. Did you mean `{near}`?"
            ))
            .with_suggestion(span, format!("\"{near}\""), format!("use `{near}`")),
        None => error.with_detail(format!("No attribute or block type is named `{name}` here.")),
    }
}

fn object_required(found: NodeKind, alternative: &str, purpose: &str, span: Span) -> Diagnostic {
    let found = match found {
        NodeKind::Object => "an object",
        NodeKind::Array => "an array",
        NodeKind::String => "a string",
        NodeKind::Number => "a number",
        NodeKind::True | NodeKind::False => "a bool",
        NodeKind::Null => "null",
        NodeKind::Invalid => "nothing",
    };
    Diagnostic::error(codes::json::OBJECT_REQUIRED, "Object required")
        .with_detail(format!(
            "Expected an object{alternative} {purpose}, found {found}."
        ))
        .with_subject(span)
}
