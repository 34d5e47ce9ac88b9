//! What a configuration consists of, and how one is merged into another.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_value::{Type, Value};

use super::dependency::Dependency;
use super::tables::{FILE, SHOWN_FIELDS, TERRAFORM};
use super::values::{Named, appended, deep_merged, object_of, shallow_merged};

/// A configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// The attributes of the file, and its blocks that are shown as they are; only those that are present.
    pub(super) items: BTreeMap<&'static str, Value>,
    pub(super) terraform: Option<Terraform>,
    pub(super) dependencies: Option<Vec<Value>>,
    pub(super) dependency: BTreeMap<String, Dependency>,
    pub(super) generate: Named,
    pub(super) features: Named,
    pub(super) inputs: Option<Value>,
    pub(super) locals: Option<Value>,
}

/// The block `terraform`.
#[derive(Clone, Debug, Default)]
pub(super) struct Terraform {
    pub(super) fields: BTreeMap<&'static str, Value>,
    /// The blocks by their types and names.
    pub(super) blocks: BTreeMap<&'static str, Named>,
}

/// What the rest of a file needs: its features, its local values and its own dependencies.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) features: Named,
    /// The local values; `None` without any.
    pub(super) locals: Option<Value>,
    pub(super) values: Option<Value>,
    pub(super) dependencies: BTreeMap<String, Dependency>,
    pub(super) problems: Diagnostics,
}

/// A configuration with what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Evaluated {
    pub(super) config: Config,
    pub(super) problems: Diagnostics,
    /// The units that it needs, with the places of their blocks.
    pub(super) needs: Vec<(PathBuf, Span)>,
    /// Whether another configuration that reads it may find something else, by where reading began.
    pub(super) depends_on_original: bool,
}

/// How a configuration is merged into one that includes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    NoMerge,
    Shallow,
    Deep,
}

impl Strategy {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "no_merge" => Some(Self::NoMerge),
            "shallow" => Some(Self::Shallow),
            "deep" => Some(Self::Deep),
            _ => None,
        }
    }
}

/// Blocks that a deep merge merges attribute by attribute.
const MERGED_BY_ATTRIBUTE: [&str; 2] = ["engine", "errors"];

impl Config {
    /// Lays a configuration over this one, which it includes.
    pub(super) fn merge(&mut self, over: &Self, strategy: Strategy) {
        let is_deep = match strategy {
            Strategy::NoMerge => {
                *self = over.clone();
                return;
            }
            Strategy::Shallow => false,
            Strategy::Deep => true,
        };
        for (name, value) in &over.items {
            let merged = match self.items.get(name) {
                Some(own) if is_deep && MERGED_BY_ATTRIBUTE.contains(name) => deep_merged(own, value, true),
                _ => value.clone(),
            };
            self.items.insert(name, merged);
        }
        match (&mut self.terraform, &over.terraform) {
            (_, None) => {}
            (own @ None, Some(over)) => *own = Some(over.clone()),
            (Some(own), Some(over)) => own.merge(over, is_deep),
        }
        self.merge_dependencies(over, is_deep);
        for (name, dependency) in &over.dependency {
            match self.dependency.entry(name.clone()) {
                Entry::Occupied(mut own) if is_deep => own.get_mut().merge(dependency),
                own => drop(own.insert_entry(dependency.clone())),
            }
        }
        merge_named(&mut self.features, &over.features, is_deep);
        merge_named(&mut self.generate, &over.generate, false);
        self.inputs = merged_inputs(self.inputs.as_ref(), over.inputs.as_ref(), is_deep);
    }

    /// Merges the paths of dependencies. A deep merge repeats those that both have.
    fn merge_dependencies(&mut self, over: &Self, is_deep: bool) {
        let Some(paths) = &over.dependencies else { return };
        let own = self.dependencies.get_or_insert_default();
        for path in paths {
            if is_deep || !own.contains(path) {
                own.push(path.clone());
            }
        }
    }

    /// Returns the configuration as Terragrunt shows it; `with_outputs` says whether dependencies show their outputs, as they
    /// do to a configuration that reads this one.
    pub(super) fn shown(&self, with_outputs: bool) -> Value {
        let mut shown: BTreeMap<&str, Value> = BTreeMap::new();
        for field in FILE.fields.iter().take(SHOWN_FIELDS) {
            let value = self.items.get(field.name).cloned();
            let value = value.or_else(|| field.absent.value(field.kind));
            shown.extend(value.map(|value| (field.name, value)));
        }
        for name in ["catalog", "engine", "exclude", "errors", "remote_state"] {
            shown.extend(self.items.get(name).map(|value| (name, value.clone())));
        }
        shown.extend(
            self.terraform
                .as_ref()
                .map(|terraform| ("terraform", terraform.shown())),
        );
        let paths = self.dependencies.as_ref().map(|paths| {
            let paths = Value::tuple(paths.iter().cloned());
            Value::object([("paths", paths)])
        });
        shown.insert(
            "dependencies",
            paths.unwrap_or_else(|| Value::null(Type::DYNAMIC)),
        );
        let dependencies = self.dependency.iter();
        let dependencies = dependencies.map(|(name, own)| (name.as_str(), own.shown(name, with_outputs)));
        shown.insert("dependency", Value::object(dependencies));
        shown.insert("generate", object_of(&self.generate));
        shown.insert("feature", object_of(&self.features));
        let null = || Value::null(Type::DYNAMIC);
        shown.insert("inputs", self.inputs.clone().unwrap_or_else(null));
        shown.insert("locals", self.locals.clone().unwrap_or_else(null));
        Value::object(shown)
    }
}

impl Terraform {
    fn merge(&mut self, over: &Self, is_deep: bool) {
        for (name, value) in &over.fields {
            let is_list = ["include_in_copy", "exclude_from_copy"].contains(name);
            if value.is_null() || (is_list && !is_deep) {
                continue;
            }
            let own = self.fields.get(name).filter(|own| !own.is_null());
            let merged = match own {
                Some(own) if is_list => appended(value, own),
                _ => value.clone(),
            };
            self.fields.insert(name, merged);
        }
        for (block, named) in &over.blocks {
            merge_named(self.blocks.entry(block).or_default(), named, false);
        }
    }

    fn shown(&self) -> Value {
        let fields = self.fields.iter().map(|(name, value)| (*name, value.clone()));
        let blocks = TERRAFORM.blocks.iter().map(|(name, _)| {
            let named = self
                .blocks
                .get(name)
                .map_or_else(|| object_of(&Named::new()), object_of);
            (*name, named)
        });
        Value::object(fields.chain(blocks))
    }
}

fn merge_named(own: &mut Named, over: &Named, is_deep: bool) {
    for (name, value) in over {
        let merged = match own.get(name) {
            Some(own) if is_deep => deep_merged(own, value, true),
            _ => value.clone(),
        };
        own.insert(name.clone(), merged);
    }
}

fn merged_inputs(own: Option<&Value>, over: Option<&Value>, is_deep: bool) -> Option<Value> {
    match (own, over) {
        (None, inputs) | (inputs, None) => inputs.cloned(),
        (Some(own), Some(over)) if is_deep => Some(deep_merged(own, over, true)),
        (Some(own), Some(over)) => Some(shallow_merged(own, over)),
    }
}
