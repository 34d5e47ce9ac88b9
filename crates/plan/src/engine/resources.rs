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
use super::ignore::{ignored, ignored_marks};
use super::pending::Changes;
use super::sweep::value_of;
use super::triggers::changes;
use super::{Engine, InstanceId, whole};
use crate::assumed::{assumptions, without_assumptions};
use crate::data::{created_data, unknown_setting, updated_data};
use crate::graph::{Need, NodeId};
use crate::model::{Action, Reason, ResourceInstance};
use crate::proposal::{
    Unmarked, Updated, configured_marks, created, has_same_marks, marked, with_open_nulls, without_ephemeral,
};
use crate::schema::inferred;
use crate::state::{StateObject, type_as_configured};
use crate::unsupported::triggered_actions;

/// A resource, with what its instances share.
pub(super) struct Planned<'t> {
    pub(super) node: NodeId,
    pub(super) resource: &'t Resource,
    pub(super) check: Option<&'t Check>,
    pub(super) provider: Arc<str>,
    schema: Option<BlockSchema>,
    /// Whether the schema is that of the configuration.
    is_inferred: bool,
    needs: Vec<Need>,
    /// What the objects before the plan depend on, once it is needed.
    dependencies: OnceCell<Vec<String>>,
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
                .needs(module, &self.prepared.graph.references_of_body(resource)),
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
        let address = resource.address_in(self.instances[module].address.clone());
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
                own.set_in(&mut inner);
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
        let has_changes = planned_here.any(|resource| changes(resource, version));
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
                own.set_in(context);
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
            self.unanswered.insert(planned.node);
            let known = self.known_parts(planned.node, &site.address);
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
        let errors = self.diagnostics.error_count();
        let body = schema.body(&planned.resource.body, site.context);
        let content = body
            .content(schema.body_schema())
            .report_into(&mut self.diagnostics);
        let config = schema
            .specification()
            .decode_content(&content, Some(site.context))
            .report_into(&mut self.diagnostics);
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

    /// Plans a managed resource.
    fn managed(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        config: &Value,
    ) -> Value {
        let config = Unmarked::of(config);
        let is_built_in = *planned.provider == *BUILT_IN_SOURCE;
        if let Some(setting) = unknown_setting(&config.value).filter(|_| is_built_in) {
            let problem = Diagnostic::error(codes::INVALID_VALUE, "Unknown setting").with_detail(format!(
                "The value of `{setting}` decides what is planned, so it must be known when the plan is made."
            ));
            self.diagnostics.push(problem.with_subject(planned.resource.span));
            return Value::DYNAMIC;
        }
        let mut object = self.objects.take(&site.address);
        let creates_first = self.prepared.created_first.contains(&planned.node);
        self.plan.is_refreshed |= object
            .as_ref()
            .is_some_and(|object| object.creates_first != creates_first);
        if object.as_ref().is_some_and(|object| !object.sensitive.is_empty()) {
            self.has_secrets.insert(planned.node);
        }
        if let Some(shown) = object.as_mut().filter(|object| object.is_shown) {
            // The output of `terraform_data` has the type of the input.
            let applied = is_built_in.then(|| created_data(&config.value));
            type_as_configured(shown, schema.block(), applied.as_ref().unwrap_or(&config.value));
        }
        let prior = object.as_ref().and_then(|object| match planned.is_inferred {
            // The state may have attributes that the configuration does not write.
            true => value_of(
                schema,
                &StateObject {
                    is_shown: true,
                    ..object.clone()
                },
            ),
            false => self.prior_value(schema, object, Some(planned.resource.span)),
        });
        let (prior, drifted) = prior.unzip();
        let drifted = drifted.flatten();
        let importer = self.take_import(&site.address).filter(|_| prior.is_none());
        let importing = importer.and_then(|importer| self.importing(&importer));
        if self.prepared.simulation.only_refreshes {
            let Some(prior) = prior else {
                return Value::DYNAMIC;
            };
            let change = Change::new(Action::NoOp, prior.clone(), prior.clone());
            self.add_resource(planned, schema, site, change);
            return prior;
        }
        let is_strict = self.prepared.inputs.strict_unknown && !is_built_in;
        let answer = self.answer(planned.node, &site.address);
        let new = |engine: &mut Self, config: &Value| match &answer {
            Some(answer) => engine.answered(planned.resource, &site.address, answer, schema, config),
            None if is_built_in => engine.applied_data(&site.address, created_data(config), config),
            // The provider sees, and returns, what the format of messages has.
            None => {
                let created = created(schema.block(), &received(config));
                let created = engine.with_open_nulls(planned, schema, created, None);
                let created = engine.with_answers(planned.node, &site.address, created);
                match is_strict {
                    true => without_assumptions(schema.block(), engine.prepared.graph.version(), &created),
                    false => created,
                }
            }
        };
        let imported = match &importing {
            Some(importing) => self.imported(
                planned.resource,
                &site.address,
                answer.as_ref(),
                schema,
                &config.value,
                importing,
            ),
            None => None,
        };
        let Some(marked_prior) = prior.or(imported) else {
            let after = marked(schema.block(), &new(self, &config.value), &config.paths);
            let before = Value::null(after.ty().clone());
            let triggers = &planned.resource.lifecycle.replace_triggered_by;
            let is_triggered = self.is_triggered(site, triggers);
            let change = Change {
                reason: is_triggered.then_some(Reason::ReplaceByTriggers),
                ..Change::new(Action::Create, before, after.clone())
            };
            self.add_resource(planned, schema, site, change);
            return after;
        };
        let (prior, prior_marks) = marked_prior.unmark_deep_with_paths();
        let ignores = &planned.resource.lifecycle.ignore_changes;
        let configured = ignored(ignores, &prior, &config.value);
        let proposed = schema.block().proposed_new(&prior, &configured);
        let is_tainted = object.as_ref().is_some_and(|object| object.is_tainted);
        let marks = match is_tainted {
            true => config.paths,
            false => ignored_marks(ignores, prior_marks, config.paths),
        };
        let is_triggered = self.is_triggered(site, &planned.resource.lifecycle.replace_triggered_by);
        let is_requested = self.prepared.inputs.replaced.contains(&site.address);
        let is_forced = is_triggered || is_requested;
        let update = if is_tainted {
            Updated::in_place(new(self, &config.value))
        } else if is_built_in && answer.is_none() {
            let update = updated_data(&prior, &proposed);
            Updated {
                value: self.applied_data(&site.address, update.value, &config.value),
                ..update
            }
        } else {
            let proposed = received(&schema.block().without_write_only(&proposed));
            Updated::in_place(self.with_open_nulls(planned, schema, proposed, Some(&prior)))
        };
        // A new object in its place ignores no changes.
        let is_replaced = is_forced || !update.replaces.is_empty();
        let update = match is_replaced && !is_tainted {
            true => Updated {
                value: new(self, &config.value),
                ..update
            },
            false => update,
        };
        let update = if is_strict && update.value != prior {
            Updated::in_place(new(self, &configured))
        } else {
            update
        };
        let replaces = is_tainted || is_replaced;
        let after = marked(schema.block(), &update.value, &marks);
        // The sensitive parts are stored too.
        let is_same = || update.value == prior && has_same_marks(&after, &marked_prior);
        let action = match replaces {
            true => self.replacement(planned),
            false if is_same() => Action::NoOp,
            false => Action::Update,
        };
        // OpenTofu does not take what it forgets for destroyed.
        let is_destroyed = replaces && action != Action::ForgetThenCreate;
        if is_destroyed && self.check_destroyed(planned.node, planned.resource, &site.address) {
            return after;
        }
        let reason = if is_tainted {
            Some(Reason::ReplaceBecauseTainted)
        } else if is_triggered {
            Some(Reason::ReplaceByTriggers)
        } else if is_requested {
            Some(Reason::ReplaceByRequest)
        } else {
            replaces.then_some(Reason::ReplaceBecauseCannotUpdate)
        };
        let is_asked_for = is_tainted || is_requested || is_triggered || action == Action::NoOp;
        let has_other_marks = !has_same_marks(&after, &marked_prior);
        if action == Action::DeleteThenCreate && self.prepared.may_be_created_first.contains(&planned.node) {
            self.record_open_order(planned, &site.address);
        }
        if self.prepared.inputs.is_partial && !is_asked_for && update.may_not_be(&prior, has_other_marks) {
            self.record_unknown_action(planned, &site.address);
        }
        let depended_on = self.depended_on(planned, object.as_ref(), action, importing.is_some());
        let referred = (is_forced && !is_tainted).then(|| configured_marks(&update.value, &marks));
        let seen = referred.clone().unwrap_or_else(|| after.clone());
        let change = Change {
            reason,
            referred,
            previous: object.as_ref().and_then(|object| object.previous.clone()),
            depended_on,
            is_tainted,
            drifted,
            replace_paths: update.replaces,
            importing,
            ..Change::new(action, marked_prior, after)
        };
        self.add_resource(planned, schema, site, change);
        seen
    }

    /// Returns an object in which is unknown what a provider may set, in a partial plan without its schema.
    pub(super) fn with_open_nulls(
        &self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        value: Value,
        prior: Option<&Value>,
    ) -> Value {
        match planned.is_inferred && self.prepared.inputs.is_partial {
            true => with_open_nulls(schema.block(), &value, prior),
            false => value,
        }
    }

    /// Returns how an object is replaced.
    fn replacement(&self, planned: &Planned<'t>) -> Action {
        match (planned.resource.lifecycle.is_kept, self.is_opentofu()) {
            (true, true) => Action::ForgetThenCreate,
            (true, false) => Action::CreateThenForget,
            _ if self.prepared.created_first.contains(&planned.node) => Action::CreateThenDelete,
            _ => Action::DeleteThenCreate,
        }
    }

    /// Returns the dependencies of an object before the plan. Those of the configuration replace the stored ones where
    /// nothing changes, and are added to them otherwise; an object that is imported has none yet.
    fn depended_on(
        &self,
        planned: &Planned<'t>,
        object: Option<&StateObject>,
        action: Action,
        is_imported: bool,
    ) -> Vec<String> {
        let mut all = match (action, object) {
            (Action::NoOp, _) => self.dependencies(planned),
            _ if is_imported => Vec::new(),
            (_, None) => self.dependencies(planned),
            (_, Some(object)) => [object.dependencies.clone(), self.dependencies(planned)].concat(),
        };
        all.sort();
        all.dedup();
        all
    }

    /// Returns the addresses of the resources and data sources that a resource needs, without keys.
    fn dependencies(&self, planned: &Planned<'t>) -> Vec<String> {
        let made = || {
            let ancestors = self.prepared.graph.ancestors(planned.node).into_iter();
            let addresses = ancestors.filter_map(|node| self.prepared.graph.resource_address(node));
            let stored = addresses.filter(|address| address.kind != ResourceKind::Ephemeral);
            stored.map(|address| address.to_string()).collect()
        };
        planned.dependencies.get_or_init(made).clone()
    }

    pub(super) fn add_resource(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        change: Change,
    ) {
        if self.prepared.simulation.applies && !change.after.is_wholly_known() {
            self.unanswered.insert(planned.node);
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
