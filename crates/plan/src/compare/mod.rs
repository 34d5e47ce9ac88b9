//! Differences between two plans.

mod decided;

use std::collections::{BTreeMap, HashSet};

use hcl2_diagnostics::Outcome;
use hcl2_terraform::ModuleTree;
use hcl2_value::{Path, PathStep, Value, ValueKind};

use self::decided::{Decided, PROVIDER, Unknown, without_keys};
use crate::engine::run;
use crate::model::Plan;
use crate::options::Inputs;

/// A plan that can be compared with another one.
#[derive(Clone, Debug, Default)]
pub struct Comparable {
    /// The plan.
    pub plan: Plan,
    /// What decides its unknown values.
    unknown: Unknown,
}

/// Plans a module tree as [`plan`](crate::plan) does, to compare the plan with another one.
///
/// The diagnostics are those of [`plan`](crate::plan).
pub fn comparable(tree: &ModuleTree, inputs: &Inputs) -> Outcome<Comparable> {
    run(tree, inputs).map(|engine| match engine {
        Some(engine) => Comparable {
            unknown: Unknown::of(&engine),
            plan: engine.plan,
        },
        None => Comparable::default(),
    })
}

/// A resource instance or an output of the root module that two plans have differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The address of the instance, or `output.NAME`.
    pub address: String,
    /// What differs.
    pub kind: DifferenceKind,
    /// The parts that are unknown in both plans and may differ.
    pub uncertain: Vec<Uncertain>,
}

/// A part that is unknown in two plans and may differ, because what decides it differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncertain {
    /// The path to the part; that to the object itself if it is not known which instances it has, or if it was not evaluated.
    pub path: Path,
    /// The object that differs, of those that the expression refers to directly or not: its address without keys, or with
    /// `[*]` if its `count` or `for_each` differs; or the configuration of the provider, such as `provider.aws.west`. `None`
    /// if the expression differs.
    pub because: Option<String>,
}

/// How a plan differs from another one in an instance or output.
#[derive(Clone, Debug, PartialEq)]
pub enum DifferenceKind {
    /// Only the second plan has it.
    Added,
    /// Only the first plan has it.
    Removed,
    /// These parts of its planned value differ; only the path to the value itself if the difference is in nothing else. There
    /// are none if no part is known to differ.
    Parts(Vec<Path>),
}

/// Parts of one value that are listed.
const MAX_PARTS: usize = 100;

/// An instance or output of a plan.
#[derive(Clone)]
struct Planned {
    /// The address of its resource without keys.
    resource: Option<String>,
    /// Whether it stands for an unknown number of instances.
    is_deferred: bool,
    value: Value,
    is_sensitive: bool,
}

/// Returns how the planned values of two plans differ, by address, and which unknown ones may differ.
#[must_use]
pub fn differences(before: &Comparable, after: &Comparable) -> Vec<Difference> {
    let mut all: BTreeMap<String, [Option<Planned>; 2]> = BTreeMap::new();
    for (side, plan) in [&before.plan, &after.plan].into_iter().enumerate() {
        for instance in plan.resources.iter().chain(&plan.deferred) {
            let address = instance.address.to_string();
            let address = match &instance.deposed {
                Some(key) => format!("{address} (deposed object {key})"),
                None => address,
            };
            all.entry(address).or_default()[side] = Some(Planned {
                resource: Some(without_keys(&instance.address).to_string()),
                is_deferred: instance.address.is_of_unknown_instances(),
                value: instance.after.clone(),
                is_sensitive: false,
            });
        }
        for output in &plan.outputs {
            let address = format!("output.{}", output.name);
            all.entry(address).or_default()[side] = Some(Planned {
                resource: None,
                is_deferred: false,
                value: output.after.clone(),
                is_sensitive: output.sensitive,
            });
        }
    }
    let unknown = [&before.unknown, &after.unknown];
    let named = unknown.iter().flat_map(|unknown| unknown.parts.keys());
    for address in named {
        all.entry(address.clone()).or_default();
    }
    let open = [before, after].map(Comparable::open);
    let planned = [before, after].map(Comparable::resources);
    let differences = all.into_iter().filter_map(|(address, sides)| {
        // The other plan may have the same instances.
        let may_be_in = |side: usize, own: &Planned| {
            own.resource.as_ref().is_some_and(|resource| {
                is_in(resource, &open[side]) || own.is_deferred && planned[side].contains(resource)
            })
        };
        let mut uncertain = uncertain(&address, unknown);
        let kind = match &sides {
            [None, None] => DifferenceKind::Parts(Vec::new()),
            [Some(own), None] if may_be_in(1, own) => {
                uncertain.push(Uncertain::whole());
                DifferenceKind::Parts(Vec::new())
            }
            [None, Some(own)] if may_be_in(0, own) => {
                uncertain.push(Uncertain::whole());
                DifferenceKind::Parts(Vec::new())
            }
            [None, Some(_)] => DifferenceKind::Added,
            [Some(_), None] => DifferenceKind::Removed,
            [Some(before), Some(after)] => {
                let mut parts = parts(&before.value, &after.value);
                // Unknown values of different types may be the same.
                parts.retain(|part| uncertain.iter().all(|own| own.path != *part));
                if before.is_sensitive != after.is_sensitive && parts.is_empty() {
                    parts.push(Path::new());
                }
                DifferenceKind::Parts(parts)
            }
        };
        if matches!(kind, DifferenceKind::Added | DifferenceKind::Removed) {
            uncertain.clear();
        }
        let is_same =
            matches!(&kind, DifferenceKind::Parts(parts) if parts.is_empty()) && uncertain.is_empty();
        (!is_same).then_some(Difference {
            address,
            kind,
            uncertain,
        })
    });
    differences.collect()
}

impl Comparable {
    /// Returns the addresses without keys of the resources that have instances.
    fn resources(&self) -> HashSet<String> {
        let instances = self.plan.resources.iter();
        instances
            .map(|instance| without_keys(&instance.address).to_string())
            .collect()
    }

    /// Returns the addresses without keys of the resources and calls that may have other instances than the plan has.
    fn open(&self) -> HashSet<String> {
        let deferred = self.plan.deferred.iter();
        let deferred = deferred.map(|instance| without_keys(&instance.address).to_string());
        deferred.chain(self.unknown.open.iter().cloned()).collect()
    }
}

impl Uncertain {
    const fn whole() -> Self {
        Self {
            path: Path::new(),
            because: None,
        }
    }
}

/// Returns whether the address of a resource without keys, or of one of the calls on the way to it, is in a set.
fn is_in(resource: &str, set: &HashSet<String>) -> bool {
    let ends = resource.match_indices('.').map(|(end, _)| end);
    ends.chain([resource.len()])
        .any(|end| set.contains(&resource[..end]))
}

/// Returns the parts of an instance or output that are unknown in two plans, and that something else decides.
fn uncertain(address: &str, unknown: [&Unknown; 2]) -> Vec<Uncertain> {
    let [Some(before), Some(after)] = unknown.map(|unknown| unknown.parts.get(address)) else {
        return Vec::new();
    };
    let alike = before
        .iter()
        .filter_map(|(name, (path, own))| Some((name, path, own, &after.get(name)?.1)));
    let uncertain = |because, path: &Path| Uncertain {
        path: path.clone(),
        because,
    };
    let differing = alike.filter_map(|(name, path, one, other)| match name.as_str() {
        // What the provider is called does not matter, only how it is configured.
        PROVIDER => {
            let hashes = |decided: &Decided| decided.by.iter().map(|(_, hash)| *hash).collect::<Vec<_>>();
            let address = other.by.first().map(|(address, _)| address.clone());
            (hashes(one) != hashes(other)).then(|| uncertain(address, path))
        }
        _ => (one != other).then(|| uncertain(cause(one, other, unknown), path)),
    });
    differing.collect()
}

/// Returns the object that makes two values differ, as far as references lead to it; `None` if that is their own expression.
fn cause(one: &Decided, other: &Decided, unknown: [&Unknown; 2]) -> Option<String> {
    let (mut one, mut other) = (one, other);
    let mut found = None;
    let mut seen = HashSet::new();
    while one.own == other.own && one.by.len() == other.by.len() {
        let mut pairs = one.by.iter().zip(&other.by);
        let Some((own, _)) = pairs.find(|(one, other)| one.1 != other.1) else {
            break;
        };
        found = Some(own.0.clone());
        let inner = unknown.map(|unknown| unknown.objects.get(&own.0));
        let [Some((before, _)), Some((after, _))] = inner else {
            break;
        };
        if !seen.insert(&own.0) {
            break;
        }
        (one, other) = (before, after);
    }
    found
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
