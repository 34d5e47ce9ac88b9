//! Several bodies as one.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceId, Span, codes::body as codes};

use crate::{Attribute, AttributeSchema, Attributes, Body, BodyContent, BodyRef, BodySchema, ExpressionRef};

/// Makes one body of several, as of the files of a directory: blocks come in the order of the bodies, and an
/// attribute may be in one of them only.
#[must_use]
pub fn merge_bodies(bodies: Vec<BodyRef>) -> BodyRef {
    match <[BodyRef; 1]>::try_from(bodies) {
        Ok([only]) => only,
        Err(bodies) => Arc::new(Merged(bodies)),
    }
}

#[derive(Debug)]
struct Merged(Vec<BodyRef>);

impl Merged {
    fn merged_content(&self, schema: &BodySchema, partial: bool) -> (BodyContent, Vec<BodyRef>, Diagnostics) {
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
        let mut content = BodyContent {
            attributes: Attributes::new(),
            blocks: Vec::new(),
            missing_item_span: self.missing_item_span(),
        };
        let mut remains = Vec::new();
        let mut diagnostics = Diagnostics::new();
        for body in &self.0 {
            let (found, problems) = if partial {
                let (found, remain, problems) = body.partial_content(&relaxed);
                remains.push(remain);
                (found, problems)
            } else {
                body.content(&relaxed)
            };
            diagnostics.extend(problems);
            insert_all(&mut content.attributes, found.attributes, &mut diagnostics);
            content.blocks.extend(found.blocks);
        }
        for attribute in required.filter(|attribute| content.attributes.get(&attribute.name).is_none()) {
            diagnostics.push(
                Diagnostic::error(codes::MISSING_ATTRIBUTE, "Missing required attribute").with_detail(
                    format!(
                        "The attribute `{}` is required, but none of the files sets it.",
                        attribute.name
                    ),
                ),
            );
        }
        (content, remains, diagnostics)
    }
}

fn insert_all(all: &mut Attributes, found: Attributes, diagnostics: &mut Diagnostics) {
    for attribute in found {
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
}

impl Body for Merged {
    fn content(&self, schema: &BodySchema) -> (BodyContent, Diagnostics) {
        let (content, _, diagnostics) = self.merged_content(schema, false);
        (content, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> (BodyContent, BodyRef, Diagnostics) {
        let (content, remains, diagnostics) = self.merged_content(schema, true);
        (content, merge_bodies(remains), diagnostics)
    }

    fn attributes(&self) -> (Attributes, Diagnostics) {
        let mut all = Attributes::new();
        let mut diagnostics = Diagnostics::new();
        for body in &self.0 {
            let (found, problems) = body.attributes();
            diagnostics.extend(problems);
            insert_all(&mut all, found, &mut diagnostics);
        }
        (all, diagnostics)
    }

    fn missing_item_span(&self) -> Span {
        self.0
            .first()
            .map_or(Span::empty(SourceId::default(), 0), |body| {
                body.missing_item_span()
            })
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for body in &self.0 {
            body.visit_expressions(visit);
        }
    }
}
