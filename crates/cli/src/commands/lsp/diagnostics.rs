//! The diagnostics that the editor has: what changed is published.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;
use hcl2::diagnostics::{Outcome, Source};
use hcl2_ide::Workspace;

use super::convert;
use super::position::Encoding;
use super::uri::uri_from_path;
use crate::output::{MAX_PROBLEMS, limited};

/// The documents that are open, each with its URI and version.
pub(super) type Open = HashMap<PathBuf, (lsp::Uri, i32)>;

/// The diagnostics of each file as the editor was last told.
#[derive(Default)]
pub(super) struct Published(BTreeMap<PathBuf, Shown>);

struct Shown {
    uri: lsp::Uri,
    version: Option<i32>,
    /// What the diagnostics were converted from.
    file: Outcome<Source>,
    diagnostics: Vec<lsp::Diagnostic>,
}

impl Published {
    /// Returns what differs from what the editor was told.
    pub(super) fn update(
        &mut self,
        workspace: &Workspace,
        open: &Open,
        encoding: Encoding,
    ) -> Vec<lsp::PublishDiagnosticsParams> {
        let mut changed = Vec::new();
        let mut shown = BTreeMap::new();
        for (path, file) in workspace.files() {
            let document = open.get(path);
            if file.diagnostics.is_empty() && document.is_none() {
                continue;
            }
            let version = document.map(|(_, version)| *version);
            let mut before = self.0.remove_entry(path);
            if let Some((path, before)) =
                before.take_if(|(_, before)| before.version == version && is_same(&before.file, file))
            {
                shown.insert(path, before);
                continue;
            }
            let Some(uri) = uri_of(path, open) else {
                continue;
            };
            let diagnostics = converted(workspace, file, encoding);
            let is_known = before.is_some_and(|(_, before)| {
                before.version == version && before.uri == uri && before.diagnostics == diagnostics
            });
            if !is_known {
                changed.push(lsp::PublishDiagnosticsParams {
                    uri: uri.clone(),
                    version,
                    diagnostics: diagnostics.clone(),
                });
            }
            let file = file.clone();
            let now = Shown {
                uri,
                version,
                file,
                diagnostics,
            };
            shown.insert(path.to_owned(), now);
        }
        // Diagnostics of all other files are outdated.
        let outdated = std::mem::replace(&mut self.0, shown).into_values();
        changed.extend(outdated.map(|before| lsp::PublishDiagnosticsParams {
            uri: before.uri,
            version: None,
            diagnostics: Vec::new(),
        }));
        changed
    }
}

/// Returns whether the diagnostics of a file are at the same places, and say the same.
fn is_same(before: &Outcome<Source>, now: &Outcome<Source>) -> bool {
    // Labels have places in other files, too, which may have moved.
    let is_alone = |file: &Outcome<Source>| file.diagnostics.iter().all(|problem| problem.labels.is_empty());
    let same_text = std::ptr::eq(before.value.bytes(), now.value.bytes());
    same_text && before.diagnostics == now.diagnostics && is_alone(now)
}

/// Converts the diagnostics of a file.
pub(super) fn converted(
    workspace: &Workspace,
    file: &Outcome<Source>,
    encoding: Encoding,
) -> Vec<lsp::Diagnostic> {
    let (shown, more) = limited(&file.diagnostics, MAX_PROBLEMS);
    let diagnostics = shown.into_iter().chain(&more);
    let sources = workspace.sources();
    diagnostics
        .map(|problem| convert::diagnostic(encoding, problem, &file.value, sources))
        .collect()
}

/// Returns what identifies diagnostics: the same for the same ones.
pub(super) fn identity(diagnostics: &[lsp::Diagnostic]) -> String {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(diagnostics);
    format!("{hash:016x}")
}

/// Returns the URI of a file: that under which the editor opened it, if it did.
pub(super) fn uri_of(path: &Path, open: &Open) -> Option<lsp::Uri> {
    let open = open.get(path).map(|(uri, _)| uri.clone());
    open.or_else(|| uri_from_path(path))
}
