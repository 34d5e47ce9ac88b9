//! Types that cannot ignore unknown items.

#[derive(hcl2::Decode)]
#[hcl(ignore_unknown)]
enum Mode {
    Fast,
}

#[derive(hcl2::Decode)]
#[hcl(ignore_unknown)]
struct Server {
    port: u16,
    #[hcl(remain)]
    rest: hcl2::Document,
}

fn main() {}
