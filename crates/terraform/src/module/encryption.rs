//! Rules for the encryption of state and plans in OpenTofu.

use std::collections::BTreeMap;

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Outcome, Span, Suggestions, codes::body as body_codes,
    codes::terraform as codes, nearest_name,
};
use hcl2_model::{Attribute, Traversal, TraversalStep, problems::syntax::missing_attribute};
use hcl2_value::Type;

use super::declaration::Declaration;
use super::early::not_early;
use crate::problems::{did_you_mean, duplicate, if_planned};
use crate::table::{Backend, KEY_PROVIDERS, METADATA_ALIAS, METHODS, Nested, UNENCRYPTED, names};

/// The types of the blocks that declare something, with what they declare and the root of references to it.
const DECLARING: [(&str, &str, Option<&str>); 3] = [
    (names::KEY_PROVIDER, "key provider", Some("key_provider.")),
    (names::METHOD, "method of encryption", Some("method.")),
    ("remote_state_data_source", "data source of remote state", None),
];

/// Reports duplicate key providers, methods and data sources of remote state, their arguments, and references to undeclared
/// ones.
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
        let parts = encryption.blocks.iter();
        parts.for_each(|part| check_part(part, diagnostics));
        let suggestions = Suggestions::new();
        for argument in blocks.iter().flat_map(|block| arguments(block)) {
            let references = argument.expression.variables();
            let others = references.iter().filter(|reference| !names_part(reference));
            diagnostics.extend(others.filter_map(not_early).next());
            diagnostics.extend(
                references
                    .iter()
                    .filter_map(|reference| undeclared(reference, &declared, &suggestions)),
            );
        }
    }
}

/// Returns whether a reference in the settings of encryption names a key provider or method.
pub(super) fn names_part(reference: &Traversal) -> bool {
    let root = reference.root_name();
    root.is_some_and(|root| [names::KEY_PROVIDER, names::METHOD].contains(&root.as_str()))
}

/// Returns the table of a key provider or method.
pub(super) fn described(part: &Declaration) -> Option<&'static Backend> {
    let all = table(part)?;
    let ty = part.first_label()?;
    all.iter().find(|own| *ty == *own.name)
}

fn table(part: &Declaration) -> Option<&'static [Backend]> {
    match part.block_type.name {
        names::KEY_PROVIDER => Some(KEY_PROVIDERS),
        names::METHOD => Some(METHODS),
        _ => None,
    }
}

/// Checks the type of a key provider or method, and its arguments.
fn check_part(part: &Declaration, diagnostics: &mut Diagnostics) {
    let (Some(all), Some(label)) = (table(part), part.labels.first()) else {
        return;
    };
    let Some(own) = described(part) else {
        let what = match part.block_type.name {
            names::METHOD => "method of encryption",
            _ => "key provider",
        };
        let problem =
            Diagnostic::error(codes::UNKNOWN_NAME, format!("Unknown {what}")).with_subject(label.span);
        let sentence = format!("OpenTofu has no {what} `{}`.", label.text);
        diagnostics.push(match nearest_name(&label.text, all.iter().map(|own| own.name)) {
            Some(near) => did_you_mean(problem, &sentence, label.span, near, format!("\"{near}\"")),
            None => problem.with_detail(sentence),
        });
        return;
    };
    if own.name != UNENCRYPTED {
        check_body(own, part, diagnostics);
    }
}

/// Checks the arguments and blocks of a part, or of a block in it.
fn check_body(own: &Backend, block: &Declaration, diagnostics: &mut Diagnostics) {
    for argument in &block.provided {
        let name = argument.name.as_str();
        match own.type_of(name) {
            Some(ty) => diagnostics.extend(wrong_type(argument, &ty)),
            None if own.has(name) || name == METADATA_ALIAS => {}
            None => diagnostics.push(unsupported_attribute(argument, own)),
        }
    }
    for inner in &block.blocks {
        let nested = own.others.iter().find(|(name, _)| inner.name == **name);
        match nested {
            Some((_, Nested::Block(nested))) => check_body(nested, inner, diagnostics),
            // In JSON, a map may be read as a block.
            Some(_) => {}
            None => diagnostics.push(
                Diagnostic::error(body_codes::UNSUPPORTED_BLOCK, "Unsupported block type")
                    .with_detail(format!(
                        "No blocks of the type `{}` are expected here.",
                        inner.name
                    ))
                    .with_subject(inner.span),
            ),
        }
    }
    let is_set = |name: &str| block.provided.iter().any(|argument| argument.name == *name);
    let missing = own.required.iter().filter(|name| !is_set(name));
    let place = block.body.missing_item_span();
    // The environment variable `TF_ENCRYPTION` can set it.
    diagnostics.extend(missing.map(|name| if_planned(missing_attribute(name, place), true)));
}

fn unsupported_attribute(argument: &Attribute, own: &Backend) -> Diagnostic {
    let name = &argument.name;
    let span = argument.name_span;
    let problem =
        Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute").with_subject(span);
    let sentence = format!("No attribute `{name}` is expected here.");
    match nearest_name(name, own.names()) {
        Some(near) => did_you_mean(problem, &sentence, span, near, near),
        None => problem.with_detail(sentence),
    }
}

/// Reports a constant of another type than the argument has.
fn wrong_type(argument: &Attribute, ty: &Type) -> Option<Diagnostic> {
    let Outcome { value, diagnostics } = argument.expression.evaluate(None);
    if diagnostics.has_errors() || value.convert(ty).is_ok() {
        return None;
    }
    Some(
        Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
            .with_detail(format!(
                "Expected {}, found {}.",
                ty.friendly_name(),
                value.ty().friendly_name()
            ))
            .with_subject(argument.expression.span()),
    )
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
