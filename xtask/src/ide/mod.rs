//! The speed and the memory of `hcl2 lsp`, in sessions that an editor could have.

mod client;
mod inputs;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cargo::{cargo, run};
use crate::files::target;
use client::Client;
use inputs::Document;

/// The argument that is typed into a block, one character at a time.
const TYPED: &str = "\n  user_data = var.am";

/// How often other questions are asked.
const ROUNDS: usize = 5;

/// Replays sessions against the command in release mode, or against a given program, and prints a table.
pub(crate) fn bench(arguments: &[String]) -> Result<(), String> {
    let program = match arguments {
        [] => {
            run(cargo().args(["build", "--release", "--locked", "--package", "hcl2-cli"]))?;
            target().join("release/hcl2")
        }
        [program] => PathBuf::from(program),
        _ => return Err("expected one argument, the program to measure".to_owned()),
    };
    let directory = target().join("ide");
    let measured = one_large_file(&program, &directory).and_then(|()| many_files(&program, &directory));
    let removed = std::fs::remove_dir_all(&directory);
    measured.map_err(|error| format!("the session failed: {error}"))?;
    removed.map_err(|error| format!("{} cannot be removed: {error}", directory.display()))
}

/// Measures a session with one file of 25,000 resources.
fn one_large_file(program: &std::path::Path, directory: &std::path::Path) -> std::io::Result<()> {
    let document = inputs::large_file(25_000);
    let root = directory.join("large");
    inputs::write(&root, std::slice::from_ref(&document))?;
    println!("one file of 25,000 resources, {}", megabytes(document.text.len()));
    let mut client = Client::start(program, &root)?;
    let start = Instant::now();
    client.open(&document)?;
    client.until_checked(&document.name, 1)?;
    report("open, until its diagnostics", &[start.elapsed()], "");
    memory(&client, document.text.len());
    session(&mut client, &document)?;
    memory(&client, document.text.len());
    client.end()
}

/// Measures a session with a repository of 1,900 files, of which 100 are open.
fn many_files(program: &std::path::Path, directory: &std::path::Path) -> std::io::Result<()> {
    let documents = inputs::repository(38, 9);
    let root = directory.join("many");
    inputs::write(&root, &documents)?;
    let size = documents.iter().map(|document| document.text.len()).sum();
    println!("{} files, {}, 100 of them open", documents.len(), megabytes(size));
    let mut client = Client::start(program, &root)?;
    let start = Instant::now();
    let answer = client.ask("workspace/symbol", &json!({"query": "instance_1"}))?;
    report(
        "workspace/symbol, which reads all files",
        &[answer.arrived - start],
        "",
    );
    ask(&mut client, "workspace/symbol", &json!({"query": "instance_2"}))?;
    let open: Vec<&Document> = documents.iter().step_by(19).collect();
    let start = Instant::now();
    for document in &open {
        client.open(document)?;
    }
    for document in &open {
        client.until_checked(&document.name, 1)?;
    }
    report("open 100 files, until their diagnostics", &[start.elapsed()], "");
    let edited = open.iter().find(|document| document.name.ends_with("main.tf"));
    if let Some(document) = edited {
        session(&mut client, document)?;
    }
    memory(&client, size);
    client.end()
}

/// Types into a document, and asks questions about it.
fn session(client: &mut Client, document: &Document) -> std::io::Result<()> {
    let name = &document.name;
    let (mut line, mut column) = document.edited;
    let (mut checks, mut completions) = (Vec::new(), Vec::new());
    let mut version = 1;
    for character in TYPED.chars() {
        version += 1;
        let start = Instant::now();
        client.insert(name, version, (line, column), &character.to_string())?;
        client.until_checked(name, version)?;
        checks.push(start.elapsed());
        (line, column) = match character {
            '\n' => (line + 1, 0),
            _ => (line, column + 1),
        };
    }
    report("a keystroke, until its diagnostics", &checks, "");
    let mut offered = 0;
    for character in "izx".chars() {
        version += 1;
        let start = Instant::now();
        client.insert(name, version, (line, column), &character.to_string())?;
        let answer = client.ask("textDocument/completion", &client.place(name, (line, column)))?;
        completions.push(answer.arrived - start);
        offered = offered.max(answer.size);
        client.until_checked(name, version)?;
        version += 1;
        client.remove(name, version, (line, column))?;
        client.until_checked(name, version)?;
    }
    report("a keystroke and completion", &completions, &megabytes(offered));
    let whole = json!({"textDocument": {"uri": client.uri(name)}});
    let place = client.place(name, (line, column));
    let mut renamed = place.clone();
    renamed["newName"] = json!("image");
    let mut references = place.clone();
    references["context"] = json!({"includeDeclaration": true});
    let mut screen = whole.clone();
    let range = json!({"start": {"line": line.saturating_sub(30), "character": 0}, "end": {"line": line + 30, "character": 0}});
    screen["range"] = range;
    let mut actions = screen.clone();
    actions["context"] = json!({"diagnostics": []});
    let mut format = whole.clone();
    format["options"] = json!({"tabSize": 2, "insertSpaces": true});
    for (method, params) in [
        ("completion", &place),
        ("hover", &place),
        ("definition", &place),
        ("references", &references),
        ("documentHighlight", &place),
        ("rename", &renamed),
        ("codeAction", &actions),
        ("inlayHint", &screen),
        ("semanticTokens/range", &screen),
        ("semanticTokens/full", &whole),
        ("documentSymbol", &whole),
        ("foldingRange", &whole),
        ("documentLink", &whole),
        ("codeLens", &whole),
        ("formatting", &format),
    ] {
        ask(client, &format!("textDocument/{method}"), params)?;
    }
    Ok(())
}

/// Asks a question several times, and reports what the answers took.
fn ask(client: &mut Client, method: &str, params: &Value) -> std::io::Result<()> {
    let (mut times, mut size, mut error) = (Vec::new(), 0, String::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let answer = client.ask(method, params)?;
        times.push(answer.arrived - start);
        size = answer.size;
        error = answer.error.unwrap_or_default();
    }
    let note = if error.is_empty() { megabytes(size) } else { error };
    report(method, &times, &note);
    Ok(())
}

/// Prints the median and the maximum of times.
fn report(name: &str, times: &[Duration], note: &str) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let milliseconds = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let median = milliseconds(times.get(times.len() / 2));
    let most = milliseconds(times.last());
    println!("  {name:<44} {median:>9.1} ms {most:>9.1} ms at most  {note}");
}

/// Prints the memory of a server, if the system says it.
fn memory(client: &Client, text: usize) {
    if let Some((now, peak)) = client.memory() {
        let times = now as f64 / text as f64;
        println!(
            "  memory {:>41}, {times:.1} times the text; at most {}",
            megabytes(now),
            megabytes(peak)
        );
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}
