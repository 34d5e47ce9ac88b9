//! Each predicate holds for its case, and not once the case is altered in one respect.

use serde_json::{Value as Json, json};

use super::Predicate;
use crate::case::Case;
use crate::compare::Difference;

fn case(json: Json) -> Case {
    serde_json::from_value(json).unwrap()
}

fn differs(have: Json, want: Json) -> Difference {
    Difference::between("diagnostics", &have, &want)
}

fn error(start: u64, end: u64) -> Json {
    json!({ "severity": "error", "range": [1, start + 1, start, 1, end + 1, end] })
}

/// Returns a JSON expression; bytes: the first string is 0..9 with an escape at 2, the second 11..19 without one.
fn json_case() -> Case {
    case(json!({ "id": "x", "kind": "json_expr", "in": { "src": r#"{"a\t${b}":"c ${d}"}"# }, "want": {} }))
}

#[test]
fn ranges_after_an_escape_are_explained_where_the_reference_counts_them() {
    let explained = |have, want| Predicate::RangesAfterEscape.applies(&json_case(), &differs(have, want));
    assert!(explained(json!([error(6, 7)]), json!([error(5, 6)])));
    assert!(
        !explained(json!([error(6, 7)]), json!([error(4, 5)])),
        "another place"
    );
    assert!(
        !explained(json!([error(6, 7)]), json!([error(5, 7)])),
        "another end"
    );
    let equal = |place| explained(json!([error(6, 7), place]), json!([error(5, 6), error(16, 17)]));
    assert!(equal(error(16, 17)), "equal ranges may be anywhere");
    assert!(!equal(error(15, 16)), "one that differs where no escape is");
}

#[test]
fn escapes_are_counted_as_what_they_stand_for() {
    let explained = |src: &str, have: [u64; 6], want: [u64; 6]| {
        let error = |range: [u64; 6]| json!([{ "severity": "error", "range": range }]);
        let case = case(json!({ "id": "x", "kind": "json_expr", "in": { "src": src }, "want": {} }));
        Predicate::RangesAfterEscape.applies(&case, &differs(error(have), error(want)))
    };
    // An escape of six bytes denotes one column of two bytes.
    let src = r#""\u00e9${x}""#;
    assert!(explained(src, [1, 10, 9, 1, 11, 10], [1, 5, 5, 1, 6, 6]));
    assert!(
        !explained(src, [1, 10, 9, 1, 11, 10], [1, 6, 5, 1, 7, 6]),
        "columns count"
    );
    assert!(
        !explained(src, [1, 11, 9, 1, 12, 10], [1, 5, 5, 1, 6, 6]),
        "our columns are wrong"
    );
    // A line feed starts a line.
    let src = r#""a\n${x}""#;
    assert!(explained(src, [1, 7, 6, 1, 8, 7], [2, 3, 5, 2, 4, 6]));
    assert!(
        !explained(src, [1, 7, 6, 1, 8, 7], [1, 6, 5, 1, 7, 6]),
        "lines count"
    );
}

#[test]
fn an_invalid_escape_is_reported_behind_it() {
    let explained = |src: &str, want: Json| {
        let case = case(json!({ "id": "x", "kind": "json_expr", "in": { "src": src }, "want": {} }));
        Predicate::InvalidEscape.applies(&case, &differs(json!([error(1, 3)]), want))
    };
    assert!(explained(r#""\x7""#, json!([error(3, 4)])));
    assert!(!explained(r#""\x7""#, json!([error(4, 5)])), "another place");
    assert!(!explained(r#""\t7""#, json!([error(3, 4)])), "a valid escape");
    assert!(!explained(r#""ax7""#, json!([error(3, 4)])), "no escape");
}

#[test]
fn other_differences_of_ranges_are_not_explained() {
    let explained = |have, want| Predicate::RangesAfterEscape.applies(&json_case(), &differs(have, want));
    assert!(
        !explained(json!([error(16, 17)]), json!([error(15, 16)])),
        "no escape in that string"
    );
    assert!(
        !explained(json!([error(1, 3)]), json!([error(1, 2)])),
        "before the escape"
    );
    assert!(
        !explained(json!([error(6, 7)]), json!([error(16, 17)])),
        "another string"
    );
    assert!(!explained(json!([error(6, 7)]), json!([])), "another number");
    let mut warning = error(5, 6);
    warning["severity"] = json!("warning");
    assert!(
        !explained(json!([error(6, 7)]), json!([warning])),
        "another severity"
    );
    let mut native = json_case();
    native.kind = "expr".to_owned();
    let difference = differs(json!([error(6, 7)]), json!([error(5, 6)]));
    assert!(
        !Predicate::RangesAfterEscape.applies(&native, &difference),
        "not JSON"
    );
}

#[test]
fn a_result_that_not_all_types_convert_to_is_a_divergence() {
    let applies = |what: &str, types: &Json, have: Json, want: Json| {
        let given = case(json!({ "id": "x", "kind": "unify", "want": {}, "in": { "types": types } }));
        Predicate::UnconvertibleResult.applies(&given, &Difference::between(what, &have, &want))
    };
    let types = json!([["map", "string"], ["object", { "a": ["tuple", ["bool"]], "b": "dynamic" }]]);
    let (map, empty) = (json!(["map", "string"]), json!(["object", {}]));
    assert!(applies("unsafe", &types, Json::Null, map.clone()));
    assert!(
        applies("unsafe", &types, empty.clone(), map.clone()),
        "all convert to ours"
    );
    assert!(
        !applies("safe", &types, empty, map.clone()),
        "a map does not convert to ours safely"
    );
    assert!(
        !applies("unsafe", &types, json!(["map", "bool"]), map.clone()),
        "not all convert to ours"
    );
    let fine = json!([["map", "string"], ["object", { "a": "bool" }]]);
    assert!(!applies("unsafe", &fine, Json::Null, map), "all convert");
    assert!(
        !applies("unsafe", &types, Json::Null, Json::Null),
        "the case has to want a type"
    );
}

/// Returns whether a predicate applies to a conversion with our result and another, or an error in its place.
fn explains(predicate: Predicate, [given, to]: [&Json; 2], have: &Json, want: Option<&Json>) -> bool {
    let case = case(json!({
        "id": "x", "kind": "convert", "want": {}, "in": { "to": to, "value": given },
    }));
    let difference = match want {
        Some(want) => Difference::between("value", have, want),
        None => Difference::between("error", &json!(false), &json!(true)),
    };
    predicate.applies(&case, &difference)
}

#[test]
fn an_unknown_list_of_the_type_of_the_set_is_explained() {
    let unknown = || json!({ "$unknown": {} });
    let list = |element: &str| typed(&json!(["list", element]), unknown());
    let set = |items: Json| typed(&json!(["set", "bool"]), items);
    let to = json!(["list", "string"]);
    let applies = |given: &Json, have: &Json, want: &Json| {
        explains(Predicate::PartlyUnknownSet, [given, &to], have, Some(want))
    };
    let partly = json!([true, { "$unknown": {} }]);
    assert!(applies(&set(partly.clone()), &list("string"), &list("bool")));
    assert!(
        !applies(&set(partly.clone()), &list("bool"), &list("string")),
        "ours must be what was asked for"
    );
    assert!(
        !applies(&set(json!([true])), &list("string"), &list("bool")),
        "nothing is unknown"
    );
    let from_list = typed(&json!(["list", "bool"]), partly.clone());
    assert!(!applies(&from_list, &list("string"), &list("bool")), "not a set");
    let marked = |value: Json| json!({ "$marked": { "marks": ["sensitive"], "value": value } });
    let in_lists = typed(&json!(["list", ["set", "bool"]]), json!([marked(partly), []]));
    let ours = typed(&json!(["list", to.clone()]), json!([marked(unknown()), []]));
    let to = json!(["list", to]);
    let refused = explains(Predicate::PartlyUnknownSet, [&in_lists, &to], &ours, None);
    assert!(refused, "lists of two types");
}

#[test]
fn a_null_without_its_marks_is_explained() {
    let secret = json!({ "$marked": { "marks": ["sensitive"], "value": null } });
    let list = |element: &str, value: &Json| typed(&json!(["list", element]), json!([value.clone(), "1"]));
    let to = json!(["list", "number"]);
    let applies = |given: &Json, have: &Json, want: &Json| {
        explains(Predicate::MarkedNull, [given, &to], have, Some(want))
    };
    let (given, ours) = (list("string", &secret), list("number", &secret));
    assert!(applies(&given, &ours, &list("number", &Json::Null)));
    assert!(
        !applies(&given, &list("number", &Json::Null), &ours),
        "ours has lost it"
    );
    let plain = list("string", &Json::Null);
    assert!(
        !applies(&plain, &ours, &list("number", &Json::Null)),
        "nothing is marked"
    );
}

#[test]
fn an_attribute_that_is_there_is_not_missing() {
    let decode = |source: &str| {
        let spec = "object {\n  attr {\n    name = \"a\"\n    required = true\n  }\n}\n";
        let given = json!({ "spec": spec, "src": source, "syntax": "native" });
        case(json!({ "id": "x", "kind": "decode", "want": {}, "in": given }))
    };
    let at = |start: u32, end: u32| json!({ "severity": "error", "in": "input", "range": [1, 1, start, 1, 1, end] });
    let applies = |source, have, want| {
        Predicate::RequiredAttributeIsThere.applies(&decode(source), &differs(have, want))
    };
    assert!(applies("a = 1\n", json!([]), json!([at(0, 0)])));
    assert!(applies("a = b\n", json!([at(4, 5)]), json!([at(0, 0), at(4, 5)])));
    assert!(
        !applies("b = 1\n", json!([]), json!([at(0, 0)])),
        "the attribute is missing"
    );
    assert!(
        !applies("a = b\n", json!([]), json!([at(4, 5)])),
        "another problem"
    );
    assert!(
        !applies("a = b\n", json!([at(4, 5)]), json!([at(0, 0)])),
        "a problem that the case does not want"
    );
}

#[test]
fn value_of_another_type_than_the_target_is_a_divergence() {
    let inner = |optional: bool| {
        let types = json!({ "b": "bool", "c": ["object", { "d": "bool" }] });
        if optional {
            json!(["object", types, ["b", "c"]])
        } else {
            json!(["object", types])
        }
    };
    let object = |inner: Json, value: Json| typed(&json!(["object", { "a": inner }]), value);
    let (null, unknown) = (|| json!({ "a": null }), || json!({ "$unknown": {} }));
    let to = json!(["object", { "a": inner(true) }, ["a"]]);
    let map = |value: Json| typed(&json!(["map", "string"]), value);
    let applies = |given: Json, have: &Json, want: &Json| {
        explains(Predicate::OtherTypeThanTarget, [&given, &to], have, Some(want))
    };
    let (whole, optional) = (object(inner(false), null()), object(inner(true), null()));
    assert!(applies(map(json!({})), &whole, &optional));
    assert!(
        !applies(map(json!({})), &optional, &whole),
        "ours has another type"
    );
    assert!(
        !applies(map(json!({})), &whole, &whole),
        "the case expects the target"
    );
    let lost = object(json!(["object", {}]), unknown());
    let whole = object(inner(false), unknown());
    assert!(applies(map(unknown()), &whole, &lost));
    assert!(
        !applies(map(unknown()), &lost, &whole),
        "ours has lost attributes"
    );
    assert!(
        !applies(map(json!({})), &whole, &lost),
        "nothing of the value is unknown"
    );
}

#[test]
fn a_missing_item_of_an_unknown_block_has_a_place_in_its_content() {
    let source = "dynamic \"a\" {\n  for_each = unknown\n  content {\n  }\n}\nb {\n}\n";
    let applies = |what: &str, have: [u64; 6], want: [u64; 6]| {
        let case = case(json!({ "id": "x", "kind": "dynamic", "in": { "src": source }, "want": {} }));
        Predicate::MissingItemOfUnknown.applies(&case, &Difference::between(what, &json!(have), &json!(want)))
    };
    let (place, nowhere) = ([3, 11, 45, 3, 11, 45], [0; 6]);
    assert_eq!(&source[37..46], "content {");
    assert!(applies("a[0].missing item", place, nowhere));
    assert!(!applies("b[0].missing item", place, nowhere), "another block");
    assert!(!applies("a[0].range", place, nowhere), "another range");
    assert!(
        !applies("a[0].missing item", place, [3, 11, 45, 3, 11, 46]),
        "the case has a place"
    );
    assert!(
        !applies("a[0].missing item", [3, 3, 37, 3, 3, 37], nowhere),
        "ours is elsewhere"
    );
}

fn typed(ty: &Json, value: Json) -> Json {
    json!({ "type": ty, "value": value })
}

/// Returns whether a predicate holds for a message that we reject and the case accepts.
fn accepted(predicate: Predicate, ty: &Json, msgpack: &str, want: &Json) -> bool {
    let case =
        case(json!({ "id": "w", "kind": "wire_decode", "in": { "as": ty, "msgpack": msgpack }, "want": {} }));
    predicate.applies(
        &case,
        &Difference::between("value", &json!({ "error": true }), want),
    )
}

/// Returns whether a predicate holds for a message that the case rejects and we accept.
fn refused(predicate: Predicate, ty: &Json, msgpack: &str, have: &Json) -> bool {
    let case =
        case(json!({ "id": "w", "kind": "wire_decode", "in": { "as": ty, "msgpack": msgpack }, "want": {} }));
    predicate.applies(
        &case,
        &Difference::between("value", have, &json!({ "error": true })),
    )
}

/// Checks a predicate on a message with its violation, on the same message with another expected value, and on a valid
/// message.
#[track_caller]
fn assert_accepted(predicate: Predicate, ty: Json, violating: &str, want: Json, other: Json, sound: &str) {
    assert!(
        accepted(predicate, &ty, violating, &want),
        "{predicate:?} {violating}"
    );
    assert!(
        !accepted(predicate, &ty, violating, &other),
        "another value is wanted"
    );
    assert!(!accepted(predicate, &ty, sound, &want), "the message is sound");
    let truth = json!({ "error": false });
    let difference = Difference::between("value", &want, &truth);
    let given = json!({ "as": ty, "msgpack": violating });
    let case = case(json!({ "id": "w", "kind": "wire_decode", "in": given, "want": {} }));
    assert!(!predicate.applies(&case, &difference), "we do not refuse it");
}

#[test]
fn messages_that_go_on_are_a_divergence_where_their_value_is_the_wanted_one() {
    let text = |text: &str| typed(&json!("string"), json!(text));
    let predicate = Predicate::WireTrailingBytes;
    assert_accepted(predicate, json!("string"), "a178c0", text("x"), text("y"), "a178");
    let goes_on = |json: &str, want: &Json| {
        let given = json!({ "as": "string", "json": json });
        let case = case(json!({ "id": "w", "kind": "wire_decode", "in": given, "want": {} }));
        predicate.applies(
            &case,
            &Difference::between("value", &json!({ "error": true }), want),
        )
    };
    assert!(goes_on("\"x\"1", &text("x")));
    assert!(!goes_on("\"x\"1", &text("y")), "another value");
    assert!(!goes_on("\"x\" ", &text("x")), "only a space");
}

#[test]
fn bytes_that_are_no_utf_8_are_a_divergence() {
    let text = |text: &str| typed(&json!("string"), json!(text));
    let predicate = Predicate::WireInvalidUtf8;
    assert_accepted(
        predicate,
        json!("string"),
        "a2e378",
        text("\u{fffd}x"),
        text("\u{fffd}"),
        "a178",
    );
}

#[test]
fn an_empty_array_for_a_tuple_is_a_divergence() {
    let ty = json!(["list", ["tuple", ["string"]]]);
    let want = typed(&json!(["list", ["tuple", []]]), json!([[]]));
    assert_accepted(
        Predicate::WireEmptyTuple,
        ty.clone(),
        "9190",
        want,
        typed(&ty, json!([[null]])),
        "9191a178",
    );
}

#[test]
fn an_empty_map_for_an_object_is_a_divergence() {
    let ty = json!(["object", { "a": "string" }]);
    let want = typed(&json!(["object", {}]), json!({}));
    assert_accepted(
        Predicate::WireEmptyObject,
        ty.clone(),
        "80",
        want,
        typed(&ty, Json::Null),
        "81a161a178",
    );
}

#[test]
fn a_duplicate_key_is_a_divergence() {
    let ty = json!(["map", "bool"]);
    let of = |truth: bool| typed(&ty, json!({ "a": truth }));
    assert_accepted(
        Predicate::WireDuplicateKey,
        ty.clone(),
        "82a161c2a161c3",
        of(true),
        of(false),
        "81a161c3",
    );
}

#[test]
fn a_key_that_is_no_string_is_a_divergence() {
    let ty = json!(["map", "bool"]);
    let of = |key: &str| typed(&ty, json!({ key: true }));
    assert_accepted(
        Predicate::WireKeyIsNoString,
        ty.clone(),
        "81c40161c3",
        of("a"),
        of("b"),
        "81a161c3",
    );
    assert!(accepted(Predicate::WireKeyIsNoString, &ty, "81c0c3", &of("")));
}

#[test]
fn binary_data_for_a_string_is_a_divergence() {
    let text = |text: &str| typed(&json!("string"), json!(text));
    assert_accepted(
        Predicate::WireBinaryString,
        json!("string"),
        "c40178",
        text("x"),
        text("y"),
        "a178",
    );
}

#[test]
fn a_null_in_a_refinement_is_a_divergence() {
    let of = |refinements: Json| typed(&json!("bool"), json!({ "$unknown": refinements }));
    let (want, other) = (of(json!({ "null": false })), of(json!({})));
    assert_accepted(
        Predicate::WireNullRefinement,
        json!("bool"),
        "c7030c8101c0",
        want,
        other,
        "c7030c8101c2",
    );
}

#[test]
fn an_extension_of_another_code_is_a_divergence_where_ours_is_unknown() {
    let predicate = Predicate::WireExtensionCode;
    let ty = json!(["tuple", ["bool"]]);
    let unknown = typed(&ty, json!([{ "$unknown": {} }]));
    assert!(refused(predicate, &ty, "91d5070000", &unknown));
    assert!(
        !refused(predicate, &ty, "91d50c8000", &unknown),
        "the code of refinements"
    );
    assert!(
        !refused(predicate, &ty, "91d5070000", &typed(&ty, json!([true]))),
        "a known value"
    );
    let refined = typed(&ty, json!([{ "$unknown": { "null": false } }]));
    assert!(
        !refused(predicate, &ty, "91d5070000", &refined),
        "a refinement from nowhere"
    );
    assert!(
        !refused(predicate, &ty, "91d507000000", &unknown),
        "another violation besides"
    );
    let text = json!("string");
    let bytes = typed(&text, json!("\u{5}\u{7}"));
    assert!(
        !refused(predicate, &text, "a2d507", &bytes),
        "bytes of a string that look like one"
    );
}

#[test]
fn a_refinement_of_another_key_is_a_divergence_where_ours_has_the_others() {
    let predicate = Predicate::WireUnknownRefinement;
    let text = json!("string");
    let unknown = |refinements: Json| typed(&text, json!({ "$unknown": refinements }));
    let known = || json!({ "null": false });
    assert!(refused(predicate, &text, "c7050c8201c209c2", &unknown(known())));
    assert!(
        !refused(predicate, &text, "c7050c8201c209c2", &unknown(json!({}))),
        "one is lost"
    );
    assert!(
        !refused(predicate, &text, "c7030c8101c2", &unknown(known())),
        "all are known"
    );
    assert!(
        !refused(predicate, &text, "d40000", &unknown(json!({}))),
        "none is there"
    );
}

#[test]
fn only_blocks_that_a_schema_took_are_explained_in_what_remains() {
    let explained = |src: &str, what: &str, attributes: Json| {
        let block =
            json!({ "type": "b", "body": { "mode": "partial", "blocks": [{ "type": "c", "body": {} }] } });
        let case = case(json!({
            "id": "x", "kind": "body",
            "in": { "src": src, "syntax": "native", "schema": { "mode": "partial", "blocks": [block] } },
            "want": { "blocks": [{ "type": "b", "def_range": [2, 1, 6, 2, 2, 7] }] },
        }));
        let (have, want) = (
            json!({ "attributes": attributes, "errors": false }),
            json!({ "attributes": ["a"], "errors": true }),
        );
        Predicate::TakenBlocksRemain.applies(&case, &Difference::between(what, &have, &want))
    };
    assert!(explained("a = 1\nb {}\n", "remain", json!(["a"])));
    assert!(
        !explained("a = 1\nb {}\n", "remain", json!([])),
        "other attributes"
    );
    assert!(
        !explained("a = 1\nb {}\nd {}\n", "remain", json!(["a"])),
        "a block that remains"
    );
    assert!(!explained("a = 1\n", "remain", json!(["a"])), "no block");
    assert!(explained("a = 1\nb {\nc {}\n}\n", "b[0].remain", json!(["a"])));
    assert!(
        !explained("a = 1\nb {\nd {}\n}\n", "b[0].remain", json!(["a"])),
        "another block inside"
    );
}

#[test]
fn unification_in_two_steps_is_explained_where_one_step_is_impossible() {
    let explained = |types: Json, have: Json, want: Json| {
        let case = case(json!({ "id": "x", "kind": "unify", "in": { "types": types }, "want": {} }));
        Predicate::UnconvertibleResult.applies(&case, &Difference::between("unsafe", &have, &want))
    };
    let pair = json!(["tuple", ["bool"]]);
    let types = json!([["map", "string"], ["object", { "a": "dynamic", "b": pair }]]);
    assert!(explained(types.clone(), Json::Null, json!(["map", "string"])));
    assert!(
        !explained(types.clone(), Json::Null, json!(["map", "number"])),
        "not the result of the two steps"
    );
    assert!(
        !explained(types, json!(["map", "bool"]), json!(["map", "string"])),
        "ours is no better"
    );
    let possible = json!([["map", "string"], ["object", { "a": "dynamic", "b": "bool" }]]);
    assert!(
        !explained(possible, Json::Null, json!(["map", "string"])),
        "all convert in one step"
    );
    assert!(
        !explained(json!(["dynamic", "string"]), json!("dynamic"), json!("string")),
        "neither maps nor lists"
    );
}
