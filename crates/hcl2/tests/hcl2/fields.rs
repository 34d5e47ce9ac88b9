//! Options of fields and types in derived decoders.

use std::collections::BTreeMap;

use hcl2::decode::Check;
use hcl2::decode::schema::Schema;
use hcl2::{Decode, Error, Loader, Syntax};

/// Returns the code, the range and the detail of each problem.
fn problems(error: &Error) -> Vec<(&str, Option<std::ops::Range<usize>>, &str)> {
    let problems = error.iter().map(|problem| {
        let range = problem.subject.map(|span| span.range());
        (problem.code.id(), range, problem.detail.as_ref())
    });
    problems.collect()
}

#[derive(Decode, Debug, PartialEq)]
struct Server {
    #[hcl(validate = open)]
    port: Option<u16>,
    #[hcl(validate = short)]
    name: Option<String>,
    #[hcl(validate = present)]
    zone: Option<String>,
    #[hcl(from_str, validate = local)]
    address: Option<std::net::IpAddr>,
    #[hcl(block, validate = enabled)]
    log: Option<Log>,
}

#[derive(Decode, Debug, PartialEq)]
struct Log {
    enabled: bool,
}

fn open(port: &u16) -> Result<(), &'static str> {
    if *port < 1024 {
        Err("the port is privileged")
    } else {
        Ok(())
    }
}

fn short(name: &str) -> Result<(), String> {
    if name.len() > 3 {
        Err(format!("{name} is too long"))
    } else {
        Ok(())
    }
}

fn present(zone: &Option<String>) -> Result<(), &'static str> {
    if zone.is_none() {
        Err("a zone is missing")
    } else {
        Ok(())
    }
}

fn local(address: &std::net::IpAddr) -> Result<(), &'static str> {
    if address.is_loopback() {
        Ok(())
    } else {
        Err("the address is not local")
    }
}

fn enabled(log: &Log) -> Result<(), &'static str> {
    if log.enabled {
        Ok(())
    } else {
        Err("the log is disabled")
    }
}

#[test]
fn checks_of_optional_fields_take_the_option_or_its_content() {
    let server: Server = hcl2::from_str("zone = \"a\"\n").expect("absent fields are not checked");
    assert_eq!((server.port, server.name), (None, None));
    let text = "port = 80\nname = \"abcd\"\naddress = \"10.0.0.1\"\nlog {\n  enabled = false\n}\n";
    let error = hcl2::from_str::<Server>(text).expect_err("all checks fail");
    let invalid = "hcl2::decode::invalid-value";
    assert_eq!(
        problems(&error),
        [
            // A missing attribute would be added to the start of the file.
            (invalid, Some(0..0), "A zone is missing."),
            (invalid, Some(7..9), "The port is privileged."),
            (invalid, Some(17..23), "Abcd is too long."),
            (invalid, Some(34..44), "The address is not local."),
            (invalid, Some(45..48), "The log is disabled."),
        ]
    );
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case", validate = fits)]
struct Pool {
    #[hcl(label)]
    pool_name: String,
    max_size: u32,
    #[hcl(name = "type")]
    kind: String,
    #[hcl(block)]
    warm_up: Option<Log>,
    #[hcl(flatten)]
    limits: Limits,
}

#[derive(Decode, Debug, PartialEq)]
struct Limits {
    r#box: Option<u32>,
}

fn fits(pool: &Pool, check: &mut Check<'_, '_>) {
    check.error(Pool::FIELDS.max_size, format!("{} is too large", pool.max_size));
    check.error(Pool::FIELDS.pool_name, "the name is taken");
    check.error(Limits::FIELDS.r#box, "the box is full");
    check.error(
        &[Pool::FIELDS.warm_up, Log::FIELDS.enabled].join("."),
        "the pool is cold",
    );
}

#[test]
fn fields_have_the_names_that_they_have_in_hcl() {
    #[derive(Decode, Debug)]
    #[expect(dead_code, reason = "only its problems are looked at")]
    struct Config {
        #[hcl(block)]
        pool: Pool,
    }
    let names = (
        Pool::FIELDS.pool_name,
        Pool::FIELDS.max_size,
        Pool::FIELDS.kind,
        Pool::FIELDS.warm_up,
    );
    assert_eq!(names, ("pool-name", "max-size", "type", "warm-up"));
    assert_eq!(Limits::FIELDS.r#box, "box");
    let text =
        "pool \"a\" {\n  max-size = 9\n  type = \"x\"\n  box = 1\n  warm-up {\n    enabled = true\n  }\n}\n";
    let error = hcl2::from_str::<Config>(text).expect_err("the check fails");
    let found: Vec<_> = problems(&error)
        .into_iter()
        .map(|(_, range, detail)| (range, detail))
        .collect();
    assert_eq!(
        found,
        [
            (Some(0..8), "The name is taken."),
            (Some(24..25), "9 is too large."),
            (Some(47..48), "The box is full."),
            (Some(75..79), "The pool is cold."),
        ]
    );
}

#[derive(Decode, Debug, PartialEq)]
struct Image {
    #[hcl(block_or_attribute, default)]
    labels: BTreeMap<String, String>,
    #[hcl(block_or_attribute)]
    limits: Option<Limits>,
    #[hcl(block_or_attribute, default)]
    mounts: Vec<Mount>,
}

#[derive(Decode, Debug, PartialEq)]
struct Mount {
    path: String,
}

fn image(text: &str) -> Result<Image, Error> {
    hcl2::from_str(text)
}

#[test]
fn a_block_or_attribute_decodes_the_same_in_both_forms() {
    let attributes = image(
        "labels = { a = 1, b = \"x\" }\nlimits = { box = 2 }\nmounts = [{ path = \"/a\" }, { path = \"/b\" }]\n",
    )
    .expect("attributes are valid");
    let blocks = image(
        "labels {\n  a = 1\n  b = \"x\"\n}\nlimits {\n  box = 2\n}\nmounts {\n  path = \"/a\"\n}\nmounts {\n  path = \"/b\"\n}\n",
    )
    .expect("blocks are valid");
    let json: Image = hcl2::from_json(
        r#"{"labels": {"a": 1, "b": "x"}, "limits": {"box": 2}, "mounts": [{"path": "/a"}, {"path": "/b"}]}"#,
    )
    .expect("JSON is valid");
    assert_eq!(attributes, blocks);
    assert_eq!(attributes, json);
    assert_eq!(
        (attributes.labels["a"].as_str(), attributes.mounts.len()),
        ("1", 2)
    );
    let none = image("").expect("all is optional");
    assert!(none.labels.is_empty() && none.limits.is_none() && none.mounts.is_empty());
}

#[test]
fn problems_of_a_block_or_attribute_are_those_of_its_form() {
    let wrong = image("limits {\n  bax = 2\n}\n").expect_err("the name is wrong");
    assert_eq!(
        problems(&wrong),
        [(
            "hcl2::body::unsupported-attribute",
            Some(11..14),
            "No attribute `bax` is expected in this object. Did you mean `box`?"
        )]
    );
    let wrong = image("limits {\n  box = \"x\"\n}\n").expect_err("the type is wrong");
    assert_eq!(
        problems(&wrong),
        [(
            "hcl2::decode::wrong-type",
            Some(17..20),
            "Expected a whole number from 0 to 4294967295, found the string \"x\"."
        )]
    );
    let codes = |text: &str| -> Vec<String> {
        let error = image(text).expect_err("the text is wrong");
        error.iter().map(|problem| problem.code.id().to_owned()).collect()
    };
    assert_eq!(codes("labels {}\nlabels {}\n"), ["hcl2::decode::duplicate-block"]);
    assert_eq!(
        codes("labels {}\nlabels = {}\n"),
        ["hcl2::body::unsupported-attribute"]
    );
    assert_eq!(codes("labels \"x\" {}\n"), ["hcl2::body::extraneous-label"]);
    assert_eq!(codes("mounts {}\n"), ["hcl2::body::missing-attribute"]);
    assert_eq!(
        codes("labels {\n  inner {}\n}\n"),
        ["hcl2::body::unexpected-block"]
    );
}

#[test]
fn a_schema_keeps_that_an_attribute_may_be_a_block() {
    let document = Image::schema()
        .to_json_document()
        .expect("the schema has a document");
    let schema = Schema::from_json_document(&document).expect("the document is valid");
    assert_eq!(schema, Image::schema());
    let document = hcl2::parse("labels {\n  a = 1\n}\nmounts {\n  path = 1\n}\n").expect("the text is valid");
    assert!(schema.check(document.body()).is_empty());
}

#[test]
fn unknown_items_are_ignored_on_request() {
    #[derive(Decode, Debug, PartialEq)]
    #[hcl(ignore_unknown)]
    struct Config {
        port: u16,
        #[hcl(block)]
        server: Option<Pool2>,
    }
    #[derive(Decode, Debug, PartialEq)]
    struct Pool2 {
        size: u16,
    }
    let text = "port = 1\nprot = 2\nother \"x\" {\n  a = 1\n}\nserver {\n  size = 1\n}\n";
    let config: Config = hcl2::from_str(text).expect("unknown items are ignored");
    assert_eq!(
        config,
        Config {
            port: 1,
            server: Some(Pool2 { size: 1 })
        }
    );
    let error =
        hcl2::from_str::<Config>("port = 1\nserver {\n  size = 1\n  b = 2\n}\n").expect_err("not within");
    assert_eq!(problems(&error)[0].0, "hcl2::body::unsupported-attribute");
    let error = hcl2::from_str::<Config>("prot = 1\n").expect_err("the port is required");
    assert_eq!(problems(&error)[0].0, "hcl2::body::missing-attribute");
    let value = hcl2::eval("{ a = 1, port = 2 }").expect("the value is valid");
    #[derive(Decode, Debug, PartialEq)]
    #[hcl(ignore_unknown)]
    struct Inner {
        port: u16,
    }
    assert_eq!(
        hcl2::decode_value::<Inner>(&value).expect("unknown keys are ignored"),
        Inner { port: 2 }
    );
}

#[derive(Decode, Debug, Default, PartialEq)]
struct Timeouts {
    #[hcl(default = 5)]
    connect: u16,
    #[hcl(default = 3)]
    tries: u8,
}

#[derive(Decode, Debug, PartialEq)]
struct Address {
    host: String,
    #[hcl(default = 80)]
    port: u16,
}

impl Default for Address {
    fn default() -> Self {
        Self {
            host: "localhost".to_owned(),
            port: 8080,
        }
    }
}

#[derive(Decode, Debug, PartialEq)]
struct Client {
    #[hcl(block, default)]
    timeouts: Timeouts,
    #[hcl(default)]
    retries: Timeouts,
    #[hcl(block, default)]
    address: Address,
}

#[test]
fn an_absent_block_with_a_default_is_an_empty_one_if_that_is_complete() {
    let empty: Client = hcl2::from_str("timeouts {}\nretries = {}\n").expect("all else has a default");
    let absent: Client = hcl2::from_str("").expect("all has a default");
    assert_eq!(absent, empty);
    assert_eq!((absent.timeouts.connect, absent.retries.tries), (5, 3));
    assert_eq!(absent.address, Address::default());
    let null: Client = hcl2::from_str("retries = null\n").expect("null is absent");
    assert_eq!(null, empty);
    let given: Client = hcl2::from_str("address {\n  host = \"a\"\n}\n").expect("the port has a default");
    assert_eq!(given.address.port, 80);
}

#[derive(Decode, Debug)]
struct Login {
    #[expect(dead_code, reason = "only errors are looked at")]
    user: Option<String>,
    #[expect(dead_code, reason = "only errors are looked at")]
    password: Option<hcl2::decode::Sensitive<String>>,
}

#[test]
fn a_misspelled_or_misplaced_secret_is_not_shown() {
    for text in [
        "passwrod = \"hunter2\"\n",
        "password \"hunter2\" {}\n",
        "secret = \"hunter2\"\n",
    ] {
        let error = hcl2::from_str::<Login>(text)
            .expect_err("the item is unexpected")
            .to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
    let repeated = [
        ("password = \"hunter1\"\npassword = \"hunter2\"\n", Syntax::Native),
        ("password = \"hunter1\"\nuser = \n", Syntax::Native),
        ("password = \"hunter1\n", Syntax::Native),
        (
            "{\"password\": \"hunter1\", \"password\": \"hunter2\", \"user\": \"a\"}",
            Syntax::Json,
        ),
    ];
    for (text, syntax) in repeated {
        let error = Loader::new().syntax(syntax).from_str::<Login>(text);
        let error = error.expect_err("the attribute repeats").to_string();
        assert!(!error.contains("hunter"), "{error}");
    }
    let json = "{\"passwrod\": \"hunter2\"}";
    let error = hcl2::from_json::<Login>(json)
        .expect_err("the property is unexpected")
        .to_string();
    assert!(
        error.contains("passwrod") && !error.contains("hunter2"),
        "{error}"
    );
}
