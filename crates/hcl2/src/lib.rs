//! HCL 2 for Rust: one information model, two syntaxes, exact values, precise diagnostics.
