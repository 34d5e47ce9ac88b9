//! Tests of the answers to an editor.

mod actions;
mod capabilities;
mod changes;
mod completion;
mod documents;
mod fixes;
mod keystrokes;
mod line_changes;
mod module;
mod questions;
mod support;
