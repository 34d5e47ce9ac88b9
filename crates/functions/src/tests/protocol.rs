//! What holds of every function: marks stay, unknown arguments give results that cover the known ones, nulls are
//! errors of their argument, and marked values stay out of messages.

use super::{call, function, n, number_map, numbers, s, string_set, strings};
use crate::standard;
use hcl2_value::{Mark, Type, Value};

/// Maximum depth of groups in a pattern.
const MAX_DEPTH: usize = 100;

/// Returns a successful call of each function.
fn samples() -> Vec<(&'static str, Vec<Value>)> {
    let truth = Value::from(true);
    let pair = || Value::tuple([s("a"), n("1")]);
    let object = || Value::object([("a", n("1"))]);
    vec![
        ("abs", vec![n("-1.5")]),
        ("add", vec![n("1"), n("2")]),
        ("and", vec![truth.clone(), truth.clone()]),
        ("assertnotnull", vec![s("x")]),
        ("ceil", vec![n("1.5")]),
        ("chomp", vec![s("a\n")]),
        ("chunklist", vec![numbers(&[1, 2, 3]), n("2")]),
        ("coalesce", vec![s("a"), s("b")]),
        ("coalescelist", vec![strings(&["a"]), strings(&["b"])]),
        ("compact", vec![strings(&["a", ""])]),
        ("concat", vec![strings(&["a"]), strings(&["b"])]),
        ("contains", vec![strings(&["a"]), s("a")]),
        ("csvdecode", vec![s("a,b\n1,2\n")]),
        ("distinct", vec![strings(&["a", "a"])]),
        ("divide", vec![n("1"), n("4")]),
        ("element", vec![strings(&["a", "b"]), n("3")]),
        ("equal", vec![s("a"), s("a")]),
        ("flatten", vec![Value::tuple([strings(&["a"]), s("b")])]),
        ("floor", vec![n("1.5")]),
        ("format", vec![s("%s"), s("a")]),
        ("formatdate", vec![s("YYYY"), s("2006-01-02T15:04:05Z")]),
        ("formatlist", vec![s("%s-%s"), strings(&["a", "b"]), s("c")]),
        ("greaterthan", vec![n("2"), n("1")]),
        ("greaterthanorequalto", vec![n("2"), n("1")]),
        ("hasindex", vec![strings(&["a"]), n("0")]),
        ("indent", vec![n("2"), s("a\nb")]),
        ("index", vec![strings(&["a"]), n("0")]),
        ("int", vec![n("1.5")]),
        ("join", vec![s(","), strings(&["a", "b"])]),
        ("jsondecode", vec![s("{\"a\":[1]}")]),
        ("jsonencode", vec![object()]),
        ("keys", vec![object()]),
        ("length", vec![strings(&["a"])]),
        ("lessthan", vec![n("1"), n("2")]),
        ("lessthanorequalto", vec![n("1"), n("2")]),
        ("log", vec![n("8"), n("2")]),
        ("lookup", vec![number_map(&[("a", 1)]), s("b"), n("2")]),
        ("lower", vec![s("A")]),
        ("max", vec![n("1"), n("2")]),
        ("merge", vec![object(), Value::object([("b", s("x"))])]),
        ("min", vec![n("1"), n("2")]),
        ("modulo", vec![n("5"), n("3")]),
        ("multiply", vec![n("2"), n("3")]),
        ("negate", vec![n("1")]),
        ("not", vec![truth.clone()]),
        ("notequal", vec![s("a"), n("1")]),
        ("or", vec![truth.clone(), truth]),
        ("parseint", vec![s("ff"), n("16")]),
        ("pow", vec![n("2"), n("3")]),
        ("range", vec![n("0"), n("3"), n("1")]),
        ("regex", vec![s("(.)b"), s("ab")]),
        ("regexall", vec![s("."), s("ab")]),
        ("regexreplace", vec![s("ab"), s("b"), s("c")]),
        ("replace", vec![s("ab"), s("b"), s("c")]),
        ("reverse", vec![s("ab")]),
        ("reverselist", vec![pair()]),
        ("sethaselement", vec![string_set(&["a"]), s("a")]),
        (
            "setintersection",
            vec![string_set(&["a"]), string_set(&["a", "b"])],
        ),
        ("setproduct", vec![strings(&["a"]), string_set(&["b"])]),
        ("setsubtract", vec![string_set(&["a"]), string_set(&["b"])]),
        (
            "setsymmetricdifference",
            vec![string_set(&["a"]), string_set(&["b"])],
        ),
        ("setunion", vec![string_set(&["a"]), string_set(&["b"])]),
        ("signum", vec![n("-3")]),
        ("slice", vec![pair(), n("0"), n("1")]),
        ("sort", vec![strings(&["b", "a"])]),
        ("split", vec![s(","), s("a,b")]),
        ("strlen", vec![s("ab")]),
        ("substr", vec![s("abc"), n("1"), n("1")]),
        ("subtract", vec![n("1"), n("2")]),
        ("timeadd", vec![s("2006-01-02T15:04:05Z"), s("1h")]),
        ("title", vec![s("ab cd")]),
        ("trim", vec![s("xax"), s("x")]),
        ("trimprefix", vec![s("xa"), s("x")]),
        ("trimspace", vec![s(" a ")]),
        ("trimsuffix", vec![s("ax"), s("x")]),
        ("upper", vec![s("a")]),
        ("values", vec![object()]),
        ("zipmap", vec![strings(&["a"]), Value::tuple([n("1")])]),
    ]
}

/// Calls with one argument after the other changed.
fn variants(change: impl Fn(&Value) -> Value) -> Vec<(&'static str, usize, Vec<Value>)> {
    let mut all = Vec::new();
    for (name, arguments) in samples() {
        for index in 0..arguments.len() {
            let mut changed = arguments.clone();
            changed[index] = change(&arguments[index]);
            all.push((name, index, changed));
        }
    }
    all
}

#[test]
fn there_is_a_sample_of_every_function_in_order_of_names() {
    let names: Vec<_> = standard().iter().map(|function| function.name()).collect();
    let sampled: Vec<_> = samples().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, sampled);
    assert!(names.is_sorted());
}

#[test]
fn every_function_and_parameter_is_described() {
    for function in standard() {
        assert!(function.description().ends_with('.'), "{function:?}");
        for parameter in function.parameters().iter().chain(function.variadic_parameter()) {
            assert!(
                !parameter.description.is_empty(),
                "{function:?} {}",
                parameter.name
            );
        }
    }
}

#[test]
fn the_result_type_is_that_of_the_result() {
    for (name, arguments) in samples() {
        let result = call(name, &arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(result.is_wholly_known() && !result.is_null(), "{name}");
        let ty = function(name).result_type(&arguments).unwrap();
        assert!(result.ty().matches(&ty), "{name}: {} is not {ty}", result.ty());
    }
}

#[test]
fn marks_of_arguments_are_on_results() {
    let mark = Mark::new("sensitive");
    for (name, index, arguments) in variants(|value| value.clone().with_mark(mark.clone())) {
        let result = call(name, &arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The default of a lookup, the lists of a concatenation and the like give their marks to their place.
        let (_, marks) = result.unmark_deep();
        let is_unused = (name, index) == ("coalescelist", 1) && !marks.contains(&mark);
        assert!(marks.contains(&mark) || is_unused, "{name} {index}");
    }
}

#[test]
fn unknown_arguments_give_results_that_cover_the_known_one() {
    for (name, index, arguments) in variants(|value| Value::unknown(value.ty().clone())) {
        let sample = samples()
            .into_iter()
            .find(|(sample, _)| *sample == name)
            .unwrap()
            .1;
        let known = call(name, sample).unwrap();
        let result = call(name, &arguments).unwrap_or_else(|error| panic!("{name} {index}: {error}"));
        if result.is_wholly_known() {
            assert_eq!(result, known, "{name} {index}");
        } else {
            let same = result.equals(&known);
            assert_ne!(
                same.as_bool(),
                Some(false),
                "{name} {index}: {result:?} leaves out {known:?}"
            );
            assert!(known.ty().matches(result.ty()), "{name} {index}: {}", result.ty());
        }
    }
}

#[test]
fn arguments_of_unknown_type_give_unknown_results() {
    for (name, index, arguments) in variants(|_| Value::DYNAMIC) {
        let result = call(name, &arguments).unwrap_or_else(|error| panic!("{name} {index}: {error}"));
        let first_of_two = matches!((name, index), ("coalesce" | "coalescelist", 1));
        assert!(
            !result.is_wholly_known() || first_of_two,
            "{name} {index}: {result:?}"
        );
    }
}

#[test]
fn marks_of_unknown_arguments_are_on_results() {
    let mark = Mark::new("sensitive");
    let unknown = |value: &Value| Value::unknown(value.ty().clone()).with_mark(mark.clone());
    let dynamic = |_: &Value| Value::DYNAMIC.with_mark(mark.clone());
    for (name, index, arguments) in variants(unknown).into_iter().chain(variants(dynamic)) {
        let result = call(name, &arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (_, marks) = result.unmark_deep();
        assert!(marks.contains(&mark), "{name} {index}: {result:?}");
    }
}

#[test]
fn a_null_is_an_error_of_its_argument_unless_it_is_allowed() {
    for (name, index, arguments) in variants(|value| Value::null(value.ty().clone())) {
        let is_allowed = function(name).parameter_at(index).unwrap().allow_null;
        match call(name, &arguments) {
            Ok(_) => assert!(is_allowed, "{name} {index}"),
            Err(error) if is_allowed => assert!(name.starts_with("format"), "{error}"),
            Err(error) => {
                assert_eq!(error.argument, Some(index), "{name}");
                assert_eq!(error.message, "argument must not be null", "{name}");
            }
        }
    }
}

#[test]
fn too_many_and_too_few_arguments_are_refused() {
    for (name, arguments) in samples() {
        let function = function(name);
        if !function.parameters().is_empty() {
            let error = function
                .call(&arguments[..function.parameters().len() - 1])
                .unwrap_err();
            assert!(error.message.contains("required, not"), "{name}: {error}");
        }
        if function.variadic_parameter().is_none() {
            let error = function.call(&[arguments, vec![s("x")]].concat()).unwrap_err();
            assert!(error.message.contains("required, not"), "{name}: {error}");
        }
    }
}

#[test]
fn marked_values_stay_out_of_messages() {
    let secrets = [
        s("s3cr3t, \"%s3cr3t"),
        s("[s3cr3t(?s3cr3t"),
        s("s3cr3t,s3cr3t"),
        s("{\"s3cr3t\":1,\"s3cr3t\":\"x\"}"),
        n("987654321.25"),
        n("987654321"),
        strings(&["s3cr3t"]),
        Value::tuple([s("s3cr3t"), Value::null(Type::STRING)]),
        Value::object([("s3cr3t", s("s3cr3t"))]),
    ];
    let mark = Mark::new("sensitive");
    let mut failures = 0;
    for secret in secrets {
        let (quoted, shown) = ("s3cr3t", "987654321");
        for (name, index, arguments) in variants(|_| secret.clone().with_mark(mark.clone())) {
            if let Err(error) = call(name, &arguments) {
                failures += 1;
                let message = error.to_string();
                // Types are no secrets, and names of attributes are part of types.
                let message = message.replace("object({s3cr3t=string})", "");
                assert!(
                    !message.contains(quoted) && !message.contains(shown),
                    "{name} {index}: {message}"
                );
            }
        }
    }
    assert!(failures > 300, "{failures}");
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn a_deep_value_needs_no_deep_stack() {
    let deep = (0..20_000).fold(s("x"), |inner, _| {
        let outer = Value::tuple([inner]);
        assert!(outer.ty().is_tuple());
        outer
    });
    on_a_small_stack(move || {
        let json = call("jsonencode", [deep.clone()]).unwrap();
        assert_eq!(json.as_str().unwrap().len(), 40_003);
        assert_eq!(call("flatten", [deep]).unwrap(), Value::tuple([s("x")]));
        assert!(
            call("jsondecode", [json])
                .unwrap_err()
                .message
                .contains("512 levels")
        );
    });
}

#[test]
fn a_deep_json_text_needs_no_deep_stack() {
    on_a_small_stack(|| {
        let deepest = s(&format!("{}1{}", "[".repeat(512), "]".repeat(512)));
        let parsed = call("jsondecode", [deepest]).unwrap();
        assert_eq!(call("flatten", [parsed]).unwrap(), Value::tuple([n("1")]));
    });
}

#[test]
fn a_deep_pattern_needs_no_deep_stack() {
    on_a_small_stack(|| {
        let repeated = |depth: usize| s(&format!("{}a{}", "(?:".repeat(depth), ")*".repeat(depth)));
        let captured = |depth: usize| s(&format!("{}a{}", "(b|c".repeat(depth), "d|e)+".repeat(depth)));
        assert_eq!(
            call("regexall", [repeated(MAX_DEPTH), s("aa")])
                .unwrap()
                .element_count(),
            Some(1)
        );
        assert_eq!(
            call("regexall", [captured(MAX_DEPTH), s("aa")])
                .unwrap()
                .element_count(),
            Some(0)
        );
        assert!(
            call("regexall", [repeated(MAX_DEPTH + 1), s("aa")])
                .unwrap_err()
                .message
                .contains("groups are nested")
        );
    });
}
