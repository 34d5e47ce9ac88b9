//! Files of stacks, checked together with the modules of their components and the stacks in them.

use std::collections::BTreeMap;
use std::path::Path;

use hcl2_diagnostics::codes::source::UNREADABLE;
use hcl2_diagnostics::{Diagnostic, Diagnostics};
use hcl2_terraform::Stack;
use hcl2_terraform::table::FileKind;

use super::entry::{Entry, Places};
use super::languages::Languages;
use super::modules::Modules;
use super::settings::CheckSettings;

/// Checks the components and deployments of each directory against the variables that they set, and configurations of
/// providers against their schemas.
pub(super) fn check(
    entries: &[Entry],
    modules: &Modules,
    languages: &Languages,
    (places, settings): (&Places, &CheckSettings),
) -> Diagnostics {
    let mut files: BTreeMap<&Path, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        if let Some(directory) = entry.directory.as_deref()
            && entry.kind.is_some_and(FileKind::is_of_stack)
        {
            files.entry(directory).or_default().push(entry);
        }
    }
    // A variable that seems missing may be in a file with errors.
    files.retain(|_, files| !files.iter().any(|file| file.problems.has_errors()));
    let stacks: BTreeMap<&Path, Stack> = files
        .into_iter()
        .map(|(directory, files)| {
            let files = files.into_iter().filter_map(|entry| entry.file.as_ref());
            (directory, Stack::from_files(files))
        })
        .collect();
    let mut problems = Diagnostics::new();
    for (directory, stack) in &stacks {
        let language = languages.of_directory(directory);
        let place = |source: &str| places.canonical(&directory.join(source));
        let called = |source: &str| modules.get(language, &place(source)?);
        let nested = |source: &str| Some(stacks.get(&*place(source)?)?.module());
        problems.append(stack.check(&called, &nested));
        if let Some(schemas) = (settings.schemas)(directory) {
            problems.append(stack.check_schemas(&schemas));
        }
        let missing = stack
            .sources()
            .filter(|(source, _)| !places.files().is_directory(&directory.join(source)));
        problems.extend(missing.map(|(source, span)| {
            Diagnostic::error(UNREADABLE, "Unreadable directory")
                .with_detail(format!("The stack has no directory `{source}`."))
                .with_subject(span)
        }));
    }
    problems
}
