//! Rules for files that lock the versions of providers.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::Attribute;

use super::super::constants::{constant, text_of};
use super::super::declaration::Declaration;
use super::super::provider_source::SourceAddress;
use super::super::version::{check_constraint, is_normal_version, normal_constraint};
use crate::table::names;

/// Checks the providers that a file locks. Terraform reads only what it would write itself.
pub(super) fn check(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    for provider in declarations
        .iter()
        .filter(|block| block.block_type.name == names::PROVIDER)
    {
        diagnostics.extend(wrong_address(provider));
        let is_normal = |text: &str| {
            text.is_empty() || (check_constraint(text).is_ok() && normal_constraint(text) == text)
        };
        diagnostics.extend(not_normal(
            provider.argument(names::VERSION),
            is_normal_version,
            "a version of three numbers, such as `3.2.1`",
        ));
        diagnostics.extend(not_normal(
            provider.argument("constraints"),
            is_normal,
            "constraints as `terraform init` writes them, such as `>= 3.2.0, < 4.0.0`",
        ));
        if let Some(hashes) = provider.argument("hashes") {
            check_hashes(hashes, diagnostics);
        }
    }
}

/// Reports an address that is not written in full.
fn wrong_address(provider: &Declaration) -> Option<Diagnostic> {
    let label = provider.labels.first()?;
    let detail = match SourceAddress::parse(&label.text) {
        Ok(address) if address.is_built_in() => {
            "A provider that is built in has no version of its own.".to_owned()
        }
        Ok(address) if address.in_full() != label.text.as_str() => {
            format!("Expected the whole address. Write {:?}.", address.in_full())
        }
        Ok(_) => return None,
        Err(problem) => problem,
    };
    Some(
        Diagnostic::error(codes::INVALID_SOURCE, "Invalid provider source")
            .with_detail(detail)
            .with_subject(label.span),
    )
}

/// Reports the text of an argument that is not in its normal form.
fn not_normal(
    argument: Option<&Attribute>,
    is_normal: impl Fn(&str) -> bool,
    wanted: &str,
) -> Option<Diagnostic> {
    let expression = &argument?.expression;
    let text = text_of(expression).filter(|text| !is_normal(text))?;
    Some(
        Diagnostic::error(codes::INVALID_VERSION, "Invalid version in a lock")
            .with_detail(format!("Expected {wanted}, found {text:?}."))
            .with_subject(expression.span()),
    )
}

/// Checks the hashes of the packages of a provider: strings that start with the name of a scheme and a colon.
fn check_hashes(hashes: &Attribute, diagnostics: &mut Diagnostics) {
    let expression = &hashes.expression;
    let wrong = |detail: &str| {
        Diagnostic::error(codes::INVALID_VALUE, "Invalid hashes of a provider").with_detail(detail.to_owned())
    };
    let elements = expression.static_list();
    if elements.as_ref().is_none_or(Vec::is_empty) {
        let detail = "Expected a list of at least one hash. Without hashes, remove the argument.";
        diagnostics.push(wrong(detail).with_subject(expression.span()));
    }
    for element in elements.unwrap_or_default() {
        let Some(value) = constant(&element, diagnostics) else {
            continue;
        };
        let has_scheme = |hash: &str| hash.split_once(':').is_some_and(|(scheme, _)| !scheme.is_empty());
        if !value.as_str().is_some_and(has_scheme) {
            let detail = "Expected a string that starts with a scheme, such as `\"h1:…\"`.";
            diagnostics.push(wrong(detail).with_subject(element.span()));
        }
    }
}
