//! The command `wasm-bindgen`, of the version in the lock file of the workspace, without what the package does not need.

use std::path::PathBuf;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// Reads a WebAssembly module, the first argument, and writes it into a directory, the second one, without what `wasm-bindgen` put
/// into it, beside a JavaScript module of the same name that calls it.
fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, directory] = arguments.as_slice() else {
        return failed("expected a module and a directory");
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(module).web(true).and_then(|bindgen| {
        bindgen
            .out_name("hcl2")
            .typescript(false)
            .omit_default_module_path(true)
            .remove_producers_section(true)
            .reset_state_function(true)
            .generate(directory)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{error:#}")),
    }
}

#[expect(clippy::print_stderr, reason = "a command reports what is wrong")]
fn failed(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}
