//! The forms for programs: JSON, that of `hcldec`, and SARIF.
#![cfg(all(feature = "json", feature = "sarif"))]

use hcl2_diagnostics::{Code, Diagnostic, SourceId, SourceMap, Span, codes, render};
use serde_json::{Value, json};

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn example() -> (Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::new();
    let source = sources
        .add("dir/ü 1.hcl", "x = 1\ny = \"👩\u{200d}👧\" + é\n")
        .expect("a small source fits");
    let error = Diagnostic::error(CODE, "Bad <operand>")
        .with_detail("Use a number & nothing else.")
        .with_subject(source.span_of(26, 28))
        .with_context(source.span_of(6, 28))
        .with_label(source.span_of(0, 1), "a number is here")
        .with_suggestion(source.span_of(26, 28), "x", "Write \"x\".")
        .with_fact("x", "is 1");
    let warning = Diagnostic::warning(codes::expr::UNKNOWN_VARIABLE, "Odd").with_subject(Span::new(
        SourceId::new(9),
        0,
        1,
    ));
    (vec![error, warning], sources)
}

fn range(start: [u32; 3], end: [u32; 3]) -> Value {
    let point = |[line, column, byte]: [u32; 3]| json!({"line": line, "column": column, "byte": byte});
    json!({"filename": "dir/ü 1.hcl", "start": point(start), "end": point(end)})
}

#[test]
fn json_has_every_part_of_a_diagnostic() {
    let (diagnostics, sources) = example();
    let text = render::json(&diagnostics, &sources);
    assert!(text.ends_with("]\n"), "{text}");
    let found: Value = serde_json::from_str(&text).unwrap();
    let subject = range([2, 11, 26], [2, 12, 28]);
    assert_eq!(
        found,
        json!([
            {
                "severity": "error",
                "code": "hcl2::test::code",
                "summary": "Bad <operand>",
                "detail": "Use a number & nothing else.",
                "subject": subject,
                "context": range([2, 1, 6], [2, 12, 28]),
                "labels": [{"text": "a number is here", "range": range([1, 1, 0], [1, 2, 1])}],
                "suggestions": [{"text": "Write \"x\".", "replacement": "x", "range": subject}],
                "facts": [{"traversal": "x", "statement": "is 1"}],
            },
            {
                "severity": "warning",
                "code": "hcl2::expr::unknown-variable",
                "summary": "Odd",
                "detail": "",
                "subject": null,
                "context": null,
                "labels": [],
                "suggestions": [],
                "facts": [],
            },
        ])
    );
}

#[test]
fn an_empty_list_renders_as_an_empty_array() {
    assert_eq!(render::json(&[], &SourceMap::new()), "[]\n");
}

#[test]
fn hcldec_json_equals_the_output_of_hcldec() {
    let (diagnostics, sources) = example();
    assert_eq!(
        render::hcldec_json(&diagnostics, &sources),
        r#"{
  "diagnostics": [
    {
      "severity": "error",
      "summary": "Bad \u003coperand\u003e",
      "detail": "Use a number \u0026 nothing else.",
      "subject": {
        "filename": "dir/ü 1.hcl",
        "start": {
          "line": 2,
          "column": 11,
          "byte": 26
        },
        "end": {
          "line": 2,
          "column": 12,
          "byte": 28
        }
      }
    },
    {
      "severity": "warning",
      "summary": "Odd"
    }
  ]
}
"#
    );
}

#[test]
fn sarif_names_rules_places_and_fixes() {
    let (diagnostics, sources) = example();
    let found: Value = serde_json::from_str(&render::sarif(&diagnostics, &sources)).unwrap();
    assert_eq!(found["version"], "2.1.0");
    let run = &found["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["tool"]["driver"]["name"], "hcl2");
    assert_eq!(
        run["tool"]["driver"]["rules"],
        json!([
            {
                "id": "hcl2::expr::unknown-variable",
                "fullDescription": {"text": codes::expr::UNKNOWN_VARIABLE.meaning()},
            },
            {"id": "hcl2::test::code", "fullDescription": {"text": "Only for tests."}},
        ])
    );
    let region = json!({
        "startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 14,
        "byteOffset": 26, "byteLength": 2,
    });
    let artifact = json!({"uri": "dir/%C3%BC%201.hcl"});
    assert_eq!(
        run["results"],
        json!([
            {
                "ruleId": "hcl2::test::code",
                "ruleIndex": 1,
                "level": "error",
                "message": {"text": "Bad <operand>: Use a number & nothing else."},
                "locations": [{"physicalLocation": {
                    "artifactLocation": artifact,
                    "region": region,
                    "contextRegion": {
                        "startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 14,
                        "byteOffset": 6, "byteLength": 22,
                    },
                }}],
                "relatedLocations": [{
                    "physicalLocation": {
                        "artifactLocation": artifact,
                        "region": {
                            "startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2,
                            "byteOffset": 0, "byteLength": 1,
                        },
                    },
                    "message": {"text": "a number is here"},
                }],
                "fixes": [{
                    "description": {"text": "Write \"x\"."},
                    "artifactChanges": [{
                        "artifactLocation": artifact,
                        "replacements": [{"deletedRegion": region, "insertedContent": {"text": "x"}}],
                    }],
                }],
            },
            {
                "ruleId": "hcl2::expr::unknown-variable",
                "ruleIndex": 0,
                "level": "warning",
                "message": {"text": "Odd"},
                "locations": [],
            },
        ])
    );
}

#[test]
fn terraform_json_has_the_counts_and_the_lines_of_the_subject() {
    let (diagnostics, sources) = example();
    let found: Value = serde_json::from_str(&render::terraform_json(&diagnostics, &sources)).unwrap();
    assert_eq!(
        found,
        json!({
            "format_version": "1.0",
            "valid": false,
            "error_count": 1,
            "warning_count": 1,
            "diagnostics": [
                {
                    "severity": "error",
                    "summary": "Bad <operand>",
                    "detail": "Use a number & nothing else.",
                    "range": range([2, 11, 26], [2, 12, 28]),
                    "snippet": {
                        "context": null,
                        "code": "y = \"👩\u{200d}👧\" + é",
                        "start_line": 2,
                        "highlight_start_offset": 20,
                        "highlight_end_offset": 22,
                        "values": [{"traversal": "x", "statement": "is 1"}],
                    },
                },
                {"severity": "warning", "summary": "Odd", "detail": ""},
            ],
        })
    );
}

/// The code and the highlighted part of the snippets of all subjects.
fn snippets(text: &str, subjects: &[(u32, u32)]) -> Vec<(usize, String)> {
    let mut sources = SourceMap::new();
    let source = sources.add("a.hcl", text).expect("a small source");
    let diagnostics: Vec<Diagnostic> = subjects
        .iter()
        .map(|(start, end)| {
            Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
                .with_subject(source.span_of(*start, *end))
        })
        .collect();
    let found: Value = serde_json::from_str(&render::terraform_json(&diagnostics, &sources)).expect("JSON");
    let snippet = |entry: &Value| {
        let snippet = &entry["snippet"];
        let code = snippet["code"].as_str().expect("a string");
        let offset =
            |name: &str| usize::try_from(snippet[name].as_u64().expect("a number")).expect("a small number");
        let highlight = &code[offset("highlight_start_offset")..offset("highlight_end_offset")];
        (code.len(), highlight.to_owned())
    };
    found["diagnostics"]
        .as_array()
        .expect("an array")
        .iter()
        .map(snippet)
        .collect()
}

#[test]
fn terraform_json_has_the_part_of_a_long_line_around_the_subject() {
    let text = format!("a = [{}here, {}]\nb", "é, ".repeat(500_000), "1, ".repeat(1_000));
    let here = u32::try_from(text.find("here").unwrap()).unwrap();
    let end = u32::try_from(text.len()).unwrap();
    let found = snippets(&text, &[(here, here + 4), (0, 5), (here, end)]);
    assert_eq!(found[0], (1000, "here".to_owned()));
    assert_eq!(found[1], (1000, "a = [".to_owned()));
    let (length, highlight) = &found[2];
    assert_eq!(*length, 1002);
    assert!(
        highlight.starts_with("here, 1, ") && highlight.ends_with(",\nb"),
        "{highlight}"
    );
}
