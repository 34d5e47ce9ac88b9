//! Checks of arguments that name providers, and of their requirements.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Attribute, ExpressionRef, Name};
use hcl2_value::Type;

use super::super::constants::{constant, name_of, quoted, reference};
use super::super::early::is_early;
use super::super::provider_source::SourceAddress;
use super::super::providers::{ProviderReference, check_local_name, version_of_built_in};
use super::forms::{self, check_list, check_version};
use crate::problems::duplicate;
use crate::table::{BUILT_IN_SOURCE, Mode, names};

/// Reports an expression that is not a reference to a provider configuration. Only in some modes, the key of an instance
/// may follow its alias.
pub(super) fn check_reference(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    let may_have_key = matches!(mode, Mode::KeyedReference | Mode::KeyedProviderMap);
    let found = ProviderReference::with_key(expression);
    let is_alone = match &found {
        Some((own, has_key)) => !has_key || may_have_key && own.alias.is_some(),
        None => false,
    };
    if (reference(expression).is_some() || may_have_key && found.is_some()) && !is_alone {
        let (key, example) = if may_have_key {
            (
                ", and the key of an instance in brackets",
                ", `aws.west` or `aws.west[\"a\"]`",
            )
        } else {
            ("", " or `aws.west`")
        };
        diagnostics.push(
            Diagnostic::error(codes::REFERENCE_EXPECTED, "Provider configuration expected")
                .with_detail(format!(
                    "Expected the name of a provider, possibly followed by a dot and an alias{key}, such as `aws`{example}."
                ))
                .with_subject(expression.span()),
        );
        return;
    }
    if is_alone && found.is_some_and(|(_, has_key)| has_key) {
        return;
    }
    forms::check_reference(expression, Mode::Reference, diagnostics);
    if let Some(reference) = ProviderReference::of(expression) {
        check_local_name(&reference.name, expression.span(), diagnostics);
    }
}

/// Checks the providers that a call passes to its module.
pub(super) fn check_passed(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    let Some(entries) = expression.static_map() else {
        diagnostics.push(
            Diagnostic::error(codes::REFERENCE_EXPECTED, "Map of providers expected")
                .with_detail(
                    "Expected a map from the configurations that the module expects to those of this module, such as `{ aws \
                     = aws.west }`.",
                )
                .with_subject(expression.span()),
        );
        return;
    };
    let mut seen: HashMap<ProviderReference, Span> = HashMap::new();
    for (key, value) in &entries {
        check_reference(key, Mode::Reference, diagnostics);
        check_reference(value, mode, diagnostics);
        let Some(own) = ProviderReference::of(key) else {
            continue;
        };
        if let Some(first) = seen.get(&own) {
            let what = format!("the provider configuration `{own}`");
            diagnostics.push(duplicate("A call passes", &what, key.span(), *first));
        } else {
            seen.insert(own, key.span());
        }
    }
}

/// Checks the requirement of one provider.
pub(super) fn check_requirement(argument: &Attribute, diagnostics: &mut Diagnostics) {
    check_local_name(&argument.name, argument.name_span, diagnostics);
    let expression = &argument.expression;
    let Some(entries) = expression.static_map() else {
        let value = expression.evaluate(None);
        if value.value.is_null() && !value.diagnostics.has_errors() {
            diagnostics.push(
                Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
                    .with_detail(format!(
                        "Expected an object with `{}` and `{}`, found null.",
                        names::SOURCE,
                        names::VERSION
                    ))
                    .with_subject(expression.span()),
            );
        } else if argument.name == *names::TERRAFORM {
            diagnostics.push(version_of_built_in(expression));
        } else {
            check_version_alone(expression, diagnostics);
        }
        return;
    };
    let entry = |name: &str| {
        let mut entries = entries.iter();
        entries.find(|(key, _)| name_of(key).as_deref() == Some(name))
    };
    let is_built_in = match entry(names::SOURCE) {
        Some((_, source)) => quoted(source).is_some_and(|source| source == BUILT_IN_SOURCE),
        None => argument.name == *names::TERRAFORM,
    };
    if let Some((_, version)) = entry(names::VERSION).filter(|_| is_built_in) {
        diagnostics.push(version_of_built_in(version));
    }
    for (key, value) in &entries {
        match name_of(key).as_deref() {
            // The version of the language decides whether they may refer to anything.
            Some(names::VERSION | names::SOURCE) if is_early(value) => {}
            Some(names::VERSION) => check_required_version(value, diagnostics),
            Some(names::SOURCE) => check_source(value, diagnostics),
            Some(names::CONFIGURATION_ALIASES) => check_aliases(&argument.name, value, diagnostics),
            _ => diagnostics.push(
                Diagnostic::error(codes::UNKNOWN_NAME, "Unknown key")
                    .with_detail(format!(
                        "The requirement of a provider has the keys `{}`, `{}` and `{}`.",
                        names::SOURCE,
                        names::VERSION,
                        names::CONFIGURATION_ALIASES
                    ))
                    .with_subject(key.span()),
            ),
        }
    }
}

/// Checks a requirement that is only a version constraint, an old form.
fn check_version_alone(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let errors = diagnostics.error_count();
    check_version(expression, diagnostics);
    if diagnostics.error_count() == errors {
        diagnostics.push(
            Diagnostic::warning(codes::DEPRECATED, "Version without source")
                .with_detail(
                    "A requirement that is only a version constraint is deprecated. Write an object with `source` and \
                     `version`.",
                )
                .with_subject(expression.span()),
        );
    }
}

/// Checks the version constraint in a requirement, which must be a string.
fn check_required_version(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let value = expression.evaluate(None);
    if !value.diagnostics.has_errors() && *value.value.ty() != Type::STRING {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Invalid version constraint")
                .with_detail(format!(
                    "Expected a string, found {}.",
                    value.value.ty().friendly_name()
                ))
                .with_subject(expression.span()),
        );
    } else {
        check_version(expression, diagnostics);
    }
}

fn check_aliases(provider: &Name, expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let errors = diagnostics.error_count();
    check_list(expression, Mode::References, diagnostics);
    if diagnostics.error_count() > errors {
        return;
    }
    for element in expression.static_list().unwrap_or_default() {
        let found = element
            .static_traversal()
            .and_then(|_| ProviderReference::of(&element));
        if found.is_some_and(|found| found.name == *provider) {
            continue;
        }
        diagnostics.push(
            Diagnostic::error(codes::REFERENCE_EXPECTED, "Provider configuration expected")
                .with_detail(format!(
                    "Expected the name of the provider and an alias without quotes, such as `{provider}.west`."
                ))
                .with_subject(element.span())
                .with_context(expression.span()),
        );
    }
}

/// Checks the source address of a provider: its name, after the optional namespace and hostname.
fn check_source(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let Some(value) = constant(expression, diagnostics) else {
        return;
    };
    let problem = match value.as_str() {
        _ if *value.ty() != Type::STRING => Some(format!(
            "Expected a string, found {}.",
            value.ty().friendly_name()
        )),
        Some(source) => SourceAddress::parse(source).map_or_else(Some, |source| source.not_built_in()),
        None => Some("Expected a string, found null.".to_owned()),
    };
    diagnostics.extend(problem.map(|problem| {
        Diagnostic::error(codes::INVALID_SOURCE, "Invalid provider source")
            .with_detail(problem)
            .with_subject(expression.span())
    }));
}
