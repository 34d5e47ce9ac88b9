//! `hcl2 plan --questions`: what would make a partial plan complete.

use hcl2::diagnostics::SourceMap;
use hcl2::plan::{GapReason, Inputs, Question, questions};
use hcl2::terraform::ModuleTree;

use super::why::place;
use crate::output::{Failure, Output, Page, verdict, write_json};

/// Prints the questions.
pub(super) fn show(
    tree: &ModuleTree,
    inputs: &Inputs,
    sources: &SourceMap,
    json: bool,
    output: &Output,
) -> Result<(), Failure> {
    let asked = questions(tree, inputs);
    output.show(&asked.diagnostics, sources);
    if json {
        write_json(&format!("{}\n", to_json(&asked.value, sources)))?;
    } else if !asked.diagnostics.has_errors() {
        let mut page = Page::new();
        text(&asked.value, sources, &mut page);
        page.write()?;
    }
    verdict(&asked.diagnostics)
}

/// Returns questions as JSON.
pub(super) fn to_json(questions: &[Question], sources: &SourceMap) -> serde_json::Value {
    let questions = questions.iter().map(|question| object(question, sources));
    questions.collect()
}

fn object(question: &Question, sources: &SourceMap) -> serde_json::Value {
    let attributes = question.attributes.iter().map(|name| name.as_str());
    serde_json::json!({
        "reason": question.gap.reason.name(),
        "address": question.gap.address,
        "attributes": attributes.collect::<Vec<_>>(),
        "instances": question.instances,
        "objects": question.objects,
        "place": question.gap.place.map(|span| place(span, sources)),
    })
}

/// Adds questions to a page.
pub(super) fn text(questions: &[Question], sources: &SourceMap, page: &mut Page) {
    if questions.is_empty() {
        page.push("Nothing is unknown that an answer would make known.\n");
    }
    for question in questions {
        page.paint("1", &question.gap.address);
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let instances = match question.instances {
            0 => String::new(),
            count => format!("the instances of {} and ", counted(count, "object")),
        };
        let objects = counted(question.objects, "object");
        page.push(&format!("  decides {instances}values of {objects}"));
        if let Some(span) = question.gap.place {
            page.paint("2", &format!("  ({})", place(span, sources)));
        }
        page.push("\n");
        for option in options(question) {
            page.push(&format!("    {option}\n"));
        }
    }
}

/// Returns the options that answer a question.
fn options(question: &Question) -> Vec<String> {
    let address = &question.gap.address;
    let attributes = question.attributes.iter();
    match question.gap.reason {
        GapReason::MissingValue => {
            let name = address.strip_prefix("var.").unwrap_or(address);
            vec![format!("--var '{name}=...'")]
        }
        GapReason::UnknownWorkspace => vec!["--workspace NAME".to_owned()],
        _ => attributes
            .map(|name| format!("--assume '{address}.{name}=...'"))
            .collect(),
    }
}
