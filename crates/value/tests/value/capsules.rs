//! Capsule types: types of the application, whose values no operation looks into.

use hcl2_value::{Capsule, CapsuleType, Function, Parameter, Type, Value};

/// Creates a type of numbers that are equal if they have the same last digit.
fn digits() -> CapsuleType {
    CapsuleType::builder("digit")
        .equality(|a, b| {
            let digit = |number: &Capsule| number.downcast_ref::<i64>().map(|number| number % 10);
            digit(a) == digit(b)
        })
        .build()
}

#[test]
fn capsule_type_is_identical_only_to_itself() {
    let (a, b) = (digits(), digits());
    assert_eq!(Type::capsule(a.clone()), Type::capsule(a.clone()));
    assert_ne!(Type::capsule(a), Type::capsule(b));
}

#[test]
fn equality_of_capsules_is_that_of_their_type() {
    let ty = digits();
    let capsule = |number: i64| Value::from(Capsule::new(ty.clone(), number));
    assert_eq!(capsule(12).equals(&capsule(2)), Value::from(true));
    assert_eq!(capsule(12).equals(&capsule(3)), Value::from(false));
    let other = Value::from(Capsule::new(digits(), 12_i64));
    assert_eq!(capsule(12).equals(&other), Value::from(false));
}

#[test]
fn function_may_accept_capsules() {
    let ty = digits();
    let inner = Function::new("inner", |arguments, _| {
        let number = arguments[0]
            .as_capsule()
            .and_then(|capsule| capsule.downcast_ref::<i64>());
        Ok(Value::from(number.copied().unwrap_or_default()))
    })
    .parameter(Parameter::new("digit", Type::capsule(ty.clone())))
    .returns(Type::NUMBER);
    let twelve = Value::from(Capsule::new(ty, 12_i64));
    assert_eq!(inner.call(&[twelve]), Ok(Value::from(12)));
    let other = Value::from(Capsule::new(digits(), 12_i64));
    assert_eq!(inner.call(&[other]).unwrap_err().argument, Some(0));
}

#[test]
fn no_other_operation_takes_capsules() {
    let twelve = Value::from(Capsule::new(digits(), 12_i64));
    assert_eq!(
        twelve.add(&Value::from(1)).unwrap_err().to_string(),
        "number is required, not digit"
    );
    assert_eq!(
        twelve.not().unwrap_err().to_string(),
        "bool is required, not digit"
    );
    assert_eq!(
        twelve.less_than(&twelve).unwrap_err().to_string(),
        "number is required, not digit"
    );
    assert_eq!(
        twelve.convert(&Type::STRING).unwrap_err().to_string(),
        "string is required, not digit"
    );
}
