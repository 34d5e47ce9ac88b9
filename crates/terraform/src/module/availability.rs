//! The version of the language that a module is checked with, and what that version does not have.

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceId, Span, codes::terraform as codes};
use hcl2_model::{Attribute, ExpressionRef, Traversal};

use super::Address;
use super::arguments::text_of;
use super::declaration::Declaration;
use super::settings;
use super::version::allows;
use crate::table::{
    CONSTRAINTS_OF_OTHERS_ARE_IGNORED, Language, Mode, REFERRING, VALIDATION_OF_OTHERS, Version, names,
    versions_of_function,
};

/// The version that a module is checked with.
struct Selected {
    version: Version,
    /// Whether the constraints of the module selected it rather than the user.
    is_narrowed: bool,
}

/// A constraint on the version of the product.
struct Constraint {
    text: String,
    span: Span,
    /// Whether it is in a file that only OpenTofu reads.
    is_of_opentofu: bool,
}

impl Constraint {
    /// Returns whether a version heeds the constraint, and is excluded by it.
    fn excludes(&self, version: Version) -> bool {
        let ignores = CONSTRAINTS_OF_OTHERS_ARE_IGNORED.since(version.language);
        let is_ignored = !self.is_of_opentofu && ignores.is_some_and(|since| since.minor <= version.minor);
        !is_ignored && !allows(&self.text, version.minor)
    }
}

/// Reports constraints that exclude the selected version, and parts of the language that are newer. Without a selected
/// version, it is the newest released one that the constraints of the module allow. Returns the version.
pub(super) fn check(
    declarations: &[Declaration],
    of_opentofu: &[SourceId],
    language: Language,
    selected: Option<Version>,
    diagnostics: &mut Diagnostics,
) -> Option<Version> {
    let constraints = constraints(declarations, of_opentofu);
    let is_allowed = |version: &Version| {
        constraints
            .iter()
            .all(|constraint| !constraint.excludes(*version))
    };
    let newest = Version::newest(language);
    let version = selected.or_else(|| Version::released(language).find(is_allowed));
    if version.is_none_or(|version| !is_allowed(&version)) {
        let excludes = |constraint: &&Constraint| constraint.excludes(version.unwrap_or(newest));
        let subject = constraints.iter().find(excludes).or(constraints.first());
        diagnostics.extend(subject.map(|Constraint { text, span, .. }| {
            let detail = match version {
                Some(version) => {
                    format!("The constraint {text:?} excludes {version}, with which the module is checked.")
                }
                None => format!(
                    "No released version of {} satisfies {text:?} together with the other constraints.",
                    newest.product()
                ),
            };
            Diagnostic::error(codes::UNSUPPORTED_VERSION, "Unsupported version")
                .with_detail(detail)
                .with_subject(*span)
        }));
        return version;
    }
    let selected = Selected {
        version: version.unwrap_or(newest),
        is_narrowed: selected.is_none() && version != Some(newest),
    };
    for declaration in declarations {
        selected.check(declaration, diagnostics);
    }
    version
}

/// Returns the constraints on the version of the product.
fn constraints(declarations: &[Declaration], of_opentofu: &[SourceId]) -> Vec<Constraint> {
    let constraint = |argument: &Attribute, is_of_opentofu| {
        let text = text_of(&argument.expression)?;
        super::version::check_constraint(&text).ok()?;
        let span = argument.expression.span();
        Some(Constraint {
            text,
            span,
            is_of_opentofu,
        })
    };
    let of_type = |name: &'static str| {
        let all = declarations.iter();
        all.filter(move |declaration| declaration.block_type.name == name)
    };
    let mut languages = of_type(names::LANGUAGE).peekable();
    if languages.peek().is_some() {
        // The block takes the place of the older constraints.
        let blocks = languages.flat_map(|language| language.blocks_of(names::COMPATIBLE_WITH));
        let arguments = blocks.flat_map(|block| &block.provided);
        return arguments
            .filter(|argument| argument.name == *names::OPENTOFU)
            .filter_map(|argument| constraint(argument, true))
            .collect();
    }
    let arguments =
        of_type(names::TERRAFORM).filter_map(|settings| settings.argument(names::REQUIRED_VERSION));
    arguments
        .filter_map(|argument| constraint(argument, of_opentofu.contains(&argument.span.source)))
        .collect()
}

impl Selected {
    fn check(&self, declaration: &Declaration, diagnostics: &mut Diagnostics) {
        let language = self.version.language;
        let of_block = declaration.block_type.versions.since(language);
        if let Some(since) = of_block.filter(|since| since.minor > self.version.minor) {
            let what = format!("`{}` blocks", declaration.name);
            diagnostics.push(self.newer(&what, since, declaration.span));
            return;
        }
        for argument in &declaration.arguments {
            let Some(own) = declaration.block_type.body.argument(&argument.name, language) else {
                continue;
            };
            let since = own.versions.since(language);
            if let Some(since) = since.filter(|since| since.minor > self.version.minor) {
                let what = format!("The argument `{}`", argument.name);
                diagnostics.push(self.newer(&what, since, argument.name_span));
            }
            let allowed = REFERRING
                .iter()
                .find(|(block, name, _)| *block == declaration.block_type.name && argument.name == **name);
            if let Some(since) = allowed.and_then(|(.., versions)| versions.since(language))
                && since.minor > self.version.minor
                && let Some(span) = computed_part(&argument.expression, own.mode)
            {
                let what = format!("References in `{}`", argument.name);
                diagnostics.push(self.newer(&what, since, span));
            }
        }
        if declaration.block_type.name == names::TERRAFORM {
            settings::check_backend(declaration, self.version, diagnostics);
        }
        self.check_functions(declaration, diagnostics);
        if declaration.block_type.name == names::VARIABLE {
            self.check_validations(declaration, diagnostics);
        }
        for block in &declaration.blocks {
            self.check(block, diagnostics);
        }
    }

    /// Reports functions that are newer.
    fn check_functions(&self, declaration: &Declaration, diagnostics: &mut Diagnostics) {
        if self.version == Version::newest(self.version.language) {
            return;
        }
        for argument in declaration.arguments.iter().chain(&declaration.provided) {
            for function in argument.expression.functions() {
                let since = versions_of_function(&function.name).since(self.version.language);
                if let Some(since) = since.filter(|since| since.minor > self.version.minor) {
                    let what = format!("The function `{}`", function.name);
                    diagnostics.push(self.newer(&what, since, function.span));
                }
            }
        }
    }

    /// Reports conditions on a variable that refer to anything else, if they cannot.
    fn check_validations(&self, variable: &Declaration, diagnostics: &mut Diagnostics) {
        let since = VALIDATION_OF_OTHERS.since(self.version.language);
        let Some(since) = since.filter(|since| since.minor > self.version.minor) else {
            return;
        };
        let Some(name) = variable.first_label() else {
            return;
        };
        let blocks = variable.blocks_of(names::VALIDATION);
        for argument in blocks.flat_map(|block| &block.arguments) {
            let references = argument.expression.variables();
            let own = Address::Variable(name.clone());
            let other = references
                .iter()
                .find(|reference| Address::from_traversal(reference).is_some_and(|address| address != own));
            if let Some(span) = other.and_then(Traversal::span) {
                diagnostics.push(self.newer("References to other objects", since, span));
            }
        }
    }

    fn newer(&self, what: &str, since: Version, span: Span) -> Diagnostic {
        let why = if self.is_narrowed {
            format!(", the newest version that `{}` allows", names::REQUIRED_VERSION)
        } else {
            String::new()
        };
        let verb = if what.ends_with('s') || what.starts_with("References") {
            "need"
        } else {
            "needs"
        };
        Diagnostic::error(codes::UNSUPPORTED_VERSION, "Newer language")
            .with_detail(format!(
                "{what} {verb} {since}. The module is checked as {}{why}.",
                self.version
            ))
            .with_subject(span)
    }
}

/// Returns the range of the first reference in an expression, or of the first call, if its mode allows calls.
fn computed_part(expression: &ExpressionRef, mode: Mode) -> Option<Span> {
    let variables = expression.variables();
    let calls = || {
        let functions = expression.functions();
        let first = functions.first().filter(|_| mode == Mode::Expression);
        first.map(|function| function.span)
    };
    variables.first().and_then(Traversal::span).or_else(calls)
}
