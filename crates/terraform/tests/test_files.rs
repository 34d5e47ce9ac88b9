//! Files of tests and mocks.

mod support;

use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{Language, body_of_kind};
use support::{found, source};

fn problems(name: &str, text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let kind = body_of_kind(name).expect("a kind of file");
    file.value.check(kind, Language::Terraform, None)
}

const UNDECLARED: &str = "hcl2::terraform::undeclared";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";

#[test]
fn only_earlier_runs_are_available() {
    let text = "provider \"p\" {\n  a = run.setup.b\n}\nrun \"setup\" {\n  variables {\n    c = run.later.d\n  }\n}\nrun \"later\" {\n  assert {\n    condition     = run.setup.b == run.setpu.b\n    error_message = run.later.d\n  }\n}\n";
    let problems = problems("a.tftest.hcl", text);
    assert_eq!(
        found(&problems, text),
        [
            (UNDECLARED, "run.later.d"),
            (UNDECLARED, "run.setpu.b"),
            (UNDECLARED, "run.later.d"),
        ]
    );
    assert!(!problems.has_errors());
    assert_eq!(
        problems[1].detail,
        "The file declares no run `setpu`. Did you mean `setup`?"
    );
    assert_eq!(problems[1].suggestions[0].replacement, ".setup");
}

#[test]
fn blocks_that_repeat_others_are_reported() {
    let text = "variables {\n}\nvariables {\n}\nprovider \"p\" {\n}\nmock_provider \"p\" {\n  mock_data \"d\" {\n  }\n  mock_resource \"d\" {\n  }\n  mock_data \"d\" {\n  }\n}\nmock_provider \"p\" {\n  alias = \"q\"\n}\noverride_resource {\n  target = a.b[0]\n}\noverride_resource {\n  target = a.b[1]\n}\noverride_resource {\n  target = a.b[0]\n}\nrun \"r\" {\n  override_resource {\n    target = a.b[0]\n  }\n}\n";
    let expected = [
        (DUPLICATE, "variables"),
        (DUPLICATE, "mock_provider \"p\""),
        (DUPLICATE, "mock_data \"d\""),
        (DUPLICATE, "override_resource"),
    ];
    let problems = problems("a.tftest.hcl", text);
    assert_eq!(found(&problems, text), expected);
    let lines: Vec<usize> = problems
        .iter()
        .filter_map(|problem| Some(text[..problem.subject?.start as usize].lines().count()))
        .collect();
    assert_eq!(lines, [2, 6, 12, 23]);
}

#[test]
fn mocked_objects_are_declared_once_in_a_file_of_mocks() {
    let text = "{\"mock_data\": {\"d\": [{}, {}]}, \"override_data\": [{\"target\": \"data.a.b\"}, {\"target\": \"data.a.c\"}]}";
    let codes: Vec<&str> = problems("a.tfmock.json", text)
        .iter()
        .map(|problem| problem.code.id())
        .collect();
    assert_eq!(codes, [DUPLICATE]);
}

#[test]
fn arguments_of_runs_fit_together() {
    let text = "run \"a\" {\n  command = plan\n  plan_options {\n    mode    = refresh-only\n    refresh = false\n  }\n  module {\n    source  = \"./b\"\n    version = \"1.0\"\n  }\n  expect_failures = [var.a, output.b, check.c, d.e, data.f.g, local.h, module.i, path.module]\n}\n";
    let expected = [
        ("hcl2::terraform::conflicting-arguments", "refresh = false"),
        ("hcl2::terraform::invalid-version", "\"./b\""),
        ("hcl2::terraform::invalid-target", "local.h"),
        ("hcl2::terraform::invalid-target", "module.i"),
        ("hcl2::terraform::invalid-target", "path.module"),
    ];
    assert_eq!(found(&problems("a.tftest.hcl", text), text), expected);
}

#[test]
fn mocked_values_are_constants_up_to_a_version() {
    let text = "mock_provider \"a\" {\n  mock_resource \"a_b\" {\n    defaults = {\n      c = upper(\"d\")\n    }\n  }\n}\nrun \"e\" {\n  override_module {\n    target  = module.f\n    outputs = { g = var.h }\n  }\n  override_resource {\n    target = a_b.c\n    values = { d = [1, \"e\"] }\n  }\n}\n";
    let file = ModuleFile::parse(&source("a.tftest.hcl", text), Language::Terraform).value;
    let kind = body_of_kind("a.tftest.hcl").expect("a kind of file");
    let at = |version: &str| {
        let version = version.parse().expect("a version");
        file.check(kind, Language::Terraform, Some(version))
    };
    let code = "hcl2::terraform::unsupported-version";
    assert_eq!(
        found(&at("terraform@1.14"), text),
        [(code, "upper"), (code, "var.h")]
    );
    assert!(at("terraform@1.15").is_empty());
}
