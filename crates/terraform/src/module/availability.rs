//! The version of the language that a module is checked with, and what that version does not have.

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceId, Span, codes::terraform as codes};
use hcl2_model::{Attribute, ExpressionRef, Traversal, TraversalStep};

use super::constants::{name_of, text_of};
use super::declaration::Declaration;
use super::early::is_early;
use super::source::is_null;
use super::version::allows;
use super::{encryption, settings};
use crate::address::Address;
use crate::problems::lacking;
use crate::table::{
    ANY_MESSAGE, COMPUTED_REQUIREMENTS, CONSTRAINTS_OF_OTHERS_ARE_IGNORED, Language, Mode, NEWER_ARGUMENTS,
    NEWER_EVENTS, NEWER_REFERENCES, NEWER_TYPES, NULL_VERSIONS, REFERRING, STORE, STORE_OF_DATA,
    TERRAFORM_DATA, UNDERSCORES_IN_NAMESPACES, VALIDATION_OF_OTHERS, Version, Versions, WINRM,
    WINRM_IS_DEPRECATED, lacks_expressions, names, versions_of_function,
};

/// The version that a module is checked with.
struct Selected {
    version: Version,
    /// Whether the constraints of the module selected it rather than the user.
    is_narrowed: bool,
    /// Whether no version has more functions or references.
    is_complete: bool,
    /// The functions that the experiments of the module enable.
    enabled: Vec<&'static str>,
}

/// A constraint on the version of the product.
#[derive(Debug)]
pub(super) struct Constraint {
    text: String,
    span: Span,
    /// Whether it is in a file that only OpenTofu reads.
    is_of_opentofu: bool,
}

impl Constraint {
    /// Returns whether a version heeds the constraint, and is excluded by it.
    pub(super) fn excludes(&self, version: Version) -> bool {
        let is_ignored = !self.is_of_opentofu && CONSTRAINTS_OF_OTHERS_ARE_IGNORED.has(version);
        !is_ignored && !allows(&self.text, version.minor)
    }
}

/// Reports constraints that exclude the selected version, and parts of the language that are newer. Without a selected
/// version, it is the newest released one that the constraints of the module allow, or else the first one in development.
/// Returns the version.
pub(super) fn check(
    declarations: &[Declaration],
    constraints: &[Constraint],
    language: Language,
    selected: Option<Version>,
    diagnostics: &mut Diagnostics,
) -> Option<Version> {
    let is_allowed = |version: &Version| {
        constraints
            .iter()
            .all(|constraint| !constraint.excludes(*version))
    };
    let newest = Version::newest(language);
    let version = selected.or_else(|| Version::known_first(language).find(is_allowed));
    if version.is_none_or(|version| !is_allowed(&version)) {
        let excludes = |constraint: &&Constraint| constraint.excludes(version.unwrap_or(newest));
        let subject = constraints.iter().find(excludes).or(constraints.first());
        diagnostics.extend(subject.map(|Constraint { text, span, .. }| {
            let detail = match version {
                Some(version) => {
                    format!("The constraint {text:?} excludes {version}, with which the module is checked.")
                }
                None => format!(
                    "No known version of {} satisfies {text:?} together with the other constraints.",
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
        is_complete: !lacks_expressions(version.unwrap_or(newest)),
        enabled: settings::enabled_functions(declarations, version.unwrap_or(newest)),
    };
    for declaration in declarations {
        selected.check(declaration, diagnostics);
    }
    version
}

/// Returns the constraints on the version of the product.
pub(super) fn constraints(declarations: &[Declaration], of_opentofu: &[SourceId]) -> Vec<Constraint> {
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
        let versions = declaration.block_type.versions;
        if !versions.has(self.version)
            && let Some(problem) = self.lacks(
                &format!("`{}` blocks", declaration.name),
                versions,
                declaration.span,
            )
        {
            diagnostics.push(problem);
            return;
        }
        for argument in &declaration.arguments {
            let Some(own) = declaration.block_type.body.argument(&argument.name, language) else {
                diagnostics.extend(self.newer_argument(declaration, argument));
                continue;
            };
            let what = || format!("The argument `{}`", argument.name);
            diagnostics.extend(self.lacks_if(own.versions, what, argument.name_span));
            let allowed = REFERRING
                .iter()
                .find(|(block, name, _)| *block == declaration.block_type.name && argument.name == **name);
            if let Some((.., versions)) = allowed
                && versions.since(language).is_some()
                && !versions.has(self.version)
                && let Some(span) = computed_part(&argument.expression, own.mode)
            {
                let what = format!("References in `{}`", argument.name);
                diagnostics.extend(self.lacks(&what, *versions, span));
            }
        }
        self.check_expressions(declaration, diagnostics);
        match declaration.block_type.name {
            names::TERRAFORM => {
                settings::check_backend(declaration, self.version, diagnostics);
                settings::check_experiments(declaration, self.version, diagnostics);
            }
            names::REQUIRED_PROVIDERS => self.check_requirements(declaration, diagnostics),
            names::LANGUAGE => settings::check_experiments(declaration, self.version, diagnostics),
            names::VARIABLE => self.check_validations(declaration, diagnostics),
            names::RESOURCE => {
                diagnostics.extend(self.newer_type(declaration));
                diagnostics.extend(self.newer_block(declaration));
            }
            names::KEY_PROVIDER | names::METHOD => self.check_encryption(declaration, diagnostics),
            names::ACTION_TRIGGER => self.check_events(declaration, diagnostics),
            names::CONNECTION => diagnostics.extend(self.check_connection(declaration)),
            names::MODULE => {
                let version = declaration.argument(names::VERSION);
                diagnostics.extend(version.filter(|version| is_null(&version.expression)).and_then(
                    |version| {
                        let what = || "A null as the version of a module".to_owned();
                        self.lacks_if(NULL_VERSIONS, what, version.expression.span())
                    },
                ));
            }
            _ => {}
        }
        for block in &declaration.blocks {
            self.check(block, diagnostics);
        }
    }

    /// Reports an argument of a provisioner or connection that the version does not have.
    fn newer_argument(&self, block: &Declaration, argument: &Attribute) -> Option<Diagnostic> {
        let mut newer = NEWER_ARGUMENTS.iter();
        let (.., versions) = newer.find(|(name, arguments, _)| {
            *name == block.block_type.name && arguments.contains(&argument.name.as_str())
        })?;
        let what = format!("The argument `{}`", argument.name);
        self.lacks(&what, *versions, argument.name_span)
    }

    /// Reports a connection of a type that the version no longer has, or soon will not.
    fn check_connection(&self, connection: &Declaration) -> Option<Diagnostic> {
        let (name, versions) = WINRM;
        let ty = connection.argument(names::TYPE)?;
        let span = ty.expression.span();
        if text_of(&ty.expression)? != name {
            return None;
        }
        let what = format!("The connection type `{name}`");
        self.lacks_if(versions, || what.clone(), span).or_else(|| {
            let until = versions.until(self.version.language)?;
            WINRM_IS_DEPRECATED.has(self.version).then(|| {
                Diagnostic::warning(codes::DEPRECATED, "Deprecated connection type")
                    .with_detail(format!("{what} is removed in {until}. Connect by `ssh`."))
                    .with_subject(span)
            })
        })
    }

    /// Reports a resource of a built-in type that the version does not have.
    fn newer_type(&self, resource: &Declaration) -> Option<Diagnostic> {
        let label = resource.labels.first()?;
        let mut newer = NEWER_TYPES.iter();
        let (name, versions) = newer.find(|(name, _)| label.text == **name)?;
        self.lacks(&format!("The resource type `{name}`"), *versions, label.span)
    }

    /// Reports a key provider or method, or arguments of it, that the version does not have.
    fn check_encryption(&self, part: &Declaration, diagnostics: &mut Diagnostics) {
        let (Some(own), Some(label)) = (encryption::described(part), part.labels.first()) else {
            return;
        };
        let what = || format!("`{} \"{}\"`", part.name, own.name);
        diagnostics.extend(self.lacks_if(own.versions, what, label.span));
        for argument in &part.provided {
            let what = || format!("The argument `{}`", argument.name);
            diagnostics.extend(self.lacks_if(own.versions_of(&argument.name), what, argument.name_span));
        }
    }

    /// Reports events of actions that the version does not have.
    fn check_events(&self, trigger: &Declaration, diagnostics: &mut Diagnostics) {
        let (newer, versions) = NEWER_EVENTS;
        let events = trigger.argument(names::EVENTS);
        for event in events
            .and_then(|events| events.expression.static_list())
            .unwrap_or_default()
        {
            if let Some(name) = name_of(&event).filter(|name| newer.contains(&name.as_str())) {
                diagnostics.extend(self.lacks(&format!("The event `{name}`"), versions, event.span()));
            }
        }
    }

    /// Reports references and underscores in the requirements of providers that the version does not have.
    fn check_requirements(&self, required: &Declaration, diagnostics: &mut Diagnostics) {
        for argument in &required.arguments {
            for (key, value) in argument.expression.static_map().unwrap_or_default() {
                let key = name_of(&key).unwrap_or_default();
                if ![names::SOURCE, names::VERSION].contains(&key.as_str()) {
                    continue;
                }
                if !COMPUTED_REQUIREMENTS.has(self.version)
                    && let Some(span) = computed_part(&value, Mode::Literal).filter(|_| is_early(&value))
                {
                    let what = format!("References in `{key}`");
                    diagnostics.extend(self.lacks(&what, COMPUTED_REQUIREMENTS, span));
                }
                let namespace =
                    |source: &str| source.rsplit('/').nth(1).is_some_and(|name| name.contains('_'));
                if key == names::SOURCE
                    && !UNDERSCORES_IN_NAMESPACES.has(self.version)
                    && text_of(&value).is_some_and(|source| namespace(&source))
                {
                    let what = "Underscores in the namespace of a provider";
                    diagnostics.extend(self.lacks(what, UNDERSCORES_IN_NAMESPACES, value.span()));
                }
            }
        }
    }

    /// Reports a block in a resource of a built-in type that the version does not have.
    fn newer_block(&self, resource: &Declaration) -> Option<Diagnostic> {
        resource.first_label().filter(|ty| **ty == *TERRAFORM_DATA)?;
        let mut blocks = resource.blocks.iter();
        let store = blocks.find(|block| block.name == *STORE)?;
        self.lacks(&format!("`{STORE}` blocks"), STORE_OF_DATA, store.span)
    }

    /// Reports functions and references in the arguments of a block that the version does not have.
    fn check_expressions(&self, declaration: &Declaration, diagnostics: &mut Diagnostics) {
        if self.is_complete {
            return;
        }
        for argument in declaration.arguments.iter().chain(&declaration.provided) {
            for function in argument.expression.functions() {
                if self.enabled.contains(&function.name.as_str()) {
                    continue;
                }
                let what = || format!("The function `{}`", function.name);
                diagnostics.extend(self.lacks_if(versions_of_function(&function.name), what, function.span));
            }
            for reference in argument.expression.variables() {
                diagnostics.extend(self.newer_reference(&reference));
            }
        }
    }

    /// Reports a reference that the version does not have.
    fn newer_reference(&self, reference: &Traversal) -> Option<Diagnostic> {
        let Some(TraversalStep::Attribute { name, .. }) = reference.steps().get(1) else {
            return None;
        };
        let root = reference.root_name()?;
        let mut newer = NEWER_REFERENCES.iter();
        let (.., versions) = newer.find(|(own, attribute, _)| root == *own && name == *attribute)?;
        let what = || format!("The reference `{root}.{name}`");
        self.lacks_if(*versions, what, reference.span()?)
    }

    /// Reports conditions on a variable that refer to anything else and messages that are not constant sentences, if the
    /// version does not have them.
    fn check_validations(&self, variable: &Declaration, diagnostics: &mut Diagnostics) {
        let Some(name) = variable.first_label() else {
            return;
        };
        let own = Address::Variable(name.clone());
        for block in variable.blocks_of(names::VALIDATION) {
            for argument in &block.arguments {
                let references = argument.expression.variables();
                let other = references.iter().find(|reference| {
                    Address::from_traversal(reference).is_some_and(|address| address != own)
                });
                if let Some(span) = other.and_then(Traversal::span) {
                    diagnostics.extend(self.lacks("References to other objects", VALIDATION_OF_OTHERS, span));
                }
            }
            let message = block.argument(names::ERROR_MESSAGE);
            let is_sentence =
                |message: &&Attribute| text_of(&message.expression).is_some_and(|text| is_sentence(&text));
            if let Some(message) = message.filter(|message| !is_sentence(message)) {
                let what = "An error message that is no constant sentence";
                diagnostics.extend(self.lacks(what, ANY_MESSAGE, message.expression.span()));
            }
        }
    }

    /// Reports a part of the language that the version does not have, but others of the product.
    fn lacks_if(&self, versions: Versions, what: impl Fn() -> String, span: Span) -> Option<Diagnostic> {
        let is_lacking = versions.since(self.version.language).is_some() && !versions.has(self.version);
        is_lacking.then(|| self.lacks(&what(), versions, span)).flatten()
    }

    fn lacks(&self, what: &str, versions: Versions, span: Span) -> Option<Diagnostic> {
        let lacking = lacking(what, versions, self.version)?;
        let why = if self.is_narrowed {
            format!(", the newest version that `{}` allows", names::REQUIRED_VERSION)
        } else {
            String::new()
        };
        let is_removed = versions.until(self.version.language).is_some();
        let summary = if is_removed {
            "Removed language"
        } else {
            "Newer language"
        };
        Some(
            Diagnostic::error(codes::UNSUPPORTED_VERSION, summary)
                .with_detail(format!(
                    "{lacking} The module is checked as {}{why}.",
                    self.version
                ))
                .with_subject(span),
        )
    }
}

/// Returns whether a message is at least one sentence: it starts with no small letter, and ends as a sentence does.
fn is_sentence(message: &str) -> bool {
    let is_start = |first: char| !first.is_alphabetic() || first.is_uppercase();
    message.chars().next().is_some_and(is_start) && message.ends_with(['.', '?', '!'])
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
