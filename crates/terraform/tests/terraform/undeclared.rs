//! Expressions with references to what the module does not declare.

use crate::support::found;
use hcl2_diagnostics::{Outcome, Source, SourceMap};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

fn read(source: &Source) -> ModuleFile {
    ModuleFile::parse(source, Language::Terraform).value
}

#[test]
fn other_problems_of_an_expression_with_an_undeclared_reference_are_reported_too() {
    let text = "locals {\n  prefix = \"a\"\n  a      = len(local.prefx)\n}\nresource \"acme_disk\" \"d\" {\n  size = \
                1 + \"b\" + var.size\n  name = try(local.name, local.prefix.x)\n}\noutput \"a\" {\n  value = \
                [lenght(acme_disk.e.id), local.prefix[each.key], local.a.b]\n}\nmodule \"net\" {\n  source = \
                \"./net\"\n  cidr   = cidr(var.net)\n}\n";
    let mut sources = SourceMap::new();
    let main = sources.add("main.tf", text).expect("a small source");
    let net = sources
        .add("net/main.tf", "variable \"cidr\" {}\n")
        .expect("a small source");
    let Outcome { value, diagnostics } = Module::from_files(&[read(&main)], Language::Terraform);
    let undeclared = "hcl2::terraform::undeclared";
    assert_eq!(
        found(&diagnostics, text),
        [
            (undeclared, "local.prefx"),
            (undeclared, "var.size"),
            (undeclared, "local.name"),
            (undeclared, "acme_disk.e"),
            ("hcl2::terraform::invalid-reference", "each.key"),
            (undeclared, "var.net"),
        ]
    );
    let called = ModuleTree {
        path: "net".to_owned(),
        module: Module::from_files(&[read(&net)], Language::Terraform).value,
        calls: [].into(),
    };
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: value,
        calls: [("net".into(), called)].into(),
    };
    let unknown = "hcl2::expr::unknown-function";
    assert_eq!(
        found(&tree.validate(None), text),
        [
            (unknown, "len"),
            ("hcl2::expr::invalid-operand", "\"b\""),
            (unknown, "lenght"),
            (unknown, "cidr"),
        ]
    );
}
