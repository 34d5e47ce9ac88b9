//! Plans of modules whose calls or files were not read.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_plan::Inputs;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, functions_of};

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
        functions: Arc::new(functions_of(Language::OpenTofu, &host)),
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

#[test]
fn a_file_that_may_not_be_read_is_an_error_of_the_plan() {
    let text = "output \"o\" {\n  value = file(\"secret.txt\")\n}\n";
    assert_eq!(errors(text), [("hcl2::terraform::refused-file", "secret.txt")]);
}
