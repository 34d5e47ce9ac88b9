//! Batches without dictionaries.

use std::io::Result;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::{arc, of_arrow};

/// Returns a schema with plain strings in place of dictionaries.
pub(super) fn plain_schema(schema: &SchemaRef) -> SchemaRef {
    let plain = |field: &Arc<Field>| match field.data_type() {
        DataType::Dictionary(..) => Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8)),
        _ => field.clone(),
    };
    let fields = schema.fields().iter().map(plain);
    Arc::new(Schema::new_with_metadata(
        fields.collect::<Vec<_>>(),
        schema.metadata().clone(),
    ))
}

/// Returns a batch with plain strings in place of dictionaries.
pub(super) fn plain(batch: &RecordBatch) -> Result<RecordBatch> {
    let plain = |column: &ArrayRef| {
        let dictionary = column.as_dictionary_opt::<Int32Type>();
        let strings = dictionary.and_then(|dictionary| dictionary.downcast_dict::<StringArray>());
        match strings {
            Some(strings) => arc(strings.into_iter().collect::<StringArray>()),
            None => column.clone(),
        }
    };
    let columns = batch.columns().iter().map(plain).collect();
    RecordBatch::try_new(plain_schema(batch.schema_ref()), columns).map_err(of_arrow)
}
