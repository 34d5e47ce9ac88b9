//! Functions for validation, without access to the machine.

use std::sync::Arc;

use hcl2_ext::functions::{can_function, try_function};
use hcl2_functions::{NoHost, terraform};
use hcl2_model::{Callable, FunctionTable, ResolveError, Resolver};
use hcl2_value::{Function, Parameter, Type, Value};

use crate::table::{FUNCTIONS_OF_THE_MACHINE, PROVIDER_FUNCTIONS};

/// Returns the functions of the language. Those that use files, the clock or randomness return unknown values.
pub(super) fn table() -> FunctionTable {
    let mut table = FunctionTable::new();
    for function in terraform::functions(&(Arc::new(NoHost) as _)) {
        insert(&mut table, function.name(), function);
    }
    insert(&mut table, "try", try_function());
    insert(&mut table, "can", can_function());
    for name in FUNCTIONS_OF_THE_MACHINE {
        let unknown = match table.get(name) {
            Some(Callable::Eager(function)) => unknown_as(function),
            _ => unknown(name),
        };
        insert(&mut table, name, unknown);
    }
    table
}

fn insert(table: &mut FunctionTable, name: &str, function: impl Into<Callable>) {
    let function = function.into();
    table.insert(format!("core::{name}"), function.clone());
    table.insert(name, function);
}

/// Creates a function that accepts anything and returns an unknown value.
fn unknown(name: &'static str) -> Function {
    Function::new(name, |_, ty| Ok(Value::unknown(ty.clone()))).variadic(
        Parameter::new("arguments", Type::DYNAMIC)
            .allow_null()
            .allow_unknown()
            .allow_dynamic(),
    )
}

/// Creates a function with the parameters of another that returns an unknown value of its result type.
fn unknown_as(function: &Function) -> Function {
    let types = function.clone();
    let mut unknown = Function::new(function.name(), |_, ty| Ok(Value::unknown(ty.clone())))
        .returns_with(move |arguments| types.result_type(arguments));
    for parameter in function.parameters() {
        unknown = unknown.parameter(parameter.clone());
    }
    match function.variadic_parameter() {
        Some(parameter) => unknown.variadic(parameter.clone()),
        None => unknown,
    }
}

/// Resolves the functions of providers to functions that return unknown values.
pub(crate) struct OfProviders;

impl Resolver for OfProviders {
    fn function(&self, name: &str) -> Result<Option<Callable>, ResolveError> {
        Ok(name
            .starts_with(PROVIDER_FUNCTIONS)
            .then(|| unknown("provider function").into()))
    }
}
