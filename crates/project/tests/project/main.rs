//! Files of every kind, and the modules among them.
#![cfg(feature = "terraform")]

mod files;
mod modules;
