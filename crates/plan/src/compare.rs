//! Differences between two plans.

use std::collections::BTreeMap;

use hcl2_value::{Path, PathStep, Value, ValueKind};

use crate::model::Plan;

/// A resource instance or an output of the root module that two plans have differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The address of the instance, or `output.NAME`.
    pub address: String,
    /// What differs.
    pub change: Change,
}

/// How a plan differs from another one in an instance or output.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Only the second plan has it.
    Added,
    /// Only the first plan has it.
    Removed,
    /// These parts of its planned value differ; only the path to the value itself if the difference is in nothing else.
    Parts(Vec<Path>),
}

/// Parts of one value that are listed.
const MAX_PARTS: usize = 100;

/// Returns how the planned values of two plans differ, by address.
#[must_use]
pub fn compare(before: &Plan, after: &Plan) -> Vec<Difference> {
    let mut all: BTreeMap<String, [Option<(Value, bool)>; 2]> = BTreeMap::new();
    for (side, plan) in [before, after].into_iter().enumerate() {
        for instance in plan.resources.iter().chain(&plan.deferred) {
            let address = instance.address.to_string();
            let address = match &instance.deposed {
                Some(key) => format!("{address} (deposed object {key})"),
                None => address,
            };
            all.entry(address).or_default()[side] = Some((instance.after.clone(), false));
        }
        for output in &plan.outputs {
            let address = format!("output.{}", output.name);
            all.entry(address).or_default()[side] = Some((output.after.clone(), output.sensitive));
        }
    }
    let differences = all.into_iter().filter_map(|(address, sides)| {
        let change = match sides {
            [None, _] => Change::Added,
            [_, None] => Change::Removed,
            [Some(before), Some(after)] if before.1 != after.1 => {
                let mut parts = parts(&before.0, &after.0);
                if parts.is_empty() {
                    parts.push(Path::new());
                }
                Change::Parts(parts)
            }
            [Some(before), Some(after)] => Change::Parts(parts(&before.0, &after.0)),
        };
        let is_same = matches!(&change, Change::Parts(parts) if parts.is_empty());
        (!is_same).then_some(Difference { address, change })
    });
    differences.collect()
}

/// Returns the paths to the innermost parts that differ.
fn parts(before: &Value, after: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    let mut pending = vec![(Path::new(), before.clone(), after.clone())];
    while let Some((path, before, after)) = pending.pop() {
        if before == after || found.len() == MAX_PARTS {
            continue;
        }
        let ((before, marks), (after, other)) = (before.unmark(), after.unmark());
        let inner = if marks == other {
            common(&before, &after)
        } else {
            None
        };
        let Some(inner) = inner else {
            found.push(path);
            continue;
        };
        for (step, before, after) in inner.into_iter().rev() {
            let mut path = path.clone();
            path.push(step);
            pending.push((path, before, after));
        }
    }
    found
}

/// Returns the parts of two values of the same shape; a field that one lacks is null.
fn common(before: &Value, after: &Value) -> Option<Vec<(PathStep, Value, Value)>> {
    let null = || Value::null(hcl2_value::Type::DYNAMIC);
    match (before.kind(), after.kind()) {
        (ValueKind::Object(a), ValueKind::Object(b)) | (ValueKind::Map(a), ValueKind::Map(b)) => {
            let is_object = matches!(before.kind(), ValueKind::Object(_));
            let step = |name: &hcl2_value::Str| match is_object {
                true => PathStep::Attribute(name.clone()),
                false => PathStep::Index(Value::from(name.clone())),
            };
            let mut parts: Vec<_> = a
                .iter()
                .map(|(name, part)| {
                    (
                        step(name),
                        part.clone(),
                        b.get(name).cloned().unwrap_or_else(null),
                    )
                })
                .collect();
            let added = b.iter().filter(|(name, _)| a.get(name).is_none());
            parts.extend(added.map(|(name, part)| (step(name), null(), part.clone())));
            Some(parts)
        }
        (ValueKind::List(a), ValueKind::List(b)) | (ValueKind::Tuple(a), ValueKind::Tuple(b))
            if a.len() == b.len() =>
        {
            let items = a.iter().zip(b).enumerate();
            let parts = items
                .map(|(index, (a, b))| (PathStep::Index(Value::from(index as u64)), a.clone(), b.clone()));
            Some(parts.collect())
        }
        _ => None,
    }
}
