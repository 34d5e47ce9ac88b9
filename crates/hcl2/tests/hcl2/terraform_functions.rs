//! The functions of Terraform: their examples, the directory that they can read, and templates.

use std::path::Path;
use std::sync::Arc;

use hcl2::diagnostics::{Outcome, SourceMap};
use hcl2::functions::{self, Example, FileKind, Host, HostError, NoHost, PointInTime};
use hcl2::model::{EvalContext, FunctionTable};
use hcl2::terraform::table::Language;
use hcl2::terraform::versioned_functions;
use hcl2::value::Value;
use hcl2::{DirectoryHost, standard_functions, terraform_functions};

/// The host of the examples.
#[derive(Debug)]
struct ExampleHost;

const FILES: &[(&str, &[u8])] = &[
    ("greeting.txt", b"hello"),
    ("greeting.tftpl", b"hello, ${name}"),
    ("key.pem", include_bytes!("../data/key.pem")),
    ("secret.txt", include_bytes!("../data/secret.txt")),
];

impl Host for ExampleHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let found = FILES.iter().find(|(name, _)| *name == path);
        found
            .map(|(_, content)| content.to_vec())
            .ok_or_else(|| HostError::new("nothing exists at this path"))
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        if path == "." {
            return Ok(Some(FileKind::Directory));
        }
        Ok(self.read(path).is_ok().then_some(FileKind::File))
    }

    fn entries(&self, path: &str) -> Result<Vec<functions::DirectoryEntry>, HostError> {
        assert_eq!(path, ".");
        let entry = |name: &str| functions::DirectoryEntry {
            name: name.to_owned(),
            kind: FileKind::File,
        };
        // The key and the secret exist for one example only.
        Ok(FILES[..2].iter().map(|(name, _)| entry(name)).collect())
    }

    fn absolute(&self, path: &str) -> Result<String, HostError> {
        Ok(format!("/work/{path}"))
    }

    fn home(&self) -> Result<String, HostError> {
        Ok("/home/you".to_owned())
    }

    fn now(&self) -> Result<PointInTime, HostError> {
        Ok(PointInTime {
            seconds: 1_136_214_245,
            nanoseconds: 999_999_999,
        })
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        buffer.fill(0);
        Ok(())
    }
}

fn table(host: impl Host + 'static) -> FunctionTable {
    terraform_functions(&(Arc::new(host) as _))
}

fn evaluate(text: &str, functions: &FunctionTable) -> Result<Value, String> {
    let mut sources = SourceMap::new();
    let source = sources.add("<test>", text).expect("it is short");
    let expression = hcl2::ParseOptions::new()
        .parse_expression(&source)
        .into_result()
        .expect("it has no syntax error");
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_functions(functions.clone());
    let Outcome {
        value,
        diagnostics: problems,
    } = expression.evaluate(Some(&context));
    match problems.iter().find(|problem| problem.is_error()) {
        None => Ok(value),
        Some(problem) => Err(format!("{} {}", problem.code.id(), problem.detail)),
    }
}

fn run(examples: &[Example], functions: &FunctionTable) {
    for example in examples {
        let result =
            evaluate(example.call, functions).unwrap_or_else(|error| panic!("{}: {error}", example.call));
        let expected = evaluate(example.result, functions).and_then(|expected| {
            let converted = expected.convert(result.ty());
            converted.map_err(|error| error.to_string())
        });
        assert_eq!(expected.as_ref(), Ok(&result), "{}", example.call);
    }
}

/// Returns the names in a table that are in no namespace.
fn names(functions: &FunctionTable) -> Vec<&str> {
    let all = functions.iter().map(|(name, _)| name.as_str());
    all.filter(|name| !name.contains("::")).collect()
}

#[test]
fn examples_of_standard_functions_have_the_documented_results() {
    let functions = standard_functions();
    let examples = functions::standard_examples();
    run(&examples, &functions);
    let named: Vec<&str> = examples.iter().map(|example| example.function).collect();
    assert_eq!(named, names(&functions));
}

#[test]
fn examples_of_terraform_functions_have_the_documented_results() {
    let functions = table(ExampleHost);
    let examples = functions::terraform_examples();
    run(&examples, &functions);
    let named: Vec<&str> = examples.iter().map(|example| example.function).collect();
    assert_eq!(named, names(&functions));
}

#[test]
fn examples_of_opentofu_functions_have_the_documented_results() {
    let functions = versioned_functions(Language::OpenTofu, &(Arc::new(NoHost) as _));
    let examples = functions::opentofu_examples();
    run(&examples, &functions);
    let of_terraform = table(NoHost);
    let added: Vec<&str> = names(&functions)
        .into_iter()
        .filter(|name| of_terraform.get(name).is_none())
        .collect();
    let named: Vec<&str> = examples.iter().map(|example| example.function).collect();
    assert_eq!(named, added);
}

#[test]
fn every_example_calls_its_function() {
    for example in functions::standard_examples()
        .iter()
        .chain(&functions::terraform_examples())
        .chain(&functions::opentofu_examples())
    {
        assert!(
            example.call.contains(&format!("{}(", example.function)),
            "{}",
            example.call
        );
    }
}

#[test]
fn every_function_is_also_in_the_namespace_core() {
    let functions = table(NoHost);
    for name in names(&functions) {
        assert!(functions.get(&format!("core::{name}")).is_some(), "{name}");
    }
    assert_eq!(evaluate("core::upper(\"a\")", &functions), Ok(Value::from("A")));
}

#[test]
fn functions_without_a_host_see_nothing_of_the_machine() {
    let functions = table(NoHost);
    let calls = [
        "file(\"a\")",
        "filesha256(\"a\")",
        "fileexists(\"a\")",
        "fileset(\".\", \"*\")",
        "abspath(\"a\")",
        "pathexpand(\"~\")",
        "timestamp()",
        "plantimestamp()",
        "uuid()",
        "templatefile(\"a\", {})",
    ];
    for call in calls {
        let error = evaluate(call, &functions).unwrap_err();
        assert!(error.contains("here"), "{call}: {error}");
    }
    assert_eq!(evaluate("pathexpand(\"a\")", &functions), Ok(Value::from("a")));
}

/// OpenTofu's change log of 1.7.0: "`templatefile` function can now be called recursively", up to 1,024 deep.
#[test]
fn templates_call_templatefile_in_opentofu_up_to_a_limit() {
    let directory = tempfile::tempdir().expect("a test directory can be created");
    let down = "${n}-%{ if n > 1 }${templatefile(\"a.tftpl\", {n = n - 1})}%{ endif }";
    std::fs::write(directory.path().join("a.tftpl"), down).expect("a test directory can be created");
    let twice = "${templatefile(\"b.tftpl\", {})}${core::templatefile(\"b.tftpl\", {})}";
    std::fs::write(directory.path().join("b.tftpl"), twice).expect("a test directory can be created");
    let host: Arc<dyn Host> = Arc::new(DirectoryHost::new(directory.path()).expect("a directory"));
    let of = |language| versioned_functions(language, &host);
    let (terraform, opentofu) = (of(Language::Terraform), of(Language::OpenTofu));
    assert_eq!(
        evaluate("templatefile(\"a.tftpl\", {n = 3})", &opentofu),
        Ok(Value::from("3-2-1-"))
    );
    let error = evaluate("templatefile(\"a.tftpl\", {n = 3})", &terraform).unwrap_err();
    assert!(error.contains("cannot call templatefile"), "{error}");
    let deep = |n: u32| {
        evaluate(
            &format!("startswith(templatefile(\"a.tftpl\", {{n = {n}}}), \"{n}-\")"),
            &opentofu,
        )
    };
    assert_eq!(deep(1025), Ok(Value::from(true)));
    let error = deep(1026).unwrap_err();
    assert!(error.contains("more than 1024 deep"), "{error}");
    // A template without an end takes what an evaluation may take, and no more.
    assert_eq!(
        evaluate("templatefile(\"b.tftpl\", {})", &opentofu)
            .unwrap_err()
            .to_string(),
        "hcl2::expr::limit-exceeded The budget is spent: the evaluation exceeds the limit of 50000000 steps. One expression may take half of what is left of it; `Limits::with_steps` or `--max-steps` raises it."
    );
}

/// Creates a directory with a file in it, beside a secret file.
fn directories() -> (tempfile::TempDir, DirectoryHost) {
    let outer = tempfile::tempdir().expect("a test directory can be created");
    let inner = outer.path().join("inner");
    std::fs::create_dir_all(inner.join("sub")).expect("a test directory can be created");
    std::fs::write(outer.path().join("secret.txt"), "s3cr3t").expect("a test directory can be created");
    std::fs::write(inner.join("open.txt"), "open").expect("a test directory can be created");
    std::fs::write(inner.join("sub/deep.txt"), "deep").expect("a test directory can be created");
    let host = DirectoryHost::new(&inner).expect("a test directory can be created");
    (outer, host)
}

const OUTSIDE: &str =
    "the path leads out of the directories that may be read, to which `--allow-read` adds another";

#[test]
fn a_directory_host_shows_everything_below_its_directory() {
    let (outer, host) = directories();
    assert_eq!(host.read("open.txt"), Ok(b"open".to_vec()));
    assert_eq!(host.read("sub/../open.txt"), Ok(b"open".to_vec()));
    let absolute = outer.path().canonicalize().unwrap().join("inner/sub/deep.txt");
    assert_eq!(host.read(absolute.to_str().unwrap()), Ok(b"deep".to_vec()));
    assert_eq!(host.kind("sub"), Ok(Some(FileKind::Directory)));
    assert_eq!(host.kind("sub/none/deeper"), Ok(None));
    assert_eq!(
        host.read("none").unwrap_err().to_string(),
        "nothing exists at this path"
    );
    assert_eq!(host.read("sub").unwrap_err().to_string(), "not a file");
}

#[test]
fn a_directory_host_shows_nothing_outside_its_directory() {
    let (outer, host) = directories();
    let secret = outer.path().join("secret.txt");
    let paths = [
        "../secret.txt",
        "sub/../../secret.txt",
        "/etc/passwd",
        "..",
        "/",
        "../none",
        "none/../../secret.txt",
    ];
    for path in paths.into_iter().chain([secret.to_str().unwrap()]) {
        assert_eq!(host.read(path).unwrap_err().to_string(), OUTSIDE, "{path}");
        assert_eq!(host.kind(path).unwrap_err().to_string(), OUTSIDE, "{path}");
        assert_eq!(host.entries(path).unwrap_err().to_string(), OUTSIDE, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_directory_shows_nothing() {
    let (outer, host) = directories();
    let inner = outer.path().join("inner");
    std::os::unix::fs::symlink(outer.path(), inner.join("up")).unwrap();
    std::os::unix::fs::symlink("open.txt", inner.join("same")).unwrap();
    std::os::unix::fs::symlink(".", inner.join("sub/loop")).unwrap();
    assert_eq!(host.read("up/secret.txt").unwrap_err().to_string(), OUTSIDE);
    assert_eq!(host.kind("up/none").unwrap_err().to_string(), OUTSIDE);
    assert_eq!(host.read("same"), Ok(b"open".to_vec()));
    let functions = table(host);
    let all = evaluate("fileset(\".\", \"**\")", &functions).unwrap();
    let expected = ["open.txt", "same", "sub/deep.txt"].map(Value::from);
    assert_eq!(all.elements(), Some(expected.as_slice()));
}

#[test]
fn a_directory_that_a_pattern_leads_to_in_many_ways_is_searched_once() {
    let (outer, host) = directories();
    let deep = "a/".repeat(24);
    std::fs::create_dir_all(outer.path().join("inner").join(&deep)).unwrap();
    let file = format!("{deep}f");
    std::fs::write(outer.path().join("inner").join(&file), "").unwrap();
    let functions = table(host);
    for pattern in [
        format!("{}f", "**/a/".repeat(20)),
        format!("{}f", "**/".repeat(10_000)),
    ] {
        let found = evaluate(&format!("fileset(\".\", \"{pattern}\")"), &functions).unwrap();
        assert_eq!(
            found.elements(),
            Some(&[Value::from(file.as_str())][..]),
            "{pattern:.20}"
        );
    }
}

#[test]
fn a_directory_host_needs_a_directory() {
    let (outer, _) = directories();
    let refused = |path: &Path, reason: &str| {
        let error = DirectoryHost::new(path).unwrap_err().to_string();
        let path = path.display();
        let detail = format!("The directory {path} cannot be read: {reason}.");
        assert_eq!(
            error,
            format!("error[hcl2::source::unreadable]: Unreadable directory\n  {detail}")
        );
    };
    refused(&outer.path().join("secret.txt"), "not a directory");
    refused(
        Path::new("/no/such/directory"),
        "No such file or directory (os error 2)",
    );
}

#[test]
fn the_plan_time_stays_the_same_and_identifiers_differ() {
    let (_outer, host) = directories();
    let functions = table(host.plan_time(PointInTime {
        seconds: 0,
        nanoseconds: 0,
    }));
    assert_eq!(
        evaluate("plantimestamp()", &functions),
        Ok(Value::from("1970-01-01T00:00:00Z"))
    );
    assert_eq!(
        evaluate("timecmp(timestamp(), \"2020-01-01T00:00:00Z\")", &functions),
        Ok(Value::from(1))
    );
    assert_eq!(evaluate("uuid() == uuid()", &functions), Ok(Value::from(false)));
}

#[test]
fn an_error_in_a_template_has_its_position() {
    let functions = table(ExampleHost);
    let call = |template: &str, vars: &str| {
        evaluate(
            &format!("[for t in [\"{template}\"] : templatestring(t, {vars})][0]"),
            &functions,
        )
        .unwrap_err()
    };
    let error = call("a\\n$${b}", "{}");
    assert!(
        error.contains("the variable b in line 2, column 3 of the template"),
        "{error}"
    );
    let error = call("a $${", "{}");
    assert!(
        error.contains("the template has an error in line 1, column"),
        "{error}"
    );
    let error = call("$${templatestring(t, {})}", "{t = 1}");
    assert!(
        error.contains("a template that is rendered by a function cannot call templatestring"),
        "{error}"
    );
    let error = evaluate("templatestring(\"a\", {})", &functions).unwrap_err();
    assert!(error.contains("must be written as a reference"), "{error}");
}

#[test]
fn opentofu_renders_any_string_to_any_value() {
    let functions = versioned_functions(Language::OpenTofu, &(Arc::new(ExampleHost) as _));
    let value = |call: &str| evaluate(call, &functions);
    assert_eq!(
        value("templatestring(\"a $${n}\", {n = 1})"),
        Ok(Value::from("a 1"))
    );
    assert_eq!(
        value("templatestring(\"$${n}\", {n = [true]})"),
        Ok(Value::tuple([Value::from(true)]))
    );
    assert_eq!(
        value("issensitive(templatestring(\"$${n}\", sensitive({n = 1})))"),
        Ok(Value::from(true))
    );
    let error = value("templatestring(\"$${m}\", {n = 1})").unwrap_err();
    assert!(error.contains("the variable m in line 1, column 3"), "{error}");
}

#[test]
fn marked_parts_of_a_template_mark_the_result_and_stay_out_of_messages() {
    let functions = table(ExampleHost);
    let calls = [
        "templatefile(\"greeting.tftpl\", {name = sensitive(\"s3cr3t\")})",
        "templatefile(\"greeting.tftpl\", sensitive({name = \"s3cr3t\"}))",
        "[for t in [sensitive(\"s3cr3t\")] : templatestring(t, {})][0]",
        "[for t in [\"$${n}\"] : templatestring(t, {n = sensitive(\"s3cr3t\")})][0]",
    ];
    for call in calls {
        assert_eq!(
            evaluate(&format!("issensitive({call})"), &functions),
            Ok(Value::from(true)),
            "{call}"
        );
    }
    let call = "[for t in [sensitive(\"s3cr3t $${\")] : templatestring(t, {})][0]";
    let error = evaluate(call, &functions).unwrap_err();
    assert!(!error.contains("s3cr3t"), "{error}");
    let call = "[for t in [sensitive(\"$${s3cr3t}\")] : templatestring(t, {})][0]";
    let error = evaluate(call, &functions).unwrap_err();
    assert!(!error.contains("s3cr3t"), "{error}");
}
