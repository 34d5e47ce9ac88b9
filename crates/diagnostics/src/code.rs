//! Stable diagnostic codes.

/// The stable name of a kind of problem, such as `hcl2::expr::unsupported-operator`.
///
/// A code never changes its meaning and is never reused; the wording of messages may change between versions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    id: &'static str,
    meaning: &'static str,
}

impl Code {
    /// Creates a code; `meaning` is its paragraph in the reference.
    #[must_use]
    pub const fn new(id: &'static str, meaning: &'static str) -> Self {
        Self { id, meaning }
    }

    /// Returns the name that messages and machine-readable output show.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// Returns what the code means and how to fix the problem, as the reference explains it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.meaning
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}
