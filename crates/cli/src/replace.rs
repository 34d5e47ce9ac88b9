//! Writing and removing files: nothing else in the command does.

use std::collections::HashSet;
use std::fs::{File, Metadata, TryLockError};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use hcl2::project::{Disk, Files, directory_of};
use tempfile::{NamedTempFile, TempPath};

use crate::links::Named;
use crate::output::{Failure, write_error};
use crate::parallel;

/// The start of the names of new files before they take the place of the old ones.
pub(crate) const PREFIX: &str = ".hcl2-new-";

/// Writes a result into the file that the command line names: one that exists is replaced as by a [`Replacer`], a new one
/// is there with all of its content or not at all, and to anything else, such as a pipe, the content is written.
pub(crate) fn write_result(path: &Path, content: &str) -> Result<(), Failure> {
    let mut replacer = Replacer::new(false, Named::new([path]));
    let written = if path.is_file() {
        replacer.replace(path, content.as_bytes())
    } else if is_of_system(path) {
        std::fs::write(path, content)
    } else if path.exists() || path.is_symlink() {
        let named = replacer.named.require(path);
        named.and_then(|()| std::fs::write(path, content))
    } else {
        replacer.create(path, content.as_bytes())
    };
    written
        .map_err(|error| Failure::Message(format!("the file {} cannot be written: {error}", path.display())))
}

/// Returns whether a path is where the system has devices and the files that this process has open, such as `/dev/stdout`.
/// Links there are its own.
fn is_of_system(path: &Path) -> bool {
    cfg!(unix) && ["/dev", "/proc"].iter().any(|place| path.starts_with(place))
}

/// Writes a file of the user that no repository holds, such as one of a cache, and creates its directories.
///
/// # Errors
///
/// If the file cannot be written.
pub(crate) fn write_own(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let directory = directory_of(path);
    std::fs::create_dir_all(directory)?;
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// A directory that a command fills with files of many names, wherever links in it lead.
#[derive(Debug)]
pub(crate) struct OutputDirectory {
    path: PathBuf,
    named: Named,
}

impl OutputDirectory {
    /// Creates the directory if there is none.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created.
    pub(crate) fn create(path: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(path)?;
        sweep(path);
        Ok(Self {
            path: path.to_owned(),
            named: Named::new([path]),
        })
    }

    /// Creates a file without a name.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub(crate) fn new_file(&self) -> std::io::Result<NamedTempFile> {
        new_file(&self.path)
    }

    /// Writes a file whole, under a name in the directory.
    ///
    /// # Errors
    ///
    /// If the name is that of a link that leads out of the directory, or the file cannot be written.
    pub(crate) fn write(&self, path: &Path, content: &[u8]) -> std::io::Result<()> {
        self.named.require(path)?;
        let file = self.new_file()?;
        file.as_file().write_all(content)?;
        self.place(file.into_temp_path(), path)
    }

    /// Gives a file its name, and creates the directories that the name needs.
    ///
    /// # Errors
    ///
    /// If a link in the directory leads out of it.
    pub(crate) fn place(&self, file: TempPath, path: &Path) -> std::io::Result<()> {
        self.named.require_new(path)?;
        std::fs::create_dir_all(directory_of(path))?;
        file.persist(path).map_err(|error| error.error)
    }

    /// Removes a file, if there is one, and the directory of the file `with_directory` if that is empty then.
    ///
    /// # Errors
    ///
    /// If a link in the directory leads out of it.
    #[cfg(feature = "tables")]
    pub(crate) fn remove(&self, path: &Path, with_directory: bool) -> std::io::Result<()> {
        self.named.require_new(path)?;
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ if with_directory => {
                // It may contain the files of others.
                let _ = std::fs::remove_dir(directory_of(path));
            }
            _ => {}
        }
        Ok(())
    }
}

/// Replaces files.
///
/// At any time, a file has either its old content or the new one: a new file is written beside it and takes its name.
/// `in_place`, the content is overwritten instead, which keeps other hard links to the file but not the old content if
/// the system fails.
#[derive(Debug)]
pub(crate) struct Replacer {
    in_place: bool,
    /// What may be changed.
    named: Named,
    /// The directories without files that killed runs have left.
    swept: HashSet<PathBuf>,
}

impl Replacer {
    pub(crate) fn new(in_place: bool, named: Named) -> Self {
        Self {
            in_place,
            named,
            swept: HashSet::new(),
        }
    }

    /// Replaces the content of the file at `path`, following links to what the command line names, and keeps its permissions, owner and extended
    /// attributes, among which are access control lists. What the system does not let it keep is said.
    ///
    /// # Errors
    ///
    /// If the file is read-only or not a regular file, what it leads to is not named, or a new file cannot be written to its directory.
    pub(crate) fn replace(&mut self, path: &Path, content: &[u8]) -> std::io::Result<()> {
        self.replace_all(&[(path, content)]).into_iter().collect()
    }

    /// Writes a new file, which takes its name when it is whole, and creates its directories.
    ///
    /// # Errors
    ///
    /// If something has that name, a directory is behind a link to what is not named, or the file cannot be written.
    pub(crate) fn create(&mut self, path: &Path, content: &[u8]) -> std::io::Result<()> {
        self.named.require_new(path)?;
        let directory = directory_of(path);
        std::fs::create_dir_all(directory)?;
        self.sweep_once(directory);
        let file = new_file(directory)?;
        file.as_file().write_all(content)?;
        file.persist_noclobber(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Replaces many files as [`replace`](Self::replace) does. The system writes some at a time to the disk, which takes
    /// little more time than one.
    pub(crate) fn replace_all(&mut self, files: &[(&Path, &[u8])]) -> Vec<std::io::Result<()>> {
        if self.in_place {
            return files
                .iter()
                .map(|(path, content)| self.named.require(path).and_then(|()| overwritten(path, content)))
                .collect();
        }
        let mut results = Vec::with_capacity(files.len());
        for some in files.chunks(MAX_OPEN) {
            let new: Vec<_> = some
                .iter()
                .map(|(path, content)| self.prepared(path, content))
                .collect();
            let synced = parallel::map_on(WAITING, "writing", &new, |new| match new {
                Ok(new) => new.file.as_file().sync_all(),
                Err(_) => Ok(()),
            });
            results.extend(
                new.into_iter()
                    .zip(synced)
                    .map(|(new, synced)| synced.and(new?.take_its_place())),
            );
        }
        results
    }

    /// Writes a new file beside the one at `path`.
    fn prepared(&mut self, path: &Path, content: &[u8]) -> std::io::Result<New> {
        self.named.require(path)?;
        let (target, metadata) = writable(path)?;
        let directory = target.parent().unwrap_or(Path::new("."));
        self.sweep_once(directory);
        New::write(path, &target, &metadata, content)
    }

    fn sweep_once(&mut self, directory: &Path) {
        if self.swept.insert(directory.to_owned()) {
            sweep(directory);
        }
    }
}

/// Maximum number of new files that are open at a time; systems allow some more.
const MAX_OPEN: usize = 128;

/// The number of threads that wait for the disk. The system may write what several of them wait for at once.
const WAITING: usize = 32;

/// Returns what a path leads to, if that can be replaced.
fn writable(path: &Path) -> std::io::Result<(PathBuf, Metadata)> {
    let target = path.canonicalize()?;
    let metadata = target.metadata()?;
    if !metadata.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if metadata.permissions().readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    Ok((target, metadata))
}

fn overwritten(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let (target, _) = writable(path)?;
    let mut file = File::options().write(true).truncate(true).open(target)?;
    file.write_all(content)?;
    file.sync_all()
}

/// A new file that has not taken the place of the old one yet.
struct New {
    file: NamedTempFile,
    /// The path of the old one, as it was named.
    path: PathBuf,
    target: PathBuf,
    /// What it does not keep.
    lost: Vec<String>,
}

impl New {
    fn write(path: &Path, target: &Path, metadata: &Metadata, content: &[u8]) -> std::io::Result<Self> {
        let directory = target.parent().unwrap_or(Path::new("."));
        let file = started(&mut tempfile::Builder::new(), directory)?;
        file.as_file().write_all(content)?;
        let lost = keep(target, metadata, &file)?;
        Ok(Self {
            file,
            path: path.to_owned(),
            target: target.to_owned(),
            lost,
        })
    }

    fn take_its_place(self) -> std::io::Result<()> {
        self.file.persist(&self.target).map_err(|error| error.error)?;
        for what in self.lost {
            write_error(&format!("note: {}: {what}\n", self.path.display()));
        }
        Ok(())
    }
}

/// Creates a file in a directory, which takes its name when it is whole, with the permissions of any new file.
///
/// It is written by [`as_file`](NamedTempFile::as_file): the errors of [`NamedTempFile`] name a file that nobody knows.
fn new_file(directory: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    started(&mut builder, directory)
}

fn started(builder: &mut tempfile::Builder<'_, '_>, directory: &Path) -> std::io::Result<NamedTempFile> {
    loop {
        let file = builder.prefix(PREFIX).tempfile_in(directory).map_err(|error| {
            let (directory, reason) = (directory.display(), error.to_string());
            let reason = reason.split(" at path ").next().unwrap_or_default();
            let message = format!("no file can be created in its directory {directory}: {reason}");
            Error::new(error.kind(), message)
        })?;
        // Other runs see by the lock that this one is alive. Before it is locked, one may have taken the file for one that
        // was left. Some file systems have no locks.
        let is_swept = match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Ok(()) | Err(TryLockError::Error(_)) => !file.path().exists(),
        };
        if !is_swept {
            return Ok(file);
        }
    }
}

/// Copies permissions, owner and extended attributes to the new file. Returns the ones that could not be copied.
#[cfg(unix)]
fn keep(target: &Path, metadata: &Metadata, new: &NamedTempFile) -> std::io::Result<Vec<String>> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mut lost = Vec::new();
    let (user, group) = (metadata.uid(), metadata.gid());
    let own = new.as_file().metadata()?;
    let mut mode = metadata.permissions().mode() & 0o7777;
    if own.uid() != user && fchown(new.as_file(), Some(user), None).is_err() {
        lost.push(format!("its owner is no longer the user {user}"));
        mode &= 0o3777;
    }
    if own.gid() != group && fchown(new.as_file(), None, Some(group)).is_err() {
        lost.push(format!("it no longer belongs to the group {group}"));
        mode &= 0o5777;
    }
    // A change of the owner resets permissions, and an access control list contains them.
    new.as_file().set_permissions(PermissionsExt::from_mode(mode))?;
    let attributes = copied_attributes(target, new.path());
    lost.extend(
        attributes
            .into_iter()
            .map(|name| format!("it no longer has the attribute `{name}`")),
    );
    if metadata.nlink() > 1 {
        lost.push("its other hard links keep the old content; --in-place changes them too".to_owned());
    }
    Ok(lost)
}

#[cfg(not(unix))]
fn keep(_target: &Path, metadata: &Metadata, new: &NamedTempFile) -> std::io::Result<Vec<String>> {
    new.as_file().set_permissions(metadata.permissions())?;
    Ok(Vec::new())
}

/// Copies extended attributes, and returns the names of those that cannot be copied.
#[cfg(unix)]
fn copied_attributes(from: &Path, to: &Path) -> Vec<String> {
    use rustix::fs::{XattrFlags, getxattr, getxattr_query, listxattr, listxattr_query, setxattr};

    let names = || {
        let mut names = vec![0; listxattr_query(from)?];
        let length = listxattr(from, &mut names[..])?;
        names.truncate(length);
        rustix::io::Result::Ok(names)
    };
    // A file system without attributes has none to lose.
    let names = names().unwrap_or_default();
    let value = |path: &Path, name: &[u8]| {
        let mut value = vec![0; getxattr_query(path, name)?];
        let length = getxattr(path, name, &mut value[..])?;
        value.truncate(length);
        rustix::io::Result::Ok(value)
    };
    let copy = |name: &[u8]| {
        let wanted = value(from, name)?;
        if value(to, name).as_ref() == Ok(&wanted) {
            return Ok(());
        }
        setxattr(to, name, &wanted, XattrFlags::empty())
    };
    names
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty() && copy(name).is_err())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect()
}

/// Removes new files that killed runs have left in a directory: those that no run holds a lock on.
fn sweep(directory: &Path) {
    for path in Disk.list(directory).unwrap_or_default() {
        let name = path.file_name().and_then(|name| name.to_str());
        let is_new = name.is_some_and(|name| name.starts_with(PREFIX))
            && path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if !is_new {
            continue;
        }
        if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // The lock is held until the file is removed, so that the run that has just created it sees that it must create
            // another one. If it cannot be removed, the next run tries again.
            let _ = std::fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
        Replacer::new(false, Named::new([path])).replace(path, content)
    }

    #[test]
    #[cfg(unix)]
    fn permissions_attributes_and_links_are_kept() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("a.hcl"), directory.path().join("link.hcl"));
        std::fs::write(&file, "a=1\n").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        // Not every file system has attributes.
        let has_attributes = setxattr(&file, "user.hcl2", b"kept", XattrFlags::empty()).is_ok();
        std::os::unix::fs::symlink("a.hcl", &link).unwrap();
        replace(&link, b"a = 1\n").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"a = 1\n");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
        let mut value = [0; 8];
        if has_attributes {
            assert_eq!(getxattr(&file, "user.hcl2", &mut value[..]), Ok(4));
            assert_eq!(&value[..4], b"kept");
        }
    }

    #[test]
    #[cfg(unix)]
    fn in_place_the_file_stays_the_same() {
        use std::os::unix::fs::MetadataExt;
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("a.hcl"), directory.path().join("b.hcl"));
        std::fs::write(&file, "a   =   1\n").unwrap();
        std::fs::hard_link(&file, &link).unwrap();
        Replacer::new(true, Named::new([&file]))
            .replace(&file, b"a = 1\n")
            .unwrap();
        assert_eq!(std::fs::read(&link).unwrap(), b"a = 1\n");
        replace(&file, b"a = 2\n").unwrap();
        assert_eq!(std::fs::read(&link).unwrap(), b"a = 1\n");
        assert_eq!(link.metadata().unwrap().nlink(), 1);
    }

    #[test]
    fn files_of_killed_runs_are_removed_and_those_of_others_stay() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["a.hcl", ".hcl2-new-left", ".hcl2-new-busy", ".hcl2-other"] {
            std::fs::write(path(name), "a=1\n").unwrap();
        }
        let busy = File::open(path(".hcl2-new-busy")).unwrap();
        busy.lock().unwrap();
        replace(&path("a.hcl"), b"a = 1\n").unwrap();
        let mut left: Vec<_> = Disk.list(directory.path()).unwrap();
        left.sort();
        assert_eq!(left, [".hcl2-new-busy", ".hcl2-other", "a.hcl"].map(path));
    }

    #[test]
    fn runs_in_one_directory_never_remove_the_new_files_of_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = |run: usize| directory.path().join(format!("{run}.hcl"));
        std::thread::scope(|scope| {
            for run in 0..4 {
                let path = path(run);
                scope.spawn(move || {
                    std::fs::write(&path, "a=1\n").unwrap();
                    for round in 0..200 {
                        replace(&path, format!("a = {round}\n").as_bytes()).unwrap();
                    }
                });
            }
        });
        let mut left = Disk.list(directory.path()).unwrap();
        left.sort();
        assert_eq!(left, [0, 1, 2, 3].map(path));
        assert_eq!(std::fs::read(path(3)).unwrap(), b"a = 199\n");
    }

    #[test]
    fn new_file_never_takes_the_place_of_another_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new.hcl");
        let mut files = Replacer::new(false, Named::new([directory.path()]));
        files.create(&path, b"a = 1\n").unwrap();
        let error = files.create(&path, b"a = 2\n").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"a = 1\n");
        assert_eq!(Disk.list(directory.path()).unwrap(), [path]);
    }

    #[test]
    #[cfg(unix)]
    fn only_regular_files_are_replaced() {
        let error = replace(Path::new("/dev/null"), b"").unwrap_err();
        assert_eq!(error.to_string(), "it is not a regular file");
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
