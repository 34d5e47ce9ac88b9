//! Blocks in an optional collection.

#[derive(hcl2::Decode)]
struct Server {
    port: u16,
}

#[derive(hcl2::Decode)]
enum Step {
    Run(Server),
}

#[derive(hcl2::Decode)]
struct Config {
    #[hcl(block)]
    server: Option<Vec<Server>>,
}

#[derive(hcl2::Decode)]
struct Pipeline {
    #[hcl(one_of)]
    steps: Option<Vec<Step>>,
}

fn main() {}
