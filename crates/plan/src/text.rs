//! The plan as text for people.

use crate::model::{Action, Plan};

/// Returns the plan as text.
#[must_use]
pub fn to_text(plan: &Plan) -> String {
    let mut text = String::new();
    for resource in plan.resources.iter().filter(|resource| resource.is_listed()) {
        if resource.action != Action::NoOp {
            text.push_str(&format!(
                "{} {}\n",
                resource.action.names().join("/"),
                resource.address
            ));
        }
    }
    text
}
