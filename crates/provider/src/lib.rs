//! Terraform providers in Rust.
//!
//! - [`Provider`] collects the parts of a provider: types that implement [`Resource`], [`DataSource`],
//!   [`EphemeralResource`], [`ListResource`] and [`Action`], and [functions](Function).
//! - Deriving [`Schema`](macro@Schema) makes a struct the model of such a part: its schema, with descriptions from its
//!   documentation, and the conversions between it and values.
//! - [`Server`] is started by Terraform, or serves a process that Terraform attaches to.
//! - [`testing`] runs a provider without Terraform, or with the real one.
//!
//! Both versions of the protocol, 5 and 6, are served. What a provider plans and returns is checked by Terraform's rules
//! before Terraform sees it, and a panic is a problem of the call, not the end of the process.
//!
//! # Examples
//!
//! A provider with one resource, which keeps notes in memory:
//!
//! ```rust,no_run
//! use hcl2_provider::{Context, Problem, Provider, Resource, Schema, Server};
//!
//! /// A short note.
//! #[derive(Schema)]
//! struct Note {
//!     /// What it is found by.
//!     #[schema(computed, stable)]
//!     id: Option<String>,
//!     /// What it says.
//!     text: String,
//! }
//!
//! struct Notes;
//!
//! impl Resource for Notes {
//!     type Model = Note;
//!
//!     async fn create(&self, mut planned: Note, _: &mut Context) -> Result<Note, Problem> {
//!         planned.id = Some("note-1".to_owned());
//!         Ok(planned)
//!     }
//!
//!     async fn update(&self, _prior: Note, planned: Note, _: &mut Context) -> Result<Note, Problem> {
//!         Ok(planned)
//!     }
//!
//!     async fn delete(&self, _state: Note, _: &mut Context) -> Result<(), Problem> {
//!         Ok(())
//!     }
//! }
//!
//! fn main() -> std::io::Result<()> {
//!     let provider = Provider::new().resource("sample_note", Notes);
//!     Server::new(provider).run("registry.terraform.io/hcl2/sample")
//! }
//! ```

mod action;
mod checks;
pub mod client;
mod context;
mod convert;
mod data_source;
pub mod docs;
mod ephemeral;
mod erased;
mod handlers;
mod list_resource;
pub mod logging;
mod platform;
mod problem;
mod protocol;
mod provider;
mod resource;
mod retry;
pub mod schema;
mod server;
pub mod testing;
mod timeouts;

pub use hcl2_decode as decode;
pub use hcl2_decode::Sensitive;
pub use hcl2_derive::Schema;
pub use hcl2_value::{Function, Knowable, Value};

pub use action::{Action, Progress};
pub use context::{Context, Deferral};
pub use data_source::DataSource;
pub use ephemeral::{EphemeralResource, Opened};
pub use list_resource::{Found, ListResource};
pub use problem::Problem;
pub use provider::Provider;
pub use resource::{Change, Resource, Source, with};
pub use retry::Retry;
pub use schema::Schema;
pub use server::{Running, Server};
pub use timeouts::{Operation, Timeout, Timeouts};

// What is derived here names this crate.
extern crate self as hcl2_provider;
