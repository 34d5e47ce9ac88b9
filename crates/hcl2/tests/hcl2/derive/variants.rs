//! Variants with named fields, and structs with one unnamed field.

use std::collections::BTreeMap;
use std::net::IpAddr;

use hcl2::{Decode, Encode};

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Pipeline {
    level: Level,
    #[hcl(one_of)]
    steps: Vec<Step>,
    #[hcl(block)]
    backend: Backend,
}

#[derive(Decode, Encode, Clone, Copy, Debug, PartialEq)]
#[hcl(rename_all = "UPPERCASE")]
enum Level {
    DebugAll,
    Info,
}

/// What a pipeline does.
#[derive(Decode, Encode, Clone, Debug, PartialEq)]
enum Step {
    /// Runs a command.
    Run {
        #[hcl(label)]
        name: String,
        command: String,
        #[hcl(default)]
        environment: BTreeMap<String, String>,
        #[hcl(block, name = "mount")]
        mounts: Vec<Mount>,
    },
    Connect {
        #[hcl(from_str)]
        to: Option<IpAddr>,
        r#type: Port,
    },
    Other(Mount),
    Pause,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(label)]
enum Backend {
    S3 { bucket: String, region: Option<String> },
    Memory,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Mount {
    path: String,
}

#[derive(Decode, Encode, Clone, Copy, Debug, PartialEq)]
struct Port(u16);

const TEXT: &str = r#"level = "DEBUGALL"

run "build" {
  command     = "make"
  environment = { CC = "clang" }

  mount {
    path = "/src"
  }
}

connect {
  to   = "10.0.0.1"
  type = 80
}

other {
  path = "/"
}

pause {
}

backend "s3" {
  bucket = "b"
}
"#;

#[test]
fn variants_with_fields_are_blocks_with_these_fields() {
    let pipeline: Pipeline = hcl2::from_str(TEXT).expect("it is valid");
    let run = Step::Run {
        name: "build".to_owned(),
        command: "make".to_owned(),
        environment: BTreeMap::from([("CC".to_owned(), "clang".to_owned())]),
        mounts: vec![Mount {
            path: "/src".to_owned(),
        }],
    };
    let connect = Step::Connect {
        to: Some(IpAddr::from([10, 0, 0, 1])),
        r#type: Port(80),
    };
    let other = Step::Other(Mount { path: "/".to_owned() });
    assert_eq!(pipeline.steps, [run, connect, other, Step::Pause]);
    assert_eq!(
        (pipeline.level, &pipeline.backend),
        (
            Level::DebugAll,
            &Backend::S3 {
                bucket: "b".to_owned(),
                region: None
            }
        )
    );
}

#[test]
fn variants_with_fields_are_written_as_they_are_read() {
    let pipeline: Pipeline = hcl2::from_str(TEXT).expect("it is valid");
    let written = hcl2::to_string(&pipeline).expect("it is written");
    assert_eq!(
        hcl2::from_str::<Pipeline>(&written).expect("it is valid"),
        pipeline,
        "{written}"
    );
    let json = hcl2::to_json_syntax(&pipeline).expect("it is written");
    let read: Pipeline = hcl2::from_json(&json).expect("it is valid");
    // JSON groups blocks by their types.
    assert_eq!((read.steps.len(), read.backend), (4, pipeline.backend));
}

#[test]
fn a_misspelt_field_of_a_variant_suggests_the_field() {
    let text = TEXT.replace("bucket", "buckt");
    let error = hcl2::from_str::<Pipeline>(&text).expect_err("it is misspelt");
    assert!(error.to_string().contains("Did you mean `bucket`?"), "{error}");
}
