//! `hcl2 console`: expressions from standard input, one after another.

use crate::support::measured::measured;
use crate::support::run;

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"n\" {\n  default = 2\n}\nlocals {\n  twice = var.n * 2\n}\nresource \"terraform_data\" \"x\" {\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    directory
}

#[test]
fn each_expression_is_answered() {
    let directory = directory();
    let input = "1 + 2\n\nupper(\"x\")\n[\n  1,\n  <<EOT\n  a\nEOT\n]\n";
    assert_eq!(
        run(directory.path(), &["console"], input),
        (
            0,
            "3\n\"X\"\n[\n  1,\n  <<-EOT\n    a\n  \n  EOT,\n]\n".to_owned(),
            String::new()
        )
    );
}

#[test]
fn expressions_are_evaluated_in_a_module() {
    let directory = directory();
    let input = "local.twice\nterraform_data.x.id\nsensitive(1)\n";
    for arguments in [
        &["console", "--module", "."] as &[&str],
        &["repl", "-module=.", "-var", "n=2"],
    ] {
        let answers = "4\n(known after apply)\n(sensitive value)\n";
        assert_eq!(
            run(directory.path(), arguments, input),
            (0, answers.to_owned(), String::new())
        );
    }
}

#[test]
fn an_error_ends_the_session() {
    let directory = directory();
    let (status, answers, problem) = run(
        directory.path(),
        &["console", "--diagnostics=concise"],
        "1\nx + 1\n2\n",
    );
    assert_eq!((status, answers.as_str()), (1, "1\n"));
    assert_eq!(
        problem,
        "<console>:1:1: error[hcl2::expr::unknown-variable]: Unknown variable: No variable is named `x`.\n"
    );
    let (status, _, problem) = run(directory.path(), &["console", "--diagnostics=concise"], "[1,\n2");
    assert_eq!(status, 1);
    assert!(
        problem.starts_with("<console>:1:1: error[hcl2::syntax::unclosed-tuple]"),
        "{problem}"
    );
}

#[test]
fn heredoc_may_be_the_whole_expression() {
    let directory = directory();
    assert_eq!(
        run(
            directory.path(),
            &["console"],
            "<<E\nx ${1}\nE\nupper(<<-E\n  y\n  E\n)\n"
        ),
        (
            0,
            "<<EOT\nx 1\n\nEOT\n<<EOT\nY\n\nEOT\n".to_owned(),
            String::new()
        )
    );
}

#[test]
fn exit_ends_the_session() {
    let directory = directory();
    assert_eq!(
        run(directory.path(), &["console"], "1\nexit\n2\n"),
        (0, "1\n".to_owned(), String::new())
    );
}

#[test]
fn help_says_what_can_be_typed() {
    let directory = directory();
    let (status, stdout, stderr) = run(directory.path(), &["console"], "help\n1\n");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        stdout.contains("exit, Ctrl-D") && stdout.ends_with("\n1\n"),
        "{stdout}"
    );
}

#[test]
fn an_expression_without_end_is_refused() {
    let directory = directory();
    let doubled = (0..20).fold("\"text\"".to_owned(), |inner, _| {
        format!("[for y in [{inner}] : [y, y]][0]")
    });
    let long = format!("[for y in [{doubled}] : [for z in range(1000) : y]]\n");
    let (status, answers, problem) = run(directory.path(), &["console"], format!("1\n{long}2\n"));
    assert_eq!((status, answers.as_str()), (1, "1\n"));
    assert_eq!(problem, "error: the value is too large to be printed\n");

    let endless = " ".repeat((256 << 20) + 1);
    let (status, _, problem) = run(directory.path(), &["console"], &endless);
    assert_eq!(status, 2);
    assert_eq!(
        problem,
        "error: standard input cannot be read: an expression has more than 268435456 bytes\n"
    );
}

#[test]
fn lines_of_an_open_expression_are_read_once() {
    let directory = directory();
    for (open, line, close) in [
        ("[\n", "[1],\n", "]\n"),
        ("<<E\n", "x ${1}\n", "E\n"),
        ("\"${length([\n", "1,\n", "])}\"\n"),
        ("<<E\n${length([\n", "1,\n", "])}\nE\n"),
    ] {
        let time = |lines: usize| {
            let input = [open, &line.repeat(lines), close].concat();
            let (status, _, problem, time) = measured(directory.path(), &["console"], input);
            assert_eq!((status, problem.as_str()), (0, ""));
            time
        };
        let least = |lines: usize| (0..4).map(|_| time(lines)).min().unwrap_or_default();
        let (small, large) = (least(500), least(4_000));
        assert!(
            large < 16 * small.max(std::time::Duration::from_millis(10)),
            "{open:?}: {small:?}, {large:?}"
        );
    }
}

#[test]
fn module_in_the_current_directory_is_read() {
    let directory = directory();
    let here = directory.path();
    for (arguments, input, answer) in [
        (&["console"][..], "local.twice\n", "4\n"),
        (&["eval", "local.twice"], "", "4\n"),
        (&["eval", "--var", "n=3", "local.twice"], "", "6\n"),
        (
            &["eval"],
            "cidrhost(\"10.0.0.0/8\", local.twice)\n",
            "\"10.0.0.4\"\n",
        ),
        (
            &["eval", "--no-module", "--var", "local={twice=1}", "local.twice"],
            "",
            "1\n",
        ),
        (&["console", "--no-module", "--var", "x=1"], "x\n", "1\n"),
        (
            &["eval", "--functions", "standard", "--var", "x=1", "x"],
            "",
            "1\n",
        ),
    ] {
        assert_eq!(
            run(here, arguments, input),
            (0, answer.to_owned(), String::new()),
            "{arguments:?}"
        );
    }
    // A file is evaluated by itself.
    std::fs::write(here.join("a.hcl"), "a = 1\n").expect("a file");
    assert_eq!(run(here, &["eval", "a.hcl"], "").1, "{\"a\":1}\n");
    let (status, _, problem) = run(here, &["eval", "terraform.tfvars"], "");
    assert_eq!(
        (status, problem.as_str()),
        (2, "error: there is no file terraform.tfvars\n")
    );
    // Without a module, there is none to read.
    let other = tempfile::tempdir().expect("a directory");
    assert_eq!(
        run(other.path(), &["eval", "1 + 1"], ""),
        (0, "2\n".to_owned(), String::new())
    );
    let (status, _, problem) = run(here, &["eval", "--no-module", "--module", ".", "1"], "");
    assert_eq!(status, 2);
    assert!(problem.contains("cannot be used with"), "{problem}");
}

#[test]
fn way_out_of_a_module_that_was_not_named_is_said() {
    let directory = directory();
    let tip = "tip: `--no-module` evaluates without the module in this directory\n";
    let undeclared = run(directory.path(), &["eval", "--var", "other=1", "local.twice"], "");
    let problem = format!("error: the module declares no variable `other`.\n{tip}");
    assert_eq!(undeclared, (2, String::new(), problem));
    // An expression that refers to nothing in the module does not need it.
    let evaluated = run(directory.path(), &["eval", "--var", "other=1", "other + 1"], "");
    assert_eq!(evaluated, (0, "2\n".to_owned(), String::new()));
    std::fs::write(directory.path().join("broken.tf"), "a = \n").expect("a file");
    let (status, _, problem) = run(directory.path(), &["eval", "local.twice"], "");
    assert_eq!(status, 1);
    assert!(problem.ends_with(tip), "{problem}");
    for command in ["eval", "console"] {
        let evaluated = run(directory.path(), &[command], "cidrhost(\"10.0.0.0/8\", 1)\n");
        assert_eq!(evaluated, (0, "\"10.0.0.1\"\n".to_owned(), String::new()));
    }
    let (_, _, problem) = run(directory.path(), &["eval", "--module", ".", "1"], "");
    assert!(!problem.contains(tip), "{problem}");
}

#[test]
fn similar_names_are_offered() {
    let directory = directory();
    std::fs::write(
        directory.path().join("more.tf"),
        "variable \"size\" {\n  default = { depth = 1 }\n}\n",
    )
    .expect("a file");
    for (arguments, status, words) in [
        (
            &["eval", "local.twic"][..],
            1,
            "no local value `twic`. Did you mean `local.twice`?",
        ),
        (
            &["eval", "try(var.sise, 1)"],
            1,
            "no input variable `sise`. Did you mean `var.size`?",
        ),
        (
            &["eval", "var.size.dept"],
            1,
            "no attribute `dept`. Did you mean `depth`?",
        ),
        (
            &["eval", "terraform_data.y"],
            1,
            "no resource `terraform_data.y`.",
        ),
        (
            &["eval", "--var", "sise=3", "var.size"],
            2,
            "no variable `sise`. Did you mean `size`?",
        ),
        (
            &["plan", "--var", "sise=3"],
            1,
            "no variable `sise`, which `--var` sets. Did you mean `size`?",
        ),
        (
            &["plan", "--target", "terraform_dat.x"],
            0,
            "Did you mean `terraform_data.x`?",
        ),
        (
            &["eval", "len(\"a\")"],
            1,
            "No function is named `len`. Did you mean `length`?",
        ),
        (
            &["plan", "--replace", "terraform_data.z"],
            0,
            "has no instance `terraform_data.z`",
        ),
        (
            &["eval", "locl.twice"],
            1,
            "no resource `locl.twice`. Did you mean `local.twice`?",
        ),
        (
            &["eval", "{ first = 1 }[\"frst\"]"],
            1,
            "no attribute with this name. Did you mean `first`?",
        ),
        (
            &["eval", "tomap({ first = 1 }).frst"],
            1,
            "no element with the key \"frst\". Did you mean `first`?",
        ),
        (
            &["eval", "tomap({ first = 1 })[\"frst\"]"],
            1,
            "no element with this key. Did you mean `first`?",
        ),
        (
            &["eval", "tomap({ first = 1 })[sensitive(\"frst\")]"],
            1,
            "Invalid index",
        ),
        (&["chek"], 2, "tip: a similar subcommand exists: 'check'"),
        (
            &["eval", "--functions", "teraform", "1"],
            2,
            "tip: a similar value exists: 'terraform'\n\n",
        ),
        (
            &["query", "terraform_dat", "."],
            1,
            "did you mean `resource.terraform_data`?",
        ),
        (
            &["query", "terraform_data.x", "."],
            1,
            "did you mean `resource.terraform_data.x`?",
        ),
        (
            &["query", "variable.sise.default", "."],
            1,
            "did you mean `variable.size.default`?",
        ),
        (
            &["query", "locals.twice[n]", "."],
            1,
            "nothing is at locals.twice[n]\n",
        ),
        (
            &["edit", "main.tf", "set", "local.twice", "1"],
            1,
            "did you mean `locals.twice`?",
        ),
        (
            &["edit", ".", "rm", "variable.sise"],
            1,
            "did you mean `variable.size`?",
        ),
        (
            &["eval", "--no-module", "cidrhost(\"10.0.0.0/8\", 1)"],
            1,
            "`cidrhost` is no standard function. Call it with `--functions terraform`.",
        ),
        (
            &["eval", "--no-module", "base64gunzip(1)"],
            1,
            "`--functions opentofu`",
        ),
    ] {
        let all = [arguments, &["--diagnostics", "concise"]].concat();
        let (found, stdout, stderr) = run(directory.path(), &all, "");
        assert_eq!(found, status, "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn quotes_that_a_shell_removed_are_named() {
    let directory = directory();
    let quoted = "write 'terraform_data.x[\"a\"]'";
    for (arguments, status, words) in [
        (&["plan", "--target", "terraform_data.x[a]"][..], 2, quoted),
        (&["plan", "--replace", "terraform_data.x[a]"], 2, quoted),
        (
            &["plan", "--why", "terraform_data.x[a].input"],
            1,
            "write 'terraform_data.x[\"a\"].input'",
        ),
        (
            &["plan", "--target", "module.n[a].module.m[b c]"],
            2,
            "write 'module.n[\"a\"].module.m[\"b c\"]'",
        ),
        (
            &["plan", "--target", "x[a"],
            2,
            "such as `module.NAME` or `TYPE.NAME[0]`\n",
        ),
        (
            &["query", "resource.terraform_data[x]", "."],
            1,
            "did you mean `resource.terraform_data.x`?",
        ),
    ] {
        let (found, _, stderr) = run(directory.path(), arguments, "");
        assert_eq!(found, status, "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}
