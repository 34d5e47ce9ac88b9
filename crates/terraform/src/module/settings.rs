//! Rules for the settings of modules: the blocks `terraform` and `language`.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes, nearest_name};

use super::arguments::{constant, text_of};
use super::declaration::Declaration;
use super::providers::check_local_name;
use super::version::names_prerelease;
use crate::problems::{did_you_mean, duplicate};
use crate::table::{
    BACKENDS, BACKENDS_ARE_CHECKED, EDITION, EDITION_OF_OPENTOFU, Language, REMOVED_BACKENDS, Version, names,
};

/// Checks a block with settings.
pub(super) fn check(settings: &Declaration, language: Language, diagnostics: &mut Diagnostics) {
    match settings.block_type.name {
        names::LANGUAGE => check_edition(settings, EDITION_OF_OPENTOFU, diagnostics),
        names::TERRAFORM => {
            check_version(settings, diagnostics);
            // OpenTofu has a block for these arguments.
            if language == Language::Terraform {
                check_edition(settings, EDITION, diagnostics);
            }
            check_metadata(settings, language, diagnostics);
        }
        _ => {}
    }
}

fn check_version(settings: &Declaration, diagnostics: &mut Diagnostics) {
    if let Some(versions) = settings.argument(names::REQUIRED_VERSION)
        && text_of(&versions.expression).is_some_and(|text| names_prerelease(&text))
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Prerelease in a constraint")
                .with_detail(
                    "A constraint on the product cannot name a prerelease. Remove what follows the dash.",
                )
                .with_subject(versions.expression.span()),
        );
    }
}

/// Reports editions other than the only one, and experimental features.
fn check_edition(settings: &Declaration, only: &str, diagnostics: &mut Diagnostics) {
    let edition = [names::LANGUAGE, names::EDITION]
        .into_iter()
        .find_map(|name| settings.argument(name));
    if let Some(edition) = edition
        && edition
            .expression
            .keyword()
            .is_none_or(|keyword| keyword != *only)
    {
        diagnostics.push(
            Diagnostic::error(codes::UNSUPPORTED_VERSION, "Unsupported edition")
                .with_detail(format!(
                    "The only edition of the language is `{only}`, without quotes."
                ))
                .with_subject(edition.expression.span()),
        );
    }
    // OpenTofu's block may have an empty list of them.
    let may_be_empty = settings.block_type.name == names::LANGUAGE;
    if let Some(experiments) = settings.argument(names::EXPERIMENTS)
        && !(may_be_empty
            && experiments
                .expression
                .static_list()
                .is_some_and(|list| list.is_empty()))
    {
        diagnostics.push(
            Diagnostic::error(codes::UNSUPPORTED_VERSION, "Experimental features")
                .with_detail("Only alpha releases have experimental features. Remove the argument.")
                .with_subject(experiments.expression.span()),
        );
    }
}

/// Checks the metadata for providers.
fn check_metadata(settings: &Declaration, language: Language, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for meta in settings.blocks_of(names::PROVIDER_META) {
        let Some(label) = meta.labels.first() else {
            continue;
        };
        let provider = label.text.as_str();
        check_local_name(provider, label.span, diagnostics);
        // Settings of other blocks are evaluated in OpenTofu.
        for argument in meta.provided.iter().filter(|_| language == Language::OpenTofu) {
            constant(&argument.expression, diagnostics);
        }
        if let Some(first) = seen.get(provider) {
            let what = format!("the metadata for the provider `{provider}`");
            diagnostics.push(duplicate("A module sets", &what, meta.span, *first));
        } else {
            seen.insert(provider, meta.span);
        }
    }
}

/// Reports a backend that a version does not have, if the version checks that.
pub(super) fn check_backend(settings: &Declaration, version: Version, diagnostics: &mut Diagnostics) {
    if BACKENDS_ARE_CHECKED
        .since(version.language)
        .is_none_or(|since| since.minor > version.minor)
    {
        return;
    }
    for label in settings
        .blocks_of(names::BACKEND)
        .filter_map(|backend| backend.labels.first())
    {
        let name = label.text.as_str();
        if BACKENDS.iter().any(|backend| backend.name == name) {
            continue;
        }
        let removed = REMOVED_BACKENDS.iter().find(|(removed, _)| *removed == name);
        if let Some((_, until)) = removed {
            diagnostics.push(
                Diagnostic::error(codes::UNSUPPORTED_VERSION, "Removed backend")
                    .with_detail(format!(
                        "{} removed the backend `{name}`. The module is checked as {version}.",
                        Version {
                            minor: *until,
                            ..version
                        }
                    ))
                    .with_subject(label.span),
            );
            continue;
        }
        let detail = format!("{version} has no backend `{name}`.");
        let problem = Diagnostic::error(codes::UNKNOWN_NAME, "Unknown backend").with_subject(label.span);
        let near = nearest_name(name, BACKENDS.iter().map(|backend| backend.name));
        diagnostics.push(match near {
            Some(near) => did_you_mean(problem, &detail, label.span, near, format!("\"{near}\"")),
            None => problem.with_detail(detail),
        });
    }
}
