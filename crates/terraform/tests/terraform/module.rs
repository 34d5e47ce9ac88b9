//! Modules as they are read and checked.

use crate::support;

use crate::support::{codes, found, subjects};
use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Address, Module, ModuleFile, ResourceKind};
use hcl2_value::Value;

/// Reads a module from the names and contents of its files.
fn read(files: &[(&str, &str)]) -> Outcome<Module> {
    let mut sources = SourceMap::new();
    let mut parsed = Vec::new();
    for (name, text) in files {
        let source = sources.add(*name, *text).expect("a small source");
        let file = ModuleFile::parse(&source, Language::Terraform);
        assert!(file.diagnostics.is_empty(), "{name}: {:?}", file.diagnostics);
        parsed.push(file.value);
    }
    Module::from_files(&parsed, Language::Terraform)
}

/// Reads a module without problems.
#[track_caller]
fn sound(files: &[(&str, &str)]) -> Module {
    let Outcome {
        value: module,
        diagnostics: problems,
    } = read(files);
    assert!(problems.is_empty(), "{problems:?}");
    module
}

const NATIVE: &str = r#"
terraform {
  required_version = ">= 1.5"
  required_providers {
    acme = {
      source                = "acme/acme"
      version               = "~> 2.0"
      configuration_aliases = [acme.west]
    }
  }
  backend "local" {}
}
provider "acme" {
  alias = "west"
}
variable "size" {
  type        = object({ n = optional(number, 3), name = string })
  default     = { name = "web" }
  description = "How large."
  nullable    = false
  validation {
    condition     = var.size.n > 0
    error_message = "Too small."
  }
}
locals {
  all = { for key, value in acme_disk.a : key => value.id }
}
resource "acme_disk" "a" {
  for_each = toset(["x"])
  provider = acme.west
  size     = var.size.n
  rule {
    text = local.all["x"]
  }
  depends_on = [module.net]
}
data "acme_image" "b" {}
module "net" {
  source = "./net"
  image  = data.acme_image.b.id
}
output "all" {
  value     = local.all
  sensitive = true
}
"#;

#[test]
fn a_module_is_read_into_types() {
    let module = sound(&[("main.tf", NATIVE)]);
    assert_eq!(module.required_versions, [">= 1.5"]);
    let requirement = &module.requirements[0];
    assert_eq!(requirement.name, "acme");
    assert_eq!(requirement.source.as_deref(), Some("acme/acme"));
    assert_eq!(requirement.version.as_deref(), Some("~> 2.0"));
    assert_eq!(requirement.aliases, ["acme.west"]);
    assert_eq!(
        module.backend.as_ref().map(|backend| backend.ty.as_str()),
        Some("local")
    );
    assert_eq!(module.providers[0].alias.as_deref(), Some("west"));

    let variable = &module.variables[0];
    assert_eq!(variable.description.as_deref(), Some("How large."));
    assert!(!variable.nullable && !variable.sensitive);
    assert_eq!(variable.validations.len(), 1);
    let default = variable.default.as_ref().expect("there is a default");
    let value = variable.convert(default).expect("it fits");
    assert_eq!(value.get("n"), Some(&Value::from(3)));

    let resource = &module.resources()[0];
    assert_eq!(
        (resource.kind, resource.ty.as_str()),
        (ResourceKind::Managed, "acme_disk")
    );
    assert_eq!(resource.provider.as_deref(), Some("acme.west"));
    assert!(resource.for_each.is_some() && resource.count.is_none());
    assert_eq!(module.resources()[1].kind, ResourceKind::Data);
    assert_eq!(module.calls[0].local_path(), Some("./net"));
    assert_eq!(module.calls[0].arguments.len(), 1);
    assert!(module.outputs[0].sensitive);
}

#[test]
fn both_syntaxes_are_read_alike() {
    let source = support::source("main.tf", NATIVE);
    let json = support::sound(hcl2_terraform::Converter::new().to_json(&source));
    let edges = |module: &Module| -> Vec<String> {
        let edge = |node: &hcl2_terraform::ModuleNode| {
            let to: Vec<String> = node
                .references
                .iter()
                .map(|(address, _)| address.to_string())
                .collect();
            format!("{} -> {}", node.address, to.join(", "))
        };
        let mut edges: Vec<String> = module.nodes().iter().map(edge).collect();
        edges.sort();
        edges
    };
    let native = edges(&sound(&[("main.tf", NATIVE)]));
    assert_eq!(
        native,
        [
            "acme_disk.a -> module.net, var.size, local.all",
            "data.acme_image.b -> ",
            "local.all -> acme_disk.a",
            "module.net -> data.acme_image.b",
            "output.all -> local.all",
            "provider.acme.west -> ",
            "var.size -> var.size",
        ]
    );
    assert_eq!(edges(&sound(&[("main.tf.json", &json)])), native);
}

#[test]
fn override_files_change_declarations_of_other_files() {
    let base = "variable \"a\" {\n  type    = string\n  default = \"one\"\n}\nlocals {\n  x = 1\n  y = 2\n}\nresource \
                \"terraform_data\" \"r\" {\n  count = 1\n  lifecycle {\n    create_before_destroy = true\n  }\n  provisioner \
                \"local-exec\" {\n    command = \"a\"\n  }\n}\n";
    let over = "variable \"a\" {\n  default = \"two\"\n}\nlocals {\n  x = 3\n}\nresource \"terraform_data\" \"r\" {\n  count = \
                2\n}\n";
    for name in ["override.tf", "b_override.tf"] {
        // An override file counts last, whatever its name is.
        let module = sound(&[(name, over), ("main.tf", base)]);
        assert_eq!(module.variables[0].default, Some(Value::from("two")));
        assert_eq!(module.variables[0].ty.to_string(), "string");
        assert_eq!(module.locals.len(), 2);
        let value = |text: Option<&hcl2_model::ExpressionRef>| text.and_then(|value| value.native_text());
        assert_eq!(value(Some(&module.locals[0].value)).as_deref(), Some("3"));
        assert_eq!(value(module.resources()[0].count.as_ref()).as_deref(), Some("2"));
    }
    let text = "variable \"b\" {}\nlocals {\n  z = 1\n}\n";
    let problems = read(&[("override.tf", text)]).diagnostics;
    assert_eq!(
        found(&problems, text),
        [
            ("hcl2::terraform::nothing-to-override", "variable \"b\""),
            ("hcl2::terraform::nothing-to-override", "z"),
        ]
    );
}

/// Sources with a problem, its code, and the source text at its range.
const PROBLEMS: &[(&str, &str, &str)] = &[
    (
        "terraform {\n  required_version = \"=> 1.0\"\n}\n",
        "hcl2::terraform::invalid-version",
        "\"=> 1.0\"",
    ),
    (
        "terraform {\n  required_providers {\n    a = {\n      version = \"latest\"\n    }\n  }\n}\n",
        "hcl2::terraform::invalid-version",
        "\"latest\"",
    ),
    (
        "variable \"a\" {\n  type = strng\n}\n",
        "hcl2::decode::invalid-type",
        "strng",
    ),
    (
        "variable \"a\" {\n  default = upper(\"a\")\n}\n",
        "hcl2::terraform::not-constant",
        "upper(\"a\")",
    ),
    (
        "variable \"a\" {\n  type    = number\n  default = \"x\"\n}\n",
        "hcl2::terraform::invalid-value",
        "\"x\"",
    ),
    (
        "variable \"a\" {\n  default  = null\n  nullable = false\n}\n",
        "hcl2::terraform::invalid-value",
        "null",
    ),
    (
        "variable \"a\" {}\nvariable \"a\" {\n}\n",
        "hcl2::terraform::duplicate-declaration",
        "variable \"a\"",
    ),
    (
        "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n",
        "hcl2::terraform::duplicate-declaration",
        "a",
    ),
    (
        "variable \"size\" {}\noutput \"a\" {\n  value = var.siz\n}\n",
        "hcl2::terraform::undeclared",
        "var.siz",
    ),
    (
        "locals {\n  a = local.b\n}\n",
        "hcl2::terraform::undeclared",
        "local.b",
    ),
    (
        "output \"a\" {\n  value = module.b.c\n}\n",
        "hcl2::terraform::undeclared",
        "module.b",
    ),
    (
        "resource \"a\" \"b\" {\n  nested {\n    c = var.d\n  }\n}\n",
        "hcl2::terraform::undeclared",
        "var.d",
    ),
    (
        "output \"a\" {\n  value      = 1\n  depends_on = [\"${a.b}\"]\n}\n",
        "hcl2::terraform::reference-expected",
        "\"${a.b}\"",
    ),
    (
        "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = al\n  }\n}\n",
        "hcl2::terraform::reference-expected",
        "al",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    when = never\n  }\n}\n",
        "hcl2::terraform::reference-expected",
        "never",
    ),
    (
        "module \"a\" {\n  source = \"./${path.module}\"\n}\n",
        "hcl2::terraform::not-constant",
        "path",
    ),
    (
        "resource \"a\" \"b\" {\n  count    = 1\n  for_each = {}\n}\n",
        "hcl2::terraform::conflicting-arguments",
        "for_each",
    ),
    (
        "module \"a\" {\n  source = \"./a\"\n  nested {}\n}\n",
        "hcl2::body::unsupported-block",
        "nested",
    ),
    ("output \"a\" {}\n", "hcl2::body::missing-attribute", ""),
    (
        "output \"a\" {\n  valu = 1\n  value = 2\n}\n",
        "hcl2::body::unsupported-attribute",
        "valu",
    ),
    (
        "resource \"a\" \"first\" {}\noutput \"a\" {\n  value = a.frist.id\n}\n",
        "hcl2::terraform::undeclared",
        "a.frist",
    ),
    (
        "resource \"a\" \"b\" {\n  nested {\n    c = data.d.e.f\n  }\n}\n",
        "hcl2::terraform::undeclared",
        "data.d.e",
    ),
    (
        "resource \"a\" \"b\" {\n  c = each.key\n}\n",
        "hcl2::terraform::invalid-reference",
        "each.key",
    ),
    (
        "resource \"a\" \"b\" {\n  count = count.index\n}\n",
        "hcl2::terraform::invalid-reference",
        "count.index",
    ),
    (
        "resource \"a\" \"b\" {\n  for_each = {}\n  c        = each.vlue\n}\n",
        "hcl2::terraform::invalid-reference",
        "each.vlue",
    ),
    (
        "locals {\n  a = path.modul\n}\n",
        "hcl2::terraform::invalid-reference",
        "path.modul",
    ),
    (
        "variable \"size\" {}\noutput \"a\" {\n  value = size\n}\n",
        "hcl2::terraform::invalid-reference",
        "size",
    ),
    (
        "output \"a\" {\n  value = self.id\n}\n",
        "hcl2::terraform::invalid-reference",
        "self.id",
    ),
    (
        "resource \"a\" \"b\" {\n  lifecycle {\n    precondition {\n      condition     = a.b.c\n      error_message = \"d\"\n    }\n  }\n}\n",
        "hcl2::terraform::invalid-reference",
        "a.b.c",
    ),
    (
        "variable \"v\" {}\nresource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    when    = destroy\n    command = var.v\n  }\n}\n",
        "hcl2::terraform::invalid-reference",
        "var.v",
    ),
    (
        "variable \"v\" {}\nresource \"a\" \"b\" {\n  lifecycle {\n    replace_triggered_by = [var.v]\n  }\n}\n",
        "hcl2::terraform::reference-expected",
        "var.v",
    ),
    (
        "resource \"a\" \"b\" {}\nresource \"a\" \"c\" {\n  depends_on = [a.b.id]\n}\n",
        "hcl2::terraform::invalid-reference",
        ".id",
    ),
    (
        "check \"a\" {\n  data \"b\" \"c\" {}\n  assert {\n    condition     = data.b.c.d\n    error_message = \"e\"\n  }\n}\nlocals {\n  f = data.b.c\n}\n",
        "hcl2::terraform::invalid-reference",
        "data.b.c",
    ),
    (
        "resource \"a\" \"b\" {\n  count = 2\n}\nlocals {\n  c = a.b.id\n}\n",
        "hcl2::terraform::instance-key",
        "a.b",
    ),
    (
        "resource \"a\" \"b\" {}\nlocals {\n  c = a.b[0].id\n}\n",
        "hcl2::terraform::instance-key",
        "a.b[0]",
    ),
    (
        "moved {\n  from = a.b.c\n  to   = a.d\n}\n",
        "hcl2::terraform::invalid-target",
        "a.b.c",
    ),
    (
        "moved {\n  from = a.b\n  to   = module.d\n}\n",
        "hcl2::terraform::invalid-target",
        "moved",
    ),
    (
        "removed {\n  from = a.b[1]\n}\n",
        "hcl2::terraform::invalid-target",
        "[1]",
    ),
    (
        "import {\n  to = data.a.b\n  id = \"c\"\n}\n",
        "hcl2::terraform::invalid-target",
        "data.a.b",
    ),
    ("variable \"1a\" {}\n", "hcl2::terraform::invalid-name", "\"1a\""),
    (
        "variable \"count\" {}\n",
        "hcl2::terraform::invalid-name",
        "\"count\"",
    ),
    (
        "provider \"a_b\" {}\n",
        "hcl2::terraform::invalid-name",
        "\"a_b\"",
    ),
    (
        "variable \"a\" {\n  validation {\n    condition     = true\n    error_message = \"b\"\n  }\n}\n",
        "hcl2::terraform::constant-condition",
        "true",
    ),
    (
        "locals {\n  b = 1\n}\nvariable \"a\" {\n  validation {\n    condition     = local.b > 0\n    error_message = \"b\"\n  }\n}\n",
        "hcl2::terraform::constant-condition",
        "local.b > 0",
    ),
    (
        "check \"a\" {}\n",
        "hcl2::terraform::missing-block",
        "check \"a\"",
    ),
    (
        "terraform {\n  backend \"local\" {}\n}\nterraform {\n  cloud {}\n}\n",
        "hcl2::terraform::duplicate-declaration",
        "backend \"local\"",
    ),
    (
        "resource \"a\" \"b\" {\n  lifecycle {}\n  lifecycle {\n  }\n}\n",
        "hcl2::terraform::duplicate-declaration",
        "lifecycle",
    ),
    (
        "terraform {\n  backend \"local\" {\n    path = var.p\n  }\n}\n",
        "hcl2::terraform::not-constant",
        "var",
    ),
    (
        "variable \"a\" {\n  sensitive = \"maybe\"\n}\n",
        "hcl2::terraform::invalid-value",
        "\"maybe\"",
    ),
    (
        "module \"a\" {\n  source = \"a\"\n}\n",
        "hcl2::terraform::invalid-source",
        "\"a\"",
    ),
    (
        "module \"a\" {\n  source  = \"./a\"\n  version = \"1.0\"\n}\n",
        "hcl2::terraform::invalid-version",
        "\"./a\"",
    ),
    (
        "terraform {\n  required_providers {\n    a = {\n      source = \"a/b/c/d\"\n    }\n  }\n}\n",
        "hcl2::terraform::invalid-source",
        "\"a/b/c/d\"",
    ),
    (
        "terraform {\n  required_providers {\n    a = {\n      sorce = \"a/b\"\n    }\n  }\n}\n",
        "hcl2::terraform::unknown-name",
        "sorce",
    ),
    (
        "terraform {\n  language = TF2042\n}\n",
        "hcl2::terraform::unsupported-version",
        "TF2042",
    ),
    (
        "provider \"a\" {\n  count = 1\n}\n",
        "hcl2::terraform::invalid-name",
        "count",
    ),
    (
        "resource \"a\" \"b\" {\n  provider = a.b.c\n}\n",
        "hcl2::terraform::reference-expected",
        "a.b.c",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"local-exe\" {}\n}\n",
        "hcl2::terraform::unknown-name",
        "\"local-exe\"",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"file\" {\n    source      = \"c\"\n    content     = \"d\"\n    destination = \"e\"\n  }\n}\n",
        "hcl2::terraform::conflicting-arguments",
        "provisioner \"file\"",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    connection {}\n  }\n}\n",
        "hcl2::body::missing-attribute",
        "connection",
    ),
    (
        "removed {\n  from = a.b\n  provisioner \"local-exec\" {}\n}\n",
        "hcl2::terraform::invalid-target",
        "provisioner \"local-exec\"",
    ),
    (
        "variable \"a\" {\n  type = list\n}\n",
        "hcl2::terraform::deprecated",
        "list",
    ),
    (
        "provider \"a\" {\n  version = \"1.0\"\n}\n",
        "hcl2::terraform::deprecated",
        "version = \"1.0\"",
    ),
    ("varable \"a\" {}\n", "hcl2::body::unsupported-block", "varable"),
    ("resource \"a\" {}\n", "hcl2::body::missing-label", "{"),
];

#[test]
fn each_problem_is_reported_at_its_range() {
    for (text, code, subject) in PROBLEMS {
        let problems = read(&[("main.tf", text)]).diagnostics;
        assert_eq!(codes(&problems), [*code], "{text}");
        assert_eq!(subjects(&problems, text), [*subject], "{text}");
    }
}

#[test]
fn opentofu_evaluates_the_settings_of_backends() {
    let text = "variable \"p\" {}\nterraform {\n  backend \"local\" {\n    path = var.p\n  }\n}\n";
    for (language, wanted) in [
        (Language::Terraform, &["hcl2::terraform::not-constant"][..]),
        (Language::OpenTofu, &[]),
    ] {
        let file = ModuleFile::parse(&support::source("main.tf", text), language).value;
        let problems = Module::from_files(&[file], language).diagnostics;
        assert_eq!(codes(&problems), wanted, "{language:?}");
    }
}

#[test]
fn problems_suggest_replacements() {
    for (text, wanted) in [
        (
            "variable \"size\" {}\noutput \"a\" {\n  value = var.siz\n}\n",
            "var.size",
        ),
        (
            "variable \"size\" {}\noutput \"a\" {\n  value = vars.size\n}\n",
            "var.size",
        ),
        (
            "variable \"size\" {}\noutput \"a\" {\n  value = size\n}\n",
            "var.size",
        ),
        (
            "data \"a\" \"b\" {}\noutput \"c\" {\n  value = a.b.id\n}\n",
            "data.a.b",
        ),
        (
            "resource \"a\" \"b\" {\n  count = 2\n}\nresource \"a\" \"c\" {\n  count = 2\n  d     = a.b.id\n}\n",
            "[count.index]",
        ),
        ("locals {\n  a = path.modul\n}\n", ".module"),
        ("output \"a b\" {\n  value = 1\n}\n", "\"a_b\""),
    ] {
        let problems = read(&[("main.tf", text)]).diagnostics;
        assert_eq!(problems[0].suggestions[0].replacement, wanted, "{text}");
    }
}

#[test]
fn suggestions_of_a_module_are_looked_for_among_a_bounded_number_of_objects() {
    let declared: String = (0..1_000).map(|index| format!("  name{index} = 1\n")).collect();
    let used: String = (0..400)
        .map(|index| format!("  m{index} = local.nam{index}\n"))
        .collect();
    let text = format!("locals {{\n{declared}{used}}}\n");
    let problems = read(&[("main.tf", &text)]).diagnostics;
    let suggested = problems.iter().filter(|problem| !problem.suggestions.is_empty());
    assert_eq!((problems.len(), suggested.count()), (400, 255));
}

#[test]
fn template_instead_of_a_reference_is_reported_in_json() {
    let text = r#"{"output": {"a": {"value": 1, "depends_on": ["${module.b}"]}}, "module": {"b": {"source": "./b"}}}"#;
    let problems = read(&[("main.tf.json", text)]).diagnostics;
    assert_eq!(codes(&problems), ["hcl2::terraform::reference-expected"]);
    assert_eq!(subjects(&problems, text), ["\"${module.b}\""]);
    assert_eq!(problems[0].suggestions[0].replacement, "\"module.b\"");
}

#[test]
fn old_forms_of_references_and_keywords_are_read() {
    let module = read(&[(
        "main.tf",
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    connection {\n      type = \"ssh\"\n      host = \"h\"\n    }\n  }\n  provider   = \"a.west\"\n  depends_on = [\"a.c\"]\n  lifecycle {\n    ignore_changes = \
         [\"tags\"]\n  }\n  provisioner \"local-exec\" {\n    when = \"destroy\"\n  }\n}\nresource \"a\" \"c\" {}\n",
    )])
    .value;
    assert_eq!(module.resources()[0].provider.as_deref(), Some("a.west"));
    let address = Address::Resource(ResourceKind::Managed, "a".into(), "c".into());
    assert_eq!(module.nodes()[0].references[0].0, address);
}

#[test]
fn names_defined_by_a_block_are_not_references() {
    sound(&[(
        "main.tf",
        "resource \"a\" \"b\" {\n  count = 2\n  x     = [for local in [1] : local]\n  dynamic \"rule\" {\n    for_each = \
         [1]\n    content {\n      y = rule.value + count.index\n    }\n  }\n  z = path.module\n}\n",
    )]);
}

#[test]
fn references_are_checked_alike_in_json_and_native_syntax() {
    for (text, expected) in [
        (
            r#"{"variable": {"b": {}}, "resource": {"terraform_data": {"a": {"lifecycle": {"replace_triggered_by": ["var.b"]}}}}}"#,
            ("hcl2::terraform::reference-expected", "var.b"),
        ),
        (
            r#"{"resource": {"terraform_data": {"a": {}}}, "import": [{"to": "terraform_data.a", "id": "a"}, {"to": "terraform_data.a", "id": "b"}]}"#,
            ("hcl2::terraform::duplicate-declaration", "\"terraform_data.a\""),
        ),
    ] {
        let problems = read(&[("main.tf.json", text)]).diagnostics;
        assert_eq!(found(&problems, text), [expected]);
    }
}
