use std::collections::BTreeMap;

#[derive(hcl2_derive::Decode)]
#[hcl(crate = hcl2_decode)]
struct Config {
    #[hcl(block, min = 1)]
    user: BTreeMap<String, User>,
}

#[derive(hcl2_derive::Decode)]
#[hcl(crate = hcl2_decode)]
struct User {
    admin: bool,
}

fn main() {}
