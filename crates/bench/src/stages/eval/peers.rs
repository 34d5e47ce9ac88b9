//! The peer that evaluates expressions.

use hcl::eval::{Context, Evaluate, FuncArgs, FuncDef, ParamType};

use super::super::peers::{RS, failed};
use super::{CALLS, COPIES, Case, VARIABLES};
use crate::contest::{Contest, timed_calls};
use crate::failure::Failure;

/// Adds the peer that evaluates one parsed expression repeatedly.
pub(super) fn add(stage: &str, case: &Case, contest: &mut Contest<'_>) -> Result<(), Failure> {
    let broken = |error: &dyn std::fmt::Display| failed(stage, format!("{RS}: {error}"));
    let context = context().map_err(|error| broken(&error))?;
    let expression: hcl::Expression = case.text.parse().map_err(|error: hcl::Error| broken(&error))?;
    let value = expression.evaluate(&context).map_err(|error| broken(&error))?;
    let shape = to_json(&value).map_err(|error| broken(&error))?;
    contest.add(RS, &shape, move || {
        timed_calls(CALLS, || expression.evaluate(&context))
    })
}

/// Adds the peer that evaluates each of many freshly parsed copies of an expression once.
pub(super) fn add_first(stage: &str, case: &'static Case, contest: &mut Contest<'_>) -> Result<(), Failure> {
    let broken = |error: &dyn std::fmt::Display| failed(stage, format!("{RS}: {error}"));
    let context = context().map_err(|error| broken(&error))?;
    let parse = || case.text.parse::<hcl::Expression>();
    let first = parse().map_err(|error| broken(&error))?;
    let value = first.evaluate(&context).map_err(|error| broken(&error))?;
    let shape = to_json(&value).map_err(|error| broken(&error))?;
    contest.add(RS, &shape, move || {
        let copies: Vec<_> = (0..COPIES).filter_map(|_| parse().ok()).collect();
        let mut copies = copies.iter();
        timed_calls(COPIES, || {
            copies.next().map(|expression| expression.evaluate(&context))
        })
    })
}

fn context() -> Result<Context<'static>, String> {
    let mut context = Context::new();
    let variables: hcl::Map<String, hcl::Value> =
        hcl::from_str(VARIABLES).map_err(|error| error.to_string())?;
    for (name, value) in variables {
        context.declare_var(name, value);
    }
    let minimum = |arguments: FuncArgs| -> Result<hcl::Value, String> {
        let numbers = arguments.iter().filter_map(hcl::Value::as_number);
        let least = numbers.reduce(|least, number| {
            if number.as_f64() < least.as_f64() {
                number
            } else {
                least
            }
        });
        let least = least.ok_or("min needs a number")?;
        Ok(hcl::Value::from(*least))
    };
    context.declare_func(
        "min",
        FuncDef::builder()
            .variadic_param(ParamType::Number)
            .build(minimum),
    );
    Ok(context)
}

/// Returns the JSON of a value, with attributes sorted by name.
fn to_json(value: &hcl::Value) -> Result<String, String> {
    let mut value = serde_json::to_value(value).map_err(|error| error.to_string())?;
    value.sort_all_objects();
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::CASES;
    use super::*;

    #[test]
    fn every_expression_has_its_value() {
        let context = context().unwrap();
        for case in CASES {
            let expression: hcl::Expression = case.text.parse().unwrap();
            let value = expression.evaluate(&context).unwrap();
            assert_eq!(to_json(&value).unwrap(), case.expected);
        }
    }
}
