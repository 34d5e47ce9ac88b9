//! Modules, checked for whatever values their variables have.

use std::sync::Arc;

use crate::support::{codes, found, subjects};
use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_terraform::table::Language;
use hcl2_terraform::{CheckOptions, Module, ModuleFile, ModuleTree, ProviderSchemas};

/// Reads a module without problems from a file.
fn module(source: &Source) -> Module {
    let Outcome {
        value: file,
        diagnostics: problems,
    } = ModuleFile::parse(source, Language::Terraform);
    assert!(problems.is_empty(), "{problems:?}");
    let Outcome {
        value: module,
        diagnostics: problems,
    } = Module::from_files(&[file], Language::Terraform);
    assert!(problems.is_empty(), "{problems:?}");
    module
}

/// Returns the problems of a module that calls another as `net`.
pub(crate) fn problems(text: &str, called: &str, schemas: Option<&ProviderSchemas>) -> Diagnostics {
    let mut sources = SourceMap::new();
    let main = sources.add("main.tf", text).expect("a small source");
    let net = sources.add("net/main.tf", called).expect("a small source");
    let inner = ModuleTree {
        path: "net".to_owned(),
        module: module(&net),
        calls: [].into(),
    };
    let module = module(&main);
    let is_called = !module.calls.is_empty();
    let called = is_called.then(|| ("net".into(), inner));
    let tree = ModuleTree {
        path: ".".to_owned(),
        module,
        calls: called.into_iter().collect(),
    };
    tree.validate(schemas)
}

/// Sources with the code of a problem and the source text at its range.
const PROBLEMS: &[(&str, &str, &str)] = &[
    (
        "locals {\n  a = uper(\"a\")\n}\n",
        "hcl2::expr::unknown-function",
        "uper",
    ),
    (
        "locals {\n  a = 1 + \"a\"\n}\n",
        "hcl2::expr::invalid-operand",
        "\"a\"",
    ),
    (
        "variable \"v\" {\n  type    = string\n  default = \"x\"\n}\noutput \"a\" {\n  value = var.v.b\n}\n",
        "hcl2::expr::no-attributes",
        ".b",
    ),
    (
        "resource \"a\" \"b\" {\n  count = \"many\"\n}\n",
        "hcl2::terraform::invalid-instances",
        "\"many\"",
    ),
    (
        "resource \"a\" \"b\" {\n  count = 1.5\n}\n",
        "hcl2::terraform::invalid-instances",
        "1.5",
    ),
    (
        "resource \"a\" \"b\" {\n  for_each = [\"x\"]\n}\n",
        "hcl2::terraform::invalid-instances",
        "[\"x\"]",
    ),
    (
        "variable \"v\" {\n  type = set(number)\n}\nresource \"a\" \"b\" {\n  for_each = var.v\n}\n",
        "hcl2::terraform::invalid-instances",
        "var.v",
    ),
    (
        "variable \"v\" {\n  sensitive = true\n}\nresource \"a\" \"b\" {\n  for_each = var.v\n}\n",
        "hcl2::terraform::invalid-instances",
        "var.v",
    ),
    (
        "variable \"v\" {\n  sensitive = true\n}\noutput \"a\" {\n  value = \"${var.v}!\"\n}\n",
        "hcl2::terraform::sensitive-output",
        "output \"a\"",
    ),
    (
        "variable \"v\" {\n  ephemeral = true\n}\noutput \"a\" {\n  value = var.v\n}\n",
        "hcl2::terraform::ephemeral-value",
        "var.v",
    ),
    (
        "import {\n  to = a.b\n  id = \"\"\n}\nresource \"a\" \"b\" {}\n",
        "hcl2::terraform::invalid-value",
        "\"\"",
    ),
    (
        "resource \"terraform_data\" \"b\" {\n  inptu = 1\n}\n",
        "hcl2::body::unsupported-attribute",
        "inptu",
    ),
    (
        "resource \"terraform_data\" \"b\" {\n  id = 1\n}\n",
        "hcl2::terraform::read-only",
        "id",
    ),
    (
        "resource \"terraform_dat\" \"b\" {}\n",
        "hcl2::terraform::unknown-name",
        "\"terraform_dat\"",
    ),
    (
        "resource \"terraform_data\" \"b\" {\n  lifecycle {\n    ignore_changes = [nope]\n  }\n}\n",
        "hcl2::expr::unknown-attribute",
        "nope",
    ),
    (
        "resource \"terraform_data\" \"b\" {\n  count = 2\n}\nlocals {\n  a = terraform_data.b[1].nope\n}\n",
        "hcl2::expr::unknown-attribute",
        ".nope",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    command = []\n  }\n}\n",
        "hcl2::decode::wrong-type",
        "[]",
    ),
    (
        "variable \"a\" {\n  validation {\n    condition     = [var.a]\n    error_message = \"b\"\n  }\n}\n",
        "hcl2::terraform::invalid-value",
        "[var.a]",
    ),
    (
        "variable \"a\" {}\noutput \"b\" {\n  value = 1\n  precondition {\n    condition     = var.a == 1\n    error_message = null\n  }\n}\n",
        "hcl2::terraform::invalid-value",
        "null",
    ),
    (
        "variable \"a\" {}\ncheck \"b\" {\n  assert {\n    condition     = nothing(var.a)\n    error_message = {}\n  }\n}\n",
        "hcl2::terraform::invalid-value",
        "{}",
    ),
    (
        "import {\n  for_each = { a = 1 }\n  to       = a.b[each.key]\n  id       = each.value\n}\nresource \"a\" \"b\" {\n  count = 2\n}\n",
        "hcl2::terraform::instance-key",
        "a.b[each.key]",
    ),
    (
        "locals {\n  a = [local.b]\n  b = local.a\n}\n",
        "hcl2::terraform::reference-cycle",
        "local.b",
    ),
    (
        "resource \"a\" \"b\" {\n  provider = a.west\n}\nprovider \"a\" {\n  alias = \"east\"\n}\n",
        "hcl2::terraform::provider-configuration",
        "a.west",
    ),
    (
        "locals {\n  a = provider::acme::f(1)\n}\n",
        "hcl2::expr::unknown-function",
        "provider::acme::f",
    ),
    (
        "variable \"v\" {\n  ephemeral = true\n}\nresource \"terraform_data\" \"b\" {\n  input = var.v\n}\n",
        "hcl2::terraform::ephemeral-value",
        "var.v",
    ),
    (
        "resource \"a\" \"b\" {}\nimport {\n  to = a.b[0]\n  id = \"c\"\n}\n",
        "hcl2::terraform::instance-key",
        "a.b[0]",
    ),
    (
        "import {\n  to = module.c.a.b\n  id = \"c\"\n}\n",
        "hcl2::terraform::undeclared",
        "module.c.a.b",
    ),
    (
        "data \"terraform_remote_state\" \"a\" {\n  backend = \"s4\"\n}\n",
        "hcl2::terraform::unknown-name",
        "\"s4\"",
    ),
    (
        "data \"terraform_remote_state\" \"a\" {\n  backend = \"local\"\n  config  = { pth = 1 }\n}\n",
        "hcl2::body::unsupported-attribute",
        "{ pth = 1 }",
    ),
    (
        "output \"o\" {\n  value = 1\n  precondition {\n    condition     = length(path.module) > 9\n    error_message = \"No.\"\n  }\n}\n",
        "hcl2::terraform::failed-condition",
        "length(path.module) > 9",
    ),
];

#[test]
fn each_problem_is_reported_at_its_range() {
    for (text, code, subject) in PROBLEMS {
        let problems = problems(text, "", None);
        assert_eq!(codes(&problems), [*code], "{text}");
        assert_eq!(subjects(&problems, text), [*subject], "{text}");
    }
}

#[test]
fn problems_that_depend_on_values_are_not_reported() {
    let text = r#"
terraform {
  required_providers {
    acme = { source = "acme/acme" }
  }
}
variable "names" {}
variable "v" {
  type    = object({ a = optional(string) })
  default = null
}
resource "a" "b" {
  for_each = var.names
  c        = var.v.a == null ? each.value.x : provider::acme::f(file("nope.txt"))
  dynamic "d" {
    for_each = each.value.list
    content {
      e = d.value.f
      dynamic "g" {
        for_each = d.value.inner
        iterator = it
        content {
          h = it.key
        }
      }
    }
  }
  provisioner "local-exec" {
    command = self.whatever
  }
}
output "all" {
  value = values(a.b)[*].id
}
"#;
    assert_eq!(codes(&problems(text, "", None)), <[&str; 0]>::default());
}

const CALLED: &str = r#"
variable "name" {
  type = object({ short = string })
}
variable "size" {
  default = 1
}
output "long" {
  value = { text = "${var.name.short}!" }
}
output "size" {
  value = var.size
}
"#;

#[test]
fn outputs_of_called_modules_have_any_value_and_their_arguments_any_instance() {
    let rest = "output \"o\" {\n  value = module.net.long.txt + 1\n}\n";
    for arguments in [
        "name = { short = \"a\" }",
        "name = { short = each.key }",
        "name = { short = count.index }",
    ] {
        let text = format!("module \"net\" {{\n  source = \"./net\"\n  {arguments}\n}}\n{rest}");
        assert_eq!(
            codes(&problems(&text, CALLED, None)),
            <[&str; 0]>::default(),
            "{text}"
        );
    }
}

/// In Terraform 1.10 and 1.11, an ephemeral output must have a value that is ephemeral as a whole; since 1.12.2 (its change
/// log, pull request 37210), any.
#[test]
fn output_declared_as_ephemeral_needs_an_ephemeral_value_in_older_versions() {
    let at = |version: &str, value: &str| {
        let version = format!("terraform {{\n  required_version = \"{version}\"\n}}\n");
        let caller = format!("{version}module \"net\" {{\n  source = \"./net\"\n  v      = 1\n}}\n");
        let called = format!(
            "{version}variable \"v\" {{\n  ephemeral = true\n}}\noutput \"o\" {{\n  value     = {value}\n  ephemeral = true\n}}\n"
        );
        let found = problems(&caller, &called, None);
        let places = subjects(&found, &called).into_iter().map(str::to_owned);
        codes(&found).into_iter().zip(places).collect::<Vec<_>>()
    };
    let code = "hcl2::terraform::ephemeral-value";
    for version in ["~> 1.10.0", "~> 1.11.0"] {
        for value in ["1", "{ a = var.v }"] {
            assert_eq!(
                at(version, value),
                [(code, value.to_owned())],
                "{version}: {value}"
            );
        }
        assert_eq!(at(version, "var.v"), []);
    }
    for version in ["~> 1.12.0", ">= 1.15"] {
        for value in ["1", "{ a = var.v }", "var.v"] {
            assert_eq!(at(version, value), [], "{version}: {value}");
        }
    }
}

#[test]
fn calls_are_checked_against_the_called_module() {
    for (arguments, rest, code, subject) in [
        (
            "name = { short = \"a\" }\n  siz = 2",
            "",
            "hcl2::body::unsupported-attribute",
            "siz",
        ),
        ("size = 2", "", "hcl2::body::missing-attribute", "module \"net\""),
        ("name = \"a\"", "", "hcl2::terraform::invalid-value", "\"a\""),
        (
            "name = { short = \"a\" }",
            "output \"o\" {\n  value = module.net.lng\n}\n",
            "hcl2::expr::unknown-attribute",
            ".lng",
        ),
        (
            "name = { short = module.net.long.text }",
            "",
            "hcl2::terraform::reference-cycle",
            "module.net.long.text",
        ),
    ] {
        let text = format!("module \"net\" {{\n  source = \"./net\"\n  {arguments}\n}}\n{rest}");
        let problems = problems(&text, CALLED, None);
        assert_eq!(codes(&problems), [code], "{text}");
        assert_eq!(subjects(&problems, &text), [subject], "{text}");
    }
}

#[test]
fn value_that_does_not_fit_a_sensitive_variable_is_reported_at_the_variable() {
    let called = "variable \"n\" {\n  type      = number\n  sensitive = true\n  nullable  = false\n}\n";
    let caller = |value: &str| format!("module \"net\" {{\n  source = \"./net\"\n  n      = {value}\n}}\n");
    let text = caller("\"a\"");
    let found = problems(&text, called, None);
    assert_eq!(codes(&found), ["hcl2::terraform::invalid-value"]);
    assert_eq!(subjects(&found, called), ["variable \"n\""]);
    let label = found[0].labels[0].span;
    assert_eq!(&text[label.start as usize..label.end as usize], "\"a\"");
    let text = caller("null");
    assert_eq!(subjects(&problems(&text, called, None), &text), ["null"]);
}

#[test]
fn arguments_are_checked_by_the_validations_of_the_called_module() {
    let called = "variable \"n\" {\n  validation {\n    condition     = var.n > 5\n    error_message = \"Too small.\"\n  }\n}\n";
    for (value, expected) in [
        ("1", &["hcl2::terraform::refused-value"][..]),
        ("7", &[]),
        ("var.m", &[]),
    ] {
        let text =
            format!("variable \"m\" {{}}\nmodule \"net\" {{\n  source = \"./net\"\n  n      = {value}\n}}\n");
        let problems = problems(&text, called, None);
        assert_eq!(codes(&problems), expected, "{text}");
        assert!(problems.iter().all(|problem| problem.detail == "Too small."));
    }
    let text = "module \"net\" {\n  source = \"./net\"\n  n      = 5\n}\n";
    let problems = problems(text, &called.replace("var.n > 5", "var.n"), None);
    assert_eq!(codes(&problems), ["hcl2::terraform::invalid-value"]);
}

#[test]
fn provider_configurations_are_checked_across_modules() {
    let called = "terraform {\n  required_providers {\n    a = {\n      source                = \"acme/a\"\n      configuration_aliases = [a.x]\n    }\n  }\n}\n";
    let root = "terraform {\n  required_providers {\n    a = { source = \"acme/a\" }\n    b = { source = \"acme/b\" }\n  }\n}\nprovider \"a\" {\n  alias = \"west\"\n}\n";
    for (providers, subject) in [
        ("", Some("module \"net\"")),
        ("providers = { a.x = a.west }", None),
        ("providers = { a.x = a }", None),
        ("providers = { a.x = a.est }", Some("a.est")),
        ("providers = { a.x = b }", Some("b")),
    ] {
        let text = format!("{root}module \"net\" {{\n  source = \"./net\"\n  {providers}\n}}\n");
        let problems = problems(&text, called, None);
        assert_eq!(subjects(&problems, &text), subject.as_slice(), "{text}");
        let is_of_providers = |code: &&str| *code == "hcl2::terraform::provider-configuration";
        assert!(codes(&problems).iter().all(is_of_providers), "{text}");
    }
    let two = called.replace("[a.x]", "[a.y, a.x]");
    let text = format!("{root}module \"net\" {{\n  source = \"./net\"\n}}\n");
    let problems_of_two = problems(&text, &two, None);
    assert_eq!(subjects(&problems_of_two, &text), ["module \"net\""]);
    assert_eq!(
        problems_of_two[0].detail,
        "The called module expects the provider configurations `a.x`, `a.y`. Pass them in the argument `providers`."
    );
    // A missing configuration of another provider would not fit if it were declared.
    let text =
        format!("{root}module \"net\" {{\n  source = \"./net\"\n  providers = {{ a.x = b.west }}\n}}\n");
    let problems = problems(&text, called, None);
    assert_eq!(subjects(&problems, &text), ["b.west"]);
    assert!(problems[0].detail.contains("`b.west` is `acme/b`"));
}

/// A host without files.
#[derive(Debug)]
struct Empty;

impl Host for Empty {
    fn kind(&self, _: &str) -> Result<Option<FileKind>, HostError> {
        Ok(None)
    }
}

#[test]
fn missing_files_are_warnings() {
    let text = "locals {\n  a = file(\"nope\")\n  b = fileexists(\"nope\") ? file(\"nope\") : \"\"\n}\n";
    let source = SourceMap::new().add("main.tf", text).expect("a small source");
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: module(&source),
        calls: [].into(),
    };
    let options = CheckOptions {
        host: Some(Arc::new(Empty)),
        ..CheckOptions::default()
    };
    let problems = options.validate(&tree);
    assert_eq!(
        found(&problems, text),
        [("hcl2::terraform::missing-file", "nope")]
    );
    assert!(!problems.has_errors() && tree.validate(None).is_empty());
}

#[test]
fn modules_may_depend_on_parts_of_each_other() {
    let text = "module \"net\" {\n  source = \"./net\"\n  name   = { short = \"${module.net.size}\" }\n}\n";
    assert_eq!(codes(&problems(text, CALLED, None)), <[&str; 0]>::default());
}

/// Modules with all kinds of blocks, in both syntaxes.
const RICH: [(&str, &str); 2] = [
    (
        "main.tf",
        r#"
variable "v" {
  type = map(object({ a = optional(list(string), []) }))
  validation {
    condition     = alltrue([for k, e in var.v : length(e.a) < 3]) && local.n > 0
    error_message = "At most ${local.n}."
  }
}
locals {
  n = try(one(values(var.v)[*].a[0]), 1) + terraform_data.a["k"].output
}
resource "terraform_data" "a" {
  for_each = { for k, e in var.v : k => e if can(e.a) }
  input    = [each.key, data.b.c[0].d, self, count.index]
  dynamic "x" {
    for_each = each.value.a
    iterator = y
    labels   = [y.key]
    content {
      z = y.value
    }
  }
  provisioner "local-exec" {
    when    = destroy
    command = self.id
    connection {
      host = self.output
    }
  }
  lifecycle {
    ignore_changes       = [input]
    replace_triggered_by = [data.b.c]
    postcondition {
      condition     = self.id != ""
      error_message = "No."
    }
  }
}
data "b" "c" {
  count      = 2
  depends_on = [terraform_data.a, module.net.x]
}
module "net" {
  source    = "./net"
  for_each  = toset(["a"])
  providers = { b = b.west }
}
moved {
  from = module.net.terraform_data.q[0]
  to   = terraform_data.a["k"]
}
import {
  to = terraform_data.a[each.key]
  id = each.value
}
check "c" {
  data "b" "e" {}
  assert {
    condition     = data.b.e.f
    error_message = ""
  }
}
output "o" {
  value = { for k, r in terraform_data.a : k => module.net[k].x... }
}
"#,
    ),
    (
        "main.tf.json",
        r#"{"variable": {"v": {"type": "map(object({a=number}))", "default": {}}}, "locals": [{"n": "${var.v[\"k\"].b + local.m}"}],
  "resource": {"terraform_data": {"a": {"count": "${local.n}", "input": ["${count.index}", {"k": null}], "dynamic": {"x": [{"for_each": "${[1]}",
  "content": {"y": "${x.value}"}}]}, "lifecycle": {"ignore_changes": ["inpt"]}, "provisioner": [{"file": {"source": 1}}]}}},
  "module": {"net": {"source": "./net", "depends_on": ["terraform_data.a.b"]}}, "output": {"o": {"value": "${module.net.x}"}}}"#,
    ),
];

#[test]
fn truncated_modules_are_checked_without_panic() {
    for (name, text) in RICH {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let source = SourceMap::new().add(name, &text[..end]).expect("a small source");
            let file = ModuleFile::parse(&source, Language::Terraform).value;
            let Outcome {
                value: module,
                diagnostics: problems,
            } = Module::from_files(&[file], Language::Terraform);
            let tree = ModuleTree {
                path: ".".to_owned(),
                module,
                calls: [].into(),
            };
            let valid = tree.validate(None);
            for problem in problems.iter().chain(valid.iter()) {
                let span = problem.subject.expect("a place");
                assert!(span.end as usize <= end, "{problem:?}");
            }
        }
    }
}

/// Checked with `terraform validate` of Terraform 1.15.5, which does not warn of the others.
#[test]
fn deprecated_variables_and_outputs_are_reported_where_they_are_used() {
    let called = "variable \"old\" {\n  default    = 1\n  deprecated = \"Set new.\"\n}\nvariable \"new\" {\n  default = 1\n}\n\
                  output \"o\" {\n  value      = var.old\n  deprecated = \"Read p.\"\n}\noutput \"p\" {\n  value = 1\n}\n";
    let text = "module \"net\" {\n  source = \"./net\"\n  old    = 2\n  new    = 3\n}\noutput \"a\" {\n  value = \"${module.net.o}-x\"\n}\n\
                locals {\n  b = module.net[\"o\"]\n  c = module.net.p\n  d = try(module.net.o, 1)\n  e = module.net\n}\n\
                resource \"terraform_data\" \"x\" {\n  input = module.net.o\n  lifecycle {\n    precondition {\n\
                      condition     = module.net.o == 1\n      error_message = \"No.\"\n    }\n  }\n  depends_on = [module.net.o]\n}\n";
    let problems = problems(text, called, None);
    let deprecated = |subject| ("hcl2::terraform::deprecated", subject);
    assert_eq!(
        found(&problems, text),
        [
            deprecated("2"),
            deprecated("module.net.o"),
            deprecated("module.net[\"o\"]"),
            deprecated("module.net.o"),
        ]
    );
    assert!(!problems.has_errors());
    let details: Vec<&str> = problems.iter().map(|problem| &*problem.detail).collect();
    assert_eq!(details, ["Set new.", "Read p.", "Read p.", "Read p."]);
    // Null sets nothing.
    let null = "module \"net\" {\n  source = \"./net\"\n  old    = null\n}\n";
    assert_eq!(codes(&self::problems(null, called, None)), Vec::<&str>::new());
}

#[test]
fn each_missing_argument_of_a_call_is_named() {
    let called = "variable \"a\" {}\nvariable \"b\" {}\n";
    let problems = problems("module \"net\" {\n  source = \"./net\"\n}\n", called, None);
    let details: Vec<bool> = ["`a`", "`b`"]
        .iter()
        .zip(problems.iter())
        .map(|(name, problem)| problem.detail.contains(name))
        .collect();
    assert_eq!((codes(&problems).len(), details), (2, vec![true, true]));
}
