//! The user's own language: a file with the schema document of a derived type.

use std::path::{Path, PathBuf};

use hcl2::decode::schema::{Schema, SchemaDocumentError};
use hcl2::diagnostics::codes::command::INVALID_SCHEMA;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source};
use hcl2::json::parse_tree;

use crate::files::Input;
use crate::output::{Failure, Output};

/// The end of the names of files with a schema.
const ENDING: &str = ".hclschema";

/// Returns the file that the name of a language is, if it is not one of the known languages.
pub(crate) fn file_of(language: &str) -> Option<PathBuf> {
    language.ends_with(ENDING).then(|| PathBuf::from(language))
}

/// Reads a schema from a file.
///
/// # Errors
///
/// The file cannot be read or is no schema, which was shown.
pub(crate) fn load(path: &Path, output: &Output) -> Result<Schema, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let shown = path.strip_prefix(here).unwrap_or(path);
    let input = Input::default().add(&[shown.to_owned()]);
    let Some((source, _)) = input.files.first() else {
        output.show(&input.diagnostics, &input.sources);
        return Err(Failure::Usage);
    };
    read(source).map_err(|problems| {
        output.show(&problems, &input.sources);
        Failure::Usage
    })
}

fn read(source: &Source) -> Result<Schema, Diagnostics> {
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
