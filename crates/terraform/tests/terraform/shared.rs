//! Modules that several trees share.

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::codes;
use hcl2_diagnostics::SourceMap;
use hcl2_functions::{FileKind, Host, HostError};
use hcl2_terraform::table::Language;
use hcl2_terraform::{CheckOptions, Module, ModuleFile, ModuleTree, ValidModules, ValidatedElsewhere};
use hcl2_value::{Allowance, Budget};

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
            has_no_caller: true,
            ..CheckOptions::default()
        };
        let problems = options.validate(&tree);
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
fn a_module_is_validated_with_a_later_tree_if_the_first_one_has_an_error_of_its_root() {
    let inner = "locals {\n  a = upper([])\n}\n";
    let invalid = "hcl2::expr::invalid-argument";
    let misplaced = "hcl2::terraform::misplaced-setting";
    let cycle = "hcl2::terraform::reference-cycle";
    let deprecated = "terraform {\n  required_version = \"~> 1.15.0\"\n}\noutput \"o\" {\n  value      = 1\n  deprecated = \
                      \"Read p.\"\n}\n";
    for (own, problem) in [
        (deprecated, misplaced),
        ("locals {\n  a = local.b\n  b = local.a\n}\n", cycle),
    ] {
        let first = format!("{own}{CALL}");
        let all = modules(&[("a", &first), ("b", CALL), ("net", inner)]);
        assert_eq!(problems(&all, ["a", "b"]), [[problem], [invalid]]);
    }
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
        codes(&options.validate(&trees[1])),
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

/// Returns the codes of the problems of trees, each validated with what is known of those before, and by itself.
fn with_known(modules: &HashMap<String, Module>, roots: &[&str]) -> [Vec<Vec<String>>; 2] {
    let known = ValidModules::default();
    [Some(known), None].map(|known| {
        let problems = roots.iter().map(|root| {
            let options = CheckOptions {
                valid: known.clone().unwrap_or_default(),
                ..CheckOptions::default()
            };
            let problems = options.validate(&tree(modules, root));
            codes(&problems).into_iter().map(str::to_owned).collect()
        });
        problems.collect()
    })
}

#[test]
fn problems_do_not_depend_on_what_is_known_to_be_valid() {
    let app = "module \"mid\" {\n  source = \"../mid\"\n}\n";
    let valid = "locals {\n  a = upper(\"a\")\n}\n";
    for (mid, net) in [
        (CALL.to_owned(), valid),
        (format!("{CALL}locals {{\n  b = 1 + \"a\"\n}}\n"), valid),
        (CALL.to_owned(), "locals {\n  a = upper([])\n}\n"),
        (
            CALL.to_owned(),
            "locals {\n  a = upper(terraform.workspace + 1)\n}\n",
        ),
        (
            "module \"net\" {\n  source = \"../net\"\n  a      = \"x\"\n}\n".to_owned(),
            "variable \"a\" {\n  type = number\n}\n",
        ),
    ] {
        let wrong = format!("{app}locals {{\n  c = upper([])\n}}\n");
        let all = modules(&[
            ("a", app),
            ("b", &wrong),
            ("c", CALL),
            ("mid", &mid),
            ("net", net),
        ]);
        for roots in [["a", "b", "c"], ["c", "b", "a"], ["a", "a", "c"]] {
            let [known, fresh] = with_known(&all, &roots);
            assert_eq!(known, fresh, "{roots:?}: {mid}{net}");
        }
    }
}

/// A host with one file.
#[derive(Debug)]
struct OneFile(&'static str);

impl Host for OneFile {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        match path {
            "x" => Ok(self.0.as_bytes().to_vec()),
            _ => Err(HostError::new("nothing exists at this path")),
        }
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        Ok((path == "x").then_some(FileKind::File))
    }
}

#[test]
fn a_valid_module_is_validated_once_where_the_world_is_the_same() {
    // Each validation of the called module takes more steps than the budget of the second tree has.
    for (inner, depends_on) in [
        ("null", ""),
        ("path.root", ""),
        ("path.module", "path"),
        ("path.cwd", "directory"),
        ("terraform.workspace", "workspace"),
        ("file(\"x\")", "file"),
        ("file(\"y\")", "wrong"),
    ] {
        let text = format!("locals {{\n  x = [length([for a in range(1000) : a]), {inner}]\n}}\n");
        let all = modules(&[("a", CALL), ("b", CALL), ("net", &text)]);
        for changed in ["nothing", "path", "directory", "workspace", "file"] {
            let valid = ValidModules::default();
            let validated = |root: &str, steps: u64, changed: &str| {
                let is = |part: &str| changed == part;
                let file = if is("file") { "two" } else { "one" };
                let options = CheckOptions {
                    valid: valid.clone(),
                    budget: Budget::new(Allowance {
                        steps,
                        ..Allowance::DEFAULT
                    }),
                    host: Some(Arc::new(OneFile(file))),
                    working_directory: Some(if is("directory") { "/b" } else { "/a" }.to_owned()),
                    workspace: is("workspace").then(|| "prod".to_owned()),
                    ..CheckOptions::default()
                };
                let mut tree = tree(&all, root);
                if is("path") {
                    tree.calls[0].path = "../net".to_owned();
                }
                options.validate(&tree).has_errors()
            };
            assert!(!validated("a", 1_000_000, "nothing"), "{inner}");
            let is_again = changed == depends_on || depends_on == "wrong";
            assert_eq!(validated("b", 1_000, changed), is_again, "{inner}: {changed}");
        }
    }
}

#[test]
fn a_module_that_calls_one_that_reads_files_depends_on_them_too() {
    let app = "module \"mid\" {\n  source = \"../mid\"\n}\n";
    let mid = format!("{CALL}locals {{\n  a = length([for a in range(1000) : a])\n}}\n");
    let net = "locals {\n  x = { one = 1 }[file(\"x\")]\n}\n";
    let all = modules(&[("a", app), ("b", app), ("c", CALL), ("mid", &mid), ("net", net)]);
    let valid = ValidModules::default();
    let problems = |root: &str, file: &'static str| {
        let options = CheckOptions {
            valid: valid.clone(),
            host: Some(Arc::new(OneFile(file))),
            ..CheckOptions::default()
        };
        options.validate(&tree(&all, root)).len()
    };
    // Known of `net` before and after `mid`.
    assert_eq!(["c", "a", "b"].map(|root| problems(root, "one")), [0, 0, 0]);
    assert_eq!(["c", "a", "b"].map(|root| problems(root, "two")), [1, 1, 1]);
    assert_eq!(["c", "a", "b"].map(|root| problems(root, "one")), [0, 0, 0]);
}

#[test]
fn no_tree_relies_on_one_with_a_reference_cycle() {
    let cyclic = format!("{CALL}locals {{\n  a = local.b\n  b = local.a\n}}\n");
    let all = modules(&[
        ("a", &cyclic),
        ("b", CALL),
        ("net", "locals {\n  a = upper([])\n}\n"),
    ]);
    assert_eq!(
        problems(&all, ["a", "b"]),
        [
            ["hcl2::terraform::reference-cycle"],
            ["hcl2::expr::invalid-argument"]
        ]
    );
}
