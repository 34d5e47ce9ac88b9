//! Decoder specifications: data that says what a body must have in it and what value to make of that.

use std::collections::BTreeMap;
use std::sync::Arc;

use hcl2_model::{EvalContext, ExpressionRef, Name};
use hcl2_value::{Function, Type, Value};

/// What to look for in a body and which value to make of it.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_spec::{Spec, decode};
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::NativeBody;
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
/// let (value, diagnostics) = decode(&spec, &body, None);
/// assert!(diagnostics.is_empty());
/// assert_eq!(value, Value::object([("name", Value::from("web")), ("port", Value::from(80))]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Spec {
    /// An object of the results of other specifications for the same body.
    Object(BTreeMap<Name, Spec>),
    /// A tuple of the results of other specifications for the same body.
    Tuple(Vec<Spec>),
    /// The value of an attribute; null where it is absent.
    Attribute(AttributeSpec),
    /// The result for the one block of a type; null where it is absent.
    Block(BlockSpec),
    /// A list, tuple or set of the results for all blocks of a type.
    Blocks(BlocksSpec),
    /// A map or object of the results for all blocks of a type, by their labels.
    LabelledBlocks(LabelledBlocksSpec),
    /// A map of all attributes in the one block of a type; null where the block is absent.
    BlockAttributes(BlockAttributesSpec),
    /// A label of the block that the body belongs to.
    Label(LabelSpec),
    /// A value that does not depend on the body.
    Literal(Value),
    /// The value of an expression that does not stand in the body.
    Expression(ExpressionRef),
    /// The first result that is not null.
    Default(Box<DefaultSpec>),
    /// The result of another specification, changed.
    Transform(Box<TransformSpec>),
}

/// An attribute, for [`Spec::Attribute`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSpec {
    /// The attribute's name.
    pub name: Name,
    /// The type to which its value is converted.
    pub ty: Type,
    /// Whether its absence is an error.
    pub required: bool,
}

/// A single block, for [`Spec::Block`].
#[derive(Clone, Debug)]
pub struct BlockSpec {
    /// The block type.
    pub block_type: Name,
    /// What to make of the block's body.
    pub nested: Box<Spec>,
    /// Whether its absence is an error.
    pub required: bool,
}

/// What the results of several blocks become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// A list, in the order of the source; the results are converted to one type.
    List,
    /// A tuple, in the order of the source.
    Tuple,
    /// A set; the results are converted to one type.
    Set,
}

/// Any number of blocks, for [`Spec::Blocks`].
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    /// The block type.
    pub block_type: Name,
    /// What to make of each block's body.
    pub nested: Box<Spec>,
    /// What the results become.
    pub sequence: Sequence,
    /// How many blocks there must be at least.
    pub min_items: usize,
    /// How many blocks there may be at most; `None` for any number.
    pub max_items: Option<usize>,
}

/// What the results of labelled blocks become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyed {
    /// Maps in one another; the results are converted to one type.
    Map,
    /// Objects in one another.
    Object,
}

/// Blocks by their labels, for [`Spec::LabelledBlocks`].
#[derive(Clone, Debug)]
pub struct LabelledBlocksSpec {
    /// The block type.
    pub block_type: Name,
    /// What each label stands for; there is one level of maps or objects for each of them.
    pub label_names: Vec<Name>,
    /// What to make of each block's body.
    pub nested: Box<Spec>,
    /// What the results become.
    pub keyed: Keyed,
}

impl LabelledBlocksSpec {
    fn new<L: Into<Name>>(
        block_type: impl Into<Name>,
        label_names: impl IntoIterator<Item = L>,
        nested: Spec,
        keyed: Keyed,
    ) -> Self {
        Self {
            block_type: block_type.into(),
            label_names: label_names.into_iter().map(Into::into).collect(),
            nested: Box::new(nested),
            keyed,
        }
    }
}

/// A single block of arbitrary attributes, for [`Spec::BlockAttributes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockAttributesSpec {
    /// The block type.
    pub block_type: Name,
    /// The type to which the attributes' values are converted.
    pub element_type: Type,
    /// Whether the block's absence is an error.
    pub required: bool,
}

/// A label, for [`Spec::Label`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelSpec {
    /// The position among those labels of the block that are not keys already, from 0.
    pub index: usize,
    /// What the label stands for.
    pub name: Name,
}

/// Two alternatives, for [`Spec::Default`].
#[derive(Clone, Debug)]
pub struct DefaultSpec {
    /// What counts unless it is null. Only it may ask for blocks.
    pub primary: Spec,
    /// What counts otherwise.
    pub fallback: Spec,
}

/// A changed result, for [`Spec::Transform`].
#[derive(Clone, Debug)]
pub struct TransformSpec {
    /// Where the value to be changed comes from.
    pub nested: Spec,
    /// How it is changed.
    pub by: Transformation,
}

/// How a value is changed.
#[derive(Clone, Debug)]
pub enum Transformation {
    /// To the value of an expression.
    Expression {
        /// The expression.
        result: ExpressionRef,
        /// The variable that has the value to be changed.
        variable: Name,
        /// What else the expression can use.
        context: Arc<EvalContext<'static>>,
    },
    /// To the result of a function of one argument.
    Function(Function),
}

/// Making specifications.
impl Spec {
    /// An object of the results of other specifications.
    #[must_use]
    pub fn object<N: Into<Name>>(properties: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(
            properties
                .into_iter()
                .map(|(name, spec)| (name.into(), spec))
                .collect(),
        )
    }

    /// A tuple of the results of other specifications.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(elements.into_iter().collect())
    }

    /// An attribute that must be there.
    #[must_use]
    pub fn required(name: impl Into<Name>, ty: Type) -> Self {
        Self::Attribute(AttributeSpec {
            name: name.into(),
            ty,
            required: true,
        })
    }

    /// An attribute that may be there.
    #[must_use]
    pub fn optional(name: impl Into<Name>, ty: Type) -> Self {
        Self::Attribute(AttributeSpec {
            name: name.into(),
            ty,
            required: false,
        })
    }

    /// A block that may be there, once.
    #[must_use]
    pub fn block(block_type: impl Into<Name>, nested: Self) -> Self {
        Self::Block(BlockSpec {
            block_type: block_type.into(),
            nested: Box::new(nested),
            required: false,
        })
    }

    /// Any number of blocks.
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

    /// A map of blocks by their labels.
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

    /// An object of blocks by their labels, whose results may be of different types.
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

    /// A map of the attributes of a block that may be there, once.
    #[must_use]
    pub fn block_attributes(block_type: impl Into<Name>, element_type: Type) -> Self {
        Self::BlockAttributes(BlockAttributesSpec {
            block_type: block_type.into(),
            element_type,
            required: false,
        })
    }

    /// A label of the block that the body belongs to, at a position from 0 among those that are not keys.
    #[must_use]
    pub fn label(index: usize, name: impl Into<Name>) -> Self {
        Self::Label(LabelSpec {
            index,
            name: name.into(),
        })
    }

    /// The specification, with what it looks for required: an attribute, a block, or at least one of several blocks.
    /// Others, such as objects of further specifications, stay as they are.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_spec::{Sequence, Spec};
    /// use hcl2_value::Type;
    ///
    /// let port = Spec::optional("port", Type::NUMBER);
    /// let servers = Spec::blocks("server", Sequence::List, port).must_be_there().at_most(3);
    /// assert!(matches!(servers, Spec::Blocks(blocks) if (blocks.min_items, blocks.max_items) == (1, Some(3))));
    /// ```
    #[must_use]
    pub fn must_be_there(mut self) -> Self {
        match &mut self {
            Self::Attribute(attribute) => attribute.required = true,
            Self::Block(block) => block.required = true,
            Self::BlockAttributes(block) => block.required = true,
            Self::Blocks(blocks) => blocks.min_items = blocks.min_items.max(1),
            _ => {}
        }
        self
    }

    /// The specification, with so many blocks at least; those of other kinds than [`Spec::blocks`] stay as they are.
    #[must_use]
    pub fn at_least(mut self, count: usize) -> Self {
        if let Self::Blocks(blocks) = &mut self {
            blocks.min_items = count;
        }
        self
    }

    /// The specification, with so many blocks at most; those of other kinds than [`Spec::blocks`] stay as they are.
    #[must_use]
    pub fn at_most(mut self, count: usize) -> Self {
        if let Self::Blocks(blocks) = &mut self {
            blocks.max_items = Some(count);
        }
        self
    }

    /// The specification, with another one for where its result is null.
    #[must_use]
    pub fn or(self, fallback: Self) -> Self {
        Self::Default(Box::new(DefaultSpec {
            primary: self,
            fallback,
        }))
    }

    /// The specification, with its result given to a function of one argument.
    #[must_use]
    pub fn then(self, function: Function) -> Self {
        Self::Transform(Box::new(TransformSpec {
            nested: self,
            by: Transformation::Function(function),
        }))
    }
}
