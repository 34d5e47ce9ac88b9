//! Components and deployments of stacks, checked against the variables that they set.

use std::collections::{BTreeSet, HashSet};

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Outcome, Span, codes::body::MISSING_ATTRIBUTE, codes::terraform as codes,
};
use hcl2_model::{ExpressionRef, TraversalStep};

use super::super::checker::References;
use super::super::constants::{name_of, quoted};
use super::super::contents::Contents;
use super::super::declaration::Declaration;
use super::super::provider_source::SourceAddress;
use super::super::providers::{ProviderReference, UsedConfigurations, different};
use super::super::reading::Reading;
use super::super::references::Declared;
use super::super::typed::{refused, requirement};
use super::super::{Module, ModuleFile, source};
use crate::table::{BUILT_IN_SOURCE, FileKind, Language, names};

/// The declarations of the files of a stack in one directory: components and deployments.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile, Stack};
///
/// let mut sources = SourceMap::new();
/// let main = sources.add("net/main.tf", "variable \"cidr\" {\n  type = string\n}\n")?;
/// let stack = sources.add("main.tfcomponent.hcl", "component \"net\" {\n  source = \"./net\"\n  inputs = {}\n}\n")?;
/// let [main, stack] = [main, stack].map(|source| ModuleFile::parse(&source, Language::Terraform).value);
/// let module = Module::from_files(&[main], Language::Terraform).value;
/// let problems = Stack::from_files([&stack]).check(&|source| (source == "./net").then_some(&module), &|_| None);
/// assert_eq!(problems[0].code.id(), "hcl2::body::missing-attribute");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct Stack {
    /// Its variables and required providers, and all declarations.
    module: Module,
}

impl Stack {
    /// Reads the files of a stack. Their problems are those of [`ModuleFile::check_with`].
    pub fn from_files<'f>(files: impl IntoIterator<Item = &'f ModuleFile>) -> Self {
        let language = Language::Terraform;
        let mut reading = Reading::new(language);
        let mut declarations = Vec::new();
        for file in files {
            let Some(body) = file.kind.map(FileKind::body) else {
                continue;
            };
            for block in reading.content(body, &file.body).blocks {
                if let Some(ty) = body.block_of(&block, language) {
                    declarations.push(Declaration::read(block, ty, &mut reading));
                }
            }
        }
        let mut module = Module::default();
        for declaration in &declarations {
            match declaration.block_type.name {
                names::VARIABLE => module.add(declaration, language, &mut Diagnostics::new()),
                names::REQUIRED_PROVIDERS => {
                    let requirements = declaration.arguments.iter().map(requirement);
                    module.requirements.extend(requirements);
                }
                _ => {}
            }
        }
        let declared = Declared::of(&declarations);
        module.contents = Contents::new(declarations, declared, References::default(), Vec::new()).into();
        Self { module }
    }

    /// Returns a module with the variables and required providers of the stack.
    #[must_use]
    pub const fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the local sources of the components and of the stacks in this one, with their ranges.
    pub fn sources(&self) -> impl Iterator<Item = (String, Span)> {
        let components = self.blocks(names::COMPONENT).chain(self.blocks(names::STACK));
        components.filter_map(local_source)
    }

    fn blocks(&self, ty: &'static str) -> impl Iterator<Item = &Declaration> {
        let all = self.module.contents.declarations.iter();
        all.filter(move |declaration| declaration.block_type.name == ty)
    }

    /// Checks the inputs and providers of each component against the module in its source, which `called` returns if it was
    /// read; the inputs of each stack in this one against its variables, which `nested` returns as a module; and the inputs of
    /// deployments against the variables of this stack.
    ///
    /// A variable without a default value that is not set is `hcl2::body::missing-attribute`; a value that does not fit is
    /// `hcl2::terraform::invalid-value`; one for an undeclared variable, which Terraform ignores, is the warning
    /// `hcl2::terraform::undeclared`; a missing configuration of a provider, or one of another provider, is
    /// `hcl2::terraform::provider-configuration`.
    #[must_use]
    pub fn check<'m>(
        &self,
        called: &dyn Fn(&str) -> Option<&'m Module>,
        nested: &dyn Fn(&str) -> Option<&'m Module>,
    ) -> Diagnostics {
        let mut problems = Diagnostics::new();
        for component in self.blocks(names::COMPONENT) {
            if let Some((source, _)) = local_source(component)
                && let Some(module) = called(&source)
            {
                let what = format!("module in `{source}`");
                check_inputs(component, module, &what, &mut problems);
                self.check_providers(component, module, &mut problems);
            }
        }
        for stack in self.blocks(names::STACK) {
            if let Some((source, _)) = local_source(stack)
                && let Some(module) = nested(&source)
            {
                let what = format!("stack in `{source}`");
                check_inputs(stack, module, &what, &mut problems);
            }
        }
        // Deployments alone say nothing about the variables of the stack.
        if self.blocks(names::COMPONENT).next().is_some() {
            for deployment in self.blocks(names::DEPLOYMENT) {
                check_inputs(deployment, &self.module, "stack", &mut problems);
            }
        }
        Outcome::new((), problems).diagnostics
    }

    /// Reports configurations of providers that the module of a component needs and is not given, and those of others.
    fn check_providers(&self, component: &Declaration, module: &Module, problems: &mut Diagnostics) {
        let given = component.argument(names::PROVIDERS);
        let Some(entries) = given.map_or_else(|| Some(Vec::new()), |given| given.expression.static_map())
        else {
            return;
        };
        let mut passed = HashSet::new();
        for (key, value) in &entries {
            // A computed key may be that of any configuration.
            let Some(own) = ProviderReference::of(key) else {
                return;
            };
            problems.extend(self.other_provider(&own, value, module));
            passed.insert(own);
        }
        let configured: HashSet<ProviderReference> = module
            .providers
            .iter()
            .map(|provider| ProviderReference {
                name: provider.name.clone(),
                alias: provider.alias.as_deref().map(Into::into),
            })
            .collect();
        let aliases = module.requirements.iter().flat_map(|required| {
            required.aliases.iter().map(|alias| ProviderReference {
                name: required.name.clone(),
                alias: alias.split_once('.').map(|(_, alias)| alias.into()),
            })
        });
        let used = UsedConfigurations::of(&module.contents.declarations);
        let missing: BTreeSet<String> = aliases
            .chain(used.references().cloned())
            .filter(|needed| !passed.contains(needed) && !configured.contains(needed))
            .filter(|needed| !is_built_in(module, &needed.name))
            .map(|needed| needed.to_string())
            .collect();
        problems.extend(missing.into_iter().map(|needed| {
            Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
                .with_detail(format!(
                    "The module of the component needs the provider configuration `{needed}`. Set it in `{}`.",
                    names::PROVIDERS
                ))
                .with_subject(component.span)
        }));
    }

    /// Reports a configuration of another provider than a module expects.
    fn other_provider(
        &self,
        own: &ProviderReference,
        value: &ExpressionRef,
        module: &Module,
    ) -> Option<Diagnostic> {
        // A key of an instance may follow.
        let variables = value.variables();
        let given = variables.first()?;
        let [
            TraversalStep::Root { name: root, .. },
            TraversalStep::Attribute { name: ty, .. },
            TraversalStep::Attribute { name, .. },
            ..,
        ] = given.steps()
        else {
            return None;
        };
        let is_declared = *root == *names::PROVIDER && self.module.requirements.named(ty).is_some();
        let expected = SourceAddress::in_module(module, &own.name);
        let found = SourceAddress::in_module(&self.module, ty);
        let given = format!("{root}.{ty}.{name}");
        (is_declared && expected != found).then(|| different(own, &expected, given, &found, value.span()))
    }
}

/// Returns the source of a component or stack, with its range, if it is a path.
fn local_source(component: &Declaration) -> Option<(String, Span)> {
    let argument = component.argument(names::SOURCE)?;
    let local = quoted(&argument.expression).filter(|source| source::is_local(source));
    Some((local?, argument.expression.span()))
}

/// Checks the inputs of a block against the variables of a module or stack; `what` it is follows an article.
fn check_inputs(block: &Declaration, module: &Module, what: &str, problems: &mut Diagnostics) {
    let inputs = block.argument(names::INPUTS);
    let Some(entries) = inputs.map_or_else(|| Some(Vec::new()), |inputs| inputs.expression.static_map())
    else {
        return;
    };
    let mut set = HashSet::new();
    let mut has_computed = false;
    for (key, value) in &entries {
        let Some(name) = name_of(key) else {
            has_computed = true;
            continue;
        };
        match module.variables.named(&name) {
            None => problems.push(module.undeclared(what, &name, key.span())),
            Some(variable) => {
                let Outcome {
                    value: constant,
                    diagnostics,
                } = value.evaluate(None);
                let refusal = variable.accept(Some(&constant)).err();
                let refusal = refusal.filter(|_| !diagnostics.has_errors());
                problems.extend(refusal.map(|refusal| refused(&refusal).with_subject(value.span())));
            }
        }
        set.insert(name);
    }
    if has_computed {
        return;
    }
    let variables = module.variables.iter();
    let missing =
        variables.filter(|variable| variable.default.is_none() && !set.contains(variable.name.as_str()));
    for variable in missing {
        problems.push(
            Diagnostic::error(MISSING_ATTRIBUTE, "Missing attribute")
                .with_detail(format!(
                    "The {what} has a variable `{}` of type {} without a default value, so `{}` must set it.",
                    variable.name,
                    variable.ty,
                    names::INPUTS
                ))
                .with_subject(inputs.map_or(block.span, |inputs| inputs.expression.span()))
                .with_label(variable.span, "the variable"),
        );
    }
}

/// Returns whether a provider of a module is the one that is built in, which needs no configuration.
fn is_built_in(module: &Module, name: &str) -> bool {
    match module.requirements.named(name) {
        Some(required) => required.source.as_deref() == Some(BUILT_IN_SOURCE),
        None => *name == *names::TERRAFORM,
    }
}
