//! The program that Terraform starts.

use hcl2_provider::Server;

fn main() -> std::io::Result<()> {
    Server::new(terraform_provider_text::provider()).run("registry.terraform.io/example/text")
}
