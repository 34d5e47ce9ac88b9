//! The columns of tables and their types.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};

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
    pub(super) fn field(&self) -> Field {
        let about = ("description".to_owned(), self.about.to_owned());
        Field::new(self.name, self.kind.data_type(), self.nullable).with_metadata([about])
    }
}

pub(super) const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column {
        name,
        kind,
        nullable: false,
        about,
    }
}

pub(super) const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column {
        name,
        kind,
        nullable: true,
        about,
    }
}
