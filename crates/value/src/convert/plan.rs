//! Plans of conversions, made from the types alone.
//!
//! A plan is a table of steps that refer to each other by position. It can be made, applied and dropped without
//! recursion, however deeply the types are nested.

use std::collections::HashMap;

use super::{Safety, capsule, unify};
use crate::shared::Memo;
use crate::{CapsuleType, Type, TypeKind};

/// Maximum depth of types if the target has dynamic parts, which are resolved by recursion.
pub(super) const MAX_DYNAMIC_DEPTH: u32 = 128;

/// The steps of a conversion. The first is the step for the value itself.
#[derive(Clone, Debug)]
pub(super) struct Plan(Vec<Step>);

/// The conversion of one value or part.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    /// The target, possibly a constraint.
    pub(super) to: Type,
    /// The type of every result, if the target determines it.
    pub(super) result: Option<Type>,
}

/// The position of a step in its plan, from 0.
pub(super) type StepId = usize;

/// The action of a step on a known value.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Keeps the value: the types are equal, or the target accepts any type.
    Keep,
    /// Fails: no conversion exists for this part, so the source must not contain it.
    Refuse,
    /// Plans the conversion of each value, whose type is not known before.
    ByValue,
    NumberToString,
    BoolToString,
    StringToNumber,
    StringToBool,
    /// Converts a capsule by its type's conversion to the target.
    FromCapsule,
    /// Converts a value to a capsule by the capsule type's conversion.
    ToCapsule(CapsuleType),
    /// Converts each element and makes a list.
    ToList {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element and makes a set.
    ToSet {
        each: Each,
        element: Type,
    },
    /// Converts each element and makes a map.
    ToMap {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element and makes a tuple.
    ToTuple {
        each: Each,
    },
    /// Converts attributes and makes an object, whose attributes have these sources.
    ToObject {
        sources: Vec<Source>,
    },
    /// Converts elements of a map, looked up by key, and makes an object.
    MapToObject {
        attributes: Vec<StepId>,
    },
}

/// The steps for elements.
#[derive(Clone, Debug)]
pub(super) enum Each {
    /// One step for all elements.
    Same(StepId),
    /// One step for each element.
    Own(Vec<StepId>),
}

impl Each {
    /// Returns the step for the element at `index`.
    pub(super) fn at(&self, index: usize) -> Option<StepId> {
        match self {
            Self::Same(step) => Some(*step),
            Self::Own(steps) => steps.get(index).copied(),
        }
    }
}

/// The source of an attribute of an object.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The attribute of the same name, by its position in the source type, from 0.
    Attribute(usize, StepId),
    /// No source: the attribute is optional, and becomes null.
    Missing(Type),
}

impl Plan {
    /// Returns the step at a position.
    pub(super) fn step(&self, id: StepId) -> Option<&Step> {
        self.0.get(id)
    }
}

/// Returns the plan for converting between two types, or `None` if there is no conversion.
pub(super) fn plan(from: &Type, to: &Type, safety: Safety) -> Option<Plan> {
    let mut planner = Planner {
        steps: Vec::new(),
        tasks: Vec::new(),
        safety,
        known: Memo::default(),
        has_optional: false,
    };
    let plain = (!to.has_dynamic()).then(|| to.without_optional_attributes());
    planner.add(from, to, plain.as_ref());
    let mut failed = Vec::new();
    while let Some(task) = planner.tasks.pop() {
        match planner.action(&task) {
            Some(action) => planner.steps[task.id].action = action,
            // A part that cannot be converted is allowed if it may be missing.
            None if planner.has_optional => failed.push(task.id),
            None => return None,
        }
    }
    if failed.is_empty() {
        return Some(Plan(planner.steps));
    }
    refused(planner.steps, failed).map(Plan)
}

/// Returns the steps with those that have `failed` replaced by refusals, or `None` if the whole conversion fails. A step
/// fails if that of a part fails, unless the part may be missing.
fn refused(mut steps: Vec<Step>, mut failed: Vec<StepId>) -> Option<Vec<Step>> {
    // The users of each step; an attribute of a map that may be missing is given by its index.
    let mut users: Vec<Vec<(StepId, Option<usize>)>> = vec![Vec::new(); steps.len()];
    for (user, step) in steps.iter().enumerate() {
        match &step.action {
            Action::ToList { each, .. }
            | Action::ToSet { each, .. }
            | Action::ToMap { each, .. }
            | Action::ToTuple { each } => match each {
                Each::Same(part) => users[*part].push((user, None)),
                Each::Own(parts) => parts.iter().for_each(|part| users[*part].push((user, None))),
            },
            Action::ToObject { sources } => {
                for source in sources {
                    if let Source::Attribute(_, part) = source {
                        users[*part].push((user, None));
                    }
                }
            }
            Action::MapToObject { attributes } => {
                let object = step.to.object_type();
                for (index, part) in attributes.iter().enumerate() {
                    let may_miss = object.is_some_and(|object| object.is_optional_at(index));
                    users[*part].push((user, may_miss.then_some(index)));
                }
            }
            _ => {}
        }
    }
    let mut has_failed = vec![false; steps.len()];
    while let Some(part) = failed.pop() {
        if std::mem::replace(&mut has_failed[part], true) {
            continue;
        }
        let refusal = Step {
            action: Action::Refuse,
            to: steps[part].to.clone(),
            result: steps[part].result.clone(),
        };
        for (user, optional) in &users[part] {
            let Some(index) = optional else {
                failed.push(*user);
                continue;
            };
            let id = steps.len();
            if let Action::MapToObject { attributes } = &mut steps[*user].action {
                attributes[*index] = id;
                steps.push(refusal.clone());
            }
        }
    }
    (!has_failed[0]).then_some(steps)
}

/// A plan that is being made, from the outside in.
struct Planner {
    steps: Vec<Step>,
    tasks: Vec<Task>,
    safety: Safety,
    /// The steps for pairs of compound types, which several wholes may share.
    known: Memo<(usize, usize), StepId>,
    /// Whether a part has been found that may be missing.
    has_optional: bool,
}

/// A step whose action is still to be found.
struct Task {
    id: StepId,
    from: Type,
}

impl Planner {
    fn add(&mut self, from: &Type, to: &Type, plain: Option<&Type>) -> StepId {
        let id = self.steps.len();
        let pair = || from.address().zip(to.address());
        let key = self.known.key(from.width().max(to.width()), pair);
        if let Some(known) = self.known.get(key.as_ref()) {
            return known;
        }
        self.known.keep(key, &id);
        self.steps.push(Step {
            action: Action::Keep,
            to: to.clone(),
            result: plain.cloned(),
        });
        if !to.is_dynamic() && from != to {
            self.tasks.push(Task {
                id,
                from: from.clone(),
            });
        }
        id
    }

    /// Returns the action of a step and adds tasks for the parts.
    fn action(&mut self, task: &Task) -> Option<Action> {
        let (from, safety) = (&task.from, self.safety);
        let step = &self.steps[task.id];
        let (to, plain) = (step.to.clone(), step.result.clone());
        let plain = plain.as_ref();
        if to.has_dynamic() && from.depth().max(to.depth()) > MAX_DYNAMIC_DEPTH {
            return None;
        }
        let element = plain.and_then(Type::element_type);
        let unsafe_allowed = safety == Safety::Unsafe;
        Some(match (from.kind(), to.kind()) {
            (TypeKind::Dynamic, _) if unsafe_allowed => Action::ByValue,
            (TypeKind::Number, TypeKind::String) => Action::NumberToString,
            (TypeKind::Bool, TypeKind::String) => Action::BoolToString,
            (TypeKind::String, TypeKind::Number) if unsafe_allowed => Action::StringToNumber,
            (TypeKind::String, TypeKind::Bool) if unsafe_allowed => Action::StringToBool,
            (_, TypeKind::Capsule(ty)) if unsafe_allowed && capsule::converts_from(from, ty) => {
                Action::ToCapsule(ty.clone())
            }
            (TypeKind::Capsule(ty), _) if unsafe_allowed && capsule::converts_to(ty, &to) => {
                Action::FromCapsule
            }
            (TypeKind::List(a) | TypeKind::Set(a), TypeKind::List(b)) => Action::ToList {
                each: Each::Same(self.add(a, b, element)),
                element: b.clone(),
                safety,
            },
            (TypeKind::Set(a), TypeKind::Set(b)) => Action::ToSet {
                each: Each::Same(self.add(a, b, element)),
                element: b.clone(),
            },
            (TypeKind::List(a), TypeKind::Set(b)) if unsafe_allowed => Action::ToSet {
                each: Each::Same(self.add(a, b, element)),
                element: b.clone(),
            },
            (TypeKind::Map(a), TypeKind::Map(b)) => Action::ToMap {
                each: Each::Same(self.add(a, b, element)),
                element: b.clone(),
                safety: Safety::Safe,
            },
            (TypeKind::Tuple(a), TypeKind::List(b)) => Action::ToList {
                each: self.own(a, &common(a, b, safety)?, element),
                element: b.clone(),
                safety,
            },
            (TypeKind::Tuple(a), TypeKind::Set(b)) => Action::ToSet {
                each: self.own(a, &common(a, b, safety)?, element),
                element: b.clone(),
            },
            (TypeKind::Object(a), TypeKind::Map(b)) => {
                let wanted = if b.is_dynamic() && !a.is_empty() {
                    unify(a.types(), safety)?
                } else {
                    b.clone()
                };
                Action::ToMap {
                    each: self.own(a.types(), &wanted, element),
                    element: wanted,
                    safety,
                }
            }
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) if a.len() == b.len() => {
                let plain = |index: usize| plain?.tuple_types()?.get(index);
                let pairs = a.iter().zip(b).enumerate();
                let steps = pairs.map(|(index, (a, b))| self.add(a, b, plain(index)));
                Action::ToTuple {
                    each: Each::Own(steps.collect()),
                }
            }
            (TypeKind::Object(a), TypeKind::Object(b)) => {
                let plain = |index: usize| plain?.object_type()?.types().get(index);
                let attributes = b.iter().enumerate();
                let sources = attributes.map(|(index, (name, ty))| match a.index_of(name) {
                    Some(found) => {
                        let step = self.add(&a.types()[found], ty, plain(index));
                        Some(Source::Attribute(found, step))
                    }
                    None if b.is_optional_at(index) => Some(Source::Missing(
                        plain(index)
                            .cloned()
                            .unwrap_or_else(|| ty.without_optional_attributes()),
                    )),
                    None => None,
                });
                Action::ToObject {
                    sources: sources.collect::<Option<_>>()?,
                }
            }
            (TypeKind::Map(a), TypeKind::Object(b)) if unsafe_allowed => {
                let plain = |index: usize| plain?.object_type()?.types().get(index);
                let attributes = b.iter().enumerate().map(|(index, (_, ty))| {
                    self.has_optional |= b.is_optional_at(index);
                    self.add(a, ty, plain(index))
                });
                Action::MapToObject {
                    attributes: attributes.collect(),
                }
            }
            _ => return None,
        })
    }

    /// Adds one step for each distinct type of the elements.
    fn own(&mut self, from: &[Type], to: &Type, plain: Option<&Type>) -> Each {
        let mut known: HashMap<&Type, StepId> = HashMap::new();
        let mut steps = Vec::with_capacity(from.len());
        let mut previous: Option<(&Type, StepId)> = None;
        for ty in from {
            let step = match previous {
                Some((before, step)) if before == ty => step,
                _ => *known.entry(ty).or_insert_with(|| self.add(ty, to, plain)),
            };
            steps.push(step);
            previous = Some((ty, step));
        }
        Each::Own(steps)
    }
}

/// Returns the element type of a collection made from a tuple: the target's, or if that is open, the type to which all
/// elements convert.
fn common(elements: &[Type], wanted: &Type, safety: Safety) -> Option<Type> {
    if !wanted.is_dynamic() || elements.is_empty() {
        return Some(wanted.clone());
    }
    let common = unify(elements, safety)?;
    (!common.is_dynamic() || elements.iter().all(Type::is_dynamic)).then_some(common)
}
