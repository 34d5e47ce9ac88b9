//! What a body can contain, and the content that a body has according to it.

use std::borrow::Cow;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Span, codes::body as body_codes};
use hcl2_model::{
    Attribute, AttributeSchema, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodyRef, BodySchema,
    ConstantExpression, EvalContext, Expression, ExpressionRef, FunctionReference, Name, Traversal, problems,
};
use hcl2_value::{Type, Value};

use super::misspelled::{explains, intended_names};
use crate::schema::{AttributeKind, BodyDefinition, Rest};

/// The schema of a type that bodies are decoded to.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) schema: BodySchema,
    pub(super) rest: Rest,
    /// The names of the labels.
    labels: Vec<Name>,
    /// Whether one of the attributes is sensitive.
    pub(super) has_secrets: bool,
    /// The attributes that can be written as blocks, and whether several blocks are a list.
    as_blocks: Vec<(Name, bool)>,
}

/// The content of a body according to a layout.
pub(super) struct Laid {
    pub(super) content: BodyContent,
    /// What the layout does not name, if that is no error.
    pub(super) remain: Option<BodyRef>,
    /// The names of items that another problem explains, so that they do not count as missing.
    pub(super) explained: Vec<Name>,
    pub(super) problems: Diagnostics,
}

impl Layout {
    /// Creates the layout of a definition; `schema` is that of the bodies with it.
    pub(super) fn new(definition: &BodyDefinition, schema: BodySchema) -> Self {
        let as_blocks = definition
            .attributes
            .iter()
            .filter(|attribute| attribute.as_block);
        Self {
            schema,
            rest: definition.rest,
            has_secrets: definition.attributes.iter().any(|attribute| attribute.sensitive),
            labels: definition.labels.iter().map(|label| label.name.clone()).collect(),
            as_blocks: as_blocks
                .map(|attribute| {
                    let is_list = matches!(attribute.kind, AttributeKind::List(_) | AttributeKind::Set(_));
                    (attribute.name.clone(), is_list)
                })
                .collect(),
        }
    }

    /// Returns whether an attribute, a block type or a label has a name, or any name is possible.
    pub(super) fn names(&self, name: &str) -> bool {
        self.rest != Rest::Nothing
            || self.schema.attribute_named(name).is_some()
            || self.schema.block_named(name).is_some()
            || self.labels.iter().any(|label| *label == *name)
    }

    /// Reads a body.
    pub(super) fn read(&self, body: &BodyRef) -> Laid {
        let implied = (!self.as_blocks.is_empty()).then(|| body.implied_schema());
        let written = |name: &Name| {
            implied
                .as_ref()
                .is_some_and(|implied| implied.block_named(name).is_some())
        };
        let as_blocks: Vec<&(Name, bool)> = self.as_blocks.iter().filter(|(name, _)| written(name)).collect();
        let mut schema = Cow::Borrowed(&self.schema);
        for (name, _) in &as_blocks {
            let schema = schema.to_mut();
            schema
                .attributes
                .retain(|AttributeSchema { name: own, .. }| own != name);
            schema.blocks.push(BlockHeaderSchema {
                block_type: name.clone(),
                label_names: Vec::new(),
            });
        }
        let (mut content, remain, mut problems) = self.content(body, &schema);
        let mut explained = intended_names(&problems);
        if is_missing_one(&schema, &content, &explained) {
            for attribute in &mut schema.to_mut().attributes {
                attribute.required &= !explains(&explained, &attribute.name);
            }
            problems = self.content(body, &schema).2;
        }
        let has_unread = problems.iter().any(|problem| {
            matches!(
                problem.code,
                body_codes::MISSING_LABEL | body_codes::EXTRANEOUS_LABEL
            )
        });
        if has_unread {
            let implied = body.implied_schema().blocks.into_iter();
            explained.extend(implied.map(|block| block.block_type));
        }
        for (name, is_list) in as_blocks {
            attribute_of_blocks(name, *is_list, &mut content, &mut problems);
        }
        Laid {
            content,
            remain,
            explained,
            problems,
        }
    }

    fn content(&self, body: &BodyRef, schema: &BodySchema) -> (BodyContent, Option<BodyRef>, Diagnostics) {
        match self.rest {
            Rest::Nothing => {
                let Outcome { value, diagnostics } = body.content(schema);
                (value, None, diagnostics)
            }
            Rest::Attributes | Rest::Anything => {
                let Outcome { value, diagnostics } = body.partial_content(schema);
                (value.content, Some(value.remain), diagnostics)
            }
        }
    }
}

/// Returns whether content lacks a required attribute of one of these names.
fn is_missing_one(schema: &BodySchema, content: &BodyContent, names: &[Name]) -> bool {
    let mut required = schema.attributes.iter().filter(|attribute| attribute.required);
    required.any(|attribute| {
        explains(names, &attribute.name) && content.attributes.get(&attribute.name).is_none()
    })
}

/// Replaces the blocks of a type by an attribute: an object, or with `is_list` a list of objects.
fn attribute_of_blocks(name: &Name, is_list: bool, content: &mut BodyContent, problems: &mut Diagnostics) {
    let (found, others): (Vec<Block>, _) = std::mem::take(&mut content.blocks)
        .into_iter()
        .partition(|block| block.block_type == *name);
    content.blocks = others;
    let Some(first) = found.first() else { return };
    if let (false, Some(second)) = (is_list, found.get(1)) {
        problems.push(problems::duplicate_block(name, first, second));
    }
    let span = first.header_span;
    let mut objects: Vec<ExpressionRef> = found.iter().map(|block| object(block, problems)).collect();
    let expression = if is_list {
        Arc::new(BlockList { objects, span })
    } else {
        objects.swap_remove(0)
    };
    let attribute = Attribute {
        name: name.clone(),
        span,
        name_span: first.type_span,
        expression,
    };
    // The schema does not name the attribute, so the content has none.
    let _ = content.attributes.insert(attribute);
}

/// Returns the object that the attributes of a block are.
fn object(block: &Block, problems: &mut Diagnostics) -> ExpressionRef {
    if block.body.is_unknown() {
        return Arc::new(ConstantExpression {
            value: Value::unknown(Type::DYNAMIC),
            span: block.header_span,
        });
    }
    let Outcome { value, diagnostics } = block.body.attributes();
    problems.append(diagnostics);
    Arc::new(BlockObject {
        attributes: value,
        span: block.header_span,
    })
}

/// The attributes of a block as an object.
#[derive(Debug)]
struct BlockObject {
    attributes: Attributes,
    span: Span,
}

impl Expression for BlockObject {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut problems = Diagnostics::new();
        let fields: Vec<(String, Value)> = self
            .attributes
            .iter()
            .map(|attribute| {
                let Outcome { value, diagnostics } = attribute.expression.evaluate(context);
                problems.append(diagnostics);
                (attribute.name.to_string(), value)
            })
            .collect();
        Outcome::new(Value::object(fields), problems)
    }

    fn variables(&self) -> Vec<Traversal> {
        let attributes = self.attributes.iter();
        attributes
            .flat_map(|attribute| attribute.expression.variables())
            .collect()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        let attributes = self.attributes.iter();
        attributes
            .flat_map(|attribute| attribute.expression.functions())
            .collect()
    }

    fn span(&self) -> Span {
        self.span
    }

    fn start_span(&self) -> Span {
        self.span
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let item = |attribute: &Attribute| {
            let key = ConstantExpression {
                value: Value::from(attribute.name.as_str()),
                span: attribute.name_span,
            };
            (Arc::new(key) as ExpressionRef, Arc::clone(&attribute.expression))
        };
        Some(self.attributes.iter().map(item).collect())
    }
}

/// Several blocks as a list of objects.
#[derive(Debug)]
struct BlockList {
    objects: Vec<ExpressionRef>,
    span: Span,
}

impl Expression for BlockList {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut problems = Diagnostics::new();
        let elements: Vec<Value> = self
            .objects
            .iter()
            .map(|object| {
                let Outcome { value, diagnostics } = object.evaluate(context);
                problems.append(diagnostics);
                value
            })
            .collect();
        Outcome::new(Value::tuple(elements), problems)
    }

    fn variables(&self) -> Vec<Traversal> {
        self.objects
            .iter()
            .flat_map(|object| object.variables())
            .collect()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.objects
            .iter()
            .flat_map(|object| object.functions())
            .collect()
    }

    fn span(&self) -> Span {
        self.span
    }

    fn start_span(&self) -> Span {
        self.span
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        Some(self.objects.clone())
    }
}
