//! Static plans of modules, and providers and modules as subjects.

use hcl2_diagnostics::SourceMap;
use hcl2_policy::{Answer, Cause, SubjectKind, World};

use crate::shared::{condition, judge, module};

#[test]
fn attributes_without_a_schema_are_unknown() {
    let world = module("resource \"acme_disk\" \"d\" {\n  size = 1\n  part {\n    name = \"a\"\n  }\n}\n");
    let answer = |text: &str| judge(&condition(text), &world)[0].answer;
    assert_eq!(answer("attrs.size == 1"), Answer::Pass);
    assert_eq!(answer("core::try(attrs.encrypted, false)"), Answer::Unknown);
    assert_eq!(answer("attrs.part[0].name == \"a\""), Answer::Pass);
    assert_eq!(
        answer("core::try(attrs.part[0].kind, \"x\") == \"x\""),
        Answer::Unknown
    );
}

#[test]
fn attributes_with_a_schema_are_those_of_the_plan() {
    let world = module("resource \"terraform_data\" \"d\" {\n  input = 1\n}\n");
    let policy = |text: &str| condition(text).replace("acme_disk", "terraform_data");
    let findings = judge(&policy("attrs.id == \"a\""), &world);
    assert_eq!(findings[0].answer, Answer::Unknown);
    assert_eq!(
        findings[0].enforced[0].causes,
        [Cause::Value("terraform_data.d.id".to_owned())]
    );
    assert_eq!(judge(&policy("attrs.input == 1"), &world)[0].answer, Answer::Pass);
    assert!(findings[0].place.is_some());
}

#[test]
fn an_unknown_number_of_instances_decides_only_failures() {
    let world = module("variable \"n\" {}\nresource \"acme_disk\" \"d\" {\n  count = var.n\n  size = 1\n}\n");
    assert_eq!(
        judge(&condition("attrs.size == 1"), &world)[0].answer,
        Answer::Pass
    );
    let findings = judge(&condition("attrs.size == 2"), &world);
    assert_eq!(findings[0].answer, Answer::Unknown);
    let applies = findings[0].applies.as_ref().unwrap();
    assert_eq!(applies.causes, [Cause::Instance("acme_disk.d[*]".to_owned())]);
}

#[test]
fn meta_says_what_a_resource_is() {
    let world = module("resource \"acme_disk\" \"d\" {}\n");
    let text = "meta.type == \"acme_disk\" && meta.operation == \"create\" && meta.module_path == \".\" && meta.provider_type == \"acme\"";
    assert_eq!(judge(&condition(text), &world)[0].answer, Answer::Pass);
    let findings = judge(&condition("meta.tfe_workspace.name == \"a\""), &world);
    assert_eq!(findings[0].answer, Answer::Unknown);
}

const PROVIDERS: &str = "provider_policy \"acme\" \"region\" {\n  filter = meta.alias == null\n  enforce {\n    condition = attrs.region == \"eu\" && attrs.zone == null && meta.source == \"registry.terraform.io/north/acme\"\n  }\n}\n";

#[test]
fn provider_configurations_are_subjects() {
    let world = module(
        "terraform {\n  required_providers {\n    acme = {\n      source = \"north/acme\"\n    }\n  }\n}\nvariable \"region\" {\n  default = \"eu\"\n}\nprovider \"acme\" {\n  region = var.region\n}\nprovider \"acme\" {\n  alias  = \"west\"\n  region = \"us\"\n}\n",
    );
    let findings = judge(PROVIDERS, &world);
    let found: Vec<_> = findings
        .iter()
        .map(|finding| (finding.subject.as_str(), finding.answer))
        .collect();
    assert_eq!(found, [("provider.acme", Answer::Pass)]);
}

#[test]
fn module_calls_are_subjects() {
    let policy = "module_policy \"*\" \"approved\" {\n  enforce {\n    condition = meta.source == \"registry.terraform.io/north/net/acme\" && core::semverconstraint(meta.version, \">= 2.0\") && attrs.size == 1\n  }\n}\n";
    let answer = |version: &str| {
        let call = format!(
            "module \"m\" {{\n  source  = \"north/net/acme\"\n  version = \"{version}\"\n  size    = 1\n}}\n"
        );
        judge(policy, &module(&call))[0].answer
    };
    assert_eq!(answer("2.1.0"), Answer::Pass);
    assert_eq!(answer("1.9.0"), Answer::Fail);
    assert_eq!(answer(">= 1.0"), Answer::Unknown);
    let exact = policy.replace("\"*\"", "\"north/net/acme\"");
    let call = "module \"m\" {\n  source = \"north/net/acme\"\n}\n";
    let subject = judge(
        &exact.replace(
            "core::semverconstraint(meta.version, \">= 2.0\")",
            "meta.version == null",
        ),
        &module(call),
    );
    assert_eq!(
        (subject[0].subject.as_str(), subject[0].kind),
        ("module.m", SubjectKind::Module)
    );
}

#[test]
fn configuration_of_a_plan_as_json_is_read() {
    let plan = r#"{"resource_changes": [], "configuration": {
        "provider_config": {"acme": {"name": "acme", "full_name": "registry.terraform.io/north/acme",
            "expressions": {"region": {"constant_value": "eu"}}}},
        "root_module": {"module_calls": {"m": {"source": "./m", "expressions": {"a": {"references": ["var.a"]}},
            "module": {"module_calls": {"n": {"source": "../n"}}}}}}}}"#;
    let source = SourceMap::new().add("plan.json", plan).unwrap();
    let world = World::from_json(&source).unwrap();
    assert_eq!(judge(PROVIDERS, &world)[0].answer, Answer::Pass);
    let addresses: Vec<&str> = world
        .subjects
        .iter()
        .map(|subject| subject.address.as_str())
        .collect();
    assert_eq!(addresses, ["provider.acme", "module.m", "module.m.module.n"]);
    let policy = "module_policy \"./m\" \"p\" {\n  enforce {\n    condition = attrs.a == 1\n  }\n}\n";
    let findings = judge(policy, &world);
    assert_eq!(
        findings[0].enforced[0].causes,
        [Cause::Value("module.m.a".to_owned())]
    );
}

#[test]
fn nested_unknown_and_sensitive_parts_of_json_are_read() {
    let world = crate::shared::created(
        r#"{"tags": {"a": "1"}, "rules": [{"port": 1}, {}]}"#,
        r#"{"tags": {"b": true}, "rules": [{}, {"port": true}]}"#,
    );
    let cause = |text: &str| judge(&condition(text), &world)[0].enforced[0].causes.clone();
    assert_eq!(cause("attrs.rules[0].port == 1"), []);
    assert_eq!(
        cause("attrs.rules[1].port == 1"),
        [Cause::Value("acme_disk.d.rules[1].port".to_owned())]
    );
    assert_eq!(
        cause("attrs.tags.b == \"1\""),
        [Cause::Value("acme_disk.d.tags.b".to_owned())]
    );
}
