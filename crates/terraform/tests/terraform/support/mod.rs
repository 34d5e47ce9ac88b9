//! Support shared by several tests.
#![allow(dead_code, clippy::allow_attributes, reason = "each test uses a part of it")]

pub(crate) mod corpus;
pub(crate) mod layouts;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

/// Creates a source.
pub(crate) fn source(name: &str, text: &str) -> Source {
    SourceMap::new().add(name, text).expect("a small source")
}

/// Returns the codes of diagnostics, in order.
pub(crate) fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id())
        .collect()
}

/// Returns the source text at the subjects of diagnostics.
pub(crate) fn subjects<'t>(diagnostics: &Diagnostics, text: &'t str) -> Vec<&'t str> {
    diagnostics
        .iter()
        .filter_map(|problem| problem.subject)
        .map(|span| &text[span.start as usize..span.end as usize])
        .collect()
}

/// Returns the code of each problem with the text at its subject.
#[track_caller]
pub(crate) fn found<'t>(diagnostics: &Diagnostics, text: &'t str) -> Vec<(&'static str, &'t str)> {
    diagnostics
        .iter()
        .map(|problem| {
            let span = problem.subject.expect("every problem has a range");
            (problem.code.id(), &text[span.range()])
        })
        .collect()
}

/// Returns the text of a conversion without problems.
#[track_caller]
pub(crate) fn sound(conversion: Outcome<Option<String>>) -> String {
    assert!(conversion.diagnostics.is_empty(), "{:?}", conversion.diagnostics);
    conversion.value.expect("a text where there are no problems")
}

/// Returns the problems of a module in files, alone and together with a module that each of its calls calls, and the
/// sources they point into.
pub(crate) fn tree_problems(files: &[(&str, &str)], called: &str) -> (Diagnostics, SourceMap) {
    let mut sources = SourceMap::new();
    let mut problems = Diagnostics::new();
    let mut read = |files: &[(&str, &str)]| {
        let files: Vec<ModuleFile> = files
            .iter()
            .map(|(name, text)| {
                let source = sources.add(*name, *text).expect("a small source");
                ModuleFile::parse(&source, Language::Terraform).report_into(&mut problems)
            })
            .collect();
        Module::from_files(&files, Language::Terraform).report_into(&mut problems)
    };
    let inner = ModuleTree {
        path: "net".to_owned(),
        module: read(&[("net/main.tf", called)]),
        calls: [].into(),
    };
    let module = read(files);
    let calls = module.calls.iter().map(|call| (call.name.clone(), inner.clone()));
    let tree = ModuleTree {
        path: ".".to_owned(),
        calls: calls.collect(),
        module,
    };
    problems.append(tree.validate(None));
    (problems, sources)
}
