//! Requirements, configurations and references of providers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_native::lexer::is_identifier;

use super::Resource;
use super::constants::{reference, text_of, unquoted};
use super::declaration::Declaration;
use super::provider_source::{SourceAddress, is_provider_part};
use crate::table::{Describes, RESERVED_IN_PROVIDERS, names};

/// A reference to the configuration of a provider, such as `aws.west`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ProviderReference {
    pub(crate) name: Name,
    pub(crate) alias: Option<Name>,
}

impl ProviderReference {
    /// Returns the reference that an expression consists of, with or without quotes, and possibly with the key of an
    /// instance.
    pub(crate) fn of(expression: &ExpressionRef) -> Option<Self> {
        Self::with_key(expression).map(|(reference, _)| reference)
    }

    /// Returns the reference that an expression consists of, and whether the key of an instance follows it.
    pub(super) fn with_key(expression: &ExpressionRef) -> Option<(Self, bool)> {
        let whole = reference(expression);
        let is_computed = whole.is_none();
        let traversal = whole.or_else(|| before_key(expression))?;
        let (name, alias, has_key) = match traversal.steps() {
            [TraversalStep::Root { name, .. }] => (name, None, is_computed),
            [
                TraversalStep::Root { name, .. },
                TraversalStep::Attribute { name: alias, .. },
            ] => (name, Some(alias.clone()), is_computed),
            [
                TraversalStep::Root { name, .. },
                TraversalStep::Attribute { name: alias, .. },
                TraversalStep::Index { .. },
            ] => (name, Some(alias.clone()), true),
            _ => return None,
        };
        let name = name.clone();
        Some((Self { name, alias }, has_key))
    }
}

/// Returns the reference at the start of an expression that ends with a computed key.
fn before_key(expression: &ExpressionRef) -> Option<Traversal> {
    let own = unquoted(expression.clone());
    let first = own.variables().into_iter().next()?;
    let is_at_start = first.span()?.start == own.span().start;
    (is_at_start && own.native_text()?.ends_with(']')).then_some(first)
}

impl fmt::Display for ProviderReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.alias {
            Some(alias) => write!(f, "{}.{alias}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

/// The configurations of providers that the declarations of a module use. What is passed to called modules counts as
/// used.
#[derive(Default)]
pub(crate) struct UsedConfigurations {
    references: HashSet<ProviderReference, RandomState>,
    /// Some call passes every configuration without an alias.
    has_implicit_call: bool,
    /// Some reference cannot be read, and may be to any configuration.
    has_unreadable: bool,
}

impl UsedConfigurations {
    pub(crate) fn of(declarations: &[Declaration]) -> Self {
        let mut used = Self::default();
        for declaration in declarations {
            used.add(declaration);
        }
        used
    }

    /// Returns whether a block configures a provider and nothing uses it, so that Terraform does not evaluate it.
    pub(crate) fn is_unused(&self, block: &Declaration) -> bool {
        let Some(name) = block
            .first_label()
            .filter(|_| block.block_type.name == names::PROVIDER)
        else {
            return false;
        };
        let alias = block.argument(names::ALIAS);
        let own = ProviderReference {
            name: name.clone(),
            alias: alias.and_then(|alias| text_of(&alias.expression)).map(Name::from),
        };
        let is_passed = self.has_implicit_call && own.alias.is_none();
        !(self.has_unreadable || is_passed || self.references.contains(&own))
    }

    /// Returns the references to configurations.
    pub(crate) fn references(&self) -> impl Iterator<Item = &ProviderReference> {
        self.references.iter()
    }

    fn add(&mut self, declaration: &Declaration) {
        if declaration.block_type.name == names::MODULE {
            match declaration.argument(names::PROVIDERS) {
                Some(passed) => {
                    for (_, given) in passed.expression.static_map().unwrap_or_default() {
                        self.add_reference(&given);
                    }
                }
                None => self.has_implicit_call = true,
            }
        } else if declaration.block_type.name == names::CHECK {
            for block in &declaration.blocks {
                self.add(block);
            }
        } else if let Some(name) = declaration.provider_name() {
            match declaration.argument(names::PROVIDER) {
                Some(given) => self.add_reference(&given.expression),
                None => {
                    let name = Name::from(&*name);
                    self.references.insert(ProviderReference { name, alias: None });
                }
            }
        }
    }

    fn add_reference(&mut self, expression: &ExpressionRef) {
        match ProviderReference::of(expression) {
            Some(reference) => _ = self.references.insert(reference),
            // The alias may be followed by a computed key.
            None => self.has_unreadable = true,
        }
    }
}

impl Declaration {
    /// Returns the local name of the provider of a resource: as configured, or the first word of the type.
    pub(crate) fn provider_name(&self) -> Option<Cow<'_, str>> {
        if !Describes::OF_RESOURCES.contains(&self.block_type.schema) {
            return None;
        }
        let given = self
            .argument(names::PROVIDER)
            .and_then(|given| Some(reference(&given.expression)?.root_name()?.to_string()));
        match given {
            Some(name) => Some(Cow::Owned(name)),
            None => Some(Cow::Borrowed(first_word(self.first_label()?))),
        }
    }
}

impl Resource {
    /// Returns the local name of its provider: as configured, or the first word of the type.
    #[must_use]
    pub fn provider_name(&self) -> &str {
        let given = self.provider.as_deref().and_then(|given| given.split('.').next());
        given.unwrap_or_else(|| first_word(&self.ty))
    }
}

/// Returns the first word of a type, the local name of its provider without another.
pub(crate) fn first_word(ty: &str) -> &str {
    ty.split('_').next().unwrap_or_default()
}

/// Returns the problem of a configuration of another provider than the module expects under a name.
pub(crate) fn different(
    inner: impl fmt::Display,
    expected: &SourceAddress,
    given: impl fmt::Display,
    found: &SourceAddress,
    span: Span,
) -> Diagnostic {
    Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Different provider")
        .with_detail(format!(
            "The module expects the provider `{expected}` as `{inner}`, and `{given}` is `{found}`."
        ))
        .with_subject(span)
}

/// Checks the local name of a provider.
pub(super) fn check_local_name(name: &str, span: Span, diagnostics: &mut Diagnostics) {
    let diagnostic = Diagnostic::error(codes::INVALID_NAME, "Invalid name").with_subject(span);
    if !is_provider_part(name) {
        diagnostics.push(diagnostic.with_detail(format!(
            "Expected letters, digits and dashes, without a dash at either end, found {name:?}."
        )));
    } else if name.to_lowercase() != name {
        diagnostics.push(diagnostic.with_detail(format!(
            "The name of a provider has no capital letters. Write `{}`.",
            name.to_lowercase()
        )));
    }
}

/// Returns the arguments and blocks in the configuration of a provider that no provider can have, and where they start.
pub(crate) fn reserved_names(provider: &Declaration) -> impl Iterator<Item = (&Name, Span)> {
    let arguments = provider.provided.iter().map(|own| (&own.name, own.name_span));
    let blocks = provider.blocks.iter().map(|own| (&own.name, own.span));
    let all = arguments.chain(blocks);
    all.filter(|(name, _)| {
        provider.block_type.name == names::PROVIDER && RESERVED_IN_PROVIDERS.contains(&name.as_str())
    })
}

/// Checks a block that configures a provider.
pub(super) fn check_configuration(provider: &Declaration, diagnostics: &mut Diagnostics) {
    for label in &provider.labels {
        check_local_name(&label.text, label.span, diagnostics);
    }
    for (name, span) in reserved_names(provider) {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_NAME, "Reserved name")
                .with_detail(format!(
                    "`{name}` is reserved for the language, so a provider cannot have an argument or block of this name."
                ))
                .with_subject(span),
        );
    }
    if let Some(version) = provider.argument(names::VERSION) {
        if provider
            .first_label()
            .is_some_and(|name| *name == *names::TERRAFORM)
        {
            diagnostics.push(version_of_built_in(&version.expression));
        }
        diagnostics.push(
            Diagnostic::warning(codes::DEPRECATED, "Version of a provider configuration")
                .with_detail(format!(
                    "The version of a provider is set in `{}`. Move it there.",
                    names::REQUIRED_PROVIDERS
                ))
                .with_subject(version.span),
        );
    }
    check_alias(provider, diagnostics);
}

/// Checks the name of a configuration.
pub(super) fn check_alias(provider: &Declaration, diagnostics: &mut Diagnostics) {
    if let Some(alias) = provider.argument(names::ALIAS)
        && let Some(name) = text_of(&alias.expression)
        && !is_identifier(&name)
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_NAME, "Invalid name")
                .with_detail(format!(
                    "Expected a letter or underscore followed by letters, digits, underscores and dashes, found {name:?}."
                ))
                .with_subject(alias.expression.span()),
        );
    }
}

/// Reports a version constraint on the provider that is built into the product.
pub(super) fn version_of_built_in(version: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::INVALID_VERSION, "Version of a built-in provider")
        .with_detail("A built-in provider has the version of the product. Remove the constraint.")
        .with_subject(version.span())
}
