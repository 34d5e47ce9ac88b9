//! The plan in the JSON format of `terraform show -json`.

mod checks;
mod configuration;
mod gaps;
mod planned;
mod provider_keys;
mod references;
mod relevant;
mod values;

use hcl2_json_text::{Escapes, Writer};
use hcl2_terraform::table::Version;
use hcl2_terraform::table::behaviours::{MARKS_ARE_DRIFT, PLANS_ARE_COMPLETE};
use hcl2_terraform::{InstanceKey, ModuleTree, ResourceAddress, ResourceKind};
use hcl2_value::{Path, PathStep, Value};
use hcl2_wire::msgpack::received;

use crate::graph::Graph;
use crate::model::{Action, OutputChange, Plan, ResourceInstance};
use crate::options::Inputs;
use crate::providers::Providers;
use values::{Parts, known};

/// The version of the format of plans.
const FORMAT_VERSION: &str = "1.2";
/// The version of the format of states.
const STATE_FORMAT_VERSION: &str = "1.0";

/// Writes a plan as `terraform show -json` does, in one line.
///
/// `timestamp` is the time of the plan in the format of RFC 3339.
#[must_use]
pub fn plan_to_json(plan: &Plan, tree: &ModuleTree, inputs: &Inputs, timestamp: &str) -> String {
    let mut writer = Writer::compact(Escapes::HTML);
    let text = |writer: &mut Writer, name: &str, text: &str| {
        writer.property(name);
        writer.string(text);
    };
    writer.open('{');
    text(&mut writer, "format_version", FORMAT_VERSION);
    let release = tree.module.version().release();
    text(&mut writer, "terraform_version", &release);
    if !plan.variables.is_empty() {
        writer.property("variables");
        writer.open('{');
        for (name, value) in &plan.variables {
            writer.property(name);
            writer.open('{');
            writer.property("value");
            known(value, &mut writer);
            writer.close('}');
        }
        writer.close('}');
    }
    writer.property("planned_values");
    planned::values(plan, &mut writer);
    let drifted = drift(plan, tree.module.version());
    let listed = plan.resources.iter().filter(|resource| resource.is_listed());
    for (name, resources) in [
        ("resource_drift", drifted.iter().collect()),
        ("resource_changes", listed.collect::<Vec<_>>()),
    ] {
        if resources.is_empty() {
            continue;
        }
        writer.property(name);
        writer.open('[');
        for resource in resources {
            writer.element();
            change(resource, &mut writer);
        }
        writer.close(']');
    }
    gaps::write_deferred(&plan.deferred, &mut writer);
    if !plan.outputs.is_empty() {
        writer.property("output_changes");
        writer.open('{');
        for output in &plan.outputs {
            writer.property(&output.name);
            output_change(output, &mut writer);
        }
        writer.close('}');
    }
    planned::prior_state(plan, &release, &mut writer);
    let graph = Graph::declared(tree);
    let providers = Providers::of(&graph, &inputs.schemas);
    writer.property("configuration");
    configuration::write(&graph, &providers, inputs, &mut writer);
    relevant::write(plan, &graph, &providers, inputs, &mut writer);
    if !plan.checks.is_empty() {
        writer.property("checks");
        checks::write(&plan.checks, &mut writer);
    }
    text(&mut writer, "timestamp", timestamp);
    let is_listed = PLANS_ARE_COMPLETE.is_in(tree.module.version());
    for (name, value) in [
        ("applyable", is_listed.then(|| plan.has_changes())),
        ("complete", is_listed.then_some(plan.is_complete())),
        ("errored", Some(false)),
    ] {
        if let Some(value) = value {
            writer.property(name);
            writer.bool(value);
        }
    }
    gaps::write(&plan.gaps, &inputs.sources, &mut writer);
    writer.close('}');
    writer.finish()
}

/// Writes the parts of an address.
fn address(address: &ResourceAddress, writer: &mut Writer) {
    writer.property("mode");
    writer.string(mode(address.kind));
    writer.property("type");
    writer.string(&address.ty);
    writer.property("name");
    writer.string(&address.name);
    match &address.key {
        None => {}
        Some(InstanceKey::Unknown) => {
            writer.property("index_unknown");
            writer.bool(true);
        }
        Some(key) => {
            writer.property("index");
            known(&key.value(), writer);
        }
    }
}

/// Returns the refreshed objects that differ from those of the state, each as an update.
fn drift(plan: &Plan, version: Version) -> Vec<ResourceInstance> {
    let drifted = plan.resources.iter();
    let drifted = drifted.filter_map(|resource| Some((resource, resource.drifted.as_ref()?)));
    // Versions that compare states without marks list those all the same once anything else differs.
    let differs = || {
        plan.is_refreshed
            || plan.resources.iter().any(|resource| {
                let is_read = resource.address.kind == ResourceKind::Data && !resource.is_listed();
                let drifted = resource.drifted.as_ref();
                let is_other =
                    drifted.map(|before| before.unmark_deep().0 != resource.before.unmark_deep().0);
                is_read || resource.previous.is_some() || is_other == Some(true)
            })
    };
    let lists_any = MARKS_ARE_DRIFT.is_in(version) || differs();
    drifted
        .filter(|_| lists_any)
        .map(|(resource, before)| ResourceInstance {
            action: Action::Update,
            reason: None,
            before: before.clone(),
            after: resource.before.clone(),
            replace_paths: Vec::new(),
            importing: None,
            ..resource.clone()
        })
        .collect()
}

fn mode(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Managed => "managed",
        ResourceKind::Data => "data",
        ResourceKind::Ephemeral => "ephemeral",
    }
}

fn change(resource: &ResourceInstance, writer: &mut Writer) {
    writer.open('{');
    writer.property("address");
    writer.string(&resource.address.to_string());
    if let Some(previous) = &resource.previous {
        writer.property("previous_address");
        writer.string(&previous.to_string());
    }
    if !resource.address.module.is_root() {
        writer.property("module_address");
        writer.string(&resource.address.module.to_string());
    }
    address(&resource.address, writer);
    writer.property("provider_name");
    writer.string(&resource.provider);
    if let Some(key) = &resource.deposed {
        writer.property("deposed");
        writer.string(key);
    }
    writer.property("change");
    writer.open('{');
    actions(resource.action, writer);
    writer.property("before");
    known(&resource.before, writer);
    writer.property("after");
    known(&resource.after, writer);
    writer.property("after_unknown");
    if resource.after.is_wholly_known() {
        Parts::Named(Vec::new()).write(writer);
    } else {
        Parts::unknown(&resource.after).or_object().write(writer);
    }
    writer.property("before_sensitive");
    Parts::sensitive(&resource.before).write(writer);
    writer.property("after_sensitive");
    Parts::sensitive(&resource.after).write(writer);
    if !resource.replace_paths.is_empty() {
        writer.property("replace_paths");
        writer.open('[');
        for path in &resource.replace_paths {
            writer.element();
            steps(path, writer);
        }
        writer.close(']');
    }
    if let Some(importing) = &resource.importing {
        writer.property("importing");
        writer.open('{');
        match (&importing.id, &importing.identity) {
            (Some(id), _) => {
                writer.property("id");
                writer.string(id);
            }
            (None, Some(identity)) => {
                writer.property("identity");
                known(identity, writer);
            }
            (None, None) => {
                writer.property("unknown");
                writer.bool(true);
            }
        }
        writer.close('}');
    }
    writer.close('}');
    if let Some(reason) = resource.reason {
        writer.property("action_reason");
        writer.string(reason.name());
    }
    writer.close('}');
}

/// Writes the steps of a path as an array of names and keys.
fn steps(path: &Path, writer: &mut Writer) {
    writer.open('[');
    for step in path.steps() {
        writer.element();
        match step {
            PathStep::Attribute(name) => writer.string(name),
            PathStep::Index(key) => known(key, writer),
        }
    }
    writer.close(']');
}

fn actions(action: Action, writer: &mut Writer) {
    writer.property("actions");
    writer.open('[');
    for name in action.names() {
        writer.element();
        writer.string(name);
    }
    writer.close(']');
}

fn output_change(output: &OutputChange, writer: &mut Writer) {
    let after = received(&output.after);
    writer.open('{');
    actions(output.action, writer);
    writer.property("before");
    known(&output.before, writer);
    if after.is_known() {
        writer.property("after");
        known(&after, writer);
    }
    writer.property("after_unknown");
    if after.is_wholly_known() {
        writer.bool(false);
    } else {
        Parts::unknown(&after).write(writer);
    }
    writer.property("before_sensitive");
    writer.bool(output.is_sensitive());
    writer.property("after_sensitive");
    writer.bool(output.is_sensitive());
    writer.close('}');
}

/// Writes an output of a state or of planned values.
fn output_value(is_sensitive: bool, value: &Value, type_last: bool, writer: &mut Writer) {
    writer.open('{');
    writer.property("sensitive");
    writer.bool(is_sensitive);
    if value.is_wholly_known() {
        if !type_last {
            writer.property("type");
            values::ty(value, writer);
        }
        writer.property("value");
        known(value, writer);
        if type_last {
            writer.property("type");
            values::ty(value, writer);
        }
    }
    writer.close('}');
}
