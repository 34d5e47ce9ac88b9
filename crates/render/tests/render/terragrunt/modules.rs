//! Units as modules of Terraform.

use std::path::Path;
use std::sync::Arc;

use hcl2_project::Memory;
use hcl2_render::{Options, Unit, unit};
use hcl2_value::Value;

fn unit_of(files: &[(&str, &str)], path: &str) -> Unit {
    let all = files.iter().map(|(name, text)| (format!("repo/{name}"), *text));
    let all: Memory = all.chain([("repo/.git/HEAD".to_owned(), "")]).collect();
    unit(Arc::new(all), Path::new(path), &Options::default()).expect("there is a unit")
}

const UNIT: &str = r#"
terraform {
  source = "${get_repo_root()}/modules//net?ref=v1"
}
generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite"
  contents  = "provider \"aws\" {}\n"
}
generate "kept" {
  path      = "main.tf"
  if_exists = "skip"
  contents  = ""
}
generate "off" {
  path      = "off.tf"
  if_exists = "overwrite"
  contents  = ""
  disable   = true
}
inputs = {
  size = 3
  id   = run_cmd("id")
}
"#;

#[test]
fn unit_is_a_module_with_generated_files_and_inputs() {
    let files = [
        ("live/net/terragrunt.hcl", UNIT),
        ("live/net/more.tf", "locals {}\n"),
        ("modules/net/main.tf", "variable \"size\" {}\n"),
    ];
    let unit = unit_of(&files, "/repo/live/net");
    assert!(!unit.diagnostics.has_errors(), "{:?}", unit.diagnostics);
    assert_eq!(unit.directory, Path::new("/repo/modules/net"));
    let listed = unit.files.list(&unit.directory).unwrap();
    let names: Vec<_> = listed
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
        .collect();
    assert_eq!(names, ["main.tf", "more.tf", "provider.tf"]);
    let read =
        |name: &str| String::from_utf8(unit.files.read(&unit.directory.join(name), 100).unwrap()).unwrap();
    assert_eq!(read("provider.tf"), "provider \"aws\" {}\n");
    assert_eq!(read("main.tf"), "variable \"size\" {}\n");
    let [id, size] = unit.inputs.as_slice() else {
        panic!("{:?}", unit.inputs)
    };
    assert!(id.0 == "id" && !id.1.is_known() && !id.1.is_marked());
    assert_eq!(*size, ("size".to_owned(), Value::from(3)));
}

#[test]
fn module_that_is_elsewhere_or_missing_is_an_error() {
    for (text, expected, detail) in [
        (
            "terraform {\n  source = \"git::https://example.com/x.git\"\n}\n",
            (
                "hcl2::render::not-downloaded",
                "\"git::https://example.com/x.git\"",
            ),
            "nothing is downloaded",
        ),
        (
            "terraform {\n  source = \"../none\"\n}\n",
            ("hcl2::render::missing-unit", "\"../none\""),
            "does not exist",
        ),
    ] {
        let unit = unit_of(&[("app/terragrunt.hcl", text)], "/repo/app");
        let [problem] = &*unit.diagnostics.iter().collect::<Vec<_>>() else {
            panic!("{:?}", unit.diagnostics);
        };
        let span = problem.subject.unwrap();
        assert_eq!((problem.code.id(), &text[span.range()]), expected);
        assert!(problem.detail.contains(detail), "{}", problem.detail);
    }
}

#[test]
fn directory_without_a_unit_is_none() {
    let files: Memory = [("app/main.tf", "")].into_iter().collect();
    assert!(unit(Arc::new(files), Path::new("/app"), &Options::default()).is_none());
}
