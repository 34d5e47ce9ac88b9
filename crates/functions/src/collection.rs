//! Functions of maps, objects and elements of collections.

use hcl2_value::{Function, FunctionError, Marks, Meter, Number, Parameter, Str, Type, TypeKind, Value};

use crate::support::{bare, count_conversions, failed, fields, items, list, strings, whole};

fn any(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC).describe(description)
}

/// Creates the function `hasindex(collection, key)`.
///
/// It returns whether a list, tuple or map has an element with an index or key.
#[must_use]
pub fn hasindex() -> Function {
    Function::new("hasindex", |arguments, _| {
        arguments[0].has_index(&arguments[1]).map_err(failed)
    })
    .selects()
    .describe("Returns whether a list, tuple or map has an element with an index or key.")
    .example("hasindex([\"a\"], 1)", "false")
    .parameter(any("collection", "The list, tuple or map.").allow_dynamic())
    .parameter(any("key", "The index from 0 or the key.").allow_dynamic())
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) | TypeKind::Map(_) | TypeKind::Dynamic => Ok(Type::BOOL),
        _ => Err(not_indexed(arguments[0].ty())),
    })
    .never_null()
}

fn not_indexed(ty: &Type) -> FunctionError {
    FunctionError::new(format!(
        "the collection must be a list, a tuple or a map, not {}",
        ty.friendly_name()
    ))
    .general()
}

/// Creates the function `index(collection, key)`.
///
/// It returns the element of a list, tuple or map by its index or key.
#[must_use]
pub fn index() -> Function {
    Function::new("index", |arguments, _| {
        arguments[0].index(&arguments[1]).map_err(failed)
    })
    .selects()
    .describe("Returns the element of a list, tuple or map by its index or key.")
    .example("index([\"a\", \"b\"], 1)", "\"b\"")
    .parameter(any("collection", "The list, tuple or map."))
    .parameter(any("key", "The index from 0 or the key.").allow_dynamic())
    .returns_computed(|arguments| {
        let (ty, key) = (arguments[0].ty(), &arguments[1]);
        let check_key = |wanted: Type| {
            if key.ty().is_dynamic() || *key.ty() == wanted {
                return Ok(());
            }
            Err(FunctionError::new(format!(
                "the key for {} must be {}, not {}",
                ty.friendly_name(),
                wanted.friendly_name(),
                key.ty().friendly_name()
            ))
            .general())
        };
        match ty.kind() {
            TypeKind::List(element) => check_key(Type::NUMBER).map(|()| element.clone()),
            TypeKind::Map(element) => check_key(Type::STRING).map(|()| element.clone()),
            TypeKind::Tuple(types) => {
                check_key(Type::NUMBER)?;
                if !key.is_known() {
                    return Ok(Type::DYNAMIC);
                }
                let index = whole(key, "the index")?;
                let found = usize::try_from(index).ok().and_then(|index| types.get(index));
                found.cloned().ok_or_else(|| match types.len().checked_sub(1) {
                    Some(last) => FunctionError::new(format!("the index must be from 0 to {last}")).general(),
                    None => FunctionError::new("the tuple has no elements"),
                })
            }
            _ => Err(not_indexed(ty)),
        }
    })
}

/// Creates the function `length(collection)`.
///
/// It returns the number of elements of a list, tuple, set or map.
#[must_use]
pub fn length() -> Function {
    Function::new("length", |arguments, _| arguments[0].length().map_err(failed))
        .selects()
        .describe("Returns the number of elements of a list, tuple, set or map.")
        .example("length([1, 2])", "2")
        .parameter(
            any("collection", "The list, tuple, set or map.")
                .allow_dynamic()
                .allow_unknown()
                .allow_marked(),
        )
        .returns_computed(|arguments| match arguments[0].ty().kind() {
            TypeKind::List(_)
            | TypeKind::Tuple(_)
            | TypeKind::Set(_)
            | TypeKind::Map(_)
            | TypeKind::Dynamic => Ok(Type::NUMBER),
            _ => Err(FunctionError::new(format!(
                "the collection must be a list, a tuple, a set or a map, not {}",
                arguments[0].ty().friendly_name()
            ))
            .general()),
        })
        .never_null()
}

/// Creates the function `element(list, index)`.
///
/// It returns the element of a list or tuple by an index that wraps around.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let days = Value::tuple([Value::from("sat"), Value::from("sun")]);
/// assert_eq!(hcl2_functions::element().call(&[days, Value::from(3)])?, Value::from("sun"));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn element() -> Function {
    Function::new("element", |arguments, _| {
        let elements = items(&arguments[0]);
        let index = wrapped(&arguments[1], elements.len())?;
        Ok(elements[index].clone().with_marks(&arguments[0].marks()))
    })
    .selects()
    .describe("Returns the element of a list or tuple by an index that wraps around.")
    .example("element([\"a\", \"b\", \"c\"], 4)", "\"b\"")
    .parameter(any("list", "The list or tuple.").allow_marked())
    .parameter(
        Parameter::new("index", Type::NUMBER)
            .describe("The index from 0, or from the end if it is negative."),
    )
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::List(element) => Ok(element.clone()),
        TypeKind::Tuple(_) if !arguments[1].is_known() => Ok(Type::DYNAMIC),
        TypeKind::Tuple(types) => wrapped(&arguments[1], types.len()).map(|index| types[index].clone()),
        _ => Err(FunctionError::new(format!(
            "a list or tuple is required, not {}",
            arguments[0].ty().friendly_name()
        ))
        .general()),
    })
}

/// Returns `index` modulo `count`.
pub(crate) fn wrapped(index: &Value, count: usize) -> Result<usize, FunctionError> {
    let index = whole(index, "the index")?;
    let wrapped = i64::try_from(count)
        .ok()
        .and_then(|count| index.checked_rem_euclid(count))
        .and_then(|index| usize::try_from(index).ok());
    wrapped.ok_or_else(|| FunctionError::new("the list has no elements to choose from"))
}

/// Creates the function `contains(list, value)`.
///
/// It returns whether a list, tuple or set has an element equal to a value.
#[must_use]
pub fn contains() -> Function {
    contains_value(any("value", "The value to find.").allow_null().allow_dynamic())
}

/// Creates [`contains`] with another parameter for the value.
pub(crate) fn contains_value(value: Parameter) -> Function {
    Function::new("contains", |arguments, _| {
        let (collection, wanted) = (&arguments[0], &arguments[1]);
        let ty = collection.ty();
        if !ty.is_list() && !ty.is_tuple() && !ty.is_set() {
            return Err(FunctionError::new(format!(
                "a list, tuple or set is required to search in, not {}",
                ty.friendly_name()
            ))
            .general());
        }
        let mut is_open = false;
        for item in items(collection) {
            match wanted.equals(item).as_bool() {
                Some(true) => return Ok(Value::from(true)),
                Some(false) => {}
                None => is_open = true,
            }
        }
        Ok(if is_open {
            Value::unknown(Type::BOOL)
        } else {
            Value::from(false)
        })
    })
    .describe("Returns whether a list, tuple or set has an element equal to a value.")
    .example("contains([\"a\", \"b\"], \"b\")", "true")
    .parameter(any("list", "The list, tuple or set to search."))
    .parameter(value)
    // An untyped null is a value to find. Nothing is known of what is found of an unknown value without a type.
    .returns_computed(|arguments| match &arguments[1] {
        value if value.ty().is_dynamic() && !value.is_known() => Ok(Type::DYNAMIC),
        _ => Ok(Type::BOOL),
    })
    .never_null()
}

/// Creates the function `keys(inputMap)`.
///
/// It returns the keys of a map, or the attribute names of an object, sorted.
#[must_use]
pub fn keys() -> Function {
    Function::new("keys", |arguments, ty| {
        let mapping = &arguments[0];
        let names = |names: &[Str]| names.iter().cloned().map(Value::from).collect::<Vec<_>>();
        let keys = match (mapping.ty().object_type(), fields(mapping)) {
            (Some(object), _) => Value::tuple(names(object.names())),
            (None, Some(fields)) => strings(names(fields.keys()))?,
            (None, None) => Value::unknown(ty.clone()),
        };
        Ok(keys.with_marks(&mapping.marks()))
    })
    .describe("Returns the keys of a map, or the attribute names of an object, sorted.")
    .example("keys({b = 1, a = 2})", "[\"a\", \"b\"]")
    .parameter(
        any("inputMap", "The map or object.")
            .allow_unknown()
            .allow_marked(),
    )
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::Map(_) => Ok(Type::list(Type::STRING)),
        TypeKind::Object(object) => Ok(Type::tuple(vec![Type::STRING; object.len()])),
        _ => Err(FunctionError::for_argument(
            0,
            format!(
                "a map or object is required, not {}",
                arguments[0].ty().friendly_name()
            ),
        )
        .general()),
    })
    .never_null()
}

/// Creates the function `values(mapping)`.
///
/// It returns the elements of a map, or the attribute values of an object, sorted by their keys.
#[must_use]
pub fn values() -> Function {
    Function::new("values", |arguments, ty| {
        let all = fields(&arguments[0]).map_or_else(Vec::new, |fields| fields.values().to_vec());
        let values = match ty.element_type() {
            Some(element) => list(element, all)?,
            None => Value::tuple(all),
        };
        Ok(values.with_marks(&arguments[0].marks()))
    })
    .describe("Returns the elements of a map, or the attribute values of an object, sorted by their keys.")
    .example("values({b = 1, a = 2})", "[2, 1]")
    .parameter(any("mapping", "The map or object.").allow_marked())
    .returns_computed(|arguments| match arguments[0].ty().kind() {
        TypeKind::Map(element) => Ok(Type::list(element.clone())),
        TypeKind::Object(object) => Ok(Type::tuple(object.types().iter().cloned())),
        _ => Err(FunctionError::new(format!(
            "a map or object is required, not {}",
            arguments[0].ty().friendly_name()
        ))
        .general()),
    })
    .never_null()
}

/// Creates the function `lookup(inputMap, key, default)`.
///
/// It returns the element of a map, or attribute of an object, with a key, or a default value if it is missing.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let sizes = Value::object([("small", Value::from(1))]);
/// let found = hcl2_functions::lookup().call(&[sizes, Value::from("large"), Value::from(9)])?;
/// assert_eq!(found, Value::from(9));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn lookup() -> Function {
    Function::metered("lookup", |arguments, ty, meter| {
        let marks = arguments[0].marks().union(&arguments[1].marks());
        let (mapping, key) = (bare(&arguments[0]), bare(&arguments[1]));
        if !mapping.is_wholly_known() {
            return Ok(Value::unknown(ty.clone()).with_marks(&marks));
        }
        let found = mapping.get(key.as_str().unwrap_or_default());
        let value = match found {
            Some(found) => found.clone(),
            None => {
                count_conversions(&arguments[2..], ty, meter)?;
                arguments[2].convert(ty).map_err(|error| {
                    FunctionError::new("the default cannot be converted to the type of the map's elements")
                        .revealing(error.to_string())
                })?
            }
        };
        Ok(value.with_marks(&marks))
    })
    .selects()
    .costs(0, 60)
    .describe("Returns the element of a map, or attribute of an object, with a key, or a default value if it is missing.")
    .example("lookup({a = 1}, \"b\", 0)", "0")
    .parameter(any("inputMap", "The map or object.").allow_marked())
    .parameter(
        Parameter::new("key", Type::STRING)
            .describe("The key or attribute name.")
            .allow_marked(),
    )
    .parameter(any("default", "The value for a missing key.").allow_marked())
    .returns_computed_metered(|arguments, meter| match arguments[0].ty().kind() {
        TypeKind::Object(_) if !arguments[1].is_known() => Ok(Type::DYNAMIC),
        TypeKind::Object(object) => {
            let key = bare(&arguments[1]).as_str().unwrap_or_default();
            // The attribute may have a more precise type than the object type says.
            let found = bare(&arguments[0])
                .get(key)
                .map(Value::ty)
                .or_else(|| object.get(key));
            Ok(found.unwrap_or_else(|| arguments[2].ty()).clone())
        }
        TypeKind::Map(element) => match converted(&arguments[2], element, meter)? {
            true => Ok(element.clone()),
            false => Err(FunctionError::for_argument(
                2,
                format!(
                    "the default must be {}, as the elements of the map are, not {}",
                    element.friendly_name(),
                    arguments[2].ty().friendly_name()
                ),
            ).general()),
        },
        _ => Err(FunctionError::for_argument(
            0,
            format!(
                "a map or object is required, not {}",
                arguments[0].ty().friendly_name()
            ),
        ).general()),
    })
}

/// Returns whether a value can be converted to a type, and counts what that takes.
pub(crate) fn converted(value: &Value, ty: &Type, meter: &mut Meter<'_>) -> Result<bool, FunctionError> {
    count_conversions(std::slice::from_ref(value), ty, meter)?;
    Ok(value.convert(ty).is_ok())
}

/// Creates the function `merge(maps...)`.
///
/// It merges maps or objects. The last of several equal keys counts.
#[must_use]
pub fn merge() -> Function {
    Function::new("merge", |arguments, ty| {
        let marks = arguments
            .iter()
            .filter(|value| !value.is_null())
            .fold(Marks::NONE, |all, value| all.union(&value.marks()));
        let mut merged = Vec::new();
        for argument in arguments {
            // After an argument of unknown type, the others are not checked.
            let (argument, _) = argument.unmark();
            if !argument.is_null() {
                merged.extend(keyed_elements(&argument)?);
            }
        }
        let value = match ty.kind() {
            TypeKind::Map(element) => {
                Value::map(element.clone(), merged).map_err(|error| FunctionError::new(error.to_string()))?
            }
            _ => Value::object(merged),
        };
        Ok(value.with_marks(&marks))
    })
    .describe("Merges maps or objects. The last of several equal keys counts.")
    .example("merge({a = 1}, {b = 2})", "{a = 1, b = 2}")
    .variadic(
        any("maps", "The maps or objects to merge; null counts as empty.")
            .allow_dynamic()
            .allow_null()
            .allow_marked(),
    )
    .returns_computed(merged_type)
    .never_null()
}

/// Returns the elements of a value with their keys, which must be strings.
fn keyed_elements(value: &Value) -> Result<Vec<(Str, Value)>, FunctionError> {
    let wrong = || {
        let found = value.ty().friendly_name();
        FunctionError::new(format!("all arguments must be maps or objects, not {found}")).general()
    };
    let elements = value.iter_elements().ok_or_else(wrong)?;
    elements
        .map(|(key, element)| Ok((key.as_str().map(Str::from).ok_or_else(wrong)?, element)))
        .collect()
}

fn merged_type(arguments: &[Value]) -> Result<Type, FunctionError> {
    let no_attributes = || Type::object::<Str>([]);
    let mut types = Vec::with_capacity(arguments.len());
    for argument in arguments {
        types.push(match argument.ty().kind() {
            TypeKind::Dynamic => return Ok(Type::DYNAMIC),
            TypeKind::Object(_) if argument.is_null() => no_attributes(),
            TypeKind::Object(_) | TypeKind::Map(_) => argument.ty().clone(),
            _ => {
                return Err(FunctionError::new(format!(
                    "all arguments must be maps or objects, not {}",
                    argument.ty().friendly_name()
                ))
                .general());
            }
        });
    }
    let Some(first) = types.first() else {
        return Ok(no_attributes());
    };
    if types.iter().all(|ty| ty == first) {
        return Ok(first.clone());
    }
    let mut attributes: Vec<(Str, Type)> = Vec::new();
    for (argument, ty) in arguments.iter().zip(&types) {
        match (ty.kind(), fields(argument)) {
            (TypeKind::Object(object), _) => {
                attributes.extend(object.iter().map(|(name, ty)| (name.clone(), ty.clone())));
            }
            (TypeKind::Map(element), Some(fields)) => {
                attributes.extend(fields.keys().iter().map(|key| (key.clone(), element.clone())));
            }
            _ if argument.is_null() => {}
            // An unknown map may have any keys.
            _ => return Ok(Type::DYNAMIC),
        }
    }
    Ok(Type::object(attributes))
}

/// Creates the function `zipmap(keys, values)`.
///
/// It returns a map of keys from one list and values from another, or an object if the values are a tuple.
#[must_use]
pub fn zipmap() -> Function {
    Function::new("zipmap", |arguments, ty| {
        let (keys, values) = (&arguments[0], &arguments[1]);
        let mut marks = keys.marks().union(&values.marks());
        if !keys.is_wholly_known() {
            return Ok(Value::unknown(ty.clone()).with_marks(&marks));
        }
        check_pairs(keys, items(values).len())?;
        let mut pairs: Vec<(Str, Value)> = Vec::with_capacity(items(keys).len());
        for (index, (key, value)) in items(keys).iter().zip(items(values)).enumerate() {
            marks = marks.union(&key.marks());
            pairs.push((name(key, index)?, value.clone()));
        }
        let zipped = match ty.kind() {
            TypeKind::Map(element) => {
                Value::map(element.clone(), pairs).map_err(|error| FunctionError::new(error.to_string()))?
            }
            _ => Value::object(pairs),
        };
        Ok(zipped.with_marks(&marks))
    })
    .describe(
        "Returns a map of keys from one list and values from another, or an object if the values are a tuple.",
    )
    .example("zipmap([\"a\", \"b\"], [1, 2])", "{a = 1, b = 2}")
    .parameter(
        Parameter::new("keys", Type::list(Type::STRING))
            .describe("The keys. The last of several equal keys counts.")
            .allow_marked(),
    )
    .parameter(any("values", "A list or tuple of the same number of values.").allow_marked())
    .returns_computed(|arguments| match arguments[1].ty().kind() {
        TypeKind::List(element) => Ok(Type::map(element.clone())),
        TypeKind::Tuple(_) if !arguments[0].is_wholly_known() => Ok(Type::DYNAMIC),
        TypeKind::Tuple(types) => {
            check_pairs(&arguments[0], types.len())?;
            let names = items(&arguments[0]).iter().enumerate();
            let pairs: Result<Vec<_>, FunctionError> = names
                .zip(types)
                .map(|((index, key), ty)| Ok((name(key, index)?, ty.clone())))
                .collect();
            Ok(Type::object(pairs?))
        }
        _ => Err(FunctionError::new(format!(
            "the values must be a list or tuple, not {}",
            arguments[1].ty().friendly_name()
        )).general()),
    })
    .never_null()
}

fn check_pairs(keys: &Value, values: usize) -> Result<(), FunctionError> {
    let keys = items(keys).len();
    if keys == values {
        return Ok(());
    }
    Err(FunctionError::new(format!(
        "there must be as many values as keys, but the number of keys is {} and that of values {}",
        Number::from(keys),
        Number::from(values)
    ))
    .general())
}

fn name(key: &Value, index: usize) -> Result<Str, FunctionError> {
    let text = bare(key).as_str();
    text.map(Str::from).ok_or_else(|| {
        FunctionError::new(format!(
            "the key at index {index} is null, and a key must be a string"
        ))
        .general()
    })
}
