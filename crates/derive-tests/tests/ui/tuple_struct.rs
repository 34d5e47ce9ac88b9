//! A struct with several unnamed fields.

#[derive(hcl2::Decode)]
struct Config(u8, u8);

fn main() {}
