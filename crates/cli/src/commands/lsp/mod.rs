//! `hcl2 lsp`: a language server on standard input and output.

mod client;
mod configuration;
mod convert;
mod diagnostics;
mod documents;
mod log;
mod position;
mod requests;
mod server;
mod transport;
mod uri;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hcl2::project::{CheckSettings, Disk};
use hcl2::terraform::table::Language;
use hcl2_ide::Workspace;

use log::Log;

use super::budget::BudgetArguments;
use super::module::WorldArguments;
use super::schema::{SchemaArguments, schemas_of};
use crate::output::{Channel, Failure, Output};

#[derive(clap::Args)]
#[command(
    after_help = "Editors start the server and talk to it over standard input and output. It reports problems and fixes, \
                  formats, completes, shows documentation, and finds definitions and references.\n\nExample for Neovim:\n  \
                  vim.lsp.config('hcl2', { cmd = { 'hcl2', 'lsp' }, filetypes = { 'hcl', 'terraform' } })\n  \
                  vim.lsp.enable('hcl2')"
)]
pub(crate) struct Arguments {
    /// Use standard input and output, which is the default; some editors pass this option.
    #[arg(long)]
    stdio: bool,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// Write the methods of all messages, and what they took, to a file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    schema: SchemaArguments,
    // Of each check; its default timeout is 5 seconds.
    #[command(flatten)]
    budget: BudgetArguments,
}

/// The time of the evaluations of one check.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = schemas_of(arguments.schema.given(output)?);
    let budget = arguments.budget.or_timeout(TIMEOUT);
    let settings = CheckSettings {
        language: arguments.opentofu.then_some(Language::OpenTofu),
        schemas,
        ..settings(budget)
    };
    let workspace = Workspace::new(Arc::new(Disk), settings);
    let log = Log::new(arguments.log.as_deref())
        .map_err(|error| Failure::Message(format!("the log cannot be written: {error}")))?;
    match server::serve(workspace, budget, log, std::io::stdin(), Channel::standard()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::Input),
        Err(error) => Err(Failure::Message(format!(
            "the connection to the editor failed: {error}"
        ))),
    }
}

/// Serves an editor on any streams. Returns whether it ended its session as the protocol says.
pub(crate) fn serve(input: impl Read + Send + 'static, output: impl Write) -> std::io::Result<bool> {
    let budget = BudgetArguments::default().or_timeout(TIMEOUT);
    let workspace = Workspace::new(Arc::new(Disk), settings(budget));
    server::serve(workspace, budget, Log::new(None)?, input, Channel::new(output))
}

/// Returns how documents are checked, where nothing else is said: what is known of the world around the modules is the
/// environment and their files.
fn settings(budget: BudgetArguments) -> CheckSettings {
    CheckSettings {
        budget: Arc::new(move || budget.start().budget()),
        world: WorldArguments::default().world(),
        ..CheckSettings::default()
    }
}
