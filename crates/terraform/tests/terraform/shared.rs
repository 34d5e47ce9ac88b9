//! Modules that several trees share.

use std::collections::HashMap;

use crate::support::codes;
use hcl2_diagnostics::SourceMap;
use hcl2_terraform::table::Language;
use hcl2_terraform::{CheckOptions, Module, ModuleFile, ModuleTree, ValidatedElsewhere};

/// Reads modules by their directories.
fn modules(texts: &[(&str, &str)]) -> HashMap<String, Module> {
    let mut sources = SourceMap::new();
    let mut read = |(directory, text): &(&str, &str)| {
        let name = format!("{directory}/main.tf");
        let source = sources.add(name, *text).expect("a small source");
        let file = ModuleFile::parse(&source, Language::Terraform).into_result();
        let module = Module::from_files(&[file.expect("a valid file")], Language::Terraform).into_result();
        ((*directory).to_owned(), module.expect("a valid module"))
    };
    texts.iter().map(&mut read).collect()
}

/// Returns the tree of a module whose calls have the names of the called directories.
fn tree(modules: &HashMap<String, Module>, directory: &str) -> ModuleTree {
    let module = modules[directory].clone();
    let called = |name: &str| modules.contains_key(name).then(|| tree(modules, name));
    let calls = module.calls.iter();
    let calls = calls.filter_map(|call| Some((call.name.clone(), called(&call.name)?)));
    ModuleTree {
        path: directory.to_owned(),
        calls: calls.collect(),
        module,
    }
}

/// Returns the codes of the problems of two trees, of which the second relies on the first.
fn problems(modules: &HashMap<String, Module>, roots: [&str; 2]) -> [Vec<String>; 2] {
    let trees = roots.map(|root| tree(modules, root));
    let mut elsewhere = ValidatedElsewhere::of(&trees).into_iter();
    trees.map(|tree| {
        let options = CheckOptions {
            elsewhere: elsewhere.next().expect("one for each tree"),
            ..CheckOptions::default()
        };
        let problems = tree.validate_with(&options);
        codes(&problems).into_iter().map(str::to_owned).collect()
    })
}

const CALL: &str = "module \"net\" {\n  source = \"../net\"\n}\n";

#[test]
fn a_called_module_is_validated_with_the_first_tree_that_contains_it() {
    let inner = "locals {\n  a = upper([])\n}\n";
    let outer = "module \"net\" {\n  source = \"../net\"\n}\nlocals {\n  b = 1 + \"a\"\n}\n";
    let all = modules(&[("a", CALL), ("b", CALL), ("net", inner)]);
    let invalid = "hcl2::expr::invalid-argument";
    assert_eq!(problems(&all, ["a", "b"]), [vec![invalid], vec![]]);
    // A module that is the root of a tree is validated as such.
    assert_eq!(problems(&all, ["a", "net"]), [[invalid], [invalid]]);
    // What is called through another module counts too, and the rest of the tree is validated.
    let app = "module \"mid\" {\n  source = \"../mid\"\n}\n";
    let all = modules(&[("a", CALL), ("b", app), ("mid", outer), ("net", inner)]);
    let operand = "hcl2::expr::invalid-operand";
    assert_eq!(problems(&all, ["a", "b"]), [vec![invalid], vec![operand]]);
    assert_eq!(problems(&all, ["b", "a"]), [vec![operand, invalid], vec![]]);
}

#[test]
fn a_call_whose_modules_were_read_differently_is_validated_again() {
    let mid = "module \"net\" {\n  source = \"../net\"\n  a      = 1\n}\n";
    let all = modules(&[
        ("a", "module \"mid\" {\n  source = \"../mid\"\n}\n"),
        ("mid", mid),
        ("net", ""),
    ]);
    let mut unread = tree(&all, "a");
    unread.calls[0].calls.clear();
    let trees = [unread, tree(&all, "a")];
    let elsewhere = ValidatedElsewhere::of(&trees).pop().expect("one for each tree");
    let options = CheckOptions {
        elsewhere,
        ..CheckOptions::default()
    };
    assert_eq!(
        codes(&trees[1].validate_with(&options)),
        ["hcl2::body::unsupported-attribute"]
    );
}

#[test]
fn a_module_that_reads_files_by_the_working_directory_is_validated_with_each_tree() {
    for (path, is_again) in [
        ("\"x\"", true),
        ("\"${path.root}/x\"", true),
        ("local.name", true),
        ("\"${path.module}/x\"", false),
        ("local.own", false),
        ("var.name", false),
    ] {
        let inner = format!(
            "variable \"name\" {{\n  default = \"\"\n}}\nlocals {{\n  name = \"x\"\n  own  = \"${{path.module}}/x\"\n  \
             a    = upper([])\n  b    = fileexists({path})\n}}\n"
        );
        let all = modules(&[("a", CALL), ("b", CALL), ("net", &inner)]);
        let [_, second] = problems(&all, ["a", "b"]);
        assert_eq!(second.len(), usize::from(is_again), "{path}");
    }
}
