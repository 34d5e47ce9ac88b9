//! Extensions of HCL 2 that applications offer to the authors of configurations.
//!
//! - [`dynamic`] replaces `dynamic` blocks with the blocks that they generate.
//! - [`functions`] provides `try`, `can` and `convert`, which receive expressions, and reads the functions that a
//!   configuration defines.
//! - [`types`] reads type expressions such as `list(string)`, with the defaults of optional attributes.
//! - [`transform_bodies`] lets an application change bodies before they are read.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::Source;
//! use hcl2_ext::functions::try_function;
//! use hcl2_model::{EvalContext, Expression, FunctionTable};
//! use hcl2_native::NativeExpression;
//! use hcl2_value::Value;
//!
//! let source = Source::new("<expression>", "try(config.port, 80)")?;
//! let file = hcl2_native::parse_expression(&source).into_result().expect("the source is valid");
//! let root = file.root().expr().expect("the source is an expression");
//!
//! let mut functions = FunctionTable::new();
//! functions.insert("try", try_function());
//! let mut context: EvalContext<'_> = [("config", Value::object([("host", Value::from("a"))]))].into_iter().collect();
//! context.set_functions(functions);
//! let value = NativeExpression::new(file, root).evaluate(Some(&context)).into_result();
//! assert_eq!(value, Ok(Value::from(80)));
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

pub mod dynamic;
pub mod functions;
mod transform;
pub mod types;

pub use transform::transform_bodies;
