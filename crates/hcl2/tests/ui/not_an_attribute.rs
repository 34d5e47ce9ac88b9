//! A field of a type that is none of an attribute.

struct Check;

#[derive(hcl2::Decode)]
struct Config {
    check: Check,
}

fn main() {}
