//! Functions of whole lists and tuples.

use std::collections::HashSet;

use hcl2_value::{
    Function, FunctionError, Marks, Meter, Number, Parameter, Safety, Type, TypeKind, Value, unify,
};

use crate::support::{bare, check_count, items, list, shown, strings, whole};

fn any(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC).describe(description)
}

fn typed(name: &'static str, element: Type, description: &'static str) -> Parameter {
    Parameter::new(name, Type::list(element)).describe(description)
}

fn number(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER).describe(description)
}

/// Creates a list or tuple by its type.
fn sequence(ty: &Type, elements: Vec<Value>) -> Result<Value, FunctionError> {
    match ty.element_type() {
        Some(element) => list(element, elements),
        None => Ok(Value::tuple(elements)),
    }
}

/// Creates the function `concat(seqs...)`.
///
/// It concatenates lists or tuples.
#[must_use]
pub fn concat() -> Function {
    Function::new("concat", |arguments, ty| {
        let mut all = Vec::new();
        let mut marks = Marks::NONE;
        for (index, argument) in arguments.iter().enumerate() {
            marks = marks.union(&argument.marks());
            if ty.is_list() {
                let converted = argument.convert(ty).map_err(|error| {
                    let wanted = ty.friendly_name();
                    FunctionError::for_argument(index, format!("the list cannot be converted to {wanted}"))
                        .revealing(format!("the list cannot be converted to {wanted}: {error}"))
                })?;
                all.extend_from_slice(items(&converted));
            } else {
                all.extend_from_slice(items(argument));
            }
            check_count(all.len())?;
        }
        Ok(sequence(ty, all)?.with_marks(&marks))
    })
    .describe("Concatenates lists or tuples.")
    .example("concat([1], [2, 3])", "[1, 2, 3]")
    .variadic(any("seqs", "The lists or tuples.").allow_marked())
    .returns_computed(concatenated_type)
    .never_null()
}

fn concatenated_type(arguments: &[Value]) -> Result<Type, FunctionError> {
    if arguments.is_empty() {
        return Err(FunctionError::new("at least one argument is required"));
    }
    let types: Vec<Type> = arguments.iter().map(|value| value.ty().clone()).collect();
    if types.iter().all(Type::is_list)
        && let Some(common) = unify(&types, Safety::Unsafe)
    {
        return Ok(common);
    }
    let mut elements = Vec::new();
    for (index, (argument, ty)) in arguments.iter().zip(&types).enumerate() {
        match ty.kind() {
            TypeKind::Tuple(types) => elements.extend_from_slice(types),
            // The length of an unknown list decides the type of the tuple.
            TypeKind::List(_) if !argument.is_known() => return Ok(Type::DYNAMIC),
            TypeKind::List(element) => {
                elements.extend(std::iter::repeat_n(element.clone(), items(argument).len()));
            }
            _ => {
                return Err(FunctionError::for_argument(
                    index,
                    format!("a list or tuple is required, not {}", ty.friendly_name()),
                )
                .general());
            }
        }
        check_count(elements.len())?;
    }
    Ok(Type::tuple(elements))
}

/// Maximum number of results of `range`.
const MAX_RANGE: usize = 1024;

/// The steps of reading a number that take as long as adding it.
const GREAT_STEPS: usize = 250;

/// Creates the function `range(end)`, `range(start, end)` or `range(start, end, step)`.
///
/// It returns at most 1,024 numbers from `start`, which is 0 by default, up or down to, but not including, `end`.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
///
/// let numbers = hcl2_functions::range().call(&[Value::from(1), Value::from(4)])?;
/// assert_eq!(numbers, Value::list(Type::NUMBER, [1, 2, 3].map(Value::from))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn range() -> Function {
    Function::metered("range", |arguments, _, meter| {
        let numbers: Vec<&Number> = arguments.iter().filter_map(Value::as_number).collect();
        let unit = |down: bool| Number::from(if down { -1 } else { 1 });
        // The start that is not given is a double, as it is to the reference; later numbers are more precise.
        let zero = Number::try_from(0.0).unwrap_or_default();
        let is_less = |a: &Number, b: &Number| a.cmp_exact(b).is_lt();
        let (start, end, step) = match *numbers.as_slice() {
            [end] => (&zero, end, unit(is_less(end, &zero))),
            [start, end] => (start, end, unit(is_less(end, start))),
            [start, end, step] => (start, end, step.clone()),
            _ => {
                return Err(FunctionError::new(
                    "one number is required, or two or three: the start, the end and the step",
                ));
            }
        };
        let down = is_less(&step, &zero);
        if down && is_less(start, end) {
            let message = "the end must not be greater than the start where the step is negative";
            return Err(FunctionError::for_argument(1, message));
        }
        if !down && is_less(end, start) {
            let message = "the end must not be less than the start unless the step is negative";
            return Err(FunctionError::for_argument(1, message));
        }
        let steps_of_sum = 1 + step.reading_steps() / GREAT_STEPS;
        let mut all = Vec::new();
        let mut next = start.clone();
        while next != *end && is_less(&next, end) != down {
            if step.is_zero() {
                return Err(FunctionError::new("the step must not be zero"));
            }
            if all.len() == MAX_RANGE {
                let message = "there are more than 1,024 numbers between the start and the end";
                return Err(FunctionError::new(message).revealing(format!(
                    "there are more than 1,024 numbers from {} to {} in steps of {}",
                    shown(start),
                    shown(end),
                    shown(&step)
                )));
            }
            meter.steps(steps_of_sum)?;
            all.push(Value::from(next.clone()));
            next = next
                .add(&step)
                .map_err(|error| FunctionError::new(error.to_string()))?;
        }
        list(&Type::NUMBER, all)
    })
    .describe("Returns a list of numbers from a start up or down to, but not including, an end.")
    .example("range(1, 8, 3)", "[1, 4, 7]")
    .variadic(number(
        "params",
        "The end, the start and the end, or the start, the end and the step.",
    ))
    .returns(Type::list(Type::NUMBER))
    .never_null()
}

/// Creates the function `chunklist(list, size)`.
///
/// It splits a list into parts of a fixed number of elements. The last one may be shorter.
#[must_use]
pub fn chunklist() -> Function {
    Function::new("chunklist", |arguments, _| {
        let whole_list = bare(&arguments[0]);
        let marks = arguments[0].marks().union(&arguments[1].marks());
        let size = whole(bare(&arguments[1]), "the size")?;
        let size = usize::try_from(size).map_err(|_| FunctionError::new("the size must not be negative"))?;
        let all = items(whole_list);
        let chunks = if size == 0 && !all.is_empty() {
            vec![whole_list.clone()]
        } else {
            let element = whole_list.ty().element_type().unwrap_or(&Type::DYNAMIC);
            let chunks = all.chunks(size.max(1)).map(|chunk| list(element, chunk.to_vec()));
            chunks.collect::<Result<_, _>>()?
        };
        Ok(list(whole_list.ty(), chunks)?.with_marks(&marks))
    })
    .describe("Splits a list into parts of a fixed number of elements. The last one may be shorter.")
    .example("chunklist([1, 2, 3], 2)", "[[1, 2], [3]]")
    .parameter(typed("list", Type::DYNAMIC, "The list to split.").allow_marked())
    .parameter(
        number(
            "size",
            "The number of elements of a part, or zero for a single part.",
        )
        .allow_marked(),
    )
    .returns_computed(|arguments| Ok(Type::list(arguments[0].ty().clone())))
    .never_null()
}

/// Creates the function `coalescelist(vals...)`.
///
/// It returns the first list or tuple that is not empty.
#[must_use]
pub fn coalescelist() -> Function {
    Function::new("coalescelist", |arguments, ty| {
        for argument in arguments {
            if !argument.is_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            if !items(argument).is_empty() {
                return Ok(argument.clone());
            }
        }
        Err(FunctionError::new(
            "at least one list or tuple must have elements",
        ))
    })
    .selects()
    .describe("Returns the first list or tuple that is not empty.")
    .example("coalescelist([], [\"b\"])", "[\"b\"]")
    .variadic(
        any("vals", "The lists or tuples to choose from.")
            .allow_unknown()
            .allow_dynamic()
            .allow_null(),
    )
    .returns_computed(|arguments| {
        let Some(first) = arguments.first() else {
            return Err(FunctionError::new("at least one argument is required"));
        };
        for argument in arguments {
            if !argument.is_known() {
                return Ok(Type::DYNAMIC);
            }
            if !argument.ty().is_list() && !argument.ty().is_tuple() {
                return Err(FunctionError::new(format!(
                    "all arguments must be lists or tuples, not {}",
                    argument.ty().friendly_name()
                ))
                .general());
            }
        }
        let is_uniform = arguments.iter().all(|argument| argument.ty() == first.ty());
        Ok(if is_uniform {
            first.ty().clone()
        } else {
            Type::DYNAMIC
        })
    })
    .never_null()
}

/// Creates the function `compact(list)`.
///
/// It removes null and empty strings from a list.
#[must_use]
pub fn compact() -> Function {
    Function::new("compact", |arguments, ty| {
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown(ty.clone()));
        }
        let has_text = |item: &&Value| item.as_str().is_some_and(|text| !text.is_empty());
        strings(items(&arguments[0]).iter().filter(has_text).cloned())
    })
    .describe("Removes null and empty strings from a list.")
    .example("compact([\"a\", \"\", null, \"b\"])", "[\"a\", \"b\"]")
    .parameter(typed("list", Type::STRING, "The list of strings."))
    .returns(Type::list(Type::STRING))
    .never_null()
}

/// Creates the function `distinct(list)`.
///
/// It removes duplicate elements of a list, and keeps the first one of each.
#[must_use]
pub fn distinct() -> Function {
    Function::new("distinct", |arguments, ty| {
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown(ty.clone()));
        }
        let mut seen = HashSet::new();
        let all = items(&arguments[0]).iter();
        sequence(ty, all.filter(|item| seen.insert(*item)).cloned().collect())
    })
    .describe("Removes duplicate elements of a list, and keeps the first one of each.")
    .example("distinct([\"b\", \"a\", \"b\"])", "[\"b\", \"a\"]")
    .parameter(typed("list", Type::DYNAMIC, "The list."))
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
    .never_null()
}

/// Creates the function `flatten(list)`.
///
/// It replaces nested lists, sets and tuples by their elements, at all levels, and returns a tuple.
#[must_use]
pub fn flatten() -> Function {
    Function::metered("flatten", |arguments, _, meter| {
        if !is_sequence(arguments[0].ty()) {
            return Err(FunctionError::new(format!(
                "a list, set or tuple is required to flatten, not {}",
                arguments[0].ty().friendly_name()
            ))
            .general());
        }
        let mut marks = Marks::NONE;
        let flat = flat_elements(&arguments[0], &mut marks, meter)?;
        Ok(flat.map_or(Value::DYNAMIC, Value::tuple).with_marks(&marks))
    })
    .describe("Replaces nested lists, sets and tuples by their elements, at all levels, and returns a tuple.")
    .example("flatten([[1, [2]], 3])", "[1, 2, 3]")
    .parameter(any("list", "The list, set or tuple.").allow_marked())
    .returns_with_result(|_, _| Ok(Type::DYNAMIC))
    .never_null()
}

fn is_sequence(ty: &Type) -> bool {
    ty.is_list() || ty.is_set() || ty.is_tuple()
}

/// Returns the elements at all levels, or `None` if their number is unknown. Adds the marks of all nested sequences.
fn flat_elements(
    value: &Value,
    marks: &mut Marks,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Value>>, FunctionError> {
    let mut flat = Vec::new();
    let mut is_open = false;
    let mut levels: Vec<std::slice::Iter<'_, Value>> = Vec::new();
    let mut entered = Some(value);
    loop {
        meter.steps(1)?;
        if let Some(value) = entered.take() {
            *marks = marks.union(&value.marks());
            let length = bare(value).length();
            if length.is_ok_and(|length| length.is_known()) && value.is_known() {
                levels.push(items(value).iter());
            } else {
                is_open = true;
            }
        }
        let Some(level) = levels.last_mut() else { break };
        match level.next() {
            None => {
                levels.pop();
            }
            Some(item) if is_sequence(item.ty()) && !item.is_null() => entered = Some(item),
            Some(item) => {
                if item.is_dynamic() {
                    *marks = marks.union(&item.marks());
                    is_open = true;
                }
                flat.push(item.clone());
                check_count(flat.len())?;
            }
        }
    }
    Ok((!is_open).then_some(flat))
}

/// Creates the function `reverselist(list)`.
///
/// It reverses the elements of a list, tuple or set.
#[must_use]
pub fn reverselist() -> Function {
    Function::new("reverselist", |arguments, ty| {
        let reversed = items(&arguments[0]).iter().rev().cloned().collect();
        Ok(sequence(ty, reversed)?.with_marks(&arguments[0].marks()))
    })
    .describe("Reverses the elements of a list, tuple or set.")
    .example("reverselist([1, 2])", "[2, 1]")
    .parameter(any("list", "The list, tuple or set.").allow_marked())
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::Tuple(types) => Ok(Type::tuple(types.iter().rev().cloned())),
        TypeKind::List(element) | TypeKind::Set(element) => Ok(Type::list(element.clone())),
        _ => Err(FunctionError::for_argument(
            0,
            format!(
                "a list, tuple or set is required to reverse, not {}",
                arguments[0].ty().friendly_name()
            ),
        )
        .general()),
    })
    .never_null()
}

/// Creates the function `slice(list, start_index, end_index)`.
///
/// It returns the elements of a list or tuple from one index up to, but not including, another.
#[must_use]
pub fn slice() -> Function {
    Function::new("slice", |arguments, ty| {
        let marks = arguments[0].marks();
        let all = items(&arguments[0]);
        let (start, end) = slice_bounds(arguments)?;
        let part = all.get(start.unwrap_or(0)..end.unwrap_or(0)).unwrap_or_default();
        Ok(sequence(ty, part.to_vec())?.with_marks(&marks))
    })
    .describe("Returns the elements of a list or tuple from one index up to, but not including, another.")
    .example("slice([1, 2, 3], 1, 3)", "[2, 3]")
    .parameter(any("list", "The list or tuple.").allow_marked())
    .parameter(number("start_index", "The index of the first element, from 0."))
    .parameter(number("end_index", "The index after the last element, from 0."))
    .returns_computed(|arguments| {
        let ty = arguments[0].ty();
        let problem = match ty.kind() {
            TypeKind::List(_) => {
                slice_bounds(arguments)?;
                return Ok(ty.clone());
            }
            TypeKind::Tuple(types) => {
                let (Some(start), Some(end)) = slice_bounds(arguments)? else {
                    return Ok(Type::DYNAMIC);
                };
                return Ok(Type::tuple(types.get(start..end).unwrap_or_default().iter().cloned()));
            }
            TypeKind::Set(_) => "a list or tuple is required; the elements of a set have no indices, so convert it to a list if their order does not matter".to_owned(),
            _ => format!("a list or tuple is required, not {}", ty.friendly_name()),
        };
        Err(FunctionError::for_argument(0, problem))
    })
    .never_null()
}

/// Returns the start and the end of a slice, if they are known.
fn slice_bounds(arguments: &[Value]) -> Result<(Option<usize>, Option<usize>), FunctionError> {
    let sequence = bare(&arguments[0]);
    let length = match sequence.ty().tuple_types() {
        Some(types) => Some(types.len()),
        None => sequence.element_count(),
    };
    let bound = |index: usize, what: &str| {
        let Some(value) = arguments.get(index).filter(|value| value.is_known()) else {
            return Ok(None);
        };
        let number = whole(value, what).map_err(|error| error.in_argument(index))?;
        let bound = usize::try_from(number).map_err(|_| {
            FunctionError::for_argument(index, format!("{what} must not be negative")).general()
        })?;
        match length {
            Some(length) if bound > length => Err(FunctionError::for_argument(
                index,
                format!("{what} must not be greater than the length of the list"),
            )
            .revealing(format!(
                "{what} must not be greater than the length of the list, which is {length}"
            ))),
            _ => Ok(Some(bound)),
        }
    };
    let (start, end) = (bound(1, "the start index")?, bound(2, "the end index")?);
    if let (Some(start), Some(end)) = (start, end)
        && start > end
    {
        let message = "the start index must not be greater than the end index";
        return Err(FunctionError::for_argument(1, message));
    }
    Ok((start, end))
}

/// Creates the function `sort(list)`.
///
/// It sorts the strings of a list by their code points.
#[must_use]
pub fn sort() -> Function {
    Function::new("sort", |arguments, ty| {
        let all = &arguments[0];
        if !all.is_wholly_known() {
            // The order is unknown, but not the number of elements.
            let (least, most) = all.length_bounds().unwrap_or((0, None));
            return Ok(Value::unknown(ty.clone()).refine_length(least, most));
        }
        if let Some(index) = items(all).iter().position(Value::is_null) {
            return Err(FunctionError::new(format!(
                "the element at index {index} is null, and null has no place in the order of strings"
            ))
            .general());
        }
        let mut sorted = items(all).to_vec();
        sorted.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        strings(sorted)
    })
    .describe("Sorts the strings of a list by their code points.")
    .example("sort([\"b\", \"a\"])", "[\"a\", \"b\"]")
    .parameter(typed("list", Type::STRING, "The list of strings.").allow_unknown())
    .returns(Type::list(Type::STRING))
    .never_null()
}
