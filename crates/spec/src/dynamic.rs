//! The variables that expanding dynamic blocks refers to.

use hcl2_model::{Block, Body, BodySchema, Expression, Name, Traversal};

use crate::Spec;

/// The type of dynamic blocks.
const DYNAMIC: &str = "dynamic";

impl Spec {
    /// Returns the variables that decoding a body refers to, like [`variables`](Self::variables), if dynamic blocks are
    /// expanded: also those of `for_each` and `labels`, without the iterators.
    #[must_use]
    pub fn dynamic_variables(&self, body: &dyn Body) -> Vec<Traversal> {
        walk(self, body, true)
    }

    /// Returns the variables that expanding dynamic blocks refers to: only those of `for_each` and `labels`, without the
    /// iterators.
    #[must_use]
    pub fn expansion_variables(&self, body: &dyn Body) -> Vec<Traversal> {
        walk(self, body, false)
    }
}

fn walk(spec: &Spec, body: &dyn Body, with_content: bool) -> Vec<Traversal> {
    let mut walk = Walk {
        with_content,
        iterators: Vec::new(),
        found: Vec::new(),
    };
    walk.body(spec, body);
    walk.found
}

struct Walk {
    /// Whether the variables of attributes are included.
    with_content: bool,
    /// The iterators of all dynamic blocks around the current position.
    iterators: Vec<Name>,
    found: Vec<Traversal>,
}

impl Walk {
    fn expression(&mut self, expression: &dyn Expression) {
        let variables = expression.variables().into_iter();
        let iterators = &self.iterators;
        self.found.extend(
            variables.filter(|traversal| traversal.root_name().is_none_or(|name| !iterators.contains(name))),
        );
    }

    fn body(&mut self, spec: &Spec, body: &dyn Body) {
        let schema = spec.schema().block(DYNAMIC, ["type"]);
        let content = body.partial_content(&schema).value.content;
        if self.with_content {
            for attribute in content.attributes.iter() {
                self.expression(&*attribute.expression);
            }
        }
        let children = spec.child_blocks();
        for block in &content.blocks {
            if block.block_type == *DYNAMIC {
                if let Some(label) = block.labels.first() {
                    self.dynamic(&label.text, children.get(&label.text).copied(), block);
                }
            } else if let Some(nested) = children.get(&block.block_type) {
                self.body(nested, &*block.body);
            }
        }
    }

    fn dynamic(&mut self, block_type: &Name, nested: Option<&Spec>, block: &Block) {
        let no_labels: [&str; 0] = [];
        let schema = BodySchema::new()
            .optional("for_each")
            .optional("labels")
            .optional("iterator")
            .block("content", no_labels);
        let content = block.body.partial_content(&schema).value.content;
        let attribute = |name| {
            content
                .attributes
                .get(name)
                .map(|attribute| &*attribute.expression)
        };
        let iterator = match attribute("iterator").map(Expression::static_traversal) {
            None => block_type.clone(),
            // Expanding the block reports an invalid iterator.
            Some(traversal) => match traversal.as_ref().and_then(Traversal::root_name) {
                Some(name) => name.clone(),
                None => return,
            },
        };
        if let Some(for_each) = attribute("for_each") {
            self.expression(for_each);
        }
        self.iterators.push(iterator);
        if let Some(labels) = attribute("labels") {
            self.expression(labels);
        }
        if let Some(nested) = nested {
            for inner in &content.blocks {
                self.body(nested, &*inner.body);
            }
        }
        self.iterators.pop();
    }
}
