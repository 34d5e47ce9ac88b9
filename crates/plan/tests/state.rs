//! States and fixtures in the formats of Terraform and by address.

use hcl2_diagnostics::{Source, SourceMap};
use hcl2_plan::{Action, Fixtures, Inputs, Plan, Schemas, State, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};
use hcl2_value::Value;

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "resource_schemas": {"acme_disk": {"version": 1, "block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "tags": {"type": ["map", "string"], "optional": true}
  }}}},
  "data_source_schemas": {"acme_image": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "name": {"type": "string", "optional": true},
    "sizes": {"type": ["set", "number"], "computed": true}
  }}}}
}}}"#;

const MODULE: &str = r#"
resource "acme_disk" "d" {
  tags = { a = "x", b = "y" }
}
data "acme_image" "i" {
  for_each = toset(["k", "l"])
  name     = each.key
}
output "ids" {
  value = [data.acme_image.i["k"].id, data.acme_image.i["l"].id]
}
output "sizes" {
  value = data.acme_image.i["k"].sizes
}
"#;

fn source(text: &str) -> Source {
    SourceMap::new().add("main", text).expect("the text is short")
}

fn planned(inputs: Inputs) -> Result<Plan, Vec<(&'static str, String)>> {
    let source = source(MODULE);
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("it parses");
    let module = Module::from_files(&[file], Language::Terraform).value;
    let tree = ModuleTree {
        module,
        ..ModuleTree::default()
    };
    let functions = hcl2_terraform::functions(&(std::sync::Arc::new(hcl2_functions::NoHost) as _));
    let inputs = Inputs {
        schemas: Schemas::from_json(&self::source(SCHEMAS)).expect("the schemas are valid"),
        functions: std::sync::Arc::new(functions),
        ..inputs
    };
    plan(&tree, &inputs).into_result().map_err(|problems| {
        let place = |subject| String::from_utf8_lossy(source.slice(subject)).into_owned();
        let all = problems.iter();
        all.map(|problem| (problem.code.id(), place(problem.subject.expect("a place"))))
            .collect()
    })
}

/// Returns the planned values of the outputs `ids` and `sizes` with fixtures.
fn outputs(fixtures: &str) -> Vec<Value> {
    let data = Fixtures::from_json(&source(fixtures)).expect("the fixtures are valid");
    let plan = planned(Inputs {
        data,
        ..Inputs::default()
    })
    .expect("a plan");
    plan.outputs.iter().map(|output| output.after.clone()).collect()
}

#[test]
fn data_sources_have_what_fixtures_say() {
    let of_one = r#"{"data.acme_image.i": {"id": "all"}, "data.acme_image.i[\"k\"]": {"id": "k", "sizes": [2, 1, 2]}}"#;
    let sizes = Value::set(hcl2_value::Type::NUMBER, [Value::from(1), Value::from(2)]).expect("numbers");
    let ids = Value::tuple([Value::from("k"), Value::from("all")]);
    assert_eq!(outputs(of_one), [ids.clone(), sizes.clone()]);
    let shown = |index: &str, id: &str| {
        format!(
            r#"{{"mode": "data", "type": "acme_image", "name": "i", "index": "{index}", "values": {{"id": "{id}", "name": "q", "sizes": [1, 2]}}}}"#
        )
    };
    let plan = format!(
        r#"{{"format_version": "1.2", "prior_state": {{"values": {{"root_module": {{"resources": [{}, {}]}}}}}}}}"#,
        shown("k", "k"),
        shown("l", "all")
    );
    assert_eq!(outputs(&plan), [ids, sizes]);
    let rest = &outputs(r#"{"data.acme_image.i": {"name": "other"}}"#)[0];
    assert!(!rest.is_wholly_known());
}

#[test]
fn fixtures_that_do_not_fit_are_errors() {
    let problem = |text: &str| {
        let problems = Fixtures::from_json(&source(text)).expect_err("not fixtures");
        let places = problems
            .iter()
            .map(|problem| (problem.code.id(), problem.subject.map(|at| at.start)));
        places.collect::<Vec<_>>()
    };
    assert_eq!(problem("[1]"), [("hcl2::terraform::invalid-state", Some(0))]);
    assert_eq!(
        problem(r#"{"acme_disk.d": {}}"#),
        [("hcl2::terraform::invalid-state", Some(16))]
    );
    let data = Fixtures::from_json(&source(r#"{"data.acme_image.i": {"sizes": "many"}}"#)).expect("JSON");
    let place = (
        "hcl2::terraform::invalid-state",
        "data \"acme_image\" \"i\"".to_owned(),
    );
    assert_eq!(
        planned(Inputs {
            data,
            ..Inputs::default()
        })
        .expect_err("a wrong type"),
        [place.clone(), place]
    );
}

#[test]
fn a_state_is_read_as_terraform_shows_it() {
    let state = r#"{"format_version": "1.0", "values": {"outputs": {"sizes": {"value": [1], "type": ["list", "number"], "sensitive": true}},
      "root_module": {"resources": [{"address": "acme_disk.d", "mode": "managed", "type": "acme_disk", "name": "d",
        "provider_name": "registry.terraform.io/hashicorp/acme", "schema_version": 1,
        "values": {"id": "d-1", "tags": {"a": "x", "b": "z"}}, "sensitive_values": {"tags": {"b": true}}}],
      "child_modules": [{"address": "module.m[\"k\"]", "resources": [{"address": "module.m[\"k\"].acme_disk.e[1]",
        "mode": "managed", "type": "acme_disk", "name": "e", "index": 1, "provider_name": "registry.terraform.io/hashicorp/acme",
        "values": {"id": "e-1", "tags": null}}]}]}}}"#;
    let state = State::from_json(&source(state)).expect("the state is valid");
    let plan = planned(Inputs {
        state: Some(state),
        ..Inputs::default()
    })
    .expect("a plan");
    let managed = plan.resources.iter().filter(|resource| resource.is_listed());
    let actions: Vec<(String, Action)> = managed
        .map(|resource| (resource.address.to_string(), resource.action))
        .collect();
    let expected = [
        ("acme_disk.d", Action::Update),
        ("module.m[\"k\"].acme_disk.e[1]", Action::Delete),
    ];
    assert_eq!(
        actions,
        expected.map(|(address, action)| (address.to_owned(), action))
    );
    let before = &plan
        .resources
        .iter()
        .find(|resource| resource.action == Action::Update)
        .expect("d")
        .before;
    let tags = before.get("tags").expect("an attribute");
    assert!(tags.get("b").expect("a key").is_marked() && !tags.get("a").expect("a key").is_marked());
    assert!(
        plan.outputs
            .iter()
            .any(|output| output.name == *"sizes" && output.was_sensitive)
    );
}
