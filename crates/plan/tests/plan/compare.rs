//! Differences between two plans.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::{Host, NoHost};
use hcl2_plan::{Comparable, DifferenceKind, Inputs, comparable};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, versioned_functions};

fn planned(text: &str) -> Comparable {
    let source = SourceMap::new().add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform).value;
    let tree = ModuleTree {
        module: Module::from_files(&[file], Language::Terraform).value,
        ..ModuleTree::default()
    };
    let host: Arc<dyn Host> = Arc::new(NoHost);
    let inputs = Inputs {
        is_partial: true,
        functions: Arc::new(versioned_functions(Language::Terraform, &host)),
        ..Inputs::default()
    };
    comparable(&tree, &inputs).into_result().expect("a plan")
}

/// Returns the differences as text.
fn differences(before: &str, after: &str) -> Vec<String> {
    let found = hcl2_plan::differences(&planned(before), &planned(after)).into_iter();
    let lines = found.map(|difference| match difference.kind {
        DifferenceKind::Added => format!("+ {}", difference.address),
        DifferenceKind::Removed => format!("- {}", difference.address),
        DifferenceKind::Parts(paths) => {
            let uncertain = difference.uncertain.iter().map(|own| {
                let because = own.because.as_deref().unwrap_or("itself");
                format!("{}? {because}", own.path)
            });
            let paths: Vec<String> = paths.iter().map(ToString::to_string).chain(uncertain).collect();
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

/// A module with a data source that is not read, and an output.
fn unread(data: &str, local: &str, value: &str) -> String {
    format!(
        "data \"acme_image\" \"a\" {{\n  {data}\n}}\nlocals {{\n  l = {local}\n}}\noutput \"o\" {{\n  value = {value}\n}}\n"
    )
}

#[test]
fn an_unknown_value_may_differ_if_its_expression_does() {
    let of = |value: &str| unread("name = \"x\"", "1", value);
    let before = of("\"a${data.acme_image.a.id}\"");
    assert_eq!(
        differences(&before, &of("\"b${data.acme_image.a.id}\"")),
        ["~ output.o ? itself"]
    );
    assert_eq!(
        differences(&before, &of("\"a${data.acme_image.a.name}\"")),
        ["~ output.o ? itself"]
    );
    // Layout, and the names of what is known, mean nothing.
    let of_local = |value: &str| unread("name = \"x\"", "\"a\"", value);
    assert!(differences(&before, &of("\"a${ data.acme_image.a.id /* it */ }\"")).is_empty());
    assert!(
        differences(
            &of("[1, upper(data.acme_image.a.id)]"),
            &of("[ 1 , upper(  data.acme_image.a.id ) ]")
        )
        .is_empty()
    );
    // Only the part that differs.
    assert_eq!(
        differences(
            &of("{ a = lower(data.acme_image.a.id), b = data.acme_image.a.id, c = 1 }"),
            &of("{ a = upper(data.acme_image.a.id), b = data.acme_image.a.id, c = 2 }")
        ),
        ["~ output.o .c .a? itself"]
    );
    assert!(
        differences(
            &of_local("\"${local.l}${data.acme_image.a.id}\""),
            &unread(
                "name = \"x\"",
                "lower(\"A\")",
                "\"${local.l}${data.acme_image.a.id}\""
            )
        )
        .is_empty()
    );
}

#[test]
fn an_unknown_value_may_differ_if_something_it_refers_to_does() {
    let value = "\"${local.l}${data.acme_image.a.id}\"";
    let before = unread("name = \"x\"", "\"a\"", value);
    assert_eq!(
        differences(&before, &unread("name = \"x\"", "\"b\"", value)),
        ["~ output.o ? local.l"]
    );
    assert_eq!(
        differences(&before, &unread("name = \"y\"", "\"a\"", value)),
        ["~ data.acme_image.a .name", "~ output.o ? data.acme_image.a"]
    );
    // Through a local value that is unknown itself, and by a key that is not literal.
    let of = |local: &str| unread("count = 2", local, "[for x in [local.l] : x]");
    assert_eq!(
        differences(
            &of("\"a${data.acme_image.a[0].id}\""),
            &of("\"b${data.acme_image.a[0].id}\"")
        ),
        ["~ output.o [0]? local.l"]
    );
    assert_eq!(
        differences(&of("data.acme_image.a[0].id"), &of("data.acme_image.a[1].id")),
        ["~ output.o [0]? local.l"]
    );
}

#[test]
fn references_after_one_in_brackets_keep_their_attributes() {
    let of = |size: &str, id: &str| {
        format!(
            "variable \"v\" {{}}\ndata \"acme_image\" \"a\" {{}}\nresource \"acme_disk\" \"d\" {{\n  size = {size}\n  id = {id}\n}}\noutput \"o\" {{\n  \
             value = \"${{(data.acme_image.a).id}}${{acme_disk.d.size}}\"\n}}\n"
        )
    };
    let before = of("var.v", "\"a\"");
    assert_eq!(
        differences(&before, &of("var.v + 1", "\"a\"")),
        ["~ acme_disk.d .size? itself", "~ output.o ? acme_disk.d"]
    );
    assert_eq!(differences(&before, &of("var.v", "\"b\"")), ["~ acme_disk.d .id"]);
}

#[test]
fn arguments_and_instances_of_resources_may_differ() {
    let of = |each: &str, body: &str| {
        format!("variable \"v\" {{}}\nresource \"acme_disk\" \"d\" {{\n  {each}\n  {body}\n}}\n")
    };
    // In blocks, written and generated.
    let block = |size: &str| of("", &format!("part {{\n    size = {size}\n    name = var.v\n  }}"));
    assert_eq!(
        differences(&block("var.v"), &block("var.v + 1")),
        ["~ acme_disk.d .part[0].size? itself"]
    );
    let dynamic = |name: &str| {
        of(
            "",
            &format!(
                "dynamic \"part\" {{\n    for_each = var.v\n    content {{\n      {name} = 1\n    }}\n  }}"
            ),
        )
    };
    assert_eq!(
        differences(&dynamic("a"), &dynamic("b")),
        ["~ acme_disk.d .part? itself"]
    );
    // What an instance has comes from its resource.
    let each = |value: &str| of(&format!("for_each = {{ k = {value} }}"), "size = each.value");
    assert_eq!(
        differences(&each("var.v"), &each("var.v + 1")),
        ["~ acme_disk.d[\"k\"] .size? acme_disk.d[*]"]
    );
    // The number of instances is unknown in both, or in one.
    assert_eq!(
        differences(&of("count = var.v", ""), &of("count = var.v + 1", "")),
        ["~ acme_disk.d[*] ? acme_disk.d[*]"]
    );
    assert_eq!(
        differences(&of("count = 1", ""), &of("count = var.v", "")),
        ["~ acme_disk.d[*] ? itself", "~ acme_disk.d[0] ? itself"]
    );
}

#[test]
fn an_unread_module_may_differ_with_its_arguments() {
    let of = |size: u32| {
        format!(
            "module \"m\" {{\n  source = \"acme/net/x\"\n  size = {size}\n}}\noutput \"o\" {{\n  value = module.m.id\n}}\n"
        )
    };
    assert_eq!(
        differences(&of(1), &of(2)),
        ["~ module.m ? itself", "~ output.o ? module.m"]
    );
    assert!(differences(&of(1), &of(1)).is_empty());
}
