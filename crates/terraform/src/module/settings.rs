//! Rules for the settings of modules: the blocks `terraform` and `language`.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes, nearest_name};
use hcl2_model::{Attribute, ExpressionRef};

use super::constants::{constant, text_of};
use super::declaration::Declaration;
use super::providers::check_local_name;
use super::version::names_prerelease;
use crate::problems::{did_you_mean, duplicate, lacking};
use crate::table::{
    BACKENDS, BACKENDS_ARE_CHECKED, EDITION, EDITION_OF_OPENTOFU, EXPERIMENTS, HAVE_REMOVED_BACKENDS,
    LIBRARIES_EXPERIMENT, Language, REMOVED_BACKENDS, SYMBOL_LIBRARIES, Version, Versions, names,
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
            check_stores(settings, diagnostics);
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

/// Reports editions other than the only one.
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
}

/// An experiment that a release has or had, with the functions that it enables.
type Experiment = &'static (&'static str, Versions, &'static [&'static str]);

/// Returns the experiments in settings; `None` for those that only alpha releases have.
fn experiments(settings: &Declaration) -> Option<(&Attribute, Vec<Option<Experiment>>)> {
    let argument = settings.argument(names::EXPERIMENTS)?;
    let elements = argument.expression.static_list().unwrap_or_default();
    let known = |element: &ExpressionRef| {
        let experiment = element.keyword()?;
        EXPERIMENTS.iter().find(|(name, ..)| experiment == **name)
    };
    Some((argument, elements.iter().map(known).collect()))
}

/// Returns the functions that the experiments of a module enable in a version.
pub(super) fn enabled_functions(declarations: &[Declaration], version: Version) -> Vec<&'static str> {
    let all = declarations.iter().filter_map(experiments);
    let enabled = all
        .flat_map(|(_, experiments)| experiments)
        .flatten()
        .filter(|(_, versions, _)| versions.has(version));
    enabled
        .flat_map(|(.., functions)| functions.iter().copied())
        .collect()
}

/// Reports experimental features that a version does not have.
pub(super) fn check_experiments(settings: &Declaration, version: Version, diagnostics: &mut Diagnostics) {
    let Some((argument, experiments)) = experiments(settings) else {
        return;
    };
    let is_of_opentofu = settings.block_type.name == names::LANGUAGE;
    // OpenTofu has a block of its own for them, which may have an empty list.
    if version.language == Language::OpenTofu && !is_of_opentofu
        || is_of_opentofu
            && argument
                .expression
                .static_list()
                .is_some_and(|list| list.is_empty())
    {
        return;
    }
    let has =
        |experiment: &Option<Experiment>| experiment.is_some_and(|(_, versions, _)| versions.has(version));
    if !experiments.is_empty() && experiments.iter().all(has) {
        return;
    }
    let removed = experiments.iter().flatten().find_map(|(name, versions, _)| {
        let detail = lacking(&format!("The experiment `{name}`"), *versions, version)?;
        Some(format!("{detail} The module is checked as {version}."))
    });
    let detail = removed
        .unwrap_or_else(|| "Only alpha releases have experimental features. Remove the argument.".to_owned());
    diagnostics.push(
        Diagnostic::error(codes::UNSUPPORTED_VERSION, "Experimental features")
            .with_detail(detail)
            .with_subject(argument.expression.span()),
    );
}

/// Reports symbol libraries of a module that does not enable the experiment.
pub(super) fn check_symbols(declarations: &[Declaration], version: Version, diagnostics: &mut Diagnostics) {
    if !SYMBOL_LIBRARIES.has(version) {
        return;
    }
    let of_type = |name: &'static str| declarations.iter().filter(move |own| own.block_type.name == name);
    let mut enabled = of_type(names::LANGUAGE)
        .filter_map(experiments)
        .flat_map(|(_, all)| all)
        .flatten();
    if enabled.any(|(name, ..)| *name == LIBRARIES_EXPERIMENT) {
        return;
    }
    diagnostics.extend(of_type(names::SYMBOLS).map(|symbols| {
        Diagnostic::error(codes::UNSUPPORTED_VERSION, "Experimental features")
            .with_detail(format!(
                "Symbol libraries are an experiment. Add `{} = [{LIBRARIES_EXPERIMENT}]` to a block `{}`.",
                names::EXPERIMENTS,
                names::LANGUAGE
            ))
            .with_subject(symbols.span)
    }));
}

/// Reports stores of state without the provider that has them.
fn check_stores(settings: &Declaration, diagnostics: &mut Diagnostics) {
    let without = settings
        .blocks_of(names::STATE_STORE)
        .filter(|store| store.blocks_of(names::PROVIDER).next().is_none());
    diagnostics.extend(without.map(|store| {
        Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
            .with_detail(format!(
                "A store of state needs a block `{}`, which configures the provider that has it.",
                names::PROVIDER
            ))
            .with_subject(store.span)
    }));
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
    if !BACKENDS_ARE_CHECKED.has(version) {
        return;
    }
    for label in settings
        .blocks_of(names::BACKEND)
        .filter_map(|backend| backend.labels.first())
    {
        let name = label.text.as_str();
        let own = BACKENDS.iter().find(|backend| backend.name == name);
        let removed = REMOVED_BACKENDS.contains(&name).then_some(HAVE_REMOVED_BACKENDS);
        if let Some(versions) = own.map(|backend| backend.versions).or(removed) {
            let lacking = lacking(&format!("The backend `{name}`"), versions, version);
            diagnostics.extend(lacking.map(|detail| {
                Diagnostic::error(codes::UNSUPPORTED_VERSION, "Unsupported backend")
                    .with_detail(format!("{detail} The module is checked as {version}."))
                    .with_subject(label.span)
            }));
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
