//! A field whose type is not that of an attribute.

struct Check;

#[derive(hcl2::Decode)]
struct Config {
    check: Check,
}

fn main() {}
