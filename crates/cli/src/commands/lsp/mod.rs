//! `hcl2 lsp`: a language server on standard input and output.

mod convert;
mod files;
mod position;
mod requests;
mod server;
mod uri;

use std::path::PathBuf;

use hcl2_ide::Workspace;
use lsp_server::Connection;

use super::{language, read_schemas};
use crate::output::{Failure, Output};

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
    /// The schemas of providers, as printed by `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = read_schemas(arguments.schema.as_deref(), output)?;
    let mut workspace = Workspace::new(files::Disk, language(arguments.opentofu));
    if let Some(schemas) = schemas {
        workspace = workspace.with_schemas(schemas);
    }
    let (connection, threads) = Connection::stdio();
    let served = server::serve(&connection, workspace);
    // The threads end once nothing can be sent to them.
    drop(connection);
    let closed = threads.join();
    served.map_err(|error| Failure::Message(format!("the editor violated the protocol: {error}")))?;
    closed.map_err(|error| Failure::Message(format!("the connection to the editor failed: {error}")))
}
