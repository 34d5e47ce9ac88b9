//! Decoder specifications, type expressions and dynamic blocks for HCL 2.
//!
//! - [`type_constraint`] and [`concrete_type`] read types as configuration authors write them.
//! - [`try_function`], [`can_function`] and [`convert_function`] are functions of expressions, and
//!   [`user_functions`] reads those that a configuration defines.

mod functions;
mod types;

pub use functions::{can_function, convert_function, try_function, user_functions};
pub use types::{Defaults, concrete_type, plain_type_constraint, type_constraint};
