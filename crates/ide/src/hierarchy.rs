//! Which modules call which.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Source, Span};
use hcl2_project::{Files, directory_of};
use hcl2_terraform::Address;

use crate::index::IndexedFile;
use crate::navigation::Location;
use crate::target::{Target, target};
use crate::workspace::Workspace;

/// A module in a directory.
#[derive(Clone, Debug)]
pub struct ModuleItem {
    /// The name of the directory.
    pub name: String,
    /// The start of a file of the module.
    pub location: Location,
}

/// A module that calls another one, or is called, with the calls.
#[derive(Clone, Debug)]
pub struct ModuleCalls {
    /// The other module; of a caller, the file with the calls.
    pub module: ModuleItem,
    /// The headers of the calls, in the file of the caller.
    pub calls: Vec<Location>,
}

impl Workspace {
    /// Returns the module that is called at an offset, or else the module that a document belongs to.
    #[must_use]
    pub fn module_at(&self, path: &Path, offset: u32) -> Option<ModuleItem> {
        let document = self.document(path)?;
        let own = directory_of(path);
        let name = match target(self, document, offset).map(|(target, _)| target) {
            Some(Target::Object(Address::Module(name)) | Target::Output { call: name, .. }) => Some(name),
            _ => None,
        };
        let call = name.and_then(|name| self.module_of(document)?.calls.named(&name));
        match call {
            Some(call) => self.item(&own.join(call.local_path()?)),
            None => self.item(own),
        }
    }

    /// Returns the modules in the folders that call the module of a file.
    #[must_use]
    pub fn callers(&self, path: &Path) -> Vec<ModuleCalls> {
        let Ok(called) = self.overlay().canonical(directory_of(path)) else {
            return Vec::new();
        };
        self.indexed(|files| {
            let callers = files.iter().filter_map(|(path, file)| {
                let calls: Vec<Location> = file
                    .calls
                    .iter()
                    .filter(|call| {
                        let directory = directory_of(path).join(&call.source);
                        self.overlay()
                            .canonical(&directory)
                            .is_ok_and(|directory| directory == called)
                    })
                    .map(|call| location(file, call.span))
                    .collect();
                let module = item_of(path, &file.source);
                (!calls.is_empty()).then_some(ModuleCalls { module, calls })
            });
            callers.collect()
        })
    }

    /// Returns the modules in local directories that the module of a file calls.
    #[must_use]
    pub fn callees(&self, path: &Path) -> Vec<ModuleCalls> {
        let own = directory_of(path);
        let mut called: BTreeMap<PathBuf, Vec<Location>> = BTreeMap::new();
        self.indexed(|files| {
            for (path, file) in files.iter().filter(|(path, _)| directory_of(path) == own) {
                for call in &file.calls {
                    let directory = self.overlay().canonical(&directory_of(path).join(&call.source));
                    if let Ok(directory) = directory {
                        called
                            .entry(directory)
                            .or_default()
                            .push(location(file, call.span));
                    }
                }
            }
        });
        let called = called.into_iter();
        let found = called.filter_map(|(directory, calls)| {
            let module = self.item(&directory)?;
            Some(ModuleCalls { module, calls })
        });
        found.collect()
    }

    fn item(&self, directory: &Path) -> Option<ModuleItem> {
        let path = self.first_file(directory)?;
        let bytes = self.overlay().read(&path, u64::from(u32::MAX)).ok()?;
        let source = Source::new(path.display().to_string(), bytes).ok()?;
        Some(item_of(&path, &source))
    }
}

fn location(file: &IndexedFile, span: Span) -> Location {
    Location {
        source: file.source.clone(),
        span,
    }
}

fn item_of(path: &Path, source: &Source) -> ModuleItem {
    let name = directory_of(path).file_name().unwrap_or_default();
    ModuleItem {
        name: name.to_string_lossy().into_owned(),
        location: Location {
            source: source.clone(),
            span: source.span_of(0, 0),
        },
    }
}
