//! The client that reads the schemas of a provider.

use std::path::Path;
#[cfg(unix)]
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

use hcl2_provider::{Problem, Value, client};
use hcl2_wire::json::RawValue;

use crate::started::minimal;

#[test]
fn a_client_reads_the_schemas_of_a_program() {
    let text = client::schemas(&minimal(), Duration::from_secs(60)).unwrap();
    let schemas = RawValue::new(text.as_bytes()).decode_untyped().unwrap();
    let bytes = schemas
        .get("resource_schemas")
        .and_then(|all| {
            all.get("text_file")?
                .get("block")?
                .get("attributes")?
                .get("bytes")
        })
        .unwrap();
    assert_eq!(bytes.get("type").unwrap(), &Value::from("number"));
    assert_eq!(bytes.get("computed").unwrap(), &Value::from(true));
    assert_eq!(bytes.get("description").unwrap(), &Value::from("Its size."));
    assert_eq!(bytes.get("optional"), None);
}

/// Writes a program for the shell, and returns what a client says about it.
#[cfg(unix)]
fn refused(script: &str) -> Problem {
    use std::os::unix::fs::PermissionsExt;
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let program = std::env::temp_dir().join(format!("hcl2-client-test-{}-{number}", std::process::id()));
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let problem = client::schemas(&program, Duration::from_secs(2)).unwrap_err();
    std::fs::remove_file(program).unwrap();
    problem
}

#[cfg(unix)]
#[test]
fn a_client_explains_programs_that_are_no_providers() {
    let missing = client::schemas(Path::new("/nowhere/at/all"), Duration::from_secs(2));
    assert_eq!(missing.unwrap_err().summary, "The provider cannot be started");
    for (script, words) in [
        ("exit 3", "it did not print an address"),
        ("echo hello", "it did not print an address"),
        ("echo '1|4|tcp|127.0.0.1:1|grpc|AAAA'", "it printed \"1|4|tcp"),
        ("echo '1|6|tcp|127.0.0.1:1|grpc'", "it has no certificate"),
        ("echo '1|6|pigeon|x|grpc|AAAA'", "a network \"pigeon\""),
        // The variables of the caller stay with it.
        (
            "echo \"1|6|${CARGO_MANIFEST_DIR-clean}|x|grpc|AAAA\"",
            "a network \"clean\"",
        ),
    ] {
        let problem = refused(script);
        assert_eq!(problem.summary, "The program is not a provider", "{script}");
        assert!(problem.detail.contains(words), "{script}: {problem}");
    }
}

#[cfg(unix)]
#[test]
fn a_client_ends_a_provider_that_hangs() {
    let begin = Instant::now();
    let problem = refused("exec sleep 60");
    assert_eq!(problem.summary, "The provider does not answer");
    assert!(begin.elapsed() < Duration::from_secs(30));
}
