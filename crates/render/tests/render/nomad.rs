//! Jobs of Nomad.

use hcl2_project::VariableSource;
use hcl2_render::Options;
use serde_json::{Value, json};

use crate::support;

#[track_caller]
fn job(text: &str) -> Value {
    support::json(&[("web.nomad.hcl", text)], &Options::default())["Job"].clone()
}

/// Returns the properties of an object that are set.
fn set(value: &Value) -> Value {
    let all = value.as_object().expect("an object").iter();
    all.filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

#[test]
fn arguments_and_blocks_have_the_names_and_types_of_the_api() {
    let job = job(r#"
        variable "count" { default = 2 }
        locals { dc = ["dc${var.count}"] }
        job "web" {
          datacenters = local.dc
          meta { owner = "me" }
          periodic {
            crons = ["@daily"]
          }
          constraint {
            attribute = "${attr.kernel.name}"
            value     = "linux"
          }
          constraint { distinct_hosts = true }
          affinity {
            attribute = "${node.class}"
            regexp    = "a|b"
            weight    = 50
          }
          group "app" {
            count = var.count
            max_run_duration = "1h30m"
            network {
              port "http" { to = 80 }
              port "admin" { static = 8080 }
            }
            volume "data" {
              type      = "host"
              read_only = true
            }
            task "server" {
              driver = "docker"
              env    = { PORT = "${ NOMAD_PORT_http }", N = 1 }
              config {
                image = "web:${var.count}"
                ports = ["http"]
                mount {
                  type = "bind"
                }
              }
              kill_timeout = "20s"
              resources { cpu = 500 }
              identity {
                env = true
              }
              template {
                data        = "x"
                destination = "local/x"
              }
              vault { role = "r" }
            }
          }
        }
    "#);
    assert_eq!(
        (&job["ID"], &job["Name"], &job["Datacenters"]),
        (&json!("web"), &json!("web"), &json!(["dc2"]))
    );
    assert_eq!(
        (&job["Meta"], &job["Region"], &job["Dispatched"]),
        (&json!({"owner": "me"}), &Value::Null, &json!(false))
    );
    assert_eq!(
        set(&job["Periodic"]),
        json!({"Specs": ["@daily"], "SpecType": "cron"})
    );
    assert_eq!(
        job["Constraints"],
        json!([
            {"LTarget": "${attr.kernel.name}", "RTarget": "linux", "Operand": "="},
            {"LTarget": "", "RTarget": "true", "Operand": "distinct_hosts"},
        ])
    );
    let affinity = json!([{"LTarget": "${node.class}", "RTarget": "a|b", "Operand": "regexp", "Weight": 50}]);
    assert_eq!(job["Affinities"], affinity);
    let group = &job["TaskGroups"][0];
    assert_eq!(
        (&group["Count"], &group["MaxRunDuration"]),
        (&json!(2), &json!(5_400_000_000_000_i64))
    );
    let port = |label: &str, value: i32, to: i32| json!([{"Label": label, "Value": value, "To": to, "HostNetwork": "", "IgnoreCollision": false}]);
    assert_eq!(group["Networks"][0]["DynamicPorts"], port("http", 0, 80));
    assert_eq!(group["Networks"][0]["ReservedPorts"], port("admin", 8080, 0));
    assert_eq!(
        (
            &group["Volumes"]["data"]["Name"],
            &group["Volumes"]["data"]["ReadOnly"]
        ),
        (&json!("data"), &json!(true))
    );
    let task = &group["Tasks"][0];
    assert_eq!(task["Env"], json!({"N": "1", "PORT": "${ NOMAD_PORT_http }"}));
    assert_eq!(
        task["Config"],
        json!({"image": "web:2", "mount": [{"type": "bind"}], "ports": ["http"]})
    );
    assert_eq!(
        (&task["KillTimeout"], &task["ShutdownDelay"]),
        (&json!(20_000_000_000_i64), &json!(0))
    );
    assert_eq!(
        (&task["Identity"]["Env"], &task["Identities"]),
        (&json!(true), &json!([]))
    );
    let template = json!({"EmbeddedTmpl": "x", "DestPath": "local/x", "ChangeMode": "restart", "Splay": 5_000_000_000_i64, "Perms": "0644", "ErrMissingKey": false});
    assert_eq!(set(&task["Templates"][0]), template);
    let vault =
        json!({"Role": "r", "Cluster": "", "Env": true, "DisableFile": false, "ChangeMode": "restart"});
    assert_eq!(set(&task["Vault"]), vault);
}

#[test]
fn tasks_take_from_their_group_and_job() {
    let job = job(r#"
        job "j" {
          vault { role = "job" }
          task "alone" { driver = "raw_exec" }
          group "g" {
            vault { role = "group" }
            scaling {
              max = 2
            }
            dynamic "task" {
              for_each = ["a", "b"]
              labels   = [task.value]
              content {
                driver = task.value
                scaling "cpu" { max = 3 }
              }
            }
          }
        }
    "#);
    let groups = job["TaskGroups"].as_array().expect("groups");
    assert_eq!(
        (&groups[0]["Name"], &groups[0]["Tasks"][0]["Vault"]["Role"]),
        (&json!("alone"), &json!("job"))
    );
    assert_eq!(groups[1]["Scaling"]["Type"], json!("horizontal"));
    let names: Vec<(&Value, &Value, &Value)> = groups[1]["Tasks"]
        .as_array()
        .expect("tasks")
        .iter()
        .map(|task| (&task["Name"], &task["Driver"], &task["Vault"]["Role"]))
        .collect();
    let (a, b, role) = (json!("a"), json!("b"), json!("group"));
    assert_eq!(names, [(&a, &a, &role), (&b, &b, &role)]);
    assert_eq!(
        groups[1]["Tasks"][0]["ScalingPolicies"][0]["Type"],
        json!("vertical_cpu")
    );
}

#[test]
fn variables_come_from_the_environment_files_and_options() {
    let files = [
        (
            "web.nomad.hcl",
            "variable \"a\" {}\nvariable \"b\" { type = list(number) }\nvariable \"c\" {}\njob \"j\" { meta = { a = var.a, b = var.b[0], c = var.c } }\n",
        ),
        ("values.hcl", "a = \"file\"\nb = [1]\n"),
    ];
    let mut options = Options::default();
    options.environment = [("NOMAD_VAR_a", "env"), ("NOMAD_VAR_c", "env")]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    let option = VariableSource::Option {
        name: "b".to_owned(),
        text: "[2]".to_owned(),
    };
    options.variables = vec![VariableSource::File("values.hcl".into()), option];
    let memory: hcl2_project::Memory = files.into_iter().collect();
    let rendered = hcl2_render::render(std::sync::Arc::new(memory), &["web.nomad.hcl".into()], &options);
    let text = rendered.json.expect("a job").to_text();
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["Job"]["Meta"], json!({"a": "file", "b": "2", "c": "env"}));
}

#[track_caller]
fn expect(text: &str, code: &str, place: &str, detail: &str) {
    let (all, own) = support::problems(&[("web.nomad.hcl", text)], &Options::default());
    assert_eq!(
        all.first().map(|(code, place)| (*code, place.as_str())),
        Some((code, place)),
        "{own}"
    );
    assert!(own.contains(detail), "{own}");
}

#[test]
fn problems_have_places_and_advice() {
    expect(
        "variable \"a\" {}\njob \"j\" {}\n",
        "hcl2::terraform::missing-value",
        "\"a\"",
        "Set it with `--var a=VALUE`",
    );
    expect(
        "variable \"a\" {\n  type = number\n  default = \"x\"\n}\njob \"j\" {}\n",
        "hcl2::terraform::invalid-value",
        "\"x\"",
        "does not have its type",
    );
    expect(
        "variable \"a\" {\n  default = 1\n}\nvariable \"a\" {\n  default = 2\n}\njob \"j\" {}\n",
        "hcl2::terraform::duplicate-declaration",
        "\"a\"",
        "declared twice",
    );
    expect(
        "variable \"a\" {\n  default = 1\n  validation {\n    condition = var.a > 1\n    error_message = \"small\"\n  }\n}\njob \"j\" {}\n",
        "hcl2::terraform::refused-value",
        "var.a > 1",
        "Small.",
    );
    expect(
        "variable \"a\" {\n  default = 1\n  validation {\n    condition = [var.a]\n    error_message = \"small\"\n  }\n}\njob \"j\" {}\n",
        "hcl2::render::invalid-value",
        "[var.a]",
        "`true` or `false`",
    );
    expect(
        "locals {\n  a = local.b\n  b = local.a\n}\njob \"j\" {}\n",
        "hcl2::terraform::reference-cycle",
        "local.b",
        "`local.a`, `local.b`, `local.a`",
    );
    expect(
        "job \"j\" {\n  priority = \"high\"\n}\n",
        "hcl2::render::invalid-value",
        "\"high\"",
        "`priority` cannot be used",
    );
    expect(
        "job \"j\" {\n  group \"g\" {\n    max_run_duration = \"soon\"\n  }\n}\n",
        "hcl2::render::invalid-value",
        "\"soon\"",
        "a duration such as 1h30m",
    );
    expect(
        "job \"j\" {\n  prority = 1\n}\n",
        "hcl2::body::unsupported-attribute",
        "prority",
        "Did you mean `priority`?",
    );
    expect(
        "job \"j\" {\n  update {}\n  update {}\n}\n",
        "hcl2::render::invalid-value",
        "update",
        "one block `update` at most",
    );
    expect(
        "job \"j\" {}\njob \"k\" {}\n",
        "hcl2::render::invalid-value",
        "job \"k\"",
        "its own file",
    );
    expect("locals {}\n", "hcl2::body::missing-attribute", "", "job \"NAME\"");
    let option = VariableSource::Option {
        name: "cuont".to_owned(),
        text: "1".to_owned(),
    };
    let mut options = Options::default();
    options.variables = vec![option];
    let text = "variable \"count\" {\n  default = 1\n}\njob \"j\" {}\n";
    let rendered = support::rendered(&[("web.nomad.hcl", text)], &options);
    let problem = rendered.diagnostics.first().expect("a problem");
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::terraform::undeclared", None)
    );
    assert!(
        problem.detail.ends_with("Did you mean `count`?"),
        "{}",
        problem.detail
    );
}

/// Returns the `Config`, `Env` and `Meta` of the first task of each group.
fn maps(job: &Value) -> Vec<Value> {
    let groups = job["TaskGroups"].as_array().expect("groups");
    let maps = groups.iter().map(|group| {
        let task = &group["Tasks"][0];
        json!([task["Config"], task["Env"], task["Meta"]])
    });
    maps.collect()
}

#[test]
fn iterators_are_values_in_blocks_without_a_schema() {
    let made = job(r#"
        job "j" {
          dynamic "group" {
            for_each = [{ name = "a", index = 1 }, { name = "b", index = 2 }]
            iterator = it
            labels   = [it.value.name]
            content {
              service {
                meta { n = it.value.index }
                check {
                  header { X = [it.value.name] }
                }
              }
              scaling {
                max = 2
                policy { p = it.key }
              }
              task "t" {
                config {
                  command = it.value.name
                  mount "x" { d = it.value.index }
                  on_client = "${NOMAD_IP_http}-${it.value.name}"
                }
                meta { VERSION = it.value.index }
                dynamic "env" {
                  for_each = [it.value.name]
                  content { ID = format("id:%s-%s", env.value, it.value.index) }
                }
                artifact {
                  options { o = it.value.name }
                }
              }
            }
          }
        }
    "#);
    let expected = |name: &str, index: u8| {
        json!([
            {"command": name, "mount": [{"x": [{"d": index}]}], "on_client": format!("${{NOMAD_IP_http}}-{name}")},
            {"ID": format!("id:{name}-{index}")},
            {"VERSION": index.to_string()},
        ])
    };
    assert_eq!(maps(&made), [expected("a", 1), expected("b", 2)]);
    let group = &made["TaskGroups"][1];
    assert_eq!(group["Services"][0]["Meta"], json!({"n": "2"}));
    assert_eq!(group["Services"][0]["Checks"][0]["Header"], json!({"X": ["b"]}));
    assert_eq!(group["Scaling"]["Policy"], json!({"p": 1}));
    assert_eq!(
        group["Tasks"][0]["Artifacts"][0]["GetterOptions"],
        json!({"o": "b"})
    );
}

#[test]
fn blocks_of_drivers_are_as_they_are_written() {
    let made = job(r#"
        job "j" {
          group "g" {
            task "t" {
              config {
                none   = null
                labels = { a = 1 }
                dynamic "mount" {
                  for_each = ["x"]
                  content {
                    source = mount.value
                  }
                }
                nested {
                  none = null
                  o    = { b = { c = 1 } }
                }
              }
            }
          }
        }
    "#);
    let content = json!([{"source": "${mount.value}"}]);
    let config = json!({
        "labels": [{"a": 1}],
        "dynamic": [{"mount": [{"for_each": ["x"], "content": content}]}],
        "nested": [{"none": null, "o": [{"b": {"c": 1}}]}],
    });
    assert_eq!(maps(&made)[0][0], config);
}

#[test]
fn references_to_what_a_client_knows_stay_as_they_are_written() {
    for text in [
        "foo-${BAR}",
        "foo-${attr.network.dev-us-east1-relay-vpc.external-ip.0}",
        "${env[\"BLAH\"]}",
        "${mixed-indexing.0[3][\"FOO\"].5}",
        "with spaces ${   root.  field[  \"FOO\"].5  }",
        "${device.ids[0]}",
        "${attr.driver} ${attr.driver.docker} ${attr.driver.0}",
    ] {
        let made = job(&format!(
            "locals {{\n  l = \"{text}\"\n}}\njob \"j\" {{\n  region = \"{text}\"\n  namespace = local.l\n}}\n"
        ));
        assert_eq!(
            (&made["Region"], &made["Namespace"]),
            (&json!(text), &json!(text))
        );
    }
    let made = job(
        "job \"j\" {\n  region = meta.mytest\n  dynamic \"group\" {\n    for_each = [1]\n    labels = [node.class]\n    content {}\n  }\n}\n",
    );
    assert_eq!(made["Region"], json!("${meta.mytest}"));
    assert_eq!(made["TaskGroups"][0]["Name"], json!("${node.class}"));
}

#[test]
fn weights_are_bytes_and_constraints_have_fewer_short_forms() {
    let made = job(r#"
        job "j" {
          affinity { weight = 50.7 }
          affinity { weight = 300 }
          affinity { weight = -129 }
          affinity { set_contains = "a" }
          constraint { set_contains_any = "a" }
          constraint { set_contains = "a" }
        }
    "#);
    let all = |name: &str, property: &str| -> Vec<Value> {
        let all = made[name].as_array().expect("a list").iter();
        all.map(|own| own[property].clone()).collect()
    };
    assert_eq!(
        all("Affinities", "Weight"),
        [json!(50), json!(44), json!(127), Value::Null]
    );
    assert_eq!(all("Affinities", "Operand")[3], json!("set_contains"));
    assert_eq!(all("Constraints", "Operand"), [json!("="), json!("set_contains")]);
    assert_eq!(all("Constraints", "RTarget"), [json!(""), json!("a")]);
}

#[test]
fn what_the_product_refuses_is_an_error() {
    let group = |text: &str| format!("job \"j\" {{\n  group \"g\" {{\n    {text}\n  }}\n}}\n");
    let task = |text: &str| group(&format!("task \"t\" {{\n      {text}\n    }}"));
    let invalid = "hcl2::render::invalid-value";
    expect(
        &group("scaling {\n      min = 1\n    }"),
        "hcl2::body::missing-attribute",
        "",
        "`max` is required",
    );
    expect(
        &group("scaling {\n      max = 1\n      type = \"vertical\"\n    }"),
        invalid,
        "\"vertical\"",
        "Expected the type `horizontal`",
    );
    expect(
        &task("scaling \"cpu\" {}\n      scaling \"CPU\" {}"),
        invalid,
        "scaling \"CPU\"",
        "one block `scaling \"cpu\"` at most",
    );
    expect(
        &task("scaling \"mem\" {\n        type = \"horizontal\"\n      }"),
        invalid,
        "\"horizontal\"",
        "Expected the type `vertical_mem`",
    );
    expect(
        "job \"j\" {\n  vault {}\n  vault {}\n}\n",
        invalid,
        "vault",
        "one block `vault` at most",
    );
    expect(
        "job \"j\" {\n  spread {\n    weight = 300\n  }\n}\n",
        invalid,
        "300",
        "from -128 to 127",
    );
    expect(&task("lifecycle {}"), "hcl2::body::missing-attribute", "", "hook");
    expect(&task("kill_timeout = null"), invalid, "null", "cannot be null");
    expect(
        &task("artifact {\n        options = { a = 1 }\n      }"),
        "hcl2::body::unsupported-attribute",
        "options",
        "",
    );
}
