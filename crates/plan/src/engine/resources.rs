//! Instances of resources and their planned values.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::EvalContext;
use hcl2_terraform::eval::{InstanceVariable, Keys};
use hcl2_terraform::table::behaviours::MOCKS_OPEN_EPHEMERAL;
use hcl2_terraform::table::{BUILT_IN_SOURCE, roots};
use hcl2_terraform::{Address, BlockSchema, Check, Resource, ResourceAddress, ResourceKind};
use hcl2_value::Value;
use hcl2_wire::msgpack::received;

use super::change::Change;
use super::conditions::Conditions;
use super::failed::without_failed;
use super::pending::Changes;
use super::{Engine, InstanceId, whole};
use crate::assumed::assumptions;
use crate::graph::{Need, NodeId};
use crate::model::{Action, ResourceInstance};
use crate::proposal::{Unmarked, created, marked, without_ephemeral};
use crate::schema::inferred;
use crate::state::StateObject;
use crate::unsupported::triggered_actions;

/// A resource, with what its instances share.
pub(super) struct Planned<'t> {
    pub(super) node: NodeId,
    pub(super) resource: &'t Resource,
    pub(super) check: Option<&'t Check>,
    pub(super) provider: Arc<str>,
    schema: Option<BlockSchema>,
    /// Whether the schema is that of the configuration.
    pub(super) is_inferred: bool,
    needs: Vec<Need>,
    /// What the objects before the plan depend on, once it is needed.
    pub(super) dependencies: OnceCell<Vec<String>>,
    /// The changes that a data source waits for, once they are needed.
    pub(super) awaited: OnceCell<Changes>,
}

/// An instance, with what its expressions see.
pub(super) struct Site<'c> {
    pub(super) module: InstanceId,
    pub(super) address: ResourceAddress,
    own: Option<InstanceVariable>,
    context: &'c EvalContext<'c>,
}

impl<'t> Engine<'t> {
    /// Plans all instances of a resource, and returns its value in each module instance.
    pub(crate) fn resource(
        &mut self,
        node: NodeId,
        instances: Range<InstanceId>,
        resource: &'t Resource,
        check: Option<&'t Check>,
    ) -> Vec<Value> {
        let module = self.prepared.graph.nodes[node].module;
        let provider = self.prepared.providers.name(module, resource);
        let schema = self.prepared.inputs.schemas.resource(
            self.prepared.graph.version(),
            &provider,
            resource.kind,
            &resource.ty,
        );
        let is_inferred = schema.is_none() && self.prepared.inputs.infers_schemas();
        let inferred = || is_inferred.then(|| inferred(&*resource.body));
        let planned = Planned {
            node,
            resource,
            check,
            schema: schema.cloned().or_else(inferred),
            is_inferred,
            provider,
            needs: self
                .prepared
                .graph
                .needs(module, &self.prepared.graph.references_of_body(module, resource)),
            dependencies: OnceCell::new(),
            awaited: OnceCell::new(),
        };
        let lifecycle = &resource.lifecycle;
        let object = Address::Resource(resource.kind, resource.ty.clone(), resource.name.clone());
        let mut conditions = Conditions::new(object);
        let values = instances
            .map(|instance| self.instances_of(&planned, instance, &mut conditions))
            .collect();
        if !lifecycle.preconditions.is_empty() || !lifecycle.postconditions.is_empty() {
            let address = self.prepared.graph.static_address(module);
            self.plan.checks.push(conditions.finish(address));
        }
        values
    }

    /// Plans the instances of a resource in a module instance.
    fn instances_of(
        &mut self,
        planned: &Planned<'t>,
        module: InstanceId,
        conditions: &mut Conditions,
    ) -> Value {
        let resource = planned.resource;
        let static_module = self.prepared.graph.nodes[planned.node].module;
        if self.is_overridden(module) {
            return Value::DYNAMIC;
        }
        let Some(keys) = self.keys(planned.node, (static_module, module), resource.repetition()) else {
            return Value::DYNAMIC;
        };
        let context = self.context(module, &planned.needs);
        let address = resource.address(self.instances[module].address.clone());
        if resource.kind == ResourceKind::Managed {
            self.find_imports(planned.node, &address, &keys);
            if !matches!(keys, Keys::Disabled) {
                self.prevention(planned.node, resource, Some(module));
            }
        }
        let mut values = Vec::new();
        let first = self.plan.resources.len();
        for (key, own) in keys.iter() {
            let instance = ResourceAddress {
                key: key.clone(),
                ..address.clone()
            };
            if !self.is_planned(planned.node, &instance) {
                conditions.leave_out(&resource.lifecycle, &instance);
                continue;
            }
            let mut inner = context.child();
            if let Some(own) = &own {
                own.add_to(&mut inner);
            }
            let site = Site {
                module,
                address: instance,
                own,
                context: &inner,
            };
            values.push((key, self.instance_of(planned, &site, conditions)));
        }
        let version = self.prepared.graph.version();
        let mut planned_here = self.plan.resources[first..].iter();
        let has_changes = planned_here.any(|resource| resource.action.triggers(version));
        let range = first..self.plan.resources.len();
        self.planned.insert((planned.node, module), (range, has_changes));
        let is_removed = |object: &StateObject| !self.is_left_out(object);
        if resource.kind == ResourceKind::Managed && self.objects.of(&address).any(is_removed) {
            self.pending.mark(planned.node, module);
        }
        if self.is_target(planned.node) {
            return self.partial_value(resource, &address, &keys, values);
        }
        match (&keys, &planned.schema) {
            (Keys::Disabled, Some(schema)) if !planned.is_inferred => {
                Value::null(schema.value_type().clone())
            }
            _ => keys.collect(values.into_iter().map(|(_, value)| value)),
        }
    }

    /// Plans an instance, with its conditions.
    fn instance_of(&mut self, planned: &Planned<'t>, site: &Site<'_>, conditions: &mut Conditions) -> Value {
        let lifecycle = &planned.resource.lifecycle;
        let module = self.prepared.graph.nodes[planned.node].module;
        let key = site.address.key.as_ref();
        let prepare = |context: &mut EvalContext<'static>| {
            if let Some(own) = &site.own {
                own.add_to(context);
            }
        };
        if !self.check_all(
            module,
            site.module,
            key,
            &lifecycle.preconditions,
            conditions,
            &prepare,
        ) {
            return Value::DYNAMIC;
        }
        let Some(value) = self.planned_value(planned, site) else {
            return Value::DYNAMIC;
        };
        // Of an object without a schema, only the attributes are known that other expressions refer to.
        let own = match planned.is_inferred {
            true => whole(&value),
            false => value.clone(),
        };
        let with_self = |context: &mut EvalContext<'static>| {
            prepare(context);
            context.set_variable(roots::SELF, own.clone());
        };
        self.check_all(
            module,
            site.module,
            key,
            &lifecycle.postconditions,
            conditions,
            &with_self,
        );
        value
    }

    /// Plans an instance, and returns its value for references; `None` if there are errors.
    fn planned_value(&mut self, planned: &Planned<'t>, site: &Site<'_>) -> Option<Value> {
        let Some(schema) = &planned.schema else {
            self.report_schema(planned);
            return None;
        };
        let config = self.configuration(planned, schema, site)?;
        let value = match planned.resource.kind {
            ResourceKind::Managed => self.managed(planned, schema, site, &config),
            ResourceKind::Data => self.data(planned, schema, site, &config),
            ResourceKind::Ephemeral => self.ephemeral(planned, schema, site, &config),
        };
        if planned.is_inferred {
            self.evaluated.unanswered.insert(planned.node);
            let known = self.known_parts(planned.node, &site.address, &config);
            return Some(known.with_marks(&value.marks()));
        }
        Some(value)
    }

    /// Returns the value of an ephemeral resource: as configured, and unknown where the provider decides, whether it is
    /// opened before the plan or only when it is applied. A mocked one has the values of its test.
    fn ephemeral(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        config: &Value,
    ) -> Value {
        let is_mocked = MOCKS_OPEN_EPHEMERAL.is_in(self.prepared.graph.version());
        let answer = self.answer(planned.node, &site.address).filter(|_| is_mocked);
        let config = Unmarked::of(config);
        let value = match answer {
            Some(answer) => {
                self.answered_data(planned.resource, &site.address, &answer, schema, &config.value)
            }
            None => created(schema.block(), &config.value),
        };
        marked(schema.block(), &value, &config.paths).with_mark(ephemeral_mark())
    }

    /// Reports a resource type without a schema, once for each resource.
    fn report_schema(&mut self, planned: &Planned<'t>) {
        let resource = planned.resource;
        if self.without_schema.insert(resource.span) {
            self.diagnostics.push(
                Diagnostic::error(codes::MISSING_SCHEMA, "Missing schema")
                    .with_detail(format!(
                        "The schema of `{}` is needed to plan it. Pass the output of `terraform providers schema -json` of the \
                         provider `{}`, or plan what is written with inferred schemas (`--infer-schemas`).",
                        resource.ty, planned.provider
                    ))
                    .with_subject(resource.span),
            );
        }
    }

    /// Evaluates the configuration of an instance, by the schema.
    fn configuration(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
    ) -> Option<Value> {
        let (errors, before) = (self.diagnostics.error_count(), self.diagnostics.len());
        let body = schema.body(&planned.resource.body, site.context);
        let content = body
            .content(schema.body_schema())
            .report_into(&mut self.diagnostics);
        let config = schema
            .specification()
            .decode_content(&content, Some(site.context))
            .report_into(&mut self.diagnostics);
        let has_failed = self.diagnostics.error_count() > errors;
        if has_failed && self.may_be_new(site) {
            let problems = self.diagnostics.iter().skip(before);
            return Some(without_failed(
                &config,
                schema,
                &content,
                planned.resource.span,
                problems,
            ));
        }
        if !config.contains_marked() || planned.resource.kind == ResourceKind::Ephemeral {
            return (self.diagnostics.error_count() == errors).then_some(config);
        }
        // What no schema describes is taken for write-only if its value must not be stored.
        let config = match planned.is_inferred {
            true => without_ephemeral(schema.block(), &config),
            false => config,
        };
        self.report_ephemeral(planned.resource, schema, &config);
        (self.diagnostics.error_count() == errors).then_some(config)
    }

    /// Returns whether a partial plan may have an instance although not all of its configuration can be evaluated: the state has
    /// no object of the resource, so that it is created, whatever is unknown.
    fn may_be_new(&self, site: &Site<'_>) -> bool {
        let all = ResourceAddress {
            key: None,
            ..site.address.clone()
        };
        self.prepared.inputs.is_partial && self.objects.of(&all).next().is_none()
    }

    pub(super) fn add_resource(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        change: Change,
    ) {
        if self.prepared.simulation.applies && !change.after.is_wholly_known() {
            self.evaluated.unanswered.insert(planned.node);
        }
        if let Err(problem) = self.count_text(&[&change.before, &change.after], planned.resource.span) {
            self.diagnostics.push(*problem);
            return;
        }
        let triggers = &planned.resource.lifecycle.action_triggers;
        triggered_actions(triggers, change.action, &mut self.diagnostics);
        if change.action != Action::NoOp && planned.resource.kind == ResourceKind::Managed {
            self.pending.mark(planned.node, site.module);
            if *planned.provider != *BUILT_IN_SOURCE {
                self.plan.assumptions += assumptions(schema.block(), &change.after);
            }
        }
        self.plan.resources.push(ResourceInstance {
            address: site.address.clone(),
            previous: change.previous,
            provider: Arc::clone(&planned.provider),
            schema_version: schema.version(),
            action: change.action,
            reason: change.reason,
            before: change.before,
            // A plan is stored in the format in which providers answer.
            after: received(&change.after),
            referred: change.referred,
            replace_paths: change.replace_paths,
            importing: change.importing,
            depended_on: change.depended_on,
            deposed: None,
            is_tainted: change.is_tainted,
            drifted: change.drifted,
        });
    }
}
