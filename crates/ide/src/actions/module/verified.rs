//! The check before and after.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::Source;
use hcl2_model::Syntax;
use hcl2_native::edit::spliced;
use hcl2_native::tree::TextRange;
use hcl2_project::{Checked, Files, MAX_FILE_BYTES, Overlay, Project, ProjectFile, Role};

use super::Selected;
use crate::rename::FileEdits;

/// Returns the first problem that the module of a document has only after changes, as a reason against them.
pub(super) fn problem(
    selected: Selected<'_>,
    edits: &BTreeMap<PathBuf, FileEdits>,
    created: &BTreeMap<PathBuf, String>,
) -> Option<String> {
    let (workspace, document) = (selected.workspace, selected.document);
    let mut changed = workspace.overlay().clone();
    for (path, file) in edits {
        let splices = file.edits.iter().map(|edit| {
            let range = TextRange::new(edit.span.start, edit.span.end);
            (range, edit.text.as_str())
        });
        changed.insert(path, spliced(file.source.bytes(), splices.collect()));
    }
    // The new directories are in no other files, so their paths must be canonical.
    let directory = document.path().parent()?;
    let canonical = workspace.overlay().canonical(directory).ok()?;
    let created = created.iter().filter_map(|(path, text)| {
        let inside = path.strip_prefix(directory).ok()?;
        Some((canonical.join(inside), text))
    });
    let created: BTreeMap<PathBuf, &String> = created.collect();
    for (path, text) in &created {
        changed.insert(path, text.as_str());
    }
    let mut project = Project::new(Arc::new(changed.clone()), workspace.settings().clone());
    let own = [document.path().to_owned()];
    let all: Vec<PathBuf> = own.iter().chain(created.keys()).cloned().collect();
    let after = checked(&mut project, &changed, &all);
    if !after.problems.has_errors() {
        return None;
    }
    project.set_files(Arc::new(workspace.overlay().clone()));
    let before = checked(&mut project, workspace.overlay(), &own);
    let mut known: HashMap<&str, usize> = HashMap::new();
    for problem in before.problems.iter().filter(|problem| problem.is_error()) {
        *known.entry(problem.code.id()).or_default() += 1;
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut errors = after.problems.iter().filter(|problem| problem.is_error());
    let problem = errors.find(|problem| {
        let count = seen.entry(problem.code.id()).or_default();
        *count += 1;
        *count > known.get(problem.code.id()).copied().unwrap_or_default()
    })?;
    Some(format!(
        "After it, a check finds a new problem: {}. {}",
        problem.summary, problem.detail
    ))
}

/// Checks files with the modules that they belong to.
fn checked(project: &mut Project, files: &Overlay, paths: &[PathBuf]) -> Checked {
    let named = paths.iter().filter_map(|path| {
        let bytes = files.read(path, MAX_FILE_BYTES).ok()?;
        Some(ProjectFile {
            path: Some(path.clone()),
            source: Source::new(path.display().to_string(), bytes).ok()?,
            syntax: Syntax::from_path(path),
            role: Role::Named,
        })
    });
    let (gathered, _) = project.gather(paths, named.collect());
    project.check(paths, &gathered)
}
