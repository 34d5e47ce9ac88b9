//! The stages by name.

mod decode;
mod eval;
mod functions;
mod json;
mod json_values;
mod literals;
mod native;
mod numbers;
#[cfg(feature = "peers")]
mod peers;
mod plan;
mod structs;
mod terraform;
mod values;
mod wire;

use hcl2_diagnostics::{Diagnostics, Source, SourceMap};

use crate::contest::{growth, timed_each};
use crate::failure::Failure;
use crate::memory::Heap;
use crate::report::Measurement;
use crate::setting::Setting;

/// A task for us and the peers.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) measure: Measure,
}

/// The measure of a stage.
#[derive(Clone, Copy)]
pub(crate) enum Measure {
    /// Time.
    Speed(fn(&'static str, &Setting) -> Result<Measurement, Failure>),
    /// Heap.
    Memory(fn(&'static str, &Setting, Heap) -> Result<Measurement, Failure>),
}

/// Returns the ratio of the times per byte to read files of the second and the first size, both in bytes.
///
/// # Errors
///
/// If a generated file has errors.
fn growth_of_file<T>(
    stage: &'static str,
    setting: &Setting,
    sizes: [usize; 2],
    generate: fn(u64, usize) -> String,
    read: fn(&Source) -> (T, Diagnostics),
) -> Result<Measurement, Failure> {
    let mut sources = SourceMap::new();
    let mut side = |size: usize| {
        let source = sources
            .add(stage, generate(1, size))
            .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))?;
        if read(&source).1.has_errors() {
            return Err(Failure::Contestant(format!("{stage}: there are errors")));
        }
        // The same number of bytes of small and large files.
        let repeat = sizes[1] / size;
        Ok(move || timed_each(&[&source], repeat, |source| read(source)))
    };
    let (small, great) = (side(sizes[0])?, side(sizes[1])?);
    Ok(growth(stage, setting.rounds, small, great))
}

/// All stages, in the order of measurement.
const STAGES: &[Stage] = &[
    speed("native.lex", native::lex),
    speed("native.parse", native::parse),
    speed("native.parse.growth", native::parse_growth),
    speed("native.read", literals::read),
    speed("native.format", native::format),
    speed("json.parse", json::parse),
    speed("json.parse.growth", json::parse_growth),
    speed("json.tree", json_values::tree),
    speed("json.validate", json_values::validate),
    speed("eval.arithmetic", eval::evaluate),
    speed("eval.template", eval::evaluate),
    speed("eval.for", eval::evaluate),
    speed("eval.object", eval::evaluate),
    speed("eval.conditional", eval::evaluate),
    speed("eval.splat", eval::evaluate),
    speed("eval.traversal", eval::evaluate),
    speed("eval.function", eval::evaluate),
    speed("eval.first.arithmetic", eval::evaluate_first),
    speed("eval.first.template", eval::evaluate_first),
    speed("eval.first.for", eval::evaluate_first),
    speed("eval.first.object", eval::evaluate_first),
    speed("eval.first.conditional", eval::evaluate_first),
    speed("eval.first.splat", eval::evaluate_first),
    speed("eval.first.traversal", eval::evaluate_first),
    speed("eval.first.function", eval::evaluate_first),
    speed("decode.spec", decode::decode_spec),
    speed("decode.struct", structs::decode_struct),
    speed("decode.struct.json", structs::decode_struct),
    speed("fn.jsondecode", functions::decode_json),
    speed("fn.jsonencode", functions::encode_json),
    speed("fn.merge", functions::merge),
    speed("fn.flatten", functions::flatten),
    speed("fn.distinct", functions::distinct),
    speed("fn.setproduct", functions::setproduct),
    speed("convert.rows", values::convert_rows),
    speed("set.build", values::build_set),
    speed("set.union", values::unite_sets),
    speed("set.equal", values::compare_sets),
    speed("set.growth", values::grow_sets),
    speed("number.small", numbers::small),
    speed("number.wide", numbers::wide),
    speed("terraform.to_json", terraform::to_json),
    speed("terraform.inspect", terraform::inspect),
    speed("terraform.inspect.parallel", terraform::inspect),
    speed("terraform.check", terraform::check),
    speed("terraform.check.parallel", terraform::check),
    speed("terraform.check.module", terraform::check_module),
    speed("plan.calls", plan::calls),
    speed("plan.instances", plan::instances),
    speed("plan.instances.growth", plan::instances_growth),
    speed("plan.json", plan::json),
    speed("wire.encode", wire::encode),
    speed("wire.encode.convert", wire::encode),
    speed("wire.decode", wire::decode),
    speed("wire.decode.set", wire::decode),
    memory("native.lex.memory", native::lex_memory),
    memory("native.parse.memory", native::parse_memory),
    memory("json.parse.memory", json::parse_memory),
    memory("json.tree.memory", json_values::tree_memory),
    memory("wire.decode.memory", wire::decode_memory),
];

const fn speed(
    name: &'static str,
    measure: fn(&'static str, &Setting) -> Result<Measurement, Failure>,
) -> Stage {
    Stage {
        name,
        measure: Measure::Speed(measure),
    }
}

const fn memory(
    name: &'static str,
    measure: fn(&'static str, &Setting, Heap) -> Result<Measurement, Failure>,
) -> Stage {
    Stage {
        name,
        measure: Measure::Memory(measure),
    }
}

/// Returns the stages with these names in the order of measurement, or all without names. A `*` at either end of a name
/// matches anything.
///
/// # Errors
///
/// If a name matches no stage.
pub(crate) fn select(names: &[String]) -> Result<Vec<Stage>, Failure> {
    if let Some(unknown) = names
        .iter()
        .find(|name| !STAGES.iter().any(|stage| is_named(stage, name)))
    {
        let known: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        return Err(Failure::Usage(format!(
            "there is no stage `{unknown}`; the stages are {}",
            known.join(", ")
        )));
    }
    let wanted = |stage: &&Stage| names.is_empty() || names.iter().any(|name| is_named(stage, name));
    Ok(STAGES.iter().filter(wanted).copied().collect())
}

fn is_named(stage: &Stage, name: &str) -> bool {
    match (name.strip_suffix('*'), name.strip_prefix('*')) {
        (Some(start), _) => stage.name.starts_with(start),
        (_, Some(end)) => stage.name.ends_with(end),
        _ => stage.name == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Ok(select(&names)?.iter().map(|stage| stage.name).collect())
    }

    #[test]
    fn stages_are_found_by_name_and_by_part() {
        assert_eq!(selected(&["native.parse"]).unwrap(), ["native.parse"]);
        assert_eq!(
            selected(&["json.*", "native.lex"]).unwrap(),
            [
                "native.lex",
                "json.parse",
                "json.parse.growth",
                "json.tree",
                "json.validate",
                "json.parse.memory",
                "json.tree.memory"
            ]
        );
        assert_eq!(selected(&["eval.*"]).unwrap().len(), 16);
        assert_eq!(selected(&["*.memory"]).unwrap().len(), 5);
        assert_eq!(selected(&[]).unwrap().len(), STAGES.len());
    }

    #[test]
    fn an_unknown_stage_is_a_usage_error() {
        let Err(Failure::Usage(text)) = selected(&["native.parse", "native.pars"]) else {
            panic!("it was found")
        };
        assert!(
            text.starts_with("there is no stage `native.pars`; the stages are native.lex, native.parse, ")
        );
    }
}
