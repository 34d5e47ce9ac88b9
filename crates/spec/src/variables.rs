//! The variables that decoding a body refers to.

use hcl2_model::{Block, Body, BodyContent, Traversal};

use crate::Spec;

impl Spec {
    /// Returns the variables that decoding a body refers to, so that an application can provide them first.
    #[must_use]
    pub fn variables(&self, body: &dyn Body) -> Vec<Traversal> {
        let mut found = Vec::new();
        collect(self, body, &mut found);
        found
    }
}

fn collect(spec: &Spec, body: &dyn Body, found: &mut Vec<Traversal>) {
    let content = body.partial_content(&spec.schema()).value.content;
    for spec in spec.all_of_body() {
        match spec {
            Spec::Attribute(attribute) => {
                if let Some(attribute) = content.attributes.get(&attribute.name) {
                    found.extend(attribute.expression.variables());
                }
            }
            Spec::Expression(expression) => found.extend(expression.variables()),
            Spec::Block(block) => {
                if let Some(first) = blocks(&content, &block.block_type).next() {
                    collect(&block.nested, &*first.body, found);
                }
            }
            Spec::Blocks(all) => {
                for block in blocks(&content, &all.block_type) {
                    collect(&all.nested, &*block.body, found);
                }
            }
            Spec::LabelledBlocks(all) => {
                for block in blocks(&content, &all.block_type) {
                    collect(&all.nested, &*block.body, found);
                }
            }
            Spec::BlockAttributes(block) => {
                if let Some(first) = blocks(&content, &block.block_type).next() {
                    collect_all(&*first.body, found);
                }
            }
            Spec::Object(_)
            | Spec::Tuple(_)
            | Spec::Label(_)
            | Spec::Literal(_)
            | Spec::Default(_)
            | Spec::Transform(_) => {}
        }
    }
}

fn collect_all(body: &dyn Body, found: &mut Vec<Traversal>) {
    if let Ok(attributes) = body.attributes().into_result() {
        for attribute in attributes.iter() {
            found.extend(attribute.expression.variables());
        }
    }
}

fn blocks<'c>(content: &'c BodyContent, block_type: &str) -> impl Iterator<Item = &'c Block> {
    content
        .blocks
        .iter()
        .filter(move |block| block.block_type == *block_type)
}
