//! Terraform's rules for what a provider may plan and return.
//!
//! Terraform refuses what breaks them, and asks its user to report a bug of the provider. Here they are checked first, so
//! that the author of the provider reads what is wrong, where, and what to do. Messages name places, never values.

use std::collections::{BTreeMap, HashMap, HashSet};

use hcl2_value::{Path, PathStep, Str, Value, ValueKind};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting};

use crate::Problem;

/// The problems of one kind in a value.
struct Found {
    summary: &'static str,
    problems: Vec<Problem>,
}

/// At most this many problems are reported.
const MAX_PROBLEMS: usize = 10;

impl Found {
    fn new(summary: &'static str) -> Self {
        Self {
            summary,
            problems: Vec::new(),
        }
    }

    fn report(&mut self, path: &Path, detail: impl Into<String>) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem {
                path: path.clone(),
                ..Problem::new(self.summary, detail)
            });
        }
    }
}

/// Returns why Terraform would refuse a plan.
pub(crate) fn of_plan(block: &Block, prior: &Value, config: &Value, planned: &Value) -> Vec<Problem> {
    let mut found = Found::new("The provider planned an inconsistent value");
    if config.is_null() || planned.is_null() {
        if config.is_null() != planned.is_null() {
            found.report(
                &Path::new(),
                "The plan of an object that the configuration has must not be null, and that of a destroyed one must be.",
            );
        }
        return found.problems;
    }
    plan_of_block(block, prior, config, planned, &Path::new(), &mut found);
    found.problems
}

fn step(path: &Path, name: &str) -> Path {
    let mut path = path.clone();
    path.push(PathStep::Attribute(name.into()));
    path
}

fn index(path: &Path, key: impl Into<Value>) -> Path {
    let mut path = path.clone();
    path.push(PathStep::Index(key.into()));
    path
}

fn part(value: &Value, name: &str) -> Value {
    let null = || Value::null(hcl2_value::Type::DYNAMIC);
    value.get(name).cloned().unwrap_or_else(null)
}

fn plan_of_block(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
    path: &Path,
    found: &mut Found,
) {
    plan_of_attributes(&block.attributes, prior, config, planned, path, found);
    for (name, nested) in &block.blocks {
        let path = step(path, name);
        plan_of_blocks(
            nested,
            &part(prior, name),
            &part(config, name),
            &part(planned, name),
            &path,
            found,
        );
    }
}

fn plan_of_attributes(
    attributes: &BTreeMap<String, Attribute>,
    prior: &Value,
    config: &Value,
    planned: &Value,
    path: &Path,
    found: &mut Found,
) {
    for (name, attribute) in attributes {
        let path = step(path, name);
        plan_of_attribute(
            attribute,
            &part(prior, name),
            &part(config, name),
            &part(planned, name),
            &path,
            found,
        );
    }
}

fn plan_of_attribute(
    attribute: &Attribute,
    prior: &Value,
    config: &Value,
    planned: &Value,
    path: &Path,
    found: &mut Found,
) {
    let is_same = planned == config || (!config.is_known() && !planned.is_known());
    let is_kept = planned == prior && !prior.is_null() && !config.is_null();
    if attribute.write_only {
        if !planned.is_null() {
            found.report(
                path,
                "The attribute is write-only, so its planned value must be null.",
            );
        }
    } else if is_same || is_kept || (attribute.presence.is_computed() && config.is_null()) {
    } else if config.is_null() {
        found.report(
            path,
            "The configuration does not set the attribute, and the schema does not let the provider set it. Plan null, or make it computed.",
        );
    } else if let AttributeContent::Nested { attributes, nesting } = &attribute.content {
        let object = |prior: &Value, config: &Value, planned: &Value, path: &Path, found: &mut Found| {
            plan_of_attributes(attributes, prior, config, planned, path, found);
        };
        let project = |value: &Value| projected(attributes, &BTreeMap::new(), value);
        plan_of_items(*nesting, (prior, config, planned), path, found, object, project);
    } else {
        found.report(
            path,
            "The plan differs from the configuration, which sets the attribute. Plan the configured value, or the prior one if both mean the same.",
        );
    }
}

fn plan_of_blocks(
    nested: &NestedBlock,
    prior: &Value,
    config: &Value,
    planned: &Value,
    path: &Path,
    found: &mut Found,
) {
    if planned == config {
        return;
    }
    let object = |prior: &Value, config: &Value, planned: &Value, path: &Path, found: &mut Found| {
        plan_of_block(&nested.block, prior, config, planned, path, found);
    };
    let project = |value: &Value| projected(&nested.block.attributes, &nested.block.blocks, value);
    plan_of_items(
        nested.nesting,
        (prior, config, planned),
        path,
        found,
        object,
        project,
    );
}

/// Checks the objects of nested attributes or blocks, which are those of the configuration.
fn plan_of_items(
    nesting: Nesting,
    (prior, config, planned): (&Value, &Value, &Value),
    path: &Path,
    found: &mut Found,
    object: impl Fn(&Value, &Value, &Value, &Path, &mut Found),
    project: impl Fn(&Value) -> Value,
) {
    if !config.is_known() || !planned.is_known() {
        // Blocks whose number is unknown are compared once it is known.
        return;
    }
    if planned.is_null() || config.is_null() {
        if planned.is_null() != config.is_null() {
            found.report(path, "The plan has other blocks or objects than the configuration. Plan those of the configuration.");
        }
        return;
    }
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return object(prior, config, planned, path, found);
    }
    if planned.element_count() != config.element_count() {
        found.report(
            path,
            "The plan has another number of blocks or objects than the configuration. Plan those of the configuration, in their order.",
        );
        return;
    }
    let null = Value::null(hcl2_value::Type::DYNAMIC);
    match nesting {
        Nesting::Map => {
            let fields = planned.fields().into_iter().flat_map(|fields| fields.iter());
            for (key, planned) in fields {
                let path = index(path, key.clone());
                match config.get(key) {
                    Some(config) => object(prior.get(key).unwrap_or(&null), config, planned, &path, found),
                    None => found.report(
                        &path,
                        "The configuration has no element with this key. Plan those of the configuration.",
                    ),
                }
            }
        }
        Nesting::Set => {
            let elements = |value: &Value| value.elements().unwrap_or_default().to_vec();
            let given: HashSet<Value> = elements(config).iter().map(&project).collect();
            let other = elements(planned)
                .iter()
                .any(|element| !given.contains(&project(element)));
            if other {
                found.report(path, "The plan has an element that the configuration does not have. Change only computed attributes of the elements.");
            }
        }
        _ => {
            let elements = |value: &Value| value.elements().unwrap_or_default().to_vec();
            let prior = elements(prior);
            for (position, (config, planned)) in elements(config).iter().zip(elements(planned)).enumerate() {
                let prior = prior.get(position).unwrap_or(&null);
                object(prior, config, &planned, &index(path, position), found);
            }
        }
    }
}

/// Returns an object without what the provider may set, to compare the elements of sets.
fn projected(
    attributes: &BTreeMap<String, Attribute>,
    blocks: &BTreeMap<String, NestedBlock>,
    value: &Value,
) -> Value {
    let Some(fields) = value.fields() else {
        return value.clone();
    };
    let kept = fields.iter().filter_map(|(name, value)| {
        let value = match (attributes.get(name.as_str()), blocks.get(name.as_str())) {
            (Some(attribute), _) if attribute.presence.is_computed() || attribute.write_only => return None,
            (
                Some(Attribute {
                    content: AttributeContent::Nested { attributes, .. },
                    ..
                }),
                _,
            ) => projected_items(value, &|value| projected(attributes, &BTreeMap::new(), value)),
            (None, Some(nested)) => projected_items(value, &|value| {
                projected(&nested.block.attributes, &nested.block.blocks, value)
            }),
            _ => value.clone(),
        };
        Some((name.clone(), value))
    });
    Value::object(kept.collect::<Vec<(Str, Value)>>())
}

fn projected_items(value: &Value, project: &dyn Fn(&Value) -> Value) -> Value {
    match value.kind() {
        ValueKind::Object(_) => project(value),
        ValueKind::List(_) | ValueKind::Tuple(_) | ValueKind::Set(_) => {
            Value::tuple(value.elements().unwrap_or_default().iter().map(project))
        }
        ValueKind::Map(fields) => {
            Value::object(fields.iter().map(|(key, value)| (key.clone(), project(value))))
        }
        _ => value.clone(),
    }
}

/// Returns why Terraform would refuse the result of a change: it must be known, and what was planned.
pub(crate) fn of_result(planned: &Value, result: &Value) -> Vec<Problem> {
    let mut found = Found::new("The provider returned an inconsistent result");
    if planned.is_null() || result.is_null() {
        if planned.is_null() != result.is_null() {
            found.report(
                &Path::new(),
                "The object must exist after it was created or changed, and not after it was deleted.",
            );
        }
        return found.problems;
    }
    must_be_known(result, &mut found);
    if found.problems.is_empty() {
        compare(planned, result, &Path::new(), &mut found);
    }
    found.problems
}

/// Returns why Terraform would refuse what was read: it must be known.
pub(crate) fn of_known(result: &Value) -> Vec<Problem> {
    let mut found = Found::new("The provider returned an unknown value");
    must_be_known(result, &mut found);
    found.problems
}

fn must_be_known(result: &Value, found: &mut Found) {
    if result.is_wholly_known() {
        return;
    }
    let _: std::ops::ControlFlow<()> = result.walk(|path, value| {
        if !value.is_known() {
            found.report(
                path,
                "The value is unknown, but the object exists. Set it, or return null if there is none.",
            );
        }
        std::ops::ControlFlow::Continue(hcl2_value::Visit::Into)
    });
}

const OTHER_VALUE: &str = "The result differs from the known value in the plan. Return the planned value, or make it unknown in the plan.";
const OTHER_COUNT: &str = "The result has another number of elements than the plan. Return those of the plan, or make the number unknown there.";
const BROKEN_PROMISE: &str = "The result breaks what the plan promises of the unknown value. Promise less in the plan, or return another value.";

/// Compares a result with its plan, which may be unknown in parts.
fn compare(planned: &Value, result: &Value, path: &Path, found: &mut Found) {
    if planned == result {
        return;
    }
    match (planned.kind(), result.kind()) {
        (ValueKind::Unknown, _) => {
            if !admits(planned, result) {
                found.report(path, BROKEN_PROMISE);
            }
        }
        (ValueKind::List(a), ValueKind::List(b)) | (ValueKind::Tuple(a), ValueKind::Tuple(b)) => {
            if a.len() != b.len() {
                return found.report(path, OTHER_COUNT);
            }
            for (position, (a, b)) in a.iter().zip(b).enumerate() {
                compare(a, b, &index(path, position), found);
            }
        }
        (ValueKind::Object(fields), ValueKind::Object(others)) => {
            for (name, planned) in fields.iter() {
                if let Some(result) = others.get(name) {
                    compare(planned, result, &step(path, name), found);
                }
            }
        }
        (ValueKind::Map(fields), ValueKind::Map(others)) => {
            if fields.keys() != others.keys() {
                return found.report(path, OTHER_COUNT);
            }
            for (key, planned) in fields.iter() {
                if let Some(result) = others.get(key) {
                    compare(planned, result, &index(path, key.clone()), found);
                }
            }
        }
        (ValueKind::Set(_), ValueKind::Set(_)) => compare_sets(planned, result, path, found),
        _ => found.report(path, OTHER_VALUE),
    }
}

/// Compares sets: what only one of them has must be what became of an unknown element.
fn compare_sets(planned: &Value, result: &Value, path: &Path, found: &mut Found) {
    let (a, b) = (
        planned.elements().unwrap_or_default(),
        result.elements().unwrap_or_default(),
    );
    if planned.is_wholly_known() && a.len() != b.len() {
        return found.report(path, OTHER_COUNT);
    }
    let (of_plan, of_result): (HashSet<&Value>, HashSet<&Value>) = (a.iter().collect(), b.iter().collect());
    let open = Open::new(a.iter().filter(|value| !of_result.contains(value)));
    let is_explained = |result: &Value| {
        open.may_become(result).any(|planned| {
            let mut inside = Found::new("");
            compare(planned, result, &Path::new(), &mut inside);
            inside.problems.is_empty()
        })
    };
    if b.iter()
        .filter(|value| !of_plan.contains(value))
        .any(|value| !is_explained(value))
    {
        found.report(path, "The result has an element that is not in the plan. Return those of the plan, or make their parts unknown there.");
    }
}

/// Planned elements of a set that are not among the results, found by their known attributes.
struct Open<'v> {
    /// By the names of the unknown attributes: the elements, by the others.
    patterns: HashMap<Vec<&'v Str>, HashMap<Value, Vec<&'v Value>>>,
    /// Elements that are no objects.
    others: Vec<&'v Value>,
}

impl<'v> Open<'v> {
    fn new(elements: impl Iterator<Item = &'v Value>) -> Self {
        let mut open = Self {
            patterns: HashMap::new(),
            others: Vec::new(),
        };
        for element in elements {
            let Some(fields) = element.fields().filter(|_| element.ty().is_object()) else {
                open.others.push(element);
                continue;
            };
            let unknown = fields.iter().filter(|(_, value)| !value.is_wholly_known());
            let unknown: Vec<&Str> = unknown.map(|(name, _)| name).collect();
            let known = without(element, &unknown);
            let same = open.patterns.entry(unknown).or_default();
            same.entry(known).or_default().push(element);
        }
        open
    }

    /// Returns the elements that may have become a result: few, as far as elements differ in what is known.
    fn may_become<'s>(&'s self, result: &'s Value) -> impl Iterator<Item = &'v Value> + 's {
        let alike = self.patterns.iter().filter_map(|(unknown, elements)| {
            elements
                .get(&without(result, unknown))
                .map(|elements| elements.iter())
        });
        alike.flatten().chain(&self.others).copied()
    }
}

/// Returns an object without some attributes.
fn without(object: &Value, names: &[&Str]) -> Value {
    let fields = object.fields().into_iter().flat_map(|fields| fields.iter());
    let kept = fields.filter(|(name, _)| !names.contains(name));
    Value::object(kept.map(|(name, value)| (name.clone(), value.clone())))
}

/// Returns whether an unknown value may become this one.
fn admits(unknown: &Value, result: &Value) -> bool {
    let Some(refinement) = unknown.refinement() else {
        return true;
    };
    if result.is_null() {
        return !refinement.is_not_null();
    }
    let prefix = result
        .as_str()
        .is_none_or(|text| text.starts_with(refinement.prefix()));
    let bounds = result.as_number().is_none_or(|number| {
        let (low, high) = unknown.number_bounds();
        let above = *number > low.number || (low.inclusive && *number == low.number);
        let below = *number < high.number || (high.inclusive && *number == high.number);
        above && below
    });
    let length = result.element_count().is_none_or(|count| {
        let count = count as u64;
        count >= refinement.length_min() && refinement.length_max().is_none_or(|max| count <= max)
    });
    prefix && bounds && length
}
