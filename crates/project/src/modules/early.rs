//! Computed sources of modules, which are evaluated while modules are read.

use std::cell::OnceCell;
use std::sync::Arc;

use hcl2_diagnostics::Outcome;
use hcl2_functions::{Host, NoHost};
use hcl2_model::{FunctionTable, Name};
use hcl2_terraform::{Early, Module, ModuleCall, ModuleTree, versioned_functions};
use hcl2_value::Value;

use super::Loading;
use crate::host::DirectoryHost;

/// A module on the way from the root to the one that is read.
pub(super) struct Frame<'f> {
    /// The path of its directory.
    pub(super) path: &'f str,
    /// The module as its files have it.
    pub(super) module: &'f Module,
    /// The caller and the call; `None` for the root.
    caller: Option<(&'f Frame<'f>, &'f ModuleCall)>,
    early: OnceCell<Early>,
}

impl<'f> Frame<'f> {
    pub(super) fn of_root(path: &'f str, module: &'f Module) -> Self {
        Self {
            path,
            module,
            caller: None,
            early: OnceCell::new(),
        }
    }

    pub(super) fn of_called(
        path: &'f str,
        module: &'f Module,
        caller: (&'f Frame<'f>, &'f ModuleCall),
    ) -> Self {
        Self {
            caller: Some(caller),
            ..Self::of_root(path, module)
        }
    }

    /// Returns the module with the sources of its calls that are computed. Most modules have none.
    pub(super) fn resolved(&self, loading: &Loading<'_>) -> Outcome<Module> {
        let is_computed = self.module.calls.iter().any(|call| !call.computed.is_empty());
        if !is_computed && !self.module.has_computed_requirements() {
            return Outcome::from(self.module.clone());
        }
        self.early(loading).module()
    }

    fn early(&self, loading: &Loading<'_>) -> &Early {
        self.early.get_or_init(|| {
            let given: Vec<(Name, Value)> = match self.caller {
                Some((frame, call)) => frame.early(loading).passed(call),
                None => loading.loader.values_of(self.module, loading.root),
            };
            Early::new(self.path, self.module.clone(), given, loading.functions())
        })
    }
}

impl Loading<'_> {
    /// Returns the functions of the language, which may read the same files as those of a plan.
    fn functions(&self) -> Arc<FunctionTable> {
        let functions = self.functions.get_or_init(|| {
            // Where the module calls others is not known yet.
            let files = Arc::clone(&self.loader.files);
            let host = DirectoryHost::of_module(files, self.root, &ModuleTree::default());
            let host: Arc<dyn Host> = match host {
                Ok(host) => Arc::new(host),
                Err(_) => Arc::new(NoHost),
            };
            Arc::new(versioned_functions(self.loader.language, &host))
        });
        Arc::clone(functions)
    }
}
