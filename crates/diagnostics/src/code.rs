//! Stable diagnostic codes.

/// The stable name of a kind of problem, such as `hcl2::expr::unsupported-operator`.
///
/// Codes never change their meaning and are never reused; texts may change between versions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    id: &'static str,
    meaning: &'static str,
}

impl Code {
    /// Makes a code; `meaning` is the paragraph that the reference page shows for it.
    #[must_use]
    pub const fn new(id: &'static str, meaning: &'static str) -> Self {
        Self { id, meaning }
    }

    /// The name, as messages and machine-readable output show it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// What the code means and what to do about it, for the reference page.
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
