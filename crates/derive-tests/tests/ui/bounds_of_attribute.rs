//! A block count on an attribute.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(min = 1)]
    ports: Vec<u16>,
}

fn main() {}
