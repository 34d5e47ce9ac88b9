//! Terraform's treatment of the provider's answers.

use std::sync::Arc;

use hcl2_example_provider::sample::{self, Cloud, Everything, Note};
use hcl2_value::Value;

use crate::directory::{Directory, at};
use crate::watched::{Changes, Watched};

pub(crate) fn refined() {
    let cloud = Arc::new(Cloud::default());
    let changes = Changes::default();
    let provider = sample::provider(&cloud).resource(
        "sample_everything",
        Watched::new(Everything::new(cloud.clone()), &changes),
    );
    let directory = Directory::new(
        provider,
        r#"
        provider "sample" {
          region = "north"
        }
        resource "sample_address" "one" {
          network = "lan"
        }
        resource "sample_everything" "next" {
          text    = sample_address.one.id
          number  = sample_address.one.port
          numbers = [for zone in sample_address.one.zones : 1]
        }
        output "id" {
          value = sample_address.one.id
        }
        output "prefix" {
          value = startswith(sample_address.one.id, "address-")
        }
        output "other_prefix" {
          value = startswith(sample_address.one.id, "adress-")
        }
        output "not_null" {
          value = sample_address.one.port != null
        }
        output "bound" {
          value = sample_address.one.port > 1023 && sample_address.one.port < 70000
        }
        output "length" {
          value = length(sample_address.one.zones) > 1
        }
        "#,
    );
    directory.succeeds(&["plan", "-out=plan"]);
    let plan = directory.json(&["show", "-json", "plan"]);
    let outputs = at(&plan, &["output_changes"]);
    // Before creation, Terraform knows exactly what was promised.
    for name in ["prefix", "not_null", "bound", "length"] {
        assert_eq!(
            outputs.get(name).and_then(|output| output.get("after")),
            Some(&Value::from(true)),
            "{name}"
        );
    }
    assert_eq!(at(outputs, &["other_prefix", "after"]), &Value::from(false));
    assert_eq!(at(outputs, &["id", "after_unknown"]), &Value::from(true));

    // Values that Terraform passes on are refined, too.
    let changes = changes.take();
    let config = &changes[0].config;
    let refinement = |name: &str| at(config, &[name]).refinement().unwrap();
    assert_eq!(refinement("text").prefix(), "address-");
    assert!(refinement("text").is_not_null());
    let (lower, upper) = at(config, &["number"]).number_bounds();
    assert_eq!((lower.number, lower.inclusive), (1024.into(), true));
    assert_eq!((upper.number, upper.inclusive), (65536.into(), false));

    directory.succeeds(&["apply", "plan"]);
    assert_eq!(directory.output("id").as_str(), Some("address-north-1"));
    assert_eq!(at(&directory.resource("next"), &["number"]), &Value::from(8080));
    directory.expect_empty_plan();
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

pub(crate) fn broken() {
    let config = |lie: &str| {
        format!("resource \"sample_address\" \"one\" {{\n  network = \"lan\"\n  lie     = \"{lie}\"\n}}\n")
    };
    let directory = Directory::new(sample::provider(&Arc::default()).unchecked(), &config("prefix"));
    for (lie, attribute) in [
        ("prefix", ".id"),
        ("bound", ".port"),
        ("length", ".zones"),
        ("null", ".port"),
    ] {
        directory.write(&config(lie));
        let refused = directory.fails(&["apply", "-auto-approve"]);
        for words in [
            "Error: Provider produced inconsistent result after apply",
            "When applying changes to sample_address.one, provider",
            attribute,
        ] {
            assert!(refused.contains(words), "{lie}: {refused}");
        }
    }
}

fn note(name: &str, text: &str) -> String {
    format!("resource \"sample_note\" \"one\" {{\n  name = \"{name}\"\n  {text}\n}}\n")
}

pub(crate) fn replaced() {
    let cloud = Arc::new(Cloud::default());
    let directory = Directory::of_sample(&cloud, &note("first", "text = \"a\""));
    directory.apply();
    assert_eq!(
        at(&directory.resource("one"), &["id"]).as_str(),
        Some("note-here-1")
    );

    // The private state of the first change is what allows the second.
    for text in ["text = \"b\"", "text = \"\"", ""] {
        directory.write(&note("first", text));
        let applied = directory.apply();
        assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    }
    assert!(at(&directory.resource("one"), &["text"]).is_null());
    let object = cloud.get("note-here-1").unwrap();
    assert_eq!(object.changes, 3);

    // Somebody else changes the note.
    cloud.put("note-here-1", object.value);
    directory.write(&note("first", "text = \"c\""));
    let refused = directory.fails(&["apply", "-auto-approve"]);
    assert!(refused.contains("Error: Note was changed"), "{refused}");
    assert!(at(&directory.resource("one"), &["text"]).is_null());
    directory.succeeds(&["state", "rm", "sample_note.one"]);
    directory.succeeds(&["import", "sample_note.one", "note-here-1"]);
    directory.apply();
    assert_eq!(at(&directory.resource("one"), &["text"]).as_str(), Some("c"));

    directory.write(&note("second", "text = \"c\""));
    let planned = directory.succeeds(&["plan"]);
    assert!(planned.contains("# forces replacement"), "{planned}");
    let applied = directory.apply();
    assert!(applied.contains("1 added, 0 changed, 1 destroyed"), "{applied}");
    assert_eq!(
        at(&directory.resource("one"), &["id"]).as_str(),
        Some("note-here-2")
    );
    assert_eq!(cloud.get("note-here-1"), None);
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

pub(crate) fn upgraded() {
    let cloud = Arc::new(Cloud::default());
    let old = sample::provider(&cloud).resource("sample_note", Note::of_version_1(cloud.clone()));
    let mut directory = Directory::new(old, &note("old", "body  = \"long ago\"\n  color = \"red\""));
    directory.apply();
    let stored = directory.resource("one");
    assert_eq!(at(&stored, &["color"]).as_str(), Some("red"));

    directory.attach(sample::provider(&cloud));
    directory.write(&note("old", "text = \"long ago\""));
    directory.expect_empty_plan();
    directory.write(&note("old", "text   = \"long ago\"\n  pinned = true"));
    let applied = directory.apply();
    assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    let upgraded = directory.resource("one");
    assert_eq!(at(&upgraded, &["text"]).as_str(), Some("long ago"));
    assert_eq!(at(&upgraded, &["pinned"]), &Value::from(true));
    assert_eq!(upgraded.get("color"), None);
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

pub(crate) fn refused() {
    let directory = Directory::of_sample(&Arc::default(), &note("", ""));
    let refused = directory.fails(&["validate"]);
    for words in [
        "Error: Empty name",
        "sample_note.one",
        "A note needs a name with a letter in it.",
    ] {
        assert!(refused.contains(words), "{refused}");
    }
    assert!(refused.contains("name = \"\""), "{refused}");
}
