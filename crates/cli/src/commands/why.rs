//! `hcl2 plan --why`: where a value of a plan comes from.

use std::path::Path;

use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{SourceMap, Span};
use hcl2::plan::{Channel, Inputs, LocatedGap, Provenance, Step, StepOrigin, gaps_to_text, provenance};
use hcl2::terraform::ModuleTree;

use super::incomplete;
use crate::output::{Failure, Output, Page, json_range, verdict, write_json};

/// The levels of the tree that are printed, and the characters of a value.
const MAX_LEVELS: usize = 40;
const MAX_VALUE: usize = 100;

/// Prints where the value at an address comes from.
pub(super) fn show(
    tree: &ModuleTree,
    inputs: &Inputs,
    sources: &SourceMap,
    address: &str,
    json: bool,
    output: &Output,
) -> Result<(), Failure> {
    let why = provenance(tree, inputs, address);
    output.show(&why.diagnostics, sources);
    if let Some(why_it_is) = &why.value {
        let gaps = why_it_is.gaps.iter().map(|gap| gap.located(sources));
        let gaps: Vec<LocatedGap> = gaps.collect();
        if json {
            let mut value = to_json_value(why_it_is, sources);
            if inputs.is_partial {
                value["complete"] = gaps.is_empty().into();
                value["incomplete"] = incomplete(&gaps);
            }
            write_json(&format!("{value}\n"))?;
        } else {
            let mut page = Page::new();
            draw(why_it_is, sources, "", &mut page);
            page.push(&gaps_to_text(&gaps));
            page.write()?;
        }
    }
    verdict(&why.diagnostics)
}

pub(super) fn to_json_value(why: &Provenance, sources: &SourceMap) -> serde_json::Value {
    let steps: Vec<_> = why.steps.iter().map(|step| step_json(step, sources)).collect();
    serde_json::json!({
        "steps": steps,
        "first_mark": why.first_mark,
        "unknown": why.unknown,
        "is_cut": why.is_cut,
    })
}

fn step_json(step: &Step, sources: &SourceMap) -> serde_json::Value {
    let is_secret = step.value.contains_marked();
    let plain = step.value.unmark_deep().0;
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    let value = (!is_secret)
        .then(|| value_to_json(&plain, options).ok())
        .flatten();
    let value: Option<serde_json::Value> = value.and_then(|text| serde_json::from_str(&text).ok());
    let place = step.span.and_then(|span| {
        let source = sources.get(span.source)?;
        Some(serde_json::json!({"file": source.name(), "range": json_range(source, span.start, span.end)}))
    });
    let from: Vec<_> = step
        .sources
        .iter()
        .map(|source| serde_json::json!({"step": source.step, "is_condition": source.is_condition}))
        .collect();
    serde_json::json!({
        "address": step.address,
        "origin": step.origin.name(),
        "value": value,
        "is_known": plain.is_wholly_known(),
        "is_sensitive": is_secret,
        "place": place,
        "functions": step.functions.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
        "sources": from,
    })
}

/// Draws the tree of values behind `indent`, each with its sources below it. What is in the tree already is not drawn again.
pub(super) fn draw(why: &Provenance, sources: &SourceMap, indent: &str, page: &mut Page) {
    let mut drawn = vec![false; why.steps.len()];
    // The steps to draw, the next one last, with the lines before them.
    let mut pending = vec![(0, false, indent.to_owned(), indent.to_owned())];
    while let Some((id, is_condition, first, rest)) = pending.pop() {
        let step = &why.steps[id];
        page.push(&first);
        if is_condition {
            page.push("if ");
        }
        page.paint("1", &step.address);
        page.push(&format!(" = {}", shortened(step.shown())));
        page.paint("2", &format!("  ({})", described(step, sources)));
        let is_again = std::mem::replace(&mut drawn[id], true) && !step.sources.is_empty();
        page.push(if is_again { "  (see above)\n" } else { "\n" });
        if is_again {
            continue;
        }
        if (rest.chars().count() - indent.len()) / 3 >= MAX_LEVELS {
            let more = if step.sources.is_empty() {
                ""
            } else {
                "└─ ...\n"
            };
            page.push(&format!("{}{more}", if more.is_empty() { "" } else { &rest }));
            continue;
        }
        let count = step.sources.len();
        for (position, source) in step.sources.iter().enumerate().rev() {
            let (branch, below) = if position + 1 == count {
                ("└─ ", "   ")
            } else {
                ("├─ ", "│  ")
            };
            pending.push((
                source.step,
                source.is_condition,
                format!("{rest}{branch}"),
                format!("{rest}{below}"),
            ));
        }
    }
    let mut causes = |label: &str, ids: &[usize]| {
        for id in ids.iter().filter(|id| why.steps.len() > 1 || **id != 0) {
            let step = &why.steps[*id];
            let line = format!(
                "{indent}{label} {}  ({})\n",
                step.address,
                described(step, sources)
            );
            page.paint("33", &line);
        }
    };
    causes("Unknown because of", &why.unknown);
    causes("Sensitive because of", why.first_mark.as_slice());
    if why.is_cut {
        page.push(&format!("{indent}There are more sources than are followed.\n"));
    }
}

fn shortened(value: String) -> String {
    match value.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value,
    }
}

/// Says what determines a value, and where that is written.
fn described(step: &Step, sources: &SourceMap) -> String {
    let calls = || {
        let names = step.functions.iter().map(|name| format!("{name}()"));
        names.collect::<Vec<_>>().join(", ")
    };
    let what = match step.origin {
        StepOrigin::Literal => "literal".to_owned(),
        StepOrigin::Expression => calls(),
        StepOrigin::Default => "default".to_owned(),
        StepOrigin::Missing => "no value".to_owned(),
        StepOrigin::Unread => "module that was not read".to_owned(),
        StepOrigin::Given(Some(Channel::CommandLine)) => "set on the command line".to_owned(),
        StepOrigin::Given(Some(Channel::Environment)) => "set by the environment".to_owned(),
        StepOrigin::Given(_) => "set".to_owned(),
        StepOrigin::Instance => "key of the instance".to_owned(),
        StepOrigin::Omitted => "omitted".to_owned(),
        StepOrigin::Computed => "set by the provider".to_owned(),
        StepOrigin::Data => "read by the data source".to_owned(),
        StepOrigin::State => "from the state".to_owned(),
        StepOrigin::Import => "imported".to_owned(),
        StepOrigin::Parts => "with all parts".to_owned(),
        StepOrigin::BuiltIn => "built into Terraform".to_owned(),
        _ => step.origin.name().to_owned(),
    };
    let place = step.span.map(|span| place(span, sources));
    let parts = [Some(what), place]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

pub(super) fn place(span: Span, sources: &SourceMap) -> String {
    let Some(source) = sources.get(span.source) else {
        return String::new();
    };
    let position = source.line_index().position(source.bytes(), span.start);
    let name = Path::new(source.name()).display();
    format!("{name}:{}:{}", position.line, position.column)
}
