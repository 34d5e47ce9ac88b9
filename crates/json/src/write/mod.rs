//! Producing JSON that reads back as what it was made of.

mod body;
mod expression;
mod shape;
mod value;

pub use body::write_body;
pub use expression::write_expression;
pub use shape::BodyShape;
pub use value::{WriteValueError, WriteValueErrorKind, write_value};
