//! Checks: the conditions of all objects, and whether they hold.

use hcl2_json_text::Writer;
use hcl2_terraform::Address;

use super::mode;
use super::values::known;
use crate::model::{CheckStatus, CheckedInstance, CheckedObject};

pub(super) fn write(checks: &[CheckedObject], writer: &mut Writer) {
    writer.open('[');
    for check in checks {
        writer.element();
        object(check, writer);
    }
    writer.close(']');
}

fn object(check: &CheckedObject, writer: &mut Writer) {
    let text = |writer: &mut Writer, name: &str, text: &str| {
        writer.property(name);
        writer.string(text);
    };
    writer.open('{');
    writer.property("address");
    writer.open('{');
    let (kind, name, of_resource) = match &check.object {
        Address::Resource(kind, ty, name) => ("resource", name, Some((kind, ty))),
        Address::Output(name) => ("output_value", name, None),
        Address::Variable(name) | Address::Local(name) | Address::Provider(name, _) => ("var", name, None),
        Address::Check(name) | Address::Module(name) => ("check", name, None),
    };
    text(writer, "kind", kind);
    if let Some((kind, _)) = of_resource {
        text(writer, "mode", mode(*kind));
    }
    if !check.module.is_root() {
        text(writer, "module", &check.module.to_string());
    }
    text(writer, "name", name);
    text(writer, "to_display", &check.to_string());
    if let Some((_, ty)) = of_resource {
        text(writer, "type", ty);
    }
    writer.close('}');
    text(writer, "status", check.status().name());
    if !check.instances.is_empty() {
        writer.property("instances");
        writer.open('[');
        for one in &check.instances {
            writer.element();
            instance(check, one, writer);
        }
        writer.close(']');
    }
    writer.close('}');
}

fn instance(check: &CheckedObject, instance: &CheckedInstance, writer: &mut Writer) {
    writer.open('{');
    writer.property("address");
    writer.open('{');
    if let Some(key) = &instance.key {
        writer.property("instance_key");
        known(&key.value(), writer);
    }
    if !instance.module.is_root() {
        writer.property("module");
        writer.string(&instance.module.to_string());
    }
    writer.property("to_display");
    writer.string(&instance.display(&check.object));
    writer.close('}');
    writer.property("status");
    writer.string(instance.status.name());
    if instance.status == CheckStatus::Fail && !instance.problems.is_empty() {
        writer.property("problems");
        writer.open('[');
        for problem in &instance.problems {
            writer.element();
            writer.open('{');
            writer.property("message");
            writer.string(problem);
            writer.close('}');
        }
        writer.close(']');
    }
    writer.close('}');
}
