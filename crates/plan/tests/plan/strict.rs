//! What providers may set although their schemas do not say so.

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Action, Inputs, Plan, State, plan, to_text};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas};
use hcl2_value::{Type, Value};

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "resource_schemas": {"acme_disk": {"version": 1, "block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "size": {"type": "number", "required": true},
    "zone": {"type": "string", "optional": true},
    "note": {"type": "string", "optional": true},
    "secret": {"type": "string", "optional": true, "write_only": true}
  }, "block_types": {"part": {"nesting_mode": "set", "block": {"attributes": {
    "label": {"type": "string", "optional": true},
    "uuid": {"type": "string", "computed": true}
  }}}}}}}
}}}"#;

fn planned(text: &str, state: Option<&str>, strict_unknown: bool) -> Plan {
    let mut sources = SourceMap::new();
    let mut source = |name, text: &str| sources.add(name, text).expect("the text is short");
    let schemas =
        ProviderSchemas::from_json(&source("schemas.json", SCHEMAS)).expect("the schemas are valid");
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    let tree = ModuleTree {
        module: Module::from_files(&[file], Language::Terraform).value,
        ..ModuleTree::default()
    };
    let inputs = Inputs {
        schemas,
        state: state.map(|text| State::from_json(&source("state", text)).expect("the state is valid")),
        strict_unknown,
        ..Inputs::default()
    };
    plan(&tree, &inputs).into_result().expect("a plan")
}

fn after<'p>(plan: &'p Plan, name: &str) -> &'p Value {
    plan.resources[0].after.get(name).expect("an attribute")
}

#[test]
fn omitted_attributes_of_new_objects_are_counted_and_unknown_if_asked() {
    let text = "resource \"acme_disk\" \"d\" {\n  size = 1\n  zone = \"z\"\n  part {}\n}\n";
    let lenient = planned(text, None, false);
    assert_eq!(after(&lenient, "note"), &Value::null(Type::STRING));
    assert_eq!(lenient.assumptions, 2);
    assert!(
        to_text(&lenient, &SourceMap::new())
            .contains("\n2 omitted attributes are assumed to stay null; a provider may set them.\n")
    );

    let strict = planned(text, None, true);
    assert_eq!(after(&strict, "note"), &Value::unknown(Type::STRING));
    assert_eq!(after(&strict, "zone"), &Value::from("z"));
    assert_eq!(after(&strict, "secret"), &Value::null(Type::STRING));
    let unknown = Value::unknown(Type::STRING);
    let part = Value::object([("label", unknown.clone()), ("uuid", unknown)]);
    assert_eq!(
        after(&strict, "part"),
        &Value::set(Type::DYNAMIC, [part]).expect("one element")
    );
    assert_eq!(strict.assumptions, 0);
}

#[test]
fn what_a_provider_may_set_in_changed_objects_is_unknown_if_asked() {
    let state = r#"{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {}, "resources": [
      {"mode": "managed", "type": "acme_disk", "name": "d", "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
       "instances": [{"schema_version": 1, "attributes": {"id": "i", "size": 1, "zone": "a", "note": null, "secret": null, "part": []}}]}]}"#;
    let of_size = |size: u64| {
        format!(
            "resource \"acme_disk\" \"d\" {{\n  size = {size}\n  zone = \"b\"\n  lifecycle {{\n    ignore_changes = [zone]\n  }}\n}}\n"
        )
    };
    let changed = planned(&of_size(2), Some(state), true);
    assert_eq!(changed.resources[0].action, Action::Update);
    assert_eq!(after(&changed, "id"), &Value::unknown(Type::STRING));
    assert_eq!(after(&changed, "zone"), &Value::from("a"));
    assert_eq!(after(&changed, "note"), &Value::unknown(Type::STRING));
    let lenient = planned(&of_size(2), Some(state), false);
    assert_eq!(after(&lenient, "id"), &Value::from("i"));

    let same = planned(&of_size(1), Some(state), true);
    assert_eq!(same.resources[0].action, Action::NoOp);
    assert_eq!(after(&same, "id"), &Value::from("i"));
}

/// Since Terraform 1.16, "providers can now use nested blocks as computed values" (its changelog), which schemas in JSON do not
/// say.
#[test]
fn omitted_blocks_are_unknown_if_asked_in_versions_whose_providers_compute_them() {
    let text = |version: &str| {
        format!(
            "terraform {{\n  required_version = \"{version}\"\n}}\nresource \"acme_disk\" \"d\" {{\n  size = 1\n}}\n"
        )
    };
    for (version, strict, is_known) in [
        ("~> 1.15.0", true, true),
        ("~> 1.16.0", true, false),
        ("~> 1.16.0", false, true),
    ] {
        let plan = planned(&text(version), None, strict);
        assert_eq!(after(&plan, "part").is_known(), is_known, "{version}");
    }
    let set = planned(
        &format!(
            "{}resource \"acme_disk\" \"e\" {{\n  size = 1\n  part {{}}\n}}\n",
            text("~> 1.16.0")
        ),
        None,
        true,
    );
    assert!(set.resources[1].after.get("part").is_some_and(Value::is_known));
}
