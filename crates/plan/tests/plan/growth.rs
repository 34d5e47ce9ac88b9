//! Plans take time linear in their modules and states.

use std::fmt::Write;
use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{
    Comparable, Inputs, Plan, Reason, ResourceInstance, State, comparable, differences, plan, plan_to_json,
    provenance, to_text,
};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas, ResourceKind, Target};
use hcl2_testing::assert_linear;

/// Parses a module of one file, without modules that it calls.
fn module(sources: &mut SourceMap, text: String) -> ModuleTree {
    let source = sources.add("main.tf", text).expect("it is small");
    let file = ModuleFile::parse(&source, Language::Terraform);
    let files = [file.into_result().expect("it parses")];
    ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&files, Language::Terraform).value,
        calls: [].into(),
    }
}

/// Reads a module of `size` parts, and a state with an object and an output for each of them.
fn read(size: usize, part: &dyn Fn(usize) -> String) -> (ModuleTree, Inputs) {
    let mut sources = SourceMap::new();
    let tree = module(&mut sources, (0..size).map(part).collect());
    let outputs: Vec<String> = (0..size)
        .map(|number| format!(r#""old{number}": {{"type": "string", "value": ""}}"#))
        .collect();
    let mut state = format!(
        r#"{{"version": 4, "terraform_version": "1.11.4", "outputs": {{{}}}, "resources": ["#,
        outputs.join(",")
    );
    for number in 0..size {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(
            state,
            r#"{comma}{{"mode": "managed", "type": "terraform_data", "name": "old{number}",
            "provider": "provider[\"terraform.io/builtin/terraform\"]",
            "instances": [{{"schema_version": 0, "attributes": {{"id": "{number}"}}}}]}}"#
        );
    }
    let state = sources
        .add("terraform.tfstate", state + "]}")
        .expect("it is small");
    let functions = hcl2_terraform::functions(&(Arc::new(hcl2_functions::NoHost) as _));
    let inputs = Inputs {
        state: Some(State::from_json(&state).expect("it is a state")),
        functions: Arc::new(functions),
        ..Inputs::default()
    };
    (tree, inputs)
}

fn plans_without_errors((tree, inputs): (ModuleTree, Inputs)) {
    let planned = plan(&tree, &inputs);
    assert!(!planned.has_errors(), "{:?}", planned.diagnostics);
}

fn resource(name: &str) -> String {
    format!("resource \"terraform_data\" \"{name}\" {{\n}}\n")
}

/// Each instance of a resource looks at all instances of another one, which are planned or only in the state.
#[test]
fn triggers_by_whole_resources_are_found_in_linear_time() {
    for count in ["", "0 * "] {
        let triggered = |size: usize| {
            let mut sources = SourceMap::new();
            let text = format!(
                "resource \"terraform_data\" \"old0\" {{\n  count = {count}{size}\n  triggers_replace = 1\n}}\nresource \
                 \"terraform_data\" \"new\" {{\n  count = {size}\n  lifecycle {{\n    replace_triggered_by = \
                 [terraform_data.old0]\n  }}\n}}\n"
            );
            let instances: Vec<String> = (0..size)
                .map(|number| format!(r#"{{"index_key": {number}, "attributes": {{"id": "{number}"}}}}"#))
                .collect();
            let state = format!(
                r#"{{"version": 4, "resources": [{{"mode": "managed", "type": "terraform_data", "name": "old0",
                "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{}]}}]}}"#,
                instances.join(",")
            );
            let state = sources.add("terraform.tfstate", state).expect("it is small");
            let inputs = Inputs {
                state: Some(State::from_json(&state).expect("it is a state")),
                ..Inputs::default()
            };
            (module(&mut sources, text), inputs)
        };
        assert_linear(
            "triggers by whole resources",
            250,
            triggered,
            plans_without_errors,
        );
    }
}

#[test]
fn schemas_of_nested_blocks_are_read_in_linear_time() {
    let nested = |depth: usize| {
        let open = r#"{"block_types": {"b": {"nesting_mode": "list", "block": "#.repeat(depth);
        let resources = format!(
            r#"{{"acme_x": {{"version": 0, "block": {open}{{}}{}}}}}"#,
            "}}}".repeat(depth)
        );
        let text = format!(r#"{{"provider_schemas": {{"acme": {{"resource_schemas": {resources}}}}}}}"#);
        SourceMap::new().add("schemas.json", text).expect("it is small")
    };
    let read = |source| {
        let schemas = ProviderSchemas::from_json(&source).expect("they are schemas");
        let disk = schemas
            .provider("acme")
            .and_then(|acme| acme.resource(ResourceKind::Managed, "acme_x"));
        let blocks = disk.expect("it is there").body_schema().blocks.len();
        assert_eq!(blocks, 1);
    };
    assert_linear("nested blocks", 100, nested, read);
}

#[test]
fn plans_take_linear_time() {
    type Part<'a> = (&'a str, &'a dyn Fn(usize) -> String);
    let shapes: [Part<'_>; 8] = [
        ("imports", &|number| {
            let import = format!("import {{\n  to = terraform_data.r{number}\n  id = \"x\"\n}}\n");
            resource(&format!("r{number}")) + &import
        }),
        ("imports of instances", &|number| {
            let resource =
                "resource \"terraform_data\" \"r\" {\n  for_each = { for n in range(1000) : n => n }\n}\n";
            let import = format!("import {{\n  to = terraform_data.r[\"{number}\"]\n  id = \"x\"\n}}\n");
            if number == 0 {
                resource.to_owned() + &import
            } else {
                import
            }
        }),
        ("moves", &|number| {
            let moved = format!(
                "moved {{\n  from = terraform_data.old{number}\n  to = terraform_data.r{number}\n}}\n"
            );
            resource(&format!("r{number}")) + &moved
        }),
        ("moves in a chain", &|number| {
            format!(
                "moved {{\n  from = terraform_data.r{number}\n  to = terraform_data.r{}\n}}\n",
                number + 1
            )
        }),
        ("triggers", &|number| {
            let trigger =
                format!("lifecycle {{\n    replace_triggered_by = [terraform_data.old{number}]\n  }}");
            let changed = format!("resource \"terraform_data\" \"old{number}\" {{\n  input = 1\n}}\n");
            format!("{changed}resource \"terraform_data\" \"t{number}\" {{\n  {trigger}\n}}\n")
        }),
        ("removals", &|number| {
            format!("removed {{\n  from = terraform_data.old{number}\n}}\n")
        }),
        ("kept objects", &|number| {
            let kept = "lifecycle {\n    destroy = false\n  }";
            format!("removed {{\n  from = terraform_data.old{number}\n  {kept}\n}}\n")
        }),
        ("outputs", &|number| {
            format!("output \"new{number}\" {{\n  value = 1\n}}\n")
        }),
    ];
    for (what, part) in shapes {
        assert_linear(what, 250, |size| read(size, part), plans_without_errors);
    }
}

#[test]
fn references_to_a_module_with_many_outputs_take_linear_time() {
    let output = |name: &str, value: &str| format!("output \"{name}\" {{\n  value = {value}\n}}\n");
    for (what, value) in [
        ("whole modules", "module.m == null"),
        ("undeclared outputs", "try(module.m.no, 1)"),
    ] {
        let calling = |size: usize| {
            let mut sources = SourceMap::new();
            let outputs = |value| (0..size).map(move |number| output(&format!("o{number}"), value));
            let call = "module \"m\" {\n  source = \"./m\"\n}\n".to_owned();
            let mut tree = module(&mut sources, outputs(value).fold(call, |text, next| text + &next));
            let called = module(&mut sources, outputs("1").collect());
            tree.calls.insert("m".into(), called);
            tree
        };
        let functions = hcl2_terraform::functions(&(Arc::new(hcl2_functions::NoHost) as _));
        let inputs = Inputs {
            functions: Arc::new(functions),
            ..Inputs::default()
        };
        assert_linear(what, 500, calling, |tree| {
            plan(&tree, &inputs).value.outputs.len()
        });
    }
}

#[test]
fn plans_of_many_targets_take_linear_time() {
    type Named<'a> = (&'a str, &'a dyn Fn(usize) -> String);
    let named: [Named<'_>; 3] = [
        ("resources", &|number| format!("terraform_data.r{number}")),
        ("objects of the state", &|number| {
            format!("terraform_data.old{number}")
        }),
        ("nothing", &|number| format!("module.m{number}[0].acme_disk.d")),
    ];
    for (what, address) in named {
        let input = |size: usize| {
            let part = |number: usize| {
                let input = format!("  input = terraform_data.r{}.id\n", number + 1);
                let output = format!("output \"o{number}\" {{\n  value = terraform_data.r{number}.id\n}}\n");
                let input = if number + 1 == size { "" } else { &input };
                format!("resource \"terraform_data\" \"r{number}\" {{\n{input}}}\n{output}")
            };
            let (tree, mut inputs) = read(size, &part);
            let target = |number| address(number).parse::<Target>().expect("it is an address");
            inputs.targets = (0..size).map(target).collect();
            (tree, inputs)
        };
        assert_linear(what, 250, input, plans_without_errors);
    }
}

#[test]
fn module_instances_that_the_state_has_take_linear_time() {
    for (what, target_in_module) in [
        ("destroyed objects", None),
        ("left out objects", Some("terraform_data.r[\"k\"]")),
    ] {
        let input = |size: usize| {
            let mut sources = SourceMap::new();
            let call = format!("module \"m\" {{\n  source = \"./m\"\n  count  = {size}\n}}\n");
            let mut tree = module(&mut sources, call);
            let resource = "resource \"terraform_data\" \"r\" {\n  for_each = {}\n}\n";
            tree.calls
                .insert("m".into(), module(&mut sources, resource.to_owned()));
            let object = |number| {
                let instance = format!(
                    r#"{{"schema_version": 0, "index_key": "no", "attributes": {{"id": "{number}"}}}}"#
                );
                format!(
                    r#"{{"module": "module.m[{number}]", "mode": "managed", "type": "terraform_data", "name": "r",
                    "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{instance}]}}"#
                )
            };
            let objects: Vec<String> = (0..size).map(object).collect();
            let state = format!(
                r#"{{"version": 4, "terraform_version": "1.11.4", "resources": [{}]}}"#,
                objects.join(",")
            );
            let state = sources.add("terraform.tfstate", state).expect("it is small");
            let functions = hcl2_terraform::functions(&(Arc::new(hcl2_functions::NoHost) as _));
            let target = |number| {
                let address = format!("module.m[{number}].{}", target_in_module?);
                Some(address.parse::<Target>().expect("it is an address"))
            };
            let inputs = Inputs {
                state: Some(State::from_json(&state).expect("it is a state")),
                functions: Arc::new(functions),
                targets: (0..size).filter_map(target).collect(),
                ..Inputs::default()
            };
            (tree, inputs)
        };
        assert_linear(what, 500, input, plans_without_errors);
    }
}

#[test]
fn what_is_made_from_a_plan_takes_linear_time() {
    let part = |number: usize| {
        let input = format!("  input = [local.l{number}, {{ a = {number} }}]\n");
        let local =
            format!("locals {{\n  l{number} = \"a${{local.m{number}}}\"\n  m{number} = {number}\n}}\n");
        let output = format!("output \"o{number}\" {{\n  value = terraform_data.r{number}.input\n}}\n");
        format!("{local}resource \"terraform_data\" \"r{number}\" {{\n{input}}}\n{output}")
    };
    let planned = |size: usize| {
        let (tree, inputs) = read(size, &part);
        let plan = plan(&tree, &inputs).value;
        assert_eq!(plan.resources.len(), 2 * size);
        (tree, inputs, plan)
    };
    type Planned = (ModuleTree, Inputs, Plan);
    assert_linear("JSON", 100, planned, |(tree, inputs, plan): Planned| {
        plan_to_json(&plan, &tree, &inputs, "").len()
    });
    assert_linear("text", 100, planned, |(.., plan): Planned| {
        to_text(&plan, &SourceMap::new()).len()
    });
    let compared = |size: usize| {
        let (tree, inputs) = read(size, &part);
        comparable(&tree, &inputs).value
    };
    assert_linear("an equal plan", 100, compared, |plan: Comparable| {
        differences(&plan, &plan).len()
    });
    assert_linear("an empty plan", 100, compared, |plan: Comparable| {
        differences(&plan, &Comparable::default()).len()
    });
    assert_linear(
        "what decides values",
        100,
        |size| read(size, &part),
        |(tree, inputs): (ModuleTree, Inputs)| comparable(&tree, &inputs).value.plan.resources.len(),
    );
    let asked = |(tree, inputs): (ModuleTree, Inputs)| {
        let why = provenance(&tree, &inputs, "output.o1").value;
        why.expect("it is declared").steps.len()
    };
    assert_linear("an answer", 100, |size| read(size, &part), asked);
}

#[test]
fn references_to_parts_of_one_local_value_take_linear_time_in_json() {
    let planned = |size: usize| {
        let list: Vec<String> = (0..size).map(|number| format!("var.v{number}")).collect();
        let mut text = format!("locals {{\n  l = [{}]\n}}\n", list.join(", "));
        for number in 0..size {
            let _ = write!(
                text,
                "variable \"v{number}\" {{\n  default = {number}\n}}\nresource \"terraform_data\" \"r{number}\" {{\n  input = \
                 local.l[{number}]\n}}\n"
            );
        }
        let tree = module(&mut SourceMap::new(), text);
        let inputs = Inputs::default();
        let plan = plan(&tree, &inputs).into_result().expect("there are no errors");
        (tree, inputs, plan)
    };
    type Planned = (ModuleTree, Inputs, Plan);
    assert_linear("JSON", 250, planned, |(tree, inputs, plan): Planned| {
        plan_to_json(&plan, &tree, &inputs, "").len()
    });
}

#[test]
fn answers_without_effect_take_linear_time() {
    let input = |size: usize| {
        let resources: String = (0..size)
            .map(|number| resource(&format!("a_resource_{number}")))
            .collect();
        let tree = module(&mut SourceMap::new(), resources);
        let mut inputs = Inputs {
            is_partial: true,
            ..Inputs::default()
        };
        for number in 0..size {
            let address = format!("terraform_data.b_resource_{number}.output");
            let set = inputs.answers.set(&address, hcl2_value::Value::from(1));
            set.expect("it is the address of an attribute");
        }
        (tree, inputs)
    };
    assert_linear("answers", 500, input, plans_without_errors);
}

#[test]
fn what_data_sources_wait_for_is_found_in_linear_time() {
    let resource = |number: usize| format!("resource \"acme_a\" \"r{number}\" {{\n}}\n");
    let data = |number: usize, arguments: &str| format!("data \"acme_a\" \"d{number}\" {{\n{arguments}}}\n");
    let many = |size: usize, part: &dyn Fn(usize) -> String| -> String { (0..size).map(part).collect() };
    let call = |name: &str, arguments: &str| {
        format!("module \"{name}\" {{\n  source = \"./{name}\"\n{arguments}}}\n")
    };
    let needs_called = "  depends_on = [module.m]\n";
    let postcondition = "  lifecycle {\n    postcondition {\n      condition     = module.m.o\n      \
        error_message = \"No.\"\n    }\n  }\n";
    let output = "output \"o\" {\n  value      = true\n  depends_on = [acme_a.r0]\n}\n";
    // The root module, and the modules m and n that it calls.
    type Files<'a> = (&'a str, &'a dyn Fn(usize) -> [String; 3]);
    let shapes: [Files<'_>; 5] = [
        ("module instances", &|size| {
            let count = format!("  count = {size}\n");
            let called = resource(0) + &data(0, "  depends_on = [acme_a.r0]\n");
            [call("m", &count), called, String::new()]
        }),
        ("instances of a data source", &|size| {
            let arguments = format!("  count      = {size}\n{needs_called}");
            [
                call("m", "") + &data(0, &arguments),
                many(size, &resource),
                String::new(),
            ]
        }),
        ("data sources that depend on a module", &|size| {
            let own = many(size, &|number| data(number, needs_called));
            [call("m", "") + &own, many(size, &resource), String::new()]
        }),
        ("data sources with conditions", &|size| {
            let own = many(size, &|number| data(number, postcondition));
            [
                call("m", "") + &own,
                many(size, &resource) + output,
                String::new(),
            ]
        }),
        ("data sources of a call that depends on a module", &|size| {
            let calls = call("m", "") + &call("n", needs_called);
            [
                calls,
                many(size, &resource),
                many(size, &|number| data(number, "")),
            ]
        }),
    ];
    for (what, files) in shapes {
        let input = |size: usize| {
            let mut sources = SourceMap::new();
            let [mut tree, m, n] = files(size).map(|text| module(&mut sources, text));
            for (name, called) in [("m", m), ("n", n)] {
                tree.calls.insert(name.into(), called);
            }
            let inputs = Inputs {
                functions: Arc::new(hcl2_terraform::functions(
                    &(Arc::new(hcl2_functions::NoHost) as _),
                )),
                infers_schemas: true,
                ..Inputs::default()
            };
            (tree, inputs)
        };
        assert_linear(what, 250, input, |(tree, inputs): (ModuleTree, Inputs)| {
            let planned = plan(&tree, &inputs);
            assert!(!planned.has_errors(), "{:?}", planned.diagnostics);
            let of_data = |resource: &&ResourceInstance| resource.address.kind == ResourceKind::Data;
            let waits =
                |resource: &ResourceInstance| resource.reason == Some(Reason::ReadBecauseDependencyPending);
            let mut sources = planned.value.resources.iter().filter(of_data);
            assert!(sources.all(waits));
        });
    }
}

#[test]
fn versions_of_many_providers_take_linear_time() {
    let input = |size: usize| {
        let required: String = (0..size)
            .map(|n| format!("p{n} = {{\n source = \"x/p{n}\"\n version = \"~> 1.{n}\"\n}}\n"))
            .collect();
        let text = format!("terraform {{\n required_providers {{\n{required}}}\n}}\n");
        let tree = module(&mut SourceMap::new(), text);
        let inputs = Inputs::default();
        let plan = plan(&tree, &inputs).into_result().expect("a plan");
        (plan, tree, inputs)
    };
    assert_linear("the versions of providers", 400, input, |(plan, tree, inputs)| {
        let json = plan_to_json(&plan, &tree, &inputs, "");
        assert!(
            json.contains("\"version_constraint\":\"~\\u003e 1.7\""),
            "no version"
        );
    });
}
