//! An unknown word on a field.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(blok)]
    check: Option<u8>,
}

fn main() {}
