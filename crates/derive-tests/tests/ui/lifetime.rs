//! A type that borrows.

#[derive(hcl2::Decode)]
struct Config<'a> {
    name: &'a str,
}

fn main() {}
