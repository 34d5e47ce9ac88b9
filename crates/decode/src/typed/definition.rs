//! Definitions of the bodies that types describe.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};

use hcl2_model::Name;
use hcl2_value::{Type, Value};

use super::layout::Layout;
use super::{Decode, DecodeAttribute, DecodeBlocks, DecodeVariant};
use crate::schema::{
    AttributeDefinition, AttributeKind, BlockDefinition, BodyDefinition, LabelDefinition, Rest, Schema,
    VariantDefinition, body_schema,
};

/// The options of an attribute: everything but its name and kind.
#[derive(Clone, Debug, Default)]
pub struct AttributeOptions {
    /// Whether the attribute has a default, which makes it optional.
    pub has_default: bool,
    /// The default, if it is a literal.
    pub default: Option<Value>,
    /// The documentation.
    pub description: &'static str,
    /// What to use instead, if the attribute is deprecated.
    pub deprecated: Option<&'static str>,
    /// Whether the attribute can also be written as a block, or as blocks if it is a list.
    pub as_block: bool,
}

/// The options of a block type: everything but its name and body.
#[derive(Clone, Debug, Default)]
pub struct BlockOptions {
    /// Whether the block has a default, which makes it optional.
    pub has_default: bool,
    /// The minimum number of blocks, if the field's type does not determine it.
    pub min_items: Option<usize>,
    /// The maximum number of blocks, if the field's type does not determine it.
    pub max_items: Option<usize>,
    /// The documentation.
    pub description: &'static str,
    /// What to use instead, if the blocks are deprecated.
    pub deprecated: Option<&'static str>,
}

/// Definitions under construction. Each Rust type is defined once, so that types can contain themselves.
#[derive(Debug, Default)]
pub struct Definitions {
    names: HashMap<TypeId, Name>,
    bodies: BTreeMap<Name, BodyDefinition>,
}

impl Definitions {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Defines a type and everything in it, and returns the name of the definition.
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
        // A placeholder, for types that contain themselves.
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

    /// Returns the schema whose outermost body has the definition `root`.
    #[must_use]
    pub fn into_schema(self, root: Name) -> Schema {
        Schema {
            root,
            bodies: self.bodies,
        }
    }

    /// Returns what the bodies with a definition can contain.
    pub(super) fn layout(&self, name: &str) -> Layout {
        let empty = BodyDefinition::default();
        let body = self.bodies.get(name).unwrap_or(&empty);
        Layout::new(body, body_schema(body, &self.bodies))
    }

    fn body(&self, name: &str) -> Option<&BodyDefinition> {
        self.bodies.get(name)
    }

    /// Returns the type that values of a kind convert to: the dynamic pseudo-type for what is not a value, and for an object
    /// inside itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_decode::attribute::DecodeAttribute;
    /// use hcl2_decode::body::Definitions;
    /// use hcl2_value::Type;
    ///
    /// let mut definitions = Definitions::new();
    /// let kind = <Vec<u16>>::kind(&mut definitions);
    /// assert_eq!(definitions.value_type(&kind), Type::list(Type::NUMBER));
    /// ```
    #[must_use]
    pub fn value_type(&self, kind: &AttributeKind) -> Type {
        self.type_inside(kind, &mut Vec::new())
    }

    fn type_inside<'k>(&'k self, kind: &'k AttributeKind, around: &mut Vec<&'k Name>) -> Type {
        match kind {
            AttributeKind::Value(ty) => ty.clone(),
            AttributeKind::Integer { .. } => Type::NUMBER,
            AttributeKind::OneOf(_) => Type::STRING,
            AttributeKind::List(element) => Type::list(self.type_inside(element, around)),
            AttributeKind::Set(element) => Type::set(self.type_inside(element, around)),
            AttributeKind::Map(element) => Type::map(self.type_inside(element, around)),
            AttributeKind::Tuple(elements) => {
                let elements: Vec<Type> = elements
                    .iter()
                    .map(|kind| self.type_inside(kind, around))
                    .collect();
                Type::tuple(elements)
            }
            AttributeKind::Object(name) if !around.contains(&name) => match self.body(name) {
                Some(body) => {
                    around.push(name);
                    let attributes: Vec<(&str, Type, bool)> = body
                        .attributes
                        .iter()
                        .map(|own| {
                            (
                                own.name.as_str(),
                                self.type_inside(&own.kind, around),
                                !own.required,
                            )
                        })
                        .collect();
                    around.pop();
                    Type::object_with_optional(attributes)
                }
                None => Type::DYNAMIC,
            },
            _ => Type::DYNAMIC,
        }
    }
}

/// The definition of a body under construction.
#[derive(Debug)]
pub struct BodyBuilder<'a> {
    body: BodyDefinition,
    definitions: &'a mut Definitions,
}

impl BodyBuilder<'_> {
    /// Sets the documentation of the body.
    pub fn description(&mut self, text: &str) {
        text.clone_into(&mut self.body.description);
    }

    /// Adds a label of the block whose body this is.
    pub fn label(&mut self, name: &str, description: &str) {
        self.body.labels.push(LabelDefinition {
            name: name.into(),
            description: description.to_owned(),
        });
    }

    /// Adds an attribute.
    pub fn attribute<T: DecodeAttribute>(&mut self, name: &str, options: AttributeOptions) {
        let kind = T::kind(self.definitions);
        self.body.attributes.push(AttributeDefinition {
            name: name.into(),
            kind,
            required: !T::is_optional() && !options.has_default,
            default: options.default,
            description: options.description.to_owned(),
            deprecated: options.deprecated.map(str::to_owned),
            as_block: options.as_block,
            sensitive: T::is_sensitive(),
        });
    }

    /// Adds another name of the attribute or the block type that was added last. Neither name is required then.
    pub fn alias(&mut self, name: &str, alias: &str) {
        if let Some(attribute) = self.body.attributes.last_mut().filter(|last| last.name == *name) {
            attribute.required = false;
            let attribute = AttributeDefinition {
                name: alias.into(),
                description: format!("Another name of `{name}`."),
                ..attribute.clone()
            };
            self.body.attributes.push(attribute);
        } else if let Some(block) = self
            .body
            .blocks
            .last_mut()
            .filter(|last| last.block_type == *name)
        {
            block.min_items = 0;
            let block = BlockDefinition {
                block_type: alias.into(),
                description: format!("Another name of `{name}`."),
                ..block.clone()
            };
            self.body.blocks.push(block);
        }
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

    /// Adds the block type of a variant whose blocks are empty.
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

    /// Adds the content of a body whose first label is `label`.
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

    /// Adds a first label whose body is empty.
    pub fn empty_labelled_variant(&mut self, label: &str) {
        self.body.variants.push(VariantDefinition {
            label: label.into(),
            body: None,
        });
    }

    /// Allows any other items, which are ignored.
    pub fn ignore_unknown(&mut self) {
        self.body.rest = Rest::Anything;
    }

    /// Sets what else the body can contain.
    pub fn rest(&mut self, rest: Rest) {
        self.body.rest = rest;
    }
}
