//! What bounds the work that a text may cause.

/// Bounds on what is read; passing one is a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many brackets, parentheses, operators before an operand, templates and blocks may stand in one another.
    /// Half of what a stack of 1 MiB bears in a debug build is the default.
    pub nesting_depth: u32,
    /// Largest text, in bytes; at most [`Limits::MAX_BYTES`].
    pub source_bytes: u32,
    /// How many problems are listed; more of them are counted only.
    pub diagnostics: u32,
}

impl Limits {
    /// Largest text that can be read at all, in bytes.
    pub const MAX_BYTES: u32 = 512 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nesting_depth: 250,
            source_bytes: 256 << 20,
            diagnostics: 1000,
        }
    }
}
