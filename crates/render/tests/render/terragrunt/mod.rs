//! Units and stacks of Terragrunt.

mod dependencies;
mod functions;
mod includes;
mod modules;
mod scale;
mod stacks;
mod units;

use std::sync::Arc;

use hcl2_diagnostics::Severity;
use hcl2_project::Memory;
use hcl2_render::{Json, Options, Rendered, render};

/// Renders a path in a repository with files.
fn rendered(files: &[(&str, &str)], path: &str, options: &Options) -> Rendered {
    let all = files.iter().map(|(name, text)| (format!("repo/{name}"), *text));
    let all: Memory = all.chain([("repo/.git/HEAD".to_owned(), "")]).collect();
    render(Arc::new(all), &[format!("/repo/{path}").into()], options)
}

/// Returns the JSON of a path without errors.
fn sound(files: &[(&str, &str)], path: &str) -> Json {
    let rendered = rendered(files, path, &Options::default());
    json_of(rendered)
}

fn json_of(rendered: Rendered) -> Json {
    let errors: Vec<_> = rendered
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    rendered.json.expect("there is no error")
}

/// Returns a part of JSON on one line.
fn part(json: &Json, path: &[&str]) -> String {
    let found = path.iter().try_fold(json, |json, name| json.get(name));
    let found = found.unwrap_or_else(|| panic!("{path:?} is not in {}", json.to_text()));
    let text = found.to_text();
    text.lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

/// Returns the errors of a path: their codes, the text at their places, and their details.
fn errors(files: &[(&str, &str)], path: &str, options: &Options) -> Vec<(String, String, String)> {
    problems(&rendered(files, path, options), Severity::Error)
}

fn problems(rendered: &Rendered, severity: Severity) -> Vec<(String, String, String)> {
    let found = rendered
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == severity);
    let found = found.map(|problem| {
        let at = problem.subject.and_then(|span| {
            let source = rendered.sources.get(span.source)?;
            Some(String::from_utf8_lossy(source.slice(span)).into_owned())
        });
        (
            problem.code.id().to_owned(),
            at.unwrap_or_default(),
            problem.detail.to_string(),
        )
    });
    found.collect()
}
