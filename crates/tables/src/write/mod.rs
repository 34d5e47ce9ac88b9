//! Record batches as files.

mod flat;
mod plain;

use std::fmt;
use std::io::{Error, Result, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_json::LineDelimitedWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Parquet, compressed by Snappy.
    Parquet,
    /// The Arrow IPC file format, also known as Feather. Such a file has one dictionary for a column at most, but each batch
    /// has its own, so it has plain strings in place of dictionaries.
    Arrow,
    /// Comma-separated values with a header. A column for each part of a range; lists and maps are JSON.
    Csv,
    /// A JSON object for each line.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Parquet, Self::Arrow, Self::Csv, Self::Json];

    /// Returns the name, which is also the ending of file names, such as `parquet`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Rows in memory before they are encoded: a row group of Parquet ends after this number.
const MAX_ROWS: usize = 64 << 10;

/// Writes the batches of a table as a file.
///
/// # Examples
///
/// ```
/// use hcl2_tables::{Format, Table, Writer};
///
/// let mut file = Vec::new();
/// Writer::new(Format::Parquet, Table::Files.schema(), &mut file)?.finish()?;
/// assert_eq!(&file[..4], b"PAR1");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W: Write + Send> {
    inner: Inner<W>,
}

enum Inner<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
    Csv(Box<arrow_csv::Writer<W>>),
    Json(LineDelimitedWriter<W>),
}

impl<W: Write + Send> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl<W: Write + Send> Writer<W> {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// If the sink refuses the first bytes.
    pub fn new(format: Format, schema: SchemaRef, sink: W) -> Result<Self> {
        let inner = match format {
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_max_row_group_row_count(Some(MAX_ROWS))
                    .build();
                let writer = ArrowWriter::try_new(sink, schema, Some(properties));
                Inner::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
            Format::Arrow => {
                let schema = plain::plain_schema(&schema);
                Inner::Arrow(Box::new(FileWriter::try_new(sink, &schema).map_err(of_arrow)?))
            }
            Format::Csv => {
                let mut writer = arrow_csv::WriterBuilder::new().with_header(true).build(sink);
                // The header of a table without rows.
                let empty = RecordBatch::new_empty(schema);
                writer.write(&flat::flat(&empty)?).map_err(of_arrow)?;
                Inner::Csv(Box::new(writer))
            }
            Format::Json => Inner::Json(
                arrow_json::WriterBuilder::new()
                    .with_explicit_nulls(true)
                    .build::<_, arrow_json::writer::LineDelimited>(sink),
            ),
        };
        Ok(Self { inner })
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    ///
    /// Those of the sink, or if the schema of the batch is another one.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match &mut self.inner {
            Inner::Parquet(writer) => writer.write(batch).map_err(of_parquet),
            Inner::Arrow(writer) => writer.write(&plain::plain(batch)?).map_err(of_arrow),
            Inner::Csv(writer) => writer.write(&flat::flat(batch)?).map_err(of_arrow),
            Inner::Json(writer) => writer.write(batch).map_err(of_arrow),
        }
    }

    /// Ends the file and returns the sink.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn finish(self) -> Result<W> {
        match self.inner {
            Inner::Parquet(mut writer) => {
                // Rows that cannot be written are an error of the sink here; below, they would be a message about the writer.
                writer.flush().map_err(of_parquet)?;
                writer.sync()?;
                writer.into_inner().map_err(of_parquet)
            }
            Inner::Arrow(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                writer.into_inner().map_err(of_arrow)
            }
            Inner::Csv(writer) => Ok((*writer).into_inner()),
            Inner::Json(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                Ok(writer.into_inner())
            }
        }
    }
}

/// Returns the error of the sink where that is what failed.
fn of_arrow(error: arrow_schema::ArrowError) -> Error {
    match error {
        arrow_schema::ArrowError::IoError(_, error) => error,
        // The message of the sink's error.
        arrow_schema::ArrowError::CsvError(message) => Error::other(message),
        error => Error::other(error),
    }
}

fn of_parquet(error: parquet::errors::ParquetError) -> Error {
    match error {
        parquet::errors::ParquetError::External(error) => match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => Error::other(error),
        },
        error => Error::other(error),
    }
}

fn arc<T: arrow_array::Array + 'static>(array: T) -> arrow_array::ArrayRef {
    Arc::new(array)
}
