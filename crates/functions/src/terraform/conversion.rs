//! Conversion to types.

use hcl2_value::{Function, FunctionError, Parameter, Safety, Type, Value, conversion};

fn to(name: &'static str, description: &'static str, wanted: Type) -> Function {
    let of_unknown = wanted.clone();
    Function::new(name, move |arguments, _| {
        let value = &arguments[0];
        check(value.ty(), &wanted)?;
        // As in Terraform, nothing but its type is known of an unknown value.
        if !value.is_known() {
            return Ok(Value::unknown(wanted.clone()).with_marks(&value.marks()));
        }
        value.convert(&wanted).map_err(|error| {
            let message = cannot(value.ty(), &wanted);
            FunctionError::for_argument(0, message.clone()).revealing(format!("{message}: {error}"))
        })
    })
    .describe(description)
    .parameter(
        Parameter::new("v", Type::DYNAMIC)
            .describe("The value to convert.")
            .allow_null()
            .allow_unknown()
            .allow_dynamic()
            .allow_marked(),
    )
    .returns_with_result(move |_, _| Ok(of_unknown.clone()))
}

fn cannot(from: &Type, to: &Type) -> String {
    format!(
        "{} cannot be converted to {}",
        from.friendly_name(),
        to.friendly_name()
    )
}

fn check(from: &Type, to: &Type) -> Result<(), FunctionError> {
    if from.is_dynamic() || from == to || conversion(from, to, Safety::Unsafe).is_some() {
        return Ok(());
    }
    Err(FunctionError::for_argument(0, cannot(from, to)))
}

/// Creates the function `tobool(v)`.
///
/// It converts a value to a bool, such as the strings `"true"` and `"false"`.
#[must_use]
pub fn tobool() -> Function {
    to(
        "tobool",
        "Converts a value to a bool, such as the strings `\"true\"` and `\"false\"`.",
        Type::BOOL,
    )
    .example("tobool(\"true\")", "true")
}

/// Creates the function `tonumber(v)`.
///
/// It converts a value to a number, such as a string of digits.
#[must_use]
pub fn tonumber() -> Function {
    to(
        "tonumber",
        "Converts a value to a number, such as a string of digits.",
        Type::NUMBER,
    )
    .example("tonumber(\"1.5\")", "1.5")
}

/// Creates the function `tostring(v)`.
///
/// It converts a value to a string, such as a number or bool.
#[must_use]
pub fn tostring() -> Function {
    to(
        "tostring",
        "Converts a value to a string, such as a number or bool.",
        Type::STRING,
    )
    .example("tostring(1.50)", "\"1.5\"")
}

/// Creates the function `tolist(v)`.
///
/// It converts a set or tuple to a list. The elements of a tuple are converted to their common type.
#[must_use]
pub fn tolist() -> Function {
    to(
        "tolist",
        "Converts a set or tuple to a list. The elements of a tuple are converted to their common type.",
        Type::list(Type::DYNAMIC),
    )
    .example("tolist([1, \"a\"])", "[\"1\", \"a\"]")
}

/// Creates the function `toset(v)`.
///
/// It converts a list or tuple to a set, without duplicates and without its order.
#[must_use]
pub fn toset() -> Function {
    to(
        "toset",
        "Converts a list or tuple to a set, without duplicates and without its order.",
        Type::set(Type::DYNAMIC),
    )
    .example("toset([\"b\", \"a\", \"b\"])", "[\"a\", \"b\"]")
}

/// Creates the function `tomap(v)`.
///
/// It converts an object to a map. The attributes are converted to their common type.
#[must_use]
pub fn tomap() -> Function {
    to(
        "tomap",
        "Converts an object to a map. The attributes are converted to their common type.",
        Type::map(Type::DYNAMIC),
    )
    .example("tomap({a = 1, b = \"x\"})", "{a = \"1\", b = \"x\"}")
}
