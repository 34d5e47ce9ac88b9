//! Workspaces over files in memory.

use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_ide::{Document, Files, Workspace};
use hcl2_model::{FunctionTable, Syntax};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Early, Module, ModuleFile, ModuleTree, ProviderSchemas};

/// Files in memory, by absolute path.
pub(crate) struct Memory(pub(crate) BTreeMap<PathBuf, String>);

impl Files for Memory {
    fn files_in(&self, directory: &Path) -> Vec<PathBuf> {
        let paths = self.0.keys();
        paths
            .filter(|path| path.parent() == Some(directory))
            .cloned()
            .collect()
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        Some(self.0.get(path)?.clone().into_bytes())
    }

    fn canonical(&self, directory: &Path) -> Option<PathBuf> {
        let mut canonical = PathBuf::new();
        for component in directory.components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    canonical.pop();
                }
                component => canonical.push(component),
            }
        }
        let exists = self.0.keys().any(|path| path.starts_with(&canonical));
        exists.then_some(canonical)
    }

    fn load_module(
        &self,
        directory: &Path,
        language: Language,
        mut sources: SourceMap,
    ) -> Option<(ModuleTree, SourceMap)> {
        let directory = self.canonical(directory)?;
        let mut files = Vec::new();
        for path in self.files_in(&directory) {
            let source = sources
                .add(path.display().to_string(), self.0[&path].as_str())
                .ok()?;
            files.push(ModuleFile::parse(&source, language).value);
        }
        let tree = ModuleTree {
            module: Module::from_files(&files, language).value,
            ..ModuleTree::default()
        };
        Some((tree, sources))
    }

    fn resolved(&self, _: &Path, module: &Module) -> Option<Module> {
        let early = Early::new(".", module.clone(), [], FunctionTable::new());
        Some(early.module().value)
    }

    fn validate(
        &self,
        modules: &HashMap<PathBuf, Module>,
        language: Language,
        sources: &SourceMap,
        schemas: Option<&ProviderSchemas>,
    ) -> Diagnostics {
        hcl2_ide::NoFiles.validate(modules, language, sources, schemas)
    }
}

/// The directory of all documents.
pub(crate) const ROOT: &str = "/infra";

/// Opens documents with the given names and contents, beside saved files, and checks them.
pub(crate) fn workspace(documents: &[(&str, &str)], saved: &[(&str, &str)]) -> Workspace {
    let saved = saved
        .iter()
        .map(|(name, text)| (path(name), (*text).to_owned()))
        .collect();
    let mut workspace = Workspace::new(Memory(saved), Language::Terraform);
    for (name, text) in documents {
        let document = Document::new(path(name), *text, Syntax::from_path(name));
        workspace.open(document.expect("a short text"));
    }
    workspace.check();
    workspace
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
