//! Values of objects in tests: what mocks set, and what the built-in resource sets when it is applied.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::table::STORE;
use hcl2_terraform::{BlockSchema, Resource, ResourceAddress};
use hcl2_value::Value;

use super::Engine;
use crate::data::applied_store;
use crate::graph::NodeId;
use crate::model::Importing;
use crate::proposal::{created, identified, marked, with_parts};
use crate::simulation::{Answer, Answered};

impl Engine<'_> {
    /// Returns the answer for an object, if the test has one.
    pub(super) fn answer(&self, node: NodeId, address: &ResourceAddress) -> Option<Answer> {
        let simulation = self.prepared.simulation;
        if simulation.providers.is_empty() && simulation.resources.is_empty() {
            return None;
        }
        simulation.answer(address, self.prepared.graph.root_provider(node).as_deref())
    }

    /// Returns the value of a new object of which the test has an answer.
    pub(super) fn answered(
        &mut self,
        resource: &Resource,
        address: &ResourceAddress,
        answer: &Answer,
        schema: &BlockSchema,
        config: &Value,
    ) -> Value {
        let block = schema.block();
        self.set_parts(resource, address, answer, |answered| {
            let planned = if answer.during_plan {
                let proposed = block.proposed_new(&Value::null(block.implied_type()), config);
                block.without_write_only(&answered.set_nulls(block, &proposed))
            } else {
                created(block, config)
            };
            match answered.simulation.applies {
                true => answered.set_unknowns(block, &planned),
                false => planned,
            }
        })
    }

    /// Returns the value of a data source of which the test has an answer.
    pub(super) fn answered_data(
        &mut self,
        resource: &Resource,
        address: &ResourceAddress,
        answer: &Answer,
        schema: &BlockSchema,
        config: &Value,
    ) -> Value {
        let block = schema.block();
        self.set_parts(resource, address, answer, |answered| {
            block.without_write_only(&answered.set_nulls(block, config))
        })
    }

    /// Returns the value of an imported object: a provider reads nothing but what identifies it, and an override is what it reads.
    pub(super) fn imported(
        &mut self,
        resource: &Resource,
        address: &ResourceAddress,
        answer: Option<&Answer>,
        schema: &BlockSchema,
        config: &Value,
        importing: &Importing,
    ) -> Option<Value> {
        let read = match answer {
            Some(answer) if answer.is_override => {
                self.answered_data(resource, address, answer, schema, config)
            }
            Some(_) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::INVALID_TARGET, "Import into a mock")
                        .with_detail(format!(
                            "A mocked provider imports nothing. Override `{address}` by `override_resource`."
                        ))
                        .with_subject(resource.span),
                );
                return None;
            }
            None if *importing == Importing::default() => {
                created(schema.block(), &schema.block().empty_value())
            }
            None => identified(schema.block(), importing),
        };
        Some(marked(schema.block(), &read, &[]))
    }

    fn set_parts(
        &mut self,
        resource: &Resource,
        address: &ResourceAddress,
        answer: &Answer,
        set: impl FnOnce(&mut Answered<'_>) -> Value,
    ) -> Value {
        let mut answered = Answered {
            simulation: self.prepared.simulation,
            address,
            answer,
            problems: Vec::new(),
        };
        let value = set(&mut answered);
        for problem in answered.problems {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_VALUE, "Invalid mocked value")
                    .with_detail(format!(
                        "The mocked value of `{address}` does not fit its schema at {problem}."
                    ))
                    .with_subject(resource.span),
            );
        }
        value
    }

    /// Returns the value of an object of `terraform_data` once it is applied.
    pub(super) fn applied_data(&self, address: &ResourceAddress, planned: Value, config: &Value) -> Value {
        if !self.prepared.simulation.applies {
            return planned;
        }
        let part = |name: &str| planned.get(name).cloned().unwrap_or(Value::DYNAMIC);
        let known = |value: Value, other: Value| if value.is_known() { value } else { other };
        let id = Value::from(self.prepared.simulation.identifier(address));
        let parts = [
            ("id", known(part("id"), id)),
            ("output", known(part("output"), part("input"))),
        ];
        let applied = with_parts(&planned, parts);
        match (applied.get(STORE), config.get(STORE)) {
            (Some(store), Some(config)) => with_parts(&applied, [(STORE, applied_store(store, config))]),
            _ => applied,
        }
    }
}
