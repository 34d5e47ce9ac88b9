//! Project files, as they are found around files.

use std::path::Path;
use std::sync::Arc;

use hcl2_project::{Memory, SettingsFiles};

#[test]
fn mistakes_are_reported_where_they_are() {
    let files: Memory = [
        ("app/.hcl2.toml", "langage = 1\nlanguage = \"own.hclschema\"\n"),
        ("app/own.hclschema", "{}"),
    ]
    .into_iter()
    .collect();
    let project = SettingsFiles::new(Arc::new(files)).project_of(Path::new("app/main.hcl"));
    let project = project.expect("a project file");
    let found: Vec<(&str, String)> = project
        .problems
        .iter()
        .map(|problem| {
            let subject = problem.subject.expect("a place");
            let source = project.sources.get(subject.source).expect("a source");
            (
                problem.code.id(),
                String::from_utf8_lossy(source.slice(subject)).into_owned(),
            )
        })
        .collect();
    let expected = [
        ("hcl2::command::invalid-project", "langage"),
        ("hcl2::command::invalid-schema", "{"),
    ];
    assert_eq!(found, expected.map(|(code, text)| (code, text.to_owned())));
}
