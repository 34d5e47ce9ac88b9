//! Mocks, overrides and configurations in tests and stacks, checked against the schemas of providers.

use crate::support::{found, source};
use hcl2_diagnostics::{Diagnostics, Severity};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Mocks, Module, ModuleFile, ProviderSchemas, Stack, TestFile};

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {
  "registry.terraform.io/hashicorp/acme": {
    "provider": {"block": {"attributes": {
      "region": {"type": "string", "optional": true}, "port": {"type": "number", "optional": true}}}},
    "resource_schemas": {"acme_disk": {"block": {
      "attributes": {
        "arn": {"type": "string", "computed": true},
        "size": {"type": "number", "optional": true},
        "count": {"type": "number", "computed": true},
        "tags": {"type": ["map", "string"], "optional": true, "computed": true},
        "parts": {"type": ["list", ["object", {"a": "string", "b": "number"}]], "computed": true},
        "owner": {"computed": true, "nested_type": {"nesting_mode": "single", "attributes": {
          "name": {"type": "string", "computed": true}, "age": {"type": "number", "computed": true}}}},
        "hosts": {"computed": true, "nested_type": {"nesting_mode": "list", "attributes": {
          "name": {"type": "string", "computed": true}}}}},
      "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {
        "text": {"type": "string", "optional": true}, "uid": {"type": "string", "computed": true}}}}}}}},
    "data_source_schemas": {"acme_zone": {"block": {"attributes": {
      "name": {"type": "string", "optional": true}, "code": {"type": "number", "computed": true}}}}}
  }
}}"#;

const MODULE: &str = "resource \"acme_disk\" \"d\" {\n  size = 1\n}\ndata \"acme_zone\" \"z\" {\n}\nmodule \"net\" {\n  source = \"./net\"\n}\nresource \"terraform_data\" \"t\" {\n}\n";

const IGNORED: &str = "hcl2::body::unsupported-attribute";
const UNFIT: &str = "hcl2::terraform::invalid-value";

fn schemas() -> ProviderSchemas {
    ProviderSchemas::from_json(&source("schemas.json", SCHEMAS)).expect("the schemas are sound")
}

fn read(name: &str, text: &str) -> ModuleFile {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    file.value
}

fn module(text: &str) -> Module {
    Module::from_files(&[read("main.tf", text)], Language::Terraform).value
}

/// Returns the problems of a file of tests of a module that calls another one with the same contents.
fn problems(name: &str, text: &str) -> Diagnostics {
    let module = module(MODULE);
    let tests = TestFile::read(&read(name, text), Language::Terraform);
    let problems = tests.check_schemas(&schemas(), &module, &|source| {
        ["./net", "./net/net"].contains(&source).then_some(&module)
    });
    let is_warning = problems
        .iter()
        .all(|problem| problem.severity == Severity::Warning);
    assert!(is_warning, "Terraform reports these only when it runs the tests");
    problems
}

#[track_caller]
fn expect_mocked(defaults: &str, expected: &[(&str, &str)]) {
    let text = format!(
        "mock_provider \"acme\" {{\n  mock_resource \"acme_disk\" {{\n    defaults = {defaults}\n  }}\n}}\n"
    );
    let problems = problems("a.tftest.hcl", &text);
    assert_eq!(found(&problems, &text), expected, "{defaults}");
}

#[test]
fn mocked_values_are_for_attributes_that_providers_set() {
    expect_mocked("{ arn = \"a\", tags = {} }", &[]);
    expect_mocked("{ arm = \"a\" }", &[(IGNORED, "arm")]);
    expect_mocked("{ size = 7 }", &[(IGNORED, "size")]);
    expect_mocked("{ owner = { nam = \"a\" } }", &[(IGNORED, "nam")]);
    expect_mocked("{ parts = [{ a = \"a\", z = 1 }] }", &[(IGNORED, "z")]);
    expect_mocked("{ hosts = { nam = \"a\" } }", &[(IGNORED, "nam")]);
    expect_mocked(
        "{ label = { uid = \"a\", text = \"b\", txt = 1 } }",
        &[(IGNORED, "text"), (IGNORED, "txt")],
    );
    // What is computed is not known.
    expect_mocked("{ (var.a) = 1, arn = var.a }", &[]);
    expect_mocked("merge({}, {})", &[]);
}

#[test]
fn mocked_values_fit_their_attributes() {
    expect_mocked("{ count = \"1\", arn = 5, tags = null }", &[]);
    expect_mocked(
        "{ owner = {}, parts = [{ b = \"1\" }], hosts = { name = [] } }",
        &[],
    );
    expect_mocked("{ count = \"x\" }", &[(UNFIT, "\"x\"")]);
    expect_mocked("{ arn = [] }", &[(UNFIT, "[]")]);
    expect_mocked("{ tags = \"x\" }", &[(UNFIT, "\"x\"")]);
    expect_mocked("{ owner = 4 }", &[(UNFIT, "4")]);
    expect_mocked("{ owner = { age = \"x\" } }", &[(UNFIT, "\"x\"")]);
    expect_mocked("{ hosts = [] }", &[(UNFIT, "[]")]);
    expect_mocked("{ parts = [{ b = \"x\" }] }", &[(UNFIT, "[{ b = \"x\" }]")]);
    expect_mocked("{ parts = { b = 1 } }", &[(UNFIT, "{ b = 1 }")]);
    expect_mocked("{ label = \"x\" }", &[(UNFIT, "\"x\"")]);
    expect_mocked("{ label = { uid = [] } }", &[(UNFIT, "[]")]);
}

#[test]
fn mocks_are_of_types_that_their_provider_has() {
    let text = "mock_provider \"acme\" {\n  alias = \"b\"\n  mock_resource \"acme_dsk\" {\n  }\n  mock_data \"acme_disk\" {\n  }\n}\nmock_provider \"other\" {\n  mock_data \"a\" {\n  }\n}\n";
    let problems = problems("a.tftest.hcl", text);
    let unknown = "hcl2::terraform::unknown-name";
    assert_eq!(
        found(&problems, text),
        [(unknown, "\"acme_dsk\""), (unknown, "\"acme_disk\"")]
    );
    assert_eq!(
        problems[0].detail,
        "The provider `acme` has no type `acme_dsk` for `mock_resource` blocks. Did you mean `acme_disk`?"
    );
    let text = r#"{"mock_resource": {"acme_disk": {"defaults": {"arm": "a", "count": "x"}}}}"#;
    let mocks = Mocks::read(&read("a.tfmock.json", text), Language::Terraform);
    let problems = mocks.check_schemas("acme", &schemas(), &Module::default());
    assert_eq!(found(&problems, text), [(IGNORED, "\"arm\""), (UNFIT, "\"x\"")]);
}

#[test]
fn overridden_values_are_of_the_object_that_they_override() {
    for (block, values, expected) in [
        (
            "override_resource",
            "acme_disk.d",
            &["{ arn = [] }", "{ arm = 1 }"],
        ),
        (
            "override_resource",
            "module.net.acme_disk.d",
            &["{ arn = [] }", "{ size = 1 }"],
        ),
        (
            "override_resource",
            "module.net[0].module.net.acme_disk.d[1]",
            &["{ arn = [] }", "{ size = 1 }"],
        ),
        (
            "override_data",
            "data.acme_zone.z",
            &["{ code = \"x\" }", "{ cod = 1 }"],
        ),
        (
            "override_resource",
            "terraform_data.t",
            &["{ id = [] }", "{ input = 1 }"],
        ),
    ]
    .map(|(block, target, values)| (block, target, values))
    {
        for (given, code) in expected.iter().zip([UNFIT, IGNORED]) {
            let own = format!("{block} {{\n  target = {values}\n  values = {given}\n}}\n");
            let in_run = format!("run \"a\" {{\n{own}}}\n");
            let in_mock = format!("mock_provider \"acme\" {{\n{own}}}\n");
            for text in [own, in_run, in_mock] {
                let problems = problems("a.tftest.hcl", &text);
                assert_eq!(problems.len(), 1, "{text}: {problems:?}");
                assert_eq!(problems[0].code.id(), code, "{text}");
            }
        }
    }
    // Nothing is known of other objects.
    let text = "override_resource {\n  target = module.other.acme_disk.d\n  values = { arm = 1 }\n}\noverride_module {\n  target = module.net\n  outputs = { arm = 1 }\n}\nrun \"a\" {\n  module {\n    source = \"./other\"\n  }\n  override_resource {\n    target = acme_disk.d\n    values = { arm = 1 }\n  }\n}\n";
    assert!(problems("a.tftest.hcl", text).is_empty());
}

#[test]
fn configurations_of_tests_and_stacks_fit_the_schemas_of_their_providers() {
    for (body, expected) in [
        ("region = var.a\n", None),
        ("port   = run.a.port\n", None),
        ("region = upper(\"a\")\n", None),
        ("regoin = 1\n", Some((IGNORED, "regoin"))),
        ("port = \"x\"\n", Some(("hcl2::decode::wrong-type", "\"x\""))),
        ("port {\n}\n", Some(("hcl2::body::unsupported-block", "port"))),
    ] {
        let tests = format!("provider \"acme\" {{\n{body}}}\nprovider \"other\" {{\n{body}}}\n");
        let of_tests = problems("a.tftest.hcl", &tests);
        assert_eq!(
            found(&of_tests, &tests),
            expected.into_iter().collect::<Vec<_>>(),
            "{body}"
        );
        let stack = format!(
            "required_providers {{\n  own = {{\n    source = \"hashicorp/acme\"\n  }}\n}}\nprovider \"own\" \"main\" {{\n  config {{\n{body}  }}\n}}\n"
        );
        let stack = stack.replace("run.a", "component.a");
        let of_stack = Stack::from_files([&read("main.tfcomponent.hcl", &stack)]).check_schemas(&schemas());
        assert_eq!(
            found(&of_stack, &stack),
            expected.into_iter().collect::<Vec<_>>(),
            "{body}"
        );
        assert_eq!(of_stack.has_errors(), expected.is_some());
    }
}

#[test]
fn files_of_mocks_in_a_directory_do_not_repeat_each_other() {
    let mocks = |name: &str, text: &str| Mocks::read(&read(name, text), Language::Terraform);
    let first = "mock_resource \"a_b\" {\n}\noverride_data {\n  target = data.a_b.c\n}\n";
    let second =
        "mock_data \"a_b\" {\n}\nmock_resource \"a_b\" {\n}\noverride_data {\n  target = data.a_b.c\n}\n";
    let problems = mocks("b.tfmock.hcl", second).repeated(&mocks("a.tfmock.hcl", first));
    let code = "hcl2::terraform::duplicate-declaration";
    assert_eq!(
        found(&problems, second),
        [(code, "\"a_b\""), (code, "override_data")]
    );
    assert!(problems.has_errors());
    assert_eq!(problems[0].subject.expect("a range").start, 34);
    assert!(
        mocks("b.tfmock.hcl", second)
            .repeated(&Mocks::default())
            .is_empty()
    );
}

#[test]
fn a_number_names_a_directory_of_mocks() {
    let tests = |source: &str| {
        let text = format!("mock_provider \"a\" {{\n  source = {source}\n}}\n");
        let tests = TestFile::read(&read("a.tftest.hcl", &text), Language::Terraform);
        let mocks = tests.providers[0].mocks.clone().expect("a mock");
        mocks.source.map(|(source, _)| source)
    };
    assert_eq!(tests("5").as_deref(), Some("5"));
    assert_eq!(tests("\"./mocks\"").as_deref(), Some("./mocks"));
    assert_eq!(tests("null"), None);
}
