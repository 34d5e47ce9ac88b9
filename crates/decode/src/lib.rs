//! Decoder specifications, type expressions and dynamic blocks for HCL 2.
