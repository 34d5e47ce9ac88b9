//! The Terraform language on top of HCL 2.
//!
//! - [`table`] lists the blocks of the language, their arguments, and how each argument is written in either syntax.
//! - [`format_file`] formats files in the canonical style of Terraform.
//! - [`Module`] holds the declarations of the files of a directory, checked by the rules of the language.
//! - [`Evaluator`] computes the values of variables, locals and outputs, as far as they can be known.
//! - [`eval`] holds what every evaluation of modules does alike: checks, evaluations and plans.
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

mod address;
mod attributes_as_blocks;
mod convert;
mod encoding;
pub mod eval;
mod evaluate;
mod format;
mod functions;
mod module;
mod order;
mod problems;
mod schema;
mod shape;
pub mod table;
mod validate;

#[doc(hidden)]
pub use address::lost_quotes;
pub use address::{
    Address, InstanceKey, ModuleAddress, ModuleStep, ResourceAddress, ResourceKind, Target, Targets,
    parse_reference,
};
pub use convert::Converter;
pub use encoding::type_function;
pub use evaluate::{Early, Evaluator};
pub use format::format_file;
#[doc(hidden)]
pub use functions::{adapt_functions, may_be_unpredictable, with_templates};
pub use functions::{functions, versioned_functions};
pub use module::{
    ActionTrigger, Backend, Check, IgnoreChanges, Import, Lifecycle, Local, Mention, MentionRole, Mentioned,
    Mentions, Mock, Mocks, Module, ModuleCall, ModuleFile, ModuleNode, ModuleTree, Moved, Named, NamedObject,
    Output, Override, ProviderConfiguration, ProviderRequirement, Provisioner, Removed, Repetition, Resource,
    Stack, TestFile, TestProvider, TestRun, Validation, Variable, WrittenCall, WrittenIterator, WrittenMove,
};
#[doc(hidden)]
pub use module::{allows_version, is_constraint, join_paths, normal_constraint, secret_strings};
#[doc(hidden)]
pub use order::{CycleLink, Order, cycle_among, reference_cycle, shortest_cycle};
#[doc(hidden)]
pub use problems::keep_first;
pub use schema::{BlockSchema, FunctionSchema, ProviderSchema, ProviderSchemas};
#[doc(hidden)]
pub use schema::{labels_of, settings_of, specification_of};
pub use validate::{CheckOptions, Intact, ProviderFunctions, Unchecked, UnreadModule};
#[doc(hidden)]
pub use validate::{ValidModules, ValidatedElsewhere};
