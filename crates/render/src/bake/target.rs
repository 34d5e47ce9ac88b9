//! A target of bake files: the values of its attributes.

use super::fields::{FIELDS, Field, position};
use crate::Json;

/// A target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    fields: Vec<Option<Field>>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            fields: vec![None; FIELDS.len()],
        }
    }
}

impl Target {
    pub(super) fn field_mut(&mut self, position: usize) -> &mut Option<Field> {
        &mut self.fields[position]
    }

    pub(super) fn named_mut(&mut self, name: &str) -> &mut Option<Field> {
        self.field_mut(position(name).unwrap_or_default())
    }

    pub(super) fn named(&self, name: &str) -> Option<&Field> {
        self.fields[position(name)?].as_ref()
    }

    /// Returns the strings of an attribute.
    pub(super) fn texts(&self, name: &str) -> &[String] {
        match self.named(name) {
            Some(Field::Texts(items)) => items,
            _ => &[],
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.named(name) {
            Some(Field::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the names of the targets whose results are contexts.
    pub(super) fn links(&self) -> Vec<String> {
        let Some(Field::Map(contexts)) = self.named("contexts") else {
            return Vec::new();
        };
        let names = contexts.values().flatten();
        names
            .filter_map(|text| Some(text.strip_prefix("target:")?.to_owned()))
            .collect()
    }

    /// Adds the attributes of a later block, or of one that inherits.
    pub(super) fn merge(&mut self, later: &Self) {
        for (spec, (own, later)) in FIELDS.iter().zip(self.fields.iter_mut().zip(&later.fields)) {
            if let Some(later) = later {
                spec.merge(own, later);
            }
        }
    }

    pub(super) fn normalize(&mut self) {
        if self.text("network") == Some("host") {
            self.add_entitlement("network.host");
        }
        for (spec, field) in FIELDS.iter().zip(&mut self.fields) {
            if let Some(field) = field {
                spec.normalize(field);
            }
            // An empty list of a parent replaces nothing.
            if matches!(field, Some(Field::Entries(entries)) if entries.is_empty()) {
                *field = None;
            }
        }
    }

    pub(super) fn add_entitlement(&mut self, name: &str) {
        match self.named_mut("entitlements") {
            Some(Field::Texts(all)) if all.iter().any(|own| own == name) => {}
            Some(Field::Texts(all)) => all.push(name.to_owned()),
            field => *field = Some(Field::Texts(vec![name.to_owned()])),
        }
    }

    pub(super) fn json(&self) -> Json {
        let all = FIELDS.iter().zip(&self.fields);
        Json::object(all.filter_map(|(spec, field)| Some((spec.name, spec.json(field.as_ref()?)?))))
    }
}

/// Sets what a target has without being told.
pub(super) fn finished(mut target: Target) -> Target {
    *target.named_mut("inherits") = None;
    target
        .named_mut("context")
        .get_or_insert_with(|| Field::Text(".".to_owned()));
    if target.text("dockerfile").is_none_or(str::is_empty) {
        *target.named_mut("dockerfile") = Some(Field::Text("Dockerfile".to_owned()));
    }
    target
}
