//! The `hcl2` command: checks, formats, evaluates and decodes HCL 2 configuration of both syntaxes.
#![expect(clippy::print_stderr, reason = "a command talks to the person who runs it")]

mod commands;
mod files;
mod output;
mod parallel;
mod replace;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use output::{DiagnosticsFormat, Failure, Output};

/// Checks, formats, evaluates, decodes, queries and edits HCL 2 configuration, in the native and the JSON syntax.
#[derive(Parser)]
#[command(
    name = "hcl2",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 all is well, 1 the input has errors, 2 the command line is wrong or names files that \
                  cannot be read.\n\nExamples:\n  hcl2 check infra/\n  hcl2 fmt --check infra/\n  hcl2 eval --var n=2 'n * 21'\n  hcl2 decode --spec \
                  app.hcldec app.hcl"
)]
struct Cli {
    /// How problems are shown: with the source in colour, as plain text, or for programs.
    #[arg(long, global = true, value_enum, default_value_t = DiagnosticsFormat::Pretty, value_name = "FORMAT")]
    diagnostics: DiagnosticsFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Parses files and reports every problem in them.
    Check(commands::check::Arguments),
    /// Converts files of the Terraform language between the native and the JSON syntax.
    Convert(commands::convert::Arguments),
    /// Evaluates an expression, or the attributes of a file, and prints the result as JSON.
    Eval(commands::eval::Arguments),
    /// Decodes files by a specification and prints the result as JSON; a drop-in for `hcldec`.
    Decode(commands::decode::Arguments),
    /// Writes files of the native syntax in canonical layout.
    Fmt(commands::fmt::Arguments),
    /// Says what is in a module of the Terraform language, and what in it refers to what.
    Inspect(commands::inspect::Arguments),
    /// Prints what is at an address, as lines of JSON.
    Query(commands::query::Arguments),
    /// Changes what is at an address, and nothing else.
    Edit(commands::edit::Arguments),
    /// Says in what configurations differ in meaning, whatever their layout and syntax.
    Diff(commands::diff::Arguments),
    /// Encodes, decodes and explains messages of the Terraform wire format.
    Wire(commands::wire::Arguments),
    /// Serves an editor: problems as one types, completion, formatting and more, by the Language Server Protocol.
    Lsp(commands::lsp::Arguments),
    /// Prints a script with which a shell completes the command line.
    Completions(commands::completions::Arguments),
    /// Prints the manual page, or writes those of all commands.
    Man(commands::man::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output::new(cli.diagnostics);
    let result = match cli.command {
        Command::Check(arguments) => commands::check::run(&arguments, &output),
        Command::Convert(arguments) => commands::convert::run(&arguments, &output),
        Command::Eval(arguments) => commands::eval::run(&arguments, &output),
        Command::Decode(arguments) => commands::decode::run(&arguments, &output),
        Command::Fmt(arguments) => commands::fmt::run(&arguments, &output),
        Command::Inspect(arguments) => commands::inspect::run(&arguments, &output),
        Command::Query(arguments) => commands::query::run(&arguments, &output),
        Command::Edit(arguments) => commands::edit::run(&arguments, &output),
        Command::Diff(arguments) => commands::diff::run(&arguments, &output),
        Command::Wire(arguments) => commands::wire::run(&arguments, &output),
        Command::Lsp(arguments) => commands::lsp::run(&arguments, &output),
        Command::Completions(arguments) => commands::completions::run(&arguments, &mut Cli::command()),
        Command::Man(arguments) => commands::man::run(&arguments, Cli::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input) => ExitCode::from(1),
        Err(Failure::Usage) => ExitCode::from(2),
        Err(Failure::Message(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
