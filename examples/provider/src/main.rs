//! Serves the sample provider: Terraform starts it, or attaches to it.

use std::sync::Arc;

use hcl2_example_provider::sample::{self, Cloud};
use hcl2_provider::Server;

fn main() -> std::io::Result<()> {
    Server::new(sample::provider(&Arc::new(Cloud::default()))).run(sample::SOURCE)
}
