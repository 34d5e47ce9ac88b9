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
fn on_terminal(directory: &Path, arguments: &[String]) -> String {
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

#[test]
fn endless_and_huge_files_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("sparse.hcl");
    File::create(path)
        .expect("a file")
        .set_len(20 << 30)
        .expect("a sparse file");
    for name in ["sparse.hcl", "/dev/zero"] {
        for arguments in [
            &["check", name][..],
            &["fmt", name],
            &["eval", name],
            &["query", "a", name],
            &["wire", "explain", name],
            &["decode", "--spec", name, name],
            &["check", "--schema", name, "x.hcl"],
            &["edit", "x.hcl", "batch", name],
        ] {
            if name == "/dev/zero" && arguments[0] != "wire" {
                continue;
            }
            let (status, _, stderr) = run(directory.path(), arguments, "");
            assert_eq!(status, 2, "{arguments:?}: {stderr}");
            assert!(stderr.contains("it has more than"), "{arguments:?}: {stderr}");
        }
    }
    let text = "file(\"sparse.hcl\")";
    let (status, _, stderr) = run(directory.path(), &["eval", "--functions", "terraform", text], "");
    assert_eq!(status, 1);
    assert!(stderr.contains("it has more than"), "{stderr}");
}

fn make_pipe(path: &Path) {
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .expect("a pipe");
}

/// Creates a pipe in a directory, and a thread that writes into it.
fn pipe_in(directory: &Path) -> std::thread::JoinHandle<std::io::Result<()>> {
    let pipe = directory.join("pipe");
    make_pipe(&pipe);
    std::thread::spawn(move || std::fs::write(pipe, "a = 1\n"))
}

#[test]
fn pipes_that_nobody_named_are_not_waited_for() {
    for (name, arguments, expected) in [
        ("terraform.tfvars", &["plan", "."][..], (0, "")),
        ("x.auto.tfvars", &["eval", "--module", ".", "1"], (0, "")),
        ("x.tf", &["check", "."], (0, "")),
        ("x.tftest.hcl", &["test", "."], (0, "")),
        ("terraform.tfvars", &["test", "."], (0, "")),
        ("x.auto.tfvars.json", &["test", "."], (0, "")),
        ("tests/terraform.tfvars", &["test", "."], (0, "")),
        ("tests/x.tftest.hcl", &["test", "."], (0, "")),
        (".terraform.lock.hcl", &["check", "."], (0, "")),
        (".terraform/environment", &["check", "."], (0, "")),
        (".terraform/modules/modules.json", &["check", "."], (0, "")),
        ("x.tf.json", &["fmt", "."], (0, "")),
        (
            ".gitignore",
            &["check", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file ./.gitignore cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "lower/.gitignore",
            &["fmt", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file ./lower/.gitignore cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "x.hclschema",
            &["check", "--language", "x.hclschema", "main.tf"],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file x.hclschema cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "template.txt",
            &[
                "eval",
                "--functions",
                "terraform",
                "try(file(\"template.txt\"), fileset(\".\", \"*.txt\"))",
            ],
            (0, ""),
        ),
        (
            ".hcl2.toml",
            &["check", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file .hcl2.toml cannot be read: it is not a regular file.\n",
            ),
        ),
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("main.tf"), "locals {\n  a = 1\n}\n").expect("a file");
        let pipe = directory.path().join(name);
        std::fs::create_dir_all(pipe.parent().expect("a directory")).expect("a directory");
        make_pipe(&pipe);
        let arguments = [arguments, &["--diagnostics=plain"]].concat();
        let (status, _, stderr) = run(directory.path(), &arguments, "");
        assert_eq!((status, stderr.as_str()), expected, "{name}");
    }
}

#[test]
fn pipes_and_devices_in_a_repository_are_refused() {
    for name in [
        "HEAD",
        "config",
        "packed-refs",
        "index",
        "refs/heads/other",
        "objects/pack/pack-1.idx",
        "objects/info/alternates",
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        git(directory.path(), &["init", "--quiet"]);
        git(
            directory.path(),
            &["commit", "--quiet", "--allow-empty", "--message=a"],
        );
        let path = directory.path().join(".git").join(name);
        drop(std::fs::remove_file(&path));
        make_pipe(&path);
        check_refused(directory.path(), &path);
        std::fs::remove_file(&path).expect("a pipe");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        check_refused(directory.path(), &path);
    }
    // Objects may also be where the repository says.
    let directory = tempfile::tempdir().expect("a directory");
    git(directory.path(), &["init", "--quiet"]);
    let objects = directory.path().join("lent");
    std::fs::create_dir(&objects).expect("a directory");
    make_pipe(&objects.join("pack"));
    let alternates = directory.path().join(".git/objects/info/alternates");
    std::fs::write(alternates, "../../lent\n").expect("a file");
    let pipe = directory.path().join(".git/objects/../../lent/pack");
    check_refused(directory.path(), &pipe);
}

#[test]
fn very_large_files_of_patterns_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("a.tf"), "").expect("a file");
    let patterns = File::create(directory.path().join(".gitignore")).expect("a file");
    patterns.set_len(3 << 30).expect("a file");
    let (status, _, stderr) = run(directory.path(), &["check", ".", "--diagnostics", "concise"], "");
    let expected = "error[hcl2::source::unreadable]: Unreadable file: The file ./.gitignore cannot be read: it has more than 131072 bytes.\n";
    assert_eq!((status, stderr.as_str()), (2, expected));
}

#[test]
fn a_repository_that_git_watches_can_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    git(directory.path(), &["init", "--quiet"]);
    git(
        directory.path(),
        &["commit", "--quiet", "--allow-empty", "--message=a"],
    );
    let socket = directory.path().join(".git/fsmonitor--daemon.ipc");
    let _watcher = std::os::unix::net::UnixListener::bind(socket).expect("a socket");
    let run = run(directory.path(), &["affected", "HEAD"], "");
    assert_eq!(run, (0, String::new(), String::new()));
}

/// Asserts that what a path in a repository leads to is named, and is not read.
#[track_caller]
fn check_refused(directory: &Path, path: &Path) {
    let named = path.canonicalize().expect("a path");
    let named = if path.is_symlink() { path } else { &named };
    for arguments in [["affected", "HEAD"], ["diff", "HEAD.."]] {
        let (status, _, stderr) = run(directory, &arguments, "");
        let expected = format!(
            "error: no repository of git can be read here: {} is neither a regular file nor a directory\n",
            named.display()
        );
        assert_eq!((status, stderr), (2, expected), "{arguments:?}");
    }
}

#[test]
fn a_directory_in_the_place_of_a_file_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("main.tf"), "").expect("a file");
    for option in ["--schema", "--state", "--data", "--var-file"] {
        let (status, _, stderr) = run(directory.path(), &["plan", ".", option, "."], "");
        assert_eq!(
            (status, stderr.as_str()),
            (2, "error: . is a directory; name a file\n")
        );
    }
}

#[test]
fn eval_reads_a_pipe_as_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let writer = pipe_in(directory.path());
    let (status, stdout, stderr) = run(directory.path(), &["eval", "pipe"], "");
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "{\"a\":1}\n", ""));
    writer.join().expect("no panic").expect("the command reads");
}

#[test]
fn reading_from_a_pipe_is_announced_on_a_terminal() {
    let directory = tempfile::tempdir().expect("a directory");
    let writer = pipe_in(directory.path());
    let shown = on_terminal(directory.path(), &["check".to_owned(), "pipe".to_owned()]);
    writer.join().expect("no panic").expect("the command reads");
    assert_eq!(
        shown,
        "reading pipe, up to its end\r\n1 file checked: no problems\r\nnot checked: 1 file (only parsed: --language \
         NAME)\r\n"
    );
}
