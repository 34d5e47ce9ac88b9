//! The function `setproduct`.

use hcl2_value::{Function, FunctionError, Marks, Meter, Parameter, Safety, Type, TypeKind, Value, unify};

use crate::support::{bare, check_count, items};

/// Creates the function `setproduct(sets...)`.
///
/// It returns all combinations of one element of each set, list or tuple, as tuples.
#[must_use]
pub fn setproduct() -> Function {
    Function::metered("setproduct", product)
        .describe("Returns all combinations of one element of each set, list or tuple, as tuples.")
        .example("setproduct([\"a\"], [1, 2])", "[[\"a\", 1], [\"a\", 2]]")
        .variadic(
            Parameter::new("sets", Type::DYNAMIC)
                .describe("The sets, lists or tuples.")
                .allow_marked()
                .allow_unknown(),
        )
        .returns_computed(product_type)
        .never_null()
}

fn product_type(arguments: &[Value]) -> Result<Type, FunctionError> {
    if arguments.len() < 2 {
        return Err(FunctionError::new("at least two arguments are required"));
    }
    let mut elements = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        elements.push(match argument.ty().kind() {
            TypeKind::Set(element) | TypeKind::List(element) => element.clone(),
            TypeKind::Tuple([]) => Type::DYNAMIC,
            TypeKind::Tuple(types) => unify(types, Safety::Unsafe).ok_or_else(|| {
                let message = "all elements must have types that can be converted to one type";
                FunctionError::for_argument(index, message)
            })?,
            _ => {
                return Err(FunctionError::for_argument(
                    index,
                    format!(
                        "a set, list or tuple is required, not {}",
                        argument.ty().friendly_name()
                    ),
                )
                .general());
            }
        });
    }
    let tuple = Type::tuple(elements);
    let has_set = arguments.iter().any(|argument| argument.ty().is_set());
    Ok(if has_set {
        Type::set(tuple)
    } else {
        Type::list(tuple)
    })
}

fn product(arguments: &[Value], ty: &Type, meter: &mut Meter<'_>) -> Result<Value, FunctionError> {
    let marks = arguments
        .iter()
        .fold(Marks::NONE, |all, argument| all.union(&argument.marks()));
    let mut rows = 1_usize;
    for argument in arguments {
        let length = bare(argument).length();
        if !argument.is_known() || !length.is_ok_and(|length| length.is_known()) {
            return Ok(unknown_product(arguments, ty).with_marks(&marks));
        }
        rows = rows.saturating_mul(items(argument).len());
    }
    let element = ty.element_type().unwrap_or(&Type::DYNAMIC);
    let columns = element.tuple_types().unwrap_or_default();
    let combined = if rows == 0 {
        Vec::new()
    } else {
        let parts = rows.saturating_mul(arguments.len());
        check_count(parts)?;
        meter.elements(parts)?;
        let mut sources: Vec<Vec<Value>> = Vec::with_capacity(arguments.len());
        for (argument, column) in arguments.iter().zip(columns) {
            let converted = items(argument).iter().map(|item| item.convert(column));
            let converted: Result<_, _> = converted.collect();
            sources.push(converted.map_err(|error| {
                let message = "an element cannot be converted to the type that all have in common";
                FunctionError::new(message).revealing(format!("{message}: {error}"))
            })?);
        }
        combinations(&sources, rows)
    };
    let product = if ty.is_list() {
        Value::list(element.clone(), combined)
    } else {
        Value::set(element.clone(), combined)
    };
    product
        .map(|product| product.with_marks(&marks))
        .map_err(|error| FunctionError::new(error.to_string()))
}

/// Returns all rows; the last column changes fastest.
fn combinations(sources: &[Vec<Value>], rows: usize) -> Vec<Value> {
    let mut positions = vec![0; sources.len()];
    let mut combined = Vec::with_capacity(rows);
    for _ in 0..rows {
        let row = positions
            .iter()
            .zip(sources)
            .map(|(position, source)| source[*position].clone());
        combined.push(Value::tuple(row));
        for (position, source) in positions.iter_mut().zip(sources).rev() {
            *position += 1;
            if *position < source.len() {
                break;
            }
            *position = 0;
        }
    }
    combined
}

/// Returns an unknown product, whose maximum length follows from those of the arguments.
fn unknown_product(arguments: &[Value], ty: &Type) -> Value {
    const MAX_ARGUMENT: u64 = 1024;
    const MAX_PRODUCT: u64 = 2048;
    let unknown = Value::unknown(ty.clone());
    let mut most = 1_u64;
    for argument in arguments {
        let longest = match argument.ty().tuple_types() {
            Some(types) => Some(types.len() as u64),
            // As in the reference, a known set with unknown elements may have any length.
            None => argument
                .length_bounds()
                .filter(|(least, most)| !bare(argument).is_known() || *most == Some(*least))
                .and_then(|(_, most)| most),
        };
        match longest {
            Some(longest) if longest <= MAX_ARGUMENT => most *= longest,
            _ => return unknown,
        }
        if most > MAX_PRODUCT {
            return unknown;
        }
    }
    unknown.refine_length(most.min(1), Some(most))
}
