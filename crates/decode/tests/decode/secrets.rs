//! Secrets in items that are unexpected.

use std::sync::Arc;

use hcl2_decode::{Decode as _, Decoder, Sensitive};
use hcl2_derive::Decode;
use hcl2_diagnostics::SourceMap;
use hcl2_model::{BodyRef, merge_bodies};
use hcl2_native::NativeBody;

use crate::support::{body, shown, source, want};

#[derive(Decode)]
#[hcl(crate = hcl2_decode)]
struct Login {
    password: Option<Sensitive<String>>,
}

/// Returns the parts at the ranges that errors about a body of one source conceal.
fn concealed(text: &str) -> Vec<&str> {
    let mut decoder = Decoder::new(None);
    assert!(
        decoder
            .body::<Login>(&body(text), &[], None)
            .is_some_and(|login| login.password.is_none())
    );
    decoder.secrets().iter().map(|span| &text[span.range()]).collect()
}

#[test]
fn value_of_an_unexpected_item_is_concealed() {
    assert_eq!(
        concealed("passwrod = \"hunter2\"\nsize = 1\n"),
        ["\"hunter2\"", "1"]
    );
    assert_eq!(concealed("password \"hunter2\" {}\n"), ["\"hunter2\""]);
}

#[test]
fn second_value_of_a_secret_in_another_file_is_concealed() {
    let texts = ["password = \"one\"\n", "\n# Again.\npassword = \"two\"\n"];
    let mut sources = SourceMap::new();
    let bodies = texts.map(|text| {
        let source = sources.add("login.hcl", text).expect("it is small");
        let file = hcl2_native::parse_file(&source).value;
        let root = file.root().body().expect("a file has a body");
        Arc::new(NativeBody::new(file, root)) as BodyRef
    });
    let mut decoder = Decoder::new(None);
    let login = decoder
        .body::<Login>(&merge_bodies(bodies.into()), &[], None)
        .expect("the first is read");
    assert_eq!(
        login.password.map(Sensitive::into_exposed).as_deref(),
        Some("one")
    );
    assert_eq!(
        shown(decoder.diagnostics(), texts[1]),
        want(&[("hcl2::body::duplicate-attribute", "password")])
    );
    let mut secrets: Vec<&str> = decoder
        .secrets()
        .iter()
        .map(|span| &texts[span.source.index()][span.range()])
        .collect();
    secrets.sort_unstable();
    assert_eq!(secrets, ["\"one\"", "\"two\""]);
}

#[test]
fn second_values_of_secrets_that_a_parser_reports_are_secret() {
    let text = "password = \"one\"\npassword = \"two\"\n";
    let parsed = hcl2_native::parse_file(&source(text));
    let expected = want(&[("hcl2::syntax::duplicate-attribute", "password")]);
    assert_eq!(shown(&parsed.diagnostics, text), expected);
    let id = parsed.value.root().body().expect("a file has a body");
    let body: BodyRef = Arc::new(NativeBody::new(Arc::clone(&parsed.value), id));
    let secrets = Login::schema().secrets(&body, &parsed.diagnostics);
    let secrets: Vec<&str> = secrets.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(secrets, ["\"one\"", "\"two\""]);
}
