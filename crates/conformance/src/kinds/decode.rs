//! `decode`: a body, decoded by a specification written in HCL.

use std::sync::Arc;

use hcl2_decode::{JsonOptions, value_to_json};
use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_model::BodyRef;
use hcl2_native::NativeBody;
use hcl2_spec::SpecFile;
use serde_json::{Value as Json, json};

use super::text;
use crate::case::Case;
use crate::compare::{Difference, Verdict, in_source_order, values_equal, write_diagnostics};
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let mut add = |name, key| {
        sources
            .add(name, text(case, key)?)
            .map_err(|error| error.to_string())
    };
    let (spec, input) = (add("spec", "spec")?, add("input", "src")?);
    let mut diagnostics = Diagnostics::new();
    let result = run_command(&spec, &input, case.given["syntax"] == "json", &mut diagnostics);
    let have = located(&diagnostics, &sources);
    let want = &in_source_order(&case.want["diags"]);
    let want_errors = want
        .as_array()
        .is_some_and(|all| all.iter().any(|diagnostic| diagnostic["severity"] == "error"));
    if diagnostics.has_errors() != want_errors {
        let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.detail).collect();
        verdict.fail(Difference {
            what: "diagnostics".to_owned(),
            text: format!("diagnostics: have {have} {messages:?}, want {want}"),
            have,
            want: want.clone(),
        });
        return Ok(());
    }
    verdict.same_range("diagnostics", &have, want);
    let want = &case.want["result"];
    match result {
        Some(text) if !want_errors => {
            let have: Json = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let equal =
                have["type"] == want["type"] && values_equal(&want["type"], &have["value"], &want["value"]);
            if !equal {
                verdict.fail(format!("result: have {have}, want {want}"));
            }
        }
        _ => verdict.same("result", &Json::Null, want),
    }
    Ok(())
}

/// Returns the output of the command, if there is no error.
fn run_command(
    spec: &Source,
    input: &Source,
    is_json: bool,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let spec = parse(spec, false, diagnostics)?;
    let Outcome {
        value: file,
        diagnostics: problems,
    } = SpecFile::from_body(&spec);
    diagnostics.append(problems);
    if diagnostics.has_errors() {
        return None;
    }
    let body = parse(input, is_json, diagnostics)?;
    let Outcome {
        value,
        diagnostics: problems,
    } = file.spec.decode(&*body, file.context([]).as_ref());
    diagnostics.append(problems);
    if diagnostics.has_errors() {
        return None;
    }
    let options = JsonOptions {
        with_type: true,
        keep_nulls: true,
        max_bytes: None,
    };
    let text = value_to_json(&value, options);
    text.ok()
}

fn parse(source: &Source, is_json: bool, diagnostics: &mut Diagnostics) -> Option<BodyRef> {
    let (body, problems) = if is_json {
        let parsed = hcl2_json::parse(source);
        (Some(parsed.value), parsed.diagnostics)
    } else {
        let parsed = hcl2_native::parse_file(source);
        let body = parsed.value.root().body().map(|id| {
            let body: BodyRef = Arc::new(NativeBody::new(Arc::clone(&parsed.value), id));
            body
        });
        (body, parsed.diagnostics)
    };
    let failed = problems.has_errors();
    diagnostics.append(problems);
    body.filter(|_| !failed)
}

/// Writes diagnostics in the notation of cases, each with its file.
fn located(diagnostics: &Diagnostics, sources: &SourceMap) -> Json {
    let written = write_diagnostics(diagnostics, sources);
    let list = written.as_array().into_iter().flatten();
    list.zip(diagnostics.iter())
        .map(|(json, diagnostic)| {
            let mut json = json.clone();
            if let Some(source) = diagnostic.subject.and_then(|span| sources.get(span.source)) {
                json["in"] = json!(source.name());
            }
            json
        })
        .collect()
}
