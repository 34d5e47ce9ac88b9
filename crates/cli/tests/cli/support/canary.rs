//! Values that no output may show.

/// A part of every value; no module contains it.
pub(crate) const CANARY: &str = "q7zq";

/// Values that are right, of the wrong type, or not even values.
pub(crate) const VALUES: &[&str] = &[
    "{ q7zq = \"v\" }",
    "{ q7zq = [\"q7zq\"] }",
    "{ q7zq = [q7zq",
    "[\"q7zq\"]",
    "\"q7zq",
    "\"q7zq\" + 1",
    "q7zq",
    "{ q7zq = 1, q7zq = 2 }",
    "\"${q7zq}\"",
    "é\"q7zq\"é",
    "<<EOT\nq7zq",
];
