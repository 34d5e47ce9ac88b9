//! The languages of other products.

use crate::support::{found, source};
use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{
    Language, body_of_foreign_file, body_of_kind, body_of_language, completed_by, languages,
};

fn problems(name: &str, text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let kind = body_of_foreign_file(name).expect("a file of a product");
    file.value.check(kind, Language::Terraform, None)
}

const BLOCK: &str = "hcl2::body::unsupported-block";
const ATTRIBUTE: &str = "hcl2::body::unsupported-attribute";
const MISSING: &str = "hcl2::body::missing-attribute";
const EXTRANEOUS: &str = "hcl2::body::extraneous-label";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";
const CYCLE: &str = "hcl2::terraform::reference-cycle";
const UNDECLARED: &str = "hcl2::terraform::undeclared";

#[track_caller]
fn check(name: &str, text: &str, expected: &[(&str, &str)]) {
    assert_eq!(found(&problems(name, text), text), expected, "{name}");
}

/// Asserts that a name is reported, with the right one as a suggestion.
#[track_caller]
fn suggests(name: &str, text: &str, wrong: &str, code: &str, right: &str) {
    check(name, text, &[(code, wrong)]);
    assert_eq!(problems(name, text)[0].suggestions[0].replacement, right);
}

const TEMPLATE: &str = r#"packer {
  required_version = ">= 1.9"
  required_plugins {
    docker = { source = "github.com/hashicorp/docker", version = ">= 1.0" }
  }
}
variable "image" {
  type      = string
  default   = "alpine"
  sensitive = false
}
locals {
  tag = "v1"
}
local "key" {
  expression = var.image
  sensitive  = true
}
data "http" "index" {
  url = "https://example.com/${local.tag}"
}
source "docker" "base" {
  image  = data.http.index.body
  commit = true
  login { server = var.image }
}
build {
  name    = "all"
  sources = ["source.docker.base"]
  source "docker.base" {
    name = "other"
    tag  = local.key
  }
  provisioner "shell" {
    only         = ["docker.base"]
    pause_before = "1s"
    inline       = ["echo ${build.name}"]
  }
  error-cleanup-provisioner "shell" {}
  post-processors {
    post-processor "docker-tag" {
      keep_input_artifact = true
      repository          = "r"
    }
  }
}
"#;

#[test]
fn templates_of_packer_have_a_table() {
    let name = "a.pkr.hcl";
    check(name, TEMPLATE, &[]);
    let wrong = |from: &str, to: &str| TEMPLATE.replacen(from, to, 1);
    let block = wrong("  post-processors {", "  post-procesors {");
    suggests(name, &block, "post-procesors", BLOCK, "post-processors");
    let argument = wrong("  sources = [", "  source = [");
    suggests(name, &argument, "source", ATTRIBUTE, "sources");
    let variable = wrong("  sensitive = false", "  sensitiv = false");
    suggests(name, &variable, "sensitiv", ATTRIBUTE, "sensitive");
    let reference = wrong("= var.image\n", "= var.imag\n");
    suggests(name, &reference, "var.imag", UNDECLARED, "var.image");
    let data = wrong("= data.http.index.", "= data.http.idx.");
    suggests(name, &data, "data.http.idx", UNDECLARED, "data.http.index");
    let twice = format!("{TEMPLATE}source \"docker\" \"base\" {{}}\n");
    check(name, &twice, &[(DUPLICATE, "source \"docker\" \"base\"")]);
    let source = wrong("[\"source.docker.base\"]", "[\"source.docker.bse\"]");
    suggests(
        name,
        &source,
        "\"source.docker.bse\"",
        UNDECLARED,
        "\"source.docker.base\"",
    );
    check("a.pkrvars.hcl", "image = \"a\"\n", &[]);
}

#[test]
fn values_that_may_be_missing_need_no_declaration() {
    check("a.pkr.hcl", "locals {\n  a = try(var.b, can(local.c))\n}\n", &[]);
    let beside = "locals {\n  a = [try(var.b, 1), var.c, upper(can(var.d) ? var.e : \"\")]\n}\n";
    check(
        "a.pkr.hcl",
        beside,
        &[(UNDECLARED, "var.c"), (UNDECLARED, "var.e")],
    );
    let json = r#"{"locals": {"a": "${try(var.b, 1)}${var.c}"}}"#;
    check("a.pkr.json", json, &[(UNDECLARED, "var.c")]);
}

#[test]
fn references_are_to_all_files_beside_one_another() {
    let mut sources = SourceMap::new();
    let mut parse = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    };
    let build = parse("build.pkr.hcl", "build {\n  name = var.a\n}\n");
    let variables = parse("vars.pkr.hcl", "variables {\n  a = 1\n}\n");
    let kind = body_of_foreign_file("build.pkr.hcl").expect("a template");
    let with = |others: &[&ModuleFile]| build.check_with(others, kind, Language::Terraform, None);
    assert!(with(&[&variables]).is_empty());
    assert_eq!(with(&[])[0].detail, "No file declares `var.a`.");
}

const JOB: &str = r#"variable "dcs" {
  type    = list(string)
  default = ["dc1"]
}
locals {
  image = "nginx:1"
}
job "web-app.prod" {
  datacenters = var.dcs
  type        = "service"
  meta = {
    "a.b" = "c"
  }
  constraint {
    distinct_hosts = true
  }
  group "web" {
    count = 2
    network {
      mode = "bridge"
      port "http" { to = 80 }
    }
    dynamic "volume" {
      for_each = ["a"]
      labels   = [volume.value]
      content {
        type = "host"
      }
    }
    service {
      name = "web"
      port = "http"
      check {
        type     = "http"
        path     = "/"
        interval = "10s"
        timeout  = "2s"
      }
      connect {
        sidecar_service {
          proxy {
            upstreams {
              destination_name = "db"
              local_bind_port  = 5432
            }
          }
        }
      }
    }
    task "server" {
      driver = "docker"
      env {
        A = "${attr.kernel.name} ${NOMAD_ALLOC_ID}"
      }
      meta {
        b = "c"
      }
      config {
        image = local.image
        mount {
          type = "bind"
        }
      }
      resources {
        cpu    = 100
        memory = 64
      }
    }
  }
}
"#;

#[test]
fn jobs_of_nomad_have_a_table() {
    let name = "web.nomad.hcl";
    check(name, JOB, &[]);
    check("web.nomad", JOB, &[]);
    let wrong = |from: &str, to: &str| JOB.replacen(from, to, 1);
    let block = wrong("    service {", "    servce {");
    suggests(name, &block, "servce", BLOCK, "service");
    let deep = wrong("local_bind_port ", "local_bind_prt ");
    suggests(name, &deep, "local_bind_prt", ATTRIBUTE, "local_bind_port");
    let argument = wrong("  datacenters =", "  datacentres =");
    suggests(name, &argument, "datacentres", ATTRIBUTE, "datacenters");
    let reference = wrong("= var.dcs", "= var.dc");
    suggests(name, &reference, "var.dc", UNDECLARED, "var.dcs");
    let required = "job \"a\" {\n  task \"t\" {\n    lifecycle {}\n  }\n}\n";
    check(name, required, &[(MISSING, "")]);
}

const UNIT: &str = r#"include "root" {
  path   = find_in_parent_folders("root.hcl")
  expose = true
}
locals {
  region = include.root.locals.region
}
terraform {
  source = "./m?ref=${local.region}"
  before_hook "log" {
    commands = ["apply"]
    execute  = ["echo"]
  }
}
dependency "vpc" {
  config_path  = "../vpc"
  mock_outputs = { id = "x" }
}
remote_state {
  backend  = "s3"
  config   = { bucket = "b" }
  generate = { path = "backend.tf", if_exists = "overwrite" }
}
generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite"
  contents  = ""
}
inputs = {
  vpc = dependency.vpc.outputs.id
}
"#;

#[test]
fn units_and_stacks_of_terragrunt_have_a_table() {
    let name = "terragrunt.hcl";
    check(name, UNIT, &[]);
    check(
        "root.hcl",
        "remote_state = { backend = \"local\" }\ngenerate = {}\n",
        &[],
    );
    let bare = "include {\n  path = \"a\"\n}\n";
    let labelled = bare.replace("include", "include \"b\"");
    check(name, bare, &[]);
    check(name, &format!("{labelled}{bare}"), &[]);
    check(name, &format!("{bare}{labelled}"), &[]);
    check(
        name,
        &format!("{bare}{labelled}{bare}"),
        &[(DUPLICATE, "include")],
    );
    check(
        name,
        &format!("{bare}include \"a\" \"b\" {{\n  path = \"c\"\n}}\n"),
        &[(EXTRANEOUS, "\"a\"")],
    );
    let wrong = |from: &str, to: &str| UNIT.replacen(from, to, 1);
    let block = wrong("  before_hook", "  befor_hook");
    suggests(name, &block, "befor_hook", BLOCK, "before_hook");
    let argument = wrong("  config_path ", "  config_pth ");
    suggests(name, &argument, "config_pth", ATTRIBUTE, "config_path");
    let top = wrong("inputs =", "input =");
    suggests(name, &top, "input", ATTRIBUTE, "inputs");
    let reference = wrong("${local.region}", "${local.regon}");
    suggests(name, &reference, "local.regon", UNDECLARED, "local.region");
    let stack = "unit \"a\" {\n  source = \"s\"\n  path = \"p\"\n  autoinclude {\n    input = {}\n  }\n}\n";
    suggests("terragrunt.stack.hcl", stack, "input", ATTRIBUTE, "inputs");
}

#[test]
fn dependencies_and_features_of_terragrunt_are_declared() {
    let name = "terragrunt.hcl";
    let text = r#"dependency "vpc" {
  config_path = "../vpc"
}
feature "on" {
  default = true
}
inputs = {
  id   = dependency.vpc.outputs.id
  on   = feature.on.value
  all  = [for d in [dependency.vpc] : d.outputs]
}
prevent_destroy = try(dependency.other.outputs.name, false)
"#;
    check(name, text, &[]);
    let wrong = text.replace("= dependency.vpc.outputs", "= dependency.vpd.outputs");
    suggests(name, &wrong, "dependency.vpd", UNDECLARED, "dependency.vpc");
    // A stack elsewhere may declare it.
    assert!(!problems(name, &wrong).has_errors());
    let wrong = text.replace("feature.on.", "feature.one.");
    suggests(name, &wrong, "feature.one", UNDECLARED, "feature.on");
    // An included file may declare it.
    for include in [
        "include {\n  path = \"a\"\n}\n",
        "include \"root\" {\n  path = \"a\"\n}\n",
    ] {
        check(name, &format!("{include}{wrong}"), &[]);
    }
    let json =
        r#"{"inputs": {"a": "${dependency.vpc.outputs}"}, "dependency": {"vpc": {"config_path": "../vpc"}}}"#;
    check("terragrunt.hcl.json", json, &[]);
    let wrong = json.replace("${dependency.vpc", "${dependency.vpd");
    suggests(
        "terragrunt.hcl.json",
        &wrong,
        "dependency.vpd",
        UNDECLARED,
        "dependency.vpc",
    );
    let included = wrong.replacen('{', r#"{"include": {"root": {"path": "a"}}, "#, 1);
    check("terragrunt.hcl.json", &included, &[]);
}

#[test]
fn files_of_bake_have_a_table() {
    let name = "docker-bake.hcl";
    let text = r#"TAG = "1"
variable "VERSION" {
  default = "2"
}
function "tag" {
  params = [name]
  result = ["r/${name}:${VERSION}"]
}
group "default" {
  targets = ["app"]
}
target "app" {
  name       = "app-${v}"
  matrix     = { v = ["a"] }
  dockerfile = "Dockerfile"
  tags       = tag("app")
  cache-from = ["type=gha"]
}
target "app" {
  no-cache = true
}
"#;
    check(name, text, &[]);
    let wrong = |from: &str, to: &str| text.replacen(from, to, 1);
    let block = wrong("target \"app\"", "targt \"app\"");
    suggests(name, &block, "targt", BLOCK, "target");
    let argument = wrong("  dockerfile ", "  dockerfil ");
    suggests(name, &argument, "dockerfil", ATTRIBUTE, "dockerfile");
}

#[test]
fn names_in_files_of_bake_are_declared() {
    let name = "docker-bake.hcl";
    let text = r#"TAG = "1"
variable "VERSION" {
  default = upper(TAG)
  validation {
    condition     = VERSION != ""
    error_message = "Empty."
  }
}
function "tag" {
  params          = [name]
  variadic_params = rest
  result          = concat(["r/${name}:${VERSION}"], rest)
}
group "default" {
  targets = ["all", "app"]
}
group "all" {
  targets = ["base"]
}
target "base" {
  context = BAKE_CMD_CONTEXT
  args    = { A = [for a in [TAG] : a] }
}
target "app" {
  inherits = ["base"]
  contexts = { other = "target:base", dir = "./base" }
  tags     = tag("app", target.base.context)
}
"#;
    check(name, text, &[]);
    for (from, to, wrong, right) in [
        ("upper(TAG)", "upper(TAGS)", "TAGS", "TAG"),
        ("VERSION != ", "VERSON != ", "VERSON", "VERSION"),
        (":${VERSION}", ":${VERSION}${nam}", "nam", "name"),
        ("upper(TAG)", "uper(TAG)", "uper", "upper"),
        ("= tag(\"app\"", "= tga(\"app\"", "tga", "tag"),
        ("[\"all\", \"app\"]", "[\"all\", \"ap\"]", "\"ap\"", "\"app\""),
        (
            "= [\"base\"]\n  contexts",
            "= [\"bas\"]\n  contexts",
            "\"bas\"",
            "\"base\"",
        ),
        (
            "\"target:base\"",
            "\"target:bse\"",
            "\"target:bse\"",
            "\"target:base\"",
        ),
        (
            "target.base.context",
            "target.bas.context",
            "target.bas",
            "target.base",
        ),
    ] {
        let wrong_text = text.replacen(from, to, 1);
        suggests(name, &wrong_text, wrong, UNDECLARED, right);
        // Other files that the command line names may declare it.
        assert!(!problems(name, &wrong_text).has_errors());
    }
    // The names of some targets are computed.
    let computed = "target \"a\" {\n  name   = \"a-${v}\"\n  matrix = { v = [\"b\"] }\n}\ntarget \"c\" {\n  inherits = [\"a-b\"]\n}\n";
    check(name, computed, &[]);
    let json = r#"{"variable": {"A": {}}, "target": {"b": {"args": {"x": "${A}"}}}, "group": {"default": {"targets": ["b"]}}}"#;
    check("docker-bake.json", json, &[]);
    let broken = json.replace("${A}", "${B}").replace("[\"b\"]", "[\"c\"]");
    check(
        "docker-bake.json",
        &broken,
        &[(UNDECLARED, "B"), (UNDECLARED, "\"c\"")],
    );
}

/// Documentation of Terragrunt: "Stacks", the block `autoinclude`, which Terragrunt merges into the unit.
#[test]
fn stacks_declare_dependencies_of_their_units() {
    let mut sources = SourceMap::new();
    let mut parse = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    };
    let unit = parse("terragrunt.hcl", "inputs = {\n  a = dependency.a.outputs.b\n}\n");
    let stack = |name: &str| {
        format!(
            "include \"x\" {{\n}}\nunit \"u\" {{\n  source = \"s\"\n  path = \"p\"\n  autoinclude {{\n    dependency \"{name}\" {{\n      config_path = \"c\"\n    }}\n  }}\n}}\n"
        )
    };
    let (right, wrong) = (
        parse("a/terragrunt.stack.hcl", &stack("a")),
        parse("b/terragrunt.stack.hcl", &stack("b")),
    );
    let kind = body_of_foreign_file("terragrunt.hcl").expect("a unit");
    assert_eq!(
        completed_by(kind).map(std::ptr::from_ref),
        body_of_foreign_file("terragrunt.stack.hcl").map(std::ptr::from_ref)
    );
    let with = |others: &[&ModuleFile]| unit.check_with(others, kind, Language::Terraform, None);
    assert!(with(&[&wrong, &right]).is_empty());
    for others in [&[][..], &[&wrong]] {
        let found = with(others);
        assert_eq!(
            (found.len(), found[0].code.id(), found[0].is_error()),
            (1, UNDECLARED, false)
        );
    }
}

/// Documentation of `docker buildx bake`: "Bake file reference", variables with a `type`, and the function `convert`.
#[test]
fn types_in_files_of_bake_call_no_functions() {
    let name = "docker-bake.hcl";
    for ty in [
        "list(string)",
        "map(list(string))",
        "set(string)",
        "tuple([string, bool])",
        "object({ a = string, b = optional(number, 3) })",
    ] {
        check(name, &format!("variable \"A\" {{\n  type = {ty}\n}}\n"), &[]);
        check(
            name,
            &format!("target \"a\" {{\n  tags = convert([], {ty})\n}}\n"),
            &[],
        );
    }
    // Elsewhere these are no functions.
    check(
        name,
        "A = list(string)\nB = convert(lisst(1), set(string))\n",
        &[
            (UNDECLARED, "list"),
            (UNDECLARED, "string"),
            (UNDECLARED, "lisst"),
        ],
    );
}

#[test]
fn values_that_need_their_own_are_cycles() {
    let name = "docker-bake.hcl";
    let variables = "variable \"A\" {\n  default = \"${B}\"\n}\nB = f(1)\nfunction \"f\" {\n  params = [x]\n  result = [x, A]\n}\n";
    check(name, variables, &[(CYCLE, "B")]);
    assert_eq!(
        problems(name, variables)[0].detail,
        "Each of these needs the next: `A`, `B`, `f()`, `A`. Remove one of the references."
    );
    check(name, "A = try(A, 1)\n", &[(CYCLE, "A")]);
    check(name, "function \"f\" {\n  params = [f]\n  result = f\n}\n", &[]);
    check(
        name,
        "variable \"A\" {\n  default = 1\n  validation {\n    condition = A > 0\n    error_message = A\n  }\n}\n",
        &[],
    );
    let targets = "target \"a\" {\n  tags = target.b.tags\n}\ntarget \"b\" {\n  tags = target.a.tags\n  args = target.a.args\n}\n";
    check(name, targets, &[(CYCLE, "target.b.tags")]);
    let locals = "locals {\n  a = local.b\n  b = [local.a]\n  c = local.a\n}\n";
    for name in [
        "terragrunt.hcl",
        "terragrunt.stack.hcl",
        "web.nomad",
        "build.pkr.hcl",
    ] {
        check(name, locals, &[(CYCLE, "local.b")]);
    }
    let local = "local \"a\" {\n  expression = local.a\n}\n";
    check("build.pkr.hcl", local, &[(CYCLE, "local.a")]);
}

/// `hashicorp/nomad`: `command/asset/pool.nomad.hcl`, `command/volume_create_host.go`, `command/namespace_apply.go`,
/// `command/quota_apply.go`, `acl/policy.go`; `hashicorp/vault`: `vault/policy.go`; `hashicorp/consul`: `acl/policy.go`.
#[test]
fn the_content_of_a_file_tells_its_kind_where_its_name_does_not() {
    let name = "a.nomad.hcl";
    let pool = "node_pool \"a\" {\n  description = \"d\"\n  scheduler_config {\n    scheduler_algorithm = \"spread\"\n  }\n}\n";
    check(name, pool, &[]);
    let wrong = pool.replace("description", "descripton");
    suggests(name, &wrong, "descripton", ATTRIBUTE, "description");
    for right in [
        "id = \"v\"\nname = \"v\"\ntype = \"csi\"\nplugin_id = \"p\"\ncapability {\n  access_mode = \"a\"\n}\nsecrets {\n  a = \"b\"\n}\n",
        "name = \"n\"\ndescription = \"d\"\ncapabilities {\n  enabled_task_drivers = [\"docker\"]\n}\n",
        "name = \"q\"\nlimit {\n  region = \"global\"\n  region_limit {\n    cpu = 1\n  }\n}\n",
        "namespace \"default\" {\n  policy = \"read\"\n}\nagent {\n  policy = \"read\"\n}\n",
    ] {
        check(name, right, &[]);
    }
    suggests(name, "jobb \"a\" {\n}\n", "jobb", BLOCK, "job");
    for right in [
        "path \"secret/*\" {\n  capabilities = [\"read\"]\n}\n",
        "key_prefix \"\" {\n  policy = \"read\"\n}\noperator = \"read\"\n",
        "namespace \"*\" {\n  capabilities = [\"read-job\"]\n}\nnode {\n  policy = \"read\"\n}\n",
    ] {
        let file = ModuleFile::parse(&source("a.policy.hcl", right), Language::Terraform).value;
        let kind = body_of_kind("a.policy.hcl").expect("a policy");
        assert_eq!(found(&file.check(kind, Language::Terraform, None), right), []);
    }
}

#[test]
fn templates_of_packer_in_one_directory_may_be_independent() {
    let mut sources = SourceMap::new();
    let mut parse = |name: &str| {
        let source = sources
            .add(name, "source \"a\" \"b\" {\n}\n")
            .expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    };
    let (first, second) = (parse("a.pkr.hcl"), parse("b.pkr.hcl"));
    let kind = body_of_foreign_file("a.pkr.hcl").expect("a template");
    assert!(
        first
            .check_with(&[&second], kind, Language::Terraform, None)
            .is_empty()
    );
    let found = second.check_with(&[&first], kind, Language::Terraform, None);
    assert_eq!(
        (found.len(), found[0].code.id(), found[0].is_error()),
        (1, DUPLICATE, false)
    );
}

#[test]
fn each_language_has_a_name() {
    let all: Vec<&str> = languages().collect();
    let expected = [
        "packer",
        "packer-variables",
        "nomad",
        "terragrunt-stack",
        "terragrunt",
        "bake",
    ];
    assert_eq!(all, expected);
    assert!(all.iter().all(|name| body_of_language(name).is_some()));
    assert!(body_of_foreign_file("main.tf").is_none() && body_of_foreign_file("a.hcl").is_none());
}

#[test]
fn references_are_checked_in_linear_time() {
    let bake = |count: usize| -> String {
        let targets = (0..count).map(|index| {
            format!("variable \"v{index}\" {{}}\ntarget \"t{index}\" {{\n  inherits = [\"t{index}\"]\n  args = [v{index}]\n}}\n")
        });
        targets.collect()
    };
    hcl2_testing::assert_linear("bake", 150, bake, |text| problems("docker-bake.hcl", &text));
    let terragrunt = |count: usize| -> String {
        let locals = (0..count).map(|index| format!("  a{index} = local.a{index}\n"));
        format!("locals {{\n{}}}\n", locals.collect::<String>())
    };
    hcl2_testing::assert_linear("terragrunt", 400, terragrunt, |text| {
        problems("terragrunt.hcl", &text)
    });
}

#[test]
fn similar_names_are_suggested_for_as_many_problems_as_anyone_reads() {
    // Each name is looked for among the first 2,000 of its kind, and all names of a file among 200,000.
    let declared = (0..2_000).map(|index| format!("  declared{index} = {index}\n"));
    let misspelt = (0..600).map(|index| format!("  m{index} = local.declaredd{index}\n"));
    let text = format!("locals {{\n{}}}\n", declared.chain(misspelt).collect::<String>());
    let found = problems("terragrunt.hcl", &text);
    let suggested: Vec<bool> = found
        .iter()
        .map(|problem| !problem.suggestions.is_empty())
        .collect();
    assert_eq!((found.len(), found[1].code.id()), (600, UNDECLARED));
    assert_eq!(found[1].suggestions[0].replacement, "local.declared1");
    assert!(suggested[..90].iter().all(|is_suggested| *is_suggested));
    assert!(suggested[400..].iter().all(|is_suggested| !is_suggested));
}
