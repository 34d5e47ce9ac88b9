//! Problems of modules some of whose files cannot be parsed.

use std::collections::HashMap;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceId, Span};
use hcl2::native::parse_file;
use hcl2::native::tree::{Item, Node};

use super::run::Parsed;

/// The codes of what may follow from a declaration, or a required version, that is in a part of a file that cannot be
/// parsed.
const UNSURE: [&str; 5] = [
    "hcl2::terraform::undeclared",
    "hcl2::terraform::nothing-to-override",
    "hcl2::terraform::invalid-target",
    "hcl2::terraform::provider-configuration",
    "hcl2::terraform::unsupported-version",
];

/// The start of the codes of problems after which the ends of blocks are a guess.
const UNCLOSED: &str = "hcl2::syntax::unclosed-";

/// Removes the problems of a module that may follow from what is lost in those of its `files` that cannot be parsed.
pub(super) fn keep_sure<'f>(
    problems: &mut Diagnostics,
    files: impl Iterator<Item = (&'f (Source, Syntax), &'f Parsed)>,
) {
    let broken = files.filter(|(_, parsed)| parsed.has_errors());
    let intact: HashMap<SourceId, Vec<Span>> = broken
        .map(|((source, syntax), parsed)| (source.id(), intact_items(source, *syntax, &parsed.diagnostics)))
        .collect();
    problems.retain(|problem| {
        let subject = problem.subject.filter(|_| !UNSURE.contains(&problem.code.id()));
        subject.is_some_and(|subject| match intact.get(&subject.source) {
            Some(items) => items.iter().any(|item| item.encloses(subject)),
            None => true,
        })
    });
}

/// Returns the ranges of the items of a file that hold no syntax errors.
fn intact_items(source: &Source, syntax: Syntax, problems: &Diagnostics) -> Vec<Span> {
    let errors: Vec<&Diagnostic> = problems.iter().filter(|problem| problem.is_error()).collect();
    let starts_with_brace = |problem: &Diagnostic| {
        let subject = problem.subject.map_or(0, |subject| subject.start as usize);
        problem.code.id() == "hcl2::syntax::expected-item" && source.bytes().get(subject) == Some(&b'}')
    };
    let is_guess =
        |problem: &Diagnostic| problem.code.id().starts_with(UNCLOSED) || starts_with_brace(problem);
    if syntax != Syntax::Native || errors.iter().any(|problem| is_guess(problem)) {
        return Vec::new();
    }
    let file = parse_file(source).value;
    let Some(body) = file.root().body() else {
        return Vec::new();
    };
    let items = file.items(file.body(body).items).iter().map(|item| match item {
        Item::Block(block) => file.node_range(Node::Block(*block)),
        Item::Attribute(attribute) | Item::Duplicate(attribute) => file.attribute(*attribute).range(),
        Item::Error(error) => file.error(*error),
    });
    let spans = items.map(|range| source.span_of(range.start, range.end));
    let has_error = |item: &Span| {
        let mut subjects = errors.iter().filter_map(|problem| problem.subject);
        subjects.any(|subject| subject.start <= item.end && item.start <= subject.end)
    };
    spans.filter(|item| !has_error(item)).collect()
}
