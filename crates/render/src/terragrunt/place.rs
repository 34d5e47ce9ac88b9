//! What functions know of the file that calls them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use hcl2_model::FunctionTable;

use super::world::{Parsed, World};

/// What functions know of the file that calls them.
pub(super) struct Place {
    pub(super) world: Arc<World>,
    /// The file.
    pub(super) file: PathBuf,
    /// The configuration: the file, or the one that includes it.
    pub(super) configuration: PathBuf,
    /// The configuration that reading began with.
    pub(super) original: PathBuf,
    /// The included files by their names, once they are known.
    pub(super) includes: OnceLock<Vec<(String, PathBuf)>>,
    /// What was read on the way here, the configuration included.
    pub(super) chain: Option<Arc<Chain>>,
    /// Whether a function answered by the configuration, or by where reading began.
    pub(super) asked_configuration: AtomicBool,
    pub(super) asked_original: AtomicBool,
    pub(super) functions: Functions,
}

/// The functions of Terragrunt: they evaluate configurations, which call functions.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    /// Whether there is one with a name.
    pub(super) has: fn(&str) -> bool,
    /// Creates all for one file.
    pub(super) make: fn(&Arc<Place>) -> FunctionTable,
}

/// Files that read each other, the last one first.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) path: PathBuf,
    pub(super) up: Option<Arc<Chain>>,
}

impl Chain {
    /// Returns the files from the last one on.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Path> {
        let mut next = Some(self);
        std::iter::from_fn(move || {
            let current = next?;
            next = current.up.as_deref();
            Some(current.path.as_path())
        })
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place")
            .field("file", &self.file)
            .field("configuration", &self.configuration)
            .finish_non_exhaustive()
    }
}

impl Place {
    /// Creates the place of a configuration.
    pub(super) fn of_configuration(
        world: &Arc<World>,
        file: &Parsed,
        original: &Path,
        up: Option<Arc<Chain>>,
        functions: Functions,
    ) -> Self {
        let path = file.path.clone();
        Self {
            world: Arc::clone(world),
            file: path.clone(),
            configuration: path.clone(),
            original: original.to_owned(),
            includes: OnceLock::new(),
            chain: Some(Arc::new(Chain { path, up })),
            asked_configuration: AtomicBool::new(false),
            asked_original: AtomicBool::new(false),
            functions,
        }
    }

    /// Creates the place of another file that belongs to the configuration.
    pub(super) fn of_part(&self, file: &Parsed) -> Self {
        Self {
            world: Arc::clone(&self.world),
            file: file.path.clone(),
            configuration: self.configuration.clone(),
            original: self.original.clone(),
            includes: OnceLock::new(),
            chain: self.chain.clone(),
            asked_configuration: AtomicBool::new(false),
            asked_original: AtomicBool::new(false),
            functions: self.functions,
        }
    }

    /// Returns whether the file is included.
    pub(super) fn is_included(&self) -> bool {
        self.file != self.configuration
    }

    /// Notes that a function answers by the configuration, and returns it.
    pub(super) fn ask_configuration(&self) -> &Path {
        self.asked_configuration.store(true, Ordering::Relaxed);
        &self.configuration
    }

    /// Notes that a function answers by where reading began, and returns it.
    pub(super) fn ask_original(&self) -> &Path {
        self.asked_original.store(true, Ordering::Relaxed);
        &self.original
    }

    /// Notes what another place noted that this one depends on.
    pub(super) fn ask_as(&self, other: &Self) {
        if other.asked_configuration.load(Ordering::Relaxed) {
            self.asked_configuration.store(true, Ordering::Relaxed);
        }
        if other.asked_original.load(Ordering::Relaxed) {
            self.asked_original.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether nothing that is known so far depends on the configuration or on where reading began.
    pub(super) fn is_independent(&self) -> bool {
        !self.asked_configuration.load(Ordering::Relaxed) && !self.asked_original.load(Ordering::Relaxed)
    }
}
