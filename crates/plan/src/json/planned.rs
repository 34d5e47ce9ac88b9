//! Planned values and the prior state: resources by module.

use hcl2_json_text::Writer;
use hcl2_terraform::{ModuleAddress, ResourceKind};
use hcl2_value::Value;
use hcl2_wire::msgpack::received;

use super::values::{Parts, known};
use super::{STATE_FORMAT_VERSION, address, output_value};
use crate::model::{Action, OutputChange, Plan, Reason, ResourceInstance};

/// Writes the planned values.
pub(super) fn values(plan: &Plan, writer: &mut Writer) {
    writer.open('{');
    let outputs: Vec<_> = plan
        .outputs
        .iter()
        .filter(|output| output.action != Action::Delete)
        .collect();
    if !outputs.is_empty() {
        writer.property("outputs");
        writer.open('{');
        for output in outputs {
            writer.property(&output.name);
            output_value(output.is_sensitive(), &received(&output.after), false, writer);
        }
        writer.close('}');
    }
    let resources = plan.resources.iter().filter(|resource| {
        resource.is_listed() && resource.action != Action::Delete && resource.deposed.is_none()
    });
    let mut rows: Vec<Row<'_>> = resources
        .map(|resource| Row {
            resource,
            value: resource.referred.as_ref().unwrap_or(&resource.after),
            is_prior: false,
        })
        .collect();
    rows.sort_by_cached_key(|row| row.resource.address.to_string());
    writer.property("root_module");
    module(&ModuleAddress::default(), &rows, writer);
    writer.close('}');
}

/// Writes the state before the plan, which a release made, unless it is empty.
pub(super) fn prior_state(plan: &Plan, release: &str, writer: &mut Writer) {
    let refreshed = plan.outputs.iter().filter_map(|output| {
        let is_refreshed = output.after.is_wholly_known() && output.action != Action::Delete;
        let is_new = output.action == Action::Create;
        match is_refreshed {
            true => (!output.after.is_null()).then_some((output, &output.after, output.sensitive)),
            false => (!is_new).then_some((output, &output.before, output.was_sensitive)),
        }
    });
    let left_out = plan.left_out.outputs.iter();
    let left_out = left_out.map(|output| (output, &output.before, output.was_sensitive));
    let mut outputs: Vec<(&OutputChange, &Value, bool)> = refreshed.chain(left_out).collect();
    let is_prior = |resource: &&ResourceInstance| match resource.address.kind {
        ResourceKind::Data => {
            let is_read =
                resource.action == Action::NoOp || resource.reason == Some(Reason::ReadBecauseCheckNested);
            is_read && resource.after.is_wholly_known()
        }
        _ => !resource.before.is_null(),
    };
    let mut rows: Vec<Row<'_>> = plan
        .resources
        .iter()
        .chain(&plan.left_out.resources)
        .filter(is_prior)
        .map(|resource| Row {
            resource,
            value: match resource.address.kind {
                ResourceKind::Data => &resource.after,
                _ => &resource.before,
            },
            is_prior: true,
        })
        .collect();
    if rows.is_empty() && outputs.is_empty() {
        return;
    }
    outputs.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    rows.sort_by_cached_key(|row| {
        let resource = row.resource;
        let address = &resource.address;
        let is_managed = address.kind == ResourceKind::Managed;
        let name = (address.ty.clone(), address.name.clone());
        (is_managed, name, address.key.clone(), resource.deposed.clone())
    });
    writer.property("prior_state");
    writer.open('{');
    writer.property("format_version");
    writer.string(STATE_FORMAT_VERSION);
    writer.property("terraform_version");
    writer.string(release);
    writer.property("values");
    writer.open('{');
    if !outputs.is_empty() {
        writer.property("outputs");
        writer.open('{');
        for (output, value, is_sensitive) in outputs {
            writer.property(&output.name);
            output_value(is_sensitive, value, true, writer);
        }
        writer.close('}');
    }
    writer.property("root_module");
    module(&ModuleAddress::default(), &rows, writer);
    writer.close('}');
    writer.close('}');
}

/// A resource instance with the value to write.
struct Row<'p> {
    resource: &'p ResourceInstance,
    value: &'p Value,
    is_prior: bool,
}

/// Writes a module instance and those inside it.
fn module(own: &ModuleAddress, rows: &[Row<'_>], writer: &mut Writer) {
    writer.open('{');
    let depth = own.steps().len();
    let mine: Vec<&Row<'_>> = rows
        .iter()
        .filter(|row| row.resource.address.module.steps().len() == depth)
        .collect();
    if !mine.is_empty() {
        writer.property("resources");
        writer.open('[');
        for row in mine {
            writer.element();
            resource(row, writer);
        }
        writer.close(']');
    }
    if !own.is_root() {
        writer.property("address");
        writer.string(&own.to_string());
    }
    let mut inner: Vec<&Row<'_>> = rows
        .iter()
        .filter(|row| row.resource.address.module.steps().len() > depth)
        .collect();
    if !inner.is_empty() {
        let next = |row: &&Row<'_>| row.resource.address.module.steps()[depth].clone();
        inner.sort_by_key(next);
        writer.property("child_modules");
        writer.open('[');
        for chunk in inner.chunk_by(|a, b| next(a) == next(b)) {
            writer.element();
            let step = next(&chunk[0]);
            let child = own.child(&step.name, step.key);
            let rows: Vec<Row<'_>> = chunk
                .iter()
                .map(|row| Row {
                    resource: row.resource,
                    value: row.value,
                    is_prior: row.is_prior,
                })
                .collect();
            module(&child, &rows, writer);
        }
        writer.close(']');
    }
    writer.close('}');
}

fn resource(row: &Row<'_>, writer: &mut Writer) {
    writer.open('{');
    writer.property("address");
    writer.string(&row.resource.address.to_string());
    address(&row.resource.address, writer);
    writer.property("provider_name");
    writer.string(&row.resource.provider);
    writer.property("schema_version");
    writer.integer(i64::try_from(row.resource.schema_version).unwrap_or(i64::MAX));
    let mut fields = row.value.fields().into_iter().flatten();
    if fields.any(|(_, value)| value.is_known()) {
        writer.property("values");
        known(row.value, writer);
    }
    writer.property("sensitive_values");
    Parts::sensitive(row.value).write(writer);
    if row.is_prior && row.resource.is_tainted {
        writer.property("tainted");
        writer.bool(true);
    }
    if let Some(key) = &row.resource.deposed {
        writer.property("deposed_key");
        writer.string(key);
    }
    if row.is_prior && !row.resource.depended_on.is_empty() {
        writer.property("depends_on");
        writer.open('[');
        for name in &row.resource.depended_on {
            writer.element();
            writer.string(name);
        }
        writer.close(']');
    }
    writer.close('}');
}
