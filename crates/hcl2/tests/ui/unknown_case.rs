//! A case that there is not.

#[derive(hcl2::Decode)]
#[hcl(rename_all = "kebab")]
struct Config {
    name: String,
}

fn main() {}
