//! Types, values, conversion and unification of the HCL 2 information model.

mod number;

pub use number::{
    ArithmeticError, NotExactError, Number, ParseNumberError, ParseNumberErrorKind, TooManyDigitsError,
};
