//! Tests of the answers to an editor.

mod actions;
mod capabilities;
mod changes;
mod completion;
mod fixes;
mod module;
mod questions;
mod support;
