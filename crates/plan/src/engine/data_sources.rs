//! Data sources, which are read while planning where their configuration is known.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::BlockSchema;
use hcl2_terraform::table::BUILT_IN_SOURCE;
use hcl2_value::Value;
use hcl2_wire::msgpack::received;

use super::change::Change;
use super::resources::{Planned, Site};
use super::sweep::value_of;
use super::{Engine, InstanceId};
use crate::assumed::without_assumptions;
use crate::model::{Action, Reason};
use crate::proposal::{Unmarked, created, marked};
use crate::state::decode_shown;

impl<'t> Engine<'t> {
    /// Plans a data source: it is read while planning if its configuration is known and nothing that it depends on changes.
    pub(super) fn data(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        config: &Value,
    ) -> Value {
        let config = Unmarked::of(config);
        let reason = if !config.value.is_wholly_known() {
            Some(Reason::ReadBecauseConfigUnknown)
        } else if !self.prepared.simulation.applies && self.has_pending(planned, site.module) {
            Some(Reason::ReadBecauseDependencyPending)
        } else {
            planned.check.map(|_| Reason::ReadBecauseCheckNested)
        };
        let created = self.with_open_nulls(planned, schema, created(schema.block(), &config.value), None);
        let mut value = self.with_answers(planned.node, &site.address, created);
        let is_built_in = *planned.provider == *BUILT_IN_SOURCE;
        if self.prepared.inputs.strict_unknown && !is_built_in {
            value = without_assumptions(schema.block(), self.prepared.graph.version(), &value);
        }
        if matches!(reason, None | Some(Reason::ReadBecauseCheckNested)) {
            value = match self.answer(planned.node, &site.address) {
                Some(answer) => {
                    self.answered_data(planned.resource, &site.address, &answer, schema, &config.value)
                }
                None if is_built_in => self.read_data(planned, schema, site, value),
                None => received(&self.read_data(planned, schema, site, value)),
            };
            if !value.is_wholly_known() {
                self.evaluated.unanswered.insert(planned.node);
            }
        }
        let after = marked(schema.block(), &value, &config.paths);
        let before = Value::null(after.ty().clone());
        let action = reason.map_or(Action::NoOp, |_| Action::Read);
        let change = Change {
            reason,
            ..Change::new(action, before, after.clone())
        };
        self.add_resource(planned, schema, site, change);
        after
    }

    /// Reads a data source: from a fixture, or from another state.
    fn read_data(
        &mut self,
        planned: &Planned<'t>,
        schema: &BlockSchema,
        site: &Site<'_>,
        value: Value,
    ) -> Value {
        let fixture = self.prepared.inputs.data.object(&site.address);
        let Some(fixture) = fixture else {
            return match *planned.provider == *BUILT_IN_SOURCE {
                true => {
                    let module = &site.address.module;
                    let check = planned.check.map(|check| (check.name.clone(), module.clone()));
                    self.remote_state(&value, (planned.node, planned.resource.span), check)
                }
                false => value,
            };
        };
        if !fixture.sensitive.is_empty() {
            self.evaluated.has_secrets.insert(planned.node);
        }
        let read = match fixture.is_shown {
            true => decode_shown(&fixture.attributes, schema.value_type(), &value),
            false => value_of(schema, fixture).map(|(read, _)| read.unmark_deep().0),
        };
        read.unwrap_or_else(|| {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_STATE, "Fixture of another type")
                    .with_detail(format!(
                        "The fixture of `{}` does not fit the schema of `{}`.",
                        site.address, planned.resource.ty
                    ))
                    .with_subject(planned.resource.span),
            );
            value
        })
    }

    /// Returns whether anything that a data source depends on has changes.
    fn has_pending(&mut self, planned: &Planned<'t>, instance: InstanceId) -> bool {
        let (node, lifecycle) = (planned.node, &planned.resource.lifecycle);
        let awaited = planned.awaited.get_or_init(|| {
            if lifecycle.preconditions.is_empty() && lifecycle.postconditions.is_empty() {
                self.pending
                    .of_named(&self.prepared.graph, node, planned.resource)
            } else {
                self.pending.of_needed(&self.prepared.graph, node)
            }
        });
        awaited.concern(self.prepared.graph.nodes[node].module, instance)
    }
}
