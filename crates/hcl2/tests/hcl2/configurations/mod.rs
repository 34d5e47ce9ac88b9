//! Realistic configurations in `examples/typed`: each decodes to equal structs from both syntaxes, and the problems of
//! its broken twin are those in the file beside it.

mod alerts;
mod backup;
mod cluster;
mod dashboard;
mod database;
mod firewall;
mod flags;
mod gateway;
mod json_schema;
mod mail;
mod matrix;
mod package;
mod pipeline;
mod policy;
mod quotas;
mod router;
mod scheduler;
mod service;
mod theme;
mod translations;
mod workflow;

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use hcl2::decode::schema::{Schema, SchemaDocumentError};
use hcl2::{Decode, Loader, Syntax};

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/typed");
    folder.join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks `NAME.hcl` against `NAME.hcl.json`, that against the JSON Schema of the type, and `NAME.broken.hcl` against `NAME.broken.txt`; returns the decoded value.
#[track_caller]
fn check<T: Decode + PartialEq + Debug>(name: &str, loader: &Loader) -> T {
    let native: T = loader
        .from_path(path(&format!("{name}.hcl")))
        .unwrap_or_else(|error| panic!("{error}"));
    let json: T = loader
        .from_path(path(&format!("{name}.hcl.json")))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(native, json);
    let written = T::schema()
        .to_json_document()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Schema::from_json_document(&written), Ok(T::schema()));
    let document = read(&format!("{name}.hcl.json"));
    // A schema does not contain dynamic blocks.
    if !document.contains("\"dynamic\"") {
        assert_eq!(
            json_schema::problem(&T::schema().to_json_schema(), &document),
            None
        );
    }
    let broken = format!("{name}.broken.hcl");
    let error = loader
        .clone()
        .syntax(Syntax::Native)
        .load_str(&broken, read(&broken))
        .and_then(|document| document.decode::<T>())
        .expect_err("it is broken");
    assert_eq!(
        format!("{error}\n"),
        read(&format!("{name}.broken.txt")),
        "\n{error}"
    );
    native
}

#[test]
fn the_json_schema_validator_rejects_invalid_documents() {
    #[derive(Decode)]
    #[expect(dead_code, reason = "what matters is its schema")]
    struct Config {
        port: u16,
    }
    let document = Config::schema().to_json_document().unwrap_or_default();
    let read = |from: &str, to: &str| Schema::from_json_document(&document.replace(from, to)).map(|_| ());
    assert_eq!(read("", ""), Ok(()));
    let within = |error: SchemaDocumentError| {
        Err(SchemaDocumentError::Definition(
            Config::schema().root,
            error.into(),
        ))
    };
    let unexpected = |wanted| within(SchemaDocumentError::Unexpected(wanted));
    assert_eq!(
        read("\"root\"", "\"top\""),
        Err(SchemaDocumentError::Unexpected("`root`, a name"))
    );
    assert_eq!(
        read("\"root\":\"", "\"root\":\"no "),
        Err(SchemaDocumentError::Undefined(
            format!("no {}", Config::schema().root).into()
        ))
    );
    let attribute = &document[document.find("{\"default\"").unwrap_or_default()
        ..document.find("],\"blocks\"").unwrap_or_default()];
    assert_eq!(
        read(attribute, &format!("{attribute},{attribute}")),
        within(SchemaDocumentError::Repeated("port".into()))
    );
    assert_eq!(
        read("65535", "\"many\""),
        unexpected("a known `kind` of an attribute")
    );
    assert_eq!(
        read("\"nothing\"", "\"something\""),
        unexpected("`rest`, one of nothing, attributes and anything")
    );
    assert_eq!(
        read("\"required\":true", "\"required\":1"),
        unexpected("`required`, `true` or `false`")
    );
    let deep = format!("{}\"traversal\"{}", "{\"list\":".repeat(70), "}".repeat(70));
    let kind = "{\"integer\":[0,65535]}";
    assert_eq!(read(kind, &deep), within(SchemaDocumentError::TooDeep));
    assert_eq!(
        read(kind, "{\"list\":{\"object\":\"none\"}}"),
        within(SchemaDocumentError::Undefined("none".into()))
    );
    assert!(matches!(read("{", "["), Err(SchemaDocumentError::NotJson(_))));
    let brackets = "[".repeat(100_000);
    assert!(matches!(
        Schema::from_json_document(&brackets),
        Err(SchemaDocumentError::NotJson(_))
    ));
}

#[test]
fn the_json_schema_of_a_type_rejects_what_decoding_rejects() {
    #[derive(Decode)]
    #[expect(dead_code, reason = "what matters is its schema")]
    struct Config {
        /// Where to listen.
        port: u16,
        #[hcl(deprecated = "leave it out")]
        mode: Option<Mode>,
        #[hcl(block, name = "user", max = 2)]
        users: Vec<User>,
        #[hcl(block)]
        groups: std::collections::BTreeMap<String, User>,
    }
    #[derive(Decode)]
    enum Mode {
        Fast,
    }
    #[derive(Decode)]
    #[expect(dead_code, reason = "what matters is its schema")]
    struct User {
        #[hcl(label)]
        name: String,
        pair: (u8, bool),
    }
    let schema = Config::schema().to_json_schema();
    assert!(schema.contains("\"description\":\"Where to listen.\""));
    assert!(schema.contains("\"deprecated\":true"));
    let problem = |document: &str| json_schema::problem(&schema, document);
    let fine = [
        r#"{"port": 80}"#,
        r#"{"port": "${n}", "//": "a comment", "mode": null}"#,
        r#"[{"port": 80}, {"mode": "fast"}]"#,
        r#"{"port": 80, "mode": "${m}", "user": {"ada": {"pair": [1, "true"]}}}"#,
        r#"{"port": 80, "groups": [{"a": {"ada": [{"pair": "${p}"}]}}]}"#,
    ];
    for document in fine {
        assert_eq!(problem(document), None, "{document}");
    }
    let wrong = [
        (r#"{}"#, "lacks \"port\""),
        (r#"{"port": 65536}"#, "maximum: 65535"),
        (r#"{"port": 1.5}"#, "integer"),
        (r#"{"port": 80, "mode": "slow"}"#, "enum"),
        (r#"{"port": 80, "prot": 80}"#, "document.prot is not expected"),
        (r#"{"port": 80, "user": {"ada": {"pair": [1]}}}"#, "minItems: 2"),
        (r#"{"port": 80, "user": {"ada": {}}}"#, "lacks \"pair\""),
        (
            r#"{"port": 80, "groups": {"a": {"pair": [1, true]}}}"#,
            "document.groups",
        ),
    ];
    for (document, expected) in wrong {
        let found = problem(document).unwrap_or_default();
        assert!(found.contains(expected), "{document}: {found}");
    }
}
