//! Which language files are in.

use std::sync::Arc;

use hcl2_project::{Memory, VariableSource};
use hcl2_render::{Language, Options, render};

#[test]
fn files_of_unknown_or_several_languages_are_an_error() {
    let files: Memory = [("d/a.nomad.hcl", ""), ("d/b.pkr.hcl", ""), ("e/a.txt", "")]
        .into_iter()
        .collect();
    for (path, start) in [
        ("e", "The directory e has no file whose name shows a language"),
        ("e/a.txt", "The names of the files show no language"),
        (
            "d",
            "The names of the files show several languages: nomad, packer.",
        ),
    ] {
        let rendered = render(Arc::new(files.clone()), &[path.into()], &Options::default());
        let [problem] = &*rendered.diagnostics.iter().collect::<Vec<_>>() else {
            panic!("{:?}", rendered.diagnostics);
        };
        assert_eq!(
            (problem.code.id(), problem.subject),
            ("hcl2::render::unknown-language", None)
        );
        assert!(problem.detail.starts_with(start), "{}", problem.detail);
        assert_eq!(rendered.json, None);
    }
}

#[test]
fn languages_are_named() {
    assert_eq!(
        "terraform".parse::<Language>().unwrap_err(),
        "expected one of bake, nomad, packer, terragrunt, found `terraform`"
    );
    let near = "packr".parse::<Language>().unwrap_err();
    assert!(near.ends_with("; did you mean `packer`?"), "{near}");
    assert_eq!(Language::Packer.to_string(), "packer");
}

#[test]
fn paths_without_files_are_an_error() {
    let files: Memory = [("docker-bake.hcl/a.txt", ""), ("d/terragrunt.hcl/a.txt", "")]
        .into_iter()
        .collect();
    for (path, language, expected) in [
        ("missing", None, "hcl2::source::unreadable"),
        ("missing.nomad.hcl", None, "hcl2::source::unreadable"),
        ("docker-bake.hcl", None, "hcl2::render::unknown-language"),
        ("d", None, "hcl2::render::unknown-language"),
        ("d", Some(Language::Terragrunt), "hcl2::source::no-files"),
    ] {
        let mut options = Options::default();
        options.language = language;
        let rendered = render(Arc::new(files.clone()), &[path.into()], &options);
        let codes: Vec<&str> = rendered
            .diagnostics
            .iter()
            .map(|problem| problem.code.id())
            .collect();
        assert_eq!(codes, [expected], "{path}");
        assert_eq!(rendered.json, None);
    }
}

#[test]
fn options_without_effect_are_refused() {
    let files: Memory = [
        ("docker-bake.hcl", "target \"default\" {}\n"),
        ("a.nomad.hcl", "job \"a\" {}\n"),
        ("a.pkr.hcl", ""),
        ("terragrunt.hcl", ""),
    ]
    .into_iter()
    .collect();
    type Set = fn(&mut Options);
    let all: [(&str, Set); 7] = [
        ("--var", |options| {
            options.variables = vec![VariableSource::Option {
                name: "a".to_owned(),
                text: "1".to_owned(),
            }];
        }),
        ("--target", |options| options.targets = vec!["a".to_owned()]),
        ("--set", |options| options.overrides = vec!["a.b=c".to_owned()]),
        ("--feature", |options| {
            options.features.insert("a".to_owned(), "1".to_owned());
        }),
        ("--outputs", |options| {
            options.states = vec![("a".into(), "b".into())]
        }),
        ("--command", |options| options.command = Some("plan".to_owned())),
        ("--allow-read", |options| options.readable = vec!["a".into()]),
    ];
    let refused = |path: &str| -> Vec<String> {
        let of = all.iter().filter(|(option, set)| {
            let mut options = Options::default();
            set(&mut options);
            let rendered = render(Arc::new(files.clone()), &[path.into()], &options);
            rendered.diagnostics.iter().any(|problem| {
                problem.code.id() == "hcl2::render::unsupported"
                    && problem.detail.contains(&format!("`{option}`"))
            })
        });
        of.map(|(option, _)| (*option).to_owned()).collect()
    };
    let of_terragrunt = ["--feature", "--outputs", "--command", "--allow-read"];
    assert_eq!(refused("docker-bake.hcl"), of_terragrunt);
    let of_others = [&["--target", "--set"][..], &of_terragrunt].concat();
    assert_eq!(refused("a.nomad.hcl"), of_others);
    assert_eq!(refused("a.pkr.hcl"), of_others);
    assert_eq!(refused("terragrunt.hcl"), ["--var", "--target", "--set"]);
}
