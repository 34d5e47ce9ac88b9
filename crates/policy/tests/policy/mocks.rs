//! Tests of policies.

use hcl2_diagnostics::codes::{body as body_codes, policy as codes, terraform as terraform_codes};
use hcl2_policy::{CaseResult, CaseStatus};

use crate::shared::{condition, run};

const SMALL: &str = "attrs.size <= 100";

fn cases(policy: &str, tests: &str) -> Vec<(String, CaseStatus)> {
    let (cases, problems) = run(policy, tests);
    assert!(problems.is_empty(), "{problems:?}");
    let of = |case: CaseResult| (case.address, case.status);
    cases.into_iter().map(of).collect()
}

fn statuses(policy: &str, tests: &str) -> Vec<CaseStatus> {
    cases(policy, tests)
        .into_iter()
        .map(|(_, status)| status)
        .collect()
}

#[test]
fn mocks_pass_as_expected_or_fail() {
    let tests = "resource \"acme_disk\" \"a\" {\n  attrs = { size = 1 }\n}\nresource \"acme_disk\" \"b\" {\n  attrs = { size = 200 }\n}\nresource \"acme_disk\" \"c\" {\n  expect_failure = true\n  attrs = { size = 200 }\n}\nresource \"acme_disk\" \"d\" {\n  expect_failure = true\n  attrs = { size = 1 }\n}\nresource \"acme_disk\" \"e\" {\n  skip  = true\n  attrs = { size = 200 }\n}\nresource \"acme_disk\" \"f\" {\n  attrs = {}\n}\n";
    let expected = [
        CaseStatus::Pass,
        CaseStatus::Fail,
        CaseStatus::Pass,
        CaseStatus::Fail,
        CaseStatus::Skip,
        CaseStatus::Error,
    ];
    assert_eq!(statuses(&condition(SMALL), tests), expected);
    assert_eq!(cases(&condition(SMALL), tests)[0].0, "resource.acme_disk.a");
}

#[test]
fn skipped_mocks_are_found_and_referred_to() {
    let policy = condition("core::length(core::getresources(\"acme_tag\", { disk = attrs.name })) == 1");
    let tests = "locals {\n  name = \"x\"\n}\nresource \"acme_disk\" \"a\" {\n  attrs = { name = local.name }\n}\nresource \"acme_tag\" \"t\" {\n  skip  = true\n  attrs = { disk = acme_disk.a.name, size = acme_disk.a.attrs.name }\n}\n";
    assert_eq!(statuses(&policy, tests), [CaseStatus::Pass, CaseStatus::Skip]);
}

#[test]
fn data_mocks_are_looked_up() {
    let policy = condition("core::getdatasource(\"acme_image\", { name = attrs.image }).size == 1");
    let tests = "data \"acme_image\" \"i\" {\n  attrs = { name = \"i\", size = 1 }\n}\nresource \"acme_disk\" \"a\" {\n  attrs = { image = data.acme_image.i.name }\n}\nresource \"acme_disk\" \"b\" {\n  attrs = { image = \"j\" }\n}\n";
    assert_eq!(statuses(&policy, tests), [CaseStatus::Pass, CaseStatus::Error]);
}

#[test]
fn inputs_are_those_of_the_mock_then_of_the_file() {
    let policy = "input \"most\" {\n  type    = number\n  default = 1\n}\nresource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition = attrs.size <= input.most\n  }\n}\n";
    let tests = "inputs {\n  most = 10\n}\nresource \"acme_disk\" \"a\" {\n  attrs = { size = 10 }\n}\nresource \"acme_disk\" \"b\" {\n  attrs = { size = 20 }\n  inputs {\n    most = 20\n  }\n}\n";
    assert_eq!(statuses(policy, tests), [CaseStatus::Pass, CaseStatus::Pass]);
}

#[test]
fn operations_are_those_of_the_values() {
    let policy = "resource_policy \"acme_disk\" \"p\" {\n  operations = [\"update\"]\n  enforce {\n    condition = attrs.name == prior_attrs.name\n  }\n}\n";
    let tests = "resource \"acme_disk\" \"created\" {\n  attrs = { name = \"a\" }\n}\nresource \"acme_disk\" \"changed\" {\n  expect_failure = true\n  attrs       = { name = \"a\" }\n  prior_attrs = { name = \"b\" }\n}\nresource \"acme_disk\" \"deleted\" {\n  prior_attrs = { name = \"b\" }\n}\nresource \"acme_disk\" \"said\" {\n  meta        = { operation = \"create\" }\n  attrs       = { name = \"a\" }\n  prior_attrs = { name = \"b\" }\n}\n";
    assert_eq!(statuses(policy, tests), [CaseStatus::Pass; 4]);
}

#[test]
fn providers_and_modules_are_mocked() {
    let policy = "provider_policy \"acme\" \"p\" {\n  enforce {\n    condition = meta.source == \"a\" && meta.alias == null\n  }\n}\nmodule_policy \"north/*\" \"m\" {\n  enforce {\n    condition = core::semverconstraint(meta.version, \">= 1\")\n  }\n}\n";
    let tests = "provider \"acme\" \"good\" {\n  meta = { source = \"a\" }\n}\nprovider \"acme\" \"bad\" {\n  expect_failure = true\n  meta = { source = \"b\" }\n}\nmodule \"north/net/acme\" \"good\" {\n  meta = { version = \"1.0.0\" }\n}\nmodule \"south/net/acme\" \"other\" {\n  meta = { version = \"0.1.0\" }\n}\n";
    assert_eq!(statuses(policy, tests), [CaseStatus::Pass; 4]);
}

#[test]
fn plug_ins_leave_mocks_unknown() {
    let policy = condition("plugin::sample::echo(attrs.size) == 1");
    assert_eq!(
        statuses(
            &policy,
            "resource \"acme_disk\" \"a\" {\n  attrs = { size = 1 }\n}\n"
        ),
        [CaseStatus::Unknown]
    );
}

#[test]
fn wrong_mocks_are_errors_with_places() {
    let of = |tests: &str| {
        let (_, problems) = run(&condition(SMALL), tests);
        let problem = problems.iter().next().unwrap();
        (problem.code, problem.subject.is_some())
    };
    let mock = |body: &str| format!("resource \"acme_disk\" \"a\" {{\n  {body}\n}}\n");
    assert_eq!(of(&mock("attrs = 1")), (codes::INVALID_MOCK, true));
    assert_eq!(
        of(&mock("attrs = {}\n  meta = { operation = 1 }")),
        (codes::INVALID_MOCK, true)
    );
    assert_eq!(
        of(&mock("attrs = {}\n  size = 1")).0,
        body_codes::UNSUPPORTED_ATTRIBUTE
    );
    let input = "inputs {\n  mots = 1\n}\nresource \"acme_disk\" \"a\" {\n  attrs = { size = 1 }\n}\n";
    assert_eq!(of(input), (terraform_codes::UNDECLARED, true));
    let cycle = "resource \"acme_disk\" \"a\" {\n  attrs = { size = acme_disk.b.size }\n}\nresource \"acme_disk\" \"b\" {\n  attrs = { size = acme_disk.a.size }\n}\n";
    assert_eq!(of(cycle), (terraform_codes::REFERENCE_CYCLE, true));
}
