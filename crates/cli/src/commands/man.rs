//! `hcl2 man`: prints or writes the manual pages.

use std::path::{Path, PathBuf};

use clap_mangen::Man;

use crate::output::{Failure, write_bytes};
use crate::replace::OutputDirectory;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  hcl2 man | man -l -\n  hcl2 man --out ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// Write the pages of all commands into this directory, creating it if needed, instead of printing that of `hcl2`.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, mut command: clap::Command) -> Result<(), Failure> {
    command.build();
    match &arguments.out {
        None => write_bytes(&page(&man(command))?),
        Some(directory) => {
            let output =
                OutputDirectory::create(directory).map_err(|error| cannot_write(directory, &error))?;
            write_pages(directory, &output, &command)
        }
    }
}

fn man(command: clap::Command) -> Man {
    Man::new(command).source(concat!("hcl2 ", env!("CARGO_PKG_VERSION")))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{} cannot be written: {error}", path.display()))
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(directory: &Path, output: &OutputDirectory, command: &clap::Command) -> Result<(), Failure> {
    let man = man(command.clone());
    let path = directory.join(man.get_filename());
    let page = page(&man)?;
    output
        .write(&path, &page)
        .map_err(|error| cannot_write(&path, &error))?;
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| write_pages(directory, output, below))
}

fn page(man: &Man) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    man.render(&mut page)
        .map_err(|error| Failure::Message(format!("the page cannot be generated: {error}")))?;
    Ok(page)
}
