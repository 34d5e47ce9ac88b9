//! A name of a field that does not exist.

use hcl2::decode::Check;

#[derive(hcl2::Decode)]
#[hcl(validate = check)]
struct Server {
    port: u16,
}

fn check(server: &Server, check: &mut Check<'_, '_>) {
    if server.port == 0 {
        check.error(Server::FIELDS.prt, "the port must not be 0");
    }
}

fn main() {}
