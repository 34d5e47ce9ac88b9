//! What the fuzz targets check, which a test of the facade checks on chosen texts, too.

#[path = "../../crates/hcl2/tests/support/checks.rs"]
mod checks;
#[path = "../../crates/wire/tests/support/check.rs"]
mod wire;

/// Runs the check of the target `name` on `bytes`, and panics where they break one of its rules.
pub fn check(name: &str, bytes: &[u8]) {
    if name == "wire" {
        wire::check(bytes);
    }
    for (target, check) in checks::CHECKS {
        if target == name {
            check(bytes);
        }
    }
}
