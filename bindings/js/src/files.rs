//! Files that JavaScript has: in memory, or wherever its functions find them.

use std::fmt;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use hcl2::project::{Files, PathKind};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A file system, which `lib/disk.js` describes.
    #[derive(Clone)]
    pub type Disk;

    /// Returns the content of a file, of at most some bytes.
    #[wasm_bindgen(method, catch)]
    fn read(this: &Disk, path: &str, max: f64) -> std::result::Result<Vec<u8>, JsValue>;

    /// Returns the names of what is in a directory.
    #[wasm_bindgen(method, catch)]
    fn list(this: &Disk, path: &str) -> std::result::Result<Vec<String>, JsValue>;

    /// Returns `"file"`, `"directory"`, `"link"` or `"other"`; `undefined` if nothing is at the path.
    #[wasm_bindgen(method, catch)]
    fn kind(this: &Disk, path: &str) -> std::result::Result<Option<String>, JsValue>;

    /// Returns the absolute path without links.
    #[wasm_bindgen(method, catch)]
    fn canonical(this: &Disk, path: &str) -> std::result::Result<String, JsValue>;
}

/// The files of functions of JavaScript.
pub(crate) struct DiskFiles(pub(crate) Disk);

impl fmt::Debug for DiskFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiskFiles").finish_non_exhaustive()
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        self.0.read(text(path)?, max_bytes as f64).map_err(failed)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        let names = self.0.list(text(directory)?).map_err(failed)?;
        Ok(names.iter().map(|name| directory.join(name)).collect())
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        match self.0.kind(text(path).ok()?).ok()??.as_str() {
            "file" => Some(PathKind::File),
            "directory" => Some(PathKind::Directory),
            "link" => Some(PathKind::Link),
            _ => Some(PathKind::Other),
        }
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        self.0.canonical(text(path)?).map(PathBuf::from).map_err(failed)
    }
}

fn text(path: &Path) -> Result<&str> {
    path.to_str()
        .ok_or_else(|| Error::new(ErrorKind::InvalidInput, "the path is not UTF-8"))
}

/// Returns the error for what a function threw.
fn failed(thrown: JsValue) -> Error {
    let code = js_sys::Reflect::get(&thrown, &"code".into()).unwrap_or_default();
    let kind = match code.as_string().as_deref() {
        Some("ENOENT") => ErrorKind::NotFound,
        Some("EACCES") => ErrorKind::PermissionDenied,
        Some("ENOTDIR") => ErrorKind::NotADirectory,
        Some("EFBIG") => ErrorKind::FileTooLarge,
        _ => ErrorKind::Other,
    };
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => Error::new(kind, String::from(error.message())),
        None => kind.into(),
    }
}
