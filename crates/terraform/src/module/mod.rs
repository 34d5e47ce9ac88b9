//! Modules: what the files of a directory declare together.

mod address;
mod arguments;
mod declaration;
mod graph;
mod read;
mod references;
mod rules;
mod scope;
mod typed;
mod version;

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Source, Span};
use hcl2_ext::types::Defaults;
use hcl2_model::{Attribute, BodyRef, ExpressionRef, Name};
use hcl2_native::NativeBody;
use hcl2_value::{Type, Value};

pub use address::{Address, ResourceKind};
pub(crate) use arguments::{name_of, references_in};
pub(crate) use declaration::Declaration;
pub(crate) use read::address as declaration_address;
pub(crate) use references::{Declared, address_length};
pub(crate) use scope::{Instances, Scope, Use};

use crate::table::{Language, is_override_file};

/// A parsed file of a module.
#[derive(Clone, Debug)]
pub struct ModuleFile {
    body: BodyRef,
    is_override: bool,
}

impl ModuleFile {
    /// Parses a file; its name tells the syntax, and whether it overrides others.
    ///
    /// The diagnostics have the codes of `hcl2::syntax` and `hcl2::json`.
    pub fn parse(source: &Source, language: Language) -> Outcome<Self> {
        let parsed: Outcome<BodyRef> = if source.name().ends_with(".json") {
            hcl2_json::parse(source)
        } else {
            hcl2_native::parse_file(source).map(|file| match file.root().body() {
                Some(body) => Arc::new(NativeBody::new(file, body)) as BodyRef,
                None => hcl2_model::merge_bodies(Vec::new()),
            })
        };
        let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        parsed.map(|body| Self {
            body,
            is_override: is_override_file(name, language),
        })
    }
}

/// What a module declares, in the order of its files, with override files merged in.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile};
///
/// let mut sources = SourceMap::new();
/// let main = sources.add("main.tf", "variable \"n\" {\n  type    = number\n  default = 1\n}\n")?;
/// let json = sources.add("out.tf.json", r#"{"output": {"twice": {"value": "${var.n * 2}"}}}"#)?;
/// let files = [main, json].map(|source| ModuleFile::parse(&source, Language::Terraform).value);
///
/// let module = Module::from_files(&files, Language::Terraform).into_result().unwrap();
/// assert_eq!(module.variables[0].ty.to_string(), "number");
/// assert_eq!(module.node("output.twice").unwrap().references[0].0.to_string(), "var.n");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The input variables.
    pub variables: Vec<Variable>,
    /// The local values.
    pub locals: Vec<Local>,
    /// The output values.
    pub outputs: Vec<Output>,
    /// The resources of every kind.
    pub resources: Vec<Resource>,
    /// The calls of other modules.
    pub calls: Vec<ModuleCall>,
    /// The configurations of providers.
    pub providers: Vec<ProviderConfiguration>,
    /// The providers that are required.
    pub requirements: Vec<ProviderRequirement>,
    /// Where the state is kept, where the module says so.
    pub backend: Option<Backend>,
    /// Which versions of Terraform are acceptable: the constraints as written.
    pub required_versions: Vec<String>,
    /// Everything that has an address, with what it refers to.
    pub nodes: Vec<ModuleNode>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) language: Language,
}

/// A module with those that it calls by a local path.
#[derive(Clone, Debug, Default)]
pub struct ModuleTree {
    /// Where it is, relative to the module that all started with, which is `.` itself.
    pub path: String,
    /// What it declares.
    pub module: Module,
    /// The modules that it calls, by the names of the calls; empty where they were not read.
    pub calls: Vec<(Name, ModuleTree)>,
}

/// Something in a module that has an address.
#[derive(Clone, Debug)]
pub struct ModuleNode {
    /// The address.
    pub address: Address,
    /// Where it is declared: the header of its block, or the name of a local value.
    pub span: Span,
    /// What it refers to in the same module, in the order of the source, and where.
    pub references: Vec<(Address, Span)>,
}

/// An input variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The type constraint; dynamic where there is none.
    pub ty: Type,
    /// The default values of optional attributes in the type.
    pub defaults: Option<Defaults>,
    /// The default value, as it is written; `None` where the variable must be set.
    pub default: Option<Value>,
    /// What the variable is for.
    pub description: Option<String>,
    /// Whether its value is not to be shown.
    pub sensitive: bool,
    /// Whether its value is not to be kept.
    pub ephemeral: bool,
    /// Whether it may be null.
    pub nullable: bool,
    /// What its value must satisfy.
    pub validations: Vec<Validation>,
}

/// A condition, and what is said where it does not hold.
#[derive(Clone, Debug)]
pub struct Validation {
    /// The condition.
    pub condition: Option<ExpressionRef>,
    /// The message.
    pub error_message: Option<ExpressionRef>,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: Name,
    /// The name as written.
    pub span: Span,
    /// The value.
    pub value: ExpressionRef,
}

/// An output value.
#[derive(Clone, Debug)]
pub struct Output {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The value; `None` where it is missing, which was reported.
    pub value: Option<ExpressionRef>,
    /// What the output is for.
    pub description: Option<String>,
    /// Whether its value is not to be shown.
    pub sensitive: bool,
}

/// A resource of any kind.
#[derive(Clone, Debug)]
pub struct Resource {
    /// What is declared.
    pub kind: ResourceKind,
    /// The type.
    pub ty: Name,
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The configuration of a provider that is named, such as `aws.west`.
    pub provider: Option<String>,
    /// How many instances there are.
    pub count: Option<ExpressionRef>,
    /// For what there are instances.
    pub for_each: Option<ExpressionRef>,
}

/// A call of another module.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// Where the module comes from; `None` where that is no constant.
    pub source: Option<String>,
    /// Which versions are acceptable.
    pub version: Option<String>,
    /// The values for its variables.
    pub arguments: Vec<Attribute>,
    /// How many instances there are.
    pub count: Option<ExpressionRef>,
    /// For what there are instances.
    pub for_each: Option<ExpressionRef>,
}

impl ModuleCall {
    /// The directory of the called module, relative to that of the caller; `None` where it comes from elsewhere.
    #[must_use]
    pub fn local_path(&self) -> Option<&str> {
        self.source.as_deref().filter(|source| is_local(source))
    }
}

/// Whether the source of a module is a directory beside that of its caller.
fn is_local(source: &str) -> bool {
    source.starts_with("./") || source.starts_with("../")
}

/// The configuration of a provider.
#[derive(Clone, Debug)]
pub struct ProviderConfiguration {
    /// The local name of the provider.
    pub name: Name,
    /// The alias, where it is not the provider's main configuration.
    pub alias: Option<String>,
    /// The header of the block.
    pub span: Span,
}

/// A provider that is required.
#[derive(Clone, Debug)]
pub struct ProviderRequirement {
    /// The local name of the provider.
    pub name: Name,
    /// Where the provider comes from.
    pub source: Option<String>,
    /// Which versions are acceptable.
    pub version: Option<String>,
    /// The configurations that the caller passes, such as `aws.west`.
    pub aliases: Vec<String>,
    /// The name as written.
    pub span: Span,
}

/// Where the state is kept.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The type of the backend, or `cloud`.
    pub ty: Name,
    /// The header of the block.
    pub span: Span,
}

impl Module {
    /// Reads what the files of a directory declare together.
    ///
    /// Override files come last, and each of their blocks is merged into the one that it overrides: its arguments replace
    /// those of the same name, its nested blocks all those of their type.
    ///
    /// The diagnostics are those of a check of the module: codes of `hcl2::body` for arguments and blocks that the language
    /// does not have and for those that are missing, `hcl2::decode` for types, and `hcl2::terraform::not-constant`,
    /// `reference-expected`, `invalid-reference`, `invalid-target`, `instance-key`, `invalid-version`, `invalid-name`,
    /// `constant-condition`, `missing-block`, `duplicate-declaration`, `nothing-to-override` and `undeclared`.
    pub fn from_files(files: &[ModuleFile], language: Language) -> Outcome<Self> {
        read::module(files, language)
    }

    /// What has this address, as references have it.
    #[must_use]
    pub fn node(&self, address: &str) -> Option<&ModuleNode> {
        self.nodes.iter().find(|node| node.address.to_string() == address)
    }
}
