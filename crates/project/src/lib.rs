//! What is in a repository: its files, wherever they are, and the modules that they form.
//!
//! [`Files`] is the one way to read: from the [`Disk`], from [`Memory`], or through an [`Overlay`] of unsaved sources. A
//! [`FileReader`] turns files into sources, with a diagnostic for each that cannot be read.
//!
//! With the feature `terraform`, a [`ModuleLoader`] reads modules with those that they call and their tests, and a
//! [`DirectoryHost`] is what their functions may read.

#[cfg(feature = "terraform")]
mod error;
mod files;
#[cfg(feature = "terraform")]
mod host;
#[cfg(feature = "terraform")]
mod modules;
mod reader;
#[cfg(feature = "terraform")]
mod testing;

#[cfg(feature = "terraform")]
pub use error::LoadError;
pub use files::{Disk, Files, MAX_FILE_BYTES, Memory, Overlay, PathKind, directory_of, read_all};
#[cfg(feature = "terraform")]
pub use host::DirectoryHost;
#[cfg(feature = "terraform")]
pub use modules::{LoadedModule, ModuleLoader, VariableSource, find_module, value_of_text};
#[cfg(feature = "terraform")]
pub use reader::automatic_files;
pub use reader::{Endings, FileReader, unreadable_directory, unreadable_file};
#[cfg(feature = "terraform")]
pub use testing::{LoadedTestFile, LoadedTests};
