//! Configurations from git: two revisions of files, and the operands of an external diff.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::diagnostics::SourceMap;
use hcl2::project::Endings;

use super::Sides;
use crate::files::{Given, Input};
use crate::git::{Repository, Side, Snapshot};
use crate::output::Failure;

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

/// A repository with the two sides that operands name, and the paths after them.
type Compared<'o> = (Repository, [Side; 2], &'o [PathBuf]);

/// Returns what operands name if the first one is revisions: a range, or else a revision that is no path.
pub(super) fn revisions(operands: &[PathBuf]) -> Result<Option<Compared<'_>>, Failure> {
    let text = |path: &PathBuf| path.to_str().filter(|_| !path.exists()).map(str::to_owned);
    let Some((first, paths)) = operands.split_first() else {
        return Ok(None);
    };
    let Some((name, sides)) = text(first).and_then(|name| Some((name.clone(), Side::both(&name)?))) else {
        return Ok(None);
    };
    if name.contains("..") {
        return Ok(Some((Repository::find()?, sides, paths)));
    }
    let Ok(repository) = Repository::find() else {
        return Ok(None);
    };
    if !repository.knows(&name) {
        return Ok(None);
    }
    let (sides, paths) = repository.with_second(sides, paths);
    Ok(Some((repository, sides, paths)))
}

/// Reads the configuration files that differ between two sides, by their directories. Paths limit them.
pub(super) fn changed(
    repository: &Repository,
    sides: &[Side; 2],
    paths: &[PathBuf],
    syntax: Option<Syntax>,
) -> Result<Vec<Sides>, Failure> {
    let [before, after] = [repository.snapshot(&sides[0])?, repository.snapshot(&sides[1])?];
    let [old, new]: [BTreeMap<_, _>; 2] = [before.files().collect(), after.files().collect()];
    let below = match paths {
        [] => vec![repository.prefix.trim_end_matches('/').to_owned()],
        paths => paths
            .iter()
            .map(|path| repository.below(path))
            .collect::<Result<_, _>>()?,
    };
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let names = names.into_iter().filter(|name| {
        let file = name.rsplit_once('/').map_or(*name, |(_, file)| file);
        Endings::ALL.accept(file)
            && old.get(name) != new.get(name)
            && below.iter().any(|below| is_below(name, below))
    });
    let mut directories: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names {
        let directory = name.rsplit_once('/').map_or("", |(directory, _)| directory);
        directories.entry(directory).or_default().push(name);
    }
    let sides = directories.into_values().map(|files| {
        let of = |sources, side: &Snapshot<'_>| {
            let given = files.iter().filter_map(|file| {
                let shown = file.strip_prefix(&repository.prefix).unwrap_or(file);
                Some(Given {
                    name: format!("{}:{shown}", side.name),
                    bytes: side.read(file)?,
                })
            });
            Input::of_given(sources, given.collect::<Vec<_>>(), syntax)
        };
        let before = of(SourceMap::new(), &before);
        let after = of(before.sources.clone(), &after);
        Sides { before, after }
    });
    Ok(sides.collect())
}

/// Returns whether a path is another one or below it. The empty one is the top.
fn is_below(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
