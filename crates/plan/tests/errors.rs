//! What cannot be planned is reported where Terraform reports it.

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Inputs, Schemas, State, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};
use hcl2_value::Value;

/// Plans a module with the value of its variable `v`, and returns each error as its code and the text that it is about.
fn errors(text: &str, variable: Option<Value>) -> Vec<(&'static str, String)> {
    let mut sources = SourceMap::new();
    let source = sources.add("main.tf", text).expect("the text is short");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("the text parses");
    let module = Module::from_files(&[file], Language::Terraform).value;
    let tree = ModuleTree {
        path: ".".to_owned(),
        module,
        calls: Vec::new(),
    };
    let functions = hcl2_terraform::functions(&(std::sync::Arc::new(hcl2_functions::NoHost) as _));
    let inputs = Inputs {
        variables: variable
            .into_iter()
            .map(|value| ("v".to_owned(), value))
            .collect(),
        functions: std::sync::Arc::new(functions),
        ..Inputs::default()
    };
    let planned = plan(&tree, &inputs);
    let all = planned.diagnostics.iter().filter(|problem| problem.is_error());
    all.map(|problem| {
        let subject = problem.subject.expect("every error has a place");
        let slice = String::from_utf8_lossy(source.slice(subject)).into_owned();
        (problem.code.id(), slice)
    })
    .collect()
}

#[test]
fn an_error_has_the_place_that_terraform_reports() {
    let unknown = "resource \"terraform_data\" \"u\" {}\n";
    let cases: &[(&str, Option<Value>, &'static str, &str)] = &[
        (
            "variable \"v\" {}\n",
            None,
            "hcl2::terraform::missing-value",
            "variable \"v\"",
        ),
        (
            "variable \"v\" {\n  type = number\n}\n",
            Some(Value::from("x")),
            "hcl2::terraform::invalid-value",
            "variable \"v\"",
        ),
        (
            "variable \"v\" {\n  validation {\n    condition = var.v > 3\n    error_message = \"small\"\n  }\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::failed-condition",
            "variable \"v\"",
        ),
        (
            "output \"o\" {\n  value = 1\n  precondition {\n    condition = 1 > length(\"a\")\n    error_message = \"e\"\n  }\n}\n",
            None,
            "hcl2::terraform::failed-condition",
            "1 > length(\"a\")",
        ),
        (
            "variable \"v\" {}\noutput \"o\" {\n  value = sensitive(var.v)\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::sensitive-output",
            "output \"o\"",
        ),
        (
            "variable \"v\" {\n  ephemeral = true\n}\noutput \"o\" {\n  value = var.v\n}\n",
            Some(Value::from(1)),
            "hcl2::terraform::ephemeral-value",
            "var.v",
        ),
        (
            "resource \"acme_disk\" \"d\" {}\n",
            None,
            "hcl2::terraform::missing-schema",
            "resource \"acme_disk\" \"d\"",
        ),
        (
            "locals {\n  a = local.b\n  b = local.a\n}\n",
            None,
            "hcl2::terraform::reference-cycle",
            "local.b",
        ),
        (
            "import {\n  to = terraform_data.nope\n  id = \"x\"\n}\n",
            None,
            "hcl2::terraform::invalid-target",
            "terraform_data.nope",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  count = 10000000000\n}\n",
            None,
            "hcl2::terraform::invalid-instances",
            "10000000000",
        ),
    ];
    for (text, variable, code, place) in cases {
        assert_eq!(
            errors(text, variable.clone()),
            [(*code, (*place).to_owned())],
            "{text}"
        );
    }
    for count in ["length(split(\",\", terraform_data.u.id))", "terraform_data.u.id"] {
        let text = format!("{unknown}resource \"terraform_data\" \"a\" {{\n  count = {count}\n}}\n");
        assert_eq!(
            errors(&text, None),
            [("hcl2::terraform::invalid-instances", count.to_owned())]
        );
    }
}

#[test]
fn what_needs_a_failed_object_is_not_reported_but_independent_errors_are() {
    let text = "locals {\n  a = tonumber(\"x\")\n  b = local.a + 1\n  c = tonumber(\"y\")\n}\noutput \"o\" {\n  value = local.b\n}\n";
    let places: Vec<String> = errors(text, None).into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, ["x", "y"]);
}

#[test]
fn schemas_of_another_form_are_refused() {
    let source = SourceMap::new().add("schemas.json", "[1]").unwrap();
    let problems = Schemas::from_json(&source).unwrap_err();
    let subjects: Vec<_> = problems
        .iter()
        .filter_map(|problem| Some((problem.code.id(), problem.subject?)))
        .map(|(code, subject)| (code, subject.start..subject.end))
        .collect();
    assert_eq!(subjects, [("hcl2::terraform::invalid-schema", 0..1)]);
}

#[test]
fn states_of_another_version_are_refused() {
    let source = SourceMap::new()
        .add("terraform.tfstate", "{\"version\": 3}")
        .expect("the text is short");
    let problems = State::from_json(&source).expect_err("the version is not 4");
    let subjects: Vec<_> = problems
        .iter()
        .filter_map(|problem| Some((problem.code.id(), problem.subject?)))
        .map(|(code, subject)| (code, subject.start..subject.end))
        .collect();
    assert_eq!(subjects, [("hcl2::terraform::invalid-state", 0..1)]);
}
