//! The `hcl2` command: checks, formats, evaluates and decodes HCL 2 configuration of both syntaxes.

mod commands;
mod files;
mod git;
mod links;
mod output;
mod parallel;
mod replace;
mod secrets;
mod spelling;
mod walk;
mod wrap;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use colorchoice_clap::Color;
use commands::budget::BudgetArguments;
use hcl2::diagnostics::Diagnostics;
use hcl2::project::Disk;

use output::{DiagnosticsFormat, Failure, MAX_PROBLEMS, Output, show_usage, write_error};

/// Check, format, evaluate, decode, query and edit HCL 2 configuration in native and JSON syntax.
#[derive(Parser)]
#[command(
    name = "hcl2",
    version,
    arg_required_else_help = true,
    mut_arg("color", |argument| argument.help_heading(COMMON)),
    after_help = "Exit status: 0 success, 1 errors in the input, 2 a wrong command line or files that cannot be read.\n\nOptions may have one dash, as Terraform's have.\n\nExamples:\n  hcl2 check\n  hcl2 fmt --check infra/\n  hcl2 eval --var n=2 'n * 21'\n  hcl2 decode --spec \
                  app.hcldec app.hcl"
)]
struct Cli {
    /// The format of diagnostics.
    #[arg(long, global = true, help_heading = COMMON, value_enum, default_value_t = DiagnosticsFormat::Pretty, value_name = "FORMAT")]
    diagnostics: DiagnosticsFormat,
    /// How many problems of a file to show; the rest is counted.
    #[arg(long, global = true, help_heading = COMMON, default_value_t = MAX_PROBLEMS, value_name = "N", value_parser = max_problems)]
    max_problems: usize,
    /// Switch to this directory before anything else.
    #[arg(long, global = true, help_heading = COMMON, value_name = "DIR")]
    chdir: Option<PathBuf>,
    /// Read nothing outside of this directory, whatever links and modules lead to. May be given several times.
    #[arg(long, global = true, hide = true, value_name = "DIR")]
    confine: Vec<PathBuf>,
    #[command(flatten)]
    color: Color,
    /// Never write in colour, as Terraform spells it.
    #[arg(long, global = true, hide = true)]
    no_color: bool,
    #[command(subcommand)]
    command: Command,
}

/// The heading of the options that all commands have.
const COMMON: &str = "Common options";

/// Parses a number of problems, up to the number of those that are kept.
fn max_problems(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=Diagnostics::MAX_OF_SOURCE).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {}", Diagnostics::MAX_OF_SOURCE))
}

#[derive(Subcommand)]
enum Command {
    /// Parse files and modules and report every problem.
    #[command(aliases = ["validate", "lint"])]
    Check(commands::check::Arguments),
    /// Convert Terraform files between native and JSON syntax.
    Convert(commands::convert::Arguments),
    /// Write files as JSON, whatever their schema.
    ToJson(commands::to_json::Arguments),
    /// Evaluate an expression or the attributes of a file, and print the result as JSON.
    Eval(commands::eval::Arguments),
    /// Evaluate expressions one after another, at a prompt or from standard input.
    #[command(alias = "repl")]
    Console(commands::console::Arguments),
    /// Decode files by a specification and print the result as JSON; a drop-in replacement for `hcldec`.
    Decode(commands::decode::Arguments),
    /// Explain the code of a problem.
    Explain(commands::explain::Arguments),
    /// Format files in canonical layout.
    #[command(alias = "format")]
    Fmt(commands::fmt::Arguments),
    /// List the contents of a Terraform module and the references between its objects.
    Inspect(commands::inspect::Arguments),
    /// Print what Terraform would plan for a module, without Terraform, providers or credentials.
    Plan(commands::plan::Arguments),
    /// Judge what Terraform would plan by policies: they pass, fail, or cannot be known before apply.
    Policy(Box<commands::policy::Arguments>),
    /// Run the tests of a Terraform module without Terraform, providers or credentials.
    Test(commands::test::Arguments),
    /// Fetch the schemas of the providers of a module from Terraform or OpenTofu, for the other commands.
    Schema(commands::schema::Arguments),
    /// Print the documentation of a Terraform module in Markdown, or write it into a file.
    Docs(commands::docs::Arguments),
    /// Print what an address selects, one JSON object a line.
    Query(commands::query::Arguments),
    /// Change what an address selects, and nothing else.
    Edit(commands::edit::Arguments),
    /// Rename an object of a Terraform module everywhere it is named.
    Rename(commands::rename::Arguments),
    /// Print what files of docker buildx bake, Nomad, Packer or Terragrunt mean, as the JSON of their product.
    Render(commands::render::Arguments),
    /// Compare the meaning of configurations, whatever their layout and syntax.
    Diff(commands::diff::Arguments),
    /// List the root modules of a repository whose plans differ between two revisions.
    Affected(commands::affected::Arguments),
    /// Write what modules contain as tables in Parquet, Arrow, CSV or JSON.
    #[cfg(feature = "tables")]
    Tables(commands::tables::Arguments),
    /// Encode, decode and explain messages in the Terraform wire format.
    Wire(commands::wire::Arguments),
    /// Run a language server for editors: diagnostics, completion, formatting and more.
    Lsp(commands::lsp::Arguments),
    /// Run a Model Context Protocol server, with commands of this program as the tools of an assistant.
    #[cfg(feature = "mcp")]
    Mcp(commands::mcp::Arguments),
    /// Print a completion script for a shell.
    Completions(commands::completions::Arguments),
    /// Print the manual page, or write those of all commands.
    Man(commands::man::Arguments),
    /// Print the version, as `--version` does.
    #[command(hide = true)]
    Version,
}

/// Runs the command, and returns its exit status. The first argument is the name of the program.
///
/// It reads and writes the standard streams. `--chdir` and the colours apply to the whole process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let result = match parse(arguments) {
        Ok(cli) => on_large_stack(|| run_command(cli).map(|()| 0))
            .unwrap_or_else(|error| Err(Failure::Message(format!("no thread can be started: {error}")))),
        Err(error) => show_usage(&error),
    };
    match result {
        Ok(status) => status,
        Err(Failure::Input) => 1,
        Err(Failure::Usage) => 2,
        Err(Failure::Message(message)) => {
            write_error(&format!("error: {message}\n"));
            2
        }
    }
}

/// Serves an editor on any streams, such as those of a socket, with the default options of `hcl2 lsp`. Returns whether the
/// editor ended its session as the protocol says.
///
/// # Errors
///
/// If `output` cannot be written to.
pub fn serve_editor(input: impl Read + Send + 'static, output: impl Write + Send) -> std::io::Result<bool> {
    on_large_stack(|| commands::lsp::serve(input, output))?
}

/// Parses the command line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let arguments = spelling::rewritten(&command, arguments);
    let mut matches = command
        .try_get_matches_from_mut(&arguments)
        .map_err(|error| spelling::advised(error, &arguments))?;
    refuse_ignored(&mut command, &matches)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Refuses options of a command before its subcommand, which does not have them.
fn refuse_ignored(command: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, own)) = matches.subcommand() else {
        return Ok(());
    };
    let (Some((inner, _)), Some(command)) = (own.subcommand(), command.find_subcommand_mut(name)) else {
        return Ok(());
    };
    // The arguments of others are for their subcommands.
    if !command.is_subcommand_negates_reqs_set() {
        return Ok(());
    }
    let is_given = |argument: &&clap::Arg| {
        let source = own.value_source(argument.get_id().as_str());
        !argument.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let Some(argument) = command.get_arguments().find(is_given) else {
        return Ok(());
    };
    let message = format!(
        "the argument '{argument}' cannot be used before the subcommand '{inner}'; a file or directory of this name is `./{inner}`"
    );
    Err(command.error(ErrorKind::ArgumentConflict, message))
}

/// Runs work on a stack that is large enough for every nesting depth which can be asked for.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(parallel::STACK_BYTES)
            .spawn_scoped(scope, work)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn run_command(cli: Cli) -> Result<(), Failure> {
    cli.color.write_global();
    if cli.no_color {
        Color {
            color: clap::ColorChoice::Never,
        }
        .write_global();
    }
    if let Some(directory) = &cli.chdir {
        std::env::set_current_dir(directory).map_err(|error| {
            let directory = directory.display();
            Failure::Message(format!("the directory {directory} cannot be entered: {error}"))
        })?;
    }
    if !cli.confine.is_empty() {
        Disk.confine(&cli.confine)
            .map_err(|error| Failure::Message(format!("the directories to read cannot be found: {error}")))?;
    }
    let output = Output::new(cli.diagnostics, cli.max_problems);
    let limiter = cli.command.budget().start();
    limiter.during(|| run_with(cli.command, &output))
}

impl Command {
    /// Returns what limits all that the command evaluates. A session limits each of its evaluations, besides.
    fn budget(&self) -> BudgetArguments {
        match self {
            Self::Check(arguments) => arguments.budget,
            Self::Eval(arguments) => arguments.scope.budget,
            Self::Decode(arguments) => arguments.budget,
            Self::Plan(arguments) => arguments.budget,
            Self::Policy(arguments) => arguments.budget(),
            Self::Test(arguments) => arguments.budget,
            Self::Query(arguments) => arguments.budget,
            Self::Affected(arguments) => arguments.budget,
            Self::Diff(arguments) => arguments.budget,
            Self::Render(arguments) => arguments.budget,
            Self::Convert(_)
            | Self::ToJson(_)
            | Self::Console(_)
            | Self::Explain(_)
            | Self::Fmt(_)
            | Self::Inspect(_)
            | Self::Schema(_)
            | Self::Docs(_)
            | Self::Edit(_)
            | Self::Rename(_)
            | Self::Wire(_)
            | Self::Lsp(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Version => BudgetArguments::default(),
            #[cfg(feature = "tables")]
            Self::Tables(_) => BudgetArguments::default(),
            #[cfg(feature = "mcp")]
            Self::Mcp(_) => BudgetArguments::default(),
        }
    }
}

fn run_with(command: Command, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Check(arguments) => commands::check::run(&arguments, output),
        Command::Convert(arguments) => commands::convert::run(&arguments, output),
        Command::ToJson(arguments) => commands::to_json::run(&arguments, output),
        Command::Eval(arguments) => commands::eval::run(&arguments, output),
        Command::Console(arguments) => commands::console::run(&arguments, output),
        Command::Decode(arguments) => commands::decode::run(&arguments, output),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Fmt(arguments) => commands::fmt::run(&arguments, output),
        Command::Inspect(arguments) => commands::inspect::run(&arguments, output),
        Command::Plan(arguments) => commands::plan::run(&arguments, output),
        Command::Policy(arguments) => commands::policy::run(&arguments, output),
        Command::Test(arguments) => commands::test::run(&arguments, output),
        Command::Schema(arguments) => commands::schema::run(&arguments, output),
        Command::Docs(arguments) => commands::docs::run(&arguments, output),
        Command::Query(arguments) => commands::query::run(&arguments, output),
        Command::Edit(arguments) => commands::edit::run(&arguments, output),
        Command::Rename(arguments) => commands::rename::run(&arguments, output),
        Command::Render(arguments) => commands::render::run(&arguments, output),
        Command::Affected(arguments) => commands::affected::run(&arguments, output),
        Command::Diff(arguments) => commands::diff::run(&arguments, output),
        #[cfg(feature = "tables")]
        Command::Tables(arguments) => commands::tables::run(&arguments, output),
        Command::Wire(arguments) => commands::wire::run(&arguments, output),
        Command::Lsp(arguments) => commands::lsp::run(&arguments, output),
        #[cfg(feature = "mcp")]
        Command::Mcp(arguments) => commands::mcp::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments, &mut Cli::command()),
        Command::Man(arguments) => commands::man::run(&arguments, Cli::command()),
        Command::Version => output::write_text(&Cli::command().render_version()),
    }
}
