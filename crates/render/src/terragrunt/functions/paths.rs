//! Functions about paths.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_value::{Function, FunctionError, Value};

use super::of_strings;
use crate::terragrunt::paths::{clean, directory, relative, text};
use crate::terragrunt::place::Place;
use crate::terragrunt::world::UNIT_FILES;

/// Returns the functions about paths.
pub(super) fn functions(place: &Arc<Place>) -> Vec<Function> {
    let of = |name, counts, path: fn(&Place, &[&str]) -> Result<String, FunctionError>| {
        let place = Arc::clone(place);
        of_strings(name, counts, move |arguments| {
            path(&place, arguments).map(Value::from)
        })
    };
    vec![
        of("find_in_parent_folders", 0..=2, in_parents),
        of("path_relative_to_include", 0..=1, |place, arguments| {
            let own = directory(place.ask_configuration());
            let included = included(place, arguments)?;
            Ok(included.map_or_else(|| ".".to_owned(), |included| relative(&included, own)))
        }),
        of("path_relative_from_include", 0..=1, |place, arguments| {
            let own = directory(place.ask_configuration());
            let included = included(place, arguments)?;
            Ok(included.map_or_else(|| ".".to_owned(), |included| relative(own, &included)))
        }),
        of("get_terragrunt_dir", 0..=0, |place, _| {
            Ok(text(directory(place.ask_configuration())))
        }),
        of("get_parent_terragrunt_dir", 0..=1, |place, arguments| {
            let own = directory(place.ask_configuration());
            let included = included(place, arguments)?;
            Ok(text(&included.unwrap_or_else(|| own.to_owned())))
        }),
        of("get_original_terragrunt_dir", 0..=0, |place, _| {
            Ok(text(directory(place.ask_original())))
        }),
        of("get_repo_root", 0..=0, |place, _| Ok(text(&repository(place)?))),
        of("get_path_from_repo_root", 0..=0, |place, _| {
            Ok(relative(&repository(place)?, directory(place.ask_original())))
        }),
        of("get_path_to_repo_root", 0..=0, |place, _| {
            Ok(relative(directory(place.ask_original()), &repository(place)?))
        }),
    ]
}

/// Finds a file or directory in the directories above that of the configuration.
fn in_parents(place: &Place, arguments: &[&str]) -> Result<String, FunctionError> {
    let configuration = place.ask_configuration();
    let world = &place.world;
    let name = arguments.first().copied().unwrap_or_default();
    for directory in directory(configuration).ancestors().skip(1) {
        let found = if name.is_empty() {
            let files = UNIT_FILES.iter().map(|name| directory.join(name));
            files.into_iter().find(|path| world.kind(path).is_some())
        } else {
            let path = clean(&directory.join(name));
            world.kind(&path).is_some().then_some(path)
        };
        if let Some(found) = found {
            return Ok(text(&found));
        }
    }
    if let Some(fallback) = arguments.get(1) {
        return Ok((*fallback).to_owned());
    }
    let name = if name.is_empty() { UNIT_FILES[0] } else { name };
    Err(FunctionError::new(format!(
        "no directory above {} that may be read has `{name}`; create it, give another path as the second argument, or allow to \
         read its directory with `--allow-read`",
        world.shown(directory(configuration))
    )))
}

/// Returns the directory of the included file that a call is about: the one that contains the call, the only one, or the
/// one with the name of the argument.
fn included(place: &Place, arguments: &[&str]) -> Result<Option<PathBuf>, FunctionError> {
    if place.is_included() {
        return Ok(Some(directory(&place.file).to_owned()));
    }
    let includes = place.includes.get().map(Vec::as_slice).unwrap_or_default();
    let path = match (includes, arguments) {
        ([], _) => return Ok(None),
        ([(_, path)], _) => path,
        (several, [name]) => {
            let mut named = several.iter().filter(|(own, _)| own == name);
            let (_, path) = named.next().ok_or_else(|| {
                let names: Vec<String> = several.iter().map(|(name, _)| format!("`{name}`")).collect();
                FunctionError::new(format!(
                    "expected one of the includes {}, found `{name}`",
                    names.join(", ")
                ))
            })?;
            path
        }
        _ => {
            return Err(FunctionError::new(
                "expected the name of one of the includes as the argument, since there are several",
            ));
        }
    };
    Ok(Some(directory(path).to_owned()))
}

/// Returns the repository around where reading began.
fn repository(place: &Place) -> Result<PathBuf, FunctionError> {
    let own = directory(place.ask_original());
    let found = place.world.repository(own);
    found.ok_or_else(|| {
        let shown = place.world.shown(own);
        FunctionError::new(format!("no directory around {shown} is a Git repository"))
    })
}

/// Returns an absolute path from one that starts at a directory.
pub(super) fn full(directory: &Path, path: &str) -> PathBuf {
    clean(&directory.join(path))
}
