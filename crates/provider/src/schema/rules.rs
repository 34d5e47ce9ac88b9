//! Validating and planning by the rules of a definition.

use std::collections::BTreeMap;

use hcl2_value::{InconsistentTypes, Path, PathStep, Value};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, Nesting, Presence};

use super::field::Sameness;
use super::{Definition, Rule};
use crate::Problem;

/// What a change leads to, before the provider has seen it.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) state: Value,
    /// The attributes whose change requires another object.
    pub(crate) replace: Vec<Path>,
}

impl Definition {
    /// Checks what is known of a configuration.
    pub(crate) fn problems(&self, config: &Value) -> Vec<Problem> {
        let mut problems = Vec::new();
        check(&self.rules, config, &mut |problem| problems.push(problem));
        problems
    }

    /// Completes what Terraform proposes: defaults, unknown values where the provider decides, and replacements.
    pub(crate) fn propose(
        &self,
        prior: &Value,
        config: &Value,
        proposed: &Value,
    ) -> Result<Proposal, Problem> {
        // A write-only value is no change: the state has none to compare it with.
        let proposed = self.block.without_write_only(proposed);
        let state = self.with_defaults(&proposed, config)?;
        let mut state = self.unchanged(&state, prior)?;
        if state != *prior {
            state = self
                .block
                .without_write_only(&self.undecided(&state, prior, config)?);
        }
        let mut replace = Vec::new();
        if !prior.is_null() {
            replaced(&self.rules, prior, &state, &Path::new(), &mut replace);
        }
        Ok(Proposal { state, replace })
    }

    /// Replaces values that mean the same as those that are known at the same place, so that they are no changes. The elements
    /// of sets have no place.
    pub(crate) fn unchanged(&self, value: &Value, known: &Value) -> Result<Value, Problem> {
        match unchanged(&self.rules, value, known) {
            Some(changed) => Ok(self.block.coerce(&changed)?),
            None => Ok(value.clone()),
        }
    }

    /// Sets what the configuration leaves out to its default.
    pub(crate) fn with_defaults(&self, proposed: &Value, config: &Value) -> Result<Value, InconsistentTypes> {
        proposed.transform(|path, value| {
            let default = match self.rule_at(path) {
                Some(Rule {
                    default: Some(default),
                    ..
                }) => default,
                _ => return Ok(value),
            };
            // The elements of sets have no place in the configuration.
            let is_set = value.is_null() || path.apply(config).is_some_and(|given| given.is_null());
            if !is_set {
                return Ok(value);
            }
            Ok(default.convert(value.ty()).unwrap_or_else(|_| default.clone()))
        })
    }

    /// Makes unknown what the provider decides: all of a new object, and what is not stable of an existing one.
    fn undecided(&self, state: &Value, prior: &Value, config: &Value) -> Result<Value, InconsistentTypes> {
        state.transform(|path, value| {
            let Some(attribute) = attribute_at(&self.block, path) else {
                return Ok(value);
            };
            let rule = self.rule_at(path);
            if !attribute.presence.is_computed() || rule.is_some_and(|rule| rule.default.is_some()) {
                return Ok(value);
            }
            let outermost = path.steps().len() == 1;
            let is_open = if outermost && !prior.is_null() {
                let given = path.apply(config).is_some_and(|given| !given.is_null());
                !given && !rule.is_some_and(|rule| rule.stable)
            } else {
                value.is_null()
            };
            Ok(match rule {
                _ if !is_open => value,
                Some(Rule { not_null: true, .. }) => Value::unknown_not_null(attribute.implied_type()),
                _ => Value::unknown(attribute.implied_type()),
            })
        })
    }

    /// Returns a planned value as the Rust type of its model can hold it: what the provider decides, and the type cannot
    /// hold as unknown, is null.
    pub(crate) fn decodable(&self, planned: &Value) -> Result<Value, InconsistentTypes> {
        if planned.is_wholly_known() {
            return Ok(planned.clone());
        }
        planned.transform(|path, value| match self.rule_at(path) {
            Some(rule) if !value.is_known() && !rule.knowable => Ok(Value::null(value.ty().clone())),
            _ => Ok(value),
        })
    }

    /// Returns a planned value with the write-only values of the configuration.
    pub(crate) fn with_write_only(
        &self,
        planned: &Value,
        config: &Value,
    ) -> Result<Value, InconsistentTypes> {
        planned.transform(|path, value| match attribute_at(&self.block, path) {
            Some(attribute) if attribute.write_only => Ok(path.apply(config).unwrap_or(value)),
            _ => Ok(value),
        })
    }

    /// Returns what of a state a configuration has to say.
    pub(crate) fn config_of(&self, state: &Value) -> Result<Value, InconsistentTypes> {
        state.transform(|path, value| {
            let Some(attribute) = attribute_at(&self.block, path) else {
                return Ok(value);
            };
            let default = self.rule_at(path).and_then(|rule| rule.default.as_ref());
            let is_default = default
                .is_some_and(|default| default.convert(value.ty()).is_ok_and(|default| default == value));
            let is_given = match attribute.presence {
                Presence::Computed => false,
                Presence::Required => true,
                _ => !attribute.deprecated && !attribute.write_only && !is_default,
            };
            Ok(if is_given {
                value
            } else {
                Value::null(value.ty().clone())
            })
        })
    }

    /// Returns the rule of the part at a path.
    fn rule_at(&self, path: &Path) -> Option<&Rule> {
        let mut names = names(path)?;
        let mut rule = self.rules.get(names.next()?)?;
        for name in names {
            rule = rule.inner.get(name)?;
        }
        Some(rule)
    }
}

/// Returns an object with values of another one where they mean the same; `None` if it has none.
fn unchanged(rules: &BTreeMap<String, Rule>, object: &Value, known: &Value) -> Option<Value> {
    let fields = object.fields()?;
    let is_comparable = |value: &Value| value.is_wholly_known() && !value.is_null();
    let mut changed = BTreeMap::new();
    for (name, rule) in rules {
        let (Some(value), Some(known)) = (object.get(name), known.get(name)) else {
            continue;
        };
        if value == known {
            continue;
        }
        let is_same = |same: &Sameness| is_comparable(value) && is_comparable(known) && same(known, value);
        let kept = match (&rule.sameness, rule.nesting) {
            (Some(same), _) if is_same(same) => Some(known.clone()),
            (_, Some(nesting)) => unchanged_items(&rule.inner, nesting, value, known),
            _ => None,
        };
        changed.extend(kept.map(|kept| (name.as_str(), kept)));
    }
    if changed.is_empty() {
        return None;
    }
    Some(Value::object(fields.iter().map(|(name, value)| {
        (
            name.clone(),
            changed.remove(name.as_str()).unwrap_or_else(|| value.clone()),
        )
    })))
}

/// Returns nested objects or blocks with values of others where they mean the same; `None` if they have none.
fn unchanged_items(
    rules: &BTreeMap<String, Rule>,
    nesting: Nesting,
    value: &Value,
    known: &Value,
) -> Option<Value> {
    if !value.is_known() || !known.is_known() {
        return None;
    }
    let mut any = false;
    let mut item = |value: &Value, known: Option<&Value>| {
        let kept = known.and_then(|known| unchanged(rules, value, known));
        any |= kept.is_some();
        kept.unwrap_or_else(|| value.clone())
    };
    let items = match nesting {
        Nesting::Single | Nesting::Group => item(value, Some(known)),
        Nesting::List => {
            let known = known.elements().unwrap_or_default();
            let elements = value.elements()?.iter().enumerate();
            Value::tuple(elements.map(|(index, value)| item(value, known.get(index))))
        }
        Nesting::Map => {
            let fields = value.fields()?.iter();
            Value::object(fields.map(|(key, value)| (key.clone(), item(value, known.get(key)))))
        }
        // Its elements have no place.
        Nesting::Set => return None,
    };
    any.then_some(items)
}

/// Returns the names in a path that ends with one.
fn names(path: &Path) -> Option<impl Iterator<Item = &str>> {
    let PathStep::Attribute(_) = path.steps().last()? else {
        return None;
    };
    Some(path.steps().iter().filter_map(|step| match step {
        PathStep::Attribute(name) => Some(name.as_str()),
        PathStep::Index(_) => None,
    }))
}

/// Returns the attribute at a path, in nested objects and blocks too.
pub(crate) fn attribute_at<'s>(block: &'s Block, path: &Path) -> Option<&'s Attribute> {
    let mut names = names(path)?.peekable();
    let mut block = block;
    let mut attributes = &block.attributes;
    while let Some(name) = names.next() {
        let is_last = names.peek().is_none();
        match (attributes.get(name), block.blocks.get(name)) {
            (Some(attribute), _) if is_last => return Some(attribute),
            (Some(attribute), _) => match &attribute.content {
                AttributeContent::Nested {
                    attributes: inner, ..
                } => attributes = inner,
                AttributeContent::Type(_) => return None,
            },
            (None, Some(nested)) => {
                block = &nested.block;
                attributes = &block.attributes;
            }
            (None, None) => return None,
        }
    }
    None
}

/// Returns the objects in a value of nested objects or blocks, with the steps to them.
fn objects(nesting: Nesting, value: &Value) -> Vec<(Option<PathStep>, &Value)> {
    match nesting {
        Nesting::Single | Nesting::Group => vec![(None, value)],
        Nesting::List | Nesting::Set => {
            let elements = value.elements().unwrap_or_default().iter().enumerate();
            elements
                .map(|(index, element)| (Some(PathStep::Index(Value::from(index))), element))
                .collect()
        }
        Nesting::Map => {
            let fields = value.fields().into_iter().flat_map(|fields| fields.iter());
            fields
                .map(|(key, element)| (Some(PathStep::Index(Value::from(key.clone()))), element))
                .collect()
        }
    }
}

fn check(rules: &BTreeMap<String, Rule>, object: &Value, report: &mut dyn FnMut(Problem)) {
    for (name, rule) in rules {
        let Some(value) = object.get(name).filter(|value| !value.is_null()) else {
            continue;
        };
        if value.is_wholly_known() {
            for validator in &rule.validators {
                if let Err(problem) = validator(value) {
                    report(problem.at(name));
                    break;
                }
            }
        }
        let Some(nesting) = rule.nesting.filter(|_| value.is_known()) else {
            continue;
        };
        for (step, object) in objects(nesting, value) {
            check(&rule.inner, object, &mut |problem| {
                let problem = match &step {
                    Some(step) => problem.inside(step),
                    None => problem,
                };
                report(problem.at(name));
            });
        }
    }
}

fn replaced(
    rules: &BTreeMap<String, Rule>,
    prior: &Value,
    state: &Value,
    path: &Path,
    replace: &mut Vec<Path>,
) {
    for (name, rule) in rules {
        let (old, new) = (prior.get(name), state.get(name));
        if old == new {
            continue;
        }
        let mut path = path.clone();
        path.push(PathStep::Attribute(name.as_str().into()));
        if rule.requires_replace || has_replaced_part(rule, old, new) {
            replace.push(path);
        }
    }
}

/// Returns whether an attribute inside of nested objects has changed that requires another object.
fn has_replaced_part(rule: &Rule, old: Option<&Value>, new: Option<&Value>) -> bool {
    let Some(nesting) = rule.nesting else {
        return false;
    };
    let parts = |value: Option<&Value>, name: &str| -> Vec<Value> {
        let objects = value.map(|value| objects(nesting, value)).unwrap_or_default();
        objects
            .into_iter()
            .filter_map(|(_, object)| object.get(name).cloned())
            .collect()
    };
    rule.inner.iter().any(|(name, inner)| {
        let (old, new) = (parts(old, name), parts(new, name));
        let differs = old != new;
        differs
            && (inner.requires_replace
                || old
                    .iter()
                    .zip(&new)
                    .any(|(old, new)| has_replaced_part(inner, Some(old), Some(new))))
    })
}
