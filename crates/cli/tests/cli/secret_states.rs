//! Values that prior states, fixtures and schemas of providers call sensitive never show in what is printed for people, nor in
//! messages.

use crate::secret_files::module;
use crate::support::run;

const MODULE: &str = r#"
resource "terraform_data" "a" {
  input = "new"
}
resource "acme_db" "d" {
  name = "x"
}
data "acme_secret" "s" {
  name = "q"
}
output "o" {
  value = terraform_data.a.output
}
output "p" {
  value     = acme_db.d.password
  sensitive = true
}
output "t" {
  value     = "${data.acme_secret.s.value}x"
  sensitive = true
}
check "c" {
  assert {
    condition     = data.acme_secret.s.value == "z"
    error_message = "was ${data.acme_secret.s.value}"
  }
}
"#;

/// What a state has: sensitive outputs, attributes that the state or the schema calls sensitive, and objects that are gone.
const STATE: &str = r#"{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "x",
"outputs": {"p": {"value": "CANARY1", "type": "string", "sensitive": true},
  "gone": {"value": "CANARY2", "type": "string", "sensitive": true}},
"resources": [
{"mode": "managed", "type": "acme_db", "name": "d", "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
 "instances": [{"schema_version": 0, "attributes": {"password": "CANARY3", "name": "CANARY4", "id": "1"},
  "sensitive_attributes": [[{"type": "get_attr", "value": "name"}]]}]},
{"mode": "managed", "type": "acme_db", "name": "gone", "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
 "instances": [{"schema_version": 0, "attributes": {"password": "CANARY5", "name": "CANARY6", "id": "1"},
  "sensitive_attributes": [[{"type": "get_attr", "value": "name"}]]}]},
{"mode": "managed", "type": "terraform_data", "name": "a", "provider": "provider[\"terraform.io/builtin/terraform\"]",
 "instances": [{"schema_version": 0, "attributes": {"id": "i", "input": {"value": "CANARY7", "type": "string"},
  "output": {"value": "CANARY7", "type": "string"}, "triggers_replace": null},
  "sensitive_attributes": [[{"type": "get_attr", "value": "input"}], [{"type": "get_attr", "value": "output"}]]}]}]}"#;

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
"resource_schemas": {"acme_db": {"version": 0, "block": {"attributes": {
  "id": {"type": "string", "computed": true}, "name": {"type": "string", "optional": true},
  "password": {"type": "string", "optional": true, "computed": true, "sensitive": true}}}}},
"data_source_schemas": {"acme_secret": {"version": 0, "block": {"attributes": {
  "name": {"type": "string", "required": true}, "value": {"type": "string", "computed": true, "sensitive": true}}}}}}}}"#;

const FIXTURES: &str = r#"{"data.acme_secret.s": {"value": "CANARY8", "name": "q"}}"#;

/// Asserts that no run of `plan` prints a canary. Returns all that was printed.
fn printed(directory: &std::path::Path, arguments: &[&str]) -> String {
    let given = [
        "plan",
        ".",
        "--schema",
        "schemas.json",
        "--state",
        "a.tfstate",
        "--data",
        "data.json",
    ];
    let (_, stdout, stderr) = run(directory, &[&given, arguments].concat(), "");
    let all = stdout + &stderr;
    assert!(!all.contains("CANARY"), "{arguments:?}: {all}");
    all
}

#[test]
fn sensitive_values_of_states_and_fixtures_stay_out_of_plans() {
    let directory = module(&[
        ("main.tf", MODULE),
        ("a.tfstate", STATE),
        ("schemas.json", SCHEMAS),
        ("data.json", FIXTURES),
    ]);
    let plan = printed(directory.path(), &[]);
    for shown in [
        "~ name = (sensitive value)",
        "- password = (sensitive value) -> null",
        "~ input  = (sensitive value)",
        "- gone = (sensitive value) -> null",
        "Failed: check.c",
    ] {
        assert!(plan.contains(shown), "{shown}: {plan}");
    }
    for why in [
        "output.p",
        "output.t",
        "output.gone",
        "acme_db.d",
        "acme_db.gone",
        "terraform_data.a",
        "check.c",
    ] {
        printed(directory.path(), &["--why", why]);
    }
    for format in ["json", "sarif", "junit", "github"] {
        printed(directory.path(), &["--diagnostics", format]);
    }
}

#[test]
fn sensitive_values_of_states_and_fixtures_stay_out_of_messages() {
    let expressions = [
        "tonumber(local.s)",
        "jsondecode(local.s)",
        "yamldecode(\"${local.s}: [\")",
        "parseint(local.s, 10)",
        "[1][local.s]",
        "{ a = 1 }[local.s]",
        "regex(\"zz\", local.s)",
        "{ for x in [1, 2] : local.s => x }",
        "file(local.s)",
        "templatefile(local.s, {})",
        "local.s + 1",
        "local.s ? 1 : 2",
        "formatdate(local.s, \"2020-01-01T00:00:00Z\")",
        "lookup({ a = 1 }, local.s)",
        "base64decode(local.s)",
        "index([\"a\"], local.s)",
        "format(local.s, 1)",
        "[for x in local.s : x]",
        "local.s.foo",
        "provider::terraform::decode_tfvars(local.s)",
    ];
    let mut text =
        "locals {\n  s = data.acme_secret.s.value\n}\ndata \"acme_secret\" \"s\" {\n  name = \"q\"\n}\n"
            .to_owned();
    for (index, expression) in expressions.iter().enumerate() {
        text += &format!("output \"o{index}\" {{\n  value     = {expression}\n  sensitive = true\n}}\n");
        text += &format!(
            "resource \"terraform_data\" \"r{index}\" {{\n  count = {expression}\n  lifecycle {{\n    precondition {{\n      \
             condition     = ({expression}) == 7\n      error_message = \"${{{expression}}}\"\n    }}\n  }}\n}}\n"
        );
    }
    let directory = module(&[
        ("main.tf", text.as_str()),
        ("a.tfstate", STATE),
        ("schemas.json", SCHEMAS),
        ("data.json", FIXTURES),
    ]);
    for format in ["plain", "json", "sarif", "junit"] {
        let all = printed(directory.path(), &["--diagnostics", format]);
        assert!(all.contains("hcl2::expr::"), "{all}");
    }
}
