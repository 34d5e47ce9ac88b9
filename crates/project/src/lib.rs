//! What is in a repository: its files, wherever they are, and the modules that they form.
//!
//! [`Files`] is the one way to read: from the [`Disk`], from [`Memory`], through an [`Overlay`] of unsaved
//! sources or, with the feature `git`, at a `Revision` of a repository. A
//! [`FileReader`] turns files into sources, with a diagnostic for each that cannot be read.
//!
//! With the feature `terraform`, a [`ModuleLoader`] reads modules with those that they call and their tests, and a
//! [`DirectoryHost`] is what their functions may read.

#[cfg(feature = "terraform")]
mod check;
#[cfg(feature = "terraform")]
mod facts;
mod files;
#[cfg(feature = "git")]
mod git;
#[cfg(feature = "terraform")]
mod host;
#[cfg(feature = "terraform")]
mod machine;
#[cfg(feature = "terraform")]
mod memo;
#[cfg(feature = "terraform")]
mod modules;
#[cfg(feature = "terraform")]
mod names;
#[cfg(feature = "terraform")]
mod parallel;
#[cfg(feature = "terraform")]
mod planned;
mod reader;
#[cfg(feature = "terraform")]
mod settings;
#[cfg(feature = "terraform")]
mod store;
#[cfg(feature = "terraform")]
mod testing;
#[cfg(feature = "terraform")]
mod unshown;

#[cfg(feature = "terraform")]
pub use check::{CheckSettings, Checked, NotChecked, Project, ProjectFile, Role, SchemasOf, World};
#[cfg(feature = "terraform")]
#[doc(hidden)]
pub use files::Snapshot;
pub use files::{Disk, Files, MAX_FILE_BYTES, Memory, Overlay, PathKind, Stamp};
#[doc(hidden)]
pub use files::{directory_of, read_all};
#[cfg(feature = "git")]
pub use git::{ContentId, GitError, Recorded, Repository, Revision};
#[cfg(feature = "terraform")]
pub use host::DirectoryHost;
#[cfg(feature = "terraform")]
pub use modules::{GivenVariable, LoadedModule, ModuleLoader, VariableSource};
#[cfg(feature = "terraform")]
#[doc(hidden)]
pub use modules::{expression_or_text, variables_in};
#[cfg(feature = "terraform")]
pub use names::{NamePlace, NameTables, Names, ObjectAt, RenamedFile, Renaming};
#[cfg(feature = "terraform")]
#[doc(hidden)]
pub use parallel::{STACK_BYTES, Watch, drop_elsewhere, in_order, map_on, processors};
pub use reader::{Endings, FileReader};
#[doc(hidden)]
pub use reader::{unreadable_directory, unreadable_file};
#[cfg(feature = "terraform")]
pub use settings::{
    Denied, ProjectSettings, Selected, Settings, SettingsFiles, Severities, code_named, is_project_file,
    optional_codes_named, read_schema, schema_file,
};
#[cfg(feature = "terraform")]
#[doc(hidden)]
pub use store::is_of_module;
#[cfg(feature = "terraform")]
pub use testing::{LoadedMocks, LoadedTestFile, LoadedTests};
