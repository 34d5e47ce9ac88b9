//! The provider of the documentation, in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use hcl2_value::Value;

use crate::directory::{Directory, at};

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Starts the example, which is built beside the tests, and returns the value by which it is attached to.
fn start() -> (Process, String) {
    let tests = std::env::current_exe().unwrap();
    let name = format!("minimal{}", std::env::consts::EXE_SUFFIX);
    let example = tests.ancestors().nth(2).unwrap().join("examples").join(name);
    let child = Command::new(example).stdout(Stdio::piped()).spawn().unwrap();
    let mut process = Process(child);
    let mut line = String::new();
    BufReader::new(process.0.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let reattach = line
        .trim()
        .strip_prefix("export TF_REATTACH_PROVIDERS='")
        .unwrap();
    (process, reattach.trim_end_matches('\'').to_owned())
}

fn hello(path: &str, content: &str) -> String {
    format!("resource \"text_file\" \"hello\" {{\n  path    = \"{path}\"\n  content = {content}\n}}\n")
}

pub(crate) fn keeps_files() {
    let (_process, reattach) = start();
    let directory = Directory::attached("text", "example/text", &reattach, "");
    let (one, two) = (directory.path("one.txt"), directory.path("two.txt"));
    let (first, second) = (one.to_str().unwrap(), two.to_str().unwrap());

    directory.write(&hello(first, "\"Hello, e\\u0301\""));
    directory.apply();
    assert_eq!(fs::read_to_string(&one).unwrap(), "Hello, \u{e9}");
    assert_eq!(at(&directory.resource("hello"), &["bytes"]), &Value::from(9));
    directory.expect_empty_plan();

    // Somebody else changes the file, and Terraform changes it back.
    fs::write(&one, "Bye").unwrap();
    let applied = directory.apply();
    assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    assert_eq!(fs::read_to_string(&one).unwrap(), "Hello, \u{e9}");

    // The content is unknown until another file is written.
    let next =
        "resource \"text_file\" \"next\" {\n  path    = \"NEXT\"\n  content = text_file.hello.bytes\n}\n";
    directory.write(&(hello(second, "uuid()") + &next.replace("NEXT", first)));
    let applied = directory.apply();
    assert!(applied.contains("2 added, 0 changed, 1 destroyed"), "{applied}");
    assert_eq!(fs::read_to_string(&two).unwrap().len(), 36);
    assert_eq!(fs::read_to_string(&one).unwrap(), "36");
    directory.destroy();
    assert!(!one.exists() && !two.exists());
}
