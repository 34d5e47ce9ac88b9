//! What is read: tables, columns and rows.

use std::fmt;
use std::sync::Arc;

use arrow_schema::{Schema, SchemaRef};
use hcl2_plan::{Answers, Fixtures};
use hcl2_terraform::ProviderSchemas;

use crate::Table;

/// The tables, columns and rows that are read. What is not selected is not computed, as far as possible.
///
/// # Examples
///
/// ```
/// use hcl2_tables::{Selection, Table};
///
/// let selection = Selection::of([Table::Resources])
///     .columns(["address", "tags"])?
///     .where_type(["aws_s3_bucket", "google_storage_*"])?;
/// assert_eq!(selection.schema(Table::Resources).fields().len(), 2);
///
/// let error = Selection::of([Table::Resources]).columns(["adress"]).unwrap_err();
/// assert_eq!(error.to_string(), "the table `resources` has no column `adress`");
/// # Ok::<(), hcl2_tables::UnknownColumn>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Selection {
    tables: Vec<Table>,
    /// The names of the columns; `None` for all.
    columns: Option<Vec<String>>,
    path: Patterns,
    module: Patterns,
    pub(crate) kind: Patterns,
    pub(crate) ty: Patterns,
    is_planned: bool,
    schemas: Arc<ProviderSchemas>,
    answers: Arc<(Answers, Fixtures)>,
}

/// A table has no column of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    table: Table,
    name: String,
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table `{}` has no column `{}`", self.table, self.name)
    }
}

impl std::error::Error for UnknownColumn {}

impl Selection {
    /// Selects every column and row of tables.
    #[must_use]
    pub fn of(tables: impl IntoIterator<Item = Table>) -> Self {
        let mut tables: Vec<Table> = tables.into_iter().collect();
        tables.sort();
        tables.dedup();
        Self {
            tables,
            ..Self::default()
        }
    }

    /// Selects columns. They keep the order of the table.
    ///
    /// # Errors
    ///
    /// [`UnknownColumn`] unless every selected table has each of them.
    pub fn columns<S: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self, UnknownColumn> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        names.iter().try_for_each(|name| self.require(name))?;
        self.columns = Some(names);
        Ok(self)
    }

    /// Selects the rows of files whose path matches one of `patterns`; an asterisk at the end of a pattern stands for any
    /// string. The other methods match in the same way.
    #[must_use]
    pub fn where_path<S: Into<String>>(mut self, patterns: impl IntoIterator<Item = S>) -> Self {
        self.path = Patterns::new(patterns);
        self
    }

    /// Selects the rows of modules by their directory. Other modules are not read.
    #[must_use]
    pub fn where_module<S: Into<String>>(mut self, patterns: impl IntoIterator<Item = S>) -> Self {
        self.module = Patterns::new(patterns);
        self
    }

    /// Selects rows by the column `kind`.
    ///
    /// # Errors
    ///
    /// [`UnknownColumn`] if a selected table has no such column.
    pub fn where_kind<S: Into<String>>(
        mut self,
        patterns: impl IntoIterator<Item = S>,
    ) -> Result<Self, UnknownColumn> {
        self.require("kind")?;
        self.kind = Patterns::new(patterns);
        Ok(self)
    }

    /// Selects rows by the column `type`.
    ///
    /// # Errors
    ///
    /// [`UnknownColumn`] if a selected table has no such column.
    pub fn where_type<S: Into<String>>(
        mut self,
        patterns: impl IntoIterator<Item = S>,
    ) -> Result<Self, UnknownColumn> {
        self.require("type")?;
        self.ty = Patterns::new(patterns);
        Ok(self)
    }

    /// Selects the problems of planning root modules as rows of [`Table::Problems`], as the selection of
    /// [`Table::Instances`] does too.
    #[must_use]
    pub fn with_plans(mut self) -> Self {
        self.is_planned = true;
        self
    }

    /// Sets the schemas of providers by which root modules are planned.
    #[must_use]
    pub fn schemas(mut self, schemas: ProviderSchemas) -> Self {
        self.schemas = Arc::new(schemas);
        self
    }

    /// Sets what a person says of objects in place of providers, by which root modules are planned, and what data sources have.
    #[must_use]
    pub fn answers(mut self, answers: Answers, data: Fixtures) -> Self {
        self.answers = Arc::new((answers.shared(), data));
        self
    }

    /// Returns whether root modules must be planned.
    #[must_use]
    pub fn has_plans(&self) -> bool {
        self.is_planned || self.tables.iter().any(|table| table.is_planned())
    }

    /// Returns the schemas by which root modules are planned.
    #[must_use]
    pub fn schemas_of_plans(&self) -> &ProviderSchemas {
        &self.schemas
    }

    /// Returns the answers by which root modules are planned, and what data sources have.
    #[must_use]
    pub fn answers_of_plans(&self) -> (&Answers, &Fixtures) {
        (&self.answers.0, &self.answers.1)
    }

    /// Returns the tables in the order of [`Table::ALL`].
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns the schema of a table with the selected columns.
    #[must_use]
    pub fn schema(&self, table: Table) -> SchemaRef {
        let schema = table.schema();
        let fields = schema.fields().iter();
        let fields = fields.filter(|field| self.has_column(field.name())).cloned();
        let fields: Vec<_> = fields.collect();
        Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
    }

    /// Returns whether a module may have selected rows.
    #[must_use]
    pub fn has_module(&self, directory: &str) -> bool {
        self.module.matches(directory)
    }

    pub(crate) fn has_path(&self, path: &str) -> bool {
        self.path.matches(path)
    }

    pub(crate) fn has_any(&self, tables: &[Table]) -> bool {
        tables.iter().any(|table| self.tables.contains(table))
    }

    pub(crate) fn has_column(&self, name: &str) -> bool {
        let columns = self.columns.as_ref();
        columns.is_none_or(|columns| columns.iter().any(|column| column == name))
    }

    fn require(&self, name: &str) -> Result<(), UnknownColumn> {
        let lacks = |table: &&Table| !table.columns().any(|column| column.name == name);
        self.tables.iter().find(lacks).map_or(Ok(()), |table| {
            Err(UnknownColumn {
                table: *table,
                name: name.to_owned(),
            })
        })
    }
}

/// Patterns of which a string must match one; it matches anything if there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns(Vec<String>);

impl Patterns {
    fn new<S: Into<String>>(patterns: impl IntoIterator<Item = S>) -> Self {
        Self(patterns.into_iter().map(Into::into).collect())
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let is_match = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => text.starts_with(start),
            None => text == pattern,
        };
        self.0.is_empty() || self.0.iter().any(is_match)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
