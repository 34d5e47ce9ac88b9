//! Functions of numbers.

use hcl2_value::{
    Function, FunctionError, Number, OperationError, Parameter, ParseNumberErrorKind, Type, Value,
};

use crate::support::{failed, number, quoted, text, whole};

fn operand(name: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER).allow_dynamic()
}

fn one(
    name: &'static str,
    description: &'static str,
    compute: fn(&Number) -> Result<Number, FunctionError>,
) -> Function {
    Function::new(name, move |arguments, _| {
        compute(number(arguments, 0)).map(Value::from)
    })
    .describe(description)
    .parameter(operand("num").describe("The number."))
    .returns(Type::NUMBER)
    .never_null()
}

type Operation = fn(&Value, &Value) -> Result<Value, OperationError>;

fn two(name: &'static str, description: &'static str, compute: Operation) -> Function {
    Function::new(name, move |arguments, _| {
        compute(&arguments[0], &arguments[1]).map_err(failed)
    })
    .describe(description)
    .parameter(operand("a").describe("The first number."))
    .parameter(operand("b").describe("The second number."))
    .returns(Type::NUMBER)
    .never_null()
}

fn comparison(name: &'static str, description: &'static str, compare: Operation) -> Function {
    let side = |name, description| operand(name).describe(description).allow_unknown();
    Function::new(name, move |arguments, _| {
        compare(&arguments[0], &arguments[1]).map_err(failed)
    })
    .describe(description)
    .parameter(side("a", "The first number."))
    .parameter(side("b", "The second number."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `abs(num)`.
///
/// It returns the absolute value of a number.
#[must_use]
pub fn abs() -> Function {
    one("abs", "Returns the absolute value of a number.", |number| {
        Ok(number.abs())
    })
    .example("abs(-1.5)", "1.5")
}

/// Creates the function `add(a, b)`.
///
/// It adds two numbers.
#[must_use]
pub fn add() -> Function {
    two("add", "Adds two numbers.", Value::add).example("add(1, 2)", "3")
}

/// Creates the function `subtract(a, b)`.
///
/// It subtracts the second number from the first.
#[must_use]
pub fn subtract() -> Function {
    two(
        "subtract",
        "Subtracts the second number from the first.",
        Value::sub,
    )
    .example("subtract(3, 1)", "2")
}

/// Creates the function `multiply(a, b)`.
///
/// It multiplies two numbers.
#[must_use]
pub fn multiply() -> Function {
    two("multiply", "Multiplies two numbers.", Value::mul).example("multiply(2, 3)", "6")
}

/// Creates the function `divide(a, b)`.
///
/// It divides the first number by the second. The result is infinite if only the second is zero.
#[must_use]
pub fn divide() -> Function {
    two(
        "divide",
        "Divides the first number by the second. The result is infinite if only the second is zero.",
        Value::div,
    )
    .example("divide(1, 4)", "0.25")
}

/// Creates the function `modulo(a, b)`.
///
/// It returns the remainder of a division, with the sign of the first number.
#[must_use]
pub fn modulo() -> Function {
    two(
        "modulo",
        "Returns the remainder of a division, with the sign of the first number.",
        Value::rem,
    )
    .example("modulo(-5, 3)", "-2")
}

/// Creates the function `negate(num)`.
///
/// It returns a number with the opposite sign.
#[must_use]
pub fn negate() -> Function {
    one("negate", "Returns a number with the opposite sign.", |number| {
        Ok(number.neg())
    })
    .example("negate(1)", "-1")
}

/// Creates the function `greaterthan(a, b)`.
///
/// It returns whether the first number is greater than the second.
#[must_use]
pub fn greaterthan() -> Function {
    comparison(
        "greaterthan",
        "Returns whether the first number is greater than the second.",
        Value::greater_than,
    )
    .example("greaterthan(2, 1)", "true")
}

/// Creates the function `greaterthanorequalto(a, b)`.
///
/// It returns whether the first number is greater than or equal to the second.
#[must_use]
pub fn greaterthanorequalto() -> Function {
    comparison(
        "greaterthanorequalto",
        "Returns whether the first number is greater than or equal to the second.",
        Value::greater_than_or_equal,
    )
    .example("greaterthanorequalto(1, 1)", "true")
}

/// Creates the function `lessthan(a, b)`.
///
/// It returns whether the first number is less than the second.
#[must_use]
pub fn lessthan() -> Function {
    comparison(
        "lessthan",
        "Returns whether the first number is less than the second.",
        Value::less_than,
    )
    .example("lessthan(2, 1)", "false")
}

/// Creates the function `lessthanorequalto(a, b)`.
///
/// It returns whether the first number is less than or equal to the second.
#[must_use]
pub fn lessthanorequalto() -> Function {
    comparison(
        "lessthanorequalto",
        "Returns whether the first number is less than or equal to the second.",
        Value::less_than_or_equal,
    )
    .example("lessthanorequalto(1, 1)", "true")
}

fn extreme(
    name: &'static str,
    description: &'static str,
    is_better: fn(&Number, &Number) -> bool,
) -> Function {
    Function::new(name, move |arguments, _| {
        let numbers = arguments.iter().filter_map(Value::as_number);
        let best = numbers.reduce(|best, number| if is_better(number, best) { number } else { best });
        best.cloned()
            .map(Value::from)
            .ok_or_else(|| FunctionError::new("at least one number is required"))
    })
    .describe(description)
    .variadic(operand("numbers").describe("The numbers to choose from."))
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `max(numbers...)`.
///
/// It returns the greatest of the numbers.
#[must_use]
pub fn max() -> Function {
    extreme("max", "Returns the greatest of the numbers.", |a, b| {
        a.cmp_exact(b).is_gt()
    })
    .example("max(1, 3, 2)", "3")
}

/// Creates the function `min(numbers...)`.
///
/// It returns the least of the numbers.
#[must_use]
pub fn min() -> Function {
    extreme("min", "Returns the least of the numbers.", |a, b| {
        a.cmp_exact(b).is_lt()
    })
    .example("min(1, 3, 2)", "1")
}

/// Creates the function `int(num)`.
///
/// It removes the fraction of a number.
#[must_use]
pub fn int() -> Function {
    one("int", "Removes the fraction of a number.", |number| {
        number
            .truncate()
            .map_err(|error| FunctionError::new(error.to_string()))
    })
    .example("int(-1.7)", "-1")
}

fn strict(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER).describe(description)
}

fn rounding(name: &'static str, description: &'static str, round: fn(&Number) -> Number) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(round(number(arguments, 0))))
    })
    .describe(description)
    .parameter(strict("num", "The number."))
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `ceil(num)`.
///
/// It rounds a number up to a whole number.
#[must_use]
pub fn ceil() -> Function {
    rounding("ceil", "Rounds a number up to a whole number.", Number::ceil).example("ceil(1.2)", "2")
}

/// Creates the function `floor(num)`.
///
/// It rounds a number down to a whole number.
#[must_use]
pub fn floor() -> Function {
    rounding("floor", "Rounds a number down to a whole number.", Number::floor).example("floor(-1.2)", "-2")
}

type Double = fn(&Number, &Number) -> Result<Number, hcl2_value::ArithmeticError>;

fn double(name: &'static str, description: &'static str, second: Parameter, compute: Double) -> Function {
    Function::new(name, move |arguments, _| {
        compute(number(arguments, 0), number(arguments, 1))
            .map(Value::from)
            .map_err(|error| FunctionError::new(error.to_string()))
    })
    .describe(description)
    .parameter(strict("num", "The number."))
    .parameter(second)
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `log(num, base)`.
///
/// It returns the logarithm of a number to a base, in double precision.
#[must_use]
pub fn log() -> Function {
    double(
        "log",
        "Returns the logarithm of a number to a base, in double precision.",
        strict("base", "The base of the logarithm."),
        Number::log,
    )
    .example("log(8, 2)", "3")
}

/// Creates the function `pow(num, power)`.
///
/// It raises a number to a power in double precision.
#[must_use]
pub fn pow() -> Function {
    double(
        "pow",
        "Raises a number to a power in double precision.",
        strict("power", "The power to raise the number to."),
        Number::pow,
    )
    .example("pow(2, 10)", "1024")
}

/// Creates the function `signum(num)`.
///
/// It returns -1, 0 or 1 if a whole number is negative, zero or positive.
#[must_use]
pub fn signum() -> Function {
    Function::new("signum", |arguments, _| {
        whole(&arguments[0], "the number").map(|number| Value::from(number.signum()))
    })
    .describe("Returns -1, 0 or 1 if a whole number is negative, zero or positive.")
    .example("signum(-7)", "-1")
    .parameter(strict("num", "The whole number."))
    .returns(Type::NUMBER)
    .never_null()
}

/// Creates the function `parseint(number, base)`.
///
/// It parses a whole number in a base.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let parsed = hcl2_functions::parseint().call(&[Value::from("ff"), Value::from(16)])?;
/// assert_eq!(parsed, Value::from(255));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn parseint() -> Function {
    Function::new("parseint", |arguments, _| {
        let digits = text(arguments, 0);
        let base = whole(&arguments[1], "the base").map_err(|error| error.in_argument(1))?;
        let base = u32::try_from(base)
            .ok()
            .filter(|base| (2..=62).contains(base))
            .ok_or_else(|| FunctionError::for_argument(1, "the base must be a whole number from 2 to 62"))?;
        Number::from_str_radix(digits, base)
            .map(Value::from)
            .map_err(|error| {
                if error.kind() == ParseNumberErrorKind::Inexact {
                    return FunctionError::for_argument(0, "the number has more than 20,000 digits");
                }
                let what = format!("a whole number in base {base}");
                FunctionError::for_argument(0, format!("the text is not {what}"))
                    .revealing(format!("{} is not {what}", quoted(digits)))
            })
    })
    .describe("Parses a whole number in a base.")
    .example("parseint(\"ff\", 16)", "255")
    .parameter(Parameter::new("number", Type::DYNAMIC).describe("The digits after an optional sign."))
    .parameter(strict("base", "The base, from 2 to 62."))
    .returns_computed(|arguments| {
        let ty = arguments[0].ty();
        if *ty == Type::STRING {
            return Ok(Type::NUMBER);
        }
        Err(
            FunctionError::for_argument(0, format!("a string is required, not {}", ty.friendly_name()))
                .general(),
        )
    })
    .never_null()
    .costs(0, 60)
}
