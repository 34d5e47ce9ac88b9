//! Templates of Packer.

use std::path::Path;
use std::sync::Arc;

use hcl2_project::DirectoryHost;
use hcl2_render::{Json, Options};
use serde_json::json;

use crate::support;

const TEMPLATE: &str = r#"
packer {
  required_version = ">= 1.9"
}
variable "region" {
  default     = "eu-1"
  description = "Where images are built."
}
variable "token" {
  default   = env("TOKEN")
  sensitive = true
}
variable "size" { type = number }
variable "open" {}
data "amazon-ami" "base" { most_recent = true }
locals {
  name = "web-${var.region}"
  ami  = data.amazon-ami.base.id
}
local "upper" { expression = upper(local.name) }
source "docker" "app" { image = "a" }
source "null" "n" {}
build {
  name    = "web"
  sources = ["sources.docker.app"]
  source "source.null.n" { name = "other" }
  provisioner "shell" { inline = ["true"] }
  provisioner "file" {}
  post-processor "manifest" {}
  post-processors {
    post-processor "docker-tag" {}
    post-processor "docker-push" {}
  }
}
build { sources = ["null.n"] }
"#;

#[test]
fn variables_locals_and_builds_are_listed() {
    let mut options = Options::default();
    options.environment = [("PKR_VAR_size", "3")]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    let rendered = support::json(&[("web.pkr.hcl", TEMPLATE)], &options);
    assert_eq!(
        rendered,
        json!({
            "variables": {
                "region": {"value": "eu-1", "description": "Where images are built."},
                "token": {"sensitive": true},
                "size": {"value": 3},
                "open": {"unknown": true},
            },
            "locals": {
                "ami": {"unknown": true},
                "name": {"value": "web-eu-1"},
                "upper": {"value": "WEB-EU-1"},
            },
            "data": ["amazon-ami.base"],
            "sources": ["docker.app", "null.n"],
            "builds": [
                {
                    "name": "web",
                    "sources": ["docker.app", "null.n"],
                    "provisioners": ["shell", "file"],
                    "error_cleanup_provisioners": [],
                    "post_processors": [["manifest"], ["docker-tag", "docker-push"]],
                },
                {
                    "name": null,
                    "sources": ["null.n"],
                    "provisioners": [],
                    "error_cleanup_provisioners": [],
                    "post_processors": [],
                },
            ],
        })
    );
}

#[test]
fn functions_are_those_of_packer() {
    let calls = [
        ("reverse([1, 2])", json!([2, 1])),
        ("strrev(\"abc\")", json!("cba")),
        ("index([\"a\", \"b\"], \"b\")", json!(1)),
        ("length(\"abc\")", json!(3)),
        ("coalesce(\"\", \"b\")", json!("b")),
        ("replace(\"a.b\", \".\", \"-\")", json!("a-b")),
        ("regex_replace(\"a1\", \"[0-9]\", \"-\")", json!("a-")),
        ("sum([1, 2])", json!(3)),
        ("basename(\"a/b\")", json!("b")),
    ];
    for (call, expected) in calls {
        let template = format!("locals {{\n  a = {call}\n}}\n");
        let rendered = support::json(&[("web.pkr.hcl", &template)], &Options::default());
        assert_eq!(rendered["locals"]["a"]["value"], expected, "{call}");
    }
}

#[test]
fn templates_of_files_are_rendered() {
    let files: hcl2_project::Memory = [
        (
            "d/a.pkr.hcl",
            "locals {\n  a = templatefile(\"d/a.tpl\", { n = 2 })\n}\n",
        ),
        ("d/a.tpl", "n is ${n}"),
    ]
    .into_iter()
    .collect();
    let files: Arc<dyn hcl2_project::Files> = Arc::new(files);
    let tree = hcl2_terraform::ModuleTree::default();
    let host = DirectoryHost::of_module(Arc::clone(&files), Path::new("."), &tree).expect("a host");
    let mut options = Options::default();
    options.host = Some(Arc::new(host));
    let rendered = hcl2_render::render(files, &["d".into()], &options);
    assert!(rendered.diagnostics.is_empty(), "{:?}", rendered.diagnostics);
    let text = rendered.json.expect("a result").to_text();
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["locals"], json!({"a": {"value": "n is 2"}}));
}

#[test]
fn what_is_made_from_sensitive_values_is_hidden() {
    let template = r#"
variable "pw" {
  sensitive = true
  default   = "hunter2"
}
local "key" {
  expression = "k3y"
  sensitive  = true
}
locals {
  text   = "pw=${var.pw}"
  object = { pw = var.pw }
  other  = "key=${local.key}"
  length = length(var.pw) > 0 ? "some" : "none"
}
source "null" "n" {}
build {
  name    = "of ${var.pw}"
  sources = ["null.n", "null.${var.pw}"]
}
"#;
    let rendered = support::json(&[("web.pkr.hcl", template)], &Options::default());
    let hidden = json!({"sensitive": true});
    for name in ["key", "text", "object", "other"] {
        assert_eq!(rendered["locals"][name], hidden, "{name}");
    }
    assert_eq!(rendered["variables"]["pw"], hidden);
    assert_eq!(rendered["builds"][0]["name"], "(sensitive value)");
    assert_eq!(
        rendered["builds"][0]["sources"],
        json!(["null.n", "(sensitive value)"])
    );
    assert!(!rendered.to_string().contains("hunter2"), "{rendered}");
}

#[test]
fn messages_hide_sensitive_values() {
    let template = "variable \"pw\" {\n  sensitive = true\n  default = \"hunter2\"\n  validation {\n    condition = length(var.pw) > 9\n    error_message = \"${var.pw} is short.\"\n  }\n}\n";
    let (found, detail) = support::problems(&[("web.pkr.hcl", template)], &Options::default());
    let expected = ("hcl2::terraform::refused-value", "length(var.pw) > 9".to_owned());
    assert_eq!(found, [expected]);
    assert_eq!(detail, "The condition of a validation is false.");
}

#[test]
fn names_are_declared_once() {
    for (template, place) in [
        (
            "source \"a\" \"b\" {}\nsource \"a\" \"b\" {}\n",
            "source \"a\" \"b\"",
        ),
        ("data \"a\" \"b\" {}\ndata \"a\" \"b\" {}\n", "data \"a\" \"b\""),
        (
            "local \"a\" {\n  expression = 1\n}\nlocals {\n  a = 2\n}\n",
            "\"a\"",
        ),
        ("locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n", "a"),
        ("variables {\n  a = 1\n}\nvariable \"a\" {}\n", "a"),
    ] {
        let (found, detail) = support::problems(&[("web.pkr.hcl", template)], &Options::default());
        let expected = ("hcl2::terraform::duplicate-declaration", place.to_owned());
        assert_eq!(found, [expected], "{template}");
        assert!(
            detail.ends_with("is declared twice. Remove one of the two."),
            "{detail}"
        );
    }
}

#[test]
fn a_directory_has_templates_and_values() {
    let files: hcl2_project::Memory = [
        ("d/a.pkr.hcl", "variable \"a\" {}\n"),
        ("d/b.pkr.json", r#"{"locals": {"b": "${var.a}!"}}"#),
        ("d/v.auto.pkrvars.hcl", "a = \"auto\"\n"),
    ]
    .into_iter()
    .collect();
    let rendered = hcl2_render::render(Arc::new(files), &["d".into()], &Options::default());
    assert!(rendered.diagnostics.is_empty(), "{:?}", rendered.diagnostics);
    let text = rendered.json.expect("a result").to_text();
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["locals"], json!({"b": {"value": "auto!"}}));
}

#[test]
fn sources_that_are_not_declared_are_listed_with_a_warning() {
    let text = "source \"null\" \"one\" {}\nbuild {\n  sources = [\"null.oen\"]\n}\n";
    let rendered = support::rendered(&[("web.pkr.hcl", text)], &Options::default());
    let problem = rendered.diagnostics.first().expect("a warning");
    let place = problem
        .subject
        .and_then(|span| rendered.sources.get(span.source)?.slice(span).get(..));
    assert_eq!(
        (problem.code.id(), problem.is_error()),
        ("hcl2::terraform::undeclared", false)
    );
    assert_eq!(place, Some(&b"[\"null.oen\"]"[..]));
    assert!(
        problem.detail.ends_with("Did you mean `source.null.one`?"),
        "{}",
        problem.detail
    );
    let sources = rendered.json.as_ref().and_then(|json| json.get("builds"));
    let builds = sources.map(Json::to_text).unwrap_or_default();
    assert!(builds.contains("\"null.oen\""), "{builds}");
}
