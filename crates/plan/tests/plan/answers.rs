//! What a person answers in place of providers and of modules that were not read.

use hcl2_diagnostics::SourceMap;
use hcl2_model::EvalContext;
use hcl2_plan::{Answers, Fixtures, Plan, questions};
use hcl2_terraform::table::Language;
use hcl2_terraform::{ModuleFile, TestFile};
use hcl2_value::Value;

use crate::support::{Modules, addresses, output};

/// Returns what the blocks of a file of tests say, and the codes and details of what is wrong in them.
fn mocked(text: &str) -> (Answers, Vec<(&'static str, String)>) {
    let source = SourceMap::new()
        .add("a.tftest.hcl", text)
        .expect("a small source");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    let file = TestFile::read(&file, Language::Terraform);
    let mut answers = Answers::default();
    let context = EvalContext::new();
    let mut problems = answers.add_overrides(&file.overrides, &context);
    for provider in &file.providers {
        let mocks = provider.mocks.as_ref().expect("it is a mock");
        problems.append(answers.add_mocks(Some(&provider.name), mocks, &context));
    }
    let problems = problems
        .iter()
        .map(|problem| (problem.code.id(), problem.detail.to_string()));
    (answers, problems.collect())
}

/// Returns the details of the warnings of a plan.
fn warnings(plan: &Plan) -> Vec<&str> {
    plan.warnings
        .iter()
        .map(|warning| warning.detail.as_ref())
        .collect()
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
    let asked = questions(&modules.tree, &modules.inputs).value;
    let asked: Vec<&str> = asked
        .iter()
        .map(|question| question.gap.address.as_str())
        .collect();
    assert_eq!(asked, ["data.acme_zones.all"], "only `other` is not answered");
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
fn an_answer_is_not_what_the_configuration_sets_otherwise() {
    let text = "resource \"acme_disk\" \"d\" {\n  zone = \"a\"\n  size = 1\n}\noutput \"zone\" {\n  value = acme_disk.d.zone\n}\n\
                output \"size\" {\n  value = acme_disk.d.size\n}\n";
    let mut modules = Modules::new(text, &[]);
    for (address, value) in [("acme_disk.d.zone", "b"), ("acme_disk.d.size", "1")] {
        let set = modules.inputs.answers.set(address, Value::from(value));
        set.expect("it is the address of an attribute");
    }
    let plan = modules.plan();
    assert!(!output(&plan, "zone").is_known());
    assert_eq!(*output(&plan, "size"), Value::from("1"));
    assert_eq!(
        warnings(&plan),
        ["The answer for `acme_disk.d.zone` has no effect: the configuration sets another value."]
    );
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
fn an_answer_for_an_attribute_leaves_the_instances_known() {
    let text = "resource \"acme_disk\" \"d\" {\n  for_each = { a = 1, b = 2 }\n}\nresource \"acme_disk\" \"c\" {\n  count = \
                2\n}\noutput \"keys\" {\n  value = keys(acme_disk.d)\n}\noutput \"count\" {\n  value = \
                length(acme_disk.c)\n}\noutput \"whole\" {\n  value = acme_disk.d[\"a\"]\n}\noutput \"ids\" {\n  value = \
                [acme_disk.d[\"a\"].id, acme_disk.c[0].id]\n}\n";
    let mut modules = Modules::new(text, &[]);
    for (id, keys) in [("acme_disk.d", "d"), ("acme_disk.c", "c")] {
        let set = modules.inputs.answers.set(&format!("{id}.id"), Value::from(keys));
        set.expect("it is the address of an attribute");
    }
    let plan = modules.plan();
    let keys = Value::tuple([Value::from("a"), Value::from("b")]);
    assert_eq!(*output(&plan, "keys"), keys);
    assert_eq!(*output(&plan, "count"), Value::from(2));
    assert!(!output(&plan, "whole").is_known());
    let ids = Value::tuple([Value::from("d"), Value::from("c")]);
    assert_eq!(*output(&plan, "ids"), ids);
}

#[test]
fn an_attribute_is_answered_although_another_expression_refers_to_the_whole_object() {
    let text = "variable \"i\" {}\ndata \"acme_zones\" \"all\" {\n  count = 2\n}\noutput \"all\" {\n  value = \
                data.acme_zones.all\n}\noutput \"some\" {\n  value = data.acme_zones.all[var.i].names\n}\noutput \"names\" {\n  \
                value = data.acme_zones.all[0].names\n}\n";
    let mut modules = Modules::new(text, &[]);
    let set = modules
        .inputs
        .answers
        .set("data.acme_zones.all.names", Value::from(1));
    set.expect("it is the address of an attribute");
    let plan = modules.plan();
    let all = output(&plan, "all");
    assert_eq!((all.element_count(), all.is_wholly_known()), (Some(2), false));
    assert!(!output(&plan, "some").is_known());
    assert_eq!(*output(&plan, "names"), Value::from(1));
    assert_eq!(warnings(&plan), [""; 0]);
}

#[test]
fn a_computed_key_and_a_splat_select_attributes_that_are_answered() {
    let text = "locals {\n  i = 1\n  k = \"a\"\n}\ndata \"acme_zones\" \"all\" {\n  count = 2\n}\ndata \"acme_zones\" \"each\" \
                {\n  for_each = toset([\"a\", \"names\"])\n}\ndata \"acme_zones\" \"one\" {}\noutput \"index\" {\n  value = \
                data.acme_zones.all[local.i].names\n}\noutput \"key\" {\n  value = \
                data.acme_zones.each[local.k].names\n}\noutput \"splat\" {\n  value = \
                data.acme_zones.all[*].names\n}\noutput \"legacy\" {\n  value = \
                data.acme_zones.all.*.names[1]\n}\noutput \"single\" {\n  value = data.acme_zones.one[*].names\n}\noutput \
                \"attribute\" {\n  value = data.acme_zones.one[local.k]\n}\noutput \"whole\" {\n  value = \
                keys(data.acme_zones.each[local.k])\n}\noutput \"wrapped\" {\n  value = \
                keys(data.acme_zones.each[*].names[0])\n}\n";
    let mut modules = Modules::new(text, &[]);
    for object in ["all", "each", "one"] {
        let attribute = format!("data.acme_zones.{object}.names");
        let set = modules.inputs.answers.set(&attribute, Value::from(1));
        set.expect("it is the address of an attribute");
    }
    let plan = modules.plan();
    for name in ["index", "key", "legacy"] {
        assert_eq!(*output(&plan, name), Value::from(1), "{name}");
    }
    assert_eq!(
        *output(&plan, "splat"),
        Value::tuple([Value::from(1), Value::from(1)])
    );
    assert_eq!(*output(&plan, "single"), Value::tuple([Value::from(1)]));
    for name in ["attribute", "whole", "wrapped"] {
        assert!(!output(&plan, name).is_wholly_known(), "{name}");
    }
}

#[test]
fn mocks_answer_for_all_objects_of_a_type_and_overrides_for_one() {
    let text = "provider \"acme\" {\n  alias = \"far\"\n}\ndata \"acme_zones\" \"a\" {}\ndata \"acme_zones\" \"b\" {}\ndata \"acme_zones\" \"c\" {\n  provider = \
                acme.far\n}\nmodule \"net\" {\n  source = \"a/net/b\"\n}\nresource \"acme_disk\" \"d\" {}\noutput \"all\" {\n  \
                value = [data.acme_zones.a.name, data.acme_zones.b.name, data.acme_zones.c.name, data.acme_zones.a.size, \
                module.net.id, acme_disk.d.id]\n}\n";
    let mocks = "mock_provider \"acme\" {\n  mock_data \"acme_zones\" {\n    defaults = {\n      name = \"every\"\n      size = 1\n    \
                 }\n  }\n  mock_resource \"acme_disk\" {\n    defaults = { id = \"d-1\" }\n  }\n}\noverride_data {\n  target = \
                 data.acme_zones.a\n  values = { name = \"one\" }\n}\noverride_module {\n  target  = module.net\n  outputs = { id \
                 = \"n-1\" }\n}\n";
    let mut modules = Modules::new(text, &[]);
    let (answers, problems) = mocked(mocks);
    assert_eq!(problems, []);
    modules.inputs.answers = answers;
    let plan = modules.plan();
    let known = output(&plan, "all").elements().expect("it is a tuple");
    let texts = [0, 1, 4, 5].map(|position| known[position].as_str());
    assert_eq!(texts, [Some("one"), Some("every"), Some("n-1"), Some("d-1")]);
    assert!(!known[2].is_known(), "another configuration is not mocked");
    assert_eq!(known[3], Value::from(1));
    // What is said on the command line counts first.
    let (mut answers, _) = mocked("");
    answers
        .set("data.acme_zones.a.name", Value::from("mine"))
        .expect("it is the address of an attribute");
    let file = SourceMap::new()
        .add("a.tftest.hcl", mocks)
        .expect("a small source");
    let file = ModuleFile::parse(&file, Language::Terraform).value;
    let file = TestFile::read(&file, Language::Terraform);
    let problems = answers.add_overrides(&file.overrides, &EvalContext::new());
    assert!(problems.is_empty(), "{problems:?}");
    modules.inputs.answers = answers;
    let plan = modules.plan();
    let known = output(&plan, "all").elements().expect("it is a tuple");
    assert_eq!(known[0], Value::from("mine"));
}

#[test]
fn answers_about_nothing_name_what_was_meant() {
    let text = "data \"acme_zones\" \"all\" {}\nmodule \"net\" {\n  source = \"a/net/b\"\n}\nmodule \"own\" {\n  source = \
                \"./own\"\n}\noutput \"all\" {\n  value = [data.acme_zones.all.names, module.net.id]\n}\n";
    let mut modules = Modules::new(text, &[("own", "")]);
    let overrides =
        "override_data {\n  target = data.acme_zones.al\n}\noverride_module {\n  target = module.own\n}\n";
    let (mut answers, problems) = mocked(overrides);
    assert_eq!(problems, []);
    for address in ["data.acme_zones.all.nams", "module.nett.id"] {
        answers
            .set(address, Value::from("a"))
            .expect("it is the address of an attribute or output");
    }
    modules.inputs.answers = answers;
    let fixture = SourceMap::new().add("a.json", r#"{"data.acme_zone.all": {"id": "i"}}"#);
    modules.inputs.data = Fixtures::from_json(&fixture.expect("a small source")).expect("it is valid");
    let plan = modules.plan();
    let effect = |address: &str, why: &str| format!("The answer for `{address}` has no effect: {why}");
    assert_eq!(
        warnings(&plan),
        [
            effect(
                "data.acme_zone.all",
                "the configuration declares no such object. Did you mean `data.acme_zones.all`?"
            ),
            effect(
                "data.acme_zones.al",
                "the configuration declares no such object. Did you mean `data.acme_zones.all`?"
            ),
            effect(
                "data.acme_zones.all.nams",
                "no expression refers to it by its name. Did you mean `names`?"
            ),
            effect("module.nett", "there is no such call. Did you mean `module.net`?"),
            effect("module.own", "the module of the call was read."),
        ]
    );
    let places: Vec<bool> = plan
        .warnings
        .iter()
        .map(|warning| warning.subject.is_some())
        .collect();
    assert_eq!(places, [false, true, false, false, true]);
    assert_eq!(plan.warnings[0].code.id(), "hcl2::terraform::undeclared");
    modules.inputs.answers = modules.inputs.answers.clone().shared();
    assert_eq!(warnings(&modules.plan()), [""; 0]);
}

#[test]
fn values_of_a_mock_must_be_an_object() {
    let (_, problems) = mocked("override_data {\n  target = data.acme_zones.all\n  values = [1]\n}\n");
    assert_eq!(
        problems,
        [(
            "hcl2::terraform::invalid-value",
            "Expected an object, found tuple.".to_owned()
        )]
    );
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
            "The answer for `module.nope` has no effect: there is no such call.",
        ]
    );
}
