//! Layers of configuration.

use hcl2::{Decode, Error, Layers, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Config {
    name: String,
    #[hcl(block)]
    server: Server,
    #[hcl(block)]
    rule: Vec<Rule>,
    tags: Option<Vec<String>>,
}

#[derive(Decode, Debug, PartialEq)]
struct Server {
    host: String,
    port: u16,
    #[hcl(block)]
    log: Option<Log>,
}

#[derive(Decode, Debug, PartialEq)]
struct Log {
    level: String,
    lines: Option<u32>,
}

#[derive(Decode, Debug, PartialEq)]
struct Rule {
    #[hcl(label)]
    name: String,
    allow: bool,
}

const DEFAULTS: &str = r#"
name = "app"
server {
  host = "localhost"
  port = 80
  log {
    level = "warn"
    lines = 100
  }
}
rule "a" {
  allow = false
}
rule "b" {
  allow = false
}
"#;

fn rules(document: &Config) -> Vec<(&str, bool)> {
    document
        .rule
        .iter()
        .map(|rule| (rule.name.as_str(), rule.allow))
        .collect()
}

#[test]
fn later_layers_change_what_they_name() -> Result<(), Error> {
    let document = Layers::new(Loader::new())
        .text("defaults.hcl", DEFAULTS)
        .text(
            "site.json",
            r#"{"server": {"host": "example.org", "log": {"level": "info"}}}"#,
        )
        .text(
            "local.hcl",
            "rule \"b\" {\n  allow = true\n}\nrule \"c\" {\n  allow = true\n}\n",
        )
        .environment_from(
            "APP",
            [
                ("APP__SERVER__PORT", "8080"),
                ("APP__NAME", "${not a template}"),
                ("APPLE__NAME", "no"),
                ("APP_NAME", "no"),
            ],
        )
        .set("tags", r#"["x", "${y}"]"#)
        .load()?;
    let config: Config = document.decode()?;
    assert_eq!(config.name, "${not a template}");
    assert_eq!(
        config.server,
        Server {
            host: "example.org".to_owned(),
            port: 8080,
            log: Some(Log {
                level: "info".to_owned(),
                lines: Some(100),
            }),
        }
    );
    assert_eq!(rules(&config), [("a", false), ("b", true), ("c", true)]);
    assert_eq!(config.tags, Some(vec!["x".to_owned(), "${y}".to_owned()]));
    let origins = [
        "server.host",
        "server.log.lines",
        "rule.b.allow",
        "server.port",
        "tags",
        "no",
        "rule.d",
    ]
    .map(|path| document.origin(path).map(|origin| origin.to_string()));
    let shown: Vec<_> = origins
        .iter()
        .map(|origin| origin.as_deref().unwrap_or("-"))
        .collect();
    assert_eq!(
        shown,
        [
            "site.json:1:21",
            "defaults.hcl:8:13",
            "local.hcl:2:11",
            "environment variable APP__SERVER__PORT:1:19",
            "setting tags:1:6",
            "-",
            "-",
        ]
    );
    Ok(())
}

#[test]
fn several_blocks_in_one_layer_replace_those_below() -> Result<(), Error> {
    #[derive(Decode)]
    struct Hosts {
        #[hcl(block)]
        host: Vec<Host>,
    }
    #[derive(Decode)]
    struct Host {
        name: Option<String>,
        port: Option<u16>,
    }
    let shown = |layers: &[&str]| -> Result<Vec<String>, Error> {
        let all = Layers::new(Loader::new());
        let layers = layers.iter().fold(all, |all, text| all.text("host.hcl", *text));
        let hosts = layers.decode::<Hosts>()?.host;
        let shown = hosts.iter().map(|host| {
            let name = host.name.as_deref().unwrap_or("-");
            format!("{name}:{}", host.port.unwrap_or_default())
        });
        Ok(shown.collect())
    };
    let (one, two) = (
        "host {\n  name = \"a\"\n}\n",
        "host {\n  name = \"b\"\n}\nhost {\n  name = \"c\"\n}\n",
    );
    let port = "host {\n  port = 1\n}\n";
    assert_eq!(shown(&[one, port])?, ["a:1"]);
    assert_eq!(shown(&[one, two])?, ["b:0", "c:0"]);
    assert_eq!(shown(&[two, port])?, ["-:1"]);
    assert_eq!(shown(&[one, port, "host {\n  name = \"d\"\n}\n"])?, ["d:1"]);
    Ok(())
}

#[test]
fn thousands_of_layers_do_not_nest() -> Result<(), Error> {
    #[derive(Decode)]
    struct Many {
        #[hcl(block)]
        server: Server,
    }
    let first = Layers::new(Loader::new()).text("first.hcl", "server {\n  host = \"a\"\n  port = 0\n}\n");
    let layers = (1..=5_000).fold(first, |layers, port| layers.set("server.port", port.to_string()));
    let server = layers.decode::<Many>()?.server;
    assert_eq!((server.host.as_str(), server.port), ("a", 5_000));
    Ok(())
}

#[test]
fn problems_name_their_layer() {
    let problem = |layers: Layers| {
        let error = layers.decode::<Config>().expect_err("there is a mistake");
        let problem = &error.diagnostics()[0];
        let place = problem.subject.and_then(|span| {
            let source = error.sources().get(span.source)?;
            Some((
                source.name().to_owned(),
                String::from_utf8_lossy(source.slice(span)).into_owned(),
            ))
        });
        (problem.code.id(), place.unwrap_or_default())
    };
    let layers = || Layers::new(Loader::new()).text("defaults.hcl", DEFAULTS);
    let place = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(
        problem(layers().set("server.port", "80000")),
        (
            "hcl2::decode::out-of-range",
            place("setting server.port", "80000")
        )
    );
    assert_eq!(
        problem(layers().environment_from("APP", [("APP__SERVER__PROT", "1")])),
        (
            "hcl2::body::unsupported-attribute",
            place("environment variable APP__SERVER__PROT", "PROT")
        )
    );
    assert_eq!(
        problem(layers().set("server..port", "1")),
        ("hcl2::source::unreadable", place("", ""))
    );
    assert_eq!(
        problem(layers().file("no-such-file.hcl")),
        ("hcl2::source::unreadable", place("", ""))
    );
    assert!(
        layers()
            .optional_file("no-such-file.hcl")
            .decode::<Config>()
            .is_ok()
    );
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
struct Limits {
    max_open_files: u32,
    #[hcl(name = "maxBytes")]
    bytes: Option<u32>,
    #[hcl(block, name = "back-end")]
    back_ends: Vec<BackEnd>,
}

#[derive(Decode, Debug, PartialEq)]
struct BackEnd {
    #[hcl(label)]
    name: String,
    #[hcl(name = "pool-size")]
    pool: Option<Pool>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "camelCase")]
struct Pool {
    at_most: u32,
}

#[test]
fn environment_variables_name_fields_in_any_case() {
    let layers = Layers::new(Loader::new()).environment_from(
        "APP",
        [
            ("APP__MAX_OPEN_FILES", "10"),
            ("APP__MAXBYTES", "20"),
            ("APP__BACK_END__EU_1__POOL_SIZE__AT_MOST", "5"),
        ],
    );
    let expected = Limits {
        max_open_files: 10,
        bytes: Some(20),
        back_ends: vec![BackEnd {
            name: "eu_1".to_owned(),
            pool: Some(Pool { at_most: 5 }),
        }],
    };
    assert_eq!(layers.decode::<Limits>().expect("it fits"), expected);
    let document = layers.for_type::<Limits>().load().expect("it parses");
    assert_eq!(document.decode::<Limits>().expect("it fits"), expected);
}

#[test]
fn problems_show_a_setting_as_it_is_written() {
    let shown = |layers: Layers| {
        let error = layers.decode::<Config>().expect_err("there is a mistake");
        error.to_string()
    };
    let layers = || Layers::new(Loader::new()).text("defaults.hcl", DEFAULTS);
    let variable = |name: &str, value: &str| shown(layers().environment_from("APP", [(name, value)]));
    assert_eq!(
        variable("APP__SERVER__PROT", "1"),
        "\
environment variable APP__SERVER__PROT:1:14: error[hcl2::body::unsupported-attribute]: Unsupported attribute
  1 | APP__SERVER__PROT=1
    |              ^^^^
  No attribute or block type is named `prot` here. Did you mean `port`?
  help: use `PORT`
  1 | APP__SERVER__PORT=1
    |              ++++"
    );
    for (layers, code, written) in [
        (
            layers().environment_from(
                "APP",
                [("APP__SERVER__LOG", "{\"level\": \"info\", \"lines\": true}")],
            ),
            "hcl2::decode::wrong-type",
            "true",
        ),
        (
            layers().environment_from("APP", [("APP__SERVER", "off")]),
            "hcl2::json::object-required",
            "off",
        ),
        (
            layers().environment_from("APP", [("APP__RULE", "[]")]),
            "hcl2::json::object-required",
            "[]",
        ),
        (layers().set("tags", "a"), "hcl2::decode::wrong-type", "a"),
    ] {
        let error = layers.decode::<Config>().expect_err("there is a mistake");
        let problem = &error.diagnostics()[0];
        let span = problem.subject.expect("it has a place");
        let source = error.sources().get(span.source).expect("the source is there");
        assert_eq!(
            (problem.code.id(), source.slice(span)),
            (code, written.as_bytes())
        );
    }
}

#[test]
fn objects_and_lists_in_settings_serve_as_blocks() -> Result<(), Error> {
    let config: Config = Layers::new(Loader::new())
        .text("defaults.hcl", DEFAULTS)
        .set("server", r#"{"port": 81, "log": [{"level": "debug"}]}"#)
        .set("rule", r#"{"a": {"allow": true}, "c": [{"allow": false}]}"#)
        .set("rule.b.allow", "true")
        .decode()?;
    assert_eq!(
        (config.server.port, config.server.host.as_str()),
        (81, "localhost")
    );
    assert_eq!(config.server.log.map(|log| log.level), Some("debug".to_owned()));
    Ok(())
}

#[test]
fn a_path_of_a_setting_has_a_limit() {
    let load = |parts: usize| {
        Layers::new(Loader::new())
            .set(&vec!["a"; parts].join("."), "1")
            .load()
    };
    assert!(load(100).is_ok());
    let error = load(101).expect_err("it is too long");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::source::unreadable");
}

#[test]
fn a_misspelled_required_attribute_in_a_variable_is_one_error() {
    let layers =
        Layers::new(Loader::new()).environment_from("APP", [("APP__NAEM", "a"), ("APP__SERVER__HOST", "b")]);
    let error = layers
        .set("server.port", "1")
        .decode::<Config>()
        .expect_err("it is misspelled");
    let codes: Vec<_> = error.iter().map(|problem| problem.code.id()).collect();
    assert_eq!(codes, ["hcl2::body::unsupported-attribute"]);
}
