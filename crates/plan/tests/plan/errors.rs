//! What cannot be planned is reported where Terraform reports it.

use hcl2_diagnostics::{Diagnostic, SourceMap, codes};
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_plan::{Inputs, State, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas};
use hcl2_value::Value;

/// Plans a module with the value of its variable `v`, and returns each error as its code and the text that it is about.
fn errors(text: &str, variable: Option<Value>) -> Vec<(&'static str, String)> {
    errors_after(text, variable, None)
}

/// A directory without files.
#[derive(Debug)]
struct NoFiles;

impl Host for NoFiles {
    fn kind(&self, _: &str) -> Result<Option<FileKind>, HostError> {
        Ok(None)
    }
}

#[test]
fn missing_file_is_an_error_beside_others() {
    let text = "locals {\n  n = tonumber(\"abc\")\n}\noutput \"o\" {\n  value = file(\"none\")\n}\n";
    assert_eq!(
        errors(text, None),
        [
            ("hcl2::expr::invalid-argument", "abc".to_owned()),
            ("hcl2::terraform::missing-file", "none".to_owned()),
        ]
    );
}

/// Plans a module after a state.
fn errors_after(text: &str, variable: Option<Value>, state: Option<&str>) -> Vec<(&'static str, String)> {
    let mut sources = SourceMap::new();
    let (text, called) = text.split_once("--- m\n").unwrap_or((text, ""));
    let mut read = |path: &str, text: &str| {
        let source = sources.add(path, text).expect("the text is short");
        let file = ModuleFile::parse(&source, Language::Terraform)
            .into_result()
            .expect("the text parses");
        let read = Module::from_files(&[file], Language::Terraform);
        let tree = ModuleTree {
            path: ".".to_owned(),
            module: read.value,
            calls: [].into(),
        };
        (source, tree, read.diagnostics)
    };
    let (_, called, _) = read("m/main.tf", called);
    let (source, mut tree, found) = read("main.tf", text);
    tree.calls = [("m".into(), called)].into();
    let host: std::sync::Arc<dyn Host> = std::sync::Arc::new(NoFiles);
    let functions = hcl2_terraform::functions(&host);
    let state = state.map(|state| {
        let source = sources
            .add("terraform.tfstate", state)
            .expect("the state is short");
        State::from_json(&source).expect("the state is valid")
    });
    let inputs = Inputs {
        found,
        state,
        host: Some(host),
        variables: variable
            .into_iter()
            .map(|value| ("v".to_owned(), value))
            .collect(),
        functions: std::sync::Arc::new(functions),
        ..Inputs::default()
    };
    let planned = plan(&tree, &inputs);
    let all = planned.diagnostics.iter().filter(|problem| problem.is_error());
    all.map(|problem| {
        let subject = problem.subject.expect("every error has a place");
        let slice = String::from_utf8_lossy(source.slice(subject)).into_owned();
        (problem.code.id(), slice)
    })
    .collect()
}

#[test]
fn an_error_has_the_place_that_terraform_reports() {
    let unknown = "resource \"terraform_data\" \"u\" {}\n";
    let cases: &[(&str, Option<Value>, &'static str, &str)] = &[
        (
            "variable \"v\" {}\n",
            None,
            "hcl2::terraform::missing-value",
            "variable \"v\"",
        ),
        (
            "output \"o\" {\n  value = file(\"none\")\n}\n",
            None,
            "hcl2::terraform::missing-file",
            "none",
        ),
        (
            "variable \"v\" {\n  type = number\n}\n",
            Some(Value::from("x")),
            "hcl2::terraform::invalid-value",
            "variable \"v\"",
        ),
        (
            "variable \"v\" {\n  validation {\n    condition = var.v > 3\n    error_message = \"small\"\n  }\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::refused-value",
            "variable \"v\"",
        ),
        (
            "output \"o\" {\n  value = 1\n  precondition {\n    condition = 1 > length(path.root)\n    error_message = \"e\"\n  }\n}\n",
            None,
            "hcl2::terraform::failed-condition",
            "1 > length(path.root)",
        ),
        (
            "variable \"v\" {}\noutput \"o\" {\n  value = sensitive(var.v)\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::sensitive-output",
            "output \"o\"",
        ),
        (
            "variable \"v\" {\n  ephemeral = true\n}\noutput \"o\" {\n  value = var.v\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::ephemeral-value",
            "var.v",
        ),
        (
            "ephemeral \"acme_token\" \"t\" {}\noutput \"o\" {\n  value = ephemeral.acme_token.t.value\n}\n",
            None,
            "hcl2::terraform::ephemeral-value",
            "ephemeral.acme_token.t.value",
        ),
        (
            "terraform {\n  required_providers {\n    acme = {\n      configuration_aliases = [acme.west]\n    }\n  }\n}\n",
            None,
            "hcl2::terraform::provider-configuration",
            "acme",
        ),
        (
            "variable \"v\" {\n  validation {\n    condition     = var.v > 3\n    error_message = \"small\"\n  }\n}\nresource \"terraform_data\" \"d\" {\n  lifecycle {\n    precondition {\n      condition     = var.v > 3\n      error_message = \"e\"\n    }\n  }\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::refused-value",
            "variable \"v\"",
        ),
        (
            "resource \"acme_disk\" \"d\" {}\n",
            None,
            "hcl2::terraform::missing-schema",
            "resource \"acme_disk\" \"d\"",
        ),
        (
            "locals {\n  a = local.b\n  b = local.a\n}\n",
            None,
            "hcl2::terraform::reference-cycle",
            "local.b",
        ),
        (
            "import {\n  to = terraform_data.nope\n  id = \"x\"\n}\n",
            None,
            "hcl2::terraform::invalid-target",
            "terraform_data.nope",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  count = 10000000000\n}\n",
            None,
            "hcl2::terraform::invalid-instances",
            "10000000000",
        ),
    ];
    for (text, variable, code, place) in cases {
        assert_eq!(
            errors(text, variable.clone()),
            [(*code, (*place).to_owned())],
            "{text}"
        );
    }
    for count in ["length(split(\",\", terraform_data.u.id))", "terraform_data.u.id"] {
        let text = format!("{unknown}resource \"terraform_data\" \"a\" {{\n  count = {count}\n}}\n");
        assert_eq!(
            errors(&text, None),
            [("hcl2::terraform::invalid-instances", count.to_owned())]
        );
    }
}

#[test]
fn what_needs_a_failed_object_is_not_reported_but_independent_errors_are() {
    let text = "locals {\n  a = tonumber(\"x\")\n  b = local.a + 1\n  c = tonumber(\"y\")\n}\noutput \"o\" {\n  value = local.b\n}\n";
    let places: Vec<String> = errors(text, None).into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, ["x", "y"]);
}

#[test]
fn errors_of_a_stage_hide_those_of_later_ones() {
    let stages: &[(&str, &'static str, &str)] = &[
        (
            "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n",
            "hcl2::terraform::duplicate-declaration",
            "a",
        ),
        (
            "variable \"v\" {}\n",
            "hcl2::terraform::missing-value",
            "variable \"v\"",
        ),
        (
            "module \"m\" {\n  source = \"./m\"\n}\n",
            "hcl2::body::missing-attribute",
            "module \"m\"",
        ),
        (
            "output \"o\" {\n  value = local.no\n}\n",
            "hcl2::terraform::undeclared",
            "local.no",
        ),
        (
            "moved {\n  from = terraform_data.a\n  to = terraform_data.a\n}\n",
            "hcl2::terraform::invalid-target",
            "moved",
        ),
        (
            "check \"c\" {\n  assert {\n    condition = path.root == \"a\"\n    error_message = \"e\"\n  }\n}\n",
            "",
            "",
        ),
    ];
    for (first, (_, code, place)) in stages
        .iter()
        .enumerate()
        .filter(|(_, (_, code, _))| !code.is_empty())
    {
        let text: String = stages[first..].iter().map(|(text, ..)| *text).collect();
        let text = text + "--- m\nvariable \"needed\" {}\n";
        assert_eq!(errors(&text, None), [(*code, (*place).to_owned())], "{text}");
    }
}

#[test]
fn errors_of_references_are_reported_with_those_of_values() {
    let places: &[(&'static str, &str)] = &[
        ("hcl2::terraform::undeclared", "local.no"),
        ("hcl2::terraform::invalid-reference", "terraform.no"),
        ("hcl2::terraform::instance-key", "terraform_data.a"),
        ("hcl2::expr::invalid-argument", "x"),
    ];
    let text = "resource \"terraform_data\" \"a\" {\n  count = 1\n}\noutput \"b\" {\n  value = local.no\n}\noutput \"c\" {\n  value = terraform.no\n}\n\
         output \"d\" {\n  value = terraform_data.a.id\n}\noutput \"e\" {\n  value = tonumber(\"x\")\n}\n";
    let found: Vec<(&'static str, String)> = errors(text, None);
    let found: Vec<(&'static str, &str)> = found
        .iter()
        .map(|(code, place)| (*code, place.as_str()))
        .collect();
    assert_eq!(found, places);
}

#[test]
fn a_module_that_is_not_installed_is_the_only_error() {
    let text = "module \"a\" {\n  source = \"acme/net/cloud\"\n}\noutput \"o\" {\n  value = [module.a.id, tonumber(\"abc\")]\n}\n";
    let expected = ("hcl2::source::unreadable", "module \"a\"".to_owned());
    assert_eq!(errors(text, None), [expected]);
}

#[test]
fn errors_of_calls_hide_those_of_values() {
    let cases: &[(&str, &'static str, &str)] = &[
        (
            "module \"m\" {\n  source = \"./m\"\n  no = 1\n}\n",
            "hcl2::body::unsupported-attribute",
            "no",
        ),
        (
            "provider \"acme\" {\n  alias = \"x\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  providers = { acme = acme.y }\n}\n",
            "hcl2::terraform::provider-configuration",
            "acme.y",
        ),
    ];
    for (text, code, place) in cases {
        let text = format!("{text}output \"o\" {{\n  value = tonumber(\"x\")\n}}\n");
        assert_eq!(errors(&text, None), [(*code, (*place).to_owned())], "{text}");
    }
}

#[test]
fn moves_that_contradict_the_configuration_or_each_other_are_errors() {
    let moved = |from: &str, to: &str| format!("moved {{\n  from = {from}\n  to = {to}\n}}\n");
    let resource = |name: &str| format!("resource \"terraform_data\" \"{name}\" {{}}\n");
    let (a, b, c) = ("terraform_data.a", "terraform_data.b", "terraform_data.c");
    let cases = [
        moved(a, b) + &resource("a"),
        moved(a, a),
        moved(a, b) + &moved(a, c),
        moved(a, c) + &moved(b, c),
        moved(a, b) + &moved(b, a),
        moved("terraform_data.a[0]", "terraform_data.a")
            + "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n",
    ];
    for text in cases {
        assert_eq!(
            errors(&text, None),
            [("hcl2::terraform::invalid-target", "moved".to_owned())],
            "{text}"
        );
    }
    let chain = moved(a, b) + &moved(b, c) + &resource("c");
    assert_eq!(errors(&chain, None), []);
}

#[test]
fn a_removed_object_that_is_still_declared_is_an_error() {
    let text = "removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = false\n  }\n}\nresource \"terraform_data\" \"a\" {}\n";
    let place = "resource \"terraform_data\" \"a\"".to_owned();
    assert_eq!(errors(text, None), [("hcl2::terraform::invalid-target", place)]);
}

#[test]
fn an_import_to_an_instance_that_is_not_planned_is_an_error() {
    let text = "import {\n  for_each = { x = 1, y = 2 }\n  to = terraform_data.a[each.key]\n  id = \"i\"\n}\nresource \"terraform_data\" \"a\" {\n  for_each = { x = 1 }\n}\n";
    let place = "terraform_data.a[each.key]".to_owned();
    assert_eq!(errors(text, None), [("hcl2::terraform::invalid-target", place)]);
}

#[test]
fn a_trigger_that_names_no_planned_instance_is_an_error() {
    for (arguments, trigger) in [
        ("count = 0", "terraform_data.a"),
        ("count = 2", "terraform_data.a.input"),
        ("count = 2", "terraform_data.a[2]"),
        ("count = 2", "terraform_data.a[\"x\"].id"),
        ("", "terraform_data.a[0]"),
    ] {
        let text = format!(
            "resource \"terraform_data\" \"a\" {{\n  {arguments}\n}}\nresource \"terraform_data\" \"b\" {{\n  lifecycle {{\n    replace_triggered_by = [{trigger}]\n  }}\n}}\n"
        );
        assert_eq!(
            errors(&text, None),
            [("hcl2::terraform::invalid-target", trigger.to_owned())],
            "{text}"
        );
    }
}

#[test]
fn destroying_what_prevents_it_is_an_error() {
    let state = |key: &str| {
        format!(
            r#"{{"version": 4, "outputs": {{}}, "resources": [{{"mode": "managed", "type": "terraform_data", "name": "a",
            "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{{{key} "schema_version": 0, "attributes":
            {{"id": "i", "input": null, "output": null, "triggers_replace": null}}}}]}}]}}"#
        )
    };
    let resource = |arguments: &str| {
        format!(
            "resource \"terraform_data\" \"a\" {{\n{arguments}\n  lifecycle {{\n    prevent_destroy = true\n  }}\n}}\n"
        )
    };
    let (code, place) = (
        "hcl2::terraform::prevented-destroy",
        "resource \"terraform_data\" \"a\"",
    );
    let prevented = |text: &str, state: &str| {
        assert_eq!(
            errors_after(text, None, Some(state)),
            [(code, place.to_owned())],
            "{text}"
        );
    };
    let replaced = resource("triggers_replace = 1");
    prevented(&replaced, &state(""));
    let tainted = state("\"status\": \"tainted\",");
    prevented(&resource(""), &tainted);
    let last = state("\"index_key\": 1,");
    prevented(&resource("count = 1"), &last);
    assert_eq!(errors_after(&resource("input = 1"), None, Some(&state(""))), []);
    assert_eq!(errors_after("", None, Some(&state(""))), []);
}

#[test]
fn values_whose_text_is_endless_are_no_part_of_a_plan() {
    let doubled: String = (0..60)
        .map(|level| format!("  a{} = [local.a{level}, local.a{level}]\n", level + 1))
        .collect();
    let locals = format!("locals {{\n  a0 = 1\n{doubled}}}\n");
    let code = "hcl2::expr::limit-exceeded";
    for (text, place) in [
        ("output \"o\" {\n  value = local.a60\n}\n", "local.a60"),
        (
            "resource \"terraform_data\" \"r\" {\n  input = local.a60\n}\n",
            "resource \"terraform_data\" \"r\"",
        ),
    ] {
        assert_eq!(
            errors(&(locals.clone() + text), None),
            [(code, place.to_owned())],
            "{text}"
        );
    }
    let text = "variable \"v\" {\n}\n";
    let given = (0..60).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
    assert_eq!(errors(text, Some(given)), [(code, "variable \"v\"".to_owned())]);
    let text = "output \"o\" {\n  value = length(local.a60)\n}\n";
    assert_eq!(errors(&(locals + text), None), []);
}

#[test]
fn schemas_of_another_form_are_refused() {
    let source = SourceMap::new().add("schemas.json", "[1]").unwrap();
    let problems = ProviderSchemas::from_json(&source).unwrap_err();
    let subjects: Vec<_> = problems
        .iter()
        .filter_map(|problem| Some((problem.code.id(), problem.subject?)))
        .map(|(code, subject)| (code, subject.start..subject.end))
        .collect();
    assert_eq!(subjects, [("hcl2::terraform::invalid-schema", 0..1)]);
}

#[test]
fn states_of_another_version_are_refused() {
    let source = SourceMap::new()
        .add("terraform.tfstate", "{\"version\": 5}")
        .expect("the text is short");
    let problems = State::from_json(&source).expect_err("the version is not 4");
    let subjects: Vec<_> = problems
        .iter()
        .filter_map(|problem| Some((problem.code.id(), problem.subject?)))
        .map(|(code, subject)| (code, subject.start..subject.end))
        .collect();
    assert_eq!(subjects, [("hcl2::terraform::invalid-state", 0..1)]);
}

#[test]
fn unreadable_modules_are_reported_if_those_that_were_read_are_valid() {
    let source = SourceMap::new()
        .add("main.tf", "module \"m\" {}\n")
        .expect("the text is short");
    let at = |code| Diagnostic::error(code, "Problem").with_subject(source.span());
    let planned = |found: &[Diagnostic]| {
        let inputs = Inputs {
            found: found.iter().cloned().collect(),
            ..Inputs::default()
        };
        let problems = plan(&ModuleTree::default(), &inputs).diagnostics;
        let place = |problem: &Diagnostic| {
            (
                problem.code.id(),
                problem.subject.map(|subject| subject.start..subject.end),
            )
        };
        problems.iter().map(place).collect::<Vec<_>>()
    };
    let unreadable = at(codes::source::UNREADABLE);
    let whole = Some(0..14);
    assert_eq!(
        planned(std::slice::from_ref(&unreadable)),
        [("hcl2::source::unreadable", Some(0..14))]
    );
    let invalid = at(codes::terraform::INVALID_VALUE);
    assert_eq!(
        planned(&[unreadable, invalid]),
        [("hcl2::terraform::invalid-value", whole)]
    );
}

#[test]
fn neither_try_nor_can_hides_an_unknown_attribute_of_a_resource() {
    let text = "resource \"terraform_data\" \"a\" {}\noutput \"o\" {\n  value = [try(terraform_data.a.nope, 1), can(terraform_data.a.id.x)]\n}\n";
    assert_eq!(
        errors(text, None),
        [
            ("hcl2::expr::unknown-attribute", ".nope".to_owned()),
            ("hcl2::expr::no-attributes", ".x".to_owned()),
        ]
    );
}

/// Plans a module with a provider that requires an argument, and returns each error as its code and where it starts.
fn errors_with_provider(text: &str) -> Vec<(&'static str, u32)> {
    let schemas = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {
        "provider": {"block": {"attributes": {"url": {"type": "string", "required": true}}}},
        "resource_schemas": {"acme_disk": {"block": {"attributes": {
            "id": {"type": "string", "computed": true}, "size": {"type": "number", "required": true}}}}}}}}"#;
    let mut sources = SourceMap::new();
    let schemas = sources.add("schemas.json", schemas).expect("short");
    let source = sources.add("main.tf", text).expect("short");
    let file = ModuleFile::parse(&source, Language::Terraform).value;
    let tree = ModuleTree {
        module: Module::from_files(&[file], Language::Terraform).value,
        ..ModuleTree::default()
    };
    let inputs = Inputs {
        schemas: ProviderSchemas::from_json(&schemas).expect("schemas"),
        ..Inputs::default()
    };
    let problems = plan(&tree, &inputs).diagnostics;
    let start = |problem: &Diagnostic| problem.subject.map_or(0, |subject| subject.start);
    problems
        .iter()
        .map(|problem| (problem.code.id(), start(problem)))
        .collect()
}

#[test]
fn a_provider_without_required_arguments_is_an_error_after_the_validation() {
    let resource = "resource \"acme_disk\" \"d\" {\n  size = 1\n}\n";
    assert_eq!(
        errors_with_provider(resource),
        [("hcl2::terraform::provider-configuration", 0)]
    );
    let empty = format!("provider \"acme\" {{}}\n{resource}");
    assert_eq!(
        errors_with_provider(&empty),
        [("hcl2::body::missing-attribute", 16)]
    );
    let invalid = "provider \"acme\" {}\nresource \"acme_disk\" \"d\" {\n  id = \"a\"\n}\n";
    assert_eq!(
        errors_with_provider(invalid),
        [("hcl2::body::missing-attribute", 44)]
    );
}

#[test]
fn a_provider_that_needs_its_own_resource_is_a_cycle() {
    let text =
        "provider \"acme\" {\n  url = acme_disk.d.id\n}\nresource \"acme_disk\" \"d\" {\n  size = 1\n}\n";
    assert_eq!(
        errors_with_provider(text),
        [("hcl2::terraform::reference-cycle", 43)]
    );
}

#[test]
fn a_move_that_fails_is_reported_once() {
    let resources = "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n";
    for block in [
        "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n",
        "removed {\n  from = terraform_data.a\n}\n",
    ] {
        let text = format!("{resources}{block}");
        let mut sources = SourceMap::new();
        let source = sources.add("main.tf", text.as_str()).expect("the text is short");
        let file = ModuleFile::parse(&source, Language::Terraform).value;
        let read = Module::from_files(&[file], Language::Terraform);
        assert_eq!(
            read.diagnostics.len(),
            1,
            "reading the module warns of it: {block}"
        );
        let tree = ModuleTree {
            module: read.value,
            ..ModuleTree::default()
        };
        let inputs = Inputs {
            found: read.diagnostics,
            ..Inputs::default()
        };
        let problems = plan(&tree, &inputs).diagnostics;
        assert_eq!(problems.len(), 1, "{block}");
        assert!(problems.has_errors(), "{block}");
    }
}

#[test]
fn unread_module_is_an_error() {
    let computed = "locals {\n  s = \"x\"\n}\nmodule \"a\" {\n  source = \"./${local.s}\"\n}\n";
    let expected = [("hcl2::terraform::unknown-source", "\"./${local.s}\"".to_owned())];
    assert_eq!(errors(computed, None), expected);
}

#[test]
fn triggered_action_is_an_error() {
    let text = "action \"acme_call\" \"a\" {\n}\nresource \"terraform_data\" \"r\" {\n  lifecycle {\n    action_trigger {\n      events  = [after_create]\n      actions = [action.acme_call.a]\n    }\n  }\n}\n";
    let found = errors(text, None);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, text)| (*code, text.as_str())).collect();
    assert_eq!(found, [("hcl2::plan::unsupported", "action_trigger")]);
}
