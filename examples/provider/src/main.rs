//! Serves the sample provider, and prints how Terraform can use it.
#![expect(clippy::print_stdout, reason = "it tells its user how to go on")]

use std::sync::Arc;

use hcl2_provider::Running;
use hcl2_provider::sample::{self, Cloud};

fn main() -> std::io::Result<()> {
    let running = Running::start(sample::provider(&Arc::new(Cloud::default())))?;
    println!(
        "export TF_REATTACH_PROVIDERS='{}'",
        running.reattach(sample::SOURCE)
    );
    running.wait();
    Ok(())
}
