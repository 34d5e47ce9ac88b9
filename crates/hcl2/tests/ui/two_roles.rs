//! A field that is to be two things.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(block, label)]
    check: Option<u8>,
}

fn main() {}
