//! Provider configurations across modules.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Severity, Span, Suggestions, codes::terraform as codes, nearest_name,
};
use hcl2_model::{ExpressionRef, Name};
use indexmap::IndexMap;

use crate::module::{
    Declaration, Module, ModuleTree, ProviderReference, ProviderRequirement, SourceAddress, different,
    ignored_settings,
};
use crate::problems::did_you_mean;
use crate::table::{BUILT_IN_SOURCE, Describes, INSTALLED, Language, names};

/// Reports references to provider configurations that do not exist, and configurations passed to modules that cannot use
/// them. What the root module expects from a caller is reported with a severity.
pub(super) fn check(tree: &ModuleTree, expected: Severity, diagnostics: &mut Diagnostics) {
    check_tree(tree, Err(expected), None, diagnostics);
}

/// A configuration that a call passes to its module.
struct Passed {
    own_span: Span,
    given: ProviderReference,
    given_span: Span,
}

/// The call of a module, in its caller.
#[derive(Clone, Copy)]
struct Call<'m> {
    declaration: &'m Declaration,
    caller: &'m Module,
}

/// The provider configurations of a module.
struct Configurations {
    /// The configurations with arguments, and those without, with the headers of their blocks.
    configured: HashSet<ProviderReference>,
    empty: HashMap<ProviderReference, Span>,
    /// The aliases that the module expects from its caller.
    expected: HashSet<ProviderReference>,
    passed: IndexMap<ProviderReference, Passed>,
    /// All of them as they are written, by the names of their providers, once one is looked for.
    written: OnceCell<HashMap<Name, BTreeSet<String>>>,
    suggestions: Suggestions,
}

impl Configurations {
    fn of(module: &Module, call: Option<Call<'_>>) -> Self {
        let mut own = Self {
            configured: HashSet::new(),
            empty: HashMap::new(),
            expected: HashSet::new(),
            passed: call.map_or_else(IndexMap::new, |call| passed(call.declaration)),
            written: OnceCell::new(),
            suggestions: Suggestions::new(),
        };
        for block in module
            .contents
            .declarations
            .iter()
            .filter(|block| block.block_type.name == names::PROVIDER)
        {
            let Some(name) = block.first_label() else { continue };
            let alias = block
                .argument(names::ALIAS)
                .and_then(|alias| alias_of(&alias.expression));
            let reference = ProviderReference {
                name: name.clone(),
                alias,
            };
            if block.provided.is_empty()
                && block.blocks.is_empty()
                && block.argument(names::VERSION).is_none()
            {
                own.empty.insert(reference, block.span);
            } else {
                own.configured.insert(reference);
            }
        }
        for requirement in &module.requirements {
            for alias in &requirement.aliases {
                let alias = alias.split_once('.').map(|(_, alias)| alias.into());
                own.expected.insert(ProviderReference {
                    name: requirement.name.clone(),
                    alias,
                });
            }
        }
        own
    }

    /// Returns whether the module has a block with a configuration.
    fn configures(&self, reference: &ProviderReference) -> bool {
        self.configured.contains(reference) || self.empty.contains_key(reference)
    }

    /// Returns the configuration of the same provider that a missing one is probably meant to be.
    fn nearest(&self, missing: &ProviderReference) -> Option<&str> {
        let written = self.written.get_or_init(|| {
            let mut written: HashMap<Name, BTreeSet<String>> = HashMap::new();
            let blocks = self.configured.iter().chain(self.empty.keys());
            for own in blocks.chain(self.passed.keys()) {
                written
                    .entry(own.name.clone())
                    .or_default()
                    .insert(own.to_string());
            }
            written
        });
        let alike = written.get(&missing.name)?.iter().map(String::as_str);
        nearest_name(&missing.to_string(), self.suggestions.among(alike))
    }

    /// Returns whether a reference in the module has a configuration.
    fn has(&self, reference: &ProviderReference) -> bool {
        self.configures(reference)
            || self.passed.contains_key(reference)
            // A missing one was reported for the call.
            || self.expected.contains(reference)
    }
}

fn alias_of(expression: &ExpressionRef) -> Option<Name> {
    let value = expression.evaluate(None).value;
    value.as_str().map(Name::from)
}

/// Returns the configurations that a call passes.
fn passed(call: &Declaration) -> IndexMap<ProviderReference, Passed> {
    let entries = call
        .argument(names::PROVIDERS)
        .and_then(|providers| providers.expression.static_map());
    let entries = entries.unwrap_or_default();
    let passed = entries.iter().filter_map(|(key, value)| {
        let passed = Passed {
            own_span: key.span(),
            given: ProviderReference::of(value)?,
            given_span: value.span(),
        };
        Some((ProviderReference::of(key)?, passed))
    });
    passed.collect()
}

/// Checks a module and those it calls; `multiplied` is why the module cannot configure providers itself. Without a call,
/// there is the severity of what the module expects from one.
fn check_tree(
    tree: &ModuleTree,
    call: Result<Call<'_>, Severity>,
    multiplied: Option<Span>,
    diagnostics: &mut Diagnostics,
) {
    let module = &tree.module;
    let own = Configurations::of(module, call.ok());
    if let Ok(call) = call {
        check_passed(module, call, &own, diagnostics);
        diagnostics.extend(ignored_settings(module).filter(|_| !is_installed(&tree.path)));
        diagnostics.extend(own.empty.iter().map(|(reference, header)| {
            Diagnostic::warning(codes::DEPRECATED, "Empty provider configuration")
                .with_detail(format!(
                    "A module that is called receives `{reference}` from its caller, so this block has no effect. Remove it, \
                     and declare the provider in `{}`.",
                    names::REQUIRED_PROVIDERS
                ))
                .with_subject(*header)
        }));
        if let Some(span) = multiplied.filter(|_| !own.configured.is_empty()) {
            let of_opentofu = match module.language {
                Language::Terraform => "",
                Language::OpenTofu => "`enabled`, ",
            };
            diagnostics.push(
                Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Module that configures providers")
                    .with_detail(format!(
                        "The module in `{}` configures providers itself, so its call and the calls around it cannot have \
                         {of_opentofu}`{}`, `{}` or `depends_on`. Pass the providers to it instead.",
                        tree.path,
                        names::COUNT,
                        names::FOR_EACH
                    ))
                    .with_subject(span),
            );
        }
    }
    check_requirements(module, diagnostics);
    check_calls(tree, multiplied, diagnostics);
    // After the calls: that what one passes is of another provider counts more than that it is not configured.
    check_references(module, &own, call.err(), diagnostics);
}

/// Checks the modules that a module calls.
fn check_calls(tree: &ModuleTree, multiplied: Option<Span>, diagnostics: &mut Diagnostics) {
    let module = &tree.module;
    if tree.calls.is_empty() {
        return;
    }
    let calls: HashMap<&Name, &Declaration> = module
        .contents
        .declarations
        .iter()
        .filter(|block| block.block_type.name == names::MODULE)
        .filter_map(|block| Some((block.first_label()?, block)))
        .collect();
    for (name, inner) in &tree.calls {
        let Some(declaration) = calls.get(name).copied() else {
            continue;
        };
        let call = Call {
            declaration,
            caller: module,
        };
        check_tree(
            inner,
            Ok(call),
            multiplier(declaration).or(multiplied),
            diagnostics,
        );
    }
}

/// Returns whether a module is one that the product has installed, of which only errors are reported.
fn is_installed(path: &str) -> bool {
    path.split('/').any(|part| part == INSTALLED)
}

/// Warns of providers that a module has under several names: in its requirements, and in what implies others.
fn check_requirements(module: &Module, diagnostics: &mut Diagnostics) {
    let mut names: HashMap<SourceAddress, &ProviderRequirement> = HashMap::new();
    let warning = |name: &str, first: &ProviderRequirement, span: Span| {
        Diagnostic::warning(codes::PROVIDER_CONFIGURATION, "Provider with two names")
            .with_detail(format!(
                "The provider of `{name}` is required as `{}`. Use one name for it, also in `{}`.",
                first.name,
                names::REQUIRED_PROVIDERS
            ))
            .with_subject(span)
    };
    for required in &module.requirements {
        match names.entry(SourceAddress::in_module(module, &required.name)) {
            // A duplicate of the same name was reported.
            Entry::Occupied(first) if first.get().name == required.name => {}
            Entry::Occupied(first) => diagnostics.push(warning(&required.name, first.get(), required.span)),
            Entry::Vacant(entry) => _ = entry.insert(required),
        }
    }
    // A type implies the provider of that name at the default place.
    let default = names.into_iter().filter(|(address, _)| address.is_default());
    let default: HashMap<String, &ProviderRequirement> = default
        .map(|(address, required)| (address.name().to_owned(), required))
        .collect();
    if default.is_empty() {
        return;
    }
    let implied = |name: &str| {
        let first = if name.chars().any(char::is_uppercase) {
            default.get(&name.to_lowercase())
        } else {
            default.get(name)
        };
        first
            .copied()
            .filter(|_| module.requirements.named(name).is_none())
    };
    for own in &module.providers {
        if let Some(first) = implied(&own.name) {
            diagnostics.push(warning(&own.name, first, first.span));
        }
    }
    for resource in implying(module) {
        if let Some((name, _)) = resource.first_label().and_then(|ty| ty.split_once('_'))
            && let Some(first) = implied(name)
        {
            diagnostics.push(warning(name, first, resource.span));
        }
    }
}

/// Returns the resources whose types name their providers.
fn implying(module: &Module) -> impl Iterator<Item = &Declaration> {
    module.contents.declarations.iter().filter(|declaration| {
        Describes::OF_RESOURCES.contains(&declaration.block_type.schema)
            && declaration.argument(names::PROVIDER).is_none()
    })
}

/// Returns the argument of a call that precludes configurations of providers in the called module.
fn multiplier(call: &Declaration) -> Option<Span> {
    [names::COUNT, names::FOR_EACH]
        .iter()
        .find_map(|name| call.argument(name))
        .or_else(|| call.enabled())
        .map(|argument| argument.expression.span())
        .or_else(|| {
            let argument = call.argument(names::DEPENDS_ON)?;
            let elements = argument.expression.static_list().unwrap_or_default();
            Some(elements.first().map_or(call.span, |element| element.span()))
        })
}

/// Reports resources, imports and calls that refer to configurations that do not exist.
fn check_references(
    module: &Module,
    own: &Configurations,
    of_root: Option<Severity>,
    diagnostics: &mut Diagnostics,
) {
    let defaults = default_configurations(module, own);
    let mut check = |reference: &ProviderReference, span: Span, needs_default: bool| {
        let is_missing = match &reference.alias {
            // Only a caller can pass what the module expects and does not configure.
            Some(_) if own.expected.contains(reference) && !own.configures(reference) => {
                diagnostics.extend(of_root.map(|severity| expected(reference, severity, span)));
                false
            }
            Some(_) => !own.has(reference),
            None => needs_default && of_root.is_some() && !defaults.contains(reference.name.as_str()),
        };
        if is_missing {
            diagnostics.push(missing(reference, own, span));
        }
    };
    for declaration in &module.contents.declarations {
        if declaration.block_type.name == names::MODULE {
            for passed in passed(declaration).values() {
                check(&passed.given, passed.given_span, true);
            }
        }
        for block in [declaration].into_iter().chain(&declaration.blocks) {
            if !Describes::OF_RESOURCES.contains(&block.block_type.schema) {
                continue;
            }
            if let Some(argument) = block.argument(names::PROVIDER)
                && let Some(reference) = ProviderReference::of(&argument.expression)
            {
                check(&reference, argument.expression.span(), false);
            }
        }
    }
}

/// Returns the providers with a default configuration in the root module, even if it is implied.
fn default_configurations<'m>(module: &'m Module, own: &'m Configurations) -> HashSet<&'m str> {
    let required = module.requirements.iter().map(|required| required.name.as_str());
    let used = implying(module).filter_map(|resource| Some(resource.first_label()?.split_once('_')?.0));
    let configured = own.configured.iter().chain(own.empty.keys());
    let configured = configured.filter(|reference| reference.alias.is_none());
    required
        .chain(used)
        .chain(configured.map(|reference| reference.name.as_str()))
        .collect()
}

fn expected(reference: &ProviderReference, severity: Severity, span: Span) -> Diagnostic {
    let mut problem = Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Module without its caller");
    problem.severity = severity;
    problem
        .with_detail(format!(
            "The module expects the provider configuration `{reference}` from its caller, so it cannot be used as a root \
             module."
        ))
        .with_subject(span)
}

fn missing(reference: &ProviderReference, own: &Configurations, span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration").with_subject(span);
    let detail = format!("The module has no provider configuration `{reference}`.");
    match own.nearest(reference) {
        Some(near) => did_you_mean(diagnostic, &detail, span, near, near),
        None => {
            let alias = reference.alias.as_ref().map_or_else(String::new, |alias| {
                format!(" with `{} = \"{alias}\"`", names::ALIAS)
            });
            diagnostic.with_detail(format!(
                "{detail} Declare a block `{} \"{}\"`{alias}.",
                names::PROVIDER,
                reference.name
            ))
        }
    }
}

/// Checks what a call passes to its module, and what it does not pass.
fn check_passed(module: &Module, call: Call<'_>, own: &Configurations, diagnostics: &mut Diagnostics) {
    let name = call.declaration.first_label();
    let is_missing = |reference: &&ProviderReference| {
        !own.passed.contains_key(*reference) && !own.configured.contains(*reference)
    };
    let missing = own.expected.iter().filter(is_missing);
    let mut missing: Vec<String> = missing.map(|missing| format!("`{missing}`")).collect();
    missing.sort();
    if !missing.is_empty() {
        let (configurations, them) = match missing.len() {
            1 => ("configuration", "it"),
            _ => ("configurations", "them"),
        };
        diagnostics.push(
            Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
                .with_detail(format!(
                    "The called module expects the provider {configurations} {}. Pass {them} in the argument `{}`.",
                    missing.join(", "),
                    names::PROVIDERS
                ))
                .with_subject(call.declaration.span),
        );
    }
    for (reference, passed) in &own.passed {
        let error = |summary: &'static str, detail: String, span: Span| {
            Diagnostic::error(codes::PROVIDER_CONFIGURATION, summary)
                .with_detail(detail)
                .with_subject(span)
        };
        if own.configured.contains(reference) {
            let detail = format!(
                "The called module configures `{}` itself, so it cannot receive another configuration.",
                reference
            );
            diagnostics.push(error(
                "Provider configured by the module",
                detail,
                passed.own_span,
            ));
        }
        let inner = SourceAddress::in_module(module, &reference.name);
        let outer = SourceAddress::in_module(call.caller, &passed.given.name);
        let is_declared = own.expected.contains(reference)
            || own.empty.contains_key(reference)
            || reference.alias.is_none() && requirement(module, &reference.name);
        if !is_declared {
            let detail = format!(
                "The module that `{}` calls does not declare the provider configuration `{}`.",
                name.map_or("module", |name| name.as_str()),
                reference
            );
            diagnostics.push(if inner.is_default() {
                Diagnostic::warning(codes::PROVIDER_CONFIGURATION, "Undeclared provider")
                    .with_detail(format!(
                        "{detail} It is assumed to be `{inner}`. Declare it in its `{}`.",
                        names::REQUIRED_PROVIDERS
                    ))
                    .with_subject(passed.own_span)
            } else {
                error("Undeclared provider configuration", detail, passed.own_span)
            });
        }
        if inner != outer {
            diagnostics.push(different(
                reference,
                &inner,
                &passed.given,
                &outer,
                passed.given_span,
            ));
        }
    }
}

/// Returns whether a module requires a provider.
fn requirement(module: &Module, name: &Name) -> bool {
    module.requirements.named(name).is_some()
}

/// Returns whether a requirement is of the provider that is built into Terraform.
pub(super) fn is_built_in(source: &str) -> bool {
    SourceAddress::parse(source)
        .is_ok_and(|source| SourceAddress::parse(BUILT_IN_SOURCE).ok() == Some(source))
}
