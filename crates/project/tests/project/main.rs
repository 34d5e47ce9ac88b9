//! Files of every kind, and the modules among them.
#![cfg(feature = "terraform")]

mod check;
mod files;
mod incremental;
mod modules;
mod parts;
mod rename;
mod rename_iterators;
mod rename_laws;
mod rename_packs;
mod rename_refused;
mod rename_shared;
#[cfg(all(unix, feature = "git"))]
mod revisions;
mod settings;
mod sharing;
