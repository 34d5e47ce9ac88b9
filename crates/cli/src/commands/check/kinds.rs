//! The kinds of files beside those of modules, and the language that the command line selects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::decode::schema::Schema;
use hcl2::diagnostics::codes::syntax::QUOTED_NAME;
use hcl2::diagnostics::codes::terraform::UNDECLARED;
use hcl2::diagnostics::{Outcome, Source};
use hcl2::model::Limits;
use hcl2::project::{Disk, Files, directory_of};
use hcl2::terraform::ModuleFile;
use hcl2::terraform::table::{FileKind, Language, Version};

use super::super::own_schema;
use super::super::project::Project;
use super::super::selected::Selected;
use super::super::syntax::SyntaxArguments;
use super::Arguments;
use super::languages::{ANY, Languages};
use super::run::Parsed;
use crate::files::{Input, is_of_module};
use crate::output::{Failure, Output};

/// Returns the kind of a file beside those of a module; that of files whose names do not show it is `other`.
pub(super) fn kind_of(source: &Source, other: Option<FileKind>) -> Option<FileKind> {
    let by_name = FileKind::of_path(Path::new(source.name()));
    by_name.filter(|kind| !kind.is_of_module(ANY)).or(other)
}

/// Returns the kind of a file whose like in the same directory belong together.
fn together(path: &Path) -> Option<FileKind> {
    FileKind::of_path(path).filter(|kind| kind.belongs_with_others())
}

/// Returns whether files of this name belong together with the other files of their kind in the directory.
pub(super) fn is_together(path: &Path) -> bool {
    together(path).is_some()
}

/// Returns whether a directory has files of a module.
pub(super) fn is_module(directory: &Path, language: Language) -> bool {
    let mut files = Disk.list(directory).unwrap_or_default().into_iter();
    files.any(|path| is_of_module(&path, language))
}

/// Returns the files of a directory that belong together with those named.
pub(super) fn siblings(directory: &Path, language: Language) -> impl Iterator<Item = PathBuf> {
    let is_read =
        move |path: &PathBuf| (is_of_module(path, language) || is_together(path)) && Disk.is_ordinary(path);
    Disk.list(directory)
        .unwrap_or_default()
        .into_iter()
        .filter(is_read)
}

/// Parses a file of a kind that is no part of a module.
pub(super) fn parse(source: &Source, limits: Limits) -> Outcome<ModuleFile> {
    let mut parsed = ModuleFile::parse_within(source, Language::default(), limits);
    if matches!(parsed.value.kind(), Some(FileKind::Settings { .. })) {
        parsed
            .diagnostics
            .retain(|problem| problem.code.id() != QUOTED_NAME.id());
    }
    parsed
}

/// Checks the files that belong together with others of their directory.
pub(super) fn check_together(
    input: &Input,
    parsed: &mut [Parsed],
    languages: &Languages<'_>,
    version: Option<Version>,
) {
    let mut groups: BTreeMap<(&Path, FileKind), BTreeSet<usize>> = BTreeMap::new();
    for (index, path) in input.paths.iter().enumerate() {
        if let Some((path, kind)) = path.as_deref().and_then(|path| Some((path, together(path)?))) {
            groups
                .entry((directory_of(path), kind))
                .or_default()
                .insert(index);
        }
    }
    for ((directory, kind), group) in groups {
        let language = languages.of_directory(directory);
        let is_sound = |index: &usize| !parsed[*index].has_errors();
        let sound: Vec<usize> = group.iter().copied().filter(is_sound).collect();
        for index in &sound {
            let file_at = |other: &usize| parsed[*other].value.as_ref();
            let others: Vec<&ModuleFile> = sound
                .iter()
                .filter(|other| *other != index)
                .filter_map(file_at)
                .collect();
            let Some(file) = file_at(index) else { continue };
            let mut problems = file.check_with(&others, kind, language, version);
            // A declaration that seems missing may be in a file that cannot be parsed.
            if sound.len() < group.len() {
                problems.retain(|problem| problem.code != UNDECLARED);
            }
            parsed[*index].diagnostics.append(problems);
        }
    }
}

/// Returns the language that the command line selects, or else the project.
pub(super) fn selected(arguments: &Arguments, project: &Project) -> Result<Selected, Failure> {
    let own = &arguments.world.language;
    if own.language.as_deref().and_then(own_schema::file_of).is_some() {
        return Ok(Selected::default());
    }
    Ok(own.selected()?.or(project.language).unwrap_or_default())
}

/// Reads the schema of files whose names do not show their language, if the command line or the project selects one.
pub(super) fn schema_of(
    arguments: &Arguments,
    project: &Project,
    output: &Output,
) -> Result<Option<Schema>, Failure> {
    let own = &arguments.world.language;
    let file = match &own.language {
        Some(text) => own_schema::file_of(text),
        None => project.schema.clone().filter(|_| !own.opentofu),
    };
    file.map(|file| own_schema::load(&file, output)).transpose()
}

/// Parses a file of no known kind, and checks it against the schema of the user's language, if there is one.
pub(super) fn check_other(
    syntax: SyntaxArguments,
    file: &(Source, Syntax),
    schema: Option<&Schema>,
) -> Outcome<()> {
    let (source, native_or_json) = file;
    let mut checked = syntax.check(source, *native_or_json);
    if let Some(schema) = schema.filter(|_| !checked.has_errors()) {
        let body = syntax.parse(source, *native_or_json).value;
        checked.diagnostics.append(schema.check(&body));
    }
    checked
}
