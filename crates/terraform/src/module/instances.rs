//! Rules for instances in OpenTofu: those of provider configurations, and the single one that `enabled` controls.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{ExpressionRef, Name};

use super::constants::text_of;
use super::declaration::Declaration;
use super::early::not_early;
use super::providers::ProviderReference;
use crate::table::{Describes, PER_MODULE, names};

/// Checks the instances of provider configurations and what refers to them, the conditions of single instances, and what
/// is read before anything is planned.
pub(super) fn check(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let configurations = configurations(declarations, diagnostics);
    let of_reference = |expression: &ExpressionRef| {
        let (reference, has_key) = ProviderReference::with_key(expression)?;
        let several = configurations.get(&reference)?;
        wrong_key(&reference, *several, has_key, expression.span())
    };
    for declaration in declarations {
        if declaration.block_type.name == names::MODULE {
            check_enabled(declaration, diagnostics);
            for name in [names::SOURCE, names::VERSION] {
                let argument = declaration.argument(name);
                let references = argument.map(|argument| argument.expression.variables());
                diagnostics.extend(references.iter().flatten().find_map(not_early));
            }
            let passed = declaration.argument(names::PROVIDERS);
            let entries = passed.and_then(|passed| passed.expression.static_map());
            let entries = entries.unwrap_or_default();
            diagnostics.extend(entries.iter().filter_map(|(_, given)| of_reference(given)));
        } else if Describes::OF_RESOURCES.contains(&declaration.block_type.schema) {
            check_enabled(declaration, diagnostics);
            let provider = declaration.argument(names::PROVIDER);
            diagnostics.extend(provider.and_then(|provider| of_reference(&provider.expression)));
        }
    }
}

/// Returns the configurations of providers, and whether each has several instances. Reports instances without an alias.
fn configurations(
    declarations: &[Declaration],
    diagnostics: &mut Diagnostics,
) -> HashMap<ProviderReference, bool> {
    let mut configurations = HashMap::new();
    for block in declarations
        .iter()
        .filter(|block| block.block_type.name == names::PROVIDER)
    {
        let Some(name) = block.first_label() else { continue };
        let alias = block.argument(names::ALIAS);
        let for_each = block.argument(names::FOR_EACH);
        if let Some(for_each) = for_each {
            if alias.is_none() {
                let span = for_each.expression.span();
                diagnostics.push(
                    Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Instances without an alias")
                        .with_detail(format!(
                            "Only a configuration with the argument `{}` can have `{}`. Add an alias.",
                            names::ALIAS,
                            names::FOR_EACH
                        ))
                        .with_subject(span),
                );
            }
            diagnostics.extend(for_each.expression.variables().iter().find_map(not_early));
        }
        let alias = alias.and_then(|alias| text_of(&alias.expression)).map(Name::from);
        let reference = ProviderReference {
            name: name.clone(),
            alias,
        };
        configurations.insert(reference, for_each.is_some());
    }
    configurations
}

/// Reports a missing key of one of several instances, or a key that the only instance does not have.
fn wrong_key(reference: &ProviderReference, several: bool, has_key: bool, span: Span) -> Option<Diagnostic> {
    let (summary, detail) = match (several, has_key) {
        (true, false) => (
            "Missing instance key",
            format!(
                "`{reference}` has `{}`, so it may have several instances. Select one by a string in brackets.",
                names::FOR_EACH
            ),
        ),
        (false, true) => (
            "Key of a single instance",
            format!(
                "`{reference}` has no `{}`, so its only instance has no key. Remove the brackets.",
                names::FOR_EACH
            ),
        ),
        _ => return None,
    };
    Some(
        Diagnostic::error(codes::INSTANCE_KEY, summary)
            .with_detail(detail)
            .with_subject(span),
    )
}

/// Reports an object that `enabled` makes a single one and another argument several.
fn check_enabled(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let Some(enabled) = declaration.enabled() else {
        return;
    };
    let other = PER_MODULE
        .iter()
        .find(|name| declaration.argument(name).is_some());
    diagnostics.extend(other.map(|other| {
        Diagnostic::error(
            codes::CONFLICTING_ARGUMENTS,
            format!("Both `{}` and `{other}`", names::ENABLED),
        )
        .with_detail(format!(
            "`{}` is for an object with a single instance. Remove one of the two.",
            names::ENABLED
        ))
        .with_subject(enabled.name_span)
    }));
}
