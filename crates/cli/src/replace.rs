//! Atomic replacement of the content of a file.

use std::io::{Error, ErrorKind, Write};
use std::path::Path;

/// Replaces the content of the file at `path`, keeping its permissions, and following a link. At any time, the file has
/// either its old content or the new one.
///
/// # Errors
///
/// If the file is read-only, or a new file cannot be written to its directory.
pub(crate) fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    if permissions.readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".hcl2-").tempfile_in(directory)?;
    file.write_all(content)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("a.hcl"), directory.path().join("link.hcl"));
        std::fs::write(&file, "a=1\n").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a.hcl", &link).unwrap();
        replace(&link, b"a = 1\n").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"a = 1\n");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_read_only_file_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.hcl");
        std::fs::write(&file, "a=1\n").unwrap();
        let mut permissions = file.metadata().unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&file, permissions).unwrap();
        assert_eq!(
            replace(&file, b"a = 1\n").unwrap_err().kind(),
            ErrorKind::PermissionDenied
        );
        assert_eq!(std::fs::read(&file).unwrap(), b"a=1\n");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
