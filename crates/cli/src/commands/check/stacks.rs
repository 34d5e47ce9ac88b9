//! Files of stacks, checked together with the modules of their components and the stacks in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostic, Diagnostics};
use hcl2::project::directory_of;
use hcl2::terraform::Stack;
use hcl2::terraform::table::FileKind;

use super::super::schema::ModuleSchemas;
use super::languages::{Languages, Modules};
use super::run::Parsed;
use crate::files::Input;

/// Returns whether a file declares a part of a stack, by its name.
pub(super) fn is_stack(path: &Path) -> bool {
    FileKind::of_path(path).is_some_and(FileKind::is_of_stack)
}

/// Checks the components and deployments of each directory against the variables that they set, and configurations of
/// providers against their schemas.
pub(super) fn check(
    input: &Input,
    parsed: &[Parsed],
    modules: &Modules,
    languages: &Languages<'_>,
    schemas: &ModuleSchemas,
) -> Diagnostics {
    let mut files: BTreeMap<&Path, Vec<&Parsed>> = BTreeMap::new();
    for (path, parsed) in input.paths.iter().zip(parsed) {
        if let Some(path) = path.as_deref().filter(|path| is_stack(path)) {
            files.entry(directory_of(path)).or_default().push(parsed);
        }
    }
    // A variable that seems missing may be in a file with errors.
    files.retain(|_, files| !files.iter().any(|file| file.has_errors()));
    let canonical = |directory: &Path| std::fs::canonicalize(directory).ok();
    let stacks: BTreeMap<PathBuf, (&Path, Stack)> = files
        .into_iter()
        .filter_map(|(directory, files)| {
            let stack = Stack::from_files(files.into_iter().filter_map(|file| file.value.as_ref()));
            Some((canonical(directory)?, (directory, stack)))
        })
        .collect();
    let mut problems = Diagnostics::new();
    for (directory, stack) in stacks.values() {
        let language = languages.of_directory(directory);
        let called = |source: &str| modules.get(language, &canonical(&directory.join(source))?);
        let nested = |source: &str| {
            let (_, stack) = stacks.get(&canonical(&directory.join(source))?)?;
            Some(stack.module())
        };
        problems.append(stack.check(&called, &nested));
        if let Some(schemas) = canonical(directory).and_then(|directory| schemas.of(&directory)) {
            problems.append(stack.check_schemas(schemas));
        }
        let missing = stack
            .sources()
            .filter(|(source, _)| !directory.join(source).is_dir());
        problems.extend(missing.map(|(source, span)| {
            Diagnostic::error(UNREADABLE, "Unreadable directory")
                .with_detail(format!("The stack has no directory `{source}`."))
                .with_subject(span)
        }));
    }
    problems
}
