//! A word of serde on a field.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(rename = "prt")]
    port: u16,
}

fn main() {}
