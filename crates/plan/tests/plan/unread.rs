//! Plans of modules whose calls or files were not read.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_model::FunctionTable;
use hcl2_plan::{Inputs, TestInputs, TestStatus, Tester};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Early, Module, ModuleFile, ModuleTree, TestFile, versioned_functions};

/// A host that may read nothing.
#[derive(Debug)]
struct Nothing;

impl Host for Nothing {
    fn read(&self, _: &str) -> Result<Vec<u8>, HostError> {
        Err(HostError::refusal("nothing may be read"))
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        self.read(path).map(|_| None)
    }
}

/// Returns the codes of the errors of a plan, with the source text of their ranges.
fn errors(text: &str) -> Vec<(&'static str, &str)> {
    let source = SourceMap::new().add("main.tofu", text).expect("a small source");
    let file = ModuleFile::parse(&source, Language::OpenTofu).value;
    let module = Module::from_files(&[file], Language::OpenTofu);
    assert!(!module.has_errors(), "{:?}", module.diagnostics);
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: module.value,
        ..ModuleTree::default()
    };
    let host: Arc<dyn Host> = Arc::new(Nothing);
    let inputs = Inputs {
        functions: Arc::new(versioned_functions(Language::OpenTofu, &host)),
        host: Some(host),
        infers_schemas: true,
        ..Inputs::default()
    };
    let problems: Diagnostics = hcl2_plan::plan(&tree, &inputs).diagnostics;
    let errors = problems.iter().filter(|problem| problem.is_error());
    let found = errors.map(|problem| {
        let subject = problem.subject.expect("a range");
        (
            problem.code.id(),
            &text[subject.start as usize..subject.end as usize],
        )
    });
    found.collect()
}

#[test]
fn a_plan_without_a_module_of_unknown_source_is_an_error() {
    let text =
        "variable \"v\" {}\nmodule \"m\" {\n  source = var.v\n}\noutput \"o\" {\n  value = module.m.x\n}\n";
    assert_eq!(errors(text), [("hcl2::terraform::unknown-source", "var.v")]);
}

/// Terraform 1.16.1 and later read modules with the variables of a run ("dynamic module sources in tests", its changelog);
/// here they are read once.
#[test]
fn a_run_whose_variables_change_a_computed_source_is_an_error() {
    let mut sources = SourceMap::new();
    let mut file = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::OpenTofu).value
    };
    let module = |file: ModuleFile| Module::from_files(&[file], Language::OpenTofu).value;
    let text = "variable \"v\" {\n  default = \"a\"\n}\nvariable \"other\" {\n  default = 1\n}\nlocals {\n  path = \"./${var.v}\"\n}\n\
                module \"m\" {\n  source = local.path\n}\n";
    let main = module(file("main.tofu", text));
    let called = module(file("a/main.tofu", ""));
    let tests = file(
        "main.tofutest.hcl",
        "run \"same\" {\n  variables {\n    v = \"a\"\n    other = 2\n  }\n}\nrun \"changed\" {\n  variables {\n    v = \"b\"\n  }\n}\n",
    );
    let main = Early::new(".", main, [], FunctionTable::new()).module().value;
    let called = ModuleTree {
        path: "./a".to_owned(),
        module: called,
        ..ModuleTree::default()
    };
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: main,
        calls: [("m".into(), called)].into(),
    };
    let tests = TestFile::read(&tests, Language::OpenTofu);
    let inputs = TestInputs {
        module: (tree, Diagnostics::new()),
        ..TestInputs::default()
    };
    let results: Vec<_> = Tester::new(&tests, &inputs)
        .map(|run| {
            let problems = run.diagnostics.iter().map(|problem| {
                let span = problem.subject.expect("a range");
                let source = sources.get(span.source).expect("a source");
                (
                    problem.code.id(),
                    String::from_utf8_lossy(source.slice(span)).into_owned(),
                )
            });
            (run.status, problems.collect::<Vec<_>>())
        })
        .collect();
    let expected = [
        (TestStatus::Pass, vec![]),
        (
            TestStatus::Error,
            vec![("hcl2::plan::unsupported", "local.path".to_owned())],
        ),
    ];
    assert_eq!(results, expected);
}

#[test]
fn a_file_that_may_not_be_read_is_an_error_of_the_plan() {
    let text = "output \"o\" {\n  value = file(\"secret.txt\")\n}\n";
    assert_eq!(errors(text), [("hcl2::terraform::refused-file", "secret.txt")]);
}

#[test]
fn a_run_whose_instances_hang_on_a_provider_is_unknown_and_the_next_one_runs() {
    let mut sources = SourceMap::new();
    let mut file = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    };
    let module = "variable \"skip\" {\n  default = false\n}\ndata \"acme_zones\" \"all\" {}\nresource \"terraform_data\" \"a\" {\n  \
                  count = var.skip ? 0 : length(data.acme_zones.all.names)\n}\n";
    let tests = "run \"open\" {\n  command = plan\n  assert {\n    condition     = length(terraform_data.a) == 2\n    \
                 error_message = \"No.\"\n  }\n}\nrun \"closed\" {\n  command = plan\n  variables {\n    skip = true\n  }\n  assert \
                 {\n    condition     = length(terraform_data.a) == 0\n    error_message = \"No.\"\n  }\n}\n";
    let main = file("main.tf", module);
    let tests = TestFile::read(&file("main.tftest.hcl", tests), Language::Terraform);
    let tree = ModuleTree {
        path: ".".to_owned(),
        module: Module::from_files(&[main], Language::Terraform).value,
        ..ModuleTree::default()
    };
    let host: Arc<dyn Host> = Arc::new(Nothing);
    let mut inputs = TestInputs {
        module: (tree, Diagnostics::new()),
        inputs: Inputs {
            functions: Arc::new(versioned_functions(Language::Terraform, &host)),
            infers_schemas: true,
            ..Inputs::default()
        },
        ..TestInputs::default()
    };
    let results: Vec<_> = Tester::new(&tests, &inputs).collect();
    let statuses: Vec<TestStatus> = results.iter().map(|result| result.status).collect();
    assert_eq!(statuses, [TestStatus::Unknown, TestStatus::Pass]);
    let [warning] = &*results[0].diagnostics.iter().collect::<Vec<_>>() else {
        panic!("{:?}", results[0].diagnostics);
    };
    let place = warning.subject.expect("a range");
    let place = &module[place.start as usize..place.end as usize];
    assert_eq!(
        (warning.code.id(), place, warning.is_error()),
        (
            "hcl2::terraform::invalid-instances",
            "var.skip ? 0 : length(data.acme_zones.all.names)",
            false
        )
    );
    let zones = hcl2_value::Value::tuple(["a", "b"].map(hcl2_value::Value::from));
    let set = inputs.inputs.answers.set("data.acme_zones.all.names", zones);
    set.expect("it is the address of an attribute");
    let statuses: Vec<TestStatus> = Tester::new(&tests, &inputs).map(|result| result.status).collect();
    assert_eq!(statuses, [TestStatus::Pass, TestStatus::Pass]);
}
