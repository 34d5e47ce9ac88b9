//! `terraform_remote_state` with the local backend: the outputs of a state file that functions can read.

use hcl2_diagnostics::{Diagnostic, Severity, SourceMap, Span, codes::terraform as codes};
use hcl2_model::{Callable, Name};
use hcl2_terraform::ModuleAddress;
use hcl2_terraform::table::roots;
use hcl2_value::{Meter, Value};

use super::Engine;
use crate::graph::NodeId;
use crate::proposal::with_parts;
use crate::state::State;

/// The file of a state that is not configured.
const DEFAULT_PATH: &str = "terraform.tfstate";
/// The directory of the states of other workspaces than the default one.
const WORKSPACES: &str = "terraform.tfstate.d";

impl Engine<'_> {
    /// Reads the outputs of another state, possibly for a check. The value is unchanged if its backend is not a local file.
    pub(super) fn remote_state(
        &mut self,
        value: &Value,
        (node, span): (NodeId, Span),
        check: Option<(Name, ModuleAddress)>,
    ) -> Value {
        if value.get("backend").and_then(Value::as_str) != Some("local") {
            return value.clone();
        }
        let setting = |name: &str| value.get("config")?.get(name)?.as_str();
        let workspace = value.get("workspace").and_then(Value::as_str);
        let path = match workspace.filter(|name| *name != roots::WORKSPACE.1) {
            None => setting("path").unwrap_or(DEFAULT_PATH).to_owned(),
            Some(name) => {
                let directory = setting("workspace_dir").unwrap_or(WORKSPACES);
                format!("{directory}/{name}/{DEFAULT_PATH}")
            }
        };
        let read = match self.prepared.inputs.functions.get("file") {
            Some(Callable::Eager(file)) => {
                let mut meter = Meter::new(&self.prepared.inputs.budget);
                file.call_metered(&[Value::from(path.as_str())], &mut meter).ok()
            }
            _ => return value.clone(),
        };
        let text = read.as_ref().and_then(Value::as_str);
        let source = text.and_then(|text| SourceMap::new().add(path.as_str(), text).ok());
        let Some(state) = source.and_then(|source| State::from_json(&source).ok()) else {
            let mut problem = Diagnostic::error(codes::INVALID_STATE, "Unreadable state")
                .with_detail(format!(
                    "The state file {path:?} of the local backend cannot be read below the directory of the module."
                ))
                .with_subject(span);
            match check {
                // What fails in a check is a warning.
                Some(check) => {
                    let message = format!("{}: {}", problem.summary, problem.detail);
                    self.failed_checks.insert(check, message);
                    problem.severity = Severity::Warning;
                    self.plan.warnings.push(problem);
                }
                None => self.diagnostics.push(problem),
            }
            return value.clone();
        };
        if state.outputs.values().any(|output| output.sensitive) {
            self.evaluated.has_secrets.insert(node);
        }
        let defaults = value.get("defaults").and_then(Value::fields);
        let defaults = defaults.into_iter().flat_map(|fields| {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect();
            fields
        });
        let known = state
            .outputs
            .into_iter()
            .map(|(name, output)| (name, output.value));
        let outputs: std::collections::BTreeMap<String, Value> = defaults.chain(known).collect();
        with_parts(value, [("outputs", Value::object(outputs))])
    }
}
