//! Targets and replacements that are asked for.

use hcl2_diagnostics::{SourceMap, codes};
use hcl2_plan::{Inputs, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, ResourceAddress};

/// Returns the warnings about a plan of five instances of one resource.
fn warnings_with(inputs: &Inputs) -> Vec<(&'static str, String)> {
    let mut sources = SourceMap::new();
    let text = "resource \"terraform_data\" \"a\" {\n  count = 5\n}\n";
    let source = sources.add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&[file], Language::Terraform).value,
        calls: [].into(),
    };
    let planned = plan(&tree, inputs).value;
    let warnings = planned.warnings.iter();
    warnings
        .map(|problem| (problem.code.id(), problem.detail.to_string()))
        .collect()
}

#[test]
fn unknown_target_is_a_warning() {
    let targets = ["terraform_data.a", "module.m[0]", "terraform_dat.a[\"k\"]"];
    let inputs = Inputs {
        targets: targets.map(|target| target.parse().expect("an address")).to_vec(),
        ..Inputs::default()
    };
    let expected = [
        ("module.m[0]", ""),
        (
            "terraform_dat.a[\"k\"]",
            " Did you mean `terraform_data.a[\"k\"]`?",
        ),
    ];
    let expected = expected.map(|(target, near)| {
        let detail = format!(
            "Neither the configuration nor the state has `{target}`, so it adds nothing to the plan.{near}"
        );
        (codes::terraform::UNDECLARED.id(), detail)
    });
    assert_eq!(warnings_with(&inputs), expected);
}

#[test]
fn unknown_instance_to_replace_is_a_warning() {
    let replaced = [
        "terraform_data.b",
        "terraform_data.a",
        "terraform_data.a[5]",
        "terraform_data.a[1]",
    ];
    let inputs = Inputs {
        replaced: replaced
            .map(|address| address.parse().expect("an address"))
            .into(),
        ..Inputs::default()
    };
    let listed =
        " Instances of this resource: `terraform_data.a[0]`, `terraform_data.a[1]`, `terraform_data.a[2]`.";
    let expected = [
        ("terraform_data.a", listed),
        ("terraform_data.a[5]", listed),
        ("terraform_data.b", ""),
    ];
    let expected = expected.map(|(address, listed)| {
        let detail = format!("The plan has no instance `{address}`, so nothing is replaced for it.{listed}");
        (codes::terraform::UNDECLARED.id(), detail)
    });
    assert_eq!(warnings_with(&inputs), expected);
    let refused = "module.a".parse::<ResourceAddress>().unwrap_err();
    assert_eq!(
        refused,
        "expected the address of a resource, such as `TYPE.NAME[0]`"
    );
}
