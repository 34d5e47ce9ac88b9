//! What the product's parser adds to blocks: defaults, short forms, and what tasks take from their group and job.

use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_model::{Block, BodyRef, BodySchema};
use hcl2_value::{Type as ValueType, Value};

use super::blocks::{
    CHANGE_SCRIPT, JOB, PERIODIC_CONFIG, SCALING_POLICY, SECRET, TASK, TASK_GROUP, TEMPLATE, VAULT,
};
use super::common::{AFFINITY, CONSTRAINT, NETWORK_RESOURCE};
use super::decode::{Decoder, json_of};
use super::fields::{Object, Type};
use crate::Json;

/// The short forms of constraints and affinities: an argument is the operator, and its value the right side.
const OPERATORS: [&str; 6] = [
    "version",
    "semver",
    "regexp",
    "set_contains_any",
    "set_contains_all",
    "set_contains",
];

/// The type of the scaling of groups.
const HORIZONTAL: &str = "horizontal";

/// The short forms that constraints may have, and that mean nothing there.
const IGNORED: [&str; 2] = ["set_contains_any", "set_contains_all"];

/// Returns a job.
pub(super) fn job(decoder: &mut Decoder<'_, '_>, block: &Block) -> Json {
    let body = expand_dynamic_blocks(block.body.clone(), Some(decoder.context()));
    let extra = BodySchema::new()
        .block("vault", [""; 0])
        .block("secret", ["name"])
        .block("task", ["name"]);
    let (extra, rest) = decoder.take(&body, &extra);
    if let Some(second) = of_type(&extra, "vault").nth(1) {
        let detail = "There is one block `vault` at most. Combine them.".to_owned();
        decoder.invalid(detail, second.header_span);
    }
    let (vault, secrets) = shared(decoder, &extra);
    let tasks: Vec<Json> = of_type(&extra, "task")
        .map(|block| decoder.block(&TASK, block))
        .collect();
    let mut job = decoder.object(&JOB, &rest, &[]);
    let name = block
        .labels
        .first()
        .map_or_else(String::new, |label| label.text.to_string());
    for property in ["ID", "Name"] {
        job.default(property, || name.as_str().into());
    }
    // A task of a job is alone in a group of its name.
    let alone = tasks.into_iter().map(|task| {
        let mut group = decoder.object(&TASK_GROUP, &hcl2_model::merge_bodies(Vec::new()), &[]);
        group.set("Name", task.get("Name").cloned().unwrap_or_default());
        group.set("Tasks", Json::Array(vec![task]));
        group
    });
    let mut groups: Vec<Json> = alone.collect();
    if let Some(Json::Array(own)) = job.get_mut("TaskGroups") {
        groups.append(own);
    }
    for group in &mut groups {
        let Some(Json::Array(tasks)) = group.get_mut("Tasks") else {
            continue;
        };
        for task in tasks {
            if let Some(vault) = &vault {
                task.default("Vault", || vault.clone());
            }
            task.extend("Secrets", &secrets);
        }
    }
    if !groups.is_empty() {
        job.set("TaskGroups", Json::Array(groups));
    }
    job
}

fn of_type<'b>(blocks: &'b [Block], name: &'b str) -> impl Iterator<Item = &'b Block> {
    blocks.iter().filter(move |block| block.block_type == *name)
}

/// Returns what tasks take from the group or job around them.
fn shared(decoder: &mut Decoder<'_, '_>, blocks: &[Block]) -> (Option<Json>, Vec<Json>) {
    let vault = of_type(blocks, "vault")
        .last()
        .map(|block| decoder.block(&VAULT, block));
    let secrets = of_type(blocks, "secret")
        .map(|block| decoder.block(&SECRET, block))
        .collect();
    (vault, secrets)
}

/// Returns a block with what the parser adds.
pub(super) fn block(decoder: &mut Decoder<'_, '_>, object: &'static Object, block: &Block) -> Json {
    let is = |other: &'static Object| std::ptr::eq(object, other);
    if is(&CONSTRAINT) || is(&AFFINITY) {
        return constraint(decoder, object, &block.body);
    }
    if is(&TASK_GROUP) {
        return group(decoder, block);
    }
    if is(&TASK) {
        return task(decoder, block);
    }
    if is(&SCALING_POLICY) {
        return scaling(decoder, block, HORIZONTAL);
    }
    let mut json = decoder.object(object, &block.body, &block.labels);
    if is(&VAULT) {
        json.default("Env", || true.into());
        json.default("DisableFile", || false.into());
        json.default("ChangeMode", || "restart".into());
    } else if is(&TEMPLATE) {
        json.default("ChangeMode", || "restart".into());
        json.default("Perms", || "0644".into());
        json.default("Splay", || 5_000_000_000_i64.into());
        json.default("ErrMissingKey", || false.into());
    } else if is(&CHANGE_SCRIPT) {
        json.default("Args", || Json::Array(Vec::new()));
        json.default("Timeout", || 5_000_000_000_i64.into());
        json.default("FailOnError", || false.into());
        json.default("RunOnFirstRender", || false.into());
    } else if is(&PERIODIC_CONFIG) {
        if json.get("Spec") != Some(&Json::Null) || json.get("Specs") != Some(&Json::Null) {
            json.set("SpecType", "cron".into());
        }
    } else if is(&NETWORK_RESOURCE) {
        ports(&mut json);
    }
    json
}

/// Moves ports with a number to those that are reserved.
fn ports(network: &mut Json) {
    let Some(Json::Array(ports)) = network.get_mut("DynamicPorts") else {
        return;
    };
    let is_reserved = |port: &Json| matches!(port.get("Value"), Some(Json::Number(text)) if text != "0" && !text.starts_with('-'));
    let (reserved, dynamic): (Vec<Json>, Vec<Json>) =
        std::mem::take(ports).into_iter().partition(is_reserved);
    let list = |ports: Vec<Json>| {
        if ports.is_empty() {
            Json::Null
        } else {
            Json::Array(ports)
        }
    };
    network.set("DynamicPorts", list(dynamic));
    network.set("ReservedPorts", list(reserved));
}

/// Returns a constraint or an affinity.
fn constraint(decoder: &mut Decoder<'_, '_>, object: &'static Object, body: &BodyRef) -> Json {
    let is_constraint = std::ptr::eq(object, &CONSTRAINT);
    let own: &[&str] = if is_constraint {
        &[
            "attribute",
            "value",
            "operator",
            "distinct_property",
            "distinct_hosts",
            "is_set",
            "is_not_set",
        ]
    } else {
        &["attribute", "value", "operator", "weight"]
    };
    let schema = own
        .iter()
        .chain(&OPERATORS)
        .fold(BodySchema::new(), |schema, name| schema.optional(*name));
    let content = decoder.content(body, &schema);
    // A weight is a byte: the product drops the fraction, and the higher bits.
    let weight = content.attributes.get("weight").map(|own| &own.expression);
    let weight = weight.and_then(|expression| {
        let value = decoder.value(&**expression).unmark_deep().0;
        match value.convert(&ValueType::NUMBER) {
            Ok(value) if value.is_null() => None,
            Ok(value) => Some(byte(&value).into()),
            Err(problem) => {
                decoder.invalid(
                    format!("The value of `weight` cannot be used: {problem}."),
                    expression.span(),
                );
                None
            }
        }
    });
    let mut text = |name: &str, ty: Type| -> Option<Json> {
        let expression = &content.attributes.get(name)?.expression;
        let value = decoder.value(&**expression).unmark_deep().0;
        if value.is_null() {
            return None;
        }
        match json_of(ty, &value) {
            Ok(json) => Some(json),
            Err(problem) => {
                decoder.invalid(
                    format!("The value of `{name}` cannot be used: {problem}."),
                    expression.span(),
                );
                None
            }
        }
    };
    let is_filled = |json: &Json| *json != Json::from("");
    let mut left = text("attribute", Type::Text).unwrap_or_else(|| "".into());
    let mut right = text("value", Type::Text).unwrap_or_else(|| "".into());
    let mut operand = text("operator", Type::Text).unwrap_or_else(|| "".into());
    for name in OPERATORS {
        let value = text(name, Type::Text).filter(is_filled);
        let is_ignored = is_constraint && IGNORED.contains(&name);
        if let Some(value) = value.filter(|_| !is_ignored) {
            operand = name.into();
            right = value;
        }
    }
    if let Some(truth) = text("distinct_hosts", Type::Bool) {
        operand = "distinct_hosts".into();
        right = if truth == Json::Bool(true) {
            "true"
        } else {
            "false"
        }
        .into();
    }
    if let Some(property) = text("distinct_property", Type::Text).filter(is_filled) {
        operand = "distinct_property".into();
        left = property;
    }
    if operand == Json::from("") {
        operand = "=".into();
    }
    let weight = (!is_constraint).then(|| ("Weight", weight.unwrap_or_default()));
    let parts = [("LTarget", left), ("RTarget", right), ("Operand", operand)];
    Json::object(parts.into_iter().chain(weight))
}

/// Returns the lowest byte of a number without its fraction.
fn byte(number: &Value) -> i64 {
    let Json::Number(text) = Json::of(number) else {
        return 0;
    };
    let whole = text.split('.').next().unwrap_or_default();
    let edge = if whole.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    let [lowest, ..] = whole.parse().unwrap_or(edge).to_le_bytes();
    i8::from_le_bytes([lowest]).into()
}

fn group(decoder: &mut Decoder<'_, '_>, block: &Block) -> Json {
    let extra = BodySchema::new()
        .block("vault", [""; 0])
        .block("secret", ["name"]);
    let (extra, rest) = decoder.take(&block.body, &extra);
    let (vault, secrets) = shared(decoder, &extra);
    let mut json = decoder.object(&TASK_GROUP, &rest, &block.labels);
    if let Some(Json::Array(tasks)) = json.get_mut("Tasks") {
        for task in tasks {
            if let Some(vault) = &vault {
                task.default("Vault", || vault.clone());
            }
            if matches!(task.get("Secrets"), None | Some(Json::Null)) {
                task.extend("Secrets", &secrets);
            }
        }
    }
    json
}

/// Returns the scaling of a group, or of a task, which has a type of its own. One of a group needs its `max`.
fn scaling(decoder: &mut Decoder<'_, '_>, block: &Block, ty: &'static str) -> Json {
    let is_of_group = ty == HORIZONTAL;
    let mut json = decoder.object(&SCALING_POLICY, &block.body, &[]);
    if is_of_group && block.attribute("max").is_none() {
        decoder.missing("max", block.body.missing_item_span());
    }
    match json.get("Type") {
        Some(Json::String(own)) if !own.is_empty() && own != ty => {
            let detail = format!("Expected the type `{ty}` here, found `{own}`. Remove the argument.");
            let span = block.attribute("type").map(|own| own.expression.span());
            decoder.invalid(detail, span.unwrap_or(block.header_span));
        }
        _ => json.set("Type", ty.into()),
    }
    json
}

fn task(decoder: &mut Decoder<'_, '_>, block: &Block) -> Json {
    let (policies, rest) = decoder.take(&block.body, &BodySchema::new().block("scaling", ["name"]));
    let mut json = decoder.object(&TASK, &rest, &block.labels);
    let mut all: Vec<(&str, Json)> = Vec::new();
    for policy in &policies {
        let Some(label) = policy.labels.first() else {
            continue;
        };
        let ty = match label.text.to_lowercase().as_str() {
            "cpu" => "vertical_cpu",
            "mem" => "vertical_mem",
            _ => {
                decoder.invalid(
                    "The label of `scaling` in a task is `cpu` or `mem`.".to_owned(),
                    label.span,
                );
                continue;
            }
        };
        if all.iter().any(|(own, _)| *own == ty) {
            let label = label.text.to_lowercase();
            let detail = format!("There is one block `scaling \"{label}\"` at most. Combine them.");
            decoder.invalid(detail, policy.header_span);
            continue;
        }
        all.push((ty, scaling(decoder, policy, ty)));
    }
    if !all.is_empty() {
        let all = all.into_iter().map(|(_, own)| own);
        json.set("ScalingPolicies", Json::Array(all.collect()));
    }
    // The default identity has its own place.
    if let Some(Json::Array(identities)) = json.get_mut("Identities") {
        let is_default = |identity: &Json| matches!(identity.get("Name"), Some(Json::String(name)) if name.is_empty() || name == "default");
        if let Some(position) = identities.iter().position(is_default) {
            let identity = identities.remove(position);
            json.set("Identity", identity);
        }
    }
    json
}
