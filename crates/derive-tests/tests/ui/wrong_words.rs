//! Words of other crates, and values of words without one.

#[derive(hcl2::Decode)]
struct Login {
    #[hcl(sensitive)]
    password: String,
}

#[derive(hcl2::Decode)]
struct Server {
    #[hcl(env = "PORT")]
    port: u16,
}

#[derive(hcl2::Decode)]
struct Job {
    #[hcl(one_of = ["fast", "slow"])]
    mode: String,
}

#[derive(hcl2::Decode)]
struct Site {
    #[hcl(block = "page")]
    pages: Vec<Server>,
}

fn main() {}
