//! Bodies that override others.

use hcl2_diagnostics::codes::body::{UNSUPPORTED_ATTRIBUTE, UNSUPPORTED_BLOCK};
use hcl2_diagnostics::codes::json::UNEXPECTED_PROPERTY;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, SourceId, Span};
use hcl2_model::{
    Attributes, Block, Body, BodyContent, BodyRef, BodySchema, ExpressionRef, Name, PartialContent,
};

use crate::table::{Describes, PROVIDER_BLOCK};

/// Bodies of which each overrides the ones before: its attributes replace those of the same name, and its blocks all
/// those of their type.
#[derive(Debug)]
pub(super) struct Overridden {
    bodies: Vec<BodyRef>,
}

impl Overridden {
    pub(super) fn new(bodies: Vec<BodyRef>) -> Self {
        Self { bodies }
    }

    fn content_of(
        &self,
        schema: &BodySchema,
        mut read: impl FnMut(&BodyRef, &BodySchema) -> BodyContent,
    ) -> BodyContent {
        // Required attributes may be in any of the bodies; what is missing from all was reported.
        let mut relaxed = schema.clone();
        relaxed
            .attributes
            .iter_mut()
            .for_each(|attribute| attribute.required = false);
        let mut all = BodyContent {
            attributes: Attributes::new(),
            blocks: Vec::new(),
            missing_item_span: self.missing_item_span(),
        };
        for body in &self.bodies {
            let found = read(body, &relaxed);
            let earlier = std::mem::take(&mut all.attributes);
            let replaced = |name: &Name| found.attributes.get(name).is_some();
            all.attributes = earlier
                .into_iter()
                .filter(|attribute| !replaced(&attribute.name))
                .collect();
            all.blocks.retain(|block| {
                let own = type_of(block);
                !found.blocks.iter().any(|other| type_of(other) == own)
            });
            all.attributes.extend(found.attributes);
            all.blocks.extend(found.blocks);
        }
        all
    }
}

/// Returns the type of a block, or of the blocks that a dynamic block generates.
fn type_of(block: &Block) -> &Name {
    let is_dynamic = PROVIDER_BLOCK
        .blocks
        .iter()
        .any(|own| own.schema == Describes::Labelled && block.block_type == *own.name);
    match block.labels.first() {
        Some(label) if is_dynamic => &label.text,
        _ => &block.block_type,
    }
}

impl Body for Overridden {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let mut diagnostics = Diagnostics::new();
        let content = self.content_of(schema, |body, schema| {
            body.content(schema).report_into(&mut diagnostics)
        });
        // Terraform leaves out what the schema of an overridden block does not have.
        let is_left_out = |problem: &Diagnostic| {
            [UNSUPPORTED_ATTRIBUTE, UNSUPPORTED_BLOCK, UNEXPECTED_PROPERTY].contains(&problem.code)
        };
        let diagnostics = diagnostics.map(|mut problem| {
            if is_left_out(&problem) {
                problem.severity = Severity::Warning;
            }
            problem
        });
        Outcome::new(content, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let mut diagnostics = Diagnostics::new();
        let mut remains = Vec::new();
        let content = self.content_of(schema, |body, schema| {
            let found = body.partial_content(schema).report_into(&mut diagnostics);
            remains.push(found.remain);
            found.content
        });
        let remain: BodyRef = std::sync::Arc::new(Self { bodies: remains });
        Outcome::new(PartialContent { content, remain }, diagnostics)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let mut diagnostics = Diagnostics::new();
        let content = self.content_of(&BodySchema::new(), |body, _| BodyContent {
            attributes: body.attributes().report_into(&mut diagnostics),
            blocks: Vec::new(),
            missing_item_span: body.missing_item_span(),
        });
        Outcome::new(content.attributes, diagnostics)
    }

    fn implied_schema(&self) -> BodySchema {
        hcl2_model::merge_bodies(self.bodies.clone()).implied_schema()
    }

    fn missing_item_span(&self) -> Span {
        self.bodies
            .first()
            .map_or(Span::empty(SourceId::default(), 0), |body| {
                body.missing_item_span()
            })
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for body in &self.bodies {
            body.visit_expressions(visit);
        }
    }
}
