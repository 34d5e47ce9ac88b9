//! A check that is a closure.

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(validate = |port: &u16| if *port > 0 { Ok(()) } else { Err("no port") })]
    port: u16,
}

fn main() {}
