//! Modules: what the files of a directory declare together.

mod actions;
mod arguments;
mod availability;
mod called;
mod checker;
mod constants;
mod contents;
mod cyclic;
mod declaration;
mod early;
mod encryption;
mod files;
mod found;
mod graph;
mod instances;
mod lints;
mod mentions;
mod moves;
mod named;
mod overridden;
mod parts;
mod provider_source;
mod providers;
mod provisioners;
mod read;
mod reading;
mod references;
mod rules;
mod scope;
mod secret_strings;
mod secrets;
mod settings;
mod source;
mod targets;
mod type_expression;
mod typed;
mod version;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Outcome, Source, SourceId, Span};
use hcl2_ext::types::Defaults;
use hcl2_model::{Attributes, BodyRef, ExpressionRef, Limits, Name, Traversal};
use hcl2_native::tree::File;
use hcl2_native::{Input, NativeBody};
use hcl2_value::{Type, Value};
use indexmap::IndexMap;

pub(crate) use arguments::variables_in;
pub(crate) use called::{ignored_settings, misplaced_import};
pub(crate) use constants::{name_of, quoted, reference, variables_of_reference};
pub(crate) use contents::Contents;
pub(crate) use declaration::Declaration;
pub(crate) use early::resolve_requirements;
pub use files::{Mock, Mocks, Override, Stack, TestFile, TestProvider, TestRun};
pub use mentions::{
    Mention, MentionRole, Mentioned, Mentions, NamedObject, WrittenCall, WrittenIterator, WrittenMove,
};
pub use named::Named;
pub use parts::{
    ActionTrigger, Check, IgnoreChanges, Import, Lifecycle, Moved, Provisioner, Removed, Repetition,
};
pub(crate) use provider_source::SourceAddress;
pub(crate) use providers::{ProviderReference, UsedConfigurations, different, first_word, reserved_names};
pub(crate) use references::address_length;
pub(crate) use scope::{Instances, Scope, Use};
pub use secret_strings::secret_strings;
pub use source::join_paths;
pub(crate) use source::{is_allowed as is_allowed_source, late_variables, problem as source_problem};
pub(crate) use typed::refused;
pub use version::{allows_version, is_constraint, normal_constraint};

use crate::address::{Address, ResourceKind};
use crate::table::{FileKind, Language, Version};

/// A parsed file of a module.
#[derive(Clone, Debug)]
pub struct ModuleFile {
    source: Source,
    body: BodyRef,
    /// The tree of a file in native syntax.
    file: Option<Arc<File>>,
    /// What it is, by its name.
    kind: Option<FileKind>,
    is_override: bool,
    /// Whether it has syntax errors.
    is_broken: bool,
}

impl ModuleFile {
    /// Parses a file. Its name selects the syntax, and whether it is an override file.
    ///
    /// The diagnostics have the codes of `hcl2::syntax` and `hcl2::json`.
    pub fn parse(source: &Source, language: Language) -> Outcome<Self> {
        Self::parse_limited(source, language, Limits::new())
    }

    /// Parses a file, as [`parse`](Self::parse) does, within limits.
    #[doc(hidden)]
    pub fn parse_limited(source: &Source, language: Language, limits: Limits) -> Outcome<Self> {
        let parsed: Outcome<(BodyRef, Option<Arc<File>>)> = if source.name().ends_with(".json") {
            let options = hcl2_json::Options {
                limits,
                ..hcl2_json::Options::default()
            };
            options.parse(source).map(|body| (body, None))
        } else {
            let input = Input::whole(source).with_limits(limits);
            let mut parsed = hcl2_native::parse_file(input);
            parsed.diagnostics.append(parsed.value.duplicate_keys());
            parsed.map(|file| (NativeBody::of_file(Arc::clone(&file)), Some(file)))
        };
        let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let kind = FileKind::of(name);
        let is_override = matches!(kind, Some(FileKind::Module { is_override: true, only }) if only.is_none_or(|only| only == language));
        let is_broken = parsed.has_errors();
        parsed.map(|(body, file)| Self {
            source: source.clone(),
            body,
            file,
            kind,
            is_override,
            is_broken,
        })
    }

    /// Returns the body.
    #[must_use]
    pub fn body(&self) -> &BodyRef {
        &self.body
    }

    /// Returns the ranges of its attributes and blocks, and of what is neither, if it is in native syntax.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let source = Source::new("main.tf", "locals {\n  a = \n}\nvariable \"v\" {}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let items = file.items().unwrap();
    /// assert_eq!(source.slice(items[1]), b"variable \"v\" {}");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn items(&self) -> Option<Vec<Span>> {
        let file = self.file.as_ref()?;
        let items = file.items(file.body(file.root().body()?).items).iter();
        Some(items.map(|item| file.span(file.item_range(*item))).collect())
    }

    /// Returns what it is, by its name.
    #[must_use]
    pub fn kind(&self) -> Option<FileKind> {
        self.kind
    }

    /// Reads the file as one of another kind than its name says.
    #[must_use]
    pub fn of_kind(self, kind: FileKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Returns whether Terraform reads it as a file of a module.
    fn is_of_terraform(&self) -> bool {
        self.kind
            .is_some_and(|kind| kind.is_of_module(Language::Terraform))
    }

    /// Returns whether it is an override file, by its name.
    #[must_use]
    pub fn is_override(&self) -> bool {
        self.is_override
    }
}

/// The declarations of a module, in the order of its files, with override files merged.
///
/// Clones share resources, nodes and everything else that is large.
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
    /// The sources of its files.
    pub sources: Vec<SourceId>,
    /// The input variables.
    pub variables: Named<Variable>,
    /// The local values.
    pub locals: Named<Local>,
    /// The output values.
    pub outputs: Named<Output>,
    /// The calls of other modules.
    pub calls: Named<ModuleCall>,
    /// The checks.
    pub checks: Vec<Check>,
    /// The objects that are imported.
    pub imports: Vec<Import>,
    /// The addresses that changed.
    pub moved: Vec<Moved>,
    /// The addresses that no longer exist.
    pub removed: Vec<Removed>,
    /// The headers of the blocks that import symbol libraries, which are not read.
    pub symbols: Vec<Span>,
    /// The configurations of providers.
    pub providers: Vec<ProviderConfiguration>,
    /// The providers that are required.
    pub requirements: Named<ProviderRequirement>,
    /// The configuration of where state is stored, if there is one.
    pub backend: Option<Backend>,
    /// The constraints on the version of Terraform, as written.
    pub required_versions: Vec<String>,
    pub(crate) contents: Arc<Contents>,
    pub(crate) language: Language,
    /// The version that the module is checked with; `None` if it supports none.
    pub(crate) version: Option<Version>,
}

/// A module with the modules it calls by a local path.
#[derive(Clone, Debug, Default)]
pub struct ModuleTree {
    /// The path relative to the root module, which is `.`.
    pub path: String,
    /// The module.
    pub module: Module,
    /// The called modules, by the names of the calls; empty if they were not read.
    pub calls: IndexMap<Name, ModuleTree>,
}

impl ModuleTree {
    /// Returns whether another tree has the same modules: the same readings of the same files, in the same versions. Modules
    /// with computed requirements are never the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let mut calls = self.calls.iter().zip(&other.calls);
        self.path == other.path
            && self.module.is_same(&other.module)
            && self.calls.len() == other.calls.len()
            && calls.all(|((name, own), (other_name, other))| name == other_name && own.is_same(other))
    }
}

/// An addressable object of a module.
#[derive(Clone, Debug)]
pub struct ModuleNode {
    /// The address.
    pub address: Address,
    /// The header of its block, or the name of a local value.
    pub span: Span,
    /// The objects of the same module it refers to, in source order, with the ranges of the references.
    pub references: Vec<(Address, Span)>,
}

/// An input variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// Whether there is a type constraint.
    pub is_typed: bool,
    /// The type constraint; dynamic if there is none.
    pub ty: Type,
    /// The default values of optional attributes in the type.
    pub defaults: Option<Defaults>,
    /// The default value as written; `None` if the variable is required.
    pub default: Option<Value>,
    /// The range of the default value.
    pub default_span: Option<Span>,
    /// The description.
    pub description: Option<String>,
    /// Whether its value must not be shown.
    pub sensitive: bool,
    /// Whether its value must not be stored.
    pub ephemeral: bool,
    /// Whether it may be null.
    pub nullable: bool,
    /// The conditions on its value.
    pub validations: Vec<Validation>,
}

/// A condition and the error message for values that do not satisfy it.
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
    /// The value; `None` if it is missing, which was reported.
    pub value: Option<ExpressionRef>,
    /// The type constraint, with the default values of its optional attributes; `None` if there is no valid one.
    pub constraint: Option<(Type, Option<Defaults>)>,
    /// The description.
    pub description: Option<String>,
    /// Whether its value must not be shown.
    pub sensitive: bool,
    /// Whether its value must not be stored.
    pub ephemeral: bool,
    /// The objects it depends on explicitly.
    pub depends_on: Vec<Traversal>,
    /// The conditions that its value must satisfy.
    pub preconditions: Vec<Validation>,
}

/// A resource of any kind.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The kind.
    pub kind: ResourceKind,
    /// The type.
    pub ty: Name,
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The explicit provider configuration, such as `aws.west`.
    pub provider: Option<String>,
    /// The `count` argument.
    pub count: Option<ExpressionRef>,
    /// The `for_each` argument.
    pub for_each: Option<ExpressionRef>,
    /// The objects it depends on explicitly.
    pub depends_on: Vec<Traversal>,
    /// The settings of its life cycle.
    pub lifecycle: Lifecycle,
    /// The provisioners in order.
    pub provisioners: Vec<Provisioner>,
    /// The arguments and blocks of the provider, with dynamic blocks.
    pub body: BodyRef,
}

/// A call of another module.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The source of the module; `None` if it is not constant, unless [`Early`](crate::Early) computed it.
    pub source: Option<String>,
    /// The version constraint, as the source.
    pub version: Option<String>,
    /// The source and the version constraint if they refer to variables and local values, which are evaluated when modules
    /// are installed.
    pub computed: Attributes,
    /// Why the source is not known, if it was computed in vain.
    pub unknown_source: Option<Diagnostic>,
    /// The values of its variables.
    pub arguments: Attributes,
    /// The `count` argument.
    pub count: Option<ExpressionRef>,
    /// The `for_each` argument.
    pub for_each: Option<ExpressionRef>,
    /// OpenTofu's condition for its existence.
    pub enabled: Option<ExpressionRef>,
    /// The objects that everything in the module depends on explicitly.
    pub depends_on: Vec<Traversal>,
    /// The provider configurations of the module, and those of the caller that they are.
    pub providers: IndexMap<String, String>,
}

impl ModuleCall {
    /// Returns the directory of the called module relative to that of the caller, or `None` if it comes from elsewhere.
    #[must_use]
    pub fn local_path(&self) -> Option<&str> {
        self.source.as_deref().filter(|source| source::is_local(source))
    }
}

/// The configuration of a provider.
#[derive(Clone, Debug)]
pub struct ProviderConfiguration {
    /// The local name of the provider.
    pub name: Name,
    /// The alias; `None` for the default configuration of the provider.
    pub alias: Option<String>,
    /// The header of the block.
    pub span: Span,
    /// The version constraint, an old form of that in the requirements.
    pub version: Option<String>,
    /// The arguments and blocks of the provider, with dynamic blocks.
    pub body: BodyRef,
}

/// A required provider.
#[derive(Clone, Debug)]
pub struct ProviderRequirement {
    /// The local name of the provider.
    pub name: Name,
    /// The source address.
    pub source: Option<String>,
    /// The version constraint.
    pub version: Option<String>,
    /// The configurations passed by the caller, such as `aws.west`.
    pub aliases: Vec<String>,
    /// The name as written.
    pub span: Span,
}

/// The configuration of where state is stored.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The type of the backend, or `cloud`.
    pub ty: Name,
    /// The header of the block.
    pub span: Span,
}

impl Module {
    /// Reads a module from the files of its directory.
    ///
    /// Override files are merged last. Their arguments replace those of the same name, and their nested blocks all those
    /// of the same type.
    ///
    /// The diagnostics have codes of `hcl2::body` for unknown and missing arguments and blocks, `hcl2::decode` for types, and
    /// `hcl2::terraform::not-constant`, `reference-expected`, `invalid-reference`, `invalid-target`, `instance-key`,
    /// `invalid-version`, `invalid-name`, `constant-condition`, `missing-block`, `duplicate-declaration`,
    /// `nothing-to-override` and `undeclared`.
    /// What is newer than the newest released version that the constraints in `required_version` allow is
    /// `hcl2::terraform::unsupported-version`.
    pub fn from_files(files: &[ModuleFile], language: Language) -> Outcome<Self> {
        read::module(files, language, None)
    }

    /// Reads a module like [`from_files`](Self::from_files), in a version of the language, which the module must support.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "variable \"a\" {\n  const = true\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let problems = Module::from_versioned_files(&[file], "terraform@1.14".parse()?).diagnostics;
    /// let expected = "The argument `const` needs Terraform 1.15. The module is checked as Terraform 1.14.";
    /// assert_eq!(problems[0].detail, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_versioned_files(files: &[ModuleFile], version: Version) -> Outcome<Self> {
        read::module(files, version.language, Some(version))
    }

    /// Returns whether the sources or versions of required providers are computed, which [`Early`](crate::Early) does.
    #[must_use]
    pub fn has_computed_requirements(&self) -> bool {
        early::computed_requirements(&self.contents.declarations)
            .next()
            .is_some()
    }

    /// Returns the version of the language that the module is read in: the newest released one if it supports none.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::Module;
    /// use hcl2_terraform::table::{Language, Version};
    ///
    /// assert_eq!(Module::default().version(), Version::newest(Language::Terraform));
    /// ```
    #[must_use]
    pub fn version(&self) -> Version {
        self.version.unwrap_or(Version::newest(self.language))
    }

    /// Returns the version of the language that a root module and all modules that it calls are read in: the newest released
    /// one that all of them allow, or else that the root module allows.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let module = |constraint: &str| {
    ///     let text = format!("terraform {{\n  required_version = \"{constraint}\"\n}}\n");
    ///     let source = SourceMap::new().add("main.tf", text).unwrap();
    ///     Module::from_files(&[ModuleFile::parse(&source, Language::Terraform).value], Language::Terraform).value
    /// };
    /// let version = Module::common_version(&module(">= 1.3"), [&module("~> 1.5.0")]);
    /// assert_eq!(version.minor, 5);
    /// ```
    #[must_use]
    pub fn common_version<'m>(root: &Self, called: impl IntoIterator<Item = &'m Self>) -> Version {
        let called: Vec<&Self> = called.into_iter().collect();
        let allowed = |version: &Version| called.iter().all(|module| module.allows(*version));
        let mut of_root = Version::known_first(root.language).filter(|version| root.allows(*version));
        let first = of_root.next();
        let common = first.into_iter().chain(of_root).find(allowed);
        common.or(first).unwrap_or(Version::newest(root.language))
    }

    /// Returns whether the constraints of the module allow a version of the product.
    fn allows(&self, version: Version) -> bool {
        let mut constraints = self.contents.constraints.iter();
        constraints.all(|constraint| !constraint.excludes(version))
    }

    /// Sets the version of the language that the module is read in: that of the root module which calls it. What the version
    /// does not have was reported when the module was read, or is not.
    pub fn set_version(&mut self, version: Version) {
        self.version = Some(version);
    }

    /// Returns whether another module is the same reading of the same files, in the same version, and calls the same modules.
    fn is_same(&self, other: &Self) -> bool {
        let calls = |module: &'_ Self| -> Vec<_> {
            let calls = module.calls.iter();
            calls
                .map(|call| (call.source.clone(), call.version.clone()))
                .collect()
        };
        let is_resolved = !self.has_computed_requirements();
        Arc::ptr_eq(&self.contents, &other.contents)
            && self.version == other.version
            && is_resolved
            && (self.calls.iter().all(|call| call.computed.is_empty()) || calls(self) == calls(other))
    }

    /// Returns the resources of every kind, except for those inside checks.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        self.contents.resources(self.language)
    }

    /// Returns all addressable objects with their references.
    #[must_use]
    pub fn nodes(&self) -> &[ModuleNode] {
        self.contents.nodes(self.language)
    }

    /// Returns the object with an address, written as in references.
    #[must_use]
    pub fn node(&self, address: &str) -> Option<&ModuleNode> {
        self.nodes()
            .iter()
            .find(|node| node.address.to_string() == address)
    }
}

impl AsRef<Name> for Variable {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}

impl AsRef<Name> for Local {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}

impl AsRef<Name> for Output {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}

impl AsRef<Name> for ModuleCall {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}

impl AsRef<Name> for TestRun {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}

impl AsRef<Name> for ProviderRequirement {
    fn as_ref(&self) -> &Name {
        &self.name
    }
}
