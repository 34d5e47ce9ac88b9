//! Files of stacks, policies and settings, and files that migrate state.

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

const BLOCK: &str = "hcl2::body::unsupported-block";
const ATTRIBUTE: &str = "hcl2::body::unsupported-attribute";
const MISSING: &str = "hcl2::body::missing-attribute";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";

#[track_caller]
fn check(name: &str, text: &str, expected: &[(&str, &str)]) {
    assert_eq!(found(&problems(name, text), text), expected, "{name}");
}

#[test]
fn components_of_stacks_have_a_table() {
    let text = r#"required_providers {
  aws = {
    source  = "hashicorp/aws"
    version = "~> 5.0"
  }
}
provider "aws" "main" {
  for_each = var.regions
  config {
    region = each.value
  }
}
variable "regions" {
  type = set(string)
}
variable "aws" {
  type = map(providerconfig(aws))
}
component "net" {
  for_each = var.regions
  source   = "./net"
  inputs = {
    region = each.value
  }
  providers = {
    aws = provider.aws.main[each.value]
  }
}
removed {
  from      = component.old[each.value]
  source    = "./old"
  for_each  = var.regions
  providers = {}
}
output "id" {
  type  = string
  value = component.net["a"].id
}
"#;
    check("main.tfcomponent.hcl", text, &[]);
    check("main.tfstack.hcl", text, &[]);
    let text = "component \"a\" {\n  sorce = \"./a\"\n}\ncomponent \"a\" {\n  source = \"./a\"\n}\nresource \"a\" \"b\" {\n}\nvariable \"v w\" {\n  type = strin\n}\n";
    let expected = [
        (MISSING, ""),
        (ATTRIBUTE, "sorce"),
        (DUPLICATE, "component \"a\""),
        (BLOCK, "resource"),
        ("hcl2::terraform::invalid-name", "\"v w\""),
        ("hcl2::decode::invalid-type", "strin"),
    ];
    check("main.tfcomponent.hcl", text, &expected);
}

#[test]
fn deployments_of_stacks_have_a_table() {
    let text = r#"identity_token "aws" {
  audience = ["aws"]
}
store "varset" "keys" {
  id       = "varset-1"
  category = "env"
}
deployment "prod" {
  inputs = {
    token = identity_token.aws.jwt
  }
  deployment_group = deployment_group.main
}
deployment_group "main" {
  auto_approve_checks = [deployment_auto_approve.safe]
}
deployment_auto_approve "safe" {
  check {
    condition = context.plan.changes.remove == 0
    reason    = "Nothing is removed."
  }
}
upstream_input "net" {
  type   = "stack"
  source = "app.terraform.io/a/b/c"
}
publish_output "id" {
  value = deployment.prod.id
}
"#;
    check("main.tfdeploy.hcl", text, &[]);
    let text = r#"{"deployment": {"a": {"inptus": {}}}}"#;
    check(
        "main.tfdeploy.json",
        text,
        &[("hcl2::json::unexpected-property", "\"inptus\"")],
    );
}

#[test]
fn policies_and_their_tests_have_tables() {
    let text = r#"policy {
  terraform_config {
    required_version = ">= 1.16"
  }
}
input "tags" {
  type = map(string)
}
resource_policy "aws_s3_bucket" "private" {
  enforcement_level = "mandatory"
  operations        = ["create"]
  enforce {
    condition     = attrs.acl == "private"
    error_message = "Buckets must be private."
  }
}
"#;
    check("main.policy.hcl", text, &[]);
    let text = "resource_policy \"a\" {\n}\nmodule_policy \"a\" \"b\" {\n  enforce {\n  }\n}\n";
    let expected = [("hcl2::body::missing-label", "{"), (MISSING, "")];
    check("main.policy.hcl", text, &expected);
    let text =
        "resource \"a\" \"b\" {\n  attrs = { c = 1 }\n  expect_failure = true\n}\ndata \"a\" \"b\" {\n}\n";
    check("main.policytest.hcl", text, &[(MISSING, "")]);
}

#[test]
fn migrations_and_settings_of_the_command_have_tables() {
    let text = "from {\n  backend \"local\" {\n    path = \"a\"\n  }\n  stat_store \"b\" {\n  }\n}\n";
    check("a.tfmigrate.hcl", text, &[(BLOCK, "stat_store")]);
    let text = "plugin_cach_dir = \"a\"\nprovider_installation {\n  network_mirror {\n    include = [\"b/*/*\"]\n  }\n  oci_mirror {\n  }\n}\ncredentials \"app.terraform.io\" {\n  token = \"c\"\n}\n";
    let expected = [
        (ATTRIBUTE, "plugin_cach_dir"),
        (MISSING, ""),
        (BLOCK, "oci_mirror"),
    ];
    for name in [".terraformrc", "terraform.rc", ".tofurc", "a.tfrc"] {
        check(name, text, &expected);
    }
    check("a.tfrc.json", r#"{"credentials": {"a.b": {"token": "c"}}}"#, &[]);
}

#[test]
fn locks_are_what_the_product_writes() {
    let name = ".terraform.lock.hcl";
    let lock = |address: &str, arguments: &str| format!("provider \"{address}\" {{\n{arguments}}}\n");
    let full = "registry.terraform.io/hashicorp/null";
    let sound = "  version     = \"3.2.1\"\n  constraints = \">= 3.0.0, < 4.0.0\"\n  hashes = [\n    \"h1:YQ==\",\n  ]\n";
    check(name, &lock(full, sound), &[]);
    let version = "hcl2::terraform::invalid-version";
    let value = "hcl2::terraform::invalid-value";
    for (arguments, code, subject) in [
        ("  version = \"3.2\"\n", version, "\"3.2\""),
        ("  version = \">= 3.2.0\"\n", version, "\">= 3.2.0\""),
        (
            "  version     = \"3.2.1\"\n  constraints = \"~> 3\"\n",
            version,
            "\"~> 3\"",
        ),
        ("  version = \"3.2.1\"\n  hashes  = []\n", value, "[]"),
        ("  version = \"3.2.1\"\n  hashes  = [\"a\"]\n", value, "\"a\""),
        ("  version = \"3.2.1\"\n  hash    = []\n", ATTRIBUTE, "hash"),
    ] {
        check(name, &lock(full, arguments), &[(code, subject)]);
    }
    let source = "hcl2::terraform::invalid-source";
    for address in [
        "hashicorp/null",
        "terraform.io/builtin/terraform",
        "a b/c/d",
        "Registry.terraform.io/a/b",
    ] {
        let text = lock(address, "  version = \"3.2.1\"\n");
        check(name, &text, &[(source, &format!("{address:?}"))]);
    }
    let twice = lock(full, sound).repeat(2);
    check(name, &twice, &[(DUPLICATE, &format!("provider \"{full}\""))]);
}
