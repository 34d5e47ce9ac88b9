//! The function protocol: the arguments that reach a function, and the handling of all others.

use hcl2_value::{Function, FunctionError, Mark, Number, Parameter, Path, PathStep, Refiner, Type, Value};

fn text() -> Parameter {
    Parameter::new("text", Type::STRING)
}

fn count() -> Parameter {
    Parameter::new("count", Type::NUMBER)
}

/// Creates a function that returns its arguments as a tuple, to show what reaches it.
fn tuple() -> Function {
    Function::new("tuple", |arguments, _| {
        Ok(Value::tuple(arguments.iter().cloned()))
    })
}

fn call(function: &Function, arguments: &[Value]) -> Value {
    function.call(arguments).expect("a result")
}

/// Returns the argument at fault and the message.
fn refused(function: &Function, arguments: &[Value]) -> (Option<usize>, String) {
    let error = function.call(arguments).expect_err("an error");
    assert_eq!(error.to_string(), error.message);
    (error.argument, error.message)
}

fn secret(value: Value) -> Value {
    value.with_mark(Mark::new("secret"))
}

#[test]
fn definition_returns_its_parts() {
    let function = tuple()
        .named("join")
        .describe("Joins.")
        .parameter(text().describe("A separator."))
        .variadic(count());
    assert_eq!((function.name(), function.description()), ("join", "Joins."));
    assert_eq!(function.parameters().len(), 1);
    assert_eq!(function.parameters()[0].description, "A separator.");
    assert_eq!(
        function.variadic_parameter().map(|parameter| parameter.name),
        Some("count")
    );
    let names = [0, 1, 7].map(|index| function.parameter_at(index).map(|parameter| parameter.name));
    assert_eq!(names, [Some("text"), Some("count"), Some("count")]);
    assert!(tuple().parameter_at(0).is_none() && tuple().variadic_parameter().is_none());
    assert_eq!(format!("{function:?}"), "Function(join)");
    let all = text().allow_null().allow_unknown().allow_dynamic().allow_marked();
    assert!(all.allow_null && all.allow_unknown && all.allow_dynamic && all.allow_marked);
    let none = text();
    assert!(!none.allow_null && !none.allow_unknown && !none.allow_dynamic && !none.allow_marked);
}

#[test]
fn number_of_arguments_must_fit() {
    let (a, none) = (Value::from("a"), Value::null(Type::STRING));
    let one = tuple().parameter(text().allow_null());
    // Plain arguments are counted by other code.
    for argument in [a.clone(), none] {
        assert_eq!(
            refused(&one, &[]),
            (None, "1 argument required, not 0".to_owned())
        );
        let two = [argument.clone(), argument.clone()];
        assert_eq!(
            refused(&one, &two),
            (None, "1 argument required, not 2".to_owned())
        );
        assert_eq!(
            call(&one, std::slice::from_ref(&argument)),
            Value::tuple([argument])
        );
    }
    let two = tuple().parameter(text()).parameter(text()).variadic(count());
    assert_eq!(
        refused(&two, std::slice::from_ref(&a)).1,
        "at least 2 arguments required, not 1"
    );
    let many = [a.clone(), a, Value::from(1), Value::from(2)];
    assert_eq!(call(&two, &many[..2]), Value::tuple(many[..2].iter().cloned()));
    assert_eq!(call(&two, &many), Value::tuple(many.iter().cloned()));
}

#[test]
fn arguments_must_match_their_parameters() {
    let function = tuple().parameter(text()).variadic(count());
    let (a, one) = (Value::from("a"), Value::from(1));
    assert_eq!(
        refused(&function, std::slice::from_ref(&one)),
        (Some(0), "string is required, not number".to_owned())
    );
    assert_eq!(
        refused(&function, &[a.clone(), one.clone(), a.clone()]),
        (Some(2), "number is required, not string".to_owned())
    );
    let unknown = Value::unknown(Type::STRING);
    assert_eq!(refused(&function, &[a.clone(), one, unknown]).0, Some(2));
    let any = tuple().parameter(Parameter::new("any", Type::DYNAMIC));
    assert_eq!(call(&any, std::slice::from_ref(&a)), Value::tuple([a]));
}

#[test]
fn null_is_refused_unless_allowed() {
    let null = Value::null(Type::STRING);
    let strict = tuple().parameter(text());
    let arguments = std::slice::from_ref(&null);
    assert_eq!(
        refused(&strict, arguments),
        (Some(0), "argument must not be null".to_owned())
    );
    assert_eq!(refused(&strict, &[secret(null.clone())]).0, Some(0));
    let lax = tuple().parameter(text().allow_null());
    assert_eq!(call(&lax, arguments), Value::tuple([null]));
}

#[test]
fn unknown_argument_makes_the_result_unknown_unless_allowed() {
    let unknown = Value::unknown(Type::STRING);
    let arguments = [unknown.clone(), Value::from("a")];
    let strict = tuple().parameter(text()).parameter(text()).returns(Type::BOOL);
    assert_eq!(call(&strict, &arguments), Value::unknown(Type::BOOL));
    assert_eq!(strict.result_type(&arguments), Ok(Type::BOOL));
    let lax = tuple().parameter(text().allow_unknown()).parameter(text());
    assert_eq!(call(&lax, &arguments), Value::tuple(arguments.iter().cloned()));
    // The function itself handles unknown parts.
    let list = Value::list(Type::STRING, [unknown]).expect("one type");
    let function = tuple().parameter(Parameter::new("list", Type::list(Type::STRING)));
    assert_eq!(call(&function, std::slice::from_ref(&list)), Value::tuple([list]));
}

#[test]
fn dynamic_argument_leaves_the_type_open_unless_allowed() {
    let strict = tuple().parameter(text()).returns(Type::BOOL);
    assert_eq!(call(&strict, &[Value::DYNAMIC]), Value::DYNAMIC);
    assert_eq!(strict.result_type(&[Value::DYNAMIC]), Ok(Type::DYNAMIC));
    assert_eq!(call(&strict, &[secret(Value::DYNAMIC)]), secret(Value::DYNAMIC));
    let typed = tuple().parameter(text().allow_dynamic()).returns(Type::BOOL);
    assert_eq!(call(&typed, &[Value::DYNAMIC]), Value::unknown(Type::BOOL));
    let lax = tuple().parameter(text().allow_dynamic().allow_unknown());
    assert_eq!(call(&lax, &[Value::DYNAMIC]), Value::tuple([Value::DYNAMIC]));
    // Arguments after a dynamic one are checked too.
    let two = tuple().parameter(text()).parameter(text());
    assert_eq!(refused(&two, &[Value::DYNAMIC, Value::from(1)]).0, Some(1));
    assert_eq!(
        refused(&two, &[Value::DYNAMIC, Value::null(Type::STRING)]).0,
        Some(1)
    );
    assert_eq!(refused(&two, &[Value::from(1), Value::DYNAMIC]).0, Some(0));
}

#[test]
fn marks_pass_to_the_result_unless_the_function_handles_them() {
    let (a, b) = (Value::from("a"), Value::from("b"));
    let strict = tuple().parameter(text()).parameter(text());
    let plain = Value::tuple([a.clone(), b.clone()]);
    assert_eq!(call(&strict, &[secret(a.clone()), b.clone()]), secret(plain));
    let lax = tuple().parameter(text().allow_marked()).parameter(text());
    let arguments = [secret(a), b];
    assert_eq!(call(&lax, &arguments), Value::tuple(arguments.iter().cloned()));
    let unknown = [arguments[0].clone(), Value::unknown(Type::STRING)];
    let typed = lax.returns(Type::BOOL);
    assert_eq!(call(&typed, &unknown), secret(Value::unknown(Type::BOOL)));
    let list = Value::list(Type::STRING, [secret(Value::from("x"))]).expect("one type");
    let function = tuple().parameter(Parameter::new("list", Type::list(Type::STRING)));
    let bare = Value::list(Type::STRING, [Value::from("x")]).expect("one type");
    assert_eq!(call(&function, &[list]), secret(Value::tuple([bare])));
}

#[test]
fn type_of_the_result_is_computed_from_the_arguments() {
    let same = Function::new("same", |arguments, ty| {
        assert_eq!(ty, arguments[0].ty());
        Ok(arguments[0].clone())
    });
    let same = same
        .parameter(Parameter::new("any", Type::DYNAMIC))
        .returns_computed(|arguments| match arguments[0].ty() {
            ty if *ty == Type::BOOL => Err(FunctionError::for_argument(0, "no bool")),
            ty => Ok(ty.clone()),
        });
    assert_eq!(call(&same, &[Value::from(1)]), Value::from(1));
    assert_eq!(same.result_type(&[Value::from("a")]), Ok(Type::STRING));
    assert_eq!(
        call(&same, &[Value::unknown(Type::STRING)]),
        Value::unknown(Type::STRING)
    );
    assert_eq!(
        refused(&same, &[Value::from(true)]),
        (Some(0), "no bool".to_owned())
    );
    assert_eq!(
        same.result_type(&[Value::from(true)])
            .map_err(|error| error.argument),
        Err(Some(0))
    );
}

#[test]
fn type_of_the_result_may_be_that_of_the_value() {
    let length = Function::new("length", |arguments, ty| {
        assert!(ty.is_dynamic(), "the type is not computed");
        Ok(Value::from(arguments[0].as_str().map_or(0, str::len)))
    });
    let length = length
        .parameter(text())
        .returns_with_result(|_, _| Ok(Type::NUMBER));
    assert_eq!(call(&length, &[Value::from("abc")]), Value::from(3));
    assert_eq!(length.result_type(&[Value::from("abc")]), Ok(Type::NUMBER));
    assert_eq!(
        call(&length, &[Value::unknown(Type::STRING)]),
        Value::unknown(Type::NUMBER)
    );
    assert_eq!(
        length.result_type(&[Value::unknown(Type::STRING)]),
        Ok(Type::NUMBER)
    );
    assert_eq!(
        call(&length, &[secret(Value::from("abc"))]),
        secret(Value::from(3))
    );
}

#[test]
fn unknown_results_are_refined() {
    let at_least_one = |refiner: Refiner| refiner.not_null()?.number_lower_bound(Number::from(1), true);
    let identity = Function::new("identity", |arguments, _| Ok(arguments[0].clone()));
    let function = identity
        .parameter(count())
        .returns(Type::NUMBER)
        .refines(at_least_one);
    let refined = call(&function, &[Value::unknown(Type::NUMBER)]);
    assert!(refined.is_definitely_not_null());
    assert_eq!(refined.number_bounds().0.number, Number::from(1));
    assert_eq!(call(&function, &[Value::from(0)]), Value::from(0));
    assert_eq!(call(&function, &[Value::DYNAMIC]), Value::DYNAMIC);
    let open = Function::new("open", |_, ty| Ok(Value::unknown(ty.clone())));
    let open = open.parameter(count()).returns(Type::STRING).never_null();
    assert_eq!(
        call(&open, &[Value::from(0)]),
        Value::unknown_not_null(Type::STRING)
    );
}

#[test]
fn message_that_quotes_an_argument_is_omitted_if_an_argument_is_marked() {
    let fail = || {
        let path: Path = [PathStep::Attribute("a".into())].into_iter().collect();
        FunctionError::new("no such name")
            .revealing("no name `x`")
            .in_argument(1)
            .at(path)
    };
    let function = Function::new("fail", move |_, _| Err(fail())).parameter(text().allow_null());
    let (plain, marked) = (Value::from("x"), secret(Value::from("x")));
    assert_eq!(
        refused(&function, std::slice::from_ref(&plain)),
        (Some(1), "no name `x`".to_owned())
    );
    assert_eq!(
        refused(&function, std::slice::from_ref(&marked)).1,
        "no such name"
    );
    assert_eq!(refused(&function, &[Value::null(Type::STRING)]).1, "no name `x`");
    let error = function.call(&[plain]).expect_err("an error");
    assert_eq!(error.path.to_string(), ".a");
}
