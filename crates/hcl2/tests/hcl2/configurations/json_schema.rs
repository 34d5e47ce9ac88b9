//! Enough of JSON Schema for the schemas of derived types.

use serde_json::{Map, Value};

/// Returns the first problem of a document; `None` if it is valid.
pub(crate) fn problem(schema: &str, document: &str) -> Option<String> {
    let parse =
        |text: &str| -> Value { serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}")) };
    let schema = parse(schema);
    Validator { root: &schema }.problem(&schema, &parse(document), "document")
}

struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn problem(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let Value::Object(keywords) = schema else {
            return (schema == &Value::Bool(false)).then(|| format!("{place} is not expected"));
        };
        keywords
            .iter()
            .find_map(|(keyword, argument)| self.broken(keyword, argument, keywords, value, place))
    }

    fn broken(
        &self,
        keyword: &str,
        argument: &Value,
        keywords: &Map<String, Value>,
        value: &Value,
        place: &str,
    ) -> Option<String> {
        let otherwise = |holds: bool| (!holds).then(|| format!("{place} breaks {keyword}: {argument}"));
        match keyword {
            "$ref" => {
                let name = argument.as_str()?.strip_prefix("#/$defs/")?;
                self.problem(&self.root["$defs"][name], value, place)
            }
            "anyOf" => {
                let problems: Option<Vec<String>> = argument
                    .as_array()?
                    .iter()
                    .map(|schema| self.problem(schema, value, place))
                    .collect();
                problems.map(|problems| problems.join(" and "))
            }
            "type" => match argument {
                Value::Array(names) => otherwise(names.iter().any(|name| is_of_type(value, name))),
                name => otherwise(is_of_type(value, name)),
            },
            "enum" => otherwise(argument.as_array()?.contains(value)),
            "pattern" => otherwise(
                value
                    .as_str()
                    .is_none_or(|text| text.contains("${") || text.contains("%{")),
            ),
            "minimum" => otherwise(
                value
                    .as_f64()
                    .is_none_or(|number| Some(number) >= argument.as_f64()),
            ),
            "maximum" => otherwise(
                value
                    .as_f64()
                    .is_none_or(|number| Some(number) <= argument.as_f64()),
            ),
            "minItems" => otherwise(
                value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 >= argument.as_u64().unwrap_or(0)),
            ),
            "maxItems" => otherwise(
                value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 <= argument.as_u64().unwrap_or(0)),
            ),
            "items" => {
                let items = value.as_array()?.iter().enumerate();
                items
                    .into_iter()
                    .find_map(|(index, item)| self.problem(argument, item, &format!("{place}[{index}]")))
            }
            "prefixItems" => {
                let pairs = argument.as_array()?.iter().zip(value.as_array()?);
                pairs
                    .into_iter()
                    .find_map(|(schema, item)| self.problem(schema, item, place))
            }
            "required" => {
                let object = value.as_object()?;
                let missing = argument
                    .as_array()?
                    .iter()
                    .find(|name| !object.contains_key(name.as_str().unwrap_or_default()));
                missing.map(|name| format!("{place} lacks {name}"))
            }
            "properties" => {
                let schemas = argument.as_object()?;
                value.as_object()?.iter().find_map(|(name, part)| {
                    self.problem(schemas.get(name)?, part, &format!("{place}.{name}"))
                })
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                let others = value.as_object()?.iter();
                others
                    .filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)))
                    .find_map(|(name, part)| self.problem(argument, part, &format!("{place}.{name}")))
            }
            "$schema" | "$defs" | "description" | "deprecated" | "default" => None,
            _ => panic!("{keyword} is not known here"),
        }
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is not a type"),
    }
}
