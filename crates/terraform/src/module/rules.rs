//! Rules for whole declarations.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::body as body_codes, codes::terraform as codes};
use hcl2_model::{ExpressionRef, Label, Traversal, TraversalStep};
use hcl2_native::lexer::is_identifier;

use super::constants::{quoted, reference, variables_of_reference};
use super::declaration::Declaration;
use super::providers::{check_alias, check_configuration};
use super::provisioners;
use super::targets::{TargetKind, no_target, removed_kind, target_kind};
use super::{actions, encryption, instances, settings, source};
use crate::problems::{duplicate, if_planned};
use crate::table::{
    AFTER, CONDITIONAL, CONFIGURING_IN_TESTS, Describes, Language, PER_MODULE, RESERVED_VARIABLES, ROOT_EACH,
    ROOT_VARIABLE, STATE_BLOCKS, names,
};

/// Checks one declaration by itself.
pub(super) fn check(declaration: &Declaration, language: Language, diagnostics: &mut Diagnostics) {
    check_names(declaration, diagnostics);
    check_conditions(declaration, diagnostics);
    let mut of_provisioners = Diagnostics::new();
    provisioners::check(declaration, &mut of_provisioners);
    // Terraform looks at the arguments of what is removed only when it plans.
    let is_planned = declaration.block_type.name == names::REMOVED;
    diagnostics.append(of_provisioners.map(|problem| if_planned(problem, is_planned)));
    if Describes::OF_RESOURCES.contains(&declaration.block_type.schema) {
        check_reserved(declaration, diagnostics);
    }
    match declaration.block_type.name {
        names::VARIABLE => {
            check_validations(declaration, diagnostics);
            check_constant(declaration, diagnostics);
            if language == Language::OpenTofu {
                check_deprecation(declaration, diagnostics);
            }
        }
        names::CHECK => check_check(declaration, diagnostics),
        names::MOVED => check_moved(declaration, diagnostics),
        names::REMOVED => check_removed(declaration, diagnostics),
        names::MODULE => source::check(declaration, diagnostics),
        names::IMPORT => check_import(declaration, diagnostics),
        names::PROVIDER => check_configuration(declaration, diagnostics),
        name if CONFIGURING_IN_TESTS.contains(&name) => check_alias(declaration, diagnostics),
        names::OUTPUT if language == Language::OpenTofu => check_deprecation(declaration, diagnostics),
        names::TERRAFORM | names::LANGUAGE => settings::check(declaration, language, diagnostics),
        _ => {}
    }
}

/// Reports a deprecation without a message.
fn check_deprecation(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let message = declaration.argument(names::DEPRECATED);
    if let Some(message) = message
        && quoted(&message.expression).is_some_and(|text| text.is_empty())
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Empty message")
                .with_detail("Expected what to use instead.")
                .with_subject(message.expression.span()),
        );
    }
}

/// Checks all declarations together.
pub(super) fn check_all(declarations: &[Declaration], language: Language, diagnostics: &mut Diagnostics) {
    check_settings(declarations, diagnostics);
    check_imports(declarations, diagnostics);
    actions::check(declarations, diagnostics);
    encryption::check(declarations, diagnostics);
    match language {
        Language::Terraform => source::check_constants(declarations, diagnostics),
        Language::OpenTofu => instances::check(declarations, diagnostics),
    }
    let mut sources: HashMap<String, Span> = HashMap::new();
    let joined = |block: &Declaration| {
        let labels: Vec<&str> = block.labels.iter().map(|label| label.text.as_str()).collect();
        labels.join(".")
    };
    for declaration in declarations {
        if declaration.block_type.schema == Describes::Data {
            sources.insert(joined(declaration), declaration.span);
        }
    }
    for check in declarations
        .iter()
        .filter(|check| check.block_type.name == names::CHECK)
    {
        for (address, block) in check.scoped() {
            if let Some(first) = sources.insert(joined(block), block.span) {
                let what = format!("`{address}`");
                diagnostics.push(duplicate("A module declares", &what, block.span, first));
            }
        }
    }
}

/// Reports invalid names.
fn check_names(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let name = declaration.block_type.name;
    if name == names::LOCALS {
        for local in &declaration.arguments {
            if !is_identifier(&local.name) {
                diagnostics.push(invalid_name(&local.name, local.name_span, None));
            }
        }
    }
    for label in &declaration.labels {
        if name == names::PROVIDER {
            continue;
        }
        if !is_identifier(&label.text) {
            diagnostics.push(invalid_name(&label.text, label.span, Some(label)));
        } else if name == names::VARIABLE && RESERVED_VARIABLES.contains(&label.text.as_str()) {
            diagnostics.push(
                Diagnostic::error(codes::INVALID_NAME, "Reserved name")
                    .with_detail(format!(
                        "A variable cannot be named `{}`, because the name has another meaning in module calls.",
                        label.text
                    ))
                    .with_subject(label.span),
            );
        }
    }
}

pub(super) fn invalid_name(name: &str, span: Span, label: Option<&Label>) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::INVALID_NAME, "Invalid name")
        .with_detail(format!(
            "Expected a letter or underscore followed by letters, digits, underscores and dashes, found {name:?}."
        ))
        .with_subject(span);
    let part = |character: char| {
        if character.is_alphanumeric() || character == '-' {
            character
        } else {
            '_'
        }
    };
    let mut near: String = name.chars().map(part).collect();
    if !is_identifier(&near) {
        near.insert(0, '_');
    }
    if label.is_none() || !is_identifier(&near) {
        return diagnostic;
    }
    diagnostic.with_suggestion(span, format!("\"{near}\""), format!("use `{near}`"))
}

/// Reports constant conditions.
fn check_conditions(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    for block in &declaration.blocks {
        check_conditions(block, diagnostics);
        let condition = block
            .argument(names::CONDITION)
            .filter(|_| CONDITIONAL.contains(&block.block_type.name));
        if let Some(condition) = condition
            && condition.expression.variables().is_empty()
        {
            diagnostics.push(
                Diagnostic::error(codes::CONSTANT_CONDITION, "Constant condition")
                    .with_detail("The condition refers to nothing, so its result is always the same.")
                    .with_subject(condition.expression.span()),
            );
        }
    }
}

/// Reports validations that do not refer to their variable.
fn check_validations(variable: &Declaration, diagnostics: &mut Diagnostics) {
    let Some(name) = variable.first_label() else {
        return;
    };
    for block in variable.blocks_of(names::VALIDATION) {
        let Some(condition) = block.argument(names::CONDITION) else {
            continue;
        };
        let references = condition.expression.variables();
        let is_own = |traversal: &Traversal| {
            traversal.root_name().is_some_and(|root| *root == *ROOT_VARIABLE)
                && matches!(traversal.steps().get(1), Some(TraversalStep::Attribute { name: own, .. }) if own == name)
        };
        if !references.is_empty() && !references.iter().any(is_own) {
            diagnostics.push(
                Diagnostic::error(codes::CONSTANT_CONDITION, "Validation without its variable")
                    .with_detail(format!(
                        "The condition must refer to `{ROOT_VARIABLE}.{name}`, the variable it validates."
                    ))
                    .with_subject(condition.expression.span()),
            );
        }
    }
}

fn check_check(check: &Declaration, diagnostics: &mut Diagnostics) {
    // Terraform does not count invalid assertions.
    let is_complete = |assert: &Declaration| {
        let condition = assert.argument(names::CONDITION);
        assert.argument(names::ERROR_MESSAGE).is_some()
            && condition.is_some_and(|condition| !condition.expression.variables().is_empty())
    };
    if !check.blocks_of(names::ASSERT).any(is_complete) {
        diagnostics.push(
            Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
                .with_detail(format!(
                    "A check needs at least one `{}` block with a condition and a message.",
                    names::ASSERT
                ))
                .with_subject(check.span),
        );
    }
    let inner = check
        .blocks
        .iter()
        .filter(|block| block.block_type.schema == Describes::Data);
    let inner: Vec<&Declaration> = inner.collect();
    for lifecycle in inner.iter().flat_map(|data| data.blocks_of(names::LIFECYCLE)) {
        diagnostics.push(
            Diagnostic::error(body_codes::UNSUPPORTED_BLOCK, "Unsupported block type")
                .with_detail("The check manages the life cycle of its data source. Remove the block.")
                .with_subject(lifecycle.span),
        );
    }
    for argument in inner.iter().flat_map(|data| &data.arguments) {
        if PER_MODULE.contains(&argument.name.as_str()) {
            diagnostics.push(
                Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute")
                    .with_detail("A data source inside a check cannot have several instances.")
                    .with_subject(argument.name_span),
            );
        }
    }
}

fn check_moved(moved: &Declaration, diagnostics: &mut Diagnostics) {
    for argument in &moved.arguments {
        if let Some(address) = reference(&argument.expression)
            && target_kind(&address).is_none()
        {
            diagnostics.push(no_target(argument.expression.span()));
        }
    }
    let kind = |name: &str| target_kind(&reference(&moved.argument(name)?.expression)?);
    if let (Some(from), Some(to)) = (kind(names::FROM), kind(names::TO))
        && from.is_module != to.is_module
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_TARGET, "Addresses of different kinds")
                .with_detail(
                    "A resource can only be moved to the address of a resource, and a module to that of a module.",
                )
                .with_subject(moved.span),
        );
    }
}

fn check_removed(removed: &Declaration, diagnostics: &mut Diagnostics) {
    let Some(from) = removed.argument(names::FROM) else {
        return;
    };
    let Some(traversal) = reference(&from.expression) else {
        return;
    };
    let Some(kind) = removed_kind(&traversal) else {
        diagnostics.push(no_target(from.expression.span()));
        return;
    };
    check_removed_provisioners(removed, &kind, diagnostics);
    let (detail, span) = match traversal.steps().last() {
        _ if kind.is_data => (
            "A data source is only read. Remove its block instead.",
            from.expression.span(),
        ),
        Some(TraversalStep::Index { span, .. }) => (
            "All instances of a resource or module are removed together: write the address without a key.",
            *span,
        ),
        _ => return,
    };
    diagnostics.push(
        Diagnostic::error(codes::INVALID_TARGET, "Invalid target of removal")
            .with_detail(detail)
            .with_subject(span),
    );
}

/// Reports provisioners that cannot run when the object is removed.
fn check_removed_provisioners(removed: &Declaration, kind: &TargetKind, diagnostics: &mut Diagnostics) {
    let (argument, word) = AFTER;
    for provisioner in removed.blocks_of(names::PROVISIONER) {
        let detail = if kind.is_module {
            "Only a resource has provisioners, not a module. Remove the block.".to_owned()
        } else if !provisioner.is_after() {
            format!("The object is only destroyed, so its provisioners must have `{argument} = {word}`.")
        } else {
            continue;
        };
        diagnostics.push(
            Diagnostic::error(codes::INVALID_TARGET, "Misplaced provisioner")
                .with_detail(detail)
                .with_subject(provisioner.span),
        );
    }
}

/// Reports nested blocks with a name that is reserved for the language.
fn check_reserved(resource: &Declaration, diagnostics: &mut Diagnostics) {
    for block in resource
        .blocks
        .iter()
        .filter(|block| block.name == *names::LOCALS)
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_NAME, "Reserved name")
                .with_detail(format!(
                    "Blocks named `{}` are reserved for the language.",
                    names::LOCALS
                ))
                .with_subject(block.span),
        );
    }
}

/// Reports a constant variable that is sensitive or ephemeral.
fn check_constant(variable: &Declaration, diagnostics: &mut Diagnostics) {
    if !variable.flag(names::CONST, false) {
        return;
    }
    for name in [names::SENSITIVE, names::EPHEMERAL] {
        if let Some(argument) = variable.argument(name).filter(|_| variable.flag(name, false)) {
            diagnostics.push(
                Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Secret constant")
                    .with_detail(format!(
                        "A constant variable cannot be {name}. Remove one of the two arguments."
                    ))
                    .with_subject(argument.name_span),
            );
        }
    }
}

/// Reports duplicate settings of a module.
fn check_settings(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let settings: Vec<&Declaration> = declarations
        .iter()
        .filter(|declaration| declaration.block_type.name == names::TERRAFORM)
        .collect();
    for (what, kinds) in [
        ("provider requirements", &[names::REQUIRED_PROVIDERS][..]),
        ("backend of its state", STATE_BLOCKS),
        ("encryption", &[names::ENCRYPTION]),
    ] {
        let mut first: Option<(usize, &Declaration)> = None;
        for (index, declaration) in settings.iter().enumerate() {
            let blocks = declaration.blocks.iter();
            for block in blocks.filter(|block| kinds.contains(&block.block_type.name)) {
                match first {
                    // Duplicates in the same block were reported when it was read.
                    Some((other, _)) if other == index && kinds.len() == 1 => {}
                    Some((_, first)) => {
                        let what = format!("the {what}");
                        // Of a backend and `cloud`, the backend is the problem.
                        let (second, first) = match block.block_type.name {
                            names::CLOUD if first.block_type.name != names::CLOUD => (first, block),
                            _ => (block, first),
                        };
                        diagnostics.push(duplicate("A module sets", &what, second.span, first.span));
                    }
                    None => first = Some((index, block)),
                }
            }
        }
    }
}

/// Reports an import without an ID or identity, or with both.
fn check_import(import: &Declaration, diagnostics: &mut Diagnostics) {
    match (import.argument(names::ID), import.argument(names::IDENTITY)) {
        (None, None) => diagnostics.push(
            Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
                .with_detail(format!(
                    "An import needs the argument `{}`, or `{}` in newer versions.",
                    names::ID,
                    names::IDENTITY
                ))
                .with_subject(import.span),
        ),
        (Some(_), Some(identity)) => diagnostics.push(
            Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Both `id` and `identity`")
                .with_detail(
                    "An object is imported by its ID or its identity, not both. Remove one of the two.",
                )
                .with_subject(identity.name_span),
        ),
        _ => {}
    }
    if let Some(to) = import.argument(names::TO) {
        check_computed_key(import, &to.expression, diagnostics);
    }
}

/// Reports a computed key in the target of an import that is not of the current instance.
fn check_computed_key(import: &Declaration, to: &ExpressionRef, diagnostics: &mut Diagnostics) {
    if reference(to).is_some() {
        return;
    }
    let variables = variables_of_reference(to);
    let is_other = |key: &Traversal| key.root_name().is_some_and(|root| *root != *ROOT_EACH.0);
    let detail = if variables.is_empty() {
        return;
    } else if import.argument(names::FOR_EACH).is_none() {
        format!(
            "A key can only be computed in an import with `{}`.",
            names::FOR_EACH
        )
    } else if variables.iter().skip(1).any(is_other) {
        let (each, key, value) = ROOT_EACH;
        format!("A key can only be computed from `{each}.{key}` and `{each}.{value}`.")
    } else {
        return;
    };
    diagnostics.push(
        Diagnostic::error(codes::REFERENCE_EXPECTED, "Constant key expected")
            .with_detail(detail)
            .with_subject(to.span()),
    );
}

/// Reports duplicate targets of imports.
fn check_imports(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    for import in declarations
        .iter()
        .filter(|block| block.block_type.name == names::IMPORT)
    {
        let Some(to) = import.argument(names::TO) else {
            continue;
        };
        // In JSON, the reference is a plain string.
        let Some(address) = quoted(&to.expression)
            .or_else(|| to.expression.native_text())
            .filter(|_| reference(&to.expression).is_some())
        else {
            continue;
        };
        let address: String = address.split_whitespace().collect();
        if let Some(first) = seen.get(&address) {
            let what = format!("the import to `{address}`");
            diagnostics.push(duplicate("A module sets", &what, to.expression.span(), *first));
        } else {
            seen.insert(address, import.span);
        }
    }
}
