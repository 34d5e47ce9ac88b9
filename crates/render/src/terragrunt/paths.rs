//! Paths as text: Terragrunt computes most of them without looking at files.

use std::path::{Component, Path, PathBuf};

/// Returns a path without `.` and `..`, as far as its text shows.
pub(super) fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match cleaned.components().next_back() {
                Some(Component::Normal(_)) => drop(cleaned.pop()),
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => cleaned.push(".."),
            },
            other => cleaned.push(other),
        }
    }
    cleaned
}

/// Returns the path of `to` relative to `from`, both absolute: `.` if they are the same.
pub(super) fn relative(from: &Path, to: &Path) -> String {
    let (from, to) = (clean(from), clean(to));
    let same = from.components().zip(to.components()).take_while(|(a, b)| a == b);
    let same = same.count();
    let up = from.components().skip(same).map(|_| "..".to_owned());
    let down = to.components().skip(same);
    let down = down.map(|component| component.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.join("/")
    }
}

/// Returns a path as text.
pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Returns the directory of a file with an absolute path.
pub(super) fn directory(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}
