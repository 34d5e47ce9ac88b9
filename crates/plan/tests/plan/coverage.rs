//! Which arms of a module its tests take.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_model::TakenBranches;
use hcl2_plan::{Coverage, TestInputs, Tester};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, TestFile};

const UNTESTED: &str = "hcl2::terraform::untested-arm";

/// An arm that no run takes: the code, the source text and the detail of the problem.
type Untested = (&'static str, String, String);

/// Runs tests of a module with a module `child`. Returns how many of how many arms are taken, and the others.
fn coverage(main: &str, child: &str, tests: &str) -> (usize, usize, Vec<Untested>) {
    let mut sources = SourceMap::new();
    let mut file = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("the text is short");
        ModuleFile::parse(&source, Language::Terraform)
            .into_result()
            .expect("the text parses")
    };
    let mut tree = |name: &str, path: &str, text: &str| ModuleTree {
        path: path.to_owned(),
        module: Module::from_files(&[file(name, text)], Language::Terraform).value,
        calls: [].into(),
    };
    let mut main = tree("main.tf", ".", main);
    let child = tree("child/main.tf", "child", child);
    main.calls.insert("child".into(), child.clone());
    let tests = TestFile::read(&file("main.tftest.hcl", tests), Language::Terraform);
    let taken = TakenBranches::default();
    let inputs = TestInputs {
        module: (main.clone(), Diagnostics::new()),
        taken: Some(taken.clone()),
        ..TestInputs::default()
    };
    Tester::new(&tests, &inputs).for_each(drop);
    // A module that is listed twice counts once.
    let coverage = Coverage::of([&main, &child], &taken);
    let untested = coverage.untested.iter().map(|problem| {
        let span = problem.subject.expect("a place");
        let source = sources.get(span.source).expect("the source is there");
        let text = String::from_utf8_lossy(source.slice(span)).into_owned();
        (problem.code.id(), text, problem.detail.to_string())
    });
    (coverage.taken, coverage.all, untested.collect())
}

fn untested(text: &str, detail: &str) -> Untested {
    (UNTESTED, text.to_owned(), detail.to_owned())
}

/// Writes a run with a value of the variable `n`.
fn run(name: &str, n: u32) -> String {
    format!("run \"{name}\" {{\n  command = plan\n  variables {{\n    n = {n}\n  }}\n}}\n")
}

#[test]
fn result_that_no_run_takes_is_reported() {
    let main = "variable \"n\" {}\nlocals {\n  size = var.n > 1 ? \"large\" : \"small\"\n}\n";
    let (taken, all, found) = coverage(main, "", &run("a", 2));
    assert_eq!((taken, all), (1, 2));
    let places: Vec<_> = found
        .iter()
        .map(|(code, text, _)| (*code, text.as_str()))
        .collect();
    assert_eq!(places, [(UNTESTED, "\"small\"")]);
    assert_eq!(found[0].2, "In no run is the condition false.");
    assert_eq!(coverage(main, "", &(run("a", 2) + &run("b", 1))), (2, 2, vec![]));
}

#[test]
fn number_of_instances_has_two_arms() {
    let main = "variable \"n\" {}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n}\nresource \"terraform_data\" \"b\" {\n  for_each = var.n > 1 ? { x = 1 } : {}\n}\nresource \"terraform_data\" \"c\" {\n  count = 2\n}\n";
    assert_eq!(
        coverage(main, "", &run("a", 0)),
        (
            3,
            6,
            vec![
                untested("var.n", "No run makes an instance."),
                untested("var.n > 1 ? { x = 1 } : {}", "No run makes an instance."),
                untested("{ x = 1 }", "In no run is the condition true."),
            ]
        )
    );
    assert_eq!(coverage(main, "", &(run("a", 0) + &run("b", 3))).0, 6);
}

#[test]
fn what_has_no_instance_is_not_taken() {
    let main = "variable \"n\" {}\nmodule \"child\" {\n  source = \"./child\"\n  count  = var.n\n  on     = true\n}\n";
    let child = "variable \"on\" {}\noutput \"o\" {\n  value = var.on ? 1 : 2\n}\n";
    assert_eq!(
        coverage(main, child, &run("a", 0)),
        (
            1,
            4,
            vec![
                untested("var.n", "No run makes an instance."),
                untested("1", "In no run is the condition true."),
                untested("2", "In no run is the condition false."),
            ]
        )
    );
    assert_eq!(
        coverage(main, child, &run("a", 1)).2,
        [
            untested("var.n", "No run makes zero instances."),
            untested("2", "In no run is the condition false."),
        ]
    );
}

#[test]
fn blocks_and_conditions_have_arms() {
    let main = "variable \"n\" {\n  validation {\n    condition     = var.n > 5 ? false : true\n    error_message = \"Too large.\"\n  }\n}\nresource \"terraform_data\" \"a\" {\n  input = [for i in [0, 1] : i > 0 ? \"%{ if i == 2 }two%{ endif }\" : \"zero\"]\n  lifecycle {\n    postcondition {\n      condition     = self.id == \"\" ? false : true\n      error_message = \"No.\"\n    }\n  }\n}\n";
    let applied = "run \"a\" {\n  variables {\n    n = 2\n  }\n}\n";
    assert_eq!(
        coverage(main, "", applied),
        (
            5,
            8,
            vec![
                untested("false", "In no run is the condition true."),
                untested("%{ if i == 2 }", "In no run is the condition true."),
                untested("false", "In no run is the condition true."),
            ]
        )
    );
    // What is unknown in a plan takes neither result.
    assert_eq!(coverage(main, "", &run("a", 2)).0, 4);
}
