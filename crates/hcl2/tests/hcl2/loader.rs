//! Loading files through the facade.

use hcl2::model::BodySchema;
use hcl2::value::Value;
use hcl2::{Loader, Syntax};

#[test]
fn several_files_are_loaded_as_one_body() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = [
        directory.path().join("a.hcl"),
        directory.path().join("b.hcl.json"),
    ];
    std::fs::write(&paths[0], "port = base + 80\n").expect("a file");
    std::fs::write(&paths[1], "{\"name\": \"web-${port_name}\"}").expect("a file");
    let loader = Loader::new().variable("base", 8000).variable("port_name", "http");
    let document = loader.load_paths(&paths).expect("no errors");
    let values = document
        .evaluate(&BodySchema::new().required("port").required("name"))
        .expect("no errors");
    assert_eq!(values.get("port"), Some(&Value::from(8080)));
    assert_eq!(values.get("name"), Some(&Value::from("web-http")));

    let missing = directory.path().join("missing.hcl");
    let error = loader.load_path(missing).expect_err("there is no such file");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::source::unreadable");
    assert!(error.to_string().contains("missing.hcl"), "{error}");
}

#[test]
fn an_error_displays_the_lines_concerned() {
    let error = Loader::new()
        .load_str("app.hcl", "port = \n")
        .expect_err("there is no value");
    let text = error.to_string();
    assert!(text.starts_with("app.hcl:1:"), "{text}");
    assert!(text.contains("port ="), "{text}");
    let document = Loader::new()
        .load_str("app.hcl", "prot = 1\n")
        .expect("no errors");
    let error = document
        .content(&BodySchema::new().optional("port"))
        .expect_err("a wrong name");
    assert_eq!(
        error.diagnostics()[0].code.id(),
        "hcl2::body::unsupported-attribute"
    );
    assert!(error.to_string().contains("Did you mean `port`?"), "{error}");
}

#[test]
fn a_set_syntax_overrides_the_name() {
    let loader = Loader::new().syntax(Syntax::Json);
    assert!(loader.load_str("app.hcl", "{\"a\": 1}").is_ok());
    let error = loader.load_str("app.hcl", "a = 1").expect_err("that is no JSON");
    assert!(
        error.diagnostics()[0].code.id().starts_with("hcl2::json::"),
        "{error}"
    );
}
