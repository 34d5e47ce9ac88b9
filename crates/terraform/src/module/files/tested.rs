//! Files of tests together with the modules that they test.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes::terraform as codes, nearest_name};
use hcl2_model::{Traversal, TraversalStep};

use super::super::arguments::variables_in;
use super::super::called::misplaced;
use super::super::constants::name_of;
use super::super::provider_source::SourceAddress;
use super::super::providers::{ProviderReference, different};
use super::super::references::Target;
use super::super::scope::Scope;
use super::super::{Module, Override, ProviderConfiguration, TestFile, TestRun, join_paths};
use super::test_files::Runs;
use crate::address::Address;
use crate::problems::{did_you_mean, if_planned, key_like};
use crate::table::{ROOT_VARIABLE, names};

impl TestFile {
    /// Checks the tests against the module that they belong to, and the modules that runs test in place of it; `called`
    /// returns these by their sources, as far as they were read.
    ///
    /// In a module that a run tests in place of it, a backend is the warning `hcl2::terraform::ignored-setting`, and an import
    /// the error `hcl2::terraform::invalid-target`.
    /// What Terraform reports only when it runs the tests is a warning: `hcl2::terraform::undeclared` for references in
    /// assertions, expected failures, and targets and outputs of overrides. A run without a configuration of a provider that its module expects
    /// is the error `hcl2::terraform::provider-configuration`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile, TestFile};
    ///
    /// let read = |name: &str, text: &str| {
    ///     Source::new(name, text).map(|source| ModuleFile::parse(&source, Language::Terraform).value)
    /// };
    /// let main = read("main.tf", "output \"size\" {\n  value = 1\n}\n")?;
    /// let module = Module::from_files(&[main], Language::Terraform).value;
    /// let text = "run \"a\" {\n  assert {\n    condition     = output.sise == 1\n    error_message = \"No.\"\n  }\n}\n";
    /// let tests = TestFile::read(&read("a.tftest.hcl", text)?, Language::Terraform);
    /// let problems = tests.check(&module, &|_| None);
    /// assert_eq!(problems[0].suggestions[0].replacement, "output.size");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check<'m>(&self, module: &'m Module, called: &dyn Fn(&str) -> Option<&'m Module>) -> Diagnostics {
        let mut problems = self.different_providers(module, called);
        let warning = |problem: Diagnostic| if_planned(problem, true);
        let mocks = self
            .providers
            .iter()
            .filter_map(|provider| provider.mocks.as_ref());
        let of_file = mocks.flat_map(|mocks| &mocks.overrides).chain(&self.overrides);
        for own in of_file {
            problems.extend(undeclared(module, &own.target).map(warning));
            problems.append(ignored_outputs(own, module, ".", called));
        }
        let providers: HashSet<&str> = self.providers.iter().map(|own| own.name.as_str()).collect();
        let mut expected: HashMap<Option<&str>, Vec<String>> = HashMap::new();
        for run in &self.runs {
            for (_, given, span) in &run.providers {
                if !providers.contains(given.as_str()) {
                    problems.push(
                        Diagnostic::warning(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
                            .with_detail(format!("The file has no provider configuration `{given}`."))
                            .with_subject(*span),
                    );
                }
            }
            let source = run.module.as_ref().map(|(source, _)| source.as_str());
            let Some(tested) = source.map_or(Some(module), called) else {
                continue;
            };
            if source.is_some() {
                problems.extend(misplaced(tested));
            }
            let expected = expected
                .entry(source)
                .or_insert_with(|| expected_from_caller(tested));
            problems.extend(missing_provider(run, expected, &providers));
            for own in &run.overrides {
                problems.extend(undeclared(tested, &own.target).map(warning));
                problems.append(ignored_outputs(own, tested, source.unwrap_or("."), called));
            }
            let conditions = run.asserts.iter();
            let conditions =
                conditions.flat_map(|assert| assert.condition.iter().chain(&assert.error_message));
            for expression in conditions.chain(&run.expected_failures) {
                for reference in variables_in(&**expression) {
                    // References to runs are those of the file alone.
                    if reference.root_name().is_none_or(|root| *root != *names::RUN) {
                        problems.extend(self.undeclared(run, tested, &reference).map(warning));
                    }
                }
            }
        }
        Outcome::new((), problems).diagnostics
    }

    /// Returns the problem of a reference in an assertion of a run to an object that neither the file nor the module
    /// declares, which has the code `hcl2::terraform::undeclared`.
    #[must_use]
    pub fn undeclared(&self, run: &TestRun, module: &Module, reference: &Traversal) -> Option<Diagnostic> {
        let [
            TraversalStep::Root { name: root, span },
            TraversalStep::Attribute { name, span: end },
            ..,
        ] = reference.steps()
        else {
            return undeclared(module, reference);
        };
        let declared = &module.contents.declared;
        let undeclared_object =
            |address| (!declared.contains(&address)).then(|| declared.undeclared(&address, span.to(*end)));
        match root.as_str() {
            names::RUN => {
                let is_earlier = |own: &TestRun| own.span.start < run.span.start;
                if self.runs.named(name).is_some_and(is_earlier) {
                    return None;
                }
                let earlier = self.runs.iter().position(|other| other.span == run.span);
                let runs = Runs::new(self.runs.iter().map(|run| run.name.as_str()));
                runs.unavailable(reference, earlier.unwrap_or(self.runs.len()))
            }
            names::OUTPUT => undeclared_object(Address::Output(name.clone())),
            names::CHECK => undeclared_object(Address::Check(name.clone())),
            ROOT_VARIABLE
                if self.variables.get(name).is_some()
                    || run.variables.get(name).is_some()
                    || self.definitions.named(name).is_some() =>
            {
                None
            }
            _ => undeclared(module, reference),
        }
    }

    /// Reports configurations of the file that runs give the module as another provider than earlier runs, or than the
    /// module requires. A configuration is of the provider that the first run makes of it.
    fn different_providers<'m>(
        &self,
        module: &'m Module,
        called: &dyn Fn(&str) -> Option<&'m Module>,
    ) -> Diagnostics {
        let own_name = |reference: &str| reference.split('.').next().unwrap_or_default().to_owned();
        let configured: HashSet<String> = self.providers.iter().map(|own| own_name(&own.name)).collect();
        let mut sources: HashMap<String, SourceAddress> = HashMap::new();
        let mut tested_alone: HashSet<Option<&str>> = HashSet::new();
        let mut problems = Diagnostics::new();
        for run in &self.runs {
            let source = run.module.as_ref().map(|(source, _)| source.as_str());
            let Some(tested) = source.map_or(Some(module), called) else {
                continue;
            };
            for (inner, given, span) in &run.providers {
                let expected = SourceAddress::in_module(tested, &own_name(inner));
                let given_name = own_name(given);
                match sources.get(&given_name) {
                    Some(found) if *found != expected && run.module.is_none() => {
                        problems.push(different(inner, &expected, given, found, *span));
                    }
                    None if configured.contains(&given_name) => _ = sources.insert(given_name, expected),
                    _ => {}
                }
            }
            if run.providers.is_empty() && tested_alone.insert(source) {
                let required = tested.requirements.iter().map(|required| &required.name);
                let names = required.chain(tested.providers.iter().map(|own| &own.name));
                for name in names.filter(|name| configured.contains(name.as_str())) {
                    let source = sources.entry(name.to_string());
                    source.or_insert_with(|| SourceAddress::in_module(tested, name));
                }
            }
        }
        if self
            .runs
            .iter()
            .any(|run| run.module.is_none() && run.providers.is_empty())
        {
            let mut known: HashSet<String> = module.providers.iter().map(in_full).collect();
            for required in &module.requirements {
                known.insert(required.name.to_string());
                known.extend(required.aliases.iter().cloned());
            }
            for own in &self.providers {
                let name = own_name(&own.name);
                let expected = SourceAddress::in_module(module, &name);
                if let Some(found) = sources.get(&name)
                    && *found != expected
                    && known.contains(&own.name)
                {
                    problems.push(different(&own.name, &expected, &own.name, found, own.span));
                }
            }
        }
        problems
    }
}

/// Returns the configurations of providers that a module uses and expects from a caller.
fn expected_from_caller(module: &Module) -> Vec<String> {
    let aliases = module.requirements.iter().flat_map(|required| &required.aliases);
    let mut expected: HashSet<&str> = aliases.map(String::as_str).collect();
    for own in module.providers.iter().filter(|own| own.alias.is_some()) {
        expected.remove(in_full(own).as_str());
    }
    let used = module.contents.declarations.iter().filter_map(|declaration| {
        let provider = declaration.argument(names::PROVIDER)?;
        Some(ProviderReference::of(&provider.expression)?.to_string())
    });
    used.filter(|used| expected.remove(used.as_str())).collect()
}

/// Reports a run without the configuration of a provider that its module expects from a caller.
fn missing_provider(run: &TestRun, expected: &[String], of_file: &HashSet<&str>) -> Option<Diagnostic> {
    let own: HashSet<&str> = run.providers.iter().map(|(own, ..)| own.as_str()).collect();
    let (given, fix) = if own.is_empty() {
        (of_file, "Add a provider with this alias to the file".to_owned())
    } else {
        (&own, format!("Add it to `{}`", names::PROVIDERS))
    };
    let missing = expected.iter().find(|name| !given.contains(name.as_str()))?;
    Some(
        Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
            .with_detail(format!(
                "The module expects the provider configuration `{missing}`, and the run `{}` passes none. {fix}.",
                run.name
            ))
            .with_subject(run.span),
    )
}

/// Returns the name of a configuration with its alias.
fn in_full(configuration: &ProviderConfiguration) -> String {
    match &configuration.alias {
        Some(alias) => format!("{}.{alias}", configuration.name),
        None => configuration.name.to_string(),
    }
}

/// Warns of outputs that an override gives a module and that it does not declare; `module` with its `path` calls it.
fn ignored_outputs<'m>(
    own: &Override,
    module: &'m Module,
    path: &str,
    called: &dyn Fn(&str) -> Option<&'m Module>,
) -> Diagnostics {
    let steps = own.target.steps().iter();
    let names = steps.filter(|step| !matches!(step, TraversalStep::Index { .. }));
    let call = match Address::from_traversal(&own.target) {
        // Others are objects in the module.
        Some(Address::Module(name)) if names.count() == 2 => module.calls.named(&name),
        _ => None,
    };
    let inner = call.and_then(|call| called(&format!("./{}", join_paths(path, call.local_path()?))));
    let (Some(inner), Some(values)) = (inner, &own.values) else {
        return Diagnostics::new();
    };
    let entries = values.static_map().unwrap_or_default();
    let ignored = entries.iter().filter_map(|(key, _)| {
        let name = name_of(key).filter(|name| inner.outputs.named(name).is_none())?;
        let known = inner.outputs.iter().map(|output| output.name.as_str());
        let sentence = format!("The value is ignored: the module declares no output `{name}`.");
        let problem =
            Diagnostic::warning(codes::UNDECLARED, "Undeclared output value").with_subject(key.span());
        Some(match nearest_name(&name, known) {
            Some(near) => did_you_mean(problem, &sentence, key.span(), near, key_like(key, near)),
            None => problem.with_detail(sentence),
        })
    });
    ignored.collect()
}

/// Returns the problem of a reference to an object that a module does not declare.
fn undeclared(module: &Module, reference: &Traversal) -> Option<Diagnostic> {
    match module.contents.declared.target(reference, &Scope::default()) {
        Target::Invalid(problem) if problem.code == codes::UNDECLARED => Some(*problem),
        _ => None,
    }
}
