//! Partial plans: what cannot be known is unknown and listed, and no error that hangs on it ends the plan.

use std::collections::{BTreeMap, HashSet};

use hcl2_diagnostics::codes::{plan::UNSUPPORTED, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_functions::terraform::{MISSING_FILE, REFUSED_FILE, UNREADABLE_FILE};
use hcl2_model::ExpressionRef;
use hcl2_terraform::{ModuleCall, ResourceAddress, ResourceKind, Variable};
use hcl2_value::{ErrorCause, Str, Value};

use super::{Engine, InstanceId};
use crate::answers::{partly_known, with_answers};
use crate::gaps::{Gap, GapReason, WORKSPACE};
use crate::graph::{NodeId, NodeKind, Referenced};
use crate::model::{Action, ResourceInstance};
use crate::state::StateObject;

impl<'t> Engine<'t> {
    /// Returns the value of a variable of the root module without a value, which only a partial plan has.
    pub(crate) fn missing_value(&self, variable: &Variable) -> Option<Value> {
        let inputs = self.prepared.inputs;
        (inputs.is_partial && inputs.lacks(variable)).then(|| {
            let ty = variable.ty.without_optional_attributes();
            match variable.nullable {
                true => Value::unknown(ty),
                false => Value::unknown_not_null(ty),
            }
        })
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
                    self.incomplete.insert(node);
                }
                false => self.diagnostics.push(problem.clone()),
            }
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
        if self.unknown_instances.contains(&node) {
            return true;
        }
        match self.prepared.graph.nodes[node].kind {
            NodeKind::Unread(_) => true,
            NodeKind::Run => self.prepared.inputs.known_workspace().is_none(),
            _ => self.values[node]
                .iter()
                .any(|value| !value.unmark_deep().0.is_wholly_known()),
        }
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
    /// that was not given, a data source, something unknown.
    pub(super) fn hangs_on_unknown(&self, node: NodeId) -> bool {
        let mut seen = HashSet::from([node]);
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let own = &self.prepared.graph.nodes[node];
            let is_open = match own.kind {
                NodeKind::Variable(variable) | NodeKind::Validation(variable) => {
                    own.module == 0 && !self.prepared.inputs.has(variable)
                }
                NodeKind::Resource(resource, _) => {
                    resource.kind == ResourceKind::Data || self.unanswered.contains(&node)
                }
                NodeKind::Unread(_) => true,
                NodeKind::Run => self.prepared.inputs.known_workspace().is_none(),
                _ => false,
            };
            if is_open || self.unknown_instances.contains(&node) {
                return true;
            }
            pending.extend(own.after.iter().filter(|other| seen.insert(**other)));
        }
        false
    }

    /// Records that the instances of a resource or call are not known.
    pub(super) fn record_unknown_instances(&mut self, node: NodeId) {
        if self.unknown_instances.insert(node) {
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

    /// Returns what is known of an object without a schema: the attributes that it is said to have.
    pub(super) fn known_parts(&mut self, node: NodeId, address: &ResourceAddress) -> Value {
        let inputs = self.prepared.inputs;
        let mut known: BTreeMap<Str, Value> = BTreeMap::new();
        let fixture = inputs
            .data
            .object(address)
            .filter(|_| address.kind == ResourceKind::Data);
        if let Some(shown) = fixture.and_then(StateObject::untyped) {
            if shown.contains_marked() {
                self.has_secrets.insert(node);
            }
            let fields = shown.fields().into_iter().flat_map(|fields| fields.iter());
            known.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
        }
        let answers = inputs.answers.of(address).into_iter().flatten();
        known.extend(answers.map(|(name, value)| (name.clone(), value.clone())));
        self.parts_of(node, &known)
    }

    /// Returns the outputs of a call whose module was not read: those that it is said to have.
    pub(super) fn outputs_of_unread(&self, node: NodeId, instance: InstanceId, call: &ModuleCall) -> Value {
        let answers = &self.prepared.inputs.answers;
        let known = answers.of_call(&self.instances[instance].address, &call.name);
        let known = known.filter(|_| !call.repetition().has_keys());
        known.map_or(Value::DYNAMIC, |known| self.parts_of(node, known))
    }

    fn parts_of(&self, node: NodeId, known: &BTreeMap<Str, Value>) -> Value {
        let referenced = self.prepared.graph.referenced(node).filter(|_| !known.is_empty());
        referenced.map_or(Value::DYNAMIC, |referenced| partly_known(known, referenced))
    }

    /// Returns a new object with what it is said to have in place of what only its provider knows.
    pub(super) fn with_answers(&self, address: &ResourceAddress, value: Value) -> Value {
        match self.prepared.inputs.answers.of(address) {
            Some(known) => with_answers(&value, known),
            None => value,
        }
    }

    /// Returns whether it is not known which instances the resource at an address has, or what happens to them: they depend on
    /// something unknown, cannot be evaluated, or are in a module that was not read.
    pub(super) fn has_unknown_instances(&self, address: &ResourceAddress) -> bool {
        if !self.prepared.inputs.is_partial {
            return false;
        }
        let graph = &self.prepared.graph;
        let is_unknown =
            |node: NodeId| self.unknown_instances.contains(&node) || self.incomplete.contains(&node);
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

    /// Records that it is not known whether an object is replaced for a resource with unknown instances.
    pub(super) fn record_unknown_trigger(
        &mut self,
        own: &ResourceAddress,
        trigger: &ResourceAddress,
        place: Span,
    ) {
        self.plan.gaps.push(Gap {
            reason: GapReason::UnknownInstances,
            address: own.to_string(),
            detail: Some(format!(
                "Whether it is replaced depends on the instances of `{trigger}`."
            )),
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

    /// Warns of answers that are about nothing, or that nothing can take.
    pub(super) fn check_answers(&mut self) {
        let graph = &self.prepared.graph;
        let mut found = Diagnostics::new();
        let mut warn = |address: String, why: &str| {
            let detail = format!("The answer for `{address}` has no effect: {why}.");
            found.push(Diagnostic::warning(codes::UNDECLARED, "Answer without effect").with_detail(detail));
        };
        for address in self.prepared.inputs.answers.addresses() {
            let Some(node) = graph.declared_node(address) else {
                warn(address.to_string(), "the configuration declares no such object");
                continue;
            };
            let is_whole = matches!(graph.referenced(node), Some(Referenced::Whole));
            if is_whole && self.unanswered.contains(&node) {
                let why = "it has no schema, and an expression refers to it as a whole or by a key that is not literal";
                warn(address.to_string(), why);
            }
        }
        for (module, call) in self.prepared.inputs.answers.calls() {
            let own = graph.module_at(module).map(|module| &graph.modules[module]);
            let node = own.and_then(|own| own.unread.get(call.as_str()));
            let address = format!("{}module.{call}", module.prefix());
            match node.map(|node| graph.nodes[*node].kind) {
                Some(NodeKind::Unread(call)) if call.repetition().has_keys() => {
                    warn(
                        address,
                        "the outputs of a call with several instances cannot be given",
                    );
                }
                Some(_) => {}
                None => warn(address, "there is no such call, or its module was read"),
            }
        }
        self.plan.warnings.append(found);
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

    /// Lists what was not known while the plan was made, and sets aside the instances that stand for an unknown number.
    pub(super) fn finish_partial(&mut self) {
        self.check_answers();
        let mut providers = HashSet::new();
        for node in 0..self.prepared.graph.nodes.len() {
            let NodeKind::Resource(resource, _) = self.prepared.graph.nodes[node].kind else {
                continue;
            };
            if self.unanswered.contains(&node) && resource.kind == ResourceKind::Data {
                self.add_gap(GapReason::UnreadData, self.address_of(node), Some(resource.span));
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
        self.plan
            .gaps
            .sort_by(|a, b| (a.reason, &a.address, a.place).cmp(&(b.reason, &b.address, b.place)));
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

/// Returns whether a problem says that something cannot be known here, whatever else is known.
fn cannot_be_known(problem: &Diagnostic) -> bool {
    let causes = [MISSING_FILE, REFUSED_FILE, UNREADABLE_FILE];
    let is_of_file = problem
        .extra::<ErrorCause>()
        .is_some_and(|cause| causes.contains(cause));
    is_of_file || problem.code == UNSUPPORTED
}
