//! Modules, validated together with those that they call.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::codes::terraform as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use hcl2::model::Limits;
use hcl2::project::{Disk, find_module};
use hcl2::terraform::table::{Language, Version};
use hcl2::terraform::{
    CheckOptions, Module, ModuleTree, ProviderSchemas, Unchecked, ValidatedElsewhere, keep_first,
};
use hcl2::{DirectoryHost, ModuleLoader};

use super::super::budget::Limiter;
use super::super::module::WorldArguments;
use crate::parallel;

/// The problems of modules, with the sources they point into and what was not checked.
pub(in super::super) struct Validated {
    pub(in super::super) diagnostics: Diagnostics,
    pub(in super::super) sources: SourceMap,
    pub(in super::super) unchecked: Vec<Unchecked>,
}

/// How modules are validated.
pub(in super::super) struct Validation<'s> {
    pub(in super::super) language: Language,
    pub(in super::super) version: Option<Version>,
    /// Returns the schemas of the providers of a root module.
    pub(in super::super) schemas: &'s (dyn Fn(&Path) -> Option<&'s ProviderSchemas> + Sync),
    /// The limits of parsing modules that are read.
    pub(in super::super) limits: Limits,
    pub(in super::super) limiter: Limiter,
    /// Whether functions read the files of the modules.
    pub(in super::super) reads_files: bool,
    /// What the command line says of the world around the modules.
    pub(in super::super) world: &'s WorldArguments,
    /// The directories that the command line names, whose modules are not expected to have callers elsewhere.
    pub(in super::super) named: HashSet<PathBuf>,
}

/// Validates modules, keyed by their canonical directories, together with the modules they call, which are read if they
/// are not among `modules`.
pub(in super::super) fn validate(
    modules: &HashMap<PathBuf, Module>,
    sources: &SourceMap,
    validation: &Validation<'_>,
) -> Validated {
    let loader = ModuleLoader::new()
        .language(validation.language)
        .limits(validation.limits)
        .variables(validation.world.variables.sources())
        .nested();
    let loader = match validation.version {
        Some(version) => loader.version(version),
        None => loader,
    };
    let mut trees: Vec<LoadedTree<'_>> = Vec::new();
    let mut sources = sources.clone();
    for root in roots(modules) {
        let loaded = loader.load_with(root, modules, sources);
        sources = loaded.sources;
        trees.push((root, loaded.tree, loaded.diagnostics));
    }
    drop_called(&mut trees, &validation.named);
    let mut seen = HashSet::new();
    let unchecked = trees
        .iter()
        .flat_map(|(root, tree, _)| tree.unchecked((validation.schemas)(root)));
    let unchecked = unchecked
        .filter(|unchecked| seen.insert(unchecked.span()))
        .collect();
    let elsewhere = ValidatedElsewhere::of(trees.iter().map(|(_, tree, _)| tree));
    let mut problems = validate_trees(&trees, elsewhere, validation);
    let is_cycle = |problem: &Diagnostic| problem.is_error() && problem.code == codes::REFERENCE_CYCLE;
    // The modules of a tree with a cycle were not validated.
    if problems.iter().any(|problems| problems.iter().any(is_cycle)) {
        problems = validate_trees(
            &trees,
            vec![ValidatedElsewhere::default(); trees.len()],
            validation,
        );
    }
    let mut diagnostics = Diagnostics::new();
    for problems in trees.into_iter().map(|(_, _, problems)| problems).chain(problems) {
        diagnostics.append(problems);
    }
    keep_first(&mut diagnostics);
    Validated {
        diagnostics,
        sources,
        unchecked,
    }
}

/// A root module with its directory and the problems of reading the modules it calls.
type LoadedTree<'d> = (&'d PathBuf, ModuleTree, Diagnostics);

/// Removes the trees of modules that are no roots, because other modules call them by computed sources.
fn drop_called(trees: &mut Vec<LoadedTree<'_>>, named: &HashSet<PathBuf>) {
    let mut called: HashSet<PathBuf> = HashSet::new();
    for (root, tree, _) in trees.iter().filter(|(_, tree, _)| computes_sources(tree)) {
        if called.contains(*root) {
            continue;
        }
        let mut pending: Vec<&ModuleTree> = tree.calls.values().collect();
        while let Some(tree) = pending.pop() {
            let directory = std::fs::canonicalize(root.join(&tree.path)).ok();
            called.extend(directory.filter(|directory| directory != *root));
            pending.extend(tree.calls.values());
        }
    }
    trees.retain(|(root, ..)| named.contains(*root) || !called.contains(*root));
}

/// Returns whether a module, or one that it calls, computes the source of another.
fn computes_sources(tree: &ModuleTree) -> bool {
    let own = tree.module.calls.iter().any(|call| !call.computed.is_empty());
    own || tree.calls.values().any(computes_sources)
}

/// Validates trees, except for the modules that are validated elsewhere.
fn validate_trees(
    trees: &[LoadedTree<'_>],
    elsewhere: Vec<ValidatedElsewhere>,
    validation: &Validation<'_>,
) -> Vec<Diagnostics> {
    let trees: Vec<(&LoadedTree<'_>, ValidatedElsewhere)> = trees.iter().zip(elsewhere).collect();
    parallel::map("checking", &trees, |((root, tree, _), elsewhere)| {
        let host = DirectoryHost::of_module(Arc::new(Disk), root, tree)
            .ok()
            .filter(|_| validation.reads_files);
        let allowed = validation.world.allowed().unwrap_or_default();
        let host = host.map(|host| allowed.iter().fold(host, DirectoryHost::allow));
        tree.validate_with(&CheckOptions {
            schemas: (validation.schemas)(root),
            budget: validation.limiter.budget(),
            host: host.map(|host| Arc::new(host) as _),
            workspace: validation.world.workspace(root),
            has_no_caller: validation.named.contains(*root),
            elsewhere: elsewhere.clone(),
            ..CheckOptions::default()
        })
    })
}

/// Returns modules from which all others can be reached: those without callers, and one of each reference cycle.
pub(super) fn roots(modules: &HashMap<PathBuf, Module>) -> Vec<&PathBuf> {
    let mut all: Vec<&PathBuf> = modules.keys().collect();
    all.sort();
    let called: HashSet<PathBuf> = all
        .iter()
        .flat_map(|directory| called_by(modules, directory))
        .collect();
    all.sort_by_key(|directory| called.contains(*directory));
    let mut reached: HashSet<PathBuf> = HashSet::new();
    let mut roots = Vec::new();
    for directory in all {
        if reached.contains(directory) {
            continue;
        }
        roots.push(directory);
        let mut next = vec![directory.clone()];
        while let Some(directory) = next.pop() {
            if reached.insert(directory.clone()) {
                next.extend(called_by(modules, &directory));
            }
        }
    }
    roots
}

/// Returns the directories of the modules that a module calls by a local path.
pub(super) fn called_by(modules: &HashMap<PathBuf, Module>, directory: &Path) -> Vec<PathBuf> {
    let calls = modules.get(directory).map_or(&[][..], |module| &module.calls);
    let paths = calls.iter().filter_map(|call| call.local_path());
    paths
        .filter_map(|path| find_module(&Disk, modules, directory, path))
        .map(|(called, _)| called.clone())
        .collect()
}
