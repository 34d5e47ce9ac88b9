//! Decoding files into structs with derived code.

#[cfg(feature = "peers")]
mod peers;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use hcl2_decode::decode_into;
use hcl2_derive::Decode;
use hcl2_diagnostics::{Diagnostics, Source, SourceMap};
use hcl2_model::BodyRef;
use hcl2_native::{NativeBody, parse_file};

use crate::checksum::Checksum;
use crate::contest::{Contest, timed};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of decoded blocks.
const BLOCKS: usize = 100_000;

/// The content of a file.
#[derive(Decode, serde::Deserialize)]
#[hcl(crate = hcl2_decode)]
struct Config {
    #[hcl(block)]
    service: Vec<Service>,
}

/// A block of ten attributes.
#[derive(Decode, serde::Deserialize)]
#[hcl(crate = hcl2_decode)]
struct Service {
    name: String,
    region: String,
    image: String,
    owner: String,
    port: u64,
    replicas: u64,
    memory: u64,
    timeout: u64,
    public: bool,
    tags: Vec<String>,
}

/// Decodes a file into a struct, including the time to read it.
pub(super) fn decode_struct(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let is_json = stage.ends_with(".json");
    let text = if is_json { json() } else { native() };
    let mut sources = SourceMap::new();
    let source = sources
        .add(stage, text.as_str())
        .map_err(|error| Failure::Contestant(error.to_string()))?;
    let read = if is_json { json_body } else { native_body };
    // Intermediate results are freed within the measured time, as by the peers.
    let ours = || decode_into::<Config>(&read(&source).0, None);
    let decoded = ours();
    let problems = decoded.diagnostics;
    let config = decoded
        .value
        .ok_or_else(|| Failure::Contestant(format!("{stage}: {problems:?}")))?;
    let mut contest = Contest::new(stage, Unit::Nanoseconds, BLOCKS as u64, shape(&config), || {
        timed(ours)
    });
    if setting.peers {
        if is_json {
            add_json_peer(&mut contest, &text)?;
        } else {
            #[cfg(feature = "peers")]
            peers::add(&mut contest, &text, shape)?;
        }
        contest.add_go(setting, 1, [text.as_str()])?;
    }
    contest.run(setting.rounds)
}

fn add_json_peer<'t>(contest: &mut Contest<'t>, text: &'t str) -> Result<(), Failure> {
    let read = move || serde_json::from_str::<Config>(text);
    let made = read().map_err(|error| Failure::Contestant(error.to_string()))?;
    contest.add("serde_json", &shape(&made), move || -> Duration { timed(read) })
}

fn native_body(source: &Source) -> (BodyRef, Diagnostics) {
    let parsed = parse_file(source);
    let body: BodyRef = match parsed.value.root().body() {
        Some(id) => Arc::new(NativeBody::new(parsed.value, id)),
        None => hcl2_model::merge_bodies(Vec::new()),
    };
    (body, parsed.diagnostics)
}

fn json_body(source: &Source) -> (BodyRef, Diagnostics) {
    let parsed = hcl2_json::parse(source);
    (parsed.value, parsed.diagnostics)
}

/// Returns the shape of the expected result.
fn shape(config: &Config) -> String {
    let mut checksum = Checksum::default();
    for service in &config.service {
        let texts = [&service.name, &service.region, &service.image, &service.owner];
        texts
            .into_iter()
            .chain(&service.tags)
            .for_each(|text| checksum.add(text));
        let numbers = [service.port, service.replicas, service.memory, service.timeout];
        numbers.iter().for_each(|number| checksum.add(number.to_string()));
        checksum.add(service.public.to_string());
    }
    format!("{} blocks with the checksum {checksum}", config.service.len())
}

/// Returns the blocks in native syntax.
fn native() -> String {
    let mut text = String::new();
    for block in 0..BLOCKS {
        let public = block % 3 == 0;
        // Writing to a `String` never fails.
        let _ = writeln!(
            text,
            "service {{\n  name     = \"service-{block}\"\n  region   = \"eu-{}\"\n  image    = \"registry.example/team/app:{block}\"\n  \
             owner    = \"team-{}\"\n  port     = {}\n  replicas = {}\n  memory   = {}\n  timeout  = 30\n  public   = {public}\n  \
             tags     = [\"a\", \"tag-{block}\"]\n}}\n",
            block % 7,
            block % 100,
            8000 + block % 1000,
            block % 9,
            256 * (block % 16),
        );
    }
    text
}

/// Returns the same blocks in JSON syntax.
fn json() -> String {
    let mut text = String::from("{\n  \"service\": [\n");
    for block in 0..BLOCKS {
        let public = block % 3 == 0;
        let comma = if block + 1 == BLOCKS { "" } else { "," };
        // Writing to a `String` never fails.
        let _ = writeln!(
            text,
            "    {{\n      \"name\": \"service-{block}\",\n      \"region\": \"eu-{}\",\n      \"image\": \
             \"registry.example/team/app:{block}\",\n      \"owner\": \"team-{}\",\n      \"port\": {},\n      \"replicas\": {},\n      \
             \"memory\": {},\n      \"timeout\": 30,\n      \"public\": {public},\n      \"tags\": [\"a\", \"tag-{block}\"]\n    \
             }}{comma}",
            block % 7,
            block % 100,
            8000 + block % 1000,
            block % 9,
            256 * (block % 16),
        );
    }
    text.push_str("  ]\n}\n");
    text
}
