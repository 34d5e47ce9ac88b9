//! Functions of sets.

use std::collections::HashSet;

use hcl2_value::{Function, FunctionError, Parameter, Safety, Type, Value, unify};

use crate::support::{failed, items};

fn set(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::set(Type::DYNAMIC))
        .describe(description)
        .allow_dynamic()
}

/// Creates the function `sethaselement(set, elem)`.
///
/// It returns whether a set has an element.
#[must_use]
pub fn sethaselement() -> Function {
    Function::new("sethaselement", |arguments, _| {
        arguments[0].has_element(&arguments[1]).map_err(failed)
    })
    .describe("Returns whether a set has an element.")
    .example("sethaselement(convert([\"a\"], set(string)), \"a\")", "true")
    .parameter(set("set", "The set."))
    .parameter(
        Parameter::new("elem", Type::DYNAMIC)
            .describe("The element to find.")
            .allow_dynamic(),
    )
    .returns(Type::BOOL)
    .never_null()
}

/// A combination of the elements of two sets of the same type.
type Combine = fn(Vec<Value>, &[Value]) -> Vec<Value>;

/// Whether a set operation has a known result if some elements are unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    Known,
    Any,
}

fn operation(
    name: &'static str,
    description: &'static str,
    elements: Elements,
    combine: Combine,
) -> Function {
    Function::new(name, move |arguments, ty| {
        let mut combined: Option<Vec<Value>> = None;
        for (index, argument) in arguments.iter().enumerate() {
            let converted = argument.convert(ty).map_err(|error| {
                let wanted = ty.friendly_name();
                FunctionError::for_argument(index, format!("the set cannot be converted to {wanted}"))
                    .revealing(format!("the set cannot be converted to {wanted}: {error}"))
            })?;
            if elements == Elements::Known && !converted.is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let added = items(&converted);
            combined = Some(match combined {
                Some(so_far) => combine(so_far, added),
                None => added.to_vec(),
            });
        }
        let element = ty.element_type().cloned().unwrap_or(Type::DYNAMIC);
        Value::set(element, combined.unwrap_or_default())
            .map_err(|error| FunctionError::new(error.to_string()))
    })
    .describe(description)
    .returns_with(common_type)
    .never_null()
}

fn common_type(arguments: &[Value]) -> Result<Type, FunctionError> {
    let mut elements = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let Some(element) = argument.ty().element_type() else {
            // The argument may be no set, so nothing is known about the elements.
            return Ok(Type::DYNAMIC);
        };
        let is_empty = argument.is_known() && items(argument).is_empty();
        if !(is_empty && element.is_dynamic()) {
            elements.push(element.clone());
        }
    }
    if elements.is_empty() {
        return Ok(Type::set(Type::DYNAMIC));
    }
    unify(&elements, Safety::Unsafe).map(Type::set).ok_or_else(|| {
        FunctionError::new("the sets must have element types that can all be converted to one type")
    })
}

/// Creates the function `setunion(first_set, other_sets...)`.
///
/// It returns the union of sets.
#[must_use]
pub fn setunion() -> Function {
    operation(
        "setunion",
        "Returns the union of sets.",
        Elements::Any,
        |mut all, added| {
            all.extend_from_slice(added);
            all
        },
    )
    .example("setunion([1, 2], [2, 3])", "[1, 2, 3]")
    .parameter(set("first_set", "The first set."))
    .variadic(set("other_sets", "The other sets."))
}

fn without(all: Vec<Value>, removed: &[Value]) -> Vec<Value> {
    let removed: HashSet<&Value> = removed.iter().collect();
    all.into_iter().filter(|item| !removed.contains(item)).collect()
}

/// Creates the function `setintersection(first_set, other_sets...)`.
///
/// It returns the intersection of sets.
#[must_use]
pub fn setintersection() -> Function {
    operation(
        "setintersection",
        "Returns the intersection of sets.",
        Elements::Known,
        |all, kept| {
            let kept: HashSet<&Value> = kept.iter().collect();
            all.into_iter().filter(|item| kept.contains(item)).collect()
        },
    )
    .example("setintersection([1, 2], [2, 3])", "[2]")
    .parameter(set("first_set", "The first set."))
    .variadic(set("other_sets", "The other sets."))
}

/// Creates the function `setsubtract(a, b)`.
///
/// It removes the elements of the second set from the first.
#[must_use]
pub fn setsubtract() -> Function {
    operation(
        "setsubtract",
        "Removes the elements of the second set from the first.",
        Elements::Known,
        without,
    )
    .example("setsubtract([1, 2], [2])", "[1]")
    .parameter(set("a", "The set."))
    .parameter(set("b", "The set of elements to remove."))
}

/// Creates the function `setsymmetricdifference(first_set, other_sets...)`.
///
/// It returns the symmetric difference of sets: the elements that are in an odd number of them.
#[must_use]
pub fn setsymmetricdifference() -> Function {
    operation(
        "setsymmetricdifference",
        "Returns the symmetric difference of sets: the elements that are in an odd number of them.",
        Elements::Known,
        |all, other| {
            let mut only_other = without(other.to_vec(), &all);
            let mut different = without(all, other);
            different.append(&mut only_other);
            different
        },
    )
    .example("setsymmetricdifference([1, 2], [2, 3])", "[1, 3]")
    .parameter(set("first_set", "The first set."))
    .variadic(set("other_sets", "The other sets."))
}
