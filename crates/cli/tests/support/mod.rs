//! Running the command.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit status, standard output and standard error of a run.
pub(crate) fn run(
    directory: &Path,
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(arguments)
        .current_dir(directory)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A command that does not read its input closes the pipe, and that is fine.
        scope.spawn(move || drop(stdin.write_all(input.as_ref())));
        child.wait_with_output().expect("the command ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("no signal ends the command"),
        text(output.stdout),
        text(output.stderr),
    )
}
