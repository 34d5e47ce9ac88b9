//! `hcl2 console`: expressions from standard input, one after another.

mod support;

use support::measured::measured;
use support::run;

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
