//! Functions of sets.

use std::borrow::Cow;

use hcl2_value::{Function, FunctionError, OperationError, Parameter, Safety, Type, Value, unify};

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

/// A combination of two sets of the same type.
type Combine = fn(&Value, &Value) -> Result<Value, OperationError>;

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
        let mut combined: Option<Value> = None;
        for (index, argument) in arguments.iter().enumerate() {
            let converted = argument.convert(ty).map_err(|error| {
                let wanted = ty.friendly_name();
                FunctionError::for_argument(index, format!("the set cannot be converted to {wanted}"))
                    .revealing(format!("the set cannot be converted to {wanted}: {error}"))
            })?;
            if elements == Elements::Known && !converted.is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            combined = Some(match combined {
                Some(so_far) => {
                    let (left, right) = (typed(&so_far, &converted), typed(&converted, &so_far));
                    combine(&left, &right).map_err(failed)?
                }
                None => converted,
            });
        }
        combined.ok_or_else(|| FunctionError::new("at least one set is required"))
    })
    .describe(description)
    .returns_computed(common_type)
    .never_null()
}

/// Returns a set with the element type of another one, if it has nothing but a null without a type.
fn typed<'v>(set: &'v Value, other: &Value) -> Cow<'v, Value> {
    let is_untyped = set.ty().element_type().is_some_and(Type::is_dynamic) && set.ty() != other.ty();
    match other.ty().element_type() {
        Some(element) if is_untyped && set.is_known() && items(set).iter().all(Value::is_null) => {
            let nulls = items(set).iter().map(|_| Value::null(element.clone()));
            Value::set(element.clone(), nulls).map_or(Cow::Borrowed(set), Cow::Owned)
        }
        _ => Cow::Borrowed(set),
    }
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
        Value::set_union,
    )
    .example("setunion([1, 2], [2, 3])", "[1, 2, 3]")
    .parameter(set("first_set", "The first set."))
    .variadic(set("other_sets", "The other sets."))
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
        Value::set_intersection,
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
        Value::set_difference,
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
        Value::set_symmetric_difference,
    )
    .example("setsymmetricdifference([1, 2], [2, 3])", "[1, 3]")
    .parameter(set("first_set", "The first set."))
    .variadic(set("other_sets", "The other sets."))
}
