#[derive(hcl2::Decode)]
struct Server {
    #[hcl(validate = positive)]
    port: Option<u16>,
}

fn positive(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {}
