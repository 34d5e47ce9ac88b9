//! Specifications and their constructors.

pub mod parts;

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{ExpressionRef, Name};
use hcl2_value::{Function, RefinementError, Refiner, Type, Value};

use parts::{
    AttributeSpec, BlockAttributesSpec, BlockSpec, BlocksSpec, Check, DefaultSpec, Keyed, LabelSpec,
    LabelledBlocksSpec, TransformSpec, Transformation,
};

/// A description of what a body contains and which value to make of it.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::NativeBody;
/// use hcl2_spec::Spec;
/// use hcl2_value::{Type, Value};
///
/// let spec = Spec::object([
///     ("name", Spec::required("name", Type::STRING)),
///     ("port", Spec::optional("port", Type::NUMBER).or(Spec::Literal(Value::from(80)))),
/// ]);
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "name = \"web\"\n")?;
/// let parsed = hcl2_native::parse_file(&source);
/// let body = NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap());
///
/// let value = spec.decode(&body, None).into_result().unwrap();
/// assert_eq!(value, Value::object([("name", Value::from("web")), ("port", Value::from(80))]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Spec {
    /// An object of the results of other specifications for the same body.
    Object(BTreeMap<Name, Spec>),
    /// A tuple of the results of other specifications for the same body.
    Tuple(Vec<Spec>),
    /// The value of an attribute; null if it is absent.
    Attribute(AttributeSpec),
    /// The result for the only block of a type; null if it is absent.
    Block(BlockSpec),
    /// A list, tuple or set of the results for all blocks of a type.
    Blocks(BlocksSpec),
    /// A map or object of the results for all blocks of a type, by their labels.
    LabelledBlocks(LabelledBlocksSpec),
    /// A map of all attributes in the only block of a type; null if the block is absent.
    BlockAttributes(BlockAttributesSpec),
    /// A label of the block whose body this is.
    Label(LabelSpec),
    /// A value that does not depend on the body.
    Literal(Value),
    /// The value of an expression from outside the body.
    Expression(ExpressionRef),
    /// The first result that is not null.
    Default(Box<DefaultSpec>),
    /// The transformed result of another specification.
    Transform(Box<TransformSpec>),
}

/// The kind of collection that the results of several blocks become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sequence {
    /// A list, in source order; the results are converted to one type.
    List,
    /// A tuple, in source order.
    Tuple,
    /// A set; the results are converted to one type.
    Set,
}

/// Constructors.
impl Spec {
    /// Creates a specification whose result is an object of the results of others.
    #[must_use]
    pub fn object<N: Into<Name>>(properties: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(
            properties
                .into_iter()
                .map(|(name, spec)| (name.into(), spec))
                .collect(),
        )
    }

    /// Creates a specification whose result is a tuple of the results of others.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(elements.into_iter().collect())
    }

    /// Creates the specification of a required attribute.
    ///
    /// The attribute must be present. Its value may be null, which is present too; [`refined`](Self::refined) with
    /// [`Refiner::not_null`] refuses null.
    #[must_use]
    pub fn required(name: impl Into<Name>, ty: Type) -> Self {
        Self::Attribute(AttributeSpec {
            name: name.into(),
            ty,
            required: true,
        })
    }

    /// Creates the specification of an optional attribute.
    #[must_use]
    pub fn optional(name: impl Into<Name>, ty: Type) -> Self {
        Self::Attribute(AttributeSpec {
            name: name.into(),
            ty,
            required: false,
        })
    }

    /// Creates the specification of at most one block of a type.
    #[must_use]
    pub fn block(block_type: impl Into<Name>, nested: Self) -> Self {
        Self::Block(BlockSpec {
            block_type: block_type.into(),
            nested: Box::new(nested),
            required: false,
        })
    }

    /// Creates the specification of any number of blocks of a type.
    #[must_use]
    pub fn blocks(block_type: impl Into<Name>, sequence: Sequence, nested: Self) -> Self {
        Self::Blocks(BlocksSpec {
            block_type: block_type.into(),
            nested: Box::new(nested),
            sequence,
            min_items: 0,
            max_items: None,
        })
    }

    /// Creates the specification of a map of blocks by their labels.
    #[must_use]
    pub fn block_map<L: Into<Name>>(
        block_type: impl Into<Name>,
        label_names: impl IntoIterator<Item = L>,
        nested: Self,
    ) -> Self {
        Self::LabelledBlocks(LabelledBlocksSpec::new(
            block_type,
            label_names,
            nested,
            Keyed::Map,
        ))
    }

    /// Creates the specification of an object of blocks by their labels; their results may have different types.
    #[must_use]
    pub fn block_object<L: Into<Name>>(
        block_type: impl Into<Name>,
        label_names: impl IntoIterator<Item = L>,
        nested: Self,
    ) -> Self {
        Self::LabelledBlocks(LabelledBlocksSpec::new(
            block_type,
            label_names,
            nested,
            Keyed::Object,
        ))
    }

    /// Creates the specification of at most one block, whose attributes become a map.
    #[must_use]
    pub fn block_attributes(block_type: impl Into<Name>, element_type: Type) -> Self {
        Self::BlockAttributes(BlockAttributesSpec {
            block_type: block_type.into(),
            element_type,
            required: false,
        })
    }

    /// Creates the specification of a label of the block whose body this is. `index` counts from 0, without the labels
    /// that are keys.
    #[must_use]
    pub fn label(index: usize, name: impl Into<Name>) -> Self {
        Self::Label(LabelSpec {
            index,
            name: name.into(),
        })
    }

    /// Makes an attribute or a block required, and at least one of several blocks.
    ///
    /// Other specifications, such as objects, stay as they are.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_spec::{Sequence, Spec};
    /// use hcl2_value::Type;
    ///
    /// let port = Spec::optional("port", Type::NUMBER);
    /// let servers = Spec::blocks("server", Sequence::List, port).make_required().at_most(3);
    /// assert!(matches!(servers, Spec::Blocks(blocks) if (blocks.min_items, blocks.max_items) == (1, Some(3))));
    /// ```
    #[must_use]
    pub fn make_required(mut self) -> Self {
        match &mut self {
            Self::Attribute(attribute) => attribute.required = true,
            Self::Block(block) => block.required = true,
            Self::BlockAttributes(block) => block.required = true,
            Self::Blocks(blocks) => blocks.min_items = blocks.min_items.max(1),
            _ => {}
        }
        self
    }

    /// Requires at least `count` blocks of a [`Spec::blocks`]; other specifications stay as they are.
    #[must_use]
    pub fn at_least(mut self, count: usize) -> Self {
        if let Self::Blocks(blocks) = &mut self {
            blocks.min_items = count;
        }
        self
    }

    /// Allows at most `count` blocks of a [`Spec::blocks`]; other specifications stay as they are.
    #[must_use]
    pub fn at_most(mut self, count: usize) -> Self {
        if let Self::Blocks(blocks) = &mut self {
            blocks.max_items = Some(count);
        }
        self
    }

    /// Uses the result of `fallback` if the result of this specification is null.
    #[must_use]
    pub fn or(self, fallback: Self) -> Self {
        Self::Default(Box::new(DefaultSpec {
            primary: self,
            fallback,
        }))
    }

    /// Checks the result of this specification, unless it has errors already. The function gets the value, possibly unknown
    /// or null, and the range that it comes from, which is also that of problems without one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
    /// use hcl2_native::NativeBody;
    /// use hcl2_spec::Spec;
    /// use hcl2_value::Type;
    ///
    /// let spec = Spec::required("name", Type::STRING).check(|value, _| match value.as_str() {
    ///     Some("") => Diagnostic::error(codes::decode::TRANSFORM_FAILED, "Empty name")
    ///         .with_detail("A name has at least one character.")
    ///         .into(),
    ///     _ => Diagnostics::new(),
    /// });
    ///
    /// let source = SourceMap::new().add("app.hcl", "name = \"\"\n")?;
    /// let parsed = hcl2_native::parse_file(&source);
    /// let body = NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap());
    /// let problems = spec.decode(&body, None).diagnostics;
    /// assert_eq!(problems[0].subject, Some(source.span_of(7, 9)));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check(self, check: impl Fn(&Value, Span) -> Diagnostics + Send + Sync + 'static) -> Self {
        Self::Transform(Box::new(TransformSpec {
            nested: self,
            by: Transformation::Check(Check::new(check)),
        }))
    }

    /// Refines the result of this specification if it is unknown. A known result that contradicts the refinement is an
    /// error.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_spec::Spec;
    /// use hcl2_value::{Refiner, Type};
    ///
    /// let spec = Spec::required("name", Type::STRING).refined(Refiner::not_null);
    /// ```
    #[must_use]
    pub fn refined(self, refinement: fn(Refiner) -> Result<Refiner, RefinementError>) -> Self {
        Self::Transform(Box::new(TransformSpec {
            nested: self,
            by: Transformation::Refinement(refinement),
        }))
    }

    /// Passes the result of this specification to a function of one argument.
    #[must_use]
    pub fn then(self, function: Function) -> Self {
        Self::Transform(Box::new(TransformSpec {
            nested: self,
            by: Transformation::Function(function),
        }))
    }
}
