//! What functions may see of the machine: one directory, the clock, and its randomness.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::Error;
use hcl2_functions::{DirectoryEntry, FileKind, Host, HostError, PointInTime};
use hcl2_terraform::{ModuleTree, join_paths};

use crate::files::{Disk, Files, MAX_FILE_BYTES, PathKind};
use crate::machine::Machine;
use crate::reader::unreadable_directory;

/// A host that shows functions one directory and what is below it, the system's clock, and its source of randomness.
///
/// Relative paths start at the directory. A path that leads out of it is refused, whether by `..`, by starting at the
/// root of the filesystem, or by a link; and a file of more than [`MAX_FILE_BYTES`](crate::MAX_FILE_BYTES).
/// [`of_module`](Self::of_module) and [`allow`](Self::allow) show more directories.
///
/// # Examples
///
/// ```
/// use hcl2_functions::Host;
/// use hcl2_project::DirectoryHost;
///
/// let directory = tempfile::tempdir().unwrap();
/// std::fs::write(directory.path().join("greeting.txt"), "hello").unwrap();
/// let host = DirectoryHost::new(directory.path())?;
/// assert_eq!(host.read("greeting.txt").unwrap(), b"hello");
/// assert!(host.read("../other").unwrap_err().is_refusal());
/// # Ok::<(), hcl2_diagnostics::Error>(())
/// ```
#[derive(Debug)]
pub struct DirectoryHost {
    files: Arc<dyn Files>,
    /// The canonical path of the directory.
    root: PathBuf,
    /// The canonical paths of the directories that may be read.
    readable: Vec<PathBuf>,
    home: Option<String>,
    plan_time: OnceLock<PointInTime>,
    machine: Machine,
}

impl DirectoryHost {
    /// Creates a host that shows the directory at `root` of the disk.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such directory (`hcl2::source::unreadable`).
    pub fn new(root: impl AsRef<Path>) -> Result<Self, Error> {
        Self::of_directory(Arc::new(Disk), root.as_ref())
    }

    fn of_directory(files: Arc<dyn Files>, root: &Path) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| unreadable_directory(root, &error);
        let root = files.canonical(root).map_err(unreadable)?;
        if !files.is_directory(&root) {
            return Err(unreadable(ErrorKind::NotADirectory.into()).into());
        }
        Ok(Self {
            files,
            readable: vec![root.clone()],
            root,
            home: None,
            plan_time: OnceLock::new(),
            machine: Machine::default(),
        })
    }

    /// Creates the host for the functions of a root module among `files`: it shows the repository around the directory, which is the nearest
    /// one that contains `.git`, or else the directory itself, and the directories of the modules that the root module calls.
    ///
    /// A called module elsewhere is shown if it has files of a module, and if no link on the way to it leads elsewhere.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such directory (`hcl2::source::unreadable`).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_functions::Host;
    /// use hcl2_project::{DirectoryHost, Memory, ModuleLoader};
    ///
    /// let files: Memory = [
    ///     ("root/main.tf", "module \"shared\" {\n  source = \"../shared\"\n}\n"),
    ///     ("shared/main.tf", ""),
    ///     ("shared/greeting.txt", "hello"),
    /// ]
    /// .into_iter()
    /// .collect();
    /// let files = Arc::new(files);
    ///
    /// let module = ModuleLoader::new().files(files.clone()).nested().load("root")?;
    /// let host = DirectoryHost::of_module(files, "root", &module.tree)?;
    /// assert_eq!(host.read("../shared/greeting.txt").unwrap(), b"hello");
    /// assert!(host.read("../other").unwrap_err().is_refusal());
    /// # Ok::<(), hcl2_diagnostics::Error>(())
    /// ```
    pub fn of_module(
        files: Arc<dyn Files>,
        root: impl AsRef<Path>,
        tree: &ModuleTree,
    ) -> Result<Self, Error> {
        let mut host = Self::of_directory(files, root.as_ref())?;
        let repository = host.files.repository_of(&host.root).map(Path::to_owned);
        host.readable.extend(repository);
        host.allow_called(tree);
        Ok(host)
    }

    fn allow_called(&mut self, tree: &ModuleTree) {
        for called in tree.calls.values() {
            let written = self.root.to_str().map(|root| join_paths(root, &called.path));
            if let Some(directory) = written.map(PathBuf::from)
                && !called.module.sources.is_empty()
                && !self.shows(&directory)
                && self
                    .files
                    .canonical(&directory)
                    .is_ok_and(|real| real == directory)
            {
                self.readable.push(directory);
            }
            self.allow_called(called);
        }
    }

    /// Shows another directory, too. Nothing changes if it does not exist.
    #[must_use]
    pub fn allow(mut self, directory: impl AsRef<Path>) -> Self {
        self.readable
            .extend(self.files.canonical(directory.as_ref()).ok());
        self
    }

    fn shows(&self, real: &Path) -> bool {
        self.readable.iter().any(|directory| real.starts_with(directory))
    }

    /// Sets what `~` stands for; by default there is no home directory.
    #[must_use]
    pub fn home(mut self, home: impl Into<String>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// Sets the time of the plan; by default it is the time of the first request for it.
    #[must_use]
    pub fn plan_time(mut self, time: PointInTime) -> Self {
        self.plan_time = OnceLock::from(time);
        self
    }

    /// Sets the clock; by default it is that of the system. WebAssembly without a system has none, and functions that ask for
    /// the time fail there.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_functions::{Host, PointInTime};
    /// use hcl2_project::DirectoryHost;
    ///
    /// let time = PointInTime {
    ///     seconds: 1_700_000_000,
    ///     nanoseconds: 0,
    /// };
    /// let host = DirectoryHost::new(".")?.clock(move || time);
    /// assert_eq!(host.now().unwrap(), time);
    /// # Ok::<(), hcl2_diagnostics::Error>(())
    /// ```
    #[must_use]
    pub fn clock(mut self, now: impl Fn() -> PointInTime + Send + Sync + 'static) -> Self {
        self.machine.clock = Some(Box::new(now));
        self
    }

    /// Sets the source of randomness, which fills a buffer; by default it is that of the system. WebAssembly without a system
    /// has none, and functions that need random bytes fail there.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_functions::Host;
    /// use hcl2_project::DirectoryHost;
    ///
    /// let host = DirectoryHost::new(".")?.randomness(|buffer| {
    ///     buffer.fill(7);
    ///     Ok(())
    /// });
    /// let mut buffer = [0; 2];
    /// host.randomize(&mut buffer).unwrap();
    /// assert_eq!(buffer, [7, 7]);
    /// # Ok::<(), hcl2_diagnostics::Error>(())
    /// ```
    #[must_use]
    pub fn randomness(
        mut self,
        fill: impl Fn(&mut [u8]) -> Result<(), HostError> + Send + Sync + 'static,
    ) -> Self {
        self.machine.randomness = Some(Box::new(fill));
        self
    }

    /// Resolves a path and its links; `None` if nothing exists there.
    fn find(&self, path: &str) -> Result<Option<PathBuf>, HostError> {
        let outside = || HostError::refusal(OUTSIDE);
        let full = self.root.join(path);
        match self.files.canonical(&full) {
            Ok(real) if self.shows(&real) => Ok(Some(real)),
            Ok(_) => Err(outside()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Callers must not learn what exists outside the directory.
                let mut real = full.as_path();
                loop {
                    match real.parent() {
                        Some(parent) => real = parent,
                        None => return Err(outside()),
                    }
                    if let Ok(parent) = self.files.canonical(real) {
                        let stays = self.shows(&parent) && stays_below(&full, real);
                        return if stays { Ok(None) } else { Err(outside()) };
                    }
                }
            }
            Err(error) => Err(HostError::new(error.to_string())),
        }
    }

    fn existing(&self, path: &str) -> Result<PathBuf, HostError> {
        self.find(path)?
            .ok_or_else(|| HostError::new("nothing exists at this path"))
    }
}

/// Why a path is refused.
const OUTSIDE: &str =
    "the path leads out of the directories that may be read, to which `--allow-read` adds another";

/// Returns whether no component of a path after `start` leads back up.
fn stays_below(path: &Path, start: &Path) -> bool {
    let rest = path.strip_prefix(start).unwrap_or(path);
    rest.components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn kind_of(kind: PathKind) -> FileKind {
    match kind {
        PathKind::File => FileKind::File,
        PathKind::Directory => FileKind::Directory,
        PathKind::Link | PathKind::Other => FileKind::Other,
    }
}

fn failed(error: &std::io::Error) -> HostError {
    HostError::new(error.to_string())
}

impl Host for DirectoryHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let path = self.existing(path)?;
        if !self.files.is_file(&path) {
            return Err(HostError::new("not a file"));
        }
        let content = self.files.read(&path, MAX_FILE_BYTES);
        content.map_err(|error| failed(&error))
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let found = self.find(path)?;
        Ok(found.and_then(|path| self.files.kind(&path)).map(kind_of))
    }

    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let directory = self.existing(path)?;
        let mut entries = Vec::new();
        for path in self.files.list(&directory).map_err(|error| failed(&error))? {
            // Names that are not UTF-8 are skipped, as are broken links and links that lead outside.
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let real = self.files.canonical(&path).ok();
            let Some(real) = real.filter(|real| self.shows(real)) else {
                continue;
            };
            // A link to a parent directory would make a search endless.
            let is_loop = directory.starts_with(&real);
            if let Some(kind) = self.files.kind(&real)
                && !is_loop
            {
                entries.push(DirectoryEntry {
                    name: name.to_owned(),
                    kind: kind_of(kind),
                });
            }
        }
        Ok(entries)
    }

    fn absolute(&self, path: &str) -> Result<String, HostError> {
        let full = self.root.join(path);
        match full.to_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(HostError::new("the path of the directory is not UTF-8")),
        }
    }

    fn home(&self) -> Result<String, HostError> {
        self.home
            .clone()
            .ok_or_else(|| HostError::new("there is no home directory here"))
    }

    fn now(&self) -> Result<PointInTime, HostError> {
        self.machine.now()
    }

    fn plan_time(&self) -> Result<PointInTime, HostError> {
        let now = self.now()?;
        Ok(*self.plan_time.get_or_init(|| now))
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        self.machine.randomize(buffer)
    }
}
