//! The Go reference: our program around its packages, as shipped by Debian.
//!
//! The program reads sources from standard input, does the work once and prints the shape of its result. Each further
//! line of input starts a round, whose time in nanoseconds it prints.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::failure::Failure;

/// The name of the Go reference among the contestants.
pub(crate) const NAME: &str = "go-hcl";

/// The directory of Go sources in Debian's packages.
const GO_PATH: &str = "/usr/share/gocode";

/// Builds the program of the benchmarks, or returns the reason why that is impossible.
pub(crate) fn build() -> Result<PathBuf, String> {
    build_go("go")
}

/// Builds the program in a directory of `peers`.
///
/// # Errors
///
/// The reason why that is impossible.
pub fn build_go(peer: &str) -> Result<PathBuf, String> {
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name(format!("hcl2-bench-{peer}-peer"));
    let output = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg("main.go")
        .current_dir(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/peers")).join(peer))
        .envs([("GO111MODULE", "off"), ("GOPATH", GO_PATH), ("GOFLAGS", "")])
        .output()
        .map_err(|error| format!("cannot run go: {error}"))?;
    if output.status.success() {
        return Ok(program);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "cannot build it: {}",
        text.lines().next().unwrap_or("go says nothing")
    ))
}

/// The running program.
pub(crate) struct Process {
    child: Child,
    /// `None` after the end of input was signalled.
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the program and returns the shape of its result too.
    pub(crate) fn start<'t>(
        program: &Path,
        stage: &str,
        repeat: usize,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(Self, String), String> {
        let mut child = Command::new(program)
            .args([stage, &repeat.to_string()])
            .env("GOMAXPROCS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no standard input and output".to_owned());
        };
        let mut process = Self {
            child,
            input: Some(BufWriter::new(input)),
            output: BufReader::new(output),
        };
        let texts: Vec<&str> = texts.into_iter().collect();
        let shape = process
            .send(&texts)
            .and_then(|()| process.answer())
            .map_err(|error| error.to_string())?;
        Ok((process, shape))
    }

    fn send(&mut self, texts: &[&str]) -> std::io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        writeln!(input, "{}", texts.len())?;
        for text in texts {
            write!(input, "{}\n{text}", text.len())?;
        }
        input.flush()
    }

    fn answer(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        if line.is_empty() {
            return Err(std::io::Error::other("it ended early"));
        }
        Ok(line.trim_end().to_owned())
    }

    /// Runs a round.
    pub(crate) fn round(&mut self) -> Result<Duration, Failure> {
        let mut ask = || {
            if let Some(input) = &mut self.input {
                writeln!(input)?;
                input.flush()?;
            }
            self.answer()
        };
        let answer = ask().map_err(|error| Failure::Contestant(format!("{NAME}: {error}")))?;
        let nanoseconds = answer
            .parse()
            .map_err(|_| Failure::Contestant(format!("{NAME}: it answered {answer:?}")))?;
        Ok(Duration::from_nanos(nanoseconds))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // The program ends with its input; its status is irrelevant.
        let _ = self.child.wait();
    }
}
