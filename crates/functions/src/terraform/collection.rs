//! Functions of collections.

use std::collections::BTreeMap;

use hcl2_value::{
    Function, FunctionError, Meter, Parameter, Safety, Str, Type, TypeKind, Value, ValueKind, unify,
};

use crate::collection::converted;
use crate::support::{bare, common_type, count_conversions, failed, fields, items, list, strings};

fn any(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC).describe(description)
}

fn truths(description: &'static str) -> Parameter {
    Parameter::new("list", Type::list(Type::BOOL)).describe(description)
}

/// Creates the function `alltrue(list)`.
///
/// It returns whether all elements of a list are true. Null is not, and the result for an empty list is true.
#[must_use]
pub fn alltrue() -> Function {
    Function::new("alltrue", |arguments, _| {
        for item in items(&arguments[0]) {
            match item.as_bool() {
                Some(true) => {}
                None if !item.is_null() => return Ok(Value::unknown(Type::BOOL)),
                _ => return Ok(Value::from(false)),
            }
        }
        Ok(Value::from(true))
    })
    .describe("Returns whether all elements of a list are true. Null is not, and the result for an empty list is true.")
    .example("alltrue([true, false])", "false")
    .parameter(truths("The list of bools."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `anytrue(list)`.
///
/// It returns whether at least one element of a list is true.
#[must_use]
pub fn anytrue() -> Function {
    Function::new("anytrue", |arguments, _| {
        let all = items(&arguments[0]);
        if all.iter().any(|item| item.as_bool() == Some(true)) {
            return Ok(Value::from(true));
        }
        Ok(if arguments[0].is_wholly_known() {
            Value::from(false)
        } else {
            Value::unknown(Type::BOOL)
        })
    })
    .describe("Returns whether at least one element of a list is true.")
    .example("anytrue([true, false])", "true")
    .parameter(truths("The list of bools."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `coalesce(vals...)`.
///
/// It returns the first argument that is neither null nor an empty string, converted to the common type of all
/// arguments.
#[must_use]
pub fn coalesce() -> Function {
    Function::new("coalesce", |arguments, ty| {
        for (index, value) in arguments.iter().enumerate() {
            if value.is_null() {
                continue;
            }
            let converted = value.convert(ty).map_err(|error| {
                let message = format!(
                    "the value cannot be converted to {}, the type that all arguments have in common",
                    ty.friendly_name()
                );
                FunctionError::for_argument(index, message.clone()).revealing(format!("{message}: {error}"))
            })?;
            if !converted.is_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            if bare(&converted).as_str() != Some("") {
                return Ok(converted);
            }
        }
        Err(FunctionError::new(
            "at least one argument must be neither null nor an empty string",
        ))
    })
    .describe(
        "Returns the first argument that is neither null nor an empty string, converted to the common type of all arguments.",
    )
    .example("coalesce(null, \"\", \"a\")", "\"a\"")
    .variadic(
        any("vals", "The values to choose from.")
            .allow_unknown()
            .allow_dynamic()
            .allow_null(),
    )
    .returns_computed_metered(common_type)
    .never_null()
}

/// Creates the function `contains(list, value)`.
///
/// It returns whether a list, tuple or set has an element equal to a value.
#[must_use]
pub fn contains() -> Function {
    crate::collection::contains_value(any("value", "The value to find."))
}

/// Creates the function `merge(maps...)` as it is in versions that cannot merge null objects alone.
///
/// It merges maps or objects. The last of several equal keys counts. If all arguments are null and of one object type with
/// attributes, that is an error.
#[must_use]
pub fn merge() -> Function {
    let standard = crate::collection::merge();
    let inner = standard.clone();
    let types = standard.clone();
    let mut own = Function::metered("merge", move |arguments, _, meter| {
        let is_null_object = |value: &Value| {
            let object = value.ty().object_type();
            value.is_null() && object.is_some_and(|object| !object.names().is_empty())
        };
        let mut all = arguments.iter();
        if let Some(first) = all.next().filter(|first| is_null_object(first))
            && all.all(|other| other.is_null() && other.ty() == first.ty())
        {
            return Err(FunctionError::new("not all arguments can be null objects").general());
        }
        inner.call_metered(arguments, meter)
    })
    .describe("Merges maps or objects. The last of several equal keys counts.")
    .example("merge({a = 1}, {b = 2})", "{a = 1, b = 2}")
    .returns_computed_metered(move |arguments, meter| types.result_type_metered(arguments, meter))
    .never_null();
    if let Some(parameter) = standard.variadic_parameter() {
        own = own.variadic(parameter.clone());
    }
    own
}

/// Creates the function `index(list, value)`.
///
/// It returns the index of the first element of a list or tuple that is equal to a value.
#[must_use]
pub fn index() -> Function {
    Function::new("index", |arguments, _| {
        let ty = arguments[0].ty();
        if !ty.is_list() && !ty.is_tuple() {
            let wanted = format!("a list or tuple is required, not {}", ty.friendly_name());
            return Err(FunctionError::for_argument(0, wanted).general());
        }
        for (index, item) in items(&arguments[0]).iter().enumerate() {
            match item.equals(&arguments[1]).as_bool() {
                Some(true) => return Ok(Value::from(index)),
                Some(false) => {}
                None => return Ok(Value::unknown(Type::NUMBER)),
            }
        }
        Err(FunctionError::new("the list has no such element"))
    })
    .describe("Returns the index of the first element of a list or tuple that is equal to a value.")
    .example("index([\"a\", \"b\"], \"b\")", "1")
    .parameter(any("list", "The list or tuple to search."))
    .parameter(any("value", "The value to find."))
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `element(list, index)` of the versions that refuse a negative index of a tuple, unless the length of
/// the tuple divides it.
#[must_use]
pub fn strict_element() -> Function {
    let element = crate::element();
    let types = element.clone();
    element.returns_computed_metered(move |arguments, meter| {
        let index = arguments[1].as_number().filter(|index| index.is_negative());
        if let (Some(_), TypeKind::Tuple(parts)) = (index, arguments[0].ty().kind())
            && crate::collection::wrapped(&arguments[1], parts.len())? != 0
        {
            return Err(FunctionError::for_argument(
                1,
                "the index of a tuple must not be negative",
            ));
        }
        types.result_type_metered(arguments, meter)
    })
}

/// Creates the function `length(value)`.
///
/// It returns the number of elements of a list, tuple, set or map, of attributes of an object, or of characters of a
/// string.
#[must_use]
pub fn length() -> Function {
    let strlen = crate::strlen();
    Function::metered("length", move |arguments, _, meter| {
        let value = &arguments[0];
        let (plain, marks) = value.unmark();
        let length = match plain.ty().kind() {
            TypeKind::Dynamic => Value::unknown(Type::NUMBER),
            TypeKind::Tuple(types) => Value::from(types.len()),
            TypeKind::Object(object) => Value::from(object.len()),
            TypeKind::String => strlen.call_metered(&[plain], meter)?,
            _ => plain.length().map_err(failed)?,
        };
        Ok(length.with_marks(&marks))
    })
    .describe("Returns the number of elements of a list, tuple, set or map, of attributes of an object, or of characters of a string.")
    .example("length(\"hello\")", "5")
    .parameter(
        any("value", "The collection or string.")
            .allow_dynamic()
            .allow_unknown()
            .allow_marked(),
    )
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::Bool | TypeKind::Number | TypeKind::Capsule(_) => Err(FunctionError::for_argument(
            0,
            format!(
                "a collection, a tuple, an object or a string is required, not {}",
                arguments[0].ty().friendly_name()
            ),
        ).general()),
        _ => Ok(Type::NUMBER),
    })
    .never_null()
}

/// Creates the function `lookup(inputMap, key, default...)`.
///
/// It returns the element of a map, or attribute of an object, with a key, or a default value if it is missing.
///
/// Without a default a missing key is an error.
#[must_use]
pub fn lookup() -> Function {
    Function::metered("lookup", |arguments, ty, meter| {
        let marks = arguments[0].marks().union(&arguments[1].marks());
        let (mapping, key) = (bare(&arguments[0]), bare(&arguments[1]));
        if !key.is_known() {
            return Ok(Value::unknown(ty.clone()).with_marks(&marks));
        }
        let value = match (mapping.get(key.as_str().unwrap_or_default()), arguments.get(2)) {
            (Some(found), _) => found.clone(),
            (None, Some(default)) => {
                count_conversions(&arguments[2..], ty, meter)?;
                default.convert(ty).map_err(|error| {
                    let message = "the default cannot be converted to the type of the map's elements";
                    FunctionError::for_argument(2, message).revealing(format!("{message}: {error}"))
                })?
            }
            (None, None) => return Err(no_key(key)),
        };
        Ok(value.with_marks(&marks))
    })
    .describe("Returns the element of a map, or attribute of an object, with a key, or a default value if it is missing.")
    .example("lookup({a = 1}, \"b\", 0)", "0")
    .parameter(any("inputMap", "The map or object.").allow_marked())
    .parameter(
        Parameter::new("key", Type::STRING)
            .describe("The key or attribute name.")
            .allow_unknown()
            .allow_marked(),
    )
    .variadic(
        any(
            "default",
            "The value for a missing key, which is an error without this argument.",
        )
        .allow_unknown()
        .allow_dynamic()
        .allow_null()
        .allow_marked(),
    )
    .selects()
    .costs(0, 60)
    .returns_computed_metered(lookup_type)
}

fn no_key(key: &Value) -> FunctionError {
    let message = "the map has no element with this key, and there is no default";
    match key.as_str() {
        Some(text) => FunctionError::for_argument(1, message).revealing(format!(
            "the map has no element with the key {}, and there is no default",
            crate::support::quoted(text)
        )),
        None => FunctionError::for_argument(1, message),
    }
}

fn lookup_type(arguments: &[Value], meter: &mut Meter<'_>) -> Result<Type, FunctionError> {
    if arguments.len() > 3 {
        return Err(
            FunctionError::new(format!("at most 3 arguments required, not {}", arguments.len())).general(),
        );
    }
    match arguments[0].ty().kind() {
        TypeKind::Object(_) if !arguments[1].is_known() => Ok(Type::DYNAMIC),
        TypeKind::Object(object) => {
            let key = bare(&arguments[1]);
            let attribute = object.get(key.as_str().unwrap_or_default());
            match attribute.or_else(|| arguments.get(2).map(Value::ty)) {
                Some(ty) => Ok(ty.clone()),
                None => Err(no_key(key)),
            }
        }
        TypeKind::Map(element) => match arguments.get(2) {
            Some(default) if !converted(default, element, meter)? => Err(FunctionError::for_argument(
                2,
                format!(
                    "the default must be {}, as the elements of the map are, not {}",
                    element.friendly_name(),
                    arguments[2].ty().friendly_name()
                ),
            )
            .general()),
            _ => Ok(element.clone()),
        },
        _ => Err(FunctionError::for_argument(
            0,
            format!(
                "a map or object is required, not {}",
                arguments[0].ty().friendly_name()
            ),
        )
        .general()),
    }
}

/// Creates the function `matchkeys(values, keys, searchset)`.
///
/// It returns the values of a list whose keys, at the same index of another list, are in a third list.
#[must_use]
pub fn matchkeys() -> Function {
    let typed = |name, description| Parameter::new(name, Type::list(Type::DYNAMIC)).describe(description);
    Function::metered("matchkeys", |arguments, ty, meter| {
        let values = &arguments[0];
        if items(values).len() != items(&arguments[1]).len() {
            return Err(FunctionError::new("there must be as many keys as values"));
        }
        let common = common_list(&arguments[1], &arguments[2])?;
        let both = arguments[1]
            .convert(&common)
            .and_then(|keys| Ok((keys, arguments[2].convert(&common)?)));
        let (keys, wanted) = both.map_err(|error| {
            let message = "the keys and the search set must have types that can be converted to one type";
            FunctionError::new(message).revealing(format!("{message}: {error}"))
        })?;
        let element = ty.element_type().unwrap_or(&Type::DYNAMIC);
        if items(&wanted).is_empty() {
            return list(element, Vec::new());
        }
        if !values.is_wholly_known() || !keys.is_wholly_known() {
            return Ok(Value::unknown(ty.clone()));
        }
        // As in Terraform, nothing is found if an unknown key may be that of a value.
        if !wanted.is_wholly_known() {
            meter.steps(items(&keys).len().saturating_mul(items(&wanted).len()))?;
            if items(&keys).iter().any(|key| may_be_in(key, items(&wanted))) {
                return list(element, Vec::new());
            }
        }
        let wanted: std::collections::HashSet<&Value> = items(&wanted).iter().collect();
        let found = items(values).iter().zip(items(&keys));
        list(
            element,
            found
                .filter(|(_, key)| wanted.contains(key))
                .map(|(value, _)| value.clone())
                .collect(),
        )
    })
    .describe(
        "Returns the values of a list whose keys, at the same index of another list, are in a third list.",
    )
    .example(
        "matchkeys([\"a\", \"b\", \"c\"], [1, 2, 1], [1])",
        "[\"a\", \"c\"]",
    )
    .parameter(typed("values", "The list of values to choose from."))
    .parameter(typed("keys", "The list of the values' keys."))
    .parameter(typed("searchset", "The list of the keys to find."))
    .returns_computed(|arguments| {
        common_list(&arguments[1], &arguments[2])?;
        Ok(arguments[0].ty().clone())
    })
    .never_null()
}

/// Returns whether an unknown element may be equal to the key, and no element before it is.
fn may_be_in(key: &Value, wanted: &[Value]) -> bool {
    let mut equal = wanted.iter().map(|other| key.equals(other).as_bool());
    equal.find(|equal| *equal != Some(false)) == Some(None)
}

fn common_list(keys: &Value, wanted: &Value) -> Result<Type, FunctionError> {
    unify(&[keys.ty().clone(), wanted.ty().clone()], Safety::Unsafe).ok_or_else(|| {
        FunctionError::new("the keys and the search set must have types that can be converted to one type")
    })
}

/// Creates the function `one(list)`.
///
/// It returns the only element of a list, set or tuple, or null if it is empty. More elements are an error.
#[must_use]
pub fn one() -> Function {
    let too_many =
        || FunctionError::for_argument(0, "a list, set or tuple with at most one element is required");
    Function::new("one", move |arguments, ty| {
        let marks = arguments[0].marks();
        let collection = bare(&arguments[0]);
        if !collection.is_known() || !collection.length().is_ok_and(|length| length.is_known()) {
            return Ok(Value::unknown(ty.clone()).with_marks(&marks));
        }
        match items(collection) {
            [] => Ok(Value::null(ty.clone()).with_marks(&marks)),
            [only] => Ok(only.clone().with_marks(&marks)),
            _ => Err(too_many()),
        }
    })
    .describe(
        "Returns the only element of a list, set or tuple, or null if it is empty. More elements are an error.",
    )
    .example("one([\"a\"])", "\"a\"")
    .parameter(
        any("list", "The list, set or tuple.")
            .allow_unknown()
            .allow_dynamic()
            .allow_marked(),
    )
    .returns_computed(move |arguments| match arguments[0].ty().kind() {
        TypeKind::Dynamic => Ok(Type::DYNAMIC),
        TypeKind::List(element) | TypeKind::Set(element) => Ok(element.clone()),
        TypeKind::Tuple([]) => Ok(Type::DYNAMIC),
        TypeKind::Tuple([only]) => Ok(only.clone()),
        TypeKind::Tuple(_) => Err(too_many()),
        _ => Err(FunctionError::for_argument(
            0,
            format!(
                "a list, set or tuple is required, not {}",
                arguments[0].ty().friendly_name()
            ),
        ).general()),
    })
}

/// Creates the function `sum(list)`.
///
/// It adds the numbers of a list, set or tuple, which must not be empty.
#[must_use]
pub fn sum() -> Function {
    Function::new("sum", |arguments, _| {
        let ty = arguments[0].ty();
        if !ty.is_list() && !ty.is_set() && !ty.is_tuple() {
            let wanted = format!(
                "a list, set or tuple of numbers is required, not {}",
                ty.friendly_name()
            );
            return Err(FunctionError::for_argument(0, wanted).general());
        }
        if items(&arguments[0]).is_empty() {
            return Err(FunctionError::for_argument(0, "an empty list has no sum"));
        }
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown(Type::NUMBER));
        }
        let mut total: Option<Value> = None;
        for (index, item) in items(&arguments[0]).iter().enumerate() {
            let number = item
                .convert(&Type::NUMBER)
                .ok()
                .filter(|number| !number.is_null());
            let number = number.ok_or_else(|| {
                FunctionError::for_argument(0, format!("the element at index {index} is not a number"))
                    .general()
            })?;
            total = Some(match total {
                Some(total) => total.add(&number).map_err(failed)?,
                None => number,
            });
        }
        Ok(total.unwrap_or_else(|| Value::from(0)))
    })
    .describe("Adds the numbers of a list, set or tuple, which must not be empty.")
    .example("sum([1, 2.5])", "3.5")
    .parameter(any("list", "The list, set or tuple of numbers."))
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `transpose(values)`.
///
/// It swaps the keys and elements of a map of lists of strings: returns a map from each element to the keys of the
/// lists that contain it.
#[must_use]
pub fn transpose() -> Function {
    let lists = || Type::map(Type::list(Type::STRING));
    Function::new("transpose", |arguments, ty| {
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown(ty.clone()));
        }
        let mut turned: BTreeMap<Str, Vec<Value>> = BTreeMap::new();
        for (key, texts) in fields(&arguments[0]).into_iter().flat_map(|fields| fields.iter()) {
            if texts.is_null() {
                return Err(FunctionError::for_argument(0, "a list in the map is null"));
            }
            for text in items(texts) {
                let ValueKind::String(text) = text.kind() else {
                    return Err(FunctionError::for_argument(0, "a string in a list of the map is null"));
                };
                turned.entry(text.clone()).or_default().push(Value::from(key.clone()));
            }
        }
        let pairs: Result<Vec<_>, FunctionError> = turned
            .into_iter()
            .map(|(text, keys)| Ok((text, strings(keys)?)))
            .collect();
        Value::map(Type::list(Type::STRING), pairs?).map_err(|error| FunctionError::new(error.to_string()))
    })
    .describe("Swaps the keys and elements of a map of lists of strings: returns a map from each element to the keys of the lists that contain it.")
    .example("transpose({a = [\"x\", \"y\"], b = [\"x\"]})", "{x = [\"a\", \"b\"], y = [\"a\"]}")
    .parameter(Parameter::new("values", lists()).describe("The map of lists of strings."))
    .returns(lists())
    .never_null()
}
