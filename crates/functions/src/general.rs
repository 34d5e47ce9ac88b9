//! Functions of values of any type, and logic.

use hcl2_value::{Function, FunctionError, OperationError, Parameter, Type, Value};

use crate::support::{common_type, count_conversions, failed};

fn anything(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC)
        .describe(description)
        .allow_unknown()
        .allow_dynamic()
        .allow_null()
}

fn equality(name: &'static str, description: &'static str, compare: fn(&Value, &Value) -> Value) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(compare(&arguments[0], &arguments[1]))
    })
    .describe(description)
    .parameter(anything("a", "The first value."))
    .parameter(anything("b", "The second value."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `equal(a, b)`.
///
/// It returns whether two values are of the same type and equal.
#[must_use]
pub fn equal() -> Function {
    equality(
        "equal",
        "Returns whether two values are of the same type and equal.",
        Value::equals,
    )
    .example("equal(1, \"1\")", "false")
}

/// Creates the function `notequal(a, b)`.
///
/// It returns whether two values differ in type or value.
#[must_use]
pub fn notequal() -> Function {
    equality(
        "notequal",
        "Returns whether two values differ in type or value.",
        Value::not_equals,
    )
    .example("notequal(1, 2)", "true")
}

/// Creates the function `coalesce(vals...)`.
///
/// It returns the first argument that is not null, converted to the common type of all arguments.
#[must_use]
pub fn coalesce() -> Function {
    Function::metered("coalesce", |arguments, ty, meter| {
        for (index, value) in arguments.iter().enumerate() {
            if !value.is_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            if !value.is_null() {
                count_conversions(std::slice::from_ref(value), ty, meter)?;
                return value.convert(ty).map_err(|error| {
                    let wanted = ty.friendly_name();
                    FunctionError::new(format!(
                        "argument {} cannot be converted to {wanted}, the type that all arguments have in common",
                        index + 1
                    ))
                    .revealing(format!(
                        "argument {} cannot be converted to {wanted}, the type that all arguments have in common: {error}",
                        index + 1
                    ))
                });
            }
        }
        Err(FunctionError::new("at least one argument must not be null"))
    })
    .selects()
    .describe("Returns the first argument that is not null, converted to the common type of all arguments.")
    .example("coalesce(null, \"a\", \"b\")", "\"a\"")
    .variadic(anything("vals", "The values to choose from."))
    .returns_computed_metered(common_type)
    .never_null()
}

/// Creates the function `assertnotnull(v)`.
///
/// It returns the argument, or an error if it is null.
#[must_use]
pub fn assertnotnull() -> Function {
    Function::new("assertnotnull", |arguments, _| Ok(arguments[0].clone()))
        .selects()
        .describe("Returns the argument, or an error if it is null.")
        .example("assertnotnull(\"x\")", "\"x\"")
        .parameter(Parameter::new("v", Type::DYNAMIC).describe("The value that must not be null."))
        .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
        .never_null()
}

fn truth(name: &'static str) -> Parameter {
    Parameter::new(name, Type::BOOL).allow_dynamic()
}

/// Creates the function `not(val)`.
///
/// It returns whether the argument is false.
#[must_use]
pub fn not() -> Function {
    Function::new("not", |arguments, _| arguments[0].not().map_err(failed))
        .describe("Returns whether the argument is false.")
        .example("not(true)", "false")
        .parameter(truth("val").describe("The value to negate."))
        .returns(Type::BOOL)
        .never_null()
}

fn connective(
    name: &'static str,
    description: &'static str,
    connect: fn(&Value, &Value) -> Result<Value, OperationError>,
) -> Function {
    Function::new(name, move |arguments, _| {
        connect(&arguments[0], &arguments[1]).map_err(failed)
    })
    .describe(description)
    .parameter(truth("a").describe("The first operand."))
    .parameter(truth("b").describe("The second operand."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `and(a, b)`.
///
/// It returns whether both arguments are true.
#[must_use]
pub fn and() -> Function {
    connective("and", "Returns whether both arguments are true.", Value::and)
        .example("and(true, false)", "false")
}

/// Creates the function `or(a, b)`.
///
/// It returns whether at least one argument is true.
#[must_use]
pub fn or() -> Function {
    connective("or", "Returns whether at least one argument is true.", Value::or)
        .example("or(true, false)", "true")
}
