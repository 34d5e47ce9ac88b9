//! Schemas of providers.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{Diagnostics, codes::body::MISSING_ATTRIBUTE};
use hcl2_model::{BodyRef, BodySchema, Name};
use hcl2_spec::parts::AttributeSpec;
use hcl2_spec::{Sequence, Spec};
use hcl2_value::{Fields, Path, PathStep, Type, Value};
use hcl2_wire::notation;
use hcl2_wire::schema::{self, Attribute, AttributeContent, Block, NestedBlock, Presence};

use crate::AttributesAsBlocks;
use crate::table::{BuiltInArgument, BuiltInBlock, Set};

mod document;
mod mocked;
mod provider;

pub use document::{DescribedProvider, FunctionSchema, SchemaDocument, VersionedBlock};
pub use provider::{ProviderSchema, ProviderSchemas};
pub(crate) use provider::{built_in, helper};

/// The schema of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockSchema {
    attributes: BTreeMap<String, AttributeSchema>,
    blocks: BTreeMap<String, NestedSchema>,
    /// Whether its provider calls the blocks deprecated.
    is_deprecated: bool,
    /// What many blocks of one schema share, made when it is first needed.
    spec: OnceLock<(Spec, BodySchema)>,
    attributes_as_blocks: OnceLock<Arc<AttributesAsBlocks>>,
}

/// The schema of an attribute.
#[derive(Clone, Debug)]
struct AttributeSchema {
    /// The type of the value, possibly with optional attributes.
    ty: Type,
    is_required: bool,
    /// Whether only the provider sets it.
    is_computed: bool,
    /// Whether the provider may set it.
    is_decided: bool,
    /// Whether it is never stored, so that it may be ephemeral.
    is_write_only: bool,
    is_deprecated: bool,
    /// The attributes of its objects, if their schemas are given.
    nested: BTreeMap<String, AttributeSchema>,
}

/// The schema of the nested blocks of one type.
#[derive(Clone, Debug)]
struct NestedSchema {
    nesting: Nesting,
    /// Whether their order does not matter.
    is_set: bool,
    at_least: usize,
    at_most: Option<usize>,
    block: BlockSchema,
}

/// How nested blocks form a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One block.
    Single,
    /// Any number of blocks.
    Many,
    /// Any number of blocks with distinct labels.
    Map,
}

impl BlockSchema {
    /// Returns whether there is an attribute with a name.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.contains_key(name)
    }

    /// Returns the names and types of the attributes, sorted by name.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &Type)> {
        self.attributes
            .iter()
            .map(|(name, attribute)| (name.as_str(), &attribute.ty))
    }

    /// Returns the names and types of the attributes a configuration can set, sorted by name, and whether each is required.
    pub fn arguments(&self) -> impl Iterator<Item = (&str, &Type, bool)> {
        let set = self
            .attributes
            .iter()
            .filter(|(_, attribute)| !attribute.is_computed);
        set.map(|(name, attribute)| (name.as_str(), &attribute.ty, attribute.is_required))
    }

    /// Returns the types of nested blocks, sorted.
    pub fn block_types(&self) -> impl Iterator<Item = &str> {
        self.blocks.keys().map(String::as_str)
    }

    /// Returns the nested blocks of a type.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<(Nesting, &Self)> {
        self.blocks
            .get(name)
            .map(|nested| (nested.nesting, &nested.block))
    }

    /// Returns how many of the names on a path to a part of the block lead to the first deprecated attribute or nested block.
    pub(crate) fn deprecated_in(&self, path: &[&str]) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        if let Some(nested) = self.blocks.get(*first) {
            return match nested.block.is_deprecated {
                true => Some(1),
                false => nested.block.deprecated_in(rest).map(|names| names + 1),
            };
        }
        let mut attribute = self.attributes.get(*first)?;
        let mut names = 1;
        for name in rest {
            if attribute.is_deprecated {
                break;
            }
            let Some(inner) = attribute.nested.get(*name) else {
                break;
            };
            attribute = inner;
            names += 1;
        }
        attribute.is_deprecated.then_some(names)
    }

    /// Returns whether there is an attribute with a name that only the provider sets.
    pub(crate) fn is_computed(&self, name: &str) -> bool {
        self.attributes
            .get(name)
            .is_some_and(|attribute| attribute.is_computed)
    }

    /// Returns the name of what only the provider sets, if an argument sets it: its own, or that of an attribute in its value.
    pub(crate) fn computed_in<'s>(&'s self, name: &'s str, value: &Value) -> Option<&'s str> {
        self.attributes.get(name)?.computed_in(name, value)
    }

    /// Returns whether an unmarked value of the block sets what only the provider sets.
    pub(crate) fn sets_computed(&self, value: &Value) -> bool {
        let is_set = |name: &String, attribute: &AttributeSchema| {
            (attribute.is_computed || !attribute.nested.is_empty())
                && value
                    .get(name)
                    .is_some_and(|value| attribute.computed_in(name, value).is_some())
        };
        let is_set_in = |name: &String, nested: &NestedSchema| {
            let blocks = value
                .get(name)
                .map(|value| objects_in(value, nested.nesting == Nesting::Single));
            let mut blocks = blocks.into_iter().flatten();
            blocks.any(|block| nested.block.sets_computed(block))
        };
        self.attributes
            .iter()
            .any(|(name, attribute)| is_set(name, attribute))
            || self.blocks.iter().any(|(name, nested)| is_set_in(name, nested))
    }

    /// Returns whether the part of a value at a path is stored: whether no attribute on the path is write-only.
    pub(crate) fn stores(&self, path: &Path) -> bool {
        let names = path.steps().iter().filter_map(|step| match step {
            PathStep::Attribute(name) => Some(name.as_str()),
            PathStep::Index(_) => None,
        });
        let (mut attributes, mut blocks) = (&self.attributes, Some(&self.blocks));
        for name in names {
            if let Some(attribute) = attributes.get(name) {
                if attribute.is_write_only {
                    return false;
                }
                (attributes, blocks) = (&attribute.nested, None);
            } else if let Some(nested) = blocks.and_then(|blocks| blocks.get(name)) {
                (attributes, blocks) = (&nested.block.attributes, Some(&nested.block.blocks));
            } else {
                return true;
            }
        }
        true
    }

    /// Returns the attribute names of the block's value.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes
            .keys()
            .chain(self.blocks.keys())
            .map(String::as_str)
    }

    /// Returns the type of the block's value.
    pub(crate) fn value_type(&self) -> Type {
        let attributes = self
            .attributes
            .iter()
            .map(|(name, attribute)| (name.as_str(), attribute.ty.without_optional_attributes()));
        let blocks = self
            .blocks
            .iter()
            .map(|(name, nested)| (name.as_str(), nested.value_type()));
        Type::object(attributes.chain(blocks))
    }

    /// Returns the specification of a configuration of the block, and the schema of its body. What only the provider sets
    /// is part of it, since a configuration may set it to null.
    pub(crate) fn spec(&self) -> &(Spec, BodySchema) {
        self.spec.get_or_init(|| {
            let spec = self.new_spec();
            let schema = spec.schema();
            (spec, schema)
        })
    }

    fn new_spec(&self) -> Spec {
        let attributes = self.attributes.iter().map(|(name, attribute)| {
            let spec = AttributeSpec {
                name: Name::from(name.as_str()),
                ty: attribute.ty.clone(),
                required: attribute.is_required,
            };
            (name.as_str(), Spec::Attribute(spec))
        });
        let blocks = self
            .blocks
            .iter()
            .map(|(name, nested)| (name.as_str(), nested.spec(name)));
        Spec::object(attributes.chain(blocks))
    }

    /// Returns the attributes that may be written as blocks.
    pub(crate) fn attributes_as_blocks(&self) -> &Arc<AttributesAsBlocks> {
        self.attributes_as_blocks
            .get_or_init(|| self.new_attributes_as_blocks().into())
    }

    fn new_attributes_as_blocks(&self) -> AttributesAsBlocks {
        let attributes = self.attributes.iter().map(|(name, attribute)| {
            let ty = attribute.nested.is_empty().then_some(&attribute.ty);
            (name.as_str(), ty)
        });
        let nested = self.blocks.iter();
        AttributesAsBlocks::new(
            attributes,
            nested.map(|(name, nested)| (name.as_str(), nested.block.new_attributes_as_blocks())),
        )
    }

    /// Returns a problem for each required attribute that a body does not set.
    pub(crate) fn missing_in(&self, body: &BodyRef) -> Diagnostics {
        let required = self
            .attributes
            .iter()
            .filter(|(_, attribute)| attribute.is_required);
        let schema = required.fold(BodySchema::new(), |schema, (name, _)| {
            schema.required(name.as_str())
        });
        let mut problems = body.partial_content(&schema).diagnostics;
        problems.retain(|problem| problem.code == MISSING_ATTRIBUTE);
        problems
    }

    fn of(block: &Block) -> Self {
        let attributes = block.attributes.iter();
        let blocks = block.blocks.iter();
        Self {
            attributes: attributes
                .map(|(name, attribute)| (name.clone(), AttributeSchema::of(attribute)))
                .collect(),
            blocks: blocks
                .map(|(name, nested)| (name.clone(), NestedSchema::of(nested)))
                .collect(),
            is_deprecated: block.deprecated,
            ..Self::default()
        }
    }

    fn built_in(attributes: &[BuiltInArgument], blocks: &[BuiltInBlock]) -> Self {
        let attributes = attributes.iter().map(|(name, ty, set)| {
            let attribute = AttributeSchema {
                ty: notation::read(ty.as_bytes()).unwrap_or(Type::DYNAMIC),
                is_required: *set == Set::Required,
                is_computed: *set == Set::Computed,
                is_decided: *set == Set::Computed,
                is_write_only: *set == Set::WriteOnly,
                is_deprecated: false,
                nested: BTreeMap::new(),
            };
            ((*name).to_owned(), attribute)
        });
        let blocks = blocks.iter().map(|(name, attributes)| {
            let nested = NestedSchema {
                nesting: Nesting::Single,
                is_set: false,
                at_least: 0,
                at_most: Some(1),
                block: Self::built_in(attributes, &[]),
            };
            ((*name).to_owned(), nested)
        });
        Self {
            attributes: attributes.collect(),
            blocks: blocks.collect(),
            ..Self::default()
        }
    }
}

/// Returns the objects in an unmarked value: itself if it is one, or else its elements.
fn objects_in(value: &Value, is_one: bool) -> Vec<&Value> {
    if is_one {
        return vec![value];
    }
    let fields = value
        .fields()
        .into_iter()
        .flat_map(Fields::iter)
        .map(|(_, value)| value);
    value.elements().into_iter().flatten().chain(fields).collect()
}

impl AttributeSchema {
    /// Returns the name of what only the provider sets, if a value sets it: that of the attribute or of one in its value.
    fn computed_in<'s>(&'s self, name: &'s str, value: &Value) -> Option<&'s str> {
        if self.is_computed {
            return (!value.is_null()).then_some(name);
        }
        let objects = match self.nested.is_empty() {
            true => Vec::new(),
            false => objects_in(value, self.ty.object_type().is_some()),
        };
        objects.into_iter().find_map(|object| {
            let mut nested = self.nested.iter();
            nested.find_map(|(name, attribute)| attribute.computed_in(name, object.get(name)?))
        })
    }

    fn of(attribute: &Attribute) -> Self {
        let nested = match &attribute.content {
            AttributeContent::Type(_) => BTreeMap::new(),
            AttributeContent::Nested { attributes, .. } => attributes
                .iter()
                .map(|(name, attribute)| (name.clone(), Self::of(attribute)))
                .collect(),
        };
        Self {
            ty: attribute.constraint(),
            nested,
            is_required: attribute.presence == Presence::Required,
            is_computed: attribute.presence == Presence::Computed,
            is_decided: attribute.presence.is_computed(),
            is_write_only: attribute.write_only,
            is_deprecated: attribute.deprecated,
        }
    }
}

impl NestedSchema {
    fn of(nested: &NestedBlock) -> Self {
        let count = |items| usize::try_from(items).unwrap_or(usize::MAX);
        Self {
            nesting: match nested.nesting {
                schema::Nesting::Single | schema::Nesting::Group => Nesting::Single,
                schema::Nesting::Map => Nesting::Map,
                schema::Nesting::List | schema::Nesting::Set => Nesting::Many,
            },
            is_set: nested.nesting == schema::Nesting::Set,
            at_least: count(nested.min_items),
            at_most: (nested.max_items > 0).then(|| count(nested.max_items)),
            block: BlockSchema::of(&nested.block),
        }
    }

    fn value_type(&self) -> Type {
        let inner = self.block.value_type();
        match self.nesting {
            Nesting::Single => inner,
            // Blocks of different types form tuples and objects.
            _ if inner.has_dynamic() => Type::DYNAMIC,
            Nesting::Map => Type::map(inner),
            Nesting::Many if self.is_set => Type::set(inner),
            Nesting::Many => Type::list(inner),
        }
    }

    fn spec(&self, name: &str) -> Spec {
        let inner = self.block.new_spec();
        match self.nesting {
            Nesting::Single if self.at_least > 0 => Spec::block(name, inner).make_required(),
            Nesting::Single => Spec::block(name, inner),
            Nesting::Map => Spec::block_object(name, ["key"], inner),
            Nesting::Many => {
                let blocks = Spec::blocks(name, Sequence::Tuple, inner).at_least(self.at_least);
                match self.at_most {
                    Some(most) => blocks.at_most(most),
                    None => blocks,
                }
            }
        }
    }
}
