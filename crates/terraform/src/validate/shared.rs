//! Modules that several trees share, so that their problems are found once.

use std::collections::{HashMap, HashSet};

use hcl2_model::{Expression, Traversal, TraversalStep};

use super::{cycles, deprecated};
use crate::address::Address;
use crate::module::{Contents, Module, ModuleTree, variables_in};
use crate::table::{BUILT_IN_FUNCTIONS, FUNCTIONS_OF_FILES, FUNCTIONS_OF_PATHS, PATHS, ROOT_PATH, Version};

/// The called modules of a tree that need no validation, because other trees that are validated contain them, with all that
/// they call.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{CheckOptions, ModuleTree, ValidatedElsewhere};
///
/// let trees = [ModuleTree::default(), ModuleTree::default()];
/// for (tree, elsewhere) in trees.iter().zip(ValidatedElsewhere::of(&trees)) {
///     let problems = CheckOptions { elsewhere, ..CheckOptions::default() }.validate(&tree);
///     assert!(problems.is_empty());
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValidatedElsewhere {
    /// The paths of the modules in the tree.
    pub(super) paths: HashSet<String>,
}

impl ValidatedElsewhere {
    /// Returns, for each tree, the called modules that earlier trees contain.
    ///
    /// A module with functions that read files relative to the working directory is validated with each tree, since these
    /// directories differ. The modules of a tree with a reference cycle, or with a deprecated output of its root, may not be
    /// validated, so trees after it do not rely on it.
    pub fn of<'m>(trees: impl IntoIterator<Item = &'m ModuleTree>) -> Vec<Self> {
        let mut numbered = Numbered::default();
        let mut all = Vec::new();
        for tree in trees {
            let earlier = numbered.modules.len();
            numbered.version = tree.module.version;
            if !cycles::has_one(tree) && !deprecated::is_in_root(tree) {
                for called in tree.calls.values() {
                    numbered.add(called);
                }
            }
            let mut paths = HashSet::new();
            let mut own = HashSet::new();
            for (path, number) in std::mem::take(&mut numbered.places) {
                if number < earlier && !numbered.is_bound(number) {
                    paths.insert(path.to_owned());
                } else {
                    own.insert(path);
                }
            }
            // A module is validated once for each path.
            paths.retain(|path| !own.contains(path.as_str()));
            all.push(Self { paths });
        }
        all
    }
}

/// The identity of a module: its contents, the modules it calls by number if they were read, and the version of its root.
type Identity = (*const Contents, Vec<Option<usize>>, Option<Version>);

/// Modules by number. Those that are the same with all that they call have the same number.
#[derive(Default)]
struct Numbered<'m> {
    numbers: HashMap<Identity, usize>,
    modules: Vec<(&'m Module, Vec<usize>)>,
    /// Whether the problems of each module depend on the working directory, if that was needed.
    bound: HashMap<usize, bool>,
    /// The paths of the modules of the current tree.
    places: Vec<(&'m str, usize)>,
    version: Option<Version>,
}

impl<'m> Numbered<'m> {
    /// Returns the number of a module.
    fn add(&mut self, tree: &'m ModuleTree) -> usize {
        let module = &tree.module;
        let calls = module.calls.iter();
        let calls: Vec<Option<usize>> = calls
            .map(|call| Some(self.add(tree.calls.get(&call.name)?)))
            .collect();
        let inner: Vec<usize> = calls.iter().flatten().copied().collect();
        let contents: *const Contents = &raw const *module.contents;
        let next = self.modules.len();
        let number = *self
            .numbers
            .entry((contents, calls, self.version))
            .or_insert(next);
        if number == next {
            self.modules.push((module, inner));
        }
        self.places.push((&tree.path, number));
        number
    }

    /// Returns whether the problems of a module depend on the working directory.
    fn is_bound(&mut self, number: usize) -> bool {
        if let Some(is_bound) = self.bound.get(&number) {
            return *is_bound;
        }
        let (module, inner) = self.modules[number].clone();
        let is_bound = is_bound(module) || inner.into_iter().any(|inner| self.is_bound(inner));
        self.bound.insert(number, is_bound);
        is_bound
    }
}

/// Returns whether a function of a module looks for files outside the directory of the module.
fn is_bound(module: &Module) -> bool {
    let mut is_bound = false;
    for declaration in &module.contents.declarations {
        declaration.visit(module.language, &mut |used| {
            is_bound = is_bound || looks_elsewhere(&*used.argument.expression, module);
        });
    }
    is_bound
}

fn looks_elsewhere(expression: &dyn Expression, module: &Module) -> bool {
    let functions = expression.functions();
    let mut of_files = functions.iter().filter(|function| {
        let name = function.name.as_str();
        let name = name.strip_prefix(BUILT_IN_FUNCTIONS).unwrap_or(name);
        FUNCTIONS_OF_FILES.contains(&name) || FUNCTIONS_OF_PATHS.contains(&name)
    });
    of_files.any(|function| {
        let mut next = variables_in(expression);
        next.retain(|path| path.span().is_some_and(|span| function.call.encloses(span)));
        let mut seen = HashSet::new();
        while let Some(reference) = next.pop() {
            match Address::from_traversal(&reference) {
                Some(Address::Local(name)) => {
                    if let Some(local) = module.locals.named(&name)
                        && seen.insert(name)
                    {
                        next.extend(variables_in(&*local.value));
                    }
                }
                // The value of any other object is unknown, and the path with it.
                Some(_) => return false,
                None if is_of_module(&reference) => return false,
                None => {}
            }
        }
        true
    })
}

/// Returns whether a reference is to the directory of the module.
fn is_of_module(reference: &Traversal) -> bool {
    let root = reference.root_name();
    let step = reference.steps().get(1);
    root.is_some_and(|root| *root == *ROOT_PATH)
        && matches!(step, Some(TraversalStep::Attribute { name, .. }) if *name == *PATHS.0)
}
