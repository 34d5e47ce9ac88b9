//! Partial plans: what cannot be known is unknown and listed, and nothing that hangs on it ends the plan.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::NoHost;
use hcl2_plan::{Action, CheckStatus, Plan, State, plan_to_json, provenance, questions, to_text};
use hcl2_value::{Type, Value};

use crate::support::{Modules, addresses, output};

/// Returns the reasons, addresses and places of what a plan does not know.
fn gaps(modules: &Modules, plan: &Plan) -> Vec<String> {
    let gaps = plan.gaps.iter().map(|gap| {
        let place = gap.place.expect("each has a place");
        let source = modules
            .inputs
            .sources
            .get(place.source)
            .expect("the source is known");
        let line = source.position(place.start).line;
        format!("{} {} {}:{line}", gap.reason, gap.address, source.name())
    });
    gaps.collect()
}

#[test]
fn variables_without_a_value_are_unknown_values_of_their_types() {
    let modules = Modules::new(
        "variable \"size\" {\n  type = number\n}\nvariable \"zone\" {\n  type     = string\n  nullable = false\n}\n\
         variable \"name\" {\n  default = \"web\"\n}\noutput \"size\" {\n  value = var.size + 1\n}\noutput \"zone\" {\n  \
         value = var.zone == null\n}\noutput \"name\" {\n  value = var.name\n}\n",
        &[],
    );
    let plan = modules.plan();
    assert_eq!(
        gaps(&modules, &plan),
        [
            "missing_value var.size ./main.tf:1",
            "missing_value var.zone ./main.tf:4"
        ]
    );
    assert_eq!(plan.gaps[0].to_string(), "var.size (variable without a value)");
    let note = plan.gaps[0].note();
    let source = modules
        .inputs
        .sources
        .get(note.subject.expect("it has a place").source);
    let place = source
        .expect("the source is known")
        .slice(note.subject.expect("it has a place"));
    let placed = (note.code.id(), std::str::from_utf8(place).expect("it is text"));
    assert_eq!(placed, ("hcl2::plan::incomplete", "variable \"size\""));
    assert_eq!(*output(&plan, "size"), Value::unknown_not_null(Type::NUMBER));
    assert_eq!(*output(&plan, "zone"), Value::from(false));
    assert_eq!(*output(&plan, "name"), Value::from("web"));
    assert!(!plan.is_complete());
    let answered = modules
        .variable("size", Value::from(2))
        .variable("zone", Value::from("a"))
        .plan();
    assert_eq!(answered.gaps, []);
    assert!(answered.is_complete());
    assert_eq!(*output(&answered, "size"), Value::from(3));
}

#[test]
fn an_unknown_number_of_instances_is_one_with_an_unknown_key() {
    let modules = Modules::new(
        "variable \"n\" {\n  type = number\n}\nvariable \"zones\" {\n  type = map(string)\n}\nresource \"terraform_data\" \
         \"a\" {\n  count = var.n\n  input = { size = 1, index = count.index }\n}\nmodule \"m\" {\n  source   = \"./m\"\n  \
         for_each = var.zones\n  zone     = each.value\n}\noutput \"all\" {\n  value = length(terraform_data.a)\n}\n",
        &[(
            "m",
            "variable \"zone\" {}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = \"${var.zone}-${count.index}\"\n}\n",
        )],
    );
    let plan = modules.plan();
    assert_eq!(addresses(&plan.resources), [""; 0]);
    assert_eq!(
        addresses(&plan.deferred),
        [
            "terraform_data.a[*]",
            "module.m[*].terraform_data.b[0]",
            "module.m[*].terraform_data.b[1]"
        ]
    );
    let input = plan.deferred[0].after.get("input").expect("it is configured");
    assert_eq!(input.get("size"), Some(&Value::from(1)));
    assert!(!input.get("index").expect("it is configured").is_known());
    assert!(!output(&plan, "all").is_known());
    assert_eq!(
        gaps(&modules, &plan),
        [
            "missing_value var.n ./main.tf:1",
            "missing_value var.zones ./main.tf:4",
            "instance_count_unknown module.m ./main.tf:13",
            "instance_count_unknown terraform_data.a ./main.tf:8",
        ]
    );
    let text = to_text(&plan, &modules.inputs.sources);
    assert!(text.contains("+ terraform_data.a[*]\n"), "{text}");
    assert!(
        text.ends_with("Plan: 0 to add, 0 to change, 0 to destroy, 3 whose instances are unknown.\n"),
        "{text}"
    );
    let json = plan_to_json(&plan, &modules.tree, &modules.inputs, "");
    let deferred = r#""deferred_changes":[{"reason":"instance_count_unknown","resource_change":{"address":"terraform_data.a[*]","mode":"managed","type":"terraform_data","name":"a","index_unknown":true,"#;
    assert!(json.contains(deferred), "{json}");
    assert!(json.contains(r#""complete":false"#), "{json}");
    let incomplete = r#""incomplete":[{"reason":"missing_value","address":"var.n","filename":"./main.tf","line":1,"column":1},"#;
    assert!(json.contains(incomplete), "{json}");
}

#[test]
fn the_keys_decide_what_is_planned_once_they_are_known() {
    let text = "variable \"n\" {}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n}\n";
    let plan = Modules::new(text, &[]).variable("n", Value::from(2)).plan();
    assert_eq!(
        addresses(&plan.resources),
        ["terraform_data.a[0]", "terraform_data.a[1]"]
    );
    assert_eq!(addresses(&plan.deferred), [""; 0]);
}

#[test]
fn modules_and_data_sources_that_were_not_read_are_unknown() {
    let modules = Modules::new(
        "module \"vpc\" {\n  source = \"acme/vpc/aws\"\n}\ndata \"acme_zones\" \"all\" {}\nlocals {\n  id = \
         module.vpc.id\n}\nresource \"acme_disk\" \"d\" {\n  vpc  = local.id\n  zone = data.acme_zones.all.names[0]\n  size = \
         1\n}\n",
        &[],
    );
    let plan = modules.plan();
    assert_eq!(
        gaps(&modules, &plan),
        [
            "module_not_read module.vpc ./main.tf:1",
            "missing_schema registry.terraform.io/hashicorp/acme ./main.tf:4",
            "data_not_read data.acme_zones.all ./main.tf:4",
        ]
    );
    let disk = &plan.resources[1].after;
    let known = ["vpc", "zone", "size"].map(|name| disk.get(name).expect("it is configured").is_known());
    assert_eq!(known, [false, false, true]);
}

#[test]
fn a_condition_that_fails_with_a_default_is_listed_and_with_a_given_value_an_error() {
    let text = "variable \"size\" {\n  default = 0\n  validation {\n    condition     = var.size > 0\n    error_message = \
                \"Too small.\"\n  }\n}\noutput \"size\" {\n  value = var.size\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    assert_eq!(gaps(&modules, &plan), ["failed_condition var.size ./main.tf:1"]);
    assert_eq!(plan.gaps[0].detail.as_deref(), Some("Too small."));
    let given = modules.variable("size", Value::from(0)).problems();
    assert_eq!(
        given,
        [("hcl2::terraform::refused-value", "Too small.".to_owned())]
    );
}

#[test]
fn an_expression_that_fails_with_a_default_is_unknown_and_with_constants_an_error() {
    let text = "variable \"zones\" {\n  default = []\n}\nlocals {\n  first = element(var.zones, 0)\n}\noutput \"first\" {\n  \
                value = local.first\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    assert_eq!(
        gaps(&modules, &plan),
        ["failed_evaluation local.first ./main.tf:5"]
    );
    assert!(!output(&plan, "first").is_known());
    let given = modules.variable("zones", Value::tuple([])).problems();
    assert_eq!(given.len(), 1, "{given:?}");
    assert_eq!(given[0].0, "hcl2::expr::call-failed");
}

#[test]
fn a_text_with_a_part_that_fails_is_unknown_as_a_whole() {
    let modules = Modules::new(
        "variable \"k\" {\n  default = null\n}\nlocals {\n  name = \"pre-${var.k}\"\n}\noutput \"name\" {\n  value = local.name\n}\n\
         module \"m\" {\n  source = \"./m\"\n  name   = \"pre-${var.k}\"\n}\noutput \"inner\" {\n  value = module.m.name\n}\n",
        &[(
            "m",
            "variable \"name\" {}\noutput \"name\" {\n  value = var.name\n}\n",
        )],
    );
    let plan = modules.plan();
    assert!(!output(&plan, "name").is_known());
    assert!(!output(&plan, "inner").is_known());
    assert_eq!(
        gaps(&modules, &plan),
        [
            "failed_evaluation local.name ./main.tf:5",
            "failed_evaluation module.m.var.name ./main.tf:12"
        ]
    );
    let answered = modules.variable("k", Value::from(1)).plan();
    assert_eq!(*output(&answered, "inner"), Value::from("pre-1"));
}

#[test]
fn an_argument_that_fails_is_unknown_and_the_instance_is_planned() {
    let text = "variable \"k\" {\n  default = null\n}\nresource \"acme_disk\" \"d\" {\n  count = 2\n  size  = 1\n  name  = \
                \"d-${count.index == 1 ? var.k : 0}\"\n}\nresource \"acme_disk\" \"e\" {\n  size = 2\n  label {\n    text = \
                upper(var.k)\n  }\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    let shown = ["acme_disk.d[0]", "acme_disk.d[1]", "acme_disk.e"];
    assert_eq!(addresses(&plan.resources), shown);
    let part = |number: usize, name: &str| {
        plan.resources[number]
            .after
            .get(name)
            .cloned()
            .expect("it is there")
    };
    assert_eq!(part(0, "name"), Value::from("d-0"));
    assert!(!part(1, "name").is_known());
    assert_eq!(part(1, "size"), Value::from(1));
    assert_eq!(part(2, "size"), Value::from(2));
    assert!(!part(2, "label").is_known());
    assert_eq!(
        gaps(&modules, &plan)[1..],
        [
            "failed_evaluation acme_disk.d ./main.tf:7",
            "failed_evaluation acme_disk.e ./main.tf:12"
        ]
    );
}

#[test]
fn a_default_that_makes_an_expression_fail_is_asked_for() {
    let text = "variable \"k\" {\n  default = null\n}\nvariable \"other\" {\n  default = 1\n}\nlocals {\n  k = var.k\n}\nresource \
                \"acme_disk\" \"d\" {\n  name = \"d-${local.k}\"\n  size = var.other\n}\n";
    let modules = Modules::new(text, &[]);
    let asked = questions(&modules.tree, &modules.inputs).value;
    let asked: Vec<_> = asked
        .iter()
        .map(|question| (question.gap.address.as_str(), question.objects))
        .collect();
    assert_eq!(asked, [("var.k", 1)]);
}

#[test]
fn a_default_that_a_validation_refuses_is_unknown_and_asked_for() {
    let text = "variable \"env\" {\n  default = \"\"\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    \
                error_message = \"Set env.\"\n  }\n}\noutput \"name\" {\n  value = \"app-${var.env}\"\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    assert_eq!(gaps(&modules, &plan), ["failed_condition var.env ./main.tf:1"]);
    assert!(!output(&plan, "name").is_known());
    let asked = questions(&modules.tree, &modules.inputs).value;
    let asked: Vec<&str> = asked
        .iter()
        .map(|question| question.gap.address.as_str())
        .collect();
    assert_eq!(asked, ["var.env"]);
}

#[test]
fn objects_of_a_resource_with_unknown_instances_stay_as_they_are() {
    let state = r#"{"version": 4, "terraform_version": "1.11.0", "serial": 1, "lineage": "l", "outputs": {}, "resources": [
        {"mode": "managed", "type": "terraform_data", "name": "a", "provider": "provider[\"terraform.io/builtin/terraform\"]",
         "instances": [{"index_key": 0, "schema_version": 0, "attributes": {"id": "x", "input": null, "output": null, "triggers_replace": null}}]}]}"#;
    let text = "variable \"n\" {}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n}\nresource \"terraform_data\" \"b\" {\n  \
                lifecycle {\n    replace_triggered_by = [terraform_data.a]\n  }\n}\n";
    let mut modules = Modules::new(text, &[]);
    let source = SourceMap::new()
        .add("terraform.tfstate", state)
        .expect("a small source");
    modules.inputs.state = Some(State::from_json(&source).expect("the state is valid"));
    let plan = modules.plan();
    let actions: Vec<_> = plan
        .resources
        .iter()
        .map(|own| (own.address.to_string(), own.action))
        .collect();
    assert_eq!(actions, [("terraform_data.b".to_owned(), Action::Create)]);
    assert_eq!(addresses(&plan.deferred), ["terraform_data.a[*]"]);
}

#[test]
fn values_of_an_unknown_number_of_instances_have_a_provenance() {
    let modules = Modules::new(
        "variable \"zones\" {\n  type = set(string)\n}\nresource \"terraform_data\" \"a\" {\n  for_each = var.zones\n  input = \
         { zone = each.value, size = 1 }\n}\n",
        &[],
    );
    let why = |address: &str| {
        let why = provenance(&modules.tree, &modules.inputs, address);
        let why = why.value.expect("the address has a value");
        why.steps
            .iter()
            .map(|step| format!("{} {}", step.address, step.origin.name()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        why("terraform_data.a[*].input.zone"),
        [
            "terraform_data.a[*].input.zone expression",
            "each.value instance",
            "var.zones missing"
        ]
    );
    assert_eq!(
        why("terraform_data.a[*].input.size"),
        ["terraform_data.a[*].input.size literal"]
    );
    let unread = Modules::new(
        "module \"m\" {\n  source = \"a/b/c\"\n}\noutput \"o\" {\n  value = module.m.x\n}\n",
        &[],
    );
    let why = provenance(&unread.tree, &unread.inputs, "output.o")
        .value
        .expect("the output is declared");
    assert_eq!(
        (why.steps[1].address.as_str(), why.steps[1].origin.name()),
        ("module.m", "module_not_read")
    );
}

#[test]
fn a_file_that_cannot_be_read_is_unknown_and_listed() {
    let text = "locals {\n  text = file(\"a.txt\")\n}\noutput \"text\" {\n  value = \"${local.text}!\"\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    assert_eq!(
        gaps(&modules, &plan),
        ["failed_evaluation local.text ./main.tf:2"]
    );
    assert!(!output(&plan, "text").is_known());
}

/// Returns a state with one `terraform_data` for each start of its entry and name.
fn state(objects: &[(&str, &str)]) -> State {
    let objects = objects.iter().map(|(start, name)| {
        format!(
            r#"{{{start}"mode": "managed", "type": "terraform_data", "name": "{name}",
             "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{{"schema_version": 0,
             "attributes": {{"id": "x", "input": null, "output": null, "triggers_replace": null}}}}]}}"#
        )
    });
    let objects = objects.collect::<Vec<_>>().join(",");
    read_state(&objects)
}

fn read_state(resources: &str) -> State {
    let text = format!(
        r#"{{"version": 4, "terraform_version": "1.11.0", "serial": 1, "lineage": "l", "outputs": {{}}, "resources": [{resources}]}}"#
    );
    let source = SourceMap::new()
        .add("terraform.tfstate", text)
        .expect("a small source");
    State::from_json(&source).expect("the state is valid")
}

#[test]
fn objects_are_not_destroyed_for_what_is_not_known() {
    let text = "variable \"z\" {\n  default = \"\"\n}\nresource \"terraform_data\" \"a\" {\n  input = cidrsubnet(var.z, 8, \
                1)\n}\nresource \"terraform_data\" \"b\" {\n  lifecycle {\n    precondition {\n      condition     = var.z != \
                \"\"\n      error_message = \"No.\"\n    }\n  }\n}\nmodule \"net\" {\n  source = \"a/net/b\"\n}\n";
    let mut modules = Modules::new(text, &[]);
    let in_net = r#""module": "module.net", "#;
    modules.inputs.state = Some(state(&[("", "a"), ("", "b"), (in_net, "c"), ("", "gone")]));
    let plan = modules.plan();
    assert_eq!(addresses(&plan.resources), ["terraform_data.gone"]);
    assert_eq!(plan.resources[0].action, Action::Delete);
    assert!(plan.may_have_changes());
}

#[test]
fn an_object_without_a_schema_that_the_state_has_is_not_new() {
    let mut modules = Modules::new("resource \"acme_disk\" \"same\" {\n  size = 1\n}\n", &[]);
    let object = r#"{"mode": "managed", "type": "acme_disk", "name": "same",
        "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
        "instances": [{"schema_version": 0, "attributes": {"id": "d-1", "size": 1, "zone": "z"}}]}"#;
    modules.inputs.state = Some(read_state(object));
    assert_eq!(modules.plan().resources[0].action, Action::NoOp);
}

#[test]
fn a_kept_key_does_not_make_an_unknown_map_known() {
    let text = "variable \"tags\" {\n  type = map(string)\n}\nresource \"acme_disk\" \"d\" {\n  size = 1\n  tags = var.tags\n  \
                lifecycle {\n    ignore_changes = [tags[\"k\"]]\n  }\n}\n";
    let mut modules = Modules::new(text, &[]);
    let object = r#"{"mode": "managed", "type": "acme_disk", "name": "d",
        "provider": "provider[\"registry.terraform.io/hashicorp/acme\"]",
        "instances": [{"schema_version": 0, "attributes": {"id": "d-1", "size": 1, "tags": {"k": "old"}}}]}"#;
    modules.inputs.state = Some(read_state(object));
    let plan = modules.plan();
    let tags = plan.resources[0].after.get("tags").expect("it is configured");
    assert!(!tags.is_known());
}

#[test]
fn an_import_to_unknown_instances_waits_for_them() {
    let text = "variable \"n\" {}\nvariable \"id\" {}\nresource \"terraform_data\" \"d\" {\n  count = var.n\n}\nresource \
                \"terraform_data\" \"e\" {}\nimport {\n  to = terraform_data.d[0]\n  id = \"fixed\"\n}\nimport {\n  to = \
                terraform_data.e\n  id = var.id\n}\n";
    let plan = Modules::new(text, &[]).plan();
    assert_eq!(addresses(&plan.deferred), ["terraform_data.d[*]"]);
    let importing = plan.resources[0].importing.as_ref().expect("it is imported");
    assert_eq!(
        (importing.id.as_deref(), importing.identity.as_ref()),
        (None, None)
    );
    assert_ne!(plan.resources[0].action, Action::Create);
}

#[test]
fn an_import_into_a_module_that_was_not_read_waits_for_it() {
    let import = |to: &str| format!("import {{\n  to = {to}\n  id = \"fixed\"\n}}\n");
    let call = "module \"net\" {\n  source = \"a/net/b\"\n}\n";
    let unread = import("module.net.acme_disk.d[0]");
    assert_eq!(Modules::new(&[call, &unread].concat(), &[]).problems(), []);
    let wrong = import("module.net.acme_disk.d");
    let problems = Modules::new(&[call, &wrong].concat(), &[("net", "")]).problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].0, "hcl2::terraform::undeclared");
}

#[test]
fn checks_of_unknown_instances_are_unknown() {
    let called = "variable \"x\" {}\ncheck \"k\" {\n  assert {\n    condition     = length(var.x) > 0\n    error_message = \
                  \"No.\"\n  }\n}\n";
    let root = "variable \"n\" {}\nmodule \"m\" {\n  source = \"./m\"\n  count  = var.n\n  x      = []\n}\n";
    let plan = Modules::new(root, &[("m", called)]).plan();
    assert_eq!(plan.checks[0].status(), CheckStatus::Unknown);
}

#[test]
fn a_check_fails_if_its_data_source_cannot_be_read() {
    let text = "check \"k\" {\n  data \"terraform_remote_state\" \"r\" {\n    backend = \"local\"\n    config  = { path = \
                \"none.tfstate\" }\n  }\n  assert {\n    condition     = data.terraform_remote_state.r.outputs.a == 1\n    \
                error_message = \"No.\"\n  }\n}\n";
    let mut modules = Modules::new(text, &[]);
    modules.inputs.functions = Arc::new(hcl2_terraform::functions(&(Arc::new(NoHost) as _)));
    let plan = modules.plan();
    assert_eq!(plan.checks[0].status(), CheckStatus::Fail);
    assert_eq!(
        plan.checks[0].instances[0].problems,
        [
            "Unreadable state: The state file \"none.tfstate\" of the local backend cannot be read below the directory of the module."
        ]
    );
}

#[test]
fn an_object_that_may_stay_as_it_is_has_an_unknown_action() {
    let text = "variable \"x\" {}\nresource \"terraform_data\" \"may\" {\n  input = var.x\n}\nresource \"terraform_data\" \
                \"replaced\" {\n  triggers_replace = var.x\n}\nresource \"terraform_data\" \"changed\" {\n  input = [var.x, \
                1]\n}\nresource \"terraform_data\" \"triggered\" {\n  lifecycle {\n    replace_triggered_by = \
                [terraform_data.may.input]\n  }\n}\nresource \"terraform_data\" \"after\" {\n  input = \
                terraform_data.changed.output\n}\n";
    let mut modules = Modules::new(text, &[]);
    let names = ["may", "replaced", "changed", "triggered", "after"].map(|name| ("", name));
    modules.inputs.state = Some(state(&names));
    let plan = modules.plan();
    let actions = plan.resources.iter();
    let actions: Vec<_> = actions
        .map(|resource| (resource.address.name.to_string(), resource.action))
        .collect();
    let replace = Action::DeleteThenCreate;
    assert_eq!(
        actions,
        [
            ("after".to_owned(), Action::Update),
            ("changed".to_owned(), Action::Update),
            ("may".to_owned(), Action::Update),
            ("replaced".to_owned(), replace),
            ("triggered".to_owned(), replace),
        ]
    );
    assert_eq!(
        gaps(&modules, &plan),
        [
            "missing_value var.x ./main.tf:1",
            "action_unknown terraform_data.after ./main.tf:16",
            "action_unknown terraform_data.may ./main.tf:2",
            "action_unknown terraform_data.replaced ./main.tf:5",
            "action_unknown terraform_data.triggered ./main.tf:13",
        ]
    );
    let plan = modules.variable("x", Value::null(Type::DYNAMIC)).plan();
    assert_eq!(plan.gaps, []);
    assert_eq!(plan.resources[2].action, Action::NoOp);
}

#[test]
fn null_without_a_schema_is_unknown() {
    let text =
        "resource \"acme_disk\" \"d\" {\n  key  = null\n  size = 1\n  rule {\n    port = null\n  }\n}\n";
    let mut modules = Modules::new(text, &[]);
    let plan = modules.plan();
    let disk = &plan.resources[0].after;
    assert!(!disk.get("key").expect("it is configured").is_known());
    assert_eq!(disk.get("size"), Some(&Value::from(1)));
    let rules = disk
        .get("rule")
        .and_then(Value::elements)
        .expect("there is a block");
    assert!(!rules[0].get("port").expect("it is configured").is_known());
    modules.inputs.is_partial = false;
    modules.inputs.infers_schemas = true;
    assert!(
        modules.plan().resources[0]
            .after
            .get("key")
            .is_some_and(Value::is_null)
    );
}

#[test]
fn a_dynamic_block_without_elements_is_unknown_without_a_schema() {
    let text = "resource \"acme_disk\" \"d\" {\n  tags = []\n  dynamic \"rule\" {\n    for_each = []\n    content {\n      port = \
                1\n    }\n  }\n  part {\n    dynamic \"rule\" {\n      for_each = []\n      content {\n        port = 1\n      }\n    \
                }\n    dynamic \"rules\" {\n      for_each = [1]\n      content {\n        port = 1\n      }\n    }\n  }\n}\n";
    let plan = Modules::new(text, &[]).plan();
    let disk = &plan.resources[0].after;
    assert!(!disk.get("rule").expect("it is configured").is_known());
    assert_eq!(disk.get("tags"), Some(&Value::tuple([])));
    let parts = disk
        .get("part")
        .and_then(Value::elements)
        .expect("there is a block");
    assert!(!parts[0].get("rule").expect("it is configured").is_known());
    let rules = parts[0].get("rules").and_then(Value::elements);
    assert_eq!(rules.map(|rules| rules.len()), Some(1));
}

#[test]
fn validations_tell_whether_a_variable_may_be_null() {
    let variable = |name: &str, condition: &str| {
        format!(
            "variable \"{name}\" {{\n  type = string\n  validation {{\n    condition     = {condition}\n    error_message = \
             \"No.\"\n  }}\n}}\noutput \"{name}\" {{\n  value = var.{name}\n}}\n"
        )
    };
    let text = [
        variable("one_of", "contains([\"a\", \"b\"], var.one_of)"),
        variable("given", "var.given != null"),
        variable("long", "length(var.long) > 2"),
        variable("matching", "can(regex(\"^a\", var.matching))"),
        variable("open", "var.open == null || length(var.open) > 2"),
        variable("other", "var.other != null || var.given == \"a\""),
    ];
    let plan = Modules::new(&text.concat(), &[]).plan();
    let is_null = |name: &str| match output(&plan, name).refinement() {
        Some(refinement) => !refinement.is_not_null(),
        None => true,
    };
    let names = ["one_of", "given", "long", "matching", "open", "other"];
    assert_eq!(names.map(is_null), [false, false, false, false, true, true]);
}

#[test]
fn instances_that_depend_on_a_file_that_cannot_be_read_are_unknown() {
    let text = "locals {\n  users = jsondecode(file(\"users.json\"))\n}\nresource \"terraform_data\" \"a\" {\n  for_each = \
                toset(local.users)\n}\n";
    let modules = Modules::new(text, &[]);
    let plan = modules.plan();
    assert_eq!(addresses(&plan.deferred), ["terraform_data.a[*]"]);
    assert_eq!(
        gaps(&modules, &plan),
        [
            "instance_count_unknown terraform_data.a ./main.tf:5",
            "failed_evaluation local.users ./main.tf:2",
        ]
    );
}

#[test]
fn questions_are_counted_exactly_however_many_they_are() {
    let variables = (0..300).map(|n| format!("variable \"v{n}\" {{}}\n"));
    let sums = (0..300).map(|n| {
        let all = (n..300)
            .map(|n| format!("var.v{n}"))
            .collect::<Vec<_>>()
            .join(", ");
        format!("output \"o{n}\" {{\n  value = [{all}]\n}}\n")
    });
    let modules = Modules::new(&variables.chain(sums).collect::<String>(), &[]);
    let asked = questions(&modules.tree, &modules.inputs).value;
    let found = asked.iter().take(2).chain(asked.last());
    let found: Vec<_> = found
        .map(|question| (question.gap.address.as_str(), question.objects))
        .collect();
    assert_eq!(found, [("var.v299", 300), ("var.v298", 299), ("var.v0", 1)]);
    assert_eq!(asked.len(), 300);
}
