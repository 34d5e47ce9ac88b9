//! `hcl2 lsp`: a language server, which an editor starts and talks to.

mod completion;
mod cursor;
mod document;
mod hover;
mod outline;
mod position;
mod problems;
mod project;
mod server;

use std::path::PathBuf;

use lsp_server::Connection;

use super::{language, read_schemas};
use crate::output::{Failure, Output};

#[derive(clap::Args)]
#[command(
    after_help = "An editor starts the server and talks to it by the Language Server Protocol over standard input and output. It \
                  reports problems with their corrections, formats, completes, says what something is, and leads to where it is \
                  declared and used.\n\nExample, for Neovim:\n  vim.lsp.config('hcl2', { cmd = { 'hcl2', 'lsp' }, filetypes = { 'hcl', \
                  'terraform' } })\n  vim.lsp.enable('hcl2')"
)]
pub(crate) struct Arguments {
    /// Talks over standard input and output, as it always does; some editors say so.
    #[arg(long)]
    stdio: bool,
    /// Reads modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// Knows resources and data sources by the schemas of their providers in this file, which `terraform providers schema
    /// -json` prints.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = read_schemas(arguments.schema.as_deref(), output)?;
    let language = language(arguments.opentofu);
    let (connection, threads) = Connection::stdio();
    let served = server::serve(&connection, project::Project::new(language, schemas));
    // The threads end when nobody can send to them any more.
    drop(connection);
    let closed = threads.join();
    served.map_err(|error| Failure::Message(format!("the editor does not follow the protocol: {error}")))?;
    closed.map_err(|error| Failure::Message(format!("the editor cannot be reached: {error}")))
}
