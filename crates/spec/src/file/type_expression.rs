//! The types in a specification file: ordinary expressions whose values are types.

use std::sync::LazyLock;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::decode as codes};
use hcl2_model::{EvalContext, Expression, FunctionTable};
use hcl2_value::{Capsule, CapsuleType, Function, FunctionError, Parameter, Type, Value};

/// The type whose values are types.
static TYPE: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("type"));

static CONTEXT: LazyLock<EvalContext<'static>> = LazyLock::new(|| {
    let mut context = EvalContext::new();
    for (name, ty) in [
        ("string", Type::STRING),
        ("number", Type::NUMBER),
        ("bool", Type::BOOL),
        ("any", Type::DYNAMIC),
    ] {
        context.set_variable(name, wrap(ty));
    }
    let of_element = |name, make: fn(Type) -> Type| {
        constructor(name, "element_type", type_of_types(), move |argument| {
            unwrap(argument).map(make)
        })
    };
    let tuple = constructor(
        "tuple",
        "element_types",
        Type::list(type_of_types()),
        |argument| {
            let types: Option<Vec<Type>> = argument.elements()?.iter().map(unwrap).collect();
            types.map(Type::tuple)
        },
    );
    let object = constructor(
        "object",
        "attribute_types",
        Type::map(type_of_types()),
        |argument| {
            let attributes: Option<Vec<_>> = argument
                .fields()?
                .iter()
                .map(|(name, ty)| Some((name.clone(), unwrap(ty)?)))
                .collect();
            attributes.map(Type::object)
        },
    );
    let functions = [
        of_element("list", Type::list),
        of_element("set", Type::set),
        of_element("map", Type::map),
        tuple,
        object,
    ];
    context.set_functions(functions.into_iter().collect::<FunctionTable>());
    context
});

fn type_of_types() -> Type {
    Type::capsule(TYPE.clone())
}

fn constructor(
    name: &'static str,
    parameter: &'static str,
    ty: Type,
    make: impl Fn(&Value) -> Option<Type> + Send + Sync + 'static,
) -> Function {
    Function::new(name, move |arguments, _| {
        let made = arguments.first().and_then(&make);
        made.map(wrap)
            .ok_or_else(|| FunctionError::for_argument(0, "types are required"))
    })
    .parameter(Parameter::new(parameter, ty))
    .returns(type_of_types())
}

fn wrap(ty: Type) -> Value {
    Value::from(Capsule::new(TYPE.clone(), ty))
}

fn unwrap(value: &Value) -> Option<Type> {
    value.as_capsule()?.downcast_ref::<Type>().cloned()
}

/// Reads the type in an argument of a specification. Null means any type.
pub(super) fn read_type(expression: &dyn Expression, diagnostics: &mut Diagnostics) -> Type {
    let errors = diagnostics.error_count();
    let value = expression.evaluate(&*CONTEXT).report_into(diagnostics);
    if value.is_null() || diagnostics.error_count() > errors {
        return Type::DYNAMIC;
    }
    unwrap(&value).unwrap_or_else(|| {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_TYPE, "Invalid type")
                .with_detail(format!(
                    "Expected a type, such as `string` or `list(number)`, found a value of type {}.",
                    value.ty().friendly_name()
                ))
                .with_subject(expression.span()),
        );
        Type::DYNAMIC
    })
}
