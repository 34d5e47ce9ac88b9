//! Values of sensitive variables in the sources of diagnostics.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostics, Source, SourceId, SourceMap, Span};
use hcl2::terraform::table::{Language, is_module_file, sets_variables};
use hcl2::terraform::{Module, ModuleFile};

/// Returns the diagnostics and sources without the values of sensitive variables in those sources that the diagnostics
/// point into, or `None` if there are none.
pub(crate) fn without_secrets(
    diagnostics: &Diagnostics,
    sources: &SourceMap,
) -> Option<(Diagnostics, SourceMap)> {
    let spans = diagnostics.iter().flat_map(|diagnostic| {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        diagnostic.subject.into_iter().chain(labels)
    });
    let shown: BTreeSet<SourceId> = spans.map(|span| span.source).collect();
    let sources = concealing(sources, &shown);
    if sources.secrets().is_empty() {
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

/// Returns the ranges of the values of sensitive variables in a source: of their defaults, and of all values in a file that
/// sets variables of the module beside it.
fn of_source(source: &Source, modules: &mut HashMap<PathBuf, Module>) -> Vec<Span> {
    let path = Path::new(source.name());
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let language = [Language::Terraform, Language::OpenTofu]
        .into_iter()
        .find(|language| is_module_file(name, *language))
        .unwrap_or_default();
    let file = ModuleFile::parse(source, language).value;
    let sets_variables = sets_variables(name);
    // Another file says whether a variable is sensitive that this one only sets or overrides.
    if !sets_variables && !name.contains("override") {
        return file.secret_defaults(&Module::default());
    }
    let directory = path.parent().unwrap_or(Path::new("")).join(".");
    let module = modules.entry(directory).or_insert_with_key(|directory| {
        let loader = ModuleLoader::new().language(language);
        loader.load(directory).tree.module
    });
    if sets_variables {
        file.secret_values(module)
    } else {
        file.secret_defaults(module)
    }
}
