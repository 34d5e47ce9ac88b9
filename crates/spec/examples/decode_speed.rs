//! Measures how fast a body of many blocks is decoded by a specification.
//!
//! `cargo run --release -p hcl2-decode --example decode_speed`

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_native::NativeBody;
use hcl2_spec::{Sequence, Spec};
use hcl2_value::{Type, Value};

/// The number of blocks.
const BLOCKS: usize = 10_000;
/// The time for a measurement.
const PERIOD: Duration = Duration::from_secs(2);

#[expect(clippy::print_stdout, reason = "it prints its measurements")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    for index in 0..BLOCKS {
        write!(
            text,
            "service \"s{index}\" {{\n  port = {index}\n  hosts = [\"a-{index}\", \"b\"]\n  check {{\n    path = \"/\"\n  }}\n}}\n"
        )?;
    }
    let check = Spec::object([("path", Spec::required("path", Type::STRING))]);
    let service = Spec::object([
        ("port", Spec::required("port", Type::NUMBER)),
        ("hosts", Spec::optional("hosts", Type::list(Type::STRING))),
        ("check", Spec::block("check", check)),
        (
            "retries",
            Spec::optional("retries", Type::NUMBER).or(Spec::Literal(Value::from(3))),
        ),
    ]);
    let map = Spec::block_map("service", ["name"], service.clone());
    let list = Spec::blocks("service", Sequence::List, service);
    for (name, spec) in [("map", map), ("list", list)] {
        let text = if name == "map" {
            text.clone()
        } else {
            let mut lines: Vec<&str> = text.lines().collect();
            for line in &mut lines {
                if line.starts_with("service") {
                    *line = "service {";
                }
            }
            lines.join("\n") + "\n"
        };
        let source = SourceMap::new().add("input", text.as_str())?;
        let parsed = hcl2_native::parse_file(&source);
        let Some(id) = parsed.value.root().body() else {
            continue;
        };
        let body = NativeBody::new(Arc::clone(&parsed.value), id);
        let (start, mut rounds) = (Instant::now(), 0);
        while start.elapsed() < PERIOD {
            let Outcome { value, diagnostics } = spec.decode(&body, None);
            assert!(diagnostics.is_empty());
            assert_eq!(value.element_count(), Some(BLOCKS));
            black_box(value);
            rounds += 1;
        }
        let seconds = start.elapsed().as_secs_f64() / f64::from(rounds);
        println!(
            "{name}: {:.2} us a block, {:.1} MB/s",
            seconds * 1e6 / BLOCKS as f64,
            text.len() as f64 / 1e6 / seconds
        );
    }
    Ok(())
}
