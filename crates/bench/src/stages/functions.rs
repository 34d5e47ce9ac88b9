//! Calling functions.

use hcl2_value::{Function, Number, Type, Value};

use crate::checksum::Checksum;
use crate::contest::{Contest, timed, timed_each};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

const SERDE: &str = "serde_json";

/// The number of elements in the collections passed to functions.
const ELEMENTS: usize = 100_000;

fn failed(stage: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Contestant(format!("{stage}: {error}"))
}

/// Writes an argument for the Go reference: as JSON with its type.
fn for_go(stage: &str, argument: &Value) -> Result<String, Failure> {
    hcl2_wire::json::encode(argument, &Type::DYNAMIC).map_err(|error| failed(stage, error))
}

/// Values and the strings that `jsonencode` returns for them.
#[derive(Default)]
struct Texts {
    count: usize,
    checksum: Checksum,
}

impl Texts {
    fn add(&mut self, text: &str) {
        self.count += 1;
        self.checksum.add(text);
    }
}

impl std::fmt::Display for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} strings with the checksum {}", self.count, self.checksum)
    }
}

/// Returns the JSON of a value in the notation of `jsonencode`.
pub(super) fn json_text(stage: &str, value: &Value) -> Result<String, Failure> {
    let text = hcl2_functions::jsonencode()
        .call(std::slice::from_ref(value))
        .map_err(|error| failed(stage, error))?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Adds to JSON of `serde_json` the escapes that ours and the Go reference write to make it safe in HTML. The escaped
/// characters occur only in strings.
fn escaped(text: &str) -> String {
    let escapes = [
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u{2028}", "\\u2028"),
        ("\u{2029}", "\\u2029"),
    ];
    let escape = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    escapes.into_iter().fold(text.to_owned(), escape)
}

/// Normalizes a value read by `serde_json` like a value of HCL: sorted names, numbers without redundant digits.
fn simplify(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            let simple = Number::parse(number.as_str())
                .ok()
                .map(|number| number.to_string());
            if let Some(simple) = simple.and_then(|text| text.parse().ok()) {
                *number = simple;
            }
        }
        serde_json::Value::Array(elements) => elements.iter_mut().for_each(simplify),
        serde_json::Value::Object(properties) => {
            properties.values_mut().for_each(simplify);
            properties.sort_keys();
        }
        _ => {}
    }
}

/// Decodes JSON to values; those of `serde_json` keep the order of properties and do not normalize strings.
pub(super) fn decode_json(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let decode = hcl2_functions::jsondecode();
    let texts: Vec<[Value; 1]> = input.texts().map(|text| [Value::from(text)]).collect();
    let mut ours = Texts::default();
    for text in &texts {
        let value = decode.call(text).map_err(|error| failed(stage, error))?;
        ours.add(&json_text(stage, &value)?);
    }
    let shape = ours.to_string();
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&texts, input.repeat, |text| decode.call(text))
    });
    if setting.peers {
        let mut theirs = Texts::default();
        for text in input.texts() {
            let mut value = serde_json::from_str(text).map_err(|error| failed(stage, error))?;
            simplify(&mut value);
            theirs.add(&escaped(&value.to_string()));
        }
        contest.check(SERDE, &theirs.to_string())?;
        let texts: Vec<&str> = input.texts().collect();
        contest.add_unlike(SERDE, move || {
            timed_each(&texts, input.repeat, |text| {
                serde_json::from_str::<serde_json::Value>(text)
            })
        });
        let arguments: Result<Vec<String>, _> = input
            .texts()
            .map(|text| for_go(stage, &Value::from(text)))
            .collect();
        contest.add_go(setting, input.repeat, arguments?.iter().map(String::as_str))?;
    }
    contest.run(setting.rounds)
}

/// Encodes values as JSON; `serde_json` escapes less.
pub(super) fn encode_json(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let (decode, encode) = (hcl2_functions::jsondecode(), hcl2_functions::jsonencode());
    let (mut values, mut parsed) = (Vec::new(), Vec::new());
    let (mut ours, mut theirs, mut length) = (Texts::default(), Texts::default(), 0);
    for text in input.texts() {
        let value = decode
            .call(&[Value::from(text)])
            .map_err(|error| failed(stage, error))?;
        let json = json_text(stage, &value)?;
        let tree: serde_json::Value = serde_json::from_str(&json).map_err(|error| failed(stage, error))?;
        length += json.len();
        ours.add(&json);
        theirs.add(&escaped(&tree.to_string()));
        parsed.push(tree);
        values.push([value]);
    }
    let work = (length * input.repeat) as u64;
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, work, ours.to_string(), || {
        timed_each(&values, input.repeat, |value| encode.call(value))
    });
    if setting.peers {
        contest.add(SERDE, &theirs.to_string(), move || {
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

/// Measures a call whose result has `ELEMENTS` elements.
fn call(
    stage: &'static str,
    setting: &Setting,
    function: &Function,
    arguments: &[Value],
) -> Result<Measurement, Failure> {
    let result = function.call(arguments).map_err(|error| failed(stage, error))?;
    let count = result.element_count().unwrap_or(0);
    if count != ELEMENTS {
        return Err(failed(stage, format!("the result has {count} elements")));
    }
    let checksum = Checksum::of(json_text(stage, &result)?);
    let shape = format!("{count} elements with the checksum {checksum}");
    let mut contest = Contest::new(stage, Unit::Nanoseconds, ELEMENTS as u64, shape, || {
        timed(|| function.call(arguments))
    });
    // The reference compares each element with all distinct ones before it, which would take minutes.
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

/// Merges a hundred maps into one.
pub(super) fn merge(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
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

/// Flattens lists in a tuple.
pub(super) fn flatten(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const LISTS: usize = 1_000;
    let list = keys(ELEMENTS / LISTS)?;
    let lists = Value::tuple(std::iter::repeat_n(list, LISTS));
    call(stage, setting, &hcl2_functions::flatten(), &[lists])
}

/// Removes the duplicates of a list in which every element occurs twice.
pub(super) fn distinct(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let elements = (0..ELEMENTS * 2).map(|index| key(index % ELEMENTS));
    let list = Value::list(Type::STRING, elements).map_err(|error| failed(stage, error))?;
    call(stage, setting, &hcl2_functions::distinct(), &[list])
}

/// Combines two lists to a list of pairs.
pub(super) fn setproduct(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const OTHERS: usize = 100;
    let (many, few) = (keys(ELEMENTS / OTHERS)?, keys(OTHERS)?);
    call(stage, setting, &hcl2_functions::setproduct(), &[many, few])
}
