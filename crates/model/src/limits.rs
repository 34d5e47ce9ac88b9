//! Limits for parsing and evaluation.

use hcl2_value::{Allowance, Budget};

use crate::Syntax;

/// Limits for the input of a parser and the cost of an evaluation; exceeding one is a diagnostic.
///
/// The same limits apply to both syntaxes. A limit that is not set has the default of the syntax.
///
/// [`budget`](Self::budget) returns a budget with the limits of evaluation, for
/// [`EvalContext::set_budget`](crate::EvalContext::set_budget).
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
    allowance: Allowance,
    output_bytes: u64,
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
            allowance: Allowance::DEFAULT,
            output_bytes: 256 << 20,
        }
    }

    /// Sets the maximum nesting depth.
    ///
    /// In native syntax, brackets, parentheses, prefix operators, templates and blocks nest, and the default is 250:
    /// half of what a stack of 1 MiB can hold in a debug build. In JSON, objects and arrays nest, and the default is
    /// 10,000.
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

    /// Sets the maximum number of diagnostics listed for one source; a final diagnostic says that there are more. The
    /// default is 1000 in native syntax and 100 in JSON.
    #[must_use]
    pub const fn with_diagnostics(mut self, count: u32) -> Self {
        self.diagnostics = Some(count);
        self
    }

    /// Sets the maximum number of steps of an evaluation. Every expression counts as a step each time it is evaluated,
    /// and so does every part of a value that a function reads. The default is 50,000,000, which takes about two
    /// seconds.
    #[must_use]
    pub const fn with_steps(mut self, steps: u64) -> Self {
        self.allowance.steps = steps;
        self
    }

    /// Sets the maximum number of elements of lists, sets, maps, tuples and objects that an evaluation may create. The
    /// default is 10,000,000; each takes up to 100 bytes.
    #[must_use]
    pub const fn with_elements(mut self, elements: u64) -> Self {
        self.allowance.elements = elements;
        self
    }

    /// Sets the maximum total length of the strings that an evaluation may create, in bytes. The default is 512 MiB.
    #[must_use]
    pub const fn with_string_bytes(mut self, bytes: u64) -> Self {
        self.allowance.bytes = bytes;
        self
    }

    /// Sets the maximum length of a written value, in bytes. The default is 256 MiB.
    ///
    /// A value may share its parts, so its text can be much longer than the stored value.
    #[must_use]
    pub const fn with_output_bytes(mut self, bytes: u64) -> Self {
        self.output_bytes = bytes;
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

    /// Returns the limits of an evaluation.
    #[must_use]
    pub const fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// Creates a budget with the limits of an evaluation.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget::new(self.allowance)
    }

    /// Creates a budget like [`budget`](Self::budget) that also ends when `expired` returns true.
    #[must_use]
    pub fn budget_until(&self, expired: impl Fn() -> bool + Send + Sync + 'static) -> Budget {
        Budget::expiring(self.allowance, expired)
    }

    /// Returns the maximum length of a written value, in bytes.
    #[must_use]
    pub const fn output_bytes(&self) -> u64 {
        self.output_bytes
    }

    /// Returns the maximum number of diagnostics listed for a source in `syntax`.
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
