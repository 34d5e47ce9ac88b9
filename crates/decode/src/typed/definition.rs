//! What bodies may have in them, as data: the schema that a derived type yields.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};

use hcl2_model::{BodySchema, Name};
use hcl2_value::Value;

use super::{Decode, DecodeAttribute, DecodeBlocks, DecodeVariant};
use crate::schema::{
    AttributeDefinition, AttributeKind, BlockDefinition, BodyDefinition, LabelDefinition, Rest, Schema,
    VariantDefinition, body_schema,
};

/// What a definition says of an attribute besides its name and kind.
#[derive(Clone, Debug, Default)]
pub struct AttributeOptions {
    /// Whether there is a default, so that the attribute need not be there.
    pub has_default: bool,
    /// The default, as far as it can be told.
    pub default: Option<Value>,
    /// What it is for.
    pub description: &'static str,
    /// What to do instead, where it should not be used any more.
    pub deprecated: Option<&'static str>,
}

/// What a definition says of a block type besides its name and body.
#[derive(Clone, Debug, Default)]
pub struct BlockOptions {
    /// Whether there is a default, so that the block need not be there.
    pub has_default: bool,
    /// How many blocks there must be at least, where the field's type does not say so.
    pub min_items: Option<usize>,
    /// How many blocks there may be at most, where the field's type does not say so.
    pub max_items: Option<usize>,
    /// What it is for.
    pub description: &'static str,
    /// What to do instead, where they should not be used any more.
    pub deprecated: Option<&'static str>,
}

/// Definitions under construction. Each Rust type is defined once, and so types may contain themselves.
#[derive(Debug, Default)]
pub struct Definitions {
    names: HashMap<TypeId, Name>,
    bodies: BTreeMap<Name, BodyDefinition>,
}

impl Definitions {
    /// Makes an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Defines a type and all in it, and gives the definition's name.
    pub fn define<T: Decode>(&mut self) -> Name {
        if let Some(name) = self.names.get(&TypeId::of::<T>()) {
            return name.clone();
        }
        let mut name = Name::from(T::type_name());
        let mut number = 2;
        while self.bodies.contains_key(&name) {
            name = Name::from(format!("{}{number}", T::type_name()));
            number += 1;
        }
        self.names.insert(TypeId::of::<T>(), name.clone());
        // Holds the place for a type that contains itself.
        self.bodies.insert(name.clone(), BodyDefinition::default());
        let mut builder = BodyBuilder {
            body: BodyDefinition::default(),
            definitions: self,
        };
        T::describe(&mut builder);
        let body = builder.body;
        self.bodies.insert(name.clone(), body);
        name
    }

    /// The schema with this definition as that of the outermost body.
    #[must_use]
    pub fn into_schema(self, root: Name) -> Schema {
        Schema {
            root,
            bodies: self.bodies,
        }
    }

    /// What the body defined by this name may have in it.
    pub(super) fn body_schema(&self, name: &str) -> BodySchema {
        self.bodies
            .get(name)
            .map(|body| body_schema(body, &self.bodies))
            .unwrap_or_default()
    }

    pub(super) fn body(&self, name: &str) -> Option<&BodyDefinition> {
        self.bodies.get(name)
    }
}

/// A body's definition under construction.
#[derive(Debug)]
pub struct BodyBuilder<'a> {
    body: BodyDefinition,
    definitions: &'a mut Definitions,
}

impl BodyBuilder<'_> {
    /// Says what the body is for.
    pub fn description(&mut self, text: &str) {
        text.clone_into(&mut self.body.description);
    }

    /// Adds a label of the block that it is the body of.
    pub fn label(&mut self, name: &str, description: &str) {
        self.body.labels.push(LabelDefinition {
            name: name.into(),
            description: description.to_owned(),
        });
    }

    /// Adds an attribute.
    pub fn attribute<T: DecodeAttribute>(&mut self, name: &str, options: AttributeOptions) {
        let kind = T::kind(self.definitions);
        self.attribute_of_kind(kind, !T::is_optional() && !options.has_default, name, options);
    }

    /// Adds an attribute of a kind that the field's type does not say.
    pub fn attribute_of_kind(
        &mut self,
        kind: AttributeKind,
        required: bool,
        name: &str,
        options: AttributeOptions,
    ) {
        self.body.attributes.push(AttributeDefinition {
            name: name.into(),
            kind,
            required,
            default: options.default,
            description: options.description.to_owned(),
            deprecated: options.deprecated.map(str::to_owned),
        });
    }

    /// Adds a block type.
    pub fn blocks<T: DecodeBlocks>(&mut self, block_type: &str, options: BlockOptions) {
        let keys = (1..=T::KEYS)
            .map(|number| match T::KEYS {
                1 => Name::from("name"),
                _ => Name::from(format!("name {number}")),
            })
            .collect();
        let body = Some(self.definitions.define::<T::Item>());
        let (min_items, max_items) = T::BOUNDS;
        self.body.blocks.push(BlockDefinition {
            block_type: block_type.into(),
            body,
            keys,
            min_items: match options.min_items {
                Some(min) => min,
                None if options.has_default => 0,
                None => min_items,
            },
            max_items: options.max_items.or(max_items),
            description: options.description.to_owned(),
            deprecated: options.deprecated.map(str::to_owned),
        });
    }

    /// Adds the block types of a choice.
    pub fn variants<T: DecodeVariant>(&mut self) {
        T::describe(self);
    }

    /// Adds the block type of one variant of a choice.
    pub fn variant<T: Decode>(&mut self, block_type: &str, description: &str) {
        let body = Some(self.definitions.define::<T>());
        self.variant_block(block_type, body, description);
    }

    /// Adds the block type of a variant whose blocks have nothing in them.
    pub fn empty_variant(&mut self, block_type: &str, description: &str) {
        self.variant_block(block_type, None, description);
    }

    fn variant_block(&mut self, block_type: &str, body: Option<Name>, description: &str) {
        self.body.blocks.push(BlockDefinition {
            block_type: block_type.into(),
            body,
            keys: Vec::new(),
            min_items: 0,
            max_items: None,
            description: description.to_owned(),
            deprecated: None,
        });
    }

    /// Adds what a body has in it where its first label is this one.
    pub fn labelled_variant<T: Decode>(&mut self, label: &str) {
        let name = self.definitions.define::<T>();
        let inner = self
            .definitions
            .body(&name)
            .map(|body| body.labels.clone())
            .unwrap_or_default();
        if self.body.labels.len() <= inner.len() {
            self.body.labels.truncate(1);
            self.body.labels.extend(inner);
        }
        self.body.variants.push(VariantDefinition {
            label: label.into(),
            body: Some(name),
        });
    }

    /// Adds a first label for which a body has nothing in it.
    pub fn empty_labelled_variant(&mut self, label: &str) {
        self.body.variants.push(VariantDefinition {
            label: label.into(),
            body: None,
        });
    }

    /// Says what else may be in the body.
    pub fn rest(&mut self, rest: Rest) {
        self.body.rest = rest;
    }
}
