//! The parts of a project, which are checked by themselves.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::Source;
use hcl2_model::Syntax;
use hcl2_project::{CheckSettings, Checked, Memory, Project, ProjectFile, Role};

/// Checks files that are all open.
fn checked(files: &[(&str, &str)]) -> Checked {
    let mut memory: Memory = files
        .iter()
        .map(|(name, text)| (format!("/{name}"), *text))
        .collect();
    // Functions read files of the repository.
    memory.insert("/.git/HEAD", "");
    let named: Vec<PathBuf> = files.iter().map(|(name, _)| format!("/{name}").into()).collect();
    let given = named.iter().zip(files).map(|(path, (_, text))| ProjectFile {
        path: Some(path.clone()),
        source: Source::new(path.display().to_string(), *text).expect("a short text"),
        syntax: Syntax::from_path(path),
        role: Role::Named,
    });
    let mut project = Project::new(Arc::new(memory), CheckSettings::default());
    let (gathered, _) = project.gather(&named, given.collect());
    project.check(&named, &gathered)
}

/// Returns the directories of the parts of files that are all open.
fn parts(files: &[(&str, &str)]) -> Option<Vec<Vec<String>>> {
    let found = checked(files).take_parts()?;
    let names = |part: std::collections::BTreeSet<PathBuf>| {
        part.iter()
            .map(|directory| directory.display().to_string())
            .collect()
    };
    Some(found.into_iter().map(names).collect())
}

const CALL: &str = "module \"net\" {\n  source = \"../net\"\n}\n";

#[test]
fn modules_that_do_not_call_each_other_are_parts() {
    assert_eq!(
        parts(&[("app/main.tf", CALL), ("net/main.tf", ""), ("other/main.tf", "")]),
        Some(vec![
            vec!["/app".to_owned(), "/net".to_owned()],
            vec!["/other".to_owned()]
        ])
    );
}

#[test]
fn callers_that_cannot_be_parsed_belong_to_what_they_call() {
    let broken = format!("{CALL}locals {{\n");
    assert_eq!(
        parts(&[("app/main.tf", &broken), ("net/main.tf", "")]),
        Some(vec![vec!["/app".to_owned(), "/net".to_owned()]])
    );
}

#[test]
fn callers_of_the_same_module_and_readers_of_the_same_file_are_one_part() {
    let reads = "output \"a\" {\n  value = file(\"${path.module}/../texts/a.hcl\")\n}\n";
    let found = parts(&[
        ("one/main.tf", CALL),
        ("two/main.tf", CALL),
        ("net/main.tf", ""),
        ("reads/main.tf", reads),
        ("texts/a.hcl", "a = 1\n"),
    ]);
    let part = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        found,
        Some(vec![part(&["/net", "/one", "/two"]), part(&["/reads", "/texts"])])
    );
}

#[test]
fn tests_belong_to_their_module() {
    let found = parts(&[
        ("app/main.tf", ""),
        ("app/tests/a.tftest.hcl", "run \"a\" {\n}\n"),
        ("x/a.hcl", ""),
    ]);
    let part = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(found, Some(vec![part(&["/app", "/app/tests"]), part(&["/x"])]));
}

#[test]
fn everything_is_one_part_where_a_module_decides_about_the_language_of_others() {
    assert_eq!(parts(&[("app/main.tofu", ""), ("other/main.tf", "")]), None);
}

#[test]
fn modules_that_are_not_kept_are_forgotten() {
    let mut checked = checked(&[
        ("app/main.tf", CALL),
        ("net/main.tf", ""),
        ("broken/main.tf", "locals {"),
    ]);
    checked.retain_modules(|directory| directory == Path::new("/net"));
    let has = |path: &str| checked.module_of(Path::new(path)).is_some();
    assert_eq!(
        ["/app/main.tf", "/net/main.tf", "/broken/main.tf"].map(has),
        [false, true, false]
    );
}
