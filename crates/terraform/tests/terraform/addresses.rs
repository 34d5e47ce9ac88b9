//! Addresses in blocks that move, remove, import and check objects, references of objects to themselves, and paths of modules.

use crate::support::{found, source};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, join_paths};

/// Sources with the code of a problem and the source text at its range.
const PROBLEMS: &[(&str, &str, &str)] = &[
    (
        "resource \"a\" \"b\" {\n  c = a.b.id\n}\n",
        "hcl2::terraform::reference-cycle",
        "a.b.id",
    ),
    (
        "variable \"v\" {}\ncheck \"a\" {\n  data \"b\" \"c\" {\n    lifecycle {}\n  }\n  assert {\n    condition     = var.v == 1\n    error_message = \"d\"\n  }\n}\n",
        "hcl2::body::unsupported-block",
        "lifecycle",
    ),
    (
        "moved {\n  from = \"a.b\"\n  to   = a.c\n}\n",
        "hcl2::terraform::reference-expected",
        "\"a.b\"",
    ),
    (
        "removed {\n  from = module.a[0].b.c\n}\n",
        "hcl2::terraform::invalid-target",
        "module.a[0].b.c",
    ),
    (
        "resource \"a\" \"b\" {\n  count = 2\n}\nlocals {\n  c = a.b[1.5].id\n}\n",
        "hcl2::terraform::instance-key",
        "[1.5]",
    ),
    (
        "resource \"a\" \"b\" {\n  for_each = toset([\"c\"])\n}\nlocals {\n  c = a.b[true]\n}\n",
        "hcl2::terraform::instance-key",
        "[true]",
    ),
    (
        "module \"b\" {\n  source = \"./b\"\n}\noutput \"c\" {\n  value      = 1\n  depends_on = [module.b[0.5]]\n}\n",
        "hcl2::terraform::instance-key",
        "[0.5]",
    ),
    (
        "moved {\n  from = a.b\n  to   = a.c[1.5]\n}\n",
        "hcl2::terraform::invalid-target",
        "a.c[1.5]",
    ),
    (
        "import {\n  to = a.b.c\n  id = \"d\"\n}\n",
        "hcl2::terraform::invalid-target",
        "a.b.c",
    ),
    (
        "import {\n  to = a.b[var.v]\n  id = \"d\"\n}\nvariable \"v\" {}\n",
        "hcl2::terraform::reference-expected",
        "a.b[var.v]",
    ),
    (
        "terraform {\n  required_providers {\n    a = {\n      source  = \"terraform.io/builtin/terraform\"\n      version = \"1.0.0\"\n    }\n  }\n}\n",
        "hcl2::terraform::invalid-version",
        "\"1.0.0\"",
    ),
];

#[test]
fn each_problem_is_reported_at_its_range() {
    for (text, code, subject) in PROBLEMS {
        let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
        let problems = Module::from_files(&[file], Language::Terraform).diagnostics;
        assert_eq!(found(&problems, text), [(*code, *subject)], "{text}");
    }
}

#[test]
fn reference_of_a_resource_to_itself_is_a_warning() {
    let text = "resource \"a\" \"b\" {\n  c = a.b.id\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    assert!(!Module::from_files(&[file], Language::Terraform).has_errors());
}

#[test]
fn joined_paths_have_no_detours() {
    for (caller, called, expected) in [
        (".", "./net", "net"),
        ("net", "./sub", "net/sub"),
        ("net/sub", "../other/", "net/other"),
        ("live/net", "../../modules/vpc/", "modules/vpc"),
        ("net", "..", "."),
        (".", "../../up", "../../up"),
        ("../up", "../side", "../side"),
        ("/live", "./net", "/live/net"),
        ("/live", "..", "/"),
        ("/live", "../..", "/"),
        (".", "/opt/net/", "/opt/net"),
    ] {
        assert_eq!(join_paths(caller, called), expected, "{caller} {called}");
    }
}

#[test]
fn the_fix_of_an_address_depends_on_the_syntax() {
    for (name, text, written, right) in [
        (
            "main.tf",
            "moved {\n  from = \"a.b\"\n  to   = a.c\n}\n",
            "\"a.b\"",
            "a.b",
        ),
        (
            "main.tf.json",
            "{\"moved\": {\"from\": \"${a.b}\", \"to\": \"a.c\"}}\n",
            "\"${a.b}\"",
            "\"a.b\"",
        ),
    ] {
        let file = ModuleFile::parse(&source(name, text), Language::Terraform).value;
        let problems = Module::from_files(&[file], Language::Terraform).diagnostics;
        assert_eq!(
            found(&problems, text),
            [("hcl2::terraform::reference-expected", written)]
        );
        assert_eq!(problems[0].suggestions[0].replacement, right);
    }
}
