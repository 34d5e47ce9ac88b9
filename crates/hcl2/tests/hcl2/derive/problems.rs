//! Problems that derived types report through the facade, in both syntaxes.

use std::collections::BTreeMap;

use hcl2::{Decode, Error, Loader, Syntax};

use super::support::{json, native, shown, want};

#[derive(Decode, Debug)]
#[expect(dead_code, reason = "what matters is what is wrong")]
struct Config {
    port: u16,
    mode: Option<Mode>,
    #[hcl(block)]
    check: BTreeMap<String, Check>,
}

#[derive(Decode, Debug)]
#[hcl(keyword)]
enum Mode {
    Fast,
    Safe,
}

#[derive(Decode, Debug)]
#[expect(dead_code, reason = "what matters is what is wrong")]
struct Check {
    every: u32,
    codes: Vec<u16>,
}

#[test]
fn both_syntaxes_report_the_same_problems_at_their_ranges() {
    let from_native = native::<Config>(
        "port = 80000\nmode = fsat\ncheck \"a\" {\n  every = \"soon\"\n  codes = [200, 70000]\n}\n",
    );
    assert_eq!(
        shown(from_native),
        want(&[
            ("hcl2::decode::out-of-range", "80000"),
            ("hcl2::decode::unknown-variant", "fsat"),
            ("hcl2::decode::wrong-type", "\"soon\""),
            ("hcl2::decode::out-of-range", "70000"),
        ])
    );
    let from_json = json::<Config>(
        r#"{"port": 80000, "mode": "fsat", "check": {"a": {"every": "soon", "codes": [200, 70000]}}}"#,
    );
    assert_eq!(
        shown(from_json),
        want(&[
            ("hcl2::decode::out-of-range", "80000"),
            ("hcl2::decode::unknown-variant", "\"fsat\""),
            ("hcl2::decode::wrong-type", "\"soon\""),
            ("hcl2::decode::out-of-range", "70000"),
        ])
    );
}

#[test]
fn an_error_displays_each_problem_with_its_line() {
    let error = native::<Config>("prot = 80\nspeed = 1\n").expect_err("it is misspelt");
    assert_eq!(
        error.to_string(),
        "\
<text>:1:1: error[hcl2::body::unsupported-attribute]: Unsupported attribute
  1 | prot = 80
    | ^^^^
  No attribute `prot` is expected here. Did you mean `port`?
  help: use `port`
  1 | port = 80
    | ++++

<text>:2:1: error[hcl2::body::unsupported-attribute]: Unsupported attribute
  2 | speed = 1
    | ^^^^^
  No attribute `speed` is expected here."
    );
}

#[test]
fn invalid_utf8_is_an_error() {
    let error = hcl2::from_slice::<Config>(b"port = \"\xff\"\n").expect_err("that is no UTF-8");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::source::invalid-utf8");
}

#[test]
fn a_directory_is_loaded_as_one_configuration() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let load = || hcl2::from_dir::<Config>(directory.path());
    let found = |result: Result<Config, Error>| -> Vec<_> {
        let error = result.expect_err("something is wrong");
        error
            .diagnostics()
            .iter()
            .map(|problem| (problem.code.id(), problem.subject.map(|span| span.range())))
            .collect()
    };
    assert_eq!(found(load()), [("hcl2::source::no-files", None)]);
    write(
        "a.hcl",
        "port = 80\ncheck \"b\" {\n  every = 1\n  codes = []\n}\n",
    );
    write("b.hcl.json", r#"{"check": {"a": {"every": 1, "codes": [200]}}}"#);
    write("notes.txt", "this is not read");
    write(".hidden.hcl", "this is not read");
    let config = load().expect("no errors");
    assert_eq!(config.check.keys().collect::<Vec<_>>(), ["a", "b"]);
    write("c.hcl", "port = 81\n");
    assert_eq!(found(load()), [("hcl2::body::duplicate-attribute", Some(0..4))]);
    let missing = hcl2::from_dir::<Config>(directory.path().join("missing"));
    assert_eq!(found(missing), [("hcl2::source::unreadable", None)]);
}

#[test]
fn the_ending_of_a_path_selects_the_syntax() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("app.json");
    std::fs::write(&path, r#"{"port": 80}"#).expect("a file");
    assert_eq!(hcl2::from_path::<Config>(&path).expect("no errors").port, 80);
    let error = Loader::new()
        .syntax(Syntax::Native)
        .from_path::<Config>(&path)
        .expect_err("that is JSON");
    assert!(error.to_string().contains("app.json:1:1"), "{error}");
}

#[test]
fn limits_bound_what_is_read() {
    let limits = hcl2::native::Limits::new().with_nesting_depth(3);
    let text = "port = ((((80))))\n";
    assert!(hcl2::from_str::<Config>(text).is_ok());
    let error = Loader::new()
        .limits(limits)
        .from_str::<Config>(text)
        .expect_err("it is too deep");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::syntax::too-deep");
}

#[test]
fn decoding_returns_warnings_with_the_value() {
    #[derive(Decode)]
    struct Old {
        #[hcl(deprecated = "set `port`")]
        listen: Option<u16>,
    }
    let document = Loader::new()
        .load_str("app.hcl", "listen = 80\n")
        .expect("no errors");
    let decoded = document.decode_with_warnings::<Old>().expect("no errors");
    assert_eq!(decoded.value.listen, Some(80));
    assert_eq!(
        decoded.diagnostics[0].detail,
        "The attribute `listen` is deprecated: set `port`."
    );
}

#[cfg(all(feature = "json", feature = "sarif"))]
#[test]
fn an_error_renders_as_json_and_sarif() {
    let error = hcl2::from_str::<Config>("prot = 80\n").expect_err("it is misspelt");
    assert!(error.to_json().contains("hcl2::body::unsupported-attribute"));
    assert!(error.to_sarif().contains("hcl2::body::unsupported-attribute"));
}

#[cfg(feature = "miette")]
#[test]
fn an_error_converts_into_a_miette_report() {
    fn run() -> miette::Result<()> {
        hcl2::from_str::<Config>("prot = 80\nmode = 5\n").map_err(Error::into_report)?;
        Ok(())
    }
    let report = run().expect_err("it is misspelt");
    assert_eq!(
        report.code().expect("a code").to_string(),
        "hcl2::body::unsupported-attribute"
    );
    let related: Vec<String> = report
        .related()
        .expect("others")
        .filter_map(|other| other.code().map(|code| code.to_string()))
        .collect();
    assert_eq!(related, ["hcl2::decode::not-static"]);
}

#[derive(Decode, Debug)]
struct Named {
    #[expect(dead_code, reason = "only its errors count")]
    name: String,
    #[expect(dead_code, reason = "only its errors count")]
    listen: Listen,
    #[hcl(block)]
    #[expect(dead_code, reason = "only its errors count")]
    log: Log,
}

#[derive(Decode, Debug)]
struct Listen {
    #[expect(dead_code, reason = "only its errors count")]
    port: u16,
}

#[derive(Decode, Debug)]
struct Log {
    #[hcl(alias = "file")]
    #[expect(dead_code, reason = "only its errors count")]
    path: String,
}

#[test]
fn a_misspelled_required_item_is_one_error() {
    const UNSUPPORTED: &str = "hcl2::body::unsupported-attribute";
    let rest = "listen = { port = 80 }\nlog {\n  path = \"a\"\n}\n";
    for (text, expected) in [
        (format!("nme = \"a\"\n{rest}"), (UNSUPPORTED, "nme")),
        (
            "name = \"a\"\nlisten = { prt = 80 }\nlog {\n  path = \"a\"\n}\n".to_owned(),
            (UNSUPPORTED, "prt"),
        ),
        (
            "name = \"a\"\nlisten = { port = 80 }\nlogs {\n  path = \"a\"\n}\n".to_owned(),
            ("hcl2::body::unsupported-block", "logs"),
        ),
        (
            "name = \"a\"\nlisten = { port = 80 }\nlog {\n  fle = \"a\"\n}\n".to_owned(),
            (UNSUPPORTED, "fle"),
        ),
    ] {
        assert_eq!(shown(native::<Named>(&text)), want(&[expected]), "{text}");
    }
    let text = r#"{"nme": "a", "listen": {"port": 80}, "log": {"path": "a"}}"#;
    let expected = want(&[("hcl2::json::unexpected-property", "\"nme\"")]);
    assert_eq!(shown(json::<Named>(text)), expected);
    let expected = want(&[
        ("hcl2::body::missing-attribute", "@0"),
        (UNSUPPORTED, "nothing_like_it"),
    ]);
    assert_eq!(
        shown(native::<Named>(&format!("nothing_like_it = 1\n{rest}"))),
        expected
    );
}
