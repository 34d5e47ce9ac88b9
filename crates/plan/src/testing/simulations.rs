//! What the mocks and overrides of a file and of a run amount to.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{EvalContext, ExpressionRef};
use hcl2_terraform::{Mocks, ModuleTree, Override, Target, TestRun};
use hcl2_value::Value;

use super::{Tester, undeclared, used_providers};
use crate::simulation::{Answer, MockProvider, Simulation, mocked};

impl Tester<'_> {
    /// Returns what providers answer in a run.
    pub(super) fn simulation(
        &self,
        run: &TestRun,
        tree: &ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Simulation {
        let mut simulation = Simulation {
            is_test: true,
            only_refreshes: run.only_refreshes,
            seed: self.next as u64,
            ..Simulation::default()
        };
        let used = used_providers(tree);
        let all = self.file.providers.iter().map(|provider| &provider.name);
        let passed: Vec<(String, &String, Span)> = if run.providers.is_empty() {
            let own = all.filter(|name| used.contains(*name));
            own.map(|name| (name.clone(), name, run.span)).collect()
        } else {
            let passed = run.providers.iter();
            passed
                .map(|(inner, outer, span)| (inner.clone(), outer, *span))
                .collect()
        };
        for (inner, outer, span) in passed {
            let Some(provider) = self.file.providers.iter().find(|own| own.name == *outer) else {
                let detail = format!("The file has no block `provider` or `mock_provider` for `{outer}`.");
                diagnostics.push(undeclared(detail, span));
                continue;
            };
            let mock = provider.mocks.as_ref().map(|mocks| self.mock(mocks, diagnostics));
            simulation.providers.insert(inner, mock);
        }
        // Those of the run count before those of the file.
        for own in run.overrides.iter().chain(&self.file.overrides) {
            let Some(Target { module, resource }) = Target::from_reference(&own.target) else {
                continue;
            };
            let (resources, modules) = (&simulation.resources, &simulation.modules);
            let is_known = match &resource {
                Some(resource) => resources.contains_key(resource),
                None => modules.contains_key(&module),
            };
            if is_known {
                continue;
            }
            let answer = self.overridden(own, false, diagnostics);
            if let Some(resource) = resource {
                simulation.resources.insert(resource, answer);
            } else {
                let outputs = answer.values.unwrap_or_else(|| Value::object::<&str>([]));
                simulation.modules.insert(module, outputs);
            }
        }
        simulation
    }

    fn mock(&self, mocks: &Mocks, diagnostics: &mut Diagnostics) -> MockProvider {
        let all = mocks.with_source(&self.inputs.mocks);
        let default = mocks.during_plan.unwrap_or(false);
        let objects = all.objects.iter().map(|mock| {
            let answer = Answer {
                values: self.object(mock.defaults.as_ref(), diagnostics),
                during_plan: mock.during_plan.unwrap_or(default),
                is_override: false,
            };
            ((mock.kind, mock.ty.clone()), answer)
        });
        let objects: HashMap<_, _> = objects.collect();
        let overrides = all.overrides.iter().filter_map(|own| {
            let answer = self.overridden(own, default, diagnostics);
            Some((Target::from_reference(&own.target)?.resource?, answer))
        });
        MockProvider {
            overrides: overrides.collect(),
            objects,
        }
    }

    fn overridden(&self, own: &Override, default: bool, diagnostics: &mut Diagnostics) -> Answer {
        Answer {
            values: self.object(own.values.as_ref(), diagnostics),
            during_plan: own.during_plan.unwrap_or(default),
            is_override: true,
        }
    }

    /// Evaluates the values of a mock.
    fn object(&self, values: Option<&ExpressionRef>, diagnostics: &mut Diagnostics) -> Option<Value> {
        let mut context = EvalContext::new();
        let version = self.inputs.module.0.module.version();
        context.set_functions(self.inputs.inputs.functions_of(version));
        context.set_budget(self.inputs.inputs.budget.clone());
        mocked(values?, &context).report_into(diagnostics)
    }
}
