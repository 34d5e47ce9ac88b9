//! Renames that are refused, and what they cannot see.

use std::path::Path;

use hcl2_project::Names;

use crate::rename::{memory, rename};

#[test]
fn names_that_are_taken_or_invalid_are_refused() {
    let main = "variable \"a\" {}\nvariable \"b\" {}\nlocals {\n  x = var.a\n  y = local.x\n}\noutput \"o\" {\n  value = 1\n}\n\
                resource \"terraform_data\" \"r\" {}\nremoved {\n  from = terraform_data.gone\n  lifecycle {\n    destroy = false\n  }\n}\n";
    let files = [
        ("/m/main.tf", main),
        ("/m/x.auto.tfvars", "c = 1\n"),
        (
            "/main.tf",
            "module \"m\" {\n  source = \"./m\"\n  a      = 1\n  b      = 2\n  d      = 3\n}\n",
        ),
    ];
    let cases = [
        ("var.a", "b", "/m/main.tf:2", "hcl2::rename::collision", "b"),
        ("var.a", "c", "/m/x.auto.tfvars:1", "hcl2::rename::collision", "c"),
        ("var.a", "d", "/main.tf:5", "hcl2::rename::collision", "d"),
        (
            "var.a",
            "count",
            "/m/main.tf:1",
            "hcl2::rename::invalid-name",
            "a",
        ),
        ("var.a", "9x", "/m/main.tf:1", "hcl2::rename::invalid-name", "a"),
        ("local.x", "y", "/m/main.tf:5", "hcl2::rename::collision", "y"),
        (
            "terraform_data.r",
            "gone",
            "/m/main.tf:12",
            "hcl2::rename::collision",
            "gone",
        ),
    ];
    for (address, new, place, code, covered) in cases {
        let problems = rename(&files, "/m", address, new).expect_err(address);
        let (at, own, text, _) = &problems[0];
        assert_eq!(
            (at.as_str(), *own, text.as_deref()),
            (place, code, Some(covered)),
            "{address} {new}"
        );
    }
    let problems = rename(&files, "/m", "var.aa", "z").expect_err("no such variable");
    assert_eq!(
        (problems[0].1, problems[0].2.as_deref()),
        ("hcl2::rename::not-found", None)
    );
    assert_eq!(
        problems[0].3,
        "The module in /m declares no `var.aa`. Did you mean `var.a`?"
    );
}

#[test]
fn file_with_syntax_errors_refuses_a_rename() {
    let files = [
        ("/main.tf", "variable \"a\" {}\n"),
        ("/other.tf", "locals {\n  x = var.a +\n}\n"),
    ];
    let problems = rename(&files, "/", "var.a", "b").expect_err("a syntax error");
    assert_eq!(
        (problems[0].0.as_str(), problems[0].1),
        ("/other.tf:1", "hcl2::rename::broken")
    );
}

#[test]
fn rename_that_breaks_the_configuration_is_refused() {
    // The variable has a new name, but the files of this version have no moves.
    let text = "terraform {\n  required_version = \"~> 1.0.0\"\n}\nresource \"null_resource\" \"a\" {}\n";
    let problems = rename(&[("/main.tf", text)], "/", "null_resource.a", "b").expect_err("no moves");
    let (place, code, covered, _) = &problems[0];
    assert_eq!(
        (place.as_str(), *code, covered.as_deref().unwrap_or_default()),
        ("/main.tf:4", "hcl2::rename::broken", "a")
    );
}

#[test]
fn uses_that_cannot_be_seen_are_noted() {
    let files = [
        (
            "/main.tf",
            "module \"m\" {\n  source = \"./m\"\n}\nlocals {\n  all = module.m\n}\nvariable \"root\" {}\n",
        ),
        ("/m/main.tf", "output \"o\" {\n  value = 1\n}\n"),
        (
            "/docker-bake.hcl",
            "variable \"TAG\" {}\ntarget \"app\" {}\nfunction \"f\" {\n  params = []\n  result = 1\n}\n",
        ),
    ];
    let mut names = Names::new(memory(&files), [Path::new("/")]);
    let mut notes = |directory: &str, address: &str| -> Vec<(String, &'static str, String)> {
        let object = names.object(Path::new(directory), address).expect("an object");
        let unseen = names.unseen(&object);
        let notes = unseen.iter().map(|note| {
            let subject = note.subject.expect("a place");
            let source = names.sources().get(subject.source).expect("a source");
            let line = source.line_index().line_of(subject.start);
            let covered = String::from_utf8_lossy(source.slice(subject)).into_owned();
            (format!("{}:{line}", source.name()), note.code.id(), covered)
        });
        notes.collect()
    };
    let cases = [
        ("/m", "output.o", "/main.tf:5", "hcl2::rename::unseen", "m"),
        ("/", "var.root", "/main.tf:7", "hcl2::rename::unseen", "root"),
        ("/", "module.m", "/main.tf:1", "hcl2::rename::unseen", "m"),
        (
            "/",
            "variable.TAG",
            "/docker-bake.hcl:1",
            "hcl2::rename::unseen",
            "TAG",
        ),
        (
            "/",
            "target.app",
            "/docker-bake.hcl:2",
            "hcl2::rename::unseen",
            "app",
        ),
    ];
    for (directory, address, place, code, covered) in cases {
        assert_eq!(
            notes(directory, address),
            [(place.to_owned(), code, covered.to_owned())],
            "{address}"
        );
    }
    for address in ["local.all", "function.f"] {
        assert_eq!(notes("/", address), [], "{address}");
    }
}
