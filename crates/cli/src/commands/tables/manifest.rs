//! The manifest: what a directory of tables was made from.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use hcl2::project::{Disk, Files, MAX_FILE_BYTES};
use serde::{Deserialize, Serialize};

use super::unwritable;
use crate::output::Failure;
use crate::replace::OutputDirectory;

/// The name of the manifest in the directory of the tables.
pub(super) const NAME: &str = "hcl2-tables.json";

/// The version of the manifest.
const VERSION: u32 = 1;

/// What a directory of tables was made from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version of the manifest.
    version: u32,
    pub(super) settings: Settings,
    /// The number of parts that the files are divided into.
    pub(super) part_count: usize,
    /// The version of the program that made the parts.
    program: String,
    /// The finished parts by name.
    pub(super) parts: BTreeMap<String, Finished>,
}

/// What makes the tables comparable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) schema: u32,
    pub(super) format: String,
    pub(super) tables: Vec<String>,
    pub(super) partitioned: bool,
    pub(super) language: String,
    pub(super) directories: Vec<PathBuf>,
}

/// A part whose files are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Finished {
    /// A hash of the names, sizes and times of its files; empty if they may change without a new time.
    pub(super) times: String,
    /// A hash of the names and contents of its files.
    pub(super) content: String,
}

/// The part of a manifest that every version has.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

impl Manifest {
    /// Reads the manifest in a directory, or starts a new one.
    pub(super) fn open(out: &Path, settings: Settings, part_count: usize) -> Result<Self, Failure> {
        let path = out.join(NAME);
        let new = Self {
            version: VERSION,
            settings,
            part_count,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            parts: BTreeMap::new(),
        };
        let text = match Disk.read(&path, MAX_FILE_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                new.require_empty(out)?;
                return Ok(new);
            }
            Err(error) => {
                let path = path.display();
                return Err(Failure::Message(format!("{path} cannot be read: {error}")));
            }
        };
        let found = serde_json::from_slice(&text).map(|AnyVersion { version }| version);
        match (found, serde_json::from_slice::<Self>(&text)) {
            (Ok(VERSION), Ok(mut manifest)) if manifest.parts.keys().all(|name| is_of_part(name)) => {
                manifest.require_same(&new, &path)?;
                // Another program may have made other rows.
                if manifest.program != new.program {
                    manifest.program = new.program;
                    manifest.parts.clear();
                }
                Ok(manifest)
            }
            (Ok(version), _) if version != VERSION => Err(refused(
                &path,
                &format!("is a manifest of version {version}; this program writes version {VERSION}"),
            )),
            _ => Err(refused(&path, "is not a manifest of tables")),
        }
    }

    /// Reports files that may be mistaken for parts.
    fn require_empty(&self, out: &Path) -> Result<(), Failure> {
        for table in &self.settings.tables {
            let directory = out.join(table);
            let mut entries = std::fs::read_dir(&directory).into_iter().flatten();
            if entries.next().is_some() {
                return Err(refused(
                    &directory,
                    "contains files, but there is no manifest of them",
                ));
            }
        }
        Ok(())
    }

    fn require_same(&self, new: &Self, path: &Path) -> Result<(), Failure> {
        let (own, new) = (&self.settings, &new.settings);
        let differs = if own.schema != new.schema {
            format!("schema version {}, not {}", own.schema, new.schema)
        } else if own.format != new.format {
            format!("the format {}, not {}", own.format, new.format)
        } else if own.tables != new.tables {
            format!(
                "the tables {}, not {}",
                own.tables.join(", "),
                new.tables.join(", ")
            )
        } else if own != new {
            "other directories, another language or other partitions".to_owned()
        } else {
            return Ok(());
        };
        Err(refused(
            path,
            &format!("is the manifest of tables with {differs}"),
        ))
    }

    /// Replaces the manifest in a directory.
    pub(super) fn save(&self, out: &Path, output: &OutputDirectory) -> Result<(), Failure> {
        let path = out.join(NAME);
        let save = || {
            let file = output.new_file()?;
            let text = serde_json::to_string_pretty(self)?;
            file.as_file().write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            output.place(file.into_temp_path(), &path)
        };
        save().map_err(|error| unwritable(&path, &error))
    }
}

/// Returns whether a name can be that of a part: files of parts that are gone are removed by their names.
fn is_of_part(name: &str) -> bool {
    let name = name.strip_suffix("/part").unwrap_or(name);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.%=+~".contains(&byte);
    !name.starts_with('.') && name.bytes().all(is_plain)
}

fn refused(path: &Path, what: &str) -> Failure {
    let path = path.display();
    Failure::Message(format!(
        "{path} {what}; name another directory with --out, or delete this one"
    ))
}
