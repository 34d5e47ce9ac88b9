//! HCL 2 for Rust: one information model, two syntaxes, exact values, precise diagnostics.
//!
//! Most programs derive [`Decode`] for their configuration and call [`from_path`] or one of its neighbours. If something
//! is wrong, one [`Error`] holds every problem and displays it with the lines concerned.
//!
//! ```
//! #[derive(hcl2::Decode, Debug, PartialEq)]
//! struct Config {
//!     name: String,
//!     #[hcl(default = 80)]
//!     port: u16,
//! }
//!
//! let config: Config = hcl2::from_str("name = \"web\"\n")?;
//! assert_eq!(config, Config { name: "web".to_owned(), port: 80 });
//!
//! let error = hcl2::from_str::<Config>("nam = \"web\"\n").unwrap_err();
//! assert!(error.to_string().contains("Did you mean `name`?"));
//! # Ok::<(), hcl2::Error>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | decode a file into a Rust type | [`Decode`](derive@Decode), whose page lists all options of fields and types, and [`from_path`] |
//! | add variables, functions and limits | [`Loader`] |
//! | combine files, the environment and settings | [`Layers`] |
//! | report an error with the line of the file | [`Spanned::error`], [`Error::at`], [`decode::Check`] |
//! | evaluate an attribute later, such as for each request | [`Lazy`], [`encode_context`] |
//! | leave a block to a plug-in | a [`Document`] as `#[hcl(remain)]` |
//! | hide a secret | [`Sensitive`] |
//! | read blocks one by one | [`parse`], [`Document`], [`Block`] |
//! | read any file | [`from_str`] into a map or a [`Value`] |
//! | use serde | `hcl2::serde`, with the feature `serde` |
//! | write a [`Value`] as JSON | [`decode::value_to_json`], or `hcl2::serde::SerializeValue` for any format of serde |
//! | make a [`Value`] of JSON | `hcl2::serde::to_value(&json)`, with the feature `serde` |
//! | plan a Terraform module | `hcl2::ModuleLoader`, with the feature `terraform` |
//! | write a file | [`Encode`](derive@Encode), [`to_string()`] |
//! | change a file and keep its comments | [`Editor`] |
//! | format a file or an expression | [`format()`], [`format_expression`] |
//! | compare what files mean | [`compare`](compare()) |
//! | make and read values | [`Value`], [`value!`](value!) |
//! | evaluate an expression or a template | [`eval`], [`Loader::eval_template`] |
//! | parse with options, or in either syntax | [`ParseOptions`] |
//!
//! `docs/cookbook.md` has whole programs.
//!
//! A [`Loader`] adds variables, functions and limits. Besides Rust types, it returns a [`Document`], whose body is read
//! with a [`model::BodySchema`] or decoded with a decoder specification.
//!
//! ```
//! use hcl2::{Loader, model::BodySchema};
//!
//! let text = r#"
//! port    = 8000 + offset
//! greeting = "hello, ${upper(name)}"
//! "#;
//! let loader = Loader::new().variable("offset", 80).variable("name", "you").standard_functions();
//! let document = loader.load_str("app.hcl", text)?;
//! let values = document.evaluate(&BodySchema::new().required("port").optional("greeting"))?;
//! assert_eq!(values.get("port").unwrap().as_number().unwrap().to_string(), "8080");
//! # Ok::<(), hcl2::Error>(())
//! ```
//!
//! The layers below are crates of their own, re-exported as [`mod@value`], [`model`], [`native`], [`json`], [`decode`],
//! [`spec`], [`ext`], [`functions`], [`project`] and [`diagnostics`]. Their errors convert into [`Error`].
//!
//! # Features
//!
//! The defaults are for a program that reads its configuration. Without them, the native syntax, values and diagnostics are
//! left, which is what a tool needs that walks, formats or compares files, and it builds in half of the time.
//!
//! - `decode` (default): loading, decoding and writing, in both syntaxes, and edits of JSON; `derive` (default) adds the macros;
//! - `dynamic` (default): `dynamic` blocks, and `functions` (default): the standard functions;
//! - `spec` (default): decoder specifications;
//! - `serde`, `config`, `figment`, `watch`: configuration from and to other crates, and as files change;
//! - `terraform`, `git`, `tables`, `wire`, `bcrypt`, `rsa`: modules of Terraform, and what surrounds them;
//! - `json`, `sarif`, `miette`: other forms of diagnostics;
//! - `chrono`, `jiff`, `num-bigint`, `regex`, `rust_decimal`, `time`, `url`, `uuid`, `zeroize`: types of these crates.

#[cfg(any(feature = "config", feature = "figment"))]
mod adapters;
#[doc(hidden)]
pub mod advice;
#[cfg(feature = "decode")]
mod compare;
#[cfg(feature = "decode")]
mod decoding;
#[cfg(feature = "derive")]
mod derived;
#[cfg(feature = "decode")]
mod document;
#[cfg(feature = "decode")]
pub mod edit;
#[cfg(feature = "decode")]
mod editor;
#[cfg(feature = "decode")]
mod evaluate;
#[cfg(feature = "decode")]
mod json_editor;
#[cfg(feature = "decode")]
mod layers;
#[cfg(feature = "decode")]
mod loader;
#[cfg(feature = "decode")]
mod origin;
#[cfg(feature = "decode")]
mod plain;
#[cfg(feature = "decode")]
mod read;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "tables")]
pub mod tables;
#[cfg(feature = "decode")]
mod warnings;
#[cfg(feature = "watch")]
mod watch;
#[cfg(feature = "decode")]
mod write;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The examples of the tutorial.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tutorial.md")]
mod tutorial {}

/// The recipes.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
mod cookbook {}

/// The examples of the page on other libraries.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/migrating.md")]
mod migrating {}

/// The examples of the page on editing.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/editing.md")]
mod editing {}

/// The examples of the page on untrusted configuration.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/untrusted.md")]
mod untrusted {}

/// The example of the page on values.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/value.md")]
mod values {}

#[cfg(feature = "decode")]
pub use hcl2_decode as decode;
pub use hcl2_diagnostics as diagnostics;
#[cfg(any(feature = "dynamic", feature = "functions"))]
pub use hcl2_ext as ext;
#[cfg(feature = "functions")]
pub use hcl2_functions as functions;
#[cfg(feature = "decode")]
pub use hcl2_json as json;
pub use hcl2_model as model;
pub use hcl2_native as native;
pub use hcl2_native::{Change, CompareOptions, Comparison, format_expression};
#[cfg(feature = "terraform")]
pub use hcl2_plan as plan;
#[cfg(feature = "terraform")]
pub use hcl2_policy as policy;
#[cfg(feature = "decode")]
pub use hcl2_project as project;
#[cfg(feature = "spec")]
pub use hcl2_spec as spec;
#[cfg(feature = "terraform")]
pub use hcl2_terraform as terraform;
#[cfg(feature = "terraform")]
pub use hcl2_terraform::functions as terraform_functions;
pub use hcl2_value as value;
#[cfg(feature = "wire")]
pub use hcl2_wire as wire;

#[cfg(feature = "derive")]
pub use derived::{Decode, Encode};
#[cfg(feature = "decode")]
pub use hcl2_decode::{Decode, Encode, Lazy, Sensitive, Spanned};
pub use hcl2_diagnostics::{Diagnostic, Error};
pub use hcl2_model::{BodyRef, EvalContext, ExpressionRef, Syntax};
#[cfg(feature = "terraform")]
pub use hcl2_project::{
    DirectoryHost, GivenVariable, LoadedModule, LoadedTestFile, LoadedTests, ModuleLoader, VariableSource,
};
pub use hcl2_value::{Knowable, Value, value};

#[cfg(feature = "decode")]
pub use compare::compare;
#[cfg(feature = "decode")]
pub use document::{Block, Document};
#[cfg(feature = "decode")]
pub use edit::Editor;
#[cfg(feature = "decode")]
pub use layers::Layers;
#[cfg(feature = "decode")]
pub use loader::Loader;
#[cfg(feature = "decode")]
pub use origin::Origin;
#[cfg(feature = "decode")]
pub use plain::{PlainOptions, to_plain_json};
#[cfg(all(feature = "decode", any(feature = "dynamic", feature = "functions")))]
pub use read::parse_type;
#[cfg(feature = "decode")]
pub use read::{ParseOptions, parse_expression};
#[cfg(feature = "watch")]
pub use watch::Watched;
#[cfg(feature = "decode")]
pub use write::{to_json_syntax, to_string, to_writer};

/// Decodes a string in native syntax, without variables and functions.
///
/// # Errors
///
/// [`Error`] with every problem of the string.
///
/// # Examples
///
/// Without a type of its own, a file is a map of its attributes, or a [`Value`] with its blocks:
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ports: BTreeMap<String, u16> = hcl2::from_str("http = 80\nhttps = 443\n")?;
/// assert_eq!(ports["https"], 443);
///
/// let config: hcl2::Value = hcl2::from_str("name = \"x\"\nserver \"web\" {\n  port = 80\n}\n")?;
/// assert_eq!(config["server"]["web"]["port"], 80);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn from_str<T: decode::file::DecodeFile>(text: &str) -> Result<T, Error> {
    Loader::new().from_str(text)
}

/// Parses a string in native syntax, for its blocks and attributes to be read one by one.
///
/// # Errors
///
/// [`Error`] with every problem of the string, if at least one is an error.
///
/// # Examples
///
/// ```
/// let document = hcl2::parse("service \"web\" {\n  port = 80\n}\n")?;
/// let service = &document.blocks("service")[0];
/// assert_eq!(service.labels[0].text, "web");
/// assert!(service.attribute("port").is_some());
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn parse(text: &str) -> Result<Document, Error> {
    text.parse()
}

/// Decodes a string in JSON syntax, without variables and functions.
///
/// # Errors
///
/// [`Error`] with every problem of the string.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Decode)]
/// struct Config {
///     port: u16,
/// }
///
/// let config: Config = hcl2::from_json(r#"{"port": "${8000 + 80}"}"#)?;
/// assert_eq!(config.port, 8080);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn from_json<T: decode::file::DecodeFile>(text: &str) -> Result<T, Error> {
    Loader::new().from_json(text)
}

/// Decodes bytes in native syntax, without variables and functions.
///
/// # Errors
///
/// [`Error`] with every problem of the bytes, such as invalid UTF-8.
#[cfg(feature = "decode")]
pub fn from_slice<T: decode::file::DecodeFile>(bytes: &[u8]) -> Result<T, Error> {
    Loader::new().from_slice(bytes)
}

/// Decodes what a reader has, in native syntax, without variables and functions.
///
/// # Errors
///
/// [`Error`] if reading fails (`hcl2::source::unreadable`), or with every problem of the bytes.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Decode)]
/// struct Config {
///     port: u16,
/// }
///
/// let standard_input = &b"port = 80\n"[..];
/// let config: Config = hcl2::from_reader(standard_input)?;
/// assert_eq!(config.port, 80);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn from_reader<T: decode::file::DecodeFile>(reader: impl std::io::Read) -> Result<T, Error> {
    Loader::new().from_reader(reader)
}

/// Decodes a file, without variables and functions; a name that ends in `.json` selects the JSON syntax.
///
/// # Errors
///
/// [`Error`] if the file is unreadable (`hcl2::source::unreadable`), or with every problem of the file.
#[cfg(feature = "decode")]
pub fn from_path<T: decode::file::DecodeFile>(path: impl AsRef<std::path::Path>) -> Result<T, Error> {
    Loader::new().from_path(path)
}

/// Decodes the files in a directory whose names end in `.hcl` or `.hcl.json`, as one body, without variables and
/// functions.
///
/// # Errors
///
/// Those of [`Loader::load_dir`], or [`Error`] with every problem of the files.
#[cfg(feature = "decode")]
pub fn from_dir<T: decode::file::DecodeFile>(directory: impl AsRef<std::path::Path>) -> Result<T, Error> {
    Loader::new().from_dir(directory)
}

/// Evaluates an expression in native syntax, without variables and functions.
///
/// # Errors
///
/// [`Error`] with every problem of the expression.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2::eval("1 + 2")?, hcl2::value::Value::from(3));
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn eval(expression: &str) -> Result<Value, Error> {
    Loader::new().eval(expression)
}

/// Decodes a value of the information model into a Rust type.
///
/// # Errors
///
/// [`Error`] with every part that does not fit; [`decode::decode_value`] reports the paths of the parts as data.
#[cfg(feature = "decode")]
pub fn decode_value<T: decode::attribute::DecodeAttribute>(value: &Value) -> Result<T, Error> {
    Ok(decode::decode_value(value)?)
}

/// Encodes a Rust type as a value of the information model.
///
/// # Errors
///
/// [`Error`] if a part cannot be represented (`hcl2::encode::unrepresentable`).
#[cfg(feature = "decode")]
pub fn encode_value<T: decode::encode::EncodeAttribute + ?Sized>(value: &T) -> Result<Value, Error> {
    Ok(decode::encode_value(value)?)
}

/// Encodes a Rust type as the variables of an evaluation: a variable for each field.
///
/// [`value!`](value!) and [`EvalContext::from_object`] make a context of other values, and `hcl2::serde::to_context` one of a
/// type of serde.
///
/// # Errors
///
/// [`Error`] if a part cannot be represented, or for anything but a struct or map (`hcl2::encode::unrepresentable`).
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Encode)]
/// struct Request {
///     user: String,
///     ports: Vec<u16>,
/// }
///
/// let rule: hcl2::Lazy<bool> = hcl2::Loader::new().load_expression("rule", "user == \"root\" && ports[0] == 80")?;
/// let context = hcl2::encode_context(&Request { user: "root".to_owned(), ports: vec![80] })?;
/// assert!(rule.evaluate(&context)?);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[cfg(feature = "decode")]
pub fn encode_context<T: decode::encode::EncodeAttribute + ?Sized>(
    variables: &T,
) -> Result<EvalContext<'static>, Error> {
    context_of(&encode_value(variables)?)
}

#[cfg(feature = "decode")]
fn context_of(variables: &Value) -> Result<EvalContext<'static>, Error> {
    EvalContext::from_object(variables).ok_or_else(|| {
        Diagnostic::error(
            diagnostics::codes::encode::UNREPRESENTABLE,
            "Unrepresentable value",
        )
        .with_detail(format!(
            "The variables of an evaluation are the fields of a struct or map, not a value of the type {}.",
            variables.ty().friendly_name()
        ))
        .into()
    })
}

/// Formats a file in native syntax in canonical layout. What has errors is kept.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2::format("a=1\nbc =[ 2,3 ]\n"), "a  = 1\nbc = [2, 3]\n");
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    String::from_utf8_lossy(&native::format(text.as_bytes())).into_owned()
}

/// Returns the standard functions, with `try`, `can` and `convert`, for an evaluation context.
#[cfg(feature = "functions")]
#[must_use]
pub fn standard_functions() -> model::FunctionTable {
    let mut table: model::FunctionTable = functions::standard().into_iter().collect();
    table.set_hint(|name| {
        let is_terraforms = functions::TERRAFORM_NAMES.contains(&name);
        is_terraforms.then_some(
            "It is one of Terraform's, which `Loader::terraform_functions` adds with the feature `terraform`.",
        )
    });
    table.insert("try", ext::functions::try_function());
    table.insert("can", ext::functions::can_function());
    table.insert("convert", ext::functions::convert_function());
    table
}
