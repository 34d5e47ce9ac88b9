//! Attributes and nested blocks, with their rules.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::body::Definitions;
use hcl2_decode::encode::EncodeAttribute;
use hcl2_decode::{decode_value, encode_value};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};

use super::{Definition, IdentityRole, Nested};
use crate::Problem;

/// A check of a value that is wholly known and not null.
pub(super) type Validator = Arc<dyn Fn(&Value) -> Result<(), Problem> + Send + Sync>;

/// Returns whether two values mean the same.
pub(super) type Sameness = Arc<dyn Fn(&Value, &Value) -> bool + Send + Sync>;

/// What Terraform does not know about an attribute or a kind of nested blocks.
#[derive(Clone)]
pub struct Rule {
    /// Whether a change requires another object in place of the existing one.
    pub requires_replace: bool,
    /// Whether the value that the provider chose stays the same for the life of the object.
    pub stable: bool,
    /// What an absent attribute is set to.
    pub default: Option<Value>,
    /// Whether the value is never null.
    pub not_null: bool,
    /// Whether the Rust type holds unknown values.
    pub knowable: bool,
    /// The role in the identity of the resource, if it has one.
    pub identity: Option<IdentityRole>,
    pub(super) validators: Vec<Validator>,
    pub(super) sameness: Option<Sameness>,
    /// How nested objects or blocks become one value.
    pub nesting: Option<Nesting>,
    /// The rules of the parts of nested objects or blocks.
    pub inner: BTreeMap<String, Rule>,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            requires_replace: false,
            stable: false,
            default: None,
            not_null: false,
            knowable: true,
            identity: None,
            validators: Vec::new(),
            sameness: None,
            nesting: None,
            inner: BTreeMap::new(),
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule")
            .field("requires_replace", &self.requires_replace)
            .field("stable", &self.stable)
            .field("default", &self.default)
            .field("validators", &self.validators.len())
            .field("inner", &self.inner)
            .finish()
    }
}

#[derive(Clone, Debug)]
pub(super) enum Parts {
    Attribute(Attribute, Rule),
    Block(NestedBlock, Rule),
}

/// An attribute or a kind of nested blocks.
///
/// # Examples
///
/// ```
/// use hcl2_provider::schema::{Definition, Field};
/// use hcl2_value::Type;
///
/// let port = Field::of::<u16>()
///     .describe("The port to listen on.")
///     .requires_replace()
///     .validate(|port: &u16| if *port < 1024 { Err("Expected a port from 1024.") } else { Ok(()) });
/// let definition = Definition::new().field("port", port);
/// assert!(definition.rules["port"].requires_replace);
/// assert_eq!(definition.block.attributes["port"].implied_type(), Type::NUMBER);
/// ```
#[derive(Clone, Debug)]
pub struct Field(Parts);

/// Creating fields.
impl Field {
    /// Creates an attribute that the configuration must set.
    #[must_use]
    pub fn required(ty: Type) -> Self {
        Attribute::required(ty).into()
    }

    /// Creates an attribute that the configuration may set.
    #[must_use]
    pub fn optional(ty: Type) -> Self {
        Attribute::optional(ty).into()
    }

    /// Creates an attribute that the provider sets.
    #[must_use]
    pub fn computed(ty: Type) -> Self {
        Attribute::computed(ty).into()
    }

    /// Creates an attribute with the type of a Rust type: optional if it is an `Option`, sensitive if it is a `Sensitive`.
    /// A configuration is checked against the Rust type, too, such as against the bounds of a `u16`. Values that are the
    /// same in the Rust type mean the [same](Self::same), such as the durations `60m` and `1h`.
    #[must_use]
    pub fn of<T: DecodeAttribute + EncodeAttribute>() -> Self {
        let mut definitions = Definitions::new();
        let kind = T::kind(&mut definitions);
        let ty = definitions.value_type(&kind);
        let mut attribute = if T::is_optional() {
            Attribute::optional(ty)
        } else {
            Attribute::required(ty)
        };
        attribute.sensitive = T::is_sensitive();
        let unknown = Value::unknown(attribute.implied_type());
        let mut field = Self::from(attribute);
        let rule = field.rule();
        rule.not_null = !T::is_optional();
        rule.knowable = decode_value::<T>(&unknown).is_ok();
        rule.validators.push(Arc::new(|value| {
            decode_value::<T>(value)?;
            Ok(())
        }));
        rule.sameness = Some(Arc::new(|a, b| {
            written::<T>(a).is_some() && written::<T>(a) == written::<T>(b)
        }));
        field
    }

    /// Creates an attribute whose value is nested objects.
    #[must_use]
    pub fn nested<T: Nested + DecodeAttribute>() -> Self {
        let definition = T::definition();
        let presence = if T::OPTIONAL {
            Presence::Optional
        } else {
            Presence::Required
        };
        let nested = Attribute::nested(T::NESTING, presence, definition.block.attributes);
        let rule = nested_rule::<T>(definition.rules, nested.implied_type());
        Self(Parts::Attribute(nested, rule)).describe(definition.block.description)
    }

    /// Creates a kind of nested blocks: exactly one for a struct, at most one for an `Option`, any number for a list, a
    /// set or a map.
    #[must_use]
    pub fn block<T: Nested + DecodeAttribute>() -> Self {
        let Definition { block, rules, .. } = T::definition();
        let mut nested = NestedBlock::new(T::NESTING, block);
        if T::NESTING == Nesting::Single {
            // Both are 1 for a required block, and 0 for an optional one.
            nested.min_items = u64::from(!T::OPTIONAL);
            nested.max_items = nested.min_items;
        }
        let rule = nested_rule::<T>(rules, nested.implied_type());
        Self(Parts::Block(nested, rule))
    }

    pub(super) fn into_parts(self) -> Parts {
        self.0
    }

    fn rule(&mut self) -> &mut Rule {
        match &mut self.0 {
            Parts::Attribute(_, rule) | Parts::Block(_, rule) => rule,
        }
    }

    /// Changes the attribute, if it is one.
    fn with_attribute(mut self, change: impl FnOnce(&mut Attribute)) -> Self {
        if let Parts::Attribute(attribute, _) = &mut self.0 {
            change(attribute);
        }
        self
    }

    fn with_block(mut self, change: impl FnOnce(&mut NestedBlock)) -> Self {
        if let Parts::Block(block, _) = &mut self.0 {
            change(block);
        }
        self
    }
}

/// Describing fields.
impl Field {
    /// Sets the description.
    #[must_use]
    pub fn describe(self, description: impl Into<String>) -> Self {
        let description = description.into();
        if description.is_empty() {
            return self;
        }
        match self.0 {
            Parts::Attribute(attribute, rule) => Self(Parts::Attribute(
                Attribute {
                    description,
                    ..attribute
                },
                rule,
            )),
            Parts::Block(nested, rule) => {
                let block = Block {
                    description,
                    ..nested.block
                };
                Self(Parts::Block(NestedBlock { block, ..nested }, rule))
            }
        }
    }

    /// Marks it as deprecated.
    #[must_use]
    pub fn deprecated(self) -> Self {
        self.with_attribute(|attribute| attribute.deprecated = true)
            .with_block(|nested| nested.block.deprecated = true)
    }

    /// Marks its value as sensitive.
    #[must_use]
    pub fn sensitive(self) -> Self {
        self.with_attribute(|attribute| attribute.sensitive = true)
    }

    /// Sends its value to the provider only, so that it is in no plan and no state.
    #[must_use]
    pub fn write_only(self) -> Self {
        self.with_attribute(|attribute| attribute.write_only = true)
    }

    /// Sets who sets the attribute.
    #[must_use]
    pub fn presence(self, presence: Presence) -> Self {
        self.with_attribute(|attribute| attribute.presence = presence)
    }

    /// Makes a list a set.
    #[must_use]
    pub fn set(self) -> Self {
        use hcl2_wire::schema::AttributeContent;
        self.with_attribute(|attribute| match &mut attribute.content {
            AttributeContent::Type(ty) => {
                if let Some(element) = ty.element_type() {
                    *ty = Type::set(element.clone());
                }
            }
            AttributeContent::Nested { nesting, .. } => *nesting = Nesting::Set,
        })
        .with_block(|nested| nested.nesting = Nesting::Set)
        .with_nesting(Nesting::Set)
    }

    fn with_nesting(mut self, nesting: Nesting) -> Self {
        let rule = self.rule();
        rule.nesting = rule.nesting.map(|_| nesting);
        self
    }

    /// Sets the minimum number of blocks.
    #[must_use]
    pub fn min_items(self, count: u64) -> Self {
        self.with_block(|nested| nested.min_items = count)
    }

    /// Sets the maximum number of blocks.
    #[must_use]
    pub fn max_items(self, count: u64) -> Self {
        self.with_block(|nested| nested.max_items = count)
    }
}

/// Rules of planning and validating.
impl Field {
    /// Requires another object when the value changes.
    #[must_use]
    pub fn requires_replace(mut self) -> Self {
        self.rule().requires_replace = true;
        self
    }

    /// Promises that a value that the provider chose stays the same for the life of the object, such as an identifier.
    /// Without it, the value is unknown in the plan of each change.
    #[must_use]
    pub fn stable(mut self) -> Self {
        self.rule().stable = true;
        self
    }

    /// Makes it a part of the identity of the resource: an import by identity must set it.
    #[must_use]
    pub fn identity(mut self) -> Self {
        self.rule().identity = Some(IdentityRole::Required);
        self
    }

    /// Makes it a part of the identity of the resource that an import may leave out.
    #[must_use]
    pub fn identity_optional(mut self) -> Self {
        self.rule().identity = Some(IdentityRole::Optional);
        self
    }

    /// Sets an absent attribute to a value.
    #[must_use]
    pub fn default(mut self, value: impl Into<Value>) -> Self {
        self.rule().default = Some(value.into());
        self.presence(Presence::OptionalComputed)
    }

    /// Adds a check of the value, once it is wholly known; it is not called for null.
    #[must_use]
    pub fn validate<T, E>(mut self, check: impl Fn(&T) -> Result<(), E> + Send + Sync + 'static) -> Self
    where
        T: DecodeAttribute,
        E: fmt::Display,
    {
        self.rule().validators.push(Arc::new(move |value| {
            // A value of another type is reported by the check of the type.
            match decode_value::<T>(value) {
                Ok(value) => check(&value).map_err(|error| Problem::new("Invalid value", error.to_string())),
                Err(_) => Ok(()),
            }
        }));
        self
    }
}

impl Field {
    /// Sets the function that decides whether two values mean the same, such as JSON with another layout. A value of the
    /// provider that means the same as the configured or stored one is no change.
    #[must_use]
    pub fn same<T: DecodeAttribute>(mut self, same: impl Fn(&T, &T) -> bool + Send + Sync + 'static) -> Self {
        self.rule().sameness = Some(Arc::new(move |a, b| {
            match (decode_value::<T>(a), decode_value::<T>(b)) {
                (Ok(a), Ok(b)) => same(&a, &b),
                _ => false,
            }
        }));
        self
    }
}

/// Returns a value as its Rust type writes it.
fn written<T: DecodeAttribute + EncodeAttribute>(value: &Value) -> Option<Value> {
    let decoded = decode_value::<T>(value).ok()?;
    Some(encode_value(&decoded).ok()?.unmark_deep().0)
}

impl From<Attribute> for Field {
    fn from(attribute: Attribute) -> Self {
        Self(Parts::Attribute(attribute, Rule::default()))
    }
}

impl From<NestedBlock> for Field {
    fn from(block: NestedBlock) -> Self {
        Self(Parts::Block(block, Rule::default()))
    }
}

/// Returns the rule of nested objects or blocks whose parts have these rules.
fn nested_rule<T: Nested + DecodeAttribute>(inner: BTreeMap<String, Rule>, ty: Type) -> Rule {
    Rule {
        nesting: Some(T::NESTING),
        knowable: decode_value::<T>(&Value::unknown(ty)).is_ok(),
        inner,
        ..Rule::default()
    }
}
