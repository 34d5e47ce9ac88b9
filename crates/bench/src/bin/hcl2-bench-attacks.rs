//! Runs the same attacks on HCL 2, the Go reference and hcl-edit, each in a process of its own, and prints a table.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a table, and what went wrong"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use hcl2_bench::{Attack, AttackKind, attacks, build_go};
use hcl2_diagnostics::SourceMap;
use hcl2_model::{EvalContext, FunctionTable};
use hcl2_native::NativeExpression;
use wait4::Wait4;

const USAGE: &str = "expected no arguments, to run all attacks, or a directory, to write their inputs there";

/// Maximum processor time of a process, in seconds.
const SECONDS: u32 = 20;

/// Maximum address space of a process, in KiB.
const ADDRESS_SPACE: u32 = 8 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [] => compare(),
        [option] if option.starts_with('-') => Err(USAGE.to_owned()),
        [directory] => write(Path::new(directory)),
        [contestant, kind, path] => run(contestant, kind, Path::new(path)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one attack in this process, and prints how it ended.
fn run(contestant: &str, kind: &str, path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let failed = if contestant == "hcl-edit" {
        let text = String::from_utf8_lossy(&bytes);
        match kind {
            "file" => hcl_edit::parser::parse_body(&text).is_err(),
            _ => hcl_edit::parser::parse_expr(&text).is_err(),
        }
    } else {
        has_errors(kind, &bytes)?
    };
    println!("{}", if failed { "errors" } else { "value" });
    Ok(())
}

fn has_errors(kind: &str, bytes: &[u8]) -> Result<bool, String> {
    let source = SourceMap::new()
        .add("attack", bytes)
        .map_err(|error| error.to_string())?;
    if kind == "file" {
        return Ok(hcl2_native::parse_file(&source).has_errors());
    }
    if kind == "json" {
        return Ok(hcl2_json::parse(&source).has_errors());
    }
    let parsed = hcl2_native::parse_expression(&source);
    let Some(id) = parsed.value.root().expr().filter(|_| !parsed.has_errors()) else {
        return Ok(true);
    };
    let mut context = EvalContext::new();
    context.set_functions(
        hcl2_functions::standard()
            .iter()
            .cloned()
            .collect::<FunctionTable>(),
    );
    let expression = NativeExpression::new(Arc::clone(&parsed.value), id);
    Ok(expression.evaluate(Some(&context)).has_errors())
}

/// The name of the file that lists the attacks.
const LIST: &str = "list";

/// Writes the attacks to files, and their kinds and names to another one.
fn write(directory: &Path) -> Result<(), String> {
    let mut list = String::new();
    for (index, Attack { name, kind, text }) in attacks().into_iter().enumerate() {
        fs::write(directory.join(index.to_string()), &text).map_err(|error| error.to_string())?;
        let kind = match kind {
            AttackKind::File => "file",
            AttackKind::Expression => "expression",
            AttackKind::Json => "json",
        };
        list += &format!("{kind}\t{name}\n");
    }
    fs::write(directory.join(LIST), list).map_err(|error| error.to_string())
}

/// Runs all attacks and prints the table.
fn compare() -> Result<(), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let go = build_go("attacks")?;
    let directory = std::env::temp_dir().join(format!("hcl2-attacks-{}", std::process::id()));
    fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    // Another process makes the sources, because the peak memory of a process starts with that of its parent.
    let written = Command::new(&own).arg(&directory).status();
    if !written.is_ok_and(|status| status.success()) {
        return Err("cannot write the attacks".to_owned());
    }
    let list = fs::read_to_string(directory.join(LIST)).map_err(|error| error.to_string())?;
    println!("| attack | size | hcl2 | Go reference | hcl-edit |\n|---|---|---|---|---|");
    for (index, line) in list.lines().enumerate() {
        let (kind, name) = line.split_once('\t').unwrap_or_default();
        let file = directory.join(index.to_string());
        let length = fs::metadata(&file).map_err(|error| error.to_string())?.len();
        let ours = measured(&own, &["hcl2", kind], &file)?;
        let go = measured(&go, &[kind], &file)?;
        let edit = match kind {
            "json" => "no JSON".to_owned(),
            _ => measured(&own, &["hcl-edit", kind], &file)?,
        };
        println!("| {name} | {} | {ours} | {go} | {edit} |", size(length));
    }
    fs::remove_dir_all(&directory).map_err(|error| error.to_string())
}

fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Runs a program on a file within limits, and returns its result, processor time and peak memory.
fn measured(program: &PathBuf, arguments: &[&str], file: &Path) -> Result<String, String> {
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -c 0; ulimit -t {SECONDS}; ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\""
        ))
        .arg(program)
        .args(arguments)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut printed = String::new();
    if let Some(mut output) = child.stdout.take() {
        std::io::Read::read_to_string(&mut output, &mut printed).map_err(|error| error.to_string())?;
    }
    let used = child.wait4().map_err(|error| error.to_string())?;
    let seconds = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    let result = match (used.status.success(), seconds >= f64::from(SECONDS) - 0.5) {
        (true, _) => printed.trim().to_owned(),
        (false, true) => return Ok(format!("**over {SECONDS} s**")),
        (false, false) => "**killed**".to_owned(),
    };
    Ok(format!(
        "{result}, {seconds:.2} s, {} MB",
        used.rusage.maxrss / 1_000_000
    ))
}
