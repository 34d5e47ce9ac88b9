//! The objects of stacks, of other languages, and the runs of tests.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hcl2_diagnostics::Source;
use hcl2_project::{Files, MAX_FILE_BYTES};
use hcl2_terraform::table::FileKind;
use hcl2_terraform::{MentionRole, Mentioned, ModuleFile, NamedObject};

use super::{Completion, CompletionKind, Place, item};

impl Place<'_> {
    /// Returns what can be selected from names in a file that is no part of a module: the names after them.
    pub(super) fn objects_after(self, heads: &[&str]) -> Vec<Completion> {
        let names: BTreeSet<String> = self
            .objects()
            .into_iter()
            .filter_map(|object| {
                let labels = object.labels.iter().map(|label| label.to_string());
                let path: Vec<String> = std::iter::once(object.root.to_string()).chain(labels).collect();
                let is_within =
                    path.len() > heads.len() && path.iter().zip(heads).all(|(own, head)| own == head);
                is_within.then(|| path[heads.len()].clone())
            })
            .collect();
        let shown = names.iter().map(|name| item(name, CompletionKind::Variable, ""));
        shown.collect()
    }

    /// Returns the runs of the file of tests.
    pub(super) fn runs(self) -> Vec<Completion> {
        let language = self.workspace.language_of(self.document);
        let file = ModuleFile::parse(self.document.source(), language).value;
        let mentions = file.mentions().all.into_iter();
        let runs = mentions.filter_map(|mention| match mention.object {
            Mentioned::Run(name) if mention.role == MentionRole::Declaration => Some(name),
            _ => None,
        });
        runs.map(|name| item(&name, CompletionKind::Variable, "run"))
            .collect()
    }

    /// Returns whether the document is a file of tests.
    pub(super) fn is_of_tests(self) -> bool {
        matches!(
            FileKind::of_path(self.document.path()),
            Some(FileKind::Tests { .. })
        )
    }

    /// Returns whether the document belongs to a module, its values or its tests.
    pub(super) fn is_of_module(self) -> bool {
        matches!(
            FileKind::of_path(self.document.path()),
            Some(FileKind::Module { .. } | FileKind::Values | FileKind::Tests { .. }) | None
        )
    }

    /// Returns the objects that the document and the files that belong together with it declare.
    fn objects(self) -> Vec<NamedObject> {
        let path = self.document.path();
        let Some(kind) = FileKind::of_path(path) else {
            return Vec::new();
        };
        let mut sources = vec![self.document.source().clone()];
        if kind.belongs_with_others() {
            let files = self.workspace.overlay();
            let beside = path.parent().map(|directory| files.list(directory));
            let beside: Vec<PathBuf> = beside.and_then(Result::ok).unwrap_or_default();
            let is_other = |other: &&PathBuf| {
                FileKind::of_path(other) == Some(kind) && other.file_name() != path.file_name()
            };
            let others = beside.iter().filter(is_other).filter_map(|path| {
                let bytes = files.read(path, MAX_FILE_BYTES).ok()?;
                Source::new(path.display().to_string(), bytes).ok()
            });
            sources.extend(others);
        }
        let language = self.workspace.language_of(self.document);
        let mentions = sources.iter().flat_map(|source| {
            let file = ModuleFile::parse(source, language).value;
            file.mentions().all
        });
        let declared = mentions.filter_map(|mention| match mention.object {
            Mentioned::Named(object) if mention.role == MentionRole::Declaration => Some(object),
            _ => None,
        });
        declared.collect()
    }
}
