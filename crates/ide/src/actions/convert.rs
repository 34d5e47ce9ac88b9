//! Converting a file to the other syntax.

use std::collections::BTreeMap;
use std::path::Path;

use hcl2_model::Syntax;
use hcl2_project::Files;
use hcl2_terraform::Converter;
use hcl2_terraform::table::FileKind;

use super::{Action, ActionKind};
use crate::document::Document;
use crate::workspace::Workspace;

/// The end that the name of a file in JSON has more.
const JSON: &str = ".json";

/// The length of files up to which they are converted each time the cursor moves, to see whether that is possible.
const MAX_BYTES: usize = 100_000;

/// Returns the action that replaces a document by one in the other syntax, if that has the same meaning and keeps everything.
pub(super) fn action(workspace: &Workspace, document: &Document) -> Option<Action> {
    let path = document.path();
    let kind = FileKind::of_path(path)?;
    let is_short = document.text().len() <= MAX_BYTES;
    if !is_short || !matches!(kind, FileKind::Module { .. } | FileKind::Values) {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let (target, syntax) = match document.syntax() {
        Syntax::Native => (format!("{name}{JSON}"), "JSON"),
        Syntax::Json => (name.strip_suffix(JSON)?.to_owned(), "the native syntax"),
    };
    let target = path.with_file_name(target);
    if exists(workspace, &target) {
        return None;
    }
    let mut converter = Converter::new().language(workspace.language_of(document));
    if let Some(schemas) = workspace.schemas_of(document) {
        converter = converter.schemas(schemas);
    }
    let source = document.source();
    let converted = match document.syntax() {
        Syntax::Native => converter.to_json(source),
        Syntax::Json => converter.to_native(source),
    };
    // A warning is about something that would be lost, or that may mean something else.
    let is_whole = converted.diagnostics.is_empty();
    let text = converted.value.filter(|_| is_whole)?;
    if document.syntax() == Syntax::Native {
        converter.prove_json(source, &text).ok()?;
    }
    let name = target.file_name()?.to_str()?;
    Some(Action {
        title: format!("Convert to {syntax}, as `{name}`"),
        kind: ActionKind::Rewrite,
        edits: BTreeMap::new(),
        created: BTreeMap::from([(target, text)]),
        deleted: vec![path.to_owned()],
        refused: None,
    })
}

/// Returns whether there is a document or a saved file at a path.
fn exists(workspace: &Workspace, path: &Path) -> bool {
    workspace.document(path).is_some() || workspace.overlay().kind(path).is_some()
}
