//! The same files have the same problems everywhere: in the command and in an editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::Syntax;
use hcl2::project::{CheckSettings, Disk};
use hcl2_ide::{Document, Workspace};
use hcl2_testing::REPOSITORY;
use ignore::overrides::OverrideBuilder;
use serde_json::{Value, json};

use crate::support::editor::Editor;
use crate::support::expect::run_in;

/// The problems of files by name.
type Found = BTreeMap<String, Vec<String>>;

/// Returns what the command finds in named files.
fn by_command(root: &Path, names: &[&str]) -> Found {
    let arguments = [&["check", "--diagnostics=json"], names].concat();
    let checked = run_in(root, &arguments, b"");
    let problems: Vec<Value> = serde_json::from_str(&checked.stdout).expect("problems as JSON");
    let mut found = Found::new();
    for problem in problems.iter().filter(|problem| problem["severity"] != "note") {
        let subject = &problem["subject"];
        let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
        let name = subject["filename"].as_str().unwrap_or_default().to_owned();
        found.entry(name).or_default().push(format!(
            "{}-{} {} {} {} {}",
            subject["start"]["byte"],
            subject["end"]["byte"],
            text("severity"),
            text("code"),
            text("summary"),
            text("detail")
        ));
    }
    found.values_mut().for_each(|lines| lines.sort());
    found
}

/// Returns what an editor shows of the same files, open in it.
fn by_editor(root: &Path, names: &[&str]) -> Found {
    let mut workspace = Workspace::new(Arc::new(Disk), CheckSettings::default());
    for name in names {
        let path = root.join(name);
        let text = std::fs::read_to_string(&path).expect("a file");
        let document = Document::new(&path, text, Syntax::from_path(&path));
        workspace.open(document.expect("a short text"));
    }
    workspace.check();
    let mut found = Found::new();
    for (path, file) in workspace.files() {
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        if !names.contains(&name.as_str()) {
            continue;
        }
        for problem in file.diagnostics.iter() {
            let subject = problem.subject.expect("a place");
            let severity = format!("{:?}", problem.severity).to_lowercase();
            if severity != "note" {
                found.entry(name.clone()).or_default().push(format!(
                    "{}-{} {severity} {} {} {}",
                    subject.start,
                    subject.end,
                    problem.code.id(),
                    problem.summary,
                    problem.detail
                ));
            }
        }
    }
    found.values_mut().for_each(|lines| lines.sort());
    found
}

/// Returns what the server publishes for the same files, open in an editor.
fn by_server(root: &Path, names: &[&str]) -> Found {
    let mut editor = Editor::new(root);
    let texts: Vec<String> = names
        .iter()
        .map(|name| std::fs::read_to_string(root.join(name)).expect("a file"))
        .collect();
    for (name, text) in names.iter().zip(&texts) {
        editor.open(name, text);
    }
    let uris: Vec<String> = names.iter().map(|name| editor.uri(name)).collect();
    let said = editor.end();
    let mut found = Found::new();
    for ((name, text), uri) in names.iter().zip(&texts).zip(&uris) {
        let offset = |position: &Value| {
            let number = |field: &str| position[field].as_u64().expect("a number") as usize;
            let lines = text.split_inclusive('\n').take(number("line"));
            lines.map(str::len).sum::<usize>() + number("character")
        };
        let problems = said.by_uri.get(uri).and_then(Value::as_array);
        for problem in problems.into_iter().flatten() {
            let severity = match problem["severity"].as_u64() {
                Some(1) => "error",
                Some(2) => "warning",
                _ => continue,
            };
            let message = problem["message"].as_str().expect("a message");
            let (summary, detail) = message.split_once('\n').unwrap_or((message, ""));
            found.entry((*name).to_owned()).or_default().push(format!(
                "{}-{} {severity} {} {summary} {detail}",
                offset(&problem["range"]["start"]),
                offset(&problem["range"]["end"]),
                problem["code"].as_str().expect("a code"),
            ));
        }
    }
    found.values_mut().for_each(|lines| lines.sort());
    found
}

#[test]
fn the_command_and_an_editor_find_the_same_in_files_of_every_kind() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = std::fs::canonicalize(directory.path()).expect("a directory");
    let names = REPOSITORY.iter().map(|(name, _)| *name);
    let all: Vec<&str> = names.filter(|name| !name.ends_with(".txt")).collect();
    let mut compared = 0;
    for round in 0..4 {
        for (directory, settings) in [
            (".", "[check]\nwarn = [\"unused-variable\"]\n"),
            ("net", "[check]\ndeny = [\"warnings\"]\n"),
        ] {
            let directory = root.join(directory);
            std::fs::create_dir_all(&directory).expect("a directory");
            let settings = if round % 2 == 0 { settings } else { "" };
            std::fs::write(directory.join(".hcl2.toml"), settings).expect("a file");
        }
        for (name, contents) in REPOSITORY {
            let path: PathBuf = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, contents[round % contents.len()]).expect("a file");
        }
        let expected = by_command(&root, &all);
        assert_eq!(by_editor(&root, &all), expected, "round {round}");
        if round == 0 {
            assert_eq!(by_server(&root, &all), expected, "round {round}");
        }
        compared += expected.len();
        for name in all.iter().skip(round).step_by(9) {
            assert_eq!(
                by_editor(&root, &[name]),
                by_command(&root, &[name]),
                "{name} alone, round {round}"
            );
        }
    }
    assert!(
        compared > REPOSITORY.len(),
        "the problems of {compared} files were compared"
    );
}

#[test]
fn an_editor_is_asked_to_watch_files_of_every_kind() {
    let directory = tempfile::tempdir().expect("a directory");
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let said = Editor::with(directory.path(), capabilities).end();
    let registered = said
        .asked
        .iter()
        .flat_map(|(_, asked)| asked["registrations"].as_array());
    let watchers = registered
        .flatten()
        .flat_map(|own| own["registerOptions"]["watchers"].as_array());
    let mut watched = OverrideBuilder::new("/");
    for watcher in watchers.flatten() {
        let pattern = watcher["globPattern"].as_str().expect("a pattern");
        watched.add(pattern).expect("a pattern");
    }
    let watched = watched.build().expect("patterns");
    let others = [
        "a.tofutest.json",
        "a.tfmock.json",
        "a.tfquery.json",
        "a.tfdeploy.json",
        "a.pkr.json",
        "a.pkrvars.json",
        "docker-bake.override.json",
        ".hcl2.toml",
    ];
    let names = REPOSITORY.iter().map(|(name, _)| *name).chain(others);
    for name in names.filter(|name| !name.ends_with(".txt")) {
        assert!(watched.matched(name, false).is_whitelist(), "{name}");
    }
}
