//! Why values of a plan are what they are.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_plan::{Channel, Fixtures, Inputs, Provenance, State, StepOrigin, provenance};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas};
use hcl2_value::Value;

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "resource_schemas": {"acme_disk": {"version": 1, "block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "size": {"type": "number", "optional": true},
    "zone": {"type": "string", "optional": true},
    "note": {"type": "string", "optional": true},
    "token": {"type": "string", "optional": true, "sensitive": true}
  }, "block_types": {
    "part": {"nesting_mode": "list", "block": {"attributes": {
      "label": {"type": "string", "optional": true},
      "uuid": {"type": "string", "computed": true}
    }}},
    "tag": {"nesting_mode": "set", "block": {"attributes": {"name": {"type": "string", "optional": true}}}},
    "only": {"nesting_mode": "single", "block": {"attributes": {"mode": {"type": "string", "optional": true}}}}
  }}}},
  "data_source_schemas": {"acme_image": {"version": 0, "block": {"attributes": {
    "name": {"type": "string", "required": true},
    "id": {"type": "string", "computed": true}
  }}}}
}}}"#;

/// A module with a called one, `net`, and what its plan depends on.
struct Case {
    sources: SourceMap,
    tree: ModuleTree,
    inputs: Inputs,
}

fn case(text: &str, called: Option<&str>) -> Case {
    case_in("main.tf", text, called)
}

fn case_in(name: &str, text: &str, called: Option<&str>) -> Case {
    let mut sources = SourceMap::new();
    let mut tree = |name: &str, path: &str, text: &str| {
        let source = sources.add(name, text).expect("the text is short");
        let file = ModuleFile::parse(&source, Language::Terraform).value;
        ModuleTree {
            path: path.to_owned(),
            module: Module::from_files(&[file], Language::Terraform).value,
            calls: [].into(),
        }
    };
    let mut root = tree(name, ".", text);
    root.calls = called
        .map(|text| ("net".into(), tree("net/main.tf", "net", text)))
        .into_iter()
        .collect();
    let host: Arc<dyn Host> = Arc::new(NoFiles);
    let schemas = sources.add("schemas.json", SCHEMAS).expect("the text is short");
    let inputs = Inputs {
        schemas: ProviderSchemas::from_json(&schemas).expect("the schemas are valid"),
        functions: Arc::new(hcl2_terraform::functions(&host)),
        ..Inputs::default()
    };
    Case {
        sources,
        tree: root,
        inputs,
    }
}

/// A directory without files.
#[derive(Debug)]
struct NoFiles;

impl Host for NoFiles {
    fn kind(&self, _: &str) -> Result<Option<FileKind>, HostError> {
        Ok(None)
    }
}

impl Case {
    fn why(&self, address: &str) -> Provenance {
        let Outcome { value, diagnostics } = provenance(&self.tree, &self.inputs, address);
        assert!(!diagnostics.has_errors(), "{address}: {diagnostics:?}");
        value.expect("a value at the address")
    }

    /// Returns each step as its address, its value, what determines it and the source text of its place.
    fn steps(&self, address: &str) -> Vec<String> {
        let why = self.why(address);
        let steps = why.steps.iter().map(|step| {
            let place = step.span.map(|span| {
                let source = self.sources.get(span.source).expect("a known source");
                String::from_utf8_lossy(source.slice(span)).into_owned()
            });
            let place = place.unwrap_or_else(|| "-".to_owned());
            format!(
                "{} = {}, {}: {place}",
                step.address,
                step.shown(),
                step.origin.name()
            )
        });
        steps.collect()
    }

    fn problem(&self, address: &str) -> (&'static str, String) {
        let Outcome { value, diagnostics } = provenance(&self.tree, &self.inputs, address);
        assert!(value.is_none(), "{address}");
        let problem = diagnostics.iter().next().expect("a problem");
        assert_eq!(problem.subject, None);
        (problem.code.id(), problem.detail.to_string())
    }
}

const ROOT: &str = r#"
variable "region" {
  type    = object({ name = string, zone = optional(string, "a") })
  default = { name = "eu" }
}
variable "big" {
  default = false
}
locals {
  sizes = { a = { size = 1 }, b = { size = 2 } }
  all   = merge({ kind = "x" }, { zone = var.region.zone, name = var.region.name })
}
module "net" {
  source   = "./net"
  for_each = local.sizes
  prefix   = format("%s-%s", "web", var.region.name)
  size     = each.value.size
}
output "size" {
  value = var.big ? 100 : (local.sizes.a.size)
}
output "ids" {
  value = [for name, net in module.net : net.id if name != "b"]
}
output "lengths" {
  value = length(local.sizes)
}
resource "terraform_data" "many" {
  count = 2
  input = { n = count.index, kind = local.all.kind, name = local.all["name"] }
}
resource "terraform_data" "picked" {
  input = terraform_data.many[count.index].input.n
  count = 2
}
"#;

const NET: &str = r#"
variable "prefix" {}
variable "size" {}
variable "left" { default = 7 }
resource "terraform_data" "d" {
  for_each = toset(["x", "y"])
  input    = "${var.prefix}-${each.key}-${var.size}"
}
output "id" {
  value = terraform_data.d["x"].id
}
"#;

#[test]
fn value_is_followed_through_calls_functions_and_instances() {
    let case = case(ROOT, Some(NET));
    assert_eq!(
        case.steps("module.net[\"b\"].terraform_data.d[\"y\"].input"),
        [
            "module.net[\"b\"].terraform_data.d[\"y\"].input = \"web-eu-y-2\", expression: \"${var.prefix}-${each.key}-${var.size}\"",
            "module.net[\"b\"].var.prefix = \"web-eu\", expression: format(\"%s-%s\", \"web\", var.region.name)",
            "module.net[\"b\"].each.key = \"y\", instance: toset([\"x\", \"y\"])",
            "module.net[\"b\"].var.size = 2, expression: each.value.size",
            "var.region.name = \"eu\", default: { name = \"eu\" }",
            "each.value.size = 2, expression: local.sizes",
            "local.sizes.b.size = 2, literal: 2",
        ]
    );
    let why = case.why("module.net[\"b\"].var.prefix");
    assert_eq!(why.steps[0].functions, ["format"]);
    assert_eq!(why.first_mark, None);
    assert!(why.unknown.is_empty() && !why.is_cut);
    assert_eq!(
        case.steps("module.net[\"a\"].var.left"),
        ["module.net[\"a\"].var.left = 7, default: 7"]
    );
}

#[test]
fn only_the_part_that_is_asked_for_is_followed() {
    let case = case(ROOT, Some(NET));
    assert_eq!(
        case.steps("terraform_data.many[1].input.name"),
        [
            "terraform_data.many[1].input.name = \"eu\", expression: local.all[\"name\"]",
            "local.all.name = \"eu\", expression: merge({ kind = \"x\" }, { zone = var.region.zone, name = var.region.name })",
            "var.region.name = \"eu\", default: { name = \"eu\" }",
        ]
    );
    assert_eq!(
        case.steps("terraform_data.picked[1].input"),
        [
            "terraform_data.picked[1].input = 1, expression: terraform_data.many[count.index].input.n",
            "terraform_data.many[1].input.n = 1, expression: count.index",
            "count.index = 1, instance: 2",
            "count.index = 1, instance: 2",
        ]
    );
    // The default of an optional attribute is not that of the variable.
    assert_eq!(
        case.steps("var.region.zone"),
        ["var.region.zone = \"a\", default: { name = \"eu\" }"]
    );
    // The length is that of the whole, not of its elements.
    assert_eq!(
        case.steps("output.lengths"),
        [
            "output.lengths = 2, expression: length(local.sizes)",
            "local.sizes = { a = { size = 1 }, b = { size = 2 } }, literal: { a = { size = 1 }, b = { size = 2 } }",
        ]
    );
}

#[test]
fn conditional_has_the_place_of_the_result_that_is_taken() {
    let mut case = case(ROOT, Some(NET));
    assert_eq!(
        case.steps("output.size"),
        [
            "output.size = 1, expression: (local.sizes.a.size)",
            "local.sizes.a.size = 1, literal: 1",
            "var.big = false, default: false",
        ]
    );
    let why = case.why("output.size");
    let conditions: Vec<bool> = why.steps[0]
        .sources
        .iter()
        .map(|source| source.is_condition)
        .collect();
    assert_eq!(conditions, [false, true]);

    case.inputs.variables.insert("big".to_owned(), Value::from(true));
    case.inputs
        .channels
        .insert("big".to_owned(), Channel::CommandLine);
    assert_eq!(
        case.steps("output.size"),
        [
            "output.size = 100, literal: 100",
            "var.big = true, command_line: -"
        ]
    );
    case.inputs
        .channels
        .insert("big".to_owned(), Channel::Environment);
    assert_eq!(
        case.why("var.big").steps[0].origin,
        StepOrigin::Given(Some(Channel::Environment))
    );
    case.inputs.channels.clear();
    assert_eq!(case.why("var.big").steps[0].origin, StepOrigin::Given(None));
}

#[test]
fn value_given_in_a_file_has_its_place() {
    let mut case = case(ROOT, Some(NET));
    let file = case
        .sources
        .add("terraform.tfvars", "big = true\n")
        .expect("the text is short");
    case.inputs.variables.insert("big".to_owned(), Value::from(true));
    case.inputs
        .channels
        .insert("big".to_owned(), Channel::File(file.span_of(6, 10)));
    assert_eq!(case.steps("var.big"), ["var.big = true, variable_file: true"]);
}

#[test]
fn computed_attribute_is_behind_unknown_values() {
    let case = case(ROOT, Some(NET));
    let steps = case.steps("output.ids");
    assert_eq!(
        steps,
        [
            "output.ids = [(known after apply)], expression: [for name, net in module.net : net.id if name != \"b\"]",
            "module.net[\"a\"].output.id = (known after apply), expression: terraform_data.d[\"x\"].id",
            "module.net[\"a\"].terraform_data.d[\"x\"].id = (known after apply), computed: resource \"terraform_data\" \"d\"",
        ]
    );
    assert_eq!(case.why("output.ids").unknown, [2]);
    // An output is also addressed as in references.
    assert_eq!(case.steps("module.net[\"a\"].id"), steps[1..]);
}

#[test]
fn first_mark_is_found_and_nothing_behind_it_is_shown() {
    let text = r#"
variable "password" {
  default   = "s3cr3t"
  sensitive = true
}
locals {
  raw    = "s3cr3t"
  hidden = sensitive(local.raw)
  both   = { url = "u-${var.password}", plain = "p" }
}
output "url" {
  value     = upper(local.both.url)
  sensitive = true
}
output "raw" {
  value     = local.hidden
  sensitive = true
}
output "length" {
  value = nonsensitive(length(var.password))
}
resource "acme_disk" "d" {
  token = local.raw
}
"#;
    let case = case(text, None);
    for (address, mark) in [
        ("output.url", "var.password"),
        ("output.raw", "local.hidden"),
        ("acme_disk.d.token", "acme_disk.d.token"),
        ("local.both", "var.password"),
    ] {
        let why = case.why(address);
        let first = why.first_mark.map(|id| why.steps[id].address.as_str());
        assert_eq!(first, Some(mark), "{address}");
        let shown: String = why.steps.iter().map(|step| step.shown().to_lowercase()).collect();
        assert!(!shown.contains("s3cr3t"), "{address}: {shown}");
    }
    assert_eq!(
        case.steps("output.length"),
        [
            "output.length = 6, expression: nonsensitive(length(var.password))",
            "var.password = (sensitive value), default: \"s3cr3t\"",
        ]
    );
    assert_eq!(case.why("output.length").first_mark, None);
    assert_eq!(case.why("local.both.plain").steps[0].shown(), "\"p\"");
}

const DISK: &str = r#"
variable "labels" {
  default = ["a", "b"]
}
locals {
  size = 3
  tags = ["t"]
}
data "acme_image" "i" {
  name = "base"
}
resource "acme_disk" "d" {
  size = local.size
  zone = "z2"
  note = data.acme_image.i.id
  dynamic "part" {
    for_each = var.labels
    content {
      label = part.value
    }
  }
  dynamic "tag" {
    for_each = local.tags
    content {
      name = tag.value
    }
  }
  only {
    mode = "m-${local.size}"
  }
  lifecycle {
    ignore_changes = [zone]
  }
}
"#;

#[test]
fn attributes_in_blocks_are_followed() {
    let case = case(DISK, None);
    assert_eq!(
        case.steps("acme_disk.d.part[1].label"),
        [
            "acme_disk.d.part[1].label = \"b\", expression: part.value",
            "var.labels[1] = \"b\", default: [\"a\", \"b\"]",
        ]
    );
    assert_eq!(
        case.steps("acme_disk.d.only.mode"),
        [
            "acme_disk.d.only.mode = \"m-3\", expression: \"m-${local.size}\"",
            "local.size = 3, literal: 3",
        ]
    );
    let tags = case.steps("acme_disk.d.tag");
    assert_eq!(tags[1..], ["local.tags[0] = \"t\", literal: \"t\""]);
    let parts = case.steps("acme_disk.d.part");
    assert_eq!(
        parts[1..],
        [
            "var.labels[0] = \"a\", default: [\"a\", \"b\"]",
            "var.labels[1] = \"b\", default: [\"a\", \"b\"]",
        ]
    );
    assert_eq!(
        case.why("acme_disk.d.part[0].uuid").steps[0].origin,
        StepOrigin::Computed
    );
}

#[test]
fn provider_state_and_data_determine_what_the_configuration_does_not() {
    let mut case = case(DISK, None);
    assert_eq!(case.why("acme_disk.d.token").steps[0].origin, StepOrigin::Omitted);
    assert_eq!(case.why("acme_disk.d.id").steps[0].origin, StepOrigin::Computed);
    assert_eq!(case.why("acme_disk.d.zone").steps[0].origin, StepOrigin::Literal);

    let state = r#"{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {}, "resources": [
      {"mode": "managed", "type": "acme_disk", "name": "d", "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
       "instances": [{"schema_version": 1, "attributes": {"id": "i-7", "size": 1, "zone": "z1", "note": null, "token": null,
         "part": [], "tag": [], "only": null}}]}]}"#;
    let state = case.sources.add("state", state).expect("the text is short");
    case.inputs.state = Some(State::from_json(&state).expect("the state is valid"));
    let data = r#"{"data.acme_image.i": {"id": "img-1"}}"#;
    let data = case.sources.add("data", data).expect("the text is short");
    case.inputs.data = Fixtures::from_json(&data).expect("the data is valid");

    let first = |address: &str| {
        let step = &case.why(address).steps[0];
        (step.origin, step.shown())
    };
    assert_eq!(first("acme_disk.d.id"), (StepOrigin::State, "\"i-7\"".to_owned()));
    assert_eq!(
        first("acme_disk.d.zone"),
        (StepOrigin::State, "\"z1\"".to_owned())
    );
    assert_eq!(
        first("acme_disk.d.size"),
        (StepOrigin::Expression, "3".to_owned())
    );
    assert_eq!(
        case.steps("acme_disk.d.note"),
        [
            "acme_disk.d.note = \"img-1\", expression: data.acme_image.i.id",
            "data.acme_image.i.id = \"img-1\", data: data \"acme_image\" \"i\"",
        ]
    );
    let whole = case.why("acme_disk.d");
    assert_eq!(whole.steps[0].origin, StepOrigin::Parts);
    assert_eq!(whole.steps[0].sources.len(), 7);
}

#[test]
fn wrong_address_has_a_suggestion() {
    let case = case(ROOT, Some(NET));
    for (address, detail) in [
        (
            "var.regoin",
            "The plan has no variable `regoin`. Did you mean `region`?",
        ),
        (
            "local.size",
            "The plan has no local value `size`. Did you mean `sizes`?",
        ),
        (
            "output.idds",
            "The plan has no output `idds`. Did you mean `ids`?",
        ),
        (
            "local.sizes.c",
            "`local.sizes` has no part `c`. Expected one of: `a`, `b`.",
        ),
        (
            "terraform_data.mny[0].id",
            "The plan has no resource `terraform_data.mny`. Did you mean `terraform_data.many`?",
        ),
        (
            "terraform_data.many[2].id",
            "The plan has no instance `terraform_data.many[2]`. Did you mean `terraform_data.many[0]`?",
        ),
        (
            "terraform_data.many[0].ids",
            "`terraform_data.many[0]` has no part `ids`. Did you mean `id`?",
        ),
        (
            "module.net[\"c\"].var.size",
            "The plan has no module instance `module.net[\"c\"]`. Did you mean `module.net[\"a\"]`?",
        ),
        (
            "module.nett.id",
            "The plan has no module instance `module.nett`. Expected one of: `module.net[\"a\"]`, `module.net[\"b\"]`.",
        ),
        (
            "a + b",
            "Expected the address of a value, such as `module.net.acme_disk.d[0].size`, `var.size` or `output.url`.",
        ),
    ] {
        assert_eq!(
            case.problem(address),
            ("hcl2::terraform::undeclared", detail.to_owned())
        );
    }
}

#[test]
fn module_in_json_is_followed_too() {
    let text = r#"{"locals": {"a": "x", "b": {"c": "${upper(local.a)}"}}, "output": {"o": {"value": "${local.b.c}"}}}"#;
    let case = case_in("main.tf.json", text, None);
    assert_eq!(
        case.steps("output.o"),
        [
            "output.o = \"X\", expression: \"${local.b.c}\"",
            "local.b.c = \"X\", expression: \"${upper(local.a)}\"",
            "local.a = \"x\", literal: \"x\"",
        ]
    );
}

#[test]
fn long_chain_and_many_sources_are_cut() {
    let mut text = "locals {\n  a0 = 1\n".to_owned();
    for index in 1..3000 {
        text += &format!("  a{index} = local.a{} + local.a{}\n", index - 1, index - 1);
    }
    text += "}\n";
    let chain = case(&text, None).why("local.a2999");
    assert!(chain.is_cut);
    assert_eq!(chain.steps.len(), 1000);

    let items: Vec<String> = (0..50).map(|index| format!("\"{index}\"")).collect();
    let text = format!(
        "variable \"v\" {{\n  default = [{}]\n}}\noutput \"o\" {{\n  value = join(\"\", var.v)\n}}\n",
        items.join(", ")
    );
    let joined = case(&text, None).why("output.o");
    let addresses: Vec<&str> = joined.steps.iter().map(|step| step.address.as_str()).collect();
    assert_eq!(addresses, ["output.o", "var.v"]);
}

#[test]
fn value_is_found_although_another_one_has_an_error() {
    let text = "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {\n  count = length(terraform_data.a.id)\n}\nlocals {\n  n = length(terraform_data.a.id)\n}\n";
    let case = case(text, None);
    let Outcome { value, diagnostics } = provenance(&case.tree, &case.inputs, "local.n");
    assert!(diagnostics.has_errors());
    let why = value.expect("a value at the address");
    assert_eq!(why.steps[why.unknown[0]].address, "terraform_data.a.id");
}

#[test]
fn resource_without_schema_is_followed_as_written() {
    let text = "locals {\n  s = 4\n}\nresource \"other_disk\" \"d\" {\n  size = local.s + 1\n}\n";
    let mut case = case(text, None);
    case.inputs.infers_schemas = true;
    assert_eq!(
        case.steps("other_disk.d.size"),
        [
            "other_disk.d.size = 5, expression: local.s + 1",
            "local.s = 4, literal: 4",
        ]
    );
}

#[test]
fn reference_to_a_resource_without_schema_is_one_to_its_provider() {
    let text =
        "resource \"other_disk\" \"d\" {\n  size = 1\n}\noutput \"o\" {\n  value = other_disk.d.size\n}\n";
    let mut case = case(text, None);
    case.inputs.infers_schemas = true;
    let why = provenance(&case.tree, &case.inputs, "output.o")
        .value
        .expect("a value");
    let steps: Vec<(&str, StepOrigin)> = why
        .steps
        .iter()
        .map(|step| (step.address.as_str(), step.origin))
        .collect();
    assert_eq!(
        steps,
        [
            ("output.o", StepOrigin::Expression),
            ("other_disk.d", StepOrigin::Computed)
        ]
    );
    assert_eq!(why.unknown, [1]);
}
