//! Modules, validated together with those that they call.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::codes::terraform as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use hcl2::model::Limits;
use hcl2::terraform::table::{Language, Version};
use hcl2::terraform::{CheckOptions, Module, ModuleTree, ProviderSchemas, ValidatedElsewhere, keep_first};
use hcl2::{DirectoryHost, ModuleLoader, find_module};

use super::super::budget::Limiter;
use crate::parallel;

/// The problems of modules, with the sources they point into.
pub(in super::super) struct Checked {
    pub(in super::super) diagnostics: Diagnostics,
    pub(in super::super) sources: SourceMap,
}

/// How modules are validated.
pub(in super::super) struct Validation<'s> {
    pub(in super::super) language: Language,
    pub(in super::super) version: Option<Version>,
    pub(in super::super) schemas: Option<&'s ProviderSchemas>,
    /// The limits of parsing modules that are read.
    pub(in super::super) limits: Limits,
    pub(in super::super) limiter: Limiter,
    /// Whether functions read the files of the modules.
    pub(in super::super) reads_files: bool,
    /// The directories that the command line names, whose modules are not expected to have callers elsewhere.
    pub(in super::super) named: HashSet<PathBuf>,
}

/// Validates modules, keyed by their canonical directories, together with the modules they call, which are read if they
/// are not among `modules`.
pub(in super::super) fn validate(
    modules: &HashMap<PathBuf, Module>,
    sources: &SourceMap,
    validation: &Validation<'_>,
) -> Checked {
    let loader = ModuleLoader::new()
        .language(validation.language)
        .limits(validation.limits)
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
    Checked { diagnostics, sources }
}

/// A root module with its directory and the problems of reading the modules it calls.
type LoadedTree<'d> = (&'d PathBuf, ModuleTree, Diagnostics);

/// Validates trees, except for the modules that are validated elsewhere.
fn validate_trees(
    trees: &[LoadedTree<'_>],
    elsewhere: Vec<ValidatedElsewhere>,
    validation: &Validation<'_>,
) -> Vec<Diagnostics> {
    let trees: Vec<(&LoadedTree<'_>, ValidatedElsewhere)> = trees.iter().zip(elsewhere).collect();
    parallel::map("checking", &trees, |((root, tree, _), elsewhere)| {
        let host = DirectoryHost::new(root).ok().filter(|_| validation.reads_files);
        tree.validate_with(&CheckOptions {
            schemas: validation.schemas,
            budget: validation.limiter.budget(),
            host: host.map(|host| Arc::new(host) as _),
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
        .filter_map(|path| find_module(modules, directory, path))
        .map(|(called, _)| called.clone())
        .collect()
}
