//! Merged bodies.

use std::collections::HashSet;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceId, Span, codes::body as codes};
use hcl2_value::Marks;
use indexmap::IndexMap;

use crate::problems::syntax::{contradictory_schema, duplicate_attribute};
use crate::{
    Attribute, AttributeSchema, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodyRef, BodySchema,
    ExpressionRef, Name, PartialContent,
};

/// The policy for an attribute that several merged bodies set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MergePolicy {
    /// The attribute is an error with the code `hcl2::body::duplicate-attribute`.
    #[default]
    Unique,
    /// The attribute of the last body replaces the others.
    LastWins,
    /// The attribute of the last body replaces the others, and blocks with the same type and labels, one in each body,
    /// become one block whose bodies are merged in this way. If a body has several such blocks, they replace those of
    /// the previous bodies, and a single such block in a later body replaces them all.
    Layered,
}

/// Merges several bodies, such as those of the files in a directory.
///
/// Blocks are in the order of the bodies. An attribute that several bodies set is an error; [`MergePolicy::merge`] has
/// other policies.
#[must_use]
pub fn merge_bodies(bodies: Vec<BodyRef>) -> BodyRef {
    MergePolicy::default().merge(bodies)
}

impl MergePolicy {
    /// Merges several bodies as [`merge_bodies`] does, with this policy for attributes that several bodies set.
    ///
    /// The bodies may have different syntaxes. Except in layers, all blocks are kept. Whatever the policy, an attribute that
    /// one body sets twice is an error in that body.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::{BodyRef, MergePolicy};
    ///
    /// fn with_defaults(defaults: BodyRef, body: BodyRef) -> BodyRef {
    ///     MergePolicy::Layered.merge(vec![defaults, body])
    /// }
    /// ```
    #[must_use]
    pub fn merge(self, bodies: Vec<BodyRef>) -> BodyRef {
        match <[BodyRef; 1]>::try_from(bodies) {
            Ok([only]) => only,
            Err(bodies) => Arc::new(Merged { bodies, policy: self }),
        }
    }
}

#[derive(Debug)]
struct Merged {
    bodies: Vec<BodyRef>,
    policy: MergePolicy,
}

impl Merged {
    fn merged_content(&self, schema: &BodySchema, partial: bool) -> Outcome<(BodyContent, Vec<BodyRef>)> {
        let required = schema.attributes.iter().filter(|attribute| attribute.required);
        let mut relaxed = BodySchema {
            attributes: schema
                .attributes
                .iter()
                .map(|attribute| AttributeSchema {
                    name: attribute.name.clone(),
                    required: false,
                })
                .collect(),
            blocks: schema.blocks.clone(),
        };
        let mut attributes = Vec::new();
        let mut blocks = Vec::new();
        let mut remains = Vec::new();
        let mut diagnostics = Diagnostics::new();
        if let Err(error) = schema.check() {
            // Reported once, rather than by each body.
            relaxed.keep_first();
            diagnostics.push(contradictory_schema(&error, self.missing_item_span()));
        }
        for body in &self.bodies {
            let found = if partial {
                let PartialContent { content, remain } =
                    body.partial_content(&relaxed).report_into(&mut diagnostics);
                remains.push(remain);
                content
            } else {
                body.content(&relaxed).report_into(&mut diagnostics)
            };
            attributes.extend(found.attributes);
            blocks.push(found.blocks);
        }
        let content = BodyContent {
            attributes: self.join(attributes, &mut diagnostics),
            blocks: match self.policy {
                MergePolicy::Unique | MergePolicy::LastWins => blocks.into_iter().flatten().collect(),
                MergePolicy::Layered => layered(blocks),
            },
            missing_item_span: self.missing_item_span(),
        };
        for attribute in required.filter(|attribute| content.attributes.get(&attribute.name).is_none()) {
            let error = Diagnostic::error(codes::MISSING_ATTRIBUTE, "Missing required attribute")
                .with_detail(format!(
                    "The attribute `{}` is required, but not set in any of the files.",
                    attribute.name
                ));
            diagnostics.push(match self.bodies.first() {
                Some(body) => error.with_subject(body.missing_item_span()),
                None => error,
            });
        }
        Outcome::new((content, remains), diagnostics)
    }

    /// Merges the attributes of all bodies.
    fn join(&self, mut attributes: Vec<Attribute>, diagnostics: &mut Diagnostics) -> Attributes {
        if self.policy != MergePolicy::Unique {
            let mut seen = HashSet::new();
            attributes.reverse();
            attributes.retain(|attribute| seen.insert(attribute.name.clone()));
            attributes.reverse();
        }
        let mut all = Attributes::new();
        for attribute in attributes {
            let (name, span) = (attribute.name.clone(), attribute.name_span);
            if let Err(Attribute { name_span: first, .. }) = all.insert(attribute) {
                let code = codes::DUPLICATE_ATTRIBUTE;
                diagnostics.push(duplicate_attribute(code, &name, span, *first));
            }
        }
        all
    }
}

/// Puts the blocks of each layer over those of the layers before it. Each stays where its lowest one is.
fn layered(layers: Vec<Vec<Block>>) -> Vec<Block> {
    /// Blocks with the same type and labels: those of the highest layer, and, if there is one in it and in each of some
    /// layers below, the bodies of these layers and its own.
    #[derive(Default)]
    struct Group {
        highest: Vec<Block>,
        bodies: Vec<BodyRef>,
    }
    let mut groups: IndexMap<(Name, Vec<Name>), Group> = IndexMap::new();
    for blocks in layers {
        let mut own: IndexMap<_, Vec<Block>> = IndexMap::new();
        for block in blocks {
            let labels = block.labels.iter().map(|label| label.text.clone()).collect();
            own.entry((block.block_type.clone(), labels))
                .or_default()
                .push(block);
        }
        for (key, blocks) in own {
            let group = groups.entry(key).or_default();
            if blocks.len() > 1 || group.highest.len() > 1 {
                group.bodies.clear();
            }
            group
                .bodies
                .extend(blocks.iter().map(|block| Arc::clone(&block.body)));
            group.highest = blocks;
        }
    }
    let merged = groups.into_values().flat_map(|Group { mut highest, bodies }| {
        if let [block] = &mut *highest {
            block.body = MergePolicy::Layered.merge(bodies);
        }
        highest
    });
    merged.collect()
}

impl Body for Merged {
    fn written_blocks(&self) -> Vec<Block> {
        match self.policy {
            MergePolicy::Layered => self.implied_content().blocks,
            _ => self
                .bodies
                .iter()
                .flat_map(|body| body.written_blocks())
                .collect(),
        }
    }

    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        self.merged_content(schema, false).map(|(content, _)| content)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.merged_content(schema, true)
            .map(|(content, remains)| PartialContent {
                content,
                remain: self.policy.merge(remains),
            })
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let mut attributes = Vec::new();
        let mut diagnostics = Diagnostics::new();
        for body in &self.bodies {
            let found = body.attributes().report_into(&mut diagnostics);
            attributes.extend(found);
        }
        let attributes = self.join(attributes, &mut diagnostics);
        Outcome::new(attributes, diagnostics)
    }

    fn implied_schema(&self) -> BodySchema {
        let mut attributes: IndexMap<Name, AttributeSchema> = IndexMap::new();
        let mut blocks: IndexMap<Name, BlockHeaderSchema> = IndexMap::new();
        for schema in self.bodies.iter().map(|body| body.implied_schema()) {
            for attribute in schema.attributes {
                attributes.entry(attribute.name.clone()).or_insert(attribute);
            }
            for block in schema.blocks {
                blocks.entry(block.block_type.clone()).or_insert(block);
            }
        }
        // A block in one file is a block in the others too: in JSON it only looks like an attribute.
        attributes.retain(|name, _| !blocks.contains_key(name));
        let mut all = BodySchema::new();
        all.attributes = attributes.into_values().collect();
        all.blocks = blocks.into_values().collect();
        all
    }

    fn missing_item_span(&self) -> Span {
        self.bodies
            .first()
            .map_or(Span::empty(SourceId::default(), 0), |body| {
                body.missing_item_span()
            })
    }

    fn is_unknown(&self) -> bool {
        self.bodies.iter().any(|body| body.is_unknown())
    }

    fn marks(&self) -> Marks {
        let all = self.bodies.iter().map(|body| body.marks());
        all.fold(Marks::NONE, |all, marks| all.union(&marks))
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for body in &self.bodies {
            body.visit_expressions(visit);
        }
    }
}
