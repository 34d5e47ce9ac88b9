//! Links that lead out of what a command was asked to change.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use hcl2::project::{Disk, Files, directory_of};

/// What a command line names to be changed.
///
/// A link may be in a directory because somebody else put it there, so what it leads to is only changed where the command
/// line names that, too: the file itself, or the repository or directory around what is named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    /// The named paths, from the root of the disk, with their own links.
    paths: Vec<PathBuf>,
    /// The directories in which anything may be changed.
    places: Vec<PathBuf>,
}

impl Named {
    /// Takes the operands of a command line.
    pub(crate) fn new<P: AsRef<Path>>(operands: impl IntoIterator<Item = P>) -> Self {
        let mut named = Self::default();
        for operand in operands {
            let operand = operand.as_ref();
            let directory = match operand.is_dir() {
                true => operand.canonicalize().ok(),
                false => directory_of(operand).canonicalize().ok(),
            };
            let Some(directory) = directory else { continue };
            if let Some(name) = operand.file_name().filter(|_| !operand.is_dir()) {
                named.paths.push(directory.join(name));
            }
            named.places.push(Disk.place_of(&directory).to_owned());
        }
        named
    }

    /// Requires that what `path` leads to may be changed.
    ///
    /// # Errors
    ///
    /// If it is a link to something that the command line does not name.
    pub(crate) fn require(&self, path: &Path) -> std::io::Result<()> {
        if !path.is_symlink() {
            return Ok(());
        }
        // A link to nothing leads to where a new file would be.
        let target = path.canonicalize().or_else(|_| {
            let target = directory_of(path).join(path.read_link()?);
            let name = target
                .file_name()
                .ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
            Ok::<_, Error>(directory_of(&target).canonicalize()?.join(name))
        })?;
        if self.paths.contains(&target) || self.places.iter().any(|place| target.starts_with(place)) {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::PermissionDenied,
            format!(
                "it is a link to {}, outside of its repository or directory; name that file to change it",
                target.display()
            ),
        ))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_out_of_the_named_directory_are_refused_unless_their_target_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        for below in ["in/lower", "out"] {
            std::fs::create_dir_all(top.join(below)).unwrap();
        }
        std::fs::write(top.join("out/a.hcl"), "").unwrap();
        std::fs::write(top.join("in/b.hcl"), "").unwrap();
        symlink("../out/a.hcl", top.join("in/out.hcl")).unwrap();
        symlink("../out/new.hcl", top.join("in/new.hcl")).unwrap();
        symlink("../b.hcl", top.join("in/lower/up.hcl")).unwrap();
        let allows = |operands: &[&str], path: &str| {
            let named = Named::new(operands.iter().map(|operand| top.join(operand)));
            named.require(&top.join(path)).is_ok()
        };
        for (operands, path, expected) in [
            (&["in"][..], "in/b.hcl", true),
            (&["in"], "in/lower/up.hcl", true),
            (&["in/lower"], "in/lower/up.hcl", false),
            (&["in"], "in/out.hcl", false),
            (&["in"], "in/new.hcl", false),
            (&["in/out.hcl"], "in/out.hcl", false),
            (&["in", "out/a.hcl"], "in/out.hcl", true),
            (&["in", "out"], "in/new.hcl", true),
        ] {
            assert_eq!(allows(operands, path), expected, "{path} by {operands:?}");
        }
        std::fs::create_dir(top.join("in/.git")).unwrap();
        assert!(allows(&["in/lower"], "in/lower/up.hcl"));
        assert!(!allows(&["in/lower"], "in/out.hcl"));
    }
}
