//! Writing a file under edit.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use hcl2_diagnostics::{Diagnostic, codes};

use super::Editor;
use crate::Error;

/// Writing.
impl Editor {
    /// Writes the source in its current state into the file that [`open`](Self::open) has read.
    ///
    /// A reader of the file sees the old content or the new one, never a part. The file keeps its permissions, and a link to
    /// it stays a link.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file cannot be written, or if the source was not read from a file (`hcl2::source::unwritable`).
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use hcl2::Editor;
    ///
    /// let mut doc = Editor::open("app.hcl")?;
    /// doc.set("version", "1.2.0")?;
    /// doc.save()?;
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn save(&self) -> Result<(), Error> {
        match &self.path {
            Some(path) => self.save_as(path),
            None => Err(unwritable(
                "The source was not read from a file. Call `save_as` with the path to write, or read it with `Editor::open`."
                    .to_owned(),
            )),
        }
    }

    /// Writes the source in its current state into a file, as [`save`](Self::save) does. A file that does not exist is created.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file cannot be written (`hcl2::source::unwritable`).
    pub fn save_as(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        replace_file(path, self.text().as_bytes())
            .map_err(|error| unwritable(format!("The file {} cannot be written: {error}.", path.display())))
    }
}

fn unwritable(detail: String) -> Error {
    Diagnostic::error(codes::source::UNWRITABLE, "Unwritable file")
        .with_detail(detail)
        .into()
}

/// Replaces the content of a file at once, as [`Editor::save`] does: a new file next to it takes its place. A file that does not
/// exist is created.
///
/// # Errors
///
/// Those of the file system; the old content stays.
///
/// # Examples
///
/// ```no_run
/// let document = hcl2::parse("port = 80\n")?;
/// let text = hcl2::format(&document.text("port").unwrap_or_default());
/// hcl2::edit::replace_file("port.txt", text)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replace_file(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let (path, content) = (path.as_ref(), content.as_ref());
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        // A link to nothing is written through, and stays one.
        Err(_) if path.is_symlink() => return fs::write(path, content),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let old = match fs::metadata(&target) {
        // Another file cannot take the place of a device or pipe.
        Ok(old) if !old.is_file() => return fs::write(&target, content),
        // Only who may write the old file may replace it.
        Ok(old) => {
            OpenOptions::new().write(true).open(&target)?;
            Some(old)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (new, mut file) = create_beside(&target)?;
    let written = file.write_all(content).and_then(|()| {
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&new, &target)
    });
    if written.is_err() {
        // The error to report is that of the write.
        let _ = fs::remove_file(&new);
    }
    written
}

/// Creates a file in the directory of another one, under a name that no file has.
fn create_beside(path: &Path) -> io::Result<(std::path::PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let new = path.with_file_name(format!(".hcl2-new-{}-{number}", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (new, file)),
        }
    }
}
