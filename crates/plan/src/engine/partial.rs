//! Partial plans: what cannot be known is unknown and listed, and no error that hangs on it ends the plan.

use std::collections::HashSet;

use hcl2_diagnostics::codes::{plan::UNSUPPORTED, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_functions::terraform::{MISSING_FILE, REFUSED_FILE, UNREADABLE_FILE};
use hcl2_model::ExpressionRef;
use hcl2_terraform::eval::Verdict;
use hcl2_terraform::{Address, ResourceAddress, ResourceKind, Variable};
use hcl2_value::{ErrorCause, Type, Value};

use super::Engine;
use super::resources::Planned;
use crate::gaps::{Gap, GapReason, WORKSPACE};
use crate::graph::{Need, NodeId, NodeKind};
use crate::model::{Action, ResourceInstance};

/// What only a partial plan does not know.
#[derive(Debug, Default)]
pub(super) struct Unknowns {
    /// Resources and calls whose instances are not known.
    instances: HashSet<NodeId>,
    /// Nodes whose errors are gaps.
    incomplete: HashSet<NodeId>,
    /// Evaluated nodes that need something unknown.
    hanging: HashSet<NodeId>,
    /// Objects of the state of which it is not known whether they are changed or replaced.
    uncertain: HashSet<ResourceAddress>,
}

impl Unknowns {
    /// Returns whether it is not known whether an object of the state is changed or replaced.
    pub(super) fn is_uncertain(&self, object: &ResourceAddress) -> bool {
        self.uncertain.contains(object)
    }
}

impl<'t> Engine<'t> {
    /// Returns the value of a variable of the root module without a value, which only a partial plan has.
    pub(crate) fn missing_value(&self, variable: &Variable) -> Option<Value> {
        let inputs = self.prepared.inputs;
        (inputs.is_partial && inputs.lacks(variable)).then(|| unknown_of(variable))
    }

    /// Returns the value of a variable of the root module without a value, of which its validations tell whether it may be null.
    pub(super) fn validated_missing_value(&mut self, variable: &'t Variable) -> Option<Value> {
        let value = self.missing_value(variable)?;
        Some(match self.refuses_null(variable, value.ty()) {
            true => Value::unknown_not_null(value.ty().clone()),
            false => value,
        })
    }

    /// Returns the value of a variable of the root module. In a partial plan, it is unknown if it is a default that a validation
    /// refuses which refers to nothing else: whatever value the variable gets, it is another one.
    pub(super) fn unless_refused(&mut self, variable: &'t Variable, value: Value) -> Value {
        let inputs = self.prepared.inputs;
        let mut problems = Diagnostics::new();
        if !inputs.is_partial || inputs.has(variable) || !self.refuses(variable, value.clone(), &mut problems)
        {
            return value;
        }
        self.diagnostics.append(problems);
        unknown_of(variable)
    }

    /// Returns whether a validation that refers to nothing else refuses null for a variable of the root module.
    fn refuses_null(&mut self, variable: &'t Variable, ty: &Type) -> bool {
        self.refuses(variable, Value::null(ty.clone()), &mut Diagnostics::new())
    }

    /// Returns whether a validation that refers to nothing else refuses a value for a variable of the root module, and why.
    fn refuses(&mut self, variable: &'t Variable, value: Value, problems: &mut Diagnostics) -> bool {
        let own = self.prepared.graph.modules[0]
            .variables
            .get(variable.name.as_str());
        let Some(own) = own.copied().filter(|_| !variable.validations.is_empty()) else {
            return false;
        };
        self.evaluated.set(own, vec![variable.marked(value)]);
        let object = Address::Variable(variable.name.clone());
        let place = Some(self.place_of_root(variable));
        let refuses = variable.validations.iter().any(|validation| {
            let evaluate = |expression: &'t ExpressionRef| {
                let scoped = self.prepared.graph.scoped(0, expression);
                match scoped.needs.iter().all(|need| *need == Need::Node(own)) {
                    true => expression.evaluate(Some(&self.context(0, &scoped.needs))),
                    false => Value::DYNAMIC.into(),
                }
            };
            let verdict = validation.verdict(&object, place, evaluate, problems);
            matches!(verdict, Verdict::Fail(_) | Verdict::Error)
        });
        self.evaluated.set(own, Vec::new());
        refuses
    }

    /// Turns the errors of a node that hang on something that is not known into gaps; `found` problems came before.
    pub(super) fn settle(&mut self, node: NodeId, found: usize) {
        if !self.prepared.inputs.is_partial {
            return;
        }
        let problems = self.diagnostics.split_off(found);
        let mut rests = None;
        for problem in &problems {
            let hangs = || self.hangs_on_unknown(node);
            let is_gap = problem.is_error() && (cannot_be_known(problem) || *rests.get_or_insert_with(hangs));
            match is_gap {
                true => {
                    let gap = self.gap_of(node, problem);
                    self.plan.gaps.push(gap);
                    if self.unknowns.incomplete.insert(node) {
                        self.mark_incomplete(node);
                    }
                }
                false => self.diagnostics.push(problem.clone()),
            }
        }
    }

    /// Records that a resource of which some instances are not planned may have changes in all of them.
    fn mark_incomplete(&mut self, node: NodeId) {
        let own = &self.prepared.graph.nodes[node];
        let is_managed =
            matches!(own.kind, NodeKind::Resource(resource, _) if resource.kind == ResourceKind::Managed);
        if is_managed {
            self.pending.mark_all(node, self.instances.of(own.module));
        }
    }

    fn add_gap(&mut self, reason: GapReason, address: String, place: Option<Span>) {
        self.plan.gaps.push(Gap {
            reason,
            address,
            detail: None,
            place,
        });
    }

    /// Returns the address of the object that a node stands for, without keys.
    pub(crate) fn address_of(&self, node: NodeId) -> String {
        let object = self.prepared.graph.object(node);
        object.map_or_else(String::new, |(module, object, _)| {
            format!("{}{object}", self.prepared.graph.static_address(module).prefix())
        })
    }

    /// Returns whether the value of a node has unknown parts, or its instances are not known.
    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        if self.unknowns.instances.contains(&node) {
            return true;
        }
        match self.prepared.graph.nodes[node].kind {
            NodeKind::Unread(_) => true,
            NodeKind::Run => self.prepared.inputs.known_workspace().is_none(),
            _ => self
                .evaluated
                .of(node)
                .iter()
                .any(|value| !value.unmark_deep().0.is_wholly_known()),
        }
    }

    /// Returns whether the instances of a resource or call are not known.
    pub(crate) fn has_open_instances(&self, node: NodeId) -> bool {
        self.unknowns.instances.contains(&node)
    }

    /// Returns whether errors of a node are gaps.
    pub(crate) fn is_incomplete(&self, node: NodeId) -> bool {
        self.unknowns.incomplete.contains(&node)
    }

    fn gap_of(&self, node: NodeId, problem: &Diagnostic) -> Gap {
        Gap {
            reason: match problem.code {
                codes::FAILED_CONDITION | codes::REFUSED_VALUE => GapReason::FailedCondition,
                UNSUPPORTED => GapReason::Unsupported,
                _ => GapReason::FailedEvaluation,
            },
            address: self.address_of(node),
            detail: Some(problem.detail.to_string()).filter(|detail| !detail.is_empty()),
            place: problem.subject,
        }
    }

    /// Returns whether a node needs a value that another caller, provider or user would give: a variable of the root module
    /// that was not given, a data source, something unknown. What it needs is known to be so already.
    pub(super) fn hangs_on_unknown(&self, node: NodeId) -> bool {
        let own = &self.prepared.graph.nodes[node];
        let is_open = match own.kind {
            NodeKind::Variable(variable) | NodeKind::Validation(variable) => {
                own.module == 0 && !self.prepared.inputs.has(variable)
            }
            NodeKind::Resource(resource, _) => {
                resource.kind == ResourceKind::Data || self.evaluated.unanswered.contains(&node)
            }
            NodeKind::Unread(_) => true,
            NodeKind::Run => self.prepared.inputs.known_workspace().is_none(),
            _ => false,
        };
        is_open
            || self.unknowns.instances.contains(&node)
            || self.unknowns.incomplete.contains(&node)
            || own
                .after
                .iter()
                .any(|other| self.unknowns.hanging.contains(other))
    }

    /// Records whether a node that is evaluated [hangs on something unknown](Self::hangs_on_unknown), for those that need it.
    pub(super) fn record_hanging(&mut self, node: NodeId) {
        if self.prepared.inputs.is_partial && self.hangs_on_unknown(node) {
            self.unknowns.hanging.insert(node);
        }
    }

    /// Records that the instances of a resource or call are not known.
    pub(super) fn record_unknown_instances(&mut self, node: NodeId) {
        if self.unknowns.instances.insert(node) {
            let place = match self.prepared.graph.nodes[node].kind {
                NodeKind::Resource(resource, _) => resource.repetition().expression(),
                _ => {
                    let caller = self.prepared.graph.modules[self.prepared.graph.nodes[node].module].caller;
                    caller.and_then(|(_, call)| call.repetition().expression())
                }
            };
            self.add_gap(
                GapReason::UnknownInstances,
                self.address_of(node),
                place.map(|expression| expression.span()),
            );
        }
    }

    /// Returns whether it is not known which instances the resource at an address has, or what happens to them: they depend on
    /// something unknown, cannot be evaluated, or are in a module that was not read.
    pub(super) fn has_unknown_instances(&self, address: &ResourceAddress) -> bool {
        if !self.prepared.inputs.is_partial {
            return false;
        }
        let graph = &self.prepared.graph;
        let is_unknown = |node: NodeId| {
            self.unknowns.instances.contains(&node) || self.unknowns.incomplete.contains(&node)
        };
        let mut module = 0;
        for step in address.module.steps() {
            let own = &graph.modules[module];
            if own.unread.contains_key(step.name.as_str()) {
                return true;
            }
            let Some(called) = own.calls.get(step.name.as_str()) else {
                return false;
            };
            if is_unknown(graph.modules[*called].expand) {
                return true;
            }
            module = *called;
        }
        graph.declared_node(address).is_some_and(is_unknown)
    }

    /// Records that it is not known whether a trigger replaces an object.
    pub(super) fn record_unknown_trigger(
        &mut self,
        own: &ResourceAddress,
        trigger: &ResourceAddress,
        place: Span,
    ) {
        let why = format!("Whether it is replaced depends on what happens to `{trigger}`.");
        self.add_unknown_action(own, why, place);
    }

    /// Records that it is not known whether an object of the state is changed or replaced, unless Terraform would not know it.
    pub(super) fn record_unknown_action(&mut self, planned: &Planned<'t>, own: &ResourceAddress) {
        if self.hangs_on_unknown(planned.node) {
            let why = "Whether it is changed or replaced depends on something unknown.".to_owned();
            self.add_unknown_action(own, why, planned.resource.span);
        }
    }

    /// Records that it is not known whether a replaced object is destroyed before or after the new one is created.
    pub(super) fn record_open_order(&mut self, planned: &Planned<'t>, own: &ResourceAddress) {
        let why =
            "A module that was not read decides whether it is destroyed before its replacement is created.";
        self.add_action_gap(own, why.to_owned(), planned.resource.span);
    }

    fn add_unknown_action(&mut self, own: &ResourceAddress, why: String, place: Span) {
        self.unknowns.uncertain.insert(own.clone());
        self.add_action_gap(own, why, place);
    }

    fn add_action_gap(&mut self, own: &ResourceAddress, why: String, place: Span) {
        self.plan.gaps.push(Gap {
            reason: GapReason::UnknownAction,
            address: own.to_string(),
            detail: Some(why),
            place: Some(place),
        });
    }

    /// Records that the identifier of an import is not known.
    pub(super) fn record_unknown_import(&mut self, identifier: &ExpressionRef) {
        self.plan.gaps.push(Gap {
            reason: GapReason::UnknownAttributes,
            address: "import".to_owned(),
            detail: Some("The identifier of the imported object is not known.".to_owned()),
            place: Some(identifier.span()),
        });
    }

    /// Lists what is not known before anything is evaluated.
    pub(super) fn add_gaps_of_tree(&mut self) {
        let module = &self.prepared.graph.modules[0].tree.module;
        for variable in &module.variables {
            if self.prepared.inputs.lacks(variable) {
                self.add_gap(
                    GapReason::MissingValue,
                    format!("var.{}", variable.name),
                    Some(variable.span),
                );
            }
        }
        let run = self.prepared.graph.run;
        let is_asked = || {
            self.prepared
                .graph
                .nodes
                .iter()
                .any(|node| !matches!(node.kind, NodeKind::Close) && node.after.contains(&run))
        };
        if self.prepared.inputs.known_workspace().is_none() && is_asked() {
            self.add_gap(GapReason::UnknownWorkspace, WORKSPACE.to_owned(), None);
        }
        for requirement in &module.requirements {
            for alias in &requirement.aliases {
                self.add_gap(
                    GapReason::ProviderConfiguration,
                    alias.clone(),
                    Some(requirement.span),
                );
            }
        }
        for node in 0..self.prepared.graph.nodes.len() {
            if let NodeKind::Unread(call) = self.prepared.graph.nodes[node].kind {
                self.plan.gaps.push(Gap {
                    reason: GapReason::UnreadModule,
                    address: self.address_of(node),
                    detail: call
                        .source
                        .as_ref()
                        .map(|source| format!("The source is `{source}`.")),
                    place: Some(call.span),
                });
            }
        }
    }

    /// Lists what was not known while the plan was made: data sources, attributes of objects that a test creates, and schemas.
    pub(super) fn add_gaps_of_providers(&mut self) {
        let mut providers = HashSet::new();
        for node in 0..self.prepared.graph.nodes.len() {
            let NodeKind::Resource(resource, _) = self.prepared.graph.nodes[node].kind else {
                continue;
            };
            let reason = match resource.kind {
                ResourceKind::Data => Some(GapReason::UnreadData),
                _ if self.prepared.simulation.applies => Some(GapReason::UnknownAttributes),
                _ => None,
            };
            if let Some(reason) = reason.filter(|_| self.evaluated.unanswered.contains(&node)) {
                self.add_gap(reason, self.address_of(node), Some(resource.span));
            }
            let name = self
                .prepared
                .providers
                .name(self.prepared.graph.nodes[node].module, resource);
            let schemas = &self.prepared.inputs.schemas;
            let schema = schemas.resource(self.prepared.graph.version(), &name, resource.kind, &resource.ty);
            if schema.is_none() && providers.insert(name.clone()) {
                self.add_gap(GapReason::MissingSchema, name.to_string(), Some(resource.span));
            }
        }
        let key = |gap: &Gap| (gap.reason, gap.address.clone(), gap.place, gap.detail.clone());
        self.plan.gaps.sort_by_cached_key(key);
        // Instances of an object may have the same problem.
        self.plan.gaps.dedup();
    }

    /// Sets aside the instances that stand for an unknown number.
    pub(super) fn set_deferred_apart(&mut self) {
        let is_deferred = |resource: &ResourceInstance| resource.address.is_of_unknown_instances();
        let (mut deferred, resources): (Vec<_>, Vec<_>) = std::mem::take(&mut self.plan.resources)
            .into_iter()
            .partition(is_deferred);
        for resource in &mut deferred {
            if resource.address.kind == ResourceKind::Data {
                resource.action = Action::Read;
            }
        }
        (self.plan.resources, self.plan.deferred) = (resources, deferred);
    }
}

/// Returns an unknown value that a variable may have.
fn unknown_of(variable: &Variable) -> Value {
    let ty = variable.ty.without_optional_attributes();
    match variable.nullable {
        true => Value::unknown(ty),
        false => Value::unknown_not_null(ty),
    }
}

/// Returns whether a problem says that something cannot be known here, whatever else is known.
fn cannot_be_known(problem: &Diagnostic) -> bool {
    let causes = [MISSING_FILE, REFUSED_FILE, UNREADABLE_FILE];
    let is_of_file = problem
        .extra::<ErrorCause>()
        .is_some_and(|cause| causes.contains(cause));
    is_of_file || problem.code == UNSUPPORTED
}
