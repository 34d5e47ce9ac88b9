//! Bodies checked against the documents of schemas.

use std::collections::BTreeMap;

use hcl2_decode::schema::Schema;
use hcl2_decode::{Decode, Keyword, decode_into};
use hcl2_model::Traversal;

use crate::support::{body, shown, want};

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is its schema")]
struct Config {
    port: u16,
    #[hcl(deprecated = "use `port`")]
    name: Option<String>,
    level: Option<Level>,
    sizes: Option<Vec<u8>>,
    limits: Option<Limits>,
    pair: Option<(String, bool)>,
    weights: Option<BTreeMap<String, f64>>,
    word: Option<Keyword>,
    target: Option<Traversal>,
    #[hcl(block)]
    log: Option<Log>,
    #[hcl(block)]
    main: Main,
    #[hcl(block, name = "service")]
    services: BTreeMap<String, Service>,
    #[hcl(block, name = "backend")]
    backends: Vec<Backend>,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
enum Level {
    Low,
    High,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is its schema")]
struct Limits {
    cpu: u8,
    memory: Option<String>,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is its schema")]
struct Log {
    file: String,
    #[hcl(remain)]
    others: BTreeMap<String, String>,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
struct Main {}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is its schema")]
struct Service {
    #[hcl(label)]
    kind: String,
    command: String,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode, label)]
#[expect(dead_code, reason = "what matters is its schema")]
enum Backend {
    File(File),
    Memory,
}

#[derive(hcl2_derive::Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is its schema")]
struct File {
    path: String,
}

const VALID: &str = "port = 80\nlevel = \"high\"\nsizes = [1, 2]\nlimits = { cpu = 1 }\npair = [\"a\", true]\nweights = { a = 1, b = \
                     \"2\" }\nword = fast\ntarget = a.b\nlog {\n  file = \"f\"\n  more = \"m\"\n}\nmain {\n}\nservice \"a\" \"b\" {\n  \
                     command = \"c\"\n}\nbackend \"file\" {\n  path = \"p\"\n}\nbackend \"memory\" {\n}\n";

#[test]
fn constants_have_the_problems_that_decoding_reports() {
    let document = Config::schema().to_json_document().expect("a document");
    let schema = Schema::from_json_document(&document).expect("a schema");
    assert!(schema.check(&body(VALID)).is_empty());
    let mut differences = Vec::new();
    for (from, to) in [
        ("port = 80", "prot = 80"),
        ("port = 80", "port = 80000"),
        ("port = 80", "port = 1.5"),
        ("port = 80", "port = null"),
        ("port = 80", "port = \"80\""),
        ("port = 80", "port = \"many\""),
        ("port = 80", "port = 80\nname = null"),
        ("port = 80", "port = 80\nname = [\"a\"]"),
        ("port = 80", "port = 80\nname = \"a\""),
        ("\"high\"", "\"hihg\""),
        ("\"high\"", "[1]"),
        ("[1, 2]", "[1, 256, \"a\"]"),
        ("[1, 2]", "{ a = 1 }"),
        ("{ cpu = 1 }", "{ cpus = 1 }"),
        ("{ cpu = 1 }", "{ cpu = \"a\", memory = [] }"),
        ("{ cpu = 1 }", "[1]"),
        ("[\"a\", true]", "[\"a\", 1]"),
        ("{ a = 1, b", "{ a = \"x\", b"),
        ("word = fast", "word = 1"),
        ("target = a.b", "target = 1 + 1"),
        ("file = \"f\"", "fiel = \"f\""),
        ("more = \"m\"", "more {\n  }"),
        ("main {\n}\n", ""),
        ("main {\n}\n", "main {\n}\nmain {\n}\n"),
        ("main {\n}\n", "main {\n  a = 1\n}\n"),
        ("main {\n}\n", "main \"a\" {\n}\n"),
        ("main {\n}\n", "main {\n}\nmian {\n}\n"),
        ("service \"a\" \"b\"", "service \"a\""),
        ("service \"a\" \"b\"", "service \"a\" \"b\" \"c\""),
        ("command = \"c\"", ""),
        ("\"file\"", "\"fiel\""),
        ("path = \"p\"", "paht = \"p\""),
        ("\"memory\" {\n}", "\"memory\" {\n  a = 1\n}"),
    ] {
        assert!(VALID.contains(from), "{from}");
        let text = VALID.replacen(from, to, 1);
        let body = body(&text);
        let decoded = decode_into::<Config>(&body, None).diagnostics;
        let found = schema.check(&body);
        let [found, decoded] = [found, decoded].map(|problems| shown(&problems, &text));
        differences.extend((found != decoded).then_some((to, found, decoded)));
    }
    assert_eq!(differences, []);
}

#[test]
fn values_that_depend_on_variables_are_not_judged() {
    let schema = Config::schema();
    let text = VALID
        .replacen("port = 80", "port = var.port", 1)
        .replacen("[1, 2]", "[var.size, 256, max(1, 300)]", 1)
        .replacen("{ cpu = 1 }", "{ cpu = upper(\"a\"), memory = \"${var.m}G\" }", 1);
    assert_eq!(
        shown(&schema.check(&body(&text)), &text),
        want(&[("hcl2::decode::out-of-range", "256")])
    );
}
