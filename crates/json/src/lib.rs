//! The HCL 2 JSON syntax.
