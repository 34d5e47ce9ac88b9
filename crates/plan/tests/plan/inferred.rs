//! Resources without a schema, planned as their configuration is written.

use hcl2_diagnostics::SourceMap;
use hcl2_functions::NoHost;
use hcl2_plan::{Inputs, Plan, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, versioned_functions};
use hcl2_wire::json::{JsonOptions, value_to_json};
use std::sync::Arc;

fn planned(text: &str) -> Plan {
    let mut sources = SourceMap::new();
    let source = sources.add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&[file], Language::Terraform).value,
        calls: [].into(),
    };
    let host: Arc<dyn hcl2_functions::Host> = Arc::new(NoHost);
    let inputs = Inputs {
        infers_schemas: true,
        functions: Arc::new(versioned_functions(Language::Terraform, &host)),
        ..Inputs::default()
    };
    plan(&tree, &inputs)
        .into_result()
        .expect("the module can be planned")
}

/// Returns the planned values by address; unknown parts make a value `unknown`.
fn values(plan: &Plan) -> Vec<(String, String)> {
    let shown = plan.resources.iter().map(|resource| {
        let options = JsonOptions {
            keep_nulls: true,
            ..JsonOptions::default()
        };
        let json = value_to_json(&resource.after, options).unwrap_or_else(|_| "unknown".to_owned());
        (resource.address.to_string(), json)
    });
    shown.collect()
}

#[test]
fn a_resource_without_a_schema_has_what_is_configured() {
    let plan = planned(
        "resource \"acme_disk\" \"d\" {\n  count = 2\n  size  = 10 + count.index\n\n  tag {\n    k = \"a\"\n  }\n  tag {\n    \
         v = 1\n  }\n}\n",
    );
    let of = |size: u32| format!(r#"{{"size":{size},"tag":[{{"k":"a","v":null}},{{"k":null,"v":1}}]}}"#);
    assert_eq!(
        values(&plan),
        [
            ("acme_disk.d[0]".to_owned(), of(10)),
            ("acme_disk.d[1]".to_owned(), of(11))
        ]
    );
}

#[test]
fn dynamic_blocks_of_a_resource_without_a_schema_are_expanded() {
    let plan = planned(
        "resource \"acme_disk\" \"d\" {\n  dynamic \"tag\" {\n    for_each = [\"a\", \"b\"]\n    content {\n      k = \
         upper(tag.value)\n    }\n  }\n}\n",
    );
    let expected = r#"{"tag":[{"k":"A"},{"k":"B"}]}"#;
    assert_eq!(values(&plan), [("acme_disk.d".to_owned(), expected.to_owned())]);
}

#[test]
fn outputs_of_a_module_that_was_not_read_are_unknown() {
    let plan = planned(
        "module \"vpc\" {\n  source = \"acme/vpc/aws\"\n}\nresource \"acme_disk\" \"d\" {\n  vpc = module.vpc.id\n  size = 1\n}\n",
    );
    let disk = &plan.resources[0].after;
    assert!(!disk.get("vpc").expect("configured").is_known());
    assert_eq!(disk.get("size"), Some(&hcl2_value::Value::from(1)));
}

#[test]
fn references_to_a_resource_without_a_schema_are_unknown() {
    let plan = planned(
        "resource \"acme_disk\" \"d\" {\n  size = 1\n}\nresource \"acme_copy\" \"c\" {\n  of   = acme_disk.d.any[0].thing\n  \
         size = acme_disk.d.size\n}\noutput \"disk\" {\n  value = acme_disk.d\n}\n",
    );
    let copy = &plan.resources[0].after;
    assert!(!copy.get("of").expect("configured").is_known());
    assert!(!copy.get("size").expect("configured").is_known());
    assert_eq!(
        values(&plan)[1],
        ("acme_disk.d".to_owned(), r#"{"size":1}"#.to_owned())
    );
    assert!(!plan.outputs[0].after.is_known());
}
