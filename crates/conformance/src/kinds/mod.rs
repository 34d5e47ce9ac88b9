//! The kinds of cases, with a runner for each.

mod body;
mod convert;
mod decode;
mod defaults;
mod dynamic;
mod expression;
mod format;
mod static_analysis;
mod traversal;
mod typeexpr;
pub(crate) mod wire;

use crate::case::Case;
use crate::compare::{CaseResult, Verdict};
use crate::scope::Scope;

type Run = fn(&Case, &Scope, &mut Verdict) -> Result<(), String>;

/// Returns the runner of a kind; `None` for one that is not implemented.
fn runner(kind: &str) -> Option<Run> {
    Some(match kind {
        "expr" | "template" | "json_expr" => expression::run,
        "body" => body::run,
        "static" => static_analysis::run,
        "traversal" => traversal::run,
        "convert" => convert::run_convert,
        "unify" => convert::run_unify,
        "decode" => decode::run,
        "dynamic" => dynamic::run,
        "format" => format::run,
        "typeexpr" => typeexpr::run,
        "defaults" => defaults::run,
        "wire" => wire::run,
        "wire_decode" => wire::run_decode,
        _ => return None,
    })
}

/// Runs one case.
pub(crate) fn run(case: &Case, scope: &Scope) -> CaseResult {
    let Some(runner) = runner(&case.kind) else {
        return CaseResult::Failed(format!("the kind {:?} is not implemented", case.kind).into());
    };
    let mut verdict = Verdict::default();
    match runner(case, scope, &mut verdict) {
        Ok(()) => verdict.outcome(),
        Err(malformed) => CaseResult::Failed(format!("malformed case: {malformed}").into()),
    }
}

/// Returns the options by which a case reads JSON syntax.
fn json_options(case: &Case) -> hcl2_json::Options {
    let profile = match case.given["profile"].as_str() {
        Some("legacy") => hcl2_json::Profile::Legacy,
        Some("strict") => hcl2_json::Profile::Strict,
        _ => hcl2_json::Profile::Standard,
    };
    hcl2_json::Options {
        profile,
        ..hcl2_json::Options::default()
    }
}

/// Returns the source of a case: its `src`, or the bytes of `hex` if that is not valid UTF-8.
fn source_bytes(case: &Case) -> Result<Vec<u8>, String> {
    match case.given["hex"].as_str() {
        Some(hex) => wire::from_hex(hex),
        None => Ok(text(case, "src")?.as_bytes().to_vec()),
    }
}

/// Returns the string under a key of a case.
fn text<'a>(case: &'a Case, key: &str) -> Result<&'a str, String> {
    case.given[key].as_str().ok_or_else(|| format!("no text {key:?}"))
}
