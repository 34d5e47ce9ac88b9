//! Workspaces over files in memory.

mod applied;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_ide::{Document, Workspace};
use hcl2_model::Syntax;
use hcl2_project::{CheckSettings, Memory};
use hcl2_terraform::ProviderSchemas;

pub(crate) use applied::applied;

/// The directory of all documents.
pub(crate) const ROOT: &str = "/infra";

/// Opens documents with the given names and contents, beside saved files, and checks them.
pub(crate) fn workspace(documents: &[(&str, &str)], saved: &[(&str, &str)]) -> Workspace {
    let saved: Memory = saved.iter().map(|(name, text)| (path(name), *text)).collect();
    let mut workspace = Workspace::new(Arc::new(saved), CheckSettings::default());
    for (name, text) in documents {
        let document = Document::new(path(name), *text, Syntax::from_path(name));
        workspace.open(document.expect("a short text"));
    }
    workspace.check();
    workspace
}

/// Creates a workspace without files whose modules have schemas.
pub(crate) fn workspace_with(schemas: ProviderSchemas) -> Workspace {
    let schemas = Arc::new(schemas);
    let settings = CheckSettings {
        schemas: Arc::new(move |_| Some(Arc::clone(&schemas))),
        ..CheckSettings::default()
    };
    Workspace::new(Arc::new(Memory::default()), settings)
}

/// Returns the path of a document.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(ROOT).join(name)
}

/// Removes the marker `|`, and returns the remaining string and the offset of the marker.
pub(crate) fn marked(text: &str) -> (String, u32) {
    let offset = text.find('|').expect("a marker");
    (text.replacen('|', "", 1), offset as u32)
}
