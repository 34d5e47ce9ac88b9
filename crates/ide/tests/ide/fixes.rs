//! Quick fixes: each suggestion of a problem, of whatever code and in whatever kind of file.

use hcl2_ide::Document;
use hcl2_model::Syntax;
use hcl2_terraform::ProviderSchemas;

use crate::support::{path, workspace_with};

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {"resource_schemas": {"acme_disk": {"block": {
    "attributes": {
        "size": {"type": "number", "optional": true}
    },
    "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {"type": "string", "optional": true}}}}}
}}}}}}"#;

const NET: &str = "variable \"zone\" {\n  default = 1\n}\noutput \"id\" {\n  value = 1\n}\n";

/// Files with a mistake: the name, the text, the code of a problem, and what its fix writes.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "main.tf",
        "resurce \"a_b\" \"c\" {\n}\n",
        "hcl2::body::unsupported-block",
        "resource",
    ),
    (
        "main.tf",
        "variable \"x\" {\n  typ = string\n}\n",
        "hcl2::body::unsupported-attribute",
        "type",
    ),
    (
        "main.tf",
        "variable \"x\" {\n  type = \"string\"\n}\n",
        "hcl2::decode::invalid-type",
        "string",
    ),
    (
        "main.tf",
        "variable \"size\" {\n}\nlocals {\n  a = var.siez\n}\n",
        "hcl2::terraform::undeclared",
        "var.size",
    ),
    (
        "main.tf",
        "locals {\n  a = uper(\"x\")\n}\n",
        "hcl2::expr::unknown-function",
        "upper",
    ),
    (
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  siez = 1\n}\n",
        "hcl2::body::unsupported-attribute",
        "size",
    ),
    (
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  lifecycle {\n    ignore_changes = [siez]\n  }\n}\n",
        "hcl2::expr::unknown-attribute",
        "size",
    ),
    (
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  lable {\n  }\n}\n",
        "hcl2::body::unsupported-block",
        "label",
    ),
    (
        "main.tf",
        "module \"net\" {\n  source = \"./net\"\n  zoen   = 2\n}\n",
        "hcl2::body::unsupported-attribute",
        "zone",
    ),
    (
        "net/terraform.tfvars",
        "zoen = 1\n",
        "hcl2::terraform::undeclared",
        "zone",
    ),
    (
        "net/main.tftest.hcl",
        "run \"a\" {\n  comand = plan\n}\n",
        "hcl2::body::unsupported-attribute",
        "command",
    ),
    (
        "web.pkr.hcl",
        "variable \"region\" {\n}\nlocals {\n  a = var.regoin\n}\n",
        "hcl2::terraform::undeclared",
        "var.region",
    ),
    (
        "terragrunt.hcl",
        "imputs = {}\n",
        "hcl2::body::unsupported-attribute",
        "inputs",
    ),
    (
        "main.tfcomponent.hcl",
        "variable \"region\" {\n  type = string\n}\nlocals {\n  a = var.regoin\n}\n",
        "hcl2::terraform::undeclared",
        "var.region",
    ),
    (
        "main.tf.json",
        "{\"resurce\": {}}\n",
        "hcl2::json::unexpected-property",
        "\"resource\"",
    ),
    (
        "main.tf",
        "locals {\n  obj = { prefix = { deep = 1 } }\n  a   = local.obj.prefix.dep\n}\n",
        "hcl2::expr::unknown-attribute",
        ".deep",
    ),
    (
        "main.tf",
        "variable \"x\" {\n  type = object({ prefix = string })\n}\nlocals {\n  a = \"${var.x.prefx}!\"\n}\n",
        "hcl2::expr::unknown-attribute",
        ".prefix",
    ),
    (
        "main.tf",
        "locals {\n  a = tru\n}\n",
        "hcl2::terraform::invalid-reference",
        "true",
    ),
    (
        "main.tf",
        "locals {\n  a = [for x in [1] : nul]\n}\n",
        "hcl2::terraform::invalid-reference",
        "null",
    ),
    (
        "main.tf",
        "variable \"x\" {\n  nullable = fasle\n}\n",
        "hcl2::terraform::not-constant",
        "false",
    ),
    (
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  lifecycle {\n    ignore_changes = al\n  }\n}\n",
        "hcl2::terraform::reference-expected",
        "all",
    ),
    (
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  provisioner \"local-exec\" {\n    when    = destoy\n    command = \"x\"\n  }\n}\n",
        "hcl2::terraform::reference-expected",
        "destroy",
    ),
    (
        "net/main.tftest.hcl",
        "run \"a\" {\n  command = plna\n}\n",
        "hcl2::terraform::reference-expected",
        "plan",
    ),
    (
        "net/other.tftest.hcl",
        "run \"a\" {\n  command = \"apply\"\n}\n",
        "hcl2::terraform::reference-expected",
        "apply",
    ),
    (
        "net/main.tftest.json",
        "{\"run\": {\"a\": {\"command\": \"plna\"}}}\n",
        "hcl2::terraform::reference-expected",
        "\"plan\"",
    ),
    (
        ".hcl2.toml",
        "langage = \"terraform\"\n",
        "hcl2::command::invalid-project",
        "language",
    ),
];

#[test]
fn each_suggestion_is_a_quick_fix() {
    let mut missing = Vec::new();
    for (name, text, code, fixed) in MISTAKES {
        let source = hcl2_diagnostics::Source::new("schemas.json", SCHEMAS).expect("a short text");
        let schemas = ProviderSchemas::from_json(&source).expect("schemas");
        let mut workspace = workspace_with(schemas);
        let net = Document::new(path("net/main.tf"), NET, Syntax::Native);
        workspace.open(net.expect("a short text"));
        let document = Document::new(path(name), *text, Syntax::from_path(name));
        workspace.open(document.expect("a short text"));
        workspace.check();
        let file = workspace.file(&path(name)).expect("the file");
        let whole = file.value.span();
        let fixes = workspace.fixes(&path(name), whole);
        let mut own = fixes.iter().filter(|fix| fix.diagnostic.code.id() == *code);
        if !own.any(|fix| fix.edit.text == *fixed) {
            let found: Vec<String> = file
                .diagnostics
                .iter()
                .map(|problem| {
                    let fixes = problem.suggestions.iter().map(|own| own.replacement.clone());
                    format!(
                        "{} {} {:?}",
                        problem.code.id(),
                        problem.detail,
                        fixes.collect::<Vec<_>>()
                    )
                })
                .collect();
            missing.push(format!("{fixed} in {text:?}: {found:#?}"));
        }
        for problem in file.diagnostics.iter() {
            let is_asked = problem.detail.contains("Did you mean");
            let is_fixed = fixes.iter().any(|fix| fix.diagnostic == *problem);
            if (is_asked || !problem.suggestions.is_empty()) && !is_fixed {
                missing.push(format!("no fix of {}: {}", problem.code.id(), problem.detail));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
