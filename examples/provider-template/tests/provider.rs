//! The provider without Terraform, in milliseconds.

use std::fs;

use hcl2_provider::Value;
use hcl2_provider::testing::{Action, Harness};
use terraform_provider_text::provider;

#[test]
fn a_file_is_created_changed_and_deleted() {
    let path = std::env::temp_dir().join(format!("terraform-provider-text-{}", std::process::id()));
    let config = |content: &str| {
        Value::object([
            ("path", Value::from(path.to_str().unwrap())),
            ("content", Value::from(content)),
        ])
    };
    let harness = Harness::new(provider()).unwrap();
    let mut file = harness.object("text_file").unwrap();
    assert_eq!(file.apply(&config("a\nb\n")).unwrap(), Action::Create);
    assert_eq!(fs::read_to_string(&path).unwrap(), "a\nb\n");
    assert_eq!(file.state().get("bytes"), Some(&Value::from(4)));
    let lines = Value::object([("path", Value::from(path.to_str().unwrap()))]);
    let read = harness.read("text_lines", &lines).unwrap();
    assert_eq!(
        read.get("lines").unwrap().elements().unwrap(),
        [Value::from("a"), Value::from("b")]
    );
    assert_eq!(file.apply(&config("c")).unwrap(), Action::Update);
    fs::write(&path, "changed").unwrap();
    assert!(file.refresh().unwrap());
    assert_eq!(file.plan(&config("c")).unwrap().action, Action::Update);
    file.destroy().unwrap();
    assert!(!path.exists());
}

#[test]
fn a_function_is_called() {
    let harness = Harness::new(provider()).unwrap();
    assert_eq!(
        harness.call("shout", &[Value::from("a")]).unwrap(),
        Value::from("A")
    );
}
