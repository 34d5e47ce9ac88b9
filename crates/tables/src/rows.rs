//! Rows on their way to record batches.

use std::io::{Error, Result};
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, MapBuilder, MapFieldNames, StringBuilder,
    StringDictionaryBuilder, StructBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;

use crate::selection::Patterns;
use crate::table::{Kind, RANGE, item_field, range_fields, tag_fields};
use crate::{Selection, Table};

/// A batch has at most this number of rows.
const MAX_ROWS: usize = 8192;
/// A batch ends after this number of bytes of strings.
const MAX_BYTES: usize = 4 << 20;

/// What a row has in a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    Null,
    Text(&'a str),
    Flag(bool),
    Number(u64),
    Range([u32; RANGE.len()]),
    Names(&'a [String]),
    Tags(&'a [(String, Option<String>)]),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<usize> for Cell<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl<'a, T: Into<Self>> From<Option<T>> for Cell<'a> {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Cell::Null, Into::into)
    }
}

/// The rows of a table that are not in a batch yet.
pub(crate) struct Rows {
    table: Table,
    schema: SchemaRef,
    /// A builder for each column of the table, `None` for a column that is not selected.
    builders: Vec<Option<Builder>>,
    /// The columns that patterns select rows by, by their position.
    conditions: Vec<(usize, Patterns)>,
    rows: usize,
    bytes: usize,
}

enum Builder {
    Name(StringDictionaryBuilder<Int32Type>),
    Text(StringBuilder),
    Flag(BooleanBuilder),
    Number(Int32Builder),
    Size(Int64Builder),
    Range(StructBuilder),
    Names(ListBuilder<StringBuilder>),
    Tags(MapBuilder<StringBuilder, StringBuilder>),
}

impl Rows {
    pub(crate) fn new(table: Table, selection: &Selection) -> Self {
        let builders = table.columns().map(|column| {
            let selected = selection.has_column(column.name);
            selected.then(|| Builder::new(column.kind))
        });
        let position = |name: &str| table.columns().position(|column| column.name == name);
        let conditions = [("kind", &selection.kind), ("type", &selection.ty)].into_iter();
        let conditions = conditions.filter(|(_, patterns)| !patterns.is_empty());
        Self {
            table,
            schema: selection.schema(table),
            builders: builders.collect(),
            conditions: conditions
                .filter_map(|(name, patterns)| Some((position(name)?, patterns.clone())))
                .collect(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Adds a row with a cell for each column of the table, and returns a batch if it is full.
    pub(crate) fn push(&mut self, cells: &[Cell<'_>]) -> Result<Option<RecordBatch>> {
        debug_assert_eq!(cells.len(), self.builders.len(), "a row of `{}`", self.table);
        let is_met = |(position, patterns): &(usize, Patterns)| match cells.get(*position) {
            Some(Cell::Text(text)) => patterns.matches(text),
            _ => false,
        };
        if !self.conditions.iter().all(is_met) {
            return Ok(None);
        }
        for (builder, cell) in self.builders.iter_mut().zip(cells) {
            if let Some(builder) = builder {
                self.bytes += builder.push(*cell)?;
            }
        }
        self.rows += 1;
        if self.rows == MAX_ROWS || self.bytes >= MAX_BYTES {
            self.finish()
        } else {
            Ok(None)
        }
    }

    /// Returns the rows added since the last batch, unless there are none.
    pub(crate) fn finish(&mut self) -> Result<Option<RecordBatch>> {
        if self.rows == 0 {
            return Ok(None);
        }
        let arrays = self.builders.iter_mut().flatten().map(Builder::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        (self.rows, self.bytes) = (0, 0);
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options);
        batch.map(Some).map_err(Error::other)
    }
}

impl Builder {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Name => Self::Name(StringDictionaryBuilder::new()),
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Flag => Self::Flag(BooleanBuilder::new()),
            Kind::Number => Self::Number(Int32Builder::new()),
            Kind::Size => Self::Size(Int64Builder::new()),
            Kind::Range => Self::Range(StructBuilder::from_fields(range_fields(), 0)),
            Kind::Names => Self::Names(ListBuilder::new(StringBuilder::new()).with_field(item_field())),
            Kind::Tags => {
                let (key, value) = tag_fields();
                let names = MapFieldNames {
                    entry: "entries".to_owned(),
                    key: key.name().clone(),
                    value: value.name().clone(),
                };
                let tags = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new());
                Self::Tags(tags.with_keys_field(key).with_values_field(value))
            }
        }
    }

    /// Adds a cell; one of another type is added as null. Returns the bytes of its strings.
    fn push(&mut self, cell: Cell<'_>) -> Result<usize> {
        let mut bytes = 0;
        match (self, cell) {
            (Self::Name(builder), Cell::Text(text)) => {
                builder.append(text).map_err(Error::other)?;
            }
            (Self::Text(builder), Cell::Text(text)) => {
                bytes = text.len();
                builder.append_value(text);
            }
            (Self::Flag(builder), Cell::Flag(flag)) => builder.append_value(flag),
            (Self::Number(builder), Cell::Number(number)) => {
                builder.append_value(i32::try_from(number).unwrap_or(i32::MAX));
            }
            (Self::Size(builder), Cell::Number(number)) => {
                builder.append_value(i64::try_from(number).unwrap_or(i64::MAX));
            }
            (Self::Range(builder), Cell::Range(range)) => {
                push_range(builder, Some(range));
            }
            (Self::Names(builder), Cell::Names(names)) => {
                for name in names {
                    bytes += name.len();
                    builder.values().append_value(name);
                }
                builder.append(true);
            }
            (Self::Tags(builder), Cell::Tags(tags)) => {
                for (key, value) in tags {
                    bytes += key.len() + value.as_ref().map_or(0, String::len);
                    builder.keys().append_value(key);
                    builder.values().append_option(value.as_ref());
                }
                builder.append(true).map_err(Error::other)?;
            }
            (builder, cell) => {
                debug_assert!(matches!(cell, Cell::Null), "{cell:?} in a column of another type");
                builder.push_null()?;
            }
        }
        Ok(bytes)
    }

    fn push_null(&mut self) -> Result<()> {
        match self {
            Self::Name(builder) => builder.append_null(),
            Self::Text(builder) => builder.append_null(),
            Self::Flag(builder) => builder.append_null(),
            Self::Number(builder) => builder.append_null(),
            Self::Size(builder) => builder.append_null(),
            Self::Range(builder) => push_range(builder, None),
            Self::Names(builder) => builder.append(false),
            Self::Tags(builder) => builder.append(false).map_err(Error::other)?,
        }
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Name(builder) => Arc::new(builder.finish()),
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::Flag(builder) => Arc::new(builder.finish()),
            Self::Number(builder) => Arc::new(builder.finish()),
            Self::Size(builder) => Arc::new(builder.finish()),
            Self::Range(builder) => Arc::new(builder.finish()),
            Self::Names(builder) => Arc::new(builder.finish()),
            Self::Tags(builder) => Arc::new(builder.finish()),
        }
    }
}

fn push_range(builder: &mut StructBuilder, range: Option<[u32; RANGE.len()]>) {
    for (index, number) in range.unwrap_or_default().into_iter().enumerate() {
        if let Some(numbers) = builder.field_builder::<Int32Builder>(index) {
            numbers.append_value(i32::try_from(number).unwrap_or(i32::MAX));
        }
    }
    builder.append(range.is_some());
}
