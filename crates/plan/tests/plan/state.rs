//! States and fixtures in the formats of Terraform and by address.

use hcl2_diagnostics::{Diagnostics, Source, SourceMap};
use hcl2_plan::{Action, Fixtures, Inputs, Plan, State, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas};
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
    planned_of(MODULE, inputs)
}

fn planned_of(module: &str, inputs: Inputs) -> Result<Plan, Vec<(&'static str, String)>> {
    let source = source(module);
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
        schemas: ProviderSchemas::from_json(&self::source(SCHEMAS)).expect("the schemas are valid"),
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

/// Returns a state with an object of `acme_disk.d`, with more properties of the resource and of its instance.
fn file(of_resource: &str, of_instance: &str) -> String {
    let attributes = r#""attributes": {"id": "d-1", "tags": {"a": "x", "b": "y"}}"#;
    let attributes = if of_instance.contains("attributes\"") || of_instance.contains("attributes_flat") {
        "\"a\": 1"
    } else {
        attributes
    };
    let given = |name: &str, value: &str| match of_resource.contains(&format!("\"{name}\"")) {
        true => String::new(),
        false => format!("\"{name}\": {value}, "),
    };
    let resource = [
        given("mode", "\"managed\""),
        given("type", "\"acme_disk\""),
        given("name", "\"d\""),
        given(
            "provider",
            r#""provider[\"registry.terraform.io/hashicorp/acme\"]""#,
        ),
    ]
    .concat();
    format!(
        r#"{{"version": 4, "resources": [{{{resource}"instances": [{{{attributes}{of_instance}}}]{of_resource}}}]}}"#
    )
}

#[test]
fn what_a_state_file_may_omit_or_add_is_no_error() {
    for (of_resource, of_instance) in [
        ("", ""),
        (
            r#", "each": "list", "module": "", "odd": [1]"#,
            r#", "private": "eA==", "odd": {}"#,
        ),
        (
            "",
            r#", "index_key": null, "sensitive_attributes": null, "dependencies": null, "deposed": "", "status": """#,
        ),
        (
            "",
            r#", "sensitive_attributes": [[{"type": "get_attr", "value": "tags"}]], "dependencies": ["module.m.acme_disk.e"]"#,
        ),
        (
            "",
            r#", "schema_version": 1, "create_before_destroy": true, "depends_on": ["acme_disk.e"]"#,
        ),
    ] {
        let text = file(of_resource, of_instance);
        let state =
            State::from_json(&source(&text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let plan = planned(Inputs {
            state: Some(state),
            ..Inputs::default()
        })
        .expect("a plan");
        assert!(
            plan.resources
                .iter()
                .all(|resource| resource.action != Action::Create),
            "{text}"
        );
    }
    for text in [
        "",
        r#"{"version": 4}"#,
        r#"{"version": 4, "resources": null, "outputs": null}"#,
        r#"{"version": 4, "resources": [{"mode": "data", "type": "a", "name": "b", "provider": "provider[\"p\"]"}]}"#,
        r#"{"version": 3, "modules": [{"path": ["root"], "outputs": {}, "resources": {}}]}"#,
        r#"{"version": 1}"#,
    ] {
        assert!(State::from_json(&source(text)).is_ok(), "{text}");
    }
}

#[test]
fn base64_in_a_state_file_is_padded_and_may_have_line_endings() {
    let read = |private: &str| {
        let text = file("", &format!(", \"private\": \"{private}\""));
        let codes = |problems: Diagnostics| problems.iter().map(|problem| problem.code.id()).collect();
        State::from_json(&source(&text)).map(drop).map_err(codes)
    };
    for private in ["", "YWJj", "YQ==", "YWI=", "YW\\r\\nJj", "+/+/\\n"] {
        assert_eq!(read(private), Ok(()), "{private:?}");
    }
    for private in ["YWJ", "YQ=", "Y===", "Y-Jj", "=YWJ", "YQ==YQ=="] {
        let codes: Vec<_> = vec!["hcl2::terraform::invalid-state"];
        assert_eq!(read(private), Err(codes), "{private:?}");
    }
}

#[test]
fn an_invalid_part_of_a_state_file_is_an_error() {
    let refused = |text: &str, part: &str| {
        let problems = State::from_json(&source(text)).expect_err(text);
        let places: Vec<_> = problems
            .iter()
            .map(|problem| (problem.code.id(), problem.subject.map(|at| at.start)))
            .collect();
        let start = text.rfind(part).and_then(|start| u32::try_from(start).ok());
        assert_eq!(places, [("hcl2::terraform::invalid-state", start)], "{text}");
    };
    for (name, value) in [
        ("index_key", "true"),
        ("index_key", "-1"),
        ("attributes", "[1]"),
        ("attributes_flat", r#"{"id": "d-1"}"#),
        ("status", r#""odd""#),
        ("deposed", r#""xyz""#),
        ("sensitive_attributes", r#"{"a": 1}"#),
        ("schema_version", "1.5"),
        ("private", r#""!!!!""#),
        ("create_before_destroy", r#""yes""#),
        ("dependencies", r#""acme_disk.e""#),
    ] {
        refused(&file("", &format!(", \"{name}\": {value}")), value);
    }
    refused(
        &file(
            "",
            r#", "sensitive_attributes": [[{"type": "odd", "value": "x"}]]"#,
        ),
        "[{\"type",
    );
    refused(&file("", r#", "sensitive_attributes": ["tags"]"#), "\"tags\"]");
    refused(
        &file("", r#", "dependencies": ["acme_disk.e[0]"]"#),
        "\"acme_disk.e",
    );
    for (name, value) in [
        ("mode", r#""odd""#),
        ("type", "7"),
        ("name", "8"),
        ("module", r#""m.x""#),
        ("provider", r#""provider.acme""#),
    ] {
        refused(&file(&format!(", \"{name}\": {value}"), ""), value);
    }
    let twice = file("", "").replace("}}]}]}", "}}, {\"schema_version\": 1}]}]}");
    refused(&twice, "{\"schema_version");
    refused(r#"{"version": 4, "resources": {"a": 1}}"#, "{\"a");
    refused(r#"{"version": 4, "resources": ["a"]}"#, "\"a\"");
    refused(r#"{"version": 4, "outputs": [1]}"#, "[1]");
    refused(r#"{"version": 4, "outputs": {"o": {"sensitive": 1}}}"#, "1}");
    refused(r#"{"version": 4, "serial": -1}"#, "-1");
    let marked = State::from_json(&source("\u{feff}{\"version\": 4}"));
    assert!(marked.is_err(), "Terraform does not skip a byte order mark");
    refused(
        r#"{"version": 4, "outputs": {"o": {"value": 1, "type": "zork"}}}"#,
        "{\"value",
    );
    refused(
        r#"{"version": 4, "outputs": {"o": {"value": 1, "type": ["list", "string"]}}}"#,
        "{\"value",
    );
    for text in [
        "[]",
        "null",
        "{}",
        r#"{"version": 5}"#,
        r#"{"version": "4"}"#,
        r#"{"version": 4.0}"#,
        r#"{"version": 3, "modules": [{"resources": {"a.b": {}}}]}"#,
    ] {
        refused(text, text);
    }
}

#[test]
fn an_object_of_the_state_that_does_not_fit_its_schema_is_an_error() {
    for part in [r#", "attributes": {"id": [1]}"#, r#", "schema_version": 2"#] {
        let state = State::from_json(&source(&file("", part))).expect("the state is valid");
        let problems = planned(Inputs {
            state: Some(state),
            ..Inputs::default()
        })
        .expect_err(part);
        let place = "resource \"acme_disk\" \"d\"".to_owned();
        assert_eq!(problems, [("hcl2::terraform::invalid-state", place)], "{part}");
    }
}

#[test]
fn keys_of_instances_are_whole_numbers_or_strings() {
    for (key, expected) in [
        ("1.0", "acme_disk.d[1]"),
        ("1e0", "acme_disk.d[1]"),
        ("2.5", "acme_disk.d[2]"),
        ("\"1\"", "acme_disk.d[\"1\"]"),
    ] {
        let text = file("", &format!(", \"index_key\": {key}"));
        let plan = planned(Inputs {
            state: Some(State::from_json(&source(&text)).expect("the state is valid")),
            ..Inputs::default()
        })
        .expect("a plan");
        let deleted = plan
            .resources
            .iter()
            .find(|resource| resource.action == Action::Delete);
        assert_eq!(
            deleted.map(|resource| resource.address.to_string()).as_deref(),
            Some(expected)
        );
    }
}

#[test]
fn values_shown_without_types_have_those_of_the_configuration_if_they_fit() {
    let actions = |input: &str, shown: &str| {
        let module = format!("resource \"terraform_data\" \"a\" {{\n  input = {input}\n}}\n");
        let state = format!(
            r#"{{"format_version": "1.0", "values": {{"root_module": {{"resources": [{{"mode": "managed", "type": "terraform_data",
            "name": "a", "provider_name": "terraform.io/builtin/terraform",
            "values": {{"id": "i", "input": {shown}, "output": {shown}, "triggers_replace": null}}}}]}}}}}}"#
        );
        let state = Some(State::from_json(&source(&state)).expect("the state is valid"));
        let plan = planned_of(
            &module,
            Inputs {
                state,
                ..Inputs::default()
            },
        )
        .expect("a plan");
        plan.resources
            .iter()
            .map(|resource| resource.action)
            .collect::<Vec<_>>()
    };
    for (input, shown) in [
        (r#"toset(["b", "a"])"#, r#"["a", "b"]"#),
        ("tolist([1, null])", "[1, null]"),
        ("tomap({ a = tolist([1]) })", r#"{"a": [1]}"#),
        ("[tolist([]), {}]", "[[], {}]"),
        ("{ a = tomap({}) }", r#"{"a": {}}"#),
    ] {
        assert_eq!(actions(input, shown), [Action::NoOp], "{input}");
    }
    for (input, shown) in [
        ("tolist([1])", r#"["1"]"#),
        ("toset([1])", "[2]"),
        ("[tolist([])]", "[[], []]"),
        ("{ a = tomap({}) }", r#"{"b": {}}"#),
    ] {
        assert_eq!(actions(input, shown), [Action::Update], "{input}");
    }
}
