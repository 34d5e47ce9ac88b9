//! The files of a repository at a revision.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hcl2::terraform::table::{Language, is_module_file};

use crate::commands::diff::git::run;
use crate::output::Failure;

/// A repository, and where in it the command runs.
pub(super) struct Repository {
    pub(super) top: PathBuf,
    /// The current directory below the top, with a slash at its end; empty at the top.
    pub(super) prefix: String,
}

impl Repository {
    /// Finds the repository around the current directory.
    pub(super) fn find() -> Result<Self, Failure> {
        let said = |option: &str| -> Result<String, Failure> {
            let mut command = Command::new("git");
            command.args(["rev-parse", option]);
            let text = String::from_utf8_lossy(&run(command)?).into_owned();
            Ok(text.trim_end_matches(['\n', '\r']).to_owned())
        };
        Ok(Self {
            top: said("--show-toplevel")?.into(),
            prefix: said("--show-prefix")?,
        })
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.top).args(arguments);
        command
    }

    /// Lists the files at a revision, which are written below `place` when they are needed.
    pub(super) fn at(&self, revision: &str, place: &Path) -> Result<Revision<'_>, Failure> {
        let object = format!("{revision}^{{tree}}");
        let tree = run(self.git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &object]))
            .map_err(|_| Failure::Message(format!("`{revision}` is no revision of this repository")))?;
        let tree = String::from_utf8_lossy(&tree).trim().to_owned();
        let listed = run(self.git(&["ls-tree", "-r", "-z", "--full-tree", &tree]))?;
        let listed = String::from_utf8_lossy(&listed).into_owned();
        let files = listed.split_terminator('\0').filter_map(|line| {
            let (object, path) = line.split_once('\t')?;
            let mut words = object.split(' ');
            let (_, kind, blob) = (words.next()?, words.next()?, words.next()?);
            (kind == "blob").then(|| (path.to_owned(), blob.to_owned()))
        });
        std::fs::create_dir_all(place).map_err(|error| unwritable(place, &error))?;
        Ok(Revision {
            repository: self,
            name: revision.to_owned(),
            tree,
            files: files.collect(),
            place: place.to_owned(),
        })
    }
}

fn unwritable(place: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{} cannot be written: {error}", place.display()))
}

/// The files of a repository at a revision.
pub(super) struct Revision<'r> {
    repository: &'r Repository,
    pub(super) name: String,
    tree: String,
    /// The blobs of all files by their paths from the top.
    pub(super) files: BTreeMap<String, String>,
    /// Where files are written.
    place: PathBuf,
}

impl Revision<'_> {
    /// Returns the files that declare a module, by directory, with their blobs. The directory of the top is empty.
    pub(super) fn modules(&self, language: Language) -> BTreeMap<String, Vec<(String, String)>> {
        let mut modules: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (path, blob) in &self.files {
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
            if is_module_file(name, language) {
                let own = modules.entry(directory.to_owned()).or_default();
                own.push((name.to_owned(), blob.clone()));
            }
        }
        modules
    }

    /// Returns the files in and below a directory, with their blobs.
    pub(super) fn below(&self, directory: &str) -> impl Iterator<Item = (&str, &str)> {
        let prefix = match directory {
            "" => String::new(),
            directory => format!("{directory}/"),
        };
        let from = self.files.range(prefix.clone()..);
        from.take_while(move |(path, _)| path.starts_with(&prefix))
            .map(|(path, blob)| (path.as_str(), blob.as_str()))
    }

    /// Returns where a directory is once its files are written.
    pub(super) fn directory(&self, directory: &str) -> PathBuf {
        match directory {
            "" => self.place.clone(),
            directory => self.place.join(directory),
        }
    }

    /// Writes files of the revision, through an index of its own: neither the working tree nor the index of the repository
    /// changes.
    pub(super) fn write<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Result<(), Failure> {
        let index = self.place.with_extension("index");
        let mut prefix = self.place.clone().into_os_string();
        prefix.push("/");
        if !index.exists() {
            let mut read = self.repository.git(&["read-tree", &self.tree]);
            read.env("GIT_INDEX_FILE", &index);
            run(read)?;
        }
        let mut checkout = self
            .repository
            .git(&["checkout-index", "-f", "-q", "-z", "--stdin"]);
        let mut option = std::ffi::OsString::from("--prefix=");
        option.push(&prefix);
        checkout.arg(option).env("GIT_INDEX_FILE", &index);
        let mut child = checkout
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Message(format!("git cannot be run: {error}")))?;
        let names: String = paths.flat_map(|path| [path, "\0"]).collect();
        // If git ends early, its status says so.
        if let Some(mut input) = child.stdin.take() {
            let _ = input.write_all(names.as_bytes());
        }
        let status = child.wait();
        match status {
            Ok(status) if status.success() => Ok(()),
            _ => Err(Failure::Message(format!(
                "git cannot write the files of {}",
                self.name
            ))),
        }
    }
}
