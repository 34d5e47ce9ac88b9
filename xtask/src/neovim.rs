//! The picture of Neovim on the page on editors.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::cargo::{cargo, run};
use crate::files::{root, target};
use crate::terminal;

/// The page with the set-up.
const PAGE: &str = "docs/editors.md";
/// The picture.
const PICTURE: &str = "docs/neovim.svg";
/// The name of the terminal that is drawn.
const TERMINAL: &str = "hcl2-picture";
/// The files that are shown.
const FILES: [(&str, &str); 3] = [
    (
        "main.tf",
        "module \"network\" {\n  source = \"./network\"\n  zones  = var.zone\n}\n\nresource \"terraform_data\" \"web\" {\n  count \
         = var.instances\n  input = \"${module.network.name}-${count.index}\"\n}\n\noutput \"name\" {\n  value = var.\n}\n",
    ),
    (
        "variables.tf",
        "variable \"zones\" {\n  type        = list(string)\n  description = \"The zones of the \
         network.\"\n}\n\nvariable \"instances\" {\n  type        = number\n  default     = 2\n  description = \"How many \
         servers run.\"\n}\n\nvariable \"image\" {\n  type = string\n}\n",
    ),
    (
        "network/main.tf",
        "variable \"zones\" {\n  type = list(string)\n}\n\noutput \"name\" {\n  value = join(\"-\", var.zones)\n}\n",
    ),
];
/// The keys that are pressed, and how long the screen is then left alone.
const KEYS: [(&[&str], Duration); 3] = [
    (&["12G", "A"], Duration::from_secs(2)),
    (&["C-x", "C-o"], Duration::from_secs(2)),
    (&["C-n"], Duration::from_secs(2)),
];

/// Draws Neovim with the server, in a terminal of tmux.
pub(crate) fn run_picture() -> Result<(), String> {
    run(cargo().args(["build", "--locked", "--package", "hcl2-cli"]))?;
    let directory = target().join("neovim");
    let page = std::fs::read_to_string(root().join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let setup = page
        .split_once("### Neovim\n")
        .and_then(|(_, section)| section.split_once("```lua\n"))
        .and_then(|(_, block)| block.split_once("```"))
        .ok_or_else(|| format!("{PAGE} has no set-up for Neovim"))?;
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    for (name, text) in FILES.iter().chain(&[("init.lua", setup.0)]) {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&directory)).map_err(failed)?;
        std::fs::write(path, text).map_err(failed)?;
    }
    let drawn = screen(&directory);
    // The terminal is there only if it was started.
    let _ = tmux().arg("kill-server").status();
    let origin = "`cargo xtask neovim`";
    let title = "Neovim completes a variable and shows its documentation";
    let picture = terminal::draw(&drawn?, title, origin);
    std::fs::write(root().join(PICTURE), picture).map_err(|error| format!("{PICTURE}: {error}"))?;
    std::fs::remove_dir_all(&directory).map_err(failed)
}

fn tmux() -> Command {
    let mut command = Command::new("tmux");
    command.args(["-L", TERMINAL, "-f", "/dev/null"]);
    command
}

/// Returns the screen after the keys, with its colours.
fn screen(directory: &Path) -> Result<String, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(target().join("debug")).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).map_err(|error| error.to_string())?;
    let size = ["new-session", "-d", "-x", "110", "-y", "22"];
    let editor = "nvim --clean -n -u init.lua main.tf";
    run(tmux()
        .args(size)
        .arg(editor)
        .current_dir(directory)
        .env("PATH", path)
        .env("HOME", directory))?;
    std::thread::sleep(Duration::from_secs(2));
    for (keys, wait) in KEYS {
        run(tmux().arg("send-keys").args(keys))?;
        std::thread::sleep(wait);
    }
    let said = tmux().args(["capture-pane", "-e", "-p"]).output();
    let said = said.map_err(|error| format!("tmux cannot be run: {error}"))?;
    String::from_utf8(said.stdout).map_err(|error| error.to_string())
}
