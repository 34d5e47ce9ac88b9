//! `hcl2 completions`: prints completion scripts for shells.

use clap_complete::Shell;

use crate::output::{Failure, write_bytes};

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 completions bash > ~/.local/share/bash-completion/completions/hcl2\n  \
                  hcl2 completions zsh > ~/.zfunc/_hcl2\n  \
                  hcl2 completions fish > ~/.config/fish/completions/hcl2.fish"
)]
pub(crate) struct Arguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, command: &mut clap::Command) -> Result<(), Failure> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, name, &mut script);
    write_bytes(&script)
}
