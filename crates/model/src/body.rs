//! Bodies and their content.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::Marks;

use crate::{BodySchema, ExpressionRef, FunctionReference, Name, Traversal};

/// A shared handle to a body.
pub type BodyRef = Arc<dyn Body>;

/// A container of attributes and blocks that gives them up against a schema.
///
/// Every method returns what it could make of the body together with the diagnostics; the content is usable even
/// where there are errors.
pub trait Body: Debug + Send + Sync {
    /// The content by `schema`, which is exhaustive: anything else in the body is an error.
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent>;

    /// The content by `schema`, and a body of what the schema does not name.
    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent>;

    /// All attributes, whatever their names; a block is an error. This is the *dynamic attributes* mode.
    fn attributes(&self) -> Outcome<Attributes>;

    /// A schema that takes all that the body has in it, as far as the syntax alone tells attributes from blocks: as a rule
    /// everything is an attribute. The blocks of a type have as many labels as the first of them.
    fn implied_schema(&self) -> BodySchema {
        let attributes = self.attributes().value;
        attributes.iter().fold(BodySchema::new(), |schema, attribute| {
            schema.optional(&attribute.name)
        })
    }

    /// Where a missing attribute or block would have to be added.
    fn missing_item_span(&self) -> Span;

    /// Gives every expression of the body, and of the blocks in it, to `visit`, without a schema: in the order of the source,
    /// as they are written. In a syntax where only a schema tells blocks from attributes, as in JSON, all are taken as
    /// attributes; and dynamic blocks are not expanded.
    ///
    /// What is here visits the attributes; a body that may have blocks does it itself.
    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for attribute in self.attributes().value {
            visit(attribute.expression);
        }
    }

    /// The variables that the expressions of the body refer to, as [`Body::visit_expressions`] finds them.
    fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.visit_expressions(&mut |expression| found.extend(expression.variables()));
        found
    }

    /// The functions that the expressions of the body call, as [`Body::visit_expressions`] finds them.
    fn functions(&self) -> Vec<FunctionReference> {
        let mut found = Vec::new();
        self.visit_expressions(&mut |expression| found.extend(expression.functions()));
        found
    }

    /// Whether the body stands for an unknown number of bodies like it, whose content is unknown. Only bodies that
    /// are expanded from a value can be.
    fn is_unknown(&self) -> bool {
        false
    }

    /// The marks of the value that the body was expanded from; a value that is made of the whole body gets them too.
    fn marks(&self) -> Marks {
        Marks::NONE
    }
}

/// One attribute of a body.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The attribute's name.
    pub name: Name,
    /// The expression for its value.
    pub expression: ExpressionRef,
    /// The whole definition.
    pub span: Span,
    /// The name as written.
    pub name_span: Span,
}

/// Attributes by name, in the order of the source.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    attributes: Vec<Attribute>,
    /// The positions by name, once there are more attributes than are looked through one by one.
    positions: Option<HashMap<Name, usize>>,
}

/// Most attributes that are looked through one by one: names mostly differ in their length already.
const FEW: usize = 16;

impl Attributes {
    /// Makes an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty collection with room for so many attributes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            attributes: Vec::with_capacity(capacity),
            positions: None,
        }
    }

    /// Adds an attribute unless there is one of its name, which is returned then.
    ///
    /// # Errors
    ///
    /// The attribute that is there already; the new one is dropped.
    pub fn insert(&mut self, attribute: Attribute) -> Result<(), &Attribute> {
        if let Some(position) = self.position(&attribute.name) {
            return Err(&self.attributes[position]);
        }
        let position = self.attributes.len();
        match &mut self.positions {
            Some(positions) => {
                positions.insert(attribute.name.clone(), position);
                self.attributes.push(attribute);
            }
            None => {
                self.attributes.push(attribute);
                if position == FEW {
                    let named = self.attributes.iter().enumerate();
                    self.positions = Some(
                        named
                            .map(|(position, have)| (have.name.clone(), position))
                            .collect(),
                    );
                }
            }
        }
        Ok(())
    }

    /// The attribute with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.position(name).map(|position| &self.attributes[position])
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.positions {
            Some(positions) => positions.get(name).copied(),
            None => self.attributes.iter().position(|have| have.name == *name),
        }
    }

    /// The number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    /// The attributes in the order of the source.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.iter()
    }
}

impl<'a> IntoIterator for &'a Attributes {
    type Item = &'a Attribute;
    type IntoIter = std::slice::Iter<'a, Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.attributes.iter()
    }
}

impl Extend<Attribute> for Attributes {
    /// Adds the attributes whose names are new, as [`insert`](Self::insert) does.
    fn extend<I: IntoIterator<Item = Attribute>>(&mut self, attributes: I) {
        for attribute in attributes {
            // The first attribute of a name stays.
            let _ = self.insert(attribute);
        }
    }
}

impl FromIterator<Attribute> for Attributes {
    /// Collects attributes; of those with the same name, the first is kept.
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Self {
        let mut collected = Self::new();
        collected.extend(attributes);
        collected
    }
}

impl IntoIterator for Attributes {
    type Item = Attribute;
    type IntoIter = std::vec::IntoIter<Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.attributes.into_iter()
    }
}

/// One label of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label's text.
    pub text: Name,
    /// The label as written, quotes included.
    pub span: Span,
}

/// One block of a body.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block type.
    pub block_type: Name,
    /// The labels in order.
    pub labels: Vec<Label>,
    /// The block's own body.
    pub body: BodyRef,
    /// The block's header: its type and labels.
    pub header_span: Span,
    /// The block type as written.
    pub type_span: Span,
}

/// The part of a body that a schema names, and the rest.
#[derive(Clone, Debug)]
pub struct PartialContent {
    /// The content by the schema.
    pub content: BodyContent,
    /// A body with everything that the schema does not name.
    pub remain: BodyRef,
}

/// What a schema found in a body.
#[derive(Clone, Debug)]
pub struct BodyContent {
    /// The attributes that the schema names, in the order of the source.
    pub attributes: Attributes,
    /// The blocks of the types that the schema names, in the order of the source.
    pub blocks: Vec<Block>,
    /// Where a missing attribute or block would have to be added.
    pub missing_item_span: Span,
}

impl BodyContent {
    /// The blocks of one type, in order.
    pub fn blocks_of<'a>(&'a self, block_type: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks
            .iter()
            .filter(move |block| block.block_type == *block_type)
    }
}

#[cfg(test)]
mod tests {
    use hcl2_diagnostics::SourceId;
    use hcl2_value::Value;

    use super::*;
    use crate::ConstantExpression;

    #[test]
    fn attributes_are_found_by_name_however_many_there_are() {
        let span = |at: usize| Span::empty(SourceId::default(), at as u32);
        let attribute = |name: &str, at: usize| Attribute {
            name: name.into(),
            expression: Arc::new(ConstantExpression {
                value: Value::DYNAMIC,
                span: span(at),
            }),
            span: span(at),
            name_span: span(at),
        };
        let mut attributes = Attributes::new();
        for count in 0..3 * FEW {
            assert_eq!(attributes.len(), count);
            assert!(attributes.get(&format!("a{count}")).is_none());
            assert!(attributes.insert(attribute(&format!("a{count}"), count)).is_ok());
            for earlier in 0..=count {
                let name = format!("a{earlier}");
                assert_eq!(attributes.get(&name).map(|have| have.span), Some(span(earlier)));
                let again = attributes.insert(attribute(&name, 1000));
                assert_eq!(again.err().map(|have| have.span), Some(span(earlier)));
            }
        }
        let order: Vec<Span> = attributes.into_iter().map(|have| have.span).collect();
        assert_eq!(order, (0..3 * FEW).map(span).collect::<Vec<_>>());
    }
}
