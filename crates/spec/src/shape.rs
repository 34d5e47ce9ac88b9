//! What follows from a specification alone: the schema, the type of the result, the blocks.

use std::collections::{BTreeMap, HashMap};

use hcl2_diagnostics::Diagnostics;
use hcl2_model::{AttributeSchema, BlockHeaderSchema, BodySchema, EvalContext, Name};
use hcl2_value::{Budget, Type, Value};

use crate::parts::{BlocksSpec, Keyed, LabelledBlocksSpec, Transformation};
use crate::{Sequence, Spec};

impl Spec {
    /// Returns the specifications directly inside this one that apply to the same body.
    pub(super) fn same_body(&self) -> Vec<&Self> {
        match self {
            Self::Object(properties) => properties.values().collect(),
            Self::Tuple(elements) => elements.iter().collect(),
            Self::Default(default) => vec![&default.primary, &default.fallback],
            Self::Transform(transform) => vec![&transform.nested],
            Self::Attribute(_)
            | Self::Block(_)
            | Self::Blocks(_)
            | Self::LabelledBlocks(_)
            | Self::BlockAttributes(_)
            | Self::Label(_)
            | Self::Literal(_)
            | Self::Expression(_) => Vec::new(),
        }
    }

    /// Returns this specification and all inside it that apply to the same body, outer ones first.
    pub(super) fn all_of_body(&self) -> impl Iterator<Item = &Self> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            let next = pending.pop()?;
            pending.extend(next.same_body().into_iter().rev());
            Some(next)
        })
    }

    /// Returns the schema of the bodies that the specification describes. Each name occurs once, even if several parts
    /// of the specification have it.
    #[must_use]
    pub fn schema(&self) -> BodySchema {
        let mut schema = BodySchema::new();
        let mut attributes: HashMap<&Name, usize> = HashMap::new();
        let mut blocks: HashMap<Name, usize> = HashMap::new();
        for spec in self.all_of_body() {
            if let Self::Attribute(attribute) = spec {
                let next = schema.attributes.len();
                let position = *attributes.entry(&attribute.name).or_insert(next);
                if position == next {
                    schema.attributes.push(AttributeSchema {
                        name: attribute.name.clone(),
                        required: false,
                    });
                }
                schema.attributes[position].required |= attribute.required;
            } else if let Some(block) = spec.block_schema() {
                let next = schema.blocks.len();
                let position = *blocks.entry(block.block_type.clone()).or_insert(next);
                if position == next {
                    schema.blocks.push(block);
                } else {
                    schema.blocks[position] = block;
                }
            }
        }
        schema
    }

    fn block_schema(&self) -> Option<BlockHeaderSchema> {
        let (block_type, label_names) = match self {
            Self::Block(block) => (&block.block_type, block.nested.label_names()),
            Self::Blocks(blocks) => (&blocks.block_type, blocks.nested.label_names()),
            Self::BlockAttributes(block) => (&block.block_type, Vec::new()),
            Self::LabelledBlocks(blocks) => {
                let mut names = blocks.label_names.clone();
                names.extend(blocks.nested.label_names());
                (&blocks.block_type, names)
            }
            _ => return None,
        };
        Some(BlockHeaderSchema {
            block_type: block_type.clone(),
            label_names,
        })
    }

    /// Returns the names of the labels that the specification of a block's body refers to.
    fn label_names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        for spec in self.all_of_body() {
            if let Self::Label(label) = spec {
                while names.len() <= label.index {
                    names.push(Name::from(format!("label {}", names.len() + 1)));
                }
                names[label.index] = label.name.clone();
            }
        }
        names
    }

    /// Returns the specifications of the bodies of blocks, by block type. Blocks of arbitrary attributes have none.
    #[must_use]
    pub fn child_blocks(&self) -> BTreeMap<Name, &Self> {
        self.all_of_body()
            .filter_map(|spec| match spec {
                Self::Block(block) => Some((block.block_type.clone(), &*block.nested)),
                Self::Blocks(blocks) => Some((blocks.block_type.clone(), &*blocks.nested)),
                Self::LabelledBlocks(blocks) => Some((blocks.block_type.clone(), &*blocks.nested)),
                _ => None,
            })
            .collect()
    }

    /// Returns the type of the results, as far as it follows from the specification alone.
    ///
    /// The type can be a constraint. The fallback of a [`Spec::Default`] can have another type.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        match self {
            Self::Object(properties) => Type::object(
                properties
                    .iter()
                    .map(|(name, spec)| (name.as_str(), spec.implied_type())),
            ),
            Self::Tuple(elements) => Type::tuple(elements.iter().map(Self::implied_type)),
            Self::Attribute(attribute) => attribute.ty.clone(),
            Self::Block(block) => block.nested.implied_type(),
            Self::Blocks(blocks) => blocks.implied_type(),
            Self::LabelledBlocks(blocks) => blocks.implied_type(),
            Self::BlockAttributes(block) => Type::map(block.element_type.clone()),
            Self::Label(_) => Type::STRING,
            Self::Literal(value) => value.ty().clone(),
            Self::Expression(_) => Type::DYNAMIC,
            Self::Default(default) => default.primary.implied_type(),
            Self::Transform(transform) => transform.by.implied_type(transform.nested.implied_type()),
        }
    }
}

impl BlocksSpec {
    pub(super) fn implied_type(&self) -> Type {
        match self.sequence {
            Sequence::List => Type::list(self.nested.implied_type()),
            Sequence::Set => Type::set(self.nested.implied_type()),
            Sequence::Tuple => Type::DYNAMIC,
        }
    }
}

impl LabelledBlocksSpec {
    pub(super) fn implied_type(&self) -> Type {
        match self.keyed {
            Keyed::Map => self
                .label_names
                .iter()
                .fold(self.nested.implied_type(), |ty, _| Type::map(ty)),
            Keyed::Object => Type::DYNAMIC,
        }
    }
}

impl Transformation {
    pub(super) fn implied_type(&self, nested: Type) -> Type {
        let given = Value::unknown(nested.without_optional_attributes());
        match self {
            Self::Expression { .. } => self
                .evaluate(given, Budget::default(), &mut Diagnostics::new())
                .map_or(Type::DYNAMIC, |value| value.ty().clone()),
            Self::Function(function) => function.result_type(&[given]).unwrap_or(Type::DYNAMIC),
            Self::Check(_) | Self::Refinement(_) => given.ty().clone(),
        }
    }

    /// Evaluates the expression for a given value; `None` for a function.
    pub(super) fn evaluate(
        &self,
        given: Value,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Option<Value> {
        let Self::Expression {
            result,
            variable,
            context,
        } = self
        else {
            return None;
        };
        let mut scope: EvalContext<'_> = context.child();
        scope.set_budget(budget);
        scope.set_variable(variable, given);
        Some(result.evaluate(Some(&scope)).report_into(diagnostics))
    }
}
