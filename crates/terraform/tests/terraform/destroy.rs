//! What destroy-time provisioners may refer to.

use hcl2_diagnostics::SourceMap;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile};

/// Returns the code and the text of each problem of a resource that has a destroy-time provisioner.
fn problems(before: &str, arguments: &str) -> Vec<(&'static str, String)> {
    problems_when("destroy", before, arguments)
}

/// Returns them for an argument `when` in any notation.
fn problems_when(when: &str, before: &str, arguments: &str) -> Vec<(&'static str, String)> {
    let text = format!(
        "variable \"v\" {{}}\nresource \"a\" \"b\" {{\n{before}  provisioner \"local-exec\" {{\n    when = {when}\n{arguments}  }}\n}}\n"
    );
    let source = SourceMap::new().add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    let found = Module::from_files(&[file], Language::Terraform).diagnostics;
    let slice = |problem: &hcl2_diagnostics::Diagnostic| {
        String::from_utf8_lossy(source.slice(problem.subject.expect("a place"))).into_owned()
    };
    found
        .iter()
        .map(|problem| (problem.code.id(), slice(problem)))
        .collect()
}

#[test]
fn destroy_time_provisioner_and_the_connection_of_its_object_refer_only_to_the_object() {
    let wrong = |subject: &str| [("hcl2::terraform::invalid-reference", subject.to_owned())];
    let connection = "  connection {\n    host = var.v\n  }\n";
    assert_eq!(problems(connection, "    command = self.id\n"), wrong("var.v"));
    let each = "  for_each = {}\n";
    assert_eq!(problems(each, "    command = each.value\n"), wrong("each.value"));
    assert_eq!(problems(each, "    command = each.key\n"), []);
}

#[test]
fn quoted_keyword_makes_a_destroy_time_provisioner_too() {
    let found = problems_when("\"destroy\"", "", "    command = var.v\n");
    assert_eq!(
        found,
        [
            ("hcl2::terraform::deprecated", "\"destroy\"".to_owned()),
            ("hcl2::terraform::invalid-reference", "var.v".to_owned()),
        ]
    );
    let found = problems_when("\"create\"", "", "    command = var.v\n");
    assert_eq!(found, [("hcl2::terraform::deprecated", "\"create\"".to_owned())]);
}
