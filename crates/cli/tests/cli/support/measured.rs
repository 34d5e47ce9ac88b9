//! Runs of the command with their processor time.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4;

/// The exit status, standard output, standard error and processor time of a run.
pub(crate) fn measured(
    directory: &Path,
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (i32, String, String, Duration) {
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
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        // A command that does not read its input closes the pipe, and that is fine.
        scope.spawn(move || drop(stdin.write_all(input.as_ref())));
        let stderr = scope.spawn(|| text(stderr));
        let stdout = text(stdout);
        let used = child.wait4().expect("the command ends");
        (
            used.status.code().expect("no signal ends the command"),
            stdout,
            stderr.join().expect("a reader"),
            used.rusage.utime + used.rusage.stime,
        )
    })
}

fn text(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    let mut pipe = pipe.expect("a pipe");
    pipe.read_to_string(&mut text).expect("UTF-8");
    text
}
