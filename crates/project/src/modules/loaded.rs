//! Modules as a load returns them.

use std::ops::Deref;

use hcl2_diagnostics::{Diagnostics, Error, SourceMap};
#[cfg(doc)]
use hcl2_terraform::CheckOptions;
use hcl2_terraform::{Module, ModuleTree};

#[cfg(doc)]
use super::ModuleLoader;

/// A module with the sources and problems of its files. It dereferences to the [`Module`] in its directory.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_project::{Memory, ModuleLoader};
///
/// let text = "variable \"disk\" {\n  type = object({ size = number })\n}\n\noutput \"size\" {\n  value = var.disk.siz\n}\n";
/// let files: Memory = [("main.tf", text)].into_iter().collect();
/// let module = ModuleLoader::new().files(Arc::new(files)).load(".")?;
/// assert_eq!(module.variables[0].name, "disk");
///
/// let error = module.check().unwrap_err();
/// assert_eq!((error.line(), error.diagnostics()[0].code.id()), (Some(6), "hcl2::expr::unknown-attribute"));
/// # Ok::<(), hcl2_diagnostics::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LoadedModule {
    /// The module, with those that it calls if [`nested`](ModuleLoader::nested) includes them.
    pub tree: ModuleTree,
    /// The sources that spans point into. What is rendered with them shows no values of sensitive variables.
    pub sources: SourceMap,
    /// The problems: those of [`Module::from_files`], and codes of `hcl2::source` for unreadable directories and files.
    pub diagnostics: Diagnostics,
}

impl LoadedModule {
    /// Returns the module if no problem is an error.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem, warnings included.
    pub fn into_result(self) -> Result<Self, Error> {
        if self.diagnostics.has_errors() {
            Err(Error::new(self.diagnostics).with_sources(self.sources))
        } else {
            Ok(self)
        }
    }
}

impl LoadedModule {
    /// Checks the module, and those that it calls if they were read, as `terraform validate` does without the schemas of
    /// providers. [`CheckOptions::validate`] takes these and more.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of reading and checking, warnings included, if at least one is an error.
    #[doc(alias = "validate")]
    pub fn check(&self) -> Result<(), Error> {
        let mut diagnostics = self.diagnostics.clone();
        diagnostics.append(self.tree.validate(None));
        if diagnostics.has_errors() {
            return Err(Error::new(diagnostics).with_sources(self));
        }
        Ok(())
    }
}

impl Deref for LoadedModule {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.tree.module
    }
}

impl From<&LoadedModule> for SourceMap {
    /// Returns the sources of a module, for the places of an [`Error`].
    fn from(module: &LoadedModule) -> Self {
        module.sources.clone()
    }
}
