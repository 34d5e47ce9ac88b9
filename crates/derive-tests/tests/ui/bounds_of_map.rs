//! Bounds of blocks in a map.

use std::collections::BTreeMap;

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(block, min = 1)]
    user: BTreeMap<String, User>,
}

#[derive(hcl2::Decode)]
struct User {
    admin: bool,
}

fn main() {}
