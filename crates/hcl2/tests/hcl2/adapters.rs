//! Layers as sources of other libraries for configuration.

use hcl2::{Layers, Loader};

#[derive(serde::Deserialize, Debug, PartialEq)]
struct Config {
    name: String,
    server: Server,
}

#[derive(serde::Deserialize, Debug, PartialEq)]
struct Server {
    port: u16,
    tags: Vec<String>,
}

const TEXT: &str = "name = \"web\"\nserver {\n  port = 80\n  tags = [\"a\", upper(\"b\")]\n}\n";

fn layers(text: &str) -> Layers {
    Layers::new(Loader::new().standard_functions()).text("app.hcl", text)
}

fn wanted(port: u16) -> Config {
    Config {
        name: "web".to_owned(),
        server: Server {
            port,
            tags: vec!["a".to_owned(), "B".to_owned()],
        },
    }
}

#[test]
fn layers_are_a_provider_of_figment() {
    let figment = figment::Figment::from(layers(TEXT)).merge(("server.port", 8080));
    assert_eq!(figment.extract::<Config>().unwrap(), wanted(8080));
    let port = figment
        .find_metadata("name")
        .map(|metadata| metadata.name.as_ref());
    assert_eq!(port, Some("HCL"));
}

#[test]
fn layers_are_a_source_of_config() {
    let built = config::Config::builder()
        .add_source(layers(TEXT))
        .set_override("server.port", 8080)
        .unwrap()
        .build()
        .unwrap();
    let error = built.get::<u16>("name").unwrap_err().to_string();
    assert!(error.ends_with("in app.hcl:1:8"), "{error}");
    assert_eq!(built.try_deserialize::<Config>().unwrap(), wanted(8080));
}

#[test]
fn problems_keep_their_codes_and_places() {
    let text = "name = nome\n";
    let error = figment::Figment::from(layers(text))
        .extract::<Config>()
        .unwrap_err();
    let error = error.to_string();
    assert!(error.contains("hcl2::expr::variables-not-allowed"), "{error}");
    assert!(error.contains("app.hcl:1:8"), "{error}");
    let built = config::Config::builder().add_source(layers(text)).build();
    let error = built.unwrap_err().to_string();
    assert!(error.contains("hcl2::expr::variables-not-allowed"), "{error}");
    assert!(error.contains("app.hcl:1:8"), "{error}");
}
