//! Computed sources of modules, what cannot be checked, and what a validation does not assume.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, SourceMap};
use hcl2_functions::{FileKind, Host, HostError, NoHost};
use hcl2_model::Name;
use hcl2_terraform::table::Language;
use hcl2_terraform::{
    CheckOptions, Early, Module, ModuleFile, ModuleTree, Unchecked, UnreadModule, versioned_functions,
};
use hcl2_value::{Type, Value};

fn module(text: &str) -> Module {
    let source = SourceMap::new().add("main.tofu", text).expect("a small source");
    let file = ModuleFile::parse(&source, Language::OpenTofu)
        .into_result()
        .expect("a sound file");
    Module::from_files(&[file], Language::OpenTofu)
        .into_result()
        .expect("a sound module")
}

fn early(text: &str, given: &[(&str, Value)]) -> Early {
    let given = given
        .iter()
        .map(|(name, value)| (Name::from(*name), value.clone()));
    let host: Arc<dyn Host> = Arc::new(NoHost);
    Early::new(
        ".",
        module(text),
        given,
        versioned_functions(Language::OpenTofu, &host),
    )
}

/// Returns the code, the source text of the range, and the detail of a problem.
fn found<'t>(problem: &Diagnostic, text: &'t str) -> (&'static str, &'t str, String) {
    let subject = problem.subject.expect("a range");
    let range = subject.start as usize..subject.end as usize;
    (problem.code.id(), &text[range], problem.detail.to_string())
}

#[test]
fn sources_and_versions_are_computed_from_what_is_known() {
    let text = "variable \"v\" {}\nlocals {\n  l = upper(var.v)\n}\nmodule \"m\" {\n  source  = \"acme/${lower(local.l)}/aws\"\n  \
                version = var.v == \"x\" ? \"1.0\" : null\n}\n";
    for (given, source, version) in [("x", "acme/x/aws", Some("1.0")), ("y", "acme/y/aws", None)] {
        let module = early(text, &[("v", Value::from(given))]).module();
        assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
        let call = &module.value.calls[0];
        assert_eq!(
            (call.source.as_deref(), call.version.as_deref()),
            (Some(source), version)
        );
        assert!(call.unknown_source.is_none());
    }
}

#[test]
fn a_call_passes_what_is_known() {
    let text = "variable \"v\" {\n  default = \"a\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  known  = \"${var.v}b\"\n  later  = \
                terraform_data.d.id\n}\nresource \"terraform_data\" \"d\" {}\n";
    let early = early(text, &[]);
    let module = early.module().value;
    let passed = early.passed(&module.calls[0]);
    assert_eq!(passed[0], (Name::from("known"), Value::from("ab")));
    assert!(passed[1].0 == *"later" && !passed[1].1.is_known());
}

#[test]
fn the_reason_why_a_source_is_not_known_is_said() {
    let call = |source: &str, more: &str| format!("module \"m\" {{\n  source = {source}\n}}\n{more}");
    for (text, given, subject, why) in [
        (
            call(
                "\"./${local.a}\"",
                "locals {\n  a = var.v\n}\nvariable \"v\" {}\n",
            ),
            None,
            "\"./${local.a}\"",
            "the variable `v` has no value. Set it.",
        ),
        (
            call("var.v", "variable \"v\" {\n  default = \"./a\"\n}\n"),
            Some(Value::DYNAMIC),
            "var.v",
            "the value of the variable `v` is known only when a plan is made. Pass a known value.",
        ),
        (
            call(
                "local.a",
                "locals {\n  a = terraform_data.d.id\n}\nresource \"terraform_data\" \"d\" {}\n",
            ),
            None,
            "local.a",
            "`terraform_data.d` is known only when a plan is made. Use variables and local values.",
        ),
        (
            call("var.v", "variable \"v\" {\n  default = null\n}\n"),
            None,
            "var.v",
            "it is null. Set it to an address.",
        ),
        (
            call("var.v", "variable \"v\" {\n  default = [1]\n}\n"),
            None,
            "var.v",
            "it is tuple. Set it to a string.",
        ),
        (
            call(
                "var.v",
                "variable \"v\" {\n  default   = \"./a\"\n  sensitive = true\n}\n",
            ),
            None,
            "var.v",
            "it is computed from sensitive or ephemeral values, and addresses of modules are shown. Use other values.",
        ),
    ] {
        let given: Vec<(&str, Value)> = given.into_iter().map(|value| ("v", value)).collect();
        let module = early(&text, &given).module().value;
        let problem = module.calls[0].unknown_source.as_ref().expect("a problem");
        let detail = format!("The source of the module `m` is not known, because {why}");
        assert_eq!(
            found(problem, &text),
            ("hcl2::terraform::unknown-source", subject, detail)
        );
    }
}

#[test]
fn only_constant_variables_of_terraform_are_known() {
    // `terraform init` 1.15 reports this source as unknown.
    let text = "variable \"n\" {\n  default = \"a\"\n}\nlocals {\n  s = \"./${var.n}\"\n}\nmodule \"m\" {\n  source = local.s\n}\n";
    for (text, source, why) in [
        (
            text.to_owned(),
            None,
            Some("the variable `n` is not constant. Set `const = true` in its block."),
        ),
        (text.replacen("\n}", "\n  const = true\n}", 1), Some("./a"), None),
    ] {
        let file = SourceMap::new()
            .add("main.tf", text.as_str())
            .expect("a small source");
        let file = ModuleFile::parse(&file, Language::Terraform).value;
        let module = Module::from_files(&[file], Language::Terraform)
            .into_result()
            .expect("a sound module");
        let host: Arc<dyn Host> = Arc::new(NoHost);
        let early = Early::new(".", module, [], versioned_functions(Language::Terraform, &host));
        let call = early.module().value.calls[0].clone();
        assert_eq!(call.source.as_deref(), source);
        let detail = call.unknown_source.map(|problem| problem.detail.into_owned());
        let expected = why.map(|why| format!("The source of the module `m` is not known, because {why}"));
        assert_eq!(detail, expected);
    }
}

#[test]
fn an_unknown_source_is_reported_at_its_expression() {
    let text = "variable \"v\" {}\nmodule \"m\" {\n  source = var.v\n}\n";
    let module = early(text, &[]).module().value;
    let problem = module.calls[0].unknown_source.as_ref().expect("a problem");
    let (code, subject, _) = found(problem, text);
    assert_eq!((code, subject), ("hcl2::terraform::unknown-source", "var.v"));
}

#[test]
fn a_computed_address_is_checked_like_a_constant_one() {
    let text = "variable \"v\" {}\nmodule \"m\" {\n  source = var.v\n}\n";
    let module = early(text, &[("v", Value::from("mods/a"))]).module();
    let (code, subject, _) = found(&module.diagnostics[0], text);
    assert_eq!((code, subject), ("hcl2::terraform::invalid-source", "var.v"));
}

#[test]
fn a_version_beside_a_local_source_is_reported_once_unless_it_is_null() {
    for (source, version, given, expected) in [
        ("\"./a\"", "var.v", Value::from("1.0"), Some("var.v")),
        ("\"./a\"", "var.v", Value::null(Type::STRING), None),
        ("var.v", "\"1.0\"", Value::from("./a"), Some("var.v")),
        (
            "\"./${var.v}\"",
            "\"${var.v}.0\"",
            Value::from("1"),
            Some("\"./${var.v}\""),
        ),
    ] {
        let text = format!(
            "variable \"v\" {{}}\nmodule \"m\" {{\n  source  = {source}\n  version = {version}\n}}\n"
        );
        let module = early(&text, &[("v", given)]).module();
        let problems: Vec<_> = module
            .diagnostics
            .iter()
            .map(|problem| found(problem, &text))
            .collect();
        let problems: Vec<_> = problems
            .iter()
            .map(|(code, subject, _)| (*code, *subject))
            .collect();
        let expected: Vec<_> = expected
            .map(|subject| ("hcl2::terraform::invalid-version", subject))
            .into_iter()
            .collect();
        assert_eq!(problems, expected, "{text}");
    }
}

#[test]
fn what_is_not_checked_is_returned_with_the_reason() {
    let text = "resource \"acme_disk\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\ndata \"acme_disk\" \"c\" {}\n\
                module \"far\" {\n  source = \"acme/vpc/aws\"\n}\nmodule \"near\" {\n  source = \"./near\"\n}\n";
    let tree = ModuleTree {
        module: module(text),
        ..ModuleTree::default()
    };
    let unchecked = tree.unchecked(None);
    let whys: Vec<_> = unchecked
        .iter()
        .map(|unchecked| match unchecked {
            Unchecked::Arguments {
                provider, resources, ..
            } => format!("{provider}: {resources}"),
            Unchecked::Module { name, why, .. } => format!("{name}: {why:?}"),
            other => format!("{other:?}"),
        })
        .collect();
    let far = format!("far: {:?}", UnreadModule::NotInstalled);
    let near = format!("near: {:?}", UnreadModule::Errors);
    assert_eq!(whys, ["registry.opentofu.org/hashicorp/acme: 2", &far, &near]);
    let notes: Vec<_> = unchecked
        .iter()
        .map(|unchecked| found(&unchecked.note(), text))
        .collect();
    let places: Vec<_> = notes.iter().map(|(code, subject, _)| (*code, *subject)).collect();
    assert_eq!(
        places,
        [
            ("hcl2::terraform::not-checked", "resource \"acme_disk\" \"a\""),
            ("hcl2::terraform::not-checked", "module \"far\""),
            ("hcl2::terraform::not-checked", "module \"near\"")
        ]
    );
    assert!(unchecked.iter().all(|unchecked| unchecked.note().is_note()));
}

/// A host that may read nothing but `a`.
#[derive(Debug)]
struct OnlyA;

impl Host for OnlyA {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        self.kind(path).map(|_| b"content".to_vec())
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        match path {
            "a" => Ok(Some(FileKind::File)),
            _ => Err(HostError::refusal("it is not `a`")),
        }
    }
}

#[test]
fn one_file_that_may_not_be_read_is_a_warning() {
    let text = "locals {\n  a = file(\"a\")\n  b = file(\"b\")\n  c = [file(\"c\")].x\n}\n";
    let tree = ModuleTree {
        module: module(text),
        ..ModuleTree::default()
    };
    let problems = CheckOptions {
        host: Some(Arc::new(OnlyA)),
        ..CheckOptions::default()
    }
    .validate(&tree);
    let refused: Vec<_> = problems.iter().filter(|problem| !problem.is_error()).collect();
    assert_eq!(refused.len(), 1, "{problems:?}");
    let (code, subject, detail) = found(refused[0], text);
    assert_eq!((code, subject), ("hcl2::terraform::refused-file", "b"));
    assert!(
        detail.contains("nothing is read from \"b\": it is not `a`"),
        "{detail}"
    );
}

#[test]
fn neither_the_workspace_nor_the_current_directory_is_assumed() {
    let text = "locals {\n  a = { prod = 1 }[terraform.workspace]\n  b = { here = 1 }[path.cwd]\n}\n";
    let tree = ModuleTree {
        module: module(text),
        ..ModuleTree::default()
    };
    assert!(tree.validate(None).is_empty());
    let problems = CheckOptions {
        workspace: Some("dev".to_owned()),
        working_directory: Some("/there".to_owned()),
        ..CheckOptions::default()
    }
    .validate(&tree);
    let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
    assert_eq!(codes, ["hcl2::expr::invalid-index"; 2]);
}
