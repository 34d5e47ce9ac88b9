//! A struct with labels as an attribute.

#[derive(hcl2::Decode)]
struct Check {
    #[hcl(label)]
    name: String,
}

#[derive(hcl2::Decode)]
struct Config {
    check: Check,
}

fn main() {}
