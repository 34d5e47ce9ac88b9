//! Renders files in memory.

use std::path::PathBuf;
use std::sync::Arc;

use hcl2_project::Memory;
use hcl2_render::{Options, Rendered, render};

/// Renders all of some files, in their order.
pub(crate) fn rendered(files: &[(&str, &str)], options: &Options) -> Rendered {
    let memory: Memory = files.iter().copied().collect();
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| PathBuf::from(name)).collect();
    render(Arc::new(memory), &paths, options)
}

/// Returns the JSON of some files, which have no problem.
#[track_caller]
pub(crate) fn json(files: &[(&str, &str)], options: &Options) -> serde_json::Value {
    let rendered = rendered(files, options);
    assert!(rendered.diagnostics.is_empty(), "{:#?}", rendered.diagnostics);
    let text = rendered.json.expect("a result").to_text();
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the codes of the problems of some files, with the text at their places, and the first detail.
#[track_caller]
pub(crate) fn problems(files: &[(&str, &str)], options: &Options) -> (Vec<(&'static str, String)>, String) {
    let rendered = rendered(files, options);
    assert_eq!(rendered.json, None);
    let all = rendered.diagnostics.iter().map(|problem| {
        let place = problem.subject.and_then(|span| {
            let text = rendered.sources.get(span.source)?.slice(span);
            Some(String::from_utf8_lossy(text).into_owned())
        });
        (problem.code.id(), place.unwrap_or_default())
    });
    let detail = rendered
        .diagnostics
        .first()
        .map(|problem| problem.detail.to_string());
    (all.collect(), detail.unwrap_or_default())
}
