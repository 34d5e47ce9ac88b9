//! Renames, in every kind of file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_project::{CheckSettings, Memory, Names, Project, Renaming};

/// Modules with an object of every kind, named in every kind of file.
const FILES: &[(&str, &str)] = &[
    (
        "/app/main.tf",
        r#"variable "region" {
  type = string
  validation {
    condition     = length(var.region) > 1
    error_message = "The region ${var.region} is too short."
  }
}
locals {
  suffix = "-${var.region}"
  texts  = templatefile("${path.module}/text.tftpl", { region = var.region, suffix = local.suffix })
  ids    = { for key, net in module.net : key => net.id }
  all    = values(module.net)[*].id
}
module "net" {
  source   = "./net"
  for_each = toset(["a", "b"])
  cidr     = "10.0.0.0/8${local.suffix}"
  providers = {
    test.inner = test.west
  }
}
provider "test" {
  alias = "west"
}
terraform {
  required_providers {
    test = { source = "example/test" }
  }
}
resource "terraform_data" "web" {
  input = module.net["a"].id
  lifecycle {
    replace_triggered_by = [terraform_data.base.output]
  }
}
resource "terraform_data" "base" {
  input      = [for n in [1] : n + length(local.suffix)]
  depends_on = [module.net]
} # the base
data "terraform_remote_state" "other" {
  backend = "local"
}
check "health" {
  assert {
    condition     = terraform_data.web.output != data.terraform_remote_state.other.outputs["x"]
    error_message = "no"
  }
}
output "web_id" {
  value = "${terraform_data.web.id}${module.net[local.suffix].id}"
}
"#,
    ),
    (
        "/app/extra.tf.json",
        r#"{
  "resource": {
    "terraform_data": {
      "json": {
        "input": "${var.region}/${local.suffix}",
        "depends_on": ["terraform_data.web"]
      }
    }
  },
  "output": {
    "json": { "value": "${terraform_data.json.id}" }
  }
}
"#,
    ),
    (
        "/app/main_override.tf",
        "variable \"region\" {\n  default = \"eu\"\n}\n",
    ),
    ("/app/terraform.tfvars", "region = \"us\"\n"),
    ("/app/prod.auto.tfvars.json", "{\n  \"region\": \"asia\"\n}\n"),
    ("/app/envs/prod.tfvars", "region = \"af\"\n"),
    ("/app/text.tftpl", "${region}"),
    (
        "/app/tests/main.tftest.hcl",
        r#"variables {
  region = "eu"
}
run "first" {
  command = plan
  plan_options {
    target = [terraform_data.web, module.net["a"].terraform_data.inner]
  }
  assert {
    condition     = output.web_id != var.region
    error_message = "no"
  }
  expect_failures = [var.region, check.health]
}
run "second" {
  variables {
    region = run.first.web_id
  }
  override_resource {
    target = module.net["a"].terraform_data.inner
  }
  override_module {
    target  = module.net
    outputs = { id = "x" }
  }
}
run "third" {
  module {
    source = "./net"
  }
  variables {
    cidr = run.second.web_id
  }
  assert {
    condition     = output.id != ""
    error_message = "no"
  }
}
"#,
    ),
    (
        "/app/net/main.tf",
        r#"terraform {
  required_providers {
    test = {
      source                = "example/test"
      configuration_aliases = [test.inner]
    }
  }
}
variable "cidr" {}
resource "terraform_data" "inner" {
  input = var.cidr
}
output "id" {
  value = terraform_data.inner.id
}
"#,
    ),
];

pub(crate) fn memory(files: &[(&str, &str)]) -> Arc<Memory> {
    Arc::new(files.iter().copied().collect())
}

/// The place, the code, the text of the range and the detail of a problem.
pub(crate) type Problem = (String, &'static str, Option<String>, String);

/// Renames an object of the module in a directory and returns the result with the names that point into it.
pub(crate) fn rename(
    files: &[(&str, &str)],
    directory: &str,
    address: &str,
    new: &str,
) -> Result<Renaming, Vec<Problem>> {
    let mut names = Names::new(memory(files), [Path::new("/")]);
    let object = names.object(Path::new(directory), address).map_err(|problem| {
        vec![(
            String::new(),
            problem.code.id(),
            problem.subject.map(|_| String::new()),
            problem.detail.to_string(),
        )]
    })?;
    let renamed = names.rename(&object, new, true).and_then(|renaming| {
        let project = Project::new(memory(files), CheckSettings::default());
        let at = names.places(&object)[0].span;
        names.verify(&renaming, at, project)?;
        Ok(renaming)
    });
    renamed.map_err(|problems| {
        let described = problems.iter().map(|problem| {
            let subject = problem.subject.expect("a place");
            let source = names.sources().get(subject.source).expect("a source");
            let line = source.line_index().line_of(subject.start);
            let covered = String::from_utf8_lossy(source.slice(subject)).into_owned();
            let place = format!("{}:{line}", source.name());
            (
                place,
                problem.code.id(),
                Some(covered),
                problem.detail.to_string(),
            )
        });
        described.collect()
    })
}

/// Returns the changed lines of a rename, each with its file: the new ones of those that differ.
pub(crate) fn changed(renaming: &Renaming) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, file) in &renaming.files {
        let text = String::from_utf8(file.text()).expect("text");
        let old: Vec<&str> = file.source.text().expect("text").lines().collect();
        for line in text.lines() {
            if !line.is_empty() && !old.contains(&line) {
                let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
                lines.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    lines
}

fn check(directory: &str, address: &str, new: &str, expected: &[&str]) {
    let renaming = rename(FILES, directory, address, new).expect("a rename");
    assert_eq!(changed(&renaming), expected, "{address}");
}

#[test]
fn variable_is_renamed_in_files_of_every_kind() {
    check(
        "/app",
        "var.region",
        "place",
        &[
            "prod.tfvars: place = \"af\"",
            "extra.tf.json: \"input\": \"${var.place}/${local.suffix}\",",
            "main.tf: variable \"place\" {",
            "main.tf: condition     = length(var.place) > 1",
            "main.tf: error_message = \"The region ${var.place} is too short.\"",
            "main.tf: suffix = \"-${var.place}\"",
            "main.tf: texts  = templatefile(\"${path.module}/text.tftpl\", { region = var.place, suffix = local.suffix })",
            "main_override.tf: variable \"place\" {",
            "prod.auto.tfvars.json: \"place\": \"asia\"",
            "terraform.tfvars: place = \"us\"",
            "main.tftest.hcl: place = \"eu\"",
            "main.tftest.hcl: condition     = output.web_id != var.place",
            "main.tftest.hcl: expect_failures = [var.place, check.health]",
            "main.tftest.hcl: place = run.first.web_id",
        ],
    );
}

#[test]
fn variable_of_called_module_is_renamed_in_calls_and_tests() {
    let expected = [
        "main.tf: place     = \"10.0.0.0/8${local.suffix}\"",
        "main.tf: variable \"place\" {}",
        "main.tf: input = var.place",
        "main.tftest.hcl: place = run.second.web_id",
    ];
    check("/app/net", "var.cidr", "place", &expected);
    check("/app", "module.net.var.cidr", "place", &expected);
}

#[test]
fn local_value_is_renamed_but_not_the_keys_of_objects() {
    check(
        "/app",
        "local.suffix",
        "end",
        &[
            "extra.tf.json: \"input\": \"${var.region}/${local.end}\",",
            "main.tf: end = \"-${var.region}\"",
            "main.tf: texts  = templatefile(\"${path.module}/text.tftpl\", { region = var.region, suffix = local.end })",
            "main.tf: cidr     = \"10.0.0.0/8${local.end}\"",
            "main.tf: input      = [for n in [1] : n + length(local.end)]",
            "main.tf: value = \"${terraform_data.web.id}${module.net[local.end].id}\"",
        ],
    );
}

#[test]
fn output_is_renamed_through_keys_splats_and_loops() {
    check(
        "/app/net",
        "output.id",
        "key",
        &[
            "main.tf: ids    = { for key, net in module.net : key => net.key }",
            "main.tf: all    = values(module.net)[*].key",
            "main.tf: input = module.net[\"a\"].key",
            "main.tf: value = \"${terraform_data.web.id}${module.net[local.suffix].key}\"",
            "main.tf: output \"key\" {",
            "main.tftest.hcl: outputs = { key = \"x\" }",
            "main.tftest.hcl: condition     = output.key != \"\"",
        ],
    );
}

#[test]
fn output_of_root_module_is_renamed_in_runs_of_tests() {
    check(
        "/app",
        "output.web_id",
        "web",
        &[
            "main.tf: output \"web\" {",
            "main.tftest.hcl: condition     = output.web != var.region",
            "main.tftest.hcl: region = run.first.web",
            "main.tftest.hcl: cidr = run.second.web",
        ],
    );
}

#[test]
fn module_call_is_renamed_with_a_moved_block() {
    check(
        "/app",
        "module.net",
        "network",
        &[
            "main.tf: ids    = { for key, net in module.network : key => net.id }",
            "main.tf: all    = values(module.network)[*].id",
            "main.tf: module \"network\" {",
            "main.tf: moved {",
            "main.tf: from = module.net",
            "main.tf: to   = module.network",
            "main.tf: input = module.network[\"a\"].id",
            "main.tf: depends_on = [module.network]",
            "main.tf: value = \"${terraform_data.web.id}${module.network[local.suffix].id}\"",
            "main.tftest.hcl: target = [terraform_data.web, module.network[\"a\"].terraform_data.inner]",
            "main.tftest.hcl: target = module.network[\"a\"].terraform_data.inner",
            "main.tftest.hcl: target  = module.network",
        ],
    );
}

#[test]
fn resource_is_renamed_with_a_moved_block_after_its_block() {
    check(
        "/app",
        "terraform_data.base",
        "root",
        &[
            "main.tf: replace_triggered_by = [terraform_data.root.output]",
            "main.tf: resource \"terraform_data\" \"root\" {",
            "main.tf: moved {",
            "main.tf: from = terraform_data.base",
            "main.tf: to   = terraform_data.root",
        ],
    );
    let renaming = rename(FILES, "/app", "terraform_data.base", "root").expect("a rename");
    let text = String::from_utf8(renaming.files[Path::new("/app/main.tf")].text()).expect("text");
    let block =
        "} # the base\n\nmoved {\n  from = terraform_data.base\n  to   = terraform_data.root\n}\n\ndata ";
    assert!(text.contains(block), "{text}");
}

#[test]
fn resource_of_called_module_is_renamed_in_addresses_of_tests() {
    check(
        "/app/net",
        "terraform_data.inner",
        "core",
        &[
            "main.tf: resource \"terraform_data\" \"core\" {",
            "main.tf: moved {",
            "main.tf: from = terraform_data.inner",
            "main.tf: to   = terraform_data.core",
            "main.tf: value = terraform_data.core.id",
            "main.tftest.hcl: target = [terraform_data.web, module.net[\"a\"].terraform_data.core]",
            "main.tftest.hcl: target = module.net[\"a\"].terraform_data.core",
        ],
    );
}

#[test]
fn resource_in_json_moves_in_json() {
    let renaming = rename(FILES, "/app", "terraform_data.json", "text").expect("a rename");
    let text = String::from_utf8(renaming.files[Path::new("/app/extra.tf.json")].text()).expect("text");
    let end = "  \"output\": {\n    \"json\": { \"value\": \"${terraform_data.text.id}\" }\n  },\n  \"moved\": [{ \"from\": \
               \"terraform_data.json\", \"to\": \"terraform_data.text\" }]\n}\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn data_sources_checks_and_runs_are_renamed_without_moves() {
    check(
        "/app",
        "data.terraform_remote_state.other",
        "shared",
        &[
            "main.tf: data \"terraform_remote_state\" \"shared\" {",
            "main.tf: condition     = terraform_data.web.output != data.terraform_remote_state.shared.outputs[\"x\"]",
        ],
    );
    check(
        "/app",
        "check.health",
        "alive",
        &[
            "main.tf: check \"alive\" {",
            "main.tftest.hcl: expect_failures = [var.region, check.alive]",
        ],
    );
    check(
        "/app",
        "run.second",
        "next",
        &[
            "main.tftest.hcl: run \"next\" {",
            "main.tftest.hcl: cidr = run.next.web_id",
        ],
    );
}

#[test]
fn aliases_of_providers_are_renamed_on_their_side_of_a_call() {
    check(
        "/app",
        "provider.test.west",
        "east",
        &["main.tf: test.inner = test.east", "main.tf: alias = \"east\""],
    );
    check(
        "/app/net",
        "test.inner",
        "own",
        &[
            "main.tf: test.own = test.west",
            "main.tf: configuration_aliases = [test.own]",
        ],
    );
}

#[test]
fn renaming_back_restores_the_text_apart_from_moves() {
    let cases = [
        ("/app", "var.region", "var.place", "region"),
        ("/app", "local.suffix", "local.end", "suffix"),
        ("/app/net", "output.id", "output.key", "id"),
        ("/app", "check.health", "check.alive", "health"),
        ("/app", "terraform_data.web", "terraform_data.api", "web"),
        ("/app", "module.net", "module.network", "net"),
    ];
    for (directory, old, new, name) in cases {
        let there = rename(FILES, directory, old, &new[new.rfind('.').expect("a dot") + 1..]).expect(old);
        let moved = |text: &str| text.contains("moved {");
        let mut files: Vec<(String, String)> = FILES
            .iter()
            .map(|(p, t)| ((*p).to_owned(), (*t).to_owned()))
            .collect();
        for (path, text) in &mut files {
            if let Some(file) = there.files.get(Path::new(path)) {
                *text = String::from_utf8(file.text()).expect("text");
            }
        }
        let borrowed: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        let back = rename(&borrowed, directory, new, name).expect(new);
        for (path, original) in FILES {
            let Some(file) = back.files.get(&PathBuf::from(path)) else {
                continue;
            };
            let text = String::from_utf8(file.text()).expect("text");
            if moved(&text) {
                let last = &new[new.rfind('.').expect("a dot") + 1..];
                let block = format!("\nmoved {{\n  from = {new}\n  to   = {old}\n}}\n\n");
                assert!(text.contains(&block), "{last}: {text}");
                assert_eq!(text.replacen(&block, "", 1), *original);
            } else {
                assert_eq!(text, *original, "{old}");
            }
        }
    }
}

#[test]
fn moves_form_a_chain_or_are_reversed() {
    let resource = |name: &str| format!("resource \"terraform_data\" \"{name}\" {{}}\n");
    let moved = |from: &str, to: &str| {
        format!("\nmoved {{\n  from = terraform_data.{from}\n  to   = terraform_data.{to}\n}}\n")
    };
    let cases = [
        // A chain goes on.
        ("c", vec![("a", "b")], "b", vec![("b", "c"), ("a", "b")]),
        // The way back reverses the chain.
        ("a", vec![("a", "b")], "b", vec![("b", "a")]),
        (
            "a",
            vec![("a", "b"), ("b", "c")],
            "c",
            vec![("b", "a"), ("c", "b")],
        ),
        // What moved to the new address before moves to the old one, which goes on to the new one.
        (
            "a",
            vec![("x", "a"), ("a", "b")],
            "b",
            vec![("x", "b"), ("b", "a")],
        ),
    ];
    for (new, before, old, after) in cases {
        let write = |name: &str, moves: &[(&str, &str)]| {
            let blocks: Vec<String> = moves.iter().map(|(from, to)| moved(from, to)).collect();
            resource(name) + &blocks.concat()
        };
        let text = write(old, &before);
        let renaming =
            rename(&[("/main.tf", &text)], "/", &format!("terraform_data.{old}"), new).expect("a rename");
        let renamed = String::from_utf8(renaming.files[Path::new("/main.tf")].text()).expect("text");
        assert_eq!(renamed, write(new, &after));
    }
}
