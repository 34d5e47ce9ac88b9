//! Tests of the answers to an editor.

mod capabilities;
mod completion;
mod questions;
mod support;
