//! Types, values, conversion and unification of the HCL 2 information model.
//!
//! - [`Type`] and [`Value`] are the types and values, including nulls, unknown values with their
//!   [refinements](Refinement), and [marks](Marks).
//! - [`Number`] is a floating-point number with a precision of 512 bits if it was parsed, or one of two infinities.
//! - [`Str`] is a string in normalization form C.
//! - [`Value::convert`] and [`conversion`] convert values; [`unify`](unify()) finds a common type.
//! - [`Function`] is the protocol by which expressions call functions.
//! - [`Budget`] limits the work and memory of an evaluation.
//!
//! The crate knows no syntax and no source positions.
//!
//! Its modules are layers, and each uses only modules before it in this list:
//!
//! 1. `string`, `number` and `marks` hold the primitives, `budget` counts work and memory, and `shared` remembers
//!    which shared parts have been visited;
//! 2. `types` holds types, including those that an application defines;
//! 3. `refinement` states what is known about unknown values;
//! 4. `value` holds values: how they are created, inspected, compared, marked, refined and walked;
//! 5. `convert` converts values and unifies types;
//! 6. `ops` holds the operations of the language;
//! 7. `function` calls functions.

mod budget;
mod convert;
mod function;
mod marks;
mod number;
mod ops;
mod refinement;
mod shared;
#[cfg(feature = "proptest")]
pub mod strategies;
mod string;
mod types;
mod value;

pub use budget::{Allowance, Budget, Exceeded, Meter};
pub use convert::{CapsuleTypeBuilder, Conversion, ConversionError, Safety, conversion, unify};
pub use function::{ErrorCause, Example, Function, FunctionError, Parameter};
pub use marks::{Mark, Marks};
pub use number::{
    ArithmeticError, NotExactError, Number, ParseNumberError, ParseNumberErrorKind, TooManyDigitsError,
};
pub use ops::{ConditionalError, OperationError};
pub use refinement::{Bound, Refinement, RefinementError};
pub use string::{Escaped, Quoted, Str, StrBuilder, is_printable};
pub use types::{Capsule, CapsuleType, ObjectType, Type, TypeKind};
#[doc(hidden)]
pub use value::Part as __Part;
pub use value::{
    Fields, FromValueError, FromValueProblem, ImpliedType, InconsistentTypes, Knowable, ObjectKeys, Path,
    PathSet, PathStep, Refiner, Value, ValueBuilder, ValueIndex, ValueKind, Visit,
};
