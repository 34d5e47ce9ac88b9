//! Project automation: `cargo xtask --help` lists the tasks.
#![expect(
    clippy::print_stdout,
    reason = "a task reports its progress to the person who runs it"
)]

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod cargo;
mod ci;
mod codegen;
mod files;
mod functions;
mod identifiers;
mod instructions;
mod mutants;
mod rust;
mod test;
mod tidy;
mod workspace;

/// Everything that is done to this repository more than once.
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
    /// Runs every test there is: unit, integration, documentation and specification tests.
    ///
    /// The last line is `N passed, N failed`. Unit and integration tests run under cargo-nextest where it is
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
    /// Compares Terraform's functions with `terraform console`, which has to be on the path.
    #[command(disable_help_flag = true)]
    TerraformFunctions {
        /// Options of the comparison; `cargo xtask terraform-functions --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compares modules of the Terraform language, and what they are converted to, by `terraform`, which has to be on the path.
    #[command(disable_help_flag = true)]
    TerraformModules {
        /// Options of the comparison; `cargo xtask terraform-modules --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Measures our stages beside their peers, in release mode.
    #[command(disable_help_flag = true)]
    Bench {
        /// Options of the benchmark; `cargo xtask bench --help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Counts the instructions of stages of the benchmark with valgrind and compares them with those on record.
    ///
    /// A count that differs by more than 5 parts in a hundred fails, be it more or fewer.
    Instructions {
        /// Writes the record instead.
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
    /// Runs every gate that a change has to pass, in the order of their cost, and stops at the first failure.
    Ci,
    /// Writes the files that are made from the source, such as docs/diagnostics.md.
    Codegen {
        /// Changes nothing; fails where a file is not what it would be written as.
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
        Task::Bench { args } => cargo::bench(&args),
        Task::Instructions { record } => instructions::run(record),
        Task::Mutants(options) => mutants::run(&options),
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
