//! Files as maps and values, blocks one by one, readers and writers.

use std::collections::{BTreeMap, HashMap};
use std::io;

use hcl2::{Decode, Document, Error, Layers, Loader, Sensitive, Value, value};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn codes(error: &Error) -> Vec<(&'static str, Option<u32>)> {
    let place = |span| error.sources().place(span).map(|place| place.line);
    error
        .iter()
        .map(|problem| (problem.code.id(), problem.subject.and_then(place)))
        .collect()
}

#[test]
fn a_file_is_a_map_of_its_attributes() -> Result {
    let ports: BTreeMap<String, u16> = hcl2::from_str("http = 80\nhttps = 400 + 43\n")?;
    assert_eq!(
        ports,
        BTreeMap::from([("http".to_owned(), 80), ("https".to_owned(), 443)])
    );
    let values: HashMap<String, Value> = Loader::new()
        .variable("n", 2)
        .from_json(r#"{"a": "${n}", "b": [1]}"#)?;
    assert_eq!((&values["a"], &values["b"]), (&2.into(), &value!([1])));

    let error = hcl2::from_str::<BTreeMap<String, u16>>("a = 1\nb = \"x\"\nc {}\n").unwrap_err();
    assert_eq!(
        codes(&error),
        [
            ("hcl2::decode::wrong-type", Some(2)),
            ("hcl2::body::unsupported-block", Some(3))
        ]
    );
    Ok(())
}

#[test]
fn secrets_of_a_map_are_hidden_in_files_with_errors() {
    let error =
        hcl2::from_str::<BTreeMap<String, Sensitive<String>>>("key = \"s3cret\" \"s3cret\"\n").unwrap_err();
    assert!(!error.to_string().contains("s3cret"), "{error}");
}

#[test]
fn a_file_is_a_value_with_its_blocks() -> Result {
    let text = "name = \"x\"\n\
        server \"web\" {\n  port = 80\n  limit {\n    cpu = 1\n  }\n}\n\
        server \"db\" {\n  port = 5432\n}\n\
        log {}\n\
        step {\n  n = 1\n}\nstep {\n  n = 2\n}\n";
    let config: Value = hcl2::from_str(text)?;
    assert_eq!(
        config,
        value!({
            name: "x",
            server: {
                web: { port: 80, limit: { cpu: 1 } },
                db: { port: 5432 },
            },
            log: {},
            step: [{ n: 1 }, { n: 2 }],
        })
    );
    let json: Value = hcl2::from_json(r#"{"name": "x", "server": {"web": {"port": 80}}}"#)?;
    assert_eq!(json["server"]["web"]["port"], 80);
    Ok(())
}

#[test]
fn the_rest_of_a_block_is_a_value() -> Result {
    #[derive(Decode)]
    struct Plugin {
        name: String,
        #[hcl(remain)]
        settings: Value,
    }
    let plugin: Plugin = hcl2::from_str("name = \"x\"\nsize = 2\ncache {\n  on = true\n}\n")?;
    assert_eq!(
        (plugin.name.as_str(), plugin.settings),
        ("x", value!({ size: 2, cache: { on: true } }))
    );
    Ok(())
}

#[test]
fn what_has_no_form_as_a_value_is_an_error() {
    for (text, expected) in [
        ("a = 1\na {}\n", ("hcl2::body::unexpected-block", Some(2))),
        ("b \"x\" {}\nb {}\n", ("hcl2::body::missing-label", Some(2))),
        (
            "c {\n  d = missing\n}\n",
            ("hcl2::expr::variables-not-allowed", Some(2)),
        ),
    ] {
        let error = hcl2::from_str::<Value>(text).unwrap_err();
        assert_eq!(codes(&error), [expected], "{text}");
    }
}

#[test]
fn a_block_evaluates_its_attributes_with_the_context_of_its_document() -> Result {
    let text = "service \"web\" {\n  port = base + 80\n  check {\n    path = missing\n  }\n}\n";
    let document = Loader::new().variable("base", 8000).load_str("app.hcl", text)?;
    let service = &document.blocks("service")[0];
    assert_eq!(
        (service.labels[0].to_string().as_str(), service.get("port")?),
        ("web", Some(8080.into()))
    );
    assert_eq!(service.get("prt")?, None);
    let check = &service.blocks("check")[0];
    let error = check.get("path").unwrap_err();
    assert_eq!(
        error.place().map(|place| place.to_string()).as_deref(),
        Some("app.hcl:4:12")
    );
    assert_eq!((error.line(), error.column()), (Some(4), Some(12)));
    Ok(())
}

#[test]
fn a_block_is_decoded_with_its_labels() -> Result {
    #[derive(Decode, Debug, PartialEq)]
    struct Service {
        #[hcl(label)]
        name: String,
        port: u16,
    }
    let document = hcl2::parse("service \"web\" {\n  port = 80\n}\nservice \"db\" {\n  prt = 1\n}\n")?;
    let services = document.blocks("service");
    let (web, db) = (&services[0], &services[1]);
    assert_eq!(
        web.decode::<Service>()?,
        Service {
            name: "web".to_owned(),
            port: 80
        }
    );
    assert_eq!(
        codes(&db.decode::<Service>().unwrap_err()),
        [("hcl2::body::unsupported-attribute", Some(5))]
    );
    Ok(())
}

struct Broken;

impl io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the line is cut"))
    }
}

impl io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn configuration_is_read_from_a_reader_and_written_to_a_writer() -> Result {
    let mut written = Vec::new();
    hcl2::to_writer(&mut written, &BTreeMap::from([("port".to_owned(), 80)]))?;
    assert_eq!(written, b"port = 80\n");
    let read: BTreeMap<String, u16> = hcl2::from_reader(&*written)?;
    assert_eq!(read["port"], 80);

    let error = hcl2::from_reader::<Value>(Broken).unwrap_err();
    assert_eq!(codes(&error), [("hcl2::source::unreadable", None)]);
    assert_eq!(error.diagnostics()[0].detail, "Reading failed: the line is cut.");
    let error = hcl2::to_writer(Broken, &value!({ a: 1 })).unwrap_err();
    assert_eq!(codes(&error), [("hcl2::source::unwritable", None)]);
    assert_eq!(error.diagnostics()[0].detail, "Writing failed: the disk is full.");
    Ok(())
}

#[test]
fn an_endless_reader_is_read_up_to_the_limit() {
    let limits = hcl2::native::Limits::default().with_source_bytes(10);
    let error = Loader::new()
        .limits(limits)
        .from_reader::<Value>(io::repeat(b'#'))
        .unwrap_err();
    assert_eq!(error.iter().count(), 1);
}

#[test]
fn settings_of_layers_are_numbers_and_booleans() -> Result {
    let document: Document = Layers::default()
        .text("a.hcl", "port = 1\n")
        .set("port", 8080)
        .set("on", true)
        .load()?;
    let read: BTreeMap<String, String> = document.decode()?;
    assert_eq!((read["port"].as_str(), read["on"].as_str()), ("8080", "true"));
    assert_eq!(
        Layers::default()
            .set("port", 8080)
            .decode::<BTreeMap<String, u16>>()?["port"],
        8080
    );
    Ok(())
}

#[test]
fn documents_that_do_not_fit_each_other_are_an_error_with_its_line() -> Result {
    let before = hcl2::parse("server {\n  port = 1\n}\n")?;
    let after = Loader::new().load_str("after.json", "{\n  \"server\": 5\n}\n")?;
    let error = hcl2::compare(&before, &after).unwrap_err();
    assert_eq!(
        error.place().map(|place| (place.name.to_owned(), place.line)),
        Some(("after.json".to_owned(), 2))
    );
    Ok(())
}
