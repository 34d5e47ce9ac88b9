//! A workflow: states and the transitions between them.

use std::collections::BTreeMap;

use hcl2::decode::{Check, Keyword};
use hcl2::diagnostics::{Diagnostic, codes::decode as codes};
use hcl2::{Decode, Loader, Spanned};

#[derive(Decode, Debug, PartialEq)]
#[hcl(validate = reachable)]
struct Workflow {
    start: Spanned<Keyword>,
    #[hcl(block, name = "state")]
    states: BTreeMap<String, State>,
}

#[derive(Decode, Debug, PartialEq)]
struct State {
    #[hcl(default)]
    r#final: bool,
    #[hcl(block, name = "on")]
    transitions: BTreeMap<String, Transition>,
    #[hcl(one_of)]
    enter: Vec<Action>,
}

#[derive(Decode, Debug, PartialEq)]
struct Transition {
    to: Spanned<Keyword>,
    #[hcl(default)]
    roles: Vec<Keyword>,
}

#[derive(Decode, Debug, PartialEq)]
enum Action {
    Notify(Notify),
    Assign(Assign),
}

#[derive(Decode, Debug, PartialEq)]
struct Notify {
    #[hcl(label)]
    channel: String,
    text: String,
}

#[derive(Decode, Debug, PartialEq)]
struct Assign {
    to: String,
}

fn reachable(workflow: &Workflow, check: &mut Check<'_, '_>) {
    let targets = workflow
        .states
        .values()
        .flat_map(|state| state.transitions.values());
    for target in std::iter::once(&workflow.start).chain(targets.map(|transition| &transition.to)) {
        if !workflow.states.contains_key(target.as_str()) {
            let detail = format!("There is no state `{}`.", **target);
            let problem = Diagnostic::error(codes::INVALID_VALUE, "Unknown state");
            check.report(problem.with_detail(detail).with_subject(target.span()));
        }
    }
}

#[test]
fn a_workflow_is_decoded() {
    let workflow: Workflow = super::check("workflow", &Loader::new());
    assert_eq!(workflow.start.as_str(), "draft");
    let review = &workflow.states["review"];
    assert_eq!(review.transitions["approve"].roles, [Keyword::from("editor")]);
    assert!(workflow.states["published"].r#final);
    assert_eq!(review.enter.len(), 2);
}

/// A rule about the whole struct reports at a stored range.
#[test]
fn an_unknown_state_is_reported_at_its_name() {
    let text = "start = draft\nstate \"draft\" {\n  on \"submit\" {\n    to = reviw\n  }\n}\n";
    let error = hcl2::from_str::<Workflow>(text).expect_err("the state is unknown");
    assert_eq!(error.diagnostics().len(), 1);
    let span = error.diagnostics()[0].subject.expect("it has a range");
    assert_eq!(&text[span.range()], "reviw");
}
