//! Whether two values in the notation of the cases are the same.

use serde_json::Value as Json;

use crate::decimal::numbers_equal;

/// Returns whether two values in the notation of cases are the same value of a type. Numbers are compared by their
/// decimal digits, everything else literally: elements of sets in the order of iteration.
pub(crate) fn values_equal(ty: &Json, have: &Json, want: &Json) -> bool {
    if let (Some(a), Some(b)) = (have.get("$marked"), want.get("$marked")) {
        return a["marks"] == b["marks"] && values_equal(ty, &a["value"], &b["value"]);
    }
    if let (Some(a), Some(b)) = (have.get("$dyn"), want.get("$dyn")) {
        return a["type"] == b["type"] && values_equal(&a["type"], &a["value"], &b["value"]);
    }
    if let (Some(a), Some(b)) = (have.get("$unknown"), want.get("$unknown")) {
        return refinements_equal(a, b);
    }
    if is_special(have) || is_special(want) {
        return false;
    }
    let inner = &ty[1];
    match (ty.as_str().or_else(|| ty[0].as_str()), have, want) {
        (Some("number"), Json::String(a), Json::String(b)) => numbers_equal(a, b),
        (Some("number"), Json::Number(a), Json::Number(b)) => numbers_equal(&a.to_string(), &b.to_string()),
        (Some("list" | "set"), Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| values_equal(inner, a, b))
        }
        (Some("tuple"), Json::Array(a), Json::Array(b)) => {
            let types = inner.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut parts = types.iter().zip(a.iter().zip(b));
            a.len() == b.len() && a.len() == types.len() && parts.all(|(ty, (a, b))| values_equal(ty, a, b))
        }
        (Some("map"), Json::Object(a), Json::Object(b)) => fields_equal(a, b, |_| inner),
        (Some("object"), Json::Object(a), Json::Object(b)) => fields_equal(a, b, |name| &inner[name]),
        _ => have == want,
    }
}

type Fields = serde_json::Map<String, Json>;

fn fields_equal<'a>(a: &Fields, b: &Fields, ty: impl Fn(&str) -> &'a Json) -> bool {
    let same = |(name, a): (&String, &Json)| b.get(name).is_some_and(|b| values_equal(ty(name), a, b));
    a.len() == b.len() && a.iter().all(same)
}

/// Returns whether a value is marked or unknown.
fn is_special(value: &Json) -> bool {
    value.get("$marked").is_some() || value.get("$unknown").is_some()
}

fn refinements_equal(a: &Json, b: &Json) -> bool {
    let bounds_equal = |key: &str| match (a[key][0].as_str(), b[key][0].as_str()) {
        (Some(one), Some(other)) => numbers_equal(one, other) && a[key][1] == b[key][1],
        _ => a[key] == b[key],
    };
    let (Some(one), Some(other)) = (a.as_object(), b.as_object()) else {
        return false;
    };
    one.len() == other.len() && one.keys().all(|key| bounds_equal(key))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_of_a_list_counts_whatever_its_attributes_are_called() {
        let ty = json!(["list", ["object", { "offset": "number" }]]);
        let (one, other) = (
            json!([{ "offset": "1" }, { "offset": "2" }]),
            json!([{ "offset": "2" }, { "offset": "1" }]),
        );
        assert!(values_equal(&ty, &one, &one));
        assert!(!values_equal(&ty, &one, &other));
    }

    #[test]
    fn order_of_a_set_counts() {
        let equal = |ty: Json, have: Json, want: Json| values_equal(&ty, &have, &want);
        let pairs = json!(["set", ["list", "string"]]);
        let (one, other) = (json!([["a"], ["b"]]), json!([["b"], ["a"]]));
        assert!(equal(pairs.clone(), one.clone(), one.clone()));
        assert!(!equal(pairs.clone(), one.clone(), other.clone()));
        let nested = json!(["tuple", ["bool", pairs]]);
        assert!(!equal(nested, json!([true, one]), json!([true, other])));
    }

    #[test]
    fn bounds_of_unknown_numbers_are_compared_by_their_digits() {
        let bound = |digits: &str, inclusive: bool| json!({ "$unknown": { "lower": [digits, inclusive] } });
        let equal = |have: Json, want: Json| values_equal(&json!("number"), &have, &want);
        let one = "3".repeat(100);
        let other = format!("{}4", "3".repeat(99));
        assert!(equal(bound("1.50", true), bound("1.5", true)));
        assert!(
            !equal(bound(&one, true), bound(&other, true)),
            "the hundredth digit"
        );
        assert!(!equal(bound("1", true), bound("1", false)));
        assert!(!equal(bound("1", true), json!({ "$unknown": {} })));
        assert!(!equal(
            json!({ "$unknown": { "null": false } }),
            json!({ "$unknown": {} })
        ));
    }
}
