//! Terraform modules as Arrow tables.
//!
//! A [`Table`] has a documented schema. An [`Extractor`] takes the files of one directory after another, and passes on
//! record batches of the tables, columns and rows of a [`Selection`] as they fill. A [`Writer`] writes the batches of a
//! table as a file.
//!
//! The crate reads no files; the facade does, with its feature `tables`.
//!
//! # Examples
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use hcl2_tables::{Directory, Extractor, File, Selection, Table};
//!
//! let mut addresses = Vec::new();
//! let mut extractor = Extractor::new(Selection::of([Table::Resources]).columns(["address"])?, |_, batch| {
//!     addresses.extend(batch.column(0).as_string::<i32>().iter().flatten().map(str::to_owned));
//!     Ok(())
//! });
//! extractor.add(Directory {
//!     repository: "shop".to_owned(),
//!     is_whole_repository: true,
//!     module: "shop/web".to_owned(),
//!     files: vec![File::new("shop/web/main.tf", "resource \"aws_instance\" \"web\" {}\n")],
//! })?;
//! extractor.finish()?;
//! assert_eq!(addresses, ["aws_instance.web"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod extract;
mod rows;
mod selection;
mod table;
mod write;

pub use extract::{Directory, Extractor, File, RootPlan, SecretNames, SecretsOf, is_read, secret_variables};
pub use selection::{Selection, UnknownColumn};
pub use table::{SCHEMA_VERSION, Table, UnknownTable, VERSION_KEY};
pub use write::{Format, Writer};
