//! The schemas of several providers, by which the blocks of a module are checked and converted.

use std::sync::Arc;

use crate::support::{codes, found, sound, source};
use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_model::BodyRef;
use hcl2_native::NativeBody;
use hcl2_terraform::table::{Describes, Language};
use hcl2_terraform::{BlockSchema, Converter, Module, ModuleFile, ModuleTree, ProviderSchemas};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting};

/// Two providers with the same types, as `google` and `google-beta` are.
const TWINS: &str = r#"{"format_version": "1.0", "provider_schemas": {
  "registry.terraform.io/hashicorp/acme": {
    "provider": {"block": {"attributes": {"region": {"type": "string", "optional": true}}}},
    "resource_schemas": {"acme_disk": {"block": {"attributes": {"size": {"type": "number", "optional": true}}}}},
    "data_source_schemas": {"acme_zone": {"block": {"attributes": {"name": {"type": "string", "optional": true}}}}},
    "ephemeral_resource_schemas": {"acme_key": {"block": {"attributes": {"bits": {"type": "number", "optional": true}}}}},
    "functions": {"one": {"parameters": []}}
  },
  "registry.terraform.io/hashicorp/acme-beta": {
    "provider": {"block": {"attributes": {"zone": {"type": "string", "optional": true}}}},
    "resource_schemas": {
      "acme_disk": {"block": {"attributes": {"speed": {"type": "number", "optional": true}},
        "block_types": {"rule": {"nesting_mode": "list", "block": {"attributes": {"port": {"type": "number", "optional": true}}}}}}},
      "acme_pool": {"block": {}}
    },
    "data_source_schemas": {"acme_zone": {"block": {"attributes": {"code": {"type": "string", "optional": true}}}}},
    "ephemeral_resource_schemas": {"acme_key": {"block": {"attributes": {"kind": {"type": "string", "optional": true}}}}},
    "functions": {"two": {"parameters": []}}
  }
}}"#;

fn schemas(text: &str) -> ProviderSchemas {
    ProviderSchemas::from_json(&source("schemas.json", text)).expect("the schemas are sound")
}

fn module(source: &Source) -> Module {
    let file = ModuleFile::parse(source, Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let module = Module::from_files(&[file.value], Language::Terraform);
    assert!(!module.diagnostics.has_errors(), "{:?}", module.diagnostics);
    module.value
}

/// Returns the problems of a module in a file by the schemas of providers.
fn problems(name: &str, text: &str, schemas: &ProviderSchemas) -> Diagnostics {
    let tree = ModuleTree {
        module: module(&source(name, text)),
        ..ModuleTree::default()
    };
    tree.validate(Some(schemas))
}

#[test]
fn blocks_are_checked_by_the_schema_of_their_own_provider() {
    let schemas = schemas(TWINS);
    let text = r#"terraform {
  required_providers {
    acme = {
      source = "hashicorp/acme"
    }
    b = {
      source = "hashicorp/acme-beta"
    }
  }
}
provider "acme" {
  region = "a"
}
provider "b" {
  zone = "a"
}
provider "b" {
  alias = "west"
  zone  = "b"
}
resource "acme_disk" "one" {
  size = 1
}
resource "acme_disk" "two" {
  provider = b.west
  speed    = acme_disk.one.size
}
resource "acme_pool" "two" {
  provider = b
}
data "acme_zone" "one" {
  name = "x"
}
data "acme_zone" "two" {
  provider = b
  code     = data.acme_zone.one.name
}
ephemeral "acme_key" "one" {
  bits = acme_disk.two.speed
}
ephemeral "acme_key" "two" {
  provider = b
  kind     = ephemeral.acme_key.one.bits
}
check "zone" {
  data "acme_zone" "inner" {
    provider = b
    code     = "x"
  }
  assert {
    condition     = data.acme_zone.inner.code == "x" && data.acme_zone.two.code == "x"
    error_message = "no"
  }
}
output "all" {
  value = [provider::acme::one(), provider::b::two()]
}
"#;
    let own = problems("main.tf", text, &schemas);
    assert_eq!(codes(&own), <[&str; 0]>::default(), "{own:?}");
    // Each in the place of its twin.
    for (before, after, expected) in [
        (
            "region = \"a\"",
            "zone = \"a\"",
            ("hcl2::body::unsupported-attribute", "zone"),
        ),
        (
            "zone = \"a\"",
            "region = \"a\"",
            ("hcl2::body::unsupported-attribute", "region"),
        ),
        (
            "size = 1",
            "speed = 1",
            ("hcl2::body::unsupported-attribute", "speed"),
        ),
        (
            "speed    =",
            "size     =",
            ("hcl2::body::unsupported-attribute", "size"),
        ),
        (
            "name = \"x\"",
            "code = \"x\"",
            ("hcl2::body::unsupported-attribute", "code"),
        ),
        (
            "code     = data",
            "name     = data",
            ("hcl2::body::unsupported-attribute", "name"),
        ),
        (
            "code     = \"x\"",
            "name     = \"x\"",
            ("hcl2::body::unsupported-attribute", "name"),
        ),
        ("bits =", "kind =", ("hcl2::body::unsupported-attribute", "kind")),
        (
            "kind     =",
            "bits     =",
            ("hcl2::body::unsupported-attribute", "bits"),
        ),
        (
            "acme_disk.one.size",
            "acme_disk.one.speed",
            ("hcl2::expr::unknown-attribute", ".speed"),
        ),
        (
            "acme_disk.two.speed",
            "acme_disk.two.size",
            ("hcl2::expr::unknown-attribute", ".size"),
        ),
        (
            "acme_zone.one.name",
            "acme_zone.one.code",
            ("hcl2::expr::unknown-attribute", ".code"),
        ),
        (
            "acme_zone.inner.code",
            "acme_zone.inner.name",
            ("hcl2::expr::unknown-attribute", ".name"),
        ),
        (
            "key.one.bits",
            "key.one.kind",
            ("hcl2::expr::unknown-attribute", ".kind"),
        ),
        (
            "\"acme_pool\" \"two\" {\n  provider = b\n",
            "\"acme_pool\" \"two\" {\n",
            ("hcl2::terraform::unknown-name", "\"acme_pool\""),
        ),
        (
            "acme::one",
            "acme::two",
            ("hcl2::expr::unknown-function", "provider::acme::two"),
        ),
        (
            "b::two",
            "b::one",
            ("hcl2::expr::unknown-function", "provider::b::one"),
        ),
    ] {
        assert_eq!(text.matches(before).count(), 1, "{before}");
        let changed = text.replace(before, after);
        let problems = problems("main.tf", &changed, &schemas);
        assert_eq!(found(&problems, &changed), [expected], "{after}");
    }
}

#[test]
fn providers_are_found_by_the_part_of_their_names_that_the_module_gives() {
    let twins = schemas(TWINS);
    let of = |required: &str, name: &str, schemas: &ProviderSchemas| {
        let text = format!("terraform {{\n  required_providers {{\n    {required}\n  }}\n}}\n");
        schemas.full_name(&module(&source("main.tf", &text)), name)
    };
    let hashicorp = "registry.terraform.io/hashicorp/acme";
    assert_eq!(of("", "acme", &twins), hashicorp);
    assert_eq!(of("acme = { version = \"1.0\" }", "acme", &twins), hashicorp);
    assert_eq!(of("x = { source = \"hashicorp/Acme\" }", "x", &twins), hashicorp);
    assert_eq!(of("x = { source = \"acme\" }", "x", &twins), hashicorp);
    assert_eq!(of("", "terraform", &twins), "terraform.io/builtin/terraform");
    // No other provider takes the place of one without a schema.
    let other = "registry.terraform.io/other/acme";
    assert_eq!(of("acme = { source = \"other/acme\" }", "acme", &twins), other);
    assert!(twins.provider(other).is_none());
    assert_eq!(of("", "nova", &twins), "registry.terraform.io/hashicorp/nova");

    let opentofu = schemas(&TWINS.replace("registry.terraform.io", "registry.opentofu.org"));
    let found = "registry.opentofu.org/hashicorp/acme";
    assert_eq!(of("", "acme", &opentofu), found);
    assert_eq!(of("x = { source = \"hashicorp/acme\" }", "x", &opentofu), found);
    let elsewhere = "registry.terraform.io/hashicorp/acme";
    assert_eq!(
        of(&format!("x = {{ source = \"{elsewhere}\" }}"), "x", &opentofu),
        elsewhere
    );

    let private = schemas(&TWINS.replace("registry.terraform.io/hashicorp", "example.org/team"));
    assert_eq!(of("", "acme", &private), "example.org/team/acme");
    assert_eq!(of("", "beta", &private), "registry.terraform.io/hashicorp/beta");
    let several = TWINS.replace("hashicorp/acme-beta", "team/acme");
    assert_eq!(of("", "acme", &schemas(&several)), hashicorp);
    let several = several.replace("hashicorp", "other");
    assert_eq!(of("", "acme", &schemas(&several)), hashicorp);
}

#[test]
fn conversion_chooses_the_schema_by_the_provider_argument() {
    let schemas = schemas(TWINS);
    let converter = Converter::new().schemas(&schemas);
    for provider in ["acme-beta", "acme-beta.west"] {
        let text = format!(
            r#"{{"resource": {{"acme_disk": {{"a": {{"provider": "{provider}", "rule": {{"port": 1}}}}}}}}}}"#
        );
        let native = sound(converter.to_native(&source("main.tf.json", &text)));
        let expected = format!(
            "resource \"acme_disk\" \"a\" {{\n  provider = {provider}\n\n  rule {{\n    port = 1\n  }}\n}}\n"
        );
        assert_eq!(native, expected);
        let native = source("main.tf", &native);
        let json = sound(converter.to_json(&native));
        assert!(converter.prove_json(&native, &json).is_ok(), "{json}");
    }
    let text = r#"{"resource": {"acme_disk": {"a": {"rule": {"port": 1}}}}}"#;
    let guessed = converter.to_native(&source("main.tf.json", text));
    assert_eq!(
        found(&guessed.diagnostics, text),
        [("hcl2::terraform::guessed-block", "\"rule\"")]
    );
    // Without a schema of its name, the provider is any that has the type.
    let renamed = schemas.schema(None, Describes::Resource, Some("b"), "acme_pool");
    assert!(renamed.is_some());
    assert!(schemas.schema(None, Describes::Provider, None, "b").is_none());
    let quoted = schemas.schema(None, Describes::Resource, Some("\"acme-beta.west\""), "acme_disk");
    assert!(quoted.is_some_and(|schema| schema.block().attributes.contains_key("speed")));
}

/// Arguments that only the provider sets, at the top of a resource, in blocks and in objects.
const READ_ONLY: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {"resource_schemas": {"acme_disk": {"block": {
  "attributes": {
    "id": {"type": "string", "computed": true},
    "access": {"optional": true, "nested_type": {"nesting_mode": "list", "attributes": {
      "who": {"type": "string", "optional": true}, "since": {"type": "string", "computed": true}}}},
    "owner": {"optional": true, "nested_type": {"nesting_mode": "single", "attributes": {
      "mail": {"type": "string", "optional": true}, "key": {"type": "string", "computed": true}}}}
  },
  "block_types": {
    "rule": {"nesting_mode": "list", "block": {
      "attributes": {"port": {"type": "number", "optional": true}, "key": {"type": "string", "computed": true}},
      "block_types": {"peer": {"nesting_mode": "set", "block": {"attributes": {"id": {"type": "string", "computed": true}}}}}}}
  }
}}}}}}"#;

#[test]
fn read_only_arguments_are_reported_at_any_depth_and_in_both_syntaxes() {
    let schemas = schemas(READ_ONLY);
    let variable = "variable \"v\" {\n  type = string\n}\nvariable \"l\" {\n  type = list(string)\n}\n";
    for (content, expected) in [
        ("id = \"a\"", &["id"][..]),
        ("id = var.v", &["id"]),
        ("id = sensitive(\"a\")", &["id"]),
        ("id = null", &[]),
        ("id = true ? null : var.v", &[]),
        ("rule {\n    key = \"a\"\n  }", &["key"]),
        ("rule {\n    key = var.v\n  }", &["key"]),
        ("rule {\n    port = 1\n    key = true ? null : \"a\"\n  }", &[]),
        ("rule {\n    peer {\n      id = \"a\"\n    }\n  }", &["id"]),
        (
            "dynamic \"rule\" {\n    for_each = [1]\n    content {\n      key = rule.key\n    }\n  }",
            &["key"],
        ),
        (
            "dynamic \"rule\" {\n    for_each = []\n    content {\n      key = rule.key\n    }\n  }",
            &[],
        ),
        (
            "dynamic \"rule\" {\n    for_each = var.l\n    content {\n      key = rule.key\n    }\n  }",
            &[],
        ),
        ("access = [{ who = var.v }]", &[]),
        ("access = [{ who = var.v }, { since = var.v }]", &["access"]),
        ("owner = { mail = \"x\", key = \"y\" }", &["key"]),
        ("owner = { mail = \"x\", key = null }", &[]),
    ] {
        let text = format!("{variable}resource \"acme_disk\" \"a\" {{\n  {content}\n}}\n");
        let problems = problems("main.tf", &text, &schemas);
        let expected: Vec<_> = expected
            .iter()
            .map(|name| ("hcl2::terraform::read-only", *name))
            .collect();
        assert_eq!(found(&problems, &text), expected, "{text}");
    }
    for (content, expected) in [
        (r#""id": "a""#, &["\"id\""][..]),
        (r#""id": null"#, &[]),
        (r#""rule": {"key": "a"}"#, &["\"key\""]),
        (r#""rule": [{"key": "${var.v}"}, {"port": 1}]"#, &["\"key\""]),
        (r#""rule": {"key": null}"#, &[]),
        (r#""rule": {"peer": [{"id": "a"}]}"#, &["\"id\""]),
        (
            r#""dynamic": {"rule": {"for_each": [1], "content": {"key": "a"}}}"#,
            &["\"key\""],
        ),
        (r#""owner": {"key": "y"}"#, &["\"key\""]),
    ] {
        let text = format!(
            r#"{{"variable": {{"v": {{"type": "string"}}}}, "resource": {{"acme_disk": {{"a": {{{content}}}}}}}}}"#
        );
        let problems = problems("main.tf.json", &text, &schemas);
        let expected: Vec<_> = expected
            .iter()
            .map(|name| ("hcl2::terraform::read-only", *name))
            .collect();
        assert_eq!(found(&problems, &text), expected, "{text}");
    }
}

const DEPRECATED: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/acme": {"resource_schemas": {"acme_disk": {"block": {
  "attributes": {
    "id": {"type": "string", "computed": true},
    "old": {"type": "string", "computed": true, "deprecated": true},
    "owner": {"optional": true, "nested_type": {"nesting_mode": "single", "attributes": {
      "mail": {"type": "string", "optional": true, "deprecated": true}}}}
  },
  "block_types": {
    "rule": {"nesting_mode": "list", "block": {"attributes": {
      "port": {"type": "number", "optional": true}, "key": {"type": "string", "optional": true, "deprecated": true}}}},
    "past": {"nesting_mode": "list", "block": {"deprecated": true, "attributes": {"a": {"type": "string", "optional": true}}}}
  }
}}}}}}"#;

/// "Improve detection of deprecated resource attributes / blocks" (changelog of Terraform 1.15); "OpenTofu now produces warnings
/// for any references to attributes or blocks of a resource type that are marked as deprecated in the provider schema"
/// (changelog of OpenTofu 1.12).
#[test]
fn references_to_what_a_provider_calls_deprecated_are_warnings() {
    let schemas = schemas(DEPRECATED);
    let module = |version: &str, value: &str| {
        format!(
            "terraform {{\n  required_version = \"{version}\"\n}}\nresource \"acme_disk\" \"d\" {{\n}}\noutput \"o\" {{\n  value = {value}\n}}\n"
        )
    };
    for (value, expected) in [
        ("acme_disk.d.old", Some("acme_disk.d.old")),
        ("acme_disk.d.owner.mail", Some("acme_disk.d.owner.mail")),
        ("acme_disk.d.rule[0].key", Some("acme_disk.d.rule[0].key")),
        ("acme_disk.d.past[0].a", Some("acme_disk.d.past[0].a")),
        ("acme_disk.d.past", Some("acme_disk.d.past")),
        ("acme_disk.d.id", None),
        ("acme_disk.d.rule[0].port", None),
        ("acme_disk.d.rule", None),
        ("try(acme_disk.d.old, 1)", None),
    ] {
        let text = module("~> 1.15.0", value);
        let expected: Vec<_> = expected
            .map(|subject| ("hcl2::terraform::deprecated", subject))
            .into_iter()
            .collect();
        assert_eq!(
            found(&problems("main.tf", &text, &schemas), &text),
            expected,
            "{value}"
        );
        let text = module("~> 1.14.0", value);
        assert_eq!(found(&problems("main.tf", &text, &schemas), &text), [], "{value}");
    }
}

#[test]
fn decoded_blocks_have_the_type_of_their_schema() {
    let inner = |ty: Type| Block::new().attribute("a", Attribute::optional(ty));
    let of = |nesting, ty: Type| Block::new().block("b", NestedBlock::new(nesting, inner(ty)));
    let decoded = |schema: &Block, text: &str| {
        let parsed = hcl2_native::parse_file(&source("main.tf", text));
        let root = parsed.value.root().body().expect("a file has a body");
        let body: BodyRef = Arc::new(NativeBody::new(Arc::clone(&parsed.value), root));
        let schema = BlockSchema::new(0, schema.clone());
        let value = schema.specification().decode(&*body, None).into_result();
        value
            .expect("the text is sound")
            .get("b")
            .expect("it has blocks")
            .clone()
    };
    let a = |value: Value| Value::object([("a", value)]);
    let (one, two) = (a(Value::from("1")), a(Value::from("2")));
    let ty = one.ty().clone();
    let none = Value::null(ty.clone());
    let empty = a(Value::null(Type::STRING));
    let (once, twice) = (
        "b {\n  a = 1\n}\n",
        "b {\n  a = 2\n}\nb {\n  a = 1\n}\nb {\n  a = \"1\"\n}\n",
    );
    let labelled = "b \"y\" {\n  a = 2\n}\nb \"x\" {\n  a = 1\n}\n";
    let of_map = [("x", one.clone()), ("y", two.clone())];
    let list = |all: &[&Value]| Value::list(ty.clone(), all.iter().map(|own| (*own).clone())).unwrap();
    let set = |all: &[&Value]| Value::set(ty.clone(), all.iter().map(|own| (*own).clone())).unwrap();
    // As `terraform plan` of 1.11 shows in the recorded plans with a provider.
    for (nesting, text, expected) in [
        (Nesting::Single, "", none),
        (Nesting::Single, once, one.clone()),
        (Nesting::Group, "", empty),
        (Nesting::Group, once, one.clone()),
        (Nesting::List, "", list(&[])),
        (Nesting::List, twice, list(&[&two, &one, &one])),
        (Nesting::Set, "", set(&[])),
        (Nesting::Set, twice, set(&[&one, &two])),
        (
            Nesting::Map,
            "",
            Value::map(ty.clone(), [] as [(&str, Value); 0]).unwrap(),
        ),
        (
            Nesting::Map,
            labelled,
            Value::map(ty.clone(), of_map.clone()).unwrap(),
        ),
    ] {
        let schema = of(nesting, Type::STRING);
        let value = decoded(&schema, text);
        assert_eq!(value, expected, "{nesting:?} {text:?}");
        assert_eq!(
            *value.ty(),
            schema.blocks["b"].implied_type(),
            "{nesting:?} {text:?}"
        );
    }
    // Where the types may differ, so may those of the blocks.
    let any = |text: &str, nesting| decoded(&of(nesting, Type::DYNAMIC), text);
    let (number, text) = (a(Value::from(2)), a(Value::from("1")));
    let all = Value::tuple([number.clone(), a(Value::from(1)), text]);
    assert_eq!(any(twice, Nesting::List), all);
    let by_label = Value::object([("x", a(Value::from(1))), ("y", number)]);
    assert_eq!(any(labelled, Nesting::Map), by_label);
}
