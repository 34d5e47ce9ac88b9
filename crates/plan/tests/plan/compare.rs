//! Differences between two plans.

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Change, Inputs, Plan, compare, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

fn planned(text: &str) -> Plan {
    let source = SourceMap::new().add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform).value;
    let tree = ModuleTree {
        module: Module::from_files(&[file], Language::Terraform).value,
        ..ModuleTree::default()
    };
    plan(&tree, &Inputs::default()).into_result().expect("a plan")
}

/// Returns the differences as text.
fn differences(before: &str, after: &str) -> Vec<String> {
    let found = compare(&planned(before), &planned(after)).into_iter();
    let lines = found.map(|difference| match difference.change {
        Change::Added => format!("+ {}", difference.address),
        Change::Removed => format!("- {}", difference.address),
        Change::Parts(paths) => {
            let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
            format!("~ {} {}", difference.address, paths.join(" "))
        }
    });
    lines.collect()
}

#[test]
fn innermost_parts_that_differ_are_listed() {
    let of = |input: &str| format!("resource \"terraform_data\" \"d\" {{\n  input = {input}\n}}\n");
    let before = of("{ a = 1, list = [1, { b = 2 }], gone = true, same = [] }");
    let after = of("{ a = 1, list = [1, { b = 3 }], new = 1, same = [] }");
    assert_eq!(
        differences(&before, &after),
        ["~ terraform_data.d .input.gone .input.list[1].b .input.new .output"]
    );
    assert!(differences(&before, &before).is_empty());
    // Lists of other lengths differ as a whole.
    assert_eq!(
        differences(&of("[1]"), &of("[1, 2]")),
        ["~ terraform_data.d .input .output"]
    );
}

#[test]
fn instances_and_outputs_are_added_and_removed() {
    let of = |count: u32, name: &str| {
        format!(
            "resource \"terraform_data\" \"d\" {{\n  count = {count}\n}}\noutput \"{name}\" {{\n  value = 1\n}}\n"
        )
    };
    assert_eq!(
        differences(&of(1, "a"), &of(2, "b")),
        ["- output.a", "+ output.b", "+ terraform_data.d[1]"]
    );
}

#[test]
fn sensitivity_alone_is_a_difference() {
    let of = |sensitive: bool| format!("output \"o\" {{\n  value     = 1\n  sensitive = {sensitive}\n}}\n");
    assert_eq!(differences(&of(false), &of(true)), ["~ output.o "]);
    let of = |sensitive: bool| {
        format!(
            "variable \"v\" {{\n  default   = 1\n  sensitive = {sensitive}\n}}\nresource \"terraform_data\" \"d\" {{\n  input = {{ a = var.v }}\n}}\n"
        )
    };
    assert_eq!(
        differences(&of(false), &of(true)),
        ["~ terraform_data.d .input.a"]
    );
}
