//! A data source and functions that return values as they arrive.

use hcl2_provider::schema::Definition;
use hcl2_provider::{Context, DataSource, Problem, with};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};
use hcl2_wire::notation;
use hcl2_wire::schema::{Attribute, Block};

/// Returns its argument.
#[derive(Debug)]
pub(super) struct Echo;

impl DataSource for Echo {
    type Model = Value;

    fn definition(&self) -> Definition {
        Block::new()
            .attribute("input", Attribute::required(Type::DYNAMIC))
            .attribute("output", Attribute::computed(Type::DYNAMIC))
            .attribute("type", Attribute::computed(Type::STRING))
            .into()
    }

    async fn read(&self, config: Value, _: &mut Context) -> Result<Value, Problem> {
        let input = config
            .get("input")
            .cloned()
            .unwrap_or_else(|| Value::null(Type::DYNAMIC));
        let ty = notation::write(input.ty())?;
        Ok(with(
            &config,
            [("output", input), ("type", Value::from(ty.as_str()))],
        ))
    }
}

pub(super) fn echo() -> Function {
    Function::new("echo", |arguments, _| Ok(arguments[0].clone()))
        .describe("Gives back what it is given.")
        .parameter(
            Parameter::new("value", Type::DYNAMIC)
                .allow_null()
                .allow_dynamic(),
        )
        .returns(Type::DYNAMIC)
}

pub(super) fn type_of() -> Function {
    Function::new("type_of", |arguments, _| {
        let ty = notation::write(arguments[0].ty());
        ty.map(|ty| Value::from(ty.as_str()))
            .map_err(|error| FunctionError::for_argument(0, error.to_string()))
    })
    .describe("The type of a value in the notation of types.")
    .parameter(
        Parameter::new("value", Type::DYNAMIC)
            .allow_null()
            .allow_dynamic(),
    )
    .returns(Type::STRING)
}

pub(super) fn sum() -> Function {
    Function::new("sum", |arguments, _| {
        let mut sum = Value::from(0);
        for (index, argument) in arguments.iter().enumerate() {
            let next = sum.add(argument);
            sum = next.map_err(|error| FunctionError::for_argument(index, error.to_string()))?;
        }
        Ok(sum)
    })
    .describe("The sum of any number of numbers.")
    .variadic(Parameter::new("numbers", Type::NUMBER))
    .returns(Type::NUMBER)
}
