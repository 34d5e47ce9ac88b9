//! The blocks of the language and their arguments: data, and the only place that names them.
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

mod built_in;
mod language;

use hcl2_model::BodySchema;

pub(crate) use built_in::{HELPERS, OBJECTS, Set};
pub(crate) use language::{
    AFTER, CONDITIONAL, ENDINGS, FUNCTIONS_OF_THE_MACHINE, MERGED_BLOCKS, MISTAKEN_ROOTS, OTHER_ROOTS,
    OVERRIDE, OVERRIDE_END, OWN_CONDITIONS, PATHS, PER_MODULE, PROVIDED, PROVIDED_LITERALS,
    PROVIDER_FUNCTIONS, RESERVED_VARIABLES, ROOT_COUNT, ROOT_EACH, ROOT_LOCAL, ROOT_PATH, ROOT_RESOURCE,
    ROOT_SELF, ROOT_TOFU, ROOT_VARIABLE, RUN, SELF_BLOCKS, WORKSPACE, names,
};
pub use language::{MODULE, PROVIDER_BLOCK, VARIABLE_DEFINITIONS};

/// Which product's language is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// Terraform 1.11.
    #[default]
    Terraform,
    /// OpenTofu, with what it adds to the language.
    OpenTofu,
}

/// How the value of an argument is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// An expression, by *Expression Mapping*: in JSON, strings are templates.
    Expression,
    /// A constant: strings are no templates, and nothing can be referred to.
    Literal,
    /// A string that the specification of JSON takes as it is, though it need not be a constant: `connection.type`.
    Text,
    /// A constant that says which versions are acceptable.
    VersionConstraint,
    /// A reference to an object, bare in native syntax and a plain string in JSON: `provider`.
    Reference,
    /// The address of a resource or of a module call, which need not be declared: `from` and `to`.
    Target,
    /// A list of such references: `depends_on`.
    References,
    /// A list of references relative to the resource, or the keyword `all`: `ignore_changes`.
    Changes,
    /// A reference whose indexes may be computed, in JSON all of it in a plain string: `to` of an import.
    ComputedReference,
    /// A list of such references: `replace_triggered_by`.
    ComputedReferences,
    /// One of these keywords, or any name where there are none: bare in native syntax, a plain string in JSON.
    Keyword(&'static [&'static str]),
    /// A list of keywords.
    Keywords,
    /// A type expression, in JSON in a plain string.
    Type,
    /// A map of provider addresses to provider addresses, keys and values alike: `providers`.
    ProviderMap,
    /// The source and version of a provider, and references to the names that its configurations have.
    ProviderRequirement,
}

/// How a mode is written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Strings are templates.
    Template,
    /// Strings stand for themselves.
    Literal,
    /// Strings hold native syntax, without anything around it.
    Bare,
}

impl Mode {
    /// How values are written in JSON.
    #[must_use]
    pub const fn form(self) -> Form {
        match self {
            Self::Expression => Form::Template,
            Self::Literal | Self::Text | Self::VersionConstraint => Form::Literal,
            _ => Form::Bare,
        }
    }
}

/// An argument of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: &'static str,
    /// How its value is to be read.
    pub mode: Mode,
    /// Whether it must be there.
    pub required: bool,
    /// The language that has it in this mode; `None` for both.
    pub only: Option<Language>,
}

/// How often blocks of a type may stand in a body, and how they are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// Once: in JSON an object.
    Once,
    /// Any number of times: in JSON an object, or an array where there are several with the same labels.
    Many,
    /// Any number of times, and their order counts across labels too: in JSON an array of an object for each.
    Ordered,
}

/// Which part of a provider's schema describes the blocks of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Describes {
    /// None; the table says all there is to say.
    Nothing,
    /// That of the provider which the first label names.
    Provider,
    /// That of the resource type which the first label names.
    Resource,
    /// That of the data source which the first label names.
    Data,
    /// That of the ephemeral resource type which the first label names.
    Ephemeral,
    /// That of the nested blocks of the type which the first label names.
    Labelled,
    /// That of the body around the block.
    Enclosing,
}

impl Describes {
    /// Those that describe resources of a kind.
    pub(crate) const OF_RESOURCES: [Self; 3] = [Self::Resource, Self::Data, Self::Ephemeral];
}

/// A type of block.
#[derive(Clone, Copy, Debug)]
pub struct BlockType {
    /// The name.
    pub name: &'static str,
    /// What each label stands for.
    pub labels: &'static [&'static str],
    /// What the block holds.
    pub body: &'static BodyType,
    /// How often it may be there.
    pub repeats: Repeats,
    /// What describes the rest of its content.
    pub schema: Describes,
    /// The language that has it; `None` for both.
    pub only: Option<Language>,
}

/// What a body may hold besides its own arguments and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// Arguments of any name, all in one mode.
    Arguments(Mode),
    /// Arguments, in one mode, and blocks that only a provider's schema tells apart.
    Provider(Mode),
}

/// What a body holds.
#[derive(Clone, Copy, Debug)]
pub struct BodyType {
    /// The arguments of the language itself, by name; those of one language only may differ from those of the other.
    pub arguments: &'static [Argument],
    /// The types of blocks of the language itself.
    pub blocks: &'static [BlockType],
    /// What else there may be.
    pub rest: Rest,
}

impl BodyType {
    /// The argument of this name that the language itself has here.
    #[must_use]
    pub fn argument(&self, name: &str, language: Language) -> Option<&'static Argument> {
        self.arguments_in(language).find(|argument| argument.name == name)
    }

    /// The type of block of this name that the language itself has here.
    #[must_use]
    pub fn block(&self, name: &str, language: Language) -> Option<&'static BlockType> {
        self.blocks_in(language).find(|block| block.name == name)
    }

    /// The arguments that the language itself has here.
    pub fn arguments_in(&self, language: Language) -> impl Iterator<Item = &'static Argument> + use<> {
        let has = move |argument: &&Argument| argument.only.is_none_or(|only| only == language);
        self.arguments.iter().filter(has)
    }

    /// The types of blocks that the language itself has here.
    pub fn blocks_in(&self, language: Language) -> impl Iterator<Item = &'static BlockType> + use<> {
        let has = move |block: &&BlockType| block.only.is_none_or(|only| only == language);
        self.blocks.iter().filter(has)
    }

    /// A schema for what the language itself has here.
    #[must_use]
    pub fn schema(&self, language: Language) -> BodySchema {
        let arguments = self
            .arguments_in(language)
            .fold(BodySchema::new(), |schema, argument| {
                if argument.required {
                    schema.required(argument.name)
                } else {
                    schema.optional(argument.name)
                }
            });
        self.blocks_in(language).fold(arguments, |schema, block| {
            schema.block(block.name, block.labels.iter().copied())
        })
    }

    /// How the value of an argument of this name is to be read; `None` where none of this name may be here.
    #[must_use]
    pub fn mode_of(&self, name: &str, language: Language) -> Option<Mode> {
        match (self.argument(name, language), self.rest) {
            (Some(argument), _) => Some(argument.mode),
            (None, Rest::Nothing) => None,
            (None, Rest::Arguments(mode) | Rest::Provider(mode)) => Some(mode),
        }
    }
}

/// A file of the language, told by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{MODULE, body_of_file};
///
/// assert!(std::ptr::eq(body_of_file("main.tf.json"), &MODULE));
/// assert!(body_of_file("prod.tfvars").blocks.is_empty());
/// ```
#[must_use]
pub fn body_of_file(name: &str) -> &'static BodyType {
    let name = name.strip_suffix(".json").unwrap_or(name);
    if name.ends_with(".tfvars") {
        &VARIABLE_DEFINITIONS
    } else {
        &MODULE
    }
}

/// How the names of environment variables start that set variables of a module.
pub const VARIABLE_ENVIRONMENT: &str = "TF_VAR_";

/// Where a file beside those of a module comes among the files that set its variables without being named, told by its
/// name: later ones count. `None` for a file that is none of these.
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

/// Whether a file is part of a module in this language, told by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{Language, is_module_file};
///
/// assert!(is_module_file("main.tf", Language::Terraform) && is_module_file("main.tf.json", Language::Terraform));
/// assert!(!is_module_file("main.tofu", Language::Terraform) && !is_module_file(".hidden.tf", Language::Terraform));
/// ```
#[must_use]
pub fn is_module_file(name: &str, language: Language) -> bool {
    let own = !name.starts_with('.') && !name.ends_with('~') && !name.starts_with('#');
    own && stem(name, language).is_some_and(|stem| !stem.is_empty())
}

/// Whether a file of a module overrides the others, told by its name.
pub(crate) fn is_override_file(name: &str, language: Language) -> bool {
    stem(name, language).is_some_and(|stem| stem == OVERRIDE || stem.ends_with(OVERRIDE_END))
}

/// The name of a file of a module without its ending.
fn stem(name: &str, language: Language) -> Option<&str> {
    let native = name.strip_suffix(".json").unwrap_or(name);
    ENDINGS
        .iter()
        .filter(|(_, only)| only.is_none_or(|only| only == language))
        .find_map(|(ending, _)| native.strip_suffix(ending))
}
