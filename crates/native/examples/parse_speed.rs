//! Measures how fast the lexer and the parser read the files named on the command line.
//!
//! `cargo run --release --example parse_speed -- FILES`

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hcl2_diagnostics::{Source, SourceMap};
use hcl2_native::lexer::{Start, lex};
use hcl2_native::parse_file;
use hcl2_native::tree::TextRange;

/// How long each measurement takes.
const PERIOD: Duration = Duration::from_secs(2);

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what it is for"
)]
fn main() -> ExitCode {
    let mut sources = SourceMap::new();
    for path in std::env::args().skip(1) {
        let added = std::fs::read(&path).is_ok_and(|bytes| sources.add(path.clone(), bytes).is_ok());
        if !added {
            eprintln!("{path}: cannot be read");
        }
    }
    let files: Vec<&Source> = sources.iter().collect();
    let bytes: usize = files.iter().map(|file| file.bytes().len()).sum();
    let (mut tokens, mut expressions, mut problems) = (0, 0, 0);
    for file in &files {
        let parsed = parse_file(*file);
        tokens += parsed.value.tokens().len();
        expressions += parsed.value.expr_count();
        problems += parsed.diagnostics.len();
        for diagnostic in &parsed.diagnostics {
            let line = diagnostic
                .subject
                .map_or(0, |span| file.line_index().line_of(span.start));
            println!("{}:{line}: {}", file.name(), diagnostic.summary);
        }
    }
    println!(
        "{} files, {bytes} bytes, {tokens} tokens, {expressions} expressions, {problems} problems",
        files.len()
    );
    let lexed = measure(bytes, || {
        for file in &files {
            let range = TextRange::new(0, file.bytes().len() as u32);
            black_box(lex(file.bytes(), range, Start::Code));
        }
    });
    let parsed = measure(bytes, || {
        for file in &files {
            let _ = black_box(parse_file(*file));
        }
    });
    println!("lex   {lexed:8.1} MB/s\nparse {parsed:8.1} MB/s");
    if problems == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Megabytes a second of the fastest of the runs that fit in the period, each of which reads `bytes`.
fn measure(bytes: usize, mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < PERIOD {
        let before = Instant::now();
        run();
        best = best.min(before.elapsed());
    }
    bytes as f64 / best.as_secs_f64() / 1e6
}
