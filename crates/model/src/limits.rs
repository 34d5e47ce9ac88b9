//! Bounds on what is parsed.

use crate::Syntax;

/// Bounds on what a parser accepts; exceeding one is a diagnostic.
///
/// One set of limits serves both syntaxes. A limit that is not set has the default of the syntax.
///
/// # Examples
///
/// ```
/// use hcl2_model::{Limits, Syntax};
///
/// let limits = Limits::new().with_source_bytes(1 << 20);
/// assert_eq!(limits.source_bytes(), 1 << 20);
/// assert_eq!(limits.nesting_depth(Syntax::Native), 250);
/// assert_eq!(limits.nesting_depth(Syntax::Json), 10_000);
///
/// let shallow = limits.with_nesting_depth(20);
/// assert_eq!(shallow.nesting_depth(Syntax::Json), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    nesting_depth: Option<u32>,
    source_bytes: u32,
    diagnostics: Option<u32>,
}

impl Limits {
    /// Maximum size of a source in bytes, whatever the limits.
    pub const MAX_SOURCE_BYTES: u32 = (512 << 20) - 16;

    /// Creates the default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nesting_depth: None,
            source_bytes: 256 << 20,
            diagnostics: None,
        }
    }

    /// Sets the maximum nesting depth.
    ///
    /// Brackets, parentheses, operators before an operand, templates and blocks nest in native syntax, where the
    /// default is 250: half of what a stack of 1 MiB can take in a debug build. Objects and arrays nest in JSON, where
    /// the default is 10,000.
    #[must_use]
    pub const fn with_nesting_depth(mut self, depth: u32) -> Self {
        self.nesting_depth = Some(depth);
        self
    }

    /// Sets the maximum size of a source in bytes, which is never more than
    /// [`MAX_SOURCE_BYTES`](Self::MAX_SOURCE_BYTES). The default is 256 MiB.
    #[must_use]
    pub const fn with_source_bytes(mut self, bytes: u32) -> Self {
        self.source_bytes = bytes;
        self
    }

    /// Sets how many diagnostics of one source are listed; the first one after them says that there are more. The
    /// default is 1000 in native syntax and 100 in JSON.
    #[must_use]
    pub const fn with_diagnostics(mut self, count: u32) -> Self {
        self.diagnostics = Some(count);
        self
    }

    /// Returns the maximum nesting depth in `syntax`.
    #[must_use]
    pub const fn nesting_depth(&self, syntax: Syntax) -> u32 {
        match (self.nesting_depth, syntax) {
            (Some(depth), _) => depth,
            (None, Syntax::Native) => 250,
            (None, Syntax::Json) => 10_000,
        }
    }

    /// Returns the maximum size of a source in bytes.
    #[must_use]
    pub const fn source_bytes(&self) -> u32 {
        if self.source_bytes < Self::MAX_SOURCE_BYTES {
            self.source_bytes
        } else {
            Self::MAX_SOURCE_BYTES
        }
    }

    /// Returns how many diagnostics of a source in `syntax` are listed.
    #[must_use]
    pub const fn diagnostics(&self, syntax: Syntax) -> u32 {
        match (self.diagnostics, syntax) {
            (Some(count), _) => count,
            (None, Syntax::Native) => 1000,
            (None, Syntax::Json) => 100,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
