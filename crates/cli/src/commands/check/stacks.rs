//! Files of stacks, checked together with the modules of their components.

use std::collections::BTreeMap;
use std::path::Path;

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostic, Diagnostics};
use hcl2::terraform::Stack;
use hcl2::terraform::table::is_of_stack;

use super::languages::{Languages, Modules};
use super::run::Parsed;
use super::siblings::directory_of;
use crate::files::Input;

/// Checks the components and deployments of each directory against the variables that they set.
pub(super) fn check(
    input: &Input,
    parsed: &[Parsed],
    modules: &Modules,
    languages: &Languages<'_>,
) -> Diagnostics {
    let mut stacks: BTreeMap<&Path, Vec<&Parsed>> = BTreeMap::new();
    for (path, parsed) in input.paths.iter().zip(parsed) {
        let name = |path: &Path| Some(is_of_stack(path.file_name()?.to_str()?));
        if let Some(path) = path.as_deref().filter(|path| name(path) == Some(true)) {
            stacks.entry(directory_of(path)).or_default().push(parsed);
        }
    }
    let mut problems = Diagnostics::new();
    for (directory, files) in stacks {
        // A variable that seems missing may be in a file with errors.
        if files.iter().any(|file| file.has_errors()) {
            continue;
        }
        let stack = Stack::from_files(files.iter().filter_map(|file| file.value.as_ref()));
        let language = languages.of_directory(directory);
        let called = |source: &str| {
            let directory = std::fs::canonicalize(directory.join(source)).ok()?;
            modules.get(language, &directory)
        };
        problems.append(stack.check(&called));
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
