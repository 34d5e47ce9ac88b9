//! The rules of Terraform's JSON configuration syntax, each with the native form that it stands for.

use crate::support::{codes, found, sound, source, subjects};
use hcl2_diagnostics::Outcome;
use hcl2_terraform::Converter;

fn to_native(json: &str) -> Outcome<Option<String>> {
    Converter::new().to_native(&source("main.tf.json", json))
}

fn to_json(native: &str) -> Outcome<Option<String>> {
    Converter::new().to_json(&source("main.tf", native))
}

/// Sections of the specification with JSON and its native form.
const CASES: &[(&str, &str, &str)] = &[
    (
        "JSON File Structure",
        r#"{"variable": {"greeting": {"default": "hello"}}}"#,
        "variable \"greeting\" {\n  default = \"hello\"\n}\n",
    ),
    (
        "JSON File Structure",
        r#"{"resource": {"acme_server": {"web": {"size": "small", "image": "img-1"}}}}"#,
        "resource \"acme_server\" \"web\" {\n  size  = \"small\"\n  image = \"img-1\"\n}\n",
    ),
    (
        "Expression Mapping",
        r#"{"output": {"all": {"value": {"a": true, "b": -1.50, "c": "n is ${local.n}", "d": [null, "${local.n}"]}}}}"#,
        "output \"all\" {\n  value = {\n    a = true\n    b = -1.50\n    c = \"n is ${local.n}\"\n    d = [null, local.n]\n  }\n}\n",
    ),
    (
        "Expression Mapping",
        r#"{"output": {"web": {"value": "${acme_server.web}"}}}"#,
        "output \"web\" {\n  value = acme_server.web\n}\n",
    ),
    (
        "Nested Block Mapping",
        r#"{"resource": {"acme_server": {"web": {"lifecycle": {"create_before_destroy": true}}}}}"#,
        "resource \"acme_server\" \"web\" {\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n",
    ),
    (
        "Nested Block Mapping",
        r#"{"resource": {"acme_server": {"web": {"provisioner": [
            {"local-exec": {"command": "echo 'hi' >a.txt"}},
            {"file": {"source": "a.txt", "destination": "/tmp/a.txt"}},
            {"remote-exec": {"inline": ["install -f /tmp/a.txt"]}}
        ]}}}}"#,
        "resource \"acme_server\" \"web\" {\n  provisioner \"local-exec\" {\n    command = \"echo 'hi' >a.txt\"\n  }\n\n  \
         provisioner \"file\" {\n    source      = \"a.txt\"\n    destination = \"/tmp/a.txt\"\n  }\n\n  provisioner \
         \"remote-exec\" {\n    inline = [\"install -f /tmp/a.txt\"]\n  }\n}\n",
    ),
    (
        "Comment Properties",
        r#"{"resource": {"acme_server": {"web": {"//": "Runs the backups.", "size": "small", "image": "img-1"}}}}"#,
        "# Runs the backups.\nresource \"acme_server\" \"web\" {\n  size  = \"small\"\n  image = \"img-1\"\n}\n",
    ),
    (
        "Comment Properties",
        r#"{"//": "Made by a program.", "output": {"web": {"value": {"//": "an attribute"}}}}"#,
        "# Made by a program.\n\noutput \"web\" {\n  value = {\n    \"//\" = \"an attribute\"\n  }\n}\n",
    ),
    (
        "resource and data blocks",
        r#"{"resource": {"acme_server": {"web": {"provider": "acme.west"}}}}"#,
        "resource \"acme_server\" \"web\" {\n  provider = acme.west\n}\n",
    ),
    (
        "resource and data blocks",
        r#"{"data": {"acme_image": {"a": {"depends_on": ["acme_server.web", "module.m"]}}}}"#,
        "data \"acme_image\" \"a\" {\n  depends_on = [acme_server.web, module.m]\n}\n",
    ),
    (
        "resource and data blocks",
        r#"{"resource": {"acme_server": {
            "a": {"lifecycle": {"ignore_changes": "all"}},
            "b": {"lifecycle": {"ignore_changes": ["image", "tags[\"x\"]"]}}
        }}}"#,
        "resource \"acme_server\" \"a\" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n\nresource \"acme_server\" \"b\" \
         {\n  lifecycle {\n    ignore_changes = [image, tags[\"x\"]]\n  }\n}\n",
    ),
    (
        "resource and data blocks",
        r#"{"resource": {"acme_server": {"a": {
            "connection": {"type": "${var.type}", "host": "${self.ip}"},
            "provisioner": [{"file": {"when": "destroy", "connection": {"type": "winrm"}}}]
        }}}}"#,
        "resource \"acme_server\" \"a\" {\n  connection {\n    type = var.type\n    host = self.ip\n  }\n\n  provisioner \
         \"file\" {\n    when = destroy\n\n    connection {\n      type = \"winrm\"\n    }\n  }\n}\n",
    ),
    (
        "variable blocks",
        r#"{"variable": {"a": {"type": "list(string)", "default": ["${x}"], "description": "Not ${a} template."}}}"#,
        "variable \"a\" {\n  type        = list(string)\n  default     = [\"$${x}\"]\n  description = \"Not $${a} \
         template.\"\n}\n",
    ),
    (
        "output blocks",
        r#"{"output": {"a": {"value": "${var.a}", "description": "${b}", "sensitive": true}}}"#,
        "output \"a\" {\n  value       = var.a\n  description = \"$${b}\"\n  sensitive   = true\n}\n",
    ),
    (
        "locals blocks",
        r#"{"locals": {"greeting": "Hello, ${var.name}"}}"#,
        "locals {\n  greeting = \"Hello, ${var.name}\"\n}\n",
    ),
    (
        "module blocks",
        r#"{"module": {"m": {"source": "acme/${m}/x", "version": "= 1.0.0", "providers": {"aws": "aws.west", "aws.src": "aws.east"}, "size": "${var.n}"}}}"#,
        "module \"m\" {\n  source  = \"acme/$${m}/x\"\n  version = \"= 1.0.0\"\n  providers = {\n    aws     = aws.west\n    \
         aws.src = aws.east\n  }\n  size = var.n\n}\n",
    ),
    (
        "provider blocks",
        r#"{"provider": {"aws": [{"region": "us-east-1"}, {"alias": "west", "region": "${var.region}"}]}}"#,
        "provider \"aws\" {\n  region = \"us-east-1\"\n}\n\nprovider \"aws\" {\n  alias  = \"west\"\n  region = \
         var.region\n}\n",
    ),
    (
        "terraform blocks",
        r#"{"terraform": {"required_version": ">= 1.0", "backend": {"s3": {"region": "eu-1", "bucket": "${b}"}},
            "required_providers": {"aws": {"source": "hashicorp/aws", "version": "~> 5.0", "configuration_aliases": ["aws.west"]}, "old": "1.0"}}}"#,
        "terraform {\n  required_version = \">= 1.0\"\n\n  backend \"s3\" {\n    region = \"eu-1\"\n    bucket = \
         \"$${b}\"\n  }\n\n  required_providers {\n    aws = {\n      source                = \"hashicorp/aws\"\n      \
         version               = \"~> 5.0\"\n      configuration_aliases = [aws.west]\n    }\n    old = \"1.0\"\n  }\n}\n",
    ),
];

#[test]
fn json_converts_to_its_native_form() {
    for (section, json, native) in CASES {
        let converted = to_native(json);
        assert!(
            converted.diagnostics.is_empty(),
            "{section}: {:?}",
            converted.diagnostics
        );
        assert_eq!(converted.value.as_deref(), Some(*native), "{section}");
    }
}

#[test]
fn native_form_converts_to_equivalent_json() {
    for (section, _, native) in CASES {
        let json = to_json(native);
        assert!(json.diagnostics.is_empty(), "{section}: {:?}", json.diagnostics);
        let back = to_native(&json.value.unwrap());
        assert_eq!(back.value.as_deref(), Some(*native), "{section}");
    }
}

#[test]
fn labels_may_be_arrays_and_a_file_may_be_one() {
    let native = to_native(
        r#"[{"provider": [{"a": {"x": 1}}, {"b": [{}, {"alias": "c"}]}]}, {"moved": [{"from": "a.b", "to": "a.c[0]"}]}]"#,
    );
    assert!(native.diagnostics.is_empty(), "{:?}", native.diagnostics);
    assert_eq!(
        native.value.unwrap(),
        "provider \"a\" {\n  x = 1\n}\n\nprovider \"b\" {}\n\nprovider \"b\" {\n  alias = \"c\"\n}\n\nmoved {\n  from = \
         a.b\n  to   = a.c[0]\n}\n"
    );
}

#[test]
fn references_with_computed_indices_are_strings() {
    let native = "import {\n  for_each = local.ids\n  to       = acme_disk.a[each.key]\n  id       = \
                  each.value\n}\n\nresource \"acme_disk\" \"a\" {\n  for_each = local.ids\n\n  lifecycle {\n    \
                  replace_triggered_by = [acme_server.a[each.key].id]\n  }\n}\n";
    let json = to_json(native);
    let text = sound(json);
    assert!(text.contains(r#""to": "acme_disk.a[each.key]""#), "{text}");
    assert!(text.contains(r#""acme_server.a[each.key].id""#), "{text}");
    assert_eq!(to_native(&text).value.as_deref(), Some(native));
}

#[test]
fn template_instead_of_a_reference_is_converted_without_it() {
    let text = r#"{"output": {"a": {"value": 1, "depends_on": ["${module.a[\"b\"]}"]}}}"#;
    let native = to_native(text);
    assert_eq!(
        codes(&native.diagnostics),
        ["hcl2::terraform::reference-expected"]
    );
    let problem = &native.diagnostics[0];
    assert_eq!(subjects(&native.diagnostics, text), [r#""${module.a[\"b\"]}""#]);
    assert_eq!(problem.suggestions[0].replacement, r#""module.a[\"b\"]""#);
    assert!(native.value.unwrap().contains("depends_on = [module.a[\"b\"]]"));

    let text = "output \"a\" {\n  value      = 1\n  depends_on = [\"${module.a}\"]\n}\n";
    let json = to_json(text);
    assert_eq!(codes(&json.diagnostics), ["hcl2::terraform::reference-expected"]);
    let problem = &json.diagnostics[0];
    assert_eq!(subjects(&json.diagnostics, text), ["\"${module.a}\""]);
    assert_eq!(problem.suggestions[0].replacement, "module.a");
    assert!(json.value.unwrap().contains("\"module.a\""));
}

#[test]
fn invalid_reference_is_reported() {
    let native = to_native(r#"{"moved": {"from": "not a reference", "to": "a.b"}}"#);
    assert_eq!(
        codes(&native.diagnostics),
        ["hcl2::terraform::reference-expected"]
    );
    assert!(native.diagnostics[0].suggestions.is_empty());
}

#[test]
fn computed_constants_are_written_as_their_values() {
    let json = to_json("variable \"a\" {\n  default = [1 + 1, \"a${true}\", -(3)]\n}\n");
    assert!(json.diagnostics.is_empty());
    let text: String = json.value.unwrap().split_whitespace().collect();
    assert_eq!(text, r#"{"variable":{"a":{"default":[2,"atrue",-3]}}}"#);
}

#[test]
fn keys_of_a_required_provider_are_names() {
    let text = "terraform {\n  required_providers {\n    a = { b.c = \"x\" }\n  }\n}\n";
    let json = to_json(text);
    assert_eq!(codes(&json.diagnostics), ["hcl2::terraform::not-constant"]);
    assert_eq!(subjects(&json.diagnostics, text), ["b.c"]);
}

#[test]
fn missing_constant_is_an_error() {
    let text = "module \"a\" {\n  source = var.source\n}\n";
    let json = to_json(text);
    assert_eq!(codes(&json.diagnostics), ["hcl2::terraform::not-constant"]);
    assert_eq!(subjects(&json.diagnostics, text), ["var.source"]);
}

#[test]
fn type_of_a_connection_is_an_expression_as_in_terraform() {
    let text = "resource \"a\" \"b\" {\n  connection {\n    type = var.type\n  }\n}\n";
    let json = to_json(text);
    assert!(json.diagnostics.is_empty(), "{:?}", json.diagnostics);
    assert!(json.value.unwrap().contains("\"type\": \"${var.type}\""));
}

#[test]
fn unknown_names_and_wrong_labels_are_reported_with_suggestions() {
    let text = "varable \"a\" {}\nvariable \"b\" {\n  typ = string\n}\noutput {}\nvariable \"c\" {\n  validation = 1\n}\n";
    let json = to_json(text);
    assert_eq!(
        codes(&json.diagnostics),
        [
            "hcl2::terraform::unknown-name",
            "hcl2::terraform::unknown-name",
            "hcl2::terraform::wrong-labels",
            "hcl2::terraform::unknown-name",
        ]
    );
    let replaced: Vec<&str> = json
        .diagnostics
        .iter()
        .flat_map(|problem| &problem.suggestions)
        .map(|suggestion| suggestion.replacement.as_str())
        .collect();
    assert_eq!(replaced, ["variable", "type"]);
    assert_eq!(
        subjects(&json.diagnostics, text),
        ["varable", "typ", "output", "validation"]
    );
}

#[test]
fn names_and_objects_without_native_form_are_reported_at_their_range() {
    for (text, expected) in [
        (r#"{"variable": {"a": 5}}"#, ("hcl2::json::object-required", "5")),
        (
            r#"{"locals": {"a": 1, "a": 2}}"#,
            ("hcl2::body::duplicate-attribute", "\"a\""),
        ),
        (
            r#"{"locals": {"1a": 1}}"#,
            ("hcl2::terraform::not-convertible", "\"1a\""),
        ),
    ] {
        assert_eq!(found(&to_native(text).diagnostics, text), [expected]);
    }
}

#[test]
fn properties_of_other_names_and_values_are_reported() {
    for (text, code, subject) in [
        (
            r#"{"varable": {"a": {}}}"#,
            "hcl2::terraform::unknown-name",
            "\"varable\"",
        ),
        (
            r#"{"resource": {"a": {"b": {"lifecycle": 1}}}}"#,
            "hcl2::json::object-required",
            "1",
        ),
    ] {
        let native = to_native(text);
        assert_eq!(codes(&native.diagnostics), [code], "{text}");
        assert_eq!(subjects(&native.diagnostics, text), [subject], "{text}");
    }
}
