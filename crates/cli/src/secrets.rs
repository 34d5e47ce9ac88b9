//! Values of sensitive variables in the sources of diagnostics.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostics, Source, SourceId, SourceMap, Span};
use hcl2::project::FileReader;
use hcl2::terraform::table::{FileKind, Language};
use hcl2::terraform::{Module, ModuleFile, Stack, TestFile, secret_strings};

/// Returns the diagnostics and sources without the values of sensitive variables in those sources that the diagnostics
/// point into, or `None` if there are none. Strings whose names promise a secret are not shown either.
pub(crate) fn without_secrets(
    diagnostics: &Diagnostics,
    sources: &SourceMap,
) -> Option<(Diagnostics, SourceMap)> {
    let spans = diagnostics.iter().flat_map(|diagnostic| {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        diagnostic.subject.into_iter().chain(labels)
    });
    let shown: BTreeSet<SourceId> = spans.map(|span| span.source).collect();
    let mut sources = concealing(sources, &shown);
    let named = shown.iter().filter_map(|id| sources.get(*id));
    let named: Vec<Span> = named.flat_map(secret_strings).collect();
    sources.hide(&named);
    if !sources.has_hidden() {
        return None;
    }
    let mut diagnostics = diagnostics.clone();
    diagnostics.conceal_within(sources.secrets());
    Some((diagnostics, sources))
}

/// Returns the sources with the values of sensitive variables in some of them marked as secret.
pub(crate) fn concealing(sources: &SourceMap, some: &BTreeSet<SourceId>) -> SourceMap {
    let mut modules = HashMap::new();
    let some = some.iter().filter_map(|id| sources.get(*id));
    let secrets: Vec<Span> = some.flat_map(|source| of_source(source, &mut modules)).collect();
    let mut sources = sources.clone();
    sources.conceal(&secrets);
    sources
}

/// Returns the ranges of the values of sensitive variables in a source: of their defaults, of all values in a file that sets
/// variables of the module beside it, and of inputs in files of tests and stacks.
fn of_source(source: &Source, modules: &mut HashMap<PathBuf, Module>) -> Vec<Span> {
    let path = Path::new(source.name());
    let kind = FileKind::of_path(path);
    let language = match kind {
        Some(FileKind::Module { only, .. }) => only.unwrap_or_default(),
        _ => Language::default(),
    };
    let file = ModuleFile::parse(source, language).value;
    let directory = path.parent().unwrap_or(Path::new("")).join(".");
    if matches!(kind, Some(FileKind::Tests { .. })) {
        let called = modules_in(&directory, tested(&file, language), language, modules);
        return file.secret_inputs(&called);
    }
    if kind.is_some_and(FileKind::is_of_stack) {
        let stack = stack_in(&directory);
        let sources = stack.sources().map(|(source, _)| source);
        let mut called = modules_in(&directory, sources, language, modules);
        called.push(stack.module());
        return file.secret_inputs(&called);
    }
    let sets_variables = kind == Some(FileKind::Values);
    // Another file says whether a variable is sensitive that this one only sets or overrides.
    if !sets_variables && !file.is_override() {
        return file.secret_defaults(&Module::default());
    }
    let module = module_in(directory, language, modules);
    if sets_variables {
        file.secret_values(module)
    } else {
        file.secret_defaults(module)
    }
}

/// Returns the module in a directory, which is read once.
fn module_in(directory: PathBuf, language: Language, modules: &mut HashMap<PathBuf, Module>) -> &Module {
    modules.entry(directory).or_insert_with_key(|directory| {
        let loader = ModuleLoader::new().language(language);
        loader.load_partial(directory).tree.module
    })
}

/// Returns the modules at paths from a directory.
fn modules_in<'m>(
    directory: &Path,
    paths: impl IntoIterator<Item = String>,
    language: Language,
    modules: &'m mut HashMap<PathBuf, Module>,
) -> Vec<&'m Module> {
    let paths: Vec<PathBuf> = paths.into_iter().map(|path| directory.join(path)).collect();
    for path in &paths {
        module_in(path.clone(), language, modules);
    }
    paths.iter().filter_map(|path| modules.get(path)).collect()
}

/// Returns the directories of the modules that a file of tests may test, from its own: the module there or around it, and
/// those of its runs.
fn tested(file: &ModuleFile, language: Language) -> Vec<String> {
    let tests = TestFile::read(file, language);
    let of_runs = tests.runs.iter().filter_map(|run| run.module.as_ref());
    let local = of_runs
        .map(|(source, _)| source)
        .filter(|source| source.starts_with('.'));
    // In a directory of tests, paths are from the module around it.
    let both = local.flat_map(|source| [format!("../{source}"), source.clone()]);
    [".".to_owned(), "..".to_owned()]
        .into_iter()
        .chain(both)
        .collect()
}

/// Returns the stack in a directory, as far as it can be read.
fn stack_in(directory: &Path) -> Stack {
    let mut reader = FileReader::default();
    let paths = reader.list(
        directory,
        |name| FileKind::of(name).is_some_and(FileKind::is_of_stack),
        "file of a stack",
    );
    let sources: Vec<Source> = paths.iter().filter_map(|path| reader.read(path)).collect();
    let files = sources
        .iter()
        .map(|source| ModuleFile::parse(source, Language::Terraform).value);
    let files: Vec<ModuleFile> = files.collect();
    Stack::from_files(&files)
}
