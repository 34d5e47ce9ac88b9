//! Modules in JSON syntax, as tools write them.

use serde_json::{Map, Value, json};

use super::random::Random;
use super::{Files, RESOURCES};

/// The approximate size of a file in bytes.
const FILE_BYTES: usize = 1 << 20;

/// Generates files with a total of at least this many bytes.
pub(crate) fn generate(seed: u64, bytes: usize) -> Files {
    let mut random = Random::new(seed);
    super::files("tf.json", bytes, FILE_BYTES, |size| file(&mut random, size))
}

/// Generates one file with at least this many bytes.
pub(crate) fn generate_one(seed: u64, bytes: usize) -> String {
    file(&mut Random::new(seed), bytes)
}

fn file(random: &mut Random, size: usize) -> String {
    let mut text = String::with_capacity(size + 4096);
    text.push_str("{\n");
    while text.len() < size {
        if text.len() > 2 {
            text.push_str(",\n");
        }
        let name = format!("{}_{}", random.name(), text.len());
        text.push_str(&format!("  \"{name}\": {:#}", resource(random)));
    }
    text.push_str("\n}\n");
    text
}

fn resource(random: &mut Random) -> Value {
    let mut content = Map::new();
    for _ in 0..4 + random.below(8) {
        content.insert(random.name(), value(random));
    }
    let mut tags = Map::new();
    for _ in 0..random.below(5) {
        tags.insert(random.name(), random.sentence(2).into());
    }
    content.insert("tags".to_owned(), tags.into());
    let mut named = Map::new();
    named.insert(random.name(), content.into());
    let mut typed = Map::new();
    typed.insert(random.pick(RESOURCES).to_owned(), named.into());
    json!({ "resource": typed, "provider": "aws", "count": random.below(9) })
}

fn value(random: &mut Random) -> Value {
    let (name, word) = (random.name(), random.name());
    match random.below(10) {
        0 => json!(random.below(70_000)),
        1 => json!(random.below(10_000) as f64 / 8.0),
        2 => json!(random.chance(50)),
        3 => Value::Null,
        4 => json!(format!("${{var.{name}.{word}}}")),
        5 => json!(format!("arn:aws:s3:::{name}/\"{word}\"\n")),
        6 => json!([name, word, "10.0.0.0/16"]),
        7 => json!([{ "from_port": random.below(65_536), "to_port": 443, "cidr": ["0.0.0.0/0"] }]),
        _ => json!(random.sentence(5)),
    }
}
