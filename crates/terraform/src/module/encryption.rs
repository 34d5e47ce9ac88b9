//! Rules for the encryption of state and plans in OpenTofu.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, Suggestions, codes::terraform as codes, nearest_name};
use hcl2_model::{Attribute, Traversal, TraversalStep};

use super::declaration::Declaration;
use crate::problems::{did_you_mean, duplicate};
use crate::table::names;

/// The types of the blocks that declare something, with what they declare and the root of references to it.
const DECLARING: [(&str, &str, Option<&str>); 3] = [
    ("key_provider", "key provider", Some("key_provider.")),
    ("method", "method of encryption", Some("method.")),
    ("remote_state_data_source", "data source of remote state", None),
];

/// Reports duplicate key providers, methods and data sources of remote state, and references to undeclared ones.
pub(super) fn check(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let settings = declarations
        .iter()
        .filter(|block| block.block_type.name == names::TERRAFORM);
    for encryption in settings.flat_map(|settings| settings.blocks_of(names::ENCRYPTION)) {
        let mut blocks = Vec::new();
        collect(encryption, &mut blocks);
        let mut declared: BTreeMap<String, Span> = BTreeMap::new();
        for block in &blocks {
            let declaring = DECLARING.iter().find(|(name, ..)| *name == block.block_type.name);
            if let Some((name, what, _)) = declaring {
                let labels = block.labels.iter().map(|label| label.text.as_str());
                let address = [*name].into_iter().chain(labels).collect::<Vec<_>>().join(".");
                let what = format!("the {what} `{address}`");
                match declared.get(&address) {
                    Some(first) => {
                        diagnostics.push(duplicate("The encryption declares", &what, block.span, *first));
                    }
                    None => {
                        declared.insert(address, block.span);
                    }
                }
            }
        }
        let suggestions = Suggestions::new();
        for argument in blocks.iter().flat_map(|block| arguments(block)) {
            let references = argument.expression.variables();
            diagnostics.extend(
                references
                    .iter()
                    .filter_map(|reference| undeclared(reference, &declared, &suggestions)),
            );
        }
    }
}

fn collect<'d>(block: &'d Declaration, blocks: &mut Vec<&'d Declaration>) {
    blocks.push(block);
    for nested in &block.blocks {
        collect(nested, blocks);
    }
}

fn arguments(block: &Declaration) -> impl Iterator<Item = &Attribute> {
    block.arguments.iter().chain(&block.provided)
}

/// Reports a reference to a key provider or method that is not declared: as a warning, since the environment variable
/// `TF_ENCRYPTION` can declare more.
fn undeclared(
    reference: &Traversal,
    declared: &BTreeMap<String, Span>,
    suggestions: &Suggestions,
) -> Option<Diagnostic> {
    let [
        _,
        TraversalStep::Attribute { name: ty, .. },
        TraversalStep::Attribute { name, .. },
        ..,
    ] = reference.steps()
    else {
        return None;
    };
    let path = format!("{}.{ty}.{name}", reference.root_name()?);
    let (_, what, prefix) = DECLARING
        .into_iter()
        .find(|(.., prefix)| prefix.is_some_and(|prefix| path.starts_with(prefix)))?;
    if declared.contains_key(&path) {
        return None;
    }
    let sentence = format!("The encryption declares no {what} `{path}`.");
    let span = reference.span()?;
    let problem = Diagnostic::warning(codes::UNDECLARED, format!("Undeclared {what}")).with_subject(span);
    let from = prefix.unwrap_or_default();
    let alike = declared
        .range(from.to_owned()..)
        .map(|(address, _)| address.as_str());
    let alike = suggestions.among(alike.take_while(|address| address.starts_with(from)));
    Some(match nearest_name(&path, alike) {
        Some(near) => did_you_mean(problem, &sentence, span, near, near),
        None => problem.with_detail(sentence),
    })
}
