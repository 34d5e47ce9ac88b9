//! Several bodies as one.

use std::collections::HashSet;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceId, Span, codes::body as codes};
use hcl2_value::Marks;

use crate::{
    Attribute, AttributeSchema, Attributes, Body, BodyContent, BodyRef, BodySchema, ExpressionRef,
    PartialContent,
};

/// What happens where several bodies that are merged set the same attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MergePolicy {
    /// It is an error, `hcl2::body::duplicate-attribute`, which shows both places.
    #[default]
    Unique,
    /// The attribute of the last body counts, and the others are as if they were not there.
    LastWins,
}

/// Makes one body of several, as of the files of a directory: blocks come in the order of the bodies, and an
/// attribute may be in one of them only.
#[must_use]
pub fn merge_bodies(bodies: Vec<BodyRef>) -> BodyRef {
    merge_bodies_with(bodies, MergePolicy::default())
}

/// As [`merge_bodies`], with a policy for attributes that are in more than one of the bodies.
///
/// The bodies may be of different syntaxes. The policy says nothing about an attribute that one body has twice, which
/// is an error in that body, nor about blocks, which are all kept.
#[must_use]
pub fn merge_bodies_with(bodies: Vec<BodyRef>, policy: MergePolicy) -> BodyRef {
    match <[BodyRef; 1]>::try_from(bodies) {
        Ok([only]) => only,
        Err(bodies) => Arc::new(Merged { bodies, policy }),
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
        let relaxed = BodySchema {
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
            blocks.extend(found.blocks);
        }
        let content = BodyContent {
            attributes: self.join(attributes, &mut diagnostics),
            blocks,
            missing_item_span: self.missing_item_span(),
        };
        for attribute in required.filter(|attribute| content.attributes.get(&attribute.name).is_none()) {
            let error = Diagnostic::error(codes::MISSING_ATTRIBUTE, "Missing required attribute")
                .with_detail(format!(
                    "The attribute `{}` is required, but none of the files sets it.",
                    attribute.name
                ));
            diagnostics.push(match self.bodies.first() {
                Some(body) => error.with_subject(body.missing_item_span()),
                None => error,
            });
        }
        Outcome::new((content, remains), diagnostics)
    }

    /// The attributes of all bodies as those of one.
    fn join(&self, mut attributes: Vec<Attribute>, diagnostics: &mut Diagnostics) -> Attributes {
        if self.policy == MergePolicy::LastWins {
            let mut seen = HashSet::new();
            attributes.reverse();
            attributes.retain(|attribute| seen.insert(attribute.name.clone()));
            attributes.reverse();
        }
        let mut all = Attributes::new();
        for attribute in attributes {
            let (name, span) = (attribute.name.clone(), attribute.name_span);
            if let Err(Attribute { name_span: first, .. }) = all.insert(attribute) {
                diagnostics.push(
                    Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, "Duplicate attribute")
                        .with_detail(format!(
                            "The attribute `{name}` is set in another place already. Remove one of the two."
                        ))
                        .with_subject(span)
                        .with_label(*first, "first set here"),
                );
            }
        }
        all
    }
}

impl Body for Merged {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        self.merged_content(schema, false).map(|(content, _)| content)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.merged_content(schema, true)
            .map(|(content, remains)| PartialContent {
                content,
                remain: merge_bodies_with(remains, self.policy),
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
        let mut all = BodySchema::new();
        for schema in self.bodies.iter().map(|body| body.implied_schema()) {
            for attribute in schema.attributes {
                if all.attribute_named(&attribute.name).is_none() {
                    all.attributes.push(attribute);
                }
            }
            for block in schema.blocks {
                if all.block_named(&block.block_type).is_none() {
                    all.blocks.push(block);
                }
            }
        }
        // What one file has as a block is one in the others, too: in JSON it only looks like an attribute.
        let blocks = std::mem::take(&mut all.blocks);
        all.attributes
            .retain(|attribute| !blocks.iter().any(|block| block.block_type == attribute.name));
        all.blocks = blocks;
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
