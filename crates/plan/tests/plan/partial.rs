//! Partial plans: what cannot be known is unknown and listed, and nothing that hangs on it ends the plan.

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Action, CheckStatus, Plan, State, provenance, to_json, to_text};
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
    let text = to_text(&plan);
    assert!(text.contains("+ terraform_data.a[*]\n"), "{text}");
    assert!(
        text.ends_with("Plan: 0 to add, 0 to change, 0 to destroy, 3 whose instances are unknown.\n"),
        "{text}"
    );
    let json = to_json(&plan, &modules.tree, &modules.inputs, "");
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
    assert_eq!(
        plan.gaps[2].detail.as_deref(),
        Some("Whether it is replaced depends on the instances of `terraform_data.a`.")
    );
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
fn answers_make_what_hangs_on_them_known() {
    let text = "data \"acme_zones\" \"all\" {}\nmodule \"net\" {\n  source = \"a/net/b\"\n}\nresource \"acme_disk\" \"d\" {\n  \
                count = length(data.acme_zones.all.names)\n  zone  = data.acme_zones.all.names[count.index]\n  net   = \
                module.net.id\n}\noutput \"other\" {\n  value = try(data.acme_zones.all.other, \"none\")\n}\noutput \"ids\" {\n  \
                value = acme_disk.d[0].id\n}\n";
    let mut modules = Modules::new(text, &[]);
    let zones = Value::tuple([Value::from("a"), Value::from("b")]);
    let answers = &mut modules.inputs.answers;
    answers
        .set("data.acme_zones.all.names", zones)
        .expect("it is the address of an attribute");
    answers
        .set("module.net.id", Value::from("n"))
        .expect("it is the address of an output");
    answers
        .set("acme_disk.d[0].id", Value::from("i-0"))
        .expect("it is the address of an attribute");
    let plan = modules.plan();
    assert_eq!(
        addresses(&plan.resources),
        ["data.acme_zones.all", "acme_disk.d[0]", "acme_disk.d[1]"]
    );
    let disk = &plan.resources[2].after;
    assert_eq!(disk.get("zone"), Some(&Value::from("b")));
    assert_eq!(disk.get("net"), Some(&Value::from("n")));
    assert!(
        !output(&plan, "other").is_known(),
        "nobody said that there is no such attribute"
    );
    assert_eq!(*output(&plan, "ids"), Value::from("i-0"));
    for wrong in ["data.acme_zones.all", "local.x", "module.net", "d[0].id"] {
        let message = modules
            .inputs
            .answers
            .set(wrong, Value::from(1))
            .expect_err("it is another address");
        assert!(message.ends_with(&format!("found `{wrong}`")), "{message}");
    }
}

#[test]
fn an_object_that_is_referred_to_as_a_whole_stays_unknown() {
    let text = "data \"acme_zones\" \"all\" {}\noutput \"all\" {\n  value = keys(data.acme_zones.all)\n}\n";
    let mut modules = Modules::new(text, &[]);
    modules
        .inputs
        .answers
        .set("data.acme_zones.all.names", Value::from(1))
        .expect("it is the address of an attribute");
    assert!(!output(&modules.plan(), "all").is_wholly_known());
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
fn checks_of_unknown_instances_are_unknown() {
    let called = "variable \"x\" {}\ncheck \"k\" {\n  assert {\n    condition     = length(var.x) > 0\n    error_message = \
                  \"No.\"\n  }\n}\n";
    let root = "variable \"n\" {}\nmodule \"m\" {\n  source = \"./m\"\n  count  = var.n\n  x      = []\n}\n";
    let plan = Modules::new(root, &[("m", called)]).plan();
    assert_eq!(plan.checks[0].status(), CheckStatus::Unknown);
}

#[test]
fn answers_hold_in_all_instances_of_a_module_and_warn_if_they_have_no_effect() {
    let called = "data \"acme_z\" \"k\" {}\noutput \"id\" {\n  value = data.acme_z.k.id\n}\n";
    let root = "module \"a\" {\n  source   = \"./a\"\n  for_each = toset([\"x\"])\n}\noutput \"id\" {\n  value = \
                module.a[\"x\"].id\n}\n";
    let mut modules = Modules::new(root, &[("a", called)]);
    for address in [
        "module.a.data.acme_z.k.id",
        "data.acme_z.nope.id",
        "module.nope.id",
    ] {
        let set = modules.inputs.answers.set(address, Value::from("i"));
        set.expect("it is the address of an attribute or output");
    }
    let plan = modules.plan();
    assert_eq!(*output(&plan, "id"), Value::from("i"));
    let warnings: Vec<_> = plan
        .warnings
        .iter()
        .map(|warning| warning.detail.as_ref())
        .collect();
    assert_eq!(
        warnings,
        [
            "The answer for `data.acme_z.nope` has no effect: the configuration declares no such object.",
            "The answer for `module.nope` has no effect: there is no such call, or its module was read.",
        ]
    );
}
