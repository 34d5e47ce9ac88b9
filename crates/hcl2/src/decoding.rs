//! Decoding with a loader.

use std::io::Read;
use std::path::Path;

use hcl2_decode::file::DecodeFile;
use hcl2_diagnostics::{Diagnostic, codes::source as codes};

use crate::loader::{Loading, UNNAMED};
use crate::{Error, Loader, Syntax};

/// Decoding.
impl Loader {
    /// Decodes a string in native syntax, unless [`syntax`](Self::syntax) selected another.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the string.
    pub fn from_str<T: DecodeFile>(&self, text: &str) -> Result<T, Error> {
        self.loading(UNNAMED, text, self.syntax.unwrap_or(Syntax::Native))
            .decode()
    }

    /// Decodes a string in JSON syntax.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the string.
    pub fn from_json<T: DecodeFile>(&self, text: &str) -> Result<T, Error> {
        self.loading(UNNAMED, text, Syntax::Json).decode()
    }

    /// Decodes bytes in native syntax, unless [`syntax`](Self::syntax) selected another.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the bytes, such as invalid UTF-8.
    pub fn from_slice<T: DecodeFile>(&self, bytes: &[u8]) -> Result<T, Error> {
        self.loading(UNNAMED, bytes, self.syntax.unwrap_or(Syntax::Native))
            .decode()
    }

    /// Decodes what a reader has, in native syntax, unless [`syntax`](Self::syntax) selected another.
    ///
    /// # Errors
    ///
    /// [`Error`] if reading fails (`hcl2::source::unreadable`), or with every problem of the bytes.
    pub fn from_reader<T: DecodeFile>(&self, reader: impl Read) -> Result<T, Error> {
        let mut bytes = Vec::new();
        // One more than the limit, which is then reported.
        let most = Loading::new(self).files.max_bytes.saturating_add(1);
        match reader.take(most).read_to_end(&mut bytes) {
            Ok(_) => self.from_slice(&bytes),
            Err(error) => Err(Diagnostic::error(codes::UNREADABLE, "Unreadable source")
                .with_detail(format!("Reading failed: {error}."))
                .into()),
        }
    }

    /// Decodes a file.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file is unreadable (`hcl2::source::unreadable`), or with every problem of the file.
    pub fn from_path<T: DecodeFile>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        let mut loading = Loading::new(self);
        loading.read(path.as_ref());
        loading.decode()
    }

    /// Decodes the files in a directory whose names end in `.hcl` or `.hcl.json`, as one body.
    ///
    /// # Errors
    ///
    /// Those of [`load_dir`](Self::load_dir), or [`Error`] with every problem of the files.
    pub fn from_dir<T: DecodeFile>(&self, directory: impl AsRef<Path>) -> Result<T, Error> {
        let mut loading = Loading::new(self);
        loading.read_directory(directory.as_ref());
        loading.decode()
    }
}
