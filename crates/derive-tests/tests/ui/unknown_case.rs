//! An unknown case.

#[derive(hcl2::Decode)]
#[hcl(rename_all = "kebab")]
struct Config {
    name: String,
}

fn main() {}
