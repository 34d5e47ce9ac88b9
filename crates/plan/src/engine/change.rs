//! What a plan does with an instance of a resource.

use hcl2_terraform::ResourceAddress;
use hcl2_value::{Path, Value};

use crate::model::{Action, Importing, Reason};

/// A change of a resource instance.
pub(super) struct Change {
    pub(super) action: Action,
    pub(super) reason: Option<Reason>,
    pub(super) before: Value,
    pub(super) after: Value,
    pub(super) referred: Option<Value>,
    pub(super) replace_paths: Vec<Path>,
    pub(super) previous: Option<ResourceAddress>,
    pub(super) importing: Option<Importing>,
    pub(super) depended_on: Vec<String>,
    pub(super) is_tainted: bool,
    pub(super) drifted: Option<Value>,
}

impl Change {
    pub(super) fn new(action: Action, before: Value, after: Value) -> Self {
        Self {
            action,
            reason: None,
            before,
            after,
            referred: None,
            replace_paths: Vec::new(),
            previous: None,
            importing: None,
            depended_on: Vec::new(),
            is_tainted: false,
            drifted: None,
        }
    }
}
