//! The command as a person starts it: what it prints, and how it ends.

use std::path::Path;

use crate::support::expect::{Run, expect_failure, run_in};

fn run(arguments: &[&str], input: &[u8]) -> Run {
    run_in(Path::new("."), arguments, input)
}

const SPEC: &str = "object {\n  attr \"port\" {\n    type     = number\n    required = true\n  }\n  attr \"host\" {\n    type = \
                    string\n  }\n}\n";

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("app.hcldec", SPEC);
    write("app.hcl", "port = 8000 + 80\n");
    write("app.hcl.json", "{\"port\": 8080}\n");
    write("vars.hcl", "offset = 80\n");
    write("broken.hcl", "port = \"http\"\nhots = \"localhost\"\n");
    directory
}

#[test]
fn check_reports_every_problem_of_every_file() {
    let directory = directory();
    let good = run_in(directory.path(), &["check", "app.hcl", "app.hcl.json"], b"");
    assert_eq!(
        (good.status, good.stdout.as_str()),
        (
            0,
            "2 files checked: no problems\nnot checked: 2 files (only parsed: --language NAME)\n"
        )
    );
    let whole = run_in(directory.path(), &["check", "."], b"");
    assert_eq!(
        (whole.status, whole.stdout.as_str()),
        (
            0,
            "4 files checked: no problems\nnot checked: 4 files (only parsed: --language NAME)\n"
        )
    );
    let bad = run(&["check", "--diagnostics=plain", "-"], b"a = \nb = [1 2]\n");
    expect_failure(
        &bad,
        1,
        &["<stdin>:1:", "hcl2::syntax::expected-expression", "<stdin>:2:"],
    );
    assert_eq!(bad.stdout, "1 file checked: 2 errors in 1 file\n");
}

#[test]
fn check_survives_bad_input() {
    let deep = format!("a = {}", "(".repeat(100_000));
    let cases: [(&[u8], &str, &str); 6] = [
        (b"a = \"x\xff\"\n", "hcl2::source::invalid-utf8", "<stdin>:1:7"),
        (b"a = \"open\n", "hcl2::syntax::unclosed-string", "<stdin>:1:"),
        (b"a {\n  b = 1\n", "hcl2::syntax::unclosed-block", "<stdin>:1:3"),
        (b"a = <<EOT\ntext\n", "hcl2::syntax::unclosed", "<stdin>:"),
        (b"a = {{{{{{", "hcl2::syntax::", "<stdin>:1:"),
        (deep.as_bytes(), "hcl2::syntax::too-deep", "<stdin>:1:255"),
    ];
    for (input, code, place) in cases {
        let run = run(&["check", "--diagnostics=plain", "-"], input);
        expect_failure(&run, 1, &[code, place]);
    }
    let empty = run(&["check", "-"], b"");
    assert_eq!(
        (empty.status, empty.stdout.as_str()),
        (
            0,
            "1 file checked: no problems\nnot checked: 1 file (only parsed: --language NAME)\n"
        )
    );
}

#[test]
fn unreadable_files_exit_with_2() {
    let directory = tempfile::tempdir().expect("a directory");
    let missing = run_in(directory.path(), &["check", "nothing.hcl"], b"");
    expect_failure(&missing, 2, &["hcl2::source::unreadable", "nothing.hcl"]);
    let empty = run_in(directory.path(), &["check", "."], b"");
    expect_failure(&empty, 2, &["hcl2::source::no-files", ".tf"]);
    let json = run_in(directory.path(), &["check", "--diagnostics=json", "."], b"");
    let problems: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let subject = problems[0]["subject"].as_object();
    let found = (problems[0]["code"].as_str().expect("a code"), subject);
    assert_eq!(found, ("hcl2::source::no-files", None));
    let spec = run_in(directory.path(), &["decode", "--spec", "nothing.hcldec"], b"");
    expect_failure(&spec, 2, &["hcl2::source::unreadable", "nothing.hcldec"]);
    assert_eq!(run(&["chek", "x"], b"").status, 2);
}

#[test]
fn check_writes_json_and_sarif_for_programs() {
    let json = run(&["check", "--diagnostics=json", "-"], b"a = \n");
    assert_eq!(json.status, 1);
    let parsed: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(parsed[0]["code"], "hcl2::syntax::expected-expression");
    let sarif = run(&["check", "--diagnostics=sarif", "-"], b"a = \n");
    let parsed: serde_json::Value = serde_json::from_str(&sarif.stdout).expect("JSON");
    assert_eq!(parsed["version"], "2.1.0");
}

#[test]
fn eval_prints_the_value() {
    for (arguments, wanted) in [
        (&["eval", "1 + 2 * 3"] as &[&str], "7\n"),
        (
            &["eval", "--var", "name=you", "\"hello, ${upper(name)}\""],
            "\"hello, YOU\"\n",
        ),
        (
            &["eval", "--var", "ports=[80, 443]", "[for p in ports : p + 8000]"],
            "[8080,8443]\n",
        ),
        (
            &["eval", "--with-type", "[1]"],
            "{\"value\":[1],\"type\":[\"tuple\",[\"number\"]]}\n",
        ),
        (&["eval", "-5"], "-5\n"),
        (
            &[
                "eval",
                "--functions",
                "terraform",
                "cidrsubnet(\"10.0.0.0/8\", 8, 2)",
            ],
            "\"10.2.0.0/16\"\n",
        ),
    ] {
        let run = run(arguments, b"");
        assert_eq!((run.status, run.stdout.as_str()), (0, wanted), "{run:?}");
    }
    assert_eq!(run(&["eval", "-"], b"1 / 4").stdout, "0.25\n");
    let directory = directory();
    let file = run_in(directory.path(), &["eval", "app.hcl"], b"");
    assert_eq!(file.stdout, "{\"port\":8080}\n");
    let call = ["eval", "--functions", "terraform", "file(\"app.hcl\")"];
    let text = run_in(directory.path(), &call, b"").stdout;
    assert!(text.starts_with('"') && text.len() > 10, "{text}");
    let call = ["eval", "--functions", "terraform", "file(\"/etc/passwd\")"];
    expect_failure(&run_in(directory.path(), &call, b""), 1, &["hcl2::expr::"]);
    expect_failure(&run(&["eval", "nmae"], b""), 1, &["hcl2::expr::unknown-variable"]);
    expect_failure(&run(&["eval", "1 +"], b""), 1, &["hcl2::syntax::"]);
}

#[test]
fn decode_prints_the_same_for_both_syntaxes() {
    let directory = directory();
    for file in ["app.hcl", "app.hcl.json"] {
        let run = run_in(directory.path(), &["decode", "--spec", "app.hcldec", file], b"");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (0, "{\"port\":8080}\n"),
            "{run:?}"
        );
    }
    let nulls = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--keep-nulls"],
        b"port = 1\n",
    );
    assert_eq!(nulls.stdout, "{\"host\":null,\"port\":1}\n");
    let typed = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--with-type", "app.hcl"],
        b"",
    );
    let parsed: serde_json::Value = serde_json::from_str(&typed.stdout).expect("JSON");
    assert_eq!(parsed["type"][1]["port"], "number");
    let out = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--out", "out.json", "app.hcl"],
        b"",
    );
    assert_eq!((out.status, out.stdout.as_str()), (0, ""));
    let written = std::fs::read_to_string(directory.path().join("out.json")).expect("a file");
    assert_eq!(written, "{\"port\":8080}\n");
}

#[test]
fn decode_accepts_variables() {
    let directory = directory();
    let input = b"port = 8000 + offset\n";
    for vars in ["vars.hcl", "{\"offset\": 80}"] {
        let run = run_in(
            directory.path(),
            &["decode", "-s", "app.hcldec", "-V", vars],
            input,
        );
        assert_eq!(run.stdout, "{\"port\":8080}\n", "{run:?}");
    }
    let references = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--var-refs"],
        input,
    );
    let parsed: serde_json::Value = serde_json::from_str(&references.stdout).expect("JSON");
    assert_eq!(parsed[0]["root_name"], "offset");
    assert_eq!(parsed[0]["range"]["start"]["column"], 15);
}

#[test]
fn decode_reports_problems() {
    let directory = directory();
    let broken = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--diagnostics=plain", "broken.hcl"],
        b"",
    );
    expect_failure(
        &broken,
        1,
        &[
            "broken.hcl:1:8",
            "broken.hcl:2:1",
            "hcl2::body::unsupported-attribute",
            "`host`",
        ],
    );
    assert_eq!(broken.stdout, "");
    let diags = run_in(
        directory.path(),
        &["decode", "-s", "app.hcldec", "--diags=json", "broken.hcl"],
        b"",
    );
    let parsed: serde_json::Value = serde_json::from_str(&diags.stderr).expect("JSON");
    assert_eq!(parsed["diagnostics"].as_array().map(Vec::len), Some(2));
    std::fs::write(directory.path().join("wrong.hcldec"), "objekt {}\n").expect("a file");
    let spec = run_in(
        directory.path(),
        &["decode", "-s", "wrong.hcldec", "app.hcl"],
        b"",
    );
    expect_failure(
        &spec,
        1,
        &["hcl2::body::unsupported-block", "wrong.hcldec:1:1", "`object`"],
    );
}

#[test]
fn help_texts_explain_with_examples() {
    for (arguments, taught) in [
        (&["--help"] as &[&str], "Examples:"),
        (&["check", "--help"], "standard input"),
        (&["eval", "--help"], "--var name=you"),
        (&["decode", "--help"], "attr \"port\""),
    ] {
        let run = run(arguments, b"");
        assert_eq!(run.status, 0);
        assert!(run.stdout.contains(taught), "{run:?}");
    }
}

#[test]
fn variables_of_a_module_are_set_as_terraform_does() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "main.tf",
        "variable \"name\" {\n  type = string\n}\nvariable \"sizes\" {\n  type = list(number)\n  validation {\n    condition     = \
         length(var.sizes) < 3\n    error_message = \"At most two sizes.\"\n  }\n}\n",
    );
    write("terraform.tfvars", "name  = \"one\"\nsizes = [1]\n");
    write("b.auto.tfvars.json", "{\"sizes\": [2], \"other\": true}\n");
    write("more.tfvars", "sizes = [3]\n");
    write("wrong.tfvars", "sizes = \"many\"\n");
    let eval = |arguments: &[&str]| {
        let all = [
            &[
                "eval",
                "--diagnostics=plain",
                "--module",
                ".",
                "[var.name, var.sizes]",
            ],
            arguments,
        ]
        .concat();
        run_in(directory.path(), &all, b"")
    };
    for (arguments, wanted) in [
        (&[][..], "[\"one\",[2]]\n"),
        (&["--var-file", "more.tfvars"], "[\"one\",[3]]\n"),
        // The text of a string is taken as it is, whatever it would be as an expression.
        (&["--var", "name=null", "--var", "sizes=[4]"], "[\"null\",[4]]\n"),
    ] {
        let run = eval(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (0, wanted), "{run:?}");
        assert!(
            run.stderr
                .contains("b.auto.tfvars.json:1:16: warning[hcl2::terraform::undeclared]"),
            "{run:?}"
        );
    }
    let text = "wrong.tfvars:1:9: error[hcl2::terraform::invalid-value]";
    expect_failure(&eval(&["--var-file", "wrong.tfvars"]), 1, &[text]);
    let text = [
        "main.tf:4:1: error[hcl2::terraform::refused-value]",
        "At most two sizes.",
    ];
    expect_failure(&eval(&["--var", "sizes=[1, 2, 3]"]), 1, &text);
}

#[test]
fn expressions_are_evaluated_in_a_module() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "main.tf",
        "variable \"n\" {\n  type = number\n}\nvariable \"key\" {\n  default   = \"k\"\n  sensitive = true\n}\nlocals {\n  \
         net = module.net.cidr\n  all = [local.net, var.key, terraform_data.a.id, upper(\"x\")]\n}\nmodule \"net\" {\n  \
         source = \"./net\"\n  n      = var.n\n}\nresource \"terraform_data\" \"a\" {}\n",
    );
    write(
        "net/main.tf",
        "variable \"n\" {}\noutput \"cidr\" {\n  value = cidrsubnet(\"10.0.0.0/8\", 8, var.n)\n}\n",
    );
    let eval = |arguments: &[&str]| {
        let all = [&["eval", "--diagnostics=plain", "--module", "."], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    let all = eval(&["--var", "n=2", "local.all"]);
    assert_eq!((all.status, all.stderr.as_str()), (0, ""), "{all:?}");
    assert_eq!(
        all.stdout,
        "[\"10.2.0.0/16\",\"(sensitive value)\",\"(known after apply)\",\"X\"]\n"
    );
    let unset = eval(&["local.net"]);
    assert_eq!(
        (unset.status, unset.stdout.as_str()),
        (0, "\"(known after apply)\"\n")
    );
    expect_failure(
        &eval(&["--var", "n=x", "local.net"]),
        2,
        &["the value does not fit the variable `n`"],
    );
    expect_failure(
        &eval(&["local.nett"]),
        1,
        &["<expression>:1:1: error[hcl2::terraform::undeclared]"],
    );
}

/// Three nested loops over 1,000 numbers each.
const LOOPS: &str = "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]]";

#[test]
fn evaluations_end_within_their_budget() {
    let exceeded = "<expression>:1:49: error[hcl2::expr::limit-exceeded]";
    let few = run(
        &["eval", "--diagnostics=plain", "--max-steps", "10000", LOOPS],
        b"",
    );
    expect_failure(&few, 1, &[exceeded, "exceeds the limit of 10000 steps"]);
    let enough = run(
        &[
            "eval",
            "--max-steps",
            "10000",
            "length([for a in range(1000) : a])",
        ],
        b"",
    );
    assert_eq!((enough.status, enough.stdout.as_str()), (0, "1000\n"));
    let short = run(&["eval", "--diagnostics=plain", "--timeout", "0", LOOPS], b"");
    let said = [
        "error[hcl2::expr::limit-exceeded]",
        "The evaluation takes too long.",
    ];
    expect_failure(&short, 1, &said);
    for wrong in [["--timeout", "x"], ["--timeout", "-1"], ["--max-steps", "x"]] {
        expect_failure(&run(&["eval", wrong[0], wrong[1], "1"], b""), 2, &[wrong[0]]);
    }
}

#[test]
fn a_module_and_its_checks_have_one_budget() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = format!(
        "locals {{\n  huge = {LOOPS}\n  small = 1 + 1\n}}\noutput \"o\" {{\n  value = local.small\n}}\n"
    );
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let exceeded = ["hcl2::expr::limit-exceeded", "main.tf:2:"];
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let check = run(&["check", "--diagnostics=plain", "--max-steps", "50000", "."]);
    expect_failure(&check, 1, &exceeded);
    let module = [
        "eval",
        "--diagnostics=plain",
        "--max-steps",
        "50000",
        "--module",
        ".",
    ];
    let huge = run(&[&module[..], &["local.huge"]].concat());
    expect_failure(&huge, 1, &exceeded);
    let small = run(&[&module[..], &["local.small"]].concat());
    assert_eq!((small.status, small.stdout.as_str()), (0, "2\n"));
}

#[test]
fn a_result_without_json_is_an_error_at_its_expression() {
    let place = "<expression>:1:1: error[hcl2::json::not-writable]";
    for (expression, reason) in [
        ("1/0", "an infinite number has no JSON form"),
        ("[1, {a = -1/0}]", "an infinite number has no JSON form"),
        ("1e100000", "a number has too many digits"),
    ] {
        let run = run(&["eval", "--diagnostics=plain", expression], b"");
        expect_failure(&run, 1, &[place, reason]);
    }
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("app.hcl", "a = 1\nport = 1/0\n");
    write("app.hcldec", SPEC);
    let eval = run_in(directory.path(), &["eval", "--diagnostics=plain", "app.hcl"], b"");
    expect_failure(&eval, 1, &["app.hcl:2:8: error[hcl2::json::not-writable]"]);
    write("app.hcl", "port = 1/0\n");
    let decode = ["decode", "--diagnostics=plain", "--spec", "app.hcldec", "app.hcl"];
    let place = "app.hcl:1:1: error[hcl2::json::not-writable]";
    expect_failure(&run_in(directory.path(), &decode, b""), 1, &[place]);
}

#[test]
fn the_text_of_a_result_is_limited() {
    let mut doubled = "1".to_owned();
    for _ in 0..40 {
        doubled = format!("[for y in [{doubled}] : [y, y]][0]");
    }
    let run = run(&["eval", "--diagnostics=plain", &doubled], b"");
    let said = [
        "<expression>:1:1: error[hcl2::expr::limit-exceeded]",
        "longer than 268435456 bytes",
    ];
    expect_failure(&run, 1, &said);
}

/// A literal loop over 100 × 100 × 100 numbers, without variables or functions.
fn constant_loops() -> String {
    let hundred = (0..100)
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(",");
    format!("[for a in [{hundred}] : [for b in [{hundred}] : [for c in [{hundred}] : 1]]]")
}

#[test]
fn every_command_that_evaluates_has_a_budget() {
    let directory = tempfile::tempdir().expect("a directory");
    let loops = constant_loops();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("a.hcl", &format!("a = {loops}\nb = 1 + 1\n"));
    write(
        "b.hcl",
        &format!("a = {}\nb = 2\n", loops.replace(": 1]]]", ": 1 ]]]")),
    );
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let exceeded = [
        "a.hcl:1:",
        "error[hcl2::expr::limit-exceeded]",
        "the limit of 100000 steps",
    ];

    let query = run(&["query", "--diagnostics=plain", "--max-steps=100000", "*", "a.hcl"]);
    expect_failure(
        &Run {
            stdout: String::new(),
            ..query
        },
        1,
        &exceeded,
    );
    let raw = run(&["query", "--raw", "--max-steps=100000", "b", "a.hcl"]);
    assert_eq!((raw.status, raw.stdout.as_str()), (0, "2\n"));

    let encode = ["wire", "encode", "--diagnostics=plain", "--type=dynamic", "--hex"];
    let wire = run(&[&encode[..], &["--max-steps=100000", &loops]].concat());
    expect_failure(&wire, 1, &exceeded[1..]);

    // Constants that exceed the budget are compared as expressions.
    let diff = run(&["diff", "--max-steps=100000", "a.hcl", "b.hcl"]);
    assert_eq!((diff.status, diff.stdout.as_str()), (0, ""), "{}", diff.stderr);
    let late = run(&["diff", "--timeout=0", "a.hcl", "b.hcl"]);
    expect_failure(&late, 1, &["error: the evaluation takes too long"]);
}

#[test]
fn constants_take_of_the_budget_of_the_command() {
    let directory = tempfile::tempdir().expect("a directory");
    let sixty = vec!["1"; 60].join(",");
    let loops = format!("[for a in [{sixty}] : [for b in [{sixty}] : 1 + 1]]");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let variables: String = (0..40)
        .map(|number| format!("variable \"v{number}\" {{\n  default = {loops}\n}}\n"))
        .collect();
    write("main.tf", &variables);
    write("terraform.tfvars", &format!("v0 = {loops}\n"));
    write("variables.hcl", &format!("v0 = {loops}\n"));
    write("spec.hcldec", &format!("literal {{\n  value = {loops}\n}}\n"));
    write("input.hcl", "");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let count = |run: &Run| run.stderr.matches("hcl2::expr::limit-exceeded").count();

    let check = ["check", "--diagnostics=concise", "main.tf"];
    assert_eq!(count(&run(&check)), 0);
    let few = run(&[&check[..], &["--max-steps=100000"]].concat());
    assert!((10..40).contains(&count(&few)), "{}", few.stderr);
    let late = run(&[&check[..], &["--timeout=0"]].concat());
    assert_eq!(count(&late), 40, "{}", late.stderr);
    for arguments in [
        &["plan", "--timeout=0", "--diagnostics=concise"][..],
        &["eval", "--timeout=0", "--diagnostics=concise", "--module=.", "1"],
        &[
            "decode",
            "--timeout=0",
            "--diagnostics=concise",
            "--spec=spec.hcldec",
            "input.hcl",
        ],
        &[
            "eval",
            "--timeout=0",
            "--diagnostics=concise",
            "--var-file=variables.hcl",
            "1",
        ],
    ] {
        let late = run(arguments);
        assert!(
            count(&late) > 0 && late.status == 1,
            "{arguments:?}: {}",
            late.stderr
        );
        assert!(
            late.stderr.contains("evaluation takes too long"),
            "{}",
            late.stderr
        );
    }
}
