//! Checks before and after a rename.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::rename as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span};
use hcl2_model::Syntax;

use super::{Names, RenamedFile, Renaming};
use crate::check::{Checked, Project, ProjectFile, Role};
use crate::files::{Overlay, directory_of};

impl Names {
    /// Checks the modules that a rename changes, as they are and as they would be. The name is at `at`, for problems.
    ///
    /// # Errors
    ///
    /// Diagnostics with the code `hcl2::rename::broken`, for each error that only the renamed modules have.
    pub fn verify(&mut self, renaming: &Renaming, at: Span, mut project: Project) -> Result<(), Diagnostics> {
        let mut overlay = Overlay::new(Arc::clone(&self.files));
        for (path, file) in &renaming.files {
            overlay.insert(path, file.text());
        }
        let directories: BTreeSet<&Path> = renaming.files.keys().map(|path| directory_of(path)).collect();
        let paths: Vec<PathBuf> = directories
            .into_iter()
            .flat_map(|directory| self.files_in(directory))
            .collect();
        project.set_files(Arc::new(overlay));
        let after = self.checked(&mut project, &paths, Some(renaming));
        if !after.problems.has_errors() {
            return Ok(());
        }
        project.set_files(Arc::clone(&self.files));
        let before = self.checked(&mut project, &paths, None);
        let known = counted(&before);
        let mut seen: HashMap<Key, usize> = HashMap::new();
        let mut problems = Diagnostics::new();
        for problem in after.problems.iter().filter(|problem| problem.is_error()) {
            let key = key(problem, &after);
            let count = seen.entry(key.clone()).or_default();
            *count += 1;
            if *count <= known.get(&key).copied().unwrap_or_default() {
                continue;
            }
            let place = problem.subject.and_then(|subject| {
                let source = after.sources.get(subject.source)?;
                let line = source.line_index().line_of(subject.start);
                Some(format!("{}:{line} has ", source.name()))
            });
            problems.push(
                Diagnostic::error(codes::BROKEN, "Rename that breaks the configuration")
                    .with_detail(format!(
                        "After the rename, {}a new problem: {}. {}",
                        place.as_deref().unwrap_or("there is "),
                        problem.summary,
                        problem.detail
                    ))
                    .with_subject(at),
            );
        }
        if problems.has_errors() {
            return Err(problems);
        }
        Ok(())
    }

    fn checked(&mut self, project: &mut Project, paths: &[PathBuf], renaming: Option<&Renaming>) -> Checked {
        let mut files = Vec::new();
        for path in paths {
            let Some(own) = self.file(path) else { continue };
            let renamed = renaming.and_then(|renaming| renaming.files.get(path));
            let text = renamed.map(RenamedFile::text);
            let text = text.unwrap_or_else(|| own.source.bytes().to_vec());
            // It is about as large as it was.
            let Ok(source) = Source::new(own.source.name(), text) else {
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
