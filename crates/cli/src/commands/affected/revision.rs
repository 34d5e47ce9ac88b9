//! The files of a side, as far as plans need them on the disk.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::terraform::table::{Language, is_module_file};

use crate::git::Snapshot;
use crate::output::Failure;

/// The files of a repository at a revision, which are written below a place when they are needed.
pub(super) struct Revision<'r> {
    snapshot: Snapshot<'r>,
    /// What identifies the contents of all files, by their paths from the top.
    pub(super) files: BTreeMap<String, String>,
    /// Where files are written.
    place: PathBuf,
    written: RefCell<HashSet<String>>,
}

impl<'r> Revision<'r> {
    pub(super) fn new(snapshot: Snapshot<'r>, place: &Path) -> Self {
        let files = snapshot.files();
        Self {
            files: files
                .map(|(path, id)| (path.to_owned(), id.to_string()))
                .collect(),
            snapshot,
            place: place.to_owned(),
            written: RefCell::default(),
        }
    }

    /// Returns the name of the revision.
    pub(super) fn name(&self) -> &str {
        &self.snapshot.name
    }

    /// Returns the files that declare a module, by directory, with what identifies their contents. The directory of the top
    /// is empty.
    pub(super) fn modules(&self, language: Language) -> BTreeMap<String, Vec<(String, String)>> {
        let mut modules: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (path, content) in &self.files {
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
            if is_module_file(name, language) {
                let own = modules.entry(directory.to_owned()).or_default();
                own.push((name.to_owned(), content.clone()));
            }
        }
        modules
    }

    /// Returns the files in and below a directory, with what identifies their contents.
    pub(super) fn below(&self, directory: &str) -> impl Iterator<Item = (&str, &str)> {
        let prefix = match directory {
            "" => String::new(),
            directory => format!("{directory}/"),
        };
        let from = self.files.range(prefix.clone()..);
        from.take_while(move |(path, _)| path.starts_with(&prefix))
            .map(|(path, content)| (path.as_str(), content.as_str()))
    }

    /// Returns where a directory is once its files are written.
    pub(super) fn directory(&self, directory: &str) -> PathBuf {
        match directory {
            "" => self.place.clone(),
            directory => self.place.join(directory),
        }
    }

    /// Writes files of the revision that are not written yet, each as a regular file. One that cannot be read is left out.
    pub(super) fn write<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Result<(), Failure> {
        let mut written = self.written.borrow_mut();
        for path in paths {
            if written.contains(path) {
                continue;
            }
            written.insert(path.to_owned());
            let Some(content) = self.snapshot.read(path) else {
                continue;
            };
            let target = self.place.join(path);
            let directory = target.parent().unwrap_or(&self.place);
            std::fs::create_dir_all(directory)
                .and_then(|()| std::fs::write(&target, content))
                .map_err(|error| {
                    Failure::Message(format!("{} cannot be written: {error}", target.display()))
                })?;
        }
        Ok(())
    }
}
