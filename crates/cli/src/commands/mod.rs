//! The subcommands, one module each.

pub(crate) mod affected;
mod answers;
pub(crate) mod budget;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod console;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod diff;
pub(crate) mod docs;
pub(crate) mod edit;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod inspect;
mod layout;
pub(crate) mod lsp;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod module;
pub(crate) mod plan;
pub(crate) mod policy;
pub(crate) mod project;
pub(crate) mod query;
mod questions;
pub(crate) mod rename;
pub(crate) mod render;
pub(crate) mod schema;
mod scope;
pub(crate) mod severity;
mod syntax;
#[cfg(feature = "tables")]
pub(crate) mod tables;
pub(crate) mod test;
pub(crate) mod to_json;
mod unit;
mod variables;
mod why;
pub(crate) mod wire;

use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source, SourceMap};
use hcl2::edit::Address;
use hcl2::plan::{LocatedGap, gaps_to_json};
use hcl2::project::{Disk, Files, directory_of};
use hcl2::terraform::table::Language;

use crate::files::{self, Input};
use crate::output::{Failure, Output};

/// Parses an address from the command line.
fn address(text: &str) -> Result<Address, Failure> {
    let bare = text
        .strip_prefix('.')
        .filter(|bare| bare.parse::<Address>().is_ok());
    if let Some(bare) = bare {
        let message = format!("an address has no dot before its first name: write `{bare}`");
        return Err(Failure::Message(message));
    }
    text.parse()
        .map_err(|error: hcl2::edit::EditError| Failure::Message(error.to_string()))
}

/// Refuses a file in the place of the directory of a module.
fn expect_directory(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    Err(Failure::Message(format!(
        "{} is a file; name the directory of its module, {}",
        path.display(),
        directory_of(path).display()
    )))
}

/// Refuses a directory in the place of a file.
fn expect_file(path: &Path) -> Result<(), Failure> {
    if !path.is_dir() {
        return Ok(());
    }
    let message = format!("{} is a directory; name a file", path.display());
    Err(Failure::Message(message))
}

/// Returns the language selected by `--opentofu`.
fn language(opentofu: bool) -> Language {
    if opentofu {
        Language::OpenTofu
    } else {
        Language::Terraform
    }
}

/// Returns the language of the files of the module in a directory.
fn language_of(directory: &Path) -> Language {
    let files = Disk.list(directory).unwrap_or_default();
    files::language_of(files.iter().map(PathBuf::as_path))
}

/// Returns what a plan does not know as JSON.
fn incomplete(gaps: &[LocatedGap]) -> serde_json::Value {
    serde_json::from_str(&gaps_to_json(gaps)).unwrap_or_default()
}

/// Reads a JSON file, if one is named.
fn read_json<T>(
    path: Option<&Path>,
    output: &Output,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> Result<Option<T>, Failure> {
    read_json_hiding(|_, _| (), path, output, from_json)
}

/// Reads a JSON file with values, if one is named, and shows nothing of it: any value may be a secret, and what makes it one
/// may be missing or broken.
fn read_values<T>(
    path: Option<&Path>,
    output: &Output,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> Result<Option<T>, Failure> {
    let hide = |sources: &mut SourceMap, source: &Source| sources.hide(&[source.span()]);
    read_json_hiding(hide, path, output, from_json)
}

fn read_json_hiding<T>(
    hide: impl FnOnce(&mut SourceMap, &Source),
    path: Option<&Path>,
    output: &Output,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> Result<Option<T>, Failure> {
    let Some(path) = path else { return Ok(None) };
    expect_file(path)?;
    let mut input = Input::read(&[path.to_owned()], Some(Syntax::Json))?;
    let Some((source, _)) = input.files.first() else {
        output.show(&input.diagnostics, &input.sources);
        return Err(Failure::Usage);
    };
    from_json(source).map(Some).map_err(|problems| {
        hide(&mut input.sources, source);
        output.show(&problems, &input.sources);
        Failure::Input
    })
}
