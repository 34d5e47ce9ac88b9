//! The state before a plan.

use std::collections::BTreeMap;

use hcl2_value::Value;

/// The state before a plan.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The outputs of the root module.
    pub outputs: BTreeMap<String, StateOutput>,
}

/// An output in a state.
#[derive(Clone, Debug)]
pub struct StateOutput {
    /// The value.
    pub value: Value,
    /// Whether it must not be shown.
    pub sensitive: bool,
}
