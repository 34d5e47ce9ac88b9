//! What a Rust user tries first compiles and does what it says.

use std::collections::BTreeMap;

use hcl2::diagnostics::{Source, SourceMap};
use hcl2::model::{Attribute, Attributes, EvalContext, Name};
use hcl2::value::Value;
use hcl2::{Document, Error, Loader, Syntax};

#[derive(hcl2::Decode, hcl2::Encode, Debug, PartialEq)]
struct App {
    name: String,
    port: u16,
}

fn app() -> App {
    App {
        name: "web".to_owned(),
        port: 80,
    }
}

const TEXT: &str = "name = \"web\"\nport = 80\n";

fn attributes() -> Attributes {
    let document: Document = TEXT.parse().expect("the text is valid");
    document.body().attributes().value
}

#[test]
fn to_string_fails_with_the_error_of_the_facade() -> Result<(), Error> {
    fn written(app: &App) -> Result<String, Error> {
        let text = hcl2::to_string(app)?;
        Ok(text)
    }
    assert_eq!(written(&app())?, TEXT);
    Ok(())
}

#[test]
fn attributes_are_iterated_by_reference() {
    let attributes = attributes();
    let mut names = Vec::new();
    for attribute in &attributes {
        names.push(attribute.name.as_str());
    }
    assert_eq!(names, ["name", "port"]);
}

#[test]
fn attributes_are_collected() {
    let (long, short): (Attributes, Vec<Attribute>) = (
        attributes().into_iter().collect(),
        attributes().into_iter().take(1).collect(),
    );
    assert_eq!((long.len(), short.len()), (2, 1));
    let twice: Attributes = attributes().into_iter().chain(attributes()).collect();
    assert_eq!(twice.len(), 2);
}

#[test]
fn a_context_is_collected_and_extended() {
    let mut context: EvalContext<'_> = [("a", 1), ("b", 2)].into_iter().collect();
    context.extend([("c", "three")]);
    assert_eq!(context.variable("b"), Some(&Value::from(2)));
    assert_eq!(context.variable("c"), Some(&Value::from("three")));
}

#[test]
fn a_name_is_parsed_from_a_string() {
    let name: Name = "region".parse().expect("every string is a name");
    assert_eq!(name.as_str(), "region");
}

#[test]
fn a_name_is_passed_as_a_str() {
    fn length(text: impl AsRef<str>) -> usize {
        text.as_ref().len()
    }
    assert_eq!(length(Name::from("region")), 6);
}

#[test]
fn a_name_equals_a_str_on_either_side() {
    let name = Name::from("region");
    assert_eq!(name, "region");
    assert_eq!(name, *"region");
    assert_eq!("region", name);
    assert_eq!(*"region", name);
}

#[test]
fn a_syntax_is_parsed_from_its_name() -> Result<(), Error> {
    assert_eq!("json".parse::<Syntax>()?, Syntax::Json);
    let error: Error = "yaml".parse::<Syntax>().expect_err("it is unknown").into();
    assert_eq!(error.diagnostics()[0].detail, "Expected `native` or `json`.");
    Ok(())
}

#[test]
fn a_syntax_is_displayed() {
    assert_eq!(
        format!("{} and {}", Syntax::Native, Syntax::Json),
        "native and json"
    );
}

#[test]
fn a_source_is_created_without_a_map() -> Result<(), Error> {
    let source = Source::new("app.hcl", TEXT)?;
    assert_eq!((source.name(), source.text()), ("app.hcl", Some(TEXT)));
    assert!(
        hcl2::ParseOptions::new()
            .parse(&source, Syntax::Native)
            .diagnostics
            .is_empty()
    );
    Ok(())
}

#[test]
fn a_source_converts_an_offset_to_a_position() -> Result<(), Error> {
    let position = Source::new("app.hcl", TEXT)?.position(13);
    assert_eq!((position.line, position.column, position.byte), (2, 1, 13));
    Ok(())
}

#[test]
fn a_loader_takes_many_variables() -> Result<(), Error> {
    let variables = BTreeMap::from([("name", Value::from("web")), ("port", Value::from(80))]);
    let loader = Loader::new().variables(variables).variables([("extra", true)]);
    let decoded: App = loader.from_str("name = extra ? name : \"\"\nport = port\n")?;
    assert_eq!(decoded, app());
    Ok(())
}

#[test]
fn an_expression_is_evaluated_in_one_call() -> Result<(), Error> {
    assert_eq!(hcl2::eval("1 + 2")?, Value::from(3));
    let error = hcl2::eval("1 +").expect_err("an operand is missing");
    assert_eq!(
        error.diagnostics()[0].code.id(),
        "hcl2::syntax::expected-expression"
    );
    Ok(())
}

#[test]
fn one_diagnostic_is_displayed_with_its_source() -> Result<(), Error> {
    let source = Source::new("app.hcl", "port =\n")?;
    let parsed = hcl2::ParseOptions::new().parse(&source, Syntax::Native);
    let sources = SourceMap::from(source);
    let shown = parsed.diagnostics[0].display(&sources).to_string();
    assert!(
        shown.starts_with("app.hcl:1:7: error[hcl2::syntax::expected-expression]"),
        "{shown}"
    );
    assert!(shown.contains("1 | port ="), "{shown}");
    Ok(())
}

#[test]
fn the_problems_of_an_error_are_iterated() {
    let error = hcl2::from_str::<App>("prot = 80\n").expect_err("nothing in it is right");
    let mut codes = Vec::new();
    for problem in &error {
        codes.push(problem.code.id());
    }
    assert_eq!(
        codes,
        [
            "hcl2::body::missing-attribute",
            "hcl2::body::unsupported-attribute"
        ]
    );
    assert_eq!(error.into_iter().count(), 2);
}

#[test]
fn json_is_decoded_in_one_call() -> Result<(), Error> {
    let decoded: App = hcl2::from_json(r#"{"name": "web", "port": 80}"#)?;
    assert_eq!(decoded, app());
    Ok(())
}

#[test]
fn a_document_is_parsed_from_a_string() -> Result<(), Error> {
    let document: Document = TEXT.parse()?;
    assert_eq!(document.decode::<App>()?, app());
    assert_eq!(
        "name = ".parse::<Document>().unwrap_err().to_string(),
        "<text>:1:8: error[hcl2::syntax::expected-expression]: Missing value\n  1 | name =\n    |        ^\n  Expected a value before the end of the source."
    );
    Ok(())
}

#[test]
fn an_attribute_of_a_document_is_read_by_name() -> Result<(), Error> {
    let document: Document = "name = \"web\"\ntags = { tier = upper }\n".parse()?;
    assert_eq!(document.get("name")?, Some(Value::from("web")));
    assert_eq!(document.get("nothing")?, None);
    let error = document.get("tags").expect_err("`upper` is no variable");
    assert_eq!(error.iter().count(), 1);
    Ok(())
}

#[test]
fn an_outcome_and_its_sources_become_an_error() -> Result<(), Error> {
    fn body(text: &str) -> Result<hcl2::model::BodyRef, Error> {
        let source = Source::new("app.hcl", text)?;
        let parsed = hcl2::ParseOptions::new().parse(&source, Syntax::Native);
        parsed
            .into_result()
            .map_err(|diagnostics| Error::new(diagnostics).with_sources(source))
    }
    assert!(body(TEXT).is_ok());
    let error = body("port =\n").expect_err("a value is missing");
    assert!(error.to_string().contains("1 | port ="), "{error}");
    Ok(())
}

#[test]
fn a_value_converts_from_and_to_rust_types() -> Result<(), Error> {
    let value: Value = hcl2::encode_value(&app())?;
    assert_eq!(value.get("port"), Some(&Value::from(80)));
    assert_eq!(hcl2::decode_value::<App>(&value)?, app());
    Ok(())
}

#[test]
fn numbers_of_serde_json_are_numbers_whatever_its_features() {
    let json: serde_json::Value =
        serde_json::from_str(r#"{"port": 80, "ratio": 0.1, "big": 123456789012345678901234567890}"#)
            .expect("JSON");
    let value = hcl2::serde::to_value(&json).expect("a value");
    assert_eq!(value["port"], Value::from(80));
    assert_eq!(value["ratio"].to_string(), "0.1");
    assert_eq!(value["big"].to_string(), "123456789012345678901234567890");
}
