//! The modules below directories as Arrow tables.
//!
//! [`Tree::walk`] finds the files, and [`Stream`] is the rows of a table as record batches, in a defined order and made on
//! all processors. A [`Part`] is read on its own, for example to distribute the work.
//!
//! # Examples
//!
//! ```
//! use hcl2::tables::{Selection, Stream, Table, Tree};
//! use hcl2::terraform::table::Language;
//!
//! let directory = tempfile::tempdir()?;
//! std::fs::write(directory.path().join("main.tf"), "module \"a\" {\n  source = \"./a\"\n}\n")?;
//!
//! let tree = Tree::walk(&[directory.path()], Language::Terraform)?;
//! let rows: usize = Stream::new(&tree, Selection::of([Table::Modules]), Table::Modules)
//!     .map(|batch| batch.map_or(0, |batch| batch.num_rows()))
//!     .sum();
//! assert_eq!(rows, 1);
//! # Ok::<(), std::io::Error>(())
//! ```

mod files;
mod roots;
mod stream;
mod tree;

pub use arrow_array::RecordBatch;
pub use hcl2_tables::{
    Directory, Extractor, File, Format, RootPlan, SCHEMA_VERSION, SecretNames, SecretsOf, Selection, Table,
    UnknownColumn, UnknownTable, VERSION_KEY, Writer, is_read, secret_variables,
};
pub use stream::Stream;
pub use tree::{FoundDirectory, ListedDirectory, Part, Tree};
