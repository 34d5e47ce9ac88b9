//! Batches without nested columns.

use std::io::Result;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_json::EncoderOptions;
use arrow_json::writer::make_encoder;
use arrow_schema::{DataType, Field, FieldRef, Schema};

use super::{arc, of_arrow};

/// Returns a batch with a column for each part of a struct, named `range.start_line`, and lists and maps as JSON.
pub(super) fn flat(batch: &RecordBatch) -> Result<RecordBatch> {
    let mut fields: Vec<FieldRef> = Vec::new();
    let mut columns: Vec<ArrayRef> = Vec::new();
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        match field.data_type() {
            DataType::Struct(parts) => {
                let parents = column.as_struct();
                for (part, values) in parts.iter().zip(parents.columns()) {
                    let name = format!("{}.{}", field.name(), part.name());
                    fields.push(Arc::new(Field::new(name, part.data_type().clone(), true)));
                    columns.push(masked(values, parents)?);
                }
            }
            DataType::List(_) | DataType::Map(..) => {
                fields.push(Arc::new(Field::new(field.name(), DataType::Utf8, true)));
                columns.push(as_json(field, column)?);
            }
            _ => {
                fields.push(field.clone());
                columns.push(column.clone());
            }
        }
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(of_arrow)
}

/// Returns the values of a part of a struct, null where the struct is.
fn masked(values: &ArrayRef, parents: &dyn Array) -> Result<ArrayRef> {
    let data = values.to_data().into_builder();
    let data = data.nulls(parents.nulls().cloned()).build();
    data.map(arrow_array::make_array).map_err(of_arrow)
}

fn as_json(field: &FieldRef, column: &ArrayRef) -> Result<ArrayRef> {
    let options = EncoderOptions::default().with_explicit_nulls(true);
    let mut encoder = make_encoder(field, column.as_ref(), &options).map_err(of_arrow)?;
    let mut texts = StringBuilder::new();
    let mut text = Vec::new();
    for row in 0..column.len() {
        if column.is_null(row) {
            texts.append_null();
        } else {
            text.clear();
            encoder.encode(row, &mut text);
            texts.append_value(String::from_utf8_lossy(&text));
        }
    }
    Ok(arc(texts.finish()))
}
