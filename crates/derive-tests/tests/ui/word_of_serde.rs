//! A word of serde on a field, which is the only error about its type.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(block)]
    server: Vec<Server>,
}

#[derive(hcl2::Decode)]
struct Server {
    #[hcl(rename = "prt")]
    port: u16,
}

fn main() -> Result<(), hcl2::Error> {
    let config: Config = hcl2::from_str("")?;
    let server: Server = hcl2::from_str("")?;
    drop((config, server));
    Ok(())
}
