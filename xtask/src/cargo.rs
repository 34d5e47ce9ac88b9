//! Running cargo.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns a command that runs the same cargo as this task, to stay with its toolchain.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(crate::files::root());
    command
}

/// Returns a command that runs a program from the registry: that on the path, or one that is built into target/tools.
pub(crate) fn tool(name: &str, version: &str, options: &[&str]) -> Result<Command, String> {
    if Command::new(name).arg("--version").output().is_ok() {
        return Ok(Command::new(name));
    }
    let tools = crate::files::root().join("target/tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        println!("building {name} {version}, which is not on the path");
        let mut install = cargo();
        install.args([
            "install",
            "--quiet",
            "--locked",
            name,
            "--version",
            version,
            "--root",
        ]);
        run(install.arg(tools).args(options))?;
    }
    Ok(Command::new(program))
}

/// Runs the command with its output shown.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() {
        Ok(())
    } else {
        Err(failed(command))
    }
}

/// Runs the command with its output shown and passes each line to `line`; returns whether it succeeded.
pub(crate) fn run_watched(command: &mut Command, mut line: impl FnMut(&str) + Send) -> Result<bool, String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let streams = (child.stdout.take(), child.stderr.take());
    let (Some(stdout), Some(stderr)) = streams else {
        return Err(failed(command));
    };
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let also = send.clone();
        scope.spawn(move || forward(BufReader::new(stdout), &send));
        scope.spawn(move || forward(BufReader::new(stderr), &also));
        for text in receive {
            println!("{text}");
            line(&text);
        }
    });
    let status = child.wait().map_err(|error| cannot_start(command, &error))?;
    Ok(status.success())
}

fn forward(mut stream: impl BufRead, lines: &std::sync::mpsc::Sender<String>) {
    let mut bytes = Vec::new();
    while stream.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if lines.send(text).is_err() {
            return;
        }
        bytes.clear();
    }
}

/// What is measured, and how it is built.
#[derive(clap::Args)]
pub(crate) struct GrowthOptions {
    /// The profile to build with.
    #[arg(long, default_value = "release")]
    profile: String,
    /// The rows of the table to measure [default: all].
    rows: Vec<String>,
}

/// Measures how the time of every command grows with its input.
pub(crate) fn growth(options: &GrowthOptions) -> Result<(), String> {
    let mut command = cargo();
    command.args(["test", "--profile", &options.profile]);
    command.args(["-p", "hcl2-cli", "--test", "cli", "--"]);
    command.env("HCL2_GROWTH_ROWS", options.rows.join(","));
    run(command.args(["--ignored", "--nocapture", "growth::"]))
}

/// Returns the command of the conformance runner, without arguments.
pub(crate) fn conformance_command() -> Command {
    let mut command = cargo();
    command.args([
        "run",
        "--quiet",
        "--profile",
        "checked",
        "--package",
        "hcl2-conformance",
        "--",
    ]);
    command
}

/// Runs the conformance cases with the runner's own arguments.
pub(crate) fn conformance(args: &[String]) -> Result<(), String> {
    run(conformance_command().args(args))
}

/// Runs a comparison with Terraform with its own arguments.
pub(crate) fn terraform_comparison(name: &str, args: &[String]) -> Result<(), String> {
    let mut command = cargo();
    command.args([
        "run",
        "--quiet",
        "--profile",
        "checked",
        "--package",
        "hcl2-conformance",
    ]);
    command.args(["--bin", name, "--"]);
    run(command.args(args))
}

/// Runs the comparison of plans with its own arguments, beside the server of schemas.
pub(crate) fn terraform_with_provider(task: &str, args: &[String]) -> Result<(), String> {
    let mut server = cargo();
    server.args(["build", "--quiet", "--profile", "checked"]);
    server.args(["--package", "hcl2-example-provider", "--example", "schemas"]);
    run(&mut server)?;
    terraform_comparison(task, args)
}

/// Runs the benchmarks with their own arguments.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--profile", "dist", "--package", "hcl2-bench"]);
    if args.iter().any(|argument| argument == "--peers") {
        command.args(["--features", "peers"]);
    }
    run(command.arg("--").args(args))
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot run `{}`: {error}", shown(command))
}

/// Returns the message for a command that ran and failed.
pub(crate) fn failed(command: &Command) -> String {
    format!("`{}` failed; what it printed above says why", shown(command))
}

fn shown(command: &Command) -> String {
    // The path of cargo says nothing; its name does.
    let program = Path::new(command.get_program()).file_name();
    let mut words = vec![program.unwrap_or_default().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}
