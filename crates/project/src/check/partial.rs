//! Problems of modules some of whose files cannot be read or parsed.

use std::iter;

use hcl2_diagnostics::codes::expr::UNKNOWN_FUNCTION;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span};
use hcl2_terraform::{CheckOptions, Intact, Module, ModuleFile, ModuleTree};
use hcl2_value::Budget;

use super::entry::Entry;

/// The codes of what may follow from a declaration, or a required version, that is in a part of a file that cannot be
/// parsed.
const UNSURE: [&str; 5] = [
    "hcl2::terraform::undeclared",
    "hcl2::terraform::nothing-to-override",
    "hcl2::terraform::invalid-target",
    "hcl2::terraform::provider-configuration",
    "hcl2::terraform::unsupported-version",
];

/// The start of the codes of problems after which the ends of blocks are a guess.
const UNCLOSED: &str = "hcl2::syntax::unclosed-";

/// The arguments in the settings of a module that decide how the rest of it is read.
const DECISIVE: [&[u8]; 2] = [b"required_version", b"experiments"];

/// What is left of a module some of whose files cannot be read or parsed.
pub(super) struct Partial<'f> {
    files: Vec<&'f Entry>,
    intact: Intact,
}

impl<'f> Partial<'f> {
    pub(super) fn of(files: Vec<&'f Entry>) -> Self {
        let broken = files.iter().filter(|file| file.problems.has_errors());
        let intact = broken
            .map(|file| {
                let items = file.file.as_ref().and_then(ModuleFile::items);
                let intact = intact_items(&file.source, items.unwrap_or_default(), &file.problems);
                (file.source.id(), intact)
            })
            .collect();
        Self { files, intact }
    }

    /// Removes the problems that may follow from what is lost.
    pub(super) fn keep_sure(&self, problems: &mut Diagnostics) {
        problems.retain(|problem| {
            let subject = problem.subject.filter(|_| !UNSURE.contains(&problem.code.id()));
            subject.is_some_and(|subject| self.intact.has(subject))
        });
    }

    /// Returns the problems of the values in the module that need nothing of what is lost.
    pub(super) fn validated(&self, module: &Module, budget: Budget) -> Diagnostics {
        if self.lacks_decisive() {
            return Diagnostics::new();
        }
        // What the module seems to lack was reported without what is lost.
        let tree = ModuleTree {
            path: ".".to_owned(),
            module: module.clone(),
            ..ModuleTree::default()
        };
        let mut problems = CheckOptions {
            budget,
            intact: self.intact.clone(),
            ..CheckOptions::default()
        }
        .validate(&tree);
        self.keep_sure(&mut problems);
        // Functions of providers follow from what the module requires.
        let is_of_provider = |span: Span| {
            let own = self.files.iter().find(|file| file.source.id() == span.source);
            own.is_some_and(|file| file.source.slice(span).windows(2).any(|two| two == b"::"))
        };
        problems.retain(|problem| {
            problem.code != UNKNOWN_FUNCTION || !problem.subject.is_some_and(is_of_provider)
        });
        problems
    }

    /// Returns whether what is lost may decide how the module is read.
    fn lacks_decisive(&self) -> bool {
        self.files.iter().any(|Entry { source, file, .. }| {
            let Some(intact) = self.intact.ranges(source.id()) else {
                return file.is_none();
            };
            let is_decisive = |start: u32, end: u32| {
                let lost = source.slice(source.span_of(start, end));
                DECISIVE
                    .iter()
                    .any(|name| lost.windows(name.len()).any(|part| part == *name))
            };
            let ends = intact.iter().map(|item| item.end);
            let starts = intact.iter().map(|item| item.start);
            let mut lost = iter::once(0)
                .chain(ends)
                .zip(starts.chain([source.bytes().len() as u32]));
            file.as_ref().is_none_or(ModuleFile::is_override)
                || lost.any(|(start, end)| is_decisive(start, end))
        })
    }
}

/// Returns the ranges of the items of a file that hold no syntax errors, of those that it has in native syntax.
fn intact_items(source: &Source, mut items: Vec<Span>, problems: &Diagnostics) -> Vec<Span> {
    let errors: Vec<&Diagnostic> = problems.iter().filter(|problem| problem.is_error()).collect();
    let starts_with_brace = |problem: &Diagnostic| {
        let subject = problem.subject.map_or(0, |subject| subject.start as usize);
        problem.code.id() == "hcl2::syntax::expected-item" && source.bytes().get(subject) == Some(&b'}')
    };
    let is_guess =
        |problem: &Diagnostic| problem.code.id().starts_with(UNCLOSED) || starts_with_brace(problem);
    if errors.iter().any(|problem| is_guess(problem)) {
        return Vec::new();
    }
    let has_error = |item: &Span| {
        let mut subjects = errors.iter().filter_map(|problem| problem.subject);
        subjects.any(|subject| subject.start <= item.end && item.start <= subject.end)
    };
    items.retain(|item| !has_error(item));
    items
}
