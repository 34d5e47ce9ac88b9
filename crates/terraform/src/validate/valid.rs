//! Modules that are valid wherever they are called.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_diagnostics::Diagnostics;

use crate::functions::TEMPLATE_STRING;
use crate::module::{Contents, Module, ModuleTree};
use crate::schema::ProviderSchemas;
use crate::table::{
    BUILT_IN_FUNCTIONS, FUNCTIONS_OF_FILES, FUNCTIONS_OF_PATHS, ROOT_PATH, ROOT_TOFU, Version, names,
};

/// The modules that validations have found valid as called modules: other validations with the same modules skip them, with
/// all that they call. Clones share what is known.
///
/// A called module is validated for all values of its variables, so its problems do not depend on the caller. Modules that
/// read files, or refer to paths or to the workspace, are validated each time.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{CheckOptions, ModuleTree, ValidModules};
///
/// let valid = ValidModules::default();
/// for tree in [ModuleTree::default(), ModuleTree::default()] {
///     let problems = tree.validate_with(&CheckOptions { valid: valid.clone(), ..CheckOptions::default() });
///     assert!(problems.is_empty());
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ValidModules(Arc<Mutex<Known>>);

/// Maximum number of modules of which it is known whether they are valid: they are kept in memory.
const MAX_KNOWN: usize = 10_000;

/// Whether modules are valid wherever they are called; not, if that was not found, or depends on more than they contain.
type Known = HashMap<Identity, bool>;

/// What the problems of a called module depend on.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Identity {
    module: Read,
    /// The address of the schemas of providers.
    schemas: Option<Schemas>,
    /// The version of the root module.
    root: Version,
}

/// A module as it was read, with those that it calls; `None` for one that was not read.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Read {
    contents: Kept,
    version: Option<Version>,
    calls: Vec<Option<Read>>,
}

/// Contents that are the same only at the same address, which nothing else has as long as they are kept.
#[derive(Clone, Debug)]
struct Kept(Arc<Contents>);

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Kept {}

impl Hash for Kept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// Schemas that are the same only if they are clones.
#[derive(Clone, Debug)]
struct Schemas(ProviderSchemas);

impl PartialEq for Schemas {
    fn eq(&self, other: &Self) -> bool {
        self.0.identity() == other.0.identity()
    }
}

impl Eq for Schemas {}

impl Hash for Schemas {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.identity().hash(state);
    }
}

impl ValidModules {
    /// Validates a called module, unless it is known to be valid with given schemas in the version of a root module.
    pub(super) fn unless_known(
        &self,
        tree: &ModuleTree,
        (schemas, root): (Option<&ProviderSchemas>, Version),
        problems: &mut Diagnostics,
        validate: impl FnOnce(&mut Diagnostics),
    ) {
        let identity = |tree: &ModuleTree| {
            let schemas = schemas.filter(|schemas| schemas.identity().is_some());
            Some(Identity {
                module: Read::of(tree)?,
                schemas: schemas.cloned().map(Schemas),
                root,
            })
        };
        let Some(own) = identity(tree) else {
            validate(problems);
            return;
        };
        let known = self.known().get(&own).copied();
        if known == Some(true) {
            return;
        }
        let found = (problems.len(), problems.omitted());
        validate(problems);
        if known.is_some() || found != (problems.len(), problems.omitted()) {
            return;
        }
        let is_alone = !depends_on_world(&tree.module);
        let mut known = self.known();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        // What was validated with another tree alone is not known here.
        let mut called = tree.calls.values().filter_map(&identity);
        let is_valid = is_alone && called.all(|called| known.get(&called) == Some(&true));
        known.insert(own, is_valid);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Only a panic poisons the lock, and the map is never left half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read {
    /// Returns the identity of a module; `None` if its caller decides what it calls or requires.
    fn of(tree: &ModuleTree) -> Option<Self> {
        let module = &tree.module;
        let is_computed = module.calls.iter().any(|call| !call.computed.is_empty());
        if is_computed || module.has_computed_requirements() {
            return None;
        }
        let calls = module.calls.iter().map(|call| match tree.calls.get(&call.name) {
            Some(called) => Self::of(called).map(Some),
            None => Some(None),
        });
        Some(Self {
            contents: Kept(Arc::clone(&module.contents)),
            version: module.version,
            calls: calls.collect::<Option<_>>()?,
        })
    }
}

/// Returns whether the problems of a module depend on files, on where it is, or on the workspace.
fn depends_on_world(module: &Module) -> bool {
    let mut depends = false;
    for declaration in &module.contents.declarations {
        declaration.visit(module.language, &mut |used| {
            let expression = &used.argument.expression;
            let is_of_world = |root: &str| [ROOT_PATH, names::TERRAFORM, ROOT_TOFU].contains(&root);
            depends = depends
                || expression
                    .functions()
                    .iter()
                    .any(|function| reads_files(&function.name))
                || expression
                    .variables()
                    .iter()
                    .any(|reference| reference.root_name().is_some_and(|root| is_of_world(root)));
        });
    }
    depends
}

fn reads_files(function: &str) -> bool {
    let name = function.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(function);
    name == TEMPLATE_STRING || FUNCTIONS_OF_FILES.contains(&name) || FUNCTIONS_OF_PATHS.contains(&name)
}
