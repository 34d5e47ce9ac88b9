//! Templates of Packer.

use hcl2_diagnostics::SourceMap;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

use super::{ATTRIBUTE, BLOCK, DUPLICATE, UNDECLARED, check, suggests};

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
    let kind = FileKind::of("build.pkr.hcl").expect("a template");
    let with = |others: &[&ModuleFile]| build.check_with(others, kind, Language::Terraform, None);
    assert!(with(&[&variables]).is_empty());
    assert_eq!(with(&[])[0].detail, "No file declares `var.a`.");
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
    let kind = FileKind::of("a.pkr.hcl").expect("a template");
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
