//! Jobs of Nomad, as the JSON that `nomad job run -output` prints.

mod blocks;
mod common;
mod decode;
mod fields;
mod job;
mod services;

use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::{body, render as codes};
use hcl2_model::{Block, BodySchema, EvalContext};
use hcl2_value::Value;

use crate::inputs::{declared, local_blocks, locals, object, set};
use crate::work::Work;
use crate::{Json, functions};

use decode::{Decoder, Placeholders};

/// The start of the names of variables of the environment that set variables.
const PREFIX: &str = "NOMAD_VAR_";

/// The functions of jobs that are the standard ones, unlike those of the same names elsewhere.
const STANDARD: [&str; 4] = ["coalesce", "index", "length", "reverse"];

/// Returns the job of a file.
pub(crate) fn render(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<Json> {
    let path = file(work, paths)?;
    let parsed = work.parse(&path)?;
    let is_native = path.extension().is_none_or(|extension| extension != "json");
    let schema = BodySchema::new()
        .block("variable", ["name"])
        .block("variables", [""; 0])
        .block("locals", [""; 0])
        .block("job", ["name"]);
    let content = parsed.content(&schema).report_into(&mut work.reader.diagnostics);
    let mut base = EvalContext::new();
    base.allow_variables();
    base.set_budget(work.options.budget.clone());
    let standard = functions::STANDARD.iter().chain(&STANDARD).copied();
    let of_terraform = functions::OF_TERRAFORM.iter().copied();
    base.set_functions(functions::table(&work.options.host(), standard, of_terraform));
    let mut inputs = declared(work, &content.blocks, &base);
    set(work, &mut inputs, PREFIX, &base, None);
    base.set_variable("var", object(&inputs));
    let own = local_blocks(work, &content.blocks);
    if work.reader.diagnostics.has_errors() {
        return None;
    }
    base.set_resolver(Arc::new(Placeholders(work.reader.sources.clone())));
    let values = locals(work, &own, &["local"], |_, known| {
        let mut scope = base.child();
        scope.set_variable("local", known);
        scope
    });
    base.set_variable("local", Value::object(values));
    if work.reader.diagnostics.has_errors() {
        return None;
    }
    let jobs: Vec<&Block> = content
        .blocks
        .iter()
        .filter(|block| block.block_type == *"job")
        .collect();
    let [job] = jobs.as_slice() else {
        let problem = match jobs.get(1) {
            Some(second) => Diagnostic::error(codes::INVALID_VALUE, "Several jobs")
                .with_detail("A file has one job. Write the other one into its own file.")
                .with_subject(second.header_span),
            None => Diagnostic::error(body::MISSING_ATTRIBUTE, "Missing job")
                .with_detail("A file has one block `job \"NAME\"`.")
                .with_subject(parsed.missing_item_span()),
        };
        work.report(problem);
        return None;
    };
    let mut decoder = Decoder::new(work, &base, is_native, job::block);
    let job = job::job(&mut decoder, job);
    Some(Json::object([("Job", job)]))
}

/// Returns the one file that paths name.
fn file(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        if work.reader.files.is_directory(path) {
            let all = work.reader.files.list(path).unwrap_or_default();
            let is_job = |path: &PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str());
                name.and_then(crate::Language::of) == Some(crate::Language::Nomad)
            };
            files.extend(all.into_iter().filter(is_job));
        } else {
            files.push(path.clone());
        }
    }
    match files.as_slice() {
        [file] => Some(file.clone()),
        _ => {
            let detail = format!("Expected one file with a job, found {}. Name it.", files.len());
            work.report(Diagnostic::error(codes::UNSUPPORTED, "Not one job").with_detail(detail));
            None
        }
    }
}
