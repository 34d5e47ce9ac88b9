//! Repositories of git, as the command line names their revisions and files.

use std::path::{Path, PathBuf};

use hcl2::project::{GitError, Repository, Revision};
use hcl2::terraform::join_paths;
use ignore::WalkBuilder;

use crate::output::Failure;
use crate::walk;

/// The repository around the current directory.
pub(crate) struct Here {
    repository: Repository,
    /// The current directory below the top, with a slash at its end; empty at the top.
    pub(crate) prefix: String,
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        Self::Message(error.to_string())
    }
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
}

impl Here {
    /// Finds the repository around the current directory.
    pub(crate) fn find() -> Result<Self, Failure> {
        let repository = Repository::find(Path::new("."))?;
        let current = std::env::current_dir().and_then(|current| current.canonicalize());
        let current = current.unwrap_or_else(|_| repository.top().to_owned());
        let below = current.strip_prefix(repository.top()).unwrap_or(Path::new(""));
        let prefix: String = below
            .components()
            .map(|component| format!("{}/", component.as_os_str().to_string_lossy()))
            .collect();
        Ok(Self { repository, prefix })
    }

    /// Returns the directory of the working tree.
    pub(crate) fn top(&self) -> &Path {
        self.repository.top()
    }

    /// Returns the path of a file or directory from the top, whether it exists or not. That of the top is empty.
    pub(crate) fn below(&self, path: &Path) -> Result<String, Failure> {
        let top = self.top().to_string_lossy();
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
        self.repository.knows(revision)
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

    /// Returns the files of a side.
    pub(crate) fn revision(&self, side: &Side) -> Result<Revision, Failure> {
        Ok(match side {
            Side::WorkingTree => self.working_tree()?,
            Side::Revision(revision) => self.repository.revision(revision)?,
            Side::MergeBase(one, other) => self.repository.merge_base(one, other)?,
        })
    }

    /// Returns the files of the working tree that git does not ignore.
    fn working_tree(&self) -> Result<Revision, Failure> {
        let mut paths = Vec::new();
        let mut walk = WalkBuilder::new(self.top());
        walk.hidden(false);
        let found = walk::found(self.top(), walk, true, |entry| entry.file_name() != ".git");
        for entry in found {
            match entry {
                Ok(entry) => {
                    if entry.path_is_symlink() || entry.file_type().is_some_and(|kind| kind.is_file()) {
                        paths.push(entry.into_path());
                    }
                }
                Err(error) if walk::has_no_patterns(&error) => {
                    return Err(Failure::Message(format!(
                        "the working tree cannot be read: {error}"
                    )));
                }
                Err(_) => {}
            }
        }
        Ok(self.repository.working_tree(paths)?)
    }
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
}
