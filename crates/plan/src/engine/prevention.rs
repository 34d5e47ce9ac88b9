//! Objects that `prevent_destroy` keeps from being destroyed.

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};
use hcl2_model::{EvalContext, ExpressionRef};
use hcl2_terraform::eval::prevention_problem;
use hcl2_terraform::table::{Language, roots};
use hcl2_terraform::{Resource, ResourceAddress};
use hcl2_value::Type;

use super::{Engine, InstanceId};
use crate::graph::{NodeId, NodeKind};
use crate::state::State;

/// The value of `prevent_destroy` in an instance of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prevention {
    /// Objects may be destroyed.
    No,
    /// Objects must not be destroyed.
    Yes,
    /// It is known only when the plan is applied.
    Unknown,
    /// It is null, which is not allowed where an object is destroyed.
    Null,
    /// It is invalid, which was reported.
    Invalid,
}

impl<'t> Engine<'t> {
    /// Returns what a resource prevents in an instance of its module, `None` for one that no longer exists. Reports an
    /// invalid value once.
    ///
    /// The value is the same for all instances of the resource, since those that are destroyed have no `count` or `each`.
    pub(super) fn prevention(
        &mut self,
        node: NodeId,
        resource: &'t Resource,
        instance: Option<InstanceId>,
    ) -> Prevention {
        let Some(flag) = &resource.lifecycle.prevent_destroy else {
            return Prevention::No;
        };
        if let Some(known) = self.preventions.get(&(node, instance)) {
            return *known;
        }
        let prevention = self.evaluated_prevention(node, flag, instance);
        self.preventions.insert((node, instance), prevention);
        prevention
    }

    fn evaluated_prevention(
        &mut self,
        node: NodeId,
        flag: &'t ExpressionRef,
        instance: Option<InstanceId>,
    ) -> Prevention {
        let variables = flag.variables();
        let of_instance = variables.iter().find(|reference| {
            let root = reference.root_name().map(|root| root.as_str());
            root.is_some_and(|root| [roots::COUNT.0, roots::EACH.0].contains(&root))
        });
        if let Some(place) = of_instance.and_then(|reference| reference.span()) {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_REFERENCE, "Reference out of place")
                    .with_detail(
                        "`prevent_destroy` is the same for all instances, also for those that the configuration no longer has. \
                         Refer to variables, local values or resources.",
                    )
                    .with_subject(place),
            );
            return Prevention::Invalid;
        }
        let errors = self.diagnostics.error_count();
        let value = match instance {
            Some(instance) => {
                let scoped = self
                    .prepared
                    .graph
                    .scoped(self.prepared.graph.nodes[node].module, flag);
                self.value_of(instance, &scoped)
            }
            // Nothing has a value in a module instance that no longer exists.
            None if !variables.is_empty() => return Prevention::Unknown,
            None => {
                let mut context = EvalContext::new();
                context.set_budget(self.prepared.inputs.budget.clone());
                let value = flag.evaluate(Some(&context));
                value.report_into(&mut self.diagnostics)
            }
        };
        if let Some(problem) = prevention_problem(&value) {
            self.diagnostics.push(problem.with_subject(flag.span()));
        }
        if self.diagnostics.error_count() > errors {
            return Prevention::Invalid;
        }
        match value.convert(&Type::BOOL).ok() {
            Some(value) if value.is_null() => Prevention::Null,
            Some(value) if !value.is_known() => Prevention::Unknown,
            Some(value) if value.as_bool() == Some(true) => Prevention::Yes,
            _ => Prevention::No,
        }
    }

    /// Reports an object that is destroyed although its resource prevents it. Returns whether it does.
    pub(super) fn check_destroyed(
        &mut self,
        node: NodeId,
        resource: &'t Resource,
        address: &ResourceAddress,
    ) -> bool {
        let instance = self.instance_at(&address.module);
        let place = resource
            .lifecycle
            .prevent_destroy
            .as_ref()
            .map_or(resource.span, |flag| flag.span());
        let problem = match self.prevention(node, resource, instance) {
            Prevention::No => return false,
            Prevention::Invalid => return true,
            Prevention::Yes => Diagnostic::error(codes::PREVENTED_DESTROY, "Prevented destruction")
                .with_detail(format!(
                    "The plan destroys `{address}`, which `prevent_destroy` forbids. Remove that argument, or what destroys \
                     the object."
                ))
                .with_subject(resource.span),
            Prevention::Unknown => invalid(
                format!(
                    "The plan destroys `{address}`, but whether `prevent_destroy` forbids that is known only when it is \
                     applied. Derive the value from the configuration alone."
                ),
                place,
            ),
            Prevention::Null => invalid(
                format!("The plan destroys `{address}`, but `prevent_destroy` is null. Set it to true or false."),
                place,
            ),
        };
        self.diagnostics.push(problem);
        true
    }

    /// Returns the headers of the resources that prevent that objects of a state are destroyed.
    pub(crate) fn preventing(&mut self, state: &State) -> Vec<Span> {
        let mut places = Vec::new();
        for object in state.objects.values() {
            let Some(node) = self.prepared.graph.declared_node(&object.address) else {
                continue;
            };
            if let NodeKind::Resource(resource, _) = self.prepared.graph.nodes[node].kind {
                let instance = self.instance_at(&object.address.module);
                if self.prevention(node, resource, instance) != Prevention::No {
                    places.push(resource.span);
                }
            }
        }
        places.dedup();
        places
    }

    /// Returns whether OpenTofu plans, rather than Terraform.
    pub(super) fn is_opentofu(&self) -> bool {
        self.prepared.graph.version().language == Language::OpenTofu
    }
}

fn invalid(detail: String, place: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_VALUE, "Invalid prevention")
        .with_detail(detail)
        .with_subject(place)
}
