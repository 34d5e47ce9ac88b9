//! Files of tests and mocks.

use crate::support::{found, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::{FileKind, Language};
use hcl2_terraform::{Module, ModuleFile, TestFile};

fn problems(name: &str, text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let kind = FileKind::of(name).expect("a kind of file");
    file.value.check(kind, Language::Terraform, None)
}

const UNDECLARED: &str = "hcl2::terraform::undeclared";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";

#[test]
fn only_earlier_runs_are_available() {
    let text = "provider \"p\" {\n  a = run.setup.b\n}\nrun \"setup\" {\n  variables {\n    c = run.later.d\n  }\n}\nrun \"later\" {\n  assert {\n    condition     = run.setup.b == run.setpu.b\n    error_message = run.later.d\n  }\n}\n";
    let problems = problems("a.tftest.hcl", text);
    assert_eq!(
        found(&problems, text),
        [
            (UNDECLARED, "run.later.d"),
            (UNDECLARED, "run.setpu.b"),
            (UNDECLARED, "run.later.d"),
        ]
    );
    assert!(!problems.has_errors());
    assert_eq!(
        problems[1].detail,
        "The file declares no run `setpu`. Did you mean `setup`?"
    );
    assert_eq!(problems[1].suggestions[0].replacement, ".setup");
}

#[test]
fn blocks_that_repeat_others_are_reported() {
    let text = "variables {\n}\nvariables {\n}\nprovider \"p\" {\n}\nmock_provider \"p\" {\n  mock_data \"d\" {\n  }\n  mock_resource \"d\" {\n  }\n  mock_data \"d\" {\n  }\n}\nmock_provider \"p\" {\n  alias = \"q\"\n}\noverride_resource {\n  target = a.b[0]\n}\noverride_resource {\n  target = a.b[1]\n}\noverride_resource {\n  target = a.b[0]\n}\nrun \"r\" {\n  override_resource {\n    target = a.b[0]\n  }\n}\n";
    let expected = [
        (DUPLICATE, "variables"),
        (DUPLICATE, "mock_provider \"p\""),
        (DUPLICATE, "mock_data \"d\""),
        (DUPLICATE, "override_resource"),
    ];
    let problems = problems("a.tftest.hcl", text);
    assert_eq!(found(&problems, text), expected);
    let lines: Vec<usize> = problems
        .iter()
        .filter_map(|problem| Some(text[..problem.subject?.start as usize].lines().count()))
        .collect();
    assert_eq!(lines, [2, 6, 12, 23]);
}

#[test]
fn mocked_objects_are_declared_once_in_a_file_of_mocks() {
    let text = "{\"mock_data\": {\"d\": [{}, {}]}, \"override_data\": [{\"target\": \"data.a.b\"}, {\"target\": \"data.a.c\"}]}";
    let codes: Vec<&str> = problems("a.tfmock.json", text)
        .iter()
        .map(|problem| problem.code.id())
        .collect();
    assert_eq!(codes, [DUPLICATE]);
}

#[test]
fn arguments_of_runs_fit_together() {
    let text = "run \"a\" {\n  command = plan\n  plan_options {\n    mode    = refresh-only\n    refresh = false\n  }\n  module {\n    source  = \"./b\"\n    version = \"1.0\"\n  }\n  expect_failures = [var.a, output.b, check.c, d.e, data.f.g, local.h, module.i, path.module]\n}\n";
    let expected = [
        ("hcl2::terraform::conflicting-arguments", "refresh = false"),
        ("hcl2::terraform::invalid-version", "\"./b\""),
        ("hcl2::terraform::invalid-target", "local.h"),
        ("hcl2::terraform::invalid-target", "module.i"),
        ("hcl2::terraform::invalid-target", "path.module"),
    ];
    assert_eq!(found(&problems("a.tftest.hcl", text), text), expected);
}

#[test]
fn mocked_values_are_constants_up_to_a_version() {
    let text = "mock_provider \"a\" {\n  mock_resource \"a_b\" {\n    defaults = {\n      c = upper(\"d\")\n    }\n  }\n}\nrun \"e\" {\n  override_module {\n    target  = module.f\n    outputs = { g = var.h }\n  }\n  override_resource {\n    target = a_b.c\n    values = { d = [1, \"e\"] }\n  }\n}\n";
    let file = ModuleFile::parse(&source("a.tftest.hcl", text), Language::Terraform).value;
    let kind = FileKind::of("a.tftest.hcl").expect("a kind of file");
    let at = |version: &str| {
        let version = version.parse().expect("a version");
        file.check(kind, Language::Terraform, Some(version))
    };
    let code = "hcl2::terraform::unsupported-version";
    assert_eq!(
        found(&at("terraform@1.14"), text),
        [(code, "upper"), (code, "var.h")]
    );
    assert!(at("terraform@1.15").is_empty());
}

/// Returns the problems of tests of a module, whose runs may also test a module in `./setup`.
fn tested(main: &str, setup: &str, tests: &str) -> Diagnostics {
    let read = |name: &str, text: &str| ModuleFile::parse(&source(name, text), Language::Terraform).value;
    let module = |text: &str| Module::from_files(&[read("main.tf", text)], Language::Terraform).value;
    let (main, setup) = (module(main), module(setup));
    let tests = TestFile::read(&read("a.tftest.hcl", tests), Language::Terraform);
    tests.check(&main, &|source| (source == "./setup").then_some(&setup))
}

#[test]
fn objects_that_the_tested_module_does_not_declare_are_warnings() {
    let main = "variable \"size\" {\n}\nlocals {\n  a = 1\n}\noutput \"id\" {\n  value = 1\n}\ncheck \"up\" {\n}\n\
                resource \"x_y\" \"z\" {\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n";
    let setup = "output \"key\" {\n  value = 1\n}\n";
    let text = "variables {\n  given = 1\n}\noverride_resource {\n  target = x_y.w\n}\nrun \"a\" {\n  \
                expect_failures = [var.size, output.ib, check.ub, x_y.z]\n  assert {\n    \
                condition     = var.sise == var.given && local.b == output.id && x_y.z.w == module.n.o\n    \
                error_message = \"${output.id} ${data.x_y.z.w} ${run.b.key}\"\n  }\n}\nrun \"b\" {\n  module {\n    \
                source = \"./setup\"\n  }\n  override_module {\n    target = module.m\n  }\n  assert {\n    \
                condition     = output.key == output.id\n    error_message = path.module\n  }\n}\nrun \"c\" {\n  module {\n    \
                source = \"./other\"\n  }\n  assert {\n    condition     = output.any\n    error_message = \"\"\n  }\n}\n";
    let problems = tested(main, setup, text);
    let expected = [
        "x_y.w",
        "output.ib",
        "check.ub",
        "var.sise",
        "local.b",
        "module.n",
        "data.x_y.z",
        "module.m",
        "output.id",
    ];
    assert_eq!(
        found(&problems, text),
        expected.map(|subject| (UNDECLARED, subject))
    );
    assert!(!problems.has_errors());
    let suggested = |index: usize| problems[index].suggestions[0].replacement.clone();
    assert_eq!([1, 2, 3].map(suggested), ["output.id", "check.up", "var.size"]);
}

#[test]
fn runs_configure_the_providers_that_their_modules_expect() {
    const PROVIDER: &str = "hcl2::terraform::provider-configuration";
    let module = "terraform {\n  required_providers {\n    t = {\n      source                = \"a/t\"\n      \
                  configuration_aliases = [t.two, t.three]\n    }\n  }\n}\nresource \"t_a\" \"b\" {\n  provider = t.two\n}\n";
    let two = "provider \"t\" {\n  alias = \"two\"\n}\n";
    let run = |providers: &str| format!("run \"a\" {{\n{providers}}}\n");
    let passes = "  providers = {\n    t = t\n  }\n";
    for (text, expected) in [
        (run(""), vec![(PROVIDER, "run \"a\"")]),
        (format!("{two}{}", run("")), vec![]),
        (
            format!("provider \"t\" {{}}\n{two}{}", run(passes)),
            vec![(PROVIDER, "run \"a\"")],
        ),
        (
            format!("{two}{}", run("  providers = {\n    t.two = t.two\n  }\n")),
            vec![],
        ),
        (
            run("  providers = {\n    t.two = t.two\n  }\n"),
            vec![(PROVIDER, "t.two")],
        ),
        (run("  module {\n    source = \"./setup\"\n  }\n"), vec![]),
    ] {
        let problems = tested(module, "", &text);
        assert_eq!(found(&problems, &text), expected, "{text}");
        // A provider that the file does not configure is reported by the test alone.
        assert_eq!(
            problems.has_errors(),
            expected.iter().any(|(_, subject)| *subject != "t.two")
        );
    }
}

#[test]
fn configurations_are_of_the_provider_that_the_first_run_makes_of_them() {
    const PROVIDER: &str = "hcl2::terraform::provider-configuration";
    let module = "terraform {\n  required_providers {\n    a = {\n      source = \"terraform.io/builtin/terraform\"\n    }\n    \
                  b = {\n      source = \"hashicorp/b\"\n    }\n  }\n}\n";
    let setup = module.replace("hashicorp/b", "other/b");
    let own = |name: &str| format!("provider \"{name}\" {{}}\n");
    let run = |name: &str, providers: &str| format!("run \"{name}\" {{\n  providers = {{{providers}}}\n}}\n");
    let plain = "run \"plain\" {\n}\n";
    let inner = "run \"inner\" {\n  module {\n    source = \"./setup\"\n  }\n  providers = { b = b }\n}\n";
    let x = own("x") + &run("one", " a = x\n b = x\n");
    for (text, expected) in [
        (own("a") + plain + &run("two", " b = a "), vec!["a"]),
        (x, vec!["x"]),
        (own("b") + &run("one", " a = b ") + plain, vec!["provider \"b\""]),
        (own("x") + &run("one", " a = x ") + plain, vec![]),
        (own("b") + plain + inner, vec![]),
        (own("b") + inner + plain, vec!["provider \"b\""]),
        (run("one", " b = a "), vec![]),
    ] {
        let problems = tested(module, &setup, &text);
        let errors = found(&problems, &text);
        let errors = errors.into_iter().filter(|_| problems.has_errors());
        let expected: Vec<_> = expected.into_iter().map(|subject| (PROVIDER, subject)).collect();
        assert_eq!(errors.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn runs_and_configurations_are_compared_with_a_module_in_linear_time() {
    let module = |count: usize| {
        let aliases: Vec<String> = (0..count).map(|index| format!("a.x{index}")).collect();
        let uses: String = aliases
            .iter()
            .enumerate()
            .map(|(index, alias)| format!("resource \"a_b\" \"r{index}\" {{\n  provider = {alias}\n}}\n"))
            .collect();
        let aliases = aliases.join(", ");
        format!(
            "terraform {{\n  required_providers {{\n    a = {{\n      configuration_aliases = [{aliases}]\n    }}\n  }}\n}}\n{uses}"
        )
    };
    let tests = |count: usize| -> String {
        let block = |index| {
            format!(
                "provider \"a\" {{\n  alias = \"x{index}\"\n}}\nrun \"r{index}\" {{\n  providers = {{\n    a.x0 = a.x{index}\n  }}\n}}\n"
            )
        };
        (0..count).map(block).collect()
    };
    let files = |count| (module(count), tests(count));
    hcl2_testing::assert_linear("runs and configurations", 200, files, |(main, tests)| {
        tested(&main, "", &tests)
    });
}

#[test]
fn references_to_earlier_runs_are_found_in_linear_time() {
    let module = Module::from_files(&[], Language::Terraform).value;
    let runs = |count: usize| -> String {
        let earlier = |index: usize| if index < 2 { "v" } else { "r" };
        let block = |index: usize| {
            let own = index.saturating_sub(1);
            let root = earlier(index);
            format!(
                "run \"r{index}\" {{\n  assert {{\n    condition     = run.{root}{own}.o\n    error_message = \"\"\n  }}\n}}\n"
            )
        };
        (0..count).map(block).collect()
    };
    let undeclared = |text: String| {
        let file = ModuleFile::parse(&source("a.tftest.hcl", &text), Language::Terraform).value;
        let tests = TestFile::read(&file, Language::Terraform);
        let conditions = tests
            .runs
            .iter()
            .filter_map(|run| Some((run, run.asserts[0].condition.as_ref()?)));
        let references = conditions
            .flat_map(|(run, condition)| condition.variables().into_iter().map(move |own| (run, own)));
        references
            .filter_map(|(run, reference)| tests.undeclared(run, &module, &reference))
            .count()
    };
    assert_eq!(undeclared(runs(20)), 2);
    hcl2_testing::assert_linear("references to runs", 400, runs, undeclared);
}

#[test]
fn references_to_lists_name_one_of_the_found_objects() {
    let text = "list \"a_b\" \"c\" {\n  provider = a\n}\nlist \"a_b\" \"d\" {\n  provider = a\n  config {\n    \
                all   = list.a_b.c.data\n    one   = list.a_b.c.data[0].state.id\n    key   = list.a_b.c[\"k\"].data[0]\n    \
                state = list.a_b.c.state.id\n    part  = list.a_b.c.data.id\n    index = list.a_b.c[0].state\n  }\n}\n";
    let expected = ["list.a_b.c.state.id", "list.a_b.c.data.id", "list.a_b.c[0].state"];
    let expected = expected.map(|subject| ("hcl2::terraform::invalid-reference", subject));
    assert_eq!(found(&problems("a.tfquery.hcl", text), text), expected);
}

#[test]
fn configurations_in_tests_have_valid_aliases() {
    let text = "provider \"p\" {\n  alias = \"a.b\"\n}\nmock_provider \"p\" {\n  alias = \"c d\"\n}\n";
    let expected = [
        ("hcl2::terraform::invalid-name", "\"a.b\""),
        ("hcl2::terraform::invalid-name", "\"c d\""),
    ];
    assert_eq!(found(&problems("a.tftest.hcl", text), text), expected);
}

#[test]
fn runs_test_modules_of_directories_and_registries() {
    for (source, is_valid) in [
        ("./a", true),
        ("a/b/c", true),
        ("git::https://a.example/b.git", false),
    ] {
        let text = format!("run \"r\" {{\n  module {{\n    source = \"{source}\"\n  }}\n}}\n");
        let subject = format!("\"{source}\"");
        let expected = [("hcl2::terraform::invalid-source", subject.as_str())];
        let problems = problems("a.tftest.hcl", &text);
        assert_eq!(
            found(&problems, &text),
            if is_valid { &[][..] } else { &expected }
        );
    }
}

#[test]
fn files_of_mocks_override_no_modules() {
    let text = "override_module {\n  target = module.a\n}\n";
    let expected = [("hcl2::body::unsupported-block", "override_module")];
    assert_eq!(found(&problems("a.tfmock.hcl", text), text), expected);
}

#[test]
fn paths_of_called_modules_are_found_in_both_syntaxes() {
    for (name, text, expected) in [
        (
            "main.tf",
            "module \"a\" {\n  source = \"./a\"\n  x      = 1\n}\nmodule \"b\" {\n  source = \"a/b/c\"\n}\n",
            &["./a"][..],
        ),
        (
            "main.tf.json",
            r#"{"module": {"a": {"source": "../a", "x": 1}, "b": {"source": "${var.b}"}}, "locals": {"x": 1}}"#,
            &["../a"],
        ),
        (
            "a.tftest.hcl",
            "run \"a\" {\n  module {\n    source = \"./tests/a\"\n  }\n}\nrun \"b\" {\n}\n",
            &["./tests/a"],
        ),
        (
            "a.tftest.json",
            r#"{"run": {"a": {"module": {"source": "./tests/a"}}, "b": {"command": "plan"}}}"#,
            &["./tests/a"],
        ),
    ] {
        let source = source(name, text);
        let file = ModuleFile::parse(&source, Language::Terraform).value;
        let found = file.called_paths();
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, expected, "{name}");
        let quoted = &text[found[0].1.start as usize..found[0].1.end as usize];
        assert_eq!(quoted, format!("\"{}\"", paths[0]), "{name}");
    }
}

#[test]
fn modules_that_runs_test_have_nothing_of_root_modules() {
    let read = |name: &str, text: &str| ModuleFile::parse(&source(name, text), Language::Terraform).value;
    let version = |text: &str| text.parse().expect("a version");
    let module_at =
        |text: &str, name| Module::from_versioned_files(&[read("main.tf", text)], version(name)).value;
    let module = |text: &str| module_at(text, "terraform@1.16");
    let text = "terraform {\n  backend \"local\" {\n  }\n}\n";
    let with_backend = module(text);
    let tests = "run \"a\" {\n}\nrun \"b\" {\n  module {\n    source = \"./b\"\n  }\n}\n";
    let tests = TestFile::read(&read("a.tftest.hcl", tests), Language::Terraform);
    let problems = |called: &Module| tests.check(&with_backend, &|_| Some(called));
    assert_eq!(
        found(&problems(&with_backend), text),
        [("hcl2::terraform::ignored-setting", "backend \"local\"")]
    );
    assert!(!problems(&with_backend).has_errors());
    assert!(problems(&module("")).is_empty());
    let import = "resource \"a_b\" \"c\" {\n}\nimport {\n  to = a_b.c\n  id = \"d\"\n}\n";
    assert!(problems(&module(import)).is_empty());
    let of_import = problems(&module_at(import, "terraform@1.14"));
    assert_eq!(
        found(&of_import, import),
        [("hcl2::terraform::invalid-target", "import")]
    );
    assert!(of_import.has_errors());
}

#[test]
fn overridden_outputs_are_those_of_the_module() {
    let read = |name: &str, text: &str| ModuleFile::parse(&source(name, text), Language::Terraform).value;
    let module = |text: &str| Module::from_files(&[read("main.tf", text)], Language::Terraform).value;
    let outer = module("module \"net\" {\n  source   = \"./net\"\n  for_each = {}\n}\n");
    let inner = module("output \"id\" {\n  value = 1\n}\n");
    let called = |source: &str| ["./net", "./b/net"].contains(&source).then_some(&inner);
    let called = |source: &str| called(source).or((source == "./b").then_some(&outer));
    let own = "override_module {\n  target  = module.net[\"a\"]\n  outputs = { id = 1, idd = 2 }\n}\n";
    let in_run = format!("run \"a\" {{\n  module {{\n    source = \"./b\"\n  }}\n{own}}}\n");
    for text in [own, &in_run] {
        let tests = TestFile::read(&read("a.tftest.hcl", text), Language::Terraform);
        let problems = tests.check(&outer, &called);
        assert_eq!(found(&problems, text), [(UNDECLARED, "idd")]);
        assert!(!problems.has_errors());
        let expected = "The value is ignored: the module declares no output `idd`. Did you mean `id`?";
        assert_eq!(problems[0].detail, expected);
    }
}

#[test]
fn versions_of_providers_are_errors_in_tests() {
    let text = "provider \"a\" {\n  version = \"1\"\n}\n";
    let check = |name: &str, version: &str| {
        let version: hcl2_terraform::table::Version = version.parse().expect("a version");
        let file = ModuleFile::parse(&source(name, text), version.language).value;
        let kind = FileKind::of(name).expect("a kind of file");
        let problems = file.check(kind, version.language, Some(version));
        assert_eq!(
            found(&problems, text),
            [("hcl2::terraform::deprecated", "version = \"1\"")]
        );
        problems.has_errors()
    };
    assert!(check("a.tftest.hcl", "terraform@1.9"));
    assert!(!check("a.tftest.hcl", "terraform@1.8"));
    assert!(!check("a.tftest.hcl", "opentofu@1.10"));
    assert!(!check("a.tfquery.hcl", "terraform@1.15"));
}

#[test]
fn overrides_in_mocks_are_of_objects_of_the_module() {
    let read = |name: &str, text: &str| ModuleFile::parse(&source(name, text), Language::Terraform).value;
    let module = Module::from_files(&[read("main.tf", "")], Language::Terraform).value;
    let text = "mock_provider \"a\" {\n  override_resource {\n    target = a_b.c\n  }\n}\n";
    let tests = TestFile::read(&read("a.tftest.hcl", text), Language::Terraform);
    let problems = tests.check(&module, &|_| None);
    assert_eq!(found(&problems, text), [(UNDECLARED, "a_b.c")]);
    assert!(!problems.has_errors());
}

#[test]
fn lists_of_a_query_differ_in_name_and_have_a_provider() {
    let text = "list \"a_b\" \"c\" {\n  provider = a\n}\nlist \"a_b\" \"c\" {\n  provider = a\n}\n";
    let expected = [("hcl2::terraform::duplicate-declaration", "list \"a_b\" \"c\"")];
    assert_eq!(found(&problems("a.tfquery.hcl", text), text), expected);
    let text = "list \"a_b\" \"c\" {\n  limit = 1\n}\n";
    let expected = [("hcl2::body::missing-attribute", "")];
    assert_eq!(found(&problems("a.tfquery.hcl", text), text), expected);
}
