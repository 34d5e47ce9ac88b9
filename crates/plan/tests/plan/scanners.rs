//! Mistakes of tools that evaluate modules without providers, which partial plans do not make.

use hcl2_value::Value;

use crate::support::{Modules, addresses, output};

/// Returns the planned input of a `terraform_data` at an address.
fn input(modules: &Modules, address: &str) -> Value {
    let plan = modules.plan();
    let mut all = plan.resources.iter().chain(&plan.deferred);
    let found = all.find(|resource| resource.address.to_string() == address);
    let value = &found.expect("it is planned").after;
    value.get("input").expect("it has an input").unmark_deep().0
}

#[test]
fn two_calls_of_a_module_have_the_values_of_their_callers() {
    let called =
        "variable \"size\" {\n  default = 1\n}\nresource \"terraform_data\" \"d\" {\n  input = var.size\n}\n";
    let root = "module \"a\" {\n  source = \"./m\"\n  size   = 2\n}\nmodule \"b\" {\n  source = \"./m\"\n  size   = \
                3\n}\nmodule \"c\" {\n  source = \"./m\"\n}\n";
    let modules = Modules::new(root, &[("a", called), ("b", called), ("c", called)]);
    let sizes = ["a", "b", "c"].map(|name| input(&modules, &format!("module.{name}.terraform_data.d")));
    assert_eq!(sizes, [2, 3, 1].map(Value::from));
}

#[test]
fn instances_are_as_many_as_there_are() {
    let text = "resource \"terraform_data\" \"none\" {\n  count = 0\n}\nresource \"terraform_data\" \"two\" {\n  for_each = \
                toset([\"a\", \"b\"])\n}\n";
    let plan = Modules::new(text, &[]).plan();
    assert_eq!(
        addresses(&plan.resources),
        ["terraform_data.two[\"a\"]", "terraform_data.two[\"b\"]"]
    );
    assert_eq!(plan.gaps, []);
}

#[test]
fn an_unknown_count_is_neither_one_nor_none() {
    let text = "data \"acme_zones\" \"all\" {}\nresource \"terraform_data\" \"d\" {\n  count = \
                length(data.acme_zones.all.names)\n}\noutput \"is_empty\" {\n  value = length(terraform_data.d) == 0\n}\n";
    let plan = Modules::new(text, &[]).plan();
    assert_eq!(addresses(&plan.deferred), ["terraform_data.d[*]"]);
    assert!(!output(&plan, "is_empty").is_known());
}

#[test]
fn a_value_from_a_data_source_is_unknown_and_not_null() {
    let text = "data \"acme_key\" \"k\" {}\nresource \"terraform_data\" \"d\" {\n  input = { key = data.acme_key.k.arn, \
                is_missing = data.acme_key.k.arn == null }\n}\n";
    let value = input(&Modules::new(text, &[]), "terraform_data.d");
    let parts = ["key", "is_missing"].map(|name| value.get(name).expect("it is configured").is_known());
    assert_eq!(parts, [false, false]);
}

#[test]
fn a_conditional_with_an_unknown_condition_takes_none_of_its_results() {
    let text = "variable \"is_public\" {\n  type = bool\n}\nresource \"terraform_data\" \"d\" {\n  input = var.is_public ? \
                \"public\" : \"private\"\n}\n";
    let value = input(&Modules::new(text, &[]), "terraform_data.d");
    assert!(!value.is_known(), "{value:?}");
}

#[test]
fn dynamic_blocks_are_planned() {
    let text = "resource \"acme_group\" \"g\" {\n  dynamic \"rule\" {\n    for_each = [80, 443]\n    content {\n      port = \
                rule.value\n    }\n  }\n}\n";
    let plan = Modules::new(text, &[]).plan();
    let rules = plan.resources[0]
        .after
        .get("rule")
        .expect("there are blocks")
        .elements();
    let ports = rules
        .expect("it is a list")
        .iter()
        .map(|rule| rule.get("port").cloned());
    assert_eq!(
        ports.collect::<Option<Vec<_>>>(),
        Some(vec![Value::from(80), Value::from(443)])
    );
}

#[test]
fn optional_attributes_have_their_defaults() {
    let text = "variable \"bucket\" {\n  type    = object({ name = string, encrypted = optional(bool, true) })\n  default = { name = \
                \"logs\" }\n}\nresource \"terraform_data\" \"d\" {\n  input = var.bucket.encrypted\n}\n";
    assert_eq!(
        input(&Modules::new(text, &[]), "terraform_data.d"),
        Value::from(true)
    );
}
