//! Modules of any files.

use std::sync::Arc;

use hcl2_functions::Host;
use hcl2_project::{DirectoryHost, Memory, ModuleLoader};
use hcl2_terraform::table::Language;

#[test]
fn modules_in_memory_are_loaded_with_those_that_they_call() {
    let files: Memory = [
        ("app/main.tf", "module \"net\" {\n  source = \"../net\"\n}\n"),
        ("net/main.tf", "variable \"size\" {\n  default = 1\n}\n"),
    ]
    .into_iter()
    .collect();
    let loaded = ModuleLoader::new()
        .files(Arc::new(files))
        .nested()
        .load_partial("app");
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(loaded.tree.calls["net"].module.variables[0].name, "size");
}

#[test]
fn missing_module_is_reported_at_its_call() {
    let text = "module \"net\" {\n  source = \"../net\"\n}\n";
    let files: Memory = [("app/main.tf", text)].into_iter().collect();
    let loaded = ModuleLoader::new()
        .files(Arc::new(files))
        .nested()
        .load_partial("app");
    let problem = &loaded.diagnostics[0];
    assert_eq!(problem.code.id(), "hcl2::source::unreadable");
    let subject = problem.subject.expect("the call");
    let source = loaded.sources.get(subject.source).expect("the file");
    assert_eq!(source.slice(subject), b"module \"net\"");
}

#[test]
fn functions_read_the_same_files() {
    let files: Memory = [("app/main.tf", ""), ("app/a.txt", "one"), ("other/b.txt", "two")]
        .into_iter()
        .collect();
    let files = Arc::new(files);
    let loaded = ModuleLoader::new().files(files.clone()).load_partial("app");
    let host = DirectoryHost::of_module(files, "app", &loaded.tree).expect("a directory");
    assert_eq!(host.read("a.txt").expect("a file"), b"one");
    assert!(
        host.read("../other/b.txt")
            .expect_err("it is outside")
            .is_refusal()
    );
    assert_eq!(
        host.read("none.txt").expect_err("no file").to_string(),
        "nothing exists at this path"
    );
}

#[test]
fn modules_that_are_called_are_found_however_calls_are_written() {
    let files = [
        (
            "plain/a.tf",
            "# Calls a module: module \"x\"\nmodule \"a\" {\n  source = \"../a\"\n}\n",
        ),
        (
            "comment/a.tf",
            "/* */ module\"a\" {\n  source = \"../a\"\n}\nlocals {\n  a = module.a.b\n}\n",
        ),
        ("json/a.tf.json", "{\"module\": {\"a\": {\"source\": \"../a\"}}}"),
        (
            "escaped/a.tf.json",
            r#"{"\u006dodule": {"a": {"source": "../a"}}}"#,
        ),
        ("none/a.tf", "locals {\n  a = module.a.b\n}\n"),
        ("elsewhere/a.tf", "module \"a\" {\n  source = \"acme/a/aws\"\n}\n"),
        ("overridden/a.tf", "module \"a\" {\n  source = \"../x\"\n}\n"),
        (
            "overridden/override.tf",
            "module \"a\" {\n  source = \"../a\"\n}\n",
        ),
        (
            "computed/a.tf",
            "variable \"v\" {\n  default = \"../a\"\n}\nmodule \"a\" {\n  source = var.v\n}\n",
        ),
        ("a/a.tf", ""),
    ];
    let files: Memory = files.into_iter().collect();
    let loader = ModuleLoader::new()
        .language(Language::OpenTofu)
        .files(Arc::new(files));
    for directory in ["plain", "comment", "json", "escaped", "overridden", "computed"] {
        assert_eq!(loader.called_from(directory), ["../a"], "{directory}");
    }
    for directory in ["none", "elsewhere"] {
        assert_eq!(loader.called_from(directory), Vec::<String>::new(), "{directory}");
    }
}
