//! Entries of lists: outputs, caches, attestations, secrets, keys of SSH and policies, in their two forms, strings of
//! comma-separated values and objects.

use std::collections::HashMap;

use hcl2_value::{Type, Value};

use super::csv;
use crate::Json;

/// What an entry describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Output,
    Cache,
    Attest,
    Secret,
    Ssh,
    Policy,
}

/// Adds the entries of an element of a list: one, or several names of caches.
pub(super) fn entry_of_value(kind: EntryKind, value: &Value, into: &mut Vec<Json>) -> Result<(), String> {
    if let Some(text) = value.as_str() {
        return entries_of_text(kind, text, into);
    }
    let Some(fields) = value.fields() else {
        return Err("expected a string or an object as an element".to_owned());
    };
    let mut given: Vec<(String, String)> = Vec::new();
    let mut paths = Vec::new();
    for (name, value) in fields.iter() {
        if kind == EntryKind::Ssh && name.as_str() == "paths" && !value.is_null() {
            let list = value
                .convert(&Type::list(Type::STRING))
                .map_err(|error| format!("`paths`: {error}"))?;
            let items = list.elements().unwrap_or_default();
            paths = items
                .iter()
                .filter_map(|item| Some(item.as_str()?.to_owned()))
                .collect();
            continue;
        }
        if value.is_null() {
            continue;
        }
        let text = value
            .convert(&Type::STRING)
            .map_err(|error| format!("`{name}`: {error}"))?;
        given.push((name.to_string(), text.as_str().unwrap_or_default().to_owned()));
    }
    into.push(match kind {
        // Other properties are ignored.
        EntryKind::Secret => ordered(given, &["id", "src", "env"]),
        EntryKind::Ssh => {
            let id = given.into_iter().find(|(name, _)| name == "id");
            ssh(id.map_or_else(String::new, |(_, id)| id), paths)
        }
        EntryKind::Policy => policy(&given)?,
        EntryKind::Attest => attest(given)?,
        EntryKind::Output | EntryKind::Cache => {
            if !given
                .iter()
                .any(|(name, text)| name == "type" && !text.is_empty())
            {
                return Err("`type` is missing".to_owned());
            }
            given.retain(|(name, text)| name != "dest" || !text.is_empty());
            sorted(given)
        }
    });
    Ok(())
}

/// Adds the entries that a string describes.
pub(super) fn entries_of_text(kind: EntryKind, text: &str, into: &mut Vec<Json>) -> Result<(), String> {
    if kind == EntryKind::Ssh {
        let (id, paths) = text
            .split_once('=')
            .map_or((text, None), |(id, paths)| (id, Some(paths)));
        let paths = paths.map(|paths| paths.split(',').map(str::to_owned).collect());
        into.push(ssh(id.to_owned(), paths.unwrap_or_default()));
        return Ok(());
    }
    let fields = csv::fields(text, ',')?;
    match kind {
        EntryKind::Cache if !text.contains('=') => {
            let names = fields.into_iter().map(|name| {
                let given = vec![
                    ("ref".to_owned(), name),
                    ("type".to_owned(), "registry".to_owned()),
                ];
                sorted(given)
            });
            into.extend(names);
            return Ok(());
        }
        EntryKind::Output if fields.len() == 1 && fields[0] == text && !text.starts_with("type=") => {
            let ty = if text == "-" { "tar" } else { "local" };
            into.push(sorted(vec![
                ("dest".to_owned(), text.to_owned()),
                ("type".to_owned(), ty.to_owned()),
            ]));
            return Ok(());
        }
        _ => {}
    }
    let mut given: Vec<(String, String)> = Vec::new();
    for field in &fields {
        let Some((name, value)) = field.split_once('=') else {
            return Err(format!("expected `name=value`, found `{field}`"));
        };
        let name = match kind {
            // Other names than those of its own parts are as they are written.
            EntryKind::Attest if !["type", "disabled"].contains(&&*name.trim().to_lowercase()) => {
                name.to_owned()
            }
            EntryKind::Output | EntryKind::Attest | EntryKind::Policy => name.trim().to_lowercase(),
            _ => name.to_lowercase(),
        };
        let has_one = given
            .iter_mut()
            .find(|(own, _)| kind != EntryKind::Policy && *own == name);
        match has_one {
            Some((_, own)) => value.clone_into(own),
            None => given.push((name, value.to_owned())),
        }
    }
    into.push(match kind {
        EntryKind::Secret => secret(given)?,
        EntryKind::Policy => policy(&given)?,
        EntryKind::Attest => attest(given)?,
        _ => {
            if !given
                .iter()
                .any(|(name, text)| name == "type" && !text.is_empty())
            {
                return Err(format!("`type` is missing in `{text}`"));
            }
            given.retain(|(name, text)| kind == EntryKind::Cache || name != "dest" || !text.is_empty());
            sorted(given)
        }
    });
    Ok(())
}

fn secret(given: Vec<(String, String)>) -> Result<Json, String> {
    let mut parts: Vec<(String, String)> = Vec::new();
    let mut ty = String::new();
    for (name, value) in given {
        match name.as_str() {
            "type" if ["file", "env"].contains(&&*value) => ty = value,
            "type" => return Err(format!("the type of a secret is `file` or `env`, not `{value}`")),
            "id" | "env" => parts.push((name, value)),
            "source" | "src" => {
                parts.retain(|(own, _)| own != "src");
                parts.push(("src".to_owned(), value));
            }
            _ => {
                return Err(format!(
                    "a secret has `id`, `src`, `env` and `type`, and no `{name}`"
                ));
            }
        }
    }
    let has_env = parts
        .iter()
        .any(|(name, value)| name == "env" && !value.is_empty());
    if ty == "env" && !has_env {
        parts.retain(|(name, _)| name != "env");
        if let Some(source) = parts.iter_mut().find(|(name, _)| name == "src") {
            "env".clone_into(&mut source.0);
        }
    }
    Ok(ordered(parts, &["id", "src", "env"]))
}

fn ssh(id: String, paths: Vec<String>) -> Json {
    let id = (!id.is_empty()).then(|| ("id", Json::from(id)));
    let paths =
        (!paths.is_empty()).then(|| ("paths", Json::Array(paths.into_iter().map(Json::from).collect())));
    Json::object(id.into_iter().chain(paths))
}

fn attest(given: Vec<(String, String)>) -> Result<Json, String> {
    if !given
        .iter()
        .any(|(name, text)| name == "type" && !text.is_empty())
    {
        return Err("`type` is missing".to_owned());
    }
    let mut all: Vec<(String, Json)> = Vec::new();
    for (name, text) in given {
        if name != "disabled" {
            all.push((name, text.into()));
        } else if parse_bool(&text).ok_or_else(|| format!("`disabled` is not a bool: `{text}`"))? {
            all.push((name, true.into()));
        }
    }
    all.sort();
    Ok(Json::Object(all))
}

/// Returns a policy with its parts in the order of their JSON.
fn policy(given: &[(String, String)]) -> Result<Json, String> {
    let mut files = Vec::new();
    let (mut reset, mut disabled) = (false, false);
    let (mut strict, mut level) = (Json::Null, Json::Null);
    for (name, text) in given {
        let truth = || parse_bool(text).ok_or_else(|| format!("`{name}` is not a bool: `{text}`"));
        match name.as_str() {
            "filename" if !text.is_empty() => files.push(Json::object([
                ("Filename", Json::from(text.as_str())),
                ("Data", Json::Null),
            ])),
            "reset" => reset = truth()?,
            "disabled" => disabled = truth()?,
            "strict" => strict = truth()?.into(),
            "log-level" => {
                let levels = [
                    "panic", "fatal", "error", "warn", "warning", "info", "debug", "trace",
                ];
                let lower = text.to_lowercase();
                if !levels.contains(&&*lower) {
                    return Err(format!(
                        "`log-level` is one of {}, not `{text}`",
                        levels.join(", ")
                    ));
                }
                level = if lower == "warn" {
                    "warning".into()
                } else {
                    lower.into()
                };
            }
            _ => return Err(format!("a policy has no `{name}={text}`")),
        }
    }
    Ok(Json::object([
        (
            "Files",
            if files.is_empty() {
                Json::Null
            } else {
                Json::Array(files)
            },
        ),
        ("Reset", reset.into()),
        ("Disabled", disabled.into()),
        ("Strict", strict),
        ("LogLevel", level),
    ]))
}

/// Parses the words for bools that Go accepts.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

fn sorted(mut given: Vec<(String, String)>) -> Json {
    given.sort();
    Json::object(given.into_iter().map(|(name, text)| (name, Json::from(text))))
}

/// Returns an object of the parts that are not empty, in a given order.
fn ordered(given: Vec<(String, String)>, order: &[&'static str]) -> Json {
    Json::object(order.iter().filter_map(|name| {
        let (_, text) = given
            .iter()
            .rev()
            .find(|(own, text)| own == name && !text.is_empty())?;
        Some((*name, Json::from(text.as_str())))
    }))
}

/// Returns the value that a reference to an entry has.
pub(super) fn value_of_entry(kind: EntryKind, entry: &Json) -> Value {
    let text = |name: &str| match entry.get(name) {
        Some(Json::String(text)) => Value::from(text.as_str()),
        _ => Value::from(""),
    };
    match kind {
        EntryKind::Secret => Value::object(["id", "src", "env"].map(|name| (name, text(name)))),
        EntryKind::Ssh => {
            let paths: Vec<Value> = match entry.get("paths") {
                Some(Json::Array(paths)) => paths
                    .iter()
                    .filter_map(|path| match path {
                        Json::String(path) => Some(Value::from(path.as_str())),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            };
            let paths = Value::list(Type::STRING, paths).unwrap_or(Value::DYNAMIC);
            Value::object([("id", text("id")), ("paths", paths)])
        }
        EntryKind::Output | EntryKind::Cache | EntryKind::Attest | EntryKind::Policy => {
            let Json::Object(all) = entry else {
                return Value::DYNAMIC;
            };
            let mut all: Vec<(&str, Value)> = all
                .iter()
                .filter_map(|(name, value)| match value {
                    Json::String(text) => Some((name.as_str(), Value::from(text.as_str()))),
                    Json::Bool(truth) => Some((name.as_str(), Value::from(truth.to_string()))),
                    _ => None,
                })
                .collect();
            if kind == EntryKind::Output && entry.get("dest").is_none() {
                all.push(("dest", "".into()));
            }
            Value::map(Type::STRING, all).unwrap_or(Value::DYNAMIC)
        }
    }
}

impl EntryKind {
    /// Removes repeated entries: of attestations, secrets and keys, the last one with a name stays, in the place of the first.
    pub(super) fn without_repeats(self, entries: &mut Vec<Json>) {
        let by = match self {
            Self::Attest => "type",
            Self::Secret | Self::Ssh => "id",
            Self::Policy => return,
            Self::Output | Self::Cache => return without_equal(entries),
        };
        let mut positions: HashMap<Json, usize> = HashMap::new();
        let mut kept: Vec<Json> = Vec::new();
        for entry in entries.drain(..) {
            let name = entry.get(by).cloned().unwrap_or_default();
            match positions.get(&name) {
                Some(position) => kept[*position] = entry,
                None => {
                    positions.insert(name, kept.len());
                    kept.push(entry);
                }
            }
        }
        *entries = kept;
    }
}

/// Removes entries that equal an earlier one, from the end on. The last entry takes the place of a removed one.
fn without_equal(entries: &mut Vec<Json>) {
    let mut later: HashMap<Json, usize> = HashMap::new();
    for position in (0..entries.len()).rev() {
        let entry = entries[position].clone();
        if let Some(repeat) = later.remove(&entry) {
            entries.swap_remove(repeat);
            if let Some(moved) = entries.get(repeat) {
                later.insert(moved.clone(), repeat);
            }
        }
        later.insert(entry, position);
    }
}
