//! Values of targets from the command line, as `--set` of `docker buildx bake` spells them.

use std::collections::{BTreeMap, HashMap};

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, nearest_name};

use super::entries::{EntryKind, entries_of_text, parse_bool};
use super::fields::{FIELDS, Field, FieldSpec, FieldType, position};
use super::pattern;
use super::target::Target;
use crate::{Json, Options};

/// What sets a value of a target.
#[derive(Clone, Debug, Default)]
struct Override {
    /// The last value, for what has only one.
    value: String,
    /// All values, for lists.
    values: Vec<String>,
    is_appended: bool,
}

/// The values that the command line sets, by the names of targets and keys.
#[derive(Debug, Default)]
pub(super) struct Overrides(HashMap<String, BTreeMap<String, Override>>);

/// The keys whose values are lists, with the names of the attributes.
const LISTS: [(&str, &str); 13] = [
    ("output", "output"),
    ("cache-to", "cache-to"),
    ("cache-from", "cache-from"),
    ("tags", "tags"),
    ("platform", "platforms"),
    ("secrets", "secret"),
    ("ssh", "ssh"),
    ("attest", "attest"),
    ("entitlements", "entitlements"),
    ("network", "network"),
    ("annotations", "annotations"),
    ("policy", "policy"),
    ("no-cache-filter", "no-cache-filter"),
];

/// The keys with one value.
const SINGLE: [&str; 9] = [
    "context",
    "dockerfile",
    "target",
    "call",
    "no-cache",
    "pull",
    "push",
    "load",
    "shm-size",
];

/// The keys that a name follows.
const NAMED: [&str; 6] = ["args", "contexts", "labels", "extra-hosts", "secret", "resources"];

impl Overrides {
    /// Reads the options of a command line for targets of some names.
    pub(super) fn read(options: &Options, targets: &[&str]) -> Result<Self, Box<Diagnostic>> {
        let mut all: HashMap<String, BTreeMap<String, Override>> = HashMap::new();
        for text in &options.overrides {
            let wrong = |detail: String| {
                let detail = format!("`--set {text}`: {detail}.");
                Box::new(Diagnostic::error(codes::INVALID_OVERRIDE, "Invalid override").with_detail(detail))
            };
            let (key, value) = text
                .split_once('=')
                .map_or((text.as_str(), None), |(key, value)| (key, Some(value)));
            let is_appended = key.ends_with('+');
            let key = key.strip_suffix('+').unwrap_or(key);
            let Some((pattern, key)) = key.split_once('.') else {
                return Err(wrong(
                    "expected `TARGET.KEY=VALUE`, as in `app.args.VERSION=1`".to_owned(),
                ));
            };
            let (first, name) = key
                .split_once('.')
                .map_or((key, None), |(first, name)| (first, Some(name)));
            check_key(first, name, is_appended).map_err(wrong)?;
            let value = match value {
                Some(value) => value.to_owned(),
                None if first == "args" => match name.and_then(|name| options.environment.get(name)) {
                    Some(value) => value.clone(),
                    None => continue,
                },
                None => return Err(wrong("expected `=` and a value".to_owned())),
            };
            let matching: Vec<&str> = match targets.iter().find(|name| **name == pattern) {
                Some(name) => vec![name],
                None => targets
                    .iter()
                    .copied()
                    .filter(|name| pattern::is_match(pattern, name))
                    .collect(),
            };
            if matching.is_empty() {
                let near = nearest_name(pattern, targets.iter().copied());
                let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                return Err(wrong(format!(
                    "no target has the name or pattern `{pattern}`{near}"
                )));
            }
            for target in matching {
                let own = all.entry(target.to_owned()).or_default();
                let own = own.entry(key.to_owned()).or_default();
                if LISTS.iter().any(|(list, _)| *list == first) {
                    own.values.push(value.clone());
                }
                own.value.clone_from(&value);
                own.is_appended = is_appended;
            }
        }
        Ok(Self(all))
    }

    /// Changes a target of a name.
    pub(super) fn apply(&self, name: &str, target: &mut Target) -> Result<(), Box<Diagnostic>> {
        let mut secrets = Vec::new();
        for (key, own) in self.0.get(name).into_iter().flatten() {
            let (first, rest) = key
                .split_once('.')
                .map_or((key.as_str(), None), |(first, rest)| (first, Some(rest)));
            if first == "secret" {
                secrets.push((rest.unwrap_or_default(), own));
                continue;
            }
            change(target, first, rest, own).map_err(|problem| refused(name, key, &problem))?;
        }
        for (id, own) in secrets {
            set_secret(target, id, &own.value)
                .map_err(|problem| refused(name, &format!("secret.{id}"), &problem))?;
        }
        Ok(())
    }
}

fn refused(target: &str, key: &str, problem: &str) -> Box<Diagnostic> {
    let detail = format!("`--set` cannot set `{key}` of the target `{target}`: {problem}.");
    Box::new(Diagnostic::error(codes::INVALID_OVERRIDE, "Invalid override").with_detail(detail))
}

fn check_key(first: &str, name: Option<&str>, is_appended: bool) -> Result<(), String> {
    let lists = LISTS.iter().map(|(key, _)| *key);
    let known: Vec<&str> = lists.chain(SINGLE).chain(NAMED).chain(["ulimits"]).collect();
    if !known.contains(&first) {
        let near = nearest_name(first, known.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(format!("unknown key `{first}`{near}"));
    }
    if NAMED.contains(&first) && name.is_none_or(str::is_empty) {
        return Err(format!("a name follows `{first}`, as in `{first}.NAME=VALUE`"));
    }
    if is_appended && ["secret", "resources"].contains(&first) {
        return Err(format!("`+=` cannot be used with `{first}`"));
    }
    Ok(())
}

/// Changes one attribute.
fn change(target: &mut Target, key: &str, name: Option<&str>, own: &Override) -> Result<(), String> {
    let attribute = LISTS
        .iter()
        .find(|(list, _)| *list == key)
        .map_or(key, |(_, attribute)| attribute);
    let truth =
        || parse_bool(&own.value).ok_or_else(|| format!("expected `true` or `false`, found `{}`", own.value));
    match key {
        "push" => {
            push(target, truth()?);
            return Ok(());
        }
        "load" => {
            load(target, truth()?);
            return Ok(());
        }
        _ => {}
    }
    let Some(position) = position(attribute) else {
        return Err(format!("unknown key `{key}`"));
    };
    let spec: &FieldSpec = &FIELDS[position];
    let field = target.field_mut(position);
    let is_added = own.is_appended || ["attest", "entitlements", "annotations"].contains(&key);
    let new = match spec.ty {
        FieldType::Text => Field::Text(own.value.clone()),
        FieldType::Bool => Field::Bool(truth()?),
        // The reference does not collect these two, so nothing is left of the value.
        FieldType::Texts if ["ulimits", "no-cache-filter"].contains(&key) => Field::Texts(Vec::new()),
        FieldType::Texts => Field::Texts(own.values.clone()),
        FieldType::Entries(kind) => {
            let mut entries = Vec::new();
            for text in &own.values {
                if !text.is_empty() || kind == EntryKind::Policy {
                    entries_of_text(kind, text, &mut entries)?;
                }
            }
            Field::Entries(entries)
        }
        FieldType::Map => {
            let mut all = match field.take() {
                Some(Field::Map(all)) => all,
                _ => BTreeMap::new(),
            };
            all.insert(name.unwrap_or_default().to_owned(), Some(own.value.clone()));
            Field::Map(all)
        }
        FieldType::Resources => {
            let mut all = match field.take() {
                Some(Field::Resources(all)) => all,
                _ => BTreeMap::new(),
            };
            let (limit, value) = FieldSpec::limit(name.unwrap_or_default(), &own.value)?;
            all.insert(limit, value);
            Field::Resources(all)
        }
    };
    match (field.as_mut(), new) {
        (Some(Field::Texts(all)), Field::Texts(more)) if is_added => all.extend(more),
        (Some(Field::Entries(all)), Field::Entries(more)) if is_added => all.extend(more),
        (_, new) => *field = Some(new),
    }
    Ok(())
}

/// Returns the outputs of a target.
fn outputs(target: &mut Target) -> &mut Vec<Json> {
    let field = target.field_mut(position("output").unwrap_or_default());
    if !matches!(field, Some(Field::Entries(_))) {
        *field = Some(Field::Entries(Vec::new()));
    }
    match field {
        Some(Field::Entries(entries)) => entries,
        _ => unreachable!("it was set"),
    }
}

fn is_type(output: &Json, names: &[&str]) -> bool {
    matches!(output.get("type"), Some(Json::String(ty)) if names.contains(&ty.as_str()))
}

/// Makes the images of a target be pushed, or not.
fn push(target: &mut Target, is_pushed: bool) {
    let outputs = outputs(target);
    if !is_pushed {
        let mut position = 0;
        while position < outputs.len() {
            if is_type(&outputs[position], &["registry"]) {
                outputs.swap_remove(position);
                continue;
            }
            position += 1;
        }
    }
    for output in outputs.iter_mut().filter(|output| is_type(output, &["image"])) {
        if let Json::Object(parts) = output {
            parts.retain(|(name, _)| name != "push");
            parts.push(("push".to_owned(), is_pushed.to_string().into()));
            parts.sort();
        }
    }
    if is_pushed && outputs.iter().all(|output| is_type(output, &["docker"])) {
        outputs.push(Json::object(
            [("push", "true"), ("type", "image")].map(|(name, text)| (name, Json::from(text))),
        ));
    }
}

/// Makes the image of a target be loaded.
fn load(target: &mut Target, is_loaded: bool) {
    let outputs = outputs(target);
    let stays = |output: &Json| {
        let is_loading = is_type(output, &["docker"]) && output.get("dest").is_none();
        is_loading || !is_type(output, &["docker", "image", "registry", "oci"])
    };
    if is_loaded && !outputs.iter().any(stays) {
        outputs.push(Json::object(
            [("type", "docker")].map(|(name, text)| (name, Json::from(text))),
        ));
    }
}

/// Replaces the source of a secret.
fn set_secret(target: &mut Target, id: &str, text: &str) -> Result<(), String> {
    let mut read = Vec::new();
    entries_of_text(EntryKind::Secret, text, &mut read)?;
    let new = read.pop().unwrap_or_default();
    let field = target.field_mut(position("secret").unwrap_or_default());
    let own = match field {
        Some(Field::Entries(entries)) => entries
            .iter_mut()
            .find(|own| own.get("id") == Some(&Json::from(id))),
        _ => None,
    };
    let own = own.ok_or_else(|| format!("the target has no secret `{id}`"))?;
    if let Some(Json::String(other)) = new.get("id")
        && other != id
    {
        return Err(format!("the value has the `id` of another secret, `{other}`"));
    }
    let parts = ["src", "env"]
        .into_iter()
        .filter_map(|name| Some((name, new.get(name)?.clone())));
    *own = Json::object([("id", Json::from(id))].into_iter().chain(parts));
    Ok(())
}
