//! Output: what it never contains, and what happens if it cannot be written.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::git::git;
use crate::support::{FORMATS, run};
use hcl2::diagnostics::is_harmful;

/// Characters that would drive a terminal: ESC, the C1 control CSI, a change of direction, a separator and BEL.
const HARMFUL: &str = "\u{1b}[31m\u{9b}1m\u{202e}\u{2028}\u{7}";

/// Commands and their arguments, which print text for people or JSON. `{}` stands for [`HARMFUL`].
const COMMANDS: &[&[&str]] = &[
    &["check", "bad{}.hcl"],
    &["check", "bad{}.hcl.json"],
    &["check", "."],
    &["check", "missing{}.hcl"],
    &["check", "module{}"],
    &["fmt", "--check", "loose{}.hcl"],
    &["fmt", "--diff", "loose{}.hcl"],
    &["fmt", "--check", "bad{}.hcl"],
    &["inspect", "module{}"],
    &["inspect", "--json", "module{}"],
    &["inspect", "--graph", "dot", "module{}"],
    &["query", "*", "loose{}.hcl"],
    &["query", "nothing{}", "loose{}.hcl"],
    &["diff", "loose{}.hcl", "other{}.hcl"],
    &["diff", "--json", "loose{}.hcl", "other{}.hcl"],
    &["diff", "bad{}.hcl", "other{}.hcl"],
    &["eval", "\"{}\""],
    &["eval", "nope{}"],
    &["eval", "loose{}.hcl"],
    &["eval", "--var", "{}", "1"],
    &["decode", "--spec", "spec.hcldec", "loose{}.hcl"],
    &["decode", "--spec", "bad{}.hcl", "loose{}.hcl"],
    &["decode", "--spec", "spec.hcldec", "--diags", "json", "bad{}.hcl"],
    &["edit", "loose{}.hcl", "rm", "nope"],
    &["edit", "loose{}.hcl", "rm", "{}"],
    &["rename", "var.{}", "x", "module{}"],
    &["rename", "--check", "var.v", "x{}", "plan{}"],
    &["rename", "--diff", "var.v", "x", "plan{}"],
    &["convert", "--to", "json", "bad{}.hcl"],
    &["wire", "encode", "--type", "string", "--json", "\"{}\""],
    &["wire", "decode", "--type", "string", "message"],
    &["wire", "decode", "--type", "{}", "message"],
    &["wire", "explain", "message"],
    &["wire", "explain", "missing{}"],
    &["plan", "module{}"],
    &["plan", "--json", "module{}"],
    &["plan", "--target", "t.{}", "module{}"],
    &["plan", "--var", "{}=1", "module{}"],
    &["plan", "--state", "bad{}.hcl.json", "plan{}"],
    &["plan", "--state", "state{}.tfstate", "plan{}"],
    &["plan", "--state", "state{}.tfstate", "--json", "plan{}"],
    &["plan", "--schema", "schema{}.json", "schema{}"],
    &["check", "--schema", "schema{}.json", "schema{}"],
    &["plan", "plan{}"],
    &["plan", "--why", "var.{}", "plan{}"],
    &["plan", "--why", "output.o", "plan{}"],
    &["plan", "--why", "var.v", "--json", "plan{}"],
    &["test", "plan{}"],
    &["test", "--verbose", "plan{}"],
    &["test", "--json", "plan{}"],
    &["test", "--junit-xml", "missing{}/x.xml", "plan{}"],
    &["test", "--filter", "{}", "plan{}"],
    &["test", "module{}"],
    &["test", "--filter", "{}", "module{}"],
    &["test", "--json", "--var", "{}=1", "module{}"],
    &["affected", "HEAD~1..HEAD"],
    &["affected", "--json", "HEAD~1..HEAD", "plan{}", "module{}"],
    &["affected", "HEAD..{}"],
    &["affected", "HEAD~1..HEAD", "missing{}"],
    &["render", "--language=bake", "bad{}.hcl"],
    &["render", "--language=nomad", "--var", "{}=1", "loose{}.hcl"],
    &["render", "--language=packer", "missing{}.hcl"],
    &[
        "render",
        "--language=bake",
        "--target",
        "{}",
        "--set",
        "{}.tags=a",
        "loose{}.hcl",
    ],
    &["docs", "module{}"],
    &["docs", "--write", "missing{}/x.md", "module{}"],
    &["to-json", "bad{}.hcl"],
    &["to-json", "data{}.tf.json"],
    &["to-json", "--comments", "loose{}.hcl"],
    &["to-json", "--jsonc", "loose{}.hcl"],
    &["to-json", "missing{}.hcl"],
    &["query", "**", "loose{}.hcl"],
    &["query", "--format=table", "**", "data{}.tf.json"],
    &["query", "**[{} == 1]", "loose{}.hcl"],
    &["edit", "data{}.tf.json", "rm", "{}"],
    &["edit", "loose{}.hcl", "batch", "bad{}.hcl"],
    &["console", "--module", "plan{}"],
    &["console", "--module", "missing{}"],
    #[cfg(feature = "tables")]
    &["tables", "missing{}", "--out", "out"],
    #[cfg(feature = "tables")]
    &["tables", ".", "--table", "{}", "--out", "out"],
    #[cfg(feature = "tables")]
    &["tables", ".", "--to", "json", "--out", "out{}"],
    #[cfg(feature = "tables")]
    &["tables", ".", "--out", "bad{}.hcl"],
    &["{}"],
    &["check", "--{}"],
    &["lsp", "--schema", "missing{}"],
];

/// Commands that print text to be read back, which is changed on a terminal only.
const DATA: &[&[&str]] = &[
    &["fmt", "--stdout", "loose{}.hcl"],
    &["edit", "loose{}.hcl", "append", "", "z = 1"],
    &["query", "--raw", "a", "loose{}.hcl"],
    &["convert", "--to", "json", "module{}/main.tf"],
    &["convert", "--to", "native", "data{}.tf.json"],
    &["docs", "plan{}"],
];

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name.replace("{}", HARMFUL));
    let write = |name: &str, text: &str| {
        std::fs::write(path(name), text.replace("{}", HARMFUL)).expect("a file");
    };
    let plain = HARMFUL.replace(['\u{7}', '\u{1b}'], "");
    write(
        "loose{}.hcl",
        &format!("a   = \"{plain}\" # {{}}\nb \"{plain}\" {{\n}}\n"),
    );
    write(
        "other{}.hcl",
        &format!("a = \"x{plain}\"\nc \"{plain}\" {{\n}}\n"),
    );
    write(
        "bad{}.hcl",
        "a = {}\nb = \"${x {}}\"\n'{}'\n\"{}\" = 1\nc \"{}\" 1\n",
    );
    write("bad{}.hcl.json", "{\"a{}\": {}, '{}': 1, \"b\": \"${nope{}}\"}");
    write(
        "spec.hcldec",
        "object {\n  attr \"a\" {\n    type = string\n  }\n}\n",
    );
    let instance = format!(
        "{{\"schema_version\": 0, \"index_key\": \"{plain}\", \"attributes\": {{\"id\": \"{plain}\"}}}}"
    );
    let provider = "provider[\\\"terraform.io/builtin/terraform\\\"]";
    write(
        "state{}.tfstate",
        &format!(
            "{{\"version\": 4, \"outputs\": {{\"{plain}\": {{\"value\": \"{plain}\", \"type\": \"string\"}}}}, \"resources\": \
             [{{\"mode\": \"managed\", \"type\": \"terraform_data\", \"name\": \"r\", \"module\": \"module.m[\\\"{plain}\\\"]\", \
             \"provider\": \"{provider}\", \"instances\": [{instance}]}}]}}"
        ),
    );
    let attribute = format!(
        "\"{plain}\": {{\"type\": \"string\", \"required\": true, \"deprecated\": true, \"description\": \"{plain}\"}}"
    );
    write(
        "schema{}.json",
        &format!(
            "{{\"provider_schemas\": {{\"registry.terraform.io/hashicorp/acme\": {{\"resource_schemas\": {{\"acme_x\": \
             {{\"version\": 0, \"block\": {{\"attributes\": {{{attribute}}}}}}}}}}}}}}}"
        ),
    );
    std::fs::create_dir(path("schema{}")).expect("a directory");
    write("schema{}/main.tf", "resource \"acme_x\" \"r\" {\n}\n");
    std::fs::create_dir(path("plan{}")).expect("a directory");
    write(
        "plan{}/main.tf",
        &format!(
            "variable \"v\" {{\n  default     = \"{plain}\"\n  description = \"{plain}\"\n}}\nresource \"terraform_data\" \"r\" {{\n  for_each = toset([var.v])\n  \
             input = {{ (var.v) = var.v }}\n}}\noutput \"o\" {{\n  value = terraform_data.r\n}}\n\
             check \"c\" {{\n  assert {{\n    condition = var.v == \"\"\n    error_message = \"No: ${{var.v}}\"\n  }}\n}}\n"
        ),
    );
    write(
        "plan{}/x{}.tftest.hcl",
        &format!(
            "run \"r\" {{\n  command = plan\n  assert {{\n    condition = var.v == \"{plain}x\"\n    \
             error_message = \"No: ${{var.v}}\"\n  }}\n}}\n"
        ),
    );
    std::fs::create_dir(path("module{}")).expect("a directory");
    write(
        "module{}/main.tf",
        &format!(
            "variable \"v\" {{\n  default = \"{plain}\"\n}}\noutput \"o\" {{\n  value = local.nope\n}}\n"
        ),
    );
    let json = plain.clone();
    write(
        "module{}/more.tf.json",
        &format!(
            "{{\"locals\": {{\"l\": \"{json}\", \"m{json}\": 1}}, \"resource\": {{\"t\": {{\"n{json}\": {{ }}}}}}}}"
        ),
    );
    write(
        "data{}.tf.json",
        &format!("{{\"locals\": {{\"l\": \"{plain}\"}}}}"),
    );
    let text = HARMFUL.as_bytes();
    let message = [&[0xa0 | u8::try_from(text.len()).expect("short")], text].concat();
    std::fs::write(path("message"), message).expect("a file");
    git(directory.path(), &["init", "--quiet"]);
    git(
        directory.path(),
        &["commit", "--quiet", "--allow-empty", "--message", "empty"],
    );
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "--quiet", "--message", "all"]);
    directory
}

fn filled(arguments: &[&str]) -> Vec<String> {
    arguments
        .iter()
        .map(|argument| argument.replace("{}", HARMFUL))
        .collect()
}

/// Fails if `text` has a harmful character that does not belong to a line ending.
#[track_caller]
fn assert_harmless(what: &str, text: &str) {
    let text = text.replace("\r\n", "\n");
    if let Some(found) = text.chars().find(|character| is_harmful(*character)) {
        panic!("{what}: {found:?} in {text:?}");
    }
}

#[test]
fn no_output_drives_a_terminal() {
    let directory = directory();
    for arguments in COMMANDS {
        for format in FORMATS {
            let mut all = filled(arguments);
            all.push(format!("--diagnostics={format}"));
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let input = format!("\"{HARMFUL}\"\nnope{HARMFUL}\n");
            let (_, stdout, stderr) = run(directory.path(), &all, input);
            assert_harmless(&format!("{arguments:?} {format} stdout"), &stdout);
            assert_harmless(&format!("{arguments:?} {format} stderr"), &stderr);
        }
    }
}

/// Runs the command with a terminal as its output, and returns what it shows.
pub(crate) fn on_terminal(directory: &Path, arguments: &[String]) -> String {
    on_terminal_of(None, directory, arguments)
}

/// Runs the command with a terminal of a known width as its output, and returns what it shows.
fn on_terminal_of(width: Option<u16>, directory: &Path, arguments: &[String]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("a terminal");
    unlockpt(&controller).expect("a terminal");
    let name = ptsname(&controller, Vec::new()).expect("a terminal");
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().expect("a name"))
        .expect("a terminal");
    if let Some(width) = width {
        let status = Command::new("stty")
            .args(["cols", &width.to_string(), "rows", "24"])
            .stdin(terminal.try_clone().expect("a terminal"))
            .status();
        assert!(status.expect("stty starts").success());
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(arguments)
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(terminal.try_clone().expect("a terminal"))
        .stderr(terminal)
        .spawn()
        .expect("the command starts");
    // Reading fails once the command has closed the terminal.
    let reader = std::thread::spawn(move || {
        let mut shown = Vec::new();
        let _ = File::from(controller).read_to_end(&mut shown);
        shown
    });
    child.wait().expect("the command ends");
    String::from_utf8_lossy(&reader.join().expect("no panic")).into_owned()
}

#[test]
fn messages_are_wrapped_between_words_on_a_terminal_only() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"a-long-name\" {\n  type = \"string\"\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let lines: &[&[&str]] = &[
        &["check", "main.tf"],
        &["eval", "--no-module", "cidrsubnet(1)"],
        &[
            "fmt",
            "--chdir",
            "no-such/directory-with-hyphens/and-slashes/in-it",
        ],
        &["plan", "--data", "no-such/file-with-hyphens"],
        &["query", "variable.a-long-nam", "main.tf"],
    ];
    for arguments in lines {
        let (_, _, piped) = run(directory.path(), arguments, "");
        let own: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let wide = on_terminal_of(Some(500), directory.path(), &own);
        let narrow = on_terminal_of(Some(40), directory.path(), &own);
        // Frames are drawn again on each line.
        let words = |text: &str| -> Vec<String> {
            let words = text.split_whitespace().filter(|word| *word != "│");
            words.map(str::to_owned).collect()
        };
        assert!(
            words(&wide).ends_with(&words(&piped)) || words(&wide).starts_with(&words(&piped)),
            "{wide}"
        );
        assert_eq!(words(&narrow), words(&wide), "{narrow}");
        let is_long = |line: &str| line.chars().count() > 40;
        assert!(piped.lines().any(is_long), "{piped}");
        for line in narrow.lines().filter(|line| is_long(line)) {
            assert_eq!(words(line).len(), 1, "{line}");
        }
    }
}

#[test]
fn data_is_exact_in_a_pipe_and_harmless_on_a_terminal() {
    let directory = directory();
    for arguments in DATA {
        let all = filled(arguments);
        let borrowed: Vec<&str> = all.iter().map(String::as_str).collect();
        let (status, stdout, stderr) = run(directory.path(), &borrowed, "");
        assert_eq!((status, stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(stdout.contains('\u{202e}'), "{arguments:?}: {stdout:?}");
        let shown = on_terminal(directory.path(), &all);
        assert_harmless(&format!("{arguments:?}"), &shown);
        assert!(shown.contains('\u{fffd}'), "{arguments:?}: {shown:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_no_panic() {
    let directory = directory();
    let run = |arguments: &[String], stdout: Stdio, stderr: Stdio| {
        let status = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .args(arguments)
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr)
            .status()
            .expect("the command starts");
        status.code().expect("no signal ends the command")
    };
    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("a device"));
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let others: &[&[&str]] = &[
        &["--help"],
        &["--version"],
        &["check", "--help"],
        &["completions", "bash"],
        &["man"],
        &["check", "spec.hcldec"],
        &[],
    ];
    for arguments in COMMANDS.iter().chain(DATA).chain(others) {
        let all = filled(arguments);
        let usual = run(&all, Stdio::null(), Stdio::null());
        assert!(usual <= 2, "{arguments:?}: {usual}");
        assert_eq!(
            run(&all, closed(), Stdio::null()),
            usual,
            "{arguments:?} with a closed stdout"
        );
        assert_eq!(
            run(&all, Stdio::null(), closed()),
            usual,
            "{arguments:?} with a closed stderr"
        );
        assert_eq!(
            run(&all, Stdio::null(), full()),
            usual,
            "{arguments:?} with a full stderr"
        );
        let status = run(&all, full(), full());
        assert!(
            status == usual || status == 2,
            "{arguments:?} with a full stdout: {status}"
        );
    }
    for arguments in DATA.iter().chain(&others[..6]) {
        assert_eq!(run(&filled(arguments), full(), Stdio::null()), 2, "{arguments:?}");
    }
}

#[test]
fn the_number_of_problems_is_limited() {
    let directory = tempfile::tempdir().expect("a directory");
    let keys = "\"a\": 1, ".repeat(3_000);
    std::fs::write(directory.path().join("a.hcl.json"), format!("{{{keys}\"b\": 1}}")).expect("a file");
    std::fs::write(directory.path().join("b.hcl"), "a = 1\n".repeat(1_500)).expect("a file");
    let check = |arguments: &[&str]| {
        let (status, stdout, stderr) = run(directory.path(), arguments, "");
        assert_eq!(status, 1);
        stdout + &stderr
    };
    let shown = check(&["check", "b.hcl", "--diagnostics=plain"]);
    assert_eq!(shown.matches("error[").count(), 1_000);
    assert!(
        shown.contains("\n... and 1 more problem\n"),
        "{}",
        &shown[shown.len() - 200..]
    );
    let shown = check(&["check", "b.hcl", "--diagnostics=plain", "--max-problems=10"]);
    assert_eq!(shown.matches("error[").count(), 10);
    assert!(shown.contains("\n... and 991 more problems\n"));
    let shown = check(&["check", "b.hcl", "--diagnostics=json", "--max-problems=10"]);
    assert_eq!(shown.matches("\"severity\"").count(), 11);
    assert!(shown.contains("hcl2::command::more-problems"));
    let (status, _, stderr) = run(directory.path(), &["check", "b.hcl", "--max-problems=0"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("expected a number from 1 to 10000"), "{stderr}");
    let (_, _, stderr) = run(
        directory.path(),
        &["eval", "a.hcl.json", "--diagnostics=plain"],
        "",
    );
    assert!(stderr.matches("error[").count() <= 1_000);
}
