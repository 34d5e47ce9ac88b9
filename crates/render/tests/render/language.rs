//! Which language files are in.

use std::sync::Arc;

use hcl2_project::Memory;
use hcl2_render::{Language, Options, render};

#[test]
fn files_of_unknown_or_several_languages_are_an_error() {
    let files: Memory = [("d/a.nomad.hcl", ""), ("d/b.pkr.hcl", ""), ("e/a.txt", "")]
        .into_iter()
        .collect();
    for (path, start) in [
        ("e", "The names of the files show no language"),
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
