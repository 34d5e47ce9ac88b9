//! Measures stages beside their peers: `cargo xtask bench --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hcl2_bench::main()
}
