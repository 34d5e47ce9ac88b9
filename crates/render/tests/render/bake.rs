//! Bake files.

use hcl2_project::VariableSource;
use hcl2_render::Options;
use serde_json::{Value, json};

use crate::support;

#[track_caller]
fn bake(text: &str, change: impl FnOnce(&mut Options)) -> Value {
    let mut options = Options::default();
    change(&mut options);
    support::json(&[("docker-bake.hcl", text)], &options)
}

#[test]
fn targets_have_defaults_and_inherit() {
    let text = r#"
        group "default" { targets = ["web", "worker"] }
        target "base" {
          args   = { GO = "1.24", DEBUG = null, KEEP = "base" }
          labels = { "org.example.team" = "a$${b}" }
          tags   = ["base"]
        }
        target "web" {
          inherits = ["base"]
          args     = { KEEP = null, PORT = 80 }
          tags     = ["web:1", "web:1", ""]
        }
        target "worker" {
          inherits   = ["base"]
          context    = "./worker/"
          dockerfile = ""
        }
    "#;
    let labels = json!({"org.example.team": "a$${b}"});
    assert_eq!(
        bake(text, |_| ()),
        json!({
            "group": {"default": {"targets": ["web", "worker"]}},
            "target": {
                "web": {
                    "context": ".",
                    "dockerfile": "Dockerfile",
                    "args": {"GO": "1.24", "KEEP": "base", "PORT": "80"},
                    "labels": labels,
                    "tags": ["web:1"],
                },
                "worker": {
                    "context": "worker",
                    "dockerfile": "Dockerfile",
                    "args": {"GO": "1.24", "KEEP": "base"},
                    "labels": labels,
                    "tags": ["base"],
                },
            },
        })
    );
}

#[test]
fn properties_are_in_the_order_of_the_product() {
    let files = [(
        "docker-bake.hcl",
        "target \"default\" {\n  tags = [\"<a>\"]\n  output = [\"out\"]\n}\n",
    )];
    let rendered = support::rendered(&files, &Options::default());
    let expected = r#"{
  "group": {
    "default": {
      "targets": [
        "default"
      ]
    }
  },
  "target": {
    "default": {
      "context": ".",
      "dockerfile": "Dockerfile",
      "tags": [
        "\u003ca\u003e"
      ],
      "output": [
        {
          "dest": "out",
          "type": "local"
        }
      ]
    }
  }
}
"#;
    assert_eq!(rendered.json.expect("a result").to_text(), expected);
}

#[test]
fn a_matrix_makes_a_target_for_each_combination() {
    let text = r#"
        target "app" {
          name   = "app-${os}-${replace(version, ".", "-")}"
          matrix = { os = ["alpine", "debian"], version = ["1.0", "2.0"] }
          args   = { OS = os, VERSION = version }
        }
    "#;
    let rendered = bake(text, |options| options.targets = vec!["app".to_owned()]);
    let names: Vec<&String> = rendered["target"].as_object().expect("targets").keys().collect();
    let expected = [
        "app-alpine-1-0",
        "app-alpine-2-0",
        "app-debian-1-0",
        "app-debian-2-0",
    ];
    assert_eq!(names, expected);
    assert_eq!(
        rendered["target"]["app-debian-1-0"]["args"],
        json!({"OS": "debian", "VERSION": "1.0"})
    );
    assert_eq!(rendered["group"]["default"], json!({"targets": ["app"]}));
    let mut members: Vec<&str> = rendered["group"]["app"]["targets"]
        .as_array()
        .expect("members")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    members.sort_unstable();
    assert_eq!(members, expected);
}

#[test]
fn variables_have_types_and_values_from_outside() {
    let text = r#"
        variable "TAG" { default = "dev" }
        variable "COUNT" { default = 2 }
        variable "PUSH" { type = bool }
        variable "PLATFORMS" { type = list(string) }
        variable "LABELS" { type = map(string) }
        variable "EMPTY" {}
        registry = "r.example.com/${TAG}"
        target "default" {
          tags      = ["${registry}:${TAG}"]
          args      = { NEXT = COUNT + 1, EMPTY = EMPTY, PUSH = PUSH }
          platforms = PLATFORMS
          labels    = LABELS
        }
    "#;
    let target = |change: &dyn Fn(&mut Options)| bake(text, change)["target"]["default"].clone();
    let plain = target(&|_| ());
    assert_eq!(plain["tags"], json!(["r.example.com/dev:dev"]));
    assert_eq!(plain["args"], json!({"NEXT": "3", "EMPTY": ""}));
    assert_eq!(
        (&plain["platforms"], &plain["labels"]),
        (&Value::Null, &Value::Null)
    );
    let given = target(&|options| {
        let all = [
            ("TAG", "env"),
            ("COUNT", "41"),
            ("PUSH", "1"),
            ("PLATFORMS", "linux/amd64,\"linux/arm64\""),
            ("LABELS_JSON", r#"{"a": "b,c"}"#),
            ("registry", "ignored"),
        ];
        options.environment = all
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        options.variables = vec![VariableSource::Option {
            name: "TAG".to_owned(),
            text: "option".to_owned(),
        }];
    });
    assert_eq!(given["tags"], json!(["r.example.com/option:option"]));
    assert_eq!(given["args"], json!({"NEXT": "42", "EMPTY": "", "PUSH": "true"}));
    assert_eq!(given["platforms"], json!(["linux/amd64", "linux/arm64"]));
    assert_eq!(given["labels"], json!({"a": "b,c"}));
}

#[test]
fn functions_and_other_targets_are_known_in_expressions() {
    let text = r#"
        function "tag" {
          params          = [name]
          variadic_params = parts
          result          = join("-", concat([prefix(name)], parts))
        }
        function "prefix" { params = [name], result = "${REGISTRY}/${name}" }
        variable "REGISTRY" { default = "example" }
        target "base" {
          args = { VERSION = "7" }
          tags = [tag("base", "a", "b")]
        }
        target "default" {
          args = { BASE = target.base.tags[0], VERSION = target.base.args.VERSION }
          tags = [sanitize("a/b.c"), semvercmp("1.2.3", "^1.1") ? "new" : "old", formattimestamp("YYYY", 86400)]
          no-cache = target.base.no-cache == null
          target   = target.default.name
        }
    "#.replace("{ params = [name], result", "{\n params = [name]\n result").replace("{name}\" }", "{name}\"\n }");
    let target = &bake(&text, |_| ())["target"]["default"];
    assert_eq!(
        target["args"],
        json!({"BASE": "example/base-a-b", "VERSION": "7"})
    );
    assert_eq!(target["tags"], json!(["a_b_c", "new", "1970"]));
    assert_eq!(
        (&target["no-cache"], &target["target"]),
        (&json!(true), &json!("default"))
    );
}

#[test]
fn later_files_add_to_earlier_ones_in_both_syntaxes() {
    let files = [
        (
            "docker-bake.hcl",
            "variable \"V\" {\n  default = \"1\"\n}\ntarget \"default\" {\n  args = { A = V, B = \"1\" }\n  tags = [\"one\"]\n}\n",
        ),
        (
            "docker-bake.override.json",
            r#"{"V": "2", "target": {"default": {"args": {"B": "${V}"}, "tags": ["two"]}}}"#,
        ),
    ];
    let target = &support::json(&files, &Options::default())["target"]["default"];
    assert_eq!(
        (&target["args"], &target["tags"]),
        (&json!({"A": "2", "B": "2"}), &json!(["two"]))
    );
}

#[test]
fn entries_are_strings_or_objects() {
    let text = r#"
        target "default" {
          output     = ["type=image,\"name=a,b\",push=true", { type = "local", dest = "out" }]
          cache-from = ["user/app:cache", "type=local,src=c", "user/app:cache"]
          secret     = ["id=a,src=/a", { id = "b", env = "B" }, "type=env,id=a,src=TOKEN"]
          ssh        = ["default", "key=a,b"]
          attest     = ["type=provenance,mode=max", "type=sbom,disabled=true"]
          ulimits    = ["nofile=1:2"]
          network    = "host"
          resources  = { memory = "1g", cpu-shares = 2 }
        }
    "#;
    let target = &bake(text, |_| ())["target"]["default"];
    assert_eq!(
        target["output"],
        json!([{"name": "a,b", "push": "true", "type": "image"}, {"dest": "out", "type": "local"}])
    );
    assert_eq!(
        target["cache-from"],
        json!([{"ref": "user/app:cache", "type": "registry"}, {"src": "c", "type": "local"}])
    );
    assert_eq!(
        target["secret"],
        json!([{"id": "a", "env": "TOKEN"}, {"id": "b", "env": "B"}])
    );
    assert_eq!(
        target["ssh"],
        json!([{"id": "default"}, {"id": "key", "paths": ["a", "b"]}])
    );
    assert_eq!(
        target["attest"],
        json!([{"mode": "max", "type": "provenance"}, {"disabled": true, "type": "sbom"}])
    );
    assert_eq!(target["entitlements"], json!(["network.host"]));
    assert_eq!(target["resources"], json!({"memory": "1g", "cpu-shares": 2}));
}

#[test]
fn the_command_line_replaces_values_of_targets() {
    let text = r#"
        target "web-a" {
          tags   = ["a"]
          secret = ["id=s,src=f"]
        }
        target "web-b" {
          inherits = ["web-a"]
          output   = ["type=image"]
        }
        target "other" {}
    "#;
    let rendered = bake(text, |options| {
        options.targets = ["web-b", "other"].map(str::to_owned).into();
        options.overrides = [
            "web-*.args.X=1=2",
            "web-a.tags+=b",
            "*.platform=linux/arm64",
            "*.push=true",
            "web-b.secret.s=env=E",
        ]
        .map(str::to_owned)
        .into();
    });
    let target = &rendered["target"]["web-b"];
    assert_eq!(
        (&target["args"], &target["tags"]),
        (&json!({"X": "1=2"}), &json!(["a", "b"]))
    );
    assert_eq!(target["output"], json!([{"push": "true", "type": "image"}]));
    assert_eq!(target["secret"], json!([{"id": "s", "env": "E"}]));
    let other = &rendered["target"]["other"];
    assert_eq!(
        (&other["platforms"], &other["output"]),
        (
            &json!(["linux/arm64"]),
            &json!([{"push": "true", "type": "image"}])
        )
    );
    assert_eq!(
        rendered["group"],
        json!({"default": {"targets": ["other", "web-b"]}})
    );
}

#[test]
fn targets_that_are_contexts_are_built_for_these_only() {
    let text = r#"
        target "default" {
          contexts = { base = "target:base", src = "./src", none = "" }
        }
        target "base" { entitlements = ["security.insecure"] }
    "#;
    let rendered = bake(text, |_| ());
    assert_eq!(
        rendered["target"]["base"]["output"],
        json!([{"type": "cacheonly"}])
    );
    assert_eq!(
        rendered["target"]["default"]["entitlements"],
        json!(["security.insecure"])
    );
    assert_eq!(
        rendered["target"]["default"]["contexts"],
        json!({"base": "target:base", "src": "./src"})
    );
}

#[test]
fn groups_may_have_the_name_of_a_target() {
    let text = r#"
        group "all" { targets = ["app", "all"] }
        target "all" {}
        target "app" {}
    "#;
    let rendered = bake(text, |options| options.targets = vec!["a*".to_owned()]);
    let names: Vec<&String> = rendered["target"].as_object().expect("targets").keys().collect();
    assert_eq!(names, ["all", "app"]);
    assert_eq!(rendered["group"]["default"], json!({"targets": ["all", "app"]}));
}

#[test]
fn a_thousand_targets_take_linear_time() {
    let text = |count: usize| {
        let targets = (0..count).map(|n| {
            let before = n.saturating_sub(1);
            format!("target \"t{n}\" {{\n  inherits = [{}]\n  args = {{ N = \"${{V}}-{n}\", P = target.t{before}.context }}\n}}\n", if n == 0 { String::new() } else { format!("\"t{before}\"") })
        });
        let names: Vec<String> = (0..count).map(|n| format!("\"t{n}\"")).collect();
        let text: String = targets.collect();
        format!(
            "variable \"V\" {{\n  default = \"v\"\n}}\ngroup \"default\" {{\n  targets = [{}]\n}}\n{text}",
            names.join(", ")
        )
    };
    let time = |count: usize| {
        let text = text(count);
        let start = std::time::Instant::now();
        let rendered = bake(&text, |_| ());
        assert_eq!(
            rendered["target"].as_object().map(serde_json::Map::len),
            Some(count)
        );
        start.elapsed()
    };
    let (few, many) = (time(250), time(1_000));
    assert!(
        many < few * 12 + std::time::Duration::from_millis(100),
        "{few:?} {many:?}"
    );
}

#[test]
fn an_empty_list_of_a_parent_replaces_only_plain_strings() {
    let text = r#"
        target "default" {
          inherits = ["b", "c"]
        }
        target "own" {
          inherits = ["b"]
          output   = []
          cache-to = []
        }
        target "b" {
          output    = ["type=docker"]
          cache-to  = ["type=inline"]
          tags      = ["t"]
          platforms = ["linux/amd64"]
        }
        target "c" {
          output    = []
          cache-to  = []
          tags      = []
          platforms = []
        }
    "#;
    let mut options = Options::default();
    options.targets = ["default", "own"].map(str::to_owned).into();
    let rendered = support::json(&[("docker-bake.hcl", text)], &options);
    assert_eq!(
        rendered["target"]["default"],
        json!({
            "context": ".",
            "dockerfile": "Dockerfile",
            "cache-to": [{"type": "inline"}],
            "output": [{"type": "docker"}],
        })
    );
    assert_eq!(
        rendered["target"]["own"],
        json!({"context": ".", "dockerfile": "Dockerfile", "tags": ["t"], "platforms": ["linux/amd64"]})
    );
}

#[test]
fn objects_lose_properties_that_they_do_not_have() {
    let text = r#"
        target "default" {
          secret    = [{ id = "a", type = "env", src = "X" }]
          ssh       = [{ id = "a", path = "x" }]
          resources = { mem = "1g", memory = "1.5gb", memory-swap = "-1", cpu-quota = 2 }
          shm-size  = "128m"
          ulimits   = ["nofile=1024:-1", "core=0"]
          platforms = ["local", "linux/arm/v7,amd64", "windows(10.0.17763)/amd64"]
          annotations = ["a=b", "index,manifest[linux/amd64]:c=d"]
          output    = ["type=docker", "type=tar,dest=x.tar", "type=tar"]
        }
    "#;
    let rendered = support::json(&[("docker-bake.hcl", text)], &Options::default());
    let target = &rendered["target"]["default"];
    assert_eq!(
        (&target["secret"], &target["ssh"], &target["resources"]),
        (
            &json!([{"id": "a", "src": "X"}]),
            &json!([{"id": "a"}]),
            &json!({"memory": "1.5gb", "memory-swap": "-1", "cpu-quota": 2}),
        )
    );
}
