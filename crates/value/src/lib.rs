//! Types, values, conversion and unification of the HCL 2 information model.
//!
//! - [`Type`] and [`Value`] are the model's types and values, with nulls, unknown values and their
//!   [refinements](Refinement), and [marks](Marks).
//! - [`Number`] is the model's number: exact integers, a 512-bit mantissa for the rest, and two infinities.
//! - [`Str`] is a string in normalization form C.
//! - [`conversion`], [`Value::convert`] and [`unify`](unify()) are type conversion and unification.
//! - [`Function`] is the protocol by which expressions call functions.
//!
//! The crate knows no syntax and no source positions.

mod convert;
mod function;
mod marks;
mod number;
mod ops;
mod refinement;
#[cfg(feature = "proptest")]
pub mod strategies;
mod string;
mod types;
mod value;

pub use convert::{CapsuleTypeBuilder, Conversion, ConversionError, Safety, conversion, unify};
pub use function::{Function, FunctionError, Parameter};
pub use marks::{Mark, Marks};
pub use number::{
    ArithmeticError, NotExactError, Number, ParseNumberError, ParseNumberErrorKind, TooManyDigitsError,
};
pub use ops::{ConditionalError, OperationError};
pub use refinement::{Bound, Refinement, RefinementError};
pub use string::{Str, StrBuilder};
pub use types::{Capsule, CapsuleType, ObjectType, Type, TypeKind};
pub use value::{
    Fields, FromValueError, FromValueProblem, ImpliedType, InconsistentTypes, Knowable, ObjectKeys, Path,
    PathSet, PathStep, Refiner, Value, ValueBuilder, ValueKind, Visit,
};
