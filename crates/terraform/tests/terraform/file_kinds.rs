//! Files of stacks, policies and settings, and files that migrate state.

use crate::support::{found, source};
use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

fn problems(name: &str, text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let kind = FileKind::of(name).expect("a kind of file");
    file.value.check(kind, Language::Terraform, None)
}

const BLOCK: &str = "hcl2::body::unsupported-block";
const ATTRIBUTE: &str = "hcl2::body::unsupported-attribute";
const MISSING: &str = "hcl2::body::missing-attribute";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";
const UNDECLARED: &str = "hcl2::terraform::undeclared";
const CONFLICTING: &str = "hcl2::terraform::conflicting-arguments";
const MISSING_BLOCK: &str = "hcl2::terraform::missing-block";

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

/// Checks the first of several files, which belong together.
#[track_caller]
fn check_together(files: &[(&str, &str)], expected: &[(&str, &str)]) {
    let mut sources = SourceMap::new();
    let parsed = files.iter().map(|(name, text)| {
        let source = sources.add(*name, *text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    });
    let parsed: Vec<ModuleFile> = parsed.collect();
    let kind = FileKind::of(files[0].0).expect("a kind of file");
    // The one that is checked is the last in the order of files.
    let (last, others) = parsed.split_last().expect("a file");
    let others: Vec<&ModuleFile> = others.iter().collect();
    let problems = last.check_with(&others, kind, Language::Terraform, None);
    let (_, text) = files[files.len() - 1];
    assert_eq!(found(&problems, text), expected, "{text}");
}

const STORE: &str = "from {\n  state_store \"a_b\" {\n    provider \"a\" {}\n  }\n}\n";
const PROVIDER: &str =
    "state_store_provider {\n  a = {\n    source  = \"x/a\"\n    version = \"1.2.3\"\n  }\n}\n";
const BACKEND: &str = "from {\n  backend \"local\" {}\n}\n";

#[test]
fn migrations_have_one_origin() {
    let name = "a.tfmigrate.hcl";
    check(name, BACKEND, &[]);
    check(name, &format!("{STORE}{PROVIDER}"), &[]);
    check(name, STORE, &[(MISSING_BLOCK, "state_store \"a_b\"")]);
    check(name, PROVIDER, &[(MISSING_BLOCK, "state_store_provider")]);
    check(name, "", &[(MISSING_BLOCK, "")]);
    check(name, "from {\n}\n", &[(MISSING_BLOCK, "from")]);
    check(
        name,
        &format!("{BACKEND}{PROVIDER}"),
        &[(CONFLICTING, "state_store_provider")],
    );
    let both = STORE.replace("from {\n", "from {\n  backend \"local\" {}\n");
    check(
        name,
        &format!("{both}{PROVIDER}"),
        &[
            (CONFLICTING, "state_store \"a_b\""),
            (CONFLICTING, "state_store_provider"),
        ],
    );
    check_together(&[("a.tfmigrate.hcl", STORE), ("b.tfmigrate.hcl", PROVIDER)], &[]);
    check_together(
        &[("a.tfmigrate.hcl", BACKEND), ("b.tfmigrate.hcl", BACKEND)],
        &[(DUPLICATE, "from")],
    );
}

#[test]
fn providers_of_migrations_have_one_version() {
    let name = "a.tfmigrate.hcl";
    let with = |from: &str, to: &str| format!("{STORE}{}", PROVIDER.replace(from, to));
    let version = "hcl2::terraform::invalid-version";
    check(name, &with("1.2.3", ">= 1.2.3"), &[(version, "\">= 1.2.3\"")]);
    check(
        name,
        &with("source  = \"x/a\"", "configuration_aliases = [a.b]"),
        &[("hcl2::terraform::unknown-name", "configuration_aliases")],
    );
    check(
        name,
        &with("}\n}", "}\n  b = {}\n}"),
        &[("hcl2::terraform::invalid-value", "state_store_provider")],
    );
    let other = with("x/a", "x/c");
    check(
        name,
        &other,
        &[("hcl2::terraform::provider-configuration", "\"a\"")],
    );
    assert_eq!(problems(name, &other)[0].suggestions[0].replacement, "\"c\"");
}

#[test]
fn references_in_stacks_are_to_what_the_files_declare() {
    let name = "main.tfcomponent.hcl";
    let text = r#"variable "regions" {
  type = set(string)
}
locals {
  cidr = "10.0.0.0/8"
}
required_providers {
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
component "net" {
  for_each  = var.regions
  source    = "./net"
  inputs    = { cidr = local.cidr, all = [for each in [1] : each] }
  providers = { aws = provider.aws.main[each.value] }
}
stack "app" {
  source     = "./app"
  inputs     = { vpc = component.net["a"].vpc }
  depends_on = [component.net]
}
removed {
  from   = component.old
  source = "./old"
}
output "all" {
  type  = string
  value = stack.app.name
}
"#;
    check(name, text, &[]);
    for (from, to, wrong, right) in [
        (
            "= var.regions\n  config",
            "= var.region\n  config",
            "var.region",
            Some("var.regions"),
        ),
        (
            "cidr = local.cidr",
            "cidr = local.cdir",
            "local.cdir",
            Some("local.cidr"),
        ),
        (
            "provider.aws.main",
            "provider.aws.mian",
            "provider.aws.mian",
            Some("provider.aws.main"),
        ),
        (
            "vpc = component.net",
            "vpc = component.ent",
            "component.ent",
            Some("component.net"),
        ),
        ("= [component.net]", "= [component.dns]", "component.dns", None),
        (
            "= stack.app.name",
            "= stack.ap.name",
            "stack.ap",
            Some("stack.app"),
        ),
        ("= stack.app.name", "= stacks.app.name", "stacks", Some("stack")),
        ("= stack.app.name", "= data.a.b", "data", None),
    ] {
        let broken = text.replacen(from, to, 1);
        check(name, &broken, &[(UNDECLARED, wrong)]);
        let problems = problems(name, &broken);
        let suggested = problems[0].suggestions.first();
        assert_eq!(suggested.map(|own| own.replacement.as_str()), right, "{to}");
    }
    let broken = text.replacen("  for_each  = var.regions\n  source", "  source", 1);
    check(
        name,
        &broken,
        &[("hcl2::terraform::invalid-reference", "each.value")],
    );
}

#[test]
fn references_in_deployments_are_to_what_the_files_declare() {
    let name = "main.tfdeploy.hcl";
    let text = r#"identity_token "aws" {
  audience = ["a"]
}
store "varset" "keys" {
  id       = "b"
  category = "env"
}
upstream_input "network" {
  type   = "stack"
  source = "c"
}
deployment_auto_approve "safe" {
  check {
    condition = context.plan.changes.remove == 0
    reason    = "d"
  }
}
deployment_group "all" {
  auto_approve_checks = [deployment_auto_approve.safe]
}
deployment "prod" {
  inputs = {
    token = identity_token.aws.jwt
    key   = store.varset.keys.stable.key
    vpc   = upstream_input.network.vpc
  }
  deployment_group = deployment_group.all
}
publish_output "vpc" {
  value = deployment.prod.vpc
}
"#;
    check(name, text, &[]);
    for (right, wrong) in [
        ("identity_token.aws", "identity_token.asw"),
        ("store.varset.keys", "store.varset.kesy"),
        ("upstream_input.network", "upstream_input.net"),
        ("deployment_auto_approve.safe", "deployment_auto_approve.save"),
        ("deployment_group.all", "deployment_group.al"),
        ("deployment.prod", "deployment.pord"),
    ] {
        let broken = text.replacen(right, wrong, 1);
        check(name, &broken, &[(UNDECLARED, wrong)]);
    }
}

#[test]
fn files_of_a_stack_belong_together() {
    let variable = "variable \"a\" {\n  type = string\n}\n";
    let output = "output \"b\" {\n  type  = string\n  value = var.a\n}\n";
    let files = |first, second| [("a.tfcomponent.hcl", first), ("b.tfcomponent.hcl", second)];
    check_together(&files(variable, output), &[]);
    check_together(&files(variable, variable), &[(DUPLICATE, "variable \"a\"")]);
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
    for version in ["0.0.0", "3.2.1-beta1", "3.2.1+x"] {
        check(name, &lock(full, &format!("  version = {version:?}\n")), &[]);
    }
    // Terraform reserves these blocks, and ignores them.
    check(name, "module \"a\" {\n  b = 1\n}\nmodule \"a\" {\n}\n", &[]);
    let version = "hcl2::terraform::invalid-version";
    let value = "hcl2::terraform::invalid-value";
    for (arguments, code, subject) in [
        ("  version = \"3.2\"\n", version, "\"3.2\""),
        ("  version = \">= 3.2.0\"\n", version, "\">= 3.2.0\""),
        ("  version = \"v3.2.1\"\n", version, "\"v3.2.1\""),
        ("  version = \"03.2.1\"\n", version, "\"03.2.1\""),
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

#[test]
fn settings_of_opentofu_have_more_parts() {
    let text = "provider_installation {\n  oci_mirror {\n    repository_template = \"a.b/${type}\"\n  }\n  direct {\n    \
                download_retry_count = 3\n  }\n  network_mirror {\n    url              = \"https://a.b/\"\n    \
                trust_all_hashes = true\n  }\n}\noci_credentials \"a.b\" {\n  username = \"c\"\n}\n";
    let file = ModuleFile::parse(&source(".tofurc", text), Language::OpenTofu).value;
    let kind = FileKind::of(".tofurc").expect("a known name");
    assert!(file.check(kind, Language::OpenTofu, None).is_empty());
    let problems = file.check(kind, Language::Terraform, None);
    let unknown = [
        (BLOCK, "oci_mirror"),
        (ATTRIBUTE, "download_retry_count"),
        (ATTRIBUTE, "trust_all_hashes"),
        (BLOCK, "oci_credentials"),
    ];
    let found = found(&problems, text);
    assert!(unknown.iter().all(|problem| found.contains(problem)), "{found:?}");
}

/// The notation is that of OpenTofu's documentation, "Symbol Libraries" of v1.13, and of its request for comments of 24 April
/// 2026.
#[test]
fn symbol_libraries_have_a_table() {
    let text = r#"language {
  edition = "experimental2026"
}
typedef "size" {
  type = number
}
typedef "machine" {
  type = object({ cpus = number, memory = optional(symbols::size(), 1024) })
}
values {
  simple = 10
  upper  = upper(value.name)
}
values {
  name = symbols.other.name
}
symbols "other" {
  source  = "./other"
  version = "1.0.0"
}
function "add" {
  description = "Adds numbers."
  type        = number
  parameter "a" {
    type       = number
    allow_null = false
  }
  parameter "rest" {
    variadic = true
    validation {
      condition     = length(param.rest) > 0
      error_message = "No numbers."
    }
  }
  locals {
    all = [for own in param.rest : convert(own, symbols::size())]
  }
  return = symbols::add(param.a, symbols::other::sum(local.all...))
}
"#;
    check("a.sym.hcl", text, &[]);
    let text = r#"language {
  edition = "2026"
}
typedef "a" {
  type = list(symbols::b())
}
values {
  one = value.two
}
values {
  one = param.a
}
function "f" {
  parameter "p" {
    validation {
      condition     = local.l
      error_message = "No."
    }
  }
  locals {
    l = param.q
  }
  return = symbols::g(symbols::none::h(local.m, symbols.none.a))
}
function "no" {
  returns = 1
}
resource "a" "b" {
}
"#;
    let expected = [
        ("hcl2::terraform::unsupported-version", "\"2026\""),
        (UNDECLARED, "symbols::b"),
        (UNDECLARED, "value.two"),
        (DUPLICATE, "one"),
        (UNDECLARED, "param.a"),
        (UNDECLARED, "local.l"),
        (UNDECLARED, "param.q"),
        (UNDECLARED, "symbols::g"),
        (UNDECLARED, "symbols::none::h"),
        (UNDECLARED, "local.m"),
        (UNDECLARED, "symbols.none"),
        (MISSING, ""),
        (ATTRIBUTE, "returns"),
        (BLOCK, "resource"),
    ];
    check("a.sym.hcl", text, &expected);
}
