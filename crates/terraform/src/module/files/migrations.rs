//! Rules for files that say where migrated state comes from.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::Attribute;

use super::super::ModuleFile;
use super::super::constants::{name_of, quoted};
use super::super::declaration::Declaration;
use super::super::provider_source::SourceAddress;
use super::super::version::is_exact_version;
use super::declarations_of;
use crate::problems::duplicate;
use crate::table::{Pack, names};

/// Checks the blocks of a file with those of the `others` beside it.
pub(super) fn check(
    file: &ModuleFile,
    others: &[&ModuleFile],
    declarations: &[Declaration],
    pack: &Pack,
    diagnostics: &mut Diagnostics,
) {
    let others: Vec<Declaration> = others
        .iter()
        .flat_map(|other| declarations_of(other, pack.body))
        .collect();
    let all = || declarations.iter().chain(&others);
    if all().next().is_none() {
        let detail = format!(
            "The files of a migration need the block `{}`, which says where the state is.",
            names::FROM
        );
        diagnostics.push(missing(detail, file.body.missing_item_span()));
    }
    for declaration in declarations {
        let is_first = |other: &&Declaration| {
            other.block_type.name == declaration.block_type.name
                && other.span.source < declaration.span.source
        };
        if let Some(first) = others.iter().find(is_first) {
            let what = format!("the block `{}`", declaration.name);
            diagnostics.push(duplicate(
                "The files contain",
                &what,
                declaration.span,
                first.span,
            ));
        }
    }
    let store = |declaration: &Declaration| declaration.blocks_of(names::STATE_STORE).next().cloned();
    let stores: Vec<Declaration> = all().filter_map(store).collect();
    let has_backend = all().any(|from| from.blocks_of(names::BACKEND).next().is_some());
    let requirements: Vec<&Declaration> = all()
        .filter(|block| block.block_type.name == names::STATE_STORE_PROVIDER)
        .collect();
    for declaration in declarations {
        match declaration.block_type.name {
            names::FROM => {
                diagnostics.extend(wrong_origin(declaration));
                for store in declaration.blocks_of(names::STATE_STORE) {
                    diagnostics.extend(wrong_provider(store, &requirements));
                }
            }
            _ => {
                check_requirement(declaration, diagnostics);
                if has_backend {
                    let detail = "A backend has no provider. Remove this block, or the backend.";
                    diagnostics.push(
                        Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Provider of a backend")
                            .with_detail(detail)
                            .with_subject(declaration.span),
                    );
                } else if stores.is_empty() {
                    let detail = format!(
                        "Expected a block `{}` in a block `{}`, whose provider this is.",
                        names::STATE_STORE,
                        names::FROM
                    );
                    diagnostics.push(missing(detail, declaration.span));
                }
            }
        }
    }
}

/// Reports an origin that is neither a backend nor a store, or both.
fn wrong_origin(from: &Declaration) -> Option<Diagnostic> {
    let (one, other) = (names::BACKEND, names::STATE_STORE);
    match (from.blocks_of(one).next(), from.blocks_of(other).next()) {
        (None, None) => {
            let detail = format!("Expected a block `{one}` or `{other}`, where the state is.");
            Some(missing(detail, from.span))
        }
        (Some(_), Some(store)) => Some(
            Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Two origins of the state")
                .with_detail(format!(
                    "State comes from a block `{one}` or `{other}`. Remove one of the two."
                ))
                .with_subject(store.span),
        ),
        _ => None,
    }
}

/// Reports a store whose provider is not required, or has another name.
fn wrong_provider(store: &Declaration, requirements: &[&Declaration]) -> Option<Diagnostic> {
    let Some(requirement) = requirements.first() else {
        let detail = format!(
            "Add a block `{}` with the provider of the store.",
            names::STATE_STORE_PROVIDER
        );
        return Some(missing(detail, store.span));
    };
    let label = store.blocks_of(names::PROVIDER).next()?.labels.first()?;
    let required = requirement.arguments.first()?;
    let source = entry(required, names::SOURCE).and_then(|source| SourceAddress::parse(&source).ok());
    let required = source.map_or_else(
        || required.name.as_str().to_owned(),
        |source| source.name().to_owned(),
    );
    (label.text != *required).then(|| {
        Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Other provider")
            .with_detail(format!(
                "The block `{}` has the provider `{required}`.",
                names::STATE_STORE_PROVIDER
            ))
            .with_subject(label.span)
            .with_suggestion(label.span, format!("\"{required}\""), format!("use `{required}`"))
    })
}

/// Checks the requirement of the provider of a store: a single one, in a single version.
fn check_requirement(requirement: &Declaration, diagnostics: &mut Diagnostics) {
    let [provider] = requirement.arguments.as_slice() else {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Several providers")
                .with_detail(format!(
                    "Expected one provider, found {}.",
                    requirement.arguments.len()
                ))
                .with_subject(requirement.span),
        );
        return;
    };
    let entries = provider.expression.static_map().unwrap_or_default();
    for (key, value) in &entries {
        let name = name_of(key);
        if name.as_deref() == Some(names::CONFIGURATION_ALIASES) {
            diagnostics.push(
                Diagnostic::error(codes::UNKNOWN_NAME, "Unknown key")
                    .with_detail(format!(
                        "The provider of a store has the keys `{}` and `{}`.",
                        names::SOURCE,
                        names::VERSION
                    ))
                    .with_subject(key.span()),
            );
        }
        let version = quoted(value).filter(|_| name.as_deref() == Some(names::VERSION));
        if let Some(version) = version.filter(|version| !is_exact_version(version)) {
            diagnostics.push(
                Diagnostic::error(codes::INVALID_VERSION, "Version constraint")
                    .with_detail(format!(
                        "Expected a single version such as `1.2.3`, found {version:?}."
                    ))
                    .with_subject(value.span()),
            );
        }
    }
}

/// Returns the string of an entry in the requirement of a provider.
fn entry(requirement: &Attribute, name: &str) -> Option<String> {
    let entries = requirement.expression.static_map()?;
    let (_, value) = entries
        .iter()
        .find(|(key, _)| name_of(key).as_deref() == Some(name))?;
    quoted(value)
}

fn missing(detail: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
        .with_detail(detail)
        .with_subject(span)
}
