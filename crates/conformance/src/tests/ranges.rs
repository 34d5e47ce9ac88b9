//! The ranges of definitions in the specification tests are present, cover what their names say, and are compared.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use unicode_segmentation::UnicodeSegmentation;

use super::spec_tests;
use crate::case::Case;
use crate::compare::CaseResult;
use crate::kinds;
use crate::run::{read_all_cases, read_scope};

/// A range that a case expects in a body, with the name of its definition.
struct Wanted<'a> {
    key: &'static str,
    /// The source of the range.
    definition: &'a Json,
    /// The name of an attribute, or the type of a block.
    name: &'a str,
}

/// Returns the definitions in a body and its blocks, each with its name and the ranges that it must have.
fn definitions(body: &Json) -> Vec<Wanted<'_>> {
    let mut all = Vec::new();
    for (name, definition) in body["attributes"].as_object().into_iter().flatten() {
        for key in ["range", "name_range", "expr_range"] {
            all.push(Wanted {
                key,
                definition,
                name,
            });
        }
    }
    for definition in body["blocks"].as_array().into_iter().flatten() {
        let name = definition["type"].as_str().unwrap();
        for key in ["def_range", "type_range", "label_ranges"] {
            all.push(Wanted {
                key,
                definition,
                name,
            });
        }
        all.extend(definitions(&definition["body"]));
    }
    if body.get("blocks").is_some() {
        let (key, name) = ("missing_item_range", "");
        all.push(Wanted {
            key,
            definition: body,
            name,
        });
    }
    all
}

fn body_cases() -> Vec<Case> {
    let mut cases = read_all_cases(&spec_tests()).unwrap();
    cases.retain(|case| case.kind == "body");
    cases
}

/// Returns the source of a case and whether it is in the JSON syntax.
struct Text<'a> {
    source: &'a str,
    is_json: bool,
}

impl Text<'_> {
    fn at(&self, range: &Json) -> &str {
        let offset = |index: usize| usize::try_from(range[index].as_u64().unwrap()).unwrap();
        self.assert_position(offset(0), offset(1), offset(2));
        self.assert_position(offset(3), offset(4), offset(5));
        &self.source[offset(2)..offset(5)]
    }

    /// Checks a line and a column, counted in grapheme clusters, against an offset.
    fn assert_position(&self, line: usize, column: usize, byte: usize) {
        let before = &self.source[..byte];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let counted = match start {
            0 => before.strip_prefix('\u{feff}').unwrap_or(before),
            _ => &before[start..],
        };
        assert_eq!(
            line,
            before.matches('\n').count() + 1,
            "byte {byte} of {:?}",
            self.source
        );
        assert_eq!(
            column,
            counted.graphemes(true).count() + 1,
            "byte {byte} of {:?}",
            self.source
        );
    }

    fn between(&self, one: &Json, other: &Json) -> &str {
        let offset = |range: &Json, index: usize| usize::try_from(range[index].as_u64().unwrap()).unwrap();
        &self.source[offset(one, 5)..offset(other, 2)]
    }

    /// Returns the name or label that its source text denotes.
    fn name(&self, range: &Json) -> String {
        let text = self.at(range);
        match text.starts_with('"') {
            true => serde_json::from_str(text).unwrap(),
            false => {
                assert!(!self.is_json, "{text}");
                text.to_owned()
            }
        }
    }
}

/// Returns source text without comments and surrounding spaces.
fn bare(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some((before, rest)) = text.split_once("/*") {
        text = format!("{before}{}", rest.split_once("*/").unwrap().1);
    }
    text.trim().to_owned()
}

fn assert_attribute(text: &Text<'_>, name: &str, attribute: &Json) {
    let [range, name_range, expr_range] = ["range", "name_range", "expr_range"].map(|key| &attribute[key]);
    assert_eq!(text.name(name_range), name);
    assert_eq!(
        bare(text.between(name_range, expr_range)),
        if text.is_json { ":" } else { "=" }
    );
    let ends = |range: &Json| range.as_array().unwrap().split_at(3).1.to_vec();
    let starts = |range: &Json| range.as_array().unwrap().split_at(3).0.to_vec();
    assert_eq!(starts(range), starts(name_range));
    assert_eq!(ends(range), ends(expr_range));
    let expression = text.at(expr_range);
    assert_eq!(expression, expression.trim());
    let behind = &text.source[usize::try_from(expr_range[5].as_u64().unwrap()).unwrap()..];
    if text.is_json {
        serde_json::from_str::<Json>(expression).unwrap();
        assert!(behind.trim_start().starts_with([',', '}']), "{behind}");
    } else {
        let rest = bare(behind.lines().next().unwrap_or_default());
        assert!(
            rest.is_empty() || rest.starts_with(['#', '}']) || rest.starts_with("//"),
            "{behind}"
        );
    }
}

fn assert_block(text: &Text<'_>, block: &Json) {
    assert_eq!(text.name(&block["type_range"]), block["type"]);
    let ranges = block["label_ranges"].as_array().unwrap();
    let labels: Json = ranges.iter().map(|range| text.name(range)).collect();
    assert_eq!(labels, block["labels"]);
    let header = text.at(&block["def_range"]);
    if text.is_json {
        assert!(
            ["{", "["].contains(&header),
            "the opening bracket of the body, not {header}"
        );
        return;
    }
    let from = |range: &Json, index: usize| range[index].clone();
    let last = ranges.last().unwrap_or(&block["type_range"]);
    assert_eq!(from(&block["def_range"], 2), from(&block["type_range"], 2));
    assert_eq!(from(&block["def_range"], 5), from(last, 5));
}

/// Asserts the range of a missing item: the start of the body in the native syntax, in JSON the bracket that closes an
/// object or opens an array of objects.
fn assert_missing_item(text: &Text<'_>, range: &Json) {
    let at = text.at(range);
    let byte = usize::try_from(range[2].as_u64().unwrap()).unwrap();
    let (before, behind) = text.source.split_at(byte);
    if text.is_json {
        assert!(["}", "["].contains(&at), "{at} in {}", text.source);
    } else {
        let starts_body = before.is_empty() || behind.starts_with('{') || before.trim_end().ends_with('{');
        assert!(at.is_empty() && starts_body, "byte {byte} in {}", text.source);
    }
}

#[test]
fn every_definition_of_a_specification_test_has_its_ranges_and_they_cover_it() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in body_cases() {
        let text = Text {
            // Bytes that are not UTF-8 are given otherwise, and define nothing.
            source: case.given["src"].as_str().unwrap_or_default(),
            is_json: case.given["syntax"] == "json",
        };
        for Wanted {
            key,
            definition,
            name,
        } in definitions(&case.want)
        {
            assert!(definition[key].is_array(), "{}: no {key} of {name:?}", case.id);
            *counts.entry(key).or_default() += 1;
            match key {
                "range" => assert_attribute(&text, name, definition),
                "def_range" => assert_block(&text, definition),
                "missing_item_range" => assert_missing_item(&text, &definition[key]),
                _ => {}
            }
        }
    }
    assert!(counts["range"] >= 112 && counts["def_range"] >= 68, "{counts:?}");
    assert!(counts["missing_item_range"] >= 111, "{counts:?}");
}

/// Moves every range under a key by a column and a byte.
fn shift(json: &mut Json, key: &str) {
    let moved = |range: &mut Json| {
        for index in [1, 2, 4, 5] {
            range[index] = json!(range[index].as_u64().unwrap() + 1);
        }
    };
    match json {
        Json::Object(fields) => {
            for (name, part) in fields {
                match part {
                    Json::Array(ranges) if name == key && ranges.iter().all(Json::is_array) => {
                        ranges.iter_mut().for_each(moved);
                    }
                    Json::Array(_) if name == key => moved(part),
                    _ => shift(part, key),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| shift(item, key)),
        _ => {}
    }
}

#[test]
fn a_specification_test_with_shifted_ranges_is_inexact() {
    let scope = read_scope(&spec_tests().join("context.json")).unwrap();
    let keys = [
        "range",
        "name_range",
        "expr_range",
        "def_range",
        "type_range",
        "label_ranges",
        "missing_item_range",
    ];
    let mut noticed: BTreeMap<&str, usize> = BTreeMap::new();
    for case in body_cases() {
        for key in keys {
            let mut other = case.clone();
            shift(&mut other.want, key);
            if other.want == case.want {
                continue;
            }
            *noticed.entry(key).or_default() += 1;
            let CaseResult::Passed { inexact } = kinds::run(&other, &scope) else {
                panic!("{} fails with another {key}", case.id);
            };
            assert!(!inexact.is_empty(), "{}: {key}", case.id);
        }
    }
    assert!(
        keys.iter()
            .all(|key| noticed.get(key).is_some_and(|count| *count > 10)),
        "{noticed:?}"
    );
}

#[test]
fn a_static_analysis_with_shifted_ranges_is_inexact() {
    let scope = read_scope(&spec_tests().join("context.json")).unwrap();
    let mut noticed = 0;
    for mut case in read_all_cases(&spec_tests()).unwrap() {
        if case.kind != "static" {
            continue;
        }
        for key in ["args", "args_range", "name_range", "list"] {
            let before = case.want.clone();
            shift(&mut case.want, key);
            if case.want != before {
                noticed += 1;
                let outcome = kinds::run(&case, &scope);
                assert!(
                    matches!(outcome, CaseResult::Passed { inexact } if !inexact.is_empty()),
                    "{}",
                    case.id
                );
            }
            case.want = before;
        }
    }
    assert!(noticed >= 10, "{noticed}");
}
