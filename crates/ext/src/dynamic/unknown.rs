//! Bodies with unknown content.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_model::{
    Attribute, Attributes, Block, Body, BodyContent, BodyRef, BodySchema, ConstantExpression, PartialContent,
};
use hcl2_value::{Marks, Value};

/// The body of the blocks that a dynamic block will generate once its `for_each` is known: it has the items and ranges of
/// the template, but all values are unknown.
#[derive(Debug)]
pub(super) struct Unknown {
    template: BodyRef,
    marks: Marks,
}

impl Unknown {
    pub(super) fn new(template: BodyRef, marks: Marks) -> Self {
        Self { template, marks }
    }

    fn attributes_of(&self, attributes: Attributes) -> Attributes {
        let mut unknown = Attributes::new();
        for attribute in attributes {
            let expression = ConstantExpression {
                value: Value::DYNAMIC.with_marks(&self.marks),
                span: attribute.expression.span(),
            };
            // Names do not repeat: they come from a collection of attributes.
            let _ = unknown.insert(Attribute {
                expression: Arc::new(expression),
                ..attribute
            });
        }
        unknown
    }

    fn content_of(&self, content: BodyContent) -> BodyContent {
        let inside = |block: Block| Block {
            body: Arc::new(Self::new(block.body, self.marks.clone())),
            ..block
        };
        BodyContent {
            attributes: self.attributes_of(content.attributes),
            blocks: content.blocks.into_iter().map(inside).collect(),
            missing_item_span: content.missing_item_span,
        }
    }
}

impl Body for Unknown {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let found = self.template.content(schema);
        found.map(|content| self.content_of(content))
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.template.partial_content(schema).map(|found| PartialContent {
            content: self.content_of(found.content),
            remain: Arc::new(Self::new(found.remain, self.marks.clone())),
        })
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let found = self.template.attributes();
        found.map(|attributes| self.attributes_of(attributes))
    }

    fn missing_item_span(&self) -> Span {
        self.template.missing_item_span()
    }

    fn is_unknown(&self) -> bool {
        true
    }

    fn marks(&self) -> Marks {
        self.template.marks()
    }
}
