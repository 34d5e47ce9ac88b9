//! The blocks of the language and their arguments, as data. Nothing else names them.
//!
//! Terraform's specification of its JSON syntax says that most arguments are expressions, and lists those that are
//! something else in *Block-type-specific Exceptions*. A [`Mode`] is such an exception, or none.
//!
//! # Examples
//!
//! ```
//! use hcl2_terraform::table::{Language, MODULE, Mode};
//!
//! let variable = MODULE.block("variable", Language::Terraform).unwrap();
//! assert_eq!(variable.labels, ["name"]);
//! assert_eq!(variable.body.argument("type", Language::Terraform).unwrap().mode, Mode::Type);
//! ```

mod backends;
pub mod behaviours;
mod brought;
mod built_in;
mod encryption;
mod features;
mod files;
mod kinds;
mod language;
mod pack;
mod packs;
mod policies;
mod settings;
mod stacks;
mod symbols;
mod versions;
mod words;

use hcl2_model::{Block, BodySchema};

pub(crate) use backends::{
    BACKENDS, BACKENDS_ARE_CHECKED, Backend, HAVE_REMOVED_BACKENDS, Nested, REMOVED_BACKENDS, Rule,
};
#[doc(hidden)]
pub use brought::COMPARED;
pub use brought::brought;
#[doc(hidden)]
pub use built_in::STORE;
pub(crate) use built_in::{
    Argument as BuiltInArgument, Block as BuiltInBlock, DATA as TERRAFORM_DATA, HELPERS, OBJECTS, Set,
};
pub(crate) use encryption::{KEY_PROVIDERS, METADATA_ALIAS, METHODS, UNENCRYPTED};
pub(crate) use features::STORE_OF_DATA;
pub(crate) use features::{
    ANY_MESSAGE, COMPUTED_REQUIREMENTS, EXPERIMENTS, IGNORED_IMPORTS, IGNORED_WHEN_CALLED,
    LIBRARIES_EXPERIMENT, NEWER_ARGUMENTS, NEWER_EVENTS, NEWER_REFERENCES, NEWER_TYPES, NULL_VERSIONS,
    REFERRING, REMOVED_FUNCTIONS, SYMBOL_LIBRARIES, TYPED_EPHEMERAL_RESOURCES, TYPED_RESOURCES,
    UNDERSCORES_IN_NAMESPACES, VALIDATION_OF_OTHERS, VERSIONLESS_TESTS, WINRM, WINRM_IS_DEPRECATED,
    lacks_expressions, versions_of_function,
};
pub use features::{IMPORTS_WHEN_CALLED, features};
pub use kinds::FileKind;
#[doc(hidden)]
pub use language::{MODULE, PROVIDER_BLOCK, VARIABLE_DEFINITIONS};
pub(crate) use language::{PROVIDED, PROVIDED_LITERALS};
pub(crate) use pack::{
    Bare, COMPUTED_NAME, Called, Calling, Completion, DEFAULTING_FUNCTIONS, Mention, Pack, Root,
};
pub(crate) use symbols::{EDITION_OF_LIBRARIES, ROOT_PARAMETER};
pub(crate) use versions::CONSTRAINTS_OF_OTHERS_ARE_IGNORED;
pub use versions::{Version, Versions};
pub(crate) use words::{
    AFTER, APPLY, APPLYING, BEFORE_CREATE, BUILT_IN_FUNCTIONS, CALLER, CONDITIONAL, CONFIGURING_IN_TESTS,
    DESTROY_EVENTS, DURING, EDITION, EDITION_OF_OPENTOFU, EXCLUSIVE, FIXED, FUNCTIONS_OF_FILES,
    FUNCTIONS_OF_PATHS, FUNCTIONS_OF_THE_MACHINE, HOST, IGNORED_IN_OVERRIDES, INSTALLED, MERGED_BLOCKS,
    MISTAKEN_ROOTS, MOCKED, OPTIONAL_FUNCTIONS, OTHER_ROOTS, OVERRIDES_NOTHING, OWN_CONDITIONS, PATHS,
    PER_MODULE, PROVIDER_FUNCTIONS, PROVIDER_TYPE, QUOTED_KEYWORDS, REFRESH_ONLY, REMOTE_STATE,
    REMOVED_PROVISIONERS, REPLACED_IN_TESTS, RESERVED_IN_PROVIDERS, RESERVED_VARIABLES, ROOT_COUNT,
    ROOT_EACH, ROOT_LOCAL, ROOT_PATH, ROOT_RESOURCE, ROOT_SELF, ROOT_SYMBOLS, ROOT_TOFU, ROOT_VARIABLE, RUN,
    Replaced, SELF_BLOCKS, STATE_BLOCKS, SYMBOL_FUNCTIONS, WORKSPACE, names,
};
#[doc(hidden)]
pub use words::{BUILT_IN_SOURCE, LOCK_FILE};

/// The roots of references, and their attributes.
pub mod roots {
    use super::words;

    /// The root of references to variables.
    pub const VARIABLE: &str = words::ROOT_VARIABLE;
    /// The root of references to local values.
    pub const LOCAL: &str = words::ROOT_LOCAL;
    /// The root of references to module calls.
    pub const MODULE: &str = words::names::MODULE;
    /// The explicit root of references to resources.
    pub const RESOURCE: &str = words::ROOT_RESOURCE;
    /// The root of references to data sources.
    pub const DATA: &str = words::names::DATA;
    /// The root of references to outputs, in tests.
    pub const OUTPUT: &str = words::names::OUTPUT;
    /// The root of references to checks.
    pub const CHECK: &str = words::names::CHECK;
    /// The root of references to runs of tests.
    pub const RUN: &str = words::names::RUN;
    /// The root of references to ephemeral resources.
    pub const EPHEMERAL: &str = words::names::EPHEMERAL;
    /// The root of paths.
    pub const PATH: &str = words::ROOT_PATH;
    /// The paths of the module, of the root module, and of the directory in which Terraform runs.
    pub const PATHS: (&str, &str, &str) = words::PATHS;
    /// The root of references to the run of Terraform.
    pub const TERRAFORM: &str = words::names::TERRAFORM;
    /// The name of the current workspace, and its default value.
    pub const WORKSPACE: (&str, &str) = words::WORKSPACE;
    /// The name of whether changes are applied.
    pub const APPLYING: &str = words::APPLYING;
    /// The root and attribute of the index of an instance.
    pub const COUNT: (&str, &str) = words::ROOT_COUNT;
    /// The root and attributes of the key and the value of an instance.
    pub const EACH: (&str, &str, &str) = words::ROOT_EACH;
    /// The root of references to the enclosing object.
    pub const SELF: &str = words::ROOT_SELF;
    /// OpenTofu's name for the root `terraform`.
    pub const TOFU: &str = words::ROOT_TOFU;
}

/// The language of a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Terraform.
    #[default]
    Terraform,
    /// OpenTofu, with what it adds to the language.
    OpenTofu,
}

/// How the value of an argument is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// An expression, by *Expression Mapping*: in JSON, strings are templates.
    Expression,
    /// A constant: strings are not templates, and references are not allowed.
    Literal,
    /// A constant string.
    LiteralString,
    /// A constant boolean.
    LiteralBool,
    /// A constant version constraint.
    VersionConstraint,
    /// A string that is read before anything else is evaluated: it may refer to constant variables and to locals.
    Early,
    /// A version constraint of this kind.
    EarlyVersion,
    /// An expression in the settings of encryption, which may also refer to key providers and methods.
    Encryption,
    /// A reference to an object, bare in native syntax and a plain string in JSON: `provider`.
    Reference,
    /// A reference to the configuration of a provider, whose key may be computed.
    KeyedReference,
    /// A list of references to actions.
    Actions,
    /// The address of a resource or module call, which need not be declared: `from` and `to`.
    Target,
    /// A list of such references: `depends_on`.
    References,
    /// A list of references relative to the resource, or the keyword `all`: `ignore_changes`.
    Changes,
    /// A reference whose indices may be computed, in JSON a plain string: `to` of an import.
    ComputedReference,
    /// A list of such references: `replace_triggered_by`.
    ComputedReferences,
    /// One of these keywords, or any name if the list is empty: bare in native syntax, a plain string in JSON.
    Keyword(&'static [&'static str]),
    /// A list of these keywords, or of any names if the list is empty.
    Keywords(&'static [&'static str]),
    /// A type expression, in JSON in a plain string.
    Type,
    /// A type expression that may also describe configurations of providers.
    StackType,
    /// A map of provider addresses to provider addresses, keys and values alike: `providers`.
    ProviderMap,
    /// Such a map whose values may have computed keys.
    KeyedProviderMap,
    /// The source and version of a provider, and references to its configurations.
    ProviderRequirement,
}

/// How a mode is written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Strings are templates.
    Template,
    /// Strings are literal.
    Literal,
    /// Strings contain bare native syntax.
    Bare,
}

impl Mode {
    /// Returns how values are written in JSON.
    #[must_use]
    pub const fn form(self) -> Form {
        match self {
            Self::Expression | Self::Encryption => Form::Template,
            Self::Literal
            | Self::LiteralString
            | Self::LiteralBool
            | Self::VersionConstraint
            | Self::Early
            | Self::EarlyVersion => Form::Literal,
            _ => Form::Bare,
        }
    }
}

/// An argument of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: &'static str,
    /// How its value is read.
    pub mode: Mode,
    /// Whether it is required.
    pub required: bool,
    /// The versions that have it in this mode.
    pub versions: Versions,
}

/// How often blocks of a type may occur in a body, and how they are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// Once: in JSON an object.
    Once,
    /// Any number of times: in JSON an object, or an array for several with the same labels.
    Many,
    /// Any number of times, in an order that matters across labels: in JSON an array of one object each.
    Ordered,
}

/// The part of a provider's schema that describes the blocks of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Describes {
    /// None: the table is complete.
    Nothing,
    /// The provider configuration named by the first label.
    Provider,
    /// The resource type named by the first label.
    Resource,
    /// The data source type named by the first label.
    Data,
    /// The ephemeral resource type named by the first label.
    Ephemeral,
    /// The nested blocks of the type named by the first label.
    Labelled,
    /// The schema of the enclosing body.
    Enclosing,
}

impl Describes {
    /// The parts that describe resources.
    pub(crate) const OF_RESOURCES: [Self; 3] = [Self::Resource, Self::Data, Self::Ephemeral];
}

/// A type of block.
#[derive(Clone, Copy, Debug)]
pub struct BlockType {
    /// The name.
    pub name: &'static str,
    /// The meaning of each label.
    pub labels: &'static [&'static str],
    /// The type of the body.
    pub body: &'static BodyType,
    /// How often it may occur.
    pub repeats: Repeats,
    /// The schema of the rest of its content.
    pub schema: Describes,
    /// The versions that have it.
    pub versions: Versions,
}

/// What a body may contain besides its own arguments and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// Arguments of any name, all in one mode.
    Arguments(Mode),
    /// Arguments in one mode and blocks, which only the schema of the provider distinguishes.
    Provider(Mode),
}

/// The type of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyType {
    /// The arguments of the language by name; an argument may differ between the languages.
    pub arguments: &'static [Argument],
    /// The block types of the language.
    pub blocks: &'static [BlockType],
    /// What else it may contain.
    pub rest: Rest,
}

impl BodyType {
    /// Returns the argument of the language with a name.
    #[must_use]
    pub fn argument(&self, name: &str, language: Language) -> Option<&'static Argument> {
        self.arguments_for(language)
            .find(|argument| argument.name == name)
    }

    /// Returns the block type of the language with a name.
    #[must_use]
    pub fn block(&self, name: &str, language: Language) -> Option<&'static BlockType> {
        self.blocks_for(language).find(|block| block.name == name)
    }

    /// Returns the type of a block in the language, among several of its name the one with as many labels.
    pub(crate) fn block_of(&self, block: &Block, language: Language) -> Option<&'static BlockType> {
        let mut forms = self
            .blocks_for(language)
            .filter(|own| block.block_type == *own.name);
        let first = forms.next()?;
        let count = block.labels.len();
        let other = forms.find(|other| other.labels.len() == count);
        Some(other.filter(|_| first.labels.len() != count).unwrap_or(first))
    }

    /// Returns the arguments of the language.
    pub fn arguments_for(&self, language: Language) -> impl Iterator<Item = &'static Argument> + use<> {
        let has = move |argument: &&Argument| argument.versions.since(language).is_some();
        self.arguments.iter().filter(has)
    }

    /// Returns the block types of the language.
    pub fn blocks_for(&self, language: Language) -> impl Iterator<Item = &'static BlockType> + use<> {
        let has = move |block: &&BlockType| block.versions.since(language).is_some();
        self.blocks.iter().filter(has)
    }

    /// Returns a schema of the language's arguments and blocks.
    #[must_use]
    pub fn schema(&self, language: Language) -> BodySchema {
        let arguments = self
            .arguments_for(language)
            .fold(BodySchema::new(), |schema, argument| {
                if argument.required {
                    schema.required(argument.name)
                } else {
                    schema.optional(argument.name)
                }
            });
        self.blocks_for(language).fold(arguments, |schema, block| {
            schema.block(block.name, block.labels.iter().copied())
        })
    }

    /// Returns the mode of the argument with a name, or `None` if no such argument is allowed.
    #[must_use]
    pub fn mode_of(&self, name: &str, language: Language) -> Option<Mode> {
        match (self.argument(name, language), self.rest) {
            (Some(argument), _) => Some(argument.mode),
            (None, Rest::Nothing) => None,
            (None, Rest::Arguments(mode) | Rest::Provider(mode)) => Some(mode),
        }
    }
}

/// Returns the type of the body of a file by its name, which is that of modules unless it sets variables.
pub(crate) fn body_of_file(name: &str) -> &'static BodyType {
    match name.strip_suffix(".json").unwrap_or(name).ends_with(".tfvars") {
        true => &VARIABLE_DEFINITIONS,
        false => &MODULE,
    }
}

/// The prefix of environment variables that set variables of a module.
pub const VARIABLE_ENVIRONMENT: &str = "TF_VAR_";

/// Returns the position of a file among those that set variables of a module automatically, by its name; later ones
/// override earlier ones. `None` for all other files.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::automatic_variables;
///
/// let mut names = ["b.auto.tfvars", "main.tf", "a.auto.tfvars.json", "terraform.tfvars", "prod.tfvars"].to_vec();
/// names.retain(|name| automatic_variables(name).is_some());
/// names.sort_by_key(|name| automatic_variables(name));
/// assert_eq!(names, ["terraform.tfvars", "a.auto.tfvars.json", "b.auto.tfvars"]);
/// ```
#[must_use]
pub fn automatic_variables(name: &str) -> Option<(u8, &str)> {
    match name {
        "terraform.tfvars" => Some((0, name)),
        "terraform.tfvars.json" => Some((1, name)),
        _ => {
            let native = name.strip_suffix(".json").unwrap_or(name);
            native.ends_with(".auto.tfvars").then_some((2, name))
        }
    }
}

/// Returns the name of the file that replaces a file of a module or of tests, if both are there: in OpenTofu, `a.tofu`
/// replaces `a.tf`, and `a.tofutest.hcl` replaces `a.tftest.hcl`.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{Language, replacement};
///
/// assert_eq!(replacement("main.tf.json", Language::OpenTofu).as_deref(), Some("main.tofu.json"));
/// assert_eq!(replacement("main.tf.json", Language::Terraform), None);
/// ```
#[must_use]
pub fn replacement(name: &str, language: Language) -> Option<String> {
    const REPLACED: &[(&str, &str)] = &[
        (".tf", ".tofu"),
        (".tf.json", ".tofu.json"),
        (".tftest.hcl", ".tofutest.hcl"),
        (".tftest.json", ".tofutest.json"),
    ];
    let mut endings = REPLACED.iter().filter(|_| language == Language::OpenTofu);
    endings.find_map(|(ending, by)| Some(format!("{}{by}", name.strip_suffix(ending)?)))
}
