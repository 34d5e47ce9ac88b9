//! The files of a package.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::typescript;

/// An unpacked package.
pub(crate) struct Package {
    library: PathBuf,
}

impl Package {
    pub(crate) fn new(directory: &Path) -> Self {
        Self {
            library: directory.join("lib"),
        }
    }

    /// Returns the schema of a type by the name of its directory.
    pub(crate) fn schema(&self, name: &str) -> Result<Value, String> {
        let directory = self.library.join(name);
        let mut source = source_in(&directory.join("index.js"))?;
        // The classes of the many blocks of a large type have files of their own.
        if let Ok(entries) = std::fs::read_dir(directory.join("index-structs")) {
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "js")) {
                source += &source_in(&path)?;
            }
        }
        typescript::schema(&source).ok_or_else(|| "the source has another form".to_owned())
    }
}

fn source_in(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    source_of(&text).ok_or_else(|| "the file has no source".to_owned())
}

/// Returns the source of a compiled file, which is at its end.
fn source_of(compiled: &str) -> Option<String> {
    let (_, map) = compiled.rsplit_once("sourceMappingURL=data:application/json;")?;
    let (_, encoded) = map.split_once("base64,")?;
    let map = BASE64_STANDARD.decode(encoded.trim()).ok()?;
    let map: Value = serde_json::from_slice(&map).ok()?;
    map["sourcesContent"][0].as_str().map(str::to_owned)
}
