//! A struct whose fields have no names.

#[derive(hcl2::Decode)]
struct Config(u8);

fn main() {}
