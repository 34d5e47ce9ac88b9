//! Modules that are valid wherever they are called.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use hcl2_diagnostics::Diagnostics;

use super::asked::{Answers, Traced};
use crate::module::{Contents, ModuleTree};
use crate::schema::ProviderSchemas;
use crate::table::Version;

/// The modules that validations have found valid as called modules: other validations with the same modules skip them, with
/// all that they call. Clones share what is known.
///
/// A called module is validated for all values of its variables, so its problems do not depend on the caller. One that refers
/// to its path, the working directory or the workspace is valid only where these are the same, and one that reads files while
/// they are.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{CheckOptions, ModuleTree, ValidModules};
///
/// let valid = ValidModules::default();
/// for tree in [ModuleTree::default(), ModuleTree::default()] {
///     let problems = CheckOptions { valid: valid.clone(), ..CheckOptions::default() }.validate(&tree);
///     assert!(problems.is_empty());
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ValidModules(Arc<Mutex<Known>>);

/// Maximum number of modules of which it is known whether they are valid.
const MAX_KNOWN: usize = 10_000;

/// What functions asked about files while modules were found valid; `None` for those that were not, or asked too much.
type Known = HashMap<Identity, Option<Answers>>;

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
    /// Where it is, as far as it refers to that.
    place: Place,
    calls: Vec<Option<Read>>,
}

/// The values of paths and of the workspace in a module; `None` for what it does not refer to.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Place {
    path: Option<String>,
    run: Run,
}

/// What is the same in all modules of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) working_directory: Option<String>,
    pub(super) workspace: Option<String>,
}

/// What a validation has in common for all modules of its tree.
#[derive(Clone, Copy)]
pub(super) struct Validation<'v> {
    pub(super) schemas: Option<&'v ProviderSchemas>,
    /// The version of the root module.
    pub(super) root: Version,
    pub(super) run: &'v Run,
    /// What functions ask about files.
    pub(super) host: Option<&'v Traced>,
}

/// Contents that are the same only at the same address, which nothing else has as long as it is kept. They themselves are not
/// kept: most modules are needed once.
#[derive(Clone, Debug)]
struct Kept(Weak<Contents>);

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Kept {}

impl Hash for Kept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Weak::as_ptr(&self.0).hash(state);
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
    /// Validates a called module, unless it is known to be valid.
    pub(super) fn unless_known(
        &self,
        tree: &ModuleTree,
        validation: Validation<'_>,
        problems: &mut Diagnostics,
        validate: impl FnOnce(&mut Diagnostics),
    ) {
        let Validation {
            schemas,
            root,
            run,
            host,
        } = validation;
        let identity = |tree: &ModuleTree| {
            let schemas = schemas.filter(|schemas| schemas.identity().is_some());
            Some(Identity {
                module: Read::of(tree, run)?,
                schemas: schemas.cloned().map(Schemas),
                root,
            })
        };
        let Some(own) = identity(tree) else {
            validate(problems);
            return;
        };
        let known = self.known().get(&own).cloned();
        // The lock is not held while files are read.
        if let Some(Some(answers)) = &known
            && answers.hold(host)
        {
            return;
        }
        let found = (problems.len(), problems.omitted());
        let start = host.map_or(0, Traced::asked);
        validate(problems);
        let is_wrong = found != (problems.len(), problems.omitted());
        if is_wrong || known.is_some_and(|known| known.is_none()) {
            return;
        }
        let mut known = self.known();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        let mut answers = host.map_or_else(|| Some(Answers::default()), |host| host.answers_from(start));
        // What was validated with another tree alone is not known here.
        for called in tree.calls.values() {
            let called = identity(called).and_then(|called| known.get(&called)?.as_ref());
            answers = answers.zip(called).and_then(|(own, called)| own.and(called));
        }
        known.insert(own, answers);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Only a panic poisons the lock, and the map is never left half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read {
    /// Returns the identity of a module; `None` if its caller decides what it calls or requires.
    fn of(tree: &ModuleTree, run: &Run) -> Option<Self> {
        let module = &tree.module;
        let is_computed = module.calls.iter().any(|call| !call.computed.is_empty());
        if is_computed || module.has_computed_requirements() {
            return None;
        }
        let calls = module.calls.iter().map(|call| match tree.calls.get(&call.name) {
            Some(called) => Self::of(called, run).map(Some),
            None => Some(None),
        });
        let used = module.contents.place(module.language);
        let kept = |value: &Option<String>, is_used: bool| value.clone().filter(|_| is_used);
        Some(Self {
            contents: Kept(Arc::downgrade(&module.contents)),
            version: module.version,
            place: Place {
                path: used.path.then(|| tree.path.clone()),
                run: Run {
                    working_directory: kept(&run.working_directory, used.working_directory),
                    workspace: kept(&run.workspace, used.workspace),
                },
            },
            calls: calls.collect::<Option<_>>()?,
        })
    }
}
