//! Units of Terragrunt that are named: their modules with the files that they generate and the inputs that they pass.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::LoadedModule;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes::render as codes};
use hcl2::plan::{Inputs, plan};
use hcl2::project::Disk;
use hcl2::terraform::ProviderSchemas;
use hcl2::terraform::table::FileKind;

use super::Arguments;
use crate::commands::plan::{Prepared, directory_name, prepared};
use crate::commands::unit::innermost;
use crate::output::{Failure, Output};

/// What is wrong with units beside what is wrong with their files.
pub(super) struct Units<'c> {
    pub(super) arguments: &'c Arguments,
    /// The files that are checked.
    pub(super) files: &'c [PathBuf],
    /// The schemas of the providers of a module in a directory.
    pub(super) schemas: &'c dyn Fn(&Path) -> Option<Arc<ProviderSchemas>>,
    pub(super) output: &'c Output,
}

impl Units<'_> {
    /// Adds the problems of the units in some directories to those that were found, each once. Returns the sources with theirs.
    pub(super) fn check(
        &self,
        directories: &[PathBuf],
        found: &mut Diagnostics,
        mut sources: SourceMap,
    ) -> Result<SourceMap, Failure> {
        let of_units = self.files.iter().filter(|file| {
            let kind = file.file_name().and_then(|name| FileKind::of(name.to_str()?));
            kind == Some(FileKind::Terragrunt)
        });
        let parents = of_units.filter_map(|file| Some(without_dot(file.parent()?).to_owned()));
        let innermost = innermost(parents.collect());
        let units = directories.iter();
        let units: Vec<&PathBuf> = units
            .filter(|directory| innermost.contains(without_dot(directory)))
            .collect();
        if units.is_empty() {
            return Ok(sources);
        }
        let mut seen: HashSet<_> = found
            .iter()
            .filter_map(|problem| identity(problem, &sources))
            .collect();
        for directory in units {
            let (problems, all) = self.problems(directory, sources)?;
            sources = all;
            for problem in problems.into_vec() {
                if identity(&problem, &sources).is_none_or(|identity| seen.insert(identity)) {
                    found.push(problem);
                }
            }
        }
        Ok(sources)
    }

    /// Evaluates a unit and, as far as it can be known, plans its module. Returns what is wrong, with all sources.
    fn problems(
        &self,
        directory: &Path,
        mut sources: SourceMap,
    ) -> Result<(Diagnostics, SourceMap), Failure> {
        let world = &self.arguments.world;
        let unit = &self.arguments.unit;
        let selected = unit.select(Arc::new(Disk), directory, world.allowed()?);
        let Some((own, of_unit)) = selected.problems() else {
            return Ok((Diagnostics::new(), sources));
        };
        of_unit.iter().for_each(|source| sources.insert(source));
        let problems = own.iter().filter(|problem| {
            // What is elsewhere is no mistake.
            !problem.is_note() && problem.code != codes::NOT_DOWNLOADED
        });
        let mut problems: Diagnostics = problems.cloned().collect();
        if own.has_errors() {
            return Ok((problems, sources));
        }
        let (files, module) = (Arc::clone(&selected.files), selected.directory.clone());
        let directory = module.as_path();
        let (loader, language) = world.loader(directory, self.arguments.syntax.limits(), self.output)?;
        let loader = loader.files(Arc::clone(&files)).sharing().nested();
        let loaded = loader.load_partial(directory);
        loaded.sources.iter().for_each(|source| sources.insert(source));
        let loaded = LoadedModule { sources, ..loaded };
        let host = world.host_among(Arc::clone(&files), directory, &loaded.tree)?;
        let Prepared {
            tree,
            sources,
            mut inputs,
        } = prepared(loaded, &world.variables, language, host, (files, directory))?;
        selected.pass_inputs(&tree, &mut inputs);
        let schemas = (self.schemas)(directory).unwrap_or_default();
        let inputs = Inputs {
            schemas: ProviderSchemas::clone(&schemas),
            sources: sources.clone(),
            is_partial: true,
            working_directory: directory_name(directory),
            workspace: world.workspace(directory),
            budget: self.arguments.budget.start().budget(),
            ..inputs
        };
        problems.append(plan(&tree, &inputs).diagnostics);
        Ok((problems, sources))
    }
}

/// Returns what a problem has in common with the same one of the same file in another source map.
fn identity(problem: &Diagnostic, sources: &SourceMap) -> Option<(&'static str, String, u32, u32)> {
    let subject = problem.subject?;
    let name = sources.get(subject.source)?.name().to_owned();
    Some((problem.code.id(), name, subject.start, subject.end))
}

fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}
