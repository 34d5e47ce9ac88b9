//! Two fields for the remaining items.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(remain)]
    first: hcl2::model::Attributes,
    #[hcl(remain)]
    second: hcl2::model::BodyRef,
}

fn main() {}
