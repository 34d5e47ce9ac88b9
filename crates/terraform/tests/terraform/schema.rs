//! Distinction of blocks and arguments of providers, with and without their schemas.

use crate::support::{found, sound, source};
use hcl2_terraform::{Converter, ProviderSchemas};

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/acme/acme": {
  "provider": {"version": 0, "block": {"attributes": {"region": {"type": "string"}}, "block_types": {
    "features": {"nesting_mode": "single", "block": {}}}}},
  "resource_schemas": {"acme_disk": {"version": 1, "block": {
    "attributes": {"tags": {}, "sizes": {}},
    "block_types": {
      "rule": {"nesting_mode": "list", "block": {"attributes": {"port": {}}, "block_types": {
        "peer": {"nesting_mode": "set", "block": {"attributes": {"cidr": {}}}}}}},
      "timeouts": {"nesting_mode": "single", "block": {"attributes": {"create": {}}}},
      "mount": {"nesting_mode": "map", "block": {"attributes": {"path": {}}}}
    }}}}
}}}"#;

fn schemas() -> ProviderSchemas {
    ProviderSchemas::from_json(&source("schemas.json", SCHEMAS)).expect("the schemas are sound")
}

const JSON: &str = r#"{"provider": {"acme": {"features": {}}}, "resource": {"acme_disk": {"a": {
  "tags": {"x": "y"},
  "sizes": [{"n": 1}],
  "rule": {"port": 80, "peer": {"cidr": "10.0.0.0/8"}},
  "timeouts": {"create": "5m"},
  "mount": {"root": {"path": "/"}}
}}}}"#;

const NATIVE: &str = r#"provider "acme" {
  features {}
}

resource "acme_disk" "a" {
  tags = {
    x = "y"
  }
  sizes = [
    {
      n = 1
    },
  ]

  rule {
    port = 80

    peer {
      cidr = "10.0.0.0/8"
    }
  }

  timeouts {
    create = "5m"
  }

  mount "root" {
    path = "/"
  }
}
"#;

#[test]
fn schemas_distinguish_blocks_from_arguments() {
    let schemas = schemas();
    let converter = Converter::new().schemas(&schemas);
    let given = source("a.tf.json", JSON);
    let native = converter.to_native(&given);
    assert_eq!(sound(native), NATIVE);

    let given = source("a.tf", NATIVE);
    let json = converter.to_json(&given);
    let json: String = sound(json).split_whitespace().collect();
    let wanted: String = JSON
        .replace(
            r#"{"port": 80, "peer": {"cidr": "10.0.0.0/8"}}"#,
            r#"[{"port": 80, "peer": [{"cidr": "10.0.0.0/8"}]}]"#,
        )
        .split_whitespace()
        .collect();
    assert_eq!(json, wanted);
}

#[test]
fn guesses_without_a_schema_are_reported() {
    let text = r#"{"resource": {"acme_disk": {"a": {"name": "n", "tags": {"x": "y"}, "rule": [{"port": 80}], "zones": ["a"]}}}}"#;
    let given = source("a.tf.json", text);
    let native = Converter::new().to_native(&given);
    assert_eq!(
        native.value.as_deref(),
        Some(
            "resource \"acme_disk\" \"a\" {\n  name = \"n\"\n  tags = {\n    x = \"y\"\n  }\n\n  rule {\n    port = 80\n  \
             }\n\n  zones = [\"a\"]\n}\n"
        )
    );
    assert_eq!(
        found(&native.diagnostics, text),
        [
            ("hcl2::terraform::guessed-block", "\"tags\""),
            ("hcl2::terraform::guessed-block", "\"rule\""),
        ]
    );
}

#[test]
fn list_of_objects_without_a_schema_is_not_written_as_blocks() {
    let text = "resource \"acme_disk\" \"a\" {\n  sizes = [{ n = 1 }]\n  rule {\n    port = 80\n  }\n}\n";
    let given = source("a.tf", text);
    let json = Converter::new().to_json(&given);
    let json = sound(json);
    assert!(json.contains(r#""sizes": "${[{ n = 1 }]}""#), "{json}");
    assert!(Converter::new().prove_json(&given, &json).is_ok(), "{json}");
}

#[test]
fn blocks_in_place_of_an_argument_are_refused() {
    for (text, name) in [
        (
            "data \"terraform_remote_state\" \"x\" {\n  backend {}\n}\n",
            "backend",
        ),
        ("resource \"terraform_data\" \"x\" {\n  count {}\n}\n", "count"),
    ] {
        let json = Converter::new().to_json(&source("a.tf", text));
        assert_eq!(
            found(&json.diagnostics, text),
            [("hcl2::terraform::unknown-name", name)]
        );
    }
}

#[test]
fn list_of_objects_in_a_backend_looks_like_blocks() {
    let text = "terraform {\n  backend \"acme\" {\n    sizes = [{ n = 1 }]\n  }\n}\n";
    let given = source("a.tf", text);
    let json = Converter::new().to_json(&given);
    assert_eq!(
        found(&json.diagnostics, text),
        [("hcl2::terraform::not-convertible", "sizes")]
    );
    let problem = Converter::new()
        .prove_json(&given, &json.value.unwrap())
        .unwrap_err();
    assert_eq!(problem.code.id(), "hcl2::terraform::not-convertible");
}

#[test]
fn labelled_block_of_a_provider_looks_like_an_argument() {
    let text = "data \"acme_disk\" \"a\" {\n  rule \"first\" {\n    port = 80\n  }\n}\n";
    let given = source("a.tf", text);
    let json = Converter::new().to_json(&given);
    assert_eq!(
        found(&json.diagnostics, text),
        [("hcl2::terraform::not-convertible", "rule")]
    );
    let problem = Converter::new()
        .prove_json(&given, &json.value.unwrap())
        .unwrap_err();
    assert_eq!(problem.code.id(), "hcl2::terraform::not-convertible");
}

#[test]
fn order_of_static_and_dynamic_blocks_is_kept() {
    let text = "resource \"acme_disk\" \"a\" {\n  rule {\n    port = 1\n  }\n\n  dynamic \"rule\" {\n    for_each = \
                local.ports\n    iterator = port\n\n    content {\n      port = port.value\n    }\n  }\n\n  rule {\n    port \
                = 2\n  }\n}\n";
    let given = source("a.tf", text);
    let json = Converter::new().to_json(&given).value.unwrap();
    let back = Converter::new()
        .to_native(&source("a.tf.json", &json))
        .value
        .unwrap();
    assert_eq!(back, text, "{json}");
}

#[test]
fn built_in_resources_need_no_schema() {
    let text =
        r#"{"resource": {"terraform_data": {"a": {"input": [{"a": 1}], "triggers_replace": {"b": 2}}}}}"#;
    let given = source("a.tf.json", text);
    let native = Converter::new().to_native(&given);
    assert!(native.diagnostics.is_empty(), "{:?}", native.diagnostics);
    assert!(native.value.unwrap().contains("input = ["));
}

#[test]
fn schemas_of_another_format_are_refused() {
    let given = source("schemas.json", "{\"schemas\": {}}");
    let problems = ProviderSchemas::from_json(&given).unwrap_err();
    assert_eq!(
        found(&problems, "{\"schemas\": {}}"),
        [("hcl2::terraform::invalid-schema", "{")]
    );
}

#[test]
fn parts_of_schemas_in_another_form_are_refused_at_their_places() {
    let text = r#"{"provider_schemas": {"x/acme": {
      "provider": {"version": "one"},
      "functions": {"f": 1},
      "data_source_schemas": [],
      "resource_schemas": {"acme_disk": {"version": 2, "block": {
        "attributes": {
          "size": {"type": "numbr"},
          "rules": {"nested_type": {"nesting_mode": "array", "attributes": {}}}
        },
        "block_types": {
          "rule": {"nesting_mode": 1},
          "part": {"nesting_mode": "list", "min_items": -1, "block": "part"}
        }
      }}}
    }}}"#;
    let problems = ProviderSchemas::from_json(&source("schemas.json", text)).unwrap_err();
    let code = "hcl2::terraform::invalid-schema";
    let places = [
        "\"one\"",
        "1",
        "[",
        "\"numbr\"",
        "\"array\"",
        "1",
        "-1",
        "\"part\"",
    ];
    assert_eq!(found(&problems, text), places.map(|place| (code, place)));
}

#[test]
fn comments_that_are_not_utf8_are_not_converted() {
    let sources = &mut hcl2_diagnostics::SourceMap::new();
    let given = sources
        .add("main.tf", b"# caf\xE9\nlocals {\n  a = 1\n}\n")
        .expect("a small source");
    let converted = Converter::new().to_json(&given);
    assert_eq!(converted.value, None);
    assert_eq!(converted.diagnostics.len(), 1);
    assert_eq!(converted.diagnostics[0].code.id(), "hcl2::source::invalid-utf8");
    assert_eq!(converted.diagnostics[0].subject, Some(given.span_of(5, 6)));
}

#[test]
fn number_that_native_syntax_lacks_is_not_converted() {
    let text = "{\"locals\": {\"a\": [1e30, -1e40000000000000000000000000000000]}}";
    let given = source("main.tf.json", text);
    let converted = Converter::new().to_native(&given);
    assert_eq!(converted.diagnostics.len(), 1);
    let problem = &converted.diagnostics[0];
    let subject = problem.subject.expect("every problem has a range");
    assert_eq!(
        (problem.code.id(), subject.start, subject.end),
        ("hcl2::json::unrepresentable-number", 24, 59)
    );
}

#[test]
fn constants_of_a_file_share_a_budget() {
    // Without functions, nested loops over literals make many parts from a short text.
    let mut costly = "1".to_owned();
    for name in ["a", "b", "c", "d", "e", "f"] {
        costly = format!("[for {name} in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : {costly}]");
    }
    let validation = format!("  description = \"${{{costly} == 1}}\"\n");
    let text: String = (0..40)
        .map(|index| format!("variable \"v{index}\" {{\n{validation}}}\n"))
        .collect();
    let converted = Converter::new().to_json(&source("a.tf", &text));
    let limits = converted
        .diagnostics
        .iter()
        .filter(|problem| problem.code.id() == "hcl2::expr::limit-exceeded");
    let count = limits.count();
    assert!(count > 5, "{count}");
}

#[test]
fn nested_lists_are_converted_in_linear_time() {
    let nested = |levels: usize| {
        let text = format!("{{\"a\": {}1{}}}", "[".repeat(levels), "]".repeat(levels));
        source("terraform.tfvars.json", &text)
    };
    // With many more levels, their indentation is most of what is written.
    hcl2_testing::assert_linear("nested lists", 20, nested, |given| {
        let native = Converter::new().to_native(&given);
        assert!(native.value.is_some(), "{:?}", native.diagnostics);
    });
}

#[test]
fn whole_numbers_that_are_rounded_get_an_exponent() {
    let digits = format!("1{}7", "0".repeat(200));
    let given = source(
        "terraform.tfvars.json",
        &format!("{{\"a\": {digits}, \"b\": -{digits}, \"c\": 12}}"),
    );
    let native = sound(Converter::new().to_native(&given));
    assert_eq!(native, format!("a = {digits}e0\nb = -{digits}e0\nc = 12\n"));
    let back = Converter::new().to_json(&source("terraform.tfvars", &native));
    assert!(back.diagnostics.is_empty(), "{:?}", back.diagnostics);
}
