//! The columns of each table, in order.

use super::column::Kind::{Flag, Name, Names, Number, Range, Size, Tags, Text};
use super::column::{Column, column, optional};

/// The columns that every table starts with.
pub(super) const COMMON: &[Column] = &[
    column("repository", Name, "The root directory of the repository"),
    column("module", Name, "The directory of the module"),
    column("path", Name, "The file"),
];

const RANGE_OF_HEADER: Column = column("range", Range, "The header of the block");

pub(super) const FILES: &[Column] = &[
    column(
        "kind",
        Name,
        "`module`, `override`, `variables`, `lock`, or `other` for tests, mocks and queries",
    ),
    column("syntax", Name, "`native` or `json`"),
    optional("bytes", Size, "The size; null if the file is unreadable"),
    optional(
        "lines",
        Number,
        "The number of lines; null if the file is unreadable",
    ),
    optional(
        "hash",
        Text,
        "The SHA-256 of the content in hexadecimal; null if the file is unreadable",
    ),
];

pub(super) const BLOCKS: &[Column] = &[
    column(
        "kind",
        Name,
        "The type of the block, such as `resource` or `lifecycle`",
    ),
    optional("type", Name, "The first of two labels: the type of a resource"),
    optional("name", Text, "The last label"),
    column("labels", Names, "The labels"),
    optional(
        "address",
        Text,
        "The address of the object that the block declares or belongs to",
    ),
    optional(
        "block",
        Text,
        "The path of a nested block in its object, such as `ingress[1]`",
    ),
    RANGE_OF_HEADER,
];

pub(super) const ATTRIBUTES: &[Column] = &[
    optional(
        "address",
        Text,
        "The address of the object that the attribute belongs to",
    ),
    optional(
        "kind",
        Name,
        "The type of the outermost block, such as `resource`",
    ),
    optional(
        "type",
        Name,
        "The first of two labels of the outermost block: the type of a resource",
    ),
    optional(
        "block",
        Text,
        "The path of the nested block, such as `ingress[1]`",
    ),
    column("attribute", Name, "The name"),
    optional(
        "expression",
        Text,
        "The source text of the expression; null if it must not be shown",
    ),
    column(
        "form",
        Name,
        "`literal`, `template`, `reference`, `call`, `list`, `object`, `for` or `operation`",
    ),
    optional(
        "value",
        Text,
        "The constant value as JSON; null if it is not constant or must not be shown",
    ),
    optional("value_type", Name, "The type of the constant value"),
    column("known", Flag, "Whether the value is constant"),
    column(
        "sensitive",
        Flag,
        "Whether the value is sensitive or depends on a sensitive variable",
    ),
    column("range", Range, "The expression"),
];

pub(super) const REFERENCES: &[Column] = &[
    column("from", Text, "The address of the object that refers"),
    column("to", Text, "The address of the object that is referred to"),
    column(
        "kind",
        Name,
        "The kind of the latter: `variable`, `local`, `resource`, `data`, `ephemeral` or `module`",
    ),
    column("range", Range, "The reference"),
];

pub(super) const MODULES: &[Column] = &[
    column("address", Text, "The address, such as `module.network`"),
    column("name", Text, "The name of the call"),
    optional("source", Text, "The source; null if it is not constant"),
    optional("version", Text, "The version constraint"),
    optional(
        "called",
        Name,
        "The directory of the called module, for a local source",
    ),
    optional(
        "depth",
        Number,
        "1 for a call in a module that no other calls, 2 for a call in a module that this one calls, and so on; the \
         least if there are several, null in a repository read in parts",
    ),
    optional("repeats", Name, "`count` or `for_each`"),
    RANGE_OF_HEADER,
];

pub(super) const VARIABLES: &[Column] = &[
    column("name", Text, "The name"),
    column("type", Text, "The type constraint"),
    column("required", Flag, "Whether it has no default value"),
    optional(
        "default",
        Text,
        "The default value as JSON; null if there is none or it must not be shown",
    ),
    optional("description", Text, "The description"),
    column("nullable", Flag, "Whether it may be null"),
    column("sensitive", Flag, "Whether its value must not be shown"),
    column("ephemeral", Flag, "Whether its value must not be stored"),
    column("validations", Number, "The number of validation rules"),
    RANGE_OF_HEADER,
];

pub(super) const OUTPUTS: &[Column] = &[
    column("name", Text, "The name"),
    optional("expression", Text, "The source text of the value"),
    optional("description", Text, "The description"),
    column("sensitive", Flag, "Whether its value must not be shown"),
    column("ephemeral", Flag, "Whether its value must not be stored"),
    RANGE_OF_HEADER,
];

pub(super) const LOCALS: &[Column] = &[
    column("name", Text, "The name"),
    column("expression", Text, "The source text of the value"),
    optional("value", Text, "The constant value as JSON"),
    optional("value_type", Name, "The type of the constant value"),
    column("known", Flag, "Whether the value is constant"),
    column(
        "sensitive",
        Flag,
        "Whether the value depends on a sensitive variable",
    ),
    column("range", Range, "The name as written"),
];

pub(super) const PROVIDERS: &[Column] = &[
    column("kind", Name, "`requirement`, `configuration` or `lock`"),
    column("name", Text, "The local name; the source address in a lock file"),
    optional("alias", Text, "The alias of a configuration"),
    optional("source", Text, "The source address"),
    optional("requirement", Text, "The version constraint"),
    optional("version", Text, "The version in a lock file"),
    RANGE_OF_HEADER,
];

pub(super) const RESOURCES: &[Column] = &[
    column(
        "address",
        Text,
        "The address in the module, such as `aws_instance.web`",
    ),
    column("mode", Name, "`managed`, `data` or `ephemeral`"),
    column("type", Name, "The type, such as `aws_instance`"),
    column("name", Text, "The name"),
    optional("provider", Name, "The provider configuration, if one is given"),
    optional("count", Text, "The source text of `count`"),
    optional("for_each", Text, "The source text of `for_each`"),
    column("depends_on", Names, "The explicit dependencies"),
    optional(
        "tags",
        Tags,
        "The constant tags; the value of a computed tag is null, and the map itself if its keys are computed",
    ),
    RANGE_OF_HEADER,
];

pub(super) const FUNCTIONS: &[Column] = &[
    column("name", Name, "The name"),
    optional("address", Text, "The address of the object that calls it"),
    column("range", Range, "The name as written"),
];

pub(super) const PROBLEMS: &[Column] = &[
    column("code", Name, "The code"),
    column("severity", Name, "`error` or `warning`"),
    column("summary", Text, "The problem in a few words"),
    column("detail", Text, "The problem and how to fix it"),
    optional("range", Range, "The place, if it is in the file"),
];

pub(super) const INSTANCES: &[Column] = &[
    column(
        "address",
        Text,
        "The address in the root module, such as `module.network[\"a\"].aws_subnet.private[0]`",
    ),
    optional(
        "module_address",
        Text,
        "The address of the module instance, such as `module.network[\"a\"]`; null in the root module",
    ),
    column("mode", Name, "`managed` or `data`"),
    column("type", Name, "The type, such as `aws_subnet`"),
    column("name", Text, "The name"),
    optional("key", Text, "The index or the key, for `count` and `for_each`"),
    column("provider", Name, "The full name of the provider"),
    column(
        "has_schema",
        Flag,
        "Whether the schema of the type is known; without it, the configuration alone is planned",
    ),
    optional(
        "planned",
        Text,
        "The planned values as JSON, with null for unknown and sensitive ones",
    ),
    column(
        "unknown",
        Names,
        "The paths of unknown values, such as `id` or `tags[\"Name\"]`",
    ),
    column(
        "sensitive",
        Names,
        "The paths of sensitive values; an empty path is that of the whole object",
    ),
    column("range", Range, "The header of the block of the resource"),
];
