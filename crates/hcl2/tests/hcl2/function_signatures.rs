//! Properties that follow from the signature of every function: its treatment of null, unknown, marked and invalid
//! arguments, and of too few or too many. The calls are those of the examples.

use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::functions::{self, Example, NoHost, terraform};
use hcl2::model::EvalContext;
use hcl2::terraform_functions;
use hcl2::value::{Function, Mark, Type, Value};

/// A function with the arguments of its example.
struct Sample {
    function: Function,
    arguments: Vec<Value>,
}

impl Sample {
    fn name(&self) -> &'static str {
        self.function.name()
    }

    /// Returns the arguments with one of them changed.
    fn with(&self, index: usize, value: Value) -> Vec<Value> {
        let mut changed = self.arguments.clone();
        changed[index] = value;
        changed
    }
}

/// Returns arguments for functions whose examples are not plain calls, and for those that need files.
fn own_arguments(name: &str) -> Option<Vec<Value>> {
    let text = |text: &str| Value::from(text);
    Some(match name {
        "base64gzip" => vec![text("hello")],
        "sensitive" | "nonsensitive" | "issensitive" | "pathexpand" => vec![text("a")],
        _ => return None,
    })
}

/// The functions that need the machine, which is absent here.
const OUTSIDE: &[&str] = &[
    "abspath",
    "bcrypt",
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "fileset",
    "filesha1",
    "filesha256",
    "filesha512",
    "plantimestamp",
    "rsadecrypt",
    "timestamp",
    "uuid",
];

fn samples() -> Vec<Sample> {
    let of_terraform = terraform::functions(&(Arc::new(NoHost) as _));
    let mut samples = of_table(functions::standard(), &functions::standard_examples());
    samples.extend(of_table(of_terraform, &functions::terraform_examples()));
    let of_opentofu = terraform::opentofu_functions().to_vec();
    samples.extend(of_table(of_opentofu, &functions::opentofu_examples()));
    samples
}

fn of_table(table: Vec<Function>, examples: &[Example]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for function in table {
        if OUTSIDE.contains(&function.name()) {
            continue;
        }
        let arguments = own_arguments(function.name()).unwrap_or_else(|| {
            let example = examples
                .iter()
                .find(|example| example.function == function.name());
            arguments_of(example.expect("every function has an example"))
        });
        // The caller of a function must convert its arguments.
        let arguments = arguments
            .into_iter()
            .enumerate()
            .map(|(index, argument)| {
                let parameter = function.parameter_at(index).expect("an example fits");
                argument.convert(&parameter.ty).expect("an example fits")
            })
            .collect();
        samples.push(Sample { function, arguments });
    }
    samples
}

/// Evaluates the arguments of an example.
fn arguments_of(example: &Example) -> Vec<Value> {
    let mut sources = SourceMap::new();
    let source = sources.add("<example>", example.call).expect("it is short");
    let expression = hcl2::ParseOptions::new()
        .parse_expression(&source)
        .into_result()
        .expect("it has no syntax error");
    let call = expression.static_call().expect("an example is a call");
    assert_eq!(call.name.as_str(), example.function);
    let mut context = EvalContext::new();
    let mut functions = terraform_functions(&(Arc::new(NoHost) as _));
    functions.insert("convert", hcl2::ext::functions::convert_function());
    context.set_functions(functions);
    let mut problems = Diagnostics::new();
    let values = call
        .arguments
        .iter()
        .map(|argument| argument.evaluate(Some(&context)).report_into(&mut problems))
        .collect();
    assert!(problems.is_empty(), "{}", example.call);
    values
}

#[test]
fn samples_cover_every_function_that_does_not_need_the_machine() {
    let samples = samples();
    let table = functions::standard().len()
        + terraform::functions(&(Arc::new(NoHost) as _)).len()
        + terraform::opentofu_functions().len();
    let left_out = terraform::functions(&(Arc::new(NoHost) as _))
        .iter()
        .filter(|function| OUTSIDE.contains(&function.name()))
        .count();
    assert_eq!(samples.len(), table - left_out);
    for sample in &samples {
        let result = sample.function.call(&sample.arguments);
        assert!(result.is_ok(), "{}: {result:?}", sample.name());
    }
}

#[test]
fn too_few_and_too_many_arguments_are_errors() {
    for sample in samples() {
        let (name, count) = (sample.name(), sample.function.parameters().len());
        if count > 0 {
            let error = sample.function.call(&sample.arguments[..count - 1]).unwrap_err();
            assert!(error.message.contains("required, not"), "{name}: {error}");
        }
        if sample.function.variadic_parameter().is_none() {
            let more = [sample.arguments.clone(), vec![Value::from("x")]].concat();
            let error = sample.function.call(&more).unwrap_err();
            assert!(error.message.contains("required, not"), "{name}: {error}");
        }
    }
}

#[test]
fn null_is_an_error_of_its_argument_unless_the_parameter_allows_it() {
    for sample in samples() {
        for index in 0..sample.arguments.len() {
            let allowed = sample.function.parameter_at(index).unwrap().allow_null;
            let null = Value::null(sample.arguments[index].ty().clone());
            match sample.function.call(&sample.with(index, null)) {
                Err(error) if !allowed => {
                    assert_eq!(error.argument, Some(index), "{}", sample.name());
                    assert_eq!(error.message, "argument must not be null", "{}", sample.name());
                }
                Err(error) => assert_ne!(error.message, "argument must not be null", "{}", sample.name()),
                Ok(_) => assert!(allowed, "{} {index}", sample.name()),
            }
        }
    }
}

#[test]
fn a_value_of_another_type_is_an_error_of_its_argument() {
    for sample in samples() {
        for index in 0..sample.arguments.len() {
            let parameter = sample.function.parameter_at(index).unwrap();
            if parameter.ty.is_dynamic() {
                continue;
            }
            let error = sample
                .function
                .call(&sample.with(index, Value::object::<&str>([])))
                .unwrap_err();
            assert_eq!(error.argument, Some(index), "{}: {error}", sample.name());
            let wanted = format!("{} is required, not object", parameter.ty.friendly_name());
            assert_eq!(error.message, wanted, "{}", sample.name());
        }
    }
}

#[test]
fn no_function_panics_for_a_value_of_any_type() {
    let element = || Value::from("a");
    let values = [
        Value::from(true),
        Value::from(-1),
        Value::from(""),
        Value::tuple([]),
        Value::tuple([Value::null(Type::DYNAMIC), Value::DYNAMIC]),
        Value::list(Type::STRING, [element(), Value::unknown(Type::STRING)]).unwrap(),
        Value::set(Type::STRING, [element(), Value::unknown(Type::STRING)]).unwrap(),
        Value::map(Type::BOOL, [("a", Value::null(Type::BOOL))]).unwrap(),
        Value::object([("a", Value::from("x").with_mark(Mark::new("m")))]),
        Value::null(Type::DYNAMIC),
        Value::unknown(Type::list(Type::DYNAMIC)),
        Value::unknown(Type::object([("a", Type::STRING)])),
    ];
    let mut failures = 0;
    for sample in samples() {
        for index in 0..sample.arguments.len() {
            for value in &values {
                match sample.function.call(&sample.with(index, value.clone())) {
                    Ok(_) => {}
                    Err(error) => {
                        failures += 1;
                        assert!(
                            !error.message.is_empty() && !error.message.ends_with('.'),
                            "{}",
                            error.message
                        );
                    }
                }
            }
        }
    }
    assert!(failures > 1_000, "{failures}");
}

#[test]
fn the_result_for_an_unknown_argument_covers_the_known_result() {
    for sample in samples() {
        let known = sample.function.call(&sample.arguments).unwrap();
        for index in 0..sample.arguments.len() {
            let unknown = Value::unknown(sample.arguments[index].ty().clone());
            let result = sample.function.call(&sample.with(index, unknown));
            let result = result.unwrap_or_else(|error| panic!("{} {index}: {error}", sample.name()));
            let same = result.unmark_deep().0.equals(&known.unmark_deep().0);
            assert_ne!(
                same.as_bool(),
                Some(false),
                "{} {index}: {result:?}",
                sample.name()
            );
            assert!(known.ty().matches(result.ty()), "{} {index}", sample.name());
        }
    }
}

#[test]
fn an_argument_of_unknown_type_is_accepted() {
    // An assumption of OpenTofu is about a value of a type.
    let samples = samples();
    for sample in samples
        .iter()
        .filter(|sample| !sample.name().starts_with("assume"))
    {
        for index in 0..sample.arguments.len() {
            let result = sample.function.call(&sample.with(index, Value::DYNAMIC));
            assert!(result.is_ok(), "{} {index}: {result:?}", sample.name());
        }
    }
}

#[test]
fn the_result_has_the_marks_of_the_arguments() {
    let mark = Mark::new("of an argument");
    for sample in samples() {
        for index in 0..sample.arguments.len() {
            for value in [
                sample.arguments[index].clone(),
                Value::unknown(sample.arguments[index].ty().clone()),
            ] {
                let is_known = value.is_known();
                let marked = value.with_mark(mark.clone());
                let result = sample.function.call(&sample.with(index, marked)).unwrap();
                let (_, marks) = result.unmark_deep();
                // An unused default, a list that is not chosen, and a query about marks reveal nothing.
                let is_silent = matches!((sample.name(), index), ("issensitive", _))
                    || is_known && matches!((sample.name(), index), ("coalescelist", 0));
                assert!(
                    marks.contains(&mark) || is_silent,
                    "{} {index}: {result:?}",
                    sample.name()
                );
            }
        }
    }
}
