//! The checks of the fuzz targets, which a test of the facade runs on chosen sources too.

#[path = "../../crates/hcl2/tests/support/checks/mod.rs"]
mod checks;
#[path = "../../crates/cli/tests/support/session.rs"]
mod session;
#[path = "../../crates/wire/tests/support/check.rs"]
mod wire;

/// Runs the check of the target `name` on `bytes`, and panics if they break one of its rules.
pub fn check(name: &str, bytes: &[u8]) {
    if name == "wire" {
        wire::check(bytes);
    }
    if name == "server" {
        session::check(bytes);
    }
    for (target, check) in checks::CHECKS {
        if *target == name {
            check(bytes);
        }
    }
}
