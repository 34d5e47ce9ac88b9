//! A field with two roles.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(block, label)]
    check: Option<u8>,
}

fn main() {}
