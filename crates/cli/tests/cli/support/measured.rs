//! Runs of the command with their processor time.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::{ResourceUsage, Wait4};

/// The exit status, standard output, standard error and processor time of a run.
pub(crate) fn measured(
    directory: &Path,
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (i32, String, String, Duration) {
    let (status, stdout, stderr, used) = with_usage(directory, arguments, input);
    (status, stdout, stderr, used.utime + used.stime)
}

/// The bytes of memory that a run with a status takes at most at once.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(directory: &Path, arguments: &[&str], expected: i32) -> u64 {
    let (status, _, stderr, used) = with_usage(directory, arguments, "");
    assert_eq!(status, expected, "{stderr}");
    used.maxrss
}

fn with_usage(
    directory: &Path,
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (i32, String, String, ResourceUsage) {
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
            used.rusage,
        )
    })
}

fn text(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    let mut pipe = pipe.expect("a pipe");
    pipe.read_to_string(&mut text).expect("UTF-8");
    text
}
