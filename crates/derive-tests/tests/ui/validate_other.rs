//! A check of an optional field that has another argument.

#[derive(hcl2::Decode)]
struct Server {
    #[hcl(validate = positive)]
    port: Option<u16>,
}

fn positive(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {}
