//! Calling functions.

use hcl2_value::{Function, Type, Value};

use crate::contest::{Contest, timed, timed_each};
use crate::failure::Failure;
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

const SERDE: &str = "serde_json";

/// How many elements the functions of collections get.
const ELEMENTS: usize = 100_000;

fn failed(stage: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Contestant(format!("{stage}: {error}"))
}

/// An argument as the Go reference gets it: as JSON with its type.
fn for_go(stage: &str, argument: &Value) -> Result<String, Failure> {
    hcl2_wire::json::encode(argument, &Type::DYNAMIC).map_err(|error| failed(stage, error))
}

/// JSON texts become values.
pub(super) fn decode_json(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.json;
    let decode = hcl2_functions::jsondecode();
    let texts: Vec<[Value; 1]> = input.texts().map(|text| [Value::from(text)]).collect();
    let (mut ours, mut theirs) = (0, 0);
    for text in &texts {
        let value = decode.call(text).map_err(|error| failed(stage, error))?;
        ours += value.element_count().unwrap_or(0);
    }
    let shape = format!("{ours} properties at the top");
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        shape.clone(),
        || timed_each(&texts, input.repeat, |text| decode.call(text)),
    );
    if setting.peers {
        for text in input.texts() {
            let value: serde_json::Value =
                serde_json::from_str(text).map_err(|error| failed(stage, error))?;
            theirs += value.as_object().map_or(0, serde_json::Map::len);
        }
        let texts: Vec<&str> = input.texts().collect();
        contest.add(SERDE, &format!("{theirs} properties at the top"), move || {
            timed_each(&texts, input.repeat, |text| {
                serde_json::from_str::<serde_json::Value>(text)
            })
        })?;
        let arguments: Result<Vec<String>, _> = input
            .texts()
            .map(|text| for_go(stage, &Value::from(text)))
            .collect();
        contest.add_go(setting, input.repeat, arguments?.iter().map(String::as_str))?;
    }
    contest.run(setting.rounds)
}

/// Values become JSON texts.
pub(super) fn encode_json(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.json;
    let (decode, encode) = (hcl2_functions::jsondecode(), hcl2_functions::jsonencode());
    let (mut values, mut parsed) = (Vec::new(), Vec::new());
    let mut length = 0;
    for text in input.texts() {
        let value = decode
            .call(&[Value::from(text)])
            .map_err(|error| failed(stage, error))?;
        let json = encode
            .call(std::slice::from_ref(&value))
            .map_err(|error| failed(stage, error))?;
        let json = json.as_str().unwrap_or_default();
        length += json.len();
        parsed.push(serde_json::from_str::<serde_json::Value>(json).map_err(|error| failed(stage, error))?);
        values.push([value]);
    }
    let work = (length * input.repeat) as u64;
    let shape = format!("{} texts", values.len());
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, work, shape.clone(), || {
        timed_each(&values, input.repeat, |value| encode.call(value))
    });
    if setting.peers {
        contest.add(SERDE, &shape, move || {
            timed_each(&parsed, input.repeat, serde_json::to_string)
        })?;
        let arguments: Result<Vec<String>, _> = values
            .iter()
            .flatten()
            .map(|value| for_go(stage, value))
            .collect();
        contest.add_go(setting, input.repeat, arguments?.iter().map(String::as_str))?;
    }
    contest.run(setting.rounds)
}

/// A call whose result has `ELEMENTS` elements.
fn call(
    stage: &'static str,
    setting: &Setting,
    function: &Function,
    arguments: &[Value],
) -> Result<Outcome, Failure> {
    let result = function.call(arguments).map_err(|error| failed(stage, error))?;
    let count = result.element_count().unwrap_or(0);
    if count != ELEMENTS {
        return Err(failed(stage, format!("the result has {count} elements")));
    }
    let shape = format!("{count} elements");
    let mut contest = Contest::new(stage, Unit::Nanoseconds, ELEMENTS as u64, shape, || {
        timed(|| function.call(arguments))
    });
    // The reference compares each element with all distinct ones before it, which takes minutes here.
    if setting.peers && function.name() != "distinct" {
        let arguments: Result<Vec<String>, _> =
            arguments.iter().map(|argument| for_go(stage, argument)).collect();
        contest.add_go(setting, 1, arguments?.iter().map(String::as_str))?;
    }
    contest.run(setting.rounds)
}

fn key(index: usize) -> Value {
    Value::from(format!("element-{index}"))
}

fn keys(count: usize) -> Result<Value, Failure> {
    Value::list(Type::STRING, (0..count).map(key)).map_err(|error| failed("fn", error))
}

/// A hundred maps become one.
pub(super) fn merge(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    const MAPS: usize = 100;
    let maps: Result<Vec<Value>, _> = (0..MAPS)
        .map(|map| {
            let fields = (map..ELEMENTS)
                .step_by(MAPS)
                .map(|index| (format!("element-{index}"), Value::from(index)));
            Value::map(Type::NUMBER, fields)
        })
        .collect();
    let maps = maps.map_err(|error| failed(stage, error))?;
    call(stage, setting, &hcl2_functions::merge(), &maps)
}

/// Lists in a tuple become one tuple.
pub(super) fn flatten(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    const LISTS: usize = 1_000;
    let list = keys(ELEMENTS / LISTS)?;
    let lists = Value::tuple(std::iter::repeat_n(list, LISTS));
    call(stage, setting, &hcl2_functions::flatten(), &[lists])
}

/// A list in which every element is twice becomes one in which each is once.
pub(super) fn distinct(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let elements = (0..ELEMENTS * 2).map(|index| key(index % ELEMENTS));
    let list = Value::list(Type::STRING, elements).map_err(|error| failed(stage, error))?;
    call(stage, setting, &hcl2_functions::distinct(), &[list])
}

/// Two lists become a list of pairs.
pub(super) fn setproduct(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    const OTHERS: usize = 100;
    let (many, few) = (keys(ELEMENTS / OTHERS)?, keys(OTHERS)?);
    call(stage, setting, &hcl2_functions::setproduct(), &[many, few])
}
