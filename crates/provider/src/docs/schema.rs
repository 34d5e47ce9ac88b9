//! The attributes and nested blocks of a schema, as lists.

use std::collections::BTreeMap;

use hcl2_value::{Type, Value};
use hcl2_wire::json;
use hcl2_wire::schema::{Attribute, AttributeContent, NestedBlock, Nesting, Presence};

use super::types::{object_in, of_schema, on_one_line};
use crate::schema::{Definition, Rule};

/// Who sets a part of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Required,
    Optional,
    ReadOnly,
}

const GROUPS: [(Group, &str); 3] = [
    (Group::Required, "Required"),
    (Group::Optional, "Optional"),
    (Group::ReadOnly, "Read-Only"),
];

/// The parts of a level of a schema, and what is below it.
struct Level<'s> {
    attributes: Vec<(&'s str, &'s Attribute, Option<&'s Rule>)>,
    blocks: Vec<(&'s str, &'s NestedBlock, Option<&'s Rule>)>,
    /// The attributes of an object type.
    fields: Vec<(&'s str, &'s Type, Group)>,
}

/// A level that is described further down.
struct Below<'s> {
    anchor: String,
    path: String,
    level: Level<'s>,
}

/// Returns the sections of a schema: lists of the outermost level by who sets what, and one for each level below.
pub(super) fn sections(definition: &Definition) -> Vec<String> {
    let level = of_parts(
        &definition.block.attributes,
        &definition.block.blocks,
        Some(&definition.rules),
    );
    let mut sections = Vec::new();
    let mut below = Vec::new();
    let lists = lists(&level, "", &mut below);
    if !lists.is_empty() {
        sections.push("## Schema".to_owned());
    }
    for (heading, lines) in lists {
        sections.push(format!("### {heading}"));
        sections.push(lines);
    }
    nested(below, &mut sections);
    sections
}

/// Adds the sections of further levels, each with those below it.
fn nested(levels: Vec<Below<'_>>, sections: &mut Vec<String>) {
    for Below { anchor, path, level } in levels {
        sections.push(format!("<a id=\"{anchor}\"></a>\n### Nested Schema for `{path}`"));
        let mut below = Vec::new();
        for (heading, lines) in lists(&level, &path, &mut below) {
            sections.push(format!("{heading}:"));
            sections.push(lines);
        }
        nested(below, sections);
    }
}

fn of_parts<'s>(
    attributes: &'s BTreeMap<String, Attribute>,
    blocks: &'s BTreeMap<String, NestedBlock>,
    rules: Option<&'s BTreeMap<String, Rule>>,
) -> Level<'s> {
    let rule = |name: &str| rules.and_then(|rules| rules.get(name));
    Level {
        attributes: attributes
            .iter()
            .map(|(name, attribute)| (name.as_str(), attribute, rule(name)))
            .collect(),
        blocks: blocks
            .iter()
            .map(|(name, block)| (name.as_str(), block, rule(name)))
            .collect(),
        fields: Vec::new(),
    }
}

/// Returns the level of the objects in a type; the provider sets all of them or none.
fn of_type(ty: &Type, group: Group) -> Option<Level<'_>> {
    let fields = object_in(ty)?.object_type()?;
    let group = match group {
        Group::ReadOnly => Group::ReadOnly,
        Group::Required | Group::Optional => Group::Required,
    };
    Some(Level {
        attributes: Vec::new(),
        blocks: Vec::new(),
        fields: fields
            .iter()
            .map(|(name, ty)| (name.as_str(), ty, group))
            .collect(),
    })
}

/// Returns the lists of a level with their headings, and adds the levels below it.
fn lists<'s>(level: &Level<'s>, path: &str, below: &mut Vec<Below<'s>>) -> Vec<(&'static str, String)> {
    let mut lines: Vec<(Group, &str, String)> = Vec::new();
    let mut see = |kind: &str, name: &str, level: Option<Level<'s>>| {
        let Some(level) = level else {
            return String::new();
        };
        let path = match path {
            "" => name.to_owned(),
            _ => format!("{path}.{name}"),
        };
        let anchor = format!("{kind}--{}", path.replace('.', "--"));
        let link = format!(" (see [below for nested schema](#{anchor}))");
        below.push(Below { anchor, path, level });
        link
    };
    for (name, attribute, rule) in &level.attributes {
        let group = match attribute.presence {
            Presence::Required => Group::Required,
            Presence::Computed => Group::ReadOnly,
            Presence::Optional | Presence::OptionalComputed => Group::Optional,
        };
        let (ty, kind, inner) = match &attribute.content {
            AttributeContent::Type(ty) => (of_schema(ty), "nestedobjatt", of_type(ty, group)),
            AttributeContent::Nested { attributes, nesting } => {
                let rules = rule.map(|rule| &rule.inner);
                let level = of_parts(attributes, NO_BLOCKS, rules);
                (nested_type("Attributes", *nesting), "nestedatt", Some(level))
            }
        };
        let mut notes = vec![ty];
        for (note, is_set) in [
            ("Sensitive", attribute.sensitive),
            ("Deprecated", attribute.deprecated),
            ("Write-only", attribute.write_only),
        ] {
            notes.extend(is_set.then(|| note.to_owned()));
        }
        let mut words = spaced(&attribute.description);
        for word in rule.iter().flat_map(|rule| rule_words(rule)) {
            words.push_str(&spaced(&word));
        }
        let line = format!(
            "- `{name}` ({}){words}{}",
            notes.join(", "),
            see(kind, name, inner)
        );
        lines.push((group, name, line));
    }
    for (name, nested, rule) in &level.blocks {
        let block = &nested.block;
        let inner = of_parts(&block.attributes, &block.blocks, rule.map(|rule| &rule.inner));
        let mut notes = vec![nested_type("Block", nested.nesting)];
        if !matches!(nested.nesting, Nesting::Single | Nesting::Group) {
            notes.extend((nested.min_items > 0).then(|| format!("Min: {}", nested.min_items)));
            notes.extend((nested.max_items > 0).then(|| format!("Max: {}", nested.max_items)));
        }
        notes.extend(block.deprecated.then(|| "Deprecated".to_owned()));
        let group = if nested.min_items > 0 {
            Group::Required
        } else {
            Group::Optional
        };
        let line = format!(
            "- `{name}` ({}){}{}",
            notes.join(", "),
            spaced(&block.description),
            see("nestedblock", name, Some(inner))
        );
        lines.push((group, name, line));
    }
    for (name, ty, group) in &level.fields {
        let link = see("nestedobjatt", name, of_type(ty, *group));
        lines.push((*group, name, format!("- `{name}` ({}){link}", of_schema(ty))));
    }
    lines.sort_by_key(|(_, name, _)| *name);
    let list = |(group, heading): (Group, &'static str)| {
        let own = lines.iter().filter(|(own, _, _)| *own == group);
        let own: Vec<&str> = own.map(|(_, _, line)| line.as_str()).collect();
        (!own.is_empty()).then(|| (heading, own.join("\n")))
    };
    GROUPS.into_iter().filter_map(list).collect()
}

/// Returns words after a space, if there are any.
fn spaced(words: &str) -> String {
    match on_one_line(words) {
        words if words.is_empty() => words,
        words => format!(" {words}"),
    }
}

static NO_BLOCKS: &BTreeMap<String, NestedBlock> = &BTreeMap::new();

fn nested_type(what: &str, nesting: Nesting) -> String {
    match nesting {
        Nesting::Single | Nesting::Group => what.to_owned(),
        Nesting::List => format!("{what} List"),
        Nesting::Set => format!("{what} Set"),
        Nesting::Map => format!("{what} Map"),
    }
}

/// Returns what the rules of an attribute mean for its user.
fn rule_words(rule: &Rule) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(default) = &rule.default {
        words.push(format!("Defaults to `{}`.", shown(default)));
    }
    if rule.requires_replace {
        words.push("A change replaces the object.".to_owned());
    }
    words
}

/// Returns a default as JSON, which is what most of them are in the native syntax.
fn shown(value: &Value) -> String {
    json::encode(value, value.ty()).unwrap_or_default()
}
