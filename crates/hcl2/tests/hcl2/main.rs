//! Tests of the facade.

#[cfg(all(feature = "config", feature = "figment"))]
mod adapters;
mod any_bytes;
mod compare;
mod configurations;
mod corpus;
mod derive;
mod editor;
mod editor_laws;
mod errors;
mod examples;
mod fields;
mod first_try;
#[cfg(feature = "terraform")]
mod function_signatures;
mod grammar;
mod growth;
mod guesses;
mod idioms;
mod json_editor;
mod layers;
mod loader;
mod merged;
#[cfg(feature = "serde")]
mod migrating;
mod partial;
mod plain;
#[cfg(feature = "terraform")]
mod secrets;
mod sensitive;
mod spec_documents;
mod support;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "terraform")]
mod terraform_functions;
#[cfg(feature = "terraform")]
mod terraform_modules;
mod untyped;
mod warnings;
#[cfg(feature = "watch")]
mod watch;
