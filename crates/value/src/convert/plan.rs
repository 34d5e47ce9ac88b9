//! Plans: what a conversion does, found from the types alone.
//!
//! A plan is a table of steps that name one another by position, so that it can be made, applied and dropped
//! without recursion however deep the types are.

use std::collections::HashMap;

use super::{Safety, capsule, unify};
use crate::{CapsuleType, Type, TypeKind};

/// Deepest nesting, in levels, of types of which the target has dynamic parts: those are resolved by recursion.
const MAX_DYNAMIC_DEPTH: u32 = 128;

/// What a conversion does with a value, and with its parts. The first step is that for the value itself.
#[derive(Clone, Debug)]
pub(super) struct Plan(Vec<Step>);

/// How one value or part is converted.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    /// The target, perhaps a constraint.
    pub(super) to: Type,
    /// The type that every result has, where the target says it.
    pub(super) result: Option<Type>,
}

/// The position of a step in its plan, from 0.
pub(super) type StepId = usize;

/// What a step does with a known value.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Nothing: the types are the same, or the target takes any.
    Keep,
    /// Fails: there is no conversion for this part, and it must not be there.
    Refuse,
    /// Decides when the value is there: its type is not known before.
    ByValue,
    NumberToString,
    BoolToString,
    StringToNumber,
    StringToBool,
    /// Asks the capsule for a value of another type.
    FromCapsule,
    /// Asks the capsule type for a capsule.
    ToCapsule(CapsuleType),
    /// Converts each element, to a list.
    ToList {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element, to a set.
    ToSet {
        each: Each,
        element: Type,
    },
    /// Converts each element, to a map.
    ToMap {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element, to a tuple.
    ToTuple {
        each: Each,
    },
    /// Picks and converts attributes, to an object with these sources for its attributes.
    ToObject {
        sources: Vec<Source>,
    },
    /// Picks and converts elements of a map by key, to an object.
    MapToObject {
        attributes: Vec<StepId>,
    },
}

/// How elements are converted.
#[derive(Clone, Debug)]
pub(super) enum Each {
    /// All in one way.
    Same(StepId),
    /// Each in its own way.
    Own(Vec<StepId>),
}

impl Each {
    /// The step for the element at `index`.
    pub(super) fn at(&self, index: usize) -> Option<StepId> {
        match self {
            Self::Same(step) => Some(*step),
            Self::Own(steps) => steps.get(index).copied(),
        }
    }
}

/// Where an attribute of an object comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The attribute of the same name, by its position in the source type, from 0.
    Attribute(usize, StepId),
    /// Nowhere: it is optional, and null.
    Missing(Type),
}

impl Plan {
    /// The step at a position; past the end, of which there is none, the first.
    pub(super) fn step(&self, id: StepId) -> Option<&Step> {
        self.0.get(id)
    }
}

/// The plan for converting between two types, if they can be converted.
pub(super) fn plan(from: &Type, to: &Type, safety: Safety) -> Option<Plan> {
    let mut planner = Planner {
        steps: Vec::new(),
        tasks: Vec::new(),
        rescue: None,
    };
    let plain = (!to.has_dynamic()).then(|| to.without_optional_attributes());
    planner.add(from, to, plain.as_ref(), safety);
    while let Some(task) = planner.tasks.pop() {
        planner.rescue = task.rescue;
        match planner.action(&task) {
            Some(action) => planner.steps[task.id].action = action,
            // What cannot be converted may still be left out.
            None => planner.steps[task.rescue?].action = Action::Refuse,
        }
    }
    Some(Plan(planner.steps))
}

/// Makes a plan from the outside in.
struct Planner {
    steps: Vec<Step>,
    tasks: Vec<Task>,
    /// The rescue of the task at hand, which those for its parts inherit.
    rescue: Option<StepId>,
}

/// A step to be found.
struct Task {
    id: StepId,
    from: Type,
    safety: Safety,
    /// The step that is to refuse its values where this one cannot be found; the whole plan fails without one.
    rescue: Option<StepId>,
}

impl Planner {
    fn add(&mut self, from: &Type, to: &Type, plain: Option<&Type>, safety: Safety) -> StepId {
        let id = self.steps.len();
        self.steps.push(Step {
            action: Action::Keep,
            to: to.clone(),
            result: plain.cloned(),
        });
        if !to.is_dynamic() && from != to {
            self.tasks.push(Task {
                id,
                from: from.clone(),
                safety,
                rescue: self.rescue,
            });
        }
        id
    }

    /// Adds a step that refuses its values where there is no conversion.
    fn add_optional(&mut self, from: &Type, to: &Type, plain: Option<&Type>, safety: Safety) -> StepId {
        let id = self.add(from, to, plain, safety);
        if let Some(task) = self.tasks.last_mut().filter(|task| task.id == id) {
            task.rescue = Some(id);
        }
        id
    }

    /// What the step does, with tasks for the parts.
    fn action(&mut self, task: &Task) -> Option<Action> {
        let (from, safety) = (&task.from, task.safety);
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
                each: Each::Same(self.add(a, b, element, safety)),
                element: b.clone(),
                safety,
            },
            (TypeKind::Set(a), TypeKind::Set(b)) => Action::ToSet {
                each: Each::Same(self.add(a, b, element, safety)),
                element: b.clone(),
            },
            (TypeKind::List(a), TypeKind::Set(b)) if unsafe_allowed => Action::ToSet {
                each: Each::Same(self.add(a, b, element, safety)),
                element: b.clone(),
            },
            (TypeKind::Map(a), TypeKind::Map(b)) => Action::ToMap {
                each: Each::Same(self.add(a, b, element, safety)),
                element: b.clone(),
                safety: Safety::Safe,
            },
            (TypeKind::Tuple(a), TypeKind::List(b)) => Action::ToList {
                each: self.own(a, &common(a, b, safety)?, element, safety),
                element: b.clone(),
                safety,
            },
            (TypeKind::Tuple(a), TypeKind::Set(b)) => Action::ToSet {
                each: self.own(a, &common(a, b, safety)?, element, safety),
                element: b.clone(),
            },
            (TypeKind::Object(a), TypeKind::Map(b)) => {
                let wanted = if b.is_dynamic() && !a.is_empty() {
                    unify(a.types(), safety)?
                } else {
                    b.clone()
                };
                Action::ToMap {
                    each: self.own(a.types(), &wanted, element, safety),
                    element: wanted,
                    safety,
                }
            }
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) if a.len() == b.len() => {
                let plain = |index: usize| plain?.tuple_types()?.get(index);
                let pairs = a.iter().zip(b).enumerate();
                let steps = pairs.map(|(index, (a, b))| self.add(a, b, plain(index), safety));
                Action::ToTuple {
                    each: Each::Own(steps.collect()),
                }
            }
            (TypeKind::Object(a), TypeKind::Object(b)) => {
                let plain = |index: usize| plain?.object_type()?.types().get(index);
                let attributes = b.iter().enumerate();
                let sources = attributes.map(|(index, (name, ty))| match a.index_of(name) {
                    Some(found) => {
                        let step = self.add(&a.types()[found], ty, plain(index), safety);
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
                    if b.is_optional_at(index) {
                        self.add_optional(a, ty, plain(index), safety)
                    } else {
                        self.add(a, ty, plain(index), safety)
                    }
                });
                Action::MapToObject {
                    attributes: attributes.collect(),
                }
            }
            _ => return None,
        })
    }

    /// Steps for elements of their own types, one for each distinct type.
    fn own(&mut self, from: &[Type], to: &Type, plain: Option<&Type>, safety: Safety) -> Each {
        let mut known: HashMap<&Type, StepId> = HashMap::new();
        let mut steps = Vec::with_capacity(from.len());
        let mut previous: Option<(&Type, StepId)> = None;
        for ty in from {
            let step = match previous {
                Some((before, step)) if before == ty => step,
                _ => *known.entry(ty).or_insert_with(|| self.add(ty, to, plain, safety)),
            };
            steps.push(step);
            previous = Some((ty, step));
        }
        Each::Own(steps)
    }
}

/// The element type of a collection made from a tuple: the one that is asked for, or that of all elements.
fn common(elements: &[Type], wanted: &Type, safety: Safety) -> Option<Type> {
    if !wanted.is_dynamic() || elements.is_empty() {
        return Some(wanted.clone());
    }
    let common = unify(elements, safety)?;
    (!common.is_dynamic() || elements.iter().all(Type::is_dynamic)).then_some(common)
}
