//! Root modules, validated together with the modules that they call.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::expr::LIMIT_EXCEEDED;
use hcl2_diagnostics::{Diagnostics, SourceId};
use hcl2_functions::Host;
use hcl2_terraform::table::Language;
use hcl2_terraform::{CheckOptions, ModuleTree, ProviderSchemas, Unchecked, ValidatedElsewhere};

use super::modules::{Modules, OfLanguage};
use super::settings::CheckSettings;
use crate::files::{Answers, Files, Traced, directory_of};
use crate::host::DirectoryHost;
use crate::modules::{LoadedTree, ModuleLoader, Place};
use crate::parallel;
use crate::store::Store;
use crate::unshown::Unshown;

/// The problems of module trees, and what was not checked.
#[derive(Default)]
pub(super) struct Validated {
    pub(super) problems: Diagnostics,
    pub(super) unchecked: Vec<Unchecked>,
    pub(super) unshown: Unshown,
    /// The canonical directories of the modules of each tree, the root first, and of the files that its functions read.
    pub(super) touched: Vec<Vec<PathBuf>>,
}

/// The results of earlier validations, by language and root.
#[derive(Debug, Default)]
pub(super) struct Memo {
    known: HashMap<(Language, PathBuf), Arc<Known>>,
    /// Those that were asked for since others were forgotten.
    asked: HashSet<(Language, PathBuf)>,
}

impl Memo {
    /// Forgets the results of the trees with one of some sources, which are outdated.
    pub(super) fn forget_sources(&mut self, sources: &HashSet<SourceId>) {
        if !sources.is_empty() {
            let outdated = self
                .known
                .extract_if(|_, known| has_any(&known.inputs.tree, sources));
            parallel::drop_elsewhere(outdated.collect::<Vec<_>>());
        }
    }

    /// Forgets the results that were not asked for since the last call.
    pub(super) fn forget_others(&mut self) {
        let asked = std::mem::take(&mut self.asked);
        self.known.retain(|root, _| asked.contains(root));
    }
}

/// The result of a validation, and what it depends on.
#[derive(Debug)]
struct Known {
    inputs: Inputs,
    /// What was asked about files.
    asked: Answers,
    problems: Diagnostics,
}

/// What a validation depends on, beside the files that functions read.
#[derive(Clone, Debug)]
struct Inputs {
    tree: ModuleTree,
    elsewhere: ValidatedElsewhere,
    schemas: Option<Arc<ProviderSchemas>>,
    workspace: Option<String>,
    has_no_caller: bool,
}

impl Inputs {
    fn is_same(&self, other: &Self) -> bool {
        let have_same_schemas = match (&self.schemas, &other.schemas) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        have_same_schemas
            && (&self.workspace, self.has_no_caller) == (&other.workspace, other.has_no_caller)
            && self.elsewhere == other.elsewhere
            && self.tree.is_same(&other.tree)
    }
}

/// Validates the modules together with those that they call, which are read if they are not among them. The modules in the
/// `named` directories are not expected to have callers elsewhere.
pub(super) fn validate(
    (store, memo): (&mut Store, &mut Memo),
    modules: &Modules,
    named: &HashSet<PathBuf>,
    settings: &CheckSettings,
) -> Validated {
    let mut validated = Validated::default();
    for own in &modules.by_language {
        let validation = Validation {
            language: own.language,
            files: Arc::clone(&store.files),
            named,
            settings,
        };
        let loaded = validation.load(store, own);
        validation.validate(loaded, memo, &mut validated);
    }
    validated
}

/// How the modules of a language are validated.
struct Validation<'v> {
    language: Language,
    files: Arc<dyn Files>,
    named: &'v HashSet<PathBuf>,
    settings: &'v CheckSettings,
}

/// A root module with its directory.
type Loaded<'d> = (&'d Path, LoadedTree);

impl Validation<'_> {
    /// Reads the trees of the root modules.
    fn load<'m>(&self, store: &mut Store, own: &'m OfLanguage) -> Vec<Loaded<'m>> {
        let settings = self.settings;
        let mut loader = ModuleLoader::new()
            .files(Arc::clone(&self.files))
            .language(self.language)
            .limits(settings.limits)
            .nested();
        if let Some(version) = settings.version {
            loader = loader.version(version);
        }
        if let Some(variables) = &settings.world.variables {
            loader = loader.variables(variables.iter().cloned());
        }
        let roots = own.calls.roots().into_iter();
        let mut trees: Vec<Loaded<'m>> = roots
            .map(|root| (root, loader.load_from(store, root, &Place::ROOT, &own.modules)))
            .collect();
        self.drop_called(&mut trees);
        trees
    }

    /// Removes the trees of modules that are no roots, because other modules call them by computed sources.
    fn drop_called(&self, trees: &mut Vec<Loaded<'_>>) {
        let mut called: HashSet<PathBuf> = HashSet::new();
        for (root, loaded) in trees.iter().filter(|(_, loaded)| computes_sources(&loaded.tree)) {
            if called.contains(*root) {
                continue;
            }
            let mut pending: Vec<&ModuleTree> = loaded.tree.calls.values().collect();
            while let Some(tree) = pending.pop() {
                let directory = self.files.canonical(&root.join(&tree.path)).ok();
                called.extend(directory.filter(|directory| directory != *root));
                pending.extend(tree.calls.values());
            }
        }
        trees.retain(|(root, _)| self.named.contains(*root) || !called.contains(*root));
    }

    /// Validates trees.
    fn validate(&self, trees: Vec<Loaded<'_>>, memo: &mut Memo, validated: &mut Validated) {
        let elsewhere = ValidatedElsewhere::of(trees.iter().map(|(_, loaded)| &loaded.tree));
        let mut inputs: Vec<(&Path, Inputs)> = Vec::new();
        let mut seen = HashSet::new();
        for ((root, loaded), elsewhere) in trees.into_iter().zip(elsewhere) {
            validated.problems.append(loaded.diagnostics);
            validated.unshown.append(loaded.unshown);
            let schemas = (self.settings.schemas)(root);
            let unchecked = loaded.tree.unchecked(schemas.as_deref()).into_iter();
            validated
                .unchecked
                .extend(unchecked.filter(|unchecked| seen.insert(unchecked.span())));
            let input = Inputs {
                tree: loaded.tree,
                elsewhere,
                schemas,
                workspace: self.settings.world.workspace_of(&*self.files, root),
                has_no_caller: self.named.contains(root),
            };
            inputs.push((root, input));
        }
        let problems = self.validate_all(&inputs, memo);
        for ((root, input), (problems, read)) in inputs.iter().zip(problems) {
            validated.problems.append(problems);
            validated.touched.push(self.touched(root, &input.tree, &read));
        }
    }

    /// Returns the directories of the files that a tree depends on.
    fn touched(&self, root: &Path, tree: &ModuleTree, read: &[PathBuf]) -> Vec<PathBuf> {
        let mut touched = vec![root.to_owned()];
        let mut pending: Vec<&ModuleTree> = tree.calls.values().collect();
        while let Some(tree) = pending.pop() {
            touched.extend(self.files.canonical(&root.join(&tree.path)));
            pending.extend(tree.calls.values());
        }
        touched.extend(
            read.iter()
                .filter_map(|path| self.files.canonical(directory_of(path)).ok()),
        );
        touched
    }

    /// Validates trees, unless nothing has changed that they depend on. Returns the problems of each with the files that
    /// its functions read.
    fn validate_all(&self, inputs: &[(&Path, Inputs)], memo: &mut Memo) -> Vec<(Diagnostics, Vec<PathBuf>)> {
        let mut answers = Answers::default();
        let mut is_known = |root: &Path, input: &Inputs| {
            let known = memo.known.get(&(self.language, root.to_owned()))?;
            let is_same = known.inputs.is_same(input) && known.asked.hold(&*self.files, &mut answers);
            is_same.then(|| Arc::clone(known))
        };
        let known: Vec<Option<Arc<Known>>> =
            inputs.iter().map(|(root, input)| is_known(root, input)).collect();
        let new = inputs.iter().zip(&known).filter(|(_, known)| known.is_none());
        let new: Vec<&(&Path, Inputs)> = new.map(|(input, _)| input).collect();
        let found = parallel::map(self.settings.watch.as_ref(), &new, |(root, input)| {
            self.validate_one(root, input)
        });
        let mut found = found.into_iter();
        let all = inputs.iter().zip(known).filter_map(|((root, _), known)| {
            let known = known.or_else(|| found.next().map(Arc::new))?;
            let problems = known.problems.clone();
            let read = known.asked.read_paths();
            let root = (self.language, (*root).to_owned());
            // What ends early may end elsewhere the next time.
            match problems.iter().any(|problem| problem.code == LIMIT_EXCEEDED) {
                true => drop(memo.known.remove(&root)),
                false => drop(memo.known.insert(root.clone(), known)),
            }
            memo.asked.insert(root);
            Some((problems, read))
        });
        all.collect()
    }

    /// Validates a tree, except for the modules that are validated elsewhere.
    fn validate_one(&self, root: &Path, input: &Inputs) -> Known {
        let settings = self.settings;
        let traced = Arc::new(Traced::new(Arc::clone(&self.files)));
        let files: Arc<dyn Files> = Arc::<Traced>::clone(&traced);
        let host = DirectoryHost::of_module(files, root, &input.tree).ok();
        let host = host.filter(|_| settings.reads_files).map(|host| {
            let readable = settings.world.readable.iter();
            readable.fold(host, DirectoryHost::allow)
        });
        let problems = CheckOptions {
            schemas: input.schemas.as_deref(),
            budget: (settings.budget)(),
            host: host.map(|host| Arc::new(host) as Arc<dyn Host>),
            workspace: input.workspace.clone(),
            has_no_caller: input.has_no_caller,
            elsewhere: input.elsewhere.clone(),
            ..CheckOptions::default()
        }
        .validate(&input.tree);
        Known {
            inputs: input.clone(),
            asked: traced.answers(),
            problems,
        }
    }
}

/// Returns whether a module, or one that it calls, was read from one of some sources.
fn has_any(tree: &ModuleTree, sources: &HashSet<SourceId>) -> bool {
    let mut own = tree.module.sources.iter();
    own.any(|source| sources.contains(source)) || tree.calls.values().any(|called| has_any(called, sources))
}

/// Returns whether a module, or one that it calls, computes the source of another.
fn computes_sources(tree: &ModuleTree) -> bool {
    let own = tree.module.calls.iter().any(|call| !call.computed.is_empty());
    own || tree.calls.values().any(computes_sources)
}
