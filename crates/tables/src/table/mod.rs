//! The tables, their names and their schemas.

mod column;
mod columns;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{Fields, Schema, SchemaRef};

pub(crate) use column::{Column, Kind, RANGE, item_field, range_fields, tag_fields};

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
        columns::COMMON.iter().chain(self.own_columns())
    }

    fn own_columns(self) -> &'static [Column] {
        match self {
            Self::Files => columns::FILES,
            Self::Blocks => columns::BLOCKS,
            Self::Attributes => columns::ATTRIBUTES,
            Self::References => columns::REFERENCES,
            Self::Modules => columns::MODULES,
            Self::Variables => columns::VARIABLES,
            Self::Outputs => columns::OUTPUTS,
            Self::Locals => columns::LOCALS,
            Self::Providers => columns::PROVIDERS,
            Self::Resources => columns::RESOURCES,
            Self::Functions => columns::FUNCTIONS,
            Self::Problems => columns::PROBLEMS,
            Self::Instances => columns::INSTANCES,
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
