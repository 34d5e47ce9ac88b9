//! The parts of specifications.
//!
//! The constructors of [`Spec`] make the common ones.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{EvalContext, ExpressionRef, Name};
use hcl2_value::{Function, RefinementError, Refiner, Type, Value};

use super::{Sequence, Spec};

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
    /// The specification of the block's body.
    pub nested: Box<Spec>,
    /// Whether its absence is an error.
    pub required: bool,
}

/// Any number of blocks, for [`Spec::Blocks`].
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    /// The block type.
    pub block_type: Name,
    /// The specification of each block's body.
    pub nested: Box<Spec>,
    /// The kind of collection that the results become.
    pub sequence: Sequence,
    /// The minimum number of blocks.
    pub min_items: usize,
    /// The maximum number of blocks; `None` for any number.
    pub max_items: Option<usize>,
}

/// The kind of value that the results of labelled blocks become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keyed {
    /// Nested maps; the results are converted to one type.
    Map,
    /// Nested objects.
    Object,
}

/// Blocks by their labels, for [`Spec::LabelledBlocks`].
#[derive(Clone, Debug)]
pub struct LabelledBlocksSpec {
    /// The block type.
    pub block_type: Name,
    /// The meaning of each label; each adds a level of maps or objects.
    pub label_names: Vec<Name>,
    /// The specification of each block's body.
    pub nested: Box<Spec>,
    /// The kind of value that the results become.
    pub keyed: Keyed,
}

impl LabelledBlocksSpec {
    pub(super) fn new<L: Into<Name>>(
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
    /// The position of the label, from 0, not counting labels that are keys.
    pub index: usize,
    /// The meaning of the label.
    pub name: Name,
}

/// Two alternatives, for [`Spec::Default`].
#[derive(Clone, Debug)]
pub struct DefaultSpec {
    /// The specification whose result is used unless it is null. Only this one may contain blocks.
    pub primary: Spec,
    /// The specification whose result is used instead of null.
    pub fallback: Spec,
}

/// A transformed result, for [`Spec::Transform`].
#[derive(Clone, Debug)]
pub struct TransformSpec {
    /// The specification whose result is transformed.
    pub nested: Spec,
    /// The transformation.
    pub by: Transformation,
}

/// A transformation of a value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Transformation {
    /// Evaluates an expression.
    Expression {
        /// The expression.
        result: ExpressionRef,
        /// The variable that holds the value to transform.
        variable: Name,
        /// The other variables, and the functions, that the expression can use.
        context: Arc<EvalContext<'static>>,
    },
    /// Calls a function of one argument.
    Function(Function),
    /// Checks the value, which stays as it is.
    Check(Check),
    /// Refines the value if it is unknown. A known value that contradicts the refinement is an error.
    Refinement(fn(Refiner) -> Result<Refiner, RefinementError>),
}

/// A check of a value by the application, for [`Spec::check`](crate::Spec::check).
#[derive(Clone)]
pub struct Check(Arc<CheckFunction>);

type CheckFunction = dyn Fn(&Value, Span) -> Diagnostics + Send + Sync;

impl Check {
    /// Creates a check from a function, which returns the problems of a value that comes from a range.
    pub fn new(check: impl Fn(&Value, Span) -> Diagnostics + Send + Sync + 'static) -> Self {
        Self(Arc::new(check))
    }

    /// Returns the problems of a value. Those without a range get `span`.
    pub(crate) fn problems(&self, value: &Value, span: Span) -> Diagnostics {
        let mut problems = (self.0)(value, span);
        problems.locate(span);
        problems
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Check")
    }
}
