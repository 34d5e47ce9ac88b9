//! Whether two values in the notation of the cases are the same.

use serde_json::Value as Json;

use crate::decimal::numbers_equal;

/// Returns whether two values in the notation of cases are the same value of a type. Sets are compared without order,
/// numbers by their decimal digits, everything else literally.
pub(crate) fn values_equal(ty: &Json, have: &Json, want: &Json) -> bool {
    values_equal_from(&Json::Null, ty, have, want)
}

/// Compares values like [`values_equal`], but without order for a list converted from a set without a defined order;
/// `from` is the type before the conversion.
pub(crate) fn values_equal_from(from: &Json, ty: &Json, have: &Json, want: &Json) -> bool {
    if let (Some(a), Some(b)) = (have.get("$marked"), want.get("$marked")) {
        return a["marks"] == b["marks"] && values_equal_from(from, ty, &a["value"], &b["value"]);
    }
    if let (Some(a), Some(b)) = (have.get("$dyn"), want.get("$dyn")) {
        return a["type"] == b["type"] && values_equal_from(from, &a["type"], &a["value"], &b["value"]);
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
        (Some("list"), Json::Array(a), Json::Array(b)) if !is_open_set(from) => {
            let same = |(index, (a, b))| values_equal_from(part(from, index, ""), inner, a, b);
            a.len() == b.len() && a.iter().zip(b).enumerate().all(same)
        }
        (Some("list" | "set"), Json::Array(a), Json::Array(b)) => same_elements(&from[1], inner, a, b),
        (Some("tuple"), Json::Array(a), Json::Array(b)) => {
            let types = inner.as_array().map(Vec::as_slice).unwrap_or_default();
            a.len() == b.len()
                && a.len() == types.len()
                && (types.iter().zip(a.iter().zip(b)).enumerate())
                    .all(|(index, (ty, (a, b)))| values_equal_from(part(from, index, ""), ty, a, b))
        }
        (Some("map"), Json::Object(a), Json::Object(b)) => fields_equal(from, a, b, |_| inner),
        (Some("object"), Json::Object(a), Json::Object(b)) => fields_equal(from, a, b, |name| &inner[name]),
        _ => have == want,
    }
}

type Fields = serde_json::Map<String, Json>;

fn fields_equal<'a>(from: &Json, a: &Fields, b: &Fields, ty: impl Fn(&str) -> &'a Json) -> bool {
    let same = |(name, a): (&String, &Json)| {
        b.get(name)
            .is_some_and(|b| values_equal_from(part(from, 0, name), ty(name), a, b))
    };
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

/// Returns whether a type is a set without a defined order, which is any set of other than primitive types.
pub(crate) fn is_open_set(ty: &Json) -> bool {
    ty[0] == "set" && ty[1].is_array()
}

/// Returns the type of an element or attribute of a type, or null.
fn part<'a>(ty: &'a Json, index: usize, name: &str) -> &'a Json {
    match ty[0].as_str() {
        Some("tuple") => &ty[1][index],
        Some("object") => &ty[1][name],
        _ => &ty[1],
    }
}

fn same_elements(from: &Json, ty: &Json, a: &[Json], b: &[Json]) -> bool {
    let mut left: Vec<&Json> = b.iter().collect();
    a.len() == b.len()
        && a.iter().all(|a| {
            let found = left.iter().position(|b| values_equal_from(from, ty, a, b));
            found.map(|index| left.swap_remove(index)).is_some()
        })
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
    fn order_of_a_list_is_open_only_where_it_was_a_set_of_other_elements_than_primitives() {
        let equal =
            |from: Json, ty: Json, have: Json, want: Json| values_equal_from(&from, &ty, &have, &want);
        let pairs = json!(["list", ["list", "string"]]);
        let (one, other) = (json!([["a"], ["b"]]), json!([["b"], ["a"]]));
        assert!(equal(
            json!(["set", ["list", "string"]]),
            pairs.clone(),
            one.clone(),
            other.clone()
        ));
        assert!(!equal(
            json!(["list", ["list", "string"]]),
            pairs.clone(),
            one.clone(),
            other
        ));
        assert!(
            !equal(
                json!(["set", ["list", "string"]]),
                pairs,
                one,
                json!([["a"], ["a"]])
            ),
            "the elements must be the same"
        );
        let (one, other) = (json!(["a", "b"]), json!(["b", "a"]));
        assert!(!equal(
            json!(["set", "string"]),
            json!(["list", "string"]),
            one.clone(),
            other.clone()
        ));
        let nested = |inner: Json| json!(["tuple", ["bool", inner]]);
        let (one, other) = (json!([true, [["a"], ["b"]]]), json!([true, [["b"], ["a"]]]));
        assert!(equal(
            nested(json!(["set", ["list", "string"]])),
            nested(json!(["list", ["list", "string"]])),
            one.clone(),
            other.clone()
        ));
        assert!(!equal(
            nested(json!(["list", "string"])),
            nested(json!(["list", ["list", "string"]])),
            one,
            other
        ));
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
