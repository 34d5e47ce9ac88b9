//! What happens to an instance of a managed resource: it is created, stays as it is, is updated or is replaced.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::table::BUILT_IN_SOURCE;
use hcl2_terraform::{BlockSchema, ResourceKind};
use hcl2_value::Value;
use hcl2_wire::msgpack::received;

use super::Engine;
use super::change::Change;
use super::ignore::{ignored, ignored_marks};
use super::resources::{Planned, Site};
use super::sweep::value_of;
use crate::assumed::without_assumptions;
use crate::data::{created_data, unknown_setting, updated_data};
use crate::model::{Action, Importing, Reason};
use crate::proposal::{
    Unmarked, Updated, configured_marks, created, has_same_marks, marked, with_open_nulls,
};
use crate::simulation::Answer;
use crate::state::{StateObject, type_as_configured};

/// An instance of a managed resource, as it is configured.
struct Managed<'p, 't> {
    planned: &'p Planned<'t>,
    schema: &'p BlockSchema,
    site: &'p Site<'p>,
    config: Unmarked,
    /// What a test says of it.
    answer: Option<Answer>,
    is_built_in: bool,
    /// Whether only what is certain is known of a new object.
    is_strict: bool,
}

/// An instance before the plan.
struct Before {
    object: Option<StateObject>,
    /// The value of the object, with its marks.
    value: Option<Value>,
    /// The value in the state, if it differs.
    drifted: Option<Value>,
    importing: Option<Importing>,
}

/// What replaces an object, whatever its values are.
#[derive(Clone, Copy)]
struct Causes {
    is_tainted: bool,
    is_triggered: bool,
    is_requested: bool,
}

impl Causes {
    /// Returns whether a new object takes the place of one that is not tainted.
    const fn is_forced(self) -> bool {
        self.is_triggered || self.is_requested
    }

    /// Returns the reason of a replacement.
    const fn reason(self) -> Reason {
        if self.is_tainted {
            Reason::ReplaceBecauseTainted
        } else if self.is_triggered {
            Reason::ReplaceByTriggers
        } else if self.is_requested {
            Reason::ReplaceByRequest
        } else {
            Reason::ReplaceBecauseCannotUpdate
        }
    }
}

impl<'t> Engine<'t> {
    /// Plans an instance of a managed resource, and returns its value for references.
    pub(super) fn managed(
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
        let own = Managed {
            planned,
            schema,
            site,
            config,
            answer: self.answer(planned.node, &site.address),
            is_built_in,
            is_strict: self.prepared.inputs.strict_unknown && !is_built_in,
        };
        let mut before = self.before(&own);
        if self.prepared.simulation.only_refreshes {
            return self.refreshed(&own, before);
        }
        let imported = before.importing.as_ref().and_then(|importing| {
            let (resource, answer) = (planned.resource, own.answer.as_ref());
            self.imported(
                resource,
                &site.address,
                answer,
                schema,
                &own.config.value,
                importing,
            )
        });
        match before.value.take().or(imported) {
            Some(value) => self.kept(&own, before, value),
            None => self.created(&own),
        }
    }

    /// Takes what the state has of an instance, or else its import.
    fn before(&mut self, own: &Managed<'_, 't>) -> Before {
        let (planned, schema, site, config) = (own.planned, own.schema, own.site, &own.config);
        let mut object = self.objects.take(&site.address);
        let creates_first = self.prepared.created_first.contains(&planned.node);
        self.plan.is_refreshed |= object
            .as_ref()
            .is_some_and(|object| object.creates_first != creates_first);
        if object.as_ref().is_some_and(|object| !object.sensitive.is_empty()) {
            self.evaluated.has_secrets.insert(planned.node);
        }
        if let Some(shown) = object.as_mut().filter(|object| object.is_shown) {
            // The output of `terraform_data` has the type of the input.
            let applied = own.is_built_in.then(|| created_data(&config.value));
            type_as_configured(shown, schema.block(), applied.as_ref().unwrap_or(&config.value));
        }
        let value = object.as_ref().and_then(|object| match planned.is_inferred {
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
        let (value, drifted) = value.unzip();
        let importer = self.take_import(&site.address).filter(|_| value.is_none());
        Before {
            object,
            value,
            drifted: drifted.flatten(),
            importing: importer.and_then(|importer| self.importing(&importer)),
        }
    }

    /// Plans an instance that is only refreshed.
    fn refreshed(&mut self, own: &Managed<'_, 't>, before: Before) -> Value {
        let Some(value) = before.value else {
            return Value::DYNAMIC;
        };
        let change = Change::new(Action::NoOp, value.clone(), value.clone());
        self.add_resource(own.planned, own.schema, own.site, change);
        value
    }

    /// Returns the value of a new object.
    fn new_object(&mut self, own: &Managed<'_, 't>, config: &Value) -> Value {
        let (planned, schema, address) = (own.planned, own.schema, &own.site.address);
        match &own.answer {
            Some(answer) => self.answered(planned.resource, address, answer, schema, config),
            None if own.is_built_in => self.applied_data(address, created_data(config), config),
            // The provider sees, and returns, what the format of messages has.
            None => {
                let created = created(schema.block(), &received(config));
                let created = self.with_open_nulls(planned, schema, created, None);
                let created = self.with_answers(planned.node, address, created);
                match own.is_strict {
                    true => without_assumptions(schema.block(), self.prepared.graph.version(), &created),
                    false => created,
                }
            }
        }
    }

    /// Plans an instance without an object.
    fn created(&mut self, own: &Managed<'_, 't>) -> Value {
        let new = self.new_object(own, &own.config.value);
        let after = marked(own.schema.block(), &new, &own.config.paths);
        let before = Value::null(after.ty().clone());
        let triggers = &own.planned.resource.lifecycle.replace_triggered_by;
        let is_triggered = self.is_triggered(own.site, triggers, true);
        let change = Change {
            reason: is_triggered.then_some(Reason::ReplaceByTriggers),
            ..Change::new(Action::Create, before, after.clone())
        };
        self.add_resource(own.planned, own.schema, own.site, change);
        after
    }

    /// Plans an instance with an object, which stays as it is, is updated or is replaced.
    fn kept(&mut self, own: &Managed<'_, 't>, before: Before, marked_prior: Value) -> Value {
        let (planned, schema, site, config) = (own.planned, own.schema, own.site, &own.config);
        let (prior, prior_marks) = marked_prior.unmark_deep_with_paths();
        let lifecycle = &planned.resource.lifecycle;
        let causes = Causes {
            is_tainted: before.object.as_ref().is_some_and(|object| object.is_tainted),
            is_triggered: self.is_triggered(site, &lifecycle.replace_triggered_by, false),
            is_requested: self.prepared.inputs.replaced.contains(&site.address),
        };
        let marks = match causes.is_tainted {
            true => config.paths.clone(),
            false => ignored_marks(&lifecycle.ignore_changes, prior_marks, config.paths.clone()),
        };
        let update = self.update(own, &prior, causes);
        let is_replaced = causes.is_tainted || causes.is_forced() || !update.replaces.is_empty();
        let after = marked(schema.block(), &update.value, &marks);
        // The sensitive parts are stored too.
        let has_other_marks = !has_same_marks(&after, &marked_prior);
        let action = match is_replaced {
            true => self.replacement(planned),
            false if update.value == prior && !has_other_marks => Action::NoOp,
            false => Action::Update,
        };
        // OpenTofu does not take what it forgets for destroyed.
        let is_destroyed = is_replaced && action != Action::ForgetThenCreate;
        if is_destroyed && self.check_destroyed(planned.node, planned.resource, &site.address) {
            return after;
        }
        if action == Action::DeleteThenCreate && self.prepared.may_be_created_first.contains(&planned.node) {
            self.record_open_order(planned, &site.address);
        }
        let is_asked_for = causes.is_tainted || causes.is_forced() || action == Action::NoOp;
        if self.prepared.inputs.is_partial && !is_asked_for && update.may_not_be(&prior, has_other_marks) {
            self.record_unknown_action(planned, &site.address);
        }
        let object = before.object.as_ref();
        let referred = causes.is_forced() && !causes.is_tainted;
        let referred = referred.then(|| configured_marks(&update.value, &marks));
        let seen = referred.clone().unwrap_or_else(|| after.clone());
        let change = Change {
            reason: is_replaced.then(|| causes.reason()),
            referred,
            previous: object.and_then(|object| object.previous.clone()),
            depended_on: self.depended_on(planned, object, action, before.importing.is_some()),
            is_tainted: causes.is_tainted,
            drifted: before.drifted,
            replace_paths: update.replaces,
            importing: before.importing,
            ..Change::new(action, marked_prior, after)
        };
        self.add_resource(planned, schema, site, change);
        seen
    }

    /// Returns the value of an object after the plan, and which of its changes replace it.
    fn update(&mut self, own: &Managed<'_, 't>, prior: &Value, causes: Causes) -> Updated {
        let (planned, schema, config) = (own.planned, own.schema, &own.config.value);
        let configured = ignored(&planned.resource.lifecycle.ignore_changes, prior, config);
        let proposed = || schema.block().proposed_new(prior, &configured);
        let mut update = if causes.is_tainted {
            Updated::in_place(self.new_object(own, config))
        } else if own.is_built_in && own.answer.is_none() {
            let update = updated_data(prior, &proposed());
            Updated {
                value: self.applied_data(&own.site.address, update.value, config),
                ..update
            }
        } else {
            let proposed = received(&schema.block().without_write_only(&proposed()));
            Updated::in_place(self.with_open_nulls(planned, schema, proposed, Some(prior)))
        };
        // A new object in its place ignores no changes.
        if !causes.is_tainted && (causes.is_forced() || !update.replaces.is_empty()) {
            update.value = self.new_object(own, config);
        }
        match own.is_strict && update.value != *prior {
            true => Updated::in_place(self.new_object(own, &configured)),
            false => update,
        }
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
}
