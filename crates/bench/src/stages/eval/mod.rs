//! Evaluating expressions.

#[cfg(feature = "peers")]
mod peers;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_model::{EvalContext, FunctionTable};
use hcl2_native::{NativeBody, NativeExpression, parse_expression, parse_file};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value, ValueKind};

use crate::contest::{Contest, timed_calls};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of evaluations per round: enough to make caches left cold by other contestants irrelevant, and to include
/// the work of a garbage collector in the round.
const CALLS: usize = 50_000;

/// The number of copies of an expression that a round evaluates once each.
const COPIES: usize = 20_000;

/// The variables, as attributes of a body.
const VARIABLES: &str = r#"
n       = 5
name    = "web"
enabled = true
numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
config = {
  servers = [
    { name = "a", address = { ip = "10.0.0.1" } },
    { name = "b", address = { ip = "10.0.0.2" } },
  ]
}
users = [
  { name = "ada", age = 36 },
  { name = "bob", age = 41 },
  { name = "cyd", age = 29 },
  { name = "dan", age = 50 },
]
"#;

/// The suffix of each stage's name, its expression, and the JSON of its value.
struct Case {
    name: &'static str,
    text: &'static str,
    expected: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "arithmetic",
        text: "n + 1 * 3",
        expected: "8",
    },
    Case {
        name: "template",
        text: r#""app-${name}-eu""#,
        expected: r#""app-web-eu""#,
    },
    Case {
        name: "for",
        text: "[for x in numbers : x * 2 if x > 2]",
        expected: "[6,8,10,12,14,16,18,20]",
    },
    Case {
        name: "object",
        text: r#"{ name = name, count = n, tags = ["a", "b"], on = true }"#,
        expected: r#"{"count":5,"name":"web","on":true,"tags":["a","b"]}"#,
    },
    Case {
        name: "conditional",
        text: r#"enabled ? name : "none""#,
        expected: r#""web""#,
    },
    Case {
        name: "splat",
        text: "users[*].name",
        expected: r#"["ada","bob","cyd","dan"]"#,
    },
    Case {
        name: "traversal",
        text: r#"config.servers[1].address["ip"]"#,
        expected: r#""10.0.0.2""#,
    },
    Case {
        name: "function",
        text: "min(n, 40, 7)",
        expected: "5",
    },
];

/// Returns the case of a stage, by the suffix of its name.
fn case(stage: &str) -> Result<&'static Case, Failure> {
    let name = stage.rsplit('.').next().unwrap_or_default();
    CASES
        .iter()
        .find(|case| case.name == name)
        .ok_or_else(|| Failure::Contestant(format!("{stage} has no expression")))
}

/// Evaluates one parsed expression repeatedly.
pub(super) fn evaluate(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let case = case(stage)?;
    let broken = |reason: String| Failure::Contestant(format!("{stage}: {reason}"));
    let context = context().map_err(broken)?;
    let expression = expression(case.text).map_err(broken)?;
    let call = || expression.evaluate(Some(&context)).value;
    let shape = to_json(&call()).map_err(broken)?;
    if shape != case.expected {
        return Err(broken(format!("{} was made, not {}", shape, case.expected)));
    }
    let mut contest = Contest::new(stage, Unit::Nanoseconds, CALLS as u64, shape, || {
        timed_calls(CALLS, call)
    });
    if setting.peers {
        #[cfg(feature = "peers")]
        peers::add(stage, case, &mut contest)?;
        contest.add_go(setting, CALLS, [VARIABLES, case.text])?;
    }
    contest.run(setting.rounds)
}

/// Evaluates each of many freshly parsed copies of an expression once.
pub(super) fn evaluate_first(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let case = case(stage)?;
    let broken = |reason: String| Failure::Contestant(format!("{stage}: {reason}"));
    let context = context().map_err(broken)?;
    let call = |expression: &NativeExpression| expression.evaluate(Some(&context)).value;
    let shape = to_json(&call(&expression(case.text).map_err(broken)?)).map_err(broken)?;
    if shape != case.expected {
        return Err(broken(format!("{} was made, not {}", shape, case.expected)));
    }
    #[cfg_attr(not(feature = "peers"), expect(unused_mut, reason = "only peers are added"))]
    let mut contest = Contest::new(stage, Unit::Nanoseconds, COPIES as u64, shape, || {
        let copies: Vec<_> = (0..COPIES).filter_map(|_| expression(case.text).ok()).collect();
        let mut copies = copies.iter();
        timed_calls(COPIES, || copies.next().map(call))
    });
    #[cfg(feature = "peers")]
    if setting.peers {
        peers::add_first(stage, case, &mut contest)?;
    }
    contest.run(setting.rounds)
}

fn expression(text: &str) -> Result<NativeExpression, String> {
    let source = SourceMap::new()
        .add("expression", text)
        .map_err(|error| error.to_string())?;
    let file = parse_expression(&source)
        .into_result()
        .map_err(|_| format!("cannot parse {text}"))?;
    let id = file.root().expr().ok_or("there is no expression")?;
    Ok(NativeExpression::new(file, id))
}

/// Returns the values of a body's attributes.
pub(super) fn attributes(text: &str) -> Result<Vec<(String, Value)>, String> {
    let source = SourceMap::new()
        .add("variables", text)
        .map_err(|error| error.to_string())?;
    let file = parse_file(&source)
        .into_result()
        .map_err(|_| "cannot parse the variables")?;
    let id = file.root().body().ok_or("there is no body")?;
    let mut diagnostics = Diagnostics::new();
    let body = NativeBody::new(Arc::clone(&file), id);
    let attributes = hcl2_model::Body::attributes(&body).report_into(&mut diagnostics);
    let values = attributes
        .iter()
        .map(|attribute| {
            (
                attribute.name.to_string(),
                attribute.expression.evaluate(None).report_into(&mut diagnostics),
            )
        })
        .collect();
    if diagnostics.has_errors() {
        Err("the variables have errors".to_owned())
    } else {
        Ok(values)
    }
}

fn context() -> Result<EvalContext<'static>, String> {
    let mut context = EvalContext::new();
    for (name, value) in attributes(VARIABLES)? {
        context.set_variable(name.as_str(), value);
    }
    let minimum = Function::new("min", |arguments, _| {
        let numbers = arguments.iter().filter_map(Value::as_number);
        let least = numbers.reduce(|least, number| if number < least { number } else { least });
        let least = least.ok_or_else(|| FunctionError::new("min needs a number"))?;
        Ok(Value::from(least.clone()))
    });
    let minimum = minimum
        .variadic(Parameter::new("numbers", Type::NUMBER))
        .returns(Type::NUMBER);
    context.set_functions(FunctionTable::from_iter([minimum]));
    Ok(context)
}

/// Returns the JSON of a value, with attributes sorted by name.
fn to_json(value: &Value) -> Result<String, String> {
    Ok(match value.kind() {
        ValueKind::Number(number) => number.to_string(),
        ValueKind::Bool(truth) => truth.to_string(),
        ValueKind::String(text) => format!("{:?}", text.as_str()),
        _ => match (value.fields(), value.elements()) {
            (Some(fields), _) => {
                let fields: Result<Vec<String>, String> = fields
                    .iter()
                    .map(|(name, value)| Ok(format!("{:?}:{}", name.as_str(), to_json(value)?)))
                    .collect();
                format!("{{{}}}", fields?.join(","))
            }
            (None, Some(elements)) => {
                let elements: Result<Vec<String>, String> = elements.iter().map(to_json).collect();
                format!("[{}]", elements?.join(","))
            }
            (None, None) => return Err(format!("{value:?} has no JSON")),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_has_its_value() {
        let context = context().unwrap();
        for case in CASES {
            let hcl2_diagnostics::Outcome { value, diagnostics } =
                expression(case.text).unwrap().evaluate(Some(&context));
            assert_eq!(
                (to_json(&value).unwrap().as_str(), diagnostics.len()),
                (case.expected, 0)
            );
        }
    }

    #[test]
    fn every_stage_has_an_expression() {
        for stage in super::super::select(&["eval.*".to_owned()]).unwrap() {
            assert!(case(stage.name).is_ok(), "{}", stage.name);
        }
    }
}
