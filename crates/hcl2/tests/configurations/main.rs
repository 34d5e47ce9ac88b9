//! Realistic configurations in `examples/typed`: each is decoded from both syntaxes to equal structs, and what is said of
//! its broken twin is the text beside it.

mod alerts;
mod backup;
mod cluster;
mod dashboard;
mod database;
mod firewall;
mod flags;
mod gateway;
mod mail;
mod matrix;
mod package;
mod pipeline;
mod policy;
mod quotas;
mod router;
mod scheduler;
mod service;
mod theme;
mod translations;
mod workflow;

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use hcl2::{Decode, Loader, Syntax};

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/typed");
    folder.join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks `NAME.hcl` against `NAME.hcl.json`, and `NAME.broken.hcl` against `NAME.broken.txt`; gives what was decoded.
#[track_caller]
fn check<T: Decode + PartialEq + Debug>(name: &str, loader: &Loader) -> T {
    let native: T = loader
        .from_path(path(&format!("{name}.hcl")))
        .unwrap_or_else(|error| panic!("{error}"));
    let json: T = loader
        .from_path(path(&format!("{name}.hcl.json")))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(native, json);
    let broken = format!("{name}.broken.hcl");
    let error = loader
        .clone()
        .syntax(Syntax::Native)
        .load_str(&broken, read(&broken))
        .and_then(|document| document.decode::<T>())
        .expect_err("it is broken");
    assert_eq!(
        format!("{error}\n"),
        read(&format!("{name}.broken.txt")),
        "\n{error}"
    );
    native
}
