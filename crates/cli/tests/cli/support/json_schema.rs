//! A check of documents against the part of JSON Schema that our schemas use.

use serde_json::Value;

/// Returns what is wrong with a document.
pub(crate) fn problems(schema: &Value, document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, document, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, document: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(pointer) = schema["$ref"].as_str() {
        let target = root
            .pointer(pointer.trim_start_matches('#'))
            .expect("a definition");
        check(root, target, document, at, found);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let problems = choices.iter().map(|choice| {
            let mut problems = Vec::new();
            check(root, choice, document, at, &mut problems);
            problems
        });
        // What is wrong with the choice that fits best.
        found.extend(problems.min_by_key(Vec::len).unwrap_or_default());
    }
    let is_of_type = |wanted: &Value| match wanted.as_str().expect("a type") {
        "string" => document.is_string(),
        "null" => document.is_null(),
        "boolean" => document.is_boolean(),
        "integer" => document.is_u64(),
        "array" => document.is_array(),
        "object" => document.is_object(),
        other => panic!("unknown type {other}"),
    };
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(types) => types.iter().any(is_of_type),
        ty => is_of_type(ty),
    };
    if !fits {
        found.push(format!("{at} has a wrong type"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(document)
    {
        found.push(format!("{at} has a wrong value"));
    }
    if let (Some(items), Value::Array(elements)) = (schema.get("items"), document) {
        for (index, element) in elements.iter().enumerate() {
            check(root, items, element, &format!("{at}/{index}"), found);
        }
    }
    let Value::Object(fields) = document else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        if !fields.contains_key(name) {
            found.push(format!("{at} lacks {name}"));
        }
    }
    for (name, field) in fields {
        let at = format!("{at}/{name}");
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(property), _) => check(root, property, field, &at, found),
            (None, Some(Value::Bool(false))) => found.push(format!("{at} is not expected")),
            (None, Some(other)) => check(root, other, field, &at, found),
            (None, None) => {}
        }
    }
}
