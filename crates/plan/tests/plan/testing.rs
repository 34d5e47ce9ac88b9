//! Runs of tests: what their results are, and where problems are reported.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_model::Name;
use hcl2_plan::{GivenValue, Inputs, TestInputs, TestStatus, Tester};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Mocks, Module, ModuleFile, ModuleTree, ProviderSchemas, TestFile};
use hcl2_value::Value;

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "resource_schemas": {"acme_disk": {"block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "size": {"type": "number", "optional": true, "computed": true},
    "tags": {"type": ["map", "string"], "computed": true},
    "parts": {"type": ["list", ["object", {"a": "string", "b": "bool"}]], "computed": true}
  }}}},
  "data_source_schemas": {"acme_image": {"block": {"attributes": {
    "id": {"type": "string", "computed": true}
  }}}},
  "ephemeral_resource_schemas": {"acme_token": {"block": {"attributes": {
    "name": {"type": "string", "optional": true},
    "value": {"type": "string", "computed": true}
  }}}}
}}}"#;

/// The result of a run, with the code, the source text and the detail of each problem.
type Result = (TestStatus, Vec<(&'static str, String, String)>);

/// Runs the tests of a module, and returns their results.
fn results(module: &str, tests: &str) -> Vec<Result> {
    run(module, tests, "").0
}

fn run(module: &str, tests: &str, mocks: &str) -> (Vec<Result>, Vec<(Name, Diagnostics)>) {
    run_given(module, tests, mocks, &[])
}

/// Runs the tests with strings from outside: a name, the string, and its value as an expression.
fn run_given(
    module: &str,
    tests: &str,
    mocks: &str,
    given: &[(&str, &str, Value)],
) -> (Vec<Result>, Vec<(Name, Diagnostics)>) {
    let mut sources = SourceMap::new();
    let mut file = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("the text is short");
        ModuleFile::parse(&source, Language::Terraform)
            .into_result()
            .expect("the text parses")
    };
    let main = file("main.tf", module);
    let test = file("main.tftest.hcl", tests);
    let mocks = Mocks::read(&file("a.tfmock.hcl", mocks), Language::Terraform);
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&[main], Language::Terraform).value,
        calls: [].into(),
    };
    let schemas = sources.add("schemas.json", SCHEMAS).expect("the text is short");
    let host = std::sync::Arc::new(NoFiles) as std::sync::Arc<dyn hcl2_functions::Host>;
    let inputs = TestInputs {
        module: (tree, Diagnostics::new()),
        mocks: BTreeMap::from([("./mocks".to_owned(), mocks)]),
        variables: given
            .iter()
            .map(|(name, text, value)| {
                let (text, value) = ((*text).to_owned(), value.clone());
                ((*name).to_owned(), GivenValue::Text { text, value })
            })
            .collect(),
        inputs: Inputs {
            schemas: ProviderSchemas::from_json(&schemas).expect("the schemas are valid"),
            functions: std::sync::Arc::new(hcl2_terraform::functions(&host)),
            ..Inputs::default()
        },
        ..TestInputs::default()
    };
    let tests = TestFile::read(&test, Language::Terraform);
    let mut tester = Tester::new(&tests, &inputs);
    let results = tester.by_ref().map(|run| {
        let problems = run.diagnostics.iter().map(|problem| {
            let span = problem.subject.expect("a place");
            let source = sources.get(span.source).expect("the source is there");
            let text = String::from_utf8_lossy(source.slice(span)).into_owned();
            (problem.code.id(), text, problem.detail.to_string())
        });
        (run.status, problems.collect())
    });
    let results = results.collect();
    (results, tester.leftovers())
}

/// A directory without files.
#[derive(Debug)]
struct NoFiles;

impl hcl2_functions::Host for NoFiles {
    fn kind(
        &self,
        _: &str,
    ) -> std::result::Result<Option<hcl2_functions::FileKind>, hcl2_functions::HostError> {
        Ok(None)
    }
}

/// Writes a run with one assertion.
fn asserting(name: &str, condition: &str, more: &str) -> String {
    format!(
        "run \"{name}\" {{\n{more}\n  assert {{\n    condition     = {condition}\n    error_message = \"No.\"\n  }}\n}}\n"
    )
}

const FAILED: &str = "hcl2::terraform::failed-condition";
const REFUSED: &str = "hcl2::terraform::refused-value";
const UNKNOWN: &str = "hcl2::terraform::unknown-condition";
const MISSING: &str = "hcl2::terraform::missing-failure";
const UNDECLARED: &str = "hcl2::terraform::undeclared";

/// Returns the codes and sources of problems.
fn places(result: &Result) -> Vec<(&'static str, &str)> {
    let problems = result.1.iter();
    problems.map(|(code, text, _)| (*code, text.as_str())).collect()
}

#[test]
fn failed_assertion_is_at_its_condition() {
    let tests = asserting("a", "output.o == 2", "") + &asserting("b", "output.o == 1", "");
    let results = results("output \"o\" {\n  value = 1\n}\n", &tests);
    assert_eq!(results[0].0, TestStatus::Fail);
    assert_eq!(
        results[0].1,
        [(FAILED, "output.o == 2".to_owned(), "No.".to_owned())]
    );
    assert_eq!(results[1], (TestStatus::Pass, Vec::new()));
}

#[test]
fn what_is_unknown_until_apply_is_an_error_of_a_plan() {
    let module = "resource \"terraform_data\" \"a\" {\n}\n";
    let condition = "terraform_data.a.id == \"x\"";
    let tests = asserting("a", condition, "command = plan") + &asserting("b", "1 == var.n", "");
    let results = results(module, &tests);
    assert_eq!(results[0].0, TestStatus::Error);
    assert_eq!(places(&results[0]), [(UNKNOWN, condition)]);
    assert_eq!(results[1], (TestStatus::Skip, Vec::new()));
}

#[test]
fn what_only_a_provider_knows_is_neither_passed_nor_failed() {
    let module = "resource \"acme_disk\" \"a\" {\n  size = 3\n}\noutput \"id\" {\n  value = acme_disk.a.id\n}\nvariable \"v\" {\n  default = \"\"\n}\n";
    let tests = asserting("a", "acme_disk.a.size == 3", "")
        + &asserting("b", "acme_disk.a.id == \"x\"", "")
        + &asserting("c", "var.v == \"x\"", "  variables {\n    v = run.b.id\n  }");
    let results = results(module, &tests);
    assert_eq!(results[0], (TestStatus::Pass, Vec::new()));
    assert_eq!(results[1].0, TestStatus::Unknown);
    assert_eq!(places(&results[1]), [(UNKNOWN, "acme_disk.a.id == \"x\"")]);
    assert!(
        results[1].1[0].2.contains("`acme_disk.a`"),
        "{}",
        results[1].1[0].2
    );
    assert_eq!(results[2].0, TestStatus::Unknown);
    assert_eq!(places(&results[2]), [(UNKNOWN, "run.b.id")]);
}

#[test]
fn mocks_set_what_providers_set_and_other_values_are_generated() {
    let module = "resource \"acme_disk\" \"a\" {\n}\n";
    let mock = "mock_provider \"acme\" {\n  source = \"./mocks\"\n  mock_resource \"acme_disk\" {\n    defaults = {\n      parts = [{ b = true }]\n    }\n  }\n}\n";
    let tests = mock.to_owned()
        + &asserting("a", "length(acme_disk.a.id) == 8 && acme_disk.a.size == 0", "")
        + &asserting("b", "length(acme_disk.a.tags) == 0", "")
        + &asserting(
            "c",
            "length(acme_disk.a.parts[0].a) == 8 && acme_disk.a.parts[0].b",
            "",
        );
    // Mocks in the file count before those in the directory.
    let mocks = "mock_resource \"acme_disk\" {\n  defaults = {\n    size = 7\n  }\n}\n";
    let (results, _) = run(module, &tests, mocks);
    let passed = (TestStatus::Pass, Vec::new());
    assert_eq!(results, [passed.clone(), passed.clone(), passed]);
}

#[test]
fn generated_values_are_the_same_in_each_execution() {
    let module = "resource \"acme_disk\" \"a\" {\n}\nresource \"terraform_data\" \"b\" {\n}\n";
    let tests = "mock_provider \"acme\" {\n}\n".to_owned()
        + &asserting("a", "false", "").replace("\"No.\"", "\"${acme_disk.a.id} ${terraform_data.b.id}\"");
    let first = results(module, &tests);
    assert_eq!(first, results(module, &tests));
    let (id, uuid) = first[0].1[0].2.split_once(' ').expect("two identifiers");
    assert_eq!(id.len(), 8);
    assert!(
        id.chars()
            .all(|character| character.is_ascii_lowercase() || character.is_ascii_digit())
    );
    let parts: Vec<usize> = uuid.split('-').map(str::len).collect();
    assert_eq!(parts, [8, 4, 4, 4, 12]);
}

#[test]
fn mocked_value_that_does_not_fit_is_an_error_of_the_resource() {
    let module = "data \"acme_image\" \"a\" {\n}\n";
    let tests =
        "override_data {\n  target = data.acme_image.a\n  values = {\n    id = [1]\n  }\n}\nrun \"a\" {\n}\n";
    let results = results(module, tests);
    assert_eq!(results[0].0, TestStatus::Error);
    let expected = ("hcl2::terraform::invalid-value", "data \"acme_image\" \"a\"");
    assert_eq!(places(&results[0]), [expected]);
    let tests = "override_data {\n  target = data.acme_image.a\n  values = 7\n}\nrun \"a\" {\n}\n";
    let results = self::results(module, tests);
    assert_eq!(places(&results[0]), [("hcl2::terraform::invalid-value", "7")]);
}

#[test]
fn import_into_a_mock_is_an_error_of_the_resource() {
    let module = "resource \"acme_disk\" \"a\" {\n}\nimport {\n  to = acme_disk.a\n  id = \"x\"\n}\n";
    let results = results(module, "mock_provider \"acme\" {\n}\nrun \"a\" {\n}\n");
    let expected = ("hcl2::terraform::invalid-target", "resource \"acme_disk\" \"a\"");
    assert_eq!(places(&results[0]), [expected]);
}

#[test]
fn expected_failure_that_is_missing_is_at_its_reference() {
    let module = "variable \"v\" {\n  default = 1\n  validation {\n    condition     = var.v == 1\n    error_message = \"Not one.\"\n  }\n}\n";
    let failing = "command = plan\n  variables {\n    v = 2\n  }\n  expect_failures = [var.v]";
    let applied = failing.replace("command = plan\n", "");
    let tests = format!(
        "run \"a\" {{\n  {failing}\n}}\nrun \"b\" {{\n  expect_failures = [var.v]\n}}\nrun \"c\" {{\n  {applied}\n}}\n"
    );
    let results = results(module, &tests);
    assert_eq!(results[0], (TestStatus::Pass, Vec::new()));
    assert_eq!(results[1].0, TestStatus::Error);
    assert_eq!(places(&results[1]), [(MISSING, "var.v")]);
    let tests = format!("run \"c\" {{\n  {applied}\n}}\n");
    let results = self::results(module, &tests);
    assert_eq!(results[0].0, TestStatus::Error);
    assert_eq!(places(&results[0]), [(REFUSED, "2"), (MISSING, "var.v")]);
}

#[test]
fn references_to_what_does_not_exist_are_errors() {
    let module = "output \"size\" {\n  value = 1\n}\nlocals {\n  count_of = 1\n}\n";
    for (condition, expected, near) in [
        ("output.sise == 1", "output.sise", "Did you mean `output.size`?"),
        (
            "local.countof == 1",
            "local.countof",
            "Did you mean `local.count_of`?",
        ),
        ("run.b.size == 1", "run.b.size", "`b` is no earlier one."),
        ("acme_disk.a.id == 1", "acme_disk.a", "no resource `acme_disk.a`"),
    ] {
        let tests = asserting("a", condition, "") + "run \"b\" {\n}\n";
        let results = results(module, &tests);
        assert_eq!(results[0].0, TestStatus::Error);
        assert_eq!(places(&results[0]), [(UNDECLARED, expected)]);
        assert!(results[0].1[0].2.contains(near), "{}", results[0].1[0].2);
    }
}

#[test]
fn object_that_cannot_be_destroyed_is_left_over() {
    let protected =
        "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n";
    let module = format!("{protected}terraform {{\n  required_version = \"~> 1.13.0\"\n}}\n");
    let (results, leftovers) = run(&module, "run \"a\" {\n}\n", "");
    assert_eq!(results, [(TestStatus::Pass, Vec::new())]);
    let [(name, problems)] = leftovers.as_slice() else {
        panic!("{leftovers:?}");
    };
    assert_eq!(name.as_str(), "a");
    assert_eq!(problems[0].code.id(), "hcl2::terraform::prevented-destroy");
    let span = problems[0].subject.expect("a place");
    assert_eq!((span.start, span.end), (0, 29));
    let (_, leftovers) = run(&module, "run \"a\" {\n  command = plan\n}\n", "");
    assert!(leftovers.is_empty());
    // Later versions destroy it all the same.
    let (_, leftovers) = run(protected, "run \"a\" {\n}\n", "");
    assert!(leftovers.is_empty());
}

/// Terraform 1.17 (pull request 38928): mocks have ephemeral resources.
#[test]
fn mocks_open_ephemeral_resources() {
    let module = |version: &str| {
        format!(
            "terraform {{\n  required_version = \"{version}\"\n}}\nephemeral \"acme_token\" \"a\" {{\n  name = \"n\"\n}}\n"
        )
    };
    let run = "run \"a\" {\n  command = plan\n  assert {\n    condition     = ephemeral.acme_token.a.value == \"x\"\n    error_message = \"Other.\"\n  }\n}\n";
    let mocked = |inner: &str| format!("mock_provider \"acme\" {{\n{inner}}}\n{run}");
    let defaults = "  mock_ephemeral \"acme_token\" {\n    defaults = { value = \"x\" }\n  }\n";
    let overridden =
        "  override_ephemeral {\n    target = ephemeral.acme_token.a\n    values = { value = \"x\" }\n  }\n";
    for inner in [defaults, overridden] {
        let found = results(&module(">= 1.17"), &mocked(inner));
        assert_eq!(found, [(TestStatus::Pass, vec![])], "{inner}");
    }
    // What no mock sets is generated.
    let generated = results(&module(">= 1.17"), &mocked(""));
    assert_eq!(generated[0].0, TestStatus::Fail, "{generated:?}");
    let older = results(&module("~> 1.16.0"), &mocked(""));
    assert_eq!(older[0].0, TestStatus::Error, "{older:?}");
}

/// Recorded with Terraform 1.11 and 1.15, `-var n=5 -var word=abc`. Names that nothing refers to are never reported.
#[test]
fn files_of_tests_define_what_they_take_from_outside() {
    let given = [
        ("n", "5", Value::from(5)),
        ("word", "abc", Value::from("abc")),
        ("unused", "abc", Value::from("abc")),
    ];
    let run = |version: &str, tests: &str| {
        let module = format!(
            "terraform {{\n  required_version = \"{version}\"\n}}\nvariable \"word\" {{\n  default = \"x\"\n}}\n\
             variable \"own\" {{\n  default = \"x\"\n}}\n"
        );
        let (results, _) = run_given(&module, tests, "", &given);
        let results = results.iter();
        let results = results.map(|result| {
            let places = places(result);
            let places = places.iter().map(|(code, text)| format!("{code} {text}"));
            (result.0, places.collect::<Vec<String>>())
        });
        results.collect::<Vec<_>>()
    };
    let warned = |names: &[&str]| -> Vec<String> {
        let names = names.iter();
        names
            .map(|name| format!("hcl2::terraform::deprecated {name}"))
            .collect()
    };
    // Without a definition, a value is that of its expression; the last reference of a run is reported.
    let asserted = asserting("a", "var.n == 5 && var.n != 6 && var.word == \"abc\"", "");
    assert_eq!(run("~> 1.12.0", &asserted), [(TestStatus::Pass, vec![])]);
    assert_eq!(
        run("~> 1.13.0", &asserted),
        [(TestStatus::Pass, warned(&["var.n"]))]
    );
    let defined = asserting("a", "var.n == \"5\"", "");
    let defined = format!("variable \"n\" {{\n  type = string\n}}\n{defined}");
    assert_eq!(run("~> 1.15.0", &defined), [(TestStatus::Pass, vec![])]);
    // The types of the module count in assertions, and in older versions in all of the file.
    let passed_on = asserting("a", "var.own == \"abc\"", "variables {\n  own = var.word\n}\n");
    assert_eq!(run("~> 1.12.0", &passed_on), [(TestStatus::Pass, vec![])]);
    let undefined = "hcl2::terraform::deprecated var.word".to_owned();
    let malformed = "hcl2::terraform::invalid-value var.word".to_owned();
    let problems = run("~> 1.13.0", &passed_on);
    assert_eq!(problems, [(TestStatus::Error, vec![undefined, malformed])]);
    let asserted = asserting("a", "var.unused == \"abc\"", "");
    let malformed = "hcl2::terraform::invalid-value var.unused".to_owned();
    assert_eq!(
        run("~> 1.12.0", &asserted),
        [(TestStatus::Error, vec![malformed])]
    );
    // The references of the file are reported once, whether anything needs the variables or not.
    let of_file =
        "variables {\n  a = var.n\n}\nrun \"a\" {\n  command = plan\n}\nrun \"b\" {\n  command = plan\n}\n";
    let problems = run("~> 1.15.0", of_file);
    assert_eq!(
        problems,
        [(TestStatus::Pass, warned(&["var.n"])), (TestStatus::Pass, vec![])]
    );
}

#[test]
fn a_variable_from_outside_without_a_definition_is_deprecated() {
    let tests = asserting("a", "var.zone == \"a\"", "");
    let given = [("zone", "\"a\"", Value::from("a"))];
    let (results, _) = run_given("output \"o\" {\n  value = 1\n}\n", &tests, "", &given);
    assert_eq!(results[0].0, TestStatus::Pass);
    assert_eq!(places(&results[0]), [("hcl2::terraform::deprecated", "var.zone")]);
}
