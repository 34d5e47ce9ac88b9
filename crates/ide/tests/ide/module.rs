//! Extracting blocks to a module: what is written, that the plan is the same, and why some cannot be extracted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::Span;
use hcl2_functions::Host;
use hcl2_ide::{Action, ActionKind};
use hcl2_plan::{Inputs, plan, plan_to_json};
use hcl2_project::{DirectoryHost, Files, Memory, ModuleLoader};
use hcl2_terraform::functions;
use serde_json::Value;

use crate::support::{ROOT, applied, path, workspace};

/// The start and the end of the selection in `main.tf`.
const MARKS: [&str; 2] = ["«", "»"];

/// Returns the text without the marks, and the range between them.
fn selection(text: &str) -> (String, u32, u32) {
    let start = text.find(MARKS[0]).expect("a start");
    let text = text.replacen(MARKS[0], "", 1);
    let end = text.find(MARKS[1]).expect("an end");
    (text.replacen(MARKS[1], "", 1), start as u32, end as u32)
}

/// Returns the action for the selection in `main.tf`, beside other files.
fn extract(main: &str, others: &[(&str, &str)]) -> Option<Action> {
    let (text, start, end) = selection(main);
    let workspace = workspace(&[("main.tf", &text)], others);
    let document = workspace.document(&path("main.tf")).expect("the document");
    let range = Span::new(document.source().id(), start, end);
    let actions = workspace.actions(&path("main.tf"), range).into_iter();
    let mut actions = actions.filter(|action| action.title.starts_with("Extract to the module"));
    let action = actions.next();
    assert!(actions.next().is_none());
    action
}

/// Returns why the selection cannot be extracted.
fn refused(main: &str, others: &[(&str, &str)]) -> String {
    let action = extract(main, others).expect("an action");
    assert!(action.edits.is_empty() && action.created.is_empty());
    action.refused.expect("a reason")
}

/// Returns all files after the action, by name.
fn after(main: &str, others: &[(&str, &str)]) -> BTreeMap<String, String> {
    let action = extract(main, others).expect("an action");
    assert_eq!((action.refused.clone(), action.kind), (None, ActionKind::Extract));
    let (text, ..) = selection(main);
    let before = [("main.tf", text.as_str())]
        .into_iter()
        .chain(others.iter().copied());
    let mut files: BTreeMap<String, String> = before
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect();
    files.extend(applied(&action.edits));
    files.extend(action.created.into_iter().map(|(path, text)| {
        let name = path.strip_prefix(ROOT).expect("a file of the workspace");
        (name.display().to_string(), text)
    }));
    files
}

/// Returns the changes of resources and outputs in the static plan, without the module that `removed` names in addresses.
fn planned<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>, removed: &str) -> Value {
    let files: Memory = files.into_iter().map(|(name, text)| (path(name), text)).collect();
    let files: Arc<dyn Files> = Arc::new(files);
    let loaded = ModuleLoader::new()
        .files(Arc::clone(&files))
        .nested()
        .load_partial(Path::new(ROOT));
    let host = DirectoryHost::of_module(files, Path::new(ROOT), &loaded.tree).expect("a directory");
    let host: Arc<dyn Host> = Arc::new(host);
    let inputs = Inputs {
        functions: Arc::new(functions(&host)),
        host: Some(host),
        found: loaded.diagnostics,
        sources: loaded.sources,
        is_partial: true,
        ..Inputs::default()
    };
    let planned = plan(&loaded.tree, &inputs);
    let errors: Vec<_> = planned
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let json = plan_to_json(&planned.value, &loaded.tree, &inputs, "2026-01-01T00:00:00Z");
    let json: Value = serde_json::from_str(&json.replace(removed, "")).expect("JSON");
    let mut changes = json["resource_changes"].as_array().cloned().unwrap_or_default();
    for change in &mut changes {
        change
            .as_object_mut()
            .expect("an object")
            .remove("module_address");
    }
    changes.sort_by_key(|change| change["address"].as_str().map(str::to_owned));
    serde_json::json!({"changes": changes, "outputs": json["output_changes"]})
}

/// Extracts a module, and returns the files after it, whose plan must be that before.
fn same_plan(main: &str, others: &[(&str, &str)], module: &str) -> BTreeMap<String, String> {
    let files = after(main, others);
    let (text, ..) = selection(main);
    let before = [("main.tf", text.as_str())]
        .into_iter()
        .chain(others.iter().copied());
    let before = planned(before, "");
    assert!(
        before["changes"]
            .as_array()
            .is_some_and(|changes| !changes.is_empty())
    );
    let own = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    assert_eq!(planned(own, &format!("module.{module}.")), before);
    files
}

#[test]
fn resources_become_a_module_with_variables_outputs_and_moves() {
    let main = r#"variable "region" {
  description = "Where."
  type        = string
  default     = "eu"
}

locals {
  prefix = "app-${var.region}"
}

resource "terraform_data" "base" {
  input = local.prefix
}

«# The web server.
resource "terraform_data" "web" {
  count = 2
  input = "${local.prefix}-${var.region}-${terraform_data.base.input}"
}

resource "terraform_data" "port" {
  input = file("${path.module}/port.txt")
}
»
output "ids" {
  value = terraform_data.web[*].input
}

output "port" {
  value = "${terraform_data.port.input}!"
}
"#;
    let files = same_plan(main, &[("port.txt", "80")], "web");
    let expected_main = r#"variable "region" {
  description = "Where."
  type        = string
  default     = "eu"
}

locals {
  prefix = "app-${var.region}"
}

resource "terraform_data" "base" {
  input = local.prefix
}

module "web" {
  source = "./modules/web"

  prefix          = local.prefix
  region          = var.region
  data_base_input = terraform_data.base.input
  path_module     = path.module
}

moved {
  from = terraform_data.web
  to   = module.web.terraform_data.web
}

moved {
  from = terraform_data.port
  to   = module.web.terraform_data.port
}

output "ids" {
  value = module.web.data_web[*].input
}

output "port" {
  value = "${module.web.data_port_input}!"
}
"#;
    assert_eq!(files["main.tf"], expected_main);
    assert_eq!(
        files["modules/web/main.tf"],
        r#"# The web server.
resource "terraform_data" "web" {
  count = 2
  input = "${var.prefix}-${var.region}-${var.data_base_input}"
}

resource "terraform_data" "port" {
  input = file("${var.path_module}/port.txt")
}
"#
    );
    assert_eq!(
        files["modules/web/variables.tf"],
        r#"variable "prefix" {}

variable "region" {
  description = "Where."
  type        = string
}

variable "data_base_input" {}

variable "path_module" {
  type = string
}
"#
    );
    assert_eq!(
        files["modules/web/outputs.tf"],
        "output \"data_web\" {\n  value = terraform_data.web\n}\n\noutput \"data_port_input\" {\n  value = \
         terraform_data.port.input\n}\n"
    );
    assert!(!files.contains_key("modules/web/versions.tf"));
}

#[test]
fn references_that_lead_in_and_out_of_the_module_are_no_cycle() {
    let main = r#"«resource "terraform_data" "first" {
  input = "a"
}

resource "terraform_data" "third" {
  input      = terraform_data.second.input
  depends_on = [terraform_data.second]
}
»
resource "terraform_data" "second" {
  input      = "${terraform_data.first.input}-${terraform_data.first.input}"
  depends_on = [terraform_data.first]
}
"#;
    let files = same_plan(main, &[], "first");
    let moved = &files["modules/first/main.tf"];
    assert!(
        moved.contains("input      = var.data_second_input\n  depends_on = [var.data_second]"),
        "{moved}"
    );
    let main = &files["main.tf"];
    assert!(main.contains("depends_on = [module.first.data_first]"), "{main}");
}

#[test]
fn module_calls_and_locals_come_along() {
    let net = "variable \"zone\" {}\nresource \"terraform_data\" \"net\" {\n  input = var.zone\n}\noutput \"id\" {\n  value = \
               terraform_data.net.input\n}\n";
    let main = r#"«locals {
  zone = "a"
}

module "net" {
  source   = "./net"
  for_each = toset(["x"])
  zone     = local.zone
}
»
output "id" {
  value = "${module.net["x"].id}${local.zone}"
}

import {
  to = module.net["x"].terraform_data.net
  id = local.zone
}
"#;
    let (plain, ..) = selection(main);
    let without_import = &main[..main.find("\nimport").expect("an import")];
    let files = same_plan(&format!("{without_import}\n"), &[("net/main.tf", net)], "net_2");
    assert!(files["main.tf"].contains("value = \"${module.net_2.net[\"x\"].id}${module.net_2.zone}\""));
    let moved = &files["modules/net_2/main.tf"];
    assert!(moved.contains("source   = \"../../net\""), "{moved}");
    assert!(
        moved.starts_with("locals {\n  zone = \"a\"\n}\n\nmodule \"net\" {"),
        "{moved}"
    );
    assert!(files["main.tf"].contains("  from = module.net\n  to   = module.net_2.module.net\n"));
    assert!(plain.contains("import"));
    let files = after(main, &[("net/main.tf", net)]);
    assert!(
        files["main.tf"]
            .contains("to = module.net_2.module.net[\"x\"].terraform_data.net\n  id = module.net_2.zone"),
        "{}",
        files["main.tf"]
    );
}

#[test]
fn configurations_of_providers_with_aliases_are_passed() {
    let main = r#"terraform {
  required_version = ">= 1.5"
  required_providers {
    test = {
      source  = "example/test"
      version = "~> 2.0"
    }
  }
}

provider "test" {
}

provider "test" {
  alias = "west"
}

«resource "test_disk" "main" {
  provider = test.west
  size     = 1
}

resource "test_host" "web" {
  disk = test_disk.main.id
}
»"#;
    let files = same_plan(main, &[], "disk");
    let text = &files["main.tf"];
    assert!(
        text.contains(
            "module \"disk\" {\n  source = \"./modules/disk\"\n\n  providers = {\n    test      = test\n    test.west = \
             test.west\n  }\n}\n"
        ),
        "{text}"
    );
    assert_eq!(
        files["modules/disk/versions.tf"],
        r#"terraform {
  required_version = ">= 1.5"

  required_providers {
    test = {
      source                = "example/test"
      version               = "~> 2.0"
      configuration_aliases = [test.west]
    }
  }
}
"#
    );
}

#[test]
fn extraction_is_refused_with_a_reason() {
    let one = "«resource \"terraform_data\" \"a\" {\n  input = 1\n}\n»";
    for (main, others, reason) in [
        (
            "«resource \"terraform_data\" \"a\" {\n}\nvariable \"x\" {\n}\n»".to_owned(),
            ("other.tf", ""),
            "A block `variable` must stay in its module.",
        ),
        (
            "«resource \"terraform_data\" \"a\" {\n  lifecycle {\n    replace_triggered_by = [terraform_data.b]\n  \
             }\n}\n»resource \"terraform_data\" \"b\" {\n}\n"
                .to_owned(),
            ("other.tf", ""),
            "`replace_triggered_by` refers to `terraform_data.b`",
        ),
        (
            format!(
                "{one}resource \"terraform_data\" \"b\" {{\n  lifecycle {{\n    replace_triggered_by = \
                 [terraform_data.a]\n  }}\n}}\n"
            ),
            ("other.tf", ""),
            "`replace_triggered_by` in `main.tf` refers to `terraform_data.a`.",
        ),
        (
            "«resource \"terraform_data\" \"a\" {\n  depends_on = [module.net]\n}\n»module \"net\" {\n  source = \
             \"./net\"\n}\n"
                .to_owned(),
            ("net/main.tf", ""),
            "`depends_on` refers to all of `module.net`",
        ),
        (
            one.to_owned(),
            (
                "tests/a.tftest.hcl",
                "run \"x\" {\n  assert {\n    condition     = terraform_data.a.input == 1\n    error_message = \
                 \"no\"\n  }\n}\n",
            ),
            "`a.tftest.hcl` refers to `terraform_data.a`, which tests cannot see",
        ),
        (
            one.to_owned(),
            ("main_override.tf", "resource \"terraform_data\" \"a\" {\n  input = 2\n}\n"),
            "`main_override.tf` overrides `terraform_data.a`",
        ),
        (
            one.to_owned(),
            ("out.tf.json", "{\"output\": {\"a\": {\"value\": \"${terraform_data.a.input}\"}}}"),
            "`out.tf.json`, in JSON, refers to `terraform_data.a`.",
        ),
        (
            one.to_owned(),
            ("broken.tf", "locals {\n"),
            "`broken.tf` has syntax errors.",
        ),
    ] {
        let found = refused(&main, &[others]);
        assert!(found.starts_with(reason), "{found}");
    }
}

#[test]
fn other_selections_are_not_for_a_module() {
    for main in [
        "resource \"terraform_data\" \"a\" {\n  input = «1»\n}\n",
        "«»resource \"terraform_data\" \"a\" {\n}\n",
        "«variable \"a\" {\n}\n»",
        "«resource \"terraform_data\" \"a\" {\n»}\n",
    ] {
        assert!(extract(main, &[]).is_none(), "{main}");
    }
}

#[test]
fn name_of_the_module_is_free() {
    let main = "module \"a\" {\n  source = \"./net\"\n}\n«resource \"terraform_data\" \"a\" {\n}\n»";
    let files = after(main, &[("net/main.tf", ""), ("modules/a_2/main.tf", "")]);
    assert!(files.contains_key("modules/a_3/main.tf"), "{:?}", files.keys());
}
