//! Versions of OpenTofu.

use crate::support::{found, source};
use crate::versions::problems;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

#[test]
fn sources_of_opentofu_are_not_sensitive() {
    let text = "module \"a\" {\n  source  = sensitive(\"./a\")\n  version = upper(\"b\")\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::OpenTofu).value;
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&[file], Language::OpenTofu).value,
        calls: [].into(),
    };
    let expected = [("hcl2::terraform::invalid-source", "sensitive(\"./a\")")];
    assert_eq!(found(&tree.validate(None), text), expected);
}

#[test]
fn providers_of_opentofu_may_have_computed_keys() {
    let text = "provider \"a\" {\n  alias    = \"r\"\n  for_each = toset([\"x\"])\n}\nresource \"a\" \"b\" {\n  for_each = toset([\"x\"])\n  provider = a.r[each.key]\n}\n";
    assert!(problems(&[("main.tf", text)], "opentofu@1.12").is_empty());
    let terraform = problems(&[("main.tf", text)], "terraform@1.15");
    assert_eq!(
        found(&terraform, text),
        [
            ("hcl2::terraform::invalid-name", "for_each"),
            ("hcl2::terraform::reference-expected", "a.r[each.key]"),
        ]
    );
}

#[test]
fn files_of_opentofu_replace_those_of_the_same_name() {
    let files = [
        ("main.tf", "output \"a\" {}\n"),
        ("main.tofu", "output \"a\" {\n  value = 1\n}\n"),
    ];
    assert!(problems(&files, "opentofu@1.12").is_empty());
}

/// Returns the code of each problem of a module of OpenTofu, also of its validation, with the source text at its subject.
fn in_opentofu(text: &str, version: &str) -> Vec<(&'static str, String)> {
    let file = ModuleFile::parse(&source("main.tofu", text), Language::OpenTofu).value;
    let read = Module::from_versioned_files(&[file], version.parse().expect("a version"));
    let mut problems = read.diagnostics;
    let tree = ModuleTree {
        module: read.value,
        ..ModuleTree::default()
    };
    problems.append(tree.validate(None));
    let found = found(&problems, text).into_iter();
    found.map(|(code, part)| (code, part.to_owned())).collect()
}

/// OpenTofu 1.13 (pull request 4012) has no WinRM any more, of which 1.12 (issue 3899) warns.
#[test]
fn connections_by_winrm_are_reported_once_they_are_deprecated() {
    let text = "resource \"terraform_data\" \"a\" {\n  connection {\n    type = \"winrm\"\n    host = \"h\"\n  }\n  provisioner \"remote-exec\" {\n    inline = [\"a\"]\n  }\n}\n";
    let at = |code| vec![(code, "\"winrm\"".to_owned())];
    assert_eq!(in_opentofu(text, "opentofu@1.11"), []);
    assert_eq!(
        in_opentofu(text, "opentofu@1.12"),
        at("hcl2::terraform::deprecated")
    );
    assert_eq!(
        in_opentofu(text, "opentofu@1.13"),
        at("hcl2::terraform::unsupported-version")
    );
    assert_eq!(in_opentofu(&text.replace("winrm", "ssh"), "opentofu@1.13"), []);
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    let newest = Module::from_files(&[file], Language::Terraform);
    assert!(newest.diagnostics.is_empty(), "{:?}", newest.diagnostics);
}

/// OpenTofu 1.13 (its page on symbol libraries): an experiment, whose libraries are not read.
#[test]
fn symbol_libraries_have_unknown_values_functions_and_types() {
    let text = "language {\n  experiments = [symbol_libraries]\n}\nsymbols \"lib\" {\n  source = \"./lib\"\n}\nvariable \"v\" {\n  type = symbols::lib::vec3()\n}\nvariable \"w\" {\n  type = list(symbols::lib::vec3())\n}\noutput \"a\" {\n  value = symbols.lib.hello\n}\noutput \"b\" {\n  value = symbols::lib::hello(var.v) + 1\n}\n";
    assert_eq!(in_opentofu(text, "opentofu@1.13"), []);
    let code = "hcl2::terraform::unsupported-version";
    let older = in_opentofu(text, "opentofu@1.12");
    assert!(older.contains(&(code, "symbols \"lib\"".to_owned())), "{older:?}");
    assert!(
        older.contains(&(code, "[symbol_libraries]".to_owned())),
        "{older:?}"
    );
    let other = text.replace("symbols.lib.", "symbols.other.");
    assert_eq!(
        in_opentofu(&other, "opentofu@1.13"),
        [("hcl2::terraform::undeclared", "symbols.other.hello".to_owned())]
    );
}
