//! Decoding bodies by a decoder specification.

use std::fmt::Write;
use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_model::BodyRef;
use hcl2_native::{NativeBody, parse_file};
use hcl2_spec::SpecFile;

use super::functions::json_text;
use crate::checksum::Checksum;
use crate::contest::{Contest, timed};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of decoded blocks.
const BLOCKS: usize = 5_000;
/// The number of attributes of each: half of them numbers, half strings.
const ATTRIBUTES: usize = 10;

/// Decodes a body of blocks to a list of objects; parsing is not timed.
pub(super) fn decode_spec(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let mut text = String::new();
    let mut spec = String::from("block_list {\n  block_type = \"service\"\n  object {\n");
    // Writing to a `String` never fails.
    for block in 0..BLOCKS {
        text.push_str("service {\n");
        for attribute in 0..ATTRIBUTES / 2 {
            let _ = writeln!(
                text,
                "  number_{attribute} = {block} + {attribute}\n  string_{attribute} = \"value-{block}\""
            );
        }
        text.push_str("}\n");
    }
    for attribute in 0..ATTRIBUTES / 2 {
        let _ = writeln!(
            spec,
            "    attr \"number_{attribute}\" {{\n      type = number\n    }}\n    attr \"string_{attribute}\" {{\n      type = \
             string\n    }}"
        );
    }
    spec.push_str("  }\n}\n");
    let failed = |reason: String| Failure::Contestant(format!("{stage}: {reason}"));
    let specification = specification(&spec).map_err(failed)?;
    let body = body(&text).map_err(failed)?;
    let decoded = specification.spec.decode(&*body, None);
    if let Some(problem) = decoded.diagnostics.first() {
        return Err(failed(problem.detail.to_string()));
    }
    let value = decoded.value;
    let blocks = value.element_count().unwrap_or(0);
    let checksum = Checksum::of(json_text(stage, &value)?);
    let shape = format!("{blocks} blocks with the checksum {checksum}");
    let mut contest = Contest::new(stage, Unit::Nanoseconds, BLOCKS as u64, shape, || {
        timed(|| specification.spec.decode(&*body, None))
    });
    if setting.peers {
        contest.add_go(setting, 1, [text.as_str()])?;
    }
    contest.run(setting.rounds)
}

fn specification(text: &str) -> Result<SpecFile, String> {
    let read = SpecFile::from_body(&body(text)?);
    match read.diagnostics.first() {
        Some(problem) => Err(problem.detail.to_string()),
        None => Ok(read.value),
    }
}

fn body(text: &str) -> Result<BodyRef, String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("generated", text)
        .map_err(|error| error.to_string())?;
    let file = parse_file(&source)
        .into_result()
        .map_err(|problems| format!("{problems:?}"))?;
    let id = file.root().body().ok_or("there is no body")?;
    Ok(Arc::new(NativeBody::new(file, id)))
}
