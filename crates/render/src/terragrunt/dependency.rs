//! Blocks `dependency` as data.

use std::collections::BTreeMap;

use hcl2_diagnostics::Span;
use hcl2_value::{Type, Value};

use super::values::deep_merged;

/// The attribute that says how mock outputs are merged with those of a state.
pub(super) const STRATEGY: &str = "mock_outputs_merge_strategy_with_state";

/// A block `dependency`.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    pub(super) fields: BTreeMap<&'static str, Value>,
    /// The outputs, once they are needed.
    pub(super) outputs: Option<Value>,
    /// The place of its path, or of its header.
    pub(super) span: Span,
    /// The place of the strategy for mock outputs, or of its header.
    pub(super) strategy_span: Span,
}

impl Dependency {
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Returns whether it counts.
    pub(super) fn is_enabled(&self) -> bool {
        self.field("enabled").and_then(Value::as_bool) != Some(false)
    }

    pub(super) fn skips_outputs(&self) -> bool {
        self.field("skip").and_then(Value::as_bool) == Some(true)
    }

    /// Lays a block over this one, which it includes.
    pub(super) fn merge(&mut self, over: &Self) {
        for (name, value) in over.fields.iter().filter(|(_, value)| !value.is_null()) {
            let merged = match self.field(name) {
                Some(own) if ["mock_outputs", "mock_outputs_allowed_terraform_commands"].contains(name) => {
                    deep_merged(own, value, true)
                }
                _ => value.clone(),
            };
            self.fields.insert(name, merged);
        }
        self.span = over.span;
        if over.field(STRATEGY).is_some() {
            self.strategy_span = over.strategy_span;
        }
    }

    /// Returns the block as Terragrunt shows it.
    pub(super) fn shown(&self, name: &str, with_outputs: bool) -> Value {
        let fields = self.fields.iter().map(|(name, value)| (*name, value.clone()));
        let null = || Value::null(Type::DYNAMIC);
        let outputs = self.outputs.clone().filter(|_| with_outputs);
        Value::object(fields.chain([
            ("name", Value::from(name)),
            ("outputs", outputs.unwrap_or_else(null)),
            ("inputs", null()),
        ]))
    }

    /// Returns what a reference to the dependency sees.
    pub(super) fn seen(&self) -> Value {
        Value::object(self.outputs.iter().map(|outputs| ("outputs", outputs.clone())))
    }
}
