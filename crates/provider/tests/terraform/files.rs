//! The minimal provider, in all ways in which Terraform gets at it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use hcl2_provider::Value;
use hcl2_provider::testing::Terraform;

const SOURCE: &str = "registry.terraform.io/example/text";

/// Returns the example, which is built beside the tests.
fn minimal() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let name = format!("minimal{}", std::env::consts::EXE_SUFFIX);
    tests.ancestors().nth(2).unwrap().join("examples").join(name)
}

fn hello(path: &str, content: &str) -> String {
    format!("resource \"text_file\" \"hello\" {{\n  path    = \"{path}\"\n  content = {content}\n}}\n")
}

/// Creates, changes, replaces and destroys files.
fn keeps_files(terraform: &Terraform) {
    let (one, two) = (terraform.path("one.txt"), terraform.path("two.txt"));
    let (first, second) = (one.to_str().unwrap(), two.to_str().unwrap());
    terraform.write(&hello(first, "\"Hello, e\\u0301\"")).unwrap();
    terraform.apply().unwrap();
    assert_eq!(fs::read_to_string(&one).unwrap(), "Hello, \u{e9}");
    let state = terraform.resource("text_file.hello").unwrap();
    assert_eq!(state.get("bytes"), Some(&Value::from(9)));
    assert!(terraform.has_no_changes().unwrap());

    // Somebody else changes the file, and Terraform changes it back.
    fs::write(&one, "Bye").unwrap();
    let applied = terraform.apply().unwrap();
    assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    assert_eq!(fs::read_to_string(&one).unwrap(), "Hello, \u{e9}");

    // The content is unknown until another file is written.
    let next =
        "resource \"text_file\" \"next\" {\n  path    = \"NEXT\"\n  content = text_file.hello.bytes\n}\n";
    terraform
        .write(&(hello(second, "uuid()") + &next.replace("NEXT", first)))
        .unwrap();
    let applied = terraform.apply().unwrap();
    assert!(applied.contains("2 added, 0 changed, 1 destroyed"), "{applied}");
    assert_eq!(fs::read_to_string(&two).unwrap().len(), 36);
    terraform.destroy().unwrap();
    assert!(!one.exists() && !two.exists());
}

pub(crate) fn attached() {
    let mut child = Command::new(minimal()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let reattach = line
        .trim()
        .strip_prefix("export TF_REATTACH_PROVIDERS='")
        .unwrap();
    let mut terraform = Terraform::overridden("text", SOURCE, &minimal()).unwrap();
    let value = reattach.trim_end_matches('\'').to_owned();
    terraform
        .environment
        .push(("TF_REATTACH_PROVIDERS".to_owned(), value));
    keeps_files(&terraform);
    child.kill().unwrap();
    child.wait().unwrap();
}

pub(crate) fn overridden() {
    keeps_files(&Terraform::overridden("text", SOURCE, &minimal()).unwrap());
}

pub(crate) fn mirrored() {
    let terraform = Terraform::mirrored("text", SOURCE, &minimal()).unwrap();
    let text = terraform.init().unwrap();
    assert!(text.contains("Installed example/text v1.0.0"), "{text}");
    keeps_files(&terraform);
}

pub(crate) fn without_certificates() {
    let mut terraform = Terraform::overridden("text", SOURCE, &minimal()).unwrap();
    let variable = ("TF_DISABLE_PLUGIN_TLS".to_owned(), "1".to_owned());
    terraform.environment.push(variable);
    keeps_files(&terraform);
}

pub(crate) fn logged() {
    let mut terraform = Terraform::overridden("text", SOURCE, &minimal()).unwrap();
    terraform
        .environment
        .push(("TF_LOG_PROVIDER".to_owned(), "TRACE".to_owned()));
    terraform.write("").unwrap();
    let config = "resource \"text_file\" \"hello\" {\n  path    = \"nowhere/a.txt\"\n  content = \"\"\n}\n";
    terraform.write(config).unwrap();
    let text = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    assert!(
        text.contains("[TRACE] provider.terraform-provider-text"),
        "{text}"
    );
    assert!(text.contains("method=PlanResourceChange"), "{text}");
    assert!(
        text.contains("The operating system reports: No such file or directory"),
        "{text}"
    );
}
