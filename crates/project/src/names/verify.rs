//! Checks before and after a rename.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::codes::rename::BROKEN;
use hcl2_diagnostics::{Diagnostic, Diagnostics};
use hcl2_model::Syntax;

use super::{Names, ObjectAt, Renaming};
use crate::check::{CheckSettings, Checked, Project, ProjectFile, Role};
use crate::files::{Overlay, directory_of};

impl Names {
    /// Checks the modules that a rename changes, as they are and as they would be.
    ///
    /// # Errors
    ///
    /// Diagnostics with the code `hcl2::rename::broken`, for each error that only the renamed modules have.
    pub fn verify(
        &mut self,
        renaming: &Renaming,
        object: &ObjectAt,
        settings: &CheckSettings,
    ) -> Result<(), Diagnostics> {
        let mut overlay = Overlay::new(Arc::clone(&self.files));
        for (path, file) in &renaming.files {
            overlay.insert(path, file.text());
        }
        let directories = renaming.files.keys().map(|path| directory_of(path).to_owned());
        let directories: BTreeSet<PathBuf> = directories.chain([object.directory.clone()]).collect();
        let paths: Vec<PathBuf> = directories
            .iter()
            .flat_map(|directory| self.files_in(directory))
            .collect();
        let mut project = Project::new(Arc::clone(&self.files), settings.clone());
        let before = self.checked(&mut project, &paths, None);
        project.set_files(Arc::new(overlay));
        let after = self.checked(&mut project, &paths, Some(renaming));
        let known = counted(&before);
        let mut seen: HashMap<Key, usize> = HashMap::new();
        let mut problems = Diagnostics::new();
        let place = self.places(object).into_iter().next();
        for problem in after.problems.iter().filter(|problem| problem.is_error()) {
            let key = key(problem, &after);
            let count = seen.entry(key.clone()).or_default();
            *count += 1;
            if *count <= known.get(&key).copied().unwrap_or_default() {
                continue;
            }
            let (name, line) = problem
                .subject
                .and_then(|subject| {
                    let source = after.sources.get(subject.source)?;
                    Some((
                        source.name().to_owned(),
                        source.line_index().line_of(subject.start),
                    ))
                })
                .unwrap_or_default();
            let refused =
                Diagnostic::error(BROKEN, "Rename that breaks the configuration").with_detail(format!(
                    "After the rename, {name}:{line} has a new problem: {} {}",
                    problem.summary, problem.detail
                ));
            problems.push(match &place {
                Some(place) => refused.with_subject(place.span),
                None => refused,
            });
        }
        if problems.has_errors() {
            Err(problems)
        } else {
            Ok(())
        }
    }

    fn checked(&mut self, project: &mut Project, paths: &[PathBuf], renaming: Option<&Renaming>) -> Checked {
        let mut files = Vec::new();
        for path in paths {
            let renamed = renaming.and_then(|renaming| renaming.files.get(path));
            let text = renamed.map(super::RenamedFile::text);
            let Some(own) = self.file(path) else { continue };
            let bytes = text.unwrap_or_else(|| own.source.bytes().to_vec());
            let Ok(source) = hcl2_diagnostics::Source::new(own.source.name(), bytes) else {
                continue;
            };
            files.push(ProjectFile {
                path: Some(path.clone()),
                source,
                syntax: Syntax::from_path(path),
                role: Role::Named,
            });
        }
        let (files, _) = project.gather(paths, files);
        project.check(paths, &files)
    }
}

/// What identifies a problem, whatever the names in its message.
type Key = (&'static str, String);

fn key(problem: &Diagnostic, checked: &Checked) -> Key {
    let source = problem
        .subject
        .and_then(|subject| checked.sources.get(subject.source));
    let name = source.map(|source| source.name().to_owned());
    (problem.code.id(), name.unwrap_or_default())
}

fn counted(checked: &Checked) -> HashMap<Key, usize> {
    let mut counts = HashMap::new();
    for problem in checked.problems.iter().filter(|problem| problem.is_error()) {
        *counts.entry(key(problem, checked)).or_default() += 1;
    }
    counts
}
