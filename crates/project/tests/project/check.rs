//! The problems of files and of the modules that they form.

use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source};
use hcl2_model::{Limits, Syntax};
use hcl2_project::{CheckSettings, Checked, Memory, Project, ProjectFile, Role};

/// Checks some of the files in memory.
fn check(files: &[(&str, &str)], named: &[&str], settings: CheckSettings) -> Checked {
    let memory: Memory = files.iter().copied().collect();
    let mut project = Project::new(Arc::new(memory), settings);
    let given = files.iter().filter(|(name, _)| named.contains(name));
    let given = given.map(|(name, text)| ProjectFile {
        path: Some(PathBuf::from(name)),
        source: Source::new(*name, *text).expect("a short text"),
        syntax: Syntax::from_path(name),
        role: Role::Named,
    });
    let named: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
    let (files, _) = project.gather(&named, given.collect());
    project.check(&named, &files)
}

/// Returns the codes of problems, each with the text at its place.
fn placed(problems: &Diagnostics, checked: &Checked) -> Vec<(&'static str, String)> {
    let place = |problem: &Diagnostic| {
        let subject = problem.subject?;
        let source = checked.sources.get(subject.source)?;
        Some(String::from_utf8_lossy(source.slice(subject)).into_owned())
    };
    let problems = problems.iter();
    problems
        .map(|problem| (problem.code.id(), place(problem).unwrap_or_default()))
        .collect()
}

#[test]
fn problems_are_reported_where_they_are() {
    type Case<'c> = (&'c [(&'c str, &'c str)], &'c [(&'c str, &'c str)]);
    let cases: &[Case<'_>] = &[
        (
            &[("a/main.tf", "locals {\n  a = local.b\n  b = local.a\n}\n")],
            &[("hcl2::terraform::reference-cycle", "local.b")],
        ),
        // What is missing may be in a file that cannot be parsed, but not what a function needs.
        (
            &[
                (
                    "a/main.tf",
                    "output \"a\" {\n  value = nope(1)\n}\noutput \"b\" {\n  value = local.b\n}\n",
                ),
                ("a/rest.tf", "locals {\n"),
            ],
            &[
                ("hcl2::expr::unknown-function", "nope"),
                ("hcl2::syntax::unclosed-block", "{"),
            ],
        ),
        // Neither what a block with a syntax error needs nor what it declares is known.
        (
            &[
                (
                    "a/main.tf",
                    "locals {\n  a = local.b\n}\noutput \"c\" {\n  value = upper(local.b.x, 1)\n}\n",
                ),
                ("a/rest.tf", "locals {\n  b = [local.a, = ]\n}\n"),
            ],
            &[
                ("hcl2::expr::extra-argument", "1"),
                ("hcl2::syntax::expected-expression", "="),
            ],
        ),
        (
            &[
                ("a/build.pkr.hcl", "build {\n  name = var.b\n}\n"),
                ("a/vars.pkr.hcl", "variable \"a\" {\n}\n"),
            ],
            &[("hcl2::terraform::undeclared", "var.b")],
        ),
        (
            &[
                ("a/build.pkr.hcl", "build {\n  name = var.b\n}\n"),
                ("a/vars.pkr.hcl", "variable \"b\" {\n"),
            ],
            &[("hcl2::syntax::unclosed-block", "{")],
        ),
        // Settings of the command may have names in quotes; other files may not.
        (
            &[(
                "a/.terraformrc",
                "credentials \"x.y\" {\n  \"token\" = \"z\"\n}\n",
            )],
            &[],
        ),
        (
            &[("a/web.nomad", "job \"web\" {\n  \"type\" = \"batch\"\n}\n")],
            &[("hcl2::syntax::quoted-name", "\"")],
        ),
        (
            &[("a/main.tf", "locals {\n}\n"), ("a/more.tofu", "locals {\n}\n")],
            &[("hcl2::terraform::unread-file", "")],
        ),
    ];
    for (files, expected) in cases {
        let named: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        let checked = check(files, &named, CheckSettings::default());
        let found = placed(&checked.problems, &checked);
        let found: Vec<(&str, &str)> = found.iter().map(|(code, text)| (*code, text.as_str())).collect();
        assert_eq!(found, *expected, "{files:?}");
    }
}

#[test]
fn only_named_files_are_reported_unless_siblings_are_too() {
    let files = [
        ("a/main.tf", "locals {\n  a = local.b\n}\n"),
        ("a/other.tf", "locals {\n  c = local.d\n}\n"),
    ];
    for (with_siblings, expected) in [(false, &["local.b"][..]), (true, &["local.b", "local.d"])] {
        let settings = CheckSettings {
            with_siblings,
            ..CheckSettings::default()
        };
        let checked = check(&files, &["a/main.tf"], settings);
        let found = placed(&checked.problems, &checked);
        let found: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(found, expected);
        let roles: Vec<Role> = checked.files.iter().map(|file| file.role).collect();
        assert_eq!(roles, [Role::Named, Role::Sibling]);
    }
}

#[test]
fn evaluations_end_with_their_budget() {
    let text = "output \"a\" {\n  value = [for n in range(1000) : [for m in range(1000) : n * m]]\n}\n";
    let settings = CheckSettings {
        budget: Arc::new(|| Limits::new().with_steps(1000).budget()),
        ..CheckSettings::default()
    };
    let checked = check(&[("a/main.tf", text)], &["a/main.tf"], settings);
    let problem = &checked.problems[0];
    let subject = problem.subject.expect("a place");
    assert_eq!(
        (problem.code.id(), subject.start, subject.end),
        ("hcl2::expr::limit-exceeded", 33, 44)
    );
}

#[test]
fn what_is_not_checked_is_said() {
    let files = [("a/main.tf", "module \"a\" {\n"), ("b/app.hcl", "a = 1\n")];
    let checked = check(&files, &["a/main.tf", "b/app.hcl"], CheckSettings::default());
    let notes = checked.not_checked.notes();
    let found = placed(&notes, &checked);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, text)| (*code, text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("hcl2::terraform::not-checked", "{"),
            ("hcl2::terraform::not-checked", "")
        ]
    );
    assert!(notes[0].detail.contains("`a`"), "{}", notes[0].detail);
}
