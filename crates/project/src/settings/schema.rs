//! The user's own language: a file with the schema document of a derived type.

use std::path::PathBuf;

use hcl2_decode::schema::{Schema, SchemaDocumentError};
use hcl2_diagnostics::codes::command::INVALID_SCHEMA;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source};
use hcl2_json::parse_tree;

/// The end of the names of files with a schema.
const ENDING: &str = ".hclschema";

/// Returns the file that the name of a language is, if it is not one of the known languages.
///
/// # Examples
///
/// ```
/// use hcl2_project::schema_file;
///
/// assert!(schema_file("server.hclschema").is_some());
/// assert!(schema_file("terraform").is_none());
/// ```
#[must_use]
pub fn schema_file(language: &str) -> Option<PathBuf> {
    language.ends_with(ENDING).then(|| PathBuf::from(language))
}

/// Reads the schema of a user's own language.
///
/// # Errors
///
/// `hcl2::command::invalid-schema` if the source is not a schema document, and the codes of JSON if it is not JSON.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_project::read_schema;
///
/// let problems = read_schema(&Source::new("server.hclschema", "{}")?).unwrap_err();
/// assert_eq!(problems[0].code.id(), "hcl2::command::invalid-schema");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn read_schema(source: &Source) -> Result<Schema, Diagnostics> {
    let tree = parse_tree(source).into_result()?;
    let text = String::from_utf8_lossy(source.bytes());
    Schema::from_json_document(&text).map_err(|error| {
        let definition = match &error {
            SchemaDocumentError::Definition(name, _) => {
                let bodies = tree.root().property("bodies");
                bodies.and_then(|bodies| bodies.property(name))
            }
            _ => None,
        };
        Diagnostic::error(INVALID_SCHEMA, "Invalid schema")
            .with_detail(format!(
                "Expected a schema document, as `Schema::to_json_document` writes it, but {error}."
            ))
            .with_subject(definition.unwrap_or(tree.root()).open_span())
            .into()
    })
}
