//! `format`: the canonical layout of a source.

use serde_json::json;

use super::text;
use crate::case::Case;
use crate::compare::Verdict;
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let formatted = hcl2_native::format(text(case, "src")?.as_bytes());
    let got = String::from_utf8_lossy(&formatted);
    verdict.same("text", &json!(got), &case.want["text"]);
    Ok(())
}
