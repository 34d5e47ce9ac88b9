//! `hcl2 lsp`: a language server on standard input and output.

mod convert;
mod files;
mod position;
mod requests;
mod server;
mod transport;
mod uri;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hcl2_ide::Workspace;

use super::budget::BudgetArguments;
use super::language;
use super::module::WorldArguments;
use super::project::Project;
use super::schema::SchemaArguments;
use super::selected::Selected;
use super::severity::SeverityArguments;
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
    #[command(flatten)]
    schema: SchemaArguments,
    // Of each check; its default timeout is 5 seconds.
    #[command(flatten)]
    budget: BudgetArguments,
}

/// The time of the evaluations of one check.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = arguments.schema.of(Path::new("."), output)?;
    let project = Project::load(&[PathBuf::from(".")], output)?;
    let selected = match project.language {
        Some(selected) if !arguments.opentofu => selected,
        _ => Selected::of(language(arguments.opentofu)),
    };
    let budget = arguments.budget.or_timeout(TIMEOUT);
    let disk = files::Disk {
        budget,
        world: WorldArguments::default(),
        version: selected.version,
        severity: SeverityArguments::default().with(&project),
    };
    let mut workspace = Workspace::new(disk, selected.language.unwrap_or_default()).with_style(project.style);
    if let Some(version) = selected.version {
        workspace = workspace.with_version(version);
    }
    if let Some(schemas) = schemas {
        workspace = workspace.with_schemas(schemas);
    }
    match server::serve(workspace, budget, std::io::stdin(), Channel::standard()) {
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
    let disk = files::Disk {
        budget,
        world: WorldArguments::default(),
        version: None,
        severity: SeverityArguments::default(),
    };
    let workspace = Workspace::new(disk, language(false));
    server::serve(workspace, budget, input, Channel::new(output))
}
