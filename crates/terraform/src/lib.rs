//! The Terraform language on top of HCL 2.
//!
//! - [`table`] lists the blocks of the language, their arguments, and how each argument is written in either syntax.
//! - [`format_file`] formats files in the canonical style of Terraform.
//! - [`Module`] holds the declarations of the files of a directory, checked by the rules of the language.
//! - [`Evaluator`] computes the values of variables, locals and outputs, as far as they can be known.
//! - [`Converter`] converts files between the syntaxes, with [`ProviderSchemas`] if available.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::Source;
//! use hcl2_terraform::Converter;
//!
//! let source = Source::new("main.tf", "variable \"name\" {\n  type = string\n}\n")?;
//! let json = Converter::new().to_json(&source).value.expect("the source is valid");
//! assert_eq!(
//!     json,
//!     "{\n  \"variable\": {\n    \"name\": {\n      \"type\": \"string\"\n    }\n  }\n}\n"
//! );
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

mod attributes_as_blocks;
mod convert;
mod cycles;
mod encoding;
mod evaluate;
mod format;
mod functions;
mod module;
mod problems;
mod schema;
mod shape;
pub mod table;

pub use attributes_as_blocks::AttributesAsBlocks;
pub use convert::Converter;
pub use encoding::type_function;
pub use evaluate::{
    CheckOptions, Early, Evaluator, ProviderFunctions, Unchecked, UnreadModule, ValidatedElsewhere,
    instances_problem, prevention_problem,
};
pub use format::format_file;
pub use functions::{adapt_functions, functions, functions_in, functions_of, with_templates};
pub use module::{
    ActionTrigger, Address, Backend, Check, IgnoreChanges, Import, Lifecycle, Local, Mock, Mocks, Module,
    ModuleCall, ModuleFile, ModuleNode, ModuleTree, Moved, Named, Output, Override, ProviderConfiguration,
    ProviderRequirement, Provisioner, Removed, Repetition, Resource, ResourceKind, Stack, TestFile,
    TestProvider, TestRun, Validation, Variable, join_paths, normal_constraint, secret_strings,
};
pub use problems::keep_first;
pub use schema::{
    BlockSchema, DescribedProvider, FunctionSchema, Nesting, ProviderSchema, ProviderSchemas, SchemaDocument,
    VersionedBlock,
};
