//! Tests of the answers to an editor.

mod capabilities;
mod changes;
mod completion;
mod questions;
mod support;
