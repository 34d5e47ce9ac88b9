//! Two variants with the same name.

#[derive(hcl2::Decode)]
enum Level {
    Info,
    #[hcl(name = "info")]
    Information,
}

fn main() {}
