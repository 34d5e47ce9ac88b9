//! The objects before the plan: those of the state, at their new addresses.

mod moves;

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::Traversal;
use hcl2_terraform::{Target, Targets};

use crate::graph::{ModuleId, NodeKind};
use crate::prepared::Prepared;
use crate::state::Objects;

pub(crate) use moves::problems as problems_of_moves;

/// The objects before the plan.
#[derive(Debug, Default)]
pub(crate) struct Prior {
    pub(crate) objects: Objects,
    /// The errors with which nothing is planned.
    pub(crate) problems: Diagnostics,
    pub(crate) warnings: Diagnostics,
}

impl Prior {
    /// Takes the objects of the state to their new addresses.
    pub(crate) fn of(prepared: &Prepared<'_>) -> Self {
        let mut prior = Self::default();
        prepared.check_removed(&mut prior.problems);
        if !prior.problems.has_errors() {
            prior.objects = prepared.moved_objects(&mut prior.problems, &mut prior.warnings);
            prepared.check_targets(&prior.objects, &mut prior.problems, &mut prior.warnings);
        }
        prior
    }
}

impl Prepared<'_> {
    /// Reports removed resources and modules that are still declared.
    fn check_removed(&self, problems: &mut Diagnostics) {
        for module in 0..self.graph.modules.len() {
            for removed in &self.graph.modules[module].tree.module.removed {
                let Some(from) = &removed.from else { continue };
                if let Some(span) = self.still_declared(module, from) {
                    problems.push(
                        Diagnostic::error(codes::INVALID_TARGET, "Removed object is still declared")
                            .with_detail(
                                "A `removed` block names this object. Remove its declaration, or that block.",
                            )
                            .with_subject(span)
                            .with_label(removed.span, "the block that removes it"),
                    );
                }
            }
        }
    }

    /// Returns where a module declares the resource or call that a reference names.
    fn still_declared(&self, module: ModuleId, from: &Traversal) -> Option<Span> {
        let from = Target::from_reference(from)?;
        let calls = from.module.steps().iter().map(|step| &step.name);
        let target = self.graph.called(module, calls)?;
        let Some(resource) = from.resource else {
            return self.graph.modules[target].caller.map(|(_, call)| call.span);
        };
        let node = self
            .graph
            .resource(target, resource.kind, &resource.ty, &resource.name)?;
        match self.graph.nodes[node].kind {
            NodeKind::Resource(resource, _) => Some(resource.span),
            _ => None,
        }
    }

    /// Warns of targets that name neither a resource nor an object of the state, and reports moved objects without one.
    fn check_targets(&self, objects: &Objects, problems: &mut Diagnostics, warnings: &mut Diagnostics) {
        let targets = &self.inputs.targets;
        if targets.is_empty() {
            return;
        }
        let all = Targets::new(targets.iter().cloned());
        let of_state: HashSet<usize> = objects
            .values()
            .flat_map(|object| all.of(&object.address))
            .collect();
        let has_resources = self.graph.modules_with_resources();
        for target in targets {
            let is_in_state = all
                .first_of(target)
                .is_some_and(|first| of_state.contains(&first));
            if !is_in_state && !self.graph.declares(target, &has_resources) {
                let near = self.graph.near(target);
                let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
                warnings.push(
                    Diagnostic::warning(codes::UNDECLARED, "Unknown target").with_detail(format!(
                        "Neither the configuration nor the state has `{target}`, so it adds nothing to the plan.{near}"
                    )),
                );
            }
        }
        for object in objects.values() {
            let Some(previous) = &object.previous else {
                continue;
            };
            let ends = [(previous, "previous"), (&object.address, "new")];
            let left_out = ends.into_iter().filter(|(address, _)| !all.contain(address));
            problems.extend(left_out.map(|(address, which)| {
                Diagnostic::error(codes::INVALID_TARGET, "Moved object outside the targets").with_detail(format!(
                    "`{address}` is the {which} address of an object that moves, but no target contains it. Add it to the \
                     targets."
                ))
            }));
        }
    }
}
