//! The paths in the expressions of a module, which are found once for all trees that it is in.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use hcl2_model::{BodyRef, ExpressionRef, Traversal};

use super::Module;

/// What paths are in.
#[derive(Debug)]
enum Owner {
    Expression(ExpressionRef),
    Body(BodyRef),
}

impl Owner {
    /// Returns its address, which nothing else has as long as it is kept.
    fn address(&self) -> usize {
        match self {
            Self::Expression(expression) => Arc::as_ptr(expression).cast::<()>() as usize,
            Self::Body(body) => Arc::as_ptr(body).cast::<()>() as usize,
        }
    }

    fn find(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        match self {
            Self::Expression(expression) => found = expression.paths(),
            Self::Body(body) => body.visit_expressions(&mut |expression| found.extend(expression.paths())),
        }
        found
    }
}

/// The paths that were found, by the addresses of what they are in.
#[derive(Debug, Default)]
pub(super) struct FoundPaths(Mutex<HashMap<usize, (Owner, Arc<[Traversal]>)>>);

impl FoundPaths {
    fn of(&self, owner: Owner) -> Arc<[Traversal]> {
        // Only a panic poisons the lock, and the map is never left half changed.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match all.entry(owner.address()) {
            Entry::Occupied(known) => Arc::clone(&known.get().1),
            Entry::Vacant(new) => {
                let paths: Arc<[Traversal]> = owner.find().into();
                Arc::clone(&new.insert((owner, paths)).1)
            }
        }
    }
}

impl Module {
    /// Returns the [paths](hcl2_model::Expression::paths) in an expression of the module. They are found once, for all clones
    /// of the module.
    ///
    /// # Examples
    ///
    /// ```
    /// # use hcl2_diagnostics::Source;
    /// # use hcl2_terraform::table::Language;
    /// # use hcl2_terraform::{Module, ModuleFile};
    /// let source = Source::new("main.tf", "locals {\n  a = var.x.y\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// assert_eq!(module.paths_of(&module.locals[0].value)[0].to_string(), "var.x.y");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn paths_of(&self, expression: &ExpressionRef) -> Arc<[Traversal]> {
        self.contents.paths.of(Owner::Expression(Arc::clone(expression)))
    }

    /// Returns the paths in all expressions of a body of the module, as [`paths_of`](Self::paths_of) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use hcl2_diagnostics::Source;
    /// # use hcl2_terraform::table::Language;
    /// # use hcl2_terraform::{Module, ModuleFile};
    /// let source = Source::new("main.tf", "resource \"acme_disk\" \"a\" {\n  size = var.x\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// assert_eq!(module.paths_in(&module.resources()[0].body).len(), 1);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn paths_in(&self, body: &BodyRef) -> Arc<[Traversal]> {
        self.contents.paths.of(Owner::Body(Arc::clone(body)))
    }
}
