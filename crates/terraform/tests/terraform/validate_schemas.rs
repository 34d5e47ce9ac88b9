//! Validation against the schemas of providers.

use crate::support::{codes, subjects};
use crate::validate::problems;
use hcl2_diagnostics::SourceMap;
use hcl2_terraform::ProviderSchemas;

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/acme/acme": {
  "provider": {"block": {"attributes": {"region": {"type": "string", "required": true}}}},
  "resource_schemas": {"acme_disk": {"block": {
    "attributes": {
      "id": {"type": "string", "computed": true},
      "size": {"type": "number", "required": true},
      "tags": {"type": ["map", "string"], "optional": true},
      "access": {"optional": true, "nested_type": {"nesting_mode": "list", "attributes": {
        "who": {"type": "string", "required": true}, "until": {"type": "string", "optional": true}
      }}}
    },
    "block_types": {
      "rule": {"nesting_mode": "list", "max_items": 2, "block": {"attributes": {"port": {"type": "number", "required": true}, "key": {"type": "string", "computed": true}}}},
      "mount": {"nesting_mode": "single", "block": {"attributes": {"path": {"type": "string", "optional": true}, "key": {"type": "string", "computed": true}}}}
    }
  }}}
}}}"#;

#[test]
fn resources_are_checked_against_the_schemas_of_their_providers() {
    let source = SourceMap::new()
        .add("schemas.json", SCHEMAS)
        .expect("a small source");
    let schemas = ProviderSchemas::from_json(&source).expect("schemas");
    let sound = "resource \"acme_disk\" \"a\" {\n  size   = 1\n  access = [{ who = \"x\" }]\n  dynamic \"rule\" {\n    for_each = [80, 443]\n    content {\n      port = rule.value\n      key  = null\n    }\n  }\n  id = null\n  mount {\n    key = null\n  }\n}\noutput \"a\" {\n  value = acme_disk.a.mount.path\n}\n";
    assert_eq!(
        codes(&problems(sound, "", Some(&schemas))),
        <[&str; 0]>::default()
    );
    for (content, code, subject) in [
        (
            "sise = 1\n  size = 1",
            "hcl2::body::unsupported-attribute",
            "sise",
        ),
        ("", "hcl2::body::missing-attribute", ""),
        ("size = [1]", "hcl2::decode::wrong-type", "[1]"),
        ("size = 1\n  id = \"a\"", "hcl2::terraform::read-only", "id"),
        (
            "size = 1\n  mount {\n    key = \"a\"\n  }",
            "hcl2::terraform::read-only",
            "key",
        ),
        (
            "size = 1\n  dynamic \"rule\" {\n    for_each = [1]\n    content {\n      port = 1\n      key = 2\n    }\n  }",
            "hcl2::terraform::read-only",
            "key",
        ),
        ("size = 1\n  access = [{}]", "hcl2::decode::wrong-type", "[{}]"),
        ("size = 1\n  ruel {}", "hcl2::body::unsupported-block", "ruel"),
        (
            "size = 1\n  dynamic \"rule\" {\n    for_each = [1]\n    content {\n      prt = 1\n      port = 1\n    }\n  }",
            "hcl2::body::unsupported-attribute",
            "prt",
        ),
        (
            "size = 1\n  mount {}\n  mount {\n  }",
            "hcl2::decode::duplicate-block",
            "mount",
        ),
    ] {
        let text = format!("resource \"acme_disk\" \"a\" {{\n  {content}\n}}\n");
        let problems = problems(&text, "", Some(&schemas));
        assert_eq!(codes(&problems), [code], "{text}");
        assert_eq!(subjects(&problems, &text), [subject], "{text}");
    }
    let text = "resource \"acme_disc\" \"a\" {}\nprovider \"acme\" {\n  region = \"x\"\n}\n";
    let found = problems(text, "", Some(&schemas));
    assert_eq!(codes(&found), ["hcl2::terraform::unknown-name"]);
    assert_eq!(found[0].suggestions[0].replacement, "\"acme_disk\"");
}
