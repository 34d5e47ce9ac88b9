//! What a case and a difference must be like for a rule of divergence to apply.

use hcl2_value::{Safety, Type, conversion};
use serde_json::{Map, Value as Json};

use crate::compare::{Difference, values_equal};
use crate::kinds::{Case, wire};
use crate::notation::{read_type, write_typed};

/// A condition that is too exact to be told by a text that the case contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Predicate {
    /// Only ranges of diagnostics differ, and each that does lies in a JSON string, behind a backslash escape in it.
    RangesAfterEscape,
    /// A set with unknown parts, by itself or in a tuple or object, converted to a list of another element type: both
    /// sides are unknown, ours of the type that was asked for and the other a list of the set's own elements.
    PartlyUnknownSet,
    /// The case wants types to unify to one to which not all of them convert.
    UnconvertibleResult,
    /// The message goes on after a value that is the one that the case wants.
    WireTrailingBytes,
    /// The message has an extension of another code than that of refinements, which is an unknown value here.
    WireExtensionCode,
    /// An unknown value of the message has more refinements than are known here.
    WireUnknownRefinement,
    /// What a function made is calculated with, and the case wants no more digits than 64 bits have, and we have more.
    NumberPrecision,
    /// The specification asks for a required attribute, and beside our diagnostics, in their order, the case wants
    /// only some where such an attribute would be added that is there.
    RequiredAttributeIsThere,
}

impl Predicate {
    /// Whether a case that differs so is one.
    pub(crate) fn applies(self, case: &Case, difference: &Difference) -> bool {
        match self {
            Self::RangesAfterEscape => ranges_after_escape(case, difference).unwrap_or(false),
            Self::PartlyUnknownSet => partly_unknown_set(case, difference).unwrap_or(false),
            Self::UnconvertibleResult => unconvertible_result(case, difference).unwrap_or(false),
            Self::WireTrailingBytes => wire_trailing_bytes(case, difference).unwrap_or(false),
            Self::WireExtensionCode => wire_extension_code(case, difference).unwrap_or(false),
            Self::WireUnknownRefinement => wire_unknown_refinement(case, difference).unwrap_or(false),
            Self::NumberPrecision => number_precision(case, difference).unwrap_or(false),
            Self::RequiredAttributeIsThere => required_attribute_is_there(case, difference).unwrap_or(false),
        }
    }
}

fn ranges_after_escape(case: &Case, difference: &Difference) -> Option<bool> {
    let is_json = case.kind == "json_expr" || case.given["syntax"] == "json";
    let source = case.given["src"].as_str().filter(|_| is_json)?;
    let (have, want) = (difference.have.as_array()?, difference.want.as_array()?);
    if have.len() != want.len() || have.is_empty() {
        return None;
    }
    let strings = escaped_strings(source.as_bytes());
    let explained = |have: &Json, want: &Json| {
        let same_kind = have["severity"].is_string() && have["severity"] == want["severity"];
        let same_file = have["in"] == want["in"] && have["in"] != "spec";
        let at = |range: &Json, index: usize| range[index].as_u64();
        let (have, want) = (&have["range"], &want["range"]);
        let inside = || {
            let (start, end, other) = (at(have, 2)?, at(have, 5)?, at(want, 2)?);
            let string = strings
                .iter()
                .find(|string| string.start <= start && end <= string.end)?;
            Some(string.escape < end && string.start <= other && other < string.end)
        };
        same_kind && same_file && (have == want || inside().unwrap_or(false))
    };
    Some(have.iter().zip(want).all(|(have, want)| explained(have, want)))
}

/// A JSON string with a backslash in it; offsets in bytes, quotes included.
struct EscapedString {
    start: u64,
    end: u64,
    /// The first backslash.
    escape: u64,
}

/// The strings of a JSON text that have an escape in them.
fn escaped_strings(source: &[u8]) -> Vec<EscapedString> {
    let mut strings = Vec::new();
    let mut at = 0;
    while at < source.len() {
        if source[at] != b'"' {
            at += 1;
            continue;
        }
        let start = at;
        let mut escape = None;
        at += 1;
        while at < source.len() && source[at] != b'"' {
            if source[at] == b'\\' {
                escape.get_or_insert(at as u64);
                at += 1;
            }
            at += 1;
        }
        at = (at + 1).min(source.len());
        strings.extend(escape.map(|escape| EscapedString {
            start: start as u64,
            end: at as u64,
            escape,
        }));
    }
    strings
}

/// A type without what it says of optional attributes, which no value has.
fn without_optional(ty: &Json) -> Json {
    match ty {
        Json::Array(parts) if parts.first().is_some_and(|kind| kind == "object") => {
            parts.iter().take(2).map(without_optional).collect()
        }
        Json::Array(parts) => parts.iter().map(without_optional).collect(),
        Json::Object(attributes) => {
            let attributes = attributes
                .iter()
                .map(|(name, ty)| (name.clone(), without_optional(ty)));
            attributes.collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

fn partly_unknown_set(case: &Case, difference: &Difference) -> Option<bool> {
    let given = &case.given["value"];
    let (have, want) = (&difference.have, &difference.want);
    if have["type"] == want["type"] || have["type"] != without_optional(&case.given["to"]) {
        return None;
    }
    let mut found = false;
    let mut rest = vec![(Typed::of(given), Typed::of(have), Typed::of(want))];
    while let Some((given, have, want)) = rest.pop() {
        if have == want {
            continue;
        }
        match (given.ty[0].as_str()?, have.ty[0].as_str()?, want.ty[0].as_str()?) {
            ("set", "list", "list") => {
                let unknown = |side: &Typed<'_>| side.value.get("$unknown").is_some();
                let is_rule =
                    given.ty[1] == want.ty[1] && has_unknown(given.value) && unknown(&have) && unknown(&want);
                if !is_rule {
                    return None;
                }
                found = true;
            }
            ("tuple", "tuple", "tuple") => {
                for index in 0..have.value.as_array()?.len() {
                    rest.push((given.item(index)?, have.item(index)?, want.item(index)?));
                }
            }
            ("object", "object", "object") => {
                for name in have.value.as_object()?.keys() {
                    let part = (
                        given.attribute(name)?,
                        have.attribute(name)?,
                        want.attribute(name)?,
                    );
                    rest.push(part);
                }
            }
            _ => return None,
        }
    }
    Some(found)
}

fn unconvertible_result(case: &Case, difference: &Difference) -> Option<bool> {
    let wanted = read_type(&difference.want).ok()?;
    let safety = if difference.text.starts_with("safe:") {
        Safety::Safe
    } else {
        Safety::Unsafe
    };
    let types = case.given["types"].as_array()?.iter().map(read_type);
    let types = types.collect::<Result<Vec<_>, _>>().ok()?;
    let converts = |ty: &Type| *ty == wanted || conversion(ty, &wanted, safety).is_some();
    Some(!types.iter().all(converts))
}

/// A value beside its type, in the notation of the cases.
#[derive(Clone, Copy, PartialEq)]
struct Typed<'a> {
    ty: &'a Json,
    value: &'a Json,
}

impl<'a> Typed<'a> {
    fn of(typed: &'a Json) -> Self {
        Self {
            ty: &typed["type"],
            value: &typed["value"],
        }
    }

    fn item(&self, index: usize) -> Option<Self> {
        Some(Self {
            ty: self.ty[1].get(index)?,
            value: self.value.get(index)?,
        })
    }

    fn attribute(&self, name: &str) -> Option<Self> {
        Some(Self {
            ty: self.ty[1].get(name)?,
            value: self.value.get(name)?,
        })
    }
}

fn wire_trailing_bytes(case: &Case, difference: &Difference) -> Option<bool> {
    let end = usize::try_from(difference.have["offset"].as_u64()?).ok()?;
    if difference.have["error"] != "trailing bytes" {
        return None;
    }
    let mut given = case.given.clone();
    for (format, width) in [("msgpack", 2), ("json", 1)] {
        if let Some(message) = given[format].as_str() {
            given[format] = message.get(..end * width)?.into();
        }
    }
    let value = wire::decode(&given).ok()?.ok()?;
    let (have, want) = (write_typed(&value), &difference.want);
    Some(have["type"] == want["type"] && values_equal(&have["type"], &have["value"], &want["value"]))
}

fn wire_extension_code(case: &Case, difference: &Difference) -> Option<bool> {
    const REFINED: u8 = 12;
    let message = wire::from_hex(case.given["msgpack"].as_str()?).ok()?;
    let other_code = message.iter().enumerate().any(|(at, byte)| {
        let code = match byte {
            0xc7 => at + 2,
            0xc8 => at + 3,
            0xc9 => at + 5,
            0xd5..=0xd8 => at + 1,
            _ => return false,
        };
        message.get(code).is_some_and(|code| *code != REFINED)
    });
    let refused = difference.want["error"] == true && has_unknown(&difference.have["value"]);
    Some(refused && other_code)
}

fn wire_unknown_refinement(case: &Case, difference: &Difference) -> Option<bool> {
    let message = wire::from_hex(case.given["msgpack"].as_str()?).ok()?;
    let announced: usize = message
        .windows(4)
        .filter_map(|bytes| match bytes {
            [0xc7, _, 12, map @ 0x80..=0x8f] | [0xd5..=0xd8, 12, map @ 0x80..=0x8f, _] => {
                Some(usize::from(map & 0x0f))
            }
            _ => None,
        })
        .sum();
    let unknown = unknown_parts(&difference.have["value"]);
    let known: usize = unknown
        .iter()
        .filter_map(|part| part.as_object())
        .map(Map::len)
        .sum();
    Some(difference.want["error"] == true && !unknown.is_empty() && known < announced)
}

/// Whether a value in the notation of the cases has an unknown part.
fn has_unknown(value: &Json) -> bool {
    !unknown_parts(value).is_empty()
}

/// The refinements of the unknown parts of a value in the notation of the cases.
fn unknown_parts(value: &Json) -> Vec<&Json> {
    let mut rest = vec![value];
    let mut parts = Vec::new();
    while let Some(value) = rest.pop() {
        match value {
            Json::Object(fields) => match fields.get("$unknown") {
                Some(refinements) => parts.push(refinements),
                None => rest.extend(fields.values()),
            },
            Json::Array(items) => rest.extend(items),
            _ => {}
        }
    }
    parts
}

fn number_precision(case: &Case, difference: &Difference) -> Option<bool> {
    const DIGITS_OF_64_BITS: usize = 20;
    let source = case.given["src"].as_str()?;
    let (have, want) = (&difference.have, &difference.want);
    let calculates = source.contains('(') && source.contains(['%', '/', '*', '-', '+']);
    let digits = |side: &Json| {
        let text = side["value"].as_str()?.trim_start_matches(['-', '0', '.']);
        Some(text.bytes().filter(u8::is_ascii_digit).count())
    };
    let numbers = have["type"] == "number" && want["type"] == "number";
    Some(calculates && numbers && digits(want)? <= DIGITS_OF_64_BITS && digits(have)? > DIGITS_OF_64_BITS)
}

fn required_attribute_is_there(case: &Case, difference: &Difference) -> Option<bool> {
    let (spec, source) = (case.given["spec"].as_str()?, case.given["src"].as_str()?);
    let is_there = |name: &str| {
        let definitions = source
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix(name));
        definitions
            .into_iter()
            .any(|rest| rest.trim_start().starts_with('='))
    };
    if !required_names(spec).any(is_there) {
        return None;
    }
    let mut ours = difference.have.as_array()?.iter().peekable();
    let mut others = difference
        .want
        .as_array()?
        .iter()
        .filter(|wanted| ours.next_if_eq(wanted).is_none());
    let is_place = |range: &Json| range.is_array() && range[2] == range[5];
    let only_missing = others.all(|wanted| wanted["in"] == "input" && is_place(&wanted["range"]));
    drop(others);
    Some(only_missing && ours.next().is_none())
}

/// The names of the attributes that a specification requires: as they say, or as the label of the property does.
fn required_names(spec: &str) -> impl Iterator<Item = &str> {
    let required = spec.split("}\n").filter(|part| part.contains("required = true"));
    required.filter_map(|part| {
        let (_, attribute) = part.rsplit_once("attr ")?;
        let (label, arguments) = attribute.split_once('{')?;
        let name = arguments.split_once("name = ").map_or(label, |(_, name)| name);
        name.split('"').nth(1)
    })
}
