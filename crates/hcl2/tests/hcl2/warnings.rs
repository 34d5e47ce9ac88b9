//! The way of warnings to the application.

use std::process::Command;
use std::sync::{Arc, Mutex};

use hcl2::Loader;
use hcl2::diagnostics::codes::decode as codes;

#[derive(hcl2::Decode)]
struct Server {
    #[hcl(deprecated = "Write `listen` instead.")]
    port: Option<u16>,
}

#[test]
fn a_function_receives_the_warnings_of_each_decoding() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let loader = Loader::new().on_warnings(move |warnings, sources| {
        for warning in warnings {
            let subject = warning.subject.unwrap();
            let source = sources.get(subject.source).unwrap();
            let text = String::from_utf8_lossy(source.slice(subject)).into_owned();
            log.lock().unwrap().push((warning.code, text));
        }
    });
    let server: Server = loader.from_str("port = 80\n").unwrap();
    assert_eq!(server.port, Some(80));
    let none: Server = loader.from_str("").unwrap();
    assert_eq!(none.port, None);
    assert_eq!(*seen.lock().unwrap(), [(codes::DEPRECATED, "port".to_owned())]);
}

#[test]
fn returned_warnings_go_nowhere_else() {
    let loader = Loader::new().on_warnings(|_, _| panic!("the warnings are returned"));
    let document = loader.load_str("app.hcl", "port = 80\n").unwrap();
    let server = document.decode_with_warnings::<Server>().unwrap();
    assert_eq!(server.diagnostics.len(), 1);
}

#[test]
#[ignore = "runs in a process of its own"]
fn without_a_function() {
    let server: Server = hcl2::from_str("port = 80\n").unwrap();
    assert_eq!(server.port, Some(80));
}

#[test]
fn warnings_go_to_standard_error_without_a_function() {
    let this = std::env::current_exe().unwrap();
    let arguments = [
        "--ignored",
        "--exact",
        "warnings::without_a_function",
        "--nocapture",
    ];
    let run = Command::new(this).args(arguments).output().unwrap();
    let text = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.success(), "{text}");
    assert!(text.contains("hcl2::decode::deprecated"), "{text}");
    assert!(text.contains("Write `listen` instead."), "{text}");
    assert!(text.contains("port = 80"), "{text}");
}
