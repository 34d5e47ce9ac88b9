//! Plans as text for people.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::NoHost;
use hcl2_model::FunctionTable;
use hcl2_plan::{Inputs, State, plan, to_text};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

fn functions() -> Arc<FunctionTable> {
    Arc::new(hcl2_terraform::functions(&(Arc::new(NoHost) as _)))
}

fn tree(path: &str, text: &str, sources: &mut SourceMap, call: Option<(&str, ModuleTree)>) -> ModuleTree {
    let source = sources.add(path, text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    ModuleTree {
        path: path.to_owned(),
        module: Module::from_files(&[file], Language::Terraform).value,
        calls: call.into_iter().map(|(name, tree)| (name.into(), tree)).collect(),
    }
}

/// Returns the text of the plan of a module whose objects are those of `terraform_data` with an identifier and an input, as
/// JSON with its type.
fn text(module: &str, objects: &[(&str, &str)]) -> String {
    let mut sources = SourceMap::new();
    let tree = tree("main.tf", module, &mut sources, None);
    let objects: Vec<String> = objects
        .iter()
        .map(|(name, input)| {
            format!(
                r#"{{"mode": "managed", "type": "terraform_data", "name": "{name}",
                  "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{{"schema_version": 0,
                  "attributes": {{"id": "i", "input": {input}, "output": {input}, "triggers_replace": null}}}}]}}"#
            )
        })
        .collect();
    let state = format!(
        r#"{{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {{}}, "resources": [{}]}}"#,
        objects.join(",")
    );
    let state = sources.add("state", state).expect("the text is short");
    let inputs = Inputs {
        functions: functions(),
        state: Some(State::from_json(&state).expect("the state is valid")),
        ..Inputs::default()
    };
    to_text(&plan(&tree, &inputs).into_result().expect("a plan"), &sources)
}

#[test]
fn changes_are_drawn_with_what_differs() {
    let module = r#"
resource "terraform_data" "a" {
  input = { kept = 1, list = ["a", "x", "c"], new = [true], "odd key" = 2 }
}
resource "terraform_data" "b" {
  triggers_replace = 1
}
output "o" {
  value = toset(["x"])
}
"#;
    let before = r#"{"value": {"kept": 1, "list": ["a", "b", "c"], "old": "v"},
      "type": ["object", {"kept": "number", "list": ["tuple", ["string", "string", "string"]], "old": "string"}]}"#;
    assert_eq!(
        text(module, &[("a", before), ("b", "null"), ("gone", "null")]),
        r#"~ terraform_data.a
    ~ input  = {
        ~ list      = [
            ~ "b" -> "x",
            # 2 unchanged elements
          ]
        + new       = [
            + true,
          ]
        + "odd key" = 2
        - old       = "v" -> null
        # 1 unchanged element
      }
    ~ output = { kept = 1, list = ["a", "b", "c"], old = "v" } -> (known after apply)
    # 1 unchanged attribute
-/+ terraform_data.b (replace because cannot update)
    ~ id               = "i" -> (known after apply)
    + triggers_replace = 1 # forces replacement
- terraform_data.gone (delete because no resource config)
    - id = "i" -> null
Changes to outputs:
  + o = toset([
      + "x",
    ])
Plan: 1 to add, 1 to change, 2 to destroy.
"#
    );
}

#[test]
fn long_values_are_folded() {
    let module = r#"
resource "terraform_data" "a" {
  input = { list = range(100), text = join("", [for i in range(100) : "abcdefghij"]) }
}
"#;
    let shown = text(module, &[]);
    assert!(
        shown.contains("            + 19,\n            # 80 more elements\n"),
        "{shown}"
    );
    assert!(shown.contains("… (1002 characters)\n"), "{shown}");
    assert!(shown.len() < 1500, "{shown}");

    let module = "resource \"terraform_data\" \"a\" {\n  input = \"${join(\"\", [for i in range(300) : \"a\"])}new\"\n}\n";
    let before = format!(r#"{{"value": "{}old", "type": "string"}}"#, "a".repeat(300));
    let shown = text(module, &[("a", &before)]);
    let end = "a".repeat(20);
    assert!(
        shown.contains(&format!(
            "    ~ input  = …{end}old\" (305 characters) -> …{end}new\" (305 characters)\n"
        )),
        "{shown}"
    );
}

#[test]
fn values_that_were_or_become_sensitive_are_hidden() {
    let module = "resource \"terraform_data\" \"a\" {\n  input = sensitive(\"secret\")\n}\n";
    let shown = text(module, &[("a", r#"{"value": "secret", "type": "string"}"#)]);
    assert!(shown.contains("    ~ input = (sensitive value)\n"), "{shown}");
    assert!(!shown.contains("secret"), "{shown}");
}

#[test]
fn lines_of_strings_and_keys_are_not_lines_of_the_plan() {
    let module = "resource \"terraform_data\" \"a\" {\n  input = { \"k\\n+ fake\" = \"v\\n- fake\" }\n}\n";
    let shown = text(module, &[]);
    assert!(
        shown.contains(r#"        + "k\n+ fake" = "v\n- fake""#),
        "{shown}"
    );
}

#[test]
fn instances_are_listed_below_their_modules() {
    let mut sources = SourceMap::new();
    let inner = tree(
        "m/n",
        "resource \"terraform_data\" \"x\" {\n  count = 1\n}\n",
        &mut sources,
        None,
    );
    let call = "module \"n\" {\n  source = \"./n\"\n}\n";
    let middle = tree("m", call, &mut sources, Some(("n", inner)));
    let call = "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([\"k\"])\n}\n";
    let root = tree(".", call, &mut sources, Some(("m", middle)));
    let inputs = Inputs {
        functions: functions(),
        ..Inputs::default()
    };
    let shown = to_text(&plan(&root, &inputs).into_result().expect("a plan"), &sources);
    assert_eq!(
        shown,
        r#"module.m["k"]
  module.m["k"].module.n
    + terraform_data.x[0]
        + id = (known after apply)
Plan: 1 to add, 0 to change, 0 to destroy.
"#
    );
}
