//! Functions of sensitive and ephemeral values, which have marks.

use hcl2_value::{Function, FunctionError, InconsistentTypes, Mark, Marks, Parameter, Type, Value};

/// Returns the mark of sensitive values.
#[must_use]
pub fn sensitive_mark() -> Mark {
    Mark::new("sensitive")
}

/// Returns the mark of ephemeral values.
#[must_use]
pub fn ephemeral_mark() -> Mark {
    Mark::new("ephemeral")
}

fn anything(description: &'static str) -> Parameter {
    Parameter::new("value", Type::DYNAMIC)
        .describe(description)
        .allow_null()
        .allow_unknown()
        .allow_dynamic()
        .allow_marked()
}

/// Creates the function `sensitive(value)`.
///
/// It marks a value as sensitive.
#[must_use]
pub fn sensitive() -> Function {
    Function::new("sensitive", |arguments, _| {
        Ok(arguments[0].clone().with_mark(sensitive_mark()))
    })
    .describe("Marks a value as sensitive.")
    .example("issensitive(sensitive(\"a\"))", "true")
    .parameter(anything("The value to mark."))
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
}

/// Creates the function `nonsensitive(value)`.
///
/// It removes the sensitive mark from a value, but not from its parts.
#[must_use]
pub fn nonsensitive() -> Function {
    Function::new("nonsensitive", |arguments, _| {
        Ok(without(&arguments[0], &sensitive_mark()))
    })
    .describe("Removes the sensitive mark from a value, but not from its parts.")
    .example("issensitive(nonsensitive(sensitive(\"a\")))", "false")
    .parameter(anything("The sensitive value."))
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
}

/// Creates `nonsensitive` as in Terraform and OpenTofu before 1.7, which refuses a value that is not sensitive.
#[must_use]
pub fn strict_nonsensitive() -> Function {
    Function::new("nonsensitive", |arguments, _| {
        let value = &arguments[0];
        if value.is_known() && !value.marks().contains(&sensitive_mark()) {
            return Err(FunctionError::for_argument(0, "the value is not sensitive"));
        }
        Ok(without(value, &sensitive_mark()))
    })
    .describe("Removes the sensitive mark from a value that has it, but not from its parts.")
    .parameter(anything("The sensitive value."))
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
}

/// Creates the function `issensitive(value)`.
///
/// It returns whether a value is sensitive.
#[must_use]
pub fn issensitive() -> Function {
    // An unknown value may become sensitive.
    issensitive_as(|is_sensitive, is_known| (is_sensitive || is_known).then_some(is_sensitive))
}

/// Creates the function `issensitive(value)` as versions have it that take an unknown value as it is.
#[must_use]
pub fn certain_issensitive() -> Function {
    issensitive_as(|is_sensitive, _| Some(is_sensitive))
}

/// Creates the function `issensitive(value)` as versions have it in which a sensitive unknown value may become another one.
#[must_use]
pub fn cautious_issensitive() -> Function {
    issensitive_as(|is_sensitive, is_known| is_known.then_some(is_sensitive))
}

/// Creates a function that decides for a value by whether it is sensitive, and whether it is known.
fn issensitive_as(decide: fn(bool, bool) -> Option<bool>) -> Function {
    Function::new("issensitive", move |arguments, _| {
        let value = &arguments[0];
        let decided = decide(value.marks().contains(&sensitive_mark()), value.is_known());
        Ok(decided.map_or_else(|| Value::unknown(Type::BOOL), Value::from))
    })
    .describe("Returns whether a value is sensitive.")
    .example("issensitive(sensitive(\"a\"))", "true")
    .parameter(anything("The value to test."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `ephemeralasnull(value)`.
///
/// It replaces each ephemeral part of a value by null.
#[must_use]
pub fn ephemeralasnull() -> Function {
    Function::new("ephemeralasnull", |arguments, _| {
        let mark = ephemeral_mark();
        let replaced = arguments[0].transform(|_, part| {
            Ok::<_, InconsistentTypes>(if part.marks().contains(&mark) {
                without(&Value::null(part.ty().clone()).with_marks(&part.marks()), &mark)
            } else {
                part
            })
        });
        replaced.map_err(|error| FunctionError::new(error.to_string()))
    })
    .describe("Replaces each ephemeral part of a value by null.")
    .example("ephemeralasnull([1])", "[1]")
    .parameter(anything("The ephemeral value."))
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
}

/// Removes one of a value's own marks.
fn without(value: &Value, mark: &Mark) -> Value {
    let (plain, marks) = value.unmark();
    let others: Marks = marks.iter().filter(|have| *have != mark).cloned().collect();
    plain.with_marks(&others)
}
