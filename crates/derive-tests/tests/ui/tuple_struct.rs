//! A struct with unnamed fields.

#[derive(hcl2::Decode)]
struct Config(u8);

fn main() {}
