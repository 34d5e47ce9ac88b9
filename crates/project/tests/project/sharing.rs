//! Files and modules that loads share.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::{SourceId, render};
use hcl2_project::{LoadedModule, Memory, ModuleLoader};

const CALL: &str = "module \"net\" {\n  source = \"../../net\"\n}\n";

fn files(net: &[(&str, &str)]) -> Arc<Memory> {
    let roots = ["roots/a/main.tf", "roots/b/main.tf"].map(|path| (path, CALL));
    Arc::new(roots.into_iter().chain(net.iter().copied()).collect())
}

fn sources_of_net(loaded: &LoadedModule) -> Vec<SourceId> {
    loaded.tree.calls["net"].module.sources.clone()
}

fn problems(loaded: &LoadedModule) -> String {
    let mut diagnostics = loaded.diagnostics.clone();
    loaded.sources.sort(&mut diagnostics);
    render::concise(&diagnostics, &loaded.sources)
}

#[test]
fn a_module_is_read_once_for_each_content() {
    let one = [("net/a.tf", "variable \"a\" {}\n"), ("net/b.tf", "locals {}\n")];
    let two = [("net/a.tf", "variable \"c\" {}\n"), ("net/b.tf", "locals {}\n")];
    let loader = ModuleLoader::new().nested().sharing();
    let load = |net: &[(&str, &str)], root: &str| loader.clone().files(files(net)).load_partial(root);
    let first = load(&one, "roots/a");
    let names: Vec<&str> = first.sources.iter().map(|source| source.name()).collect();
    assert_eq!(names, ["roots/a/main.tf", "net/a.tf", "net/b.tf"]);
    assert_eq!(sources_of_net(&first), sources_of_net(&load(&one, "roots/b")));
    // What follows a changed file gets another number, so that the files of a module are in order.
    let changed = sources_of_net(&load(&two, "roots/a"));
    assert!(changed.is_sorted());
    let unchanged: BTreeSet<_> = sources_of_net(&first).into_iter().collect();
    assert!(changed.iter().all(|id| !unchanged.contains(id)));
    assert_eq!(sources_of_net(&first), sources_of_net(&load(&one, "roots/a")));
    assert_eq!(changed, sources_of_net(&load(&two, "roots/b")));
    // Without sharing, numbers start at 0.
    let alone = ModuleLoader::new()
        .nested()
        .files(files(&one))
        .load_partial("roots/a");
    assert_eq!(sources_of_net(&alone), [SourceId::new(1), SourceId::new(2)]);
}

#[test]
fn what_is_shared_has_the_same_problems_and_secrets() {
    let variants: [&[(&str, &str)]; 4] = [
        &[("net/a.tf", "variable \"a\" {}\n"), ("net/b.tf", "locals {}\n")],
        &[
            ("net/a.tf", "variable \"a\" {\n"),
            ("net/b.tf", "locals { a = }\n"),
        ],
        &[
            ("net/a.tf", "variable \"a\" {}\n"),
            (
                "net/b.tf",
                "variable \"a\" {}\noutput \"b\" {\n  value = var.b\n}\n",
            ),
        ],
        &[(
            "net/b.tf",
            "variable \"a\" {\n  default   = \"0815\"\n  sensitive = true\n}\noutput \"b\" {}\n",
        )],
    ];
    let shared = ModuleLoader::new().nested().sharing();
    for net in variants.iter().chain(variants.iter().rev()) {
        for root in ["roots/b", "roots/a"] {
            let files = files(net);
            let [own, fresh] = [shared.clone(), ModuleLoader::new().nested()]
                .map(|loader| loader.files(files.clone()).load_partial(Path::new(root)));
            assert_eq!(problems(&own), problems(&fresh));
            assert_eq!(own.sources.secrets().len(), fresh.sources.secrets().len());
        }
    }
}

#[test]
fn a_module_is_read_once_as_a_root_and_as_a_called_module() {
    let sound = "terraform {\n  required_version = \">= 1.5\"\n}\nvariable \"a\" {}\n";
    let loader = ModuleLoader::new().nested().sharing();
    let files = files(&[("net/a.tf", sound)]);
    let load = |root: &str| loader.clone().files(files.clone()).load_partial(root).tree;
    let called = load("roots/a").calls["net"].clone();
    for name in ["net", "./net"] {
        let mut root = load(name);
        root.path.clone_from(&called.path);
        assert!(root.is_same(&called), "{name}");
    }
    // Another version may have other problems.
    let older = loader
        .clone()
        .version("terraform@1.9".parse().expect("a version"));
    let mut older = older.files(files).load_partial("net").tree;
    older.path.clone_from(&called.path);
    assert!(!older.is_same(&called));
}
