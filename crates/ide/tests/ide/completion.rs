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
}}}, "data_source_schemas": {"acme_image": {"block": {"attributes": {"id": {"type": "string", "computed": true}}}}}}}}"#;

/// Returns the completions at the marker of a source that follows `MAIN`.
fn completed(text: &str) -> Vec<Completion> {
    let (text, offset) = marked(&format!("{MAIN}{text}"));
    let source = SourceMap::new()
        .add("schemas.json", SCHEMAS)
        .expect("a short text");
    let schemas = ProviderSchemas::from_json(&source).expect("schemas");
    let mut workspace = workspace_with(schemas);
    workspace.open(Document::new(path("main.tf"), text, Syntax::Native).expect("a short text"));
    workspace.open(Document::new(path("net/main.tf"), NET, Syntax::Native).expect("a short text"));
    workspace.check();
    let completions = workspace.completions(&path("main.tf"), offset);
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

/// How many of the expected names are offered. Where it rises, raise it.
const SCORE: usize = 94;

#[test]
fn the_score_of_completions_does_not_change_unseen() {
    let (mut found, mut missing) = (0, Vec::new());
    for (text, expected) in PLACES {
        let labels: Vec<String> = completed(text).into_iter().map(|item| item.label).collect();
        for name in *expected {
            if labels.iter().any(|label| label == name) {
                found += 1;
            } else {
                missing.push(format!("{name} at {text:?}"));
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
