//! The `hcl2` command.
fn main() {}
