//! Two variants with one name.

#[derive(hcl2::Decode)]
enum Level {
    Info,
    #[hcl(name = "info")]
    Information,
}

fn main() {}
