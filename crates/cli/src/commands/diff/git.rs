//! Configurations from git: two revisions of files, and the operands of an external diff.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use hcl2::Syntax;
use hcl2::diagnostics::SourceMap;
use hcl2::files::Endings;

use super::Sides;
use crate::files::{Given, Input};
use crate::output::Failure;

/// Returns the two revisions that an operand names, `A..B`.
pub(in crate::commands) fn revisions(operand: &Path) -> Option<(&str, &str)> {
    let (before, after) = operand.to_str()?.split_once("..")?;
    let is_revision = |text: &str| !text.starts_with(['.', '/', '-']);
    let is_range = is_revision(before) && is_revision(after) && !before.ends_with('/');
    (is_range && !(before.is_empty() && after.is_empty())).then_some((before, after))
}

/// Returns the revision that a side of a range names.
pub(in crate::commands) fn or_head(revision: &str) -> String {
    if revision.is_empty() { "HEAD" } else { revision }.to_owned()
}

/// Takes the operands that git gives to an external diff: the path, and for each side a file, its hash and its mode.
pub(super) fn external(operands: &[PathBuf], syntax: Option<Syntax>) -> Result<Sides, Failure> {
    let [path, before, _, _, after, ..] = operands else {
        return Err(Failure::Message(
            "expected the seven operands of an external diff of git".to_owned(),
        ));
    };
    let syntax = syntax.unwrap_or_else(|| Syntax::from_path(path));
    let side = |sources: SourceMap, file: &PathBuf| {
        // A file that is not there on one side.
        let files = if file == Path::new("/dev/null") {
            &[]
        } else {
            std::slice::from_ref(file)
        };
        Input::read_into(sources, files, Some(syntax))
    };
    let before = side(SourceMap::new(), before)?;
    let after = side(before.sources.clone(), after)?;
    Ok(Sides { before, after })
}

/// Reads the configuration files that differ between two revisions, by their directories.
pub(super) fn changed(
    operand: &Path,
    paths: &[PathBuf],
    syntax: Option<Syntax>,
) -> Result<Vec<Sides>, Failure> {
    let (before, after) = revisions(operand).unwrap_or_default();
    let (before, after) = (or_head(before), or_head(after));
    let mut command = Command::new("git");
    command.args([
        "diff",
        "--name-only",
        "--no-renames",
        "--relative",
        "-z",
        "--end-of-options",
    ]);
    command.args([&before, &after]).arg("--").args(paths);
    let names = String::from_utf8_lossy(&run(command)?).into_owned();
    let mut directories: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
    for name in names.split_terminator('\0') {
        let path = Path::new(name);
        let file = path.file_name().and_then(|file| file.to_str());
        if file.is_some_and(|file| Endings::ALL.accept(file)) {
            directories
                .entry(path.parent().unwrap_or(path))
                .or_default()
                .push(name);
        }
    }
    let sides = directories.into_values().map(|files| {
        let of = |sources, revision: &str| {
            let given = files
                .iter()
                .filter_map(|file| file_at(revision, file).transpose());
            Ok(Input::of_given(
                sources,
                given.collect::<Result<Vec<_>, Failure>>()?,
                syntax,
            ))
        };
        let before = of(SourceMap::new(), &before)?;
        let after = of(before.sources.clone(), &after)?;
        Ok(Sides { before, after })
    });
    sides.collect()
}

/// Returns a file at a revision, if it is there.
fn file_at(revision: &str, file: &str) -> Result<Option<Given>, Failure> {
    let object = format!("{revision}:./{file}");
    let mut test = Command::new("git");
    test.args(["cat-file", "-e", &object]);
    if run(test).is_err() {
        return Ok(None);
    }
    let mut show = Command::new("git");
    show.args(["cat-file", "blob", &object]);
    let bytes = run(show)?;
    let name = format!("{revision}:{file}");
    Ok(Some(Given { name, bytes }))
}

/// Runs git and returns what it prints.
pub(in crate::commands) fn run(mut command: Command) -> Result<Vec<u8>, Failure> {
    let output = command
        .output()
        .map_err(|error| Failure::Message(format!("git cannot be run: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Message(format!("git failed: {}", said.trim())));
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_told_from_paths() {
        let of = |text: &'static str| revisions(Path::new(text));
        assert_eq!(of("HEAD~1..HEAD"), Some(("HEAD~1", "HEAD")));
        assert_eq!(of("main.."), Some(("main", "")));
        for path in ["../a", "a/../b", "..", "a.tf", "a..-b"] {
            assert_eq!(of(path), None, "{path}");
        }
    }
}
