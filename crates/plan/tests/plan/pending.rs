//! What a partial plan must not call known, since changes decide it that the plan does not see.

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Action, Fixtures, GapReason, Plan, State};
use hcl2_value::Value;

use crate::support::{Modules, output};

/// Returns a data source that waits for an object, and an output with what is read.
fn waiting(object: &str) -> String {
    format!(
        "data \"terraform_remote_state\" \"net\" {{\n  backend    = \"s3\"\n  config     = {{ bucket = \"b\", key = \"k\", region = \
         \"r\" }}\n  depends_on = [{object}]\n}}\noutput \"id\" {{\n  value = data.terraform_remote_state.net.outputs.id\n}}\n"
    )
}

/// Returns modules of which the state that [`waiting`] reads is known.
fn modules(text: &str, called: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::new(text, called);
    let data = r#"{"data.terraform_remote_state.net": {"outputs": {"id": "n-1"}}}"#;
    let data = SourceMap::new().add("data.json", data).expect("a small source");
    modules.inputs.data = Fixtures::from_json(&data).expect("the data is valid");
    modules
}

/// Returns a state with these objects of `terraform_data`, without attributes but these.
fn state(objects: &[(&str, &str)]) -> State {
    let objects = objects.iter().map(|(name, attributes)| {
        format!(
            r#"{{"mode": "managed", "type": "terraform_data", "name": "{name}",
             "provider": "provider[\"terraform.io/builtin/terraform\"]",
             "instances": [{{"schema_version": 0, "attributes": {{"id": "i"{attributes}}}}}]}}"#
        )
    });
    let objects = objects.collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"version": 4, "terraform_version": "1.11.0", "serial": 1, "lineage": "l", "outputs": {{}}, "resources": [{objects}]}}"#
    );
    let source = SourceMap::new().add("terraform.tfstate", text);
    State::from_json(&source.expect("a small source")).expect("the state is valid")
}

/// Returns the addresses of the objects whose actions are not known.
fn open(plan: &Plan) -> Vec<&str> {
    let gaps = plan.gaps.iter();
    let open = gaps.filter(|gap| gap.reason == GapReason::UnknownAction);
    open.map(|gap| gap.address.as_str()).collect()
}

#[test]
fn a_data_source_waits_for_a_module_that_was_not_read() {
    let text = waiting("module.net") + "module \"net\" {\n  source = \"a/net/b\"\n}\n";
    assert!(!output(&modules(&text, &[]).plan(), "id").is_known());
    let called = "output \"o\" {\n  value = 1\n}\n";
    let plan = modules(&text, &[("net", called)]).plan();
    assert_eq!(*output(&plan, "id"), Value::from("n-1"), "nothing changes in it");
    let nested = "module \"inner\" {\n  source = \"a/net/b\"\n}\n";
    assert!(!output(&modules(&text, &[("net", nested)]).plan(), "id").is_known());
}

#[test]
fn a_data_source_waits_for_what_its_caller_depends_on() {
    let reader = waiting("").replace("  depends_on = []\n", "");
    let call = |depends_on: &str| {
        format!(
            "module \"net\" {{\n  source = \"a/net/b\"\n}}\nmodule \"m\" {{\n  source = \"./m\"\n{depends_on}}}\noutput \"id\" {{\n  \
             value = module.m.id\n}}\n"
        )
    };
    let planned = |depends_on: &str| {
        let mut modules = modules(&call(depends_on), &[("m", &reader)]);
        let data = r#"{"module.m.data.terraform_remote_state.net": {"outputs": {"id": "n-1"}}}"#;
        let data = SourceMap::new().add("data.json", data).expect("a small source");
        modules.inputs.data = Fixtures::from_json(&data).expect("the data is valid");
        output(&modules.plan(), "id").clone()
    };
    assert_eq!(planned(""), Value::from("n-1"));
    assert!(!planned("  depends_on = [module.net]\n").is_known());
}

#[test]
fn a_data_source_waits_for_a_resource_that_cannot_be_planned() {
    let resources = [
        "resource \"terraform_data\" \"a\" {\n  input = tonumber(var.x)\n}\n",
        "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    precondition {\n      condition     = var.x == \"y\"\n      \
         error_message = \"No.\"\n    }\n  }\n}\n",
    ];
    for resource in resources {
        let text = waiting("terraform_data.a") + "variable \"x\" {\n  default = \"x\"\n}\n" + resource;
        assert!(
            !output(&modules(&text, &[]).plan(), "id").is_known(),
            "{resource}"
        );
    }
}

#[test]
fn a_trigger_of_which_the_changes_are_not_known_may_replace() {
    let trigger = |count: &str| {
        format!(
            "variable \"x\" {{\n  default = \"x\"\n}}\nvariable \"n\" {{}}\nresource \"terraform_data\" \"a\" {{\n  {count}\n}}\nresource \
             \"terraform_data\" \"b\" {{\n  lifecycle {{\n    replace_triggered_by = [terraform_data.a]\n  }}\n}}\noutput \"b\" {{\n  \
             value = terraform_data.b.id\n}}\n"
        ) + &waiting("terraform_data.b")
    };
    for argument in [
        "count = var.n",
        "count = tonumber(var.x)",
        "input = tonumber(var.x)",
    ] {
        let mut modules = modules(&trigger(argument), &[]);
        modules.inputs.state = Some(state(&[("a", ""), ("b", "")]));
        let plan = modules.plan();
        let mut resources = plan.resources.iter();
        let replaced = resources.find(|resource| &*resource.address.name == "b");
        assert_eq!(
            replaced.map(|resource| resource.action),
            Some(Action::DeleteThenCreate),
            "{argument}"
        );
        assert_eq!(open(&plan), ["terraform_data.b"], "{argument}");
        assert!(!output(&plan, "b").is_known(), "{argument}");
        assert!(!output(&plan, "id").is_known(), "{argument}");
        modules.inputs.state = None;
        assert_eq!(
            open(&modules.plan()),
            [""; 0],
            "a new object is created in any case"
        );
    }
}

#[test]
fn a_module_that_was_not_read_may_decide_the_order_of_the_replacement_of_what_it_needs() {
    let text = "resource \"terraform_data\" \"argument\" {\n  triggers_replace = 1\n}\nresource \"terraform_data\" \"local\" {\n  \
                triggers_replace = 1\n}\nresource \"terraform_data\" \"key\" {\n  triggers_replace = 1\n}\nresource \
                \"terraform_data\" \"explicit\" {\n  triggers_replace = 1\n}\nresource \"terraform_data\" \"other\" {\n  \
                triggers_replace = 1\n}\nlocals {\n  id = terraform_data.local.id\n}\nmodule \"net\" {\n  source     = \"a/net/b\"\n  \
                for_each   = toset(terraform_data.key[*].triggers_replace)\n  a          = terraform_data.argument.id\n  b          = \
                local.id\n  depends_on = [terraform_data.explicit]\n}\n";
    let mut modules = Modules::new(text, &[]);
    let names = ["argument", "local", "key", "explicit", "other"];
    let old = r#", "triggers_replace": {"value": 0, "type": "number"}"#;
    modules.inputs.state = Some(state(&names.map(|name| (name, old))));
    let plan = modules.plan();
    assert_eq!(plan.resources.len(), names.len());
    assert_eq!(
        open(&plan),
        [
            "terraform_data.argument",
            "terraform_data.explicit",
            "terraform_data.key",
            "terraform_data.local",
        ]
    );
}
