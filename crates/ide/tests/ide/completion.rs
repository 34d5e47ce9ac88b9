//! An evaluation of completions: places with the names that a person expects there, and how many of them are offered.

use hcl2_diagnostics::SourceMap;
use hcl2_ide::{Completion, Document};
use hcl2_model::Syntax;
use hcl2_terraform::ProviderSchemas;

use crate::support::{marked, path, workspace, workspace_with};

const NET: &str = "variable \"zone\" {\n  type = string\n  validation {\n    condition     = contains([\"a\", \"b\"], var.zone)\n    error_message = \"No.\"\n  }\n}\nvariable \"options\" {\n  type = object({ size = number, tags = map(string), disk = object({ speed = number }) })\n}\noutput \"id\" {\n  value = 1\n}\n";

const MAIN: &str = "variable \"size\" {\n  type = number\n}\nvariable \"name\" {\n  type = string\n}\nlocals {\n  twice = var.size * 2\n}\nmodule \"net\" {\n  source = \"./net\"\n}\nresource \"acme_disk\" \"main\" {\n  size = 1\n}\nprovider \"acme\" {\n  alias = \"west\"\n}\n";

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {"resource_schemas": {"acme_disk": {"block": {
    "attributes": {
        "size": {"type": "number", "required": true, "description": "How much fits."},
        "old": {"type": "string", "optional": true, "deprecated": true},
        "fast": {"type": "bool", "optional": true},
        "layout": {"type": ["object", {"rows": "number", "columns": "number"}], "optional": true},
        "id": {"type": "string", "computed": true}
    },
    "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {"type": "string", "required": true}}}}}
}}}, "data_source_schemas": {"acme_image": {"block": {"attributes": {"id": {"type": "string", "computed": true}}}}},
    "ephemeral_resource_schemas": {"acme_token": {"block": {"attributes": {"value": {"type": "string", "computed": true}}}}},
    "provider": {"block": {"attributes": {"token": {"type": "string", "optional": true, "sensitive": true}}}},
    "functions": {"parse": {"return_type": "string", "parameters": [{"name": "text", "type": "string"}], "description": "Parses."}}}}}"#;

/// Returns the completions at the marker of a source that follows `MAIN`.
fn completed(text: &str) -> Vec<Completion> {
    completed_in("main.tf", &format!("{MAIN}{text}"))
}

/// Returns the completions at the marker of a file in the directory of `MAIN`.
fn completed_in(name: &str, text: &str) -> Vec<Completion> {
    let (text, offset) = marked(text);
    let source = SourceMap::new()
        .add("schemas.json", SCHEMAS)
        .expect("a short text");
    let schemas = ProviderSchemas::from_json(&source).expect("schemas");
    let mut workspace = workspace_with(schemas);
    if name != "main.tf" {
        workspace.open(Document::new(path("main.tf"), MAIN, Syntax::Native).expect("a short text"));
    }
    workspace.open(Document::new(path(name), text, Syntax::Native).expect("a short text"));
    workspace.open(Document::new(path("net/main.tf"), NET, Syntax::Native).expect("a short text"));
    workspace.check();
    let completions = workspace.completions(&path(name), offset);
    let mut items = completions.map_or_else(Vec::new, |completions| completions.items);
    items.sort_by_key(|item| item.sort_key.clone().unwrap_or_else(|| item.label.clone()));
    items
}

/// Places, with the names that are expected there.
const PLACES: &[(&str, &[&str])] = &[
    (
        "|",
        &[
            "variable",
            "locals",
            "output",
            "module",
            "resource",
            "data",
            "terraform",
            "moved",
        ],
    ),
    ("resource \"|\" \"x\" {\n}\n", &["acme_disk", "terraform_data"]),
    ("resource \"ac|", &["acme_disk"]),
    ("data \"|\" \"x\" {\n}\n", &["acme_image"]),
    (
        "resource \"acme_disk\" \"x\" {\n  |\n}\n",
        &[
            "size",
            "fast",
            "layout",
            "label",
            "count",
            "for_each",
            "lifecycle",
            "provider",
        ],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  label {\n    |\n  }\n}\n",
        &["text"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  layout = {\n    |\n  }\n}\n",
        &["rows", "columns"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  layout = { rows = 1, |}\n}\n",
        &["columns"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  fast = |\n}\n",
        &["true", "false"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  provider = |\n}\n",
        &["acme.west"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  size = |\n}\n",
        &["var", "local", "module", "max", "acme_disk"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  depends_on = [|]\n}\n",
        &["module.net", "acme_disk.main"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  for_each = { a = 1 }\n  size = each.|\n}\n",
        &["key", "value"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  for_each = { a = 1 }\n  size = |\n}\n",
        &["each"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  count = 2\n  size = count.|\n}\n",
        &["index"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    ignore_changes = |\n  }\n}\n",
        &["all"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    ignore_changes = [|]\n  }\n}\n",
        &["size", "fast"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    postcondition {\n      condition = self.|\n    }\n  }\n}\n",
        &["size", "id"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  provisioner \"local-exec\" {\n    when = |\n  }\n}\n",
        &["destroy"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  provisioner \"local-exec\" {\n    on_failure = |\n  }\n}\n",
        &["continue", "fail"],
    ),
    ("moved {\n  from = |\n}\n", &["acme_disk.main", "module.net"]),
    ("import {\n  to = |\n}\n", &["acme_disk.main"]),
    ("removed {\n  from = |\n}\n", &["acme_disk.main"]),
    (
        "variable \"x\" {\n  type = |\n}\n",
        &["string", "number", "bool", "list", "map", "object"],
    ),
    ("variable \"x\" {\n  type = list(|)\n}\n", &["string", "number"]),
    ("variable \"x\" {\n  sensitive = |\n}\n", &["true", "false"]),
    (
        "module \"x\" {\n  source = \"./net\"\n  |\n}\n",
        &["zone", "options", "providers", "version"],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  zone = |\n}\n",
        &["\"a\"", "\"b\""],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  options = {\n    |\n  }\n}\n",
        &["size", "tags", "disk"],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  options = {\n    disk = {\n      |\n    }\n  }\n}\n",
        &["speed"],
    ),
    ("module \"x\" {\n  source = \"|\"\n}\n", &["./", "../"]),
    ("module \"x\" {\n  source = \"./|\"\n}\n", &["net"]),
    ("locals {\n  x = file(\"|\")\n}\n", &["main.tf", "net"]),
    (
        "locals {\n  x = file(\"${path.module}/net/|\")\n}\n",
        &["main.tf"],
    ),
    ("locals {\n  x = var.|\n}\n", &["size", "name"]),
    ("locals {\n  x = local.|\n}\n", &["twice"]),
    ("locals {\n  x = module.|\n}\n", &["net"]),
    ("locals {\n  x = module.net.|\n}\n", &["id"]),
    ("locals {\n  x = acme_disk.|\n}\n", &["main"]),
    ("locals {\n  x = acme_disk.main.|\n}\n", &["size", "id", "layout"]),
    ("locals {\n  x = path.|\n}\n", &["module", "root", "cwd"]),
    ("locals {\n  x = terraform.|\n}\n", &["workspace"]),
    ("locals {\n  x = \"${var.|}\"\n}\n", &["size", "name"]),
    ("locals {\n  x = [for v in [1] : |]\n}\n", &["v"]),
    ("locals {\n  a = [1\n  x = var.|\n}\n", &["size", "name"]),
    ("locals {\n  x = provider::|\n}\n", &["acme"]),
    ("terraform {\n  backend \"|\" {\n  }\n}\n", &["s3", "local"]),
];

/// More places, as [`PLACES`]: what a person types in a day.
const MORE_PLACES: &[(&str, &[&str])] = &[
    ("locals {\n  x = provider::acme::|\n}\n", &["parse"]),
    (
        "terraform {\n  |\n}\n",
        &["required_version", "required_providers", "backend", "cloud"],
    ),
    (
        "terraform {\n  backend \"s3\" {\n    |\n  }\n}\n",
        &["bucket", "key", "region"],
    ),
    (
        "terraform {\n  backend \"s3\" {\n    encrypt = |\n  }\n}\n",
        &["true", "false"],
    ),
    ("terraform {\n  required_providers {\n    |\n  }\n}\n", &["acme"]),
    (
        "terraform {\n  required_providers {\n    acme = {\n      |\n    }\n  }\n}\n",
        &["source", "version"],
    ),
    (
        "terraform {\n  cloud {\n    |\n  }\n}\n",
        &["organization", "workspaces"],
    ),
    ("provider \"|\" {\n}\n", &["acme"]),
    ("provider \"acme\" {\n  |\n}\n", &["alias", "token"]),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    |\n  }\n}\n",
        &[
            "create_before_destroy",
            "prevent_destroy",
            "ignore_changes",
            "replace_triggered_by",
            "precondition",
        ],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    replace_triggered_by = [|]\n  }\n}\n",
        &["acme_disk.main"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    create_before_destroy = |\n  }\n}\n",
        &["true", "false"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  lifecycle {\n    precondition {\n      |\n    }\n  }\n}\n",
        &["condition", "error_message"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  dynamic \"|\" {\n  }\n}\n",
        &["label"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  dynamic \"label\" {\n    |\n  }\n}\n",
        &["for_each", "content", "iterator"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  dynamic \"label\" {\n    for_each = [1]\n    content {\n      |\n    }\n  }\n}\n",
        &["text"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  dynamic \"label\" {\n    for_each = [1]\n    content {\n      text = |\n    }\n  }\n}\n",
        &["label"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  dynamic \"label\" {\n    for_each = [1]\n    content {\n      text = label.|\n    }\n  }\n}\n",
        &["key", "value"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  provisioner \"|\" {\n  }\n}\n",
        &["local-exec", "remote-exec", "file"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  provisioner \"local-exec\" {\n    |\n  }\n}\n",
        &["command", "interpreter", "when"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  connection {\n    |\n  }\n}\n",
        &["type", "host", "user"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  count = length(|)\n}\n",
        &["var", "local"],
    ),
    (
        "resource \"acme_disk\" \"x\" {\n  for_each = |\n}\n",
        &["toset", "var"],
    ),
    (
        "variable \"x\" {\n  |\n}\n",
        &[
            "type",
            "default",
            "description",
            "validation",
            "sensitive",
            "nullable",
        ],
    ),
    (
        "variable \"x\" {\n  type = object({ a = | })\n}\n",
        &["string", "list", "optional"],
    ),
    (
        "variable \"x\" {\n  type = list(object({ a = optional(|) }))\n}\n",
        &["string"],
    ),
    (
        "variable \"x\" {\n  validation {\n    |\n  }\n}\n",
        &["condition", "error_message"],
    ),
    (
        "variable \"x\" {\n  validation {\n    condition = var.|\n  }\n}\n",
        &["x"],
    ),
    (
        "output \"x\" {\n  |\n}\n",
        &["value", "description", "sensitive", "depends_on"],
    ),
    (
        "data \"acme_image\" \"img\" {\n}\noutput \"x\" {\n  value = data.|\n}\n",
        &["acme_image"],
    ),
    (
        "data \"acme_image\" \"img\" {\n}\noutput \"x\" {\n  value = data.acme_image.|\n}\n",
        &["img"],
    ),
    (
        "data \"acme_image\" \"img\" {\n}\noutput \"x\" {\n  value = data.acme_image.img.|\n}\n",
        &["id"],
    ),
    ("ephemeral \"|\" \"x\" {\n}\n", &["acme_token"]),
    (
        "module \"x\" {\n  |\n}\n",
        &["source", "count", "for_each", "depends_on"],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  providers = {\n    acme = |\n  }\n}\n",
        &["acme.west"],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  options = { disk = { speed = var.| } }\n}\n",
        &["size"],
    ),
    (
        "module \"x\" {\n  source = \"./net\"\n  depends_on = [module.|]\n}\n",
        &["net"],
    ),
    ("moved {\n  from = acme_disk.|\n}\n", &["main"]),
    ("moved {\n  |\n}\n", &["from", "to"]),
    ("import {\n  |\n}\n", &["to", "id", "for_each"]),
    ("removed {\n  |\n}\n", &["from", "lifecycle"]),
    ("check \"x\" {\n  |\n}\n", &["assert", "data"]),
    (
        "check \"x\" {\n  assert {\n    |\n  }\n}\n",
        &["condition", "error_message"],
    ),
    ("locals {\n  x = upper(var.|)\n}\n", &["name"]),
    ("locals {\n  x = [for k, v in { a = 1 } : |]\n}\n", &["k", "v"]),
    ("locals {\n  x = var.size > 1 ? var.| : 1\n}\n", &["size"]),
    ("locals {\n  x = \"${|}\"\n}\n", &["var", "local"]),
    (
        "locals {\n  x = templatefile(\"|\", {})\n}\n",
        &["main.tf", "net"],
    ),
    ("locals {\n  x = module.net[\"a\"].|\n}\n", &["id"]),
    (
        "locals {\n  x = acme_disk.main.layout.|\n}\n",
        &["rows", "columns"],
    ),
];

/// Places in other files than `main.tf`.
const OTHER_FILES: &[(&str, &str, &[&str])] = &[
    ("terraform.tfvars", "|\n", &["size", "name"]),
    (
        "main.tftest.hcl",
        "|\n",
        &["run", "variables", "provider", "mock_provider"],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n  |\n}\n",
        &[
            "command",
            "variables",
            "assert",
            "module",
            "plan_options",
            "expect_failures",
        ],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n  command = |\n}\n",
        &["plan", "apply"],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n  assert {\n    condition = acme_disk.main.|\n  }\n}\n",
        &["size", "id"],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n  assert {\n    condition = |\n  }\n}\n",
        &["var", "output", "run", "acme_disk"],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n  variables {\n    |\n  }\n}\n",
        &["size", "name"],
    ),
    (
        "main.tftest.hcl",
        "run \"a\" {\n}\nrun \"b\" {\n  assert {\n    condition = run.|\n  }\n}\n",
        &["a"],
    ),
    (
        "web.pkr.hcl",
        "|\n",
        &["source", "build", "variable", "locals", "packer"],
    ),
    (
        "web.pkr.hcl",
        "build {\n  |\n}\n",
        &["sources", "provisioner", "post-processor"],
    ),
    (
        "web.pkr.hcl",
        "variable \"x\" {\n  |\n}\n",
        &["type", "default", "description"],
    ),
    (
        "web.pkr.hcl",
        "variable \"x\" {\n}\nlocals {\n  y = var.|\n}\n",
        &["x"],
    ),
    (
        "terragrunt.hcl",
        "|\n",
        &["inputs", "terraform", "include", "dependency", "locals"],
    ),
    (
        "terragrunt.hcl",
        "dependency \"x\" {\n  |\n}\n",
        &["config_path", "mock_outputs"],
    ),
    (
        "terragrunt.hcl",
        "include \"root\" {\n  |\n}\n",
        &["path", "expose"],
    ),
    (
        "terragrunt.hcl",
        "locals {\n  a = 1\n}\ninputs = {\n  x = local.|\n}\n",
        &["a"],
    ),
    (
        "main.tfcomponent.hcl",
        "component \"x\" {\n  |\n}\n",
        &["source", "inputs", "providers"],
    ),
    (
        "main.tfcomponent.hcl",
        "|\n",
        &[
            "component",
            "variable",
            "required_providers",
            "provider",
            "output",
        ],
    ),
    (
        "main.tfcomponent.hcl",
        "variable \"x\" {\n  type = |\n}\n",
        &["string", "number"],
    ),
    (
        "prod.tfdeploy.hcl",
        "deployment \"x\" {\n  |\n}\n",
        &["inputs", "destroy"],
    ),
];

/// How many of the expected names are offered. Where it rises, raise it.
const SCORE: usize = 254;

#[test]
fn the_score_of_completions_does_not_change_unseen() {
    let (mut found, mut missing) = (0, Vec::new());
    let of_main = PLACES.iter().chain(MORE_PLACES);
    let of_main = of_main.map(|(text, expected)| ("main.tf", format!("{MAIN}{text}"), *expected));
    let of_others = OTHER_FILES.iter();
    let of_others = of_others.map(|(name, text, expected)| (*name, (*text).to_owned(), *expected));
    for (name, text, expected) in of_main.chain(of_others) {
        let items = completed_in(name, &text);
        for label in expected {
            if items.iter().any(|item| item.label == *label) {
                found += 1;
            } else {
                let place = text.trim_start_matches(MAIN);
                missing.push(format!("{label} at {place:?} of {name}"));
            }
        }
    }
    assert_eq!(found, SCORE, "missing: {missing:#?}");
}

#[test]
fn names_are_offered_in_their_context_alone() {
    let labels = |text: &str| -> Vec<String> { completed(text).into_iter().map(|item| item.label).collect() };
    let without = labels("resource \"acme_disk\" \"x\" {\n  size = |\n}\n");
    for name in ["each", "count", "self"] {
        assert!(!without.iter().any(|label| label == name), "{name}");
    }
    assert_eq!(labels("locals {\n  x = each.|\n}\n"), [""; 0]);
    assert_eq!(labels("locals {\n  x = \"plain |\"\n}\n"), [""; 0]);
    let present = labels("resource \"acme_disk\" \"x\" {\n  layout = { rows = 1, |}\n}\n");
    assert_eq!(present, ["columns"]);
}

#[test]
fn references_of_the_expected_type_come_first() {
    let first = |text: &str| completed(text).first().map(|item| item.label.clone());
    assert_eq!(
        first("resource \"acme_disk\" \"x\" {\n  size = var.|\n}\n").as_deref(),
        Some("size")
    );
    assert_eq!(
        first("module \"x\" {\n  source = \"./net\"\n  zone = var.|\n}\n").as_deref(),
        Some("name")
    );
    assert_eq!(
        first("module \"x\" {\n  source = \"./net\"\n  zone = |\n}\n").as_deref(),
        Some("\"a\"")
    );
}

#[test]
fn completions_have_the_descriptions_and_deprecations_of_schemas() {
    let items = completed("resource \"acme_disk\" \"x\" {\n  |\n}\n");
    let named = |name: &str| items.iter().find(|item| item.label == name).expect("an argument");
    assert_eq!(named("size").documentation.as_deref(), Some("How much fits."));
    assert!(named("old").is_deprecated && !named("size").is_deprecated);
    let snippet = |text: &str, name: &str| {
        let items = completed(text);
        let item = items.iter().find(|item| item.label == name).expect("a block");
        item.snippet.clone().expect("a snippet")
    };
    assert_eq!(
        snippet("resource \"acme_disk\" \"x\" {\n  |\n}\n", "label"),
        "label {\n  text = ${1:null}\n  $0\n}"
    );
    assert_eq!(
        snippet("|", "module"),
        "module \"${1:name}\" {\n  source = ${2:null}\n  $0\n}"
    );
}

#[test]
fn paths_replace_their_last_part() {
    let (text, offset) = marked("module \"x\" {\n  source = \"./n|et\"\n}\n");
    let workspace = workspace(&[("main.tf", &text), ("net/main.tf", NET)], &[]);
    let completions = workspace.completions(&path("main.tf"), offset).expect("a path");
    let range = completions.replaces.start as usize..completions.replaces.end as usize;
    assert_eq!((&text[range], completions.items[0].text.as_str()), ("net", "net"));
    assert_eq!(completions.inserts.end, offset);
}
