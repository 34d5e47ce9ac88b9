//! Addresses as text and as references.

use std::str::FromStr;

use hcl2_diagnostics::SourceMap;
use hcl2_model::{Expression, Name, Traversal, TraversalStep};
use hcl2_native::{NativeExpression, TraversalKind, parse_traversal};
use hcl2_value::Value;

use super::{InstanceKey, ModuleAddress, ModuleStep, ResourceAddress, ResourceKind, Target};
use crate::table::{ROOT_RESOURCE, names};

/// Parses a reference: an address of any kind, or one with a path in the value of its object. A key may be `[*]`.
#[must_use]
pub fn parse_reference(text: &str) -> Option<Traversal> {
    let source = SourceMap::new().add("address", text).ok()?;
    let file = parse_traversal(&source, TraversalKind::Partial)
        .into_result()
        .ok()?;
    let id = file.root().expr()?;
    NativeExpression::new(file, id).static_partial_traversal()
}

impl InstanceKey {
    /// Returns the key that a value is: a string, or a number from 0.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<Self> {
        match (value.as_str(), value.as_number()) {
            (Some(name), _) => Some(Self::Name(name.into())),
            (_, Some(number)) => u64::try_from(number).ok().map(Self::Index),
            _ => None,
        }
    }

    /// Returns the key at the start of steps, and the steps after it.
    #[must_use]
    pub fn split(steps: &[TraversalStep]) -> (Option<Self>, &[TraversalStep]) {
        match steps {
            [TraversalStep::Index { key, .. }, rest @ ..] => (Self::from_value(key), rest),
            [TraversalStep::Splat { .. }, rest @ ..] => (Some(Self::Unknown), rest),
            _ => (None, steps),
        }
    }
}

impl ModuleAddress {
    /// Splits a reference into the module instance that it starts with, and what it names there.
    #[must_use]
    pub fn split(reference: &Traversal) -> (Self, &[TraversalStep]) {
        let mut steps = reference.steps();
        let mut module = Vec::new();
        while let [root, TraversalStep::Attribute { name, .. }, rest @ ..] = steps {
            if name_of(root).is_none_or(|root| *root != *names::MODULE) {
                break;
            }
            let (key, rest) = InstanceKey::split(rest);
            module.push(ModuleStep {
                name: name.clone(),
                key,
            });
            steps = rest;
        }
        (module.into_iter().collect(), steps)
    }
}

impl Target {
    /// Returns the module, the resource or the instance of one that a reference names, and nothing in it.
    #[must_use]
    pub fn from_reference(reference: &Traversal) -> Option<Self> {
        let (module, rest) = ModuleAddress::split(reference);
        let (kind, rest) = match rest {
            [] => return Some(Self::of_module(module)),
            [first, inner @ ..] => match name_of(first)?.as_str() {
                names::DATA => (ResourceKind::Data, inner),
                names::EPHEMERAL => (ResourceKind::Ephemeral, inner),
                ROOT_RESOURCE => (ResourceKind::Managed, inner),
                _ => (ResourceKind::Managed, rest),
            },
        };
        let [ty, name, key @ ..] = rest else { return None };
        let (ty, name) = (name_of(ty)?.clone(), name_of(name)?.clone());
        let (key, rest) = InstanceKey::split(key);
        let resource = ResourceAddress {
            module,
            kind,
            ty,
            name,
            key,
        };
        rest.is_empty().then(|| Self::of(&resource))
    }
}

impl FromStr for ModuleAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let target = parse_reference(text).and_then(|reference| Target::from_reference(&reference));
        let target = target.filter(|target| target.resource.is_none());
        let expected = "expected the address of a module, such as `module.NAME`";
        target
            .map(|target| target.module)
            .ok_or_else(|| expected.to_owned())
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = |text: &str| Self::from_reference(&parse_reference(text)?);
        parsed(text).ok_or_else(|| {
            let expected =
                "expected the address of a module or of a resource, such as `module.NAME` or `TYPE.NAME[0]`";
            with_lost_quotes(expected, text, |text| parsed(text).is_some())
        })
    }
}

/// Parses the address of a resource, or of an instance of one.
impl FromStr for ResourceAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = |text: &str| Target::from_reference(&parse_reference(text)?)?.resource;
        parsed(text).ok_or_else(|| {
            let expected = "expected the address of a resource, such as `TYPE.NAME[0]`";
            with_lost_quotes(expected, text, |text| parsed(text).is_some())
        })
    }
}

fn with_lost_quotes(expected: &str, text: &str, is_address: impl Fn(&str) -> bool) -> String {
    let why = lost_quotes(text, is_address);
    why.map_or(expected.to_owned(), |why| format!("{expected}; {why}"))
}

/// Returns the name that a step is.
fn name_of(step: &TraversalStep) -> Option<&Name> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name),
        _ => None,
    }
}

/// Returns what a message says of an address with bare keys, from which a shell removed the quotes, if these make it an address.
#[must_use]
pub fn lost_quotes(text: &str, is_address: impl Fn(&str) -> bool) -> Option<String> {
    let mut quoted = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let (key, after) = after.split_once(']').unwrap_or((after, ""));
        let is_bare = !key.starts_with('"') && key.parse::<u64>().is_err();
        quoted.extend([before, "["]);
        quoted.push_str(&if is_bare {
            format!("\"{key}\"")
        } else {
            key.to_owned()
        });
        quoted.push(']');
        rest = after;
    }
    quoted.push_str(rest);
    if quoted == text || !is_address(&quoted) {
        return None;
    }
    Some(format!(
        "a key is a string in quotes, which a shell removes unless they are inside of others: write '{quoted}'"
    ))
}
