//! The tables and their columns.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

/// The version of the schema of all tables. It is in the metadata of each schema, by the key [`VERSION_KEY`].
pub const SCHEMA_VERSION: u32 = 2;

/// The key of the schema's version in the metadata of a schema.
pub const VERSION_KEY: &str = "hcl2.schema_version";

/// A table of what modules contain.
///
/// # Examples
///
/// ```
/// use hcl2_tables::Table;
///
/// let table: Table = "resources".parse()?;
/// assert_eq!(table, Table::Resources);
/// assert!(table.schema().column_with_name("address").is_some());
/// # Ok::<(), hcl2_tables::UnknownTable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// A row for each file.
    Files,
    /// A row for each block, nested ones included.
    Blocks,
    /// A row for each attribute of a block.
    Attributes,
    /// A row for each reference to an object of the same module.
    References,
    /// A row for each call of a module.
    Modules,
    /// A row for each input variable.
    Variables,
    /// A row for each output value.
    Outputs,
    /// A row for each local value.
    Locals,
    /// A row for each provider that is required, configured or locked.
    Providers,
    /// A row for each resource, data source and ephemeral resource.
    Resources,
    /// A row for each call of a function.
    Functions,
    /// A row for each problem: errors and warnings.
    Problems,
    /// A row for each resource instance in the plans of root modules.
    Instances,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 13] = [
        Self::Files,
        Self::Blocks,
        Self::Attributes,
        Self::References,
        Self::Modules,
        Self::Variables,
        Self::Outputs,
        Self::Locals,
        Self::Providers,
        Self::Resources,
        Self::Functions,
        Self::Problems,
        Self::Instances,
    ];

    /// Returns the name, such as `resources`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Blocks => "blocks",
            Self::Attributes => "attributes",
            Self::References => "references",
            Self::Modules => "modules",
            Self::Variables => "variables",
            Self::Outputs => "outputs",
            Self::Locals => "locals",
            Self::Providers => "providers",
            Self::Resources => "resources",
            Self::Functions => "functions",
            Self::Problems => "problems",
            Self::Instances => "instances",
        }
    }

    /// Returns whether the rows come from plans. These take longer than reading files, so the command writes such a table only
    /// if it is named.
    #[must_use]
    pub const fn is_planned(self) -> bool {
        matches!(self, Self::Instances)
    }

    /// Returns the schema, with the description of each column in its metadata.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        let fields: Fields = self.columns().map(Column::field).collect();
        let version = (VERSION_KEY.to_owned(), SCHEMA_VERSION.to_string());
        Arc::new(Schema::new_with_metadata(fields, [version]))
    }

    pub(crate) fn columns(self) -> impl Iterator<Item = &'static Column> {
        COMMON.iter().chain(self.own_columns())
    }

    fn own_columns(self) -> &'static [Column] {
        match self {
            Self::Files => FILES,
            Self::Blocks => BLOCKS,
            Self::Attributes => ATTRIBUTES,
            Self::References => REFERENCES,
            Self::Modules => MODULES,
            Self::Variables => VARIABLES,
            Self::Outputs => OUTPUTS,
            Self::Locals => LOCALS,
            Self::Providers => PROVIDERS,
            Self::Resources => RESOURCES,
            Self::Functions => FUNCTIONS,
            Self::Problems => PROBLEMS,
            Self::Instances => INSTANCES,
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTable {
    name: String,
}

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Table::ALL.map(Table::name).join(", ");
        write!(f, "unknown table `{}`; the tables are {names}", self.name)
    }
}

impl std::error::Error for UnknownTable {}

impl FromStr for Table {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, UnknownTable> {
        let found = Self::ALL.into_iter().find(|table| table.name() == name);
        found.ok_or_else(|| UnknownTable {
            name: name.to_owned(),
        })
    }
}

/// A column of a table.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    about: &'static str,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A string of few different ones, dictionary-encoded.
    Name,
    /// A string.
    Text,
    Flag,
    Number,
    Size,
    /// The start and end of a range in a file.
    Range,
    Names,
    Tags,
}

/// The columns of a range.
pub(crate) const RANGE: [&str; 6] = [
    "start_line",
    "start_column",
    "start_byte",
    "end_line",
    "end_column",
    "end_byte",
];

impl Kind {
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Self::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
            Self::Text => DataType::Utf8,
            Self::Flag => DataType::Boolean,
            Self::Number => DataType::Int32,
            Self::Size => DataType::Int64,
            Self::Range => DataType::Struct(range_fields()),
            Self::Names => DataType::List(item_field()),
            Self::Tags => {
                let (key, value) = tag_fields();
                let entries = DataType::Struct([key, value].into_iter().collect());
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
        }
    }
}

pub(crate) fn range_fields() -> Fields {
    RANGE
        .map(|name| Field::new(name, DataType::Int32, false))
        .to_vec()
        .into()
}

pub(crate) fn item_field() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::Utf8, false))
}

pub(crate) fn tag_fields() -> (Arc<Field>, Arc<Field>) {
    let key = Field::new("key", DataType::Utf8, false);
    let value = Field::new("value", DataType::Utf8, true);
    (Arc::new(key), Arc::new(value))
}

impl Column {
    fn field(&self) -> Field {
        let about = ("description".to_owned(), self.about.to_owned());
        Field::new(self.name, self.kind.data_type(), self.nullable).with_metadata([about])
    }
}

const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column {
        name,
        kind,
        nullable: false,
        about,
    }
}

const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column {
        name,
        kind,
        nullable: true,
        about,
    }
}

use Kind::{Flag, Name, Names, Number, Range, Size, Tags, Text};

/// The columns that every table starts with.
const COMMON: &[Column] = &[
    column("repository", Name, "The root directory of the repository"),
    column("module", Name, "The directory of the module"),
    column("path", Name, "The file"),
];

const RANGE_OF_HEADER: Column = column("range", Range, "The header of the block");

const FILES: &[Column] = &[
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

const BLOCKS: &[Column] = &[
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

const ATTRIBUTES: &[Column] = &[
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

const REFERENCES: &[Column] = &[
    column("from", Text, "The address of the object that refers"),
    column("to", Text, "The address of the object that is referred to"),
    column(
        "kind",
        Name,
        "The kind of the latter: `variable`, `local`, `resource`, `data`, `ephemeral` or `module`",
    ),
    column("range", Range, "The reference"),
];

const MODULES: &[Column] = &[
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

const VARIABLES: &[Column] = &[
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

const OUTPUTS: &[Column] = &[
    column("name", Text, "The name"),
    optional("expression", Text, "The source text of the value"),
    optional("description", Text, "The description"),
    column("sensitive", Flag, "Whether its value must not be shown"),
    column("ephemeral", Flag, "Whether its value must not be stored"),
    RANGE_OF_HEADER,
];

const LOCALS: &[Column] = &[
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

const PROVIDERS: &[Column] = &[
    column("kind", Name, "`requirement`, `configuration` or `lock`"),
    column("name", Text, "The local name; the source address in a lock file"),
    optional("alias", Text, "The alias of a configuration"),
    optional("source", Text, "The source address"),
    optional("requirement", Text, "The version constraint"),
    optional("version", Text, "The version in a lock file"),
    RANGE_OF_HEADER,
];

const RESOURCES: &[Column] = &[
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

const FUNCTIONS: &[Column] = &[
    column("name", Name, "The name"),
    optional("address", Text, "The address of the object that calls it"),
    column("range", Range, "The name as written"),
];

const PROBLEMS: &[Column] = &[
    column("code", Name, "The code"),
    column("severity", Name, "`error` or `warning`"),
    column("summary", Text, "The problem in a few words"),
    column("detail", Text, "The problem and how to fix it"),
    optional("range", Range, "The place, if it is in the file"),
];

const INSTANCES: &[Column] = &[
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
