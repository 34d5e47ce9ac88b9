//! Running the command.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit status, standard output and standard error of a run.
pub(crate) fn run(directory: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that does not read its input closes the pipe, and that is fine.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("no signal ends the command"),
        text(output.stdout),
        text(output.stderr),
    )
}
