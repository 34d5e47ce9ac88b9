//! Repositories of git, of which only references and objects are read. No program runs, whatever a repository configures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;
use hcl2::project::{Disk, Files, MAX_FILE_BYTES};
use hcl2::terraform::join_paths;
use ignore::WalkBuilder;

use crate::output::Failure;
use crate::walk;

/// Maximum number of files of a revision. A tree can name few objects very often.
const MAX_FILES: usize = 1_000_000;

/// Maximum number of links that lead to each other.
const MAX_LINKS: usize = 40;

/// A repository, and where in it the command runs.
pub(crate) struct Repository {
    objects: gix::Repository,
    /// The directory of the working tree.
    pub(crate) top: PathBuf,
    /// The current directory below the top, with a slash at its end; empty at the top.
    pub(crate) prefix: String,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The files of a revision.
    Revision(String),
    /// The files of the best common ancestor of two revisions.
    MergeBase(String, String),
    /// The files as they are now, but not those that git ignores.
    WorkingTree,
}

impl Side {
    /// Returns both sides that an operand names as those of `git diff` do: `A..B`, `A...B`, `A^!` or `A`, which is compared with
    /// the working tree. An omitted revision is `HEAD`.
    pub(crate) fn both(operand: &str) -> Option<[Self; 2]> {
        let is_revision = |text: &str| !text.starts_with(['.', '/', '-']) && !text.ends_with('/');
        let or_head = |text: &str| if text.is_empty() { "HEAD" } else { text }.to_owned();
        // A commit with its first parent.
        if let Some(revision) = operand.strip_suffix("^!").or_else(|| operand.strip_suffix("^-")) {
            let sides = [format!("{revision}^"), revision.to_owned()];
            return is_revision(operand).then_some(sides.map(Self::Revision));
        }
        let (before, after, has_base) = match operand.split_once("...") {
            Some((before, after)) => (before, after, true),
            None => match operand.split_once("..") {
                Some((before, after)) => (before, after, false),
                None if operand.is_empty() || !is_revision(operand) => return None,
                None => return Some([Self::Revision(operand.to_owned()), Self::WorkingTree]),
            },
        };
        let is_range = is_revision(before) && is_revision(after) && !(before.is_empty() && after.is_empty());
        let (before, after) = (or_head(before), or_head(after));
        is_range.then(|| {
            if has_base {
                [Self::MergeBase(before, after.clone()), Self::Revision(after)]
            } else {
                [Self::Revision(before), Self::Revision(after)]
            }
        })
    }

    /// Returns the name for people.
    fn name(&self) -> String {
        match self {
            Self::Revision(revision) => revision.clone(),
            Self::MergeBase(one, other) => format!("{one}...{other}"),
            Self::WorkingTree => "working tree".to_owned(),
        }
    }
}

/// A file of a side.
#[derive(Clone, Debug)]
struct File {
    /// The object that the file is, or would be.
    id: gix::ObjectId,
    is_link: bool,
    /// The path on the disk of a file of the working tree.
    disk: Option<PathBuf>,
}

/// The files of one side.
pub(crate) struct Snapshot<'r> {
    repository: &'r Repository,
    pub(crate) name: String,
    /// The files by their paths from the top.
    files: BTreeMap<String, File>,
}

impl Repository {
    /// Finds the repository around the current directory.
    pub(crate) fn find() -> Result<Self, Failure> {
        let options = gix::open::Options::isolated;
        let found = gix::ThreadSafeRepository::discover_opts(
            ".",
            gix::discover::upwards::Options::default(),
            gix::sec::trust::Mapping {
                full: options(),
                reduced: options(),
            },
        );
        let objects = found
            .map_err(|error| Failure::Message(format!("no repository of git can be read here: {error}")))?
            .to_thread_local();
        let top = objects.workdir().and_then(|top| top.canonicalize().ok());
        let top = top.ok_or_else(|| {
            Failure::Message(
                "the repository of git around the current directory has no working tree".to_owned(),
            )
        })?;
        let current = std::env::current_dir().and_then(|current| current.canonicalize());
        let current = current.unwrap_or_else(|_| top.clone());
        let below = current.strip_prefix(&top).unwrap_or(Path::new(""));
        let prefix: String = below
            .components()
            .map(|component| format!("{}/", component.as_os_str().to_string_lossy()))
            .collect();
        Ok(Self { objects, top, prefix })
    }

    /// Returns the path of a file or directory from the top, whether it exists or not. That of the top is empty.
    pub(crate) fn below(&self, path: &Path) -> Result<String, Failure> {
        let top = self.top.to_string_lossy();
        let current = format!("{top}/{}", self.prefix);
        // A path that exists may lead here by links.
        let absolute = path.is_absolute().then(|| path.canonicalize().ok()).flatten();
        let absolute = absolute.unwrap_or_else(|| path.to_owned());
        let joined = join_paths(
            current.trim_end_matches('/'),
            &absolute.to_string_lossy().replace('\\', "/"),
        );
        let below = joined.strip_prefix(&*top);
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let below = below
            .ok_or_else(|| Failure::Message(format!("{} is outside the repository {top}", path.display())))?;
        Ok(below.trim_matches('/').to_owned())
    }

    /// Returns whether a string names a revision.
    pub(crate) fn knows(&self, revision: &str) -> bool {
        self.commit(revision).is_ok()
    }

    /// Takes the second of two revisions that are named one by one, as for `git diff A B`, from the operands after the first one.
    pub(crate) fn with_second<'o>(
        &self,
        sides: [Side; 2],
        others: &'o [PathBuf],
    ) -> ([Side; 2], &'o [PathBuf]) {
        let named = others
            .first()
            .filter(|other| !other.exists())
            .and_then(|other| other.to_str());
        match (sides, named) {
            ([before @ Side::Revision(_), Side::WorkingTree], Some(name)) if self.knows(name) => {
                ([before, Side::Revision(name.to_owned())], &others[1..])
            }
            (sides, _) => (sides, others),
        }
    }

    fn commit(&self, revision: &str) -> Result<gix::ObjectId, Failure> {
        let unknown = || Failure::Message(format!("`{revision}` is no revision of this repository"));
        let id = self.objects.rev_parse_single(revision).map_err(|_| unknown())?;
        Ok(id.detach())
    }

    /// Returns the files of a side.
    pub(crate) fn snapshot(&self, side: &Side) -> Result<Snapshot<'_>, Failure> {
        let files = match side {
            Side::WorkingTree => self.working_tree()?,
            Side::Revision(revision) => self.tree(self.commit(revision)?, revision)?,
            Side::MergeBase(one, other) => {
                let base = self.objects.merge_base(self.commit(one)?, self.commit(other)?);
                let base = base.ok().flatten().ok_or_else(|| {
                    Failure::Message(format!("`{one}` and `{other}` have no common ancestor"))
                })?;
                self.tree(base.detach(), &side.name())?
            }
        };
        Ok(Snapshot {
            repository: self,
            name: side.name(),
            files,
        })
    }

    /// Returns the files of the tree of a commit or tag.
    fn tree(&self, id: gix::ObjectId, name: &str) -> Result<BTreeMap<String, File>, Failure> {
        let unreadable =
            |error: &dyn std::fmt::Display| Failure::Message(format!("`{name}` cannot be read: {error}"));
        let object = self.objects.find_object(id).map_err(|error| unreadable(&error))?;
        let tree = object.peel_to_tree().map_err(|error| unreadable(&error))?;
        let mut files = BTreeMap::new();
        let mut pending = vec![(String::new(), tree)];
        while let Some((directory, tree)) = pending.pop() {
            for entry in tree.iter() {
                let entry = entry.map_err(|error| unreadable(&error))?;
                let Some(part) = safe_name(entry.filename()) else {
                    continue;
                };
                let path = format!("{directory}{part}");
                match entry.mode().kind() {
                    EntryKind::Tree => {
                        let below = entry.object().map_err(|error| unreadable(&error))?;
                        pending.push((format!("{path}/"), below.into_tree()));
                    }
                    kind @ (EntryKind::Blob | EntryKind::BlobExecutable | EntryKind::Link) => {
                        let file = File {
                            id: entry.object_id(),
                            is_link: kind == EntryKind::Link,
                            disk: None,
                        };
                        files.insert(path, file);
                    }
                    EntryKind::Commit => {}
                }
                if files.len() + pending.len() > MAX_FILES {
                    return Err(unreadable(&format_args!("it has more than {MAX_FILES} files")));
                }
            }
        }
        Ok(files)
    }

    /// Returns the files of the working tree that git does not ignore.
    fn working_tree(&self) -> Result<BTreeMap<String, File>, Failure> {
        let mut files = BTreeMap::new();
        let mut walk = WalkBuilder::new(&self.top);
        walk.hidden(false);
        let found = walk::found(&self.top, walk, true, |entry| entry.file_name() != ".git");
        for entry in found {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if walk::has_no_patterns(&error) => {
                    return Err(Failure::Message(format!(
                        "the working tree cannot be read: {error}"
                    )));
                }
                Err(_) => continue,
            };
            let is_link = entry.path_is_symlink();
            if !is_link && !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let Ok(below) = entry.path().strip_prefix(&self.top) else {
                continue;
            };
            let content = if is_link {
                let target = std::fs::read_link(entry.path());
                target.map(|target| target.to_string_lossy().into_owned().into_bytes())
            } else {
                Disk.read(entry.path(), MAX_FILE_BYTES)
            };
            // What cannot be read is missing.
            let Ok(content) = content else { continue };
            let id = gix::objs::compute_hash(self.objects.object_hash(), gix::objs::Kind::Blob, &content);
            let Ok(id) = id else { continue };
            let path = below.to_string_lossy().replace('\\', "/");
            let disk = Some(entry.path().to_owned());
            files.insert(path, File { id, is_link, disk });
            if files.len() > MAX_FILES {
                return Err(Failure::Message(format!(
                    "the working tree has more than {MAX_FILES} files"
                )));
            }
        }
        Ok(files)
    }
}

/// Returns a part of a path if it can be one on every disk: a tree may have any bytes.
fn safe_name(name: &gix::bstr::BStr) -> Option<&str> {
    let name = name.to_str().ok()?;
    let is_special = matches!(name, "" | "." | "..") || name.eq_ignore_ascii_case(".git");
    (!is_special && !name.contains(['/', '\\', '\0'])).then_some(name)
}

impl Snapshot<'_> {
    /// Returns the paths of all files from the top, with what identifies their contents, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, gix::ObjectId)> {
        self.files
            .keys()
            .filter_map(|path| Some((path.as_str(), self.target(path)?.id)))
    }

    /// Returns the content of a file, of links that of the file that they lead to; `None` if there is no such file, or it is
    /// too large.
    pub(crate) fn read(&self, path: &str) -> Option<Vec<u8>> {
        let file = self.target(path)?;
        if let Some(disk) = &file.disk {
            return Disk.read(disk, MAX_FILE_BYTES).ok();
        }
        let objects = &self.repository.objects;
        let size = objects.find_header(file.id).ok()?.size();
        if size > MAX_FILE_BYTES {
            return None;
        }
        Some(objects.find_object(file.id).ok()?.detach().data)
    }

    /// Returns the file at a path, following links within the tree.
    fn target(&self, path: &str) -> Option<&File> {
        let mut file = self.files.get(path)?;
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if !file.is_link {
                return Some(file);
            }
            let content = match &file.disk {
                Some(disk) => std::fs::read_link(disk).ok()?.to_string_lossy().into_owned(),
                None => {
                    let data = self.repository.objects.find_object(file.id).ok()?.detach().data;
                    String::from_utf8(data).ok()?
                }
            };
            path = joined(&path, &content)?;
            file = self.files.get(&path)?;
        }
        None
    }
}

/// Returns where a relative link leads, if that is below the top.
fn joined(link: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let (directory, _) = link.rsplit_once('/').unwrap_or(("", link));
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_named_as_in_git() {
        let revision = |name: &str| Side::Revision(name.to_owned());
        assert_eq!(
            Side::both("HEAD~1..HEAD"),
            Some([revision("HEAD~1"), revision("HEAD")])
        );
        assert_eq!(Side::both("main.."), Some([revision("main"), revision("HEAD")]));
        assert_eq!(Side::both("..main"), Some([revision("HEAD"), revision("main")]));
        let base = Side::MergeBase("main".to_owned(), "HEAD".to_owned());
        assert_eq!(Side::both("main...HEAD"), Some([base.clone(), revision("HEAD")]));
        assert_eq!(Side::both("main..."), Some([base, revision("HEAD")]));
        assert_eq!(
            Side::both("HEAD~1"),
            Some([revision("HEAD~1"), Side::WorkingTree])
        );
        for parent in ["main^!", "main^-"] {
            assert_eq!(Side::both(parent), Some([revision("main^"), revision("main")]));
        }
        for path in ["../a", "a/../b", "..", "...", "./a", "-b", "a..-b", "a/", ""] {
            assert_eq!(Side::both(path), None, "{path}");
        }
    }

    #[test]
    fn links_lead_to_places_below_the_top_only() {
        assert_eq!(joined("a/b/link", "../c.tf"), Some("a/c.tf".to_owned()));
        assert_eq!(joined("link", "./a/b.tf"), Some("a/b.tf".to_owned()));
        assert_eq!(joined("a/link", "../../c.tf"), None);
        assert_eq!(joined("link", "/etc/passwd"), None);
    }
}
